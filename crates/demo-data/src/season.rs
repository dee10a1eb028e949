//! Seasons of a Corn Belt retailer: the share of a year's business on each day.

use std::f64::consts::TAU;

use super::day::{CYCLE_DAYS, Day};
use super::random_stream::{RandomStream, StreamTopic};

/// Seasonal pattern of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Season {
    /// Corn and soybeans: prepay around the turn of the year, the rest before planting.
    RowCropSeed,
    /// Winter wheat: before sowing in September.
    WheatSeed,
    /// Alfalfa in April, rye as a cover crop after the early harvest.
    ForageSeed,
    /// Phosphate, potash and lime: after harvest, and before planting.
    FallNutrient,
    /// Anhydrous ammonia: when the soil is below 10 degrees C in November, and in April.
    Ammonia,
    /// Urea and solutions: prepay in January, planting, side-dressing in June.
    SpringNitrogen,
    PreEmergence,
    PostEmergence,
    /// Around tasseling in July.
    Fungicide,
    Insecticide,
    AllYear,
}

/// Day of the year (0 = 1 January), standard deviation in days, and share of the year.
type Peak = (f64, f64, f64);

impl Season {
    const ALL: [Self; 11] = [
        Self::RowCropSeed,
        Self::WheatSeed,
        Self::ForageSeed,
        Self::FallNutrient,
        Self::Ammonia,
        Self::SpringNitrogen,
        Self::PreEmergence,
        Self::PostEmergence,
        Self::Fungicide,
        Self::Insecticide,
        Self::AllYear,
    ];

    /// The remaining share is spread evenly over the year.
    const fn peaks(self) -> &'static [Peak] {
        match self {
            Self::RowCropSeed => &[(345.0, 22.0, 0.34), (28.0, 18.0, 0.14), (108.0, 16.0, 0.43)],
            Self::WheatSeed => &[(258.0, 14.0, 0.86)],
            Self::ForageSeed => &[(95.0, 16.0, 0.45), (245.0, 18.0, 0.45)],
            Self::FallNutrient => &[(300.0, 17.0, 0.52), (100.0, 16.0, 0.34)],
            Self::Ammonia => &[(313.0, 12.0, 0.50), (108.0, 13.0, 0.40)],
            Self::SpringNitrogen => &[(20.0, 16.0, 0.12), (112.0, 16.0, 0.48), (158.0, 12.0, 0.28)],
            Self::PreEmergence => &[(345.0, 16.0, 0.12), (118.0, 14.0, 0.76)],
            Self::PostEmergence => &[(20.0, 16.0, 0.10), (162.0, 16.0, 0.78)],
            Self::Fungicide => &[(196.0, 12.0, 0.82)],
            Self::Insecticide => &[(130.0, 14.0, 0.18), (205.0, 18.0, 0.64)],
            Self::AllYear => &[(150.0, 45.0, 0.40)],
        }
    }

    /// Business of a day relative to an even year: mean 1 over the year.
    fn density_at(self, season_day: f64) -> f64 {
        let mut even = 1.0;
        let mut peaked = 0.0;
        for (center, width, share) in self.peaks() {
            let apart = (season_day - center).rem_euclid(365.0);
            let z = apart.min(365.0 - apart) / width;
            peaked += share * 365.0 / (width * TAU.sqrt()) * (-0.5 * z * z).exp();
            even -= share;
        }
        even + peaked
    }

    /// Whether winter purchases are for spring: the season has a prepay program.
    pub(super) fn has_prepay(self) -> bool {
        matches!(
            self,
            Self::RowCropSeed
                | Self::Ammonia
                | Self::SpringNitrogen
                | Self::PreEmergence
                | Self::PostEmergence
        )
    }
}

/// Seasons of the four years of the cycle: springs are early or late, years good or bad.
pub(super) struct SeasonCalendar {
    densities: Vec<Vec<f64>>,
    levels: [f64; 4],
}

impl SeasonCalendar {
    pub(super) fn new(seed: u64) -> Self {
        let mut stream = RandomStream::new(seed, StreamTopic::Years, 0, 0);
        let shifts: [f64; 4] =
            std::array::from_fn(|_| (4.0 * stream.standard_normal()).clamp(-8.0, 8.0));
        let levels =
            std::array::from_fn(|_| 1.0 + (0.04 * stream.standard_normal()).clamp(-0.08, 0.08));
        let densities = Season::ALL
            .iter()
            .map(|season| {
                (0..CYCLE_DAYS)
                    .map(Day)
                    .map(|day| {
                        season.density_at(f64::from(day.season_day()) - shifts[day.cycle_year()])
                    })
                    .collect()
            })
            .collect();
        Self { densities, levels }
    }

    /// Business of a season on a day relative to its mean day; always positive.
    pub(super) fn season_density(&self, season: Season, day: Day) -> f64 {
        self.densities
            .get(season as usize)
            .and_then(|days| days.get(day.cycle_day()))
            .copied()
            .unwrap_or(1.0)
    }

    /// Mean density of the `length` days after `day`.
    pub(super) fn mean_density_ahead(&self, season: Season, day: Day, length: i32) -> f64 {
        let sum: f64 = (1..=length)
            .map(|n| self.season_density(season, day + n))
            .sum();
        sum / f64::from(length.max(1))
    }

    /// Level of the whole trade in the year of `day`: around 1.
    pub(super) fn year_level(&self, day: Day) -> f64 {
        self.levels[day.cycle_year()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seasons_are_listed_in_their_order() {
        for (index, season) in Season::ALL.iter().enumerate() {
            assert_eq!(*season as usize, index);
        }
    }

    #[test]
    fn densities_are_positive_with_mean_one() {
        let calendar = SeasonCalendar::new(7);
        for (season, days) in Season::ALL.iter().zip(&calendar.densities) {
            let mean = days.iter().sum::<f64>() / f64::from(CYCLE_DAYS);
            assert!((mean - 1.0).abs() < 0.03, "{season:?} {mean}");
            assert!(days.iter().all(|density| *density > 0.05), "{season:?}");
        }
    }
}
