//! What to order now: every stock row at or below its reorder point, filled up. Both levels come
//! from the seasons of its sales where they tell enough.

mod drafts;
mod seasons;
mod waits;

use super::amounts::{UNIT, amount, count, half_even, is_in_range, money, plain};
use super::books::{Books, Stock};
use super::figure::Figures;
use super::said::{Said, SaidOfStock};
use chrono::{Days, NaiveDate};
use seasons::{Costs, NO_SALES, Told, Weeks, levels};
use std::collections::{BTreeMap, HashMap};
use waits::Waits;

/// By item and unit: where it is known, and elsewhere.
type Sold<'a> = HashMap<(&'a str, &'a str), (BTreeMap<&'a str, i128>, i128)>;
type Weekly<'a> = HashMap<(&'a str, &'a str, Option<&'a str>), Weeks>;

pub(super) fn tell(
    books: &Books,
    said: &Said,
    currency: Option<&str>,
    as_of: NaiveDate,
    told: &mut Figures,
) {
    let past = Past {
        sold: sold(books, as_of),
        weekly: weekly(books, as_of),
        prices: prices(books, currency, as_of),
        waits: Waits::of(books, as_of),
    };
    let comparable: Vec<&Stock> = books
        .stock
        .iter()
        .filter(|row| currency.is_none_or(|currency| row.currency == currency))
        .collect();
    let (mut listed, mut waiting, mut without_point, mut beyond) =
        (0_usize, 0_usize, 0_usize, 0_usize);
    let mut total = 0;
    for row in &comparable {
        let only = books
            .stock
            .iter()
            .filter(|other| other.item == row.item)
            .count()
            == 1;
        match order(row, only, books, said, &past) {
            Order::Unknown => without_point += 1,
            Order::Enough => {}
            Order::Beyond => beyond += 1,
            Order::Short { .. } if drafts::waits(row, said) => waiting += 1,
            Order::Short {
                point,
                quantity,
                cost,
                sold,
                lead_days,
            } => {
                let name = |what: &str| {
                    format!("Recommendations: {} at {}, {what}", row.item, row.location)
                };
                told.exact(name("Item"), row.name.as_str());
                told.exact(name("Current Stock"), plain(row.on_hand));
                told.exact(name("reorder point"), plain(point));
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
    told.exact("Recommendations: waiting in drafts", waiting);
    told.exact("Recommendations: without reorder point", without_point);
    told.exact(
        "Recommendations: left out",
        books.stock.len() - comparable.len() + beyond,
    );
}

struct Past<'a> {
    sold: Sold<'a>,
    weekly: Weekly<'a>,
    /// What was sold of the last year with its amount, by item and unit.
    prices: HashMap<(&'a str, &'a str), (i128, i128)>,
    waits: Waits<'a>,
}

fn prices<'a>(
    books: &'a Books,
    currency: Option<&str>,
    as_of: NaiveDate,
) -> HashMap<(&'a str, &'a str), (i128, i128)> {
    let after = as_of
        .checked_sub_days(Days::new(365))
        .unwrap_or(NaiveDate::MIN);
    let mut prices: HashMap<(&str, &str), (i128, i128)> = HashMap::new();
    for line in books.lines.iter().filter(|line| {
        line.is_sale
            && after < line.day
            && line.day <= as_of
            && currency == Some(line.currency.as_str())
    }) {
        let (quantity, amount) = prices.entry((&line.item, &line.unit)).or_default();
        *quantity += line.quantity;
        *amount += line.amount;
    }
    prices
}

fn weekly(books: &Books, as_of: NaiveDate) -> Weekly<'_> {
    let mut weekly: Weekly<'_> = HashMap::new();
    for line in books
        .lines
        .iter()
        .filter(|line| line.is_sale && line.day <= as_of)
    {
        let Ok(ago) = usize::try_from((as_of - line.day).num_days() / 7) else {
            continue;
        };
        if ago >= NO_SALES.len() {
            continue;
        }
        let weeks = weekly
            .entry((&line.item, &line.unit, line.location.as_deref()))
            .or_insert(NO_SALES);
        if let Some(week) = weeks.get_mut(ago) {
            *week += line.quantity;
        }
    }
    weekly
}

/// Units sold in the 365 days up to the as-of day.
fn sold(books: &Books, as_of: NaiveDate) -> Sold<'_> {
    let after = as_of
        .checked_sub_days(Days::new(365))
        .unwrap_or(NaiveDate::MIN);
    let mut sold: Sold<'_> = HashMap::new();
    for line in books
        .lines
        .iter()
        .filter(|line| line.is_sale && after < line.day && line.day <= as_of)
    {
        let (known, elsewhere) = sold.entry((&line.item, &line.unit)).or_default();
        match &line.location {
            Some(location) => *known.entry(location).or_default() += line.quantity,
            None => *elsewhere += line.quantity,
        }
    }
    sold
}

/// Sales that do not say where count to the item's only stock, or to the place that sold most of
/// it.
fn has_the_rest(sold: &Sold<'_>, row: &Stock, only: bool) -> bool {
    let Some((known, _)) = sold.get(&(row.item.as_str(), row.unit.as_str())) else {
        return only;
    };
    let highest = known.values().max();
    let largest = known
        .iter()
        .find(|(_, quantity)| Some(*quantity) == highest)
        .map(|(location, _)| *location);
    only || largest == Some(row.location.as_str())
}

impl Past<'_> {
    fn sold_from(&self, row: &Stock, only: bool) -> i128 {
        let Some((known, elsewhere)) = self.sold.get(&(row.item.as_str(), row.unit.as_str()))
        else {
            return 0;
        };
        let own = known.get(row.location.as_str()).copied().unwrap_or(0);
        if has_the_rest(&self.sold, row, only) {
            own + elsewhere
        } else {
            own
        }
    }

    fn weeks_of(&self, row: &Stock, only: bool) -> Weeks {
        let mut weeks = self
            .weekly
            .get(&(
                row.item.as_str(),
                row.unit.as_str(),
                Some(row.location.as_str()),
            ))
            .copied()
            .unwrap_or(NO_SALES);
        let elsewhere = self
            .weekly
            .get(&(row.item.as_str(), row.unit.as_str(), None))
            .filter(|_| has_the_rest(&self.sold, row, only));
        for (week, more) in weeks.iter_mut().zip(elsewhere.into_iter().flatten()) {
            *week += more;
        }
        weeks
    }

    fn costs_of(&self, row: &Stock, said: &Said) -> Costs {
        let cost = plain(row.cost);
        let sold = self
            .prices
            .get(&(row.item.as_str(), row.unit.as_str()))
            .filter(|(quantity, _)| *quantity > 0);
        let margin = sold.map_or(0.0, |(quantity, amount)| {
            (plain(*amount) / plain(*quantity) - cost).max(0.0)
        });
        let holding = cost * plain(said.holding_percent) / 100.0 / count(52);
        Costs {
            holding,
            shortage: plain(said.shortage_multiple) * margin,
            order: plain(said.order_cost),
        }
    }
}

enum Order {
    /// Nothing says when.
    Unknown,
    Enough,
    /// 10^12 and more cannot be meant.
    Beyond,
    Short {
        point: i128,
        quantity: i128,
        cost: i128,
        sold: i128,
        lead_days: u32,
    },
}

fn order(row: &Stock, only: bool, books: &Books, said: &Said, past: &Past<'_>) -> Order {
    let known_better = said
        .stock
        .get(&(row.item.clone(), row.location.clone()))
        .filter(|known| known.unit == row.unit)
        .cloned();
    let SaidOfStock {
        lead_days,
        reorder_point,
        minimum,
        pack,
        ..
    } = known_better.unwrap_or_default();
    let lead_days = lead_days
        .or_else(|| past.waits.days(row, books))
        .unwrap_or(said.lead_days);
    let position =
        row.on_hand + row.on_order - row.booked + drafts::on_the_way(row, only, books, said);
    let sold = past.sold_from(row, only);
    let expected = half_even(sold.max(0) * i128::from(lead_days + 7), 365).unwrap_or_default();
    let given = reorder_point
        .or(row.reorder_point)
        .map(|point| (point, point + expected, vec![expected]));
    let seasonal = if reorder_point.is_some() {
        Told::Nothing
    } else {
        levels(
            &past.weeks_of(row, only),
            lead_days,
            &past.costs_of(row, said),
        )
    };
    let by_season = !matches!(seasonal, Told::Nothing);
    let known = match seasonal {
        Told::Nothing => given,
        Told::Beyond => return Order::Beyond,
        Told::Both { point, up_to } => Some((scaled(point), scaled(up_to), Vec::new())),
    };
    let Some((point, up_to, mut steps)) = known else {
        return Order::Unknown;
    };
    if is_in_range(position) && (position > point || (by_season && up_to <= position)) {
        return Order::Enough;
    }
    let shortfall = up_to - position;
    let pack = pack.or(row.pack).filter(|pack| *pack > 0).unwrap_or(UNIT);
    let wanted = shortfall.max(minimum.or(row.minimum).unwrap_or(0));
    let packs = ((wanted + pack - 1).div_euclid(pack)).max(1);
    let quantity = packs * pack;
    steps.extend([position, point, up_to, shortfall, quantity]);
    match amount(quantity, row.cost) {
        Some(cost) if steps.into_iter().all(is_in_range) => Order::Short {
            point,
            quantity,
            cost,
            sold,
            lead_days,
        },
        _ => Order::Beyond,
    }
}

/// Ten-thousandths of an estimate; what no number can hold is out of range.
#[expect(
    clippy::cast_possible_truncation,
    reason = "from 10^12 on the figure is out of range whatever it is"
)]
fn scaled(estimate: f64) -> i128 {
    (estimate * 1e4).round_ties_even() as i128
}
