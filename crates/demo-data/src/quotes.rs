//! The paths of the commodity quotes: mean-reverting from day to day, seasonal, and held within
//! what the trade has seen.

use std::f64::consts::TAU;

use super::day::{Day, Window};
use super::stream::{Stream, Topic};

/// Days before the window that costs look back on.
const LOOK_BACK: i32 = 30;

/// A commodity on one market.
#[derive(Clone, Copy, Debug)]
pub(super) struct Market {
    pub(super) commodity: &'static str,
    pub(super) name: &'static str,
    pub(super) unit: &'static str,
    /// The lowest and highest price that can appear, USD per unit.
    range: (f64, f64),
    /// Where the logarithm of the price is drawn to, relative to the geometric middle of the range.
    centre: f64,
    /// Standard deviation of a trading day's change of the logarithm.
    swing: f64,
    /// Share of the distance from the centre that a trading day takes away.
    pull: f64,
    /// Height of the season in the logarithm, and its highest day of the year.
    season: (f64, f64),
    /// Weight of the newest day: dealers' quotes follow their market slowly.
    follow: f64,
    /// The smallest step of a price, USD.
    pub(super) tick: f64,
    /// Mean volume of a day: contracts, or bushels or tons on a cash market.
    pub(super) volume: f64,
    /// Share of trading days on which nobody quotes.
    pub(super) silent: f64,
}

/// A dealer's quote for nitrogen in the Corn Belt: the one that item costs follow.
const FERTILIZER: Market = Market {
    commodity: "fertilizer",
    name: "Corn Belt dealers",
    unit: "usd_per_ton",
    range: (350.0, 900.0),
    centre: -0.04,
    swing: 0.014,
    pull: 0.003,
    season: (0.035, 105.0),
    follow: 0.12,
    tick: 0.5,
    volume: 3_800.0,
    silent: 0.02,
};

const CORN: Market = Market {
    commodity: "corn",
    name: "Nearby futures",
    unit: "usd_per_bu",
    range: (3.8, 7.0),
    centre: -0.10,
    swing: 0.013,
    pull: 0.004,
    season: (0.03, 165.0),
    follow: 1.0,
    tick: 0.0025,
    volume: 165_000.0,
    silent: 0.0,
};

const SOYBEANS: Market = Market {
    commodity: "soybeans",
    range: (9.0, 16.0),
    centre: -0.08,
    swing: 0.0115,
    season: (0.025, 185.0),
    volume: 118_000.0,
    ..CORN
};

const WHEAT: Market = Market {
    commodity: "wheat",
    range: (5.0, 9.0),
    centre: -0.12,
    swing: 0.015,
    season: (0.02, 130.0),
    volume: 72_000.0,
    ..CORN
};

/// What an elevator pays for corn: futures plus a basis.
const CASH_CORN: Market = Market {
    name: "Central Iowa cash",
    volume: 310_000.0,
    silent: 0.03,
    ..CORN
};

/// The prices of a market on every calendar day; weekends keep Friday's.
pub(super) struct Path {
    pub(super) market: Market,
    first: Day,
    prices: Vec<f64>,
}

impl Path {
    /// USD per unit; none before the look-back or after the as-of day.
    pub(super) fn price(&self, day: Day) -> Option<f64> {
        let place = usize::try_from(day.0 - self.first.0).ok()?;
        self.prices.get(place).copied()
    }

    /// The price relative to the middle of its range; 1 where there is none.
    pub(super) fn ratio(&self, day: Day) -> f64 {
        self.price(day)
            .map_or(1.0, |price| price / self.market.middle())
    }
}

impl Market {
    fn middle(&self) -> f64 {
        (self.range.0 * self.range.1).sqrt()
    }

    /// An Ornstein-Uhlenbeck walk of the logarithm from 2001 on, so that a later as-of day only
    /// adds to it; the hyperbolic tangent bends it into the range.
    fn path(self, seed: u64, number: i64, window: Window) -> Path {
        let mut stream = Stream::new(seed, Topic::Quotes, number, 0);
        let half_range = (self.range.1 / self.range.0).ln() / 2.0;
        let first = window.first - LOOK_BACK;
        let (mut walk, mut followed) = (self.centre, self.centre);
        let mut prices = Vec::new();
        for day in (0..=window.last.0).map(Day) {
            if day.is_weekday() {
                walk += self.pull * (self.centre - walk) + self.swing * stream.normal();
                followed += self.follow * (walk - followed);
            }
            if day >= first {
                let (height, highest) = self.season;
                let season =
                    height * (TAU * (f64::from(day.season_day()) - highest) / 365.25).cos();
                let bent = half_range * ((followed + season) / half_range).tanh();
                prices.push(self.middle() * bent.exp());
            }
        }
        Path {
            market: self,
            first,
            prices,
        }
    }
}

/// All quoted markets.
pub(super) struct Quotes {
    pub(super) fertilizer: Path,
    grains: [Path; 3],
    cash_corn: Path,
}

impl Quotes {
    pub(super) fn new(seed: u64, window: Window) -> Self {
        let corn = CORN.path(seed, 1, window);
        let cash_corn = cash(&corn, seed);
        Self {
            fertilizer: FERTILIZER.path(seed, 4, window),
            grains: [
                corn,
                SOYBEANS.path(seed, 2, window),
                WHEAT.path(seed, 3, window),
            ],
            cash_corn,
        }
    }

    /// The markets in the order of their commodities' names.
    pub(super) fn markets(&self) -> [&Path; 5] {
        let [corn, soybeans, wheat] = &self.grains;
        [&self.cash_corn, corn, &self.fertilizer, soybeans, wheat]
    }
}

/// Corn in the country: under futures by 20 to 45 cents, most at harvest.
fn cash(futures: &Path, seed: u64) -> Path {
    let prices = (futures.first.0..)
        .map(Day)
        .zip(&futures.prices)
        .map(|(day, price)| {
            let season = 0.09 * (TAU * f64::from(day.season_day() - 288) / 365.25).cos();
            let mood = 0.02 * Stream::new(seed, Topic::Wave, -1, i64::from(day.0 / 7)).normal();
            price - (0.31 + season + mood).clamp(0.15, 0.50)
        })
        .collect();
    Path {
        market: CASH_CORN,
        first: futures.first,
        prices,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_in_range_and_moves() {
        for seed in 0..5 {
            let quotes = Quotes::new(seed, Window::up_to(Day(9456)));
            for path in quotes.markets() {
                let (low, high) = path.market.range;
                let floor = if path.market.name == CASH_CORN.name {
                    low - 0.5
                } else {
                    low
                };
                assert!(
                    path.prices
                        .iter()
                        .all(|price| (floor..=high).contains(price)),
                    "{:?}",
                    path.market
                );
                let lowest = path.prices.iter().copied().fold(f64::INFINITY, f64::min);
                let highest = path.prices.iter().copied().fold(0.0, f64::max);
                assert!(
                    highest / lowest > 1.15,
                    "{:?} {lowest} {highest}",
                    path.market
                );
            }
        }
    }

    #[test]
    fn a_later_day_only_adds() {
        let (today, tomorrow) = (
            Quotes::new(7, Window::up_to(Day(9456))),
            Quotes::new(7, Window::up_to(Day(9457))),
        );
        for (path, longer) in today.markets().into_iter().zip(tomorrow.markets()) {
            assert_eq!(path.price(Day(9000)), longer.price(Day(9000)));
            assert_eq!(path.price(Day(9456)), longer.price(Day(9456)));
            assert_eq!(path.price(Day(9457)), None);
        }
    }
}
