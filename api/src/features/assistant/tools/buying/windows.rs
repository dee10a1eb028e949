//! In which months it pays to buy.

use super::super::phrases::{category_name, no_data, of_category};
use crate::auth::permission::{PurchasingRead, SalesRead};
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::{Column, Finding, Row, Table};
use crate::features::assistant::planner::Doubt;
use crate::features::assistant::registry::Args;
use crate::features::customers::windows::{CategoryWindow, METHOD, PurchaseWindows, Window};
use crate::features::customers::{ReadWindows, read_windows};
use crate::features::purchasing::read_purchase_extent;
use crate::http::ApiError;

/// Years of purchases that a window needs.
const LEAST_YEARS: u64 = 2;
/// Percent of years that a range holds.
const RANGE: f64 = 80.0;

pub(in crate::features::assistant::tools) async fn purchase_windows(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let right = desk.require(PurchasingRead)?;
    let bought = read_purchase_extent(&desk.rolled_up_db().await?, desk.as_of(), &right).await?;
    found.method = Some(METHOD);
    found.link("Purchase patterns", "/purchase-patterns");
    if bought.lines == 0 {
        found.nothing(no_data("purchases"));
        return Ok(());
    }
    let read = windows(desk).await?;
    found.n = read.lines;
    let of = of_category(args.category);
    let wanted = |row: &&CategoryWindow| {
        args.category
            .is_none_or(|category| row.category == category.as_str())
    };
    let Some(known) = read
        .windows
        .filter(|windows| windows.categories.iter().any(|row| wanted(&row)))
    else {
        let years = sheet.count(
            "Years that a window needs",
            LEAST_YEARS,
            "year",
            "years",
            Vec::new(),
        );
        found.say(format!(
            "There is not enough history to tell the best month for {of}purchases: it needs \
                {years} of purchases, and sales to see when demand peaks."
        ));
        found.doubts.push(Doubt::TooLittleHistory);
        return Ok(());
    };
    let rows: Vec<&CategoryWindow> = known.categories.iter().filter(wanted).collect();
    if args.category.is_none() {
        say_over_all(&known, sheet, found);
    }
    for row in &rows {
        say_category(row, sheet, found);
    }
    if let ([row], Some(_)) = (rows.as_slice(), args.category) {
        list_months(row, sheet, found);
    } else {
        list_categories(&rows, sheet, found);
    }
    Ok(())
}

/// The windows as the screen reads them.
pub(in crate::features::assistant) async fn windows(
    desk: &Desk<'_>,
) -> Result<ReadWindows, ApiError> {
    let (costs, sales) = (desk.require(PurchasingRead)?, desk.require(SalesRead)?);
    Ok(read_windows(
        &desk.rolled_up_db().await?,
        desk.organization(),
        desk.as_of(),
        (&costs, &sales),
    )
    .await?)
}

/// The highest bar of the screen's chart.
fn say_over_all(windows: &PurchaseWindows, sheet: &mut FactSheet, found: &mut Finding) {
    let bars = windows
        .months
        .iter()
        .filter_map(|bar| Some((bar.month, bar.value?)));
    let Some((month, saving)) = bars
        .reduce(|best, bar| if bar.1 > best.1 { bar } else { best })
        .filter(|(_, saving)| *saving > 0.0)
    else {
        return;
    };
    let month = sheet.period("Best month over all categories", month.name());
    let saving = sheet.percent(
        "Saving of the best month over all categories",
        saving,
        Vec::new(),
    );
    found.say(format!(
        "Over all that you buy, {month} is usually cheapest: {saving} saved against \
        buying at the peak of demand, keeping the goods included."
    ));
}

fn say_category(row: &CategoryWindow, sheet: &mut FactSheet, found: &mut Finding) {
    let name = category_name(&row.category);
    let peak = sheet.period(
        format!("Peak of demand for {}", row.category),
        row.peak.name(),
    );
    let Some(best) = &row.best else {
        found.say(format!(
            "{name}: no month saves more than keeping the goods costs, so buy \
            towards the peak of demand in {peak}."
        ));
        return;
    };
    let month = sheet.period(
        format!("Best month to buy {}", row.category),
        best.terms.month.name(),
    );
    let saving = sheet.percent(
        format!("Saving of the best month for {}", row.category),
        best.saving_percent,
        Vec::new(),
    );
    found.say(format!(
        "{name}: {month} is usually best, with {saving} saved against buying at the \
        peak of demand in {peak}, keeping the goods included."
    ));
    found.insights.extend(record(row, best, sheet));
    found
        .actions
        .push(format!("{name}: plan the purchase for {month}."));
}

/// How sure the saving is, from the past years.
fn record(row: &CategoryWindow, best: &Window, sheet: &mut FactSheet) -> Vec<String> {
    let name = category_name(&row.category);
    let mut said = Vec::new();
    if best.years > 0 {
        let cheaper = sheet.count(
            format!(
                "Years in which the best month for {} was cheaper",
                row.category
            ),
            best.years_cheaper as u64,
            "year",
            "years",
            Vec::new(),
        );
        let years = sheet.count(
            format!("Years on record for {}", row.category),
            best.years as u64,
            "year",
            "years",
            Vec::new(),
        );
        said.push(format!(
            "{name}: buying then was cheaper in {cheaper} of {years} on record."
        ));
    }
    if let Some(range) = best.range {
        let often = sheet.percent("Share of years that a range holds", RANGE, Vec::new());
        let low = sheet.percent(
            format!("Low end of the saving for {}", row.category),
            range.low_80,
            Vec::new(),
        );
        let high = sheet.percent(
            format!("High end of the saving for {}", row.category),
            range.high_80,
            Vec::new(),
        );
        said.push(format!(
            "{name}: the saving of a single year lies between {low} and {high} in {often} of years."
        ));
    }
    said
}

fn list_months(row: &CategoryWindow, sheet: &mut FactSheet, found: &mut Finding) {
    let mut rows = Vec::new();
    for terms in &row.months {
        let id = found.next_row();
        let month = sheet.period("Month", terms.month.name());
        let saving = terms.saving_percent.map(|saving| {
            sheet.percent(
                format!("Saving in {}", terms.month.name()),
                saving,
                vec![id.clone()],
            )
        });
        rows.push(Row {
            id,
            cells: vec![Some(month), saving],
        });
    }
    let columns = vec![
        Column::words("Month"),
        Column::figures("Saved against the peak"),
    ];
    found.table = Some(Table {
        title: "Saving by month of purchase",
        columns,
        total: rows.len(),
        rows,
    });
}

fn list_categories(categories: &[&CategoryWindow], sheet: &mut FactSheet, found: &mut Finding) {
    let mut rows = Vec::new();
    for row in categories {
        let id = found.next_row();
        let at = || vec![id.clone()];
        let cells = vec![
            Some(sheet.name("Category", category_name(&row.category), at())),
            row.best.map(|best| {
                sheet.period(
                    format!("Best month to buy {}", row.category),
                    best.terms.month.name(),
                )
            }),
            row.best.map(|best| {
                sheet.percent(
                    format!("Saving on {}", row.category),
                    best.saving_percent,
                    at(),
                )
            }),
            Some(sheet.period(
                format!("Peak of demand for {}", row.category),
                row.peak.name(),
            )),
        ];
        rows.push(Row { id, cells });
    }
    let columns = vec![
        Column::words("Category"),
        Column::words("Best month"),
        Column::figures("Saved against the peak"),
        Column::words("Peak of demand"),
    ];
    found.table = Some(Table {
        title: "Best month to buy",
        columns,
        total: rows.len(),
        rows,
    });
}
