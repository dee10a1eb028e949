//! `weather_impact` and `market_news`: weather and news of the Supply Analysis page.

use crate::auth::permission::MarketRead;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Impact};
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::market::feed::news_feed::{IMPACT_RULE, NewsItem};
use crate::features::market::feed::weather_feed::{FIELD_WORK_RULE, RegionWeather};
use crate::features::market::feed::{FeedReport, report_news};

const WEATHER_COLUMNS: &[Column] = &[
    Column::for_text("Region"),
    Column::for_numbers("Temperature"),
    Column::for_numbers("Rainfall"),
    Column::for_text("Conditions"),
    Column::for_numbers("Days suitable for field work"),
];

/// Adds the weather of the regions, as on the Supply Analysis page.
pub(super) async fn weather_impact(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let right = context.require(MarketRead)?;
    let report = context.weather.read_report(context.scope, &right).await?;
    result.method = Some(FIELD_WORK_RULE);
    result.add_link("Weather Impact", "/market-trends");
    let Some(regions) = take_feed_answer(report, sheet, result) else {
        return Ok(());
    };
    let is_requested = |weather: &&RegionWeather| {
        args.region
            .is_none_or(|region| weather.region.eq_ignore_ascii_case(region.as_str()))
    };
    let selected: Vec<&RegionWeather> = regions.iter().filter(is_requested).collect();
    result.source_row_count = selected.len() as u64;
    let mut table = Table {
        title: "Weather by region".into(),
        columns: WEATHER_COLUMNS.to_vec(),
        rows: Vec::new(),
        total: selected.len(),
    };
    for weather in selected {
        let id = result.next_row_id();
        let refs = || vec![id.clone()];
        let region = sheet.add_name("Region", &weather.region, refs());
        let temperature = sheet.add_measure("Temperature", weather.temperature_f, "°F", refs());
        let rain = sheet.add_measure("Rainfall expected", weather.rainfall_in, "in", refs());
        let conditions = sheet.add_name("Conditions", &weather.conditions, refs());
        let fit = sheet.add_count(
            "Days suitable for field work",
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
        result.push_sentence(format!(
            "{region}: {temperature}, {conditions}, {rain} of rain expected, {fit} of the coming \
                {ahead} suitable for field work."
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
    result.table = Some(table);
    Ok(())
}

const NEWS_COLUMNS: &[Column] = &[
    Column::for_text("Title"),
    Column::for_text("Impact"),
    Column::for_text("Published"),
    Column::for_text("Source"),
];

/// Adds headlines with their impact, as on the Supply Analysis page.
pub(super) async fn market_news(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    context.require(MarketRead)?;
    let report = report_news(context.news, context.is_sample(), context.today()).await;
    result.method = Some(IMPACT_RULE);
    result.add_link("Market News and Analysis", "/market-trends");
    let Some(items) = take_feed_answer(report, sheet, result) else {
        return Ok(());
    };
    let is_requested = |item: &&NewsItem| {
        args.impact
            .is_none_or(|impact| parse_impact(item) == Some(impact))
    };
    let selected: Vec<&NewsItem> = items.iter().filter(is_requested).collect();
    result.source_row_count = selected.len() as u64;
    if selected.is_empty() {
        result.push_sentence("The news feed has no headline of this kind now.");
        return Ok(());
    }
    let max_rows = args
        .limit
        .map_or(5, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let headlines = sheet.add_count(
        "Headlines",
        selected.len() as u64,
        "headline",
        "headlines",
        Vec::new(),
    );
    result.push_sentence(format!(
        "The news feed has {headlines} of this kind; the newest are listed."
    ));
    let mut table = Table {
        title: "Market news".into(),
        columns: NEWS_COLUMNS.to_vec(),
        rows: Vec::new(),
        total: selected.len(),
    };
    for item in selected.into_iter().take(max_rows) {
        let id = result.next_row_id();
        let refs = || vec![id.clone()];
        let title = sheet.add_name("Title", &item.title, refs());
        let impact = sheet.add_name("Impact", &item.impact.to_string(), refs());
        let time = item.time.map(|time| {
            sheet.add_timestamp("Published", time, context.organization().time_zone, refs())
        });
        let source = sheet.add_name("Source", &item.source, refs());
        table.rows.push(Row {
            cells: vec![Some(title), Some(impact), time, Some(source)],
            id,
        });
    }
    result.table = Some(table);
    Ok(())
}

fn parse_impact(item: &NewsItem) -> Option<Impact> {
    Impact::parse(&item.impact.to_string().to_lowercase())
}

/// Returns the items of a feed. Adds a sentence if there are none or if they are outdated.
fn take_feed_answer<T>(
    report: FeedReport<T>,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Option<T> {
    if let Some(status) = &report.status {
        let status = sheet.add_name("Note of the feed", status, Vec::new());
        match report.answer {
            Some(_) => result.insights.push(status.to_string()),
            None => result.push_no_data(status.to_string()),
        }
    }
    if report.sample {
        result.push_sentence("This is sample data, generated for the demo.");
    }
    report.answer
}
