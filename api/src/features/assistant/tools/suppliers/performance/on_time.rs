//! The share of lines that came on time, by supplier.

use super::super::super::phrases::{Covered, most_rows};
use crate::features::assistant::facts::{FactId, FactSheet};
use crate::features::assistant::finding::{Column, Finding, Row, Table};
use crate::features::assistant::planner::Doubt;
use crate::features::assistant::registry::{Args, Order};
use crate::features::purchasing::suppliers::{Deliveries, Punctuality};

/// So many points below the others a supplier is worth naming.
const FAR_BELOW: f64 = -10.0;
/// Fewer lines than these say nothing about a supplier against others.
const LEAST_LINES: u64 = 5;

pub(super) fn told(
    args: &Args,
    all: &Punctuality,
    covered: &Covered,
    sheet: &mut FactSheet,
    found: &mut Finding,
) {
    let mut named: Vec<(&str, &Deliveries)> = all
        .suppliers
        .iter()
        .filter_map(|row| Some((row.supplier.as_deref()?, row)))
        .collect();
    if args.order == Some(Order::Ascending) {
        named.reverse();
    }
    let period = covered.period;
    if let Some(name) = args.supplier.as_deref() {
        named.retain(|(supplier, _)| *supplier == name);
        if named.is_empty() {
            let supplier = sheet.name("Supplier", name, Vec::new());
            found.say(format!(
                "There is no delivery rate for {supplier} ({period}): none of its \
                lines was due with a promised day."
            ));
            found.doubts.push(Doubt::TooLittleHistory);
            return;
        }
    }
    let (Some(overall), Some((first_name, first))) = (all.rate(), named.first().copied()) else {
        found.say(format!(
            "There is no delivery rate ({period}): no line was due with a promised day."
        ));
        found.doubts.push(Doubt::TooLittleHistory);
        return;
    };
    let rows = listed(&named, most_rows(args), sheet, found);
    let at = || rows.first().cloned().into_iter().collect::<Vec<_>>();
    if args.supplier.is_some() {
        found.n = first.due;
        let supplier = sheet.name("Supplier", first_name, at());
        let (rate, on_time, due) = counted(first_name, first, &at(), sheet);
        found.say(format!(
            "{supplier} delivered {rate} on time ({period}): {on_time} of {due} that were due."
        ));
    } else {
        found.n = all.due;
        let rate = sheet.percent("Delivery rate of all suppliers", overall, Vec::new());
        let on_time = sheet.count(
            "Lines delivered on time",
            all.on_time,
            "line",
            "lines",
            Vec::new(),
        );
        let due = sheet.count("Lines that were due", all.due, "line", "lines", Vec::new());
        found.say(format!(
            "{rate} came on time ({period}): {on_time} of {due} that were due."
        ));
        if named.len() > 1 {
            let rank = if args.order == Some(Order::Ascending) {
                "lowest"
            } else {
                "highest"
            };
            let supplier = sheet.name(format!("Supplier with the {rank} rate"), first_name, at());
            let (rate, on_time, due) = counted(first_name, first, &at(), sheet);
            found.say(format!(
                "The {rank} rate is that of {supplier}: {rate}, {on_time} of {due}."
            ));
        }
    }
    for (name, row) in named.iter().filter(|(_, row)| row.due >= LEAST_LINES) {
        if let Some(points) = all
            .against_others(row)
            .filter(|points| *points <= FAR_BELOW)
        {
            let supplier = sheet.name("Supplier", name, Vec::new());
            let points = sheet.points(
                format!("Delivery rate of {name} against the others"),
                points,
                Vec::new(),
            );
            found.insights.push(format!(
                "The delivery rate of {supplier} stands {points} against all other suppliers."
            ));
            found.actions.push(format!(
                "Ask {supplier} about late deliveries, and order from it earlier."
            ));
        }
    }
}

/// Rate, lines on time, lines due.
fn counted(
    name: &str,
    row: &Deliveries,
    at: &[String],
    sheet: &mut FactSheet,
) -> (FactId, FactId, FactId) {
    (
        sheet.percent(
            format!("Delivery rate of {name}"),
            row.rate().unwrap_or_default(),
            at.to_vec(),
        ),
        sheet.count(
            format!("Lines of {name} on time"),
            row.on_time,
            "line",
            "lines",
            at.to_vec(),
        ),
        sheet.count(
            format!("Lines of {name} due"),
            row.due,
            "line",
            "lines",
            at.to_vec(),
        ),
    )
}

/// The table; gives the names of its rows.
fn listed(
    named: &[(&str, &Deliveries)],
    most: usize,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Vec<String> {
    let mut rows = Vec::new();
    for (name, row) in named.iter().take(most) {
        let id = found.next_row();
        let supplier = sheet.name("Supplier", name, vec![id.clone()]);
        let (rate, on_time, due) = counted(name, row, std::slice::from_ref(&id), sheet);
        rows.push(Row {
            id,
            cells: vec![Some(supplier), Some(rate), Some(on_time), Some(due)],
        });
    }
    let columns = vec![
        Column::words("Supplier"),
        Column::figures("Delivery rate"),
        Column::figures("On time"),
        Column::figures("Due"),
    ];
    let ids = rows.iter().map(|row| row.id.clone()).collect();
    found.table = Some(Table {
        title: "Delivery rate by supplier",
        columns,
        rows,
        total: named.len(),
    });
    ids
}
