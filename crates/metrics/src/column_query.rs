//! Answers the parts of a query from a column store.

mod aggregation;
mod group_columns;
mod index_table;
mod line_members;
mod row_fields;
mod row_tests;

use crate::calendar::{Calendar, Span, julian_day};
use crate::catalogue::{Aggregate, DATASETS, Dataset, Dimension, Field};
use crate::column_store::{Chunk, ColumnStore, StoredColumn};
use crate::query::Filter;
use crate::sql::{Cell, MAX_GROUPS, ResultRows};
use aggregation::Accumulator;
use group_columns::Groups;
use row_fields::{ChunkRows, FieldReader};
use row_tests::{RowTest, span_days};

/// Rows of a dataset in a period.
pub(crate) struct ColumnQuery<'a> {
    pub(crate) store: &'a ColumnStore,
    pub(crate) calendar: Calendar,
    pub(crate) dataset: &'static Dataset,
    /// The day that decides in which period a row is.
    pub(crate) date: Field,
    pub(crate) span: Span,
    pub(crate) filters: &'a [Filter],
}

impl<'a> ColumnQuery<'a> {
    pub(super) fn today(&self) -> i64 {
        julian_day(self.calendar.today)
    }

    pub(super) fn first_day_of_365(&self) -> i64 {
        julian_day(self.calendar.first_day_of_365())
    }

    pub(super) fn date_column(&self) -> StoredColumn {
        match self.date {
            Field::Promised => StoredColumn::Promised,
            Field::Delivered => StoredColumn::Delivered,
            _ => StoredColumn::Day,
        }
    }

    fn tests(&self) -> Vec<RowTest> {
        let mut tests = Vec::new();
        if self.dataset.has_days {
            let (from, to) = span_days(self.span);
            let (date, today) = (self.date_column(), self.today());
            if date == StoredColumn::Day {
                let to = to.min(today);
                tests.push(RowTest::from_span(self.store, date, from, to));
            } else {
                let day = StoredColumn::Day;
                tests.push(RowTest::from_span(self.store, day, None, today));
                tests.push(RowTest::from_span(self.store, date, from, to));
            }
        }
        let filters = self.filters.iter();
        tests.extend(filters.map(|filter| RowTest::new(self, filter)));
        tests
    }

    fn for_each_chunk(&self, reader: &FieldReader, mut with: impl FnMut(&'a Chunk, Vec<u16>)) {
        let tests = self.tests();
        for chunk in self.store.chunks(self.dataset.id) {
            let mut rows = chunk.all_rows();
            for test in &tests {
                test.retain(reader, &mut rows, chunk);
                if rows.is_empty() {
                    break;
                }
            }
            if !rows.is_empty() {
                with(chunk, rows);
            }
        }
    }

    /// Who has lines, no returns, that pass filters: by the number of the customer or supplier.
    pub(super) fn buyers(
        &self,
        dataset: &'static Dataset,
        column: StoredColumn,
        span: Span,
        filters: &[Filter],
    ) -> Vec<bool> {
        let lines = ColumnQuery {
            store: self.store,
            calendar: self.calendar,
            dataset,
            date: Field::Day,
            span,
            filters,
        };
        let reader = FieldReader::new(&lines, &[]);
        let mut buyers: Vec<bool> = Vec::new();
        lines.for_each_chunk(&reader, |chunk, rows| {
            let quantities = chunk.gather(StoredColumn::Quantity, &rows);
            let codes = chunk.gather(column, &rows);
            for (code, quantity) in codes.into_iter().zip(quantities) {
                let place = usize::try_from(code).unwrap_or(0);
                if quantity > 0 && place > 0 {
                    if buyers.len() <= place {
                        buyers.resize(place + 1, false);
                    }
                    if let Some(buyer) = buyers.get_mut(place) {
                        *buyer = true;
                    }
                }
            }
        });
        buyers
    }

    /// The rows that the statement of the aggregates returns; none if the store cannot compute them.
    pub(crate) fn aggregate(
        &self,
        dimensions: &[&'static Dimension],
        aggregates: &[Aggregate],
    ) -> Option<ResultRows> {
        let (groups, accumulators) = self.accumulate(dimensions, aggregates)?;
        let count = groups.len();
        if u64::try_from(count).unwrap_or(u64::MAX) > MAX_GROUPS {
            // Too many, which is all that matters then.
            return Some(vec![Vec::new(); count]);
        }
        let mut rows: ResultRows = (0..count).map(|group| groups.cells(group)).collect();
        for accumulator in accumulators {
            let cells = accumulator.finish(count);
            for (row, cells) in rows.iter_mut().zip(cells) {
                row.extend(cells);
            }
        }
        Some(rows)
    }

    /// The rows that the statement of a median returns; none if the store cannot compute it.
    pub(crate) fn median(
        &self,
        dimensions: &[&'static Dimension],
        aggregate: Aggregate,
    ) -> Option<ResultRows> {
        let (groups, accumulators) = self.accumulate(dimensions, &[aggregate])?;
        let medians = accumulators
            .into_iter()
            .flat_map(Accumulator::finish_medians);
        let rows = medians.map(|(group, cells)| {
            let mut row: Vec<Cell> = groups.cells(group);
            row.extend(cells);
            row
        });
        Some(rows.collect())
    }

    fn accumulate(
        &self,
        dimensions: &[&'static Dimension],
        aggregates: &[Aggregate],
    ) -> Option<(Groups<'a>, Vec<Accumulator>)> {
        let fields = aggregates.iter().copied().flat_map(Accumulator::fields);
        let reader = FieldReader::new(self, &fields.collect::<Vec<_>>());
        let mut groups = Groups::new(self, dimensions)?;
        let accumulators = aggregates.iter().copied().map(Accumulator::new);
        let mut accumulators: Vec<Accumulator> = accumulators.collect::<Option<_>>()?;
        self.for_each_chunk(&reader, |chunk, mut rows| {
            let numbers = groups.assign(chunk, &mut rows);
            // More groups are refused.
            if u64::try_from(groups.len()).unwrap_or(u64::MAX) > MAX_GROUPS {
                return;
            }
            let rows = ChunkRows { chunk, rows: &rows };
            for accumulator in &mut accumulators {
                accumulator.add(&reader, rows, &numbers, groups.len());
            }
        });
        Some((groups, accumulators))
    }

    /// The currencies of all lines up to today.
    pub(crate) fn currencies(&self) -> ResultRows {
        let mut is_used = vec![false; self.store.currencies.len() + 1];
        for dataset in DATASETS.iter().filter(|dataset| dataset.has_days) {
            if !ColumnStore::has_dataset(dataset.id) {
                continue;
            }
            let lines = ColumnQuery {
                store: self.store,
                calendar: self.calendar,
                dataset,
                date: Field::Day,
                span: Span {
                    from: None,
                    to: self.calendar.today,
                },
                filters: &[],
            };
            let reader = FieldReader::new(&lines, &[]);
            lines.for_each_chunk(&reader, |chunk, rows| {
                for code in chunk.gather(StoredColumn::Currency, &rows) {
                    let place = usize::try_from(code).unwrap_or(0);
                    if let Some(is_used) = is_used.get_mut(place) {
                        *is_used = true;
                    }
                }
            });
        }
        let texts = self.store.currencies.texts().zip(is_used);
        texts
            .filter_map(|(text, is_used)| Some(vec![Cell::Text(text.filter(|_| is_used)?.into())]))
            .collect()
    }
}

#[cfg(test)]
mod tests;
