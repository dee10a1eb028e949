//! Asks Sprout AI the questions of a file and checks the answers.

mod answer_checks;
mod answer_oracle;
mod answer_text_view;
mod dataset_world;
mod plan_match;
mod question_file;
mod seed_files;
mod totals;

use super::AssistantCommand;
use super::json_lines::{LineWriter, read_lines};
use crate::commands::{CommandError, print_output};
use answer_text_view::AnswerView;
use chrono::NaiveDate;
use dataset_world::{Asker, DatasetWorld};
use plan_match::is_exact_plan;
use question_file::{ExpectedCall, Question};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::Instant;
use totals::{JudgedAnswer, Totals};

/// Asks the questions of a file, writes a line for each answer, and prints totals.
pub(super) async fn write_answers(command: &AssistantCommand) -> Result<(), CommandError> {
    let file = command.questions.display();
    let questions: Vec<Question> = read_lines(&command.questions)?
        .into_iter()
        .map(|line| {
            serde_json::from_value(line).map_err(CommandError::with_context(format!(
                "{file} has a line that is not a question"
            )))
        })
        .collect::<Result<_, _>>()?;
    let mut worlds: BTreeMap<NaiveDate, DatasetWorld> = BTreeMap::new();
    let mut out = LineWriter::create(&command.out)?;
    let mut totals = Totals::default();
    for question in &questions {
        let world = match worlds.entry(question.now) {
            Entry::Occupied(world) => world.into_mut(),
            Entry::Vacant(slot) => slot.insert(DatasetWorld::start(question.now).await?),
        };
        let (line, judged) = judge_question(world, question).await?;
        out.write(&line)?;
        totals.add(&question.tags, &judged);
    }
    out.finish()?;
    print_output(&format!("{:#}\n", totals.to_json()))
}

async fn judge_question(
    world: &DatasetWorld,
    question: &Question,
) -> Result<(Value, JudgedAnswer), CommandError> {
    let asker = world.asker(&question.dataset, &question.role).await?;
    let mut conversation = None;
    for earlier in &question.history {
        let answer = asker.ask(&earlier.text, conversation.as_ref()).await?;
        conversation = answer.get("conversationId").cloned();
    }
    let rows_before = asker.count_rows().await?;
    let started = Instant::now();
    let answer = asker.ask(&question.text, conversation.as_ref()).await?;
    let time = started.elapsed();
    let view = AnswerView(&answer);
    let calls: Vec<ExpectedCall> = view
        .list("calls")
        .iter()
        .filter_map(|call| serde_json::from_value(call.clone()).ok())
        .collect();
    let mut asserts = Map::new();
    for name in &question.expect.asserts {
        let holds = match answer_checks::check_answer(name, question, &view) {
            Some(holds) => holds,
            None => match name.as_str() {
                "no_rows_changed" => asker.count_rows().await? == rows_before,
                _ => check_with_server(name, question, &asker, &view, &calls).await?,
            },
        };
        asserts.insert(name.clone(), Value::Bool(holds));
    }
    let judged = JudgedAnswer {
        is_exact: is_exact_plan(question, view.text("disposition"), &calls),
        confidence: view.text("confidence").to_owned(),
        held: asserts
            .values()
            .filter(|held| **held == Value::Bool(true))
            .count(),
        asserts: asserts.len(),
        time,
    };
    let line = json!({
        "id": question.id,
        "exact": judged.is_exact,
        "disposition": view.text("disposition"),
        "calls": calls.iter().map(|call| json!({"tool": call.tool, "args": call.args})).collect::<Vec<_>>(),
        "confidence": judged.confidence,
        "isQuickResponse": answer.get("isQuickResponse"),
        "answer": view.prose(),
        "options": answer.get("options"),
        "facts": answer.get("facts"),
        "asserts": asserts,
    });
    Ok((line, judged))
}

/// Checks that need the rows, the evidence or more answers. Unknown checks do not hold.
async fn check_with_server(
    name: &str,
    question: &Question,
    asker: &Asker<'_>,
    answer: &AnswerView<'_>,
    calls: &[ExpectedCall],
) -> Result<bool, CommandError> {
    Ok(match name {
        // Without a figure that SQL alone can compute, there is nothing to contradict.
        "values_match_oracle" => answer_oracle::check_figures(&asker.scope, answer, calls)
            .await?
            .unwrap_or(true),
        "shows_as_of" => answer.0.get("asOf").is_some_and(Value::is_string),
        "cites_tool_call" => asker.has_evidence(answer).await?,
        _ => match (name.strip_prefix("options:"), name) {
            (Some(tools), _) => {
                let offered = asker.list_option_tools(answer).await?;
                tools
                    .split(',')
                    .all(|tool| offered.iter().any(|offer| offer == tool))
            }
            (None, name) if name.starts_with("identical_to_unknown") => {
                let unknown = replace_names(&question.text);
                let other = asker.ask(&unknown, None).await?;
                replace_names(answer.text("response"))
                    == replace_names(AnswerView(&other).text("response"))
            }
            _ => false,
        },
    })
}

/// The text with names of the other organization and numbers replaced by unknown ones.
fn replace_names(text: &str) -> String {
    let mut replaced = text.replace(seed_files::OTHER_TENANT, "Stone Harbor Group");
    for name in seed_files::OTHER_TENANT_NAMES {
        replaced = replaced.replace(name, "Stone Harbor Group");
    }
    replaced
        .chars()
        .map(|letter| if letter.is_ascii_digit() { '9' } else { letter })
        .collect()
}
