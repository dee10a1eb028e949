//! One customer: last purchase, rhythm, usual order, segment, and what comes next.

use super::next;
use super::reading::{Known, has_too_little_history, known, opened};
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::{Column, Finding, MOST_ROWS, Row, Table};
use crate::features::assistant::planner::Doubt;
use crate::features::assistant::registry::Args;
use crate::features::customers::ReadFigures;
use crate::features::customers::patterns::PatternRow;
use crate::features::customers::segments::Segment;
use crate::http::ApiError;

pub(in super::super) async fn customer_profile(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let Some(read) = opened(desk, sheet, found).await? else {
        return Ok(());
    };
    // The registry has no call of this tool without a customer.
    let name = args.customer.as_deref().unwrap_or_default();
    match known(&read, name, found) {
        Some(Known::WithOrders(rows)) => {
            if let Some(row) = rows.first() {
                described(&read, row, sheet, found);
                next_purchase(row, desk, sheet, found);
            }
            if rows.len() > 1 {
                let count = sheet.count(
                    "Customers of this name",
                    rows.len() as u64,
                    "customer",
                    "customers",
                    Vec::new(),
                );
                found.say(format!(
                    "There are {count} of this name; this is the largest, and the \
                    table has them all."
                ));
            }
            table(&read, &rows, sheet, found);
        }
        Some(Known::WithoutOrders) => {
            let name = sheet.name("Customer", name, Vec::new());
            found.say(format!(
                "{name} is on record, but has not bought anything yet."
            ));
            found.doubts.push(Doubt::TooLittleHistory);
        }
        None => {}
    }
    Ok(())
}

fn described(read: &ReadFigures, row: &PatternRow, sheet: &mut FactSheet, found: &mut Finding) {
    let name = sheet.name("Customer", &row.customer, Vec::new());
    let last = sheet.date("Last purchase", row.last_purchase, Vec::new());
    let frequency = sheet.measure("Orders a year", row.frequency, "orders a year", Vec::new());
    let spend = sheet.mean_money("Usual order", row.average_spend, Vec::new());
    let orders = sheet.count(
        "Orders so far",
        row.terms.orders,
        "order",
        "orders",
        Vec::new(),
    );
    let first = sheet.date("First purchase", row.terms.first_purchase, Vec::new());
    found.say(format!(
        "{name} last bought on {last}, at {frequency}; a usual order is {spend}."
    ));
    found.say(format!("So far it is {orders} since {first}."));
    if let Some(segment) = segment(read, row) {
        let word = sheet.name("Segment", &segment.to_string(), Vec::new());
        let rule = sheet.name("What the segment means", segment.rule(), Vec::new());
        found.say(format!("Segment: {word} ({rule})."));
    }
    if !has_too_little_history(row) {
        let alive = sheet.percent(
            "Probability of still being a customer",
            row.terms.p_alive_percent,
            Vec::new(),
        );
        found.insights.push(format!(
            "{name} still is a customer with a probability of {alive}."
        ));
    }
}

/// The segment that the screen counts the customer in.
fn segment(read: &ReadFigures, row: &PatternRow) -> Option<Segment> {
    read.figures
        .segments
        .iter()
        .find(|segment| segment.members.iter().any(|member| member.id == row.id))
        .map(|segment| segment.segment)
}

fn next_purchase(row: &PatternRow, desk: &Desk<'_>, sheet: &mut FactSheet, found: &mut Finding) {
    if has_too_little_history(row) {
        found.say(
            "With purchases on one day only there is not enough history to predict the next one.",
        );
        found.doubts.push(Doubt::TooLittleHistory);
    } else {
        next::one(row, desk.as_of(), None, sheet, found);
    }
}

fn table(read: &ReadFigures, shown: &[&PatternRow], sheet: &mut FactSheet, found: &mut Finding) {
    let mut rows = Vec::new();
    for row in shown.iter().take(MOST_ROWS) {
        let id = found.next_row();
        let refs = || vec![id.clone()];
        let name = sheet.name("Customer", &row.customer, refs());
        let last = sheet.date(
            format!("Last purchase of {}", row.customer),
            row.last_purchase,
            refs(),
        );
        let frequency = sheet.measure(
            format!("Orders a year of {}", row.customer),
            row.frequency,
            "orders a year",
            refs(),
        );
        let spend = sheet.mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            refs(),
        );
        let segment =
            segment(read, row).map(|segment| sheet.name("Segment", &segment.to_string(), refs()));
        rows.push(Row {
            cells: vec![
                Some(name),
                Some(last),
                Some(frequency),
                Some(spend),
                segment,
            ],
            id,
        });
    }
    let columns = vec![
        Column::words("Customer"),
        Column::words("Last purchase"),
        Column::figures("Frequency"),
        Column::figures("Usual order"),
        Column::words("Segment"),
    ];
    found.table = Some(Table {
        title: "Customer",
        columns,
        rows,
        total: shown.len(),
    });
}
