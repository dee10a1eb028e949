//! The segments of the customers, what they are expected to need, and what buying at the right time
//! would save.

use super::reading::{is_overdue, opened};
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::{FactId, FactSheet};
use crate::features::assistant::finding::{Column, Finding, Row, Table};
use crate::features::assistant::registry::Args;
use crate::features::customers::ReadFigures;
use crate::features::customers::headlines::BestMonth;
use crate::features::customers::segments::{DAYS_AHEAD, METHOD, Segment, SegmentRow};
use crate::http::ApiError;

/// Customers of a segment that a sentence names.
const NAMED: usize = 3;

pub(in super::super) async fn customer_segments(
    desk: &Desk<'_>,
    _args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let Some(read) = opened(desk, sheet, found).await? else {
        return Ok(());
    };
    found.method = Some(METHOD);
    let all = sheet.count(
        "Customers with orders",
        read.figures.with_orders as u64,
        "customer",
        "customers",
        Vec::new(),
    );
    let mut rows = Vec::new();
    let mut parts = Vec::new();
    for segment in &read.figures.segments {
        let (row, part) = shown(segment, sheet, found);
        rows.push(row);
        parts.push(part);
    }
    found.say(format!(
        "Segments of {all} with orders: {}.",
        parts.join(", ")
    ));
    ahead(&read, sheet, found);
    at_risk(&read, desk, sheet, found);
    let columns = vec![
        Column::words("Segment"),
        Column::figures("Customers"),
        Column::figures("Orders a year each"),
        Column::figures("Expected orders in the next months"),
        Column::words("Best time to buy for them"),
        Column::figures("Potential savings a year"),
    ];
    let total = rows.len();
    found.table = Some(Table {
        title: "Segments",
        columns,
        rows,
        total,
    });
    Ok(())
}

fn shown(segment: &SegmentRow, sheet: &mut FactSheet, found: &mut Finding) -> (Row, String) {
    let id = found.next_row();
    let refs = || vec![id.clone()];
    let name = sheet.name("Segment", &segment.segment.to_string(), refs());
    let members = sheet.count(
        format!("Customers: {}", segment.segment),
        segment.members.len() as u64,
        "customer",
        "customers",
        refs(),
    );
    let frequency = sheet.measure(
        format!("Orders a year: {}", segment.segment),
        segment.terms.orders_per_year,
        "orders a year",
        refs(),
    );
    let expected = sheet.measure(
        format!("Expected orders: {}", segment.segment),
        segment.terms.expected_orders_90_days,
        "orders",
        refs(),
    );
    let best = sheet.name("Best time to buy", &segment.optimal_purchase_time, refs());
    let savings: Option<FactId> = segment.potential_savings.as_ref().map(|savings| {
        sheet.mean_money(
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

/// What the coming months bring.
fn ahead(read: &ReadFigures, sheet: &mut FactSheet, found: &mut Finding) {
    let days = sheet.count("Days ahead", DAYS_AHEAD, "day", "days", Vec::new());
    let expected: f64 = read
        .figures
        .segments
        .iter()
        .map(|segment| segment.terms.expected_orders_90_days)
        .sum();
    let expected = sheet.measure("Expected orders of all", expected, "orders", Vec::new());
    found.say(format!("Expected in the next {days}: {expected}."));
    if let Some(saving) = read
        .figures
        .saving
        .as_ref()
        .filter(|saving| saving.value > 0.0)
    {
        let percent = sheet.percent("Best saving on offer", saving.value, Vec::new());
        let months: Vec<String> = saving
            .terms
            .best
            .iter()
            .map(|best| month_to_buy(best, sheet))
            .collect();
        let months = months.join(", ");
        found.insights.push(format!(
            "In the coming months {percent} is saved against buying at \
            the peak of demand by buying {months}."
        ));
    }
    let savings: Option<f64> = read
        .figures
        .segments
        .iter()
        .filter_map(|segment| segment.potential_savings.as_ref())
        .map(|savings| savings.per_year)
        .reduce(|a, b| a + b);
    if let Some(savings) = savings.filter(|savings| *savings > 0.0) {
        let savings = sheet.mean_money("Potential savings of all", savings, Vec::new());
        found.insights.push(format!(
            "Buying for them in the best months would save {savings} a year."
        ));
    }
}

fn month_to_buy(best: &BestMonth, sheet: &mut FactSheet) -> String {
    let category = sheet.name("Category", &best.category, Vec::new());
    let month = sheet.period(
        format!("Best of the next months to buy {}", best.category),
        best.month.name(),
    );
    let saving = sheet.percent(
        format!("Saving on {} in {}", best.category, best.month.name()),
        best.saving_percent,
        Vec::new(),
    );
    format!("{category} in {month} ({saving})")
}

/// Large customers who are about to be lost, and those who are late.
fn at_risk(read: &ReadFigures, desk: &Desk<'_>, sheet: &mut FactSheet, found: &mut Finding) {
    let Some(segment) = read
        .figures
        .segments
        .iter()
        .find(|segment| segment.segment == Segment::AtRisk)
    else {
        return;
    };
    let member = |id: &str| segment.members.iter().any(|member| member.id == id);
    // Largest customers first.
    let rows: Vec<_> = read
        .figures
        .patterns
        .iter()
        .filter(|row| member(&row.id))
        .collect();
    let names: Vec<String> = rows
        .iter()
        .take(NAMED)
        .map(|row| {
            sheet
                .name("Customer", &row.customer, Vec::new())
                .to_string()
        })
        .collect();
    let count = sheet.count(
        "Customers at risk",
        rows.len() as u64,
        "customer",
        "customers",
        Vec::new(),
    );
    found.insights.push(format!(
        "At risk: {count}, the largest first {}.",
        names.join(", ")
    ));
    for (row, name) in rows.iter().zip(&names) {
        let spend = sheet.mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            Vec::new(),
        );
        let late = if is_overdue(row, desk.as_of()) {
            "overdue, and "
        } else {
            ""
        };
        found
            .actions
            .push(format!("Call {name}: {late}a usual order is {spend}."));
    }
}
