//! From words that are read to a plan: the requests of the question, or what the conversation makes
//! of it, or a question back.

use super::clarification::{
    DEFAULT_QUESTION, build_name_options, build_options, question_for_kind,
};
use super::clause::{Clause, split_clauses};
use super::concept::{ConceptSet, Sense};
use super::confidence::Doubt;
use super::follow_up;
use super::intent::Intent;
use super::name_catalog::NameKind;
use super::parsed_question::ParsedQuestion;
use super::plan_permissions::{finish_plan, plan_permitted_calls, refuse_unpermitted};
use super::question_guard::RefusalReason;
use super::refusal_text::{CAPABILITIES_TEXT, UNKNOWN_NAME_TEXT};
use super::slot_filling::fill_slots;
use super::tokenizer::Token;
use super::tool_request::{ToolRequest, build_request, share_arguments};
use super::{ClarifyingOption, Plan, PlanningContext};
use crate::features::assistant::tool_registry::{Args, Metric, ToolCall, ToolName};

/// The words are read: what do they ask for?
pub(super) fn plan_from_tokens(
    reading: &[Token],
    mut doubts: Vec<Doubt>,
    context: &PlanningContext<'_>,
) -> Plan {
    let whole = ParsedQuestion::from_tokens(reading);
    let mut parts = split_clauses(reading);
    let foreign = |clause: &Clause| clause.parsed.has_concept(Sense::Foreign);
    if parts.iter().any(foreign) {
        parts.retain(|clause| {
            !foreign(clause) && clause.intent.is_some_and(|intent| intent.is_strong())
        });
        if parts.is_empty() {
            return Plan::new_refusal(RefusalReason::OffTopic.to_text());
        }
        doubts.push(Doubt::RefusedPart(RefusalReason::OffTopic));
    }
    let wanted: Vec<ToolName> = parts
        .iter()
        .filter_map(|clause| clause.intent.filter(Intent::is_strong))
        .map(|intent| intent.tool)
        .collect();
    // Asked before any name is looked at, so that a refusal tells nothing about names.
    if let Some(tool) = wanted.first().filter(|_| {
        wanted
            .iter()
            .all(|tool| !tool.is_allowed_by(context.permissions))
    }) {
        return refuse_unpermitted(*tool);
    }
    if whole.unknown_words.iter().any(|(_, named)| *named) {
        return Plan::new_refusal(UNKNOWN_NAME_TEXT);
    }
    let before = context
        .history
        .iter()
        .rev()
        .find(|turn| !turn.calls.is_empty())
        .map_or(&[][..], |turn| turn.calls.as_slice());
    if parts.len() == 1 && (wanted.is_empty() || refers_to_history(&whole, &wanted, before)) {
        return plan_from_history(&whole, before, doubts, context);
    }
    if !whole.unknown_words.is_empty() {
        if whole.unknown_words.len() > whole.meaningful_tokens {
            return Plan::new_refusal(RefusalReason::OffTopic.to_text());
        }
        doubts.push(Doubt::UnrecognizedWords);
    }
    let mut requests: Vec<ToolRequest> = Vec::new();
    for clause in &parts {
        let Some(intent) = clause.intent.filter(Intent::is_strong) else {
            continue;
        };
        // Inside a question the clause before is what a pronoun points to.
        let earlier: Vec<ToolCall> = requests.iter().flat_map(ToolRequest::to_calls).collect();
        match build_request(clause, &intent, &earlier, before, context) {
            Ok(request) => requests.push(request),
            Err(plan) => return *plan,
        }
    }
    share_arguments(&mut requests);
    finish_plan(requests, doubts, context)
}

/// "What do they usually spend" after a question about a customer: the words alone ask for a tool
/// that knows no customers, the person does not.
fn refers_to_history(gist: &ParsedQuestion, wanted: &[ToolName], before: &[ToolCall]) -> bool {
    let named =
        |args: &Args| args.item.is_some() || args.customer.is_some() || args.supplier.is_some();
    if !gist.has_personal_pronoun
        || !gist.mentions.is_empty()
        || !before.iter().any(|call| named(&call.args))
    {
        return false;
    }
    let about = |tool: ToolName| {
        before
            .iter()
            .any(|call| named(&call.args.accepted_by(tool)))
    };
    let redirected =
        follow_up::redirect_intent(gist, before).is_some_and(|(intent, ..)| about(intent.tool));
    redirected && !wanted.iter().any(|tool| about(*tool))
}

/// Nothing is asked for in so many words: the conversation may say it, or else a question back.
fn plan_from_history(
    gist: &ParsedQuestion,
    before: &[ToolCall],
    mut doubts: Vec<Doubt>,
    context: &PlanningContext<'_>,
) -> Plan {
    // Half of it strange and no name of ours in it: not about this trade.
    if gist.unknown_words.len() > gist.meaningful_tokens
        || (!gist.unknown_words.is_empty()
            && gist.unknown_words.len() >= gist.meaningful_tokens
            && gist.mentions.is_empty())
    {
        return Plan::new_refusal(RefusalReason::OffTopic.to_text());
    }
    if !gist.unknown_words.is_empty() {
        doubts.push(Doubt::UnrecognizedWords);
    }
    if let Some((kind, names, tool)) = find_ambiguous_name(gist, before, context) {
        return clarify_name(tool, &previous_args(before), kind, &names, context);
    }
    if let Some(calls) =
        follow_up::modify_previous_calls(gist, before, context.catalog, context.today)
    {
        if before.len() > 1 {
            doubts.push(Doubt::AmbiguousReference);
        }
        if let Some(tool) = calls.first().map(|call| call.tool) {
            doubts.extend(fill_slots(tool, gist, context.catalog, context.today).doubts);
        }
        doubts.push(Doubt::CarriedContext);
        return plan_permitted_calls(calls, doubts, context);
    }
    if let Some((intent, subject, senses)) =
        follow_up::redirect_intent(gist, before).filter(|_| !before.is_empty())
    {
        let fill = fill_slots(
            intent.tool,
            &ParsedQuestion {
                concepts: senses,
                ..gist.clone()
            },
            context.catalog,
            context.today,
        );
        let calls: Vec<ToolCall> = fill
            .args
            .iter()
            .filter_map(|args| {
                ToolCall::new(
                    intent.tool,
                    &subject.accepted_by(intent.tool).overlaid(args),
                )
                .ok()
            })
            .collect();
        if !calls.is_empty() {
            doubts.extend(fill.doubts);
            doubts.push(Doubt::CarriedContext);
            return plan_permitted_calls(calls, doubts, context);
        }
    }
    let only_small_words = gist.meaningful_tokens == 0 && gist.unknown_words.is_empty();
    if gist.meaningful_tokens == 0
        || gist
            .concepts
            .difference(ConceptSet::from_slice(&[
                Sense::Ask,
                Sense::Marker,
                Sense::Pronoun,
            ]))
            .is_empty()
    {
        let usual = build_options(
            &[],
            &ParsedQuestion::default(),
            context.catalog,
            context.today,
            context.permissions,
        );
        if gist.has_concept(Sense::Ask)
            || !before.is_empty()
            || gist.has_concept(Sense::Marker)
            || only_small_words
        {
            return Plan::new_clarification(
                &format!("{CAPABILITIES_TEXT} What would you like to know?"),
                usual,
            );
        }
        return Plan {
            options: usual,
            ..Plan::new_refusal(RefusalReason::OffTopic.to_text())
        };
    }
    let choices = build_options(
        &[],
        gist,
        context.catalog,
        context.today,
        context.permissions,
    );
    if choices.is_empty() {
        Plan::new_refusal(RefusalReason::OffTopic.to_text())
    } else {
        Plan::new_clarification(DEFAULT_QUESTION, choices)
    }
}

/// A name in part that fits several: which kind, which names, and what it would be asked about.
fn find_ambiguous_name(
    gist: &ParsedQuestion,
    before: &[ToolCall],
    context: &PlanningContext<'_>,
) -> Option<(NameKind, Vec<String>, ToolName)> {
    let tool_before = before.first().map(|call| call.tool);
    let kinds = [
        (NameKind::Customer, "customer", ToolName::CustomerProfile),
        (NameKind::Supplier, "supplier", ToolName::SpendBySupplier),
        (NameKind::Item, "item", ToolName::StockLevel),
    ];
    kinds.into_iter().find_map(|(kind, param, usual)| {
        let tool = tool_before
            .filter(|tool| tool.find_param(param).is_some())
            .unwrap_or(usual);
        let mention = gist
            .mentions_of_kind(kind)
            .into_iter()
            .find(|mention| mention.names_of_kind(kind).len() > 1)?;
        let other_kinds = mention.names.iter().any(|(of, _)| *of != kind);
        (!other_kinds || tool_before == Some(tool))
            .then(|| {
                (
                    kind,
                    mention
                        .names_of_kind(kind)
                        .into_iter()
                        .map(str::to_owned)
                        .collect(),
                    tool,
                )
            })
            .filter(|_| tool.is_allowed_by(context.permissions))
    })
}

fn previous_args(before: &[ToolCall]) -> Args {
    before
        .first()
        .map(|call| call.args.clone())
        .unwrap_or_default()
}

pub(super) fn clarify_name(
    tool: ToolName,
    args: &Args,
    kind: NameKind,
    names: &[String],
    context: &PlanningContext<'_>,
) -> Plan {
    let choices = build_name_options(tool, args, kind, names, context.permissions);
    if choices.is_empty() {
        Plan::new_refusal(RefusalReason::OffTopic.to_text())
    } else {
        Plan::new_clarification(question_for_kind(kind), choices)
    }
}

/// The clause names nothing to ask about: which one?
pub(super) fn clarify_param(tool: ToolName, param: &str, context: &PlanningContext<'_>) -> Plan {
    let kind = match param {
        "item" => NameKind::Item,
        "customer" => NameKind::Customer,
        "supplier" => NameKind::Supplier,
        _ => {
            let metrics = [
                Metric::DeliveryRate,
                Metric::PriceIndex,
                Metric::ForecastAccuracy,
                Metric::ReorderPoint,
            ];
            let calls = metrics.into_iter().filter_map(|metric| {
                ToolCall::new(
                    tool,
                    &Args {
                        metric: Some(metric),
                        ..Args::default()
                    },
                )
                .ok()
            });
            return Plan::new_clarification(
                "Which figure shall I explain?",
                calls.map(ClarifyingOption::for_call).collect(),
            );
        }
    };
    let names: Vec<String> = context
        .catalog
        .names_of_kind(kind)
        .map(str::to_owned)
        .collect();
    clarify_name(tool, &Args::default(), kind, &names, context)
}
