//! What the markets quote.

use crate::auth::permission::MarketRead;
use crate::decimal::round2;
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, Timeframe as Span};
use crate::features::assistant::tool_result::{Chart, Column, Line, Row, Table, ToolResult};
use crate::features::market::commodity::{Commodity, CommodityFilter};
use crate::features::market::market_overview::{
    MarketFigures, NO_QUOTES, OverviewQuery, PriceCard, compute_market_figures,
};
use crate::features::market::price_outlook::METHOD;
use crate::features::market::quote::ChosenMarkets;
use crate::features::market::read_quotes;
use crate::features::market::timeframe::Timeframe;
use crate::http::ApiError;

const PRICE_COLUMNS: &[Column] = &[
    Column::for_text("Commodity"),
    Column::for_numbers("Price"),
    Column::for_numbers("Change"),
    Column::for_text("Trend"),
    Column::for_text("Forecast"),
    Column::for_text("Quoted on"),
];

/// Commodity prices, as the Supply Analysis page shows them for the same timeframe and commodity.
pub(super) async fn price_trend(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    let right = desk.require(MarketRead)?;
    let span = args.timeframe.unwrap_or(Span::ThreeMonths);
    let wanted = args
        .commodity
        .and_then(|commodity| Commodity::from_code(commodity.as_str()));
    let ask = OverviewQuery {
        timeframe: Timeframe::from_code(span.as_str()).unwrap_or_default(),
        commodity: wanted.map_or(CommodityFilter::All, CommodityFilter::One),
        markets: ChosenMarkets::new(),
    };
    let quotes = read_quotes(&desk.db().await?, desk.as_of(), &right).await?;
    let market = compute_market_figures(&quotes, &ask, desk.as_of());
    found.source_row_count = market.quotes;
    found.method = Some(METHOD);
    found.add_link(
        "Supply Analysis",
        format!(
            "/market-trends?timeframe={}&commodity={}",
            ask.timeframe, ask.commodity
        ),
    );
    if market.cards.is_empty() {
        found.push_no_data(format!("{NO_QUOTES}."));
        return Ok(());
    }
    let timeframe = sheet.add_period("Timeframe", span.as_str());
    let mut table = Table {
        title: "Commodity prices",
        columns: PRICE_COLUMNS.to_vec(),
        rows: Vec::new(),
        total: market.cards.len(),
    };
    for card in &market.cards {
        let id = found.next_row_id();
        let cells = build_price_row(card, &id, timeframe, sheet, found);
        table.rows.push(Row { id, cells });
    }
    found.table = Some(table);
    found.chart = Some(build_price_chart(&market, wanted));
    Ok(())
}

/// Says what one commodity costs; gives the cells of its row.
fn build_price_row(
    card: &PriceCard,
    id: &str,
    timeframe: FactId,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Vec<Option<FactId>> {
    let refs = || vec![id.to_owned()];
    let commodity = sheet.add_name("Commodity", &card.commodity.to_string(), refs());
    let unit = card.unit.strip_prefix("usd_per_").unwrap_or(&card.unit);
    let price = sheet.add_price_in(
        "USD",
        format!("Price of {}", card.commodity),
        card.price,
        unit,
        refs(),
    );
    let day = sheet.add_date("Day of the quote", card.as_of, refs());
    let market = sheet.add_name("Market", &card.market, refs());
    let trend = sheet.add_name("Trend", &card.outlook.trend.to_string(), refs());
    let outlook = sheet.add_name("Forecast", &card.outlook.label.to_string(), refs());
    let change = card
        .change
        .and_then(|change| change.percent)
        .map(|percent| sheet.add_change(format!("Change of {}", card.commodity), percent, refs()));
    match change {
        Some(change) => found.push_sentence(format!(
            "{commodity} is at {price} on {day} ({market}): \
            {change} over {timeframe}, trend {trend}."
        )),
        None => found.push_sentence(format!(
            "{commodity} is at {price} on {day} ({market}); {timeframe} \
            holds too few quotes for a change."
        )),
    }
    if let Some(stale) = &card.stale {
        let (last, days) = (
            sheet.add_date("Last quote", stale.last, refs()),
            sheet.add_count(
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
            let dearer = sheet.add_percent(
                format!("Chance that {} is dearer in 3 months", card.commodity),
                round2(100.0 * forecast.p_up),
                refs(),
            );
            let hits = sheet.add_percent("Past calls like it that came true", hits, refs());
            found.insights.push(format!(
                "{commodity}: {outlook}, with a chance of {dearer} to be \
                dearer; {hits} of past calls like it came true."
            ));
        }
        _ => {
            if let Some(note) = card.outlook.note.as_ref().filter(|note| !note.is_empty()) {
                let note = sheet.add_name("Why there is no call", note, refs());
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
fn build_price_chart(market: &MarketFigures, wanted: Option<Commodity>) -> Chart {
    let line = |card: &PriceCard| {
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
