//! The dimensions, and the tables that list the members of those with text.

use super::{CalendarNumber, Dimension, DimensionType, Field};
use crate::calendar::Bucket;

/// The smallest table with the items, units, currencies and locations of all order lines.
pub(crate) const LINE_ROLLUP: &str = "rollup_item_month";

/// A column that lists members of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemberTable {
    pub(crate) table: &'static str,
    pub(crate) column: &'static str,
}

const fn text(id: &'static str, label: &'static str, field: Field) -> Dimension {
    Dimension {
        id,
        label,
        value_type: DimensionType::Text,
        field,
        is_groupable: true,
    }
}

const fn attribute(
    id: &'static str,
    label: &'static str,
    dimension_type: DimensionType,
    field: Field,
) -> Dimension {
    Dimension {
        id,
        label,
        value_type: dimension_type,
        field,
        is_groupable: false,
    }
}

const fn time(id: &'static str, label: &'static str, dimension_type: DimensionType) -> Dimension {
    Dimension {
        id,
        label,
        value_type: dimension_type,
        field: Field::Day,
        is_groupable: true,
    }
}

pub(super) static ITEM: Dimension = text("item", "Item", Field::Item);
pub(super) static ITEM_ID: Dimension = text("item_id", "Item ID", Field::ItemId);
pub(super) static CATEGORY: Dimension = text("category", "Category", Field::Category);
pub(super) static ITEM_CLASS: Dimension = text("item_class", "Item class", Field::ItemClass);
pub(super) static BRAND: Dimension = text("brand", "Brand", Field::Brand);
pub(super) static UNIT: Dimension = text("unit", "Unit", Field::Unit);
pub(super) static CURRENCY: Dimension = text("currency", "Currency", Field::Currency);
pub(super) static CUSTOMER: Dimension = text("customer", "Customer", Field::Customer);
pub(super) static CUSTOMER_ID: Dimension = text("customer_id", "Customer ID", Field::CustomerId);
pub(super) static SALESPERSON: Dimension = text("salesperson", "Salesperson", Field::Salesperson);
pub(super) static STATE: Dimension = text("state", "State", Field::State);
pub(super) static COUNTY: Dimension = text("county", "County", Field::County);
pub(super) static CROP: Dimension = text("crop", "Crop", Field::Crop);
pub(super) static SUPPLIER: Dimension = text("supplier", "Supplier", Field::Supplier);
pub(super) static SUPPLIER_ID: Dimension = text("supplier_id", "Supplier ID", Field::SupplierId);
pub(super) static LOCATION: Dimension = text("location", "Location", Field::Location);
pub(super) static ORDER: Dimension = text("order", "Order", Field::Order);
pub(super) static COMMODITY: Dimension = text("commodity", "Commodity", Field::Commodity);
pub(super) static MARKET: Dimension = text("market", "Market", Field::Market);

const DECIMALS: DimensionType = DimensionType::Number(4);

pub(super) static ACRES: Dimension = attribute("acres", "Acres", DECIMALS, Field::Acres);
pub(super) static CUSTOMER_SINCE: Dimension = attribute(
    "customer_since",
    "Customer since",
    DimensionType::Date,
    Field::CustomerSince,
);
pub(super) static UNIT_PRICE: Dimension =
    attribute("unit_price", "Unit price", DECIMALS, Field::UnitPrice);
pub(super) static LINE_AMOUNT: Dimension =
    attribute("line_amount", "Line amount", DECIMALS, Field::Amount);
pub(super) static LEAD_TIME: Dimension = attribute(
    "lead_time",
    "Lead time in days",
    DimensionType::Number(0),
    Field::LeadTime,
);

const fn bucket(label: &'static str, bucket: Bucket, id: &'static str) -> Dimension {
    time(id, label, DimensionType::Bucket(bucket))
}

static DAY: Dimension = bucket("Day", Bucket::Day, "day");
static WEEK: Dimension = bucket("Week", Bucket::Week, "week");
static MONTH: Dimension = bucket("Month", Bucket::Month, "month");
static QUARTER: Dimension = bucket("Quarter", Bucket::Quarter, "quarter");
static HALF: Dimension = bucket("Half-year", Bucket::Half, "half");
static YEAR: Dimension = bucket("Year", Bucket::Year, "year");
static FISCAL_YEAR: Dimension = bucket("Fiscal year", Bucket::FiscalYear, "fiscal_year");
static SEASON: Dimension = bucket("Season", Bucket::Season, "season");
static WEEKDAY: Dimension = time(
    "weekday",
    "Weekday",
    DimensionType::CalendarNumber(CalendarNumber::Weekday),
);
static MONTH_OF_YEAR: Dimension = time(
    "month_of_year",
    "Month of the year",
    DimensionType::CalendarNumber(CalendarNumber::MonthOfYear),
);
static DAY_OF_MONTH: Dimension = time(
    "day_of_month",
    "Day of the month",
    DimensionType::CalendarNumber(CalendarNumber::DayOfMonth),
);

/// The dimensions of every dataset whose rows have days.
pub(super) static TIMES: &[&Dimension] = &[
    &DAY,
    &WEEK,
    &MONTH,
    &QUARTER,
    &HALF,
    &YEAR,
    &FISCAL_YEAR,
    &SEASON,
    &WEEKDAY,
    &MONTH_OF_YEAR,
    &DAY_OF_MONTH,
];

const fn member(table: &'static str, column: &'static str) -> MemberTable {
    MemberTable { table, column }
}

impl Dimension {
    /// The dimension with the names, for a dimension of ids. Ids alone mean nothing to readers, so
    /// they group only beside names, where they keep members of the same name apart.
    pub fn name_dimension(&self) -> Option<&'static str> {
        match self.field {
            Field::ItemId => Some(ITEM.id),
            Field::CustomerId => Some(CUSTOMER.id),
            Field::SupplierId => Some(SUPPLIER.id),
            _ => None,
        }
    }

    /// Whether members are looked for in the order lines.
    pub(crate) fn has_line_members(&self) -> bool {
        let mut tables = self.member_tables().iter();
        self.field == Field::Item || tables.any(|member| member.table == LINE_ROLLUP)
    }

    /// The columns that together list all members of a dimension with text. They may list others,
    /// too. Items, customers, suppliers, crops and orders are listed otherwise.
    pub(crate) fn member_tables(&self) -> &'static [MemberTable] {
        const CATEGORIES: &[MemberTable] = &[member("inventory", "category")];
        const ITEM_CLASSES: &[MemberTable] = &[
            member("inventory", "item_class"),
            member("item_catalogue", "item_class"),
        ];
        const BRANDS: &[MemberTable] = &[member("item_catalogue", "brand")];
        const UNITS: &[MemberTable] = &[
            member("inventory", "unit"),
            member(LINE_ROLLUP, "unit"),
            member("market_data", "unit"),
        ];
        const CURRENCIES: &[MemberTable] = &[
            member("inventory", "currency"),
            member(LINE_ROLLUP, "currency"),
        ];
        const LOCATIONS: &[MemberTable] = &[
            member("inventory", "location"),
            member(LINE_ROLLUP, "location"),
        ];
        const ITEM_IDS: &[MemberTable] = &[
            member("inventory", "item_id"),
            member(LINE_ROLLUP, "item_id"),
        ];
        const CUSTOMER_IDS: &[MemberTable] = &[
            member("customers", "customer_id"),
            member("rollup_customer_history", "customer_id"),
        ];
        const SUPPLIER_IDS: &[MemberTable] = &[
            member("suppliers", "supplier_id"),
            member("rollup_supplier_day", "supplier_id"),
        ];
        const SALESPEOPLE: &[MemberTable] = &[member("customers", "salesperson")];
        const STATES: &[MemberTable] = &[member("customers", "state")];
        const COUNTIES: &[MemberTable] = &[member("customers", "county")];
        const COMMODITIES: &[MemberTable] = &[member("market_data", "commodity")];
        const MARKETS: &[MemberTable] = &[member("market_data", "market")];
        const ORDERS: &[MemberTable] = &[member("purchase_transactions", "order_id")];
        match self.field {
            Field::ItemId => ITEM_IDS,
            Field::CustomerId => CUSTOMER_IDS,
            Field::SupplierId => SUPPLIER_IDS,
            Field::Category => CATEGORIES,
            Field::ItemClass => ITEM_CLASSES,
            Field::Brand => BRANDS,
            Field::Unit => UNITS,
            Field::Currency => CURRENCIES,
            Field::Location => LOCATIONS,
            Field::Salesperson => SALESPEOPLE,
            Field::State => STATES,
            Field::County => COUNTIES,
            Field::Commodity => COMMODITIES,
            Field::Market => MARKETS,
            Field::Order => ORDERS,
            _ => &[],
        }
    }
}
