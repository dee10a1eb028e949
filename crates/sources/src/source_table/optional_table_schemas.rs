//! The columns of the optional tables.

use super::table_schemas::{
    NON_NEGATIVE_DECIMAL, POSITIVE_DECIMAL, UNITS, optional_column, optional_scaled_column,
    required_column, scaled_column,
};
use super::{ColumnType, SourceSchema};

const BOOKING_STATUSES: &[&str] = &["open", "delivered", "canceled"];
const ORDER_STATUSES: &[&str] = &["open", "received", "canceled"];

pub(super) static CUSTOMER_BOOKINGS: SourceSchema = SourceSchema {
    id: "customer_bookings",
    target: "customer_bookings",
    key: &["booking_id", "line"],
    label: None,
    columns: &[
        required_column("booking_id", ColumnType::Text),
        required_column("line", ColumnType::Text),
        required_column("customer_id", ColumnType::Text),
        required_column("item_id", ColumnType::Text),
        required_column("location", ColumnType::Text),
        scaled_column("quantity", "quantity_e4", NON_NEGATIVE_DECIMAL),
        required_column("unit", ColumnType::Choice(UNITS)),
        optional_scaled_column("unit_price", "unit_price_e4", NON_NEGATIVE_DECIMAL),
        required_column("currency", ColumnType::Currency),
        required_column("booked_date", ColumnType::Date),
        optional_column("due_date", ColumnType::Date),
        // Zero if it is empty.
        optional_scaled_column(
            "delivered_quantity",
            "delivered_quantity_e4",
            NON_NEGATIVE_DECIMAL,
        ),
        required_column("status", ColumnType::Choice(BOOKING_STATUSES)),
        required_column("updated_at", ColumnType::Instant),
    ],
    conditional_requirements: &[],
    amount: None,
    own_words: None,
};

pub(super) static PURCHASE_ORDERS: SourceSchema = SourceSchema {
    id: "purchase_orders",
    target: "purchase_orders",
    key: &["po_id", "line"],
    label: None,
    columns: &[
        required_column("po_id", ColumnType::Text),
        required_column("line", ColumnType::Text),
        required_column("supplier_id", ColumnType::Text),
        required_column("item_id", ColumnType::Text),
        required_column("location", ColumnType::Text),
        scaled_column("quantity", "quantity_e4", NON_NEGATIVE_DECIMAL),
        required_column("unit", ColumnType::Choice(UNITS)),
        optional_scaled_column("unit_price", "unit_price_e4", NON_NEGATIVE_DECIMAL),
        required_column("currency", ColumnType::Currency),
        required_column("order_date", ColumnType::Date),
        optional_column("expected_date", ColumnType::Date),
        // Zero if it is empty.
        optional_scaled_column(
            "received_quantity",
            "received_quantity_e4",
            NON_NEGATIVE_DECIMAL,
        ),
        required_column("status", ColumnType::Choice(ORDER_STATUSES)),
        required_column("updated_at", ColumnType::Instant),
    ],
    conditional_requirements: &[],
    amount: None,
    own_words: None,
};

pub(super) static ITEM_CATALOGUE: SourceSchema = SourceSchema {
    id: "item_catalogue",
    target: "item_catalogue",
    key: &["item_id"],
    label: None,
    columns: &[
        required_column("item_id", ColumnType::Text),
        // Such as herbicide or fungicide: finer than the category of the inventory.
        optional_column("item_class", ColumnType::Text),
        optional_column("brand", ColumnType::Text),
        // In `pack_unit`.
        optional_scaled_column("pack_size", "pack_size_e4", POSITIVE_DECIMAL),
        optional_column("pack_unit", ColumnType::Choice(UNITS)),
        // In pounds per gallon.
        optional_scaled_column("density", "density_e4", POSITIVE_DECIMAL),
        optional_column("active_ingredient", ColumnType::Text),
        optional_column("epa_number", ColumnType::Text),
        optional_column("restricted_use", ColumnType::Bool),
        required_column("updated_at", ColumnType::Instant),
    ],
    conditional_requirements: &[],
    amount: None,
    own_words: None,
};

pub(super) static PRICE_LISTS: SourceSchema = SourceSchema {
    id: "price_lists",
    target: "price_lists",
    key: &[
        "supplier_id",
        "item_id",
        "unit",
        "currency",
        "valid_from",
        "min_quantity",
    ],
    label: None,
    columns: &[
        required_column("supplier_id", ColumnType::Text),
        required_column("item_id", ColumnType::Text),
        required_column("unit", ColumnType::Choice(UNITS)),
        scaled_column("unit_price", "unit_price_e4", NON_NEGATIVE_DECIMAL),
        required_column("currency", ColumnType::Currency),
        // Zero if the price has no minimum; several rows give a price by quantity.
        scaled_column("min_quantity", "min_quantity_e4", NON_NEGATIVE_DECIMAL),
        required_column("valid_from", ColumnType::Date),
        optional_column("valid_to", ColumnType::Date),
        required_column("updated_at", ColumnType::Instant),
    ],
    conditional_requirements: &[],
    amount: None,
    own_words: None,
};
