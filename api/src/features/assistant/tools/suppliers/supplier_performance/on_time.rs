//! Delivery rate by supplier: share of lines delivered on time.

use super::super::super::answer_phrases::row_limit;
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::question_planner::Doubt;
use crate::features::assistant::tool_registry::{Args, Order};
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::purchasing::suppliers::{Punctuality, SupplierDeliveries};

/// Difference to the average at or below which a supplier is mentioned, in percentage points.
const NOTABLE_GAP_POINTS: f64 = -10.0;
/// Suppliers that are mentioned, the furthest behind first.
const MAX_NOTABLE: usize = 5;
/// Minimum number of lines to compare suppliers.
const MIN_LINES: u64 = 5;

pub(super) fn push_on_time_rates(
    args: &Args,
    all: &Punctuality,
    period: FactId,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let mut named: Vec<(&str, &SupplierDeliveries)> = all
        .suppliers
        .iter()
        .filter_map(|row| Some((row.supplier.as_deref()?, row)))
        .collect();
    if args.order == Some(Order::Ascending) {
        named.reverse();
    }
    if let Some(name) = args.supplier.as_deref() {
        named.retain(|(supplier, _)| *supplier == name);
        if named.is_empty() {
            let supplier = sheet.add_name("Supplier", name, Vec::new());
            result.push_sentence(format!(
                "There is no delivery rate for {supplier} ({period}): none of its due lines has a \
                    promised date."
            ));
            result.doubts.push(Doubt::InsufficientHistory);
            return;
        }
    }
    let (Some(overall), Some((first_name, first))) =
        (all.on_time_percent(), named.first().copied())
    else {
        result.push_sentence(format!(
            "There is no delivery rate ({period}): no due line has a promised date."
        ));
        result.doubts.push(Doubt::InsufficientHistory);
        return;
    };
    let rows = set_table(&named, row_limit(args), sheet, result);
    let at = || rows.first().cloned().into_iter().collect::<Vec<_>>();
    if args.supplier.is_some() {
        result.source_row_count = first.due;
        let supplier = sheet.add_name("Supplier", first_name, at());
        let (rate, on_time, due) = add_rate_facts(first_name, first, &at(), sheet);
        result.push_sentence(format!(
            "{supplier} delivered {rate} on time ({period}): {on_time} of {due} that were due."
        ));
    } else {
        result.source_row_count = all.due;
        let rate = sheet.add_percent("Delivery rate of all suppliers", overall, Vec::new());
        let on_time = sheet.add_count(
            "Lines delivered on time",
            all.on_time,
            "line",
            "lines",
            Vec::new(),
        );
        let due = sheet.add_count("Lines that were due", all.due, "line", "lines", Vec::new());
        result.push_sentence(format!(
            "{rate} of lines were delivered on time ({period}): {on_time} of {due} that were due."
        ));
        if named.len() > 1 {
            let rank = if args.order == Some(Order::Ascending) {
                "lowest"
            } else {
                "highest"
            };
            let supplier =
                sheet.add_name(format!("Supplier with the {rank} rate"), first_name, at());
            let (rate, on_time, due) = add_rate_facts(first_name, first, &at(), sheet);
            result.push_sentence(format!(
                "{supplier} has the {rank} rate: {rate}, {on_time} of {due}."
            ));
        }
    }
    let mut notable: Vec<(&str, f64)> = named
        .iter()
        .filter(|(_, row)| row.due >= MIN_LINES)
        .filter_map(|(name, row)| Some((*name, all.points_above_others(row)?)))
        .filter(|(_, points)| *points <= NOTABLE_GAP_POINTS)
        .collect();
    // Stable, so that equal ones keep the order of the table.
    notable.sort_by(|one, other| one.1.total_cmp(&other.1));
    for (name, points) in notable.into_iter().take(MAX_NOTABLE) {
        let supplier = sheet.add_name("Supplier", name, Vec::new());
        let points = sheet.add_points(
            format!("Delivery rate of {name} compared with other suppliers"),
            points,
            Vec::new(),
        );
        result.insights.push(format!(
            "The delivery rate of {supplier} is {points} compared with all other suppliers."
        ));
        result.actions.push(format!(
            "Ask {supplier} about late deliveries, and order from it earlier."
        ));
    }
}

/// Adds the rate, the lines on time and the lines due.
fn add_rate_facts(
    name: &str,
    row: &SupplierDeliveries,
    at: &[String],
    sheet: &mut FactSheet,
) -> (FactId, FactId, FactId) {
    (
        sheet.add_percent(
            format!("Delivery rate of {name}"),
            row.on_time_percent().unwrap_or_default(),
            at.to_vec(),
        ),
        sheet.add_count(
            format!("Lines of {name} on time"),
            row.on_time,
            "line",
            "lines",
            at.to_vec(),
        ),
        sheet.add_count(
            format!("Lines of {name} due"),
            row.due,
            "line",
            "lines",
            at.to_vec(),
        ),
    )
}

/// Builds the table and returns the ids of its rows.
fn set_table(
    named: &[(&str, &SupplierDeliveries)],
    limit: usize,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Vec<String> {
    let mut rows = Vec::new();
    for (name, row) in named.iter().take(limit) {
        let id = result.next_row_id();
        let supplier = sheet.add_name("Supplier", name, vec![id.clone()]);
        let (rate, on_time, due) = add_rate_facts(name, row, std::slice::from_ref(&id), sheet);
        rows.push(Row {
            id,
            cells: vec![Some(supplier), Some(rate), Some(on_time), Some(due)],
        });
    }
    let columns = vec![
        Column::for_text("Supplier"),
        Column::for_numbers("Delivery rate"),
        Column::for_numbers("On time"),
        Column::for_numbers("Due"),
    ];
    let ids = rows.iter().map(|row| row.id.clone()).collect();
    result.table = Some(Table {
        title: "Delivery rate by supplier".into(),
        columns,
        rows,
        total: named.len(),
    });
    ids
}
