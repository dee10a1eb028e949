//! What all rows of a block say together: the order of dates, the decimal sign, signs of movements.

use crate::cell::{Cell, Row};
use crate::line_amounts::AmountTallies;
use crate::mapping::Mapping;
use crate::profile::ColumnProfile;
use crate::subtotals::TotalPlaces;
use crate::tables::{Kind, helper_kind};
use crate::values::dates::{DateOrder, read_date};
use crate::values::is_blank;
use crate::values::numbers::{DecimalSign, read_number};
use crate::values::words::{DocumentType, read_direction};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

#[derive(Debug, Clone, Default)]
pub(crate) struct Votes {
    pub first: u64,
    pub second: u64,
}

impl Votes {
    /// Counts the order that a date shows: the month first, or the day.
    pub(crate) fn count_order(&mut self, shown: Option<DateOrder>) {
        match shown {
            Some(DateOrder::MonthFirst) => self.first += 1,
            Some(DateOrder::DayFirst) => self.second += 1,
            None => {}
        }
    }

    /// Counts the decimal sign that a number shows: a point, or a comma.
    pub(crate) fn count_sign(&mut self, shown: Option<DecimalSign>) {
        match shown {
            Some(DecimalSign::Point) => self.first += 1,
            Some(DecimalSign::Comma) => self.second += 1,
            None => {}
        }
    }

    /// True for the first, if nearly all agree.
    pub(crate) fn decide(&self) -> Option<bool> {
        if self.first == 0 && self.second == 0 {
            return None;
        }
        if self.second * 10 <= self.first {
            return Some(true);
        }
        if self.first * 10 <= self.second {
            return Some(false);
        }
        None
    }

    pub(crate) fn add(&mut self, other: &Votes) {
        self.first += other.first;
        self.second += other.second;
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Evidence {
    /// Month first, day first.
    pub dates: Votes,
    /// Decimal point, decimal comma.
    pub numbers: Votes,
    pub sales_negative: u64,
    pub sales_positive: u64,
    pub purchases_negative: u64,
    pub purchases_positive: u64,
    /// Rows that name a customer and a supplier.
    pub both_parties: u64,
    /// By column: filled cells, and those that end in `.0`.
    pub dot_zero: BTreeMap<usize, (u64, u64)>,
    /// Rows with a filled cell, by column.
    pub filled: Vec<u64>,
    pub rows: u64,
    pub hidden_rows: u64,
    pub amounts: AmountTallies,
    pub total_places: TotalPlaces,
}

pub(crate) struct EvidenceCollector<'a> {
    mapping: &'a Mapping,
    epoch_1904: bool,
    date_columns: Vec<usize>,
    number_columns: Vec<usize>,
    id_columns: Vec<usize>,
    pub evidence: Evidence,
}

impl<'a> EvidenceCollector<'a> {
    /// With `takes_place_sums` it sums up the stock of each item.
    pub(crate) fn new(
        mapping: &'a Mapping,
        profiles: &[ColumnProfile],
        epoch_1904: bool,
        takes_place_sums: bool,
    ) -> Self {
        let kind_of = |target: &str| {
            mapping
                .table
                .column(target)
                .map_or_else(|| helper_kind(target), |column| column.kind)
        };
        let columns_with = |wanted: &[Kind]| -> Vec<usize> {
            let mapped = mapping.columns.iter();
            mapped
                .filter(|(target, _)| wanted.contains(&kind_of(target)))
                .map(|(_, column)| column.index)
                .collect()
        };
        let mut date_columns = columns_with(&[Kind::Date, Kind::Timestamp]);
        let mut number_columns =
            columns_with(&[Kind::Number, Kind::NotNegative, Kind::Positive, Kind::Days]);
        number_columns.extend(mapping.locations.iter().map(|column| column.index));
        let id_columns = columns_with(&[Kind::Id]);
        for (index, profile) in profiles.iter().enumerate() {
            let is_mapped = mapping.columns.values().any(|column| column.index == index);
            if is_mapped || profile.filled == 0 {
                continue;
            }
            if profile.dates * 10 > profile.filled * 7 {
                date_columns.push(index);
            } else if profile.numbers * 10 > profile.filled * 9 && profile.integers < profile.filled
            {
                number_columns.push(index);
            }
        }
        Self {
            mapping,
            epoch_1904,
            date_columns,
            number_columns,
            id_columns,
            evidence: Evidence {
                amounts: AmountTallies::new(mapping, profiles),
                total_places: TotalPlaces::new(mapping, takes_place_sums),
                ..Evidence::default()
            },
        }
    }

    pub(crate) fn add(&mut self, row: &Row) {
        let evidence = &mut self.evidence;
        evidence.rows += 1;
        evidence.hidden_rows += u64::from(row.hidden);
        for column in &self.date_columns {
            let reading = read_date(row.cell(*column), self.epoch_1904);
            evidence.dates.count_order(reading.evidence());
        }
        for column in &self.number_columns {
            let cell = row.cell(*column);
            if !matches!(cell, Cell::Text(_)) {
                continue;
            }
            evidence.numbers.count_sign(read_number(cell).evidence());
        }
        for column in &self.id_columns {
            let cell = row.cell(*column);
            if !is_blank(cell) {
                let counts = evidence.dot_zero.entry(*column).or_default();
                counts.0 += 1;
                counts.1 += u64::from(cell.raw_text().trim().ends_with(".0"));
            }
        }
        if evidence.filled.len() < row.cells.len() {
            evidence.filled.resize(row.cells.len(), 0);
        }
        for (count, cell) in evidence.filled.iter_mut().zip(&row.cells) {
            *count += u64::from(!is_blank(cell));
        }
        evidence.both_parties += u64::from(names_both_parties(self.mapping, row));
        evidence.amounts.add(row);
        evidence.total_places.add(row);
        self.add_signs(row);
    }

    fn add_signs(&mut self, row: &Row) {
        let Some(quantity) = self.mapping.column("quantity") else {
            return;
        };
        let reading = read_number(row.cell(quantity));
        let Some(value) = reading
            .point
            .or(reading.comma)
            .filter(|value| !value.is_zero())
        else {
            return;
        };
        let Some(direction) = direction_of_row(self.mapping, row) else {
            return;
        };
        if direction.is_return {
            return;
        }
        let evidence = &mut self.evidence;
        let counter = match (direction.is_sale, value > Decimal::ZERO) {
            (Some(true), true) => &mut evidence.sales_positive,
            (Some(true), false) => &mut evidence.sales_negative,
            (Some(false), true) => &mut evidence.purchases_positive,
            (Some(false), false) => &mut evidence.purchases_negative,
            (None, _) => return,
        };
        *counter += 1;
    }
}

fn names_both_parties(mapping: &Mapping, row: &Row) -> bool {
    ["customer_id", "supplier_id"].into_iter().all(|target| {
        mapping
            .column(target)
            .is_some_and(|column| !is_blank(row.cell(column)))
    })
}

/// Sale or purchase by the document's type, else by the party that is named.
pub(crate) fn direction_of_row(mapping: &Mapping, row: &Row) -> Option<DocumentType> {
    let names = |target: &str| {
        mapping
            .column(target)
            .is_some_and(|column| !is_blank(row.cell(column)))
    };
    let by_party = match (names("customer_id"), names("supplier_id")) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    };
    if let Some(column) = mapping.column("direction") {
        let found = read_direction(row.cell(column).raw_text())?;
        return Some(DocumentType {
            is_sale: found.is_sale.or(by_party),
            ..found
        });
    }
    by_party.map(|is_sale| DocumentType {
        is_sale: Some(is_sale),
        is_return: false,
    })
}
