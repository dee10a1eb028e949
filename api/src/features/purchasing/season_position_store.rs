//! Reads the rows behind the season position and computes it.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use chrono::{Datelike, Months, NaiveDate};
use entities::{customer, customer_booking, inventory, purchase_order, supplier};
use purchase_planning::{
    Arrival, ClosedBooking, Day, Delivery, History, Morning, OpenBooking, Planner, StockRow,
    SupplierOrder,
};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};

use super::dashboard_cards::DateRange;
use super::location_map::LocationMap;
use super::location_store::read_location_map;
use super::season_position::{
    ArrivalTerm, BookingTerm, MAX_TERMS, MAX_WEEKS, MissingInput, SeasonPosition, StockPosition,
    TermNames, WeekTerms,
};
use super::{read_figure_day, read_lead_times, read_organization_currency};
use crate::auth::Proof;
use crate::auth::permission::{CustomersRead, InventoryRead, PurchasingRead, SalesRead};
use crate::db::{DaysThrough, DbError, Organization, RolledUpDb, SUM_RADIX, TenantSql};
use crate::decimal::{Decimal4, ExactSum};
use crate::packed_parser::PackedParser;

/// 2000-01-01 in days of the common era: the planner's day 0.
const FIRST_DAY: i32 = 730_120;
/// Months of sales and bookings that are read.
const HISTORY_MONTHS: u32 = 49;
const DEFAULT_LEAD_DAYS: f64 = 14.0;

#[derive(FromQueryResult)]
struct SalesHistoryRow {
    item_id: String,
    unit: String,
    /// Empty if the lines name no location.
    location: String,
    sold: String,
}

const SALES_HISTORY_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, unit, location, string_agg(history, '/') as sold
        from rollup_item_history
        where tenant_id = $1 and quarter >= $2
        group by item_id, unit, location
    ",
);

/// The position of all stock rows as of a day.
pub(super) async fn read_season_position(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    (right, _stock, _sales): (
        &Proof<PurchasingRead>,
        &Proof<InventoryRead>,
        &Proof<SalesRead>,
    ),
) -> Result<SeasonPosition, DbError> {
    let mut stock = db
        .find::<inventory::Entity>()
        .filter(inventory::Column::DeletedAt.is_null())
        .all()
        .await?;
    stock.retain(|row| Decimal4::from_scaled(row.unit_cost_e4).is_ok());
    stock.sort_by(|a, b| (&a.item_id, &a.location).cmp(&(&b.item_id, &b.location)));
    let numbering = Numbering::from_stock(&stock, read_location_map(db).await?);
    let mut history = History {
        deliveries: read_sales(db, as_of, &numbering).await?,
        ..History::default()
    };
    let mut morning = Morning {
        today: day_number(as_of),
        rows: list_stock_rows(&stock),
        ..Morning::default()
    };
    let mut terms: Vec<RowTerms> = stock.iter().map(|_| RowTerms::default()).collect();
    let mut unmatched_lines = 0;
    let bookings = read_bookings(db, as_of).await?;
    for booking in &bookings {
        let Some(row) = numbering.find_row(&booking.item_id, &booking.unit, &booking.location)
        else {
            unmatched_lines += u64::from(booking.status == "open");
            continue;
        };
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
    let missing = [
        (MissingInput::Sales, history.deliveries.is_empty()),
        (MissingInput::CustomerBookings, bookings.is_empty()),
        (MissingInput::PurchaseOrders, orders.is_empty()),
    ];
    let currency = read_organization_currency(db, organization)
        .await?
        .map(|currency| currency.0)
        .or_else(|| stock.first().map(|row| row.currency.clone()));
    let suppliers = read_supplier_names(db).await?;
    let positions = Planner::fit(&morning, &history).position(&morning, MAX_WEEKS);
    let is_counted = |row: &inventory::Model| currency.as_ref() == Some(&row.currency);
    Ok(SeasonPosition {
        as_of,
        other_currency_rows: stock.iter().filter(|row| !is_counted(row)).count() as u64,
        rows: stock
            .into_iter()
            .zip(positions)
            .zip(terms)
            .map(|((row, position), mut terms)| {
                terms.sort(as_of);
                StockPosition {
                    unit_cost: Decimal4::from_scaled(row.unit_cost_e4)
                        .ok()
                        .filter(|_| is_counted(&row)),
                    item_id: row.item_id,
                    item: row.item_name,
                    category: row.category,
                    unit: row.unit,
                    location: row.location,
                    supplier: row
                        .supplier_id
                        .as_ref()
                        .map(|id| suppliers.get(id).unwrap_or(id).clone()),
                    supplier_id: row.supplier_id,
                    position,
                    arrivals: terms.arrivals,
                    bookings: terms.bookings,
                }
            })
            .collect(),
        missing: missing
            .into_iter()
            .filter_map(|(input, is_missing)| is_missing.then_some(input))
            .collect(),
        currency,
        unmatched_lines,
        data_through: read_figure_day(db, as_of, right).await?.data_through,
    })
}

/// Open orders and bookings of a stock row.
#[derive(Default)]
struct RowTerms {
    arrivals: Vec<ArrivalTerm>,
    bookings: Vec<BookingTerm>,
}

impl RowTerms {
    fn sort(&mut self, as_of: NaiveDate) {
        self.arrivals
            .sort_by_key(|one| (one.expected.unwrap_or(as_of), one.order_date));
        self.bookings.sort_by_key(|one| one.due);
    }
}

/// Names and lead times of the orders and bookings of a week.
pub(super) async fn read_term_names(
    db: &RolledUpDb,
    terms: &WeekTerms<'_>,
    as_of: NaiveDate,
    (right, _customers): (&Proof<PurchasingRead>, &Proof<CustomersRead>),
) -> Result<TermNames, DbError> {
    let ids: BTreeSet<&str> = terms
        .bookings
        .iter()
        .take(MAX_TERMS)
        .map(|one| one.customer_id.as_str())
        .collect();
    let customers = db
        .find::<customer::Entity>()
        .filter(customer::Column::CustomerId.is_in(ids))
        .all()
        .await?;
    let last_year = DateRange {
        after: as_of
            .checked_sub_months(Months::new(12))
            .unwrap_or(NaiveDate::MIN),
        through: as_of,
    };
    let lead_times = if terms.arrivals.is_empty() {
        Vec::new()
    } else {
        read_lead_times(db, last_year, as_of, right).await?
    };
    Ok(TermNames {
        suppliers: read_supplier_names(db).await?,
        customers: customers
            .into_iter()
            .map(|row| (row.customer_id, row.customer_name))
            .collect(),
        lead_times,
    })
}

/// Names by supplier id.
async fn read_supplier_names(db: &RolledUpDb) -> Result<HashMap<String, String>, DbError> {
    let suppliers = db.find::<supplier::Entity>().all().await?;
    Ok(suppliers
        .into_iter()
        .map(|row| (row.supplier_id, row.supplier_name))
        .collect())
}

fn day_number(day: NaiveDate) -> Day {
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

/// Numbers of rows, items, locations, categories and suppliers.
struct Numbering {
    rows: HashMap<(String, String, String), usize>,
    /// The first row of an item and unit: lines without a location count there.
    first_rows: HashMap<(String, String), usize>,
    locations: LocationMap,
}

impl Numbering {
    fn from_stock(stock: &[inventory::Model], locations: LocationMap) -> Self {
        let (mut rows, mut first_rows) = (HashMap::new(), HashMap::new());
        for (index, row) in stock.iter().enumerate() {
            let (item, unit) = (row.item_id.clone(), row.unit.clone());
            first_rows
                .entry((item.clone(), unit.clone()))
                .or_insert(index);
            rows.insert((item, unit, row.location.clone()), index);
        }
        Self {
            rows,
            first_rows,
            locations,
        }
    }

    fn find_row(&self, item: &str, unit: &str, location: &str) -> Option<usize> {
        let key = (item.to_owned(), unit.to_owned());
        if location.is_empty() {
            return self.first_rows.get(&key).copied();
        }
        let location = self.locations.stock_location(item, location).to_owned();
        self.rows.get(&(key.0, key.1, location)).copied()
    }
}

fn list_stock_rows(stock: &[inventory::Model]) -> Vec<StockRow> {
    let (mut items, mut locations) = (HashMap::new(), HashMap::new());
    let (mut categories, mut suppliers) = (HashMap::new(), HashMap::new());
    stock
        .iter()
        .map(|row| StockRow {
            item: number_of(&mut items, (row.item_id.as_str(), row.unit.as_str())),
            location: number_of(&mut locations, row.location.as_str()),
            category: number_of(&mut categories, row.category.as_str()),
            supplier: number_of(&mut suppliers, row.supplier_id.as_deref()),
            on_hand_e4: row.on_hand_e4,
            pack_size_e4: row.pack_size_e4.unwrap_or(0),
            min_order_quantity_e4: row.min_order_quantity_e4.unwrap_or(0),
            unit_cost_e4: row.unit_cost_e4,
            unit_price_e4: row.unit_cost_e4,
            lead_time_days: row.lead_time_days.map_or(DEFAULT_LEAD_DAYS, f64::from),
            carrying_share: 0.0,
        })
        .collect()
}

/// The number of a name: names are numbered in the order in which they occur.
fn number_of<K: Eq + Hash>(numbers: &mut HashMap<K, usize>, name: K) -> usize {
    let next = numbers.len();
    *numbers.entry(name).or_insert(next)
}

async fn read_sales(
    db: &RolledUpDb,
    as_of: NaiveDate,
    numbering: &Numbering,
) -> Result<Vec<Delivery>, DbError> {
    let after = as_of
        .checked_sub_months(Months::new(HISTORY_MONTHS))
        .unwrap_or(NaiveDate::MIN);
    let mut deliveries = Vec::new();
    for row in db
        .query_rows::<SalesHistoryRow>(
            SALES_HISTORY_SQL,
            vec![DaysThrough::quarter_name(after).into()],
        )
        .await?
    {
        let Some(stock) = numbering.find_row(&row.item_id, &row.unit, &row.location) else {
            continue;
        };
        let days = parse_days(&row.sold).ok_or_else(|| {
            DbError::Failed(DbErr::Custom(format!(
                "cannot parse the sales history of {}",
                row.item_id
            )))
        })?;
        deliveries.extend(
            days.into_iter()
                .filter(|(day, quantity)| *day < as_of && quantity.scaled() > 0)
                .map(|(day, quantity)| Delivery {
                    row: stock,
                    day: day_number(day),
                    quantity: quantity.to_f64(),
                }),
        );
    }
    Ok(deliveries)
}

/// Days with their quantity: `2026-03-31 0 250000;2026-04-04 0 10000`, with `/` between quarters.
fn parse_days(text: &str) -> Option<Vec<(NaiveDate, ExactSum)>> {
    let (mut days, mut text) = (Vec::new(), PackedParser::new(text));
    loop {
        let day = text.parse_day()?;
        let (high, low) = (text.parse_next_number()?, text.parse_next_number()?);
        days.push((day, ExactSum::from_parts(high, low, SUM_RADIX)));
        if !text.advance_entry()? {
            return Some(days);
        }
    }
}
