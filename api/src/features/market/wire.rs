//! What the market operation gives.

mod feeds;
mod figures;

pub(super) use feeds::{MarketNews, WeatherReport};
pub(super) use figures::MarketOverview;
use poem_openapi::Enum;

use super::commodity::{Commodity, CommodityFilter};
use super::timeframe::Timeframe;

/// How far the page looks back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "Timeframe")]
pub(super) enum TimeframeChoice {
    #[oai(rename = "1M")]
    OneMonth,
    #[oai(rename = "3M")]
    ThreeMonths,
    #[oai(rename = "6M")]
    SixMonths,
    #[oai(rename = "1Y")]
    OneYear,
}

/// Which commodities the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "CommodityChoice")]
pub(super) enum CommodityChoice {
    All,
    Corn,
    Soybeans,
    Wheat,
    Fertilizer,
}

impl From<TimeframeChoice> for Timeframe {
    fn from(choice: TimeframeChoice) -> Self {
        match choice {
            TimeframeChoice::OneMonth => Self::OneMonth,
            TimeframeChoice::ThreeMonths => Self::ThreeMonths,
            TimeframeChoice::SixMonths => Self::SixMonths,
            TimeframeChoice::OneYear => Self::OneYear,
        }
    }
}

impl From<CommodityChoice> for CommodityFilter {
    fn from(choice: CommodityChoice) -> Self {
        match choice {
            CommodityChoice::All => Self::All,
            CommodityChoice::Corn => Self::One(Commodity::Corn),
            CommodityChoice::Soybeans => Self::One(Commodity::Soybeans),
            CommodityChoice::Wheat => Self::One(Commodity::Wheat),
            CommodityChoice::Fertilizer => Self::One(Commodity::Fertilizer),
        }
    }
}
