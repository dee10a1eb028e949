//! Response types of the market operation.

mod feed_types;
mod overview_types;

pub(super) use feed_types::{MarketNews, WeatherReport};
pub(super) use overview_types::MarketOverview;
use poem_openapi::Enum;

use super::commodity::{Commodity, CommodityFilter};
use super::timeframe::Timeframe;

/// Timeframe of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "Timeframe")]
pub(super) enum TimeframeParam {
    #[oai(rename = "1M")]
    OneMonth,
    #[oai(rename = "3M")]
    ThreeMonths,
    #[oai(rename = "6M")]
    SixMonths,
    #[oai(rename = "1Y")]
    OneYear,
}

/// Commodities to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "CommodityFilter")]
pub(super) enum CommodityParam {
    All,
    Corn,
    Soybeans,
    Wheat,
    Fertilizer,
}

impl From<TimeframeParam> for Timeframe {
    fn from(choice: TimeframeParam) -> Self {
        match choice {
            TimeframeParam::OneMonth => Self::OneMonth,
            TimeframeParam::ThreeMonths => Self::ThreeMonths,
            TimeframeParam::SixMonths => Self::SixMonths,
            TimeframeParam::OneYear => Self::OneYear,
        }
    }
}

impl From<CommodityParam> for CommodityFilter {
    fn from(choice: CommodityParam) -> Self {
        match choice {
            CommodityParam::All => Self::All,
            CommodityParam::Corn => Self::One(Commodity::Corn),
            CommodityParam::Soybeans => Self::One(Commodity::Soybeans),
            CommodityParam::Wheat => Self::One(Commodity::Wheat),
            CommodityParam::Fertilizer => Self::One(Commodity::Fertilizer),
        }
    }
}
