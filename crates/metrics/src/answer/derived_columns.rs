//! Columns that follow from the rows of the first measure.

use super::{AnswerRow, Layout};
use crate::catalogue::Kind;
use crate::figure::Figure;
use crate::query::{Derived, Query};
use crate::sql::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

impl Derived {
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Share => "share",
            Self::Rank => "rank",
            Self::RunningTotal => "running total",
            Self::MovingAverage3 => "average of 3",
        }
    }

    pub(super) fn kind(self, measure: Kind) -> Kind {
        match self {
            Self::Share => Kind::Percent,
            Self::Rank => Kind::Number,
            Self::RunningTotal | Self::MovingAverage3 => measure,
        }
    }
}

/// Adds the derived columns of the query. Rows are ranked within the labels at `partition`.
pub(super) fn add_derived(
    query: &Query,
    layout: &Layout,
    partition: &[usize],
    totals: &[AnswerRow],
    rows: &mut [AnswerRow],
) {
    for derived in &query.derive {
        let values = match derived {
            Derived::Share => shares(layout, totals, rows),
            Derived::Rank => ranks(partition, rows),
            Derived::RunningTotal => running_totals(layout, rows),
            Derived::MovingAverage3 => moving_averages(layout, rows),
        };
        for (row, value) in rows.iter_mut().zip(values) {
            row.derived.push(value);
        }
    }
}

fn first_figure(row: &AnswerRow) -> Option<Figure> {
    row.figures.first().copied().flatten()
}

/// The positions of rows with the same labels, in order of the rows.
fn group_positions(rows: &[AnswerRow], dimensions: &[usize]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<Vec<Cell>, Vec<usize>> = BTreeMap::new();
    for (position, row) in rows.iter().enumerate() {
        let group = groups.entry(row.labels_at(dimensions)).or_default();
        group.push(position);
    }
    groups.into_values().collect()
}

/// Percent of the total of the same currency and unit.
fn shares(layout: &Layout, totals: &[AnswerRow], rows: &[AnswerRow]) -> Vec<Option<Figure>> {
    let added: Vec<usize> = (layout.own..layout.dimensions.len()).collect();
    let bases: HashMap<Vec<Cell>, Option<Figure>> = totals
        .iter()
        .map(|total| (total.labels_at(&added), first_figure(total)))
        .collect();
    rows.iter()
        .map(|row| {
            let base = bases.get(&row.labels_at(&added)).copied().flatten()?;
            first_figure(row)?.percent_of(base)
        })
        .collect()
}

/// 1 for the largest; figures that show the same digits share the smaller number.
fn ranks(partition: &[usize], rows: &[AnswerRow]) -> Vec<Option<Figure>> {
    let mut ranks = vec![None; rows.len()];
    for positions in group_positions(rows, partition) {
        let mut ranked: Vec<(Reverse<i128>, usize)> = positions
            .into_iter()
            .filter_map(|position| {
                let figure = first_figure(rows.get(position)?)?;
                Some((Reverse(figure.rounded()), position))
            })
            .collect();
        ranked.sort_unstable();
        let (mut rank, mut before) = (0_i64, None);
        for ((value, position), place) in ranked.into_iter().zip(1..) {
            if before != Some(value) {
                rank = place;
            }
            before = Some(value);
            if let Some(slot) = ranks.get_mut(position) {
                *slot = Some(Figure::from_integer(rank));
            }
        }
    }
    ranks
}

/// The time dimension, and the positions of the dimensions that make a series.
fn find_series(layout: &Layout) -> (Option<usize>, Vec<usize>) {
    let all = 0..layout.dimensions.len();
    let mut dimensions = layout.dimensions.iter();
    match dimensions.position(|one| one.bucket().is_some()) {
        Some(time) => (Some(time), all.filter(|place| *place != time).collect()),
        None => (None, (layout.own..layout.dimensions.len()).collect()),
    }
}

fn running_totals(layout: &Layout, rows: &[AnswerRow]) -> Vec<Option<Figure>> {
    let (time, others) = find_series(layout);
    let mut totals = vec![None; rows.len()];
    for mut positions in group_positions(rows, &others) {
        if let Some(time) = time {
            positions
                .sort_by_key(|position| rows.get(*position).and_then(|row| row.labels.get(time)));
        }
        let mut sum = Some(Figure::ZERO);
        for position in positions {
            let figure = rows.get(position).and_then(first_figure);
            sum = sum.and_then(|sum| sum.plus(figure.unwrap_or(Figure::ZERO)));
            if let Some(slot) = totals.get_mut(position) {
                *slot = sum;
            }
        }
    }
    totals
}

/// The mean of a bucket and the two before; buckets without lines are 0. None in the first two
/// buckets of a series.
fn moving_averages(layout: &Layout, rows: &[AnswerRow]) -> Vec<Option<Figure>> {
    let (time, others) = find_series(layout);
    let bucket_of = |row: &AnswerRow| row.labels.get(time?)?.integer();
    let mut means = vec![None; rows.len()];
    for positions in group_positions(rows, &others) {
        let figures: HashMap<i64, Figure> = positions
            .iter()
            .filter_map(|position| {
                let row = rows.get(*position)?;
                Some((bucket_of(row)?, first_figure(row).unwrap_or(Figure::ZERO)))
            })
            .collect();
        let Some(first) = figures.keys().min().copied() else {
            continue;
        };
        for position in positions {
            let bucket = rows.get(position).and_then(bucket_of);
            let mean = bucket
                .filter(|bucket| bucket - 2 >= first)
                .and_then(|bucket| {
                    let mut sum = Figure::ZERO;
                    for number in bucket - 2..=bucket {
                        sum = sum.plus(figures.get(&number).copied().unwrap_or(Figure::ZERO))?;
                    }
                    sum.divided_by(Figure::from_integer(3))
                });
            if let Some(slot) = means.get_mut(position) {
                *slot = mean;
            }
        }
    }
    means
}
