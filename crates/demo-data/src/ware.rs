//! An item with the path of its cost over the window.

use std::f64::consts::TAU;

use chrono::Datelike;

use super::catalog::ITEMS;
use super::day::{Day, Window};
use super::item::{Item, Pricing};
use super::quotes::Quotes;
use super::stream::{Stream, Topic};

/// The days by which suppliers' prices follow the quote.
const QUOTE_LAG: i32 = 21;

/// The model year whose list prices are the catalog's.
const LIST_YEAR: i32 = 2024;

/// An item of the demo.
pub(super) struct Ware {
    /// Its place in the catalog.
    pub(super) number: usize,
    pub(super) item: &'static Item,
    first: Day,
    costs: Vec<f64>,
}

impl Ware {
    /// What a supplier asks on `day`, USD per unit, before the terms of the single line.
    pub(super) fn cost(&self, day: Day) -> f64 {
        usize::try_from(day.0 - self.first.0)
            .ok()
            .and_then(|place| self.costs.get(place))
            .copied()
            .unwrap_or(self.item.cost)
    }

    /// What a customer is asked on `day`, USD per unit, before the terms of the single line.
    pub(super) fn retail(&self, day: Day) -> f64 {
        self.cost(day) * (1.0 + self.item.margin)
    }
}

/// The whole catalog with its costs.
pub(super) fn wares(seed: u64, window: Window, quotes: &Quotes) -> Vec<Ware> {
    ITEMS
        .iter()
        .enumerate()
        .map(|(number, item)| Ware {
            number,
            item,
            first: window.first,
            costs: costs(seed, window, quotes, (number, item)),
        })
        .collect()
}

fn costs(seed: u64, window: Window, quotes: &Quotes, (number, item): (usize, &Item)) -> Vec<f64> {
    let key = i64::try_from(number).unwrap_or_default();
    let (slow, quick) = match item.pricing {
        Pricing::Quoted { .. } => ((180, 0.05), (45, 0.02)),
        Pricing::Listed { .. } => ((540, 0.035), (90, 0.01)),
    };
    let waves =
        [slow, quick].map(|(spacing, height)| Wave::new((seed, key), window, spacing, height));
    let list = List::new((seed, key), window);
    window
        .days()
        .map(|day| {
            let drift = waves.iter().map(|wave| wave.at(day)).sum::<f64>().exp();
            let terms = match item.pricing {
                Pricing::Quoted { pass_through } => {
                    quotes.fertilizer.ratio(day - QUOTE_LAG).powf(pass_through) * freight(day)
                }
                Pricing::Listed {
                    yearly_rise,
                    early_discount,
                } => list.price(day, yearly_rise) * (1.0 - early_discount * early_order(day)),
            };
            item.cost * drift * terms
        })
        .collect()
}

/// Freight and demand lift fertilizer in April and lower it in October.
fn freight(day: Day) -> f64 {
    (0.09 * (TAU * f64::from(day.season_day() - 105) / 365.25).cos()).exp()
}

/// The list prices of the model years that the window touches.
struct List {
    first_year: i32,
    surprises: Vec<f64>,
}

impl List {
    fn new((seed, key): (u64, i64), window: Window) -> Self {
        let years = model_year(window.first)..=model_year(window.last);
        Self {
            first_year: *years.start(),
            surprises: years
                .map(|year| {
                    0.012 * Stream::new(seed, Topic::ListPrice, key, i64::from(year)).normal()
                })
                .collect(),
        }
    }

    /// Relative to the catalog's price: a trend that ends after eight years, and the year's small
    /// surprise.
    fn price(&self, day: Day, yearly_rise: f64) -> f64 {
        let year = model_year(day);
        let surprise = usize::try_from(year - self.first_year)
            .ok()
            .and_then(|place| self.surprises.get(place))
            .copied()
            .unwrap_or_default();
        (yearly_rise * f64::from((year - LIST_YEAR).clamp(-8, 8)) + surprise).exp()
    }
}

/// Model years begin on 1 September of the year before.
fn model_year(day: Day) -> i32 {
    let date = day.date();
    date.year() + i32::from(date.month() >= 9)
}

/// The part of the early-order discount that holds on `day`: whole until the year ends, gone by
/// March.
fn early_order(day: Day) -> f64 {
    match day.date().month() {
        9 | 10 => 0.6,
        11 | 12 => 1.0,
        1 => 0.7,
        2 => 0.4,
        _ => 0.0,
    }
}

/// A smooth wave around 0 that needs no past: normal values at fixed knots, joined by cubic steps
/// (value noise).
struct Wave {
    /// Days between knots.
    spacing: i32,
    first_knot: i32,
    knots: Vec<f64>,
}

impl Wave {
    /// `height` is the standard deviation at a knot.
    fn new((seed, key): (u64, i64), window: Window, spacing: i32, height: f64) -> Self {
        // The spacing is part of the key, so that two waves of an item do not share their knots.
        let key = key * 1000 + i64::from(spacing);
        let knots = window.first.0.div_euclid(spacing)..=window.last.0.div_euclid(spacing) + 1;
        Self {
            spacing,
            first_knot: *knots.start(),
            knots: knots
                .map(|knot| height * Stream::new(seed, Topic::Wave, key, i64::from(knot)).normal())
                .collect(),
        }
    }

    fn at(&self, day: Day) -> f64 {
        let knot = day.0.div_euclid(self.spacing);
        let x = f64::from(day.0.rem_euclid(self.spacing)) / f64::from(self.spacing);
        let (left, right) = (self.knot(knot), self.knot(knot + 1));
        left + (right - left) * x * x * (3.0 - 2.0 * x)
    }

    fn knot(&self, knot: i32) -> f64 {
        usize::try_from(knot - self.first_knot)
            .ok()
            .and_then(|place| self.knots.get(place))
            .copied()
            .unwrap_or_default()
    }
}
