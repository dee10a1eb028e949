//! From a question to its kept answer: plan, run, compose, remember.

use super::catalogues::Catalogues;
use super::composed::composed;
use super::conversations::{self, NewExchange};
use super::desk::Desk;
use super::facts::FactSheet;
use super::finding::Finding;
use super::freshness;
use super::planner::{self, Context, Disposition, Plan};
use super::registry::Call;
use super::suggestions;
use super::tools;
use super::wire::{
    AnswerCall, AnswerChart, AnswerFact, AnswerOption, AnswerTable, Ask, AssistantAnswer,
};
use crate::entropy::Entropy;
use crate::features::purchasing::organization_currency;
use crate::http::{ApiError, Detail};
use crate::ids::PersonId;
use std::time::Instant;

/// Answers a question and keeps both.
pub(super) async fn answered(
    desk: &Desk<'_>,
    catalogues: &Catalogues,
    entropy: &Entropy,
    person: PersonId,
    ask: &Ask,
) -> Result<AssistantAnswer, ApiError> {
    let begun = Instant::now();
    let question = ask.query.trim();
    if question.is_empty() {
        let message = "Type a question, such as: Which items are low on stock?".to_owned();
        return Err(ApiError::invalid_values(vec![Detail {
            path: "query".to_owned(),
            message,
        }]));
    }
    let plan = planned(desk, catalogues, person, question, ask).await?;
    let mut sheet = FactSheet::new(&currency(desk).await?);
    let mut findings = Vec::with_capacity(plan.calls.len());
    for (place, call) in plan.calls.iter().enumerate() {
        let mut found = tools::run(desk, place, call, &mut sheet).await?;
        found
            .doubts
            .extend(freshness::doubt(desk, call.tool).await?);
        findings.push(found);
    }
    let calls = plan.calls.clone();
    let options: Vec<Call> = plan
        .options
        .iter()
        .map(|option| option.call.clone())
        .collect();
    let mut answer = worded(desk, plan, &findings, sheet);
    answer.message_id = entropy.uuid_v7(desk.now)?;
    answer.conversation_id = match ask.conversation_id {
        Some(id) => id,
        None => entropy.uuid_v7(desk.now)?,
    };
    answer.response_time = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let db = desk.scope.writing_db().await?;
    conversations::keep(
        &db,
        person,
        &NewExchange {
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

async fn planned(
    desk: &Desk<'_>,
    catalogues: &Catalogues,
    person: PersonId,
    question: &str,
    ask: &Ask,
) -> Result<Plan, ApiError> {
    let db = desk.db().await?;
    let history = match ask.conversation_id {
        Some(id) => {
            conversations::own(&db, person, id).await?;
            conversations::turns(&db, id).await?
        }
        None => Vec::new(),
    };
    let catalogue = catalogues.of(desk.scope, &db).await?;
    let chosen = match &ask.option {
        Some(option) => {
            Some(conversations::option(&db, person, option.message_id, option.place).await?)
        }
        None => None,
    };
    drop(db);
    let known = if planner::asks_for_more(question) {
        suggestions::known(&suggestions::found(desk).await?)
    } else {
        Vec::new()
    };
    let may = desk.scope.permissions().names();
    let context = Context {
        today: desk.as_of(),
        catalogue: &catalogue,
        history: &history,
        suggestions: &known,
        may: &may,
    };
    Ok(match chosen {
        Some(call) => planner::ready(call, &context),
        None => planner::plan(question, &context),
    })
}

/// The currency that amounts are in; where there are none yet, the one that the next will most
/// likely have.
pub(super) async fn currency(desk: &Desk<'_>) -> Result<String, ApiError> {
    let db = desk.rolled_up_db().await?;
    Ok(organization_currency(&db, desk.organization())
        .await?
        .map_or_else(|| "USD".to_owned(), |currency| currency.0))
}

fn worded(
    desk: &Desk<'_>,
    plan: Plan,
    findings: &[Finding],
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
    let composed = composed(plan, findings, &mut sheet);
    for template in &composed.left_out {
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
            .filter_map(|found| Some(AnswerTable::of(&found.id, found.table.as_ref()?, &sheet)))
            .collect(),
        chart: findings
            .iter()
            .find_map(|found| Some(AnswerChart::of(&found.id, found.chart.as_ref()?))),
        calls: findings
            .iter()
            .map(|found| AnswerCall::of(found, as_of))
            .collect(),
        facts: sheet.facts().iter().map(AnswerFact::from).collect(),
    }
}

/// Templates with their figures filled in; what names a figure that is no fact is left out and
/// logged.
pub(super) fn sentences(templates: &[String], sheet: &FactSheet) -> Vec<String> {
    let filled = |template: &String| {
        sheet
            .render(template)
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
