//! What the cells of a column look like.

use crate::cell::{Cell, Display, Row};
use crate::lexicon::{Lexicon, collapse, known_currency};
use crate::tables::Kind;
use crate::values::dates::read_date;
use crate::values::numbers::read_number;
use crate::values::units::{is_container, read_price_unit, read_unit};
use crate::values::words::{
    read_category, read_commodity, read_crop, read_direction, read_flag, read_status, split_crops,
};
use crate::values::{is_blank, is_error};
use rust_decimal::Decimal;
use std::collections::HashSet;

pub(crate) const SAMPLE_ROWS: usize = 1500;
/// Rows whose numbers are compared between columns.
const NUMBERED_ROWS: usize = 60;

#[derive(Debug, Clone, Default)]
pub(crate) struct ColumnProfile {
    pub filled: u32,
    pub numbers: u32,
    pub integers: u32,
    pub dates: u32,
    pub bare_dates: u32,
    pub units: u32,
    pub categories: u32,
    pub directions: u32,
    pub flags: u32,
    pub statuses: u32,
    pub currencies: u32,
    pub commodities: u32,
    pub crops: u32,
    pub price_units: u32,
    pub emails: u32,
    pub spaced: u32,
    pub with_digit: u32,
    pub line_numbers: u32,
    pub powers_of_ten: u32,
    pub distinct: HashSet<String>,
    /// The numbers of the first rows, with a decimal point and with a comma.
    pub first_numbers: Vec<(Option<Decimal>, Option<Decimal>)>,
    /// The cells of the same rows.
    pub first_texts: Vec<String>,
}

impl ColumnProfile {
    pub(crate) fn add(&mut self, cell: &Cell, epoch_1904: bool) {
        if self.first_numbers.len() < NUMBERED_ROWS {
            let number = read_number(cell);
            self.first_numbers.push((number.point, number.comma));
            self.first_texts.push(collapse(cell.raw_text()));
        }
        if is_blank(cell) || is_error(cell) {
            return;
        }
        self.filled += 1;
        let text = collapse(cell.raw_text());
        let number = read_number(cell);
        if let Some(value) = number.point.or(number.comma) {
            self.numbers += 1;
            self.integers += u32::from(value.fract().is_zero());
            // Some systems count lines in steps of 1,000 or 10,000.
            let counts = value < 10_000.into() || (value % Decimal::ONE_THOUSAND).is_zero();
            self.line_numbers +=
                u32::from(value.fract().is_zero() && value.is_sign_positive() && counts);
        }
        // With either decimal sign, as 1,000 of a price may be 1.000.
        self.powers_of_ten += u32::from(
            [number.point, number.comma]
                .into_iter()
                .flatten()
                .any(is_power_of_ten),
        );
        let date = read_date(cell, epoch_1904);
        if date.is_date() {
            let is_date_cell = matches!(cell, Cell::Number(_, Display::Date));
            if date.is_number && !is_date_cell {
                let is_recent = date
                    .month_first
                    .is_some_and(|day| (1970..=2060).contains(&chrono::Datelike::year(&day)));
                self.bare_dates += u32::from(is_recent);
            } else {
                self.dates += 1;
            }
        }
        let lexicon = Lexicon::shared();
        self.units += u32::from(read_unit(&text).is_some() || is_container(&text));
        self.categories += u32::from(read_category(&text).is_some());
        self.directions += u32::from(read_direction(&text).is_some());
        self.flags += u32::from(matches!(cell, Cell::Bool(_)) || read_flag(&text).is_some());
        self.statuses += u32::from(read_status(&text).is_some());
        self.currencies += u32::from(
            known_currency(&text).is_some() || lexicon.value("currency", &text).is_some(),
        );
        self.commodities += u32::from(read_commodity(&text).is_some());
        let crops = split_crops(&text);
        let are_crops = !crops.is_empty() && crops.iter().all(|crop| read_crop(crop).is_some());
        self.crops += u32::from(are_crops);
        self.price_units += u32::from(read_price_unit(&text, true).is_some());
        self.emails += u32::from(text.contains('@'));
        self.spaced += u32::from(text.contains(' '));
        self.with_digit += u32::from(text.bytes().any(|letter| letter.is_ascii_digit()));
        if self.distinct.len() < 2000 {
            self.distinct.insert(text);
        }
    }

    fn share(&self, part: u32) -> f64 {
        if self.filled == 0 {
            0.0
        } else {
            f64::from(part) / f64::from(self.filled)
        }
    }

    pub(crate) fn numeric_share(&self) -> f64 {
        self.share(self.numbers)
    }

    pub(crate) fn is_name_like(&self) -> bool {
        self.filled > 0 && self.share(self.spaced) > 0.6
    }

    pub(crate) fn is_code_like(&self) -> bool {
        self.filled > 0 && self.share(self.with_digit) > 0.8 && self.share(self.spaced) < 0.2
    }

    pub(crate) fn distinct_share(&self) -> f64 {
        let distinct = u32::try_from(self.distinct.len()).unwrap_or(u32::MAX);
        self.share(distinct.min(self.filled))
    }

    /// How well the cells fit a column, from 0 to 1. A column that is named like it may hold ids
    /// that look like decimals, such as `10.200`.
    pub(crate) fn fit(&self, name: &str, kind: Kind, is_named: bool) -> f64 {
        if self.filled == 0 {
            return 0.97;
        }
        let yes_if = |good: bool, otherwise: f64| if good { 1.0 } else { otherwise };
        let numbers = self.share(self.numbers);
        let dates = self.share(self.dates);
        let is_varied = self.distinct.len() > 30 && self.distinct_share() > 0.5;
        match name {
            "transaction_id" => return yes_if(self.distinct_share() > 0.95, 0.25),
            "_line_number" => {
                return yes_if(self.share(self.line_numbers) > 0.9, 0.15)
                    * yes_if(self.distinct_share() < 0.9 || self.filled < 8, 0.5);
            }
            "_price_basis" => {
                return yes_if(numbers < 0.2 || self.share(self.powers_of_ten) > 0.9, 0.1)
                    * yes_if(dates < 0.5, 0.1)
                    * yes_if(!is_varied, 0.3);
            }
            "email" => return yes_if(self.share(self.emails) > 0.5, 0.1),
            "location" => {
                return yes_if(!is_varied, 0.5)
                    * yes_if(dates < 0.5, 0.1)
                    * yes_if(numbers < 0.9 || self.distinct.len() < 12, 0.3);
            }
            "item_name" | "customer_name" | "supplier_name" => {
                return yes_if(!self.is_code_like(), 0.6)
                    * yes_if(numbers < 0.8, 0.3)
                    * yes_if(dates < 0.5, 0.1);
            }
            _ => {}
        }
        match kind {
            Kind::Number | Kind::NotNegative | Kind::Positive | Kind::Days => {
                yes_if(numbers > 0.55, 0.2) * yes_if(dates < 0.5, 0.1)
            }
            Kind::Date | Kind::Timestamp => {
                yes_if(dates + self.share(self.bare_dates) > 0.55, 0.15)
            }
            Kind::Unit => {
                yes_if(numbers < 0.5, 0.1)
                    * yes_if(!is_varied, 0.3)
                    * yes_if(dates < 0.5, 0.1)
                    * yes_if(self.share(self.units) > 0.2, 0.85)
            }
            Kind::Category => {
                yes_if(!is_varied, 0.4)
                    * yes_if(dates < 0.5, 0.1)
                    * yes_if(self.share(self.categories) > 0.3, 0.9)
            }
            Kind::Direction => yes_if(
                self.share(self.directions) > 0.3,
                if is_varied { 0.2 } else { 0.75 },
            ),
            Kind::Status => yes_if(self.share(self.statuses) > 0.5, 0.4),
            Kind::Currency => yes_if(self.share(self.currencies) > 0.5, 0.2),
            Kind::Flag => yes_if(self.share(self.flags) > 0.5, 0.3),
            Kind::Commodity => yes_if(
                self.share(self.commodities) > 0.3,
                if is_varied { 0.2 } else { 0.7 },
            ),
            Kind::Crops => yes_if(self.share(self.crops) > 0.3, 0.5) * yes_if(numbers < 0.5, 0.1),
            Kind::PriceUnit => yes_if(self.share(self.price_units) > 0.3, 0.6),
            Kind::Id => {
                let is_decimal = numbers > 0.8 && self.share(self.integers) < 0.5;
                yes_if(is_named || !is_decimal, 0.3)
                    * yes_if(dates < 0.8, 0.2)
                    * yes_if(!self.is_name_like(), 0.87)
            }
            Kind::Text | Kind::OwnCategory => yes_if(dates < 0.8, 0.2) * yes_if(numbers < 0.9, 0.4),
        }
    }

    /// How sure the cells alone make a column.
    pub(crate) fn content_only(&self, name: &str, kind: Kind) -> f64 {
        if self.filled < 3 && kind != Kind::Currency {
            return 0.0;
        }
        let strong = |share: f64| if share > 0.9 { 0.5 } else { 0.0 };
        match (name, kind) {
            ("email", _) => strong(self.share(self.emails)),
            (_, Kind::Currency) => strong(self.share(self.currencies)),
            (_, Kind::Unit) if self.share(self.numbers) < 0.1 => strong(self.share(self.units)),
            (_, Kind::Category) if self.share(self.numbers) < 0.1 => {
                strong(self.share(self.categories))
            }
            ("direction", _) if self.share(self.numbers) < 0.1 && self.distinct.len() > 1 => {
                strong(self.share(self.directions))
            }
            (_, Kind::PriceUnit) => strong(self.share(self.price_units)),
            (_, Kind::Commodity) => strong(self.share(self.commodities)),
            _ => 0.0,
        }
    }
}

fn is_power_of_ten(value: Decimal) -> bool {
    let digits = value.normalize().to_string();
    digits.starts_with('1') && digits.bytes().skip(1).all(|digit| digit == b'0')
}

pub(crate) fn profile_rows<'a>(
    rows: impl Iterator<Item = &'a Row>,
    width: usize,
    epoch_1904: bool,
) -> Vec<ColumnProfile> {
    let mut profiles = vec![ColumnProfile::default(); width];
    for row in rows.take(SAMPLE_ROWS) {
        // Every profile has the same rows, also where a row ends early.
        for (index, profile) in profiles.iter_mut().enumerate() {
            profile.add(row.cell(index), epoch_1904);
        }
    }
    profiles
}
