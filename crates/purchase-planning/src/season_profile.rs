//! When an item sells: its density over the season year, with the years aligned so that an early
//! and a late year do not blur the peak.

use std::collections::BTreeMap;

use crate::calendar::{Calendar, PHASES, smooth};
use crate::input::{Day, Delivery, History, StockRow};
use crate::number::{days_to_usize, floor_to_usize, usize_to_f64};

/// Days by which a season can be early or late.
pub(crate) const MAX_SHIFT: i32 = 42;
/// Standard deviations in days of the kernels: for troughs and for item densities.
const TROUGH_KERNEL: i32 = 10;
const ITEM_KERNEL: i32 = 6;
/// Deliveries as which the category's density counts in an item's, and a flat year in that.
const CATEGORY_WEIGHT: f64 = 25.0;
const FLAT_WEIGHT: f64 = 2.0;
/// Prior of the standard deviation of seasons in days, and its weight in seasons.
const SHIFT_PRIOR_DAYS: f64 = 8.0;
const SHIFT_PRIOR_WEIGHT: f64 = 2.0;
/// Deliveries that a season needs to be aligned.
const MIN_SEASON_WEIGHT: f64 = 20.0;

/// An item's sales pattern.
#[derive(Debug, Clone)]
pub(crate) struct ItemProfile {
    pub(crate) category: usize,
    /// Share of a cycle's sales by phase.
    pub(crate) density: Vec<f64>,
    /// The logarithm of `density`.
    pub(crate) log_density: Vec<f64>,
    /// Sums of `density` up to each phase, exclusive.
    pub(crate) cumulative: Vec<f64>,
    /// Mean size of the delivery of a unit, in units: quantities vary as if sold in such lots.
    pub(crate) lot: f64,
    pub(crate) first_day: Day,
}

impl ItemProfile {
    /// Share of a cycle's sales before a phase; continues beyond the cycle.
    pub(crate) fn share_before(&self, phase: f64) -> f64 {
        let cycles = (phase / usize_to_f64(PHASES)).floor();
        let place = phase - cycles * usize_to_f64(PHASES);
        let index = floor_to_usize(place).min(PHASES - 1);
        let rest = place - usize_to_f64(index);
        cycles + self.cumulative[index] + rest * self.density[index]
    }
}

/// All items' patterns, and how early or late the seasons of the past were.
#[derive(Debug, Clone)]
pub(crate) struct SeasonProfiles {
    pub(crate) calendar: Calendar,
    pub(crate) items: Vec<ItemProfile>,
    /// Days by cycle and season; later is positive.
    pub(crate) shifts: BTreeMap<(i32, usize), f64>,
    /// Standard deviation of the shifts in days.
    pub(crate) shift_deviation: f64,
    pub(crate) history_start: Day,
}

fn item_deliveries(rows: &[StockRow], history: &History, items: usize) -> Vec<Vec<Delivery>> {
    let mut found = vec![Vec::new(); items];
    for delivery in history.deliveries.iter().filter(|one| one.quantity > 0.0) {
        found[rows[delivery.row].item].push(*delivery);
    }
    found
}

impl SeasonProfiles {
    pub(crate) fn fit(today: Day, rows: &[StockRow], history: &History) -> Self {
        let items = rows.iter().map(|row| row.item + 1).max().unwrap_or(0);
        let deliveries = item_deliveries(rows, history, items);
        let history_start = history
            .deliveries
            .iter()
            .map(|delivery| delivery.day)
            .min()
            .unwrap_or(today);
        let mut category = vec![0; items];
        for row in rows {
            category[row.item] = row.category;
        }
        let lots: Vec<f64> = deliveries.iter().map(|list| mean_lot(list)).collect();
        let calendar = find_calendar(&deliveries, &lots);
        let mut profiles = Self {
            calendar,
            items: Vec::new(),
            shifts: BTreeMap::new(),
            shift_deviation: SHIFT_PRIOR_DAYS,
            history_start,
        };
        for _ in 0..3 {
            profiles.items = profiles.fit_items(&deliveries, &lots, &category, today);
            profiles.align_seasons(&deliveries, today);
        }
        profiles.items = profiles.fit_items(&deliveries, &lots, &category, today);
        profiles
    }

    /// The shift of a season; 0 if it is not known.
    fn shift(&self, cycle: i32, season: usize) -> f64 {
        self.shifts.get(&(cycle, season)).copied().unwrap_or(0.0)
    }

    fn fit_items(
        &self,
        deliveries: &[Vec<Delivery>],
        lots: &[f64],
        category: &[usize],
        today: Day,
    ) -> Vec<ItemProfile> {
        let categories = category.iter().map(|one| one + 1).max().unwrap_or(0);
        let flat = 1.0 / usize_to_f64(PHASES);
        let mut pooled = vec![vec![FLAT_WEIGHT * flat; PHASES]; categories];
        let mut own = Vec::with_capacity(deliveries.len());
        for (item, list) in deliveries.iter().enumerate() {
            let histogram = self.aligned_histogram(list, lots[item]);
            let smoothed = smooth(&histogram, ITEM_KERNEL);
            for (sum, value) in pooled[category[item]].iter_mut().zip(&smoothed) {
                *sum += value;
            }
            own.push(smoothed);
        }
        for density in &mut pooled {
            normalize(density);
        }
        own.into_iter()
            .enumerate()
            .map(|(item, mut density)| {
                for (value, pooled) in density.iter_mut().zip(&pooled[category[item]]) {
                    *value += CATEGORY_WEIGHT * pooled;
                }
                normalize(&mut density);
                let mut cumulative = Vec::with_capacity(PHASES);
                let mut sum = 0.0;
                for value in &density {
                    cumulative.push(sum);
                    sum += value;
                }
                let first = deliveries[item].iter().map(|one| one.day).min();
                ItemProfile {
                    category: category[item],
                    log_density: density.iter().map(|one| one.max(1e-9).ln()).collect(),
                    density,
                    cumulative,
                    lot: lots[item],
                    first_day: first.unwrap_or(today),
                }
            })
            .collect()
    }

    /// Deliveries in lots by phase, each season moved to its usual time.
    fn aligned_histogram(&self, list: &[Delivery], lot: f64) -> Vec<f64> {
        let mut histogram = vec![0.0; PHASES];
        for delivery in list {
            let place = self.calendar.locate(delivery.day);
            let shift = self.shift(place.cycle, self.calendar.season_at(place.phase));
            let phase = (usize_to_f64(place.phase) - shift).rem_euclid(usize_to_f64(PHASES));
            let index = floor_to_usize(phase).min(PHASES - 1);
            histogram[index] += delivery.quantity / lot;
        }
        histogram
    }

    /// Finds the most likely shift of every season that is over.
    fn align_seasons(&mut self, deliveries: &[Vec<Delivery>], today: Day) {
        let now = self.calendar.locate(today);
        let mut seasons: BTreeMap<(i32, usize), SalesByPhase> = BTreeMap::new();
        for (item, list) in deliveries.iter().enumerate() {
            for delivery in list {
                let place = self.calendar.locate(delivery.day);
                let season = self.calendar.season_at(place.phase);
                let is_over = place.cycle < now.cycle
                    || (place.cycle == now.cycle && season < self.calendar.season_at(now.phase));
                if is_over {
                    let lots = delivery.quantity / self.items[item].lot;
                    seasons
                        .entry((place.cycle, season))
                        .or_default()
                        .add(item, place.phase, lots);
                }
            }
        }
        let mut shifts = BTreeMap::new();
        for (key, sales) in seasons {
            if sales.lots() < MIN_SEASON_WEIGHT {
                continue;
            }
            let best = (-MAX_SHIFT..=MAX_SHIFT)
                .map(|shift| (sales.log_likelihood(&self.items, shift), shift))
                .max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, shift)) = best {
                shifts.insert(key, f64::from(shift));
            }
        }
        for season in 0..self.calendar.seasons {
            let own: Vec<f64> = shifts
                .iter()
                .filter(|(key, _)| key.1 == season)
                .map(|(_, shift)| *shift)
                .collect();
            let center = own.iter().sum::<f64>() / usize_to_f64(own.len().max(1));
            for (_, shift) in shifts.iter_mut().filter(|(key, _)| key.1 == season) {
                *shift -= center;
            }
        }
        let squares: f64 = shifts.values().map(|shift| shift * shift).sum();
        let degrees = usize_to_f64(shifts.len().saturating_sub(self.calendar.seasons));
        self.shift_deviation = ((squares + SHIFT_PRIOR_WEIGHT * SHIFT_PRIOR_DAYS.powi(2))
            / (degrees + SHIFT_PRIOR_WEIGHT))
            .sqrt();
        self.shifts = shifts;
    }
}

/// Lots sold by item and phase.
#[derive(Debug, Clone, Default)]
pub(crate) struct SalesByPhase(BTreeMap<(usize, usize), f64>);

impl SalesByPhase {
    pub(crate) fn add(&mut self, item: usize, phase: usize, lots: f64) {
        *self.0.entry((item, phase)).or_default() += lots;
    }

    pub(crate) fn lots(&self) -> f64 {
        self.0.values().sum()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        self.0
            .iter()
            .map(|((item, phase), lots)| (*item, *phase, *lots))
    }

    /// How well a shift of the profiles by so many days explains when the lots were sold.
    pub(crate) fn log_likelihood(&self, items: &[ItemProfile], shift: i32) -> f64 {
        let back = (PHASES + days_to_usize(MAX_SHIFT)) - days_to_usize(shift + MAX_SHIFT);
        self.iter()
            .map(|(item, phase, lots)| lots * items[item].log_density[(phase + back) % PHASES])
            .sum()
    }
}

/// Sum of the squared quantities over the sum of the quantities; 1 without deliveries.
fn mean_lot(list: &[Delivery]) -> f64 {
    let sum: f64 = list.iter().map(|one| one.quantity).sum();
    let squares: f64 = list.iter().map(|one| one.quantity * one.quantity).sum();
    if sum > 0.0 { squares / sum } else { 1.0 }
}

fn normalize(density: &mut [f64]) {
    let sum: f64 = density.iter().sum();
    if sum > 0.0 {
        for value in density {
            *value /= sum;
        }
    }
}

fn find_calendar(deliveries: &[Vec<Delivery>], lots: &[f64]) -> Calendar {
    let zero = Calendar::at_zero();
    let mut total = vec![0.0; PHASES];
    for (list, lot) in deliveries.iter().zip(lots) {
        for delivery in list {
            total[zero.locate(delivery.day).phase] += delivery.quantity / lot;
        }
    }
    Calendar::from_density(&smooth(&total, TROUGH_KERNEL))
}
