//! An item with its costs over the window.

use std::f64::consts::TAU;

use chrono::Datelike;

use super::catalog::ITEMS;
use super::day::{Day, Window};
use super::item::{Item, Pricing};
use super::quotes::Quotes;
use super::random_stream::{RandomStream, StreamTopic};

/// Days by which suppliers' prices follow the quote.
const QUOTE_LAG_DAYS: i32 = 21;

/// Model year whose list prices are those of the catalog.
const LIST_YEAR: i32 = 2024;

/// An item with prices.
pub(super) struct PricedItem {
    /// Its index in the catalog.
    pub(super) number: usize,
    pub(super) item: &'static Item,
    first: Day,
    costs: Vec<f64>,
}

impl PricedItem {
    /// Supplier price on `day`, USD per unit, before the terms of the line.
    pub(super) fn cost_on(&self, day: Day) -> f64 {
        usize::try_from(day.0 - self.first.0)
            .ok()
            .and_then(|index| self.costs.get(index))
            .copied()
            .unwrap_or(self.item.cost)
    }

    /// Retail price on `day`, USD per unit, before the terms of the line.
    pub(super) fn retail_price_on(&self, day: Day) -> f64 {
        self.cost_on(day) * (1.0 + self.item.margin)
    }
}

/// All items of the catalog with their costs.
pub(super) fn build_priced_items(seed: u64, window: Window, quotes: &Quotes) -> Vec<PricedItem> {
    ITEMS
        .iter()
        .enumerate()
        .map(|(number, item)| PricedItem {
            number,
            item,
            first: window.first,
            costs: compute_costs(seed, window, quotes, (number, item)),
        })
        .collect()
}

fn compute_costs(
    seed: u64,
    window: Window,
    quotes: &Quotes,
    (number, item): (usize, &Item),
) -> Vec<f64> {
    let key = i64::try_from(number).unwrap_or_default();
    let (slow, quick) = match item.pricing {
        Pricing::Quoted { .. } => ((180, 0.05), (45, 0.02)),
        Pricing::Listed { .. } => ((540, 0.035), (90, 0.01)),
    };
    let waves =
        [slow, quick].map(|(spacing, height)| Wave::new((seed, key), window, spacing, height));
    let list = ListPrices::new((seed, key), window);
    window
        .days()
        .map(|day| {
            let drift = waves
                .iter()
                .map(|wave| wave.value_at(day))
                .sum::<f64>()
                .exp();
            let terms = match item.pricing {
                Pricing::Quoted { pass_through } => {
                    quotes
                        .fertilizer
                        .price_ratio(day - QUOTE_LAG_DAYS)
                        .powf(pass_through)
                        * freight_factor(day)
                }
                Pricing::Listed {
                    yearly_rise,
                    early_discount,
                } => {
                    list.price_factor(day, yearly_rise)
                        * (1.0 - early_discount * early_order_share(day))
                }
            };
            item.cost * drift * terms
        })
        .collect()
}

/// Freight and demand raise fertilizer prices in April and lower them in October.
fn freight_factor(day: Day) -> f64 {
    (0.09 * (TAU * f64::from(day.season_day() - 105) / 365.25).cos()).exp()
}

/// List prices of the model years in the window.
struct ListPrices {
    first_year: i32,
    surprises: Vec<f64>,
}

impl ListPrices {
    fn new((seed, key): (u64, i64), window: Window) -> Self {
        let years = model_year(window.first)..=model_year(window.last);
        Self {
            first_year: *years.start(),
            surprises: years
                .map(|year| {
                    0.012
                        * RandomStream::new(seed, StreamTopic::ListPrice, key, i64::from(year))
                            .standard_normal()
                })
                .collect(),
        }
    }

    /// Relative to the catalog's price: a trend that ends after eight years, and a small random
    /// deviation for each year.
    fn price_factor(&self, day: Day, yearly_rise: f64) -> f64 {
        let year = model_year(day);
        let surprise = usize::try_from(year - self.first_year)
            .ok()
            .and_then(|index| self.surprises.get(index))
            .copied()
            .unwrap_or_default();
        (yearly_rise * f64::from((year - LIST_YEAR).clamp(-8, 8)) + surprise).exp()
    }
}

/// A model year starts on 1 September of the year before.
fn model_year(day: Day) -> i32 {
    let date = day.to_date();
    date.year() + i32::from(date.month() >= 9)
}

/// Share of the early-order discount that applies on `day`: full until the end of the year, none
/// from March on.
fn early_order_share(day: Day) -> f64 {
    match day.to_date().month() {
        9 | 10 => 0.6,
        11 | 12 => 1.0,
        1 => 0.7,
        2 => 0.4,
        _ => 0.0,
    }
}

/// A smooth stationary wave around 0: normal values at fixed knots with cubic interpolation (value
/// noise).
struct Wave {
    /// Days between knots.
    spacing: i32,
    first_knot: i32,
    knots: Vec<f64>,
}

impl Wave {
    /// `height`: standard deviation at a knot.
    fn new((seed, key): (u64, i64), window: Window, spacing: i32, height: f64) -> Self {
        // The spacing is part of the key, so that two waves of an item have different knots.
        let key = key * 1000 + i64::from(spacing);
        let knots = window.first.0.div_euclid(spacing)..=window.last.0.div_euclid(spacing) + 1;
        Self {
            spacing,
            first_knot: *knots.start(),
            knots: knots
                .map(|knot| {
                    height
                        * RandomStream::new(seed, StreamTopic::Wave, key, i64::from(knot))
                            .standard_normal()
                })
                .collect(),
        }
    }

    fn value_at(&self, day: Day) -> f64 {
        let knot = day.0.div_euclid(self.spacing);
        let x = f64::from(day.0.rem_euclid(self.spacing)) / f64::from(self.spacing);
        let (left, right) = (self.knot_value(knot), self.knot_value(knot + 1));
        left + (right - left) * x * x * (3.0 - 2.0 * x)
    }

    fn knot_value(&self, knot: i32) -> f64 {
        usize::try_from(knot - self.first_knot)
            .ok()
            .and_then(|index| self.knots.get(index))
            .copied()
            .unwrap_or_default()
    }
}
