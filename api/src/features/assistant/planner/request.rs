//! One clause on its way to calls: its own words first, then what it points to in the question or
//! the conversation before.

use super::clauses::Clause;
use super::confidence::Doubt;
use super::fill::filled;
use super::follow_up;
use super::intents::Intent;
use super::sense::Sense;
use super::understand::{ask_for, ask_which};
use super::{Context, Plan};
use crate::features::assistant::registry::{Args, Call, ToolName};

/// One clause on its way to calls.
pub(super) struct Request {
    pub(super) tool: ToolName,
    pub(super) args: Vec<Args>,
    pub(super) doubts: Vec<Doubt>,
}

impl Request {
    /// What a later clause may point to.
    pub(super) fn subjects(&self) -> Vec<Call> {
        self.args
            .iter()
            .filter_map(|args| Call::new(self.tool, args).ok())
            .collect()
    }
}

/// The arguments of a clause; or the plan to ask back with.
pub(super) fn request(
    clause: &Clause,
    intent: &Intent,
    earlier: &[Call],
    before: &[Call],
    context: &Context<'_>,
) -> Result<Request, Box<Plan>> {
    let (gist, tool) = (&clause.gist, intent.tool);
    let fill = filled(tool, gist, context.catalogue, context.today);
    if let Some((kind, names)) = fill.unclear {
        let args = fill.args.into_iter().next().unwrap_or_default();
        return Err(Box::new(ask_which(tool, &args, kind, &names, context)));
    }
    let mut doubts = fill.doubts;
    let mut taken = Args::default();
    for (calls, is_history) in [(earlier, false), (before, true)] {
        if calls.is_empty() {
            continue;
        }
        let over = follow_up::carried_over(gist, tool, calls);
        let points = gist.has(Sense::Pronoun)
            && fill.args.iter().all(|args| {
                args.item.is_none() && args.customer.is_none() && args.supplier.is_none()
            });
        if let (true, Some((kind, names))) = (points, follow_up::competing(calls, tool)) {
            return Err(Box::new(ask_which(
                tool,
                &Args::default(),
                kind,
                &names,
                context,
            )));
        }
        // A report asked for in full ("generate a market report") is no follow-up.
        if tool == ToolName::GenerateReport && gist.has(Sense::Report) && !gist.has(Sense::Pronoun)
        {
            continue;
        }
        let adds = fill.args.iter().any(|args| {
            args.overlaid(&taken).overlaid(&over) != args.overlaid(&taken)
                && over.overlaid(args) != *args
        });
        if adds {
            if is_history {
                doubts.push(Doubt::Carried);
            }
            taken = over;
            break;
        }
    }
    if gist.personal && gist.mentions.is_empty() && taken.is_empty() {
        doubts.push(Doubt::OpenPronoun);
    }
    if let Some(rival) = intent.rival {
        doubts.push(Doubt::AlsoPossible(rival));
    }
    if intent.left_over {
        doubts.push(Doubt::NotUnderstood);
    }
    if clause.borrowed {
        doubts.push(Doubt::Faint);
    }
    let args: Vec<Args> = fill.args.iter().map(|args| taken.overlaid(args)).collect();
    if let Some(param) = tool.params().iter().find(|param| {
        param.required
            && args
                .iter()
                .any(|args| !args.to_json().contains_key(param.name))
    }) {
        return Err(Box::new(ask_for(tool, param.name, context)));
    }
    Ok(Request { tool, args, doubts })
}

/// What one request names holds for the others that leave it out: a period, the length of a price
/// history, the supplier of two measures.
pub(super) fn share(requests: &mut [Request]) {
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
    // "Lead time and delivery rate for Delta": the one supplier is meant both times.
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
    let given: Vec<_> = requests
        .iter()
        .flat_map(|request| request.args.iter().filter_map(|args| args.period))
        .collect();
    let Some(period) = given
        .first()
        .copied()
        .filter(|first| given.iter().all(|period| period == first))
    else {
        return;
    };
    for request in requests
        .iter_mut()
        .filter(|request| request.tool.param("period").is_some())
    {
        for args in request.args.iter_mut().filter(|args| args.period.is_none()) {
            args.period = Some(period);
            request.doubts.push(Doubt::SharedPeriod(period));
        }
    }
}
