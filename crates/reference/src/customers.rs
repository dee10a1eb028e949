//! The customers: how each buys, when it orders next, its segment, what the coming weeks need, and
//! when to buy for all of them.

mod clock;
mod expected;
mod late;
mod needs;
mod segments;
mod spend;
mod windows;

use super::amounts::{plain, rounded};
use super::books::{Books, Line};
use super::figure::Figures;
use super::prices::CategoryPrices;
use chrono::{Days, NaiveDate};
use expected::{Expectations, Next};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a customer ordered on one day.
#[derive(Clone, Copy)]
struct Day {
    date: NaiveDate,
    orders: usize,
    amount: f64,
}

/// A customer with orders or with a record.
struct Customer<'a> {
    id: &'a str,
    state: String,
    crops: String,
    days: Vec<Day>,
    /// Amount, and the same quantities at what they cost the business last, by category.
    categories: BTreeMap<&'a str, (f64, f64)>,
}

impl Customer<'_> {
    /// The category with the largest amount, the first by name of equal ones.
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

pub(super) fn tell(
    books: &Books,
    currency: Option<&str>,
    prices: &[CategoryPrices],
    as_of: NaiveDate,
    told: &mut Figures,
) {
    let costs = costs(books, currency, as_of);
    let customers = customers(books, currency, &costs, as_of);
    let year_ago = as_of
        .checked_sub_days(Days::new(365))
        .unwrap_or(NaiveDate::MIN);
    let (now, then) = (
        Expectations::of(&customers, as_of),
        Expectations::of(&customers, year_ago),
    );
    let sales = books
        .lines
        .iter()
        .filter(|line| line.is_sale && line.day <= as_of);
    let (own, others): (Vec<&Line>, Vec<&Line>) =
        sales.partition(|line| Some(line.currency.as_str()) == currency);
    told.exact(
        "Customers: lines",
        own.iter().filter(|line| line.quantity > 0).count(),
    );
    told.exact("Customers: lines in other currencies", others.len());
    told.exact("Customers: with orders", now.customers.len());
    rows(&now, told);
    let windows = windows::windows(
        prices,
        &windows::demand(books, currency, &costs, as_of, as_of),
        as_of,
    );
    let windows_then = windows::windows(
        prices,
        &windows::demand(books, currency, &costs, as_of, year_ago),
        year_ago,
    );
    segments::tell(&now, windows.as_deref(), told);
    needs::tell(&now, &then, told);
    windows::tell(windows.as_deref(), windows_then.as_deref(), as_of, told);
}

/// The price at which the business last bought an item in a unit, the highest of several on one
/// day.
fn costs<'a>(
    books: &'a Books,
    currency: Option<&str>,
    as_of: NaiveDate,
) -> HashMap<(&'a str, &'a str), f64> {
    let mut newest: HashMap<(&str, &str), (NaiveDate, i128)> = HashMap::new();
    for line in books.lines.iter().filter(|line| {
        !line.is_sale
            && line.quantity > 0
            && line.day <= as_of
            && Some(line.currency.as_str()) == currency
    }) {
        let known = newest
            .entry((&line.item, &line.unit))
            .or_insert((line.day, line.price));
        *known = (*known).max((line.day, line.price));
    }
    newest
        .into_iter()
        .map(|(item, (_, price))| (item, plain(price)))
        .collect()
}

/// Quantity and amount by item and unit.
type Bought<'a> = BTreeMap<(&'a str, &'a str), (i128, i128)>;
/// Orders and amount by day.
type Ordered<'a> = BTreeMap<NaiveDate, (BTreeSet<&'a str>, i128)>;

fn customers<'a>(
    books: &'a Books,
    currency: Option<&str>,
    costs: &HashMap<(&str, &str), f64>,
    as_of: NaiveDate,
) -> Vec<Customer<'a>> {
    let categories = books.categories();
    let mut days: BTreeMap<&str, Ordered<'_>> = BTreeMap::new();
    let mut bought: BTreeMap<&str, Bought<'_>> = BTreeMap::new();
    for line in books.lines.iter().filter(|line| {
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
        .chain(books.customers.keys().map(String::as_str))
        .collect();
    let customer = |id: &'a str| {
        let record = books.customers.get(id);
        let mut shares: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        for ((item, unit), (quantity, amount)) in bought.get(id).into_iter().flatten() {
            let (sum, at_cost) = shares
                .entry(categories.get(item).copied().unwrap_or("Unknown"))
                .or_default();
            *sum += plain(*amount);
            *at_cost += plain(*quantity) * costs.get(&(*item, *unit)).copied().unwrap_or(0.0);
        }
        let mut crops: Vec<&str> = record
            .map(|record| record.crops.iter().map(String::as_str).collect())
            .unwrap_or_default();
        crops.sort_unstable();
        let day = |(day, (orders, amount)): (&NaiveDate, &(BTreeSet<&str>, i128))| Day {
            date: *day,
            orders: orders.len(),
            amount: plain(*amount),
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

fn rows(now: &Expectations<'_>, told: &mut Figures) {
    let Some(spend) = spend::Spend::of(&now.customers) else {
        return;
    };
    let mut largest: Vec<_> = now.customers.iter().collect();
    largest.sort_by(|a, b| b.per_year(b.amount()).total_cmp(&a.per_year(a.amount())));
    told.exact(
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
        told.exact(name("last purchase"), customer.last());
        told.exact(name("orders"), customer.orders());
        told.estimate(
            name("frequency"),
            rounded(customer.per_year(super::amounts::count(customer.orders()))),
        );
        told.estimate(name("average spend"), rounded(spend.per_order(customer)));
        told.estimate(
            name("still a customer in %"),
            rounded(100.0 * customer.alive),
        );
        told.estimate(
            name("order in 30 days in %"),
            rounded(100.0 * customer.orders_within(30)),
        );
        match customer.next() {
            Next::Days { low, day, high } => {
                told.estimate(name("predicted next"), day);
                told.estimate(name("predicted next, low"), low);
                told.estimate(name("predicted next, high"), high);
            }
            Next::Words(words) => told.exact(name("predicted next"), words),
        }
    }
}
