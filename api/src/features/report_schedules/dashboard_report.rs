//! The dashboard as a report: its cards, the price index, yield forecasts, and purchase recommendations,
//! which come last because they are the longest.

use super::report_source::{
    Report, ReportError, ReportSource, column, describe_period, read_purchases,
};
use crate::auth::Scope;
use crate::auth::permission::{CustomersRead, PurchasingRead};
use crate::decimal::round2;
use crate::features::crop_yield::forecast::CropForecast;
use crate::features::crop_yield::read_yield_report;
use crate::features::purchasing::dashboard_cards::DashboardCards;
use crate::features::purchasing::{read_cards, read_figure_day};
use crate::features::supply_prices::price_index::{PriceIndex, PriceTrend};
use localization::{Language, Texts, fill_text};
use report_content::{Cell, CellKind, ReportSection, ReportTable};

/// The dashboard without the sections that the recipient may not see.
pub(super) async fn read_dashboard(
    scope: &Scope,
    source: &ReportSource,
    language: Language,
) -> Result<Report, ReportError> {
    let texts = language.texts();
    let sections = vec![
        (texts.key_figures, read_key_figures(scope, language).await),
        (
            texts.price_index,
            read_price_index(scope, source, language).await,
        ),
        (
            texts.crop_yields,
            read_yields(scope, source, language).await,
        ),
        (
            texts.purchase_recommendations,
            read_purchases(scope, &source.plans, language).await,
        ),
    ];
    let sections = sections
        .into_iter()
        .map(|(title, section)| (title.to_owned(), section));
    Report::from_sections(sections.collect(), "/".to_owned(), language)
}

async fn read_key_figures(scope: &Scope, language: Language) -> Result<ReportSection, ReportError> {
    let texts = language.texts();
    let right = scope.require(PurchasingRead)?;
    let db = scope.rollup_db().await?;
    let day = read_figure_day(&db, scope.as_of(), &right).await?;
    let read = read_cards(&db, scope.access().organization(), day.as_of, &right).await?;
    let currency = read.currency.map(|currency| currency.0);
    let rows = list_cards(&read.cards, currency.as_deref(), language);
    let table = ReportTable {
        columns: vec![
            column(texts.figure, CellKind::Text),
            column(texts.value, CellKind::Number),
            column(texts.unit, CellKind::Text),
            column(texts.change, CellKind::Text),
        ],
        total_rows: rows.len(),
        rows,
    };
    let period = describe_period(&language.format_day(day.as_of), language);
    Ok(ReportSection::without_chart(vec![period], table))
}

fn list_cards(
    cards: &DashboardCards,
    currency: Option<&str>,
    language: Language,
) -> Vec<Vec<Cell>> {
    let texts = language.texts();
    let text = |text: Option<String>| text.map_or(Cell::Empty, Cell::Text);
    let signed = |change: f64| {
        let number = language.format_number(change);
        if change > 0.0 {
            format!("+{number}")
        } else {
            number
        }
    };
    let percent =
        |change: Option<f64>| text(change.map(|change| language.format_percent(&signed(change))));
    let money = text(currency.map(str::to_owned));
    let average = cards.avg_order_value;
    let delivery = cards.delivery_rate;
    let points = delivery
        .and_then(|rate| rate.change_points)
        .map(|change| fill_text(texts.percentage_points, &[("number", &signed(change))]));
    let suppliers = cards.active_suppliers;
    #[expect(
        clippy::cast_precision_loss,
        reason = "there are fewer suppliers than 2^52"
    )]
    let (count, count_change) = (
        suppliers.value as f64,
        suppliers.change.map(|change| signed(change as f64)),
    );
    vec![
        vec![
            Cell::Text(texts.total_spend.to_owned()),
            Cell::Number(cards.total_spend.value),
            money.clone(),
            percent(cards.total_spend.change_percent),
        ],
        vec![
            Cell::Text(texts.avg_order_value.to_owned()),
            Cell::from(average.map(|card| card.value)),
            money,
            percent(average.and_then(|card| card.change_percent)),
        ],
        vec![
            Cell::Text(texts.delivery_rate.to_owned()),
            Cell::from(delivery.map(|rate| rate.value)),
            Cell::Text("%".to_owned()),
            text(points),
        ],
        vec![
            Cell::Text(texts.active_suppliers.to_owned()),
            Cell::Number(count),
            Cell::Empty,
            text(count_change),
        ],
    ]
}

async fn read_price_index(
    scope: &Scope,
    source: &ReportSource,
    language: Language,
) -> Result<ReportSection, ReportError> {
    let texts = language.texts();
    let right = scope.require(PurchasingRead)?;
    let read = source.prices.load(scope, &right).await?;
    let rows = read
        .index
        .as_ref()
        .map_or_else(Vec::new, |index| list_categories(index, texts));
    let table = ReportTable {
        columns: vec![
            column(texts.category, CellKind::Text),
            column(texts.price_index, CellKind::Number),
            column(texts.change_from_last_month, CellKind::Number),
            column(texts.trend, CellKind::Text),
            column(texts.last_month, CellKind::Text),
        ],
        total_rows: rows.len(),
        rows,
    };
    Ok(ReportSection::new(Vec::new(), table))
}

fn list_categories(index: &PriceIndex, texts: &Texts) -> Vec<Vec<Cell>> {
    let all = vec![
        Cell::Text(texts.all_categories.to_owned()),
        Cell::Number(round2(index.current_index)),
        Cell::from(index.index_change_percent),
        Cell::Empty,
        Cell::Text(index.last_month.to_string()),
    ];
    let categories = index.categories.iter().map(|category| {
        let trend = match category.trend() {
            PriceTrend::Rising => texts.rising,
            PriceTrend::Falling => texts.falling,
            PriceTrend::Stable => texts.stable,
        };
        vec![
            Cell::Text(category.category.clone()),
            Cell::Number(round2(category.current_price_index)),
            Cell::from(category.price_change_percent),
            Cell::Text(trend.to_owned()),
            Cell::Text(category.last_month.to_string()),
        ]
    });
    std::iter::once(all).chain(categories).collect()
}

async fn read_yields(
    scope: &Scope,
    source: &ReportSource,
    language: Language,
) -> Result<ReportSection, ReportError> {
    let texts = language.texts();
    let right = scope.require(CustomersRead)?;
    let known = source.yields.current_snapshot();
    let read = read_yield_report(&scope.read_db().await?, &known.yields, &right).await?;
    let forecasts = read.report.map_or_else(Vec::new, |report| report.forecasts);
    let years = forecasts.first().map(|forecast| forecast.year.to_string());
    let table = ReportTable {
        columns: vec![
            column(texts.crop, CellKind::Text),
            column(texts.yield_forecast, CellKind::Number),
            column(texts.yield_low, CellKind::Number),
            column(texts.yield_high, CellKind::Number),
            column(texts.last_harvest, CellKind::Number),
            column(texts.yield_change, CellKind::Number),
        ],
        total_rows: forecasts.len(),
        rows: forecasts.into_iter().map(to_yield_row).collect(),
    };
    let periods = years.iter().map(|year| describe_period(year, language));
    Ok(ReportSection::new(periods.collect(), table))
}

fn to_yield_row(forecast: CropForecast) -> Vec<Cell> {
    vec![
        Cell::Text(forecast.crop_type),
        Cell::Number(forecast.forecasted_yield),
        Cell::from(forecast.low_80),
        Cell::from(forecast.high_80),
        Cell::Number(forecast.last_yield),
        Cell::from(forecast.yield_change_percent),
    ]
}
