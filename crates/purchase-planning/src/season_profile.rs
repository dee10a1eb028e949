//! When an item sells: its density over the season year, with the years aligned so that an early
//! and a late year do not blur the peak.

use std::collections::BTreeMap;

use crate::calendar::{Calendar, CycleDay, PHASES, smooth};
use crate::input::{Day, Delivery, History, StockRow};
use crate::number::{floor_to_usize, usize_to_f64};
use crate::parallel::map_in_parallel;

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

/// An item's sales pattern.
#[derive(Debug, Clone)]
pub(crate) struct ItemProfile {
    pub(crate) category: usize,
    /// Share of a cycle's sales by phase.
    pub(crate) density: Vec<f64>,
    /// The logarithm of `density`, from `MAX_SHIFT` phases before the cycle to as many after it.
    log_density: Vec<f32>,
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

/// Deliveries of an item, in lots by day of the season year.
#[derive(Debug, Clone, Default)]
struct ItemSales {
    lot: f64,
    first_day: Option<Day>,
    sales: Vec<DatedSale>,
}

#[derive(Debug, Clone, Copy)]
struct DatedSale {
    place: CycleDay,
    season: usize,
    lots: f64,
}

impl ItemSales {
    fn new(list: &[Delivery], lot: f64, calendar: &Calendar) -> Self {
        let sales = list.iter().map(|delivery| {
            let place = calendar.locate(delivery.day);
            DatedSale {
                place,
                season: calendar.season_at(place.phase),
                lots: delivery.quantity / lot,
            }
        });
        Self {
            lot,
            first_day: list.iter().map(|one| one.day).min(),
            sales: sales.collect(),
        }
    }
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
        let sales: Vec<ItemSales> = deliveries
            .iter()
            .zip(lots)
            .map(|(list, lot)| ItemSales::new(list, lot, &calendar))
            .collect();
        drop(deliveries);
        let mut profiles = Self {
            calendar,
            items: Vec::new(),
            shifts: BTreeMap::new(),
            shift_deviation: SHIFT_PRIOR_DAYS,
            history_start,
        };
        for _ in 0..3 {
            profiles.items = profiles.fit_items(&sales, &category, today);
            profiles.align_seasons(&sales, today);
        }
        profiles.items = profiles.fit_items(&sales, &category, today);
        profiles
    }

    /// The shift of a season; 0 if it is not known.
    fn shift(&self, cycle: i32, season: usize) -> f64 {
        self.shifts.get(&(cycle, season)).copied().unwrap_or(0.0)
    }

    fn fit_items(&self, sales: &[ItemSales], category: &[usize], today: Day) -> Vec<ItemProfile> {
        let categories = category.iter().map(|one| one + 1).max().unwrap_or(0);
        let flat = 1.0 / usize_to_f64(PHASES);
        let mut pooled = vec![vec![FLAT_WEIGHT * flat; PHASES]; categories];
        let own = map_in_parallel(sales, ITEM_CHUNK, |one| {
            smooth(&self.aligned_histogram(&one.sales), ITEM_KERNEL)
        });
        for (item, smoothed) in own.iter().enumerate() {
            for (sum, value) in pooled[category[item]].iter_mut().zip(smoothed) {
                *sum += value;
            }
        }
        for density in &mut pooled {
            normalize(density);
        }
        let items: Vec<usize> = (0..sales.len()).collect();
        map_in_parallel(&items, ITEM_CHUNK, |&item| {
            let pooled = pooled[category[item]].iter();
            let mut density: Vec<f64> = own[item]
                .iter()
                .zip(pooled)
                .map(|(own, pooled)| own + CATEGORY_WEIGHT * pooled)
                .collect();
            normalize(&mut density);
            let mut cumulative = Vec::with_capacity(PHASES);
            let mut sum = 0.0;
            for value in &density {
                cumulative.push(sum);
                sum += value;
            }
            ItemProfile {
                category: category[item],
                log_density: wide_logarithms(&density),
                density,
                cumulative,
                lot: sales[item].lot,
                first_day: sales[item].first_day.unwrap_or(today),
            }
        })
    }

    /// Deliveries in lots by phase, each season moved to its usual time.
    fn aligned_histogram(&self, sales: &[DatedSale]) -> Vec<f64> {
        let mut histogram = vec![0.0; PHASES];
        for sale in sales {
            let shift = self.shift(sale.place.cycle, sale.season);
            let phase = (usize_to_f64(sale.place.phase) - shift).rem_euclid(usize_to_f64(PHASES));
            histogram[floor_to_usize(phase).min(PHASES - 1)] += sale.lots;
        }
        histogram
    }

    /// Finds the most likely shift of every season that is over.
    fn align_seasons(&mut self, sales: &[ItemSales], today: Day) {
        let now = self.calendar.locate(today);
        let season_now = self.calendar.season_at(now.phase);
        let is_over = |sale: &DatedSale| {
            sale.place.cycle < now.cycle
                || (sale.place.cycle == now.cycle && sale.season < season_now)
        };
        let chunks: Vec<_> = sales
            .chunks(ITEM_CHUNK)
            .zip(self.items.chunks(ITEM_CHUNK))
            .collect();
        let by_chunk = map_in_parallel(&chunks, 1, |(sales, items)| {
            let mut seasons: BTreeMap<(i32, usize), ShiftLikelihood> = BTreeMap::new();
            for (sales, item) in sales.iter().zip(*items) {
                for sale in sales.sales.iter().filter(|sale| is_over(sale)) {
                    seasons
                        .entry((sale.place.cycle, sale.season))
                        .or_default()
                        .add(item, sale.place.phase, sale.lots);
                }
            }
            seasons
        });
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
    pub(crate) fn add(&mut self, item: &ItemProfile, phase: usize, lots: f64) {
        self.lots += lots;
        // Sold at `phase` in a season that is late by `shift`: usual at `phase - shift`.
        for (sum, log) in self.logs.iter_mut().zip(&item.log_density[phase..]) {
            *sum += lots * f64::from(*log);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.lots += other.lots;
        for (sum, log) in self.logs.iter_mut().zip(&other.logs) {
            *sum += log;
        }
    }

    /// From early to late.
    pub(crate) fn by_shift(&self) -> impl Iterator<Item = (i32, f64)> {
        (-MAX_SHIFT..=MAX_SHIFT).zip(self.logs.iter().rev().copied())
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "seven digits are enough to compare shifts"
)]
fn wide_logarithms(density: &[f64]) -> Vec<f32> {
    let logs: Vec<f32> = density
        .iter()
        .map(|one| one.max(1e-9).ln() as f32)
        .collect();
    let (before, after) = (
        &logs[logs.len() - MAX_SHIFT_PHASES..],
        &logs[..MAX_SHIFT_PHASES],
    );
    [before, &logs, after].concat()
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
