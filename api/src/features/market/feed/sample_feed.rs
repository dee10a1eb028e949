//! Sample weather and news for the demo organization: deterministic per day, seasonal, and marked
//! as sample wherever they are shown.
//!
//! All of it is invented. Texts start with "Sample:", places are called sample farms, and no item
//! has a link.

mod sample_stories;

use std::f64::consts::TAU;

use chrono::{Datelike, Days, NaiveDate, NaiveTime};

use super::news_feed::{NewsAssessment, NewsItem};
use super::weather_feed::{DayForecast, FORECAST_DAYS, FieldWork, Region, RegionWeather};
use crate::decimal::round2;
use sample_stories::{Climate, stories_for_day};

/// Past days whose rain affects field work.
const PRIOR_DAYS: i64 = 2;
/// Source of the sample news.
const SAMPLE_SOURCE: &str = "Sample data";

/// The four regions as of a day.
pub fn sample_weather(as_of: NaiveDate) -> Vec<RegionWeather> {
    Region::ALL
        .into_iter()
        .map(|region| sample_region_weather(region, as_of))
        .collect()
}

fn sample_region_weather(region: Region, as_of: NaiveDate) -> RegionWeather {
    let ahead = i64::try_from(FORECAST_DAYS).unwrap_or_default();
    let days: Vec<DayForecast> = (-PRIOR_DAYS..ahead)
        .map(|offset| sample_day(region, as_of, offset))
        .collect();
    let rains = days
        .iter()
        .skip(days.len().saturating_sub(FORECAST_DAYS))
        .filter_map(|day| day.rain_in);
    let today = days.get(days.len().saturating_sub(FORECAST_DAYS));
    let high = today.and_then(|day| day.high_f).unwrap_or_default();
    let rain = today.and_then(|day| day.rain_in).unwrap_or_default();
    RegionWeather {
        region: region.to_string(),
        place: format!("Sample farm, {region}"),
        temperature_f: high.round(),
        conditions: describe_conditions(high, rain, hash_to_unit_interval(region, as_of, 0, 3))
            .to_owned(),
        rainfall_in: round2(rains.sum()),
        field_work: FieldWork::from_days(&days),
    }
}

/// A day of the region's invented climate: an annual wave plus noise that depends only on the day.
fn sample_day(region: Region, as_of: NaiveDate, offset: i64) -> DayForecast {
    let climate = Climate::for_region(region);
    let day = as_of
        .checked_add_signed(chrono::TimeDelta::days(offset))
        .unwrap_or(as_of);
    let warmest = TAU * (f64::from(day.ordinal()) - 200.0) / 365.25;
    let mood = 2.0 * hash_to_unit_interval(region, as_of, offset, 1) - 1.0;
    let wetness = climate.wetness + climate.summer_rain * warmest.cos();
    let draw = hash_to_unit_interval(region, as_of, offset, 2);
    // Rain from a trace to an inch and more.
    let rain = if draw < wetness {
        1.4 * ((wetness - draw) / wetness).powi(3) + 0.02
    } else {
        0.0
    };
    DayForecast {
        high_f: Some(climate.mean_high_f + climate.swing_f * warmest.cos() + 7.0 * mood),
        rain_in: Some(round2(rain)),
    }
}

fn describe_conditions(high_f: f64, rain_in: f64, cloud: f64) -> &'static str {
    match (rain_in, high_f) {
        (rain, high) if rain > 0.0 && high < 34.0 => "Snow",
        (rain, high) if rain >= 0.5 && high > 70.0 => "Thunderstorms",
        (rain, _) if rain >= 0.1 => "Rain",
        (rain, _) if rain > 0.0 => "Light rain",
        _ if cloud < 0.35 => "Clear",
        _ if cloud < 0.75 => "Partly cloudy",
        _ => "Overcast",
    }
}

/// Uniform in 0 to 1, deterministic for a region, day and use: the finalizer of `SplitMix64`
/// (Steele, Lea, Flood, OOPSLA 2014) over the three.
fn hash_to_unit_interval(region: Region, as_of: NaiveDate, offset: i64, usage: u64) -> f64 {
    let day = i64::from(as_of.num_days_from_ce()) + offset;
    let mut bits = day
        .unsigned_abs()
        .wrapping_mul(4)
        .wrapping_add(region as u64)
        .wrapping_mul(8)
        .wrapping_add(usage)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let high = u32::try_from((bits ^ (bits >> 31)) >> 32).unwrap_or_default();
    f64::from(high) / 4_294_967_296.0
}

/// The news as of a day: one story per day of the past weeks, newest first.
pub fn sample_news(as_of: NaiveDate) -> Vec<NewsItem> {
    let dated_stories = (1_u64..).zip(stories_for_day(as_of));
    dated_stories
        .map(|(ago, story)| {
            let day = as_of.checked_sub_days(Days::new(ago)).unwrap_or(as_of);
            let title = format!("Sample: {}", story.title);
            let NewsAssessment {
                impact,
                commodities,
            } = NewsAssessment::from_text(story.title, story.summary);
            let time = NaiveTime::from_hms_opt(14, 30, 0).map(|noon| day.and_time(noon).and_utc());
            NewsItem {
                title,
                time,
                impact,
                commodities,
                summary: story.summary.to_owned(),
                link: None,
                source: SAMPLE_SOURCE.to_owned(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::market::feed::news_feed::Impact;

    fn every_day() -> impl Iterator<Item = NaiveDate> {
        NaiveDate::from_ymd_opt(2026, 1, 1)
            .unwrap()
            .iter_days()
            .take(365)
    }

    #[test]
    fn sample_is_deterministic_per_day() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        assert_eq!(
            (sample_weather(day), sample_news(day)),
            (sample_weather(day), sample_news(day))
        );
        assert_ne!(sample_weather(day), sample_weather(day.succ_opt().unwrap()));
    }

    #[test]
    fn all_data_is_marked_as_sample() {
        for day in every_day() {
            assert!(
                sample_weather(day)
                    .iter()
                    .all(|weather| weather.place.starts_with("Sample farm"))
            );
            for item in sample_news(day) {
                assert!(
                    item.title.starts_with("Sample: ")
                        && item.link.is_none()
                        && item.source == "Sample data",
                    "{item:?}"
                );
                assert!(item.time.unwrap().date_naive() < day);
            }
        }
    }

    #[test]
    fn weather_follows_season() {
        let mean = |region: Region, month: u32| {
            let days: Vec<f64> = every_day()
                .filter(|day| day.month() == month)
                .filter_map(|day| {
                    sample_weather(day)
                        .into_iter()
                        .find(|weather| weather.region == region.to_string())
                })
                .map(|weather| weather.temperature_f)
                .collect();
            days.iter().sum::<f64>() / f64::from(u32::try_from(days.len()).unwrap())
        };
        for region in Region::ALL {
            assert!(mean(region, 7) > mean(region, 1) + 20.0, "{region}");
        }
        assert!(mean(Region::Southeast, 1) > mean(Region::Northeast, 1) + 10.0);
        let mut fit = 0;
        for day in every_day() {
            for weather in sample_weather(day) {
                assert!(
                    (-20.0..=115.0).contains(&weather.temperature_f)
                        && (0.0..=15.0).contains(&weather.rainfall_in),
                    "{weather:?}"
                );
                assert!(weather.conditions != "Snow" || weather.temperature_f < 34.0);
                assert_eq!(weather.field_work.days, FORECAST_DAYS);
                fit += weather.field_work.fit_days;
            }
        }
        // Neither always nor never.
        assert!((365 * 4 * 3..365 * 4 * 9).contains(&fit), "{fit}");
    }

    #[test]
    fn every_season_has_news_of_all_impacts() {
        for day in every_day() {
            let items = sample_news(day);
            assert!((4..=8).contains(&items.len()), "{day}");
            assert!(items.windows(2).all(|pair| pair[0].time > pair[1].time));
            for impact in [Impact::Positive, Impact::Neutral, Impact::Negative] {
                assert!(
                    items.iter().any(|item| item.impact == impact),
                    "{day} {impact}"
                );
            }
        }
    }
}
