//! Customers by their purchases in a period.

use super::product_sales::RankOrder;
use super::sales_totals::SalesTotals;

/// Method of the ranking, for the details on demand.
pub const METHOD: &str = "Sum of quantity x unit price over the sale lines of the period by \
    customer, returns taken off; orders = distinct order ids";

/// Purchases of a customer in a range of days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buyer {
    pub customer_id: String,
    /// Its name, or its id if it has none.
    pub customer: String,
    pub totals: SalesTotals,
}

/// Figure that customers are ranked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuyerRanking {
    Revenue,
    Orders,
}

/// Ranks buyers; ties by the other figure, then by name and id.
pub fn rank_buyers(buyers: &mut [Buyer], by: BuyerRanking, first: RankOrder) {
    let key = |buyer: &Buyer| {
        let (revenue, orders) = (
            buyer.totals.revenue.scaled(),
            i128::from(buyer.totals.orders),
        );
        match by {
            BuyerRanking::Revenue => (revenue, orders),
            BuyerRanking::Orders => (orders, revenue),
        }
    };
    buyers.sort_by(|a, b| {
        first
            .compare_values(&key(a), &key(b))
            .then_with(|| (&a.customer, &a.customer_id).cmp(&(&b.customer, &b.customer_id)))
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::{Decimal4, ExactSum};

    fn new_buyer(customer: &str, revenue: &str, orders: u64) -> Buyer {
        let totals = SalesTotals {
            revenue: ExactSum::from(Decimal4::parse(revenue).unwrap()),
            orders,
            lines: orders,
        };
        Buyer {
            customer_id: customer.to_lowercase(),
            customer: customer.to_owned(),
            totals,
        }
    }

    #[test]
    fn ranks_by_either_figure_in_either_order() {
        let mut buyers = [
            new_buyer("B", "100", 2),
            new_buyer("A", "100", 2),
            new_buyer("C", "50", 9),
            new_buyer("D", "-5", 1),
        ];
        let mut names = |by, first| {
            rank_buyers(&mut buyers, by, first);
            buyers
                .iter()
                .map(|buyer| buyer.customer.clone())
                .collect::<String>()
        };
        assert_eq!(
            names(BuyerRanking::Revenue, RankOrder::HighestFirst),
            "ABCD"
        );
        assert_eq!(names(BuyerRanking::Orders, RankOrder::HighestFirst), "CABD");
        assert_eq!(names(BuyerRanking::Revenue, RankOrder::LowestFirst), "DCAB");
    }
}
