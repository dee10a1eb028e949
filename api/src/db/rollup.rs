//! Sums and counts of a tenant's order lines, kept beside the lines so that no screen adds them up
//! itself.
//!
//! They follow the lines in the transaction that changes them, in one of three ways: counted as the
//! lines go by on a first load ([`LineCounts`]), counted anew from all lines, or brought up by what
//! changed, line by line as it was and as it is.

mod changes;
mod counted;
mod current;
mod customers;
mod days;
mod items;
mod orders;
mod recount;
mod refresh;
mod spans;
mod sums;
mod texts;

pub(in crate::db) use changes::{merge_and_note, note_changes, remove_and_note};
pub(in crate::db) use counted::{CountedRollups, LineCounts};
pub use current::RolledUpDb;
pub use days::{Between, Until};
pub(in crate::db) use refresh::{Keeping, lines_rolled_up, roll_up};

use recount::Recount;
use spans::Spans;
use sums::Sums;
use texts::Texts;

/// The table whose rows are rolled up.
pub(in crate::db) const LINES: &str = "purchase_transactions";

/// Sums leave the database in two parts, of quotients and of remainders by this, so that no engine
/// overflows. Both parts of any value that the sync lets in fit 32 bits, which Postgres adds up
/// several times as fast as 64.
pub(crate) const SUM_RADIX: i64 = 10_000_000;

/// What lines add up to. In this order: some are made from those before them where all lines are
/// counted.
const SUMS: [&Sums; 8] = [
    &items::ITEM_DAY,
    &items::ITEM_MONTH,
    &orders::LINE_DAY,
    &orders::SUPPLIER_DAY,
    &orders::SUPPLIER_ITEM,
    &orders::PROMISE_SUPPLIER,
    &orders::PROMISE_DAY,
    &customers::CUSTOMER_RETURN,
];

/// On which days orders have lines.
const SPANS: [&Spans; 3] = [&spans::BOUGHT, &spans::SOLD, &spans::SOLD_TO_CUSTOMERS];

/// What is no sum.
const RECOUNTS: [&Recount; 1] = [&items::ITEM_PRICE];

/// What is read all at once. Made after the sums, of which some are counted.
const TEXTS: [&Texts; 4] = [
    &items::ITEM_HISTORY,
    &orders::DELIVERY_HISTORY,
    &customers::CUSTOMER_HISTORY,
    &customers::CUSTOMER_BASKET,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal4;

    #[test]
    fn both_parts_of_the_largest_value_fit_32_bits() {
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
    fn every_statement_is_of_one_tenant() {
        let sums = SUMS.iter().flat_map(|sums| {
            [
                sums.empty(),
                sums.fill(),
                sums.apply(),
                sums.remove_unused(),
            ]
        });
        let recounts = RECOUNTS
            .iter()
            .flat_map(|recount| [recount.empty(), recount.fill()]);
        let spans = SPANS.iter().flat_map(|spans| {
            [
                spans.empty(),
                spans.fill(),
                spans.apply(),
                spans.remove_unused(),
            ]
        });
        let texts = TEXTS.iter().flat_map(|texts| [texts.empty(), texts.fill()]);
        for statement in sums.chain(recounts).chain(spans).chain(texts) {
            assert!(
                statement.contains("tenant_id = $1") || statement.contains("select $1, "),
                "{statement}"
            );
        }
    }
}
