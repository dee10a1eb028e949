//! Simulates the commodity quotes: mean-reverting, seasonal, and within a realistic range.

use std::f64::consts::TAU;

use super::day::{Day, Window};
use super::random_stream::{RandomStream, StreamTopic};

/// Days before the window whose quotes affect costs.
const LOOK_BACK_DAYS: i32 = 30;

/// A commodity on one market.
#[derive(Clone, Copy, Debug)]
pub(super) struct Market {
    pub(super) commodity: &'static str,
    pub(super) name: &'static str,
    pub(super) unit: &'static str,
    /// Lowest and highest possible price, USD per unit.
    range: (f64, f64),
    /// Mean of the log price, relative to the geometric middle of the range.
    center: f64,
    /// Standard deviation of the daily log change.
    volatility: f64,
    /// Share of the distance from the mean that a trading day removes.
    mean_reversion: f64,
    /// Amplitude of the season in the log price, and the day of its peak.
    season: (f64, f64),
    /// Weight of the current day: dealers' quotes follow their market slowly.
    smoothing: f64,
    /// Smallest price step, USD.
    pub(super) tick: f64,
    /// Mean daily volume: contracts, or bushels or tons on a cash market.
    pub(super) volume: f64,
    /// Share of trading days without a quote.
    pub(super) no_quote_share: f64,
}

/// A dealer's quote for nitrogen in the Corn Belt, which item costs follow.
const FERTILIZER: Market = Market {
    commodity: "fertilizer",
    name: "Corn Belt dealers",
    unit: "usd_per_ton",
    range: (350.0, 900.0),
    center: -0.04,
    volatility: 0.014,
    mean_reversion: 0.003,
    season: (0.035, 105.0),
    smoothing: 0.12,
    tick: 0.5,
    volume: 3_800.0,
    no_quote_share: 0.02,
};

const CORN: Market = Market {
    commodity: "corn",
    name: "Nearby futures",
    unit: "usd_per_bu",
    range: (3.8, 7.0),
    center: -0.10,
    volatility: 0.013,
    mean_reversion: 0.004,
    season: (0.03, 165.0),
    smoothing: 1.0,
    tick: 0.0025,
    volume: 165_000.0,
    no_quote_share: 0.0,
};

const SOYBEANS: Market = Market {
    commodity: "soybeans",
    range: (9.0, 16.0),
    center: -0.08,
    volatility: 0.0115,
    season: (0.025, 185.0),
    volume: 118_000.0,
    ..CORN
};

const WHEAT: Market = Market {
    commodity: "wheat",
    range: (5.0, 9.0),
    center: -0.12,
    volatility: 0.015,
    season: (0.02, 130.0),
    volume: 72_000.0,
    ..CORN
};

/// An elevator's price for corn: futures plus a basis.
const CASH_CORN: Market = Market {
    name: "Central Iowa cash",
    volume: 310_000.0,
    no_quote_share: 0.03,
    ..CORN
};

/// Prices of a market on every calendar day; weekends carry Friday's.
pub(super) struct PricePath {
    pub(super) market: Market,
    first: Day,
    prices: Vec<f64>,
}

impl PricePath {
    /// USD per unit. None before the look-back period or after the as-of day.
    pub(super) fn price_on(&self, day: Day) -> Option<f64> {
        let index = usize::try_from(day.0 - self.first.0).ok()?;
        self.prices.get(index).copied()
    }

    /// The price relative to the middle of its range; 1 without a price.
    pub(super) fn price_ratio(&self, day: Day) -> f64 {
        self.price_on(day)
            .map_or(1.0, |price| price / self.market.middle_price())
    }
}

impl Market {
    fn middle_price(&self) -> f64 {
        (self.range.0 * self.range.1).sqrt()
    }

    /// Ornstein-Uhlenbeck process of the log price from 2001 on, so that a later as-of day only
    /// appends; a hyperbolic tangent keeps it within the range.
    fn simulate_path(self, seed: u64, number: i64, window: Window) -> PricePath {
        let mut stream = RandomStream::new(seed, StreamTopic::Quotes, number, 0);
        let half_range = (self.range.1 / self.range.0).ln() / 2.0;
        let first = window.first - LOOK_BACK_DAYS;
        let (mut walk, mut followed) = (self.center, self.center);
        let mut prices = Vec::new();
        for day in (0..=window.last.0).map(Day) {
            if day.is_weekday() {
                walk += self.mean_reversion * (self.center - walk)
                    + self.volatility * stream.standard_normal();
                followed += self.smoothing * (walk - followed);
            }
            if day >= first {
                let (height, highest) = self.season;
                let season =
                    height * (TAU * (f64::from(day.season_day()) - highest) / 365.25).cos();
                let bent = half_range * ((followed + season) / half_range).tanh();
                prices.push(self.middle_price() * bent.exp());
            }
        }
        PricePath {
            market: self,
            first,
            prices,
        }
    }
}

/// All quoted markets.
pub(super) struct Quotes {
    pub(super) fertilizer: PricePath,
    grains: [PricePath; 3],
    cash_corn: PricePath,
}

impl Quotes {
    pub(super) fn new(seed: u64, window: Window) -> Self {
        let corn = CORN.simulate_path(seed, 1, window);
        let cash_corn = simulate_cash_corn(&corn, seed);
        Self {
            fertilizer: FERTILIZER.simulate_path(seed, 4, window),
            grains: [
                corn,
                SOYBEANS.simulate_path(seed, 2, window),
                WHEAT.simulate_path(seed, 3, window),
            ],
            cash_corn,
        }
    }

    /// The markets, ordered by commodity name.
    pub(super) fn markets(&self) -> [&PricePath; 5] {
        let [corn, soybeans, wheat] = &self.grains;
        [&self.cash_corn, corn, &self.fertilizer, soybeans, wheat]
    }
}

/// Cash corn: 20 to 45 cents below futures, most at harvest.
fn simulate_cash_corn(futures: &PricePath, seed: u64) -> PricePath {
    let prices = (futures.first.0..)
        .map(Day)
        .zip(&futures.prices)
        .map(|(day, price)| {
            let season = 0.09 * (TAU * f64::from(day.season_day() - 288) / 365.25).cos();
            let mood = 0.02
                * RandomStream::new(seed, StreamTopic::Wave, -1, i64::from(day.0 / 7))
                    .standard_normal();
            price - (0.31 + season + mood).clamp(0.15, 0.50)
        })
        .collect();
    PricePath {
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
            let quotes = Quotes::new(seed, Window::ending_on(Day(9456)));
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
    fn later_as_of_day_only_appends() {
        let (today, tomorrow) = (
            Quotes::new(7, Window::ending_on(Day(9456))),
            Quotes::new(7, Window::ending_on(Day(9457))),
        );
        for (path, longer) in today.markets().into_iter().zip(tomorrow.markets()) {
            assert_eq!(path.price_on(Day(9000)), longer.price_on(Day(9000)));
            assert_eq!(path.price_on(Day(9456)), longer.price_on(Day(9456)));
            assert_eq!(path.price_on(Day(9457)), None);
        }
    }
}
