//! Reads .xlsb workbooks cell by cell.

use super::limits::MAX_HELD_BYTES;
use super::{Bytes, RowSink, RowSource, Sheet, SheetLayout};
use crate::cell::{Cell, Display, Row};
use crate::refusal::RefusalCode;
use calamine::{CellErrorType, DataRef, Reader, SheetType, SheetVisible, Xlsb, XlsbError};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

struct XlsbSheet {
    bytes: Bytes,
    name: String,
}

type Book = Xlsb<Box<dyn super::ReadSeek>>;

fn open_book(bytes: &Bytes) -> Result<Book, RefusalCode> {
    let reader = bytes.open_seek()?;
    // The crate panics on some damaged files.
    catch_unwind(AssertUnwindSafe(|| Xlsb::new(reader)))
        .map_err(|_| RefusalCode::Damaged)?
        .map_err(|error| match error {
            XlsbError::Password => RefusalCode::Password,
            _ => RefusalCode::Damaged,
        })
}

pub(super) fn open_xlsb(bytes: &Bytes) -> Result<Vec<Sheet>, RefusalCode> {
    let mut archive = zip::ZipArchive::new(bytes.open_seek()?).map_err(|_| RefusalCode::Damaged)?;
    if let Ok(texts) = archive.by_name("xl/sharedStrings.bin")
        && texts.size() > MAX_HELD_BYTES as u64
    {
        return Err(RefusalCode::TooLarge);
    }
    let book = open_book(bytes)?;
    let sheets = book
        .sheets_metadata()
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet);
    Ok(sheets
        .map(|sheet| Sheet {
            name: sheet.name.clone(),
            hidden: sheet.visible != SheetVisible::Visible,
            is_text_file: false,
            encoding: None,
            separator: None,
            epoch_1904: false,
            source: std::rc::Rc::new(XlsbSheet {
                bytes: bytes.clone(),
                name: sheet.name.clone(),
            }),
        })
        .collect())
}

impl RowSource for XlsbSheet {
    fn read_rows(&self, sink: RowSink<'_>) -> Result<SheetLayout, RefusalCode> {
        catch_unwind(AssertUnwindSafe(|| self.stream_rows(sink)))
            .unwrap_or(Err(RefusalCode::Damaged))?;
        Ok(SheetLayout::default())
    }
}

impl XlsbSheet {
    fn stream_rows(&self, sink: RowSink<'_>) -> Result<(), RefusalCode> {
        let mut book = open_book(&self.bytes)?;
        let mut cells = book
            .worksheet_cells_reader(&self.name)
            .map_err(|_| RefusalCode::Damaged)?;
        let mut row = Row {
            number: 0,
            hidden: false,
            cells: Vec::new(),
        };
        while let Some(cell) = cells.next_cell().map_err(|_| RefusalCode::Damaged)? {
            let (index, column) = cell.get_position();
            if index + 1 != row.number {
                let finished = std::mem::replace(
                    &mut row,
                    Row {
                        number: index + 1,
                        hidden: false,
                        cells: Vec::new(),
                    },
                );
                if finished.number > 0 && sink(finished) == ControlFlow::Break(()) {
                    return Ok(());
                }
            }
            let value = convert_cell(cell.get_value());
            if value != Cell::Empty && column < 16_384 {
                row.cells
                    .resize((column as usize).max(row.cells.len()), Cell::Empty);
                row.cells.push(value);
            }
        }
        if row.number > 0 {
            let _stopped = sink(row);
        }
        Ok(())
    }
}

fn convert_cell(value: &DataRef<'_>) -> Cell {
    match value {
        DataRef::Empty => Cell::Empty,
        DataRef::Int(number) => Cell::Number(number.to_string(), Display::General),
        DataRef::Float(number) => Cell::Number(number.to_string(), Display::General),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            Cell::Text(text.clone())
        }
        DataRef::SharedString(text) => Cell::Text((*text).to_owned()),
        DataRef::Bool(flag) => Cell::Bool(*flag),
        DataRef::DateTime(day) => Cell::Number(day.as_f64().to_string(), Display::Date),
        DataRef::Error(error) => Cell::Error(
            match error {
                CellErrorType::Div0 => "#DIV/0!",
                CellErrorType::NA => "#N/A",
                CellErrorType::Name => "#NAME?",
                CellErrorType::Null => "#NULL!",
                CellErrorType::Num => "#NUM!",
                CellErrorType::Ref => "#REF!",
                _ => "#VALUE!",
            }
            .to_owned(),
        ),
    }
}
