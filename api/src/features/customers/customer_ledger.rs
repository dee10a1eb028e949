//! What the lines of the customers' orders add up to: days with orders, shares of categories, and
//! demand by month of the year.

use super::customer::{CategorySales, Customer, OrderDay};
use super::purchase_windows::CategoryDemand;
use chrono::{Datelike, NaiveDate};
use std::collections::BTreeMap;

/// Lead time of a category that has none on record, in days.
const DEFAULT_LEAD_TIME_DAYS: u32 = 14;

/// A customer as its record has it.
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

/// What a customer bought so far.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomerBasket {
    pub customer_id: String,
    /// In the order of their names.
    pub categories: Vec<CategorySales>,
}

/// What a customer bought of an item in one unit so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BasketLine<'a> {
    pub item_id: &'a str,
    pub unit: &'a str,
    pub quantity: f64,
    pub amount: f64,
}

/// An item in one of its units.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ItemUnit {
    pub item_id: String,
    pub unit: String,
}

/// What was sold of an item in a month.
#[derive(Clone, Debug, PartialEq)]
pub struct MonthlyItemSales {
    pub item: ItemUnit,
    /// First day of the month.
    pub month: NaiveDate,
    pub quantity: f64,
}

/// What is known of items beside their sales.
pub trait ItemCatalog {
    /// The item's category.
    fn item_category(&self, item_id: &str) -> &str;
    /// The price at which the organization last bought it in a unit; none where it never did.
    fn last_unit_cost(&self, item_id: &str, unit: &str) -> Option<f64>;
}

/// The customers with all that they did. Orders of customers without a record count under their id.
pub fn assemble_customers(
    profiles: Vec<CustomerProfile>,
    ordered: Vec<CustomerOrders>,
    baskets: Vec<CustomerBasket>,
) -> Vec<Customer> {
    let mut known: BTreeMap<String, Customer> = profiles
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
        known
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
        known
            .entry(customer_id.clone())
            .or_insert_with(unnamed)
            .categories
            .extend(categories);
    }
    known.into_values().collect()
}

/// What a customer bought of each category, in the order of their names. Floats add up differently
/// in every order: `bought` comes in that of items and units.
pub fn sum_by_category(bought: &[BasketLine<'_>], items: &impl ItemCatalog) -> Vec<CategorySales> {
    let mut shares: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for line in bought {
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

/// Demand by month of the year, over the whole years up to `as_of`, all items of a category
/// measured at what they cost last. Items that were never bought have no measure in common with the
/// others and are left out.
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
    // Without a whole year, what there is.
    let counted = if months >= 12 {
        months / 12 * 12
    } else {
        months
    };
    let mut by_category: BTreeMap<String, [f64; 12]> = BTreeMap::new();
    for row in sold {
        let age = months_between(row.month, last);
        let Some(cost) = items
            .last_unit_cost(&row.item.item_id, &row.item.unit)
            .filter(|_| (1..=counted).contains(&age) || (counted == 0 && age == 0))
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

/// Whole months from the month of `from` to that of `to`; negative where it lies after it.
fn months_between(from: NaiveDate, to: NaiveDate) -> i64 {
    let number = |day: NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
    number(to) - number(from)
}

/// The lower of the two middle ones.
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

    fn item_unit(item_id: &str) -> ItemUnit {
        ItemUnit {
            item_id: item_id.to_owned(),
            unit: "ton".to_owned(),
        }
    }

    fn parse_date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn customers_have_their_days_and_the_shares_of_their_categories() {
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
        let bought = ["urea", "gift"].map(|item_id| BasketLine {
            item_id,
            unit: "ton",
            quantity: 3.0,
            amount: if item_id == "urea" { 400.0 } else { 100.0 },
        });
        let baskets = vec![CustomerBasket {
            customer_id: "c1".into(),
            categories: sum_by_category(&bought, &FixedCatalog),
        }];
        let found = assemble_customers(vec![profile], ordered, baskets);
        assert_eq!(
            found
                .iter()
                .map(|customer| customer.name.as_str())
                .collect::<Vec<_>>(),
            ["North Farm", "c9"]
        );
        let shares: Vec<_> = found[0]
            .categories
            .iter()
            .map(|share| (share.category.as_str(), share.amount, share.at_cost))
            .collect();
        assert_eq!(shares, [("fertilizer", 400.0, 30.0), ("seed", 100.0, 0.0)]);
    }

    #[test]
    fn demand_is_counted_over_whole_years_and_without_the_running_month() {
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
        let found = compute_demand(
            &rows,
            parse_date("2026-06-16"),
            &FixedCatalog,
            &BTreeMap::from([("fertilizer".to_owned(), vec![20, 7, 9])]),
        );
        assert_eq!(found.len(), 1);
        // 25 months: the last 24 whole ones count, so that no month of the year is counted more
        // often than another.
        assert_eq!((found[0].by_month[4], found[0].by_month[5]), (20.0, 10.0));
        assert_eq!(found[0].lead_time_days, 9);
    }

    #[test]
    fn what_was_sold_after_the_day_is_no_demand_of_it() {
        // As of a day in the month of the first sale nothing else was known, whatever came later.
        let sold = |month: &str, quantity| MonthlyItemSales {
            item: item_unit("urea"),
            month: parse_date(month),
            quantity,
        };
        let found = compute_demand(
            &[sold("2025-06-01", 1.0), sold("2025-12-01", 50.0)],
            parse_date("2025-06-16"),
            &FixedCatalog,
            &BTreeMap::new(),
        );
        assert_eq!((found[0].by_month[5], found[0].by_month[11]), (10.0, 0.0));
    }

    #[test]
    fn nothing_sold_is_no_demand() {
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
