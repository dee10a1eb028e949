//! The columns of the core tables.

use super::{
    ColumnSpec, ColumnType, ComputedAmount, ConditionalRequirement, NumberRange, OwnWords,
    SourceSchema,
};

const CATEGORIES: &[&str] = &["seed", "fertilizer", "pesticide", "other"];
pub(super) const UNITS: &[&str] = &["bag", "gal", "ton", "lb", "unit"];
const COMMODITIES: &[&str] = &["corn", "soybeans", "wheat", "fertilizer"];
const PRICE_UNITS: &[&str] = &["usd_per_bu", "usd_per_ton"];
const CROPS: &[&str] = &["corn", "soybeans", "wheat"];
const DIRECTIONS: &[&str] = &["sale", "purchase"];

const ANY_DECIMAL: ColumnType = ColumnType::Decimal(NumberRange::Any);
pub(super) const NON_NEGATIVE_DECIMAL: ColumnType = ColumnType::Decimal(NumberRange::NonNegative);
pub(super) const POSITIVE_DECIMAL: ColumnType = ColumnType::Decimal(NumberRange::Positive);

pub(super) const fn required_column(name: &'static str, kind: ColumnType) -> ColumnSpec {
    ColumnSpec {
        name,
        target: name,
        kind,
        required: true,
    }
}

pub(super) const fn optional_column(name: &'static str, kind: ColumnType) -> ColumnSpec {
    ColumnSpec {
        name,
        target: name,
        kind,
        required: false,
    }
}

/// A decimal column, stored scaled by 10,000.
pub(super) const fn scaled_column(
    name: &'static str,
    target: &'static str,
    kind: ColumnType,
) -> ColumnSpec {
    ColumnSpec {
        name,
        target,
        kind,
        required: true,
    }
}

pub(super) const fn optional_scaled_column(
    name: &'static str,
    target: &'static str,
    kind: ColumnType,
) -> ColumnSpec {
    ColumnSpec {
        name,
        target,
        kind,
        required: false,
    }
}

pub(super) static INVENTORY_DATA: SourceSchema = SourceSchema {
    id: "inventory_data",
    target: "inventory",
    key: &["item_id", "location"],
    label: Some("item_name"),
    columns: &[
        required_column("item_id", ColumnType::Text),
        required_column("item_name", ColumnType::Text),
        required_column("category", ColumnType::Choice(CATEGORIES)),
        optional_column("item_class", ColumnType::Text),
        required_column("unit", ColumnType::Choice(UNITS)),
        required_column("location", ColumnType::Text),
        // Stock can be negative until a delivery is entered.
        scaled_column("on_hand", "on_hand_e4", ANY_DECIMAL),
        scaled_column("on_order", "on_order_e4", NON_NEGATIVE_DECIMAL),
        scaled_column("booked", "booked_e4", NON_NEGATIVE_DECIMAL),
        optional_scaled_column("reorder_point", "reorder_point_e4", NON_NEGATIVE_DECIMAL),
        optional_scaled_column("pack_size", "pack_size_e4", POSITIVE_DECIMAL),
        optional_scaled_column(
            "min_order_quantity",
            "min_order_quantity_e4",
            NON_NEGATIVE_DECIMAL,
        ),
        optional_column("lead_time_days", ColumnType::Days),
        scaled_column("unit_cost", "unit_cost_e4", NON_NEGATIVE_DECIMAL),
        required_column("currency", ColumnType::Currency),
        optional_column("supplier_id", ColumnType::Text),
        required_column("updated_at", ColumnType::Instant),
    ],
    conditional_requirements: &[],
    amount: None,
    own_words: Some(OwnWords {
        listed: "category",
        own: "item_class",
    }),
};

pub(super) static SALES_TRANSACTIONS: SourceSchema = SourceSchema {
    id: "sales_transactions",
    target: "purchase_transactions",
    key: &["transaction_id"],
    label: None,
    columns: &[
        required_column("transaction_id", ColumnType::Text),
        required_column("order_id", ColumnType::Text),
        required_column("direction", ColumnType::Choice(DIRECTIONS)),
        required_column("transaction_date", ColumnType::Date),
        optional_column("customer_id", ColumnType::Text),
        optional_column("supplier_id", ColumnType::Text),
        required_column("item_id", ColumnType::Text),
        // Negative for a return.
        scaled_column("quantity", "quantity_e4", ANY_DECIMAL),
        required_column("unit", ColumnType::Choice(UNITS)),
        scaled_column("unit_price", "unit_price_e4", NON_NEGATIVE_DECIMAL),
        required_column("currency", ColumnType::Currency),
        optional_column("promised_date", ColumnType::Date),
        optional_column("delivered_date", ColumnType::Date),
        optional_column("location", ColumnType::Text),
        required_column("updated_at", ColumnType::Instant),
    ],
    conditional_requirements: &[
        ConditionalRequirement {
            condition_column: "direction",
            condition_value: "sale",
            required_column: "customer_id",
        },
        ConditionalRequirement {
            condition_column: "direction",
            condition_value: "purchase",
            required_column: "supplier_id",
        },
    ],
    amount: Some(ComputedAmount {
        target: "amount_e4",
        quantity: "quantity",
        price: "unit_price",
    }),
    own_words: None,
};

pub(super) static MARKET_PRICES: SourceSchema = SourceSchema {
    id: "market_prices",
    target: "market_data",
    key: &["price_date", "commodity", "market"],
    label: None,
    columns: &[
        required_column("price_date", ColumnType::Date),
        required_column("commodity", ColumnType::OpenChoice(COMMODITIES)),
        required_column("market", ColumnType::Text),
        scaled_column("price", "price_e4", NON_NEGATIVE_DECIMAL),
        required_column("unit", ColumnType::OpenChoice(PRICE_UNITS)),
        optional_scaled_column("volume", "volume_e4", NON_NEGATIVE_DECIMAL),
        required_column("updated_at", ColumnType::Instant),
    ],
    conditional_requirements: &[],
    amount: None,
    own_words: None,
};

pub(super) static CUSTOMER_PROFILES: SourceSchema = SourceSchema {
    id: "customer_profiles",
    target: "customers",
    key: &["customer_id"],
    label: Some("customer_name"),
    columns: &[
        required_column("customer_id", ColumnType::Text),
        required_column("customer_name", ColumnType::Text),
        optional_column("state", ColumnType::Text),
        optional_column("county", ColumnType::Text),
        optional_scaled_column("acres", "acres_e4", NON_NEGATIVE_DECIMAL),
        optional_column("crops", ColumnType::ChoiceList(CROPS)),
        optional_column("salesperson", ColumnType::Text),
        optional_column("email", ColumnType::Text),
        optional_column("customer_since", ColumnType::Date),
        required_column("updated_at", ColumnType::Instant),
    ],
    conditional_requirements: &[],
    amount: None,
    own_words: None,
};

pub(super) static SUPPLIER_DATA: SourceSchema = SourceSchema {
    id: "supplier_data",
    target: "suppliers",
    key: &["supplier_id"],
    label: Some("supplier_name"),
    columns: &[
        required_column("supplier_id", ColumnType::Text),
        required_column("supplier_name", ColumnType::Text),
        optional_column("categories", ColumnType::Text),
        optional_column("lead_time_days", ColumnType::Days),
        required_column("active", ColumnType::Bool),
        required_column("updated_at", ColumnType::Instant),
    ],
    conditional_requirements: &[],
    amount: None,
    own_words: None,
};
