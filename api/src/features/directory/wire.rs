//! Response types of the directory.

use super::name_index::NamedRecord;
use super::order_store::FoundOrder;
use super::record_store::Record;
use crate::decimal::{Decimal4, ExactSum};
use chrono::NaiveDate;
use entities::{catalogue_item, customer, inventory, purchase_transaction, supplier};
use poem_openapi::{Enum, Object};
use std::collections::HashMap;

/// What a search found.
#[derive(Object)]
pub(super) struct SearchResults {
    /// The best matches of each kind, in the order of kinds.
    pub items: Vec<SearchHit>,
}

/// The kind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum RecordKind {
    Customer,
    Item,
    Supplier,
    Location,
    Order,
}

/// A record that matches a search.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(super) struct SearchHit {
    pub kind: RecordKind,
    pub id: String,
    pub name: String,
    /// Distinguishes records with the same name: the state of a customer, the category of an item,
    /// the categories of a supplier.
    pub detail: Option<String>,
    /// The first day of an order.
    pub day: Option<NaiveDate>,
}

impl SearchHit {
    pub(super) fn from_record(kind: RecordKind, record: &NamedRecord) -> Self {
        Self {
            kind,
            id: record.id.clone(),
            name: record.name.clone(),
            detail: record.detail.clone(),
            day: None,
        }
    }
}

impl From<FoundOrder> for SearchHit {
    fn from(order: FoundOrder) -> Self {
        Self {
            kind: RecordKind::Order,
            name: order.id.clone(),
            id: order.id,
            detail: None,
            day: Some(order.day),
        }
    }
}

/// A customer. A customer without a profile has an id only.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct CustomerRecord {
    pub customer_id: String,
    /// The customer's name; the id without a profile.
    pub customer: String,
    pub state: Option<String>,
    pub county: Option<String>,
    pub acres: Option<f64>,
    /// Such as `corn`.
    pub crops: Vec<String>,
    pub salesperson: Option<String>,
    pub customer_since: Option<NaiveDate>,
}

/// Separates values in the source's lists.
const LIST_SEPARATOR: [char; 2] = [';', ','];

fn split_list(text: Option<String>) -> Vec<String> {
    text.unwrap_or_default()
        .split(LIST_SEPARATOR)
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A scaled integer of the database.
fn to_number(scaled: i64) -> f64 {
    Decimal4::from_scaled(scaled).map_or(0.0, Decimal4::to_f64)
}

impl CustomerRecord {
    pub(super) fn from_record(id: String, record: Record<customer::Model>) -> Self {
        match record.profile {
            Some(row) => Self {
                customer_id: row.customer_id,
                customer: row.customer_name,
                state: row.state,
                county: row.county,
                acres: row.acres_e4.map(to_number),
                crops: split_list(row.crops),
                salesperson: row.salesperson,
                customer_since: row.customer_since,
            },
            None => Self {
                customer: id.clone(),
                customer_id: id,
                state: None,
                county: None,
                acres: None,
                crops: Vec::new(),
                salesperson: None,
                customer_since: None,
            },
        }
    }
}

/// A supplier. A supplier without a profile has an id only.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct SupplierRecord {
    pub supplier_id: String,
    /// The supplier's name; the id without a profile.
    pub supplier: String,
    pub categories: Vec<String>,
    /// Agreed days from order to delivery.
    pub lead_time_days: Option<u32>,
    /// Absent without a profile.
    pub is_active: Option<bool>,
}

impl SupplierRecord {
    pub(super) fn from_record(id: String, record: Record<supplier::Model>) -> Self {
        match record.profile {
            Some(row) => Self {
                supplier_id: row.supplier_id,
                supplier: row.supplier_name,
                categories: split_list(row.categories),
                lead_time_days: row.lead_time_days.and_then(|days| days.try_into().ok()),
                is_active: Some(row.active),
            },
            None => Self {
                supplier: id.clone(),
                supplier_id: id,
                categories: Vec::new(),
                lead_time_days: None,
                is_active: None,
            },
        }
    }
}

/// An item with its stock. An item that was never in stock has an id only.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct ItemRecord {
    pub item_id: String,
    /// The item's name; the id if it was never in stock.
    pub item: String,
    /// `seed`, `fertilizer`, `pesticide` or `other`.
    pub category: Option<String>,
    /// The class in the organization's catalog, else its own word for the category.
    pub item_class: Option<String>,
    pub brand: Option<String>,
    pub active_ingredient: Option<String>,
    /// Registration number of the Environmental Protection Agency.
    pub epa_number: Option<String>,
    /// Whether only certified applicators may buy it.
    pub restricted_use: Option<bool>,
    /// The first 200 locations with stock.
    pub stock: Vec<ItemStock>,
}

/// The stock of an item at a location.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct ItemStock {
    pub location: String,
    /// The unit of all quantities.
    pub unit: String,
    pub on_hand: f64,
    pub on_order: f64,
    /// Promised to customers.
    pub booked: f64,
    /// On record; recommendations may use another one.
    pub reorder_point: Option<f64>,
    pub lead_time_days: Option<u32>,
    /// Absent without `purchasing.read`, like all fields below.
    pub supplier_id: Option<String>,
    /// The supplier's name.
    pub supplier: Option<String>,
    /// Cost of one unit, in `currency`.
    pub unit_cost: Option<f64>,
    pub currency: Option<String>,
}

impl ItemRecord {
    /// `suppliers`: the names by id; none without the right to see costs.
    pub(super) fn from_record(
        id: String,
        record: Record<Vec<inventory::Model>>,
        catalogue: Option<&catalogue_item::Model>,
        suppliers: Option<&HashMap<String, String>>,
    ) -> Self {
        let rows = record.profile.unwrap_or_default();
        let newest = rows.iter().max_by_key(|row| row.updated_at);
        let filled = |text: Option<&String>| text.filter(|text| !text.is_empty()).cloned();
        let class = filled(catalogue.and_then(|item| item.item_class.as_ref()));
        Self {
            item: newest.map_or_else(|| id.clone(), |row| row.item_name.clone()),
            category: newest.map(|row| row.category.clone()),
            item_class: class.or_else(|| filled(newest.and_then(|row| row.item_class.as_ref()))),
            brand: filled(catalogue.and_then(|item| item.brand.as_ref())),
            active_ingredient: filled(catalogue.and_then(|item| item.active_ingredient.as_ref())),
            epa_number: filled(catalogue.and_then(|item| item.epa_number.as_ref())),
            restricted_use: catalogue.and_then(|item| item.restricted_use),
            item_id: id,
            stock: rows
                .into_iter()
                .filter(|row| row.deleted_at.is_none())
                .map(|row| ItemStock::from_row(row, suppliers))
                .collect(),
        }
    }
}

impl ItemStock {
    fn from_row(row: inventory::Model, suppliers: Option<&HashMap<String, String>>) -> Self {
        let supplier_id = suppliers.and(row.supplier_id);
        Self {
            location: row.location,
            unit: row.unit,
            on_hand: to_number(row.on_hand_e4),
            on_order: to_number(row.on_order_e4),
            booked: to_number(row.booked_e4),
            reorder_point: row.reorder_point_e4.map(to_number),
            lead_time_days: row.lead_time_days.and_then(|days| days.try_into().ok()),
            supplier: suppliers
                .zip(supplier_id.as_ref())
                .and_then(|(names, id)| names.get(id).cloned()),
            supplier_id,
            unit_cost: suppliers.map(|_| to_number(row.unit_cost_e4)),
            currency: suppliers.map(|_| row.currency),
        }
    }
}

/// A location.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct LocationRecord {
    /// The name, which is also its id.
    pub location: String,
    /// Number of items in stock there.
    pub stock_rows: u64,
}

/// A page of the lines of an order.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct OrderRecord {
    pub order_id: String,
    /// The lines by id.
    pub items: Vec<OrderLine>,
    /// Send it as `cursor` for the next page. Missing on the last page.
    pub next_cursor: Option<String>,
}

/// Whether a line is a sale or a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum LineDirection {
    Sale,
    Purchase,
}

/// A line of an order.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct OrderLine {
    pub line_id: String,
    pub direction: LineDirection,
    pub day: NaiveDate,
    pub item_id: String,
    /// The item's name; absent without `inventory.read`.
    pub item: Option<String>,
    /// Negative for a return.
    pub quantity: f64,
    pub unit: String,
    /// In `currency`.
    pub unit_price: f64,
    /// Quantity x unit price, in `currency`.
    pub amount: f64,
    pub currency: String,
    pub promised_day: Option<NaiveDate>,
    pub delivered_day: Option<NaiveDate>,
    pub location: Option<String>,
    pub customer_id: Option<String>,
    /// The customer's name; absent without `customers.read`.
    pub customer: Option<String>,
    pub supplier_id: Option<String>,
    /// The supplier's name.
    pub supplier: Option<String>,
}

/// The names of what order lines refer to, by id.
#[derive(Default)]
pub(super) struct LineNames {
    pub items: HashMap<String, String>,
    pub customers: HashMap<String, String>,
    pub suppliers: HashMap<String, String>,
}

impl OrderLine {
    pub(super) fn from_row(row: purchase_transaction::Model, names: &LineNames) -> Self {
        let name = |names: &HashMap<String, String>, id: Option<&String>| {
            id.and_then(|id| names.get(id).cloned())
        };
        Self {
            line_id: row.transaction_id,
            direction: if row.direction == "purchase" {
                LineDirection::Purchase
            } else {
                LineDirection::Sale
            },
            day: row.transaction_date,
            item: names.items.get(&row.item_id).cloned(),
            item_id: row.item_id,
            quantity: to_number(row.quantity_e4),
            unit: row.unit,
            unit_price: to_number(row.unit_price_e4),
            amount: Decimal4::from_scaled(row.amount_e4)
                .map_or(0.0, |amount| ExactSum::from(amount).to_money()),
            currency: row.currency,
            promised_day: row.promised_date,
            delivered_day: row.delivered_date,
            location: row.location,
            customer: name(&names.customers, row.customer_id.as_ref()),
            customer_id: row.customer_id,
            supplier: name(&names.suppliers, row.supplier_id.as_ref()),
            supplier_id: row.supplier_id,
        }
    }
}
