//! Response types of the season position.

use chrono::NaiveDate;
use poem_openapi::Object;

use crate::decimal::{Decimal4, round2};
use crate::features::purchasing::season_position::{MissingInput, PositionLine, PositionWeek};

/// The position by week.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct SeasonPositionPage {
    pub items: Vec<SeasonPositionLine>,
    /// Cursor of the next page; absent on the last page.
    pub next_cursor: Option<String>,
    /// Data that the position lacks.
    pub missing: Vec<MissingInput>,
}

/// Stock, demand and balance of a line by week.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct SeasonPositionLine {
    /// Absent in sums of several items, as is `item`.
    pub item_id: Option<String>,
    pub item: Option<String>,
    /// Absent in sums by location.
    pub category: Option<String>,
    /// Absent in sums by category.
    pub location: Option<String>,
    /// `bag`, `gal`, `ton`, `lb` or `unit`. Sums do not mix units.
    pub unit: String,
    pub weeks: Vec<SeasonPositionWeek>,
    /// First day of the first week of the range that ends with a negative balance.
    pub first_short_week: Option<NaiveDate>,
    /// Purchase cost of the units missing at the lowest balance of each stock row, in
    /// `meta.currency`.
    pub shortage_cost: f64,
}

/// A week of the position, in `unit`.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct SeasonPositionWeek {
    /// First day of the week. Overdue arrivals and bookings count in the first.
    pub starts_on: NaiveDate,
    /// Stock today; in later weeks the balance of the week before, also below 0.
    pub on_hand: f64,
    /// Open purchase orders by expected day.
    pub arrivals: f64,
    /// Open bookings by due day.
    pub bookings: f64,
    /// Expected sales that are not booked yet. Bookings are not added to a forecast that already
    /// contains them.
    pub unbooked_forecast: f64,
    /// `onHand` and `arrivals`, less `bookings` and `unbookedForecast`.
    pub balance: f64,
    /// Lower bound of the balance: it is between the bounds with 80 % probability.
    pub balance_lo80: f64,
    /// Upper bound of the balance.
    pub balance_hi80: f64,
}

impl From<PositionLine> for SeasonPositionLine {
    fn from(line: PositionLine) -> Self {
        Self {
            item_id: line.item_id,
            item: line.item,
            category: line.category,
            location: line.location,
            unit: line.unit,
            weeks: line.weeks.into_iter().map(Into::into).collect(),
            first_short_week: line.first_short_week,
            shortage_cost: round2(line.shortage_cost.to_f64()),
        }
    }
}

impl From<PositionWeek> for SeasonPositionWeek {
    fn from(week: PositionWeek) -> Self {
        let units = |scaled: i64| Decimal4::from_scaled(scaled).unwrap_or_default().to_f64();
        Self {
            starts_on: week.starts_on,
            on_hand: units(week.cell.on_hand_e4),
            arrivals: units(week.cell.arrivals_e4),
            bookings: units(week.cell.bookings_e4),
            unbooked_forecast: units(week.cell.unbooked_forecast_e4),
            balance: units(week.cell.balance_e4),
            balance_lo80: units(week.interval.lo80_e4),
            balance_hi80: units(week.interval.hi80_e4),
        }
    }
}
