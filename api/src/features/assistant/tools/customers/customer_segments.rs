//! `customer_segments`: customer segments, predicted needs and savings from purchases at the best
//! time.

use super::customer_figures::load_figures_or_explain;
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::customers::CustomerReport;
use crate::features::customers::headlines::BestMonth;
use crate::features::customers::segments::{METHOD, NEEDS_DAYS, Segment, SegmentRow};

/// Maximum number of customers of a segment in a sentence.
const MAX_NAMED_CUSTOMERS: usize = 3;

pub(in super::super) async fn customer_segments(
    context: &ToolContext<'_>,
    _args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let Some(report) = load_figures_or_explain(context, sheet, result).await? else {
        return Ok(());
    };
    result.method = Some(METHOD);
    let all = sheet.add_count(
        "Customers with orders",
        report.figures.with_orders as u64,
        "customer",
        "customers",
        Vec::new(),
    );
    let mut rows = Vec::new();
    let mut parts = Vec::new();
    for segment in &report.figures.segments {
        let (row, part) = build_segment_row(segment, sheet, result);
        rows.push(row);
        parts.push(part);
    }
    result.push_sentence(format!(
        "Segments of {all} with orders: {}.",
        parts.join(", ")
    ));
    push_outlook(&report, sheet, result);
    push_at_risk(&report, sheet, result);
    let columns = vec![
        Column::for_text("Segment"),
        Column::for_numbers("Customers"),
        Column::for_numbers("Orders per year each"),
        Column::for_numbers("Expected orders in the next months"),
        Column::for_text("Best time to buy for them"),
        Column::for_numbers("Potential savings per year"),
    ];
    let total = rows.len();
    result.table = Some(Table {
        title: "Segments".into(),
        columns,
        rows,
        total,
    });
    Ok(())
}

fn build_segment_row(
    segment: &SegmentRow,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> (Row, String) {
    let id = result.next_row_id();
    let refs = || vec![id.clone()];
    let name = sheet.add_name("Segment", &segment.segment.to_string(), refs());
    let members = sheet.add_count(
        format!("Customers: {}", segment.segment),
        segment.members.len() as u64,
        "customer",
        "customers",
        refs(),
    );
    let frequency = sheet.add_measure(
        format!("Orders a year: {}", segment.segment),
        segment.terms.orders_per_year,
        "orders a year",
        refs(),
    );
    let expected = sheet.add_measure(
        format!("Expected orders: {}", segment.segment),
        segment.terms.expected_orders_90_days,
        "orders",
        refs(),
    );
    let best = sheet.add_name("Best time to buy", &segment.optimal_purchase_time, refs());
    let savings: Option<FactId> = segment.potential_savings.as_ref().map(|savings| {
        sheet.add_mean_money(
            format!("Potential savings: {}", segment.segment),
            savings.per_year,
            refs(),
        )
    });
    let cells = vec![
        Some(name),
        Some(members),
        Some(frequency),
        Some(expected),
        Some(best),
        savings,
    ];
    (Row { id, cells }, format!("{name} ({members})"))
}

/// Adds the outlook for the coming months.
fn push_outlook(report: &CustomerReport, sheet: &mut FactSheet, result: &mut ToolResult) {
    let days = sheet.add_count("Days ahead", NEEDS_DAYS, "day", "days", Vec::new());
    let expected: f64 = report
        .figures
        .segments
        .iter()
        .map(|segment| segment.terms.expected_orders_90_days)
        .sum();
    let expected = sheet.add_measure("Expected orders of all", expected, "orders", Vec::new());
    result.push_sentence(format!("Expected in the next {days}: {expected}."));
    if let Some(saving) = report
        .figures
        .saving
        .as_ref()
        .filter(|saving| saving.value > 0.0)
    {
        let percent = sheet.add_percent("Best saving", saving.value, Vec::new());
        let months: Vec<String> = saving
            .terms
            .best
            .iter()
            .map(|best| describe_best_month(best, sheet))
            .collect();
        let months = months.join(", ");
        result.insights.push(format!(
            "In the coming months, buying {months} saves {percent} compared with buying at the \
                peak of demand."
        ));
    }
    let savings: Option<f64> = report
        .figures
        .segments
        .iter()
        .filter_map(|segment| segment.potential_savings.as_ref())
        .map(|savings| savings.per_year)
        .reduce(|a, b| a + b);
    if let Some(savings) = savings.filter(|savings| *savings > 0.0) {
        let savings = sheet.add_mean_money("Potential savings of all", savings, Vec::new());
        result.insights.push(format!(
            "Buying in the best months would save {savings} per year."
        ));
    }
}

fn describe_best_month(best: &BestMonth, sheet: &mut FactSheet) -> String {
    let category = sheet.add_name("Category", &best.category, Vec::new());
    let month = sheet.add_period(
        format!("Best of the next months to buy {}", best.category),
        best.month.name(),
    );
    let saving = sheet.add_percent(
        format!("Saving on {} in {}", best.category, best.month.name()),
        best.saving_percent,
        Vec::new(),
    );
    format!("{category} in {month} ({saving})")
}

/// Adds large customers at risk and overdue customers.
fn push_at_risk(report: &CustomerReport, sheet: &mut FactSheet, result: &mut ToolResult) {
    let Some(segment) = report
        .figures
        .segments
        .iter()
        .find(|segment| segment.segment == Segment::AtRisk)
    else {
        return;
    };
    let member = |id: &str| segment.members.iter().any(|member| member.id == id);
    // Largest customers first.
    let rows: Vec<_> = report
        .figures
        .patterns
        .iter()
        .filter(|row| member(&row.id))
        .collect();
    let names: Vec<String> = rows
        .iter()
        .take(MAX_NAMED_CUSTOMERS)
        .map(|row| {
            sheet
                .add_name("Customer", &row.customer, Vec::new())
                .to_string()
        })
        .collect();
    let count = sheet.add_count(
        "Customers at risk",
        rows.len() as u64,
        "customer",
        "customers",
        Vec::new(),
    );
    result
        .insights
        .push(format!("At risk: {count}. Largest: {}.", names.join(", ")));
    for (row, name) in rows.iter().zip(&names) {
        let spend = sheet.add_mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            Vec::new(),
        );
        let late = if row.overdue.is_some() {
            "overdue, and "
        } else {
            ""
        };
        result
            .actions
            .push(format!("Call {name}: {late}a usual order is {spend}."));
    }
}
