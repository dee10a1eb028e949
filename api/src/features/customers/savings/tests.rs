use super::super::customer::{CategorySales, Customer};
use super::super::order_outlook::OrderOutlook;
use super::super::purchase_windows::{CarryingCost, CategoryDemand, compute_windows};
use super::super::simulated_retailer::{customer_ordering_on, parse_date, simulate_retailer};
use super::*;
use crate::features::supply_prices::price_index::{ItemMonth, Month, compute_price_index};

/// Expensive in April, the month of all sales, and cheap in November.
fn seasonal_windows(categories: &[&str]) -> PurchaseWindows {
    let first = Month::parse("2022-12").unwrap();
    let row = |category: &str, ahead: i32| {
        let month = first.plus_months(ahead);
        let price = match month.month_number() {
            4 => 120.0,
            11 => 80.0 + f64::from(month.year() % 3),
            _ => 100.0,
        };
        ItemMonth {
            item: category.to_owned(),
            category: category.to_owned(),
            month,
            lines: 1,
            quantity: 10.0,
            value: 10.0 * price,
        }
    };
    let rows: Vec<ItemMonth> = categories
        .iter()
        .flat_map(|category| (0..48).map(move |ahead| row(category, ahead)))
        .collect();
    let mut by_month = [0.0; 12];
    by_month[3] = 1.0;
    let demand: Vec<CategoryDemand> = categories
        .iter()
        .map(|category| CategoryDemand {
            category: (*category).to_owned(),
            by_month,
            lead_time_days: 14,
        })
        .collect();
    let as_of = Month::parse("2026-11").unwrap();
    compute_windows(
        &compute_price_index(&rows, as_of).unwrap(),
        &demand,
        CarryingCost::from_yearly_share(0.12).unwrap(),
        as_of,
    )
    .unwrap()
}

fn is_close(left: f64, right: f64) -> bool {
    (left - right).abs() < 0.02
}

#[test]
fn savings_are_reproducible_from_terms() {
    let customers = simulate_retailer(3, 60, 4, parse_date("2026-11-21"));
    let outlook = OrderOutlook::from_customers(&customers, parse_date("2026-11-21"));
    let windows = seasonal_windows(&["fertilizer", "seed"]);
    let savings = compute_savings(&outlook.customers, &windows).unwrap();
    assert_eq!(savings.categories.len(), 2);
    for saving in &savings.categories {
        assert_eq!(
            (saving.peak, saving.window),
            (MonthOfYear::April, Some(MonthOfYear::November))
        );
        let redone = saving.yearly_value
            * (saving.factor_at_peak - saving.factor_in_window - saving.carrying);
        assert!((saving.per_year / redone - 1.0).abs() < 1e-4, "{saving:?}");
        assert!(
            saving.low_80.unwrap() <= saving.per_year && saving.per_year <= saving.high_80.unwrap(),
            "{saving:?}"
        );
        // Expected orders of the year x cost of an order, at the year's mean price: November prices
        // were low.
        let window = windows
            .categories
            .iter()
            .find(|window| window.category == saving.category)
            .unwrap();
        let at_cost: f64 = outlook
            .customers
            .iter()
            .filter(|customer| customer.customer.categories[0].category == saving.category)
            .map(|customer| {
                customer.expected_order_days_within(365) * customer.customer.categories[0].at_cost
                    / usize_to_f64(customer.history.days().len())
            })
            .sum();
        assert!(
            is_close(saving.yearly_value, at_cost / window.newest_factor),
            "{saving:?}"
        );
    }
    assert!(is_close(
        savings.per_year,
        savings
            .categories
            .iter()
            .map(|saving| saving.per_year)
            .sum()
    ));
    assert!(savings.categories[0].per_year >= savings.categories[1].per_year);
    assert!(
        savings.low_80.unwrap() <= savings.per_year && savings.per_year <= savings.high_80.unwrap()
    );
}

#[test]
fn segment_savings_sum_to_total() {
    let customers = simulate_retailer(3, 60, 4, parse_date("2026-11-21"));
    let outlook = OrderOutlook::from_customers(&customers, parse_date("2026-11-21"));
    let windows = seasonal_windows(&["fertilizer", "seed", "pesticide"]);
    let all = compute_savings(&outlook.customers, &windows).unwrap();
    let (some, others) = outlook.customers.split_at(20);
    let parts = compute_savings(some, &windows).unwrap().per_year
        + compute_savings(others, &windows).unwrap().per_year;
    assert!(
        (all.per_year - parts).abs() < 0.1,
        "{} {parts}",
        all.per_year
    );
}

fn customers_with_sales(sales: &[(&str, f64)]) -> Vec<Customer> {
    let mut one = customer_ordering_on("A", &["2026-04-01", "2025-04-03"]);
    one.categories = sales
        .iter()
        .map(|(category, at_cost)| CategorySales {
            category: (*category).to_owned(),
            amount: 10.0,
            at_cost: *at_cost,
        })
        .collect();
    vec![one]
}

#[test]
fn no_savings_without_purchase_prices() {
    let windows = seasonal_windows(&["seed"]);
    for sales in [
        &[("seed", 0.0)][..],
        &[("seed", f64::NAN)],
        &[("feed", 50.0)],
        &[],
    ] {
        let customers = customers_with_sales(sales);
        assert_eq!(
            compute_savings(
                &OrderOutlook::from_customers(&customers, parse_date("2026-11-21")).customers,
                &windows
            ),
            None,
            "{sales:?}"
        );
    }
    assert_eq!(compute_savings([], &windows), None);
}

#[test]
fn no_savings_without_windows() {
    let mut windows = seasonal_windows(&["seed"]);
    windows.categories[0].best = None;
    let customers = customers_with_sales(&[("seed", 80.0)]);
    let savings = compute_savings(
        &OrderOutlook::from_customers(&customers, parse_date("2026-11-21")).customers,
        &windows,
    )
    .unwrap();
    assert_eq!(
        (
            savings.low_80,
            savings.high_80,
            savings.categories[0].window
        ),
        (Some(0.0), Some(0.0), None)
    );
    assert!(is_close(savings.per_year, 0.0) && is_close(savings.categories[0].carrying, 0.0));
}

#[test]
fn missing_category_range_omits_total_range() {
    let mut windows = seasonal_windows(&["seed"]);
    if let Some(best) = windows.categories[0].best.as_mut() {
        best.range = None;
    }
    let customers = customers_with_sales(&[("seed", 80.0)]);
    let savings = compute_savings(
        &OrderOutlook::from_customers(&customers, parse_date("2026-11-21")).customers,
        &windows,
    )
    .unwrap();
    assert!(savings.per_year > 0.0);
    assert_eq!((savings.low_80, savings.high_80), (None, None));
}
