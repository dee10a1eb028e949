//! Lead time by supplier: days from order to delivery.

use super::super::super::answer_phrases::row_limit;
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::question_planner::Doubt;
use crate::features::assistant::tool_registry::{Args, Order};
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::purchasing::suppliers::SupplierLeadTime;
use std::collections::HashMap;

/// Minimum number of lines to compare with the agreed lead time.
const MIN_LINES: u64 = 3;

pub(super) fn push_lead_times(
    args: &Args,
    times: Vec<SupplierLeadTime>,
    agreed: &HashMap<String, u32>,
    period: FactId,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let mut named: Vec<(String, SupplierLeadTime)> = times
        .into_iter()
        .filter_map(|time| Some((time.supplier.clone()?, time)))
        .collect();
    if args.order == Some(Order::Ascending) {
        named.sort_by(|a, b| {
            a.1.median_days
                .total_cmp(&b.1.median_days)
                .then_with(|| a.0.cmp(&b.0))
        });
    }
    if let Some(name) = &args.supplier {
        named.retain(|(supplier, _)| supplier == name);
    }
    let Some((first_name, first)) = named.first() else {
        result.push_sentence(format!(
            "There is no lead time ({period}): no delivered line has a delivery date."
        ));
        result.doubts.push(Doubt::InsufficientHistory);
        return;
    };
    result.source_row_count = named.iter().map(|(_, time)| time.lines).sum();
    let rows = set_table(&named, row_limit(args), agreed, sheet, result);
    let at = || rows.first().cloned().into_iter().collect::<Vec<_>>();
    let supplier = sheet.add_name("Supplier", first_name, at());
    let days = sheet.add_measure(
        format!("Median lead time of {first_name}"),
        first.median_days,
        "days",
        at(),
    );
    let lines = sheet.add_count(
        format!("Delivered lines of {first_name}"),
        first.lines,
        "line",
        "lines",
        at(),
    );
    let rank = match (&args.supplier, args.order, named.len()) {
        (Some(_), ..) | (None, _, 1) => "",
        (None, Some(Order::Ascending), _) => " the shortest time:",
        (None, ..) => " the longest time:",
    };
    result.push_sentence(format!(
        "{supplier} takes{rank} {days} from order to delivery (median of {lines}, {period})."
    ));
    for (name, time) in named.iter().filter(|(_, time)| time.lines >= MIN_LINES) {
        if let Some(on_record) = agreed
            .get(name)
            .filter(|days| time.median_days > f64::from(**days))
        {
            let supplier = sheet.add_name("Supplier", name, Vec::new());
            let median = sheet.add_measure(
                format!("Median lead time of {name}"),
                time.median_days,
                "days",
                Vec::new(),
            );
            let on_record = sheet.add_count(
                format!("Lead time of {name} on record"),
                u64::from(*on_record),
                "day",
                "days",
                Vec::new(),
            );
            result.insights.push(format!(
                "The median lead time of {supplier} is {median}, longer than the {on_record} on \
                    record."
            ));
            result.actions.push(format!(
                "Raise the lead time on record for {supplier}, so that orders go out in time."
            ));
        }
    }
}

/// Builds the table and returns the ids of its rows.
fn set_table(
    named: &[(String, SupplierLeadTime)],
    limit: usize,
    agreed: &HashMap<String, u32>,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Vec<String> {
    let mut rows = Vec::new();
    for (name, time) in named.iter().take(limit) {
        let id = result.next_row_id();
        let at = || vec![id.clone()];
        let cells = vec![
            Some(sheet.add_name("Supplier", name, at())),
            Some(sheet.add_measure(
                format!("Median lead time of {name}"),
                time.median_days,
                "days",
                at(),
            )),
            Some(sheet.add_measure(
                format!("Mean lead time of {name}"),
                time.mean_days,
                "days",
                at(),
            )),
            agreed.get(name).map(|days| {
                sheet.add_count(
                    format!("Lead time of {name} on record"),
                    u64::from(*days),
                    "day",
                    "days",
                    at(),
                )
            }),
            Some(sheet.add_count(
                format!("Delivered lines of {name}"),
                time.lines,
                "line",
                "lines",
                at(),
            )),
        ];
        rows.push(Row { id, cells });
    }
    let figures = ["Median", "Mean", "On record", "Lines"].map(Column::for_numbers);
    let columns = std::iter::once(Column::for_text("Supplier"))
        .chain(figures)
        .collect();
    let ids = rows.iter().map(|row| row.id.clone()).collect();
    result.table = Some(Table {
        title: "Lead time by supplier".into(),
        columns,
        rows,
        total: named.len(),
    });
    ids
}
