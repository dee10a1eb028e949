//! Response types of the cards, price lines and volume bars.

use super::{MarketNews, WeatherReport};
use crate::decimal::{Decimal4, ExactSum, round2};
use crate::features::market::commodity::Commodity;
use crate::features::market::market_overview;
use crate::features::market::price_outlook::PriceOutlook;
use chrono::NaiveDate;
use poem_openapi::Object;

/// Commodity prices and outlook, weather and news.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::market) struct MarketOverview {
    /// `1M`, `3M`, `6M` or `1Y`.
    pub timeframe: String,
    /// `All`, or the selected commodity.
    pub commodity: String,
    /// First day of the timeframe.
    pub from: NaiveDate,
    /// Last day of the timeframe: the as-of day.
    pub to: NaiveDate,
    /// One per requested commodity with quotes.
    pub cards: Vec<CommodityCard>,
    /// Requested commodities without quotes, such as `Corn`.
    pub without_quotes: Vec<String>,
    /// A point for every day with a quote, oldest first.
    pub prices: Vec<MarketPricePoint>,
    /// The same in percent of change from the first quote of the timeframe: a common scale for
    /// bushels and tons.
    pub changes: Vec<MarketPricePoint>,
    /// Traded volume by day (1M), week (3M, 6M) or month (1Y), oldest first.
    pub volumes: Vec<VolumeBar>,
    pub weather: WeatherReport,
    pub news: MarketNews,
}

/// Card of a commodity.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::market) struct CommodityCard {
    /// `corn`, `soybeans`, `wheat` or `fertilizer`.
    pub commodity: String,
    /// Display name.
    pub name: String,
    /// Market of the quotes.
    pub market: String,
    /// `usd_per_bu` or `usd_per_ton`.
    pub unit: String,
    pub current_price: f64,
    /// Day of this quote.
    pub as_of: NaiveDate,
    /// Change from the first quote of the timeframe, in the price's unit.
    pub change: Option<f64>,
    pub change_percent: Option<f64>,
    /// `rising`, `falling` or `stable` over the last 3 whole months, relative to the series'
    /// standard 3-month change.
    pub trend: String,
    /// Volume on the day of the quote, in the market's own unit.
    pub volume: Option<f64>,
    /// Age of the newest quote, if the market is stale.
    pub stale: Option<String>,
    /// `Bullish`, `Neutral` or `Bearish`, from a forecast three months ahead.
    pub forecast: String,
    /// Reason why there is no call, or no forecast.
    pub forecast_note: Option<String>,
    /// Record of past calls of this direction.
    pub forecast_record: Option<String>,
    /// Percent of past calls that came true.
    pub hit_rate: Option<f64>,
    /// Probability that the mean price of `forecastMonth` exceeds `forecastBasePrice`, in percent.
    pub probability_up: Option<f64>,
    /// The last whole month of quotes, from which the forecast starts, such as `2026-10`.
    pub forecast_base_month: Option<String>,
    /// Mean price of `forecastBaseMonth`, against which `probabilityUp` and `forecast` are measured.
    pub forecast_base_price: Option<f64>,
    /// The forecast month, such as `2027-01`.
    pub forecast_month: Option<String>,
    /// Median forecast of that month's mean price.
    pub forecast_price: Option<f64>,
    /// Lower end of the 80 % interval.
    pub low80: Option<f64>,
    /// Upper end of the 80 % interval.
    pub high80: Option<f64>,
}

/// Values of the commodities with a quote on that day.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(in crate::features::market) struct MarketPricePoint {
    pub date: NaiveDate,
    pub corn: Option<f64>,
    pub soybeans: Option<f64>,
    pub wheat: Option<f64>,
    pub fertilizer: Option<f64>,
}

/// Traded volume of a day, week or month.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(in crate::features::market) struct VolumeBar {
    /// `2026-11-20`, `2026-W47` or `2026-11`.
    pub label: String,
    pub corn: Option<f64>,
    pub soybeans: Option<f64>,
    pub wheat: Option<f64>,
    pub fertilizer: Option<f64>,
    /// True if the week or month extends beyond the timeframe.
    pub partial: bool,
}

impl MarketOverview {
    pub(in crate::features::market) fn from_figures(
        figures: market_overview::MarketFigures,
        weather: WeatherReport,
        news: MarketNews,
    ) -> Self {
        let changes = figures
            .prices
            .iter()
            .map(|point| {
                MarketPricePoint::from_values(point.day, |commodity| {
                    point.changes.get(commodity).copied()
                })
            })
            .collect();
        let prices = figures
            .prices
            .iter()
            .map(|point| {
                MarketPricePoint::from_values(point.day, |commodity| {
                    point.prices.get(commodity).map(|price| price.to_f64())
                })
            })
            .collect();
        Self {
            timeframe: figures.timeframe.to_string(),
            commodity: figures.commodity.to_string(),
            from: figures.from,
            to: figures.to,
            cards: figures.cards.into_iter().map(Into::into).collect(),
            without_quotes: figures
                .without_quotes
                .iter()
                .map(ToString::to_string)
                .collect(),
            prices,
            changes,
            volumes: figures.volumes.into_iter().map(Into::into).collect(),
            weather,
            news,
        }
    }
}

impl MarketPricePoint {
    fn from_values(date: NaiveDate, value: impl Fn(Commodity) -> Option<f64>) -> Self {
        Self {
            date,
            corn: value(Commodity::Corn),
            soybeans: value(Commodity::Soybeans),
            wheat: value(Commodity::Wheat),
            fertilizer: value(Commodity::Fertilizer),
        }
    }
}

impl From<market_overview::TradedVolume> for VolumeBar {
    fn from(bar: market_overview::TradedVolume) -> Self {
        let value = |commodity| {
            bar.volumes
                .get(commodity)
                .map(|sum: &ExactSum| sum.to_money())
        };
        Self {
            label: bar.span.to_string(),
            corn: value(Commodity::Corn),
            soybeans: value(Commodity::Soybeans),
            wheat: value(Commodity::Wheat),
            fertilizer: value(Commodity::Fertilizer),
            partial: bar.partial,
        }
    }
}

impl From<market_overview::PriceCard> for CommodityCard {
    fn from(card: market_overview::PriceCard) -> Self {
        let hit_rate = card.outlook.hit_rate();
        let PriceOutlook {
            label,
            note,
            record,
            forecast,
            trend,
            ..
        } = card.outlook;
        Self {
            commodity: card.commodity.code().to_owned(),
            name: card.commodity.to_string(),
            market: card.market,
            unit: card.unit,
            current_price: card.price.to_f64(),
            as_of: card.as_of,
            change: card.change.map(|change| change.price.to_f64()),
            change_percent: card.change.and_then(|change| change.percent),
            trend: trend.to_string(),
            volume: card.volume.map(Decimal4::to_f64),
            stale: card.stale.map(|stale| stale.to_string()),
            forecast: label.to_string(),
            forecast_note: note,
            forecast_record: record.map(|record| record.to_text()),
            hit_rate,
            probability_up: forecast.map(|forecast| round2(forecast.p_up * 100.0)),
            forecast_base_month: forecast.map(|forecast| forecast.origin.to_string()),
            forecast_base_price: forecast.map(|forecast| round2(forecast.now)),
            forecast_month: forecast.map(|forecast| forecast.target.to_string()),
            forecast_price: forecast.map(|forecast| round2(forecast.price)),
            low80: forecast.map(|forecast| round2(forecast.low_80)),
            high80: forecast.map(|forecast| round2(forecast.high_80)),
        }
    }
}
