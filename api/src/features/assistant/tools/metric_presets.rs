//! Tools whose figures are plain measures: each call is a metric query.

mod preset_queries;

use super::lines_context::{LinesContext, open_lines};
use crate::auth::permission::{CustomersRead, InventoryRead, SalesRead};
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::metric_answer::{
    Description, add_value, describe_span, parse_query, run_query,
};
use crate::features::assistant::period::{DateRange, Period};
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Category, Order, ToolCall, ToolName};
use crate::features::assistant::tool_result::ToolResult;
use crate::features::purchasing::read_unsold_items;
use metrics::{Answer, AnswerValue, Column, ColumnRole, find_dataset};
use preset_queries::{PresetQuery, expand_preset};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The maximum number of members in a sentence about changes or missing lines.
const MAX_NAMED_MEMBERS: usize = 3;

/// Answers a call by the queries that it stands for, if its tool is a preset.
pub(super) async fn run_preset(
    context: &ToolContext<'_>,
    call: &ToolCall,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let Some(preset) = expand_preset(call, sheet.currency()) else {
        return Ok(());
    };
    if call.tool == ToolName::TopCustomers {
        context.require(CustomersRead)?;
    }
    if let Some((label, path)) = preset.page {
        result.add_link(label, path);
    }
    let args = &call.args;
    let usual = call.tool.default_period();
    let usual = usual.unwrap_or(Period::Last12Months);
    let opened = open_lines(context, preset.lines, (args, usual), sheet, result).await?;
    if let Some(opened) = opened {
        let run = PresetRun {
            context,
            opened: &opened,
            preset: &preset,
            args,
        };
        run.answer(sheet, result).await?;
    }
    Ok(())
}

/// A preset over a period.
struct PresetRun<'a> {
    context: &'a ToolContext<'a>,
    opened: &'a LinesContext,
    preset: &'a PresetQuery,
    args: &'a Args,
}

impl PresetRun<'_> {
    async fn answer(
        &self,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) -> Result<(), ToolError> {
        let compared = self.opened.comparison_days(self.args.compare);
        let is_asked = self.args.compare.is_some();
        let mut query = self.over_period(&self.preset.query);
        if self.preset.is_total() && (is_asked || self.opened.covers(compared)) {
            set_member(&mut query, "compare", json!(compared_days(compared)));
        }
        let answer = self.run(&query).await?;
        result.source_row_count = answer.source_rows;
        result.method = self.method();
        result.query = Some(self.over_period(&self.preset.query));
        let is_empty = answer.source_rows == 0;
        let what = self.describe_filters(sheet);
        let scope = format!("{what}, {}", self.opened.period_text);
        if !is_empty {
            let mut description = Description::new(&query, &answer).over(&scope);
            if !is_asked {
                description = description.without_comparison();
            }
            description.write(sheet, result);
        }
        if is_empty {
            if let Some((label, one, many)) = self.preset.counted {
                let zero = sheet.add_count(label, 0, one, many, Vec::new());
                result.push_sentence(format!("{label}{scope}: {zero}."));
            }
            self.opened.push_no_lines(&what, sheet, result);
        } else if is_asked {
            self.opened.push_partial_coverage(compared, sheet, result);
        }
        if !is_empty && let Some(breakdown) = &self.preset.breakdown {
            self.add_breakdown(breakdown, sheet, result).await?;
        }
        if !self.preset.is_total() && !is_empty && self.opened.covers(compared) {
            self.add_changes(&query, &answer, compared, sheet, result)
                .await?;
        }
        self.add_missing_members(compared, sheet, result).await?;
        self.add_other_currencies(sheet, result).await
    }

    /// ` of seed products with Northfield`; empty without filters.
    fn describe_filters(&self, sheet: &mut FactSheet) -> String {
        let category = self.args.category.map_or_else(String::new, |category| {
            format!(" of {} products", category.as_str())
        });
        let supplier = self
            .args
            .supplier
            .as_deref()
            .map_or_else(String::new, |name| {
                format!(" with {}", sheet.add_name("Supplier", name, Vec::new()))
            });
        category + &supplier
    }

    async fn run(&self, query: &Value) -> Result<Answer, ToolError> {
        run_query(self.context, &self.opened.db, query).await
    }

    fn over_period(&self, query: &Value) -> Value {
        let mut query = query.clone();
        set_member(
            &mut query,
            "period",
            json!({"from": self.opened.days.from, "to": self.opened.days.to}),
        );
        query
    }

    /// The formula of the first measure.
    fn method(&self) -> Option<&'static str> {
        let measure = self.preset.query.pointer("/measures/0")?.as_str()?;
        let dataset = find_dataset(self.preset.lines.dataset())?;
        Some(dataset.find_measure(measure)?.formula_text)
    }

    async fn add_breakdown(
        &self,
        breakdown: &Value,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) -> Result<(), ToolError> {
        let query = self.over_period(breakdown);
        let mut answer = self.run(&query).await?;
        let parsed = parse_query(self.context, &query)?;
        answer.add_empty_buckets(&parsed, self.opened.extent.first_day);
        Description::new(&query, &answer)
            .without_total()
            .write(sheet, result);
        Ok(())
    }

    /// Adds how the first members changed, and what to do about those that fell.
    async fn add_changes(
        &self,
        query: &Value,
        answer: &Answer,
        compared: DateRange,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) -> Result<(), ToolError> {
        if self.args.order == Some(Order::Ascending) {
            return Ok(());
        }
        let mut query = query.clone();
        set_member(&mut query, "compare", json!(compared_days(compared)));
        let with_changes = self.run(&query).await?;
        let Some(span) = with_changes.compared_span else {
            return Ok(());
        };
        let span = sheet.add_period("Compared with", &describe_span(span));
        let is_measure = |column: &&Column| column.role == ColumnRole::Measure;
        let is_shared =
            |column: &&Column| is_measure(column) || column.role == ColumnRole::Dimension;
        let label = answer.columns.iter().find(is_measure);
        let label = label.map_or("Figure", |column| column.label.as_str());
        let label = sheet.quote("Measure", label);
        // An item has a row for each unit, and members of the same name differ in their figures.
        let shared = with_changes.columns.iter().take_while(is_shared).count();
        for row in answer.rows.iter().take(MAX_NAMED_MEMBERS) {
            let same = with_changes
                .rows
                .iter()
                .find(|other| other.get(..shared) == row.get(..shared));
            let Some((name, before, change)) =
                same.and_then(|row| add_change_facts(&with_changes, row, sheet))
            else {
                continue;
            };
            result.insights.push(format!(
                "{label} of {name} compared with {span}: {}, from {before}.",
                change.1
            ));
            if change.0 < 0.0
                && let Some(advice) = self.preset.advice
            {
                result.actions.push(advice.replace("{name}", &name));
            }
        }
        Ok(())
    }

    /// Adds members that are notable because they have no lines in the period.
    async fn add_missing_members(
        &self,
        compared: DateRange,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) -> Result<(), ToolError> {
        if let Some(lapsed) = &self.preset.lapsed {
            let mut query = self.over_period(lapsed);
            set_member(&mut query, "compare", json!(compared_days(compared)));
            for row in &self.run(&query).await?.rows {
                if let Some(AnswerValue::Text(name)) = row.first() {
                    let name = sheet.add_name("In the previous period only", name, Vec::new());
                    result.insights.push(format!(
                        "You bought from {name} in the previous period, but not in this one."
                    ));
                }
            }
        }
        if self.preset.lists_unsold {
            self.add_unsold_items(sheet, result).await?;
        }
        Ok(())
    }

    /// Adds items in stock without any sale: they are slower than any item that was sold.
    async fn add_unsold_items(
        &self,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) -> Result<(), ToolError> {
        let sales = self.context.require(SalesRead)?;
        let Ok(stock) = self.context.require(InventoryRead) else {
            return Ok(());
        };
        let unsold = read_unsold_items(
            &self.opened.db,
            self.opened.dates(),
            self.args.category.map(Category::as_str),
            (&stock, &sales),
        )
        .await?;
        if unsold.is_empty() {
            return Ok(());
        }
        let count = sheet.add_count(
            "Products in stock without a sale",
            unsold.len() as u64,
            "product",
            "products",
            Vec::new(),
        );
        let names: Vec<String> = unsold
            .iter()
            .take(MAX_NAMED_MEMBERS)
            .map(|name| {
                sheet
                    .add_name("Product without a sale", name, Vec::new())
                    .to_string()
            })
            .collect();
        result.insights.push(format!(
            "In stock without a sale in this period: {count}, such as {}.",
            names.join(", ")
        ));
        if let Some(name) = names.first() {
            result
                .actions
                .push(format!("Check {name}: it is in stock but was not sold."));
        }
        Ok(())
    }

    /// Adds a sentence about lines in other currencies: amounts of different currencies are never
    /// added up.
    async fn add_other_currencies(
        &self,
        sheet: &mut FactSheet,
        result: &mut ToolResult,
    ) -> Result<(), ToolError> {
        if !self.preset.is_in_currency {
            return Ok(());
        }
        let others = self.over_period(&json!({
            "dataset": self.preset.lines.dataset(),
            "measures": ["lines"],
            "filters": [{"dimension": "currency", "op": "not_in", "values": [sheet.currency()]}],
        }));
        let lines = self.run(&others).await?.source_rows;
        if lines > 0 {
            let lines = sheet.add_count(
                "Lines in other currencies",
                lines,
                "line",
                "lines",
                Vec::new(),
            );
            result.push_sentence(format!("Left out: {lines} in other currencies."));
        }
        Ok(())
    }
}

/// The name of a member with its unit if it has rows by unit, its figure before, and the change with
/// its fact; none without a figure before.
fn add_change_facts(
    answer: &Answer,
    row: &[AnswerValue],
    sheet: &mut FactSheet,
) -> Option<(String, FactId, (f64, FactId))> {
    let find = |suffix: &str| {
        let mut cells = answer.columns.iter().zip(row);
        cells.find(|(column, _)| column.id.ends_with(suffix))
    };
    let (before, change) = (find(".compare")?, find(".change_percent")?);
    let AnswerValue::Number(percent) = change.1 else {
        return None;
    };
    let mut members = answer
        .columns
        .iter()
        .zip(row)
        .filter_map(|(column, value)| {
            let is_member = column.role == ColumnRole::Dimension;
            match value {
                AnswerValue::Text(name) if is_member => {
                    Some((column.label.as_str(), name.as_str()))
                }
                _ => None,
            }
        });
    let (_, name) = members.next()?;
    let mut name = name.to_owned();
    let mut shown = sheet.add_name("Member", &name, Vec::new()).to_string();
    for (label, other) in members {
        let _ = write!(name, ", {other}");
        let _ = write!(shown, " ({})", sheet.quote(label, other));
    }
    let measure = &answer
        .columns
        .iter()
        .find(|one| one.role == ColumnRole::Measure)?
        .label;
    let before_label = format!("Previous {} of {name}", measure.to_lowercase());
    let change_label = format!("Change of {} of {name}", measure.to_lowercase());
    Some((
        shown,
        add_value(sheet, &before_label, before.0, before.1, Vec::new()),
        (
            *percent,
            add_value(sheet, &change_label, change.0, change.1, Vec::new()),
        ),
    ))
}

fn compared_days(days: DateRange) -> Value {
    json!({"from": days.from, "to": days.to})
}

fn set_member(query: &mut Value, name: &str, value: Value) {
    if let Some(object) = query.as_object_mut() {
        object.insert(name.to_owned(), value);
    }
}
