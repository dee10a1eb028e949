//! The product's market figures.

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

pub(super) fn add_market_figures(quotes: &[Quote], as_of: NaiveDate, figures: &mut Figures) {
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
        add_card(card, figures);
        add_outlook(card.commodity, &card.outlook, figures);
    }
    figures.push_exact("Market: quotes left out", usual.excluded.total());
    for timeframe in Timeframe::ALL {
        add_timeframe(&overview(timeframe), figures);
    }
}

fn add_card(card: &PriceCard, figures: &mut Figures) {
    let name = |what: &str| format!("Market: {}, {what}", card.commodity.code());
    figures.push_exact(name("market"), card.market.as_str());
    figures.push_exact(name("unit"), card.unit.as_str());
    figures.push_exact(name("current price"), card.price.to_f64());
    figures.push_exact(name("day of the quote"), card.as_of);
    figures.push_exact(name("volume"), card.volume.map(Decimal4::to_f64));
    figures.push_exact(name("stale"), card.stale.map(|stale| stale.to_string()));
}

fn add_outlook(commodity: Commodity, outlook: &PriceOutlook, figures: &mut Figures) {
    let name = |what: &str| format!("Market: {}, {what}", commodity.code());
    figures.push_exact(name("trend"), outlook.trend.to_string());
    figures.push_exact(name("forecast"), outlook.label.to_string());
    figures.push_exact(
        name("without a forecast because"),
        if outlook.forecast.is_none() {
            outlook.note.clone()
        } else {
            None
        },
    );
    figures.push_exact(
        name("forecast month"),
        outlook.forecast.map(|forecast| forecast.target.to_string()),
    );
    figures.push_exact(
        name("probability of a rise in %"),
        outlook
            .forecast
            .map(|forecast| round2(100.0 * forecast.p_up)),
    );
    figures.push_exact(
        name("forecast price"),
        outlook.forecast.map(|forecast| round2(forecast.price)),
    );
    figures.push_exact(
        name("forecast price, low"),
        outlook.forecast.map(|forecast| round2(forecast.low_80)),
    );
    figures.push_exact(
        name("forecast price, high"),
        outlook.forecast.map(|forecast| round2(forecast.high_80)),
    );
    figures.push_exact(name("hit rate in %"), outlook.hit_rate());
}

fn add_timeframe(overview: &MarketFigures, figures: &mut Figures) {
    let timeframe = overview.timeframe;
    for card in &overview.cards {
        figures.push_exact(
            format!("Market {timeframe}: {}, change in %", card.commodity.code()),
            card.change.and_then(|change| change.percent),
        );
    }
    figures.push_exact(
        format!("Market {timeframe}: days with a price"),
        overview.prices.len(),
    );
    for bar in &overview.volumes {
        for commodity in Commodity::ALL {
            if let Some(volume) = bar.volumes.get(commodity) {
                figures.push_exact(
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
