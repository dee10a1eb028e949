//! What the weather service and the news feed say.

use crate::auth::permission::MarketRead;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::{Column, Finding, Row, Table};
use crate::features::assistant::registry::{Args, Impact};
use crate::features::market::feed::news::{IMPACT_RULE, NewsItem};
use crate::features::market::feed::weather::{FIELD_WORK_RULE, RegionWeather};
use crate::features::market::feed::{Told, told_news, told_weather};
use crate::http::ApiError;

const WEATHER: &[Column] = &[
    Column::words("Region"),
    Column::figures("Temperature"),
    Column::figures("Rainfall"),
    Column::words("Conditions"),
    Column::figures("Days fit for field work"),
];

/// The weather of the regions, as the Supply Analysis page shows it.
pub(super) async fn weather_impact(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    desk.require(MarketRead)?;
    let told = told_weather(desk.weather, desk.is_sample(), desk.as_of()).await;
    found.method = Some(FIELD_WORK_RULE);
    found.link("Weather Impact", "/market-trends");
    let Some(regions) = said_of(told, sheet, found) else {
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
    found.n = shown.len() as u64;
    let mut table = Table {
        title: "Weather by region",
        columns: WEATHER.to_vec(),
        rows: Vec::new(),
        total: shown.len(),
    };
    for weather in shown {
        let id = found.next_row();
        let refs = || vec![id.clone()];
        let region = sheet.name("Region", &weather.region.to_string(), refs());
        let temperature = sheet.measure("Temperature", weather.temperature_f, "°F", refs());
        let rain = sheet.measure("Rainfall expected", weather.rainfall_in, "in", refs());
        let conditions = sheet.name("Conditions", &weather.conditions, refs());
        let fit = sheet.count(
            "Days fit for field work",
            weather.field_work.fit_days as u64,
            "day",
            "days",
            refs(),
        );
        let ahead = sheet.count(
            "Days ahead",
            weather.field_work.days as u64,
            "day",
            "days",
            refs(),
        );
        found.say(format!(
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

const NEWS: &[Column] = &[
    Column::words("Title"),
    Column::words("Impact"),
    Column::words("Published"),
    Column::words("Source"),
];

/// Headlines with what they mean for growers, as the Supply Analysis page shows them.
pub(super) async fn market_news(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    desk.require(MarketRead)?;
    let told = told_news(desk.news, desk.is_sample(), desk.as_of()).await;
    found.method = Some(IMPACT_RULE);
    found.link("Market News and Analysis", "/market-trends");
    let Some(items) = said_of(told, sheet, found) else {
        return Ok(());
    };
    let wanted = |item: &&NewsItem| {
        args.impact
            .is_none_or(|impact| impact_of(item) == Some(impact))
    };
    let fitting: Vec<&NewsItem> = items.iter().filter(wanted).collect();
    found.n = fitting.len() as u64;
    if fitting.is_empty() {
        found.say("The news feed has no headline of that kind at the moment.");
        return Ok(());
    }
    let most = args
        .limit
        .map_or(5, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let headlines = sheet.count(
        "Headlines",
        fitting.len() as u64,
        "headline",
        "headlines",
        Vec::new(),
    );
    found.say(format!(
        "The news feed has {headlines} of that kind; the newest are listed."
    ));
    let mut table = Table {
        title: "Market news",
        columns: NEWS.to_vec(),
        rows: Vec::new(),
        total: fitting.len(),
    };
    for item in fitting.into_iter().take(most) {
        let id = found.next_row();
        let refs = || vec![id.clone()];
        let title = sheet.name("Title", &item.title, refs());
        let impact = sheet.name("Impact", &item.impact.to_string(), refs());
        let time = item
            .time
            .map(|time| sheet.moment("Published", time, desk.organization().time_zone, refs()));
        let source = sheet.name("Source", &item.source, refs());
        table.rows.push(Row {
            cells: vec![Some(title), Some(impact), time, Some(source)],
            id,
        });
    }
    found.table = Some(table);
    Ok(())
}

fn impact_of(item: &NewsItem) -> Option<Impact> {
    Impact::parse(&item.impact.to_string().to_lowercase())
}

/// What a feed has; says why where it has nothing, or nothing newer.
fn said_of<T>(told: Told<T>, sheet: &mut FactSheet, found: &mut Finding) -> Option<T> {
    if let Some(status) = &told.status {
        let status = sheet.name("What the feed says", status, Vec::new());
        match told.answer {
            Some(_) => found.insights.push(status.to_string()),
            None => found.nothing(status.to_string()),
        }
    }
    if told.sample {
        found.say("These are sample data, invented for the demo.");
    }
    told.answer
}
