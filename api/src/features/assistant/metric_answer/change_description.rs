//! Describes how a figure moved between two periods, and which members moved it.

use super::description::{Description, add_value};
use super::figure_text::{format_value, parse_number};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_result::ToolResult;
use metrics::{Answer, AnswerValue, Column, ColumnRole};
use questions::{Direction, Explanation};
use serde_json::Value;

/// The maximum number of contributions in a sentence.
const MAX_NAMED_CONTRIBUTIONS: usize = 3;

/// Adds how a figure moved between the periods, and whether it moved as presumed.
pub(super) fn describe_change(
    answer: &Answer,
    explanation: &Explanation,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    for row in &answer.rows {
        let find = |suffix: &str| {
            let mut cells = answer.columns.iter().zip(row);
            cells.find(|(column, _)| match suffix {
                "" => column.role == ColumnRole::Measure,
                _ => column.id.ends_with(suffix),
            })
        };
        let (Some(now), Some(before), Some(change)) = (find(""), find(".compare"), find(".change"))
        else {
            continue;
        };
        let mut add = |(column, value): (&Column, &AnswerValue)| {
            add_value(sheet, &column.label, column, value, Vec::new())
        };
        let (now_fact, before_fact, change_fact) = (add(now), add(before), add(change));
        let label = sheet.quote("Measure", &now.0.label);
        let moved = parse_number(change.1).unwrap_or(0.0);
        let verb = if moved > 0.0 {
            "rose"
        } else if moved < 0.0 {
            "fell"
        } else {
            "did not change"
        };
        let is_presumed = match explanation.presumed {
            Some(Direction::Up) => moved > 0.0,
            Some(Direction::Down) => moved < 0.0,
            None => true,
        };
        let figures = if moved == 0.0 {
            format!("{label} did not change: {now_fact}.")
        } else {
            format!("from {before_fact} to {now_fact}, a change of {change_fact}.")
        };
        result.push_sentence(match explanation.presumed {
            _ if moved == 0.0 => figures,
            Some(Direction::Up) if !is_presumed => {
                format!("{label} did not rise: it {verb} {figures}")
            }
            Some(Direction::Down) if !is_presumed => {
                format!("{label} did not fall: it {verb} {figures}")
            }
            _ => format!("{label} {verb} {figures}"),
        });
    }
}

/// Adds the members that changed most, in the direction of the whole.
pub(super) fn describe_contributions(
    query: &Value,
    answer: &Answer,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let columns = &answer.columns;
    let Some(change) = columns
        .iter()
        .position(|column| column.id.ends_with(".change"))
    else {
        return;
    };
    let number = |row: &[AnswerValue]| row.get(change).and_then(parse_number).unwrap_or(0.0);
    let total: f64 = answer.totals.iter().map(|row| number(row)).sum();
    let mut sorted = answer.clone();
    sorted.rows.sort_by(|a, b| {
        let order = number(b).total_cmp(&number(a));
        if total < 0.0 { order.reverse() } else { order }
    });
    Description::new(query, &sorted).add_table(sheet, result);
    let label = columns
        .first()
        .map_or_else(String::new, |column| column.label.to_lowercase());
    let label = sheet.quote("Breakdown", &label);
    let mut named = Vec::new();
    for row in sorted.rows.iter().take(MAX_NAMED_CONTRIBUTIONS) {
        let (Some(member), Some(name), Some(column), Some(value)) = (
            columns.first(),
            row.first(),
            columns.get(change),
            row.get(change),
        ) else {
            continue;
        };
        let name_text = format_value(member, name);
        let change_label = format!("{} of {name_text}", column.label);
        let name = sheet.add_name(member.label.clone(), &name_text, Vec::new());
        let value = add_value(sheet, &change_label, column, value, Vec::new());
        named.push(format!("{name} ({value})"));
    }
    if !named.is_empty() {
        let named = named.join(", ");
        result.push_sentence(format!("Largest contributions by {label}: {named}."));
    }
}
