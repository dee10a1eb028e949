//! Groups rows by the members of dimensions.

use super::ColumnQuery;
use super::index_table::IndexTable;
use super::row_tests::TextDimension;
use crate::calendar::{Bucket, Calendar};
use crate::catalogue::{CalendarNumber, Dimension, DimensionType, Field};
use crate::column_store::{Chunk, MISSING, StoredColumn};
use crate::sql::{Cell, has_name};
use chrono::Datelike;
use foldhash::{HashMap, HashMapExt};

/// How many combinations of members are numbered by a table; more are by a hash map.
const MAX_DENSE_KEYS: u64 = 1 << 20;
const NO_GROUP: u32 = u32::MAX;

/// How a row's value becomes the place of a member.
enum Places {
    /// It is the place.
    Same(StoredColumn),
    One(IndexTable<u32>),
    /// A row belongs to each of several members.
    Several(IndexTable<Vec<u32>>),
}

impl Places {
    fn column(&self) -> StoredColumn {
        match self {
            Self::Same(column) => *column,
            Self::One(table) => table.column(),
            Self::Several(table) => table.column(),
        }
    }
}

/// The members of a dimension by place.
enum Members<'a> {
    /// By id, with the name after it if `names` are shown.
    Ids {
        dimension: TextDimension<'a>,
        field: Field,
    },
    Texts(Vec<Option<&'a str>>),
    Numbers(Vec<i64>),
}

/// A dimension of a query.
struct GroupColumn<'a> {
    places: Places,
    members: Members<'a>,
}

/// Numbers values in the order in which they are found.
struct Numbering<T> {
    places: HashMap<T, u32>,
    values: Vec<T>,
}

impl<T: Copy + Eq + std::hash::Hash> Numbering<T> {
    fn new() -> Self {
        Self {
            places: HashMap::new(),
            values: Vec::new(),
        }
    }

    fn place(&mut self, value: T) -> u32 {
        *self.places.entry(value).or_insert_with(|| {
            self.values.push(value);
            u32::try_from(self.values.len() - 1).unwrap_or(NO_GROUP)
        })
    }
}

/// The value of a dimension of time for a day.
pub(super) fn day_value(dimension: &Dimension, day: i64, calendar: Calendar) -> i64 {
    let date = Bucket::Day.first_day(day, calendar);
    let value = date.map(|date| match dimension.value_type {
        DimensionType::Bucket(bucket) => bucket.number_of(date, calendar),
        DimensionType::CalendarNumber(CalendarNumber::Weekday) => day % 7 + 1,
        DimensionType::CalendarNumber(CalendarNumber::MonthOfYear) => i64::from(date.month()),
        DimensionType::CalendarNumber(CalendarNumber::DayOfMonth) => i64::from(date.day()),
        _ => MISSING,
    });
    value.unwrap_or(MISSING)
}

fn to_text(text: Option<&str>) -> Cell {
    text.map_or(Cell::Null, |text| Cell::Text(text.to_owned()))
}

impl<'a> GroupColumn<'a> {
    fn new(query: &ColumnQuery<'a>, dimension: &'static Dimension) -> Option<Self> {
        if matches!(
            dimension.value_type,
            DimensionType::Bucket(_) | DimensionType::CalendarNumber(_)
        ) {
            return Some(Self::by_day(query, dimension));
        }
        let texts = TextDimension::find(query.store, dimension.field)?;
        let column = texts.column;
        if has_name(dimension.field) || texts.codes.is_none() {
            return Some(Self {
                places: Places::Same(column),
                members: Members::Ids {
                    dimension: texts,
                    field: dimension.field,
                },
            });
        }
        let mut numbering: Numbering<Option<&'a str>> = Numbering::new();
        let places = if dimension.has_several_values() {
            let mut places_of = |crops: Option<&'a str>| -> Vec<u32> {
                let Some(crops) = crops.filter(|crops| !crops.is_empty()) else {
                    return vec![numbering.place(None)];
                };
                let mut parts: Vec<&str> = crops.split(';').collect();
                parts.sort_unstable();
                parts.dedup();
                let parts = parts.into_iter();
                parts.map(|part| numbering.place(Some(part))).collect()
            };
            let values = texts.texts().map(&mut places_of).collect();
            let missing = places_of(None);
            Places::Several(IndexTable::by_code(column, values, missing))
        } else {
            let values = texts.texts().map(|text| numbering.place(text)).collect();
            let missing = numbering.place(None);
            Places::One(IndexTable::by_code(column, values, missing))
        };
        Some(Self {
            places,
            members: Members::Texts(numbering.values),
        })
    }

    fn by_day(query: &ColumnQuery<'a>, dimension: &'static Dimension) -> Self {
        let column = query.date_column();
        let mut numbering: Numbering<i64> = Numbering::new();
        let missing = numbering.place(MISSING);
        let table = IndexTable::by_day(query.store, column, missing, |day| {
            numbering.place(day_value(dimension, day, query.calendar))
        });
        Self {
            places: Places::One(table),
            members: Members::Numbers(numbering.values),
        }
    }

    /// The number of members, and of rows without one.
    fn count(&self) -> u64 {
        let count = match &self.members {
            Members::Ids { dimension, .. } => dimension.ids.len() + 1,
            Members::Texts(texts) => texts.len(),
            Members::Numbers(numbers) => numbers.len(),
        };
        u64::try_from(count).unwrap_or(u64::MAX)
    }

    /// The key of a member, then its name if the dimension has names.
    fn push_cells(&self, place: u64, cells: &mut Vec<Cell>) {
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        match &self.members {
            Members::Ids { dimension, field } => {
                let code = u32::try_from(place).unwrap_or(0);
                let id = dimension.ids.text(code);
                cells.push(to_text(id));
                if has_name(*field) {
                    let codes = dimension.codes.unwrap_or_default();
                    let name = codes.get(place).copied().unwrap_or(0);
                    let name = dimension.texts.text(name);
                    let is_item = *field == Field::Item;
                    cells.push(to_text(if is_item { name.or(id) } else { name }));
                }
            }
            Members::Texts(texts) => cells.push(to_text(texts.get(place).copied().flatten())),
            Members::Numbers(numbers) => cells.push(match numbers.get(place) {
                None | Some(&MISSING) => Cell::Null,
                Some(number) => Cell::Integer(*number),
            }),
        }
    }
}

/// The numbers of groups by key.
enum GroupNumbers {
    Dense(Vec<u32>),
    Sparse(HashMap<u64, u32>),
}

/// The groups of a query. They are numbered in the order in which their first rows are found.
pub(super) struct Groups<'a> {
    columns: Vec<GroupColumn<'a>>,
    numbers: GroupNumbers,
    /// The combinations of members, by the number of the group.
    keys: Vec<u64>,
}

impl<'a> Groups<'a> {
    /// Groups by dimensions; none if there are more combinations than there are keys.
    pub(super) fn new(query: &ColumnQuery<'a>, dimensions: &[&'static Dimension]) -> Option<Self> {
        let mut columns = Vec::with_capacity(dimensions.len());
        let mut combinations: u64 = 1;
        for dimension in dimensions {
            let column = GroupColumn::new(query, dimension)?;
            combinations = combinations.checked_mul(column.count())?;
            columns.push(column);
        }
        let numbers = if combinations <= MAX_DENSE_KEYS {
            let keys = usize::try_from(combinations).ok()?;
            GroupNumbers::Dense(vec![NO_GROUP; keys])
        } else {
            GroupNumbers::Sparse(HashMap::new())
        };
        Some(Self {
            columns,
            numbers,
            keys: Vec::new(),
        })
    }

    /// The number of groups so far.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The group of each row. A row that belongs to several groups is repeated.
    pub(super) fn assign(&mut self, chunk: &Chunk, rows: &mut Vec<u16>) -> Vec<u32> {
        let mut keys = vec![0_u64; rows.len()];
        for column in &self.columns {
            let count = column.count();
            let values = chunk.gather(column.places.column(), rows);
            let pairs = keys.iter_mut().zip(values);
            match &column.places {
                Places::Same(_) => {
                    for (key, value) in pairs {
                        *key = *key * count + u64::try_from(value).unwrap_or(0);
                    }
                }
                Places::One(table) => {
                    for (key, value) in pairs {
                        *key = *key * count + u64::from(*table.value(value));
                    }
                }
                Places::Several(table) => {
                    let mut repeated = Vec::with_capacity(rows.len());
                    let mut all = Vec::with_capacity(rows.len());
                    for ((key, value), row) in pairs.zip(rows.iter()) {
                        for place in table.value(value) {
                            repeated.push(*row);
                            all.push(*key * count + u64::from(*place));
                        }
                    }
                    *rows = repeated;
                    keys = all;
                }
            }
        }
        keys.into_iter().map(|key| self.number(key)).collect()
    }

    fn number(&mut self, key: u64) -> u32 {
        let next = u32::try_from(self.keys.len()).unwrap_or(NO_GROUP);
        let number = match &mut self.numbers {
            GroupNumbers::Dense(numbers) => {
                let place = usize::try_from(key).unwrap_or(usize::MAX);
                match numbers.get_mut(place) {
                    Some(number) => {
                        if *number == NO_GROUP {
                            *number = next;
                        }
                        *number
                    }
                    None => next,
                }
            }
            GroupNumbers::Sparse(numbers) => *numbers.entry(key).or_insert(next),
        };
        if number == next {
            self.keys.push(key);
        }
        number
    }

    /// Key, and name if there is one, of each dimension of a group.
    pub(super) fn cells(&self, group: usize) -> Vec<Cell> {
        let mut key = self.keys.get(group).copied().unwrap_or(0);
        let mut places = Vec::with_capacity(self.columns.len());
        for column in self.columns.iter().rev() {
            let count = column.count();
            places.push(key % count);
            key /= count;
        }
        let mut cells = Vec::with_capacity(2 * self.columns.len() + 4);
        for (column, place) in self.columns.iter().zip(places.into_iter().rev()) {
            column.push_cells(place, &mut cells);
        }
        cells
    }
}
