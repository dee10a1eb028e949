//! Climates and stories of the sample data.

use chrono::{Datelike, NaiveDate};

use crate::features::market::feed::weather_feed::Region;

/// Invented climate of a region.
#[derive(Clone, Copy)]
pub(super) struct Climate {
    /// Mean of the daily highs over the year, degrees Fahrenheit.
    pub(super) mean_high_f: f64,
    /// Difference between midsummer's high and the mean.
    pub(super) swing_f: f64,
    /// Share of days with rain.
    pub(super) wetness: f64,
    /// Difference between midsummer's share and `wetness`.
    pub(super) summer_rain: f64,
}

impl Climate {
    pub(super) fn for_region(region: Region) -> Self {
        match region {
            Region::Midwest => Self {
                mean_high_f: 59.0,
                swing_f: 27.0,
                wetness: 0.28,
                summer_rain: 0.07,
            },
            Region::Plains => Self {
                mean_high_f: 67.0,
                swing_f: 25.0,
                wetness: 0.20,
                summer_rain: 0.07,
            },
            Region::Southeast => Self {
                mean_high_f: 77.0,
                swing_f: 15.0,
                wetness: 0.30,
                summer_rain: 0.08,
            },
            Region::Northeast => Self {
                mean_high_f: 62.0,
                swing_f: 24.0,
                wetness: 0.32,
                summer_rain: 0.02,
            },
        }
    }
}

/// A sample news item.
#[derive(Clone, Copy)]
pub(super) struct Story {
    pub(super) title: &'static str,
    pub(super) summary: &'static str,
}

/// Stories for the season of a day, newest first. The order rotates daily.
pub(super) fn stories_for_day(as_of: NaiveDate) -> impl Iterator<Item = Story> {
    let season = match as_of.month() {
        3..=5 => &PLANTING_STORIES,
        6..=8 => &GROWING_STORIES,
        9..=11 => &HARVEST_STORIES,
        _ => &WINTER_STORIES,
    };
    let turn = usize::try_from(as_of.num_days_from_ce()).unwrap_or_default() % season.len();
    season.iter().cycle().skip(turn).take(season.len()).copied()
}

const PLANTING_STORIES: [Story; 5] = [
    Story {
        title: "Urea prices climb as sidedress orders come in",
        summary: "Dealers of the sample market report full order books and longer waits at the \
            terminal.",
    },
    Story {
        title: "Corn futures rise on a slow start to planting",
        summary: "Wet fields keep planters parked in the sample counties for another week.",
    },
    Story {
        title: "Corn growers weigh prepay offers",
        summary: "A sample survey finds buyers split between booking now and waiting.",
    },
    Story {
        title: "Soybean acreage rises in the sample survey",
        summary: "Growers plan more beans after corn than a year ago.",
    },
    Story {
        title: "UAN eases as barges arrive upriver",
        summary: "Sample terminals report that spring tonnage is on hand.",
    },
];

const GROWING_STORIES: [Story; 5] = [
    Story {
        title: "Corn futures slide after widespread rain",
        summary: "Showers reached most sample counties at pollination.",
    },
    Story {
        title: "Wheat prices firm up, futures gain on a short harvest",
        summary: "Sample elevators take in fewer bushels than a year ago.",
    },
    Story {
        title: "Summer fill programs open for nitrogen",
        summary: "Sample dealers publish their terms for early buyers of fertilizer.",
    },
    Story {
        title: "Potash prices fall on light summer demand",
        summary: "Few buyers are in the sample market before the autumn.",
    },
    Story {
        title: "Soybeans rally on export sales",
        summary: "Sample exporters book cargoes for the autumn.",
    },
];

const HARVEST_STORIES: [Story; 5] = [
    Story {
        title: "Corn harvest rises past the average pace",
        summary: "Combines in the sample counties run late into the evening.",
    },
    Story {
        title: "Anhydrous prices climb ahead of the autumn run",
        summary: "Sample dealers raise their quotes as soils cool.",
    },
    Story {
        title: "Soybean basis gains as river levels recover",
        summary: "Barges load at full draft again in the sample ports.",
    },
    Story {
        title: "Elevators extend hours for corn and soybeans",
        summary: "Sample co-ops add evening shifts until the fields are empty.",
    },
    Story {
        title: "Phosphate prices ease on imports",
        summary: "More cargoes are on the way to the sample market.",
    },
];

const WINTER_STORIES: [Story; 5] = [
    Story {
        title: "Wheat futures gain on dry southern fields",
        summary: "The sample Plains go into spring with little snow cover.",
    },
    Story {
        title: "Fertilizer prepay season opens",
        summary: "Sample dealers publish terms for spring nitrogen and potash.",
    },
    Story {
        title: "Corn stocks rise in the quarterly sample count",
        summary: "Bins in the sample counties hold more than a year ago.",
    },
    Story {
        title: "Urea prices drop as import cargoes land",
        summary: "Sample importers are well supplied before spring.",
    },
    Story {
        title: "Soybean prices slip on a large southern crop",
        summary: "Combines roll early in the sample south.",
    },
];
