//! Builds the calls of one clause from its own words and from what it refers to in the question or
//! the conversation.

use super::clause::Clause;
use super::concept::Concept;
use super::confidence::Doubt;
use super::follow_up;
use super::intent::Intent;
use super::slot_filling::fill_slots;
use super::token_planner::{clarify_name, clarify_param};
use super::{Plan, PlanningContext};
use crate::features::assistant::tool_registry::{Args, ToolCall, ToolName};

/// The tool and the arguments of one clause.
pub(super) struct ToolRequest {
    pub(super) tool: ToolName,
    pub(super) args: Vec<Args>,
    pub(super) doubts: Vec<Doubt>,
}

impl ToolRequest {
    /// Calls that a later clause can refer to.
    pub(super) fn to_calls(&self) -> Vec<ToolCall> {
        self.args
            .iter()
            .filter_map(|args| ToolCall::new(self.tool, args).ok())
            .collect()
    }
}

/// Builds the request of a clause; fails with a plan that asks for clarification.
pub(super) fn build_request(
    clause: &Clause,
    intent: &Intent,
    earlier: &[ToolCall],
    before: &[ToolCall],
    context: &PlanningContext<'_>,
) -> Result<ToolRequest, Box<Plan>> {
    let (parsed, tool) = (&clause.parsed, intent.tool);
    let fill = fill_slots(tool, parsed, context.catalog, context.today);
    if let Some((kind, names)) = fill.ambiguous_name {
        let args = fill.args.into_iter().next().unwrap_or_default();
        return Err(Box::new(clarify_name(tool, &args, kind, &names, context)));
    }
    let mut doubts = fill.doubts;
    let mut taken = Args::default();
    for (calls, is_history) in [(earlier, false), (before, true)] {
        if calls.is_empty() {
            continue;
        }
        let over = follow_up::carry_over_args(parsed, tool, calls);
        let points = parsed.has_concept(Concept::Pronoun)
            && fill.args.iter().all(|args| {
                args.item.is_none() && args.customer.is_none() && args.supplier.is_none()
            });
        if let (true, Some((kind, names))) = (points, follow_up::find_competing_names(calls, tool))
        {
            return Err(Box::new(clarify_name(
                tool,
                &Args::default(),
                kind,
                &names,
                context,
            )));
        }
        // A complete report request ("generate a market report") is not a follow-up.
        if tool == ToolName::GenerateReport
            && parsed.has_concept(Concept::Report)
            && !parsed.has_concept(Concept::Pronoun)
        {
            continue;
        }
        let adds = fill.args.iter().any(|args| {
            args.merged_with(&taken).merged_with(&over) != args.merged_with(&taken)
                && over.merged_with(args) != *args
        });
        if adds {
            if is_history {
                doubts.push(Doubt::CarriedContext);
            }
            taken = over;
            break;
        }
    }
    if parsed.has_personal_pronoun && parsed.mentions.is_empty() && taken.is_empty() {
        doubts.push(Doubt::UnresolvedPronoun);
    }
    if let Some(rival) = intent.rival {
        doubts.push(Doubt::RivalIntent(rival));
    }
    if intent.has_unexplained_concepts {
        doubts.push(Doubt::UnrecognizedWords);
    }
    if clause.borrowed {
        doubts.push(Doubt::WeakIntent);
    }
    let args: Vec<Args> = fill
        .args
        .iter()
        .map(|args| taken.merged_with(args))
        .collect();
    if let Some(param) = tool.params().iter().find(|param| {
        param.required
            && args
                .iter()
                .any(|args| !args.to_json().contains_key(param.name))
    }) {
        return Err(Box::new(clarify_param(tool, param.name, context)));
    }
    Ok(ToolRequest { tool, args, doubts })
}

/// Copies arguments of one request to others that leave them out: a period, the length of a price
/// history, the supplier of two measures.
pub(super) fn share_arguments(requests: &mut [ToolRequest]) {
    let lengths: Vec<_> = requests
        .iter()
        .flat_map(|request| request.args.iter().filter_map(|args| args.timeframe))
        .collect();
    for request in requests
        .iter_mut()
        .filter(|request| request.tool == ToolName::PriceTrend)
    {
        request
            .args
            .iter_mut()
            .for_each(|args| args.timeframe = args.timeframe.or(lengths.first().copied()));
    }
    // "Lead time and delivery rate for Delta": the supplier applies to both.
    let suppliers: Vec<_> = requests
        .iter()
        .flat_map(|request| request.args.iter().filter_map(|args| args.supplier.clone()))
        .collect();
    if let [supplier] = suppliers.as_slice() {
        for request in requests
            .iter_mut()
            .filter(|request| request.tool == ToolName::SupplierPerformance)
        {
            request.args.iter_mut().for_each(|args| {
                args.supplier = args.supplier.take().or_else(|| Some(supplier.clone()));
            });
        }
    }
    let periods: Vec<_> = requests
        .iter()
        .flat_map(|request| request.args.iter().filter_map(|args| args.period))
        .collect();
    let Some(period) = periods
        .first()
        .copied()
        .filter(|first| periods.iter().all(|period| period == first))
    else {
        return;
    };
    for request in requests
        .iter_mut()
        .filter(|request| request.tool.find_param("period").is_some())
    {
        for args in request.args.iter_mut().filter(|args| args.period.is_none()) {
            args.period = Some(period);
            request.doubts.push(Doubt::SharedPeriod(period));
        }
    }
}
