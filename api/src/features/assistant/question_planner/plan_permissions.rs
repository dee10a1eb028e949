//! Finishes a plan: removes calls without permission, sets default periods and collects doubts.

use super::clarification::{DEFAULT_QUESTION, build_options};
use super::confidence::Doubt;
use super::parsed_question::ParsedQuestion;
use super::question_guard::RefusalReason;
use super::refusal_text::missing_permission_text;
use super::tool_request::ToolRequest;
use super::{Plan, PlanningContext};
use crate::features::assistant::tool_registry::{ToolCall, ToolName};

/// Finishes the requests of a question.
pub(super) fn finish_plan(
    requests: Vec<ToolRequest>,
    mut doubts: Vec<Doubt>,
    context: &PlanningContext<'_>,
) -> Plan {
    let mut calls: Vec<ToolCall> = Vec::new();
    for request in requests {
        doubts.extend(request.doubts);
        for args in &request.args {
            if let Ok(call) = ToolCall::new(request.tool, args)
                && !calls.contains(&call)
            {
                calls.push(call);
            }
        }
    }
    plan_permitted_calls(calls, doubts, context)
}

/// Plans the calls that the user has permissions for; refuses if there are none.
pub(super) fn plan_permitted_calls(
    calls: Vec<ToolCall>,
    mut doubts: Vec<Doubt>,
    context: &PlanningContext<'_>,
) -> Plan {
    let (allowed, refused): (Vec<ToolCall>, Vec<ToolCall>) = calls
        .into_iter()
        .partition(|call| call.tool.is_allowed_by(context.permissions));
    if let Some(first) = refused.first() {
        if allowed.is_empty() {
            return refuse_unpermitted(first.tool);
        }
        doubts.extend(refused.iter().filter_map(|call| {
            Some(Doubt::MissingPermission {
                tool: call.tool,
                permission: call.tool.permission()?,
            })
        }));
    }
    let mut calls: Vec<ToolCall> = Vec::new();
    for mut call in allowed {
        if let Some(period) = call
            .tool
            .default_period()
            .filter(|_| call.args.period.is_none())
        {
            call.args.period = Some(period);
            doubts.push(Doubt::DefaultPeriod(period));
        }
        if call.tool == ToolName::LapsedCustomers
            && let Some(days) = call.args.inactive_days
            && ToolName::LapsedCustomers.default_number("inactive_days") == Some(days)
        {
            doubts.push(Doubt::DefaultDays(days));
        }
        if !calls.contains(&call) {
            calls.push(call);
        }
    }
    let mut unique: Vec<Doubt> = Vec::new();
    for doubt in doubts {
        if !unique.contains(&doubt) {
            unique.push(doubt);
        }
    }
    if calls.is_empty() {
        Plan::new_clarification(
            DEFAULT_QUESTION,
            build_options(
                &[],
                &ParsedQuestion::default(),
                context.catalog,
                context.today,
                context.permissions,
            ),
        )
    } else {
        Plan::new_answer(calls, unique)
    }
}

pub(super) fn refuse_unpermitted(tool: ToolName) -> Plan {
    match tool.permission() {
        Some(permission) => Plan::new_refusal(&missing_permission_text(tool, permission)),
        None => Plan::new_refusal(RefusalReason::OffTopic.to_text()),
    }
}
