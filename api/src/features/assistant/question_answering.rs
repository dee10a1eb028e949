//! From a question to its kept answer: plan, run, compose, remember.

use super::answer_text::compose_answer_text;
use super::conversation_store::{self, NewConversationMessage};
use super::data_freshness;
use super::fact_sheet::FactSheet;
use super::name_catalog_cache::NameCatalogCache;
use super::question_planner::{self, Disposition, Plan, PlanningContext};
use super::suggestions;
use super::tool_context::ToolContext;
use super::tool_registry::ToolCall;
use super::tool_result::ToolResult;
use super::tools;
use super::wire::{
    AnswerCall, AnswerChart, AnswerFact, AnswerOption, AnswerTable, AssistantAnswer, AssistantQuery,
};
use crate::entropy::Entropy;
use crate::features::purchasing::read_organization_currency;
use crate::http::{ApiError, ErrorDetail};
use crate::ids::PersonId;
use std::time::Instant;

/// Answers a question and keeps both.
pub(super) async fn answer_question(
    desk: &ToolContext<'_>,
    catalogues: &NameCatalogCache,
    entropy: &Entropy,
    person: PersonId,
    ask: &AssistantQuery,
) -> Result<AssistantAnswer, ApiError> {
    let begun = Instant::now();
    let question = ask.query.trim();
    if question.is_empty() {
        let message = "Type a question, such as: Which items are low on stock?".to_owned();
        return Err(ApiError::invalid_values(vec![ErrorDetail {
            path: "query".to_owned(),
            message,
        }]));
    }
    let plan = prepare_plan(desk, catalogues, person, question, ask).await?;
    let mut sheet = FactSheet::new(&load_answer_currency(desk).await?);
    let mut findings = Vec::with_capacity(plan.calls.len());
    for (place, call) in plan.calls.iter().enumerate() {
        let mut found = tools::run_tool(desk, place, call, &mut sheet).await?;
        found
            .doubts
            .extend(data_freshness::check_freshness(desk, call.tool).await?);
        findings.push(found);
    }
    let calls = plan.calls.clone();
    let options: Vec<ToolCall> = plan
        .options
        .iter()
        .map(|option| option.call.clone())
        .collect();
    let mut answer = build_answer(desk, plan, &findings, sheet);
    answer.message_id = entropy.uuid_v7(desk.now)?;
    answer.conversation_id = match ask.conversation_id {
        Some(id) => id,
        None => entropy.uuid_v7(desk.now)?,
    };
    answer.response_time = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let db = desk.scope.write_db().await?;
    conversation_store::save_message(
        &db,
        person,
        &NewConversationMessage {
            question,
            calls: &calls,
            options: &options,
            answer: &answer,
        },
    )
    .await?;
    db.commit().await?;
    Ok(answer)
}

async fn prepare_plan(
    desk: &ToolContext<'_>,
    catalogues: &NameCatalogCache,
    person: PersonId,
    question: &str,
    ask: &AssistantQuery,
) -> Result<Plan, ApiError> {
    let db = desk.db().await?;
    let history = match ask.conversation_id {
        Some(id) => {
            conversation_store::find_own_conversation(&db, person, id).await?;
            conversation_store::load_turns(&db, id).await?
        }
        None => Vec::new(),
    };
    let catalogue = catalogues.get_or_load(desk.scope, &db).await?;
    let chosen = match &ask.option {
        Some(option) => Some(
            conversation_store::find_option_call(&db, person, option.message_id, option.place)
                .await?,
        ),
        None => None,
    };
    drop(db);
    let known = if question_planner::is_suggestion_click(question) {
        suggestions::to_known_suggestions(&suggestions::find_suggestions(desk).await?)
    } else {
        Vec::new()
    };
    let may = desk.scope.permissions().names();
    let context = PlanningContext {
        today: desk.as_of(),
        catalog: &catalogue,
        history: &history,
        suggestions: &known,
        permissions: &may,
    };
    Ok(match chosen {
        Some(call) => question_planner::plan_chosen_call(call, &context),
        None => question_planner::plan_question(question, &context),
    })
}

/// The currency that amounts are in; where there are none yet, the one that the next will most
/// likely have.
pub(super) async fn load_answer_currency(desk: &ToolContext<'_>) -> Result<String, ApiError> {
    let db = desk.rolled_up_db().await?;
    Ok(read_organization_currency(&db, desk.organization())
        .await?
        .map_or_else(|| "USD".to_owned(), |currency| currency.0))
}

fn build_answer(
    desk: &ToolContext<'_>,
    plan: Plan,
    findings: &[ToolResult],
    mut sheet: FactSheet,
) -> AssistantAnswer {
    let (disposition, said) = (plan.disposition, plan.text.clone());
    let options = plan
        .options
        .iter()
        .map(|option| AnswerOption {
            label: option.label.clone(),
        })
        .collect();
    let composed = compose_answer_text(plan, findings, &mut sheet);
    for template in &composed.rejected_templates {
        tracing::error!(
            template,
            "a sentence of an answer named a figure that is no fact"
        );
    }
    let as_of = desk.as_of();
    let mut links = Vec::new();
    for link in findings.iter().flat_map(|found| &found.links) {
        if !links.contains(link) {
            links.push(link.clone());
        }
    }
    AssistantAnswer {
        message_id: sea_orm::prelude::Uuid::nil(),
        conversation_id: sea_orm::prelude::Uuid::nil(),
        response: match (disposition, said) {
            (Disposition::Answer, _) | (_, None) => composed.response,
            (_, Some(said)) => said,
        },
        insights: composed.insights,
        actions: composed.actions,
        confidence: composed.confidence.into(),
        response_time: 0,
        // There is no other way to answer yet.
        is_quick_response: true,
        disposition: disposition.into(),
        asked_at: desk.now,
        as_of,
        sample: desk.is_sample(),
        options,
        links: links.iter().map(Into::into).collect(),
        tables: findings
            .iter()
            .filter_map(|found| {
                Some(AnswerTable::from_table(
                    &found.id,
                    found.table.as_ref()?,
                    &sheet,
                ))
            })
            .collect(),
        chart: findings
            .iter()
            .find_map(|found| Some(AnswerChart::from_chart(&found.id, found.chart.as_ref()?))),
        calls: findings
            .iter()
            .map(|found| AnswerCall::from_result(found, as_of))
            .collect(),
        facts: sheet.facts().iter().map(AnswerFact::from).collect(),
    }
}

/// Templates with their figures filled in; what names a figure that is no fact is left out and
/// logged.
pub(super) fn render_sentences(templates: &[String], sheet: &FactSheet) -> Vec<String> {
    let filled = |template: &String| {
        sheet
            .render_template(template)
            .inspect_err(|_| {
                tracing::error!(
                    template,
                    "a sentence of a report named a figure that is no fact"
                );
            })
            .ok()
    };
    templates.iter().filter_map(filled).collect()
}
