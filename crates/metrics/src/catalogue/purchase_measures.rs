//! Measures of purchase lines.

use super::dimensions::{
    BRAND, CATEGORY, CURRENCY, ITEM, ITEM_CLASS, ITEM_ID, LEAD_TIME, LINE_AMOUNT, LOCATION, ORDER,
    SUPPLIER, SUPPLIER_ID, UNIT, UNIT_PRICE,
};
use super::{Access, Aggregate, Condition, Dataset, Field, Formula, Kind, Measure, Split};

const PURCHASING: &[Access] = &[Access::Purchasing];

const SPEND: Formula = Formula::Value(Aggregate::Sum(Field::Amount, Condition::Always));
const QUANTITY: Formula = Formula::Value(Aggregate::Sum(Field::Quantity, Condition::Always));
const LINES: Formula = Formula::Value(Aggregate::Count(Condition::Always));
const ORDERS: Formula = Formula::Value(Aggregate::CountDistinct(Field::Order, Condition::Always));
const ON_TIME: Formula = Formula::Value(Aggregate::Count(Condition::OnTime));
const DUE: Formula = Formula::Value(Aggregate::Count(Condition::Due));

pub(super) const PURCHASES: Dataset = Dataset {
    id: "purchases",
    label: "Purchases",
    has_days: true,
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
        &ORDER,
        &UNIT_PRICE,
        &LINE_AMOUNT,
        &LEAD_TIME,
    ],
    measures: &[
        Measure::new(
            "spend",
            "Spend",
            Kind::Money,
            [
                "Amounts of the lines, less returns.",
                "sum of quantity x unit price",
            ],
            SPEND,
        )
        .additive()
        .split_by(Split::Currency)
        .readable_with(PURCHASING),
        Measure::new(
            "quantity",
            "Quantity purchased",
            Kind::Quantity,
            ["Quantity purchased, less returns.", "sum of quantity"],
            QUANTITY,
        )
        .additive()
        .split_by(Split::Unit)
        .readable_with(PURCHASING),
        Measure::new(
            "orders",
            "Purchase orders",
            Kind::Count,
            ["Orders with lines.", "distinct order ids"],
            ORDERS,
        )
        .zero_without_rows()
        .readable_with(PURCHASING),
        Measure::new(
            "lines",
            "Purchase order lines",
            Kind::Count,
            ["Lines, returns included.", "number of lines"],
            LINES,
        )
        .additive()
        .readable_with(PURCHASING),
        Measure::new(
            "avg_order_value",
            "Average purchase order value",
            Kind::Money,
            ["Spend of an order on average.", "spend / orders"],
            Formula::Ratio(&SPEND, &ORDERS),
        )
        .split_by(Split::Currency)
        .readable_with(PURCHASING),
        Measure::new(
            "avg_price",
            "Average purchase price",
            Kind::Money,
            ["Spend of a unit on average.", "spend / quantity"],
            Formula::Ratio(&SPEND, &QUANTITY),
        )
        .split_by(Split::CurrencyAndUnit)
        .readable_with(PURCHASING),
        Measure::new(
            "last_price",
            "Last purchase price",
            Kind::Money,
            [
                "Unit price of the newest line.",
                "unit price of the last day; of one day, of the last transaction id; no returns",
            ],
            Formula::Value(Aggregate::Newest(Field::UnitPrice, Condition::Positive)),
        )
        .split_by(Split::CurrencyAndUnit)
        .readable_with(PURCHASING),
        Measure::new(
            "lowest_price",
            "Lowest purchase price",
            Kind::Money,
            [
                "The lowest unit price.",
                "minimum of unit prices, without returns",
            ],
            Formula::Value(Aggregate::Min(Field::UnitPrice, Condition::Positive)),
        )
        .split_by(Split::CurrencyAndUnit)
        .readable_with(PURCHASING),
        Measure::new(
            "suppliers",
            "Suppliers",
            Kind::Count,
            ["Suppliers with lines.", "distinct suppliers"],
            Formula::Value(Aggregate::CountDistinct(Field::Supplier, Condition::Always)),
        )
        .zero_without_rows()
        .readable_with(PURCHASING),
        Measure::new(
            "items",
            "Items purchased",
            Kind::Count,
            ["Items with lines.", "distinct items"],
            Formula::Value(Aggregate::CountDistinct(Field::Item, Condition::Always)),
        )
        .zero_without_rows()
        .readable_with(PURCHASING),
        Measure::new(
            "on_time_rate",
            "On-time rate",
            Kind::Percent,
            [
                "Lines delivered by the promised day, in percent of the lines due.",
                "100 x on-time lines / lines promised in the period and up to today",
            ],
            Formula::Percent(&ON_TIME, &DUE),
        )
        .dated(Field::Promised)
        .readable_with(PURCHASING),
        Measure::new(
            "late_lines",
            "Late lines",
            Kind::Count,
            [
                "Lines due that came late or not yet.",
                "lines promised in the period that were delivered later or are not delivered",
            ],
            Formula::Value(Aggregate::Count(Condition::Late)),
        )
        .additive()
        .dated(Field::Promised)
        .readable_with(PURCHASING),
        Measure::new(
            "open_lines",
            "Open lines",
            Kind::Count,
            [
                "Lines that are ordered and not delivered.",
                "lines without a delivery",
            ],
            Formula::Value(Aggregate::Count(Condition::Open)),
        )
        .additive()
        .readable_with(PURCHASING),
        Measure::new(
            "overdue_lines",
            "Overdue lines",
            Kind::Count,
            [
                "Open lines that were promised before today.",
                "open lines with a promised day before today",
            ],
            Formula::Value(Aggregate::Count(Condition::Overdue)),
        )
        .additive()
        .readable_with(PURCHASING),
        Measure::new(
            "overdue_amount",
            "Overdue amount",
            Kind::Money,
            [
                "Amounts of the overdue lines.",
                "sum of quantity x unit price over open lines with a promised day before today",
            ],
            Formula::Value(Aggregate::Sum(Field::Amount, Condition::Overdue)),
        )
        .additive()
        .split_by(Split::Currency)
        .readable_with(PURCHASING),
        Measure::new(
            "lead_time_median",
            "Median lead time",
            Kind::Days,
            [
                "Days from order to delivery; half of the lines took longer.",
                "median of delivery day - order day over lines delivered in the period",
            ],
            Formula::Value(Aggregate::Median(Field::LeadTime, Condition::Positive)),
        )
        .dated(Field::Delivered)
        .readable_with(PURCHASING),
    ],
};
