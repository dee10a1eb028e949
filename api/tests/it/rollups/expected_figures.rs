//! The expected figures, computed from the lines one by one.

use api::decimal::{Decimal4, ExactSum};
use api::features::customers::customer::{Customer, OrderDay};
use api::features::customers::customer_ledger::{
    self, BasketLine, CustomerBasket, CustomerOrders, CustomerProfile, ItemCatalog, ItemUnit,
    MonthlyItemSales,
};
use api::features::customers::headlines::one_year_before;
use api::features::customers::purchase_windows::CategoryDemand;
use api::features::purchasing::dashboard_cards::{
    CardPeriods, DashboardCards, DateRange, SpendWindow, compute_cards,
};
use api::features::supply_prices::price_index::{
    ItemMonth, Month, PriceIndex, SupplierMonth, compute_price_index,
};
use api::features::supply_prices::price_outliers::{PricedPurchase, find_price_outliers};
use chrono::{Datelike, NaiveDate};
use entities::purchase_transaction::Model;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Item, unit, location, date and delivered day.
type MovedSale = (String, String, String, NaiveDate, Option<NaiveDate>);

/// The valid lines.
pub(super) struct LineFigures(Vec<Model>);

/// The figures of the customers.
pub(super) struct CustomerFigures {
    pub(super) customers: Vec<Customer>,
    pub(super) demand: [Vec<CategoryDemand>; 2],
    pub(super) lines: u64,
    pub(super) excluded: u64,
}

struct ItemCosts(HashMap<ItemUnit, f64>);

impl ItemCatalog for ItemCosts {
    fn item_category(&self, item_id: &str) -> &str {
        match item_id {
            "urea" | "dap" => "fertilizer",
            "corn seed" => "seed",
            _ => "Unknown",
        }
    }

    fn last_unit_cost(&self, item_id: &str, unit: &str) -> Option<f64> {
        self.0
            .get(&ItemUnit {
                item_id: item_id.to_owned(),
                unit: unit.to_owned(),
            })
            .copied()
    }
}

pub(super) fn exact_sum(scaled: i64) -> ExactSum {
    Decimal4::from_scaled(scaled).unwrap().into()
}

fn sum_scaled(scaled: impl Iterator<Item = i64>) -> ExactSum {
    scaled.fold(ExactSum::ZERO, |sum, one| {
        sum.saturating_add(exact_sum(one))
    })
}

fn item_unit(line: &Model) -> ItemUnit {
    ItemUnit {
        item_id: line.item_id.clone(),
        unit: line.unit.clone(),
    }
}

fn priced_purchase(line: &Model) -> PricedPurchase {
    PricedPurchase {
        item: line.item_id.clone(),
        unit: line.unit.clone(),
        day: line.transaction_date,
        supplier: line.supplier_id.clone().unwrap_or_default(),
        unit_price_e4: line.unit_price_e4,
    }
}

fn month_start(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap()
}

impl LineFigures {
    pub(super) fn from_lines(lines: Vec<Model>) -> Self {
        Self(lines)
    }

    pub(super) fn lines_in_direction(&self, direction: &str) -> impl Iterator<Item = &Model> {
        self.0
            .iter()
            .filter(move |line| line.direction == direction)
    }

    /// The currency of most lines.
    pub(super) fn main_currency(&self) -> Option<String> {
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

    /// The cards, and the number of the year's lines in other currencies.
    pub(super) fn expected_cards(&self, as_of: NaiveDate) -> (DashboardCards, u64) {
        let windows = CardPeriods::ending_on(as_of);
        let Some(currency) = self.main_currency() else {
            return (
                compute_cards(&SpendWindow::default(), &SpendWindow::default(), 0, 0),
                0,
            );
        };
        let excluded = self
            .lines_in_direction("purchase")
            .filter(|line| {
                windows.year.contains(line.transaction_date) && line.currency != currency
            })
            .count();
        let [year, prior] =
            [windows.year, windows.prior_year].map(|dates| self.spend_window(dates, &currency));
        let [now, before] = [windows.quarter, windows.prior_quarter].map(|dates| {
            let inside = self
                .lines_in_direction("purchase")
                .filter(|line| dates.contains(line.transaction_date));
            inside
                .filter_map(|line| line.supplier_id.as_ref())
                .collect::<BTreeSet<_>>()
                .len() as u64
        });
        (compute_cards(&year, &prior, now, before), excluded as u64)
    }

    fn spend_window(&self, dates: DateRange, currency: &str) -> SpendWindow {
        let inside: Vec<&Model> = self
            .lines_in_direction("purchase")
            .filter(|line| dates.contains(line.transaction_date) && line.currency == currency)
            .collect();
        let promised: Vec<&Model> = self
            .lines_in_direction("purchase")
            .filter(|line| line.promised_date.is_some_and(|day| dates.contains(day)))
            .collect();
        SpendWindow {
            spend: sum_scaled(inside.iter().map(|line| line.amount_e4)),
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

    /// Prices that do not count, because none is confirmed.
    fn unusual_prices(&self, as_of: NaiveDate, currency: &str) -> BTreeSet<PricedPurchase> {
        let purchases: BTreeSet<PricedPurchase> = self
            .lines_in_direction("purchase")
            .filter(|line| {
                line.quantity_e4 > 0 && line.currency == currency && line.transaction_date <= as_of
            })
            .map(priced_purchase)
            .collect();
        find_price_outliers(&purchases.into_iter().collect::<Vec<_>>())
            .into_iter()
            .map(|outlier| outlier.purchase)
            .collect()
    }

    /// The index, and the number of lines that cannot be compared.
    pub(super) fn expected_price_index(&self, as_of: NaiveDate) -> (Option<PriceIndex>, u64) {
        let Some(currency) = self.main_currency() else {
            return (None, 0);
        };
        let known: Vec<&Model> = self
            .lines_in_direction("purchase")
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
        let unusual = self.unusual_prices(as_of, &currency);
        for line in comparable {
            if unusual.contains(&priced_purchase(line)) {
                continue;
            }
            months
                .entry((&line.item_id, Month::from(line.transaction_date)))
                .or_default()
                .push(line);
        }
        let rows: Vec<ItemMonth> = (months.into_iter())
            .map(|((item, month), lines)| ItemMonth {
                item: item.to_owned(),
                category: ItemCosts(HashMap::new()).item_category(item).to_owned(),
                month,
                lines: lines.len() as u64,
                quantity: sum_scaled(lines.iter().map(|line| line.quantity_e4)).to_f64(),
                value: sum_scaled(lines.iter().map(|line| line.amount_e4)).to_f64(),
            })
            .collect();
        let index = compute_price_index(&rows, Month::from(as_of)).map(|index| {
            index.with_price_changes(
                &self.supplier_months(as_of, &currency),
                Month::from(as_of),
                |item| ItemCosts(HashMap::new()).item_category(item).to_owned(),
            )
        });
        (index, (others.len() + odd.len()) as u64)
    }

    fn supplier_months(&self, as_of: NaiveDate, currency: &str) -> Vec<SupplierMonth> {
        let mut months: BTreeMap<(&str, &str, &str, Month), Vec<&Model>> = BTreeMap::new();
        let unusual = self.unusual_prices(as_of, currency);
        for line in self.lines_in_direction("purchase").filter(|line| {
            line.transaction_date <= as_of
                && line.currency == currency
                && line.quantity_e4 > 0
                && !unusual.contains(&priced_purchase(line))
        }) {
            let supplier = line.supplier_id.as_deref().unwrap_or_default();
            let month = Month::from(line.transaction_date);
            months
                .entry((&line.item_id, supplier, &line.unit, month))
                .or_default()
                .push(line);
        }
        months
            .into_iter()
            .map(|((item, supplier, unit, month), lines)| SupplierMonth {
                item: item.to_owned(),
                supplier: supplier.to_owned(),
                unit: unit.to_owned(),
                month,
                quantity: sum_scaled(lines.iter().map(|line| line.quantity_e4)).to_f64(),
                value: sum_scaled(lines.iter().map(|line| line.amount_e4)).to_f64(),
            })
            .collect()
    }

    #[expect(clippy::too_many_lines, reason = "a list with one entry per figure")]
    pub(super) fn expected_customers(&self, as_of: NaiveDate) -> CustomerFigures {
        let profiles = (0..2).map(|id| CustomerProfile {
            id: format!("x{id}"),
            name: format!("Farm {id}"),
            state: Some("Iowa".into()),
            crops: Some("corn".into()),
        });
        let profiles: Vec<CustomerProfile> = profiles.collect();
        let Some(currency) = self.main_currency() else {
            let nothing = customer_ledger::assemble_customers(profiles, Vec::new(), Vec::new());
            return CustomerFigures {
                customers: nothing,
                demand: [Vec::new(), Vec::new()],
                lines: 0,
                excluded: 0,
            };
        };
        let known: Vec<&Model> = self
            .lines_in_direction("sale")
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
            CustomerOrders {
                customer_id,
                days: vec![OrderDay {
                    day,
                    orders,
                    amount: sum_scaled(lines.iter().map(|line| line.amount_e4)).to_f64(),
                }],
            }
        });
        let items = ItemCosts(self.latest_costs(as_of, &currency));
        let mut baskets: BTreeMap<String, Vec<BasketLine<'_>>> = BTreeMap::new();
        for ((customer_id, item_id, unit), lines) in &bought {
            let quantity = sum_scaled(lines.iter().map(|line| line.quantity_e4)).to_f64();
            let amount = sum_scaled(lines.iter().map(|line| line.amount_e4)).to_f64();
            baskets
                .entry(customer_id.clone())
                .or_default()
                .push(BasketLine {
                    item_id,
                    unit,
                    quantity,
                    amount,
                });
        }
        let baskets = baskets
            .into_iter()
            .map(|(customer_id, bought)| CustomerBasket {
                customer_id,
                categories: customer_ledger::sum_by_category(&bought, &items),
            });
        let in_months =
            months
                .into_iter()
                .map(|((item_id, unit, month), lines)| MonthlyItemSales {
                    item: Arc::new(ItemUnit { item_id, unit }),
                    month,
                    quantity: sum_scaled(lines.iter().map(|line| line.quantity_e4)).to_f64(),
                });
        let in_months: Vec<MonthlyItemSales> = in_months.collect();
        let lead_days = BTreeMap::from([
            ("fertilizer".to_owned(), vec![9; 3]),
            ("seed".to_owned(), vec![9]),
        ]);
        CustomerFigures {
            customers: customer_ledger::assemble_customers(
                profiles,
                ordered.collect(),
                baskets.collect(),
            ),
            demand: [as_of, one_year_before(as_of)]
                .map(|day| customer_ledger::compute_demand(&in_months, day, &items, &lead_days)),
            lines: sold.len() as u64,
            excluded: others.len() as u64,
        }
    }

    /// The newest price by item and unit; the highest one of a day.
    fn latest_costs(&self, as_of: NaiveDate, currency: &str) -> HashMap<ItemUnit, f64> {
        let mut newest: HashMap<ItemUnit, (NaiveDate, i64)> = HashMap::new();
        let unusual = self.unusual_prices(as_of, currency);
        for line in self.lines_in_direction("purchase").filter(|line| {
            line.quantity_e4 > 0
                && line.currency == currency
                && line.transaction_date <= as_of
                && !unusual.contains(&priced_purchase(line))
        }) {
            let seen = (line.transaction_date, line.unit_price_e4);
            let known = newest.entry(item_unit(line)).or_insert(seen);
            *known = (*known).max(seen);
        }
        newest
            .into_iter()
            .map(|(item, (_, price))| (item, Decimal4::from_scaled(price).unwrap().to_f64()))
            .collect()
    }

    /// Sales minus returns of a stock row in the year up to a day. Those without a location count for
    /// the only row of the item, or for the one with the most sales.
    pub(super) fn sold_from(
        &self,
        as_of: NaiveDate,
        (item_id, unit, location): (&str, &str, &str),
        is_only_row: bool,
    ) -> ExactSum {
        let year = CardPeriods::ending_on(as_of).year;
        let mut sold: BTreeMap<Option<&str>, ExactSum> = BTreeMap::new();
        for line in self.lines_in_direction("sale").filter(|line| {
            year.contains(line.transaction_date) && line.item_id == item_id && line.unit == unit
        }) {
            let sum = sold.entry(line.location.as_deref()).or_default();
            *sum = sum.saturating_add(exact_sum(line.quantity_e4));
        }
        let unlocated = sold.remove(&None).unwrap_or_default();
        let largest = sold.values().max().copied();
        let first = sold.iter().find(|(_, sum)| Some(**sum) == largest);
        let takes_unlocated =
            is_only_row || first.is_some_and(|(place, _)| *place == Some(location));
        let here = sold.get(&Some(location)).copied().unwrap_or_default();
        if takes_unlocated {
            here.saturating_add(unlocated)
        } else {
            here
        }
    }

    /// The quantities of `rollup_item_history`: sales minus returns by item, unit, location and
    /// day.
    pub(super) fn sold_by_day(&self) -> BTreeMap<(String, String, String, NaiveDate), i128> {
        let mut sold = BTreeMap::new();
        for line in self.lines_in_direction("sale") {
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

    /// The lines and quantities of `rollup_sale_delivery`: by item, unit, location, date and
    /// delivered day.
    pub(super) fn moved_sales(&self) -> BTreeMap<MovedSale, (i128, i128)> {
        let mut moved = BTreeMap::new();
        for line in self.lines_in_direction("sale") {
            let is_moved = match line.delivered_date {
                Some(day) => day != line.transaction_date,
                None => line.promised_date.is_some(),
            };
            if line.quantity_e4 == 0 || !is_moved {
                continue;
            }
            let (lines, quantity) = moved
                .entry((
                    line.item_id.clone(),
                    line.unit.clone(),
                    line.location.clone().unwrap_or_default(),
                    line.transaction_date,
                    line.delivered_date,
                ))
                .or_default();
            (*lines, *quantity) = (*lines + 1, *quantity + i128::from(line.quantity_e4));
        }
        moved
    }

    /// The lines of `rollup_delivery_history`: by supplier, item, order date and delivery date.
    pub(super) fn delivery_counts(&self) -> BTreeMap<(String, String, NaiveDate, NaiveDate), i64> {
        let mut delivered = BTreeMap::new();
        for line in self
            .lines_in_direction("purchase")
            .filter(|line| line.quantity_e4 > 0)
        {
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

    /// Lead times of the deliveries in a range: number of lines by supplier and days.
    pub(super) fn lead_time_counts(&self, dates: DateRange) -> BTreeMap<(String, i64), u64> {
        let mut times = BTreeMap::new();
        for ((supplier, _, ordered, delivered), lines) in self.delivery_counts() {
            if delivered >= ordered && dates.contains(delivered) {
                *times
                    .entry((supplier, (delivered - ordered).num_days()))
                    .or_default() += lines.unsigned_abs();
            }
        }
        times
    }
}
