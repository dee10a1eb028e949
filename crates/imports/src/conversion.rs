//! Turns a row of a block into rows of its table.

mod price_basis;

use crate::answers::{Answers, Question, QuestionKind};
use crate::canceled::find_canceled;
use crate::cell::{Cell, Row};
use crate::cell_fault::CellFault;
use crate::corrections::{BlockCorrections, Correction};
use crate::evidence::direction_of_row;
use crate::item_units::{ItemUnits, KnownItems};
use crate::layout::Block;
use crate::lexicon::{Lexicon, collapse, fold, known_currency};
use crate::line_amounts::{LineAmounts, NegativeAmounts};
use crate::mapping::Mapping;
use crate::price_terms::{PriceTerms, read_remaining_share};
use crate::row_roles::RowHints;
use crate::tables::{Column, Kind, Table};
use crate::unit_evidence::{UnitEvidence, UnitWord};
use crate::values::dates::{DateOrder, read_date};
use crate::values::numbers::{DecimalSign, id_text, read_number, round_amount};
use crate::values::units::{
    PriceUnit, UnitFactor, answered_unit, is_container, read_own_price_unit, read_price_unit,
    read_unit,
};
use crate::values::words::{
    CATEGORIES, COMMODITIES, DocumentType, UNITS, direction_of, read_category, read_commodity,
    read_crop, read_direction, read_flag, read_status, split_crops,
};
use crate::values::{is_blank, is_error};
use crate::vocabulary::is_own_word;
use chrono::{DateTime, NaiveDateTime, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;
use rust_decimal::Decimal;
use std::cell::{Cell as Counter, RefCell};
use std::collections::BTreeMap;

/// Columns whose names may say the unit of a row's quantities.
const QUANTITIES: [&str; 6] = [
    "on_hand",
    "quantity",
    "_quantity_in",
    "_quantity_out",
    "on_order",
    "booked",
];

/// No liquid that is sold by the gallon is this light.
const MIN_POUNDS_PER_GALLON: Decimal = Decimal::from_parts(4, 0, 0, false, 0);
const LITERS_PER_GALLON: Decimal = Decimal::from_parts(3_785_411_784, 0, 0, false, 9);
const KILOGRAMS_PER_POUND: Decimal = Decimal::from_parts(45_359_237, 0, 0, false, 8);

/// How customers and suppliers stand in the rows of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parties {
    /// The one that is named says whether a row is a sale.
    Opposite,
    /// Most rows name both, so that one of the two is no party, such as a brand.
    Together,
}

/// What is known of a block when its rows are converted.
pub(crate) struct BlockContext {
    pub file: String,
    pub sheet: String,
    pub is_text_file: bool,
    pub encoding: Option<String>,
    pub separator: Option<char>,
    pub epoch_1904: bool,
    pub block: Block,
    pub mapping: Mapping,
    pub row_hints: RowHints,
    pub date_order: Option<DateOrder>,
    pub decimal_sign: Option<DecimalSign>,
    /// Whether sales are negative as in a stock ledger; none if that is open.
    pub stock_sign: Option<bool>,
    pub line_amounts: Option<LineAmounts>,
    pub price_terms: PriceTerms,
    pub parties: Parties,
    /// Columns of ids that all end in `.0`.
    pub dot_zero: Vec<usize>,
    /// Whether an empty flag means no, because the others are all X.
    pub blank_is_no: bool,
    pub constants: BTreeMap<&'static str, String>,
    pub unit_evidence: UnitEvidence,
    pub hidden_rows: u64,
    pub hidden_columns: Vec<usize>,
    pub questions: RefCell<Vec<Question>>,
    /// Numbers with more than 4 decimals, which are rounded.
    pub rounded: Counter<u64>,
    pub fingerprint: String,
    /// The answers that hold for this block.
    pub answers: Answers,
    pub corrections: BlockCorrections,
}

impl BlockContext {
    pub(crate) fn ask(&self, question: Question) {
        let mut questions = self.questions.borrow_mut();
        let is_known = questions.iter().any(|known| known.asks_as(&question));
        if !is_known && questions.len() < 500 {
            questions.push(question);
        }
    }

    /// The notes of the column that holds the target.
    fn notes(&self, target: &str) -> &[String] {
        self.mapping
            .column(target)
            .and_then(|index| {
                self.block
                    .columns
                    .iter()
                    .find(|column| column.index == index)
            })
            .map_or(&[], |column| column.meaning.notes.as_slice())
    }

    /// The unit that the name of the target's column says.
    fn note_unit(&self, target: &str) -> Option<String> {
        self.note_of_column(self.mapping.column(target)?)
    }

    fn note_of_column(&self, index: usize) -> Option<String> {
        let mut columns = self.block.columns.iter();
        let meaning = &columns.find(|column| column.index == index)?.meaning;
        let notes = meaning.notes.iter().flat_map(|note| note.split('/'));
        notes
            .map(str::trim)
            .find(|part| read_unit(part).is_some())
            .or_else(|| {
                meaning
                    .unknown
                    .iter()
                    .map(String::as_str)
                    .find(|word| is_counted(word))
            })
            .map(str::to_owned)
    }

    /// The package that the name of a column says is counted, as in `Cases On Hand`.
    fn counted_package(&self, target: &str) -> Option<String> {
        let index = self.mapping.column(target)?;
        let mut columns = self.block.columns.iter();
        let column = columns.find(|column| column.index == index)?;
        let mut unknown = column.meaning.unknown.iter();
        unknown.find(|word| is_counted(word)).cloned()
    }

    fn has_concept(&self, target: &str, concept: &str) -> bool {
        self.mapping
            .column(target)
            .and_then(|index| {
                self.block
                    .columns
                    .iter()
                    .find(|column| column.index == index)
            })
            .is_some_and(|column| column.meaning.concepts.contains(&concept))
    }
}

/// An order whose lines stand elsewhere.
pub(crate) struct OrderHeader {
    pub row: Row,
    pub context: usize,
    /// Whether one of its cells was rejected.
    pub is_bad: bool,
}

pub(crate) struct BadCell {
    pub column: usize,
    pub target: &'static str,
    pub value: String,
    pub fault: CellFault,
}

pub(crate) enum Converted {
    Row {
        values: Vec<String>,
        updated: Option<i64>,
    },
    Rejected(Vec<BadCell>),
    /// A question is open.
    Waiting,
}

pub(crate) struct Organization<'a> {
    pub answers: &'a Answers,
    pub corrections: &'a [Correction],
    pub items: KnownItems,
    pub zone: Tz,
    pub now: DateTime<Utc>,
}

pub(crate) struct RowConverter<'a> {
    pub context: &'a BlockContext,
    pub organization: &'a Organization<'a>,
    pub row: &'a Row,
    /// The order of a line, with the context of its sheet.
    pub header: Option<(&'a OrderHeader, &'a BlockContext)>,
    /// What to use as the line's number.
    pub line_number: u32,
    bad: Vec<BadCell>,
    waiting: bool,
    /// The word for the unit of the row's quantity.
    unit_text: Option<String>,
}

/// The row of an item at a location.
struct LocationRow<'a> {
    location: &'a str,
    values: Vec<String>,
    /// Whether anything is there, so that the row lands.
    has_stock: bool,
}

/// Amounts of an item that add up over its locations.
const ITEM_AMOUNTS: [&str; 2] = ["on_order", "booked"];

/// A cell, where it stands, and the context of its sheet.
#[derive(Clone, Copy)]
struct Source<'a> {
    cell: &'a Cell,
    context: &'a BlockContext,
    column: usize,
    is_own: bool,
}

impl<'a> RowConverter<'a> {
    pub(crate) fn new(
        context: &'a BlockContext,
        organization: &'a Organization<'a>,
        row: &'a Row,
        header: Option<(&'a OrderHeader, &'a BlockContext)>,
        line_number: u32,
    ) -> Self {
        Self {
            context,
            organization,
            row,
            header,
            line_number,
            bad: Vec::new(),
            waiting: false,
            unit_text: None,
        }
    }

    fn source(&self, target: &str) -> Option<Source<'a>> {
        if let Some(column) = self.context.mapping.column(target) {
            return Some(Source {
                cell: self.row.cell(column),
                context: self.context,
                column,
                is_own: true,
            });
        }
        let (header, context) = self.header?;
        let column = context.mapping.column(target)?;
        Some(Source {
            cell: header.row.cell(column),
            context,
            column,
            is_own: false,
        })
    }

    fn reject(&mut self, source: Source<'_>, target: &'static str, fault: CellFault) {
        if !source.is_own {
            // The order's own row names its bad cells.
            self.waiting = true;
            return;
        }
        self.bad.push(BadCell {
            column: source.column,
            target,
            value: collapse(source.cell.raw_text()),
            fault,
        });
    }

    pub(crate) fn convert(mut self) -> Vec<Converted> {
        // A row with more cells than names has lost its columns.
        let width = self.context.block.columns.len();
        if self.context.is_text_file
            && self
                .row
                .cells
                .iter()
                .skip(width)
                .any(|cell| !cell.is_empty())
        {
            return vec![Converted::Rejected(vec![BadCell {
                column: 0,
                target: self
                    .context
                    .mapping
                    .table
                    .key()
                    .first()
                    .copied()
                    .unwrap_or(""),
                value: collapse(self.row.cell(0).raw_text()),
                fault: CellFault::ExtraCells,
            }])];
        }
        if let Some(bad) = self.canceled_cell() {
            return vec![Converted::Rejected(vec![bad])];
        }
        let table = self.context.mapping.table;
        let mut values: Vec<String> = Vec::with_capacity(table.columns().len());
        let direction = if table == Table::SalesTransactions {
            self.direction()
        } else {
            None
        };
        let unit = self.unit_factor();
        let price_factor = self.price_factor(unit.as_ref());
        let price_unit = if table == Table::MarketPrices {
            self.price_unit()
        } else {
            None
        };
        let mut updated = None;
        for column in table.columns() {
            let value = match column.kind {
                Kind::Unit => unit.as_ref().map(|unit| unit.unit.clone()),
                Kind::PriceUnit => price_unit.as_ref().map(|unit| unit.unit.clone()),
                Kind::Direction => direction.map(|direction| {
                    if direction.is_sale == Some(true) {
                        "sale"
                    } else {
                        "purchase"
                    }
                    .to_owned()
                }),
                Kind::Timestamp => self.timestamp(column, &mut updated),
                Kind::Currency => self.currency(),
                Kind::Number | Kind::NotNegative | Kind::Positive => {
                    let factor = match column.name {
                        "unit_cost" | "unit_price" => price_factor.clone(),
                        name if QUANTITIES.contains(&name) => {
                            self.measure_factor(name, unit.as_ref())
                        }
                        _ => unit.clone(),
                    };
                    self.amount(column, factor.as_ref(), price_unit.as_ref(), direction)
                }
                Kind::Days => self.days(column),
                Kind::Status => self.status(column),
                Kind::Date => self.date(column),
                Kind::Flag => self.flag(column),
                Kind::Category => self.category(column),
                Kind::OwnCategory => self.own_category(),
                Kind::Commodity => self.commodity(column),
                Kind::Crops => self.crops(column),
                Kind::Id => self.id(column, direction),
                Kind::Text => self.text(column),
            };
            values.push(value.unwrap_or_default());
        }
        if self.waiting {
            return vec![Converted::Waiting];
        }
        if self.context.mapping.locations.is_empty() {
            if !self.bad.is_empty() {
                return vec![Converted::Rejected(self.bad)];
            }
            return vec![Converted::Row { values, updated }];
        }
        self.spread_over_locations(&values, unit.as_ref(), updated)
    }

    /// The cell that says that the document is canceled, which makes it neither sale nor purchase.
    fn canceled_cell(&self) -> Option<BadCell> {
        let column = find_canceled(&self.context.mapping.cancel_marks, self.row)?;
        Some(BadCell {
            column,
            target: "direction",
            value: collapse(self.row.cell(column).raw_text()),
            fault: CellFault::Canceled,
        })
    }

    /// One row for each location that has a column.
    fn spread_over_locations(
        mut self,
        values: &[String],
        unit: Option<&UnitFactor>,
        updated: Option<i64>,
    ) -> Vec<Converted> {
        let table = self.context.mapping.table;
        let mut rows: Vec<LocationRow<'_>> = Vec::new();
        let mut waiting = false;
        for column in &self.context.mapping.locations {
            let position = rows.iter().position(|row| row.location == column.location);
            let at = position.unwrap_or_else(|| {
                let mut row = values.to_vec();
                let mut set = |name: &str, value: &str| {
                    if let Some(cell) = table.index(name).and_then(|at| row.get_mut(at)) {
                        value.clone_into(cell);
                    }
                };
                set("location", &column.location);
                for name in ITEM_AMOUNTS {
                    set(name, "0");
                }
                rows.push(LocationRow {
                    location: &column.location,
                    values: row,
                    has_stock: false,
                });
                rows.len() - 1
            });
            let source = Source {
                cell: self.row.cell(column.index),
                context: self.context,
                column: column.index,
                is_own: true,
            };
            let is_needed = column.target == "on_hand";
            let value = if is_blank(source.cell) {
                // An item that a location does not keep has no row there.
                None
            } else if is_error(source.cell) {
                self.reject(source, column.target, CellFault::Error);
                None
            } else {
                let reading = read_number(source.cell);
                let value = reading.value(self.context.decimal_sign);
                if value.is_none() && reading.is_ambiguous() {
                    self.ask_number_format(source);
                    waiting = true;
                } else if value.is_none() {
                    self.reject(source, column.target, CellFault::NotNumber);
                }
                value
            };
            let value = value
                .and_then(|value| unit.map_or(Some(value), |unit| unit.quantity(value)))
                .and_then(round_amount);
            let is_amount = is_needed
                || (ITEM_AMOUNTS.contains(&column.target)
                    && value.is_some_and(|value| !value.is_zero()));
            if let Some(row) = rows.get_mut(at)
                && let (Some(value), Some(cell)) = (
                    value,
                    table
                        .index(column.target)
                        .and_then(|at| row.values.get_mut(at)),
                )
            {
                *cell = value.to_string();
                row.has_stock |= is_amount;
            }
        }
        if waiting {
            return vec![Converted::Waiting];
        }
        if !self.bad.is_empty() {
            return vec![Converted::Rejected(self.bad)];
        }
        self.place_item_amounts(values, &mut rows);
        rows.into_iter()
            .filter(|row| row.has_stock)
            .map(|row| Converted::Row {
                values: row.values,
                updated,
            })
            .collect()
    }

    /// What the item has in one column for all locations stands on one row, or its total would be
    /// multiplied.
    fn place_item_amounts(&self, values: &[String], rows: &mut [LocationRow<'_>]) {
        let mapping = &self.context.mapping;
        let has_own = |target: &str| mapping.locations.iter().any(|found| found.target == target);
        for name in ITEM_AMOUNTS.into_iter().filter(|name| !has_own(name)) {
            let at = mapping.table.index(name);
            let Some((at, value)) = at.and_then(|at| Some((at, values.get(at)?))) else {
                continue;
            };
            let first = rows.iter().position(|row| row.has_stock).unwrap_or(0);
            if let Some(row) = rows.get_mut(first)
                && let Some(cell) = row.values.get_mut(at)
            {
                value.clone_into(cell);
                row.has_stock |= value.parse() != Ok(Decimal::ZERO);
            }
        }
        // What is on order or booked must not get lost where nothing is in stock.
        for row in rows {
            let on_hand = mapping.table.index("on_hand");
            if let Some(cell) = on_hand.and_then(|at| row.values.get_mut(at))
                && cell.is_empty()
            {
                "0".clone_into(cell);
            }
        }
    }

    fn ask_number_format(&mut self, source: Source<'_>) {
        let example = collapse(source.cell.raw_text());
        source.context.ask(
            Question::new(
                QuestionKind::NumberFormat,
                format!("Is {example} a number with thousands, or with decimals?"),
            )
            .with_options(&["thousands", "decimal"])
            .with_example(example),
        );
        self.waiting = true;
    }

    /// The cell of a target that can be read; empty required cells and errors are rejected.
    fn readable(&mut self, column: &Column) -> Option<Source<'a>> {
        let source = self.source(column.name)?;
        if is_error(source.cell) {
            let fault = if *source.cell == Cell::Uncomputed {
                CellFault::UncomputedFormula
            } else {
                CellFault::Error
            };
            self.reject(source, column.name, fault);
            return None;
        }
        if is_blank(source.cell) {
            if column.required {
                self.reject(source, column.name, CellFault::Empty);
            }
            return None;
        }
        Some(source)
    }

    /// A value for all rows, from an answer or the title; asks for a required one.
    fn constant(&mut self, column: &Column) -> Option<String> {
        if let Some(value) = self.context.constants.get(column.name) {
            return Some(value.clone());
        }
        if let Some(answer) = self
            .context
            .answers
            .find_text("constant", None, Some(column.name))
        {
            return Some(answer);
        }
        if column.required {
            let name = column.name;
            self.context.ask(
                Question::new(
                    QuestionKind::Constant,
                    format!(
                        "No column is {name}. What is it for all rows of {}?",
                        self.context.file
                    ),
                )
                .about_target(name)
                .with_options(match column.kind {
                    Kind::Unit => &UNITS,
                    Kind::Category => &CATEGORIES,
                    Kind::Commodity => &COMMODITIES,
                    Kind::Direction => &["sale", "purchase"],
                    Kind::Status => self.context.mapping.table.statuses(),
                    _ => &[],
                }),
            );
            self.waiting = true;
        }
        None
    }

    fn text(&mut self, column: &Column) -> Option<String> {
        if column.name == "location" && !self.context.mapping.locations.is_empty() {
            return None;
        }
        let is_blank_name = column.name == "customer_name"
            && self
                .source(column.name)
                .is_none_or(|source| is_blank(source.cell));
        if is_blank_name && let Some(name) = self.full_name() {
            return Some(name);
        }
        if self.source(column.name).is_none() {
            return self.constant(column);
        }
        let source = self.readable(column)?;
        Some(plain_text(source.cell))
    }

    /// First and last name of a person.
    fn full_name(&self) -> Option<String> {
        let names = ["_given_name", "_family_name"].into_iter();
        let parts = names
            .filter_map(|target| self.source(target))
            .filter(|source| !is_blank(source.cell) && !is_error(source.cell))
            .map(|source| plain_text(source.cell));
        let name = parts.collect::<Vec<_>>().join(" ");
        (!name.is_empty()).then_some(name)
    }

    fn id(&mut self, column: &Column, direction: Option<DocumentType>) -> Option<String> {
        let is_sale = direction.and_then(|direction| direction.is_sale);
        match column.name {
            "transaction_id" if self.source("transaction_id").is_none() => {
                return self.line_id();
            }
            "line" if self.source("line").is_none() => {
                return Some(self.line_number.to_string());
            }
            "customer_id" | "supplier_id"
                if self.context.mapping.table == Table::SalesTransactions =>
            {
                let wanted = column.name == "customer_id";
                if is_sale != Some(wanted) {
                    return None;
                }
                let required = Column {
                    required: true,
                    ..*column
                };
                if self.source(column.name).is_some() {
                    return self.id_of(column.name, &required);
                }
                if self.source("_party").is_some() {
                    return self.id_of("_party", &required);
                }
                return self.constant(&required);
            }
            _ => {}
        }
        if self.source(column.name).is_none() {
            let name = match column.name {
                "item_id" => "item_name",
                "customer_id" => "customer_name",
                "supplier_id" if self.context.mapping.table == Table::SupplierData => {
                    "supplier_name"
                }
                _ => "",
            };
            if self.source(name).is_some() {
                // The name is the id; an empty one is named once.
                let source = self.source(name)?;
                return (!is_blank(source.cell) && !is_error(source.cell))
                    .then(|| plain_text(source.cell));
            }
            return self.constant(column);
        }
        self.id_of(column.name, column)
    }

    fn id_of(&mut self, target: &'static str, column: &Column) -> Option<String> {
        let named = Column {
            name: target,
            ..*column
        };
        let source = self.readable(&named)?;
        let text = plain_text(source.cell);
        if source.context.is_text_file && is_scientific(&text) {
            self.reject(source, column.name, CellFault::LostDigits);
            return None;
        }
        if source.context.dot_zero.contains(&source.column) {
            return Some(text.strip_suffix(".0").unwrap_or(&text).to_owned());
        }
        Some(text)
    }

    /// `<order>-<line number>`.
    fn line_id(&mut self) -> Option<String> {
        let source = self.source("order_id")?;
        if is_blank(source.cell) || is_error(source.cell) {
            return None;
        }
        let column = Column {
            name: "order_id",
            kind: Kind::Id,
            required: true,
        };
        let before = self.bad.len();
        let order = self.id_of("order_id", &column);
        self.bad.truncate(before);
        let order = order?;
        if self.source("_line_number").is_some() {
            let number = Column {
                name: "_line_number",
                kind: Kind::Id,
                required: true,
            };
            let line = self.id_of("_line_number", &number)?;
            return Some(format!("{order}-{line}"));
        }
        Some(format!("{order}-{}", self.line_number))
    }

    fn date(&mut self, column: &Column) -> Option<String> {
        if self.source(column.name).is_none() {
            return self.constant(column);
        }
        let source = self.readable(column)?;
        let moment = self.moment(source, column.name)?;
        Some(moment.0.date().format("%Y-%m-%d").to_string())
    }

    fn moment(
        &mut self,
        source: Source<'_>,
        target: &'static str,
    ) -> Option<(NaiveDateTime, Option<chrono::FixedOffset>)> {
        let reading = read_date(source.cell, source.context.epoch_1904);
        if let Some(moment) = reading.value(source.context.date_order) {
            return Some((moment, reading.offset));
        }
        if reading.is_ambiguous() && source.context.date_order.is_none() {
            let example = collapse(source.cell.raw_text());
            source.context.ask(
                Question::new(
                    QuestionKind::DateOrder,
                    format!("Is {example} month/day/year or day/month/year?"),
                )
                .with_options(&["mdy", "dmy"])
                .with_example(example),
            );
            self.waiting = true;
            return None;
        }
        self.reject(source, target, CellFault::NotDate);
        None
    }

    fn timestamp(&mut self, column: &Column, updated: &mut Option<i64>) -> Option<String> {
        let now = self.organization.now;
        // A date that may be another one, such as that of a count, is none where it is empty.
        let says_change = |source: Source<'_>| source.context.has_concept(column.name, "MODIFIED");
        if self
            .source(column.name)
            .is_none_or(|source| is_blank(source.cell) && !says_change(source))
        {
            return Some(now.format("%Y-%m-%dT%H:%M:%SZ").to_string());
        }
        let source = self.readable(column)?;
        let (local, offset) = self.moment(source, column.name)?;
        let utc = match offset {
            Some(offset) => local.checked_sub_offset(offset)?.and_utc(),
            None => self.local_to_utc(local)?,
        };
        *updated = Some(utc.timestamp_micros());
        let is_whole = utc.timestamp_subsec_nanos() == 0;
        let format = if is_whole {
            "%Y-%m-%dT%H:%M:%SZ"
        } else {
            "%Y-%m-%dT%H:%M:%S%.6fZ"
        };
        Some(utc.format(format).to_string())
    }

    /// A time that the clocks skip counts as an hour later.
    fn local_to_utc(&self, local: NaiveDateTime) -> Option<DateTime<Utc>> {
        let zone = self.organization.zone;
        zone.from_local_datetime(&local)
            .earliest()
            .or_else(|| {
                zone.from_local_datetime(&(local + chrono::Duration::hours(1)))
                    .earliest()
            })
            .map(|moment| moment.with_timezone(&Utc))
    }

    fn flag(&mut self, column: &Column) -> Option<String> {
        let Some(source) = self.source(column.name) else {
            return column
                .required
                .then(|| self.constant_or(column.name, "true"));
        };
        let is_inverted = source.context.has_concept(column.name, "INACTIVE");
        let flag = if is_blank(source.cell) && source.context.blank_is_no {
            false
        } else {
            let source = self.readable(column)?;
            let read = match source.cell {
                Cell::Bool(flag) => Some(*flag),
                cell => read_flag(&plain_text(cell)),
            };
            let Some(flag) = read else {
                self.reject(source, column.name, CellFault::NotBoolean);
                return None;
            };
            // "Inactive" in a column called Inactive is a yes.
            let says_itself = is_inverted
                && Lexicon::shared()
                    .read_name(source.cell.raw_text())
                    .concepts
                    .contains(&"INACTIVE");
            flag || says_itself
        };
        Some((flag != is_inverted).to_string())
    }

    /// Whether a booking or a purchase order is open.
    fn status(&mut self, column: &Column) -> Option<String> {
        let statuses = self.context.mapping.table.statuses();
        let Some(source) = self.source(column.name) else {
            return self
                .constant(column)
                .filter(|status| statuses.contains(&status.as_str()));
        };
        self.readable(column)?;
        let status = match read_status(&plain_text(source.cell)) {
            // Bookings are delivered and orders received.
            Some("done") => statuses.get(1).copied(),
            other => other,
        };
        if status.is_none() {
            self.reject(source, column.name, CellFault::UnknownStatus);
        }
        status.map(str::to_owned)
    }

    fn constant_or(&self, target: &str, otherwise: &str) -> String {
        self.context
            .answers
            .find_text("constant", None, Some(target))
            .unwrap_or_else(|| otherwise.to_owned())
    }

    fn days(&mut self, column: &Column) -> Option<String> {
        self.source(column.name)?;
        let source = self.readable(column)?;
        let mut reading = read_number(source.cell);
        if !reading.is_number()
            && let Cell::Text(text) = source.cell
            && let Some((number, word)) = text.trim().split_once(' ')
            && Lexicon::shared().read_name(word).concepts == ["DAYS"]
        {
            reading = read_number(&Cell::Text(number.to_owned()));
        }
        let Some(mut value) =
            reading.value(source.context.decimal_sign.or(Some(DecimalSign::Point)))
        else {
            self.reject(source, column.name, CellFault::NotDays);
            return None;
        };
        let in_weeks = source.context.has_concept(column.name, "WEEKS")
            && !source.context.has_concept(column.name, "DAYS");
        if in_weeks {
            value *= Decimal::from(7);
        }
        if !value.fract().is_zero() || value < Decimal::ZERO || value > Decimal::from(36_500) {
            self.reject(source, column.name, CellFault::NotDays);
            return None;
        }
        Some(value.trunc().normalize().to_string())
    }

    fn category(&mut self, column: &Column) -> Option<String> {
        if self.source(column.name).is_none() {
            return self.constant(column);
        }
        let source = self.readable(column)?;
        let text = plain_text(source.cell);
        let answer = self
            .context
            .answers
            .find_text("category", Some(&text), None);
        if let Some(answer) = answer.filter(|answer| CATEGORIES.contains(&answer.as_str())) {
            return Some(answer);
        }
        if let Some(category) = read_category(&text) {
            return Some(category.to_owned());
        }
        source.context.ask(
            Question::new(QuestionKind::Category, format!("Which category is {text}?"))
                .about_value(&text)
                .with_options(&CATEGORIES),
        );
        self.waiting = true;
        None
    }

    fn own_category(&self) -> Option<String> {
        let text = plain_text(self.source("category")?.cell);
        is_own_word(&CATEGORIES, &text).then_some(text)
    }

    fn commodity(&mut self, column: &Column) -> Option<String> {
        if self.source(column.name).is_none() {
            return self.constant(column);
        }
        let source = self.readable(column)?;
        let text = plain_text(source.cell);
        self.commodity_word(source, &text)
    }

    fn commodity_word(&mut self, source: Source<'_>, text: &str) -> Option<String> {
        let answer = self
            .context
            .answers
            .find_text("commodity", Some(text), None);
        // Any other answer is the organization's own word for a product or a crop.
        if let Some(answer) = answer {
            return own_word(&answer);
        }
        if let Some(commodity) = read_commodity(text) {
            return Some(commodity.to_owned());
        }
        source.context.ask(
            Question::new(
                QuestionKind::Commodity,
                format!("Which commodity is {text}? Another word is kept as its own."),
            )
            .about_value(text)
            .with_options(&COMMODITIES),
        );
        self.waiting = true;
        None
    }

    fn crops(&mut self, column: &Column) -> Option<String> {
        self.source(column.name)?;
        let source = self.readable(column)?;
        let mut crops: Vec<String> = Vec::new();
        for word in split_crops(&plain_text(source.cell)) {
            let crop = match read_crop(&word) {
                Some(crop) => crop.to_owned(),
                None => self.commodity_word(source, &word)?,
            };
            if !crops.contains(&crop) {
                crops.push(crop);
            }
        }
        Some(crops.join(";"))
    }

    /// The product of a quote that is none of the four, as the organization calls it.
    fn own_product(&self) -> bool {
        let Some(source) = self.source("commodity") else {
            return false;
        };
        let text = plain_text(source.cell);
        let answer = self
            .context
            .answers
            .find_text("commodity", Some(&text), None);
        answer.is_some_and(|answer| !COMMODITIES.contains(&answer.as_str()))
    }

    fn direction(&mut self) -> Option<DocumentType> {
        let context = self.context;
        if let Some(source) = self.source("direction") {
            let column = Column {
                name: "direction",
                kind: Kind::Direction,
                required: true,
            };
            let readable = self.readable(&column)?;
            let text = plain_text(readable.cell);
            let answer = self
                .context
                .answers
                .find_text("direction", Some(&text), None);
            let found = answer
                .as_deref()
                .and_then(direction_of)
                .or_else(|| read_direction(&text));
            let by_party = self.party_direction();
            let found = found.map(|found| DocumentType {
                is_sale: found.is_sale.or(by_party),
                ..found
            });
            if let Some(found) = found.filter(|found| found.is_sale.is_some()) {
                return Some(Self::corrected_by_party(found, &text, by_party));
            }
            source.context.ask(
                Question::new(
                    QuestionKind::Direction,
                    format!("Which kind of document is {text}?"),
                )
                .about_value(&text)
                .with_options(&[
                    "sale",
                    "sale_return",
                    "purchase",
                    "purchase_return",
                ]),
            );
            self.waiting = true;
            return None;
        }
        let own = direction_of_row(&context.mapping, self.row)
            .filter(|_| context.parties == Parties::Opposite);
        let by_header = self
            .header
            .filter(|(_, context)| context.parties == Parties::Opposite)
            .and_then(|(header, context)| direction_of_row(&context.mapping, &header.row));
        if let Some(direction) = own.or(by_header) {
            return Some(direction);
        }
        let is_sale = self
            .quantity_direction()
            .or_else(|| self.only_party())
            .or_else(|| {
                let constant = context.constants.get("direction").cloned().or_else(|| {
                    self.context
                        .answers
                        .find_text("constant", None, Some("direction"))
                })?;
                direction_of(&constant)?.is_sale
            });
        if let Some(is_sale) = is_sale {
            return Some(DocumentType {
                is_sale: Some(is_sale),
                is_return: false,
            });
        }
        let column = Column {
            name: "direction",
            kind: Kind::Direction,
            required: true,
        };
        self.constant(&column);
        None
    }

    /// An invoice of a supplier is a purchase.
    fn corrected_by_party(found: DocumentType, text: &str, by_party: Option<bool>) -> DocumentType {
        let is_general = matches!(
            fold(text).as_str(),
            "invoice"
                | "rechnung"
                | "factura"
                | "facture"
                | "fattura"
                | "fatura"
                | "factuur"
                | "inv"
                | "delivery"
                | "credit memo"
                | "credit note"
                | "gutschrift"
                | "avoir"
                | "order"
                | "nota de credito"
                | "nota di credito"
                | "receipt"
        );
        match by_party {
            Some(is_sale) if is_general => DocumentType {
                is_sale: Some(is_sale),
                ..found
            },
            _ => found,
        }
    }

    fn party_direction(&self) -> Option<bool> {
        if self.context.parties == Parties::Together {
            return None;
        }
        let names = |target: &str| self.source(target).map(|source| !is_blank(source.cell));
        match (names("customer_id"), names("supplier_id")) {
            (Some(true), Some(false) | None) => Some(true),
            (Some(false) | None, Some(true)) => Some(false),
            _ => None,
        }
    }

    /// The only party that has a column, for rows where it is empty.
    fn only_party(&self) -> Option<bool> {
        match (
            self.source("customer_id").is_some(),
            self.source("supplier_id").is_some(),
        ) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }

    /// Quantities that go in are purchases.
    fn quantity_direction(&self) -> Option<bool> {
        let is_filled = |target: &str| {
            self.source(target).is_some_and(|source| {
                let reading = read_number(source.cell);
                reading
                    .point
                    .or(reading.comma)
                    .is_some_and(|value| !value.is_zero())
            })
        };
        match (is_filled("_quantity_in"), is_filled("_quantity_out")) {
            (true, false) => Some(false),
            (false, true) => Some(true),
            _ => None,
        }
    }

    fn unit_factor(&mut self) -> Option<UnitFactor> {
        let table = self.context.mapping.table;
        let column = table
            .columns()
            .iter()
            .find(|column| column.kind == Kind::Unit)?;
        let text = if self.source(column.name).is_some() {
            plain_text(self.readable(column)?.cell)
        } else {
            match self.unit_note() {
                Some(note) => note,
                None => self.constant(column)?,
            }
        };
        self.unit_text = Some(text.clone());
        let context = self
            .source(column.name)
            .map_or(self.context, |source| source.context);
        if let Some(answered) = self.answered_factor(&text) {
            return Some(answered);
        }
        let item = self.known_item();
        let word = match context.unit_evidence.read(&text) {
            UnitWord::Clear(word) => Some(word),
            UnitWord::Open => None,
        };
        let found = word
            .and_then(read_unit)
            .or_else(|| item.and_then(|item| item.package(&text).or_else(|| item.ounce(&text))))
            .map(|factor| match item.filter(|_| table.has_stock_units()) {
                Some(item) => item.to_stock_unit(factor),
                None => factor,
            });
        if found.is_none() {
            context.ask(
                Question::new(QuestionKind::Unit, format!("How much is a {text}?"))
                    .about_value(&text)
                    .with_options(&UNITS),
            );
            self.waiting = true;
        }
        found
    }

    /// What is known of the row's item.
    fn known_item(&self) -> Option<&'a ItemUnits> {
        let items = &self.organization.items;
        if items.is_empty() {
            return None;
        }
        let source = self.source("item_id")?;
        items.get(&plain_text(source.cell))
    }

    /// What the answer says one of the word is.
    fn answered_factor(&self, text: &str) -> Option<UnitFactor> {
        let answer = self.context.answers.find("unit", Some(text), None)?;
        let unit = answer.get("unit").and_then(|unit| unit.as_str());
        let factor = answer.get("factor").map(crate::answers::plain_text)?;
        let factor = crate::values::numbers::parse_stored(&factor)?;
        answered_unit(unit.filter(|unit| UNITS.contains(unit))?, factor)
    }

    /// The unit in the names of the columns of quantities, such as `On Hand (gal)`; else of prices,
    /// where quantities can be in it.
    fn unit_note(&self) -> Option<String> {
        let context = self.context;
        let quantities = QUANTITIES.into_iter();
        let at_locations = || {
            let mut columns = context.mapping.locations.iter();
            columns.find_map(|column| context.note_of_column(column.index))
        };
        quantities
            .map(|name| context.note_unit(name))
            .find_map(|note| note)
            .or_else(at_locations)
            .or_else(|| {
                let mut prices = ["unit_cost", "unit_price"].into_iter();
                prices.find_map(|name| context.note_unit(name).filter(|note| is_traded_in(note)))
            })
    }

    fn currency(&mut self) -> Option<String> {
        let organization = self.context.answers.organization.currency.clone();
        let dollar = |code: &str| {
            if code == "$" || code == "-" {
                organization.clone()
            } else {
                code.to_owned()
            }
        };
        if self.source("currency").is_some() {
            let column = Column {
                name: "currency",
                kind: Kind::Currency,
                required: true,
            };
            let source = self.readable(&column)?;
            let text = plain_text(source.cell);
            let code = known_currency(&text).or_else(|| Lexicon::shared().value("currency", &text));
            if let Some(code) = code {
                return Some(dollar(code));
            }
            self.reject(source, "currency", CellFault::NotCurrency);
            return None;
        }
        let prices = ["unit_cost", "unit_price", "_line_total", "_stock_value"];
        for part in prices
            .into_iter()
            .flat_map(|name| self.context.notes(name))
            .flat_map(|note| note.split(['/', ' ']))
        {
            let code = known_currency(part).or_else(|| Lexicon::shared().value("currency", part));
            if let Some(code) = code {
                return Some(dollar(code));
            }
        }
        let sign = prices.into_iter().find_map(|name| {
            let source = self.source(name)?;
            read_number(source.cell).currency
        });
        if let Some(sign) = sign {
            return Some(dollar(&sign));
        }
        if let Some(constant) = self.context.constants.get("currency") {
            return Some(constant.clone());
        }
        Some(self.constant_or("currency", &organization))
    }

    fn price_unit(&mut self) -> Option<PriceUnit> {
        let dollars = self.context.answers.organization.currency == "USD";
        let column = Column {
            name: "unit",
            kind: Kind::PriceUnit,
            required: true,
        };
        let text = if self.source("unit").is_some() {
            plain_text(self.readable(&column)?.cell)
        } else {
            match self.context.notes("price").first() {
                Some(note) => note.clone(),
                None => self.constant(&column)?,
            }
        };
        if let Some(known) = ["usd_per_bu", "usd_per_ton"]
            .into_iter()
            .find(|unit| fold(&text) == *unit)
        {
            return Some(PriceUnit {
                unit: known.to_owned(),
                times: Decimal::ONE,
                over: Decimal::ONE,
            });
        }
        if let Some(answer) = self.context.answers.find("unit", Some(&text), None) {
            let unit = answer.get("unit").and_then(|unit| unit.as_str());
            let factor = answer.get("factor").map(crate::answers::plain_text);
            let factor = factor.and_then(|factor| crate::values::numbers::parse_stored(&factor));
            let known = ["usd_per_bu", "usd_per_ton"]
                .into_iter()
                .find(|known| Some(*known) == unit);
            if let (Some(unit), Some(over)) = (known, factor.filter(|factor| !factor.is_zero())) {
                return Some(PriceUnit {
                    unit: unit.to_owned(),
                    times: Decimal::ONE,
                    over,
                });
            }
        }
        let sign = self
            .source("price")
            .and_then(|source| read_number(source.cell).currency);
        let dollars = match sign.as_deref() {
            Some("USD") => true,
            Some("$") | None => dollars,
            Some(_) => false,
        };
        let found = read_price_unit(&text, dollars).or_else(|| {
            self.own_product()
                .then(|| read_own_price_unit(&text))
                .flatten()
        });
        if found.is_none() {
            let context = self
                .source("unit")
                .map_or(self.context, |source| source.context);
            context.ask(
                Question::new(
                    QuestionKind::Unit,
                    format!("In which unit are prices in {text}?"),
                )
                .about_value(&text)
                .with_options(&["usd_per_bu", "usd_per_ton"]),
            );
            self.waiting = true;
        }
        found
    }

    /// A number of a column, in the table's unit, rounded to 4 places.
    fn amount(
        &mut self,
        column: &Column,
        unit: Option<&UnitFactor>,
        price_unit: Option<&PriceUnit>,
        direction: Option<DocumentType>,
    ) -> Option<String> {
        let value = match column.name {
            "density" => self.density(column)?,
            "quantity" if self.context.mapping.table == Table::SalesTransactions => {
                self.quantity(column, direction)?
            }
            // A price without a minimum holds for any quantity.
            "min_quantity"
                if self
                    .source(column.name)
                    .is_none_or(|source| is_blank(source.cell)) =>
            {
                self.constant_or(column.name, "0").parse().ok()?
            }
            "unit_price" => self.price(column, direction)?,
            "unit_cost" if self.source("_stock_value").is_some() => self.cost_of_value(column)?,
            "on_order" | "booked" => self.stock_amount(column)?,
            "on_hand" if !self.context.mapping.locations.is_empty() => return None,
            _ => {
                if self.source(column.name).is_none() {
                    let constant = self.constant(column)?;
                    read_number(&Cell::Text(constant)).value(Some(DecimalSign::Point))?
                } else {
                    let source = self.readable(column)?;
                    self.number(source, column.name)?
                }
            }
        };
        let source = self
            .source(column.name)
            .or_else(|| self.source("_line_total"))
            .or_else(|| self.source("_stock_value"));
        let is_bad = match column.kind {
            Kind::NotNegative => (value < Decimal::ZERO).then_some(CellFault::Negative),
            Kind::Positive => (value <= Decimal::ZERO).then_some(CellFault::NotPositive),
            _ => None,
        };
        if let (Some(fault), Some(source)) = (is_bad, source) {
            self.reject(source, column.name, fault);
            return None;
        }
        let is_price = matches!(column.name, "unit_cost" | "unit_price");
        let is_computed = self.source(column.name).is_none();
        if !is_computed && value.normalize().scale() > 4 {
            self.context.rounded.set(self.context.rounded.get() + 1);
        }
        let converted = if is_price {
            unit.map_or(Some(value), |unit| unit.price(value))
        } else if column.name == "price" {
            price_unit.map_or(Some(value), |unit| {
                value.checked_mul(unit.times)?.checked_div(unit.over)
            })
        } else if matches!(column.name, "acres" | "volume" | "density") {
            Some(value)
        } else {
            unit.map_or(Some(value), |unit| unit.quantity(value))
        };
        let rounded = converted.and_then(round_amount);
        if rounded.is_none()
            && let Some(source) = source
        {
            self.reject(source, column.name, CellFault::OutOfRange);
        }
        rounded.map(|value| value.to_string())
    }

    /// In pounds per gallon. A number that is too small for them needs a unit in the column's name.
    fn density(&mut self, column: &Column) -> Option<Decimal> {
        self.source(column.name)?;
        let source = self.readable(column)?;
        let value = self.number(source, column.name)?;
        let note = source.context.notes(column.name).first();
        let note = note.map(|note| fold(note).replace(' ', ""));
        let density = match note.as_deref() {
            None => (value >= MIN_POUNDS_PER_GALLON).then_some(value),
            Some("lb/gal" | "lbs/gal" | "lbpergal" | "lbspergal") => Some(value),
            Some("kg/l" | "kgperl" | "g/ml" | "g/cm3") => value
                .checked_mul(LITERS_PER_GALLON)
                .and_then(|value| value.checked_div(KILOGRAMS_PER_POUND)),
            Some(_) => None,
        };
        if density.is_none() {
            self.reject(source, column.name, CellFault::UnknownDensityUnit);
        }
        density
    }

    fn number(&mut self, source: Source<'_>, target: &'static str) -> Option<Decimal> {
        let reading = read_number(source.cell);
        if let Some(value) = reading.value(source.context.decimal_sign) {
            return Some(value);
        }
        if reading.is_ambiguous() && source.context.decimal_sign.is_none() {
            self.ask_number_format(source);
        } else {
            self.reject(source, target, CellFault::NotNumber);
        }
        None
    }

    /// Blank cells of these two columns are asked about.
    fn stock_amount(&mut self, column: &Column) -> Option<Decimal> {
        let Some(source) = self.source(column.name) else {
            return self.constant_or(column.name, "0").parse().ok();
        };
        if is_blank(source.cell) {
            let answer = self
                .context
                .answers
                .find_text("blank", None, Some(column.name));
            match answer.as_deref() {
                Some("zero") => return Some(Decimal::ZERO),
                Some("reject") => self.reject(source, column.name, CellFault::Empty),
                _ => {
                    let name = column.name;
                    source.context.ask(
                        Question::new(
                            QuestionKind::Blank,
                            format!("Some cells of {name} are blank. Do they mean zero?"),
                        )
                        .about_target(name)
                        .with_options(&["zero", "reject"]),
                    );
                    self.waiting = true;
                }
            }
            return None;
        }
        let source = self.readable(column)?;
        self.number(source, column.name)
    }

    fn quantity(&mut self, column: &Column, direction: Option<DocumentType>) -> Option<Decimal> {
        let is_sale = direction.and_then(|direction| direction.is_sale);
        if self.source("_quantity_in").is_some() {
            let name = if is_sale == Some(true) {
                "_quantity_out"
            } else {
                "_quantity_in"
            };
            let named = Column { name, ..*column };
            let source = self.readable(&named)?;
            let value = self.number(source, column.name)?;
            let is_return = direction.is_some_and(|direction| direction.is_return);
            return Some(if is_return { -value.abs() } else { value });
        }
        let source = self.source("quantity")?;
        let readable = self.readable(column)?;
        let value = self.number(readable, column.name)?;
        let direction = direction?;
        if direction.is_return {
            return Some(-value.abs());
        }
        if let Some(negative) = self.negative_amount(value) {
            if negative == NegativeAmounts::Return {
                return Some(-value);
            }
            if negative == NegativeAmounts::Open && self.source("unit_price").is_some() {
                self.reject_amount(CellFault::Negative);
                return None;
            }
        }
        if direction.is_sale != Some(true) {
            return Some(value);
        }
        match source.context.stock_sign {
            Some(true) => Some(-value),
            Some(false) => Some(value),
            None => {
                source.context.ask(
                    Question::new(
                        QuestionKind::Sign,
                        "Are sales negative because stock goes down, or are these returns?"
                            .to_owned(),
                    )
                    .with_options(&["stock", "document"]),
                );
                self.waiting = true;
                None
            }
        }
    }

    fn price(&mut self, column: &Column, direction: Option<DocumentType>) -> Option<Decimal> {
        let is_return = direction.is_some_and(|direction| direction.is_return);
        if self.source("unit_price").is_some() {
            let source = self.readable(column)?;
            let value = self.number(source, column.name)?;
            let value = self.charged_price(value).unwrap_or(value);
            let value = self.discounted(value)?;
            return Some(if is_return { value.abs() } else { value });
        }
        if self.source("_line_total").is_none() {
            let constant = self.constant(column)?;
            return read_number(&Cell::Text(constant)).value(Some(DecimalSign::Point));
        }
        let named = Column {
            name: "_line_total",
            ..*column
        };
        let Some(source) = self.readable(&named) else {
            self.rename_bad("_line_total", column.name);
            return None;
        };
        let total = self.number(source, column.name)?;
        let quantity = ["quantity", "_quantity_in", "_quantity_out"]
            .into_iter()
            .find_map(|name| {
                let source = self.source(name)?;
                let value = read_number(source.cell).value(source.context.decimal_sign)?;
                (!value.is_zero()).then_some(value)
            });
        let Some(quantity) = quantity else {
            let is_zero = self
                .source("quantity")
                .is_some_and(|source| read_number(source.cell).is_number());
            if is_zero && !self.waiting {
                self.reject(source, column.name, CellFault::MissingQuantity);
            }
            return None;
        };
        let is_ledger = self.context.stock_sign == Some(true);
        let is_signed = self
            .negative_amount(quantity)
            .is_some_and(|negative| negative != NegativeAmounts::Open);
        let price = total.checked_div(quantity)?;
        Some(if is_return || is_ledger || is_signed {
            price.abs()
        } else {
            price
        })
    }

    /// The value of the stock by its quantity.
    fn cost_of_value(&mut self, column: &Column) -> Option<Decimal> {
        let named = Column {
            name: "_stock_value",
            ..*column
        };
        let Some(source) = self.readable(&named) else {
            self.rename_bad(named.name, column.name);
            return None;
        };
        let value = self.number(source, column.name)?;
        let stock = self.source("on_hand")?;
        let quantity = read_number(stock.cell).value(stock.context.decimal_sign)?;
        if quantity.is_zero() {
            self.reject(source, column.name, CellFault::MissingQuantity);
            return None;
        }
        value.checked_div(quantity)
    }

    /// What it says that the amount of a positive quantity is negative; none if it is not.
    fn negative_amount(&self, quantity: Decimal) -> Option<NegativeAmounts> {
        let amounts = self.context.line_amounts?;
        let amount = amounts.amount(self.row, self.context.decimal_sign)?;
        let is_negative = quantity > Decimal::ZERO && amount < Decimal::ZERO;
        is_negative.then_some(amounts.negative)
    }

    /// The price at which the line was charged, where its amount says another one than is written.
    fn charged_price(&self, price: Decimal) -> Option<Decimal> {
        let amounts = self.context.line_amounts?;
        let sign = self.context.decimal_sign;
        let quantity = read_number(self.source("quantity")?.cell).value(sign)?;
        amounts.charged(self.row, quantity, price, sign)
    }

    /// The price without the discount of its row.
    fn discounted(&mut self, price: Decimal) -> Option<Decimal> {
        let Some(column) = self.context.price_terms.discount else {
            return Some(price);
        };
        let source = self.own_source(column);
        if is_blank(source.cell) {
            return Some(price);
        }
        let share = read_remaining_share(source.cell, source.context.decimal_sign);
        if share.is_none() {
            self.reject(source, "unit_price", CellFault::NotNumber);
        }
        price.checked_mul(share?)
    }

    fn own_source(&self, column: usize) -> Source<'a> {
        Source {
            cell: self.row.cell(column),
            context: self.context,
            column,
            is_own: true,
        }
    }

    fn reject_amount(&mut self, fault: CellFault) {
        if let Some(amounts) = self.context.line_amounts {
            let source = self.own_source(amounts.column);
            self.reject(source, "unit_price", fault);
        }
    }

    fn rename_bad(&mut self, from: &str, to: &'static str) {
        for bad in &mut self.bad {
            if bad.target == from {
                bad.target = to;
            }
        }
    }

    /// Checks the cells of an order without lines.
    pub(crate) fn check_header(mut self) -> (Vec<BadCell>, bool) {
        for target in [
            "order_id",
            "transaction_date",
            "promised_date",
            "delivered_date",
        ] {
            if let Some(column) = self.context.mapping.table.column(target)
                && self.source(target).is_some()
            {
                if column.kind == Kind::Date {
                    self.date(column);
                } else {
                    self.id_of(target, column);
                }
            }
        }
        let canceled = self.canceled_cell();
        self.bad.extend(canceled);
        let is_bad = !self.bad.is_empty();
        (self.bad, is_bad)
    }

    /// The order's number, as it joins orders and lines.
    pub(crate) fn order_number(&mut self) -> Option<String> {
        let document = self.context.mapping.table.document();
        let column = Column {
            name: document,
            kind: Kind::Id,
            required: false,
        };
        let before = self.bad.len();
        let order = self.id_of(document, &column);
        self.bad.truncate(before);
        order
    }
}

fn plain_text(cell: &Cell) -> String {
    match cell {
        Cell::Number(digits, display) => {
            if *display == crate::cell::Display::Date
                && let Some(moment) = read_date(cell, false).month_first
            {
                let format = if moment.time() == NaiveTime::MIN {
                    "%Y-%m-%d"
                } else {
                    "%Y-%m-%d %H:%M:%S"
                };
                return moment.format(format).to_string();
            }
            id_text(digits, display)
        }
        cell => collapse(cell.raw_text()),
    }
}

/// Whether a word of a column's name says what is counted, such as `cases`; a tank may be a place.
fn is_counted(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && (is_container(word) || read_unit(word).is_some())
}

/// Whether quantities are in the unit, and not only prices for a larger amount, such as a
/// hundredweight.
fn is_traded_in(unit: &str) -> bool {
    let size = read_unit(unit).and_then(|factor| factor.quantity(Decimal::ONE));
    let limits = Decimal::new(25, 2)..=Decimal::new(25, 1);
    size.is_some_and(|size| limits.contains(&size))
}

/// A word of the organization's own, in lower case; none if it is empty.
fn own_word(text: &str) -> Option<String> {
    let word = collapse(text).to_lowercase().replace(';', ",");
    (!word.is_empty()).then_some(word)
}

/// `1.23E+15`, as spreadsheets write long ids into text files.
fn is_scientific(text: &str) -> bool {
    let Some((mantissa, exponent)) = text.split_once(['E', 'e']) else {
        return false;
    };
    let is_exponent = exponent.strip_prefix(['+', '-']).is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    });
    let is_mantissa = mantissa.starts_with(|letter: char| letter.is_ascii_digit())
        && mantissa
            .bytes()
            .all(|letter| letter.is_ascii_digit() || letter == b'.' || letter == b',');
    is_exponent && is_mantissa
}
