//! Answers a question: plans it, runs the tools, composes the text and stores the message.

use super::answer_text::compose_answer_text;
use super::catalog_error::CatalogError;
use super::conversation_store::{self, NewConversationMessage, OptionAction};
use super::data_freshness;
use super::fact_sheet::FactSheet;
use super::metric_answer::{answer_reading, end_with_data, push_explanations, reading_confidence};
use super::metric_questions::{Route, is_expressed, route_question};
use super::question_catalogs::QuestionCatalogs;
use super::question_planner::{self, Disposition, Plan, PlanningContext};
use super::suggestions;
use super::tool_context::{ToolContext, ToolError};
use super::tool_registry::{ToolCall, ToolName};
use super::tool_result::ToolResult;
use super::tools;
use super::wire::{
    AnswerBinding, AnswerCall, AnswerChart, AnswerFact, AnswerOption, AnswerPart, AnswerTable,
    AssistantAnswer, AssistantQuery,
};
use crate::db::{DbError, LookupError};
use crate::entropy::{Entropy, EntropyError};
use crate::features::metrics::{MetricError, query_calendar};
use crate::features::purchasing::read_organization_currency;
use crate::ids::PersonId;
use metrics::Calendar;
use poem_openapi::types::{Any, ToJSON};
use questions::{Interpretation, Outcome, Reading};
use serde_json::Value;
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
    /// The names that it can contain were not loaded.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// A metric query is invalid.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// What to answer with.
struct Preparation {
    route: Route,
    interpretation: Option<Interpretation>,
}

/// An answer without ids, with what is stored besides it.
struct Draft {
    answer: AssistantAnswer,
    calls: Vec<ToolCall>,
    options: Vec<OptionAction>,
}

/// Answers a question. It is stored with its answer, unless the caller is a visitor of the demo.
pub(super) async fn answer_question(
    context: &ToolContext<'_>,
    catalogs: &QuestionCatalogs,
    entropy: &Entropy,
    person: Option<PersonId>,
    ask: &AssistantQuery,
) -> Result<AssistantAnswer, AnswerError> {
    let started = Instant::now();
    let question = ask.query.trim();
    if question.is_empty() {
        return Err(AnswerError::EmptyQuestion);
    }
    let prepared = prepare_answer(context, catalogs, person, question, ask).await?;
    let interpretation = prepared.interpretation.as_ref();
    let mut draft = match prepared.route {
        Route::Tools(plan) => {
            let calendar = query_calendar(context.scope);
            let same = interpretation.and_then(|read| find_same_query(&plan, read, calendar));
            let mut draft = answer_with_tools(context, plan).await?;
            if let Some(query) = same {
                draft.answer.parts = interpretation.map(list_parts);
                draft.answer.query = Some(Any(end_with_data(context, query)?));
            }
            draft
        }
        Route::Metrics(reading) => answer_with_metrics(context, &reading, interpretation).await?,
        Route::Ask { text, options } => ask_back(context, &text, options),
    };
    let answer = &mut draft.answer;
    answer.message_id = entropy.uuid_v7(context.now)?;
    answer.response_time = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let Some(person) = person else {
        name_options(answer);
        return Ok(draft.answer);
    };
    let conversation = match ask.conversation_id {
        Some(id) => id,
        None => entropy.uuid_v7(context.now)?,
    };
    answer.conversation_id = Some(conversation);
    let db = context.scope.write_db().await?;
    conversation_store::save_message(
        &db,
        person,
        NewConversationMessage {
            id: answer.message_id,
            conversation,
            asked_at: answer.asked_at,
            question,
            calls: &draft.calls,
            options: &draft.options,
            answer: answer.to_json_string(),
        },
    )
    .await?;
    db.commit().await?;
    Ok(draft.answer)
}

/// The query of the question's reading, if it says the same as the plan.
fn find_same_query<'a>(
    plan: &Plan,
    read: &'a Interpretation,
    calendar: Calendar,
) -> Option<&'a Value> {
    match &read.outcome {
        Outcome::Answer(reading) if is_expressed(plan, reading, calendar) => {
            reading.queries.first()
        }
        _ => None,
    }
}

fn list_parts(read: &Interpretation) -> Vec<AnswerPart> {
    read.parts.iter().map(AnswerPart::from).collect()
}

/// Names the options in the text, because only options of stored answers can be chosen.
fn name_options(answer: &mut AssistantAnswer) {
    let labels: Vec<String> = answer.options.drain(..).map(|one| one.label).collect();
    if !labels.is_empty() {
        answer.response += &format!(" Ask again and name what you mean: {}.", labels.join("; "));
    }
}

async fn answer_with_tools(context: &ToolContext<'_>, plan: Plan) -> Result<Draft, AnswerError> {
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
    let options = plan
        .options
        .iter()
        .map(|option| OptionAction::Call(option.call.clone()))
        .collect();
    Ok(Draft {
        answer: build_answer(context, plan, &findings, sheet),
        calls,
        options,
    })
}

async fn answer_with_metrics(
    context: &ToolContext<'_>,
    reading: &Reading,
    interpretation: Option<&Interpretation>,
) -> Result<Draft, AnswerError> {
    let mut sheet = FactSheet::new(&load_answer_currency(context).await?);
    let mut results = match answer_reading(context, reading, &mut sheet).await {
        Ok(results) => results,
        Err(ToolError::Permission(error)) => {
            let text = format!(
                "I can't answer this: {error}. Ask an owner or admin of your organization for it."
            );
            let plan = question_planner::refuse_for_permission(text);
            return answer_with_tools(context, plan).await;
        }
        Err(error) => return Err(error.into()),
    };
    let corrections = interpretation.map_or(&[][..], |one| one.corrections.as_slice());
    let is_follow_up = interpretation.is_some_and(|one| one.is_follow_up);
    let stale = match source_tool(reading) {
        Some(tool) => data_freshness::check_freshness(context, tool).await?,
        None => None,
    };
    let is_exact = corrections.is_empty() && !is_follow_up && stale.is_none();
    let confidence = reading_confidence(reading, is_exact);
    if let Some(last) = results.last_mut() {
        push_explanations(
            reading,
            corrections,
            is_follow_up,
            stale.as_ref(),
            &mut sheet,
            last,
        );
    }
    let plan = Plan {
        disposition: Disposition::Answer,
        confidence,
        ..question_planner::refuse_for_permission(String::new())
    };
    let mut answer = build_answer(context, plan, &results, sheet);
    answer.bindings =
        interpretation.map(|one| one.bindings.iter().map(AnswerBinding::from).collect());
    answer.parts = interpretation.map(list_parts);
    if reading.explanation.is_some() {
        answer.query = None;
    }
    Ok(Draft {
        answer,
        calls: Vec::new(),
        options: Vec::new(),
    })
}

/// A tool that reads the same rows, to tell how old they are.
fn source_tool(reading: &Reading) -> Option<ToolName> {
    let query = reading.queries.first()?;
    Some(match query.get("dataset")?.as_str()? {
        "sales" => ToolName::SalesSummary,
        "purchases" => ToolName::SpendBySupplier,
        "inventory" => ToolName::StockLevel,
        "prices" => ToolName::PriceTrend,
        _ => ToolName::TopCustomers,
    })
}

fn ask_back(context: &ToolContext<'_>, text: &str, options: Vec<String>) -> Draft {
    let plan = Plan {
        disposition: Disposition::Clarify,
        ..question_planner::refuse_for_permission(text.to_owned())
    };
    let mut answer = build_answer(context, plan, &[], FactSheet::new("USD"));
    answer.options = options
        .iter()
        .map(|label| AnswerOption {
            label: label.clone(),
        })
        .collect();
    Draft {
        answer,
        calls: Vec::new(),
        options: options.into_iter().map(OptionAction::Question).collect(),
    }
}

async fn prepare_answer(
    context: &ToolContext<'_>,
    catalogs: &QuestionCatalogs,
    person: Option<PersonId>,
    question: &str,
    ask: &AssistantQuery,
) -> Result<Preparation, AnswerError> {
    let owner = || person.ok_or(LookupError::NotFound);
    let db = context.db().await?;
    let history = match ask.conversation_id {
        Some(id) => {
            conversation_store::find_own_conversation(&db, owner()?, id).await?;
            conversation_store::load_turns(&db, id).await?
        }
        None => Vec::new(),
    };
    let chosen = match &ask.option {
        Some(option) => Some(
            conversation_store::find_option_action(&db, owner()?, option.message_id, option.index)
                .await?,
        ),
        None => None,
    };
    // Loading the catalogs needs connections.
    drop(db);
    let (catalog, members) = catalogs.get_or_load(context.scope).await?;
    let is_click = question_planner::is_suggestion_click(question);
    let known_suggestions = if is_click {
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
    let (question, is_chosen) = match &chosen {
        Some(OptionAction::Call(call)) => {
            return Ok(Preparation {
                route: Route::Tools(question_planner::plan_chosen_call(call.clone(), &planning)),
                interpretation: None,
            });
        }
        Some(OptionAction::Question(question)) => (question.as_str(), true),
        None => (question, false),
    };
    let plan = question_planner::plan_question(question, &planning);
    if is_click {
        return Ok(Preparation {
            route: Route::Tools(plan),
            interpretation: None,
        });
    }
    let calendar = query_calendar(context.scope);
    let earlier: Vec<&str> = if is_chosen {
        Vec::new()
    } else {
        history.iter().map(|turn| turn.question.as_str()).collect()
    };
    let read = questions::read_question(question, &earlier, &members, calendar);
    Ok(Preparation {
        route: route_question(question, plan, &read, &members, calendar),
        interpretation: Some(read),
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
        conversation_id: None,
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
        bindings: None,
        parts: None,
        query: match findings {
            [only] => only.query.clone().map(Any),
            _ => None,
        },
    }
}
