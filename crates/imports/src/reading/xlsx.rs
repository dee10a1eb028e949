//! Reads .xlsx workbooks row by row. Numbers keep the digits of the file.

use super::limits::MAX_HELD_BYTES;
use super::number_formats::{is_builtin_date, parse_format};
use super::xml::{Archive, attribute, push_text, read_part};
use super::{Bytes, RowSink, RowSource, Sheet, SheetLayout};
use crate::cell::{Cell, Display, Merge, Row, parse_address};
use crate::refusal::RefusalCode;
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

const MAX_COLUMNS: usize = 16_384;

struct Workbook {
    bytes: Bytes,
    texts: SharedTexts,
    formats: Vec<Display>,
}

/// All shared texts in one string.
#[derive(Default)]
struct SharedTexts {
    text: String,
    ends: Vec<u32>,
}

impl SharedTexts {
    fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)? as usize;
        let start = index
            .checked_sub(1)
            .and_then(|index| self.ends.get(index))
            .copied();
        self.text.get(start.unwrap_or(0) as usize..end)
    }

    fn push(&mut self, text: &str) -> Result<(), RefusalCode> {
        self.text.push_str(text);
        if self.text.len() + self.ends.len() * 4 > MAX_HELD_BYTES {
            return Err(RefusalCode::TooLarge);
        }
        self.ends
            .push(u32::try_from(self.text.len()).map_err(|_| RefusalCode::TooLarge)?);
        Ok(())
    }
}

struct XlsxSheet {
    workbook: Rc<Workbook>,
    part: String,
}

pub(super) fn open_xlsx(bytes: &Bytes) -> Result<Vec<Sheet>, RefusalCode> {
    let mut archive = open_archive(bytes)?;
    let mut main = "xl/workbook.xml".to_owned();
    read_part(&mut archive, "_rels/.rels", &mut |event| {
        if let Event::Start(start) | Event::Empty(start) = event
            && attribute(start, "Type").is_some_and(|kind| kind.ends_with("/officeDocument"))
            && let Some(target) = attribute(start, "Target")
        {
            main = String::from(target.trim_start_matches('/'));
        }
        Ok(true)
    })?;
    if main.to_ascii_lowercase().contains("document.xml") || main.contains("presentation") {
        return Err(RefusalCode::Unsupported);
    }
    let folder = main
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder)
        .to_owned();
    let relations = read_relations(&mut archive, &folder, &main)?;
    let mut found = Vec::new();
    let mut epoch_1904 = false;
    let has_workbook = read_part(&mut archive, &main, &mut |event| {
        if let Event::Start(start) | Event::Empty(start) = event {
            match start.local_name().as_ref() {
                "workbookPr" => {
                    epoch_1904 = attribute(start, "date1904")
                        .is_some_and(|value| value == "1" || value == "true");
                }
                "sheet" => found.push((
                    attribute(start, "name").unwrap_or_default(),
                    attribute(start, "state").is_some_and(|state| state != "visible"),
                    attribute_of_relation(start),
                )),
                _ => {}
            }
        }
        Ok(true)
    })?;
    if !has_workbook {
        return Err(RefusalCode::Damaged);
    }
    let workbook = Rc::new(Workbook {
        bytes: bytes.clone(),
        texts: read_shared_texts(&mut archive, &folder)?,
        formats: read_formats(&mut archive, &folder)?,
    });
    let mut sheets = Vec::new();
    for (name, hidden, relation) in found {
        let Some((kind, part)) = relation.and_then(|id| relations.get(&id).cloned()) else {
            continue;
        };
        if !kind.ends_with("/worksheet") {
            continue;
        }
        let source = Rc::new(XlsxSheet {
            workbook: Rc::clone(&workbook),
            part,
        });
        sheets.push(Sheet {
            name,
            hidden,
            is_text_file: false,
            encoding: None,
            separator: None,
            epoch_1904,
            source,
        });
    }
    Ok(sheets)
}

fn open_archive(bytes: &Bytes) -> Result<Archive, RefusalCode> {
    zip::ZipArchive::new(bytes.open_seek()?).map_err(|_| RefusalCode::Damaged)
}

/// The attribute `r:id`, not `sheetId`.
fn attribute_of_relation(start: &BytesStart<'_>) -> Option<String> {
    start
        .attributes()
        .with_checks(false)
        .flatten()
        .find_map(|attribute| {
            (attribute.key.as_ref().ends_with(":id")).then(|| attribute.value.to_string())
        })
}

fn read_relations(
    archive: &mut Archive,
    folder: &str,
    main: &str,
) -> Result<HashMap<String, (String, String)>, RefusalCode> {
    let base = main.rsplit('/').next().unwrap_or(main);
    let part = format!("{folder}/_rels/{base}.rels");
    let mut relations = HashMap::new();
    read_part(archive, part.trim_start_matches('/'), &mut |event| {
        if let Event::Start(start) | Event::Empty(start) = event
            && let (Some(id), Some(kind), Some(target)) = (
                attribute(start, "Id"),
                attribute(start, "Type"),
                attribute(start, "Target"),
            )
            && attribute(start, "TargetMode").is_none_or(|mode| mode != "External")
        {
            let part = if let Some(absolute) = target.strip_prefix('/') {
                absolute.to_owned()
            } else if folder.is_empty() {
                target
            } else {
                format!("{folder}/{target}")
            };
            relations.insert(id, (kind, part));
        }
        Ok(true)
    })?;
    Ok(relations)
}

fn read_shared_texts(archive: &mut Archive, folder: &str) -> Result<SharedTexts, RefusalCode> {
    let mut texts = SharedTexts::default();
    let mut text = String::new();
    let (mut in_text, mut in_phonetic) = (false, false);
    read_part(
        archive,
        &format!("{folder}/sharedStrings.xml"),
        &mut |event| {
            match event {
                Event::Start(start) => match start.local_name().as_ref() {
                    "si" => text.clear(),
                    "t" => in_text = true,
                    "rPh" => in_phonetic = true,
                    _ => {}
                },
                Event::Empty(start) if start.local_name().as_ref() == "si" => texts.push("")?,
                Event::End(end) => match end.local_name().as_ref() {
                    "si" => texts.push(&decode_escapes(&text))?,
                    "t" => in_text = false,
                    "rPh" => in_phonetic = false,
                    _ => {}
                },
                other if in_text && !in_phonetic => push_text(other, &mut text)?,
                _ => {}
            }
            Ok(true)
        },
    )?;
    Ok(texts)
}

/// Replaces `_x000D_` and the like.
fn decode_escapes(text: &str) -> String {
    if !text.contains("_x") {
        return text.to_owned();
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        decoded.push_str(&rest[..at]);
        let code = rest
            .get(at + 2..at + 6)
            .filter(|_| rest.get(at + 6..at + 7) == Some("_"));
        let letter = code
            .and_then(|code| u32::from_str_radix(code, 16).ok())
            .and_then(char::from_u32);
        if let Some(letter) = letter {
            decoded.push(letter);
            rest = &rest[at + 7..];
        } else {
            decoded.push_str("_x");
            rest = &rest[at + 2..];
        }
    }
    decoded.push_str(rest);
    decoded
}

fn read_formats(archive: &mut Archive, folder: &str) -> Result<Vec<Display>, RefusalCode> {
    let mut codes: HashMap<u32, String> = HashMap::new();
    let mut formats = Vec::new();
    let mut in_cell_formats = false;
    read_part(archive, &format!("{folder}/styles.xml"), &mut |event| {
        match event {
            Event::Start(start) | Event::Empty(start) => match start.local_name().as_ref() {
                "numFmt" => {
                    let id = attribute(start, "numFmtId").and_then(|id| id.parse().ok());
                    if let (Some(id), Some(code)) = (id, attribute(start, "formatCode")) {
                        codes.insert(id, code);
                    }
                }
                "cellXfs" => in_cell_formats = matches!(event, Event::Start(_)),
                "xf" if in_cell_formats => {
                    let id: u32 = attribute(start, "numFmtId")
                        .and_then(|id| id.parse().ok())
                        .unwrap_or(0);
                    formats.push(match codes.get(&id) {
                        Some(code) => parse_format(code),
                        None if is_builtin_date(id) => Display::Date,
                        None => Display::General,
                    });
                    if formats.len() > 200_000 {
                        return Err(RefusalCode::TooLarge);
                    }
                }
                _ => {}
            },
            Event::End(end) if end.local_name().as_ref() == "cellXfs" => in_cell_formats = false,
            _ => {}
        }
        Ok(true)
    })?;
    Ok(formats)
}

impl RowSource for XlsxSheet {
    fn read_rows(&self, sink: RowSink<'_>) -> Result<SheetLayout, RefusalCode> {
        let mut archive = open_archive(&self.workbook.bytes)?;
        let mut parser = SheetParser {
            workbook: &self.workbook,
            layout: SheetLayout::default(),
            row: Row {
                number: 0,
                hidden: false,
                cells: Vec::new(),
            },
            in_row: false,
            cell: CellParts::default(),
            in_value: false,
            in_inline: false,
            in_phonetic: false,
            stopped: false,
        };
        let found = read_part(&mut archive, &self.part, &mut |event| {
            parser.take_event(event, sink)?;
            Ok(!parser.stopped)
        })?;
        if found {
            Ok(parser.layout)
        } else {
            Err(RefusalCode::Damaged)
        }
    }
}

#[derive(Default)]
struct CellParts {
    column: usize,
    kind: String,
    style: usize,
    value: String,
    has_formula: bool,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts of the place in the document"
)]
struct SheetParser<'a> {
    workbook: &'a Workbook,
    layout: SheetLayout,
    row: Row,
    in_row: bool,
    cell: CellParts,
    in_value: bool,
    in_inline: bool,
    in_phonetic: bool,
    stopped: bool,
}

impl SheetParser<'_> {
    fn take_event(&mut self, event: &Event<'_>, sink: RowSink<'_>) -> Result<(), RefusalCode> {
        match event {
            Event::Start(start) => self.start(start, sink, false)?,
            Event::Empty(start) => self.start(start, sink, true)?,
            Event::End(end) => match end.local_name().as_ref() {
                "row" => self.end_row(sink),
                "c" => self.end_cell()?,
                "v" => self.in_value = false,
                "is" => self.in_inline = false,
                "t" if self.in_inline => self.in_value = false,
                "rPh" => self.in_phonetic = false,
                _ => {}
            },
            other if self.in_value && !self.in_phonetic => push_text(other, &mut self.cell.value)?,
            _ => {}
        }
        Ok(())
    }

    fn start(
        &mut self,
        start: &BytesStart<'_>,
        sink: RowSink<'_>,
        is_empty: bool,
    ) -> Result<(), RefusalCode> {
        match start.local_name().as_ref() {
            "row" => {
                let number = attribute(start, "r").and_then(|row| row.parse().ok());
                self.row = Row {
                    number: number.unwrap_or(self.row.number + 1),
                    hidden: attribute(start, "hidden").is_some_and(|v| v == "1" || v == "true"),
                    cells: Vec::with_capacity(self.row.cells.len()),
                };
                self.in_row = true;
                if is_empty {
                    self.end_row(sink);
                }
            }
            "c" if self.in_row => {
                self.cell.value.clear();
                self.cell.has_formula = false;
                self.cell.column = self.row.cells.len();
                self.cell.kind.clear();
                self.cell.style = 0;
                for attribute in start.attributes().with_checks(false).flatten() {
                    let value = attribute.value.to_string();
                    match attribute.key.as_ref() {
                        "r" => {
                            if let Some((column, _)) = parse_address(&value) {
                                self.cell.column = column;
                            }
                        }
                        "t" => self.cell.kind.push_str(&value),
                        "s" => self.cell.style = value.parse().unwrap_or(0),
                        _ => {}
                    }
                }
                if is_empty {
                    self.end_cell()?;
                }
            }
            "v" if !is_empty => self.in_value = true,
            "f" => self.cell.has_formula = true,
            "is" => self.in_inline = !is_empty,
            "t" if self.in_inline && !is_empty => self.in_value = true,
            "rPh" => self.in_phonetic = !is_empty,
            "col" => self.hide_columns(start),
            "mergeCell" => self.add_merge(start)?,
            _ => {}
        }
        Ok(())
    }

    fn end_row(&mut self, sink: RowSink<'_>) {
        self.in_row = false;
        let row = Row {
            number: self.row.number,
            hidden: self.row.hidden,
            cells: std::mem::take(&mut self.row.cells),
        };
        self.row.cells.reserve(row.cells.len());
        if sink(row) == ControlFlow::Break(()) {
            self.stopped = true;
        }
    }

    fn end_cell(&mut self) -> Result<(), RefusalCode> {
        if self.cell.column >= MAX_COLUMNS || self.cell.column < self.row.cells.len() {
            return Ok(());
        }
        let value = &self.cell.value;
        let cell = match self.cell.kind.as_str() {
            "s" => {
                let index = value.trim().parse().map_err(|_| RefusalCode::Damaged)?;
                let text = self.workbook.texts.get(index).ok_or(RefusalCode::Damaged)?;
                Cell::Text(text.to_owned())
            }
            "inlineStr" | "str" => Cell::Text(decode_escapes(value)),
            "d" => Cell::Text(value.clone()),
            "b" => match value.trim() {
                "" => Cell::Empty,
                value => Cell::Bool(value == "1" || value == "true"),
            },
            "e" => Cell::Error(value.clone()),
            _ if value.trim().is_empty() => Cell::Empty,
            _ => {
                let display = self.workbook.formats.get(self.cell.style);
                Cell::Number(
                    value.trim().to_owned(),
                    display.cloned().unwrap_or(Display::General),
                )
            }
        };
        let cell = if self.cell.has_formula && self.cell.value.is_empty() {
            if self.cell.kind == "str" {
                Cell::Empty
            } else {
                Cell::Uncomputed
            }
        } else {
            cell
        };
        if cell == Cell::Empty {
            return Ok(());
        }
        self.row.cells.resize(self.cell.column, Cell::Empty);
        self.row.cells.push(cell);
        Ok(())
    }

    fn hide_columns(&mut self, start: &BytesStart<'_>) {
        if attribute(start, "hidden").is_none_or(|v| v != "1" && v != "true") {
            return;
        }
        let bound = |name| attribute(start, name).and_then(|v| v.parse::<usize>().ok());
        if let (Some(first), Some(last)) = (bound("min"), bound("max")) {
            // Excel hides "all the rest" as columns up to the last possible one.
            let last = last.min(first + 255);
            self.layout
                .hidden_columns
                .extend((first..=last).map(|column| column.saturating_sub(1)));
        }
    }

    fn add_merge(&mut self, start: &BytesStart<'_>) -> Result<(), RefusalCode> {
        let area = attribute(start, "ref").unwrap_or_default();
        if let Some((first, last)) = area.split_once(':')
            && let (Some((first_column, first_row)), Some((last_column, last_row))) =
                (parse_address(first), parse_address(last))
        {
            self.layout.merges.push(Merge {
                first_row,
                last_row,
                first_column,
                last_column,
            });
        }
        if self.layout.merges.len() > 1_000_000 {
            return Err(RefusalCode::TooLarge);
        }
        Ok(())
    }
}
