//! The columns of the rows behind a figure.

use super::{Condition, Dataset, Field, Kind, Measure};

/// A column of the rows of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowColumn {
    pub id: &'static str,
    pub label: &'static str,
    pub kind: Kind,
    pub(crate) field: Field,
    pub(crate) format: RowFormat,
}

/// How SQL returns a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowFormat {
    Text,
    /// A text such as `2026-05-31`.
    Day,
    /// An integer column with this number of decimals.
    Number(u32),
}

const fn text(id: &'static str, label: &'static str, field: Field) -> RowColumn {
    RowColumn {
        id,
        label,
        kind: Kind::Text,
        field,
        format: RowFormat::Text,
    }
}

const fn day(id: &'static str, label: &'static str, field: Field) -> RowColumn {
    RowColumn {
        id,
        label,
        kind: Kind::Date,
        field,
        format: RowFormat::Day,
    }
}

const fn number(id: &'static str, label: &'static str, kind: Kind, field: Field) -> RowColumn {
    RowColumn {
        id,
        label,
        kind,
        field,
        format: RowFormat::Number(4),
    }
}

const fn with_decimals(column: RowColumn, decimals: u32) -> RowColumn {
    RowColumn {
        format: RowFormat::Number(decimals),
        ..column
    }
}

static TRANSACTION: RowColumn = text("transaction", "Transaction", Field::Transaction);
static ORDER: RowColumn = text("order", "Order", Field::Order);
static DAY: RowColumn = day("day", "Day", Field::Day);
static CUSTOMER: RowColumn = text("customer", "Customer", Field::Customer);
static SUPPLIER: RowColumn = text("supplier", "Supplier", Field::Supplier);
static ITEM: RowColumn = text("item", "Item", Field::Item);
static CATEGORY: RowColumn = text("category", "Category", Field::Category);
static LOCATION: RowColumn = text("location", "Location", Field::Location);
static UNIT: RowColumn = text("unit", "Unit", Field::Unit);
static CURRENCY: RowColumn = text("currency", "Currency", Field::Currency);
static SALESPERSON: RowColumn = text("salesperson", "Salesperson", Field::Salesperson);
static STATE: RowColumn = text("state", "State", Field::State);
static COUNTY: RowColumn = text("county", "County", Field::County);
static COMMODITY: RowColumn = text("commodity", "Commodity", Field::Commodity);
static MARKET: RowColumn = text("market", "Market", Field::Market);
static PROMISED: RowColumn = day("promised", "Promised", Field::Promised);
static DELIVERED: RowColumn = day("delivered", "Delivered", Field::Delivered);
static CUSTOMER_SINCE: RowColumn = day("customer_since", "Customer since", Field::CustomerSince);
static FIRST_DAY: RowColumn = day("first_purchase", "First purchase", Field::FirstDay);
static LAST_DAY: RowColumn = day("last_purchase", "Last purchase", Field::LastDay);
static QUANTITY: RowColumn = number("quantity", "Quantity", Kind::Quantity, Field::Quantity);
static UNIT_PRICE: RowColumn = number("unit_price", "Unit price", Kind::Money, Field::UnitPrice);
static AMOUNT: RowColumn = number("amount", "Amount", Kind::Money, Field::Amount);
static ON_HAND: RowColumn = number("on_hand", "On hand", Kind::Quantity, Field::OnHand);
static ON_ORDER: RowColumn = number("on_order", "On order", Kind::Quantity, Field::OnOrder);
static BOOKED: RowColumn = number("booked", "Booked", Kind::Quantity, Field::Booked);
static POSITION: RowColumn = number("position", "Position", Kind::Quantity, Field::Position);
static REORDER_POINT: RowColumn = number(
    "reorder_point",
    "Reorder point",
    Kind::Quantity,
    Field::ReorderPoint,
);
static SOLD: RowColumn = number("sold_365", "Sold in 365 days", Kind::Quantity, Field::Sold);
static ACRES: RowColumn = number("acres", "Acres", Kind::Number, Field::Acres);
static REVENUE_365: RowColumn = number(
    "revenue_365",
    "Revenue of 365 days",
    Kind::Money,
    Field::Revenue365,
);
static PRICE: RowColumn = number("price", "Price", Kind::Money, Field::Price);
static VOLUME: RowColumn = number("volume", "Volume", Kind::Number, Field::Volume);
static COST: RowColumn = with_decimals(number("cost", "Cost", Kind::Money, Field::CostAmount), 8);
static STOCK_VALUE: RowColumn = with_decimals(
    number("stock_value", "Stock value", Kind::Money, Field::StockValue),
    8,
);
static LEAD_TIME: RowColumn = with_decimals(
    number(
        "lead_time",
        "Lead time in days",
        Kind::Days,
        Field::LeadTime,
    ),
    0,
);

/// Columns that are shown only for measures that use their field.
static COLUMNS_OF_MEASURES: [&RowColumn; 6] = [
    &COST,
    &FIRST_DAY,
    &LEAD_TIME,
    &SOLD,
    &REVENUE_365,
    &LAST_DAY,
];

/// The columns that every list of rows of a dataset has.
fn dataset_columns(dataset: &Dataset) -> Vec<&'static RowColumn> {
    match dataset.id {
        "sales" => vec![
            &TRANSACTION,
            &ORDER,
            &DAY,
            &CUSTOMER,
            &ITEM,
            &CATEGORY,
            &LOCATION,
            &QUANTITY,
            &UNIT,
            &UNIT_PRICE,
            &AMOUNT,
            &CURRENCY,
            &SALESPERSON,
            &STATE,
            &COUNTY,
        ],
        "purchases" => vec![
            &TRANSACTION,
            &ORDER,
            &DAY,
            &SUPPLIER,
            &ITEM,
            &CATEGORY,
            &LOCATION,
            &QUANTITY,
            &UNIT,
            &UNIT_PRICE,
            &AMOUNT,
            &CURRENCY,
            &PROMISED,
            &DELIVERED,
        ],
        "inventory" => vec![
            &ITEM,
            &CATEGORY,
            &LOCATION,
            &SUPPLIER,
            &UNIT,
            &ON_HAND,
            &ON_ORDER,
            &BOOKED,
            &POSITION,
            &REORDER_POINT,
            &STOCK_VALUE,
            &CURRENCY,
        ],
        "customers" => vec![
            &CUSTOMER,
            &STATE,
            &COUNTY,
            &SALESPERSON,
            &ACRES,
            &CUSTOMER_SINCE,
        ],
        _ => vec![&DAY, &COMMODITY, &MARKET, &PRICE, &UNIT, &VOLUME],
    }
}

/// The fields that a measure reads and that are not in every list of rows.
fn uses(measure: &Measure, field: Field) -> bool {
    measure.formula.aggregates().iter().any(|aggregate| {
        let tested = match aggregate.condition() {
            Condition::FirstPurchase => Some(Field::FirstDay),
            Condition::Lapsed => Some(Field::LastDay),
            _ => None,
        };
        aggregate.field() == Some(field) || tested == Some(field)
    })
}

/// The columns of the rows behind measures.
pub(crate) fn row_columns(
    dataset: &Dataset,
    measures: &[&'static Measure],
) -> Vec<&'static RowColumn> {
    let mut columns = dataset_columns(dataset);
    columns.extend(
        COLUMNS_OF_MEASURES
            .iter()
            .filter(|column| measures.iter().any(|measure| uses(measure, column.field))),
    );
    columns
}

/// The fields that order rows: the newest first, then by id. The flag is set for descending ones.
pub(crate) fn row_order(dataset: &Dataset) -> &'static [(Field, bool)] {
    match dataset.id {
        "sales" | "purchases" => &[(Field::Day, true), (Field::Transaction, false)],
        "inventory" => &[
            (Field::Item, false),
            (Field::Location, false),
            (Field::Unit, false),
        ],
        "customers" => &[(Field::Customer, false)],
        _ => &[
            (Field::Day, true),
            (Field::Commodity, false),
            (Field::Market, false),
            (Field::Unit, false),
        ],
    }
}
