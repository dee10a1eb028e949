//! Reads what was ordered from suppliers, by stock row, and when it arrived.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use purchase_planning::PastOrder;

use super::delivery_history::ItemDeliveries;
use super::drafts::PurchaseQuantities;
use super::location_store::read_location_map;
use super::plan_record::REPLAYED_WEEKS;
use super::planning_input_store::{PlanningInputs, count_locations, day_number};
use crate::db::{DbError, RolledUpDb};

/// Orders before the replayed weeks that may arrive in them.
const EARLIER_DAYS: u64 = 365;

/// Purchases before a day that may have arrived in the replayed weeks. Lines without a known
/// delivery arrive after the lead time on record.
pub(super) async fn read_past_orders(
    db: &RolledUpDb,
    as_of: NaiveDate,
    inputs: &PlanningInputs,
) -> Result<Vec<PastOrder>, DbError> {
    let days = Days::new(7 * u64::from(REPLAYED_WEEKS) + EARLIER_DAYS);
    let first = as_of.checked_sub_days(days).unwrap_or(NaiveDate::MIN);
    let locations = read_location_map(db).await?;
    let purchases = PurchaseQuantities::read_since(db, first, &locations).await?;
    let mut delivered: HashMap<(String, NaiveDate), NaiveDate> = HashMap::new();
    for item in ItemDeliveries::read_since(db, Some(first)).await? {
        for (ordered, day) in item.list_delivery_days() {
            // The first of several suppliers and parts.
            let known = delivered
                .entry((item.item_id.clone(), ordered))
                .or_insert(day);
            *known = day.min(*known);
        }
    }
    let locations_of_item = count_locations(&inputs.stock);
    let mut orders = Vec::new();
    for (index, (stock, row)) in inputs.stock.iter().zip(&inputs.morning.rows).enumerate() {
        let is_only_row = locations_of_item.get(&*stock.item_id) == Some(&1);
        for (ordered, quantity_e4) in purchases.list_orders(stock, is_only_row, as_of) {
            let known = delivered.get(&(stock.item_id.clone(), ordered));
            let arrived = known.map_or_else(
                || day_number(ordered).saturating_add(round_days(row.lead_time_days)),
                |day| day_number(*day),
            );
            orders.push(PastOrder {
                row: index,
                ordered: day_number(ordered),
                arrived,
                quantity_e4,
            });
        }
    }
    Ok(orders)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the conversion saturates, as intended"
)]
fn round_days(days: f64) -> i32 {
    days.round() as i32
}
