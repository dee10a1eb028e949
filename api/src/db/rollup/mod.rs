//! Sums and counts of a tenant's order lines, kept beside the lines so that no screen adds them up itself.
//!
//! A rollup is never adjusted by what changed: what a change touched is counted anew from the lines, in the transaction that changed them. A row is written
//! only where it says something else than before.

mod current;
mod customers;
mod days;
mod items;
mod orders;
mod refresh;
mod touched;

pub use current::RolledUpDb;
pub use days::{Between, Until};
pub(in crate::db) use refresh::{Keeping, roll_up};
pub(in crate::db) use touched::{merge_and_note, note_changes, remove_and_note};

/// The table whose rows are rolled up.
pub(in crate::db) const LINES: &str = "purchase_transactions";

/// Sums leave the database in two parts, of quotients and of remainders by this, so that no engine overflows. Both parts of any value that the sync lets in
/// fit 32 bits, which Postgres adds up several times as fast as 64.
pub(crate) const SUM_RADIX: i64 = 10_000_000;

/// One table of sums and counts. In its statements `$1` is the tenant.
struct Rollup {
    /// Its name.
    table: &'static str,
    /// Its primary key behind `tenant_id`.
    key: &'static [&'static str],
    /// Its other columns.
    values: &'static [&'static str],
    /// What it holds: a `select` of the tenant, the key and the values, in which [`NARROWED`] stands where its source can be restricted.
    select: &'static str,
    /// Which rows of the source may have come to say something else.
    touched_source: &'static str,
    /// Which of its own rows may have.
    touched_rows: &'static str,
}

/// Where a [`Rollup::select`] takes a further condition.
const NARROWED: &str = "{narrowed}";

/// In the order in which they are made: one may be made from those before it.
const ALL: [&Rollup; 9] = [
    &items::ITEM_DAY,
    &items::ITEM_MONTH,
    &items::ITEM_PRICE,
    &orders::LINE_DAY,
    &orders::ORDER_SPAN,
    &orders::SUPPLIER_DAY,
    &orders::PROMISE_DAY,
    &customers::CUSTOMER_HISTORY,
    &customers::CUSTOMER_ITEM,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal4;

    #[test]
    fn both_parts_of_the_largest_value_fit_32_bits() {
        let largest = Decimal4::parse("999999999999.9999").unwrap().scaled();
        assert!(Decimal4::from_scaled(largest + 1).is_err(), "there is none larger");
        for value in [largest, -largest] {
            assert!(i32::try_from(value / SUM_RADIX).is_ok() && i32::try_from(value % SUM_RADIX).is_ok());
        }
    }

    #[test]
    fn every_rollup_is_of_one_tenant_and_can_be_narrowed() {
        for rollup in ALL {
            assert!(rollup.select.starts_with("select $1, "), "{}", rollup.table);
            assert!(rollup.select.contains("tenant_id = $1"), "{}", rollup.table);
            assert_eq!(rollup.select.matches(NARROWED).count(), 1, "{}", rollup.table);
        }
    }
}
