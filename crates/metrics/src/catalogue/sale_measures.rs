//! Measures of sale lines.

use super::dimensions::{
    ACRES, BRAND, CATEGORY, COUNTY, CROP, CURRENCY, CUSTOMER, CUSTOMER_ID, CUSTOMER_SINCE, ITEM,
    ITEM_CLASS, ITEM_ID, LINE_AMOUNT, LOCATION, ORDER, SALESPERSON, STATE, UNIT, UNIT_PRICE,
};
use super::{Access, Aggregate, Condition, Dataset, Field, Formula, Kind, Measure, Split};

const SALES_ONLY: &[Access] = &[Access::Sales];
/// Costs are those of purchases.
const WITH_COSTS: &[Access] = &[Access::Sales, Access::Purchasing];

const REVENUE: Formula = Formula::Value(Aggregate::Sum(Field::Amount, Condition::Always));
const QUANTITY: Formula = Formula::Value(Aggregate::Sum(Field::Quantity, Condition::Always));
const LINES: Formula = Formula::Value(Aggregate::Count(Condition::Always));
const ORDERS: Formula = Formula::Value(Aggregate::CountDistinct(Field::Order, Condition::Always));
const BUYERS: Formula =
    Formula::Value(Aggregate::CountDistinct(Field::Customer, Condition::Always));
const ITEMS: Formula = Formula::Value(Aggregate::CountDistinct(Field::Item, Condition::Always));
const NEW_BUYERS: Formula = Formula::Value(Aggregate::CountDistinct(
    Field::Customer,
    Condition::FirstPurchase,
));
const RETURNED_QUANTITY: Formula =
    Formula::Value(Aggregate::Sum(Field::Quantity, Condition::Returned));
const RETURNED_AMOUNT: Formula = Formula::Value(Aggregate::Sum(Field::Amount, Condition::Returned));
const SOLD_AMOUNT: Formula = Formula::Value(Aggregate::Sum(Field::Amount, Condition::Positive));
const COST: Formula = Formula::Value(Aggregate::Sum(Field::CostAmount, Condition::Always));
const REVENUE_WITH_COST: Formula =
    Formula::Value(Aggregate::Sum(Field::Amount, Condition::HasCost));
const MARGIN: Formula = Formula::Minus(&REVENUE_WITH_COST, &COST);
const RETURNED_OR_ZERO: Formula = Formula::OrZero(&RETURNED_AMOUNT);

pub(super) const SALES: Dataset = Dataset {
    id: "sales",
    label: "Sales",
    has_days: true,
    dimensions: &[
        &ITEM,
        &ITEM_ID,
        &CATEGORY,
        &ITEM_CLASS,
        &BRAND,
        &UNIT,
        &CURRENCY,
        &CUSTOMER,
        &CUSTOMER_ID,
        &SALESPERSON,
        &STATE,
        &COUNTY,
        &CROP,
        &LOCATION,
        &ORDER,
        &UNIT_PRICE,
        &LINE_AMOUNT,
        &ACRES,
        &CUSTOMER_SINCE,
    ],
    measures: &[
        Measure::new(
            "revenue",
            "Revenue",
            Kind::Money,
            [
                "Amounts of the lines, less returns.",
                "sum of quantity x unit price",
            ],
            REVENUE,
        )
        .additive()
        .split_by(Split::Currency)
        .readable_with(SALES_ONLY),
        Measure::new(
            "quantity",
            "Quantity sold",
            Kind::Quantity,
            ["Quantity sold, less returns.", "sum of quantity"],
            QUANTITY,
        )
        .additive()
        .split_by(Split::Unit)
        .readable_with(SALES_ONLY),
        Measure::new(
            "orders",
            "Orders",
            Kind::Count,
            ["Orders with lines.", "distinct order ids"],
            ORDERS,
        )
        .zero_without_rows()
        .readable_with(SALES_ONLY),
        Measure::new(
            "lines",
            "Order lines",
            Kind::Count,
            ["Lines, returns included.", "number of lines"],
            LINES,
        )
        .additive()
        .readable_with(SALES_ONLY),
        Measure::new(
            "avg_order_value",
            "Average order value",
            Kind::Money,
            ["Revenue of an order on average.", "revenue / orders"],
            Formula::Ratio(&REVENUE, &ORDERS),
        )
        .split_by(Split::Currency)
        .readable_with(SALES_ONLY),
        Measure::new(
            "median_order_value",
            "Median order value",
            Kind::Money,
            [
                "Half of the orders are larger.",
                "median over orders of the amounts in the group",
            ],
            Formula::Value(Aggregate::MedianOfOrders(Field::Amount)),
        )
        .split_by(Split::Currency)
        .readable_with(SALES_ONLY),
        Measure::new(
            "avg_price",
            "Average price",
            Kind::Money,
            ["Revenue of a unit on average.", "revenue / quantity"],
            Formula::Ratio(&REVENUE, &QUANTITY),
        )
        .split_by(Split::CurrencyAndUnit)
        .readable_with(SALES_ONLY),
        Measure::new(
            "customers",
            "Buying customers",
            Kind::Count,
            ["Customers with lines.", "distinct customers"],
            BUYERS,
        )
        .zero_without_rows()
        .readable_with(SALES_ONLY),
        Measure::new(
            "items",
            "Items sold",
            Kind::Count,
            ["Items with lines.", "distinct items"],
            ITEMS,
        )
        .zero_without_rows()
        .readable_with(SALES_ONLY),
        Measure::new(
            "new_customers",
            "New customers",
            Kind::Count,
            [
                "Customers whose first purchase ever is in the period.",
                "distinct customers with a line on the day of their first purchase",
            ],
            NEW_BUYERS,
        )
        .additive()
        .readable_with(SALES_ONLY),
        Measure::new(
            "revenue_per_customer",
            "Revenue per customer",
            Kind::Money,
            [
                "Revenue of a buying customer on average.",
                "revenue / customers",
            ],
            Formula::Ratio(&REVENUE, &BUYERS),
        )
        .split_by(Split::Currency)
        .readable_with(SALES_ONLY),
        Measure::new(
            "returned_quantity",
            "Returned quantity",
            Kind::Quantity,
            ["Quantity of the returns.", "- sum of negative quantities"],
            Formula::OrZero(&Formula::Negative(&RETURNED_QUANTITY)),
        )
        .additive()
        .split_by(Split::Unit)
        .readable_with(SALES_ONLY),
        Measure::new(
            "return_rate",
            "Return rate",
            Kind::Percent,
            [
                "Returned amount in percent of the sold amount.",
                "100 x returned amount / sold amount",
            ],
            Formula::Percent(&Formula::Negative(&RETURNED_OR_ZERO), &SOLD_AMOUNT),
        )
        .split_by(Split::Currency)
        .readable_with(SALES_ONLY),
        Measure::new(
            "cost_of_goods",
            "Cost of goods sold",
            Kind::Money,
            [
                "Cost of the sold quantities. Lines without a known cost are left out.",
                "sum of quantity x cost; the cost is the last purchase price of the item in the \
                 same unit and currency up to the day, else the unit cost of its inventory row",
            ],
            Formula::OrZero(&COST),
        )
        .additive()
        .split_by(Split::Currency)
        .readable_with(WITH_COSTS),
        Measure::new(
            "gross_margin",
            "Gross margin",
            Kind::Money,
            [
                "Revenue less cost, over lines with a known cost.",
                "revenue - cost of goods",
            ],
            Formula::OrZero(&MARGIN),
        )
        .additive()
        .split_by(Split::Currency)
        .readable_with(WITH_COSTS),
        Measure::new(
            "gross_margin_percent",
            "Gross margin in percent",
            Kind::Percent,
            [
                "Gross margin in percent of the revenue, over lines with a known cost.",
                "100 x gross margin / revenue",
            ],
            Formula::Percent(&MARGIN, &REVENUE_WITH_COST),
        )
        .split_by(Split::Currency)
        .readable_with(WITH_COSTS),
    ],
};
