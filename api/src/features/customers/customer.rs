//! A customer with its orders, summed by day and by category: the input of the customer figures.

use std::cmp::Ordering;

use chrono::NaiveDate;

/// Orders of a customer on a day. Returns are not subtracted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrderDay {
    pub day: NaiveDate,
    /// Number of distinct orders.
    pub orders: u32,
    /// Amount of their lines, in the organization's currency; days without a positive amount are
    /// ignored.
    pub amount: f64,
}

/// Purchases of a category by a customer so far.
#[derive(Debug, Clone, PartialEq)]
pub struct CategorySales {
    pub category: String,
    /// Amount paid.
    pub amount: f64,
    /// The same quantities at each item's last purchase price; 0 for items that the organization
    /// never purchased.
    pub at_cost: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Customer {
    pub id: String,
    pub name: String,
    /// As in the source.
    pub state: Option<String>,
    /// As in the source, `;`-separated.
    pub crops: Option<String>,
    /// Unordered.
    pub days: Vec<OrderDay>,
    pub categories: Vec<CategorySales>,
}

impl Customer {
    /// The category with the largest amount, the first by name if equal; none without a positive
    /// amount.
    pub fn main_category(&self) -> Option<&str> {
        let largest = self
            .categories
            .iter()
            .filter(|sales| sales.amount > 0.0)
            .max_by(|a, b| match a.amount.total_cmp(&b.amount) {
                Ordering::Equal => b.category.cmp(&a.category),
                unequal => unequal,
            });
        largest.map(|sales| sales.category.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn category_sales(category: &str, amount: f64) -> CategorySales {
        CategorySales {
            category: category.to_owned(),
            amount,
            at_cost: 0.0,
        }
    }

    fn new_customer(categories: Vec<CategorySales>) -> Customer {
        Customer {
            id: "c".to_owned(),
            name: "C".to_owned(),
            state: None,
            crops: None,
            days: Vec::new(),
            categories,
        }
    }

    #[test]
    fn main_category_has_largest_amount() {
        assert_eq!(
            new_customer(vec![
                category_sales("seed", 5.0),
                category_sales("fertilizer", 9.0),
                category_sales("pesticide", 9.0)
            ])
            .main_category(),
            Some("fertilizer")
        );
        assert_eq!(
            new_customer(vec![
                category_sales("seed", -5.0),
                category_sales("other", f64::NAN)
            ])
            .main_category(),
            None
        );
        assert_eq!(new_customer(Vec::new()).main_category(), None);
    }
}
