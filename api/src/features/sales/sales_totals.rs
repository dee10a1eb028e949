//! Revenue, orders and average order of a period, with their change. Sums are exact; a change is
//! left out if its base is missing, zero or negative.

use crate::decimal::ExactSum;

/// Method of revenue and orders, for the details on demand.
pub const METHOD: &str = "Revenue = sum of quantity x unit price over the sale lines of the \
    period, returns taken off; orders = distinct order ids";
/// Method of the average order.
pub const AVERAGE_METHOD: &str =
    "Revenue of the period, returns taken off / distinct order ids of the period";

/// Sales of a range of days.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SalesTotals {
    /// Returns reduce it.
    pub revenue: ExactSum,
    /// Distinct orders.
    pub orders: u64,
    pub lines: u64,
}

impl SalesTotals {
    /// Revenue per order, 2 decimals; none without orders.
    pub fn average_order(&self) -> Option<f64> {
        self.revenue.mean_money(self.orders)
    }

    /// Change of revenue in percent.
    pub fn revenue_change_from(&self, base: &Self) -> Option<f64> {
        self.revenue.percent_change_from(base.revenue)
    }

    /// Change of the average order in percent: revenue / orders against the base's, both multiplied
    /// by the two counts.
    pub fn average_change_from(&self, base: &Self) -> Option<f64> {
        if base.orders == 0 || self.orders == 0 {
            return None;
        }
        self.revenue
            .checked_mul(base.orders)?
            .percent_change_from(base.revenue.checked_mul(self.orders)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal4;

    fn sales_totals(revenue: &str, orders: u64) -> SalesTotals {
        SalesTotals {
            revenue: ExactSum::from(Decimal4::parse(revenue).unwrap()),
            orders,
            lines: orders,
        }
    }

    #[test]
    fn means_and_changes_are_exact() {
        let (now, before) = (sales_totals("1000", 3), sales_totals("400", 2));
        assert_eq!(
            (now.average_order(), before.average_order()),
            (Some(333.33), Some(200.0))
        );
        assert_eq!(now.revenue_change_from(&before), Some(150.0));
        // 333.333... against 200, not 333.33 against 200.
        assert_eq!(now.average_change_from(&before), Some(66.67));
    }

    #[test]
    fn no_change_without_base() {
        let now = sales_totals("1000", 3);
        for base in [SalesTotals::default(), sales_totals("-5", 1)] {
            assert_eq!(
                (
                    now.revenue_change_from(&base),
                    now.average_change_from(&base)
                ),
                (None, None)
            );
        }
        assert_eq!(
            (
                SalesTotals::default().average_order(),
                SalesTotals::default().average_change_from(&now)
            ),
            (None, None)
        );
    }
}
