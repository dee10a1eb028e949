//! How much of what was ordered is still on its way without the warehouse showing it, so that it
//! counts once: neither twice nor not at all.
//!
//! What the warehouse shows of an order since it was drafted is the larger of two signs: how far
//! the quantity on order has risen, and what purchase lines have come in. The first one falls again
//! when goods come, the second one may come late; neither is ever more than what was really
//! ordered.

use crate::decimal::Decimal4;

/// A line that was ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderedLine {
    pub quantity: Decimal4,
    /// The warehouse's quantity on order when the line was drafted.
    pub on_order_at_draft: Decimal4,
    /// What purchase lines since its day had come to when it was drafted.
    pub purchased_at_draft: Decimal4,
    /// What they come to now.
    pub purchased_now: Decimal4,
}

/// What of these lines of one stock row, in the order in which they were drafted, the warehouse
/// does not show yet; at least 0.
pub fn compute_outstanding(lines: &[OrderedLine], on_order_now: Decimal4) -> Decimal4 {
    let mut most = 0_i64;
    let mut ordered = 0_i64;
    // What has come in since a line was drafted fills that line and those after it: the gap is the
    // largest one that any of these sums leaves.
    for line in lines.iter().rev() {
        ordered = ordered.saturating_add(line.quantity.scaled());
        most = most.max(ordered.saturating_sub(quantity_visible(line, on_order_now)));
    }
    Decimal4::from_scaled(most).unwrap_or_default()
}

fn quantity_visible(line: &OrderedLine, on_order_now: Decimal4) -> i64 {
    let risen = on_order_now.scaled() - line.on_order_at_draft.scaled();
    let bought = line.purchased_now.scaled() - line.purchased_at_draft.scaled();
    risen.max(bought).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_decimal(text: &str) -> Decimal4 {
        Decimal4::parse(text).unwrap()
    }

    /// 100 ordered while 30 were on order already.
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
    fn an_order_counts_until_the_warehouse_shows_it() {
        assert_eq!(outstanding_text(&[ordered_line()], "30"), "100");
        assert_eq!(
            outstanding_text(&[ordered_line()], "90"),
            "40",
            "a part of it was entered"
        );
        assert_eq!(outstanding_text(&[ordered_line()], "130"), "0");
        assert_eq!(
            outstanding_text(&[ordered_line()], "500"),
            "0",
            "more than was ordered here counts as itself"
        );
        assert_eq!(outstanding_text(&[], "30"), "0");
    }

    #[test]
    fn goods_that_came_do_not_bring_the_order_back() {
        // On order is back at 30, or at 0 where the older order came as well; the purchase line
        // tells.
        let bought = OrderedLine {
            purchased_now: parse_decimal("105"),
            ..ordered_line()
        };
        assert_eq!(
            (
                outstanding_text(&[bought], "30"),
                outstanding_text(&[bought], "0")
            ),
            ("0".to_owned(), "0".to_owned())
        );
        // An older order that comes hides nothing and adds nothing.
        assert_eq!(outstanding_text(&[ordered_line()], "0"), "100");
    }

    #[test]
    fn one_sign_is_not_taken_for_two_orders() {
        let later = OrderedLine {
            quantity: parse_decimal("50"),
            on_order_at_draft: parse_decimal("30"),
            ..ordered_line()
        };
        // Nothing is shown of either, of 100, of all.
        assert_eq!(outstanding_text(&[ordered_line(), later], "30"), "150");
        assert_eq!(outstanding_text(&[ordered_line(), later], "130"), "50");
        assert_eq!(outstanding_text(&[ordered_line(), later], "180"), "0");
        // The first one was shown before the second was drafted.
        let after = OrderedLine {
            on_order_at_draft: parse_decimal("130"),
            ..later
        };
        assert_eq!(outstanding_text(&[ordered_line(), after], "130"), "50");
        assert_eq!(outstanding_text(&[ordered_line(), after], "180"), "0");
    }

    #[test]
    fn corrections_downward_in_the_warehouse_are_not_orders() {
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
