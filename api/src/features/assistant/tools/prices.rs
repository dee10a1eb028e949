//! What the markets quote.

use crate::auth::permission::MarketRead;
use crate::decimal::round2;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::{FactId, FactSheet};
use crate::features::assistant::finding::{Chart, Column, Finding, Line, Row, Table};
use crate::features::assistant::registry::{Args, Timeframe as Span};
use crate::features::market::commodity::{Commodity, CommodityFilter};
use crate::features::market::outlook::METHOD;
use crate::features::market::overview::{Ask, Card, MarketOverview, NO_QUOTES, market_overview};
use crate::features::market::quote::MarketChoice;
use crate::features::market::read_quotes;
use crate::features::market::timeframe::Timeframe;
use crate::http::ApiError;

const PRICES: &[Column] = &[
    Column::words("Commodity"),
    Column::figures("Price"),
    Column::figures("Change"),
    Column::words("Trend"),
    Column::words("Forecast"),
    Column::words("Quoted on"),
];

/// Commodity prices, as the Supply Analysis page shows them for the same timeframe and commodity.
pub(super) async fn price_trend(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let right = desk.require(MarketRead)?;
    let span = args.timeframe.unwrap_or(Span::ThreeMonths);
    let wanted = args
        .commodity
        .and_then(|commodity| Commodity::parse(commodity.as_str()));
    let ask = Ask {
        timeframe: Timeframe::parse(span.as_str()).unwrap_or_default(),
        commodity: wanted.map_or(CommodityFilter::All, CommodityFilter::One),
        markets: MarketChoice::new(),
    };
    let quotes = read_quotes(&desk.db().await?, desk.as_of(), &right).await?;
    let market = market_overview(&quotes, &ask, desk.as_of());
    found.n = market.quotes;
    found.method = Some(METHOD);
    found.link(
        "Supply Analysis",
        format!(
            "/market-trends?timeframe={}&commodity={}",
            ask.timeframe, ask.commodity
        ),
    );
    if market.cards.is_empty() {
        found.nothing(format!("{NO_QUOTES}."));
        return Ok(());
    }
    let timeframe = sheet.period("Timeframe", span.as_str());
    let mut table = Table {
        title: "Commodity prices",
        columns: PRICES.to_vec(),
        rows: Vec::new(),
        total: market.cards.len(),
    };
    for card in &market.cards {
        let id = found.next_row();
        let cells = price_row(card, &id, timeframe, sheet, found);
        table.rows.push(Row { id, cells });
    }
    found.table = Some(table);
    found.chart = Some(price_chart(&market, wanted));
    Ok(())
}

/// Says what one commodity costs; gives the cells of its row.
fn price_row(
    card: &Card,
    id: &str,
    timeframe: FactId,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Vec<Option<FactId>> {
    let refs = || vec![id.to_owned()];
    let commodity = sheet.name("Commodity", &card.commodity.to_string(), refs());
    let unit = card.unit.strip_prefix("usd_per_").unwrap_or(&card.unit);
    let price = sheet.price_in(
        "USD",
        format!("Price of {}", card.commodity),
        card.price,
        unit,
        refs(),
    );
    let day = sheet.date("Day of the quote", card.as_of, refs());
    let market = sheet.name("Market", &card.market, refs());
    let trend = sheet.name("Trend", &card.outlook.trend.to_string(), refs());
    let outlook = sheet.name("Forecast", &card.outlook.label.to_string(), refs());
    let change = card
        .change
        .and_then(|change| change.percent)
        .map(|percent| sheet.change(format!("Change of {}", card.commodity), percent, refs()));
    match change {
        Some(change) => found.say(format!(
            "{commodity} is at {price} on {day} ({market}): \
            {change} over {timeframe}, trend {trend}."
        )),
        None => found.say(format!(
            "{commodity} is at {price} on {day} ({market}); {timeframe} \
            holds too few quotes for a change."
        )),
    }
    if let Some(stale) = &card.stale {
        let (last, days) = (
            sheet.date("Last quote", stale.last, refs()),
            sheet.count(
                "Days without a quote",
                stale.days.unsigned_abs(),
                "day",
                "days",
                refs(),
            ),
        );
        found.insights.push(format!(
            "{commodity} has not been quoted since {last}, {days} ago."
        ));
    }
    match (&card.outlook.forecast, card.outlook.hit_rate()) {
        (Some(forecast), Some(hits)) => {
            let dearer = sheet.percent(
                format!("Chance that {} is dearer in 3 months", card.commodity),
                round2(100.0 * forecast.p_up),
                refs(),
            );
            let hits = sheet.percent("Past calls like it that came true", hits, refs());
            found.insights.push(format!(
                "{commodity}: {outlook}, with a chance of {dearer} to be \
                dearer; {hits} of past calls like it came true."
            ));
        }
        _ => {
            if let Some(note) = card.outlook.note.as_ref().filter(|note| !note.is_empty()) {
                let note = sheet.name("Why there is no call", note, refs());
                found
                    .insights
                    .push(format!("{commodity}: {outlook}. {note}."));
            }
        }
    }
    vec![
        Some(commodity),
        Some(price),
        change,
        Some(trend),
        Some(outlook),
        Some(day),
    ]
}

/// One commodity in its own unit; several on the one scale that they share, their change.
fn price_chart(market: &MarketOverview, wanted: Option<Commodity>) -> Chart {
    let line = |card: &Card| {
        let commodity = card.commodity;
        let points = market.prices.iter();
        let (unit, points) = match wanted {
            Some(_) => (
                card.unit.replace("usd_per_", "USD/"),
                points
                    .filter_map(|point| Some((point.day, point.prices.get(commodity)?.to_f64())))
                    .collect(),
            ),
            None => (
                "%".to_owned(),
                points
                    .filter_map(|point| Some((point.day, *point.changes.get(commodity)?)))
                    .collect(),
            ),
        };
        Line {
            name: commodity.to_string(),
            unit,
            points,
        }
    };
    let title = if wanted.is_some() {
        "Price"
    } else {
        "Change since the first day shown"
    };
    Chart {
        title,
        lines: market.cards.iter().map(line).collect(),
    }
}
