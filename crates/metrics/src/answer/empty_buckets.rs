//! Time buckets without rows, for charts of figures that are zero there.

use super::{Answer, AnswerValue, ColumnRole};
use crate::catalogue::Kind;
use crate::query::Query;
use chrono::NaiveDate;

impl Answer {
    /// Adds the time buckets without rows, from the period's first day but not before `first`. Does
    /// nothing unless the answer is by time alone and complete, and all its measures are zero
    /// without rows.
    pub fn add_empty_buckets(&mut self, query: &Query, first: NaiveDate) {
        let [dimension] = query.dimensions.as_slice() else {
            return;
        };
        let Some(bucket) = dimension.bucket() else {
            return;
        };
        let is_zero = query
            .measures
            .iter()
            .all(|measure| measure.is_additive || measure.is_zero_without_rows);
        let figures = self
            .columns
            .iter()
            .filter(|column| column.role == ColumnRole::Measure)
            .count();
        if !is_zero || self.columns.len() != figures + 1 || self.next_cursor.is_some() {
            return;
        }
        let from = query.span.from.map_or(first, |from| from.max(first));
        let (from, to) = (
            bucket.number_of(from, query.calendar),
            bucket.number_of(query.span.to, query.calendar),
        );
        let zero = |kind: Kind| match kind {
            Kind::Count => AnswerValue::Integer(0),
            _ => AnswerValue::Number(0.0),
        };
        for number in from..=to {
            let Some(day) = bucket.first_day(number, query.calendar) else {
                continue;
            };
            let label = AnswerValue::Text(day.to_string());
            if self.rows.iter().any(|row| row.first() == Some(&label)) {
                continue;
            }
            let next = bucket.first_day(number + 1, query.calendar);
            let starts_before = query.span.from.is_some_and(|from| day < from);
            if starts_before || next.is_none_or(|next| next.pred_opt() > Some(query.span.to)) {
                self.incomplete.push(day);
            }
            let zeros = self.columns.iter().skip(1).map(|column| zero(column.kind));
            self.rows
                .push(std::iter::once(label).chain(zeros).collect());
            self.row_count += 1;
        }
        let is_descending = query.order.first().is_some_and(|key| key.is_descending);
        self.rows.sort_by(|a, b| {
            let key = |row: &[AnswerValue]| match row.first() {
                Some(AnswerValue::Text(day)) => day.clone(),
                _ => String::new(),
            };
            let order = key(a).cmp(&key(b));
            if is_descending {
                order.reverse()
            } else {
                order
            }
        });
    }
}
