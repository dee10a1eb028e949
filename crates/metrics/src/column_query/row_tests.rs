//! Filters as tests of rows.

use super::ColumnQuery;
use super::group_columns::day_value;
use super::index_table::IndexTable;
use super::row_fields::{ChunkRows, FieldReader};
use crate::calendar::{Calendar, Span, julian_day};
use crate::catalogue::{DimensionType, Field};
use crate::column_store::{ColumnStore, Dictionary, MISSING, StoredColumn};
use crate::query::{
    Comparison, Filter, FilterTest, Operand, contains_any, integer_bound, starts_with_any,
};
use crate::sql::{has_name, to_integer};
use foldhash::{HashSet, HashSetExt};

/// Tests one property of rows.
pub(super) enum RowTest {
    /// By the value of a column.
    Column(IndexTable<bool>),
    /// By a number of the row itself.
    Number(Field, NumberTest),
}

/// Whether a number passes; [`MISSING`] if there is none.
type NumberTest = Box<dyn Fn(i64) -> bool>;
/// Whether a text passes.
type TextTest<'a> = Box<dyn Fn(&str) -> bool + 'a>;

impl RowTest {
    /// Keeps the rows that pass.
    pub(super) fn retain(
        &self,
        reader: &FieldReader,
        rows: &mut Vec<u16>,
        chunk: &crate::column_store::Chunk,
    ) {
        let selected = ChunkRows { chunk, rows };
        match self {
            Self::Column(table) => {
                let mut values = selected.gather(table.column()).into_iter();
                rows.retain(|_| values.next().is_some_and(|value| *table.value(value)));
            }
            Self::Number(field, test) => {
                let mut values = reader.read(*field, selected).into_iter();
                rows.retain(|_| values.next().is_some_and(test));
            }
        }
    }

    /// Whether a day is in a span.
    pub(super) fn from_span(
        store: &ColumnStore,
        column: StoredColumn,
        from: Option<i64>,
        to: i64,
    ) -> Self {
        let is_within = |day: i64| from.is_none_or(|from| day >= from) && day <= to;
        Self::Column(IndexTable::by_day(store, column, false, is_within))
    }

    /// The test of a filter.
    pub(super) fn new(query: &ColumnQuery<'_>, filter: &Filter) -> Self {
        let dimension = filter.dimension;
        match dimension.value_type {
            DimensionType::Text => Self::Column(test_texts(query, filter)),
            DimensionType::Bucket(_) | DimensionType::CalendarNumber(_) => {
                let test = number_test(filter, query.calendar);
                let missing = test(MISSING);
                Self::Column(IndexTable::by_day(
                    query.store,
                    query.date_column(),
                    missing,
                    |day| test(day_value(dimension, day, query.calendar)),
                ))
            }
            DimensionType::Number(_) | DimensionType::Date => {
                let test = number_test(filter, query.calendar);
                let customers = &query.store.customers;
                let values = match dimension.field {
                    Field::Acres => &customers.acres,
                    Field::CustomerSince => &customers.since,
                    field => return Self::Number(field, test),
                };
                let missing = test(MISSING);
                let passes = values.iter().map(|value| test(*value)).collect();
                Self::Column(IndexTable::by_code(StoredColumn::Customer, passes, missing))
            }
        }
    }
}

/// The column, dictionary and numbers of a dimension with text: the texts of the column's values.
pub(super) struct TextDimension<'a> {
    pub(super) column: StoredColumn,
    /// The ids, by the values of the column.
    pub(super) ids: &'a Dictionary,
    /// The texts by the values of the column, in `texts`; none if they are the ids.
    pub(super) codes: Option<&'a [u32]>,
    pub(super) texts: &'a Dictionary,
}

impl<'a> TextDimension<'a> {
    /// A dimension of the store; none if it has no texts.
    pub(super) fn find(store: &'a ColumnStore, field: Field) -> Option<Self> {
        let (items, customers) = (&store.items, &store.customers);
        let plain = |column: StoredColumn, ids: &'a Dictionary| Self {
            column,
            ids,
            codes: None,
            texts: ids,
        };
        let attribute = |column: StoredColumn, ids: &'a Dictionary, codes: &'a [u32]| Self {
            column,
            ids,
            codes: Some(codes),
            texts: &store.texts,
        };
        let item = |codes: &'a [u32]| attribute(StoredColumn::Item, &items.ids, codes);
        let customer = |codes: &'a [u32]| attribute(StoredColumn::Customer, &customers.ids, codes);
        Some(match field {
            Field::Item => item(&items.names),
            Field::ItemId => plain(StoredColumn::Item, &items.ids),
            Field::Category => item(&items.categories),
            Field::ItemClass => item(&items.classes),
            Field::Brand => item(&items.brands),
            Field::Customer => customer(&customers.names),
            Field::CustomerId => plain(StoredColumn::Customer, &customers.ids),
            Field::Salesperson => customer(&customers.salespeople),
            Field::State => customer(&customers.states),
            Field::County => customer(&customers.counties),
            Field::Crop => customer(&customers.crops),
            Field::Supplier => attribute(
                StoredColumn::Supplier,
                &store.supplier_ids,
                &store.supplier_names,
            ),
            Field::SupplierId => plain(StoredColumn::Supplier, &store.supplier_ids),
            Field::Order => plain(StoredColumn::Order, &store.orders),
            Field::Location => plain(StoredColumn::Location, &store.locations),
            Field::Unit => plain(StoredColumn::Unit, &store.units),
            Field::Currency => plain(StoredColumn::Currency, &store.currencies),
            _ => return None,
        })
    }

    /// The text of each value of the column.
    pub(super) fn texts(&self) -> Box<dyn Iterator<Item = Option<&'a str>> + 'a> {
        match self.codes {
            None => Box::new(self.texts.texts()),
            Some(codes) => {
                let texts = self.texts;
                Box::new(codes.iter().map(move |code| texts.text(*code)))
            }
        }
    }
}

fn test_texts(query: &ColumnQuery<'_>, filter: &Filter) -> IndexTable<bool> {
    let field = filter.dimension.field;
    let Some(dimension) = TextDimension::find(query.store, field) else {
        return IndexTable::by_code(StoredColumn::Item, Vec::new(), false);
    };
    let (mut passes, is_negated): (Vec<bool>, bool) = match &filter.test {
        FilterTest::IsEmpty { is_negated } => {
            // An item without a name is shown by its id.
            let has_id = field == Field::Item;
            let texts = dimension.texts().zip(0..);
            let are_empty = texts.map(|(text, code)| text.is_none() && (!has_id || code == 0));
            (are_empty.collect(), *is_negated)
        }
        FilterTest::Bought {
            lines,
            span,
            filters,
            is_negated,
        } => {
            let mut buyers = query.buyers(lines, dimension.column, *span, filters);
            buyers.resize(dimension.ids.len() + 1, false);
            (buyers, *is_negated)
        }
        test => {
            let (matches, is_negated) = text_test(field, test);
            let ids = dimension.ids.texts();
            let passes = dimension.texts().zip(ids).map(|(text, id)| {
                let shown = if field == Field::Item {
                    text.or(id)
                } else {
                    text
                };
                shown.is_some_and(&matches)
            });
            (passes.collect(), is_negated)
        }
    };
    for passes in &mut passes {
        *passes ^= is_negated;
    }
    // The first place is that of rows without a value.
    let missing = passes.first().copied().unwrap_or(is_negated);
    IndexTable::by_code(dimension.column, passes, missing)
}

/// Whether a text passes, and whether the test is negated. Rows without a text pass negated tests
/// only.
fn text_test(field: Field, test: &FilterTest) -> (TextTest<'_>, bool) {
    match test {
        FilterTest::In { texts, is_negated } => {
            let texts: HashSet<&str> = texts.iter().map(String::as_str).collect();
            let is_one = move |text: &str| texts.contains(text);
            let test: TextTest<'_> = if field == Field::Crop {
                any_crop(is_one)
            } else {
                Box::new(is_one)
            };
            (test, *is_negated)
        }
        FilterTest::Contains { texts, is_negated } => {
            (test_members(field, contains_any(texts)), *is_negated)
        }
        FilterTest::StartsWith { texts } => (test_members(field, starts_with_any(texts)), false),
        // Numbers are not texts.
        _ => (Box::new(|_| false), false),
    }
}

/// Tests members of a dimension. Only names may be empty texts.
fn test_members<'a>(field: Field, matches: impl Fn(&str) -> bool + 'a) -> TextTest<'a> {
    if field == Field::Crop {
        return any_crop(matches);
    }
    let has_name = has_name(field);
    Box::new(move |text| (has_name || !text.is_empty()) && matches(text))
}

/// Whether one of a customer's crops matches.
fn any_crop<'a>(matches: impl Fn(&str) -> bool + 'a) -> TextTest<'a> {
    Box::new(move |crops| !crops.is_empty() && crops.split(';').any(&matches))
}

/// Whether a number passes a filter.
fn number_test(filter: &Filter, calendar: Calendar) -> NumberTest {
    let bound = |operand: &Operand| {
        let (bound, is_exact) = integer_bound(*operand, filter.dimension.value_type, calendar);
        (to_integer(bound), is_exact)
    };
    match &filter.test {
        FilterTest::IsEmpty { is_negated } => {
            let is_negated = *is_negated;
            Box::new(move |number| (number == MISSING) != is_negated)
        }
        FilterTest::OneOf {
            operands,
            is_negated,
        } => {
            let is_negated = *is_negated;
            let mut exact = HashSet::new();
            exact.extend(
                operands
                    .iter()
                    .map(bound)
                    .filter(|(_, is_exact)| *is_exact)
                    .map(|(bound, _)| bound),
            );
            Box::new(move |number| (number != MISSING && exact.contains(&number)) != is_negated)
        }
        FilterTest::Compare {
            comparison,
            operands,
        } => {
            let comparison = *comparison;
            let bounds: Vec<(i64, bool)> = operands.iter().map(bound).collect();
            Box::new(move |number| number != MISSING && compare(comparison, &bounds, number))
        }
        // Texts are not numbers.
        _ => Box::new(|_| false),
    }
}

fn compare(comparison: Comparison, bounds: &[(i64, bool)], number: i64) -> bool {
    let is_at_least =
        |(bound, is_exact): (i64, bool)| number > bound || (is_exact && number == bound);
    match (comparison, bounds) {
        (Comparison::Less, [(bound, true), ..]) => number < *bound,
        (Comparison::Less | Comparison::AtMost, [(bound, _), ..]) => number <= *bound,
        (Comparison::Greater, [(bound, _), ..]) => number > *bound,
        (Comparison::AtLeast, [first, ..]) => is_at_least(*first),
        (Comparison::Between, [first, (last, _)]) => is_at_least(*first) && number <= *last,
        _ => false,
    }
}

/// The first and the last day of a span.
pub(super) fn span_days(span: Span) -> (Option<i64>, i64) {
    (span.from.map(julian_day), julian_day(span.to))
}
