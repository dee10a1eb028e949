//! What the business pays, against its past.

use super::super::phrases::{category_name, no_data, of_category};
use crate::auth::permission::PurchasingRead;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::{FactId, FactSheet};
use crate::features::assistant::finding::{Chart, Column, Finding, Line, Row, Table};
use crate::features::assistant::planner::Doubt;
use crate::features::assistant::registry::{Args, Category};
use crate::features::purchasing::read_purchase_extent;
use crate::features::supply_prices::index::{
    CategoryIndex, METHOD, Month, PriceIndex, Series, Trend, three_month_change,
};
use crate::features::supply_prices::read_price_index;
use crate::http::ApiError;
use chrono::NaiveDate;

/// Lines of the chart at most, that of all purchases included.
const MOST_LINES: usize = 5;
/// Months with purchases that an index needs.
const LEAST_MONTHS: u64 = 2;
/// Months below which an index is still revised.
const SETTLED_MONTHS: u64 = 13;

pub(in crate::features::assistant::tools) async fn price_index(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let right = desk.require(PurchasingRead)?;
    let db = desk.rolled_up_db().await?;
    let bought = read_purchase_extent(&db, desk.as_of(), &right).await?;
    let read = read_price_index(&db, desk.organization(), desk.as_of(), &right).await?;
    drop(db);
    found.method = Some(METHOD);
    found.link("Supply Price Index", "/");
    let of = of_category(args.category);
    if bought.lines == 0 {
        found.nothing(no_data("purchases"));
        return Ok(());
    }
    let Some(index) = read.index else {
        too_little(args.category, sheet, found);
        return Ok(());
    };
    found.n = index.lines;
    match args.category {
        None => say_all(&index, sheet, found),
        Some(category) => match index
            .categories
            .iter()
            .find(|row| row.category == category.as_str())
        {
            Some(row) => say_category(row, sheet, found),
            None if index
                .thin_categories
                .iter()
                .any(|thin| thin == category.as_str()) =>
            {
                too_little(args.category, sheet, found);
            }
            None => found.nothing(no_data(&format!("{of}purchases"))),
        },
    }
    if read.excluded > 0 && !found.says.is_empty() {
        let left_out = sheet.count(
            "Lines left out of the index",
            read.excluded,
            "line",
            "lines",
            Vec::new(),
        );
        found.say(format!(
            "Not compared, because returns or in other currencies or units: {left_out}."
        ));
    }
    Ok(())
}

fn too_little(category: Option<Category>, sheet: &mut FactSheet, found: &mut Finding) {
    let months = sheet.count(
        "Months that an index needs",
        LEAST_MONTHS,
        "month",
        "months",
        Vec::new(),
    );
    found.say(format!(
        "There is not enough history for an index of {}prices: it needs comparable \
        purchases in at least {months}.",
        of_category(category)
    ));
    found.doubts.push(Doubt::TooLittleHistory);
}

fn say_all(index: &PriceIndex, sheet: &mut FactSheet, found: &mut Finding) {
    let level = sheet.measure("Supply price index", index.current_index, "", Vec::new());
    say_level(
        "Your supply price index",
        level,
        index.last_month,
        index.carried,
        sheet,
        found,
    );
    let change = index
        .index_change_percent
        .map(|change| sheet.change("Change against the month before", change, Vec::new()));
    let year = index.year_over_year_percent.map(|change| {
        sheet.change(
            "Change against the same month a year before",
            change,
            Vec::new(),
        )
    });
    match (change, year) {
        (Some(change), Some(year)) => {
            found.say(format!(
                "Against the month with purchases before that is {change}; against \
                the same month a year before, {year}."
            ));
        }
        (Some(change), None) => found.say(format!(
            "Against the month with purchases before that is {change}."
        )),
        (None, Some(year)) => found.say(format!(
            "Against the same month a year before that is {year}."
        )),
        (None, None) => {}
    }
    say_provisional(&index.series, sheet, found);
    let categories: Vec<&CategoryIndex> = index.categories.iter().collect();
    listed(&categories, sheet, found);
    found
        .insights
        .extend(index.categories.iter().filter_map(|row| moving(row, sheet)));
    act_on(&categories, found);
    let all = std::iter::once(line("All purchases", &index.series));
    let lines = all
        .chain(
            index
                .categories
                .iter()
                .map(|row| line(category_name(&row.category), &row.series)),
        )
        .take(MOST_LINES);
    found.chart = Some(Chart {
        title: "Supply price index by month",
        lines: lines.collect(),
    });
}

fn say_category(row: &CategoryIndex, sheet: &mut FactSheet, found: &mut Finding) {
    let level = sheet.measure(
        format!("Price index of {}", row.category),
        row.current_price_index,
        "",
        Vec::new(),
    );
    say_level(
        &format!("The price index of {}", row.category),
        level,
        row.last_month,
        row.carried,
        sheet,
        found,
    );
    if let Some(change) = row.price_change_percent {
        let change = sheet.change("Change against the month before", change, Vec::new());
        found.say(format!(
            "Against the month with purchases before that is {change}."
        ));
    }
    say_provisional(&row.series, sheet, found);
    listed(&[row], sheet, found);
    found.insights.extend(moving(row, sheet));
    act_on(&[row], found);
    found.chart = Some(Chart {
        title: "Supply price index by month",
        lines: vec![line(category_name(&row.category), &row.series)],
    });
}

fn say_level(
    of: &str,
    level: FactId,
    month: Month,
    carried: bool,
    sheet: &mut FactSheet,
    found: &mut Finding,
) {
    let month = sheet.period("Month of the index", &month_words(month));
    let base = sheet.measure(
        "Index of the first month with purchases",
        100.0,
        "",
        Vec::new(),
    );
    found.say(format!(
        "{of} stands at {level} for {month}, where the first month with purchases is {base}."
    ));
    if carried {
        found.say("Nothing has been bought since, so that value is carried on.");
    }
}

fn say_provisional(series: &Series, sheet: &mut FactSheet, found: &mut Finding) {
    if series.provisional {
        let settled = sheet.count(
            "Months after which an index is settled",
            SETTLED_MONTHS,
            "month",
            "months",
            Vec::new(),
        );
        found.say(format!(
            "It is provisional: with fewer than {settled} of purchases every new \
            month still revises it."
        ));
    }
}

/// What moves by more than it usually does in 3 months.
fn moving(row: &CategoryIndex, sheet: &mut FactSheet) -> Option<String> {
    let change = three_month_change(&row.series.points).filter(|_| row.trend != Trend::Stable)?;
    let (trend, category) = (row.trend, category_name(&row.category));
    let change = sheet.change(
        format!("Change of the index of {} over 3 months", row.category),
        change,
        Vec::new(),
    );
    let months = sheet.count("Months looked back", 3, "month", "months", Vec::new());
    Some(format!(
        "{category}: prices are {trend}, by {change} over {months}, more than they usually move."
    ))
}

fn act_on(rows: &[&CategoryIndex], found: &mut Finding) {
    if rows.iter().any(|row| row.trend == Trend::Rising) {
        found.actions.push(
            "Get quotes from other suppliers before the next order of what is getting dearer."
                .to_owned(),
        );
    }
}

fn listed(categories: &[&CategoryIndex], sheet: &mut FactSheet, found: &mut Finding) {
    let mut rows = Vec::new();
    for row in categories {
        let id = found.next_row();
        let at = || vec![id.clone()];
        let cells = vec![
            Some(sheet.name("Category", category_name(&row.category), at())),
            Some(sheet.measure(
                format!("Index of {}", row.category),
                row.current_price_index,
                "",
                at(),
            )),
            row.price_change_percent.map(|change| {
                sheet.change(
                    format!("Change of the index of {}", row.category),
                    change,
                    at(),
                )
            }),
            Some(sheet.name(
                format!("Trend of {}", row.category),
                &row.trend.to_string(),
                at(),
            )),
        ];
        rows.push(Row { id, cells });
    }
    let columns = vec![
        Column::words("Category"),
        Column::figures("Index"),
        Column::figures("Change"),
        Column::words("Trend"),
    ];
    found.table = Some(Table {
        title: "Price index by category",
        columns,
        total: rows.len(),
        rows,
    });
}

/// The first of each month stands for it.
fn line(name: &str, series: &Series) -> Line {
    let day = |month: Month| NaiveDate::from_ymd_opt(month.year(), month.number(), 1);
    let points = series
        .points
        .iter()
        .filter_map(|point| Some((day(point.month)?, (point.index * 1e6).round() / 1e6)));
    Line {
        name: name.to_owned(),
        unit: String::new(),
        points: points.collect(),
    }
}

fn month_words(month: Month) -> String {
    NaiveDate::from_ymd_opt(month.year(), month.number(), 1).map_or_else(
        || month.to_string(),
        |first| first.format("%B %Y").to_string(),
    )
}
