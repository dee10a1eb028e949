//! The measures and dimensions, each declared once. Validation, SQL, answers and documentation
//! follow from these declarations.

mod dimensions;
mod price_measures;
mod purchase_measures;
mod row_columns;
mod sale_measures;
mod stock_measures;

pub(crate) use dimensions::LINE_ROLLUP;
pub use row_columns::RowColumn;
pub(crate) use row_columns::{RowFormat, row_columns, row_order};

use crate::calendar::Bucket;

/// What a caller must be allowed to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    Sales,
    Purchasing,
    Inventory,
    Customers,
    Market,
}

/// The kind of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Money,
    Count,
    Quantity,
    Percent,
    Days,
    Date,
    Number,
    Text,
}

/// The columns of datasets, by their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Field {
    Item,
    /// The id of the item, where its name is not unique.
    ItemId,
    Category,
    /// Finer than the category, in the organization's own words.
    ItemClass,
    Brand,
    Unit,
    Currency,
    Customer,
    CustomerId,
    Salesperson,
    State,
    County,
    /// One of the customer's crops.
    Crop,
    Supplier,
    SupplierId,
    Location,
    Order,
    Commodity,
    Market,
    Day,
    Promised,
    Delivered,
    Transaction,
    CustomerSince,
    /// The day of the customer's first sale.
    FirstDay,
    /// The day of the customer's last sale.
    LastDay,
    /// Days from order to delivery.
    LeadTime,
    Acres,
    Quantity,
    UnitPrice,
    Amount,
    /// The last purchase price up to the day.
    PurchasePrice,
    /// Quantity x cost.
    CostAmount,
    OnHand,
    OnOrder,
    Booked,
    Position,
    ReorderPoint,
    /// On hand x unit cost.
    StockValue,
    /// Net quantity sold in the 365 days up to today.
    Sold,
    /// Net revenue in the 365 days up to today.
    Revenue365,
    Price,
    Volume,
}

/// A condition on the rows that a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    Always,
    /// The quantity is negative.
    Returned,
    /// The quantity is positive.
    Positive,
    HasCost,
    /// The cost is a purchase price.
    HasPurchasePrice,
    /// The line is on the day of the customer's first purchase.
    FirstPurchase,
    /// Promised up to today.
    Due,
    /// Due, and delivered by the promised day.
    OnTime,
    /// Due, and delivered later or not yet.
    Late,
    /// Ordered and not delivered.
    Open,
    /// Open, and promised before today.
    Overdue,
    BelowReorderPoint,
    /// Purchased before, but not in the last 365 days.
    Lapsed,
}

/// What SQL computes of the rows of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aggregate {
    Sum(Field, Condition),
    Count(Condition),
    CountDistinct(Field, Condition),
    Min(Field, Condition),
    Max(Field, Condition),
    /// The field in the row of the first day.
    Oldest(Field),
    /// The field in the row of the last day; of one day, of the last transaction.
    Newest(Field, Condition),
    /// The median over orders of the sum of a field.
    MedianOfOrders(Field),
    Median(Field, Condition),
}

impl Aggregate {
    /// The field that is aggregated; none for counts of rows.
    pub(crate) fn field(self) -> Option<Field> {
        match self {
            Self::Sum(field, _)
            | Self::CountDistinct(field, _)
            | Self::Min(field, _)
            | Self::Max(field, _)
            | Self::Oldest(field)
            | Self::Newest(field, _)
            | Self::MedianOfOrders(field)
            | Self::Median(field, _) => Some(field),
            Self::Count(_) => None,
        }
    }

    /// The condition on the rows.
    pub(crate) fn condition(self) -> Condition {
        match self {
            Self::Sum(_, condition)
            | Self::Count(condition)
            | Self::CountDistinct(_, condition)
            | Self::Min(_, condition)
            | Self::Max(_, condition)
            | Self::Newest(_, condition)
            | Self::Median(_, condition) => condition,
            Self::Oldest(_) | Self::MedianOfOrders(_) => Condition::Always,
        }
    }
}

/// How a figure follows from aggregates, in exact decimals. Without a value the result has none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Formula {
    Value(Aggregate),
    OrZero(&'static Formula),
    Negative(&'static Formula),
    Minus(&'static Formula, &'static Formula),
    Times(&'static Formula, i64),
    /// None if the divisor is zero.
    Ratio(&'static Formula, &'static Formula),
    Percent(&'static Formula, &'static Formula),
    /// None unless the value is positive.
    IfPositive(&'static Formula),
}

/// What a measure must not add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    None,
    Currency,
    Unit,
    CurrencyAndUnit,
    /// Quotes of different commodities, markets and units are never mixed.
    Quote,
}

/// A figure over the rows of a dataset.
#[derive(Debug)]
pub struct Measure {
    pub id: &'static str,
    pub label: &'static str,
    pub kind: Kind,
    /// What the figure means, in one sentence.
    pub description: &'static str,
    /// How it is computed.
    pub formula_text: &'static str,
    /// Whether the figures of the parts of a period add up to that of the period.
    pub is_additive: bool,
    /// What a caller must be allowed to read.
    pub access: &'static [Access],
    /// Whether the figure is 0, not missing, in a row without lines for it.
    pub(crate) is_zero_without_rows: bool,
    /// The day that decides in which period a row is.
    pub(crate) date: Field,
    pub(crate) split: Split,
    pub(crate) formula: Formula,
}

/// The type of a dimension's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DimensionType {
    Text,
    /// An integer column with this number of decimals.
    Number(u32),
    Date,
    Bucket(Bucket),
    /// A part of the calendar, as a number.
    CalendarNumber(CalendarNumber),
}

/// Parts of a date that repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CalendarNumber {
    /// 1 (Monday) to 7.
    Weekday,
    MonthOfYear,
    DayOfMonth,
}

/// A property of rows by which figures are grouped or filtered.
#[derive(Debug, PartialEq, Eq)]
pub struct Dimension {
    pub id: &'static str,
    pub label: &'static str,
    pub(crate) value_type: DimensionType,
    /// The column. Time dimensions use the day of the measure instead.
    pub(crate) field: Field,
    /// Whether figures can be grouped by it; attributes are for filters only.
    pub(crate) is_groupable: bool,
}

/// A table of facts with its measures and dimensions.
#[derive(Debug)]
pub struct Dataset {
    pub id: &'static str,
    pub label: &'static str,
    pub measures: &'static [Measure],
    pub(crate) dimensions: &'static [&'static Dimension],
    /// Whether rows have days. Without days there are no periods and no time dimensions.
    pub(crate) has_days: bool,
}

/// Every dataset.
pub static DATASETS: [Dataset; 5] = [
    sale_measures::SALES,
    purchase_measures::PURCHASES,
    stock_measures::INVENTORY,
    stock_measures::CUSTOMERS,
    price_measures::PRICES,
];

/// The dataset with this id.
pub fn find_dataset(id: &str) -> Option<&'static Dataset> {
    DATASETS.iter().find(|dataset| dataset.id == id)
}

/// The dimension with this id, of any dataset.
pub fn find_dimension(id: &str) -> Option<&'static Dimension> {
    DATASETS
        .iter()
        .find_map(|dataset| dataset.find_dimension(id))
}

const TEXT_OPERATORS: &[&str] = &[
    "in",
    "not_in",
    "=",
    "!=",
    "contains",
    "not_contains",
    "starts_with",
    "is_empty",
    "is_not_empty",
];
const BUYER_OPERATORS: &[&str] = &[
    "in",
    "not_in",
    "=",
    "!=",
    "contains",
    "not_contains",
    "starts_with",
    "is_empty",
    "is_not_empty",
    "bought",
    "did_not_buy",
];
const NUMBER_OPERATORS: &[&str] = &[
    "in",
    "not_in",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "between",
    "is_empty",
    "is_not_empty",
];

impl Dataset {
    /// Whether rows have days. Without days there are no periods and no time dimensions.
    pub fn has_days(&self) -> bool {
        self.has_days
    }

    /// The measure with this id.
    pub fn find_measure(&self, id: &str) -> Option<&'static Measure> {
        self.measures.iter().find(|measure| measure.id == id)
    }

    /// The dimension with this id.
    pub fn find_dimension(&self, id: &str) -> Option<&'static Dimension> {
        self.all_dimensions().find(|dimension| dimension.id == id)
    }

    /// The dimensions, those of time last.
    pub fn all_dimensions(&self) -> impl Iterator<Item = &'static Dimension> + use<> {
        let times: &'static [&'static Dimension] = if self.has_days {
            dimensions::TIMES
        } else {
            &[]
        };
        self.dimensions.iter().chain(times).copied()
    }
}

impl Dimension {
    /// `text`, `number` or `date`.
    pub fn type_name(&self) -> &'static str {
        match self.value_type {
            DimensionType::Text => "text",
            DimensionType::Number(_) | DimensionType::CalendarNumber(_) => "number",
            DimensionType::Date | DimensionType::Bucket(_) => "date",
        }
    }

    /// The operators of filters.
    pub fn operators(&self) -> &'static [&'static str] {
        match (self.value_type, self.field) {
            (DimensionType::Text, Field::Customer | Field::Supplier) => BUYER_OPERATORS,
            (DimensionType::Text, _) => TEXT_OPERATORS,
            _ => NUMBER_OPERATORS,
        }
    }

    /// Whether figures can be grouped by it; otherwise it is for filters only.
    pub fn is_groupable(&self) -> bool {
        self.is_groupable
    }

    /// Whether a row can have several values, and then counts for each.
    pub(crate) fn has_several_values(&self) -> bool {
        self.field == Field::Crop
    }

    pub(crate) fn bucket(&self) -> Option<Bucket> {
        match self.value_type {
            DimensionType::Bucket(bucket) => Some(bucket),
            _ => None,
        }
    }

    pub(crate) fn kind(&self) -> Kind {
        match self.value_type {
            DimensionType::Text => Kind::Text,
            DimensionType::Number(_) | DimensionType::CalendarNumber(_) => Kind::Number,
            DimensionType::Date | DimensionType::Bucket(_) => Kind::Date,
        }
    }
}

impl Split {
    /// The dimensions that keep apart what must not be added.
    pub(crate) fn dimension_ids(self) -> &'static [&'static str] {
        match self {
            Self::None => &[],
            Self::Currency => &["currency"],
            Self::Unit => &["unit"],
            Self::CurrencyAndUnit => &["currency", "unit"],
            Self::Quote => &["commodity", "market", "unit"],
        }
    }
}

impl Formula {
    /// The aggregates that the formula needs, in order.
    pub(crate) fn aggregates(&self) -> Vec<Aggregate> {
        match self {
            Self::Value(aggregate) => vec![*aggregate],
            Self::OrZero(a) | Self::Negative(a) | Self::Times(a, _) | Self::IfPositive(a) => {
                a.aggregates()
            }
            Self::Minus(a, b) | Self::Ratio(a, b) | Self::Percent(a, b) => {
                let mut all = a.aggregates();
                all.extend(b.aggregates());
                all
            }
        }
    }
}

impl Measure {
    /// A measure of sums or counts over transaction days, missing without rows.
    const fn new(
        id: &'static str,
        label: &'static str,
        kind: Kind,
        texts: [&'static str; 2],
        formula: Formula,
    ) -> Self {
        let [description, formula_text] = texts;
        Self {
            id,
            label,
            kind,
            description,
            formula_text,
            is_additive: false,
            access: &[],
            is_zero_without_rows: false,
            date: Field::Day,
            split: Split::None,
            formula,
        }
    }

    const fn additive(self) -> Self {
        Self {
            is_additive: true,
            is_zero_without_rows: true,
            ..self
        }
    }

    const fn zero_without_rows(self) -> Self {
        Self {
            is_zero_without_rows: true,
            ..self
        }
    }

    const fn split_by(self, split: Split) -> Self {
        Self { split, ..self }
    }

    const fn dated(self, date: Field) -> Self {
        Self { date, ..self }
    }

    const fn readable_with(self, access: &'static [Access]) -> Self {
        Self { access, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_are_unique_within_a_dataset() {
        for dataset in &DATASETS {
            let mut ids = BTreeSet::new();
            for id in dataset.measures.iter().map(|measure| measure.id) {
                assert!(ids.insert(id), "{}: {id}", dataset.id);
            }
            let mut dimensions = BTreeSet::new();
            for dimension in dataset.all_dimensions() {
                assert!(
                    dimensions.insert(dimension.id),
                    "{}: {}",
                    dataset.id,
                    dimension.id
                );
            }
        }
    }

    #[test]
    fn every_measure_needs_an_access_and_says_what_it_is() {
        for measure in DATASETS.iter().flat_map(|dataset| dataset.measures) {
            assert!(!measure.access.is_empty(), "{}", measure.id);
            assert!(measure.description.ends_with('.'), "{}", measure.id);
            assert!(!measure.formula_text.is_empty(), "{}", measure.id);
        }
    }

    #[test]
    fn only_sums_and_counts_are_additive() {
        for measure in DATASETS.iter().flat_map(|dataset| dataset.measures) {
            let only_sums = measure.formula.aggregates().iter().all(|aggregate| {
                matches!(aggregate, Aggregate::Sum(..) | Aggregate::Count(_))
                    || measure.id == "new_customers"
            });
            assert!(only_sums || !measure.is_additive, "{}", measure.id);
        }
    }
}
