//! What each row will sell: level, season and bookings together, each unit counted once.

use std::collections::BTreeMap;

use crate::booking_curve::BookingCurves;
use crate::calendar::CycleDay;
use crate::input::{Day, History, Morning, StockRow};
use crate::number::{from_e4, usize_to_f64};
use crate::season_profile::{ItemDensity, SeasonProfiles};
use crate::season_timing::{CASES, Evidence, ItemSale, ShiftCases, prior_cases, season_cases};

/// Prior of the variance of an item's level from year to year, and its weight in items.
const LEVEL_VARIANCE: f64 = 0.05;
const LEVEL_VARIANCE_PRIOR: f64 = 4.0;
const LEVEL_VARIANCE_LIMITS: (f64, f64) = (0.01, 0.3);
/// Variance of the level that all items have in common.
const COMMON_VARIANCE: f64 = 0.01;
/// Lots by which an item's shares of the locations are shrunk to the locations' overall shares.
const LOCATION_PRIOR: f64 = 20.0;
/// Share of a unit by which a booking above the usual reduces what is still unbooked, and limits
/// of that.
const CONSUMPTION: f64 = 0.95;
const UNBOOKED_LIMITS: (f64, f64) = (0.3, 1.8);
/// Share of the sales that an empty shelf loses.
const EMPTY_LOSS: f64 = 0.8;
/// Factor of the level's variance: levels also move within a season.
const LEVEL_SPREAD: f64 = 1.0;
/// Weeks of bookings that show the pace of a season.
const PACE_WEEKS: usize = 20;

/// The model of a business on a day.
#[derive(Debug, Clone)]
pub struct DemandModel {
    today: Day,
    now: CycleDay,
    profiles: SeasonProfiles,
    curves: BookingCurves,
    /// By item: units of a cycle.
    yearly_units: Vec<f64>,
    /// By item: this cycle's level in each case, and its relative variance.
    levels: Vec<[f64; CASES]>,
    level_variance: Vec<f64>,
    /// By row: share of the item's sales.
    location_share: Vec<f64>,
    /// By item: days of this cycle without stock at a location, and its share of the sales.
    stock_outs: Vec<Vec<(f64, f64, f64)>>,
    season_shifts: Vec<ShiftCases>,
    prior_shifts: ShiftCases,
}

/// What an item sells at all locations, by week from today.
#[derive(Debug, Clone)]
pub struct ItemDemand {
    item: usize,
    weeks: Vec<ItemWeek>,
}

#[derive(Debug, Clone, Copy)]
struct ItemWeek {
    /// Cycle and season.
    season: (i32, usize),
    /// Share that is usually booked by now.
    booked_share: f64,
    /// Units by case of the season's timing.
    cases: [f64; CASES],
}

/// A row's demand by week from today.
#[derive(Debug, Clone)]
pub struct RowDemand {
    /// Open bookings, less those usually canceled.
    pub bookings: Vec<f64>,
    /// Expected sales that are not booked yet.
    pub unbooked: Vec<f64>,
    /// By case of the season's timing: both together.
    pub cases: Vec<[f64; CASES]>,
    /// Relative variance of the level.
    pub level_variance: f64,
    /// Units of a lot: the variance of a week is so many times its mean.
    pub lot: f64,
}

impl DemandModel {
    pub fn fit(today: Day, rows: &[StockRow], history: &History) -> Self {
        let profiles = SeasonProfiles::fit(today, rows, history);
        let now = profiles.calendar.locate(today);
        let past = PastSales::collect(today, &profiles, rows, history);
        let delivered: Vec<f64> = past
            .before
            .iter()
            .zip(&past.sales_units)
            .map(|(a, b)| a + b)
            .collect();
        let curves = BookingCurves::fit(rows, &profiles, &history.closed_bookings, &delivered);
        let yearly_units: Vec<f64> = past
            .before
            .iter()
            .zip(&past.exposure)
            .zip(&past.sales_units)
            .map(|((before, exposure), current)| {
                if *exposure > 0.2 {
                    before / exposure
                } else {
                    before + current
                }
            })
            .collect();
        let variance = past.level_variance(&profiles);
        let yearly_lots: Vec<f64> = yearly_units
            .iter()
            .zip(&profiles.items)
            .map(|(units, item)| units / item.lot)
            .collect();
        let evidence = Evidence {
            now,
            sales: &past.sales,
            yearly_lots: &yearly_lots,
            level_weight: 1.0 / variance,
            due_changes: &history.due_changes,
        };
        let season_shifts: Vec<ShiftCases> = (0..profiles.calendar.seasons)
            .map(|season| season_cases(&profiles, season, &evidence))
            .collect();
        let prior_shifts = prior_cases(&profiles);
        let mut model = Self {
            today,
            now,
            levels: vec![[1.0; CASES]; profiles.items.len()],
            level_variance: vec![variance; profiles.items.len()],
            stock_outs: collect_stock_outs(&profiles, rows, history, now, &past.location_share),
            location_share: past.location_share,
            profiles,
            curves,
            yearly_units,
            season_shifts,
            prior_shifts,
        };
        model.fit_levels(&past.sales_lots, &yearly_lots, variance, &past.exposure);
        model
    }

    /// Levels of this cycle: the usual, the one common to all items, and the item's own sales.
    fn fit_levels(&mut self, sold: &[f64], yearly_lots: &[f64], variance: f64, exposure: &[f64]) {
        let expected: Vec<[f64; CASES]> = self.profiles.map_densities(|item, profile, density| {
            let shares = std::array::from_fn(|case| {
                self.share_so_far((item, profile.first_day), density, case)
            });
            shares.map(|share: f64| yearly_lots[item] * share)
        });
        for case in 0..CASES {
            let (mut sum, mut weight) = (1.0 / COMMON_VARIANCE, 1.0 / COMMON_VARIANCE);
            for (sold, expected) in sold.iter().zip(&expected) {
                let expected = expected[case];
                if expected > 0.5 {
                    let precision = 1.0 / (variance + 1.0 / expected);
                    sum += precision * (sold / expected).min(4.0);
                    weight += precision;
                }
            }
            let common = sum / weight;
            for (item, levels) in self.levels.iter_mut().enumerate() {
                let spread = variance * (1.0 + 1.0 / exposure[item].max(0.4));
                let prior = 1.0 / spread;
                let expected = expected[item][case];
                levels[case] = (prior * common + sold[item]) / (prior + expected);
                self.level_variance[item] = 1.0 / (prior + expected);
            }
        }
    }

    /// The share of a cycle's sales that falls before today, in a case; of an item with its first
    /// day.
    fn share_so_far(
        &self,
        (item, first_day): (usize, Day),
        density: &ItemDensity,
        case: usize,
    ) -> f64 {
        let phase = usize_to_f64(self.now.phase);
        let shift = self.shift(self.now, case);
        let start = (phase - f64::from(self.today - first_day)).max(0.0);
        let elapsed = density.share_before((phase - shift).max(0.0)) - density.share_before(start);
        (elapsed - self.empty_share(item, density, shift)).max(0.0)
    }

    /// The share of a cycle's sales that fell on days of this cycle without stock.
    fn empty_share(&self, item: usize, density: &ItemDensity, shift: f64) -> f64 {
        self.stock_outs[item]
            .iter()
            .map(|(from, until, share)| {
                let missed =
                    density.share_before(until - shift) - density.share_before(from - shift);
                EMPTY_LOSS * share * missed.max(0.0)
            })
            .sum()
    }

    fn shift(&self, place: CycleDay, case: usize) -> f64 {
        if place.cycle == self.now.cycle {
            self.season_shifts[self.profiles.calendar.season_at(place.phase)][case]
        } else {
            self.prior_shifts[case]
        }
    }

    /// The share of a cycle's sales in the 7 days from `start`, in a case.
    fn week_share(&self, density: &ItemDensity, start: Day, case: usize) -> f64 {
        let place = self.profiles.calendar.locate(start);
        let middle = self.profiles.calendar.locate(start + 3);
        let phase = usize_to_f64(place.phase) - self.shift(middle, case);
        (density.share_before(phase + 7.0) - density.share_before(phase)).max(0.0)
    }

    /// Units of an item at all locations in a week, in a case.
    fn item_week(&self, item: usize, density: &ItemDensity, start: Day, case: usize) -> f64 {
        let level = if self.profiles.calendar.locate(start + 3).cycle == self.now.cycle {
            self.levels[item][case]
        } else {
            1.0
        };
        self.yearly_units[item] * level * self.week_share(density, start, case)
    }

    /// Compares the open bookings with those usual by now.
    pub fn observe_bookings(&mut self, morning: &Morning) {
        let categories = self.profiles.items.iter().map(|one| one.category + 1).max();
        let mut open = vec![0.0; categories.unwrap_or(0)];
        let mut expected = open.clone();
        let until = self.today + 7 * i32::try_from(PACE_WEEKS).unwrap_or(i32::MAX);
        for booking in &morning.bookings {
            let item = morning.rows[booking.row].item;
            let profile = &self.profiles.items[item];
            if booking.due < until {
                open[profile.category] += self.kept(booking.remaining_e4) / profile.lot;
            }
        }
        let usual = self.profiles.map_densities(|item, profile, density| {
            let mut start = self.today;
            let mut lots = 0.0;
            for week in 0..PACE_WEEKS {
                let mean = (0..CASES)
                    .map(|case| self.item_week(item, density, start, case))
                    .sum::<f64>()
                    / usize_to_f64(CASES);
                let share =
                    self.curves
                        .usual_share(item, profile.category, usize_to_f64(week) + 0.5);
                lots += mean * share / profile.lot;
                start += 7;
            }
            lots
        });
        for (profile, lots) in self.profiles.items.iter().zip(usual) {
            expected[profile.category] += lots;
        }
        self.curves.set_pace(&open, &expected);
    }

    /// Assumes that the coming seasons are so many days later than expected.
    pub fn shift_seasons(&mut self, days: f64) {
        for shifts in self
            .season_shifts
            .iter_mut()
            .chain([&mut self.prior_shifts])
        {
            for shift in shifts {
                *shift += days;
            }
        }
    }

    fn kept(&self, remaining_e4: i64) -> f64 {
        from_e4(remaining_e4) * (1.0 - self.curves.canceled_share)
    }

    /// What an item sells at all locations, by week from today.
    pub fn item_demand(&self, item: usize, weeks: usize) -> ItemDemand {
        let profile = &self.profiles.items[item];
        let (category, density) = (profile.category, self.profiles.density(profile));
        let mut demand = ItemDemand {
            item,
            weeks: Vec::with_capacity(weeks),
        };
        let mut start = self.today;
        for week in 0..weeks {
            let weeks_ahead = usize_to_f64(week) + 0.5;
            let place = self.profiles.calendar.locate(start + 3);
            demand.weeks.push(ItemWeek {
                season: (place.cycle, self.profiles.calendar.season_at(place.phase)),
                booked_share: self.curves.booked_share(item, category, weeks_ahead),
                cases: std::array::from_fn(|case| self.item_week(item, &density, start, case)),
            });
            start += 7;
        }
        demand
    }

    /// A row's demand; `bookings_e4`: its open bookings by week, the overdue in the first.
    pub fn row_demand(&self, row: usize, item: &ItemDemand, bookings_e4: &[i64]) -> RowDemand {
        let bookings: Vec<f64> = bookings_e4.iter().map(|units| self.kept(*units)).collect();
        let share = self.location_share[row];
        let mut cases = Vec::with_capacity(bookings.len());
        let mut usual = Vec::with_capacity(bookings.len());
        for week in &item.weeks[..bookings.len()] {
            let units = week.cases.map(|units| units * share);
            cases.push(units.map(|units| units * (1.0 - week.booked_share)));
            usual.push(units.iter().sum::<f64>() * week.booked_share / usize_to_f64(CASES));
        }
        consume_forecast(&bookings, &usual, &item.weeks, &mut cases);
        let unbooked = cases
            .iter()
            .map(|values| values.iter().sum::<f64>() / usize_to_f64(CASES))
            .collect();
        for (values, booked) in cases.iter_mut().zip(&bookings) {
            for value in values {
                *value += booked;
            }
        }
        RowDemand {
            bookings,
            unbooked,
            cases,
            level_variance: self.level_variance[item.item] * LEVEL_SPREAD,
            lot: self.profiles.items[item.item].lot,
        }
    }
}

/// Bookings above the usual reduce what is still unbooked in their season; fewer raise it.
fn consume_forecast(
    bookings: &[f64],
    usual: &[f64],
    weeks: &[ItemWeek],
    cases: &mut [[f64; CASES]],
) {
    let mut first = 0;
    while first < cases.len() {
        let last = (first..cases.len())
            .take_while(|week| weeks[*week].season == weeks[first].season)
            .last()
            .unwrap_or(first);
        let excess: f64 = (first..=last)
            .map(|week| bookings[week] - usual[week])
            .sum();
        let rest: f64 = cases[first..=last].iter().flatten().sum::<f64>() / usize_to_f64(CASES);
        if rest > 0.0 {
            let factor =
                (1.0 - CONSUMPTION * excess / rest).clamp(UNBOOKED_LIMITS.0, UNBOOKED_LIMITS.1);
            for value in cases[first..=last].iter_mut().flatten() {
                *value *= factor;
            }
        }
        first = last + 1;
    }
}

fn collect_stock_outs(
    profiles: &SeasonProfiles,
    rows: &[StockRow],
    history: &History,
    now: CycleDay,
    location_share: &[f64],
) -> Vec<Vec<(f64, f64, f64)>> {
    let mut found = vec![Vec::new(); profiles.items.len()];
    for stock_out in &history.stock_outs {
        let place = profiles.calendar.locate(stock_out.from);
        if place.cycle == now.cycle {
            let from = usize_to_f64(place.phase);
            let until = from + f64::from(stock_out.until - stock_out.from);
            found[rows[stock_out.row].item].push((from, until, location_share[stock_out.row]));
        }
    }
    found
}

/// Sums over the deliveries of the past.
struct PastSales {
    /// By item: units before this cycle, and the cycles in which they were sold.
    before: Vec<f64>,
    exposure: Vec<f64>,
    /// By item: lots and units of this cycle.
    sales_lots: Vec<f64>,
    sales_units: Vec<f64>,
    /// Of this cycle, by item.
    sales: Vec<ItemSale>,
    by_cycle: Vec<BTreeMap<i32, f64>>,
    location_share: Vec<f64>,
    first_cycle: i32,
    now: CycleDay,
}

impl PastSales {
    fn collect(
        today: Day,
        profiles: &SeasonProfiles,
        rows: &[StockRow],
        history: &History,
    ) -> Self {
        let items = profiles.items.len();
        let now = profiles.calendar.locate(today);
        let locations = rows.iter().map(|row| row.location + 1).max().unwrap_or(0);
        let mut past = Self {
            before: vec![0.0; items],
            exposure: Vec::new(),
            sales_lots: vec![0.0; items],
            sales_units: vec![0.0; items],
            sales: Vec::new(),
            by_cycle: vec![BTreeMap::new(); items],
            location_share: vec![0.0; rows.len()],
            first_cycle: profiles.calendar.locate(profiles.history_start).cycle,
            now,
        };
        let mut row_lots = vec![0.0; rows.len()];
        let mut location_lots = vec![0.0; locations];
        for delivery in history.deliveries.iter() {
            let item = rows[delivery.row].item;
            let lots = delivery.quantity / profiles.items[item].lot;
            let place = profiles.calendar.locate(delivery.day);
            row_lots[delivery.row] += lots;
            location_lots[rows[delivery.row].location] += lots;
            if place.cycle < now.cycle {
                past.before[item] += delivery.quantity;
                *past.by_cycle[item].entry(place.cycle).or_default() += delivery.quantity;
            } else {
                past.sales_lots[item] += lots;
                past.sales_units[item] += delivery.quantity;
                let phase = place.phase;
                past.sales.push(ItemSale { item, phase, lots });
            }
        }
        // By item, so that each density is computed once.
        past.sales.sort_by_key(|sale| sale.item);
        past.measure_exposure(profiles);
        past.share_locations(rows, &row_lots, &location_lots);
        past
    }

    fn measure_exposure(&mut self, profiles: &SeasonProfiles) {
        self.exposure = profiles.map_densities(|_, profile, density| {
            let is_new = profile.first_day > profiles.history_start + 90;
            let from = profiles.calendar.locate(if is_new {
                profile.first_day
            } else {
                profiles.history_start
            });
            if from.cycle < self.now.cycle {
                f64::from(self.now.cycle - from.cycle)
                    - density.share_before(usize_to_f64(from.phase))
            } else {
                0.0
            }
        });
    }

    fn share_locations(&mut self, rows: &[StockRow], row_lots: &[f64], location_lots: &[f64]) {
        let mut item_lots = vec![0.0; self.before.len()];
        let mut item_locations = vec![0.0; self.before.len()];
        for (row, lots) in rows.iter().zip(row_lots) {
            item_lots[row.item] += lots;
            item_locations[row.item] += location_lots[row.location];
        }
        for (index, row) in rows.iter().enumerate() {
            let overall = if item_locations[row.item] > 0.0 {
                location_lots[row.location] / item_locations[row.item]
            } else {
                0.0
            };
            self.location_share[index] = (row_lots[index] + LOCATION_PRIOR * overall)
                / (item_lots[row.item] + LOCATION_PRIOR);
        }
    }

    /// Relative variance of an item's sales from year to year beyond that of its lots.
    fn level_variance(&self, profiles: &SeasonProfiles) -> f64 {
        let (mut sum, mut weight) = (LEVEL_VARIANCE * LEVEL_VARIANCE_PRIOR, LEVEL_VARIANCE_PRIOR);
        for (item, profile) in profiles.items.iter().enumerate() {
            let first = self.first_cycle + 1;
            let totals: Vec<f64> = (first..self.now.cycle)
                .map(|cycle| self.by_cycle[item].get(&cycle).copied().unwrap_or(0.0))
                .collect();
            let count = usize_to_f64(totals.len());
            let mean = totals.iter().sum::<f64>() / count.max(1.0);
            let lots = mean / profile.lot;
            if totals.len() < 3 || lots < 20.0 || profile.first_day > profiles.history_start + 90 {
                continue;
            }
            let squares: f64 = totals
                .iter()
                .map(|units| (units / mean - 1.0).powi(2))
                .sum();
            sum += squares / (count - 1.0) - 1.0 / lots;
            weight += 1.0;
        }
        (sum / weight).clamp(LEVEL_VARIANCE_LIMITS.0, LEVEL_VARIANCE_LIMITS.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::OpenBooking;
    use crate::test_retailer::{TODAY, history, morning};

    fn row_total(bookings: &[(usize, i64)]) -> (f64, f64) {
        let mut morning = morning([0; 4]);
        let mut weekly = vec![0; 30];
        for &(week, units) in bookings {
            weekly[week] += units * 10_000;
            morning.bookings.push(OpenBooking {
                row: 0,
                due: TODAY + 7 * i32::try_from(week).unwrap() + 3,
                remaining_e4: units * 10_000,
            });
        }
        let mut model = DemandModel::fit(TODAY, &morning.rows, &history());
        model.observe_bookings(&morning);
        let demand = model.row_demand(0, &model.item_demand(0, 30), &weekly);
        (demand.unbooked.iter().sum(), demand.bookings.iter().sum())
    }

    #[test]
    fn season_sells_what_it_sold() {
        let (unbooked, booked) = row_total(&[]);
        assert!((150.0..260.0).contains(&unbooked), "{unbooked}");
        assert!(booked.abs() < 1e-9);
    }

    #[test]
    fn bookings_consume_the_forecast_of_their_season() {
        let (before, _) = row_total(&[(14, 20)]);
        let (after, booked) = row_total(&[(14, 40)]);
        let growth = (after + booked) - (before + 20.0);
        assert!(growth < 0.25 * 20.0, "{before} {after} {growth}");
        assert!(after >= 0.0);
    }

    #[test]
    fn season_is_in_spring_and_nothing_sells_in_winter() {
        let morning = morning([0; 4]);
        let model = DemandModel::fit(TODAY, &morning.rows, &history());
        let demand = model.row_demand(1, &model.item_demand(0, 52), &[0; 52]);
        let spring: f64 = demand.unbooked[9..24].iter().sum();
        let year: f64 = demand.unbooked.iter().sum();
        assert!(spring > 0.9 * year, "{spring} {year}");
    }

    #[test]
    fn later_season_sells_the_same_later() {
        let morning = morning([0; 4]);
        let mut model = DemandModel::fit(TODAY, &morning.rows, &history());
        let totals = |model: &DemandModel| {
            let demand = model.row_demand(1, &model.item_demand(0, 30), &[0; 30]);
            let units = demand.unbooked.iter().sum::<f64>();
            let weeks = demand.unbooked.iter().enumerate();
            let middle = weeks
                .map(|(week, one)| usize_to_f64(week) * one)
                .sum::<f64>()
                / units;
            (units, middle)
        };
        let usual = totals(&model);
        model.shift_seasons(14.0);
        let late = totals(&model);
        assert!((late.0 / usual.0 - 1.0).abs() < 0.02, "{usual:?} {late:?}");
        assert!((late.1 - usual.1 - 2.0).abs() < 0.3, "{usual:?} {late:?}");
    }

    #[test]
    fn no_history_gives_no_demand() {
        let morning = morning([0; 4]);
        let model = DemandModel::fit(TODAY, &morning.rows, &History::default());
        let demand = model.row_demand(0, &model.item_demand(0, 10), &[0; 10]);
        assert!(demand.unbooked.iter().all(|units| *units == 0.0));
    }
}
