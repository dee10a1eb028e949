//! Reads .ods sheets row by row. Numbers keep the digits of the file.

use super::xml::{Archive, attribute, push_text, read_part};
use super::{Bytes, RowSink, RowSource, Sheet, SheetLayout};
use crate::cell::{Cell, Display, Merge, Row};
use crate::refusal::RefusalCode;
use quick_xml::events::{BytesStart, Event};
use std::collections::HashSet;
use std::ops::ControlFlow;

const MAX_COLUMNS: usize = 16_384;
/// A row of cells may repeat itself this often; more is the empty rest of a sheet.
const MAX_REPEATED_ROWS: u32 = 100_000;

struct OdsSheet {
    bytes: Bytes,
    index: usize,
}

fn open_archive(bytes: &Bytes) -> Result<Archive, RefusalCode> {
    zip::ZipArchive::new(bytes.open_seek()?).map_err(|_| RefusalCode::Damaged)
}

pub(super) fn open_ods(bytes: &Bytes) -> Result<Vec<Sheet>, RefusalCode> {
    let mut archive = open_archive(bytes)?;
    let mut encrypted = false;
    read_part(&mut archive, "META-INF/manifest.xml", &mut |event| {
        if let Event::Start(start) | Event::Empty(start) = event {
            encrypted |= start.local_name().as_ref() == "encryption-data";
        }
        Ok(!encrypted)
    })?;
    if encrypted {
        return Err(RefusalCode::Password);
    }
    let mut hidden_styles = HashSet::new();
    let mut style = String::new();
    let mut names = Vec::new();
    let mut is_spreadsheet = false;
    let found = read_part(&mut archive, "content.xml", &mut |event| {
        if let Event::Start(start) | Event::Empty(start) = event {
            match start.local_name().as_ref() {
                "style" => style = attribute(start, "name").unwrap_or_default(),
                "table-properties"
                    if attribute(start, "display").is_some_and(|shown| shown == "false") =>
                {
                    hidden_styles.insert(style.clone());
                }
                "spreadsheet" => is_spreadsheet = true,
                "table" => {
                    let hidden = attribute(start, "style-name")
                        .is_some_and(|style| hidden_styles.contains(&style));
                    names.push((attribute(start, "name").unwrap_or_default(), hidden));
                }
                _ => {}
            }
        }
        Ok(true)
    })?;
    if !found {
        return Err(RefusalCode::Damaged);
    }
    if !is_spreadsheet {
        return Err(RefusalCode::Unsupported);
    }
    Ok(names
        .into_iter()
        .enumerate()
        .map(|(index, (name, hidden))| Sheet {
            name,
            hidden,
            is_text_file: false,
            encoding: None,
            separator: None,
            epoch_1904: false,
            source: std::rc::Rc::new(OdsSheet {
                bytes: bytes.clone(),
                index,
            }),
        })
        .collect())
}

impl RowSource for OdsSheet {
    fn read_rows(&self, sink: RowSink<'_>) -> Result<SheetLayout, RefusalCode> {
        let mut archive = open_archive(&self.bytes)?;
        let mut parser = OdsParser {
            wanted: self.index,
            ..OdsParser::default()
        };
        read_part(&mut archive, "content.xml", &mut |event| {
            parser.take_event(event, sink)?;
            Ok(!parser.finished)
        })?;
        Ok(parser.layout)
    }
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts of the place in the document"
)]
#[derive(Default)]
struct OdsParser {
    wanted: usize,
    tables: usize,
    in_table: bool,
    finished: bool,
    layout: SheetLayout,
    next_row: u32,
    row_repeats: u32,
    row_hidden: bool,
    cells: Vec<Cell>,
    next_column: usize,
    definition_column: usize,
    cell: Option<CellParts>,
    in_paragraph: bool,
    note_depth: usize,
}

#[derive(Default)]
struct CellParts {
    kind: String,
    value: Option<String>,
    currency: Option<String>,
    has_formula: bool,
    repeats: usize,
    text: String,
}

impl OdsParser {
    fn take_event(&mut self, event: &Event<'_>, sink: RowSink<'_>) -> Result<(), RefusalCode> {
        match event {
            Event::Start(start) => {
                self.start(start, sink, false);
                Ok(())
            }
            Event::Empty(start) => {
                self.start(start, sink, true);
                Ok(())
            }
            Event::End(end) => {
                match end.local_name().as_ref() {
                    "table" if self.in_table => {
                        self.in_table = false;
                        self.finished = true;
                    }
                    "table-row" if self.in_table => self.end_row(sink),
                    "table-cell" | "covered-table-cell" if self.in_table => self.end_cell(),
                    "p" => self.in_paragraph = false,
                    "annotation" => self.note_depth = self.note_depth.saturating_sub(1),
                    _ => {}
                }
                Ok(())
            }
            other => {
                if self.in_paragraph
                    && self.note_depth == 0
                    && let Some(cell) = self.cell.as_mut()
                {
                    push_text(other, &mut cell.text)?;
                }
                Ok(())
            }
        }
    }

    fn start(&mut self, start: &BytesStart<'_>, sink: RowSink<'_>, is_empty: bool) {
        let number = |name| attribute(start, name).and_then(|value| value.parse::<u32>().ok());
        match start.local_name().as_ref() {
            "table" => {
                self.in_table = self.tables == self.wanted && !is_empty;
                self.tables += 1;
                self.next_row = 1;
            }
            _ if !self.in_table => {}
            "table-column" => {
                let repeats = number("number-columns-repeated").unwrap_or(1) as usize;
                if attribute(start, "visibility").is_some_and(|shown| shown != "visible")
                    && repeats < 256
                {
                    let columns = self.definition_column..self.definition_column + repeats;
                    self.layout.hidden_columns.extend(columns);
                }
                self.definition_column += repeats;
            }
            "table-row" => {
                self.row_repeats = number("number-rows-repeated").unwrap_or(1);
                self.row_hidden =
                    attribute(start, "visibility").is_some_and(|shown| shown != "visible");
                self.cells.clear();
                self.next_column = 0;
                if is_empty {
                    self.end_row(sink);
                }
            }
            "table-cell" | "covered-table-cell" => {
                let repeats = number("number-columns-repeated").unwrap_or(1) as usize;
                self.add_merge(
                    number("number-rows-spanned").unwrap_or(1),
                    number("number-columns-spanned").unwrap_or(1) as usize,
                );
                let value = [
                    "value",
                    "date-value",
                    "boolean-value",
                    "string-value",
                    "time-value",
                ]
                .iter()
                .find_map(|name| attribute(start, name));
                self.cell = Some(CellParts {
                    kind: calculated_kind(start),
                    value,
                    currency: attribute(start, "currency"),
                    has_formula: attribute(start, "formula").is_some(),
                    repeats,
                    text: String::new(),
                });
                if is_empty {
                    self.end_cell();
                }
            }
            "annotation" if !is_empty => self.note_depth += 1,
            "p" if !is_empty => {
                if let Some(cell) = self.cell.as_mut()
                    && !cell.text.is_empty()
                    && self.note_depth == 0
                {
                    cell.text.push('\n');
                }
                self.in_paragraph = true;
            }
            "s" => {
                if let Some(cell) = self.cell.as_mut() {
                    cell.text.push(' ');
                }
            }
            "tab" | "line-break" => {
                if let Some(cell) = self.cell.as_mut() {
                    cell.text.push('\n');
                }
            }
            _ => {}
        }
    }

    fn add_merge(&mut self, rows: u32, columns: usize) {
        if (rows > 1 || columns > 1) && self.layout.merges.len() < 1_000_000 {
            self.layout.merges.push(Merge {
                first_row: self.next_row,
                last_row: self.next_row.saturating_add(rows - rows.min(1)),
                first_column: self.next_column,
                last_column: self.next_column + columns.saturating_sub(1),
            });
        }
    }

    fn end_cell(&mut self) {
        let Some(parts) = self.cell.take() else {
            return;
        };
        self.in_paragraph = false;
        let repeats = parts.repeats.min(MAX_COLUMNS);
        let cell = parts.into_cell();
        if cell != Cell::Empty && self.next_column + repeats <= MAX_COLUMNS {
            self.cells.resize(self.next_column, Cell::Empty);
            for _ in 0..repeats {
                self.cells.push(cell.clone());
            }
        }
        self.next_column += repeats;
    }

    fn end_row(&mut self, sink: RowSink<'_>) {
        let cells = std::mem::take(&mut self.cells);
        let repeats = if cells.is_empty() {
            0
        } else {
            self.row_repeats.min(MAX_REPEATED_ROWS)
        };
        for offset in 0..repeats {
            let row = Row {
                number: self.next_row.saturating_add(offset),
                hidden: self.row_hidden,
                cells: cells.clone(),
            };
            if sink(row) == ControlFlow::Break(()) {
                self.finished = true;
                break;
            }
        }
        self.next_row = self.next_row.saturating_add(self.row_repeats);
        self.row_repeats = 1;
    }
}

/// `LibreOffice` marks errors in an attribute of its own.
fn calculated_kind(start: &BytesStart<'_>) -> String {
    let mut kind = String::new();
    for attribute in start.attributes().with_checks(false).flatten() {
        if attribute.key.local_name().as_ref() == "value-type" {
            let value = attribute.value.to_string();
            if value == "error" || kind.is_empty() {
                kind = value;
            }
        }
    }
    kind
}

impl CellParts {
    fn into_cell(self) -> Cell {
        let text = self.text.trim();
        if self.kind == "error" || (self.has_formula && text.starts_with('#')) {
            return Cell::Error(text.to_owned());
        }
        match self.kind.as_str() {
            "" if self.has_formula => Cell::Uncomputed,
            "" if text.is_empty() => Cell::Empty,
            "float" | "currency" | "percentage" => {
                let Some(value) = self.value else {
                    return Cell::Uncomputed;
                };
                let is_padded = text.len() > 1
                    && text.starts_with('0')
                    && text.bytes().all(|letter| letter.is_ascii_digit());
                let display = if is_padded {
                    Display::Padded(text.len())
                } else if let Some(code) = self.currency.filter(|code| code != "USD") {
                    Display::Currency(code)
                } else {
                    Display::General
                };
                Cell::Number(value, display)
            }
            "date" | "time" => self.value.map_or(Cell::Empty, Cell::Text),
            "boolean" => Cell::Bool(self.value.as_deref() == Some("true")),
            _ if self.text.is_empty() => self.value.map_or(Cell::Empty, Cell::Text),
            _ => Cell::Text(self.text),
        }
    }
}
