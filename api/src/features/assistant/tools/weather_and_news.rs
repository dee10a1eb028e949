//! What the weather service and the news feed say.

use crate::auth::permission::MarketRead;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, Impact};
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::market::feed::news_feed::{IMPACT_RULE, NewsItem};
use crate::features::market::feed::weather_feed::{FIELD_WORK_RULE, RegionWeather};
use crate::features::market::feed::{FeedReport, report_news, report_weather};
use crate::http::ApiError;

const WEATHER_COLUMNS: &[Column] = &[
    Column::for_text("Region"),
    Column::for_numbers("Temperature"),
    Column::for_numbers("Rainfall"),
    Column::for_text("Conditions"),
    Column::for_numbers("Days fit for field work"),
];

/// The weather of the regions, as the Supply Analysis page shows it.
pub(super) async fn weather_impact(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    desk.require(MarketRead)?;
    let told = report_weather(desk.weather, desk.is_sample(), desk.as_of()).await;
    found.method = Some(FIELD_WORK_RULE);
    found.add_link("Weather Impact", "/market-trends");
    let Some(regions) = take_feed_answer(told, sheet, found) else {
        return Ok(());
    };
    let wanted = |weather: &&RegionWeather| {
        args.region.is_none_or(|region| {
            weather
                .region
                .to_string()
                .eq_ignore_ascii_case(region.as_str())
        })
    };
    let shown: Vec<&RegionWeather> = regions.iter().filter(wanted).collect();
    found.source_row_count = shown.len() as u64;
    let mut table = Table {
        title: "Weather by region",
        columns: WEATHER_COLUMNS.to_vec(),
        rows: Vec::new(),
        total: shown.len(),
    };
    for weather in shown {
        let id = found.next_row_id();
        let refs = || vec![id.clone()];
        let region = sheet.add_name("Region", &weather.region.to_string(), refs());
        let temperature = sheet.add_measure("Temperature", weather.temperature_f, "°F", refs());
        let rain = sheet.add_measure("Rainfall expected", weather.rainfall_in, "in", refs());
        let conditions = sheet.add_name("Conditions", &weather.conditions, refs());
        let fit = sheet.add_count(
            "Days fit for field work",
            weather.field_work.fit_days as u64,
            "day",
            "days",
            refs(),
        );
        let ahead = sheet.add_count(
            "Days ahead",
            weather.field_work.days as u64,
            "day",
            "days",
            refs(),
        );
        found.push_sentence(format!(
            "{region}: {temperature}, {conditions}, {rain} of rain expected, {fit} \
            of the coming {ahead} fit for field work."
        ));
        table.rows.push(Row {
            cells: vec![
                Some(region),
                Some(temperature),
                Some(rain),
                Some(conditions),
                Some(fit),
            ],
            id,
        });
    }
    found.table = Some(table);
    Ok(())
}

const NEWS_COLUMNS: &[Column] = &[
    Column::for_text("Title"),
    Column::for_text("Impact"),
    Column::for_text("Published"),
    Column::for_text("Source"),
];

/// Headlines with what they mean for growers, as the Supply Analysis page shows them.
pub(super) async fn market_news(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    desk.require(MarketRead)?;
    let told = report_news(desk.news, desk.is_sample(), desk.as_of()).await;
    found.method = Some(IMPACT_RULE);
    found.add_link("Market News and Analysis", "/market-trends");
    let Some(items) = take_feed_answer(told, sheet, found) else {
        return Ok(());
    };
    let wanted = |item: &&NewsItem| {
        args.impact
            .is_none_or(|impact| parse_impact(item) == Some(impact))
    };
    let fitting: Vec<&NewsItem> = items.iter().filter(wanted).collect();
    found.source_row_count = fitting.len() as u64;
    if fitting.is_empty() {
        found.push_sentence("The news feed has no headline of that kind at the moment.");
        return Ok(());
    }
    let most = args
        .limit
        .map_or(5, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let headlines = sheet.add_count(
        "Headlines",
        fitting.len() as u64,
        "headline",
        "headlines",
        Vec::new(),
    );
    found.push_sentence(format!(
        "The news feed has {headlines} of that kind; the newest are listed."
    ));
    let mut table = Table {
        title: "Market news",
        columns: NEWS_COLUMNS.to_vec(),
        rows: Vec::new(),
        total: fitting.len(),
    };
    for item in fitting.into_iter().take(most) {
        let id = found.next_row_id();
        let refs = || vec![id.clone()];
        let title = sheet.add_name("Title", &item.title, refs());
        let impact = sheet.add_name("Impact", &item.impact.to_string(), refs());
        let time = item.time.map(|time| {
            sheet.add_timestamp("Published", time, desk.organization().time_zone, refs())
        });
        let source = sheet.add_name("Source", &item.source, refs());
        table.rows.push(Row {
            cells: vec![Some(title), Some(impact), time, Some(source)],
            id,
        });
    }
    found.table = Some(table);
    Ok(())
}

fn parse_impact(item: &NewsItem) -> Option<Impact> {
    Impact::parse(&item.impact.to_string().to_lowercase())
}

/// What a feed has; says why where it has nothing, or nothing newer.
fn take_feed_answer<T>(
    told: FeedReport<T>,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Option<T> {
    if let Some(status) = &told.status {
        let status = sheet.add_name("What the feed says", status, Vec::new());
        match told.answer {
            Some(_) => found.insights.push(status.to_string()),
            None => found.push_no_data(status.to_string()),
        }
    }
    if told.sample {
        found.push_sentence("These are sample data, invented for the demo.");
    }
    told.answer
}
