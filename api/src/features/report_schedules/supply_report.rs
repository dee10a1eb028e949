//! The page Supply Analysis as a report: prices with their forecasts, trading volume, weather, news, and the
//! quotes of each day, which come last because they are the longest.

use super::report_source::{Report, ReportError, ReportSource, column, describe_period};
use crate::auth::Scope;
use crate::auth::permission::MarketRead;
use crate::decimal::{Decimal4, ExactSum, round2};
use crate::features::market::commodity::{ByCommodity, Commodity};
use crate::features::market::feed::news_feed::{Impact, NewsItem};
use crate::features::market::feed::report_news;
use crate::features::market::feed::weather_feed::RegionWeather;
use crate::features::market::market_overview::{
    MarketFigures, OverviewQuery, PriceCard, TradedVolume, compute_market_figures,
};
use crate::features::market::read_quotes;
use localization::{Language, Texts};
use report_content::{Cell, CellKind, ReportColumn, ReportSection, ReportTable};

/// The page for three months and all commodities. Weather and news are left out where no provider is
/// set.
pub(super) async fn read_supply_analysis(
    scope: &Scope,
    source: &ReportSource,
    language: Language,
) -> Result<Report, ReportError> {
    let texts = language.texts();
    let right = scope.require(MarketRead)?;
    let as_of = scope.as_of();
    let quotes = read_quotes(&scope.read_db().await?, as_of, &right).await?;
    let figures = compute_market_figures(&quotes, &OverviewQuery::default(), as_of);
    let is_demo = scope.access().organization().is_demo;
    let weather = source.weather.read_report(scope, &right).await?;
    let news = report_news(&source.news, is_demo, as_of).await;
    let period = language.format_period(Some(figures.from), figures.to);
    let over_period = || vec![describe_period(&period, language)];
    let prices = ReportSection::new(over_period(), to_price_table(&figures, texts));
    let volumes = ReportSection::without_chart(over_period(), to_volume_table(&figures, texts));
    let days = ReportSection::without_chart(over_period(), to_day_table(&figures, texts));
    let weather = weather
        .answer
        .map(|regions| ReportSection::without_chart(Vec::new(), to_weather_table(regions, texts)));
    let news = news
        .answer
        .map(|items| ReportSection::new(Vec::new(), to_news_table(items, language)));
    let sections = [
        (texts.commodity_prices, Some(prices)),
        (texts.trading_volume, Some(volumes)),
        (texts.weather, weather),
        (texts.news, news),
        (texts.price_trend, Some(days)),
    ];
    let sections = sections
        .into_iter()
        .filter_map(|(title, section)| Some((title.to_owned(), Ok(section?))));
    Report::from_sections(sections.collect(), "/market-trends".to_owned(), language)
}

fn commodity_name(commodity: Commodity, texts: &Texts) -> &'static str {
    match commodity {
        Commodity::Corn => texts.corn,
        Commodity::Soybeans => texts.soybeans,
        Commodity::Wheat => texts.wheat,
        Commodity::Fertilizer => texts.fertilizer,
    }
}

/// Such as `USD/bu`.
fn price_unit(card: &PriceCard) -> String {
    card.unit.replace("usd_per_", "USD/")
}

fn to_price_table(figures: &MarketFigures, texts: &Texts) -> ReportTable {
    let number = |label: &str| column(label, CellKind::Number);
    let columns: Vec<ReportColumn> = vec![
        column(texts.commodity, CellKind::Text),
        number(texts.change_percent),
        number(texts.price),
        column(texts.unit, CellKind::Text),
        column(texts.quoted_on, CellKind::Date),
        number(texts.forecast),
        number(texts.forecast_low),
        number(texts.forecast_high),
    ];
    let to_row = |card: &PriceCard| {
        let forecast = card.outlook.forecast.as_ref();
        vec![
            Cell::Text(commodity_name(card.commodity, texts).to_owned()),
            Cell::from(card.change.and_then(|change| change.percent)),
            Cell::Number(Decimal4::to_f64(card.price)),
            Cell::Text(price_unit(card)),
            Cell::Text(card.as_of.to_string()),
            Cell::from(forecast.map(|forecast| round2(forecast.price))),
            Cell::from(forecast.map(|forecast| round2(forecast.low_80))),
            Cell::from(forecast.map(|forecast| round2(forecast.high_80))),
        ]
    };
    ReportTable {
        columns,
        rows: figures.cards.iter().map(to_row).collect(),
        total_rows: figures.cards.len(),
    }
}

/// The columns of the commodities with quotes.
fn commodity_columns(
    figures: &MarketFigures,
    label: impl Fn(&PriceCard) -> String,
) -> impl Iterator<Item = ReportColumn> {
    let labels = figures.cards.iter().map(label);
    labels.map(|label| column(&label, CellKind::Number))
}

fn commodity_cells<T: Copy>(
    figures: &MarketFigures,
    values: &ByCommodity<T>,
    to_number: fn(T) -> f64,
) -> impl Iterator<Item = Cell> {
    figures.cards.iter().map(move |card| {
        let value = values.get(card.commodity);
        value.map_or(Cell::Empty, |value| Cell::Number(to_number(*value)))
    })
}

fn to_volume_table(figures: &MarketFigures, texts: &Texts) -> ReportTable {
    let name = |card: &PriceCard| commodity_name(card.commodity, texts).to_owned();
    // Many markets report no volume.
    let weeks = figures.volumes.iter().rev();
    let weeks = weeks.filter(|week| has_volume(figures, week));
    let rows: Vec<Vec<Cell>> = weeks
        .map(|week| {
            std::iter::once(Cell::Text(week.from.to_string()))
                .chain(commodity_cells(figures, &week.volumes, ExactSum::to_f64))
                .collect()
        })
        .collect();
    ReportTable {
        columns: std::iter::once(column(texts.week_of, CellKind::Date))
            .chain(commodity_columns(figures, name))
            .collect(),
        total_rows: rows.len(),
        rows,
    }
}

fn has_volume(figures: &MarketFigures, week: &TradedVolume) -> bool {
    let mut cards = figures.cards.iter();
    cards.any(|card| week.volumes.get(card.commodity).is_some())
}

fn to_day_table(figures: &MarketFigures, texts: &Texts) -> ReportTable {
    let name = |card: &PriceCard| {
        let name = commodity_name(card.commodity, texts);
        format!("{name} ({})", price_unit(card))
    };
    let days = figures.prices.iter().rev();
    ReportTable {
        columns: std::iter::once(column(texts.date, CellKind::Date))
            .chain(commodity_columns(figures, name))
            .collect(),
        rows: days
            .map(|day| {
                std::iter::once(Cell::Text(day.day.to_string()))
                    .chain(commodity_cells(figures, &day.prices, Decimal4::to_f64))
                    .collect()
            })
            .collect(),
        total_rows: figures.prices.len(),
    }
}

fn to_weather_table(regions: Vec<RegionWeather>, texts: &Texts) -> ReportTable {
    let number = |label: &str| column(label, CellKind::Number);
    ReportTable {
        columns: vec![
            column(texts.region, CellKind::Text),
            number(texts.temperature),
            column(texts.conditions, CellKind::Text),
            number(texts.rainfall),
            column(texts.field_work_days, CellKind::Text),
        ],
        total_rows: regions.len(),
        rows: regions
            .into_iter()
            .map(|weather| {
                let work = weather.field_work;
                vec![
                    Cell::Text(format!("{} ({})", weather.region, weather.place)),
                    Cell::Number(weather.temperature_f),
                    Cell::Text(weather.conditions),
                    Cell::Number(weather.rainfall_in),
                    Cell::Text(format!("{}/{}", work.fit_days, work.days)),
                ]
            })
            .collect(),
    }
}

fn to_news_table(items: Vec<NewsItem>, language: Language) -> ReportTable {
    let texts = language.texts();
    let text = |label: &str| column(label, CellKind::Text);
    ReportTable {
        columns: vec![
            text(texts.headline),
            column(texts.date, CellKind::Date),
            text(texts.source),
            text(texts.impact),
        ],
        total_rows: items.len(),
        rows: items
            .into_iter()
            .map(|item| {
                let impact = match item.impact {
                    Impact::Positive => texts.positive,
                    Impact::Neutral => texts.neutral,
                    Impact::Negative => texts.negative,
                };
                let day = item.time.map(|time| time.date_naive().to_string());
                vec![
                    Cell::Text(item.title),
                    day.map_or(Cell::Empty, Cell::Text),
                    Cell::Text(item.source),
                    Cell::Text(impact.to_owned()),
                ]
            })
            .collect(),
    }
}
