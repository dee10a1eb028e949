//! Aggregates the lines of customer orders: days with orders, shares of categories, and demand by
//! month of the year.

use super::customer::{CategorySales, Customer, OrderDay};
use super::purchase_windows::CategoryDemand;
use chrono::{Datelike, NaiveDate};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Lead time of a category without one in the warehouse, in days.
const DEFAULT_LEAD_TIME_DAYS: u32 = 14;

/// Master data of a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerProfile {
    pub id: String,
    pub name: String,
    pub state: Option<String>,
    pub crops: Option<String>,
}

/// Orders of a customer.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomerOrders {
    pub customer_id: String,
    pub days: Vec<OrderDay>,
}

/// Purchases of a customer so far.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomerBasket {
    pub customer_id: String,
    /// Ordered by name.
    pub categories: Vec<CategorySales>,
}

/// Purchases of an item in one unit by a customer so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BasketLine<'a> {
    pub item_id: &'a str,
    pub unit: &'a str,
    pub quantity: f64,
    pub amount: f64,
}

/// An item in one of its units.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemUnit {
    pub item_id: String,
    pub unit: String,
}

/// Sales of an item in a month. There are millions: the item is shared.
#[derive(Clone, Debug, PartialEq)]
pub struct MonthlyItemSales {
    pub item: Arc<ItemUnit>,
    /// First day of the month.
    pub month: NaiveDate,
    pub quantity: f64,
}

/// Item data that sales do not contain.
pub trait ItemCatalog {
    /// The item's category.
    fn item_category(&self, item_id: &str) -> &str;
    /// Last purchase price in a unit; none without purchases.
    fn last_unit_cost(&self, item_id: &str, unit: &str) -> Option<f64>;
}

/// The customers with their orders. Orders of customers without master data count under their id.
pub fn assemble_customers(
    profiles: Vec<CustomerProfile>,
    ordered: Vec<CustomerOrders>,
    baskets: Vec<CustomerBasket>,
) -> Vec<Customer> {
    let mut customers: BTreeMap<String, Customer> = profiles
        .into_iter()
        .map(|profile| (profile.id.clone(), customer_from_profile(profile)))
        .collect();
    let unnamed = |id: &str| {
        customer_from_profile(CustomerProfile {
            id: id.to_owned(),
            name: id.to_owned(),
            state: None,
            crops: None,
        })
    };
    for CustomerOrders { customer_id, days } in ordered {
        let unnamed = || unnamed(&customer_id);
        customers
            .entry(customer_id.clone())
            .or_insert_with(unnamed)
            .days
            .extend(days);
    }
    for CustomerBasket {
        customer_id,
        categories,
    } in baskets
    {
        let unnamed = || unnamed(&customer_id);
        customers
            .entry(customer_id.clone())
            .or_insert_with(unnamed)
            .categories
            .extend(categories);
    }
    customers.into_values().collect()
}

/// Purchases of a customer by category, ordered by name. `lines` is ordered by item and unit,
/// because float sums depend on the order.
pub fn sum_by_category(lines: &[BasketLine<'_>], items: &impl ItemCatalog) -> Vec<CategorySales> {
    let mut shares: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for line in lines {
        let (amount, at_cost) = shares.entry(items.item_category(line.item_id)).or_default();
        *amount += line.amount;
        *at_cost += line.quantity * items.last_unit_cost(line.item_id, line.unit).unwrap_or(0.0);
    }
    shares
        .into_iter()
        .map(|(category, (amount, at_cost))| CategorySales {
            category: category.to_owned(),
            amount,
            at_cost,
        })
        .collect()
}

fn customer_from_profile(profile: CustomerProfile) -> Customer {
    Customer {
        id: profile.id,
        name: profile.name,
        state: profile.state,
        crops: profile.crops,
        days: Vec::new(),
        categories: Vec::new(),
    }
}

/// Demand by month of the year over the whole years up to `as_of`, with all items of a category
/// valued at their last cost. Items without purchases have no common measure and are left out.
pub fn compute_demand(
    sold: &[MonthlyItemSales],
    as_of: NaiveDate,
    items: &impl ItemCatalog,
    lead_days: &BTreeMap<String, Vec<u32>>,
) -> Vec<CategoryDemand> {
    let last = first_of_month(as_of);
    let Some(first) = sold
        .iter()
        .map(|row| row.month)
        .filter(|month| *month <= last)
        .min()
    else {
        return Vec::new();
    };
    let months = months_between(first, last);
    // Without a whole year, all months count.
    let month_count = if months >= 12 {
        months / 12 * 12
    } else {
        months
    };
    let mut by_category: BTreeMap<String, [f64; 12]> = BTreeMap::new();
    for row in sold {
        let age = months_between(row.month, last);
        let Some(cost) = items
            .last_unit_cost(&row.item.item_id, &row.item.unit)
            .filter(|_| (1..=month_count).contains(&age) || (month_count == 0 && age == 0))
        else {
            continue;
        };
        let by_month = by_category
            .entry(items.item_category(&row.item.item_id).to_owned())
            .or_insert([0.0; 12]);
        if let Some(month) = by_month.get_mut(row.month.month0() as usize) {
            *month += row.quantity * cost;
        }
    }
    let demand = by_category.into_iter().map(|(category, by_month)| {
        let lead_time_days = lead_days
            .get(&category)
            .map_or(DEFAULT_LEAD_TIME_DAYS, |days| lower_median(days));
        CategoryDemand {
            category,
            by_month,
            lead_time_days,
        }
    });
    demand.collect()
}

fn first_of_month(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
}

/// Whole months from the month of `from` to that of `to`; negative if `to` is earlier.
fn months_between(from: NaiveDate, to: NaiveDate) -> i64 {
    let number = |day: NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
    number(to) - number(from)
}

/// The lower of the two middle values.
fn lower_median(days: &[u32]) -> u32 {
    let mut sorted = days.to_vec();
    sorted.sort_unstable();
    sorted
        .get(sorted.len().saturating_sub(1) / 2)
        .copied()
        .unwrap_or(DEFAULT_LEAD_TIME_DAYS)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct FixedCatalog;

    impl ItemCatalog for FixedCatalog {
        fn item_category(&self, item_id: &str) -> &str {
            if item_id == "urea" {
                "fertilizer"
            } else {
                "seed"
            }
        }

        fn last_unit_cost(&self, item_id: &str, _unit: &str) -> Option<f64> {
            (item_id != "gift").then_some(10.0)
        }
    }

    fn item_unit(item_id: &str) -> Arc<ItemUnit> {
        Arc::new(ItemUnit {
            item_id: item_id.to_owned(),
            unit: "ton".to_owned(),
        })
    }

    fn parse_date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn assembles_days_and_category_shares() {
        let profile = CustomerProfile {
            id: "c1".into(),
            name: "North Farm".into(),
            state: None,
            crops: None,
        };
        let day = OrderDay {
            day: parse_date("2026-01-01"),
            orders: 2,
            amount: 500.0,
        };
        let ordered = vec![
            CustomerOrders {
                customer_id: "c1".into(),
                days: vec![day],
            },
            CustomerOrders {
                customer_id: "c9".into(),
                days: vec![day],
            },
        ];
        let lines = ["urea", "gift"].map(|item_id| BasketLine {
            item_id,
            unit: "ton",
            quantity: 3.0,
            amount: if item_id == "urea" { 400.0 } else { 100.0 },
        });
        let baskets = vec![CustomerBasket {
            customer_id: "c1".into(),
            categories: sum_by_category(&lines, &FixedCatalog),
        }];
        let result = assemble_customers(vec![profile], ordered, baskets);
        assert_eq!(
            result
                .iter()
                .map(|customer| customer.name.as_str())
                .collect::<Vec<_>>(),
            ["North Farm", "c9"]
        );
        let shares: Vec<_> = result[0]
            .categories
            .iter()
            .map(|share| (share.category.as_str(), share.amount, share.at_cost))
            .collect();
        assert_eq!(shares, [("fertilizer", 400.0, 30.0), ("seed", 100.0, 0.0)]);
    }

    #[test]
    fn demand_uses_whole_years_without_current_month() {
        let sold = |month: &str, quantity| MonthlyItemSales {
            item: item_unit("urea"),
            month: parse_date(month),
            quantity,
        };
        let rows = [
            sold("2024-05-01", 100.0),
            sold("2025-06-01", 1.0),
            sold("2026-05-01", 2.0),
            sold("2026-06-01", 50.0),
        ];
        let result = compute_demand(
            &rows,
            parse_date("2026-06-16"),
            &FixedCatalog,
            &BTreeMap::from([("fertilizer".to_owned(), vec![20, 7, 9])]),
        );
        assert_eq!(result.len(), 1);
        // 25 months: the last 24 count, so that no month of the year counts more often than
        // another.
        assert_eq!((result[0].by_month[4], result[0].by_month[5]), (20.0, 10.0));
        assert_eq!(result[0].lead_time_days, 9);
    }

    #[test]
    fn demand_ignores_later_sales() {
        // As of a day in the month of the first sale no other sales are customers.
        let sold = |month: &str, quantity| MonthlyItemSales {
            item: item_unit("urea"),
            month: parse_date(month),
            quantity,
        };
        let result = compute_demand(
            &[sold("2025-06-01", 1.0), sold("2025-12-01", 50.0)],
            parse_date("2025-06-16"),
            &FixedCatalog,
            &BTreeMap::new(),
        );
        assert_eq!((result[0].by_month[5], result[0].by_month[11]), (10.0, 0.0));
    }

    #[test]
    fn no_sales_give_no_demand() {
        assert!(
            compute_demand(
                &[],
                parse_date("2026-06-16"),
                &FixedCatalog,
                &BTreeMap::new()
            )
            .is_empty()
        );
    }
}
