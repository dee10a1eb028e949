//! Days from order to delivery, by supplier.

use super::super::super::phrases::{Covered, most_rows};
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::{Column, Finding, Row, Table};
use crate::features::assistant::planner::Doubt;
use crate::features::assistant::registry::{Args, Order};
use crate::features::purchasing::suppliers::LeadTime;
use std::collections::HashMap;

/// Fewer lines than these do not speak against what was agreed.
const LEAST_LINES: u64 = 3;

pub(super) fn told(
    args: &Args,
    times: Vec<LeadTime>,
    agreed: &HashMap<String, u32>,
    covered: &Covered,
    sheet: &mut FactSheet,
    found: &mut Finding,
) {
    let mut named: Vec<(String, LeadTime)> = times
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
    let period = covered.period;
    let Some((first_name, first)) = named.first() else {
        found.say(format!(
            "There is no lead time to tell ({period}): nothing was delivered with a \
            day of delivery on record."
        ));
        found.doubts.push(Doubt::TooLittleHistory);
        return;
    };
    found.n = named.iter().map(|(_, time)| time.lines).sum();
    let rows = listed(&named, most_rows(args), agreed, sheet, found);
    let at = || rows.first().cloned().into_iter().collect::<Vec<_>>();
    let supplier = sheet.name("Supplier", first_name, at());
    let days = sheet.measure(
        format!("Median lead time of {first_name}"),
        first.median_days,
        "days",
        at(),
    );
    let lines = sheet.count(
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
    found.say(format!(
        "{supplier} takes{rank} {days} from order to delivery at the median, over \
        {lines} ({period})."
    ));
    for (name, time) in named.iter().filter(|(_, time)| time.lines >= LEAST_LINES) {
        if let Some(on_record) = agreed
            .get(name)
            .filter(|days| time.median_days > f64::from(**days))
        {
            let supplier = sheet.name("Supplier", name, Vec::new());
            let takes = sheet.measure(
                format!("Median lead time of {name}"),
                time.median_days,
                "days",
                Vec::new(),
            );
            let on_record = sheet.count(
                format!("Lead time of {name} on record"),
                u64::from(*on_record),
                "day",
                "days",
                Vec::new(),
            );
            found.insights.push(format!(
                "{supplier} takes {takes} at the median, longer than the {on_record} on record."
            ));
            found.actions.push(format!(
                "Raise the lead time on record for {supplier}, so that orders go out in time."
            ));
        }
    }
}

/// The table; gives the names of its rows.
fn listed(
    named: &[(String, LeadTime)],
    most: usize,
    agreed: &HashMap<String, u32>,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Vec<String> {
    let mut rows = Vec::new();
    for (name, time) in named.iter().take(most) {
        let id = found.next_row();
        let at = || vec![id.clone()];
        let cells = vec![
            Some(sheet.name("Supplier", name, at())),
            Some(sheet.measure(
                format!("Median lead time of {name}"),
                time.median_days,
                "days",
                at(),
            )),
            Some(sheet.measure(
                format!("Mean lead time of {name}"),
                time.mean_days,
                "days",
                at(),
            )),
            agreed.get(name).map(|days| {
                sheet.count(
                    format!("Lead time of {name} on record"),
                    u64::from(*days),
                    "day",
                    "days",
                    at(),
                )
            }),
            Some(sheet.count(
                format!("Delivered lines of {name}"),
                time.lines,
                "line",
                "lines",
                at(),
            )),
        ];
        rows.push(Row { id, cells });
    }
    let figures = ["Median", "Mean", "On record", "Lines"].map(Column::figures);
    let columns = std::iter::once(Column::words("Supplier"))
        .chain(figures)
        .collect();
    let ids = rows.iter().map(|row| row.id.clone()).collect();
    found.table = Some(Table {
        title: "Lead time by supplier",
        columns,
        rows,
        total: named.len(),
    });
    ids
}
