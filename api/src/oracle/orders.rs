//! What to order now: every stock row at or below its reorder point, filled up.

use super::amounts::{UNIT, amount, half_even, is_in_range, money, plain};
use super::books::{Books, Stock};
use super::figure::Figures;
use chrono::{Days, NaiveDate};
use std::collections::{BTreeMap, HashMap};

type Sold<'a> = HashMap<(&'a str, &'a str), (BTreeMap<&'a str, i128>, i128)>;

pub(super) fn tell(books: &Books, currency: Option<&str>, as_of: NaiveDate, told: &mut Figures) {
    let sold = sold(books, as_of);
    let comparable: Vec<&Stock> = books.stock.iter().filter(|row| currency.is_none_or(|currency| row.currency == currency)).collect();
    let (mut listed, mut without_point, mut beyond) = (0_usize, 0_usize, 0_usize);
    let mut total = 0;
    for row in &comparable {
        let only = books.stock.iter().filter(|other| other.item == row.item).count() == 1;
        let Some(point) = row.reorder_point else {
            without_point += 1;
            continue;
        };
        match order(row, point, sold_from(&sold, row, only), books) {
            Order::Enough => {}
            Order::Beyond => beyond += 1,
            Order::Short { quantity, cost, sold, lead_days } => {
                let name = |what: &str| format!("Recommendations: {} at {}, {what}", row.item, row.location);
                told.exact(name("Item"), row.name.as_str());
                told.exact(name("Current Stock"), plain(row.on_hand));
                told.exact(name("Recommended"), plain(quantity));
                told.exact(name("Cost"), money(cost));
                told.exact(name("sold last year"), money(sold));
                told.exact(name("lead time"), u64::from(lead_days));
                listed += 1;
                total += cost;
            }
        }
    }
    told.exact("Recommendations: rows", listed);
    told.exact("Recommendations: cost of all", money(total));
    told.exact("Recommendations: without reorder point", without_point);
    told.exact("Recommendations: left out", books.stock.len() - comparable.len() + beyond);
}

/// Units sold in the 365 days up to the as-of day, by item and unit: where it is known, and elsewhere.
fn sold(books: &Books, as_of: NaiveDate) -> Sold<'_> {
    let after = as_of.checked_sub_days(Days::new(365)).unwrap_or(NaiveDate::MIN);
    let mut sold: Sold<'_> = HashMap::new();
    for line in books.lines.iter().filter(|line| line.is_sale && after < line.day && line.day <= as_of) {
        let (known, elsewhere) = sold.entry((&line.item, &line.unit)).or_default();
        match &line.location {
            Some(location) => *known.entry(location).or_default() += line.quantity,
            None => *elsewhere += line.quantity,
        }
    }
    sold
}

/// Sales that do not say where count to the item's only stock, or to the place that sold most of it.
fn sold_from(sold: &Sold<'_>, row: &Stock, only: bool) -> i128 {
    let Some((known, elsewhere)) = sold.get(&(row.item.as_str(), row.unit.as_str())) else { return 0 };
    let own = known.get(row.location.as_str()).copied().unwrap_or(0);
    let highest = known.values().max();
    let largest = known.iter().find(|(_, quantity)| Some(*quantity) == highest).map(|(location, _)| *location);
    if only || largest == Some(row.location.as_str()) { own + elsewhere } else { own }
}

enum Order {
    Enough,
    /// 10^12 and more cannot be meant.
    Beyond,
    Short {
        quantity: i128,
        cost: i128,
        sold: i128,
        lead_days: u32,
    },
}

fn order(row: &Stock, point: i128, sold: i128, books: &Books) -> Order {
    let position = row.on_hand + row.on_order - row.booked;
    if is_in_range(position) && position > point {
        return Order::Enough;
    }
    let of_supplier = || books.lead_days.get(row.supplier.as_ref()?).copied().flatten();
    let lead_days = row.lead_days.or_else(of_supplier).unwrap_or(14);
    let expected = half_even(sold.max(0) * i128::from(lead_days + 7), 365).unwrap_or_default();
    let shortfall = point + expected - position;
    let pack = row.pack.unwrap_or(UNIT);
    let wanted = shortfall.max(row.minimum.unwrap_or(0));
    let packs = ((wanted + pack - 1).div_euclid(pack)).max(1);
    let quantity = packs * pack;
    let steps = [position, expected, point + expected, shortfall, quantity];
    match amount(quantity, row.cost) {
        Some(cost) if steps.into_iter().all(is_in_range) => Order::Short { quantity, cost, sold, lead_days },
        _ => Order::Beyond,
    }
}
