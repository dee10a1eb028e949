//! Every figure made of the lines themselves, one line after the other.

use api::decimal::{Decimal4, ExactSum};
use api::features::customers::customer::{Customer, OrderDay};
use api::features::customers::headlines::year_before;
use api::features::customers::ledger::{
    self, Basket, Bought, ItemUnit, Items, Ordered, Profile, SoldInMonth,
};
use api::features::customers::windows::CategoryDemand;
use api::features::purchasing::demand::{SalesByStock, Sold};
use api::features::purchasing::summary::{Cards, DateRange, SpendWindow, Windows, cards};
use api::features::supply_prices::index::{ItemMonth, Month, PriceIndex, price_index};
use chrono::{Datelike, NaiveDate};
use entities::purchase_transaction::Model;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The lines that count.
pub(super) struct Books(Vec<Model>);

/// What is read of the customers.
pub(super) struct CustomerBooks {
    pub(super) customers: Vec<Customer>,
    pub(super) demand: [Vec<CategoryDemand>; 2],
    pub(super) lines: u64,
    pub(super) excluded: u64,
}

struct Shelf(HashMap<ItemUnit, f64>);

impl Items for Shelf {
    fn category(&self, item_id: &str) -> &str {
        match item_id {
            "urea" | "dap" => "fertilizer",
            "corn seed" => "seed",
            _ => "Unknown",
        }
    }

    fn cost(&self, item_id: &str, unit: &str) -> Option<f64> {
        self.0
            .get(&ItemUnit {
                item_id: item_id.to_owned(),
                unit: unit.to_owned(),
            })
            .copied()
    }
}

pub(super) fn exact(scaled: i64) -> ExactSum {
    Decimal4::from_scaled(scaled).unwrap().into()
}

fn total(scaled: impl Iterator<Item = i64>) -> ExactSum {
    scaled.fold(ExactSum::ZERO, |sum, one| sum.plus(exact(one)))
}

fn item(line: &Model) -> ItemUnit {
    ItemUnit {
        item_id: line.item_id.clone(),
        unit: line.unit.clone(),
    }
}

fn month_start(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap()
}

impl Books {
    pub(super) fn of(lines: Vec<Model>) -> Self {
        Self(lines)
    }

    pub(super) fn all(&self, direction: &str) -> impl Iterator<Item = &Model> {
        self.0
            .iter()
            .filter(move |line| line.direction == direction)
    }

    /// The currency of most lines.
    pub(super) fn currency(&self) -> Option<String> {
        let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
        for line in &self.0 {
            *lines.entry(&line.currency).or_default() += 1;
        }
        let most = lines.values().copied().max()?;
        lines
            .into_iter()
            .find(|(_, count)| *count == most)
            .map(|(currency, _)| currency.to_owned())
    }

    /// The cards, and the lines of the year in other currencies.
    pub(super) fn cards(&self, as_of: NaiveDate) -> (Cards, u64) {
        let windows = Windows::of(as_of);
        let Some(currency) = self.currency() else {
            return (
                cards(&SpendWindow::default(), &SpendWindow::default(), 0, 0),
                0,
            );
        };
        let excluded = self
            .all("purchase")
            .filter(|line| {
                windows.year.contains(line.transaction_date) && line.currency != currency
            })
            .count();
        let [year, prior] =
            [windows.year, windows.prior_year].map(|dates| self.spend(dates, &currency));
        let [now, before] = [windows.quarter, windows.prior_quarter].map(|dates| {
            let inside = self
                .all("purchase")
                .filter(|line| dates.contains(line.transaction_date));
            inside
                .filter_map(|line| line.supplier_id.as_ref())
                .collect::<BTreeSet<_>>()
                .len() as u64
        });
        (cards(&year, &prior, now, before), excluded as u64)
    }

    fn spend(&self, dates: DateRange, currency: &str) -> SpendWindow {
        let inside: Vec<&Model> = self
            .all("purchase")
            .filter(|line| dates.contains(line.transaction_date) && line.currency == currency)
            .collect();
        let promised: Vec<&Model> = self
            .all("purchase")
            .filter(|line| line.promised_date.is_some_and(|day| dates.contains(day)))
            .collect();
        SpendWindow {
            spend: total(inside.iter().map(|line| line.amount_e4)),
            orders: inside
                .iter()
                .map(|line| &line.order_id)
                .collect::<BTreeSet<_>>()
                .len() as u64,
            lines: inside.len() as u64,
            promised_due: promised.len() as u64,
            on_time: promised
                .iter()
                .filter(|line| {
                    line.delivered_date
                        .is_some_and(|day| Some(day) <= line.promised_date)
                })
                .count() as u64,
        }
    }

    /// The index, and the lines that cannot be compared.
    pub(super) fn price_index(&self, as_of: NaiveDate) -> (Option<PriceIndex>, u64) {
        let Some(currency) = self.currency() else {
            return (None, 0);
        };
        let known: Vec<&Model> = self
            .all("purchase")
            .filter(|line| line.transaction_date <= as_of)
            .collect();
        let (counted, others): (Vec<&Model>, Vec<&Model>) = known
            .into_iter()
            .partition(|line| line.currency == currency && line.quantity_e4 > 0);
        let mut units: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        for line in &counted {
            *units
                .entry(&line.item_id)
                .or_default()
                .entry(&line.unit)
                .or_default() += 1;
        }
        let usual = |item: &str| {
            let most = units[item].values().max().unwrap();
            *units[item]
                .iter()
                .find(|(_, lines)| *lines == most)
                .unwrap()
                .0
        };
        let (comparable, odd): (Vec<&Model>, Vec<&Model>) = counted
            .into_iter()
            .partition(|line| usual(&line.item_id) == line.unit);
        let mut months: BTreeMap<(&str, Month), Vec<&Model>> = BTreeMap::new();
        for line in comparable {
            months
                .entry((&line.item_id, Month::from(line.transaction_date)))
                .or_default()
                .push(line);
        }
        let rows: Vec<ItemMonth> = (months.into_iter())
            .map(|((item, month), lines)| ItemMonth {
                item: item.to_owned(),
                category: Shelf(HashMap::new()).category(item).to_owned(),
                month,
                lines: lines.len() as u64,
                quantity: total(lines.iter().map(|line| line.quantity_e4)).to_f64(),
                value: total(lines.iter().map(|line| line.amount_e4)).to_f64(),
            })
            .collect();
        (
            price_index(&rows, Month::from(as_of)),
            (others.len() + odd.len()) as u64,
        )
    }

    pub(super) fn customers(&self, as_of: NaiveDate) -> CustomerBooks {
        let profiles = (0..2).map(|id| Profile {
            id: format!("x{id}"),
            name: format!("Farm {id}"),
            state: Some("Iowa".into()),
            crops: Some("corn".into()),
        });
        let profiles: Vec<Profile> = profiles.collect();
        let Some(currency) = self.currency() else {
            let nothing = ledger::customers(profiles, Vec::new(), Vec::new());
            return CustomerBooks {
                customers: nothing,
                demand: [Vec::new(), Vec::new()],
                lines: 0,
                excluded: 0,
            };
        };
        let known: Vec<&Model> = self
            .all("sale")
            .filter(|line| line.transaction_date <= as_of)
            .collect();
        let (own, others): (Vec<&Model>, Vec<&Model>) = known
            .into_iter()
            .partition(|line| line.currency == currency);
        let sold: Vec<&Model> = own
            .into_iter()
            .filter(|line| line.quantity_e4 > 0)
            .collect();
        let (mut days, mut bought, mut months) =
            (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for line in &sold {
            let customer = line.customer_id.clone().unwrap();
            days.entry((customer.clone(), line.transaction_date))
                .or_insert_with(Vec::new)
                .push(*line);
            bought
                .entry((customer, line.item_id.clone(), line.unit.clone()))
                .or_insert_with(Vec::new)
                .push(*line);
            months
                .entry((
                    line.item_id.clone(),
                    line.unit.clone(),
                    month_start(line.transaction_date),
                ))
                .or_insert_with(Vec::new)
                .push(*line);
        }
        let ordered = days.into_iter().map(|((customer_id, day), lines)| {
            let orders = u32::try_from(
                lines
                    .iter()
                    .map(|line| &line.order_id)
                    .collect::<BTreeSet<_>>()
                    .len(),
            )
            .unwrap();
            Ordered {
                customer_id,
                days: vec![OrderDay {
                    day,
                    orders,
                    amount: total(lines.iter().map(|line| line.amount_e4)).to_f64(),
                }],
            }
        });
        let items = Shelf(self.costs(as_of, &currency));
        let mut baskets: BTreeMap<String, Vec<Bought<'_>>> = BTreeMap::new();
        for ((customer_id, item_id, unit), lines) in &bought {
            let quantity = total(lines.iter().map(|line| line.quantity_e4)).to_f64();
            let amount = total(lines.iter().map(|line| line.amount_e4)).to_f64();
            baskets
                .entry(customer_id.clone())
                .or_default()
                .push(Bought {
                    item_id,
                    unit,
                    quantity,
                    amount,
                });
        }
        let baskets = baskets.into_iter().map(|(customer_id, bought)| Basket {
            customer_id,
            categories: ledger::categories(&bought, &items),
        });
        let in_months = months
            .into_iter()
            .map(|((item_id, unit, month), lines)| SoldInMonth {
                item: ItemUnit { item_id, unit },
                month,
                quantity: total(lines.iter().map(|line| line.quantity_e4)).to_f64(),
            });
        let in_months: Vec<SoldInMonth> = in_months.collect();
        let lead_days = BTreeMap::from([
            ("fertilizer".to_owned(), vec![9; 3]),
            ("seed".to_owned(), vec![9]),
        ]);
        CustomerBooks {
            customers: ledger::customers(profiles, ordered.collect(), baskets.collect()),
            demand: [as_of, year_before(as_of)]
                .map(|day| ledger::demand(&in_months, day, &items, &lead_days)),
            lines: sold.len() as u64,
            excluded: others.len() as u64,
        }
    }

    /// The newest price of each item in each unit, the dearest of a day.
    fn costs(&self, as_of: NaiveDate, currency: &str) -> HashMap<ItemUnit, f64> {
        let mut newest: HashMap<ItemUnit, (NaiveDate, i64)> = HashMap::new();
        for line in self.all("purchase").filter(|line| {
            line.quantity_e4 > 0 && line.currency == currency && line.transaction_date <= as_of
        }) {
            let seen = (line.transaction_date, line.unit_price_e4);
            let known = newest.entry(item(line)).or_insert(seen);
            *known = (*known).max(seen);
        }
        newest
            .into_iter()
            .map(|(item, (_, price))| (item, Decimal4::from_scaled(price).unwrap().to_f64()))
            .collect()
    }

    /// What was sold in the year up to a day, returns taken off.
    pub(super) fn sold(&self, as_of: NaiveDate) -> SalesByStock {
        let year = Windows::of(as_of).year;
        let mut sold: BTreeMap<(String, String, Option<String>), ExactSum> = BTreeMap::new();
        for line in self
            .all("sale")
            .filter(|line| year.contains(line.transaction_date))
        {
            let key = (
                line.item_id.clone(),
                line.unit.clone(),
                line.location.clone(),
            );
            let sum = sold.entry(key).or_default();
            *sum = sum.plus(exact(line.quantity_e4));
        }
        SalesByStock::of(
            sold.into_iter()
                .map(|((item_id, unit, location), quantity)| Sold {
                    item_id,
                    unit,
                    location,
                    quantity,
                })
                .collect(),
        )
    }

    /// The quantities of `rollup_item_history`: what was sold of each item, unit and location on
    /// each day, returns taken off.
    pub(super) fn sold_by_day(&self) -> BTreeMap<(String, String, String, NaiveDate), i128> {
        let mut sold = BTreeMap::new();
        for line in self.all("sale") {
            let location = line.location.clone().unwrap_or_default();
            *sold
                .entry((
                    line.item_id.clone(),
                    line.unit.clone(),
                    location,
                    line.transaction_date,
                ))
                .or_default() += i128::from(line.quantity_e4);
        }
        sold
    }

    /// The lines of `rollup_delivery_history`: by supplier, item, and the days of order and
    /// delivery.
    pub(super) fn delivered(&self) -> BTreeMap<(String, String, NaiveDate, NaiveDate), i64> {
        let mut delivered = BTreeMap::new();
        for line in self.all("purchase").filter(|line| line.quantity_e4 > 0) {
            let Some(day) = line.delivered_date else {
                continue;
            };
            *delivered
                .entry((
                    line.supplier_id.clone().unwrap_or_default(),
                    line.item_id.clone(),
                    line.transaction_date,
                    day,
                ))
                .or_default() += 1;
        }
        delivered
    }

    /// How long the deliveries of a range of days took: days, lines of each supplier.
    pub(super) fn lead_times(&self, dates: DateRange) -> BTreeMap<(String, i64), u64> {
        let mut times = BTreeMap::new();
        for ((supplier, _, ordered, delivered), lines) in self.delivered() {
            if delivered >= ordered && dates.contains(delivered) {
                *times
                    .entry((supplier, (delivered - ordered).num_days()))
                    .or_default() += lines.unsigned_abs();
            }
        }
        times
    }
}
