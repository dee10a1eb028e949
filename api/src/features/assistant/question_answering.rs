//! Answers a question: plans it, runs the tools, composes the text and stores the message.

use super::answer_text::compose_answer_text;
use super::conversation_store::{self, NewConversationMessage};
use super::data_freshness;
use super::fact_sheet::FactSheet;
use super::name_catalog_cache::NameCatalogCache;
use super::question_planner::{self, Disposition, Plan, PlanningContext};
use super::suggestions;
use super::tool_context::{ToolContext, ToolError};
use super::tool_registry::ToolCall;
use super::tool_result::ToolResult;
use super::tools;
use super::wire::{
    AnswerCall, AnswerChart, AnswerFact, AnswerOption, AnswerTable, AssistantAnswer, AssistantQuery,
};
use crate::db::{DbError, LookupError};
use crate::entropy::{Entropy, EntropyError};
use crate::features::purchasing::read_organization_currency;
use crate::ids::PersonId;
use poem_openapi::types::ToJSON;
use std::time::Instant;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum AnswerError {
    /// The question is empty.
    #[error("the question is empty")]
    EmptyQuestion,
    /// The conversation or the chosen option does not exist.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// A tool failed.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// No randomness for an id.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Answers a question and stores it with its answer.
pub(super) async fn answer_question(
    context: &ToolContext<'_>,
    catalogs: &NameCatalogCache,
    entropy: &Entropy,
    person: PersonId,
    ask: &AssistantQuery,
) -> Result<AssistantAnswer, AnswerError> {
    let started = Instant::now();
    let question = ask.query.trim();
    if question.is_empty() {
        return Err(AnswerError::EmptyQuestion);
    }
    let plan = prepare_plan(context, catalogs, person, question, ask).await?;
    let mut sheet = FactSheet::new(&load_answer_currency(context).await?);
    let mut findings = Vec::with_capacity(plan.calls.len());
    for (index, call) in plan.calls.iter().enumerate() {
        let mut result = tools::run_tool(context, index, call, &mut sheet).await?;
        result
            .doubts
            .extend(data_freshness::check_freshness(context, call.tool).await?);
        findings.push(result);
    }
    let calls = plan.calls.clone();
    let options: Vec<ToolCall> = plan
        .options
        .iter()
        .map(|option| option.call.clone())
        .collect();
    let mut answer = build_answer(context, plan, &findings, sheet);
    answer.message_id = entropy.uuid_v7(context.now)?;
    answer.conversation_id = match ask.conversation_id {
        Some(id) => id,
        None => entropy.uuid_v7(context.now)?,
    };
    answer.response_time = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let db = context.scope.write_db().await?;
    conversation_store::save_message(
        &db,
        person,
        NewConversationMessage {
            id: answer.message_id,
            conversation: answer.conversation_id,
            asked_at: answer.asked_at,
            question,
            calls: &calls,
            options: &options,
            answer: answer.to_json_string(),
        },
    )
    .await?;
    db.commit().await?;
    Ok(answer)
}

async fn prepare_plan(
    context: &ToolContext<'_>,
    catalogs: &NameCatalogCache,
    person: PersonId,
    question: &str,
    ask: &AssistantQuery,
) -> Result<Plan, AnswerError> {
    let db = context.db().await?;
    let history = match ask.conversation_id {
        Some(id) => {
            conversation_store::find_own_conversation(&db, person, id).await?;
            conversation_store::load_turns(&db, id).await?
        }
        None => Vec::new(),
    };
    let catalog = catalogs.get_or_load(context.scope, &db).await?;
    let chosen = match &ask.option {
        Some(option) => Some(
            conversation_store::find_option_call(&db, person, option.message_id, option.index)
                .await?,
        ),
        None => None,
    };
    drop(db);
    let known_suggestions = if question_planner::is_suggestion_click(question) {
        suggestions::to_known_suggestions(&suggestions::find_suggestions(context).await?)
    } else {
        Vec::new()
    };
    let permissions = context.scope.permissions().names();
    let planning = PlanningContext {
        today: context.today(),
        catalog: &catalog,
        history: &history,
        suggestions: &known_suggestions,
        permissions: &permissions,
    };
    Ok(match chosen {
        Some(call) => question_planner::plan_chosen_call(call, &planning),
        None => question_planner::plan_question(question, &planning),
    })
}

/// Currency of the organization's amounts; US dollars as long as it has none.
pub(super) async fn load_answer_currency(context: &ToolContext<'_>) -> Result<String, DbError> {
    let db = context.rolled_up_db().await?;
    Ok(read_organization_currency(&db, context.organization())
        .await?
        .map_or_else(|| "USD".to_owned(), |currency| currency.0))
}

fn build_answer(
    context: &ToolContext<'_>,
    plan: Plan,
    findings: &[ToolResult],
    mut sheet: FactSheet,
) -> AssistantAnswer {
    let (disposition, text) = (plan.disposition, plan.text.clone());
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
            "left out a sentence with a figure that is not a fact"
        );
    }
    let as_of = context.as_of();
    let mut links = Vec::new();
    for link in findings.iter().flat_map(|result| &result.links) {
        if !links.contains(link) {
            links.push(link.clone());
        }
    }
    AssistantAnswer {
        message_id: sea_orm::prelude::Uuid::nil(),
        conversation_id: sea_orm::prelude::Uuid::nil(),
        response: match (disposition, text) {
            (Disposition::Answer, _) | (_, None) => composed.response,
            (_, Some(text)) => text,
        },
        insights: composed.insights,
        actions: composed.actions,
        confidence: composed.confidence.into(),
        response_time: 0,
        // All answers are made by rules so far.
        is_quick_response: true,
        disposition: disposition.into(),
        asked_at: context.now,
        as_of,
        sample: context.is_sample(),
        options,
        links: links.iter().map(Into::into).collect(),
        tables: findings
            .iter()
            .filter_map(|result| {
                Some(AnswerTable::from_table(
                    &result.id,
                    result.table.as_ref()?,
                    &sheet,
                ))
            })
            .collect(),
        chart: findings
            .iter()
            .find_map(|result| Some(AnswerChart::from_chart(&result.id, result.chart.as_ref()?))),
        calls: findings
            .iter()
            .map(|result| AnswerCall::from_result(result, as_of))
            .collect(),
        facts: sheet.facts().iter().map(AnswerFact::from).collect(),
    }
}
