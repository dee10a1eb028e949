//! A customer and what it ordered: the tenant's rows added up by day and by category, which is all
//! that the figures of this room ask for.

use std::cmp::Ordering;

use chrono::NaiveDate;

/// What a customer ordered on one day. Returns are no orders and are not taken off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrderDay {
    pub day: NaiveDate,
    /// Distinct orders.
    pub orders: u32,
    /// Amount of their lines, in the organization's currency; a day without a positive amount has
    /// no orders.
    pub amount: f64,
}

/// What a customer has bought of a category so far.
#[derive(Debug, Clone, PartialEq)]
pub struct CategorySales {
    pub category: String,
    /// Amount paid for it.
    pub amount: f64,
    /// The same quantities at the price at which the organization last bought each item; 0 where it
    /// never bought them.
    pub at_cost: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Customer {
    pub id: String,
    pub name: String,
    /// As the record spells it.
    pub state: Option<String>,
    /// As the record has them, `;`-separated.
    pub crops: Option<String>,
    /// In any order.
    pub days: Vec<OrderDay>,
    pub categories: Vec<CategorySales>,
}

impl Customer {
    /// The category with the largest amount, the first by name of equal ones; none without a
    /// positive amount.
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
    fn the_main_category_is_where_most_is_spent() {
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
