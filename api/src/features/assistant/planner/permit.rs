//! The last step: the calls that the person may make, each with the period that it covers, and
//! everything that had to be assumed.

use super::clarify::{WHICH, options};
use super::confidence::Doubt;
use super::fill::usual_period;
use super::gist::Gist;
use super::guard::Refused;
use super::refusal::missing_permission;
use super::request::Request;
use super::{Context, Plan};
use crate::features::assistant::registry::{Call, ToolName};

/// Calls, usual periods, doubts, permissions.
pub(super) fn finished(
    requests: Vec<Request>,
    mut doubts: Vec<Doubt>,
    context: &Context<'_>,
) -> Plan {
    let mut calls: Vec<Call> = Vec::new();
    for request in requests {
        doubts.extend(request.doubts);
        for args in &request.args {
            if let Ok(call) = Call::new(request.tool, args)
                && !calls.contains(&call)
            {
                calls.push(call);
            }
        }
    }
    permitted(calls, doubts, context)
}

/// The calls that the person may make, with the period that each covers; a refusal where there is
/// none.
pub(super) fn permitted(calls: Vec<Call>, mut doubts: Vec<Doubt>, context: &Context<'_>) -> Plan {
    let (allowed, refused): (Vec<Call>, Vec<Call>) = calls
        .into_iter()
        .partition(|call| call.tool.allowed_by(context.may));
    if let Some(first) = refused.first() {
        if allowed.is_empty() {
            return unpermitted(first.tool);
        }
        doubts.extend(refused.iter().filter_map(|call| {
            Some(Doubt::NotPermitted {
                tool: call.tool,
                permission: call.tool.permission()?,
            })
        }));
    }
    let mut calls: Vec<Call> = Vec::new();
    for mut call in allowed {
        if let Some(period) = usual_period(call.tool).filter(|_| call.args.period.is_none()) {
            call.args.period = Some(period);
            doubts.push(Doubt::UsualPeriod(period));
        }
        if call.tool == ToolName::LapsedCustomers
            && let Some(days) = call.args.inactive_days
            && ToolName::LapsedCustomers.default_of("inactive_days") == Some(days)
        {
            doubts.push(Doubt::UsualDays(days));
        }
        if !calls.contains(&call) {
            calls.push(call);
        }
    }
    let mut kept: Vec<Doubt> = Vec::new();
    for doubt in doubts {
        if !kept.contains(&doubt) {
            kept.push(doubt);
        }
    }
    if calls.is_empty() {
        Plan::clarify(
            WHICH,
            options(
                &[],
                &Gist::default(),
                context.catalogue,
                context.today,
                context.may,
            ),
        )
    } else {
        Plan::answer(calls, kept)
    }
}

pub(super) fn unpermitted(tool: ToolName) -> Plan {
    match tool.permission() {
        Some(permission) => Plan::refuse(&missing_permission(tool, permission)),
        None => Plan::refuse(Refused::OffTopic.reason()),
    }
}
