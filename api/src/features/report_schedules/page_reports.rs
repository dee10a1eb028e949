//! The tables of pages: the season position and customers. The first figure after the name of a row is
//! what the chart of the email compares, so all rows have it in the same unit.

use super::report_source::{Report, ReportError, column, describe_period, with_unit};
use crate::auth::Scope;
use crate::auth::permission::{CustomersRead, InventoryRead, PurchasingRead, SalesRead};
use crate::db::DbError;
use crate::decimal::ExactSum;
use crate::features::customers::next_order::NextOrder;
use crate::features::customers::{CustomerReportError, CustomerReports};
use crate::features::purchasing::SeasonPositions;
use crate::features::purchasing::position_list::{
    PositionGroup, PositionLine, PositionSelection, PositionWeek,
};
use localization::{Language, Texts, fill_text};
use report_content::{Cell, CellKind, MAX_WORKBOOK_ROWS, ReportSection, ReportTable};
use sea_orm::DbErr;

/// The season position: for each line its sums over the weeks, and where it runs short.
pub(super) async fn read_position(
    scope: &Scope,
    positions: &SeasonPositions,
    selection: PositionSelection,
    language: Language,
) -> Result<Report, ReportError> {
    let texts = language.texts();
    let (purchasing, stock, sales) = (
        scope.require(PurchasingRead)?,
        scope.require(InventoryRead)?,
        scope.require(SalesRead)?,
    );
    let position = positions.load(scope, (&purchasing, &stock, &sales)).await?;
    let group = selection.group_by;
    let query = selection.into_query(u32::try_from(MAX_WORKBOOK_ROWS).unwrap_or(u32::MAX));
    let list = query.apply(&position);
    let cost = with_unit(texts.cost_of_shortage, position.currency.as_deref());
    let names: &[&str] = match group {
        PositionGroup::ItemLocation => &[texts.item, texts.location],
        PositionGroup::Item => &[texts.item],
        PositionGroup::Category => &[texts.category],
        PositionGroup::Location => &[texts.location],
    };
    let text = |label: &&str| column(label, CellKind::Text);
    let number = |label: &str| column(label, CellKind::Number);
    let columns = names.iter().map(text).chain([
        number(&cost),
        column(texts.runs_short, CellKind::Date),
        number(texts.current_stock),
        number(texts.arrivals),
        number(texts.bookings),
        number(texts.expected_sales),
        number(texts.balance),
        column(texts.unit, CellKind::Text),
    ]);
    let weeks = query.range.count.to_string();
    let table = ReportTable {
        columns: columns.collect(),
        rows: list
            .lines
            .into_iter()
            .map(|line| to_position_row(line, group))
            .collect(),
        total_rows: list.total,
    };
    let day = language.format_day(position.as_of);
    let values = [("weeks", weeks.as_str()), ("day", &day)];
    let period = describe_period(&fill_text(texts.weeks_from, &values), language);
    let section = ReportSection::new(vec![period], table);
    Ok(Report::from_section(section, "/stock"))
}

fn to_position_row(line: PositionLine, group: PositionGroup) -> Vec<Cell> {
    let sum = |part: fn(&PositionWeek) -> i64| {
        let sum: i128 = line.weeks.iter().map(|week| i128::from(part(week))).sum();
        Cell::Number(ExactSum::from_scaled(sum).to_f64())
    };
    let week = |week: Option<&PositionWeek>, part: fn(&PositionWeek) -> i64| {
        week.map_or(Cell::Empty, |week| {
            Cell::Number(ExactSum::from_scaled(part(week).into()).to_f64())
        })
    };
    let figures = [
        line.shortage_cost
            .map_or(Cell::Empty, |cost| Cell::Number(cost.to_money())),
        line.first_short_week
            .map_or(Cell::Empty, |day| Cell::Text(day.to_string())),
        week(line.weeks.first(), |week| week.cell.on_hand_e4),
        sum(|week| week.cell.arrivals_e4),
        sum(|week| week.cell.bookings_e4),
        sum(|week| week.cell.unbooked_forecast_e4),
        week(line.weeks.last(), |week| week.cell.balance_e4),
        Cell::Text(line.unit.clone()),
    ];
    let name = |name: Option<String>| name.map_or(Cell::Empty, Cell::Text);
    let names = match group {
        PositionGroup::ItemLocation => vec![name(line.item), name(line.location)],
        PositionGroup::Item => vec![name(line.item)],
        PositionGroup::Category => vec![name(line.category)],
        PositionGroup::Location => vec![name(line.location)],
    };
    names.into_iter().chain(figures).collect()
}

/// Purchase patterns of customers, by amount per year.
pub(super) async fn read_customers(
    scope: &Scope,
    customers: &CustomerReports,
    language: Language,
) -> Result<Report, ReportError> {
    let texts = language.texts();
    let (customer, sales, costs) = (
        scope.require(CustomersRead)?,
        scope.require(SalesRead)?,
        scope.require(PurchasingRead)?,
    );
    let read = customers.load(scope, (&customer, &sales, &costs)).await;
    let read = read.map_err(|error| match error {
        CustomerReportError::Db(error) => error,
        CustomerReportError::Fit(error) => DbError::Failed(DbErr::Custom(error.to_string())),
    })?;
    let currency = read.currency.as_ref().map(|currency| currency.0.as_str());
    let spend = with_unit(texts.average_spend, currency);
    let patterns = &read.figures.patterns;
    let rows = patterns.iter().take(MAX_WORKBOOK_ROWS).map(|row| {
        vec![
            Cell::Text(row.customer.clone()),
            Cell::Number(row.average_spend),
            Cell::Number(row.frequency),
            Cell::Text(row.last_purchase.to_string()),
            Cell::Text(describe_next_order(&row.predicted_next, texts)),
        ]
    });
    let table = ReportTable {
        columns: vec![
            column(texts.customer, CellKind::Text),
            column(&spend, CellKind::Number),
            column(texts.orders_per_year, CellKind::Number),
            column(texts.last_purchase, CellKind::Date),
            column(texts.predicted_next_purchase, CellKind::Date),
        ],
        rows: rows.collect(),
        total_rows: patterns.len(),
    };
    let period = describe_period(&language.format_day(read.day.as_of), language);
    let section = ReportSection::new(vec![period], table);
    Ok(Report::from_section(section, "/purchase-patterns"))
}

fn describe_next_order(next: &NextOrder, texts: &Texts) -> String {
    match next {
        NextOrder::Expected { date, .. } => date.to_string(),
        NextOrder::Unlikely => texts.unlikely_to_return.to_owned(),
        NextOrder::BeyondHorizon => texts.not_within_a_year.to_owned(),
    }
}
