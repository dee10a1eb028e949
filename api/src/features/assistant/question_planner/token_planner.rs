//! Plans a tokenized question: the requests of its clauses, a follow-up to the conversation, or a
//! clarifying question.

use super::clarification::{
    DEFAULT_QUESTION, build_name_options, build_options, question_for_kind,
};
use super::clause::{Clause, split_clauses};
use super::concept::{Concept, ConceptSet};
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

/// Plans the tokens of a question.
pub(super) fn plan_from_tokens(
    tokens: &[Token],
    mut doubts: Vec<Doubt>,
    context: &PlanningContext<'_>,
) -> Plan {
    let parsed = ParsedQuestion::from_tokens(tokens);
    let mut parts = split_clauses(tokens);
    let foreign = |clause: &Clause| clause.parsed.has_concept(Concept::Foreign);
    if parts.iter().any(foreign) {
        parts.retain(|clause| {
            !foreign(clause) && clause.intent.is_some_and(|intent| intent.is_strong())
        });
        if parts.is_empty() {
            return Plan::new_refusal(RefusalReason::OffTopic.to_text());
        }
        doubts.push(Doubt::RefusedPart(RefusalReason::OffTopic));
    }
    let tools: Vec<ToolName> = parts
        .iter()
        .filter_map(|clause| clause.intent.filter(Intent::is_strong))
        .map(|intent| intent.tool)
        .collect();
    // Permissions are checked before names, so that a refusal does not reveal whether a name
    // exists.
    if let Some(tool) = tools.first().filter(|_| {
        tools
            .iter()
            .all(|tool| !tool.is_allowed_by(context.permissions))
    }) {
        return refuse_unpermitted(*tool);
    }
    if parsed.unknown_words.iter().any(|(_, named)| *named) {
        return Plan::new_refusal(UNKNOWN_NAME_TEXT);
    }
    let before = context
        .history
        .iter()
        .rev()
        .find(|turn| !turn.calls.is_empty())
        .map_or(&[][..], |turn| turn.calls.as_slice());
    if parts.len() == 1 && (tools.is_empty() || refers_to_history(&parsed, &tools, before)) {
        return plan_from_history(&parsed, before, doubts, context);
    }
    if !parsed.unknown_words.is_empty() {
        if parsed.unknown_words.len() > parsed.meaningful_tokens {
            return Plan::new_refusal(RefusalReason::OffTopic.to_text());
        }
        doubts.push(Doubt::UnrecognizedWords);
    }
    let mut requests: Vec<ToolRequest> = Vec::new();
    for clause in &parts {
        let Some(intent) = clause.intent.filter(Intent::is_strong) else {
            continue;
        };
        // A pronoun within a question refers to the clause before.
        let earlier: Vec<ToolCall> = requests.iter().flat_map(ToolRequest::to_calls).collect();
        match build_request(clause, &intent, &earlier, before, context) {
            Ok(request) => requests.push(request),
            Err(plan) => return *plan,
        }
    }
    share_arguments(&mut requests);
    finish_plan(requests, doubts, context)
}

/// Whether the subject is in the conversation: "What do they usually spend" after a question about
/// a customer asks for that customer's figures, although the words alone suggest another tool.
fn refers_to_history(parsed: &ParsedQuestion, tools: &[ToolName], before: &[ToolCall]) -> bool {
    let named =
        |args: &Args| args.item.is_some() || args.customer.is_some() || args.supplier.is_some();
    if !parsed.has_personal_pronoun
        || !parsed.mentions.is_empty()
        || !before.iter().any(|call| named(&call.args))
    {
        return false;
    }
    let about = |tool: ToolName| {
        before
            .iter()
            .any(|call| named(&call.args.restricted_to(tool)))
    };
    let redirected =
        follow_up::redirect_intent(parsed, before).is_some_and(|(intent, ..)| about(intent.tool));
    redirected && !tools.iter().any(|tool| about(*tool))
}

/// Plans a question without an intent of its own: a follow-up, or else a clarifying question.
fn plan_from_history(
    parsed: &ParsedQuestion,
    before: &[ToolCall],
    mut doubts: Vec<Doubt>,
    context: &PlanningContext<'_>,
) -> Plan {
    // Mostly unknown words and no known name: off topic.
    if parsed.unknown_words.len() > parsed.meaningful_tokens
        || (!parsed.unknown_words.is_empty()
            && parsed.unknown_words.len() >= parsed.meaningful_tokens
            && parsed.mentions.is_empty())
    {
        return Plan::new_refusal(RefusalReason::OffTopic.to_text());
    }
    if !parsed.unknown_words.is_empty() {
        doubts.push(Doubt::UnrecognizedWords);
    }
    if let Some((kind, names, tool)) = find_ambiguous_name(parsed, before, context) {
        return clarify_name(tool, &previous_args(before), kind, &names, context);
    }
    if let Some(calls) =
        follow_up::modify_previous_calls(parsed, before, context.catalog, context.today)
    {
        if before.len() > 1 {
            doubts.push(Doubt::AmbiguousReference);
        }
        if let Some(tool) = calls.first().map(|call| call.tool) {
            doubts.extend(fill_slots(tool, parsed, context.catalog, context.today).doubts);
        }
        doubts.push(Doubt::CarriedContext);
        return plan_permitted_calls(calls, doubts, context);
    }
    if let Some((intent, subject, concepts)) =
        follow_up::redirect_intent(parsed, before).filter(|_| !before.is_empty())
    {
        let fill = fill_slots(
            intent.tool,
            &ParsedQuestion {
                concepts,
                ..parsed.clone()
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
                    &subject.restricted_to(intent.tool).merged_with(args),
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
    let only_small_words = parsed.meaningful_tokens == 0 && parsed.unknown_words.is_empty();
    if parsed.meaningful_tokens == 0
        || parsed
            .concepts
            .difference(ConceptSet::from_slice(&[
                Concept::Ask,
                Concept::Marker,
                Concept::Pronoun,
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
        if parsed.has_concept(Concept::Ask)
            || !before.is_empty()
            || parsed.has_concept(Concept::Marker)
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
        parsed,
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

/// Finds an ambiguous partial name: its kind, the matching names and the tool to ask.
fn find_ambiguous_name(
    parsed: &ParsedQuestion,
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
        let mention = parsed
            .mentions_of_kind(kind)
            .into_iter()
            .find(|mention| mention.names_of_kind(kind).len() > 1)?;
        let other_kinds = mention
            .names
            .iter()
            .any(|(name_kind, _)| *name_kind != kind);
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

/// Asks for a required argument that the clause does not have.
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
                "Which figure should I explain?",
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
