//! When an item sells: its density over the season year, with the years aligned so that an early
//! and a late year do not blur the peak.

use std::collections::BTreeMap;

use estimators::parallel::map_in_parallel;

use crate::calendar::{Calendar, CycleDay, PHASES, smooth};
use crate::input::{Day, Delivery, History, StockRow};
use crate::number::{floor_to_usize, usize_to_f64};

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
/// Shifts that are compared: from early to late, by day.
const SHIFTS: usize = 2 * MAX_SHIFT_PHASES + 1;
const MAX_SHIFT_PHASES: usize = MAX_SHIFT.unsigned_abs() as usize;
/// Items that are computed together, and fewest on a thread.
const ITEM_CHUNK: usize = 256;

/// When an item sold, and what it shares with its category.
#[derive(Debug, Clone)]
pub(crate) struct ItemProfile {
    pub(crate) category: usize,
    /// Mean size of the delivery of a unit, in units: quantities vary as if sold in such lots.
    pub(crate) lot: f64,
    pub(crate) first_day: Day,
    sales: Vec<DatedSale>,
}

/// A delivery in lots, on a day of the season year.
#[derive(Debug, Clone, Copy)]
struct DatedSale {
    cycle: i32,
    phase: u16,
    season: u16,
    lots: f64,
}

impl DatedSale {
    fn new(place: CycleDay, season: usize, lots: f64) -> Self {
        let narrow = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        Self {
            cycle: place.cycle,
            phase: narrow(place.phase),
            season: narrow(season),
            lots,
        }
    }

    fn season_key(&self) -> (i32, usize) {
        (self.cycle, usize::from(self.season))
    }
}

/// An item's density over the season year. It is computed where it is needed: those of all items
/// of a large business do not fit in memory.
#[derive(Debug)]
pub(crate) struct ItemDensity {
    /// Share of a cycle's sales by phase.
    density: Vec<f64>,
    /// Sums of `density` up to each phase, exclusive.
    cumulative: Vec<f64>,
}

impl ItemDensity {
    fn new(density: Vec<f64>) -> Self {
        let mut sum = 0.0;
        let cumulative = density.iter().map(|value| {
            let before = sum;
            sum += value;
            before
        });
        Self {
            cumulative: cumulative.collect(),
            density,
        }
    }

    /// Share of a cycle's sales before a phase; continues beyond the cycle.
    pub(crate) fn share_before(&self, phase: f64) -> f64 {
        let cycles = (phase / usize_to_f64(PHASES)).floor();
        let place = phase - cycles * usize_to_f64(PHASES);
        let index = floor_to_usize(place).min(PHASES - 1);
        let rest = place - usize_to_f64(index);
        cycles + self.cumulative[index] + rest * self.density[index]
    }

    /// The logarithm of the density, from `MAX_SHIFT` phases before the cycle to as many after it.
    pub(crate) fn wide_logarithms(&self) -> Vec<f32> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "seven digits are enough to compare shifts"
        )]
        let logs: Vec<f32> = self
            .density
            .iter()
            .map(|one| one.max(1e-9).ln() as f32)
            .collect();
        let (before, after) = (
            &logs[logs.len() - MAX_SHIFT_PHASES..],
            &logs[..MAX_SHIFT_PHASES],
        );
        [before, &logs, after].concat()
    }
}

/// All items' patterns, and how early or late the seasons of the past were.
#[derive(Debug, Clone)]
pub(crate) struct SeasonProfiles {
    pub(crate) calendar: Calendar,
    pub(crate) items: Vec<ItemProfile>,
    /// By category: share of a cycle's sales by phase.
    pooled: Vec<Vec<f64>>,
    /// Days by cycle and season; later is positive.
    pub(crate) shifts: BTreeMap<(i32, usize), f64>,
    /// Standard deviation of the shifts in days.
    pub(crate) shift_deviation: f64,
    pub(crate) history_start: Day,
}

impl SeasonProfiles {
    pub(crate) fn fit(today: Day, rows: &[StockRow], history: &History) -> Self {
        let history_start = history.deliveries.iter().map(|delivery| delivery.day).min();
        let lots = mean_lots(rows, history);
        let calendar = find_calendar(rows, history, &lots);
        let mut profiles = Self {
            items: list_items(today, rows, history, lots, &calendar),
            calendar,
            pooled: Vec::new(),
            shifts: BTreeMap::new(),
            shift_deviation: SHIFT_PRIOR_DAYS,
            history_start: history_start.unwrap_or(today),
        };
        for _ in 0..3 {
            profiles.pool_categories();
            profiles.align_seasons(today);
        }
        profiles.pool_categories();
        profiles
    }

    /// The density of an item: its own sales, and those of its category with the weight of a few.
    pub(crate) fn density(&self, item: &ItemProfile) -> ItemDensity {
        let own = smooth(&self.aligned_histogram([item]), ITEM_KERNEL);
        let mut density: Vec<f64> = own
            .iter()
            .zip(&self.pooled[item.category])
            .map(|(own, pooled)| own + CATEGORY_WEIGHT * pooled)
            .collect();
        normalize(&mut density);
        ItemDensity::new(density)
    }

    /// Applies a function to every item and its density, on all processors.
    pub(crate) fn map_densities<R: Send>(
        &self,
        apply: impl Fn(usize, &ItemProfile, &ItemDensity) -> R + Sync,
    ) -> Vec<R> {
        let mapped = self.fold_densities(|mapped: &mut Vec<R>, item, density| {
            mapped.push(apply(item, &self.items[item], density));
        });
        mapped.into_iter().flatten().collect()
    }

    /// Collects something from the densities of each chunk of items, with their indexes, on all
    /// processors.
    pub(crate) fn fold_densities<R: Default + Send>(
        &self,
        collect: impl Fn(&mut R, usize, &ItemDensity) + Sync,
    ) -> Vec<R> {
        let starts: Vec<usize> = (0..self.items.len()).step_by(ITEM_CHUNK).collect();
        map_in_parallel(&starts, 1, |&start| {
            let mut collected = R::default();
            for item in start..self.items.len().min(start + ITEM_CHUNK) {
                collect(&mut collected, item, &self.density(&self.items[item]));
            }
            collected
        })
    }

    /// The shift of a season; 0 if it is not known.
    fn shift(&self, season: (i32, usize)) -> f64 {
        self.shifts.get(&season).copied().unwrap_or(0.0)
    }

    fn pool_categories(&mut self) {
        let categories = self.items.iter().map(|item| item.category + 1).max();
        let flat = 1.0 / usize_to_f64(PHASES);
        let categories: Vec<usize> = (0..categories.unwrap_or(0)).collect();
        self.pooled = map_in_parallel(&categories, 1, |&category| {
            let items = self.items.iter().filter(|item| item.category == category);
            let mut pooled = smooth(&self.aligned_histogram(items), ITEM_KERNEL);
            for value in &mut pooled {
                *value += FLAT_WEIGHT * flat;
            }
            normalize(&mut pooled);
            pooled
        });
    }

    /// Deliveries in lots by phase, each season moved to its usual time.
    fn aligned_histogram<'a>(&self, items: impl IntoIterator<Item = &'a ItemProfile>) -> Vec<f64> {
        let mut histogram = vec![0.0; PHASES];
        for sale in items.into_iter().flat_map(|item| &item.sales) {
            let shift = self.shift(sale.season_key());
            let phase = (f64::from(sale.phase) - shift).rem_euclid(usize_to_f64(PHASES));
            histogram[floor_to_usize(phase).min(PHASES - 1)] += sale.lots;
        }
        histogram
    }

    /// Finds the most likely shift of every season that is over.
    fn align_seasons(&mut self, today: Day) {
        let now = self.calendar.locate(today);
        let season_now = self.calendar.season_at(now.phase);
        let is_over = |sale: &DatedSale| sale.season_key() < (now.cycle, season_now);
        let by_chunk = self.fold_densities(
            |seasons: &mut BTreeMap<(i32, usize), ShiftLikelihood>, item, density| {
                let logs = density.wide_logarithms();
                for sale in self.items[item].sales.iter().filter(|sale| is_over(sale)) {
                    let likelihood = seasons.entry(sale.season_key()).or_default();
                    likelihood.add(&logs, usize::from(sale.phase), sale.lots);
                }
            },
        );
        let mut seasons: BTreeMap<(i32, usize), ShiftLikelihood> = BTreeMap::new();
        for (key, likelihood) in by_chunk.into_iter().flatten() {
            seasons.entry(key).or_default().merge(&likelihood);
        }
        let mut shifts: BTreeMap<(i32, usize), f64> = seasons
            .into_iter()
            .filter(|(_, likelihood)| likelihood.lots >= MIN_SEASON_WEIGHT)
            .filter_map(|(key, likelihood)| {
                let best = likelihood.by_shift().max_by(|a, b| a.1.total_cmp(&b.1));
                Some((key, f64::from(best?.0)))
            })
            .collect();
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

/// How well each shift of the profiles explains when lots were sold.
#[derive(Debug, Clone)]
pub(crate) struct ShiftLikelihood {
    lots: f64,
    /// Log likelihood by shift, the latest first.
    logs: [f64; SHIFTS],
}

impl Default for ShiftLikelihood {
    fn default() -> Self {
        Self {
            lots: 0.0,
            logs: [0.0; SHIFTS],
        }
    }
}

impl ShiftLikelihood {
    /// Adds lots that were sold at a phase; `density` as of [`ItemDensity::wide_logarithms`].
    pub(crate) fn add(&mut self, density: &[f32], phase: usize, lots: f64) {
        self.lots += lots;
        // Sold at `phase` in a season that is late by `shift`: usual at `phase - shift`.
        for (sum, log) in self.logs.iter_mut().zip(&density[phase..]) {
            *sum += lots * f64::from(*log);
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.lots += other.lots;
        for (sum, log) in self.logs.iter_mut().zip(&other.logs) {
            *sum += log;
        }
    }

    /// Adds a log likelihood that depends on the shift.
    pub(crate) fn add_by_shift(&mut self, log: impl Fn(i32) -> f64) {
        for (sum, shift) in self.logs.iter_mut().rev().zip(-MAX_SHIFT..) {
            *sum += log(shift);
        }
    }

    /// From early to late.
    pub(crate) fn by_shift(&self) -> impl Iterator<Item = (i32, f64)> {
        (-MAX_SHIFT..=MAX_SHIFT).zip(self.logs.iter().rev().copied())
    }
}

/// By item: sum of the squared quantities over the sum of the quantities; 1 without deliveries.
fn mean_lots(rows: &[StockRow], history: &History) -> Vec<f64> {
    let items = rows.iter().map(|row| row.item + 1).max().unwrap_or(0);
    let mut sums = vec![(0.0, 0.0); items];
    for delivery in sold(history) {
        let (sum, squares) = &mut sums[rows[delivery.row].item];
        *sum += delivery.quantity;
        *squares += delivery.quantity * delivery.quantity;
    }
    let lot = |(sum, squares)| if sum > 0.0 { squares / sum } else { 1.0 };
    sums.into_iter().map(lot).collect()
}

fn sold(history: &History) -> impl Iterator<Item = Delivery> + '_ {
    let deliveries = history.deliveries.iter();
    deliveries.filter(|delivery| delivery.quantity > 0.0)
}

fn list_items(
    today: Day,
    rows: &[StockRow],
    history: &History,
    lots: Vec<f64>,
    calendar: &Calendar,
) -> Vec<ItemProfile> {
    let mut counts = vec![0; lots.len()];
    for delivery in sold(history) {
        counts[rows[delivery.row].item] += 1;
    }
    let mut items: Vec<ItemProfile> = lots
        .into_iter()
        .zip(counts)
        .map(|(lot, count)| ItemProfile {
            category: 0,
            lot,
            first_day: today,
            sales: Vec::with_capacity(count),
        })
        .collect();
    for row in rows {
        items[row.item].category = row.category;
    }
    for delivery in sold(history) {
        let item = &mut items[rows[delivery.row].item];
        let place = calendar.locate(delivery.day);
        let season = calendar.season_at(place.phase);
        item.first_day = item.first_day.min(delivery.day);
        item.sales
            .push(DatedSale::new(place, season, delivery.quantity / item.lot));
    }
    items
}

fn normalize(density: &mut [f64]) {
    let sum: f64 = density.iter().sum();
    if sum > 0.0 {
        for value in density {
            *value /= sum;
        }
    }
}

fn find_calendar(rows: &[StockRow], history: &History, lots: &[f64]) -> Calendar {
    let zero = Calendar::at_zero();
    let mut total = vec![0.0; PHASES];
    for delivery in sold(history) {
        let lot = lots[rows[delivery.row].item];
        total[zero.locate(delivery.day).phase] += delivery.quantity / lot;
    }
    Calendar::from_density(&smooth(&total, TROUGH_KERNEL))
}
