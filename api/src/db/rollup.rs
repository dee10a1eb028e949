//! Rollups: sums and counts of a tenant's order lines, so that requests do not aggregate lines.
//!
//! They are updated in the transaction that changes the lines, in one of three ways: counted while
//! the lines are staged in a first load ([`LineCounts`]), rebuilt from all lines, or updated by the
//! captured changes of each line.

mod change_capture;
mod customer_rollups;
mod day_ranges;
mod first_load;
mod item_rollups;
mod order_gaps;
mod order_rollups;
mod packed_series;
mod recount_rollup;
mod rolled_up_db;
mod rollup_refresh;
mod sum_rollup;

pub(in crate::db) use change_capture::{
    capture_changes_sql, capture_lines_sql, capturing_delete_sql, capturing_merge_sql,
};
pub use day_ranges::{DaysBetween, DaysThrough};
pub(in crate::db) use first_load::{CountedRollups, LineCounts};
pub use rolled_up_db::RolledUpDb;
pub(in crate::db) use rollup_refresh::{
    RefreshMode, count_rolled_up_lines, mark_rolled_up, refresh_rollups,
};

use packed_series::PackedSeries;
use recount_rollup::RecountRollup;
use sum_rollup::SumRollup;

/// The table of the order lines.
pub(in crate::db) const LINES_TABLE: &str = "purchase_transactions";

/// Sums are stored in two parts, the quotients and the remainders of division by this number, so
/// that no engine overflows. Both parts of any accepted value fit 32 bits, which PostgreSQL adds
/// several times as fast as 64 bits.
pub(crate) const SUM_RADIX: i64 = 10_000_000;

/// Rollups of sums, in order: in a rebuild some derive from earlier ones.
const SUM_ROLLUPS: [&SumRollup; 7] = [
    &item_rollups::ITEM_DAY,
    &item_rollups::ITEM_MONTH,
    &order_rollups::LINE_DAY,
    &order_rollups::SUPPLIER_DAY,
    &order_rollups::SUPPLIER_ITEM,
    &order_rollups::PROMISE_SUPPLIER,
    &order_rollups::PROMISE_DAY,
];

/// Rollups that are not sums.
const RECOUNT_ROLLUPS: [&RecountRollup; 1] = [&item_rollups::ITEM_PRICE];

/// Packed histories, which are read as a whole. They are built after the sums, from which some
/// derive.
const PACKED_SERIES: [&PackedSeries; 5] = [
    &item_rollups::ITEM_HISTORY,
    &order_rollups::DELIVERY_HISTORY,
    &order_rollups::SALE_DELIVERY,
    &customer_rollups::CUSTOMER_HISTORY,
    &customer_rollups::CUSTOMER_BASKET,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal4;

    #[test]
    fn fits_both_parts_of_values_in_32_bits() {
        let largest = Decimal4::parse("999999999999.9999").unwrap().scaled();
        assert!(
            Decimal4::from_scaled(largest + 1).is_err(),
            "there is none larger"
        );
        for value in [largest, -largest] {
            assert!(
                i32::try_from(value / SUM_RADIX).is_ok()
                    && i32::try_from(value % SUM_RADIX).is_ok()
            );
        }
    }

    #[test]
    fn restricts_every_statement_to_a_tenant() {
        let sums = SUM_ROLLUPS.iter().flat_map(|sums| {
            [
                sums.delete_sql(),
                sums.fill_sql(),
                sums.apply_changes_sql(),
                sums.delete_unused_sql(),
            ]
        });
        let recounts = RECOUNT_ROLLUPS
            .iter()
            .flat_map(|recount| [recount.delete_sql(), recount.fill_sql()]);
        let spans = [
            order_gaps::delete_gaps_sql(),
            order_gaps::fill_gaps_sql(),
            order_gaps::apply_gap_changes_sql(),
            order_gaps::delete_unused_gaps_sql(),
        ];
        let texts = PACKED_SERIES
            .iter()
            .flat_map(|texts| [texts.delete_sql(), texts.fill_sql()]);
        for statement in sums.chain(recounts).chain(spans).chain(texts) {
            assert!(
                statement.contains("tenant_id = $1") || statement.contains("select $1, "),
                "{statement}"
            );
        }
    }
}
