//! `price_trend`: commodity prices.

use crate::auth::permission::MarketRead;
use crate::decimal::round2;
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::tool_context::{ToolContext, ToolError};
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

const PRICE_COLUMNS: &[Column] = &[
    Column::for_text("Commodity"),
    Column::for_numbers("Price"),
    Column::for_numbers("Change"),
    Column::for_text("Trend"),
    Column::for_text("Forecast"),
    Column::for_text("Quoted on"),
];

/// Adds commodity prices, as on the Supply Analysis page for the same timeframe and commodity.
pub(super) async fn price_trend(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let proof = context.require(MarketRead)?;
    let span = args.timeframe.unwrap_or(Span::ThreeMonths);
    let requested = args
        .commodity
        .and_then(|commodity| Commodity::from_code(commodity.as_str()));
    let ask = OverviewQuery {
        timeframe: Timeframe::from_code(span.as_str()).unwrap_or_default(),
        commodity: requested.map_or(CommodityFilter::All, CommodityFilter::One),
        markets: ChosenMarkets::new(),
    };
    let quotes = read_quotes(&context.db().await?, context.today(), &proof).await?;
    let market = compute_market_figures(&quotes, &ask, context.today());
    result.source_row_count = market.quotes;
    result.method = Some(METHOD);
    result.add_link(
        "Supply Analysis",
        format!(
            "/market-trends?timeframe={}&commodity={}",
            ask.timeframe, ask.commodity
        ),
    );
    if market.cards.is_empty() {
        result.push_no_data(format!("{NO_QUOTES}."));
        return Ok(());
    }
    let timeframe = sheet.add_period("Timeframe", span.as_str());
    let mut table = Table {
        title: "Commodity prices".into(),
        columns: PRICE_COLUMNS.to_vec(),
        rows: Vec::new(),
        total: market.cards.len(),
    };
    for card in &market.cards {
        let id = result.next_row_id();
        let cells = build_price_row(card, &id, timeframe, sheet, result);
        table.rows.push(Row { id, cells });
    }
    result.table = Some(table);
    result.chart = Some(build_price_chart(&market, requested));
    Ok(())
}

/// Adds a sentence about one commodity and returns the cells of its row.
fn build_price_row(
    card: &PriceCard,
    id: &str,
    timeframe: FactId,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
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
        Some(change) => result.push_sentence(format!(
            "{commodity} is at {price} on {day} ({market}): \
            {change} over {timeframe}, trend {trend}."
        )),
        None => result.push_sentence(format!(
            "{commodity} is at {price} on {day} ({market}); {timeframe} has too few quotes for a \
                change."
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
        result.insights.push(format!(
            "{commodity} has not been quoted since {last}, {days} ago."
        ));
    }
    match (&card.outlook.forecast, card.outlook.hit_rate()) {
        (Some(forecast), Some(hits)) => {
            let probability = sheet.add_percent(
                format!(
                    "Chance that the mean price of {} in {} exceeds that of {}",
                    card.commodity, forecast.target, forecast.origin
                ),
                round2(100.0 * forecast.p_up),
                refs(),
            );
            let (target, origin) = (
                sheet.add_period("Forecast month", &forecast.target.to_string()),
                sheet.add_period("Base month of the forecast", &forecast.origin.to_string()),
            );
            let hits = sheet.add_percent("Similar past calls that were right", hits, refs());
            result.insights.push(format!(
                "{commodity}: {outlook}, with a chance of {probability} that the mean of {target} \
                    exceeds that of {origin}; {hits} of similar past calls were right."
            ));
        }
        _ => {
            if let Some(note) = card.outlook.note.as_ref().filter(|note| !note.is_empty()) {
                let note = sheet.add_name("Reason for no outlook", note, refs());
                result
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

/// Builds the chart: one commodity in its own unit, or the changes of several on a common scale.
fn build_price_chart(market: &MarketFigures, requested: Option<Commodity>) -> Chart {
    let line = |card: &PriceCard| {
        let commodity = card.commodity;
        let points = market.prices.iter();
        let (unit, points) = match requested {
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
    let title = if requested.is_some() {
        "Price"
    } else {
        "Change since the first day shown"
    };
    Chart {
        title: title.into(),
        lines: market.cards.iter().map(line).collect(),
    }
}
