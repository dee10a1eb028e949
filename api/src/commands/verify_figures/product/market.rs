//! What the room of the market says.

use crate::decimal::{Decimal4, ExactSum, round2};
use crate::features::market::commodity::{Commodity, CommodityFilter};
use crate::features::market::market_overview::{
    MarketFigures, OverviewQuery, PriceCard, compute_market_figures,
};
use crate::features::market::price_outlook::PriceOutlook;
use crate::features::market::quote::{ChosenMarkets, Quote};
use crate::features::market::timeframe::Timeframe;
use chrono::NaiveDate;
use reference::Figures;

pub(super) fn tell(quotes: &[Quote], as_of: NaiveDate, told: &mut Figures) {
    let overview = |timeframe| {
        compute_market_figures(
            quotes,
            &OverviewQuery {
                timeframe,
                commodity: CommodityFilter::All,
                markets: ChosenMarkets::new(),
            },
            as_of,
        )
    };
    let usual = overview(Timeframe::default());
    for card in &usual.cards {
        tell_card(card, told);
        tell_outlook(card.commodity, &card.outlook, told);
    }
    told.push_exact("Market: quotes left out", usual.excluded);
    for timeframe in Timeframe::ALL {
        tell_timeframe(&overview(timeframe), told);
    }
}

fn tell_card(card: &PriceCard, told: &mut Figures) {
    let name = |what: &str| format!("Market: {}, {what}", card.commodity.code());
    told.push_exact(name("market"), card.market.as_str());
    told.push_exact(name("unit"), card.unit.as_str());
    told.push_exact(name("current price"), card.price.to_f64());
    told.push_exact(name("day of the quote"), card.as_of);
    told.push_exact(name("volume"), card.volume.map(Decimal4::to_f64));
    told.push_exact(name("stale"), card.stale.map(|stale| stale.to_string()));
}

fn tell_outlook(commodity: Commodity, outlook: &PriceOutlook, told: &mut Figures) {
    let name = |what: &str| format!("Market: {}, {what}", commodity.code());
    told.push_exact(name("trend"), outlook.trend.to_string());
    told.push_exact(name("forecast"), outlook.label.to_string());
    told.push_exact(
        name("without a forecast because"),
        if outlook.forecast.is_none() {
            outlook.note.clone()
        } else {
            None
        },
    );
    told.push_exact(
        name("forecast month"),
        outlook.forecast.map(|forecast| forecast.target.to_string()),
    );
    told.push_exact(
        name("probability of a rise in %"),
        outlook
            .forecast
            .map(|forecast| round2(100.0 * forecast.p_up)),
    );
    told.push_exact(
        name("forecast price"),
        outlook.forecast.map(|forecast| round2(forecast.price)),
    );
    told.push_exact(
        name("forecast price, low"),
        outlook.forecast.map(|forecast| round2(forecast.low_80)),
    );
    told.push_exact(
        name("forecast price, high"),
        outlook.forecast.map(|forecast| round2(forecast.high_80)),
    );
    told.push_exact(name("hit rate in %"), outlook.hit_rate());
}

fn tell_timeframe(overview: &MarketFigures, told: &mut Figures) {
    let timeframe = overview.timeframe;
    for card in &overview.cards {
        told.push_exact(
            format!("Market {timeframe}: {}, change in %", card.commodity.code()),
            card.change.and_then(|change| change.percent),
        );
    }
    told.push_exact(
        format!("Market {timeframe}: days with a price"),
        overview.prices.len(),
    );
    for bar in &overview.volumes {
        for commodity in Commodity::ALL {
            if let Some(volume) = bar.volumes.get(commodity) {
                told.push_exact(
                    format!(
                        "Market {timeframe}: {}, traded {}",
                        commodity.code(),
                        bar.span
                    ),
                    ExactSum::to_money(*volume),
                );
            }
        }
    }
}
