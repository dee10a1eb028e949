//! When customers are expected to buy next, with the window that holds four of five.

use super::reading::{
    Known, expected_day, has_too_little_history, is_overdue, known, opened, window,
};
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::{Column, Finding, MOST_ROWS, Row, Table};
use crate::features::assistant::planner::Doubt;
use crate::features::assistant::registry::Args;
use crate::features::customers::ReadFigures;
use crate::features::customers::next_order::{Doubt as Ground, NextOrder};
use crate::features::customers::patterns::PatternRow;
use crate::http::ApiError;
use chrono::{Days, NaiveDate};

/// Purchases from which on a prediction rests on enough.
const ENOUGH: usize = 3;
/// Customers that a sentence names.
const NAMED: usize = 3;
/// Years that are foreseen.
const YEARS: u64 = 2;
/// Probability of the window, in percent.
const WINDOW: f64 = 80.0;

pub(in super::super) async fn customer_next_purchase(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let Some(read) = opened(desk, sheet, found).await? else {
        return Ok(());
    };
    let as_of = desk.as_of();
    match &args.customer {
        Some(name) => match known(&read, name, found) {
            Some(Known::WithOrders(rows)) => {
                if let Some(row) = rows.first() {
                    one(row, as_of, args.within_days, sheet, found);
                    if !has_too_little_history(row) {
                        let last = sheet.date(
                            format!("Last purchase of {}", row.customer),
                            row.last_purchase,
                            Vec::new(),
                        );
                        found.say(format!("The last purchase was on {last}."));
                    }
                }
                table(&rows, 0, sheet, found);
            }
            Some(Known::WithoutOrders) => {
                let name = sheet.name("Customer", name, Vec::new());
                found.say(format!(
                    "{name} is on record without a purchase: there is not enough \
                    history to predict one."
                ));
                found.doubts.push(Doubt::TooLittleHistory);
            }
            None => {}
        },
        None => several(&read, as_of, args, sheet, found),
    }
    Ok(())
}

/// The next purchase of a customer in words.
pub(super) fn one(
    row: &PatternRow,
    as_of: NaiveDate,
    within_days: Option<u32>,
    sheet: &mut FactSheet,
    found: &mut Finding,
) {
    let name = sheet.name("Customer", &row.customer, Vec::new());
    if has_too_little_history(row) {
        let last = sheet.date(
            format!("Last purchase of {}", row.customer),
            row.last_purchase,
            Vec::new(),
        );
        found.say(format!(
            "{name} has bought on one day only, {last}: that is not enough history \
            to predict the next purchase."
        ));
        found.doubts.push(Doubt::TooLittleHistory);
        return;
    }
    match row.predicted_next {
        NextOrder::Unlikely => found.say(format!(
            "{name} is unlikely to return: it has been silent for longer than its pattern explains."
        )),
        NextOrder::TooFar => {
            let years = sheet.count("Years foreseen", YEARS, "year", "years", Vec::new());
            found.say(format!("{name} is not expected to buy within {years}."));
        }
        NextOrder::Expected {
            date,
            low,
            high,
            doubt,
        } => {
            let day = sheet.date(
                format!("Expected next purchase of {}", row.customer),
                date,
                Vec::new(),
            );
            let percent = sheet.percent("Probability of the window", WINDOW, Vec::new());
            let from = sheet.date("Window from", low, Vec::new());
            let to = match high {
                Some(high) => sheet.date("Window to", high, Vec::new()).to_string(),
                None => format!(
                    "more than {} ahead",
                    sheet.count("Years foreseen", YEARS, "year", "years", Vec::new())
                ),
            };
            found.say(format!(
                "{name} is likely to buy next around {day}. The {percent} window \
                runs from {from} to {to}."
            ));
            if let Some(days) = within_days {
                let inside = as_of
                    .checked_add_days(Days::new(u64::from(days)))
                    .is_some_and(|end| date <= end);
                let days = sheet.count("Days ahead", u64::from(days), "day", "days", Vec::new());
                found.say(format!(
                    "That is {} the next {days}.",
                    if inside { "within" } else { "later than" }
                ));
            }
            if let Some(category) = &row.main_category {
                let category = sheet.name("Category", category, Vec::new());
                found.insights.push(format!("{name} buys {category} most."));
            }
            thin(row, doubt, found);
        }
    }
    if is_overdue(row, as_of)
        && let Some(due) = row.due_by
    {
        let due = sheet.date(
            format!("End of the window of {}", row.customer),
            due,
            Vec::new(),
        );
        let spend = sheet.mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            Vec::new(),
        );
        found.insights.push(format!(
            "{name} is overdue: by its own pace it would have bought by {due}."
        ));
        found
            .actions
            .push(format!("Call {name}: a usual order is {spend}."));
    }
}

/// Owns up to a day that rests on little.
fn thin(row: &PatternRow, doubt: Option<Ground>, found: &mut Finding) {
    if doubt == Some(Ground::FewCustomers) {
        found.say(
            "Too few customers have come back so far to learn from them, so this rests on \
            how customers of retailers usually return.",
        );
    } else if row.terms.order_days < ENOUGH {
        found.say("This rests on few purchases, so the window counts more than the day.");
    }
    if doubt.is_some() || row.terms.order_days < ENOUGH {
        found.doubts.push(Doubt::ThinHistory);
    }
}

fn several(
    read: &ReadFigures,
    as_of: NaiveDate,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) {
    let end = args
        .within_days
        .and_then(|days| as_of.checked_add_days(Days::new(u64::from(days))));
    let mut expected: Vec<(NaiveDate, &PatternRow)> = read
        .figures
        .patterns
        .iter()
        .filter_map(|row| Some((expected_day(row)?, row)))
        .collect();
    let predicted = expected.len();
    expected.retain(|(day, _)| end.is_none_or(|end| *day <= end));
    // Stable: of equal days the largest customer comes first.
    expected.sort_by_key(|(day, _)| *day);
    let days = args
        .within_days
        .map(|days| sheet.count("Days ahead", u64::from(days), "day", "days", Vec::new()));
    let unknown = read
        .figures
        .patterns
        .iter()
        .filter(|row| has_too_little_history(row))
        .count();
    if predicted == 0 && unknown == read.figures.patterns.len() {
        found.say(
            "No customer has bought on more than one day, which is not enough history to \
            predict a next purchase.",
        );
        found.doubts.push(Doubt::TooLittleHistory);
        return;
    }
    let limit = usize::try_from(args.limit.unwrap_or(5))
        .unwrap_or(MOST_ROWS)
        .clamp(1, MOST_ROWS);
    let within = days
        .map(|days| format!(" within {days}"))
        .unwrap_or_default();
    if expected.is_empty() {
        found.say(format!("No customer is expected to buy{within}."));
    } else {
        let count = sheet.count(
            "Customers expected to buy",
            expected.len() as u64,
            "customer",
            "customers",
            Vec::new(),
        );
        let first: Vec<String> = expected
            .iter()
            .take(limit.min(NAMED))
            .map(|(day, row)| {
                let name = sheet.name("Customer", &row.customer, Vec::new());
                format!(
                    "{name} around {}",
                    sheet.date(
                        format!("Expected next purchase of {}", row.customer),
                        *day,
                        Vec::new()
                    )
                )
            })
            .collect();
        found.say(format!(
            "Expected to buy{within}: {count}. Next in line: {}.",
            first.join(", then ")
        ));
        let shown: Vec<&PatternRow> = expected.iter().take(limit).map(|(_, row)| *row).collect();
        let all = expected.len() - shown.len();
        table(&shown, all, sheet, found);
        if expected.iter().any(|(_, row)| {
            matches!(
                row.predicted_next,
                NextOrder::Expected {
                    doubt: Some(Ground::FewCustomers),
                    ..
                }
            )
        }) {
            found.say(
                "Too few customers have come back so far to learn from them, so the days \
                rest on how customers of retailers usually return.",
            );
            found.doubts.push(Doubt::ThinHistory);
        }
    }
    if unknown > 0 {
        let count = sheet.count(
            "Customers with too little history",
            unknown as u64,
            "customer",
            "customers",
            Vec::new(),
        );
        found.insights.push(format!(
            "Without a prediction: {count} with purchases on one day only."
        ));
    }
    if let Some(late) = overdue(read, as_of, sheet, found) {
        // A window of days asks for those who are to come.
        let place = if days.is_none() {
            &mut found.says
        } else {
            &mut found.insights
        };
        place.push(late);
    }
}

/// Who is late, and the calls to make about it.
fn overdue(
    read: &ReadFigures,
    as_of: NaiveDate,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Option<String> {
    // Largest customers first.
    let late: Vec<&PatternRow> = read
        .figures
        .patterns
        .iter()
        .filter(|row| is_overdue(row, as_of))
        .collect();
    if late.is_empty() {
        return None;
    }
    let count = sheet.count(
        "Overdue customers",
        late.len() as u64,
        "customer",
        "customers",
        Vec::new(),
    );
    let names: Vec<String> = late
        .iter()
        .take(NAMED)
        .map(|row| {
            sheet
                .name("Customer", &row.customer, Vec::new())
                .to_string()
        })
        .collect();
    for (row, name) in late.iter().zip(&names) {
        let spend = sheet.mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            Vec::new(),
        );
        found
            .actions
            .push(format!("Call {name}: a usual order is {spend}."));
    }
    Some(format!(
        "Overdue by their own pace: {count}, the largest first {}.",
        names.join(", ")
    ))
}

/// `more` is the number of rows beyond those given.
fn table(shown: &[&PatternRow], more: usize, sheet: &mut FactSheet, found: &mut Finding) {
    let mut rows = Vec::new();
    for row in shown.iter().take(MOST_ROWS) {
        let id = found.next_row();
        let refs = || vec![id.clone()];
        let (low, high) = window(row);
        let name = sheet.name("Customer", &row.customer, refs());
        let mut date =
            |label: String, day: Option<NaiveDate>| day.map(|day| sheet.date(label, day, refs()));
        let expected = date(
            format!("Expected next purchase of {}", row.customer),
            expected_day(row),
        );
        let low = date(format!("Window of {} from", row.customer), low);
        let high = date(format!("Window of {} to", row.customer), high);
        let last = date(
            format!("Last purchase of {}", row.customer),
            Some(row.last_purchase),
        );
        let spend = sheet.mean_money(
            format!("Usual order of {}", row.customer),
            row.average_spend,
            refs(),
        );
        rows.push(Row {
            cells: vec![Some(name), expected, low, high, last, Some(spend)],
            id,
        });
    }
    let columns = vec![
        Column::words("Customer"),
        Column::words("Expected"),
        Column::words("Window from"),
        Column::words("Window to"),
        Column::words("Last purchase"),
        Column::figures("Usual order"),
    ];
    let total = shown.len() + more;
    found.table = Some(Table {
        title: "Expected next purchases",
        columns,
        rows,
        total,
    });
}
