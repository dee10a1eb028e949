//! Quantity of ordered drafts that the warehouse does not show yet, so that each order counts
//! exactly once.
//!
//! The warehouse shows an order in two ways: the quantity on order rises, and purchase lines come
//! in. The first falls again when goods arrive, the second may be late, and neither exceeds what
//! was ordered. So the larger of the two since the draft is the quantity that the warehouse shows.

use crate::decimal::Decimal4;

/// An ordered line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderedLine {
    pub quantity: Decimal4,
    /// The warehouse's quantity on order when the line was drafted.
    pub on_order_at_draft: Decimal4,
    /// Purchased quantity since the line's day, at the time of the draft.
    pub purchased_at_draft: Decimal4,
    /// The same quantity now.
    pub purchased_now: Decimal4,
}

/// Quantity of these lines, all of one stock row and in the order of their drafts, that the
/// warehouse does not show yet; at least 0.
pub fn compute_outstanding(lines: &[OrderedLine], on_order_now: Decimal4) -> Decimal4 {
    let mut largest_gap = 0_i64;
    let mut ordered = 0_i64;
    // Purchases since a line was drafted fill this line and the later ones, so the largest
    // shortfall of these suffix sums is outstanding.
    for line in lines.iter().rev() {
        ordered = ordered.saturating_add(line.quantity.scaled());
        largest_gap = largest_gap.max(ordered.saturating_sub(quantity_visible(line, on_order_now)));
    }
    Decimal4::from_scaled(largest_gap).unwrap_or_default()
}

fn quantity_visible(line: &OrderedLine, on_order_now: Decimal4) -> i64 {
    let risen = on_order_now.scaled() - line.on_order_at_draft.scaled();
    let purchased = line.purchased_now.scaled() - line.purchased_at_draft.scaled();
    risen.max(purchased).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_decimal(text: &str) -> Decimal4 {
        Decimal4::parse(text).unwrap()
    }

    /// 100 ordered while 30 are already on order.
    fn ordered_line() -> OrderedLine {
        OrderedLine {
            quantity: parse_decimal("100"),
            on_order_at_draft: parse_decimal("30"),
            purchased_at_draft: parse_decimal("5"),
            purchased_now: parse_decimal("5"),
        }
    }

    fn outstanding_text(lines: &[OrderedLine], on_order: &str) -> String {
        compute_outstanding(lines, parse_decimal(on_order)).to_string()
    }

    #[test]
    fn order_counts_until_warehouse_shows_it() {
        assert_eq!(outstanding_text(&[ordered_line()], "30"), "100");
        assert_eq!(
            outstanding_text(&[ordered_line()], "90"),
            "40",
            "part of the order is entered"
        );
        assert_eq!(outstanding_text(&[ordered_line()], "130"), "0");
        assert_eq!(
            outstanding_text(&[ordered_line()], "500"),
            "0",
            "an excess over this order does not count"
        );
        assert_eq!(outstanding_text(&[], "30"), "0");
    }

    #[test]
    fn received_goods_do_not_reopen_order() {
        // On order is back at 30, or at 0 if the older order has also arrived: the purchase line
        // shows which.
        let purchased = OrderedLine {
            purchased_now: parse_decimal("105"),
            ..ordered_line()
        };
        assert_eq!(
            (
                outstanding_text(&[purchased], "30"),
                outstanding_text(&[purchased], "0")
            ),
            ("0".to_owned(), "0".to_owned())
        );
        // The arrival of an older order neither hides nor adds anything.
        assert_eq!(outstanding_text(&[ordered_line()], "0"), "100");
    }

    #[test]
    fn one_increase_does_not_count_for_two_orders() {
        let later = OrderedLine {
            quantity: parse_decimal("50"),
            on_order_at_draft: parse_decimal("30"),
            ..ordered_line()
        };
        // The warehouse shows nothing, then 100, then everything.
        assert_eq!(outstanding_text(&[ordered_line(), later], "30"), "150");
        assert_eq!(outstanding_text(&[ordered_line(), later], "130"), "50");
        assert_eq!(outstanding_text(&[ordered_line(), later], "180"), "0");
        // The warehouse showed the first order before the second was drafted.
        let after = OrderedLine {
            on_order_at_draft: parse_decimal("130"),
            ..later
        };
        assert_eq!(outstanding_text(&[ordered_line(), after], "130"), "50");
        assert_eq!(outstanding_text(&[ordered_line(), after], "180"), "0");
    }

    #[test]
    fn ignores_downward_corrections() {
        assert_eq!(
            outstanding_text(
                &[OrderedLine {
                    purchased_now: parse_decimal("0"),
                    ..ordered_line()
                }],
                "10"
            ),
            "100"
        );
    }
}
