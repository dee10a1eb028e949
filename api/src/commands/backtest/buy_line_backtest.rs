//! Plans purchases for questions on standard input, one JSON object per line, and writes each
//! answer as one line before it reads the next.

mod messages;
mod numbering;
mod retailer_state;

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use purchase_planning::{Plan, Planner, RowPosition, from_e4};
use thiserror::Error;

use messages::{Answer, AnswerCell, AnswerOrder, AnswerTransfer, Question};
use numbering::Numbering;
use retailer_state::RetailerState;

/// Why the evaluation stops.
#[derive(Debug, Error)]
pub(super) enum BuyLineError {
    #[error("question {line} is not valid: {source}")]
    Question {
        line: usize,
        source: serde_json::Error,
    },
    #[error("{} cannot be read: {source}", file.display())]
    Table { file: PathBuf, source: csv::Error },
    #[error("questions cannot be read or answers cannot be written: {0}")]
    Stream(#[from] std::io::Error),
    #[error("an answer cannot be written: {0}")]
    Answer(#[from] serde_json::Error),
}

/// Answers questions until the input ends.
pub(super) fn run_buy_line(
    input: impl BufRead,
    mut output: impl Write,
) -> Result<(), BuyLineError> {
    let mut retailer = String::new();
    let mut state = RetailerState::default();
    for (index, line) in input.lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let question: Question =
            serde_json::from_str(&line).map_err(|source| BuyLineError::Question {
                line: index + 1,
                source,
            })?;
        if question.retailer != retailer {
            retailer.clone_from(&question.retailer);
            state = RetailerState::default();
        }
        if !question.probe {
            if let Some(folder) = &question.history {
                state.read_tables(Path::new(folder))?;
            }
            state.observe_stock(&question);
        }
        let (plan, positions) = plan_morning(&state, &question);
        serde_json::to_writer(&mut output, &build_answer(&question, &plan, &positions))?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

fn plan_morning(state: &RetailerState, question: &Question) -> (Plan, Vec<RowPosition>) {
    let (numbering, rows) = Numbering::of_question(question);
    let history = state.history(question, &numbering);
    let morning = numbering.morning(question, rows);
    let weeks = if question.position { question.weeks } else { 0 };
    Planner::fit(&morning, &history).plan(&morning, weeks, |position| position)
}

fn build_answer<'a>(question: &'a Question, plan: &Plan, positions: &[RowPosition]) -> Answer<'a> {
    let mut answer = Answer::default();
    for order in &plan.orders {
        let line = &question.inventory[order.row];
        answer.orders.push(AnswerOrder {
            item: &line.item,
            location: &line.location,
            supplier: &line.supplier,
            quantity: from_e4(order.quantity_e4),
        });
    }
    for transfer in &plan.transfers {
        let from = &question.inventory[transfer.from];
        answer.transfers.push(AnswerTransfer {
            item: &from.item,
            from: &from.location,
            to: &question.inventory[transfer.to].location,
            quantity: from_e4(transfer.quantity_e4),
        });
    }
    for (line, position) in question.inventory.iter().zip(positions) {
        for (week, cell) in position.cells.iter().enumerate() {
            answer.position.push(AnswerCell {
                item: &line.item,
                location: &line.location,
                week,
                on_hand: from_e4(cell.on_hand_e4),
                arrivals: from_e4(cell.arrivals_e4),
                bookings: from_e4(cell.bookings_e4),
                unbooked_forecast: from_e4(cell.unbooked_forecast_e4),
                balance: from_e4(cell.balance_e4),
            });
        }
    }
    answer
}
