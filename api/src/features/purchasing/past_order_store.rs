//! Reads what was ordered from suppliers, by stock row, and when it arrived.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use purchase_planning::{PastOrder, StockRow};

use super::delivery_history::ItemDeliveries;
use super::drafts::PurchaseQuantities;
use super::location_store::read_location_map;
use super::plan_record::REPLAYED_WEEKS;
use super::planning_input_store::day_number;
use super::stock_table::StockTable;
use crate::db::{DbError, RolledUpDb};

/// Orders before the replayed weeks that may arrive in them.
const EARLIER_DAYS: u64 = 365;

/// Purchases before a day that may have arrived in the replayed weeks. Lines without a known
/// delivery arrive after the lead time on record. `rows` are those of the stock.
pub(super) async fn read_past_orders(
    db: &RolledUpDb,
    as_of: NaiveDate,
    stock: &StockTable,
    rows: &[StockRow],
) -> Result<Vec<PastOrder>, DbError> {
    let days = Days::new(7 * u64::from(REPLAYED_WEEKS) + EARLIER_DAYS);
    let first = as_of.checked_sub_days(days).unwrap_or(NaiveDate::MIN);
    let locations = read_location_map(db).await?;
    let purchases = PurchaseQuantities::read_since(db, first, &locations).await?;
    let mut delivered: HashMap<(String, NaiveDate), NaiveDate> = HashMap::new();
    ItemDeliveries::for_each_since(db, Some(first), |item| {
        for (ordered, day) in item.list_delivery_days() {
            // The first of several suppliers and parts.
            let known = delivered
                .entry((item.item_id.clone(), ordered))
                .or_insert(day);
            *known = day.min(*known);
        }
    })
    .await?;
    let mut orders = Vec::new();
    for (index, (record, row)) in stock.rows().iter().zip(rows).enumerate() {
        let is_only_row = stock.is_only_row(record);
        for (ordered, quantity_e4) in purchases.list_orders(record, is_only_row, as_of) {
            let known = delivered.get(&(record.item_id.to_string(), ordered));
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
