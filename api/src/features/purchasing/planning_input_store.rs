//! Reads what the season position and the purchase plan are made from.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::Arc;

use chrono::{Datelike, Days, Months, NaiveDate};
use chrono_tz::Tz;
use entities::{catalogue_item, customer_booking, price_list_entry, purchase_order, supplier};
use purchase_planning::{
    Arrival, ClosedBooking, Day, Deliveries, Delivery, History, LeadTimes, Morning, OpenBooking,
    PastBooking, PriceChange, StockRow, SupplierOrder, WeeklyUnits,
};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition};

use super::announced_prices::{AnnouncedPrices, ListPrice, PricedItem};
use super::correction_store::CorrectionIndex;
use super::delivery_history::ItemDeliveries;
use super::demand_history::DemandSeries;
use super::drafts::{CountedAnswers, PendingLines, PromisedLine};
use super::location_map::LocationMap;
use super::location_store::read_location_map;
use super::purchasing_settings::read_settings;
use super::season_position::{
    ArrivalTerm, BookingTerm, MAX_WEEKS, MissingInput, RowAsOrdered, UndatedArrival,
};
use super::stock_table::{StockRecord, StockTable};
use super::substitution_groups::{ActiveIngredients, StockedItem, number_substitution_groups};
use crate::auth::Proof;
use crate::auth::permission::PurchasingRead;
use crate::db::{DbError, Organization, RolledUpDb};
use crate::decimal::Decimal4;

/// 2000-01-01 in days of the common era: the planner's day 0.
const FIRST_DAY: i32 = 730_120;
/// Months of sales and bookings that are read.
const HISTORY_MONTHS: u32 = 49;

/// What the planner knows on a day, with the rows that it comes from. Rows are numbered as in the
/// [`StockTable`].
pub(super) struct PlanningInputs {
    /// By stock row.
    pub(super) terms: Vec<RowTerms>,
    pub(super) morning: Morning,
    pub(super) history: History,
    /// All bookings with a stock row, open ones too.
    pub(super) bookings: Vec<PastBooking>,
    /// Of orders that may arrive otherwise than they were ordered.
    pub(super) as_ordered: HashMap<Uuid, Vec<RowAsOrdered>>,
    pub(super) missing: Vec<MissingInput>,
    /// Bookings and purchase orders in a unit other than that of their stock row, or without one.
    pub(super) unmatched_lines: u64,
}

/// Reads sales, bookings and orders of stock rows as of a day. `each_series` sees the sales of four years
/// as they are read, with the row at which they count. The price changes are [`read_price_changes`].
pub(super) async fn read_planning_inputs(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    right: &Proof<PurchasingRead>,
    stock: &StockTable,
    each_series: impl FnMut(&DemandSeries, Option<usize>),
) -> Result<PlanningInputs, DbError> {
    let leads = RecordedLeads::read(db, stock, right).await?;
    let numbering = Numbering::new(stock, &leads, read_location_map(db).await?);
    let mut history = History {
        deliveries: read_sales(db, as_of, &numbering, each_series).await?,
        supplier_orders: read_received_orders(db, as_of, &numbering).await?,
        ..History::default()
    };
    let mut rows = numbering.list_stock_rows(&leads);
    assign_substitution_groups(db, stock, &mut rows).await?;
    let mut morning = Morning {
        today: day_number(as_of),
        rows,
        ..Morning::default()
    };
    let mut terms: Vec<RowTerms> = Vec::new();
    terms.resize_with(stock.rows().len(), RowTerms::default);
    let mut unmatched_lines = 0;
    let bookings = read_bookings(db, as_of).await?;
    let mut past_bookings = Vec::new();
    for booking in &bookings {
        let Some(row) = numbering.find_row(&booking.item_id, &booking.unit, &booking.location)
        else {
            unmatched_lines += u64::from(booking.status == "open");
            continue;
        };
        past_bookings.push(PastBooking {
            row,
            booked: day_number(booking.booked_date),
            due: day_number(booking.due_date.unwrap_or(booking.booked_date)),
            quantity_e4: booking.quantity_e4,
            canceled: booking.status == "canceled",
        });
        if let Some(term) = add_booking(booking, row, &mut morning, &mut history)
            && let Some(terms) = terms.get_mut(row)
        {
            terms.bookings.push(term);
        }
    }
    let orders = db
        .find::<purchase_order::Entity>()
        .filter(purchase_order::Column::DeletedAt.is_null())
        .all()
        .await?;
    for order in &orders {
        let Some(row) = numbering.find_row(&order.item_id, &order.unit, &order.location) else {
            unmatched_lines += u64::from(order.status == "open");
            continue;
        };
        if let Some(term) = add_order(order, row, &mut morning, &mut history)
            && let Some(terms) = terms.get_mut(row)
        {
            terms.arrivals.push(term);
        }
    }
    let pending = PendingLines::read_as_of(db, as_of, &numbering.locations).await?;
    let undated = UndatedUnits {
        as_of,
        time_zone: organization.time_zone,
        stock,
        rows: &morning.rows,
        dated_e4: terms.iter().map(RowTerms::arriving_e4).collect(),
        pending: &pending,
        leads: LeadTimes::fit(morning.today, &morning.rows, &history.supplier_orders),
    };
    let as_ordered = undated.list_as_ordered(&morning.arrivals);
    let mut added = Vec::new();
    for (row, terms) in terms.iter_mut().enumerate() {
        let arrivals = undated.date_row(row, CountedAnswers::All);
        added.extend(arrivals.to_arrivals(row));
        arrivals.add_to(terms);
        terms.sort(as_of);
    }
    morning.arrivals.extend(added);
    let missing = list_missing_inputs([
        (MissingInput::Sales, history.deliveries.is_empty()),
        (MissingInput::CustomerBookings, bookings.is_empty()),
        (MissingInput::PurchaseOrders, orders.is_empty()),
    ]);
    Ok(PlanningInputs {
        terms,
        morning,
        history,
        bookings: past_bookings,
        as_ordered,
        missing,
        unmatched_lines,
    })
}

fn list_missing_inputs(inputs: [(MissingInput, bool); 3]) -> Vec<MissingInput> {
    inputs
        .into_iter()
        .filter_map(|(input, is_missing)| is_missing.then_some(input))
        .collect()
}

/// Dates the units that are on order, or ordered from a draft, and that no purchase order dates.
struct UndatedUnits<'a> {
    as_of: NaiveDate,
    time_zone: Tz,
    stock: &'a StockTable,
    rows: &'a [StockRow],
    /// By stock row: units that purchase orders date.
    dated_e4: Vec<i64>,
    pending: &'a PendingLines,
    leads: LeadTimes,
}

/// When the undated units of a stock row arrive.
#[derive(Debug, Default)]
struct RowArrivals {
    /// By sent orders.
    promised: Vec<PromisedLine>,
    /// After the supplier's lead time.
    undated: Option<UndatedArrival>,
}

impl UndatedUnits<'_> {
    /// Sent orders date units: they arrive on the day that the supplier named, or else on the
    /// requested one. Earlier orders arrive first, so what is left is of the latest ones. Only
    /// undated units are divided, so an order that the source shows too does not count twice. Units
    /// that no order dates arrive after the supplier's lead time.
    fn date_row(&self, row: usize, answers: CountedAnswers) -> RowArrivals {
        let (Some(stock), Some(planned)) = (self.stock.rows().get(row), self.rows.get(row)) else {
            return RowArrivals::default();
        };
        let is_only_location = self.stock.is_only_row(stock);
        let ordered = self
            .pending
            .outstanding_for(stock, is_only_location, answers);
        let dated_e4 = self.dated_e4.get(row).copied().unwrap_or(0);
        let mut left_e4 = (stock.on_order_e4 + ordered.scaled() - dated_e4).max(0);
        let mut promised = self.pending.list_promised(stock, answers, self.time_zone);
        for line in &mut promised {
            line.quantity_e4 = line.quantity_e4.min(left_e4);
            left_e4 -= line.quantity_e4;
        }
        promised.retain(|line| line.quantity_e4 > 0);
        let undated = (left_e4 > 0).then(|| UndatedArrival {
            expected: self.usual_arrival(planned.supplier),
            quantity_e4: left_e4,
        });
        RowArrivals { promised, undated }
    }

    fn usual_arrival(&self, supplier: usize) -> NaiveDate {
        let days = self.leads.median(supplier, day_number(self.as_of));
        format!("{days:.0}")
            .parse()
            .ok()
            .and_then(|days| self.as_of.checked_add_days(Days::new(days)))
            .unwrap_or(self.as_of)
    }

    /// What arrives in the rows of each order that may arrive otherwise than it was ordered, if it
    /// arrives as it was ordered. `arrivals` are those of purchase orders.
    fn list_as_ordered(&self, arrivals: &[Arrival]) -> HashMap<Uuid, Vec<RowAsOrdered>> {
        let orders = self.pending.list_changed_orders(self.time_zone);
        if orders.is_empty() {
            return HashMap::new();
        }
        let mut arrivals_of_row: HashMap<usize, Vec<Arrival>> = HashMap::new();
        for arrival in arrivals {
            let of_row = arrivals_of_row.entry(arrival.row).or_default();
            of_row.push(*arrival);
        }
        let of_order = |(order, stock): (Uuid, BTreeSet<(&str, &str)>)| {
            let find_row = |(item, location)| self.stock.find_at(item, location);
            let rows = stock.into_iter().filter_map(find_row);
            let rows = rows.map(|row| RowAsOrdered {
                row,
                arrivals_e4: self.weekly_as_ordered(
                    row,
                    order,
                    arrivals_of_row.get(&row).cloned().unwrap_or_default(),
                ),
            });
            (order, rows.collect())
        };
        orders.into_iter().map(of_order).collect()
    }

    fn weekly_as_ordered(&self, row: usize, order: Uuid, mut of_row: Vec<Arrival>) -> Vec<i64> {
        of_row.extend(
            self.date_row(row, CountedAnswers::AllBut(order))
                .to_arrivals(row),
        );
        let weekly = WeeklyUnits::of_arrivals(day_number(self.as_of), MAX_WEEKS, &of_row);
        weekly.list_row(row)
    }
}

impl RowArrivals {
    fn to_arrivals(&self, row: usize) -> Vec<Arrival> {
        let promised = self.promised.iter().map(|line| Arrival {
            row,
            ordered: Some(day_number(line.drafted_on)),
            expected: day_number(line.expected),
            quantity_e4: line.quantity_e4,
        });
        let undated = self.undated.iter().map(|units| Arrival {
            row,
            ordered: None,
            expected: day_number(units.expected),
            quantity_e4: units.quantity_e4,
        });
        promised.chain(undated).collect()
    }

    fn add_to(self, terms: &mut RowTerms) {
        terms.undated = self.undated;
        let promised = self.promised.into_iter().map(|line| ArrivalTerm {
            po_id: line.order_number,
            line: line.line,
            supplier_id: line.supplier_id,
            order_date: line.drafted_on,
            expected: Some(line.expected),
            quantity_e4: line.quantity_e4,
        });
        terms.arrivals.extend(promised);
    }
}

/// Lead times on record in days: corrected, of the item, of its supplier, or the default.
struct RecordedLeads {
    /// By stock row; none if not corrected.
    corrected: Vec<Option<u32>>,
    suppliers: HashMap<String, i32>,
    default_days: u32,
}

impl RecordedLeads {
    async fn read(
        db: &RolledUpDb,
        stock: &StockTable,
        right: &Proof<PurchasingRead>,
    ) -> Result<Self, DbError> {
        let corrections = CorrectionIndex::read_all(db).await?;
        let corrected = |row| corrections.find_for_row(row)?.lead_time_days;
        let suppliers = db
            .find::<supplier::Entity>()
            .filter(supplier::Column::DeletedAt.is_null())
            .all()
            .await?;
        let costs = read_settings(db, right).await?.overrides.with_defaults();
        Ok(Self {
            corrected: stock.rows().iter().map(corrected).collect(),
            suppliers: suppliers
                .into_iter()
                .filter_map(|row| Some((row.supplier_id, row.lead_time_days?)))
                .collect(),
            default_days: costs.default_lead_time_days,
        })
    }

    fn corrected_days(&self, index: usize) -> Option<u32> {
        self.corrected.get(index).copied().flatten()
    }

    fn days(&self, index: usize, row: &StockRecord) -> f64 {
        let of_supplier = || self.suppliers.get(row.supplier_id.as_deref()?).copied();
        let on_record = || row.lead_time_days.or_else(of_supplier).map(f64::from);
        self.corrected_days(index)
            .map(f64::from)
            .or_else(on_record)
            .unwrap_or_else(|| f64::from(self.default_days))
    }
}

/// Open orders and bookings of a stock row.
#[derive(Default)]
pub(super) struct RowTerms {
    /// Of purchase orders.
    pub(super) arrivals: Vec<ArrivalTerm>,
    pub(super) undated: Option<UndatedArrival>,
    pub(super) bookings: Vec<BookingTerm>,
}

impl RowTerms {
    fn arriving_e4(&self) -> i64 {
        self.arrivals.iter().map(|one| one.quantity_e4).sum()
    }

    fn sort(&mut self, as_of: NaiveDate) {
        self.arrivals
            .sort_by_key(|one| (one.expected.unwrap_or(as_of), one.order_date));
        self.bookings.sort_by_key(|one| one.due);
    }
}

pub(super) fn day_number(day: NaiveDate) -> Day {
    day.num_days_from_ce() - FIRST_DAY
}

/// Bookings of the years before a day, and the open ones.
async fn read_bookings(
    db: &RolledUpDb,
    as_of: NaiveDate,
) -> Result<Vec<customer_booking::Model>, DbError> {
    let after = as_of
        .checked_sub_months(Months::new(HISTORY_MONTHS))
        .unwrap_or(NaiveDate::MIN);
    db.find::<customer_booking::Entity>()
        .filter(customer_booking::Column::DeletedAt.is_null())
        .filter(
            Condition::any()
                .add(customer_booking::Column::BookedDate.gte(after))
                .add(customer_booking::Column::Status.eq("open")),
        )
        .all()
        .await
}

fn add_booking(
    booking: &customer_booking::Model,
    row: usize,
    morning: &mut Morning,
    history: &mut History,
) -> Option<BookingTerm> {
    let due = booking.due_date.unwrap_or(booking.booked_date);
    if booking.status == "open" {
        let remaining_e4 = booking.quantity_e4 - booking.delivered_quantity_e4.unwrap_or(0);
        morning.bookings.push(OpenBooking {
            row,
            due: day_number(due),
            remaining_e4: remaining_e4.max(0),
        });
        (remaining_e4 > 0).then(|| BookingTerm {
            booking_id: booking.booking_id.clone(),
            line: booking.line.clone(),
            customer_id: booking.customer_id.clone(),
            due,
            quantity_e4: remaining_e4,
            unit_price_e4: booking.unit_price_e4,
            currency: booking.currency.clone(),
        })
    } else {
        history.closed_bookings.push(ClosedBooking {
            row,
            booked: day_number(booking.booked_date),
            due: day_number(due),
            quantity: to_float(booking.quantity_e4),
            canceled: booking.status == "canceled",
        });
        None
    }
}

fn add_order(
    order: &purchase_order::Model,
    row: usize,
    morning: &mut Morning,
    history: &mut History,
) -> Option<ArrivalTerm> {
    let ordered = day_number(order.order_date);
    if order.status == "open" {
        let supplier = morning.rows[row].supplier;
        history.supplier_orders.push(SupplierOrder {
            supplier,
            ordered,
            took_days: None,
        });
        let remaining_e4 = order.quantity_e4 - order.received_quantity_e4.unwrap_or(0);
        morning.arrivals.push(Arrival {
            row,
            ordered: Some(ordered),
            expected: order.expected_date.map_or(morning.today, day_number),
            quantity_e4: remaining_e4.max(0),
        });
        (remaining_e4 > 0).then(|| ArrivalTerm {
            po_id: order.po_id.clone(),
            line: order.line.clone(),
            supplier_id: order.supplier_id.clone(),
            order_date: order.order_date,
            expected: order.expected_date,
            quantity_e4: remaining_e4,
        })
    } else {
        None
    }
}

fn to_float(scaled: i64) -> f64 {
    Decimal4::from_scaled(scaled).unwrap_or_default().to_f64()
}

/// A supplier, or one of its rows' corrected lead times in days, which its deliveries don't change.
type SupplierKey = (Option<Arc<str>>, Option<u32>);

/// Numbers of rows, items, locations, categories and suppliers.
struct Numbering<'a> {
    stock: &'a StockTable,
    suppliers: HashMap<SupplierKey, usize>,
    locations: LocationMap,
}

impl<'a> Numbering<'a> {
    fn new(stock: &'a StockTable, leads: &RecordedLeads, locations: LocationMap) -> Self {
        let mut suppliers = HashMap::new();
        for (index, row) in stock.rows().iter().enumerate() {
            let supplier = (row.supplier_id.clone(), leads.corrected_days(index));
            number_of(&mut suppliers, supplier);
        }
        Self {
            stock,
            suppliers,
            locations,
        }
    }

    fn find_row(&self, item: &str, unit: &str, location: &str) -> Option<usize> {
        let line = (item, unit, location);
        self.stock.find_counted(line, &self.locations)
    }

    fn find_supplier(
        &self,
        supplier_id: Option<Arc<str>>,
        corrected: Option<u32>,
    ) -> Option<usize> {
        self.suppliers.get(&(supplier_id, corrected)).copied()
    }

    fn list_stock_rows(&self, leads: &RecordedLeads) -> Vec<StockRow> {
        let (mut items, mut locations) = (HashMap::new(), HashMap::new());
        let mut categories = HashMap::new();
        let rows = self.stock.rows().iter().enumerate();
        rows.map(|(index, row)| StockRow {
            item: number_of(&mut items, (&*row.item_id, &*row.unit)),
            location: number_of(&mut locations, &*row.location),
            category: number_of(&mut categories, &*row.category),
            supplier: self
                .find_supplier(row.supplier_id.clone(), leads.corrected_days(index))
                .unwrap_or(0),
            on_hand_e4: row.on_hand_e4,
            pack_size_e4: row.pack_size_e4.unwrap_or(0),
            min_order_quantity_e4: row.min_order_quantity_e4.unwrap_or(0),
            unit_cost_e4: row.unit_cost_e4,
            unit_price_e4: row.unit_cost_e4,
            lead_time_days: leads.days(index, row),
            carrying_share: 0.0,
            substitution_group: None,
            is_planned: false,
        })
        .collect()
    }
}

/// The number of a name: names are numbered in the order in which they occur.
fn number_of<K: Eq + Hash>(numbers: &mut HashMap<K, usize>, name: K) -> usize {
    let next = numbers.len();
    *numbers.entry(name).or_insert(next)
}

/// `rows`: those of `stock`.
async fn assign_substitution_groups(
    db: &RolledUpDb,
    stock: &StockTable,
    rows: &mut [StockRow],
) -> Result<(), DbError> {
    let items = db
        .find::<catalogue_item::Entity>()
        .filter(catalogue_item::Column::DeletedAt.is_null())
        .filter(catalogue_item::Column::ActiveIngredient.is_not_null())
        .all()
        .await?;
    let restricted_use: HashMap<String, Option<bool>> = items
        .iter()
        .map(|item| (item.item_id.clone(), item.restricted_use))
        .collect();
    let parsed = items.into_iter().filter_map(|item| {
        let ingredients = ActiveIngredients::parse(&item.active_ingredient?)?;
        Some((item.item_id, ingredients))
    });
    let stocked: Vec<StockedItem<'_>> = stock
        .rows()
        .iter()
        .map(|row| StockedItem {
            item_id: &row.item_id,
            category: &row.category,
            unit: &row.unit,
            restricted_use: restricted_use.get(&*row.item_id).copied().flatten(),
        })
        .collect();
    let groups = number_substitution_groups(&stocked, &parsed.collect());
    for (row, group) in rows.iter_mut().zip(groups) {
        row.substitution_group = group;
    }
    Ok(())
}

/// What suppliers have announced, of every stock row.
pub(super) async fn read_price_changes(
    db: &RolledUpDb,
    stock: &StockTable,
    as_of: NaiveDate,
) -> Result<Vec<PriceChange>, DbError> {
    let entries = db
        .find::<price_list_entry::Entity>()
        .filter(price_list_entry::Column::DeletedAt.is_null())
        .filter(
            Condition::any()
                .add(price_list_entry::Column::ValidTo.is_null())
                .add(price_list_entry::Column::ValidTo.gte(as_of)),
        )
        .all()
        .await?;
    let mut announced = AnnouncedPrices::default();
    for entry in &entries {
        let item = PricedItem {
            supplier_id: &entry.supplier_id,
            item_id: &entry.item_id,
            unit: &entry.unit,
            currency: &entry.currency,
        };
        let price = ListPrice {
            valid_from: entry.valid_from,
            valid_to: entry.valid_to,
            min_quantity_e4: entry.min_quantity_e4,
            unit_price_e4: entry.unit_price_e4,
        };
        announced.add(item, price);
    }
    let rows = stock.rows().iter().enumerate();
    let changes = rows.flat_map(|(row, stock)| {
        let item = stock.supplier_id.as_deref().map(|supplier_id| PricedItem {
            supplier_id,
            item_id: &stock.item_id,
            unit: &stock.unit,
            currency: &stock.currency,
        });
        let changes = item.map(|item| announced.list_changes(item, as_of));
        let changes = changes.unwrap_or_default().into_iter();
        changes.map(move |change| PriceChange {
            row,
            from: day_number(change.from),
            difference_e4: change.difference_e4,
        })
    });
    Ok(changes.collect())
}

async fn read_sales(
    db: &RolledUpDb,
    as_of: NaiveDate,
    numbering: &Numbering<'_>,
    mut each_series: impl FnMut(&DemandSeries, Option<usize>),
) -> Result<Deliveries, DbError> {
    let after = as_of
        .checked_sub_months(Months::new(HISTORY_MONTHS))
        .unwrap_or(NaiveDate::MIN);
    let mut deliveries = Deliveries::default();
    DemandSeries::for_each_since(db, after, |row| {
        let stock = row.find_row(numbering.stock, &numbering.locations);
        each_series(&row, stock);
        let Some(stock) = stock else {
            return;
        };
        deliveries.extend(
            row.sold
                .into_iter()
                .filter(|(day, quantity)| *day < as_of && quantity.scaled() > 0)
                .map(|(day, quantity)| Delivery {
                    row: stock,
                    day: day_number(day),
                    quantity: quantity.to_f64(),
                }),
        );
    })
    .await?;
    Ok(deliveries)
}

/// How long suppliers took, from the delivered purchase lines.
async fn read_received_orders(
    db: &RolledUpDb,
    as_of: NaiveDate,
    numbering: &Numbering<'_>,
) -> Result<Vec<SupplierOrder>, DbError> {
    let after = as_of.checked_sub_months(Months::new(HISTORY_MONTHS));
    let mut orders = Vec::new();
    ItemDeliveries::for_each_since(db, after, |item| {
        let supplier_id = item.supplier_id.as_deref().map(Arc::from);
        let Some(supplier) = numbering.find_supplier(supplier_id, None) else {
            return;
        };
        let received = item.list_received(as_of);
        orders.extend(received.map(|(ordered, days)| SupplierOrder {
            supplier,
            ordered: day_number(ordered),
            took_days: i32::try_from(days).ok(),
        }));
    })
    .await?;
    Ok(orders)
}
