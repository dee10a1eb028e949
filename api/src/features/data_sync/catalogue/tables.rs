//! The columns of the five tables: which are required, and what may stand in each.

use super::{Amount, Column, Demand, Kind, Range, Shape};

const CATEGORIES: &[&str] = &["seed", "fertilizer", "pesticide", "other"];
const UNITS: &[&str] = &["bag", "gal", "ton", "lb", "unit"];
const COMMODITIES: &[&str] = &["corn", "soybeans", "wheat", "fertilizer"];
const PRICE_UNITS: &[&str] = &["usd_per_bu", "usd_per_ton"];
const CROPS: &[&str] = &["corn", "soybeans", "wheat"];
const DIRECTIONS: &[&str] = &["sale", "purchase"];

const ANY: Kind = Kind::Decimal(Range::Any);
const NOT_NEGATIVE: Kind = Kind::Decimal(Range::NotNegative);
const POSITIVE: Kind = Kind::Decimal(Range::Positive);

const fn needed(name: &'static str, kind: Kind) -> Column {
    Column {
        name,
        target: name,
        kind,
        required: true,
    }
}

const fn optional(name: &'static str, kind: Kind) -> Column {
    Column {
        name,
        target: name,
        kind,
        required: false,
    }
}

/// A decimal: the application database keeps it scaled, under a name that says so.
const fn scaled(name: &'static str, target: &'static str, kind: Kind) -> Column {
    Column {
        name,
        target,
        kind,
        required: true,
    }
}

const fn scaled_optional(name: &'static str, target: &'static str, kind: Kind) -> Column {
    Column {
        name,
        target,
        kind,
        required: false,
    }
}

pub(super) static INVENTORY_DATA: Shape = Shape {
    id: "inventory_data",
    target: "inventory",
    key: &["item_id", "location"],
    label: Some("item_name"),
    columns: &[
        needed("item_id", Kind::Text),
        needed("item_name", Kind::Text),
        needed("category", Kind::Word(CATEGORIES)),
        needed("unit", Kind::Word(UNITS)),
        needed("location", Kind::Text),
        // Books may run below zero until a delivery is entered.
        scaled("on_hand", "on_hand_e4", ANY),
        scaled("on_order", "on_order_e4", NOT_NEGATIVE),
        scaled("booked", "booked_e4", NOT_NEGATIVE),
        scaled_optional("reorder_point", "reorder_point_e4", NOT_NEGATIVE),
        scaled_optional("pack_size", "pack_size_e4", POSITIVE),
        scaled_optional("min_order_quantity", "min_order_quantity_e4", NOT_NEGATIVE),
        optional("lead_time_days", Kind::Days),
        scaled("unit_cost", "unit_cost_e4", NOT_NEGATIVE),
        needed("currency", Kind::Currency),
        optional("supplier_id", Kind::Text),
        needed("updated_at", Kind::Instant),
    ],
    demands: &[],
    amount: None,
};

pub(super) static SALES_TRANSACTIONS: Shape = Shape {
    id: "sales_transactions",
    target: "purchase_transactions",
    key: &["transaction_id"],
    label: None,
    columns: &[
        needed("transaction_id", Kind::Text),
        needed("order_id", Kind::Text),
        needed("direction", Kind::Word(DIRECTIONS)),
        needed("transaction_date", Kind::Date),
        optional("customer_id", Kind::Text),
        optional("supplier_id", Kind::Text),
        needed("item_id", Kind::Text),
        // Negative for a return.
        scaled("quantity", "quantity_e4", ANY),
        needed("unit", Kind::Word(UNITS)),
        scaled("unit_price", "unit_price_e4", NOT_NEGATIVE),
        needed("currency", Kind::Currency),
        optional("promised_date", Kind::Date),
        optional("delivered_date", Kind::Date),
        optional("location", Kind::Text),
        needed("updated_at", Kind::Instant),
    ],
    demands: &[
        Demand {
            column: "direction",
            word: "sale",
            needed: "customer_id",
        },
        Demand {
            column: "direction",
            word: "purchase",
            needed: "supplier_id",
        },
    ],
    amount: Some(Amount {
        target: "amount_e4",
        quantity: "quantity",
        price: "unit_price",
    }),
};

pub(super) static MARKET_PRICES: Shape = Shape {
    id: "market_prices",
    target: "market_data",
    key: &["price_date", "commodity", "market"],
    label: None,
    columns: &[
        needed("price_date", Kind::Date),
        needed("commodity", Kind::Word(COMMODITIES)),
        needed("market", Kind::Text),
        scaled("price", "price_e4", NOT_NEGATIVE),
        needed("unit", Kind::Word(PRICE_UNITS)),
        scaled_optional("volume", "volume_e4", NOT_NEGATIVE),
        needed("updated_at", Kind::Instant),
    ],
    demands: &[],
    amount: None,
};

pub(super) static CUSTOMER_PROFILES: Shape = Shape {
    id: "customer_profiles",
    target: "customers",
    key: &["customer_id"],
    label: Some("customer_name"),
    columns: &[
        needed("customer_id", Kind::Text),
        needed("customer_name", Kind::Text),
        optional("state", Kind::Text),
        optional("county", Kind::Text),
        scaled_optional("acres", "acres_e4", NOT_NEGATIVE),
        optional("crops", Kind::Words(CROPS)),
        optional("salesperson", Kind::Text),
        optional("email", Kind::Text),
        optional("customer_since", Kind::Date),
        needed("updated_at", Kind::Instant),
    ],
    demands: &[],
    amount: None,
};

pub(super) static SUPPLIER_DATA: Shape = Shape {
    id: "supplier_data",
    target: "suppliers",
    key: &["supplier_id"],
    label: Some("supplier_name"),
    columns: &[
        needed("supplier_id", Kind::Text),
        needed("supplier_name", Kind::Text),
        optional("categories", Kind::Text),
        optional("lead_time_days", Kind::Days),
        needed("active", Kind::Flag),
        needed("updated_at", Kind::Instant),
    ],
    demands: &[],
    amount: None,
};
