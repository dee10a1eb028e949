//! Customer figures: patterns, next orders, segments, weekly needs and purchase windows.

mod expectations;
mod needs;
mod purchase_windows;
mod season_clock;
mod season_evidence;
mod segments;
mod spend_model;
mod year_shifts;

use super::amounts::{round_to_hundredths, scaled_to_f64};
use super::dataset::{Dataset, OrderLine};
use super::figure::Figures;
use super::prices::CategoryPrices;
use super::unusual_prices::UnusualPrices;
use chrono::{Days, NaiveDate};
use expectations::{Expectations, NextOrder};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Orders of a customer on a day.
#[derive(Clone, Copy)]
struct OrderDay {
    date: NaiveDate,
    orders: usize,
    amount: f64,
}

/// A customer with orders or with master data.
struct Customer<'a> {
    id: &'a str,
    state: String,
    crops: String,
    days: Vec<OrderDay>,
    /// Amount, and the same quantities at the last purchase price, by category.
    categories: BTreeMap<&'a str, (f64, f64)>,
}

impl Customer<'_> {
    /// The category with the largest amount. If several are equal, the first by name.
    fn main_category(&self) -> String {
        let highest = self
            .categories
            .values()
            .map(|(amount, _)| *amount)
            .fold(0.0, f64::max);
        let main = self
            .categories
            .iter()
            .find(|(_, (amount, _))| *amount > 0.0 && *amount >= highest);
        main.map(|(category, _)| category.to_lowercase())
            .unwrap_or_default()
    }
}

pub(super) fn report_customers(
    dataset: &Dataset,
    currency: Option<&str>,
    (prices, unusual): (&[CategoryPrices], &UnusualPrices<'_>),
    as_of: NaiveDate,
    figures: &mut Figures,
) {
    let costs = latest_unit_costs(dataset, currency, unusual, as_of);
    let customers = collect_customers(dataset, currency, &costs, as_of);
    let year_ago = as_of
        .checked_sub_days(Days::new(365))
        .unwrap_or(NaiveDate::MIN);
    let (now, then) = (
        Expectations::from_customers(&customers, as_of),
        Expectations::from_customers(&customers, year_ago),
    );
    let sales = dataset
        .lines
        .iter()
        .filter(|line| line.is_sale && line.day <= as_of);
    let (own, others): (Vec<&OrderLine>, Vec<&OrderLine>) =
        sales.partition(|line| Some(line.currency.as_str()) == currency);
    figures.push_exact(
        "Customers: lines",
        own.iter().filter(|line| line.quantity > 0).count(),
    );
    figures.push_exact("Customers: lines in other currencies", others.len());
    figures.push_exact("Customers: with orders", now.customers.len());
    report_rows(&now, figures);
    let windows = purchase_windows::find_windows(
        prices,
        &purchase_windows::category_demand(dataset, currency, &costs, as_of, as_of),
        as_of,
    );
    let windows_then = purchase_windows::find_windows(
        prices,
        &purchase_windows::category_demand(dataset, currency, &costs, as_of, year_ago),
        year_ago,
    );
    segments::report_segments(&now, windows.as_deref(), figures);
    needs::report_needs(&now, &then, figures);
    purchase_windows::report_windows(windows.as_deref(), windows_then.as_deref(), as_of, figures);
}

/// The last purchase price of an item in a unit. If a day has several prices, the highest.
fn latest_unit_costs<'a>(
    dataset: &'a Dataset,
    currency: Option<&str>,
    unusual: &UnusualPrices<'_>,
    as_of: NaiveDate,
) -> HashMap<(&'a str, &'a str), f64> {
    let mut newest: HashMap<(&str, &str), (NaiveDate, i128)> = HashMap::new();
    for line in dataset.lines.iter().filter(|line| {
        !line.is_sale
            && line.quantity > 0
            && line.day <= as_of
            && Some(line.currency.as_str()) == currency
            && !unusual.contains(line)
    }) {
        let known = newest
            .entry((&line.item, &line.unit))
            .or_insert((line.day, line.price));
        *known = (*known).max((line.day, line.price));
    }
    newest
        .into_iter()
        .map(|(item, (_, price))| (item, scaled_to_f64(price)))
        .collect()
}

/// Quantity and amount by item and unit.
type ItemTotals<'a> = BTreeMap<(&'a str, &'a str), (i128, i128)>;
/// Orders and amount by day.
type DayTotals<'a> = BTreeMap<NaiveDate, (BTreeSet<&'a str>, i128)>;

fn collect_customers<'a>(
    dataset: &'a Dataset,
    currency: Option<&str>,
    costs: &HashMap<(&str, &str), f64>,
    as_of: NaiveDate,
) -> Vec<Customer<'a>> {
    let categories = dataset.item_categories();
    let mut days: BTreeMap<&str, DayTotals<'_>> = BTreeMap::new();
    let mut bought: BTreeMap<&str, ItemTotals<'_>> = BTreeMap::new();
    for line in dataset.lines.iter().filter(|line| {
        line.is_sale
            && line.quantity > 0
            && line.day <= as_of
            && Some(line.currency.as_str()) == currency
    }) {
        let Some(customer) = line.customer.as_deref() else {
            continue;
        };
        let (orders, amount) = days
            .entry(customer)
            .or_default()
            .entry(line.day)
            .or_default();
        orders.insert(&line.order);
        *amount += line.amount;
        let (quantity, amount) = bought
            .entry(customer)
            .or_default()
            .entry((&line.item, &line.unit))
            .or_default();
        (*quantity, *amount) = (*quantity + line.quantity, *amount + line.amount);
    }
    let ids: BTreeSet<&str> = days
        .keys()
        .copied()
        .chain(dataset.customers.keys().map(String::as_str))
        .collect();
    let customer = |id: &'a str| {
        let record = dataset.customers.get(id);
        let mut shares: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        for ((item, unit), (quantity, amount)) in bought.get(id).into_iter().flatten() {
            let (sum, at_cost) = shares
                .entry(categories.get(item).copied().unwrap_or("Unknown"))
                .or_default();
            *sum += scaled_to_f64(*amount);
            *at_cost +=
                scaled_to_f64(*quantity) * costs.get(&(*item, *unit)).copied().unwrap_or(0.0);
        }
        let mut crops: Vec<&str> = record
            .map(|record| record.crops.iter().map(String::as_str).collect())
            .unwrap_or_default();
        crops.sort_unstable();
        let day = |(day, (orders, amount)): (&NaiveDate, &(BTreeSet<&str>, i128))| OrderDay {
            date: *day,
            orders: orders.len(),
            amount: scaled_to_f64(*amount),
        };
        Customer {
            id,
            state: record
                .and_then(|record| record.state.as_deref())
                .unwrap_or_default()
                .trim()
                .to_lowercase(),
            crops: crops.join(";"),
            days: days
                .get(id)
                .into_iter()
                .flatten()
                .map(day)
                .filter(|day| day.amount > 0.0)
                .collect(),
            categories: shares,
        }
    };
    ids.into_iter().map(customer).collect()
}

fn report_rows(now: &Expectations<'_>, figures: &mut Figures) {
    let Some(spend) = spend_model::SpendModel::fit_customers(&now.customers) else {
        return;
    };
    let mut largest: Vec<_> = now.customers.iter().collect();
    largest.sort_by(|a, b| {
        b.per_year(b.total_amount())
            .total_cmp(&a.per_year(a.total_amount()))
    });
    figures.push_exact(
        "Customers: the largest",
        largest
            .iter()
            .take(5)
            .map(|customer| customer.id)
            .collect::<Vec<_>>()
            .join(", "),
    );
    for customer in &now.customers {
        let name = |what: &str| format!("Customer {}: {what}", customer.id);
        figures.push_exact(name("last purchase"), customer.last_order());
        figures.push_exact(name("orders"), customer.order_count());
        figures.push_estimate(
            name("frequency"),
            round_to_hundredths(
                customer.per_year(super::amounts::usize_to_f64(customer.order_count())),
            ),
        );
        figures.push_estimate(
            name("average spend"),
            round_to_hundredths(spend.per_order(customer)),
        );
        figures.push_estimate(
            name("still a customer in %"),
            round_to_hundredths(100.0 * customer.alive),
        );
        figures.push_estimate(
            name("order in 30 days in %"),
            round_to_hundredths(100.0 * customer.order_probability(30)),
        );
        match customer.next_order() {
            NextOrder::DateRange { low, day, high } => {
                figures.push_estimate(name("predicted next"), day);
                figures.push_estimate(name("predicted next, low"), low);
                figures.push_estimate(name("predicted next, high"), high);
            }
            NextOrder::Message(words) => figures.push_exact(name("predicted next"), words),
        }
    }
}
