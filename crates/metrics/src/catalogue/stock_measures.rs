//! Measures of inventory rows and of customers, which have no days.

use super::dimensions::{
    ACRES, BRAND, CATEGORY, COUNTY, CROP, CURRENCY, CUSTOMER, CUSTOMER_ID, CUSTOMER_SINCE, ITEM,
    ITEM_CLASS, ITEM_ID, LOCATION, SALESPERSON, STATE, SUPPLIER, SUPPLIER_ID, UNIT,
};
use super::{Access, Aggregate, Condition, Dataset, Field, Formula, Kind, Measure, Split};

const STOCK: &[Access] = &[Access::Inventory];
const CUSTOMER_ROWS: &[Access] = &[Access::Customers];

const fn sum(field: Field) -> Formula {
    Formula::Value(Aggregate::Sum(field, Condition::Always))
}

const fn count(condition: Condition) -> Formula {
    Formula::Value(Aggregate::Count(condition))
}

const SOLD: Formula = sum(Field::Sold);
const ON_HAND: Formula = sum(Field::OnHand);
const REVENUE_365: Formula = sum(Field::Revenue365);
const ACRES_SUM: Formula = sum(Field::Acres);

/// A quantity in stock.
const fn stock(
    id: &'static str,
    label: &'static str,
    texts: [&'static str; 2],
    formula: Formula,
) -> Measure {
    Measure::new(id, label, Kind::Quantity, texts, formula)
        .split_by(Split::Unit)
        .readable_with(STOCK)
}

pub(super) const INVENTORY: Dataset = Dataset {
    id: "inventory",
    label: "Inventory",
    has_days: false,
    dimensions: &[
        &ITEM,
        &ITEM_ID,
        &CATEGORY,
        &ITEM_CLASS,
        &BRAND,
        &UNIT,
        &CURRENCY,
        &SUPPLIER,
        &SUPPLIER_ID,
        &LOCATION,
    ],
    measures: &[
        stock(
            "on_hand",
            "On hand",
            ["Quantity in stock.", "sum of on hand"],
            ON_HAND,
        ),
        stock(
            "on_order",
            "On order",
            ["Quantity ordered from suppliers.", "sum of on order"],
            sum(Field::OnOrder),
        ),
        stock(
            "booked",
            "Booked",
            ["Quantity promised to customers.", "sum of booked"],
            sum(Field::Booked),
        ),
        stock(
            "position",
            "Stock position",
            [
                "Quantity that will be available.",
                "on hand + on order - booked",
            ],
            sum(Field::Position),
        ),
        Measure::new(
            "stock_value",
            "Stock value",
            Kind::Money,
            [
                "Value of the stock at unit cost.",
                "sum of on hand x unit cost",
            ],
            sum(Field::StockValue),
        )
        .split_by(Split::Currency)
        .readable_with(STOCK),
        stock(
            "reorder_point",
            "Reorder point",
            ["Reorder point as recorded.", "sum of reorder points"],
            sum(Field::ReorderPoint),
        ),
        Measure::new(
            "days_of_cover",
            "Days of cover",
            Kind::Days,
            [
                "Days until the stock is sold at the pace of the last year.",
                "on hand / average daily sales of the last 365 days",
            ],
            Formula::Ratio(&Formula::Times(&ON_HAND, 365), &Formula::IfPositive(&SOLD)),
        )
        .split_by(Split::Unit)
        .readable_with(STOCK),
        Measure::new(
            "places",
            "Stock rows",
            Kind::Count,
            [
                "Items counted once at each location.",
                "number of inventory rows",
            ],
            count(Condition::Always),
        )
        .readable_with(STOCK),
        Measure::new(
            "below_reorder_point",
            "Rows at or below the reorder point",
            Kind::Count,
            [
                "Inventory rows whose stock is at or below their recorded reorder point.",
                "rows with reorder point > 0 and on hand <= reorder point",
            ],
            count(Condition::BelowReorderPoint),
        )
        .readable_with(STOCK),
        stock(
            "sold_365",
            "Sold in 365 days",
            [
                "Net quantity sold in the 365 days up to today.",
                "sales less returns of the item at the location in the same unit; sales without a \
                 location count where the item sold most",
            ],
            SOLD,
        ),
    ],
};

pub(super) const CUSTOMERS: Dataset = Dataset {
    id: "customers",
    label: "Customers",
    has_days: false,
    dimensions: &[
        &CUSTOMER,
        &CUSTOMER_ID,
        &SALESPERSON,
        &STATE,
        &COUNTY,
        &CROP,
        &ACRES,
        &CUSTOMER_SINCE,
    ],
    measures: &[
        Measure::new(
            "customers",
            "Customers",
            Kind::Count,
            ["Customer profiles.", "number of customers"],
            count(Condition::Always),
        )
        .zero_without_rows()
        .readable_with(CUSTOMER_ROWS),
        Measure::new(
            "acres",
            "Acres",
            Kind::Number,
            ["Acres of the customers.", "sum of acres"],
            Formula::OrZero(&ACRES_SUM),
        )
        .readable_with(CUSTOMER_ROWS),
        Measure::new(
            "revenue_per_acre",
            "Revenue per acre",
            Kind::Money,
            [
                "Revenue of the 365 days up to today for each acre.",
                "revenue / acres",
            ],
            Formula::Ratio(&REVENUE_365, &ACRES_SUM),
        )
        .readable_with(&[Access::Customers, Access::Sales]),
        Measure::new(
            "lapsed_customers",
            "Lapsed customers",
            Kind::Count,
            [
                "Customers who purchased before, but not in the 365 days up to today.",
                "customers whose last purchase is more than 364 days ago",
            ],
            count(Condition::Lapsed),
        )
        .readable_with(&[Access::Customers, Access::Sales]),
    ],
};
