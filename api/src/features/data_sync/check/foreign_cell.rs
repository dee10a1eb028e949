//! Reads cells that are not in Sprout's own form: words and units of other systems, numbers with more
//! decimals, dates with a time of day, times without an offset.

use super::cell_parser::{self, CellValue};
use super::source_cell::SourceCell;
use super::value_error::ValueError;
use crate::decimal::Decimal4;
use chrono::{DateTime, Datelike, Duration, NaiveDateTime, TimeZone, Utc};
use chrono_tz::Tz;
use imports::ItemUnits;
use imports::vocabulary::{self, UnitReading};
use rust_decimal::{Decimal, RoundingStrategy};
use sources::{ColumnSpec, ColumnType, NumberRange, RejectCode, SourceSchema, SourceTable};

/// Names of products and crops are short.
const MAX_WORD_BYTES: usize = 200;
/// Columns that are no amounts in the row's unit.
const WITHOUT_UNIT: [&str; 3] = ["acres", "volume", "density"];
/// Amounts of money for one unit.
const PRICES: [&str; 3] = ["unit_cost", "unit_price", "price"];

/// What the meaning of a cell depends on.
pub(super) struct RowContext<'a> {
    pub shape: &'static SourceSchema,
    /// The time zone of times without an offset.
    pub zone: Tz,
    /// The units of the row's item, if they are known.
    pub item: &'a dyn Fn() -> Option<&'a ItemUnits>,
}

/// What was found out about a row while its cells were read.
#[derive(Debug, Default)]
pub(super) struct ForeignRow {
    /// The unit of the source, if quantities and prices must be converted.
    unit: Option<UnitReading>,
    /// Numbers with more than 4 decimals.
    pub rounded: u64,
}

impl ForeignRow {
    /// Reads a cell that is not in Sprout's form; `None` if its meaning is not certain.
    pub(super) fn read_cell<'a>(
        &mut self,
        column: &ColumnSpec,
        in_key: bool,
        cell: &SourceCell<'_>,
        context: &RowContext<'_>,
    ) -> Option<CellValue<'a>> {
        if let SourceCell::Text(text) = cell
            && vocabulary::is_nothing(text)
        {
            return cell_parser::parse_cell(column, in_key, &SourceCell::Empty)
                .ok()
                .filter(|value| *value == CellValue::Missing);
        }
        let text = cell.display_text();
        match (column.kind, cell) {
            (ColumnType::Choice(words), SourceCell::Text(text)) => {
                if let Some(word) = vocabulary::read_listed_word(column.name, words, text) {
                    return Some(CellValue::Text(word.into()));
                }
                if !is_unit(column) {
                    return None;
                }
                Some(self.take_unit(read_unit(column, text, context)?))
            }
            (ColumnType::OpenChoice(words), SourceCell::Text(text)) => {
                if let Some(word) = vocabulary::read_listed_word(column.name, words, text) {
                    return Some(CellValue::Text(word.into()));
                }
                if is_unit(column) {
                    return Some(self.take_unit(vocabulary::read_quote_unit(text)?));
                }
                own_word(text)
            }
            (ColumnType::ChoiceList(_), SourceCell::Text(_) | SourceCell::List(_)) => {
                let crops = vocabulary::read_crops(&text);
                (!crops.is_empty() && !crops.contains('\0')).then(|| CellValue::Text(crops.into()))
            }
            (ColumnType::Currency, SourceCell::Text(text)) => {
                Some(CellValue::Text(vocabulary::read_currency(text)?.into()))
            }
            (ColumnType::Bool, SourceCell::Text(text)) => {
                vocabulary::read_flag(text).map(CellValue::Bool)
            }
            (ColumnType::Bool, SourceCell::Decimal { .. }) => {
                vocabulary::read_flag(&text).map(CellValue::Bool)
            }
            (ColumnType::Decimal(range), _) => {
                let number = read_number(cell)?;
                self.rounded += u64::from(number.normalize().scale() > 4);
                round(number, range).map(CellValue::BigInt)
            }
            (ColumnType::Days, _) => {
                let days = read_number(cell)?.normalize();
                cell_parser::parse_cell(column, in_key, &SourceCell::Text(&days.to_string()))
                    .ok()
                    .and_then(|value| match value {
                        CellValue::Int(days) => Some(CellValue::Int(days)),
                        _ => None,
                    })
            }
            (ColumnType::Date, SourceCell::Text(_) | SourceCell::LocalDateTime(_)) => {
                let (moment, _) = read_moment(cell)?;
                let day = moment.date();
                ((1..=9999).contains(&day.year())).then(|| CellValue::Date(day.to_epoch_days()))
            }
            (ColumnType::Instant, SourceCell::Text(_) | SourceCell::LocalDateTime(_)) => {
                let (local, offset) = read_moment(cell)?;
                let instant = match offset {
                    Some(offset) => local.checked_sub_offset(offset)?.and_utc(),
                    None => local_to_utc(local, context.zone)?,
                };
                let is_known = (1..=9999).contains(&instant.year());
                is_known.then(|| CellValue::Instant(instant.timestamp_micros()))
            }
            _ => None,
        }
    }

    fn take_unit<'a>(&mut self, unit: UnitReading) -> CellValue<'a> {
        let word = unit.unit.clone();
        self.unit = Some(unit);
        CellValue::Text(word.into())
    }

    /// Converts the quantities and prices of the row to the unit that was read. Returns the positions
    /// of those that are out of range.
    pub(super) fn convert_amounts<'a>(
        &self,
        shape: &SourceSchema,
        values: &mut [CellValue<'a>],
        cell: impl Fn(usize) -> SourceCell<'a>,
    ) -> Vec<usize> {
        let Some(unit) = &self.unit else {
            return Vec::new();
        };
        let mut out_of_range = Vec::new();
        for (position, (column, value)) in shape.columns.iter().zip(values).enumerate() {
            let (ColumnType::Decimal(range), CellValue::BigInt(_)) = (column.kind, &value) else {
                continue;
            };
            if WITHOUT_UNIT.contains(&column.name) {
                continue;
            }
            // From the source's digits, so that nothing is rounded twice.
            let converted = read_number(&cell(position)).and_then(|number| {
                if PRICES.contains(&column.name) {
                    unit.price(number)
                } else {
                    unit.quantity(number)
                }
            });
            match converted.and_then(|number| round(number, range)) {
                Some(scaled) => *value = CellValue::BigInt(scaled),
                None => out_of_range.push(position),
            }
        }
        out_of_range
    }
}

/// Quotes of the four commodities stay in the units of the market pages.
pub(super) fn find_quote_fault(
    shape: &SourceSchema,
    values: &[CellValue<'_>],
) -> Option<(usize, ValueError)> {
    let position = shape.column_index("commodity")?;
    let unit_position = shape.column_index("unit")?;
    let (Some(CellValue::Text(commodity)), Some(CellValue::Text(unit))) =
        (values.get(position), values.get(unit_position))
    else {
        return None;
    };
    let listed = |position: usize, word: &str| match shape.columns.get(position)?.kind {
        ColumnType::OpenChoice(words) => Some(words.contains(&word)),
        _ => None,
    };
    let has_pages = listed(position, commodity)?;
    (has_pages && !listed(unit_position, unit)?).then(|| {
        let reason = format!("unit must be usd_per_bu or usd_per_ton for {commodity}");
        (
            unit_position,
            ValueError::new(RejectCode::UnlistedValue, reason),
        )
    })
}

/// A word of the organization's own, in lower case.
fn own_word<'a>(text: &str) -> Option<CellValue<'a>> {
    let is_word = text.len() <= MAX_WORD_BYTES && !text.contains('\0');
    is_word.then(|| CellValue::Text(text.to_lowercase().into()))
}

/// Whether a text is a unit that is converted to one of the column's.
pub(super) fn is_convertible_unit(column: &ColumnSpec, text: &str) -> bool {
    is_unit(column)
        && match column.kind {
            ColumnType::Choice(_) => vocabulary::read_unit(text).is_some(),
            ColumnType::OpenChoice(_) => vocabulary::read_quote_unit(text).is_some(),
            _ => false,
        }
}

fn is_unit(column: &ColumnSpec) -> bool {
    matches!(column.name, "unit" | "pack_unit")
}

/// The unit of a word, by the item's pack and density where they are known: the unit of its stock
/// then, for quantities and prices that are compared with it.
fn read_unit(column: &ColumnSpec, text: &str, context: &RowContext<'_>) -> Option<UnitReading> {
    // The unit of a pack is what the size of packages is known by.
    let item = (column.name == "unit").then(|| (context.item)()).flatten();
    match item {
        Some(item) => {
            let is_stock = context.shape.id == SourceTable::InventoryData.id();
            vocabulary::read_item_unit(text, item, !is_stock)
        }
        None => vocabulary::read_unit(text),
    }
}

/// The exact number of a cell that reads one way only.
pub(super) fn read_number(cell: &SourceCell<'_>) -> Option<Decimal> {
    match cell {
        SourceCell::Text(text) => Decimal::from_str_exact(text)
            .ok()
            .or_else(|| vocabulary::read_plain_number(text)),
        SourceCell::Decimal { .. } | SourceCell::NumberText(_) => {
            let text = cell.display_text();
            text.parse()
                .ok()
                .or_else(|| Decimal::from_scientific(&text).ok())
        }
        _ => None,
    }
}

/// Rounds half-even to 4 places; `None` if the number is out of range.
fn round(number: Decimal, range: NumberRange) -> Option<i64> {
    let rounded = number.round_dp_with_strategy(4, RoundingStrategy::MidpointNearestEven);
    let is_allowed = match range {
        NumberRange::Any => true,
        NumberRange::NonNegative => rounded >= Decimal::ZERO,
        NumberRange::Positive => rounded > Decimal::ZERO,
    };
    if !is_allowed {
        return None;
    }
    Decimal4::parse(&rounded.normalize().to_string())
        .ok()
        .map(Decimal4::scaled)
}

fn read_moment(cell: &SourceCell<'_>) -> Option<(NaiveDateTime, Option<chrono::FixedOffset>)> {
    match cell {
        SourceCell::LocalDateTime(at) => Some((*at, None)),
        SourceCell::Text(text) => vocabulary::read_moment(text),
        _ => None,
    }
}

/// A time that the clocks skip counts as an hour later.
fn local_to_utc(local: NaiveDateTime, zone: Tz) -> Option<DateTime<Utc>> {
    zone.from_local_datetime(&local)
        .earliest()
        .or_else(|| {
            let later = local.checked_add_signed(Duration::hours(1))?;
            zone.from_local_datetime(&later).earliest()
        })
        .map(|at| at.with_timezone(&Utc))
}

/// The change time of rows of a source without one: older than any other, and the same in every read.
pub(super) const NO_CHANGE_TIME: CellValue<'static> = CellValue::Instant(0);
