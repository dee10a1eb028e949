//! Draft purchase orders: recommendations that somebody accepted, by supplier, until they are
//! ordered or discarded.

mod accept;
mod close;
pub(super) mod file;
mod on_the_way;
pub mod outstanding;
mod routes;
mod store;

pub(in crate::features::purchasing) use accept::Accepted;
pub use on_the_way::OnTheWay;
pub use routes::DraftOrdersApi;

use super::recommend::REVIEW_DAYS;
use chrono::{Days, NaiveDate};

/// The last day on which something ordered on a day counts though the warehouse does not show it:
/// when it should have come, and been looked at once more.
fn counts_through(ordered_on: NaiveDate, lead_time_days: u32) -> NaiveDate {
    ordered_on
        .checked_add_days(Days::new(
            u64::from(lead_time_days) + u64::from(REVIEW_DAYS),
        ))
        .unwrap_or(NaiveDate::MAX)
}
