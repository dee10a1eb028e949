//! How much of what is delivered on a day is usually booked how long before.

use crate::input::{ClosedBooking, StockRow};
use crate::number::{floor_to_usize, usize_to_f64};
use crate::season_profile::SeasonProfiles;

/// Weeks ahead in a curve.
const CURVE_WEEKS: usize = 40;
/// Lots by which an item's booked share is shrunk to its category's.
const ITEM_PRIOR: f64 = 30.0;
/// Lots by which this season's pace is shrunk to the usual one.
const PACE_PRIOR: f64 = 12.0;
const PACE_LIMITS: (f64, f64) = (0.3, 2.0);
/// The maximum share that is taken to be booked.
const MAX_BOOKED: f64 = 0.9;

/// Booking habits by category and item.
#[derive(Debug, Clone)]
pub(crate) struct BookingCurves {
    /// By category: the share booked at least so many weeks ahead.
    curves: Vec<Vec<f64>>,
    /// By item: its booked share relative to its category's.
    item_factor: Vec<f64>,
    /// By category: this season's bookings relative to the usual.
    pace: Vec<f64>,
    /// Share of the booked quantity that is canceled.
    pub(crate) canceled_share: f64,
}

impl BookingCurves {
    pub(crate) fn fit(
        rows: &[StockRow],
        profiles: &SeasonProfiles,
        bookings: &[ClosedBooking],
        delivered: &[f64],
    ) -> Self {
        let items = &profiles.items;
        let categories = items.iter().map(|one| one.category + 1).max().unwrap_or(0);
        let mut curves = vec![vec![0.0; CURVE_WEEKS + 1]; categories];
        let mut category_lots = vec![0.0; categories];
        let mut booked = vec![0.0; items.len()];
        let (mut canceled, mut closed) = (0.0, 0.0);
        for booking in bookings {
            let item = rows[booking.row].item;
            let lots = booking.quantity / items[item].lot;
            closed += lots;
            if booking.canceled {
                canceled += lots;
                continue;
            }
            booked[item] += lots;
            let ahead = f64::from((booking.due - booking.booked).max(0)) / 7.0;
            let last = floor_to_usize(ahead).min(CURVE_WEEKS);
            for value in &mut curves[items[item].category][..=last] {
                *value += lots;
            }
        }
        for (item, profile) in items.iter().enumerate() {
            category_lots[profile.category] += delivered[item] / profile.lot;
        }
        for (curve, lots) in curves.iter_mut().zip(&category_lots) {
            for value in curve {
                *value /= lots.max(1.0);
            }
        }
        let item_factor = items
            .iter()
            .enumerate()
            .map(|(item, profile)| {
                let usual = curves[profile.category][0];
                let lots = delivered[item] / profile.lot;
                if usual > 0.0 {
                    (booked[item] + ITEM_PRIOR * usual) / ((lots + ITEM_PRIOR) * usual)
                } else {
                    1.0
                }
            })
            .collect();
        Self {
            pace: vec![1.0; categories],
            curves,
            item_factor,
            canceled_share: canceled / closed.max(1.0),
        }
    }

    /// `open` and `expected`: lots booked and usually booked by now, by category.
    pub(crate) fn set_pace(&mut self, open: &[f64], expected: &[f64]) {
        for ((pace, open), expected) in self.pace.iter_mut().zip(open).zip(expected) {
            *pace =
                ((open + PACE_PRIOR) / (expected + PACE_PRIOR)).clamp(PACE_LIMITS.0, PACE_LIMITS.1);
        }
    }

    /// The share of an item's deliveries in so many weeks that is usually booked by now.
    pub(crate) fn usual_share(&self, item: usize, category: usize, weeks: f64) -> f64 {
        let curve = &self.curves[category];
        let weeks = weeks.max(0.0);
        let index = floor_to_usize(weeks).min(CURVE_WEEKS);
        let next = (index + 1).min(CURVE_WEEKS);
        let rest = (weeks - usize_to_f64(index)).min(1.0);
        let share = curve[index] * (1.0 - rest) + curve[next] * rest;
        (share * self.item_factor[item]).min(MAX_BOOKED)
    }

    /// The same at this season's pace.
    pub(crate) fn booked_share(&self, item: usize, category: usize, weeks: f64) -> f64 {
        (self.usual_share(item, category, weeks) * self.pace[category]).min(MAX_BOOKED)
    }
}
