//! From words that are read to a plan: the requests of the question, or what the conversation makes
//! of it, or a question back.

use super::clarify::{WHICH, named_options, options, which};
use super::clauses::{Clause, clauses};
use super::confidence::Doubt;
use super::fill::filled;
use super::follow_up;
use super::gist::Gist;
use super::guard::Refused;
use super::intents::Intent;
use super::names::NameKind;
use super::permit::{finished, permitted, unpermitted};
use super::reading::Mark;
use super::refusal::{CAN_DO, UNKNOWN_NAME};
use super::request::{Request, request, share};
use super::sense::{Sense, Senses};
use super::{Choice, Context, Plan};
use crate::features::assistant::registry::{Args, Call, Metric, ToolName};

/// The words are read: what do they ask for?
pub(super) fn understood(reading: &[Mark], mut doubts: Vec<Doubt>, context: &Context<'_>) -> Plan {
    let whole = Gist::of(reading);
    let mut parts = clauses(reading);
    let foreign = |clause: &Clause| clause.gist.has(Sense::Foreign);
    if parts.iter().any(foreign) {
        parts.retain(|clause| {
            !foreign(clause) && clause.intent.is_some_and(|intent| intent.is_strong())
        });
        if parts.is_empty() {
            return Plan::refuse(Refused::OffTopic.reason());
        }
        doubts.push(Doubt::LeftOut(Refused::OffTopic));
    }
    let wanted: Vec<ToolName> = parts
        .iter()
        .filter_map(|clause| clause.intent.filter(Intent::is_strong))
        .map(|intent| intent.tool)
        .collect();
    // Asked before any name is looked at, so that a refusal tells nothing about names.
    if let Some(tool) = wanted
        .first()
        .filter(|_| wanted.iter().all(|tool| !tool.allowed_by(context.may)))
    {
        return unpermitted(*tool);
    }
    if whole.unknown.iter().any(|(_, named)| *named) {
        return Plan::refuse(UNKNOWN_NAME);
    }
    let before = context
        .history
        .iter()
        .rev()
        .find(|turn| !turn.calls.is_empty())
        .map_or(&[][..], |turn| turn.calls.as_slice());
    if parts.len() == 1 && (wanted.is_empty() || points_elsewhere(&whole, &wanted, before)) {
        return leaning_on_history(&whole, before, doubts, context);
    }
    if !whole.unknown.is_empty() {
        if whole.unknown.len() > whole.told {
            return Plan::refuse(Refused::OffTopic.reason());
        }
        doubts.push(Doubt::NotUnderstood);
    }
    let mut requests: Vec<Request> = Vec::new();
    for clause in &parts {
        let Some(intent) = clause.intent.filter(Intent::is_strong) else {
            continue;
        };
        // Inside a question the clause before is what a pronoun points to.
        let earlier: Vec<Call> = requests.iter().flat_map(Request::subjects).collect();
        match request(clause, &intent, &earlier, before, context) {
            Ok(request) => requests.push(request),
            Err(plan) => return *plan,
        }
    }
    share(&mut requests);
    finished(requests, doubts, context)
}

/// "What do they usually spend" after a question about a customer: the words alone ask for a tool
/// that knows no customers, the person does not.
fn points_elsewhere(gist: &Gist, wanted: &[ToolName], before: &[Call]) -> bool {
    let named =
        |args: &Args| args.item.is_some() || args.customer.is_some() || args.supplier.is_some();
    if !gist.personal || !gist.mentions.is_empty() || !before.iter().any(|call| named(&call.args)) {
        return false;
    }
    let about = |tool: ToolName| {
        before
            .iter()
            .any(|call| named(&call.args.accepted_by(tool)))
    };
    let redirected =
        follow_up::redirected(gist, before).is_some_and(|(intent, ..)| about(intent.tool));
    redirected && !wanted.iter().any(|tool| about(*tool))
}

/// Nothing is asked for in so many words: the conversation may say it, or else a question back.
fn leaning_on_history(
    gist: &Gist,
    before: &[Call],
    mut doubts: Vec<Doubt>,
    context: &Context<'_>,
) -> Plan {
    // Half of it strange and no name of ours in it: not about this trade.
    if gist.unknown.len() > gist.told
        || (!gist.unknown.is_empty() && gist.unknown.len() >= gist.told && gist.mentions.is_empty())
    {
        return Plan::refuse(Refused::OffTopic.reason());
    }
    if !gist.unknown.is_empty() {
        doubts.push(Doubt::NotUnderstood);
    }
    if let Some((kind, names, tool)) = unclear_name(gist, before, context) {
        return ask_which(tool, &carried_args(before), kind, &names, context);
    }
    if let Some(calls) = follow_up::changed(gist, before, context.catalogue, context.today) {
        if before.len() > 1 {
            doubts.push(Doubt::Competing);
        }
        if let Some(tool) = calls.first().map(|call| call.tool) {
            doubts.extend(filled(tool, gist, context.catalogue, context.today).doubts);
        }
        doubts.push(Doubt::Carried);
        return permitted(calls, doubts, context);
    }
    if let Some((intent, subject, senses)) =
        follow_up::redirected(gist, before).filter(|_| !before.is_empty())
    {
        let fill = filled(
            intent.tool,
            &Gist {
                senses,
                ..gist.clone()
            },
            context.catalogue,
            context.today,
        );
        let calls: Vec<Call> = fill
            .args
            .iter()
            .filter_map(|args| {
                Call::new(
                    intent.tool,
                    &subject.accepted_by(intent.tool).overlaid(args),
                )
                .ok()
            })
            .collect();
        if !calls.is_empty() {
            doubts.extend(fill.doubts);
            doubts.push(Doubt::Carried);
            return permitted(calls, doubts, context);
        }
    }
    let only_small_words = gist.told == 0 && gist.unknown.is_empty();
    if gist.told == 0
        || gist
            .senses
            .without(Senses::of(&[Sense::Ask, Sense::Marker, Sense::Pronoun]))
            .is_empty()
    {
        let usual = options(
            &[],
            &Gist::default(),
            context.catalogue,
            context.today,
            context.may,
        );
        if gist.has(Sense::Ask) || !before.is_empty() || gist.has(Sense::Marker) || only_small_words
        {
            return Plan::clarify(&format!("{CAN_DO} What would you like to know?"), usual);
        }
        return Plan {
            options: usual,
            ..Plan::refuse(Refused::OffTopic.reason())
        };
    }
    let choices = options(&[], gist, context.catalogue, context.today, context.may);
    if choices.is_empty() {
        Plan::refuse(Refused::OffTopic.reason())
    } else {
        Plan::clarify(WHICH, choices)
    }
}

/// A name in part that fits several: which kind, which names, and what it would be asked about.
fn unclear_name(
    gist: &Gist,
    before: &[Call],
    context: &Context<'_>,
) -> Option<(NameKind, Vec<String>, ToolName)> {
    let tool_before = before.first().map(|call| call.tool);
    let kinds = [
        (NameKind::Customer, "customer", ToolName::CustomerProfile),
        (NameKind::Supplier, "supplier", ToolName::SpendBySupplier),
        (NameKind::Item, "item", ToolName::StockLevel),
    ];
    kinds.into_iter().find_map(|(kind, param, usual)| {
        let tool = tool_before
            .filter(|tool| tool.param(param).is_some())
            .unwrap_or(usual);
        let mention = gist
            .mentioned(kind)
            .into_iter()
            .find(|mention| mention.of(kind).len() > 1)?;
        let other_kinds = mention.names.iter().any(|(of, _)| *of != kind);
        (!other_kinds || tool_before == Some(tool))
            .then(|| {
                (
                    kind,
                    mention.of(kind).into_iter().map(str::to_owned).collect(),
                    tool,
                )
            })
            .filter(|_| tool.allowed_by(context.may))
    })
}

fn carried_args(before: &[Call]) -> Args {
    before
        .first()
        .map(|call| call.args.clone())
        .unwrap_or_default()
}

pub(super) fn ask_which(
    tool: ToolName,
    args: &Args,
    kind: NameKind,
    names: &[String],
    context: &Context<'_>,
) -> Plan {
    let choices = named_options(tool, args, kind, names, context.may);
    if choices.is_empty() {
        Plan::refuse(Refused::OffTopic.reason())
    } else {
        Plan::clarify(which(kind), choices)
    }
}

/// The clause names nothing to ask about: which one?
pub(super) fn ask_for(tool: ToolName, param: &str, context: &Context<'_>) -> Plan {
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
                Call::new(
                    tool,
                    &Args {
                        metric: Some(metric),
                        ..Args::default()
                    },
                )
                .ok()
            });
            return Plan::clarify(
                "Which figure shall I explain?",
                calls.map(Choice::of).collect(),
            );
        }
    };
    let names: Vec<String> = context
        .catalogue
        .first_of(kind)
        .map(str::to_owned)
        .collect();
    ask_which(tool, &Args::default(), kind, &names, context)
}
