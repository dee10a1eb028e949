//! Reads .xls workbooks (BIFF8), and tells encrypted containers.

use super::limits::MAX_HELD_BYTES;
use super::number_formats::{is_builtin_date, parse_format};
use super::{ReadSeek, RowSink, RowSource, Sheet, SheetLayout, rewind};
use crate::cell::{Cell, Display, Merge, Row};
use crate::refusal::RefusalCode;
use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::ops::ControlFlow;
use std::rc::Rc;

const MAX_STREAM_BYTES: u64 = 96 * 1024 * 1024;

pub(super) fn open_xls(mut reader: Box<dyn ReadSeek>) -> Result<Vec<Sheet>, RefusalCode> {
    rewind(&mut reader)?;
    let mut container = cfb::CompoundFile::open(reader).map_err(|_| RefusalCode::Damaged)?;
    if container.exists("/EncryptedPackage") || container.exists("/EncryptionInfo") {
        return Err(RefusalCode::Password);
    }
    let path = ["/Workbook", "/Book", "/WORKBOOK", "/BOOK"]
        .into_iter()
        .find(|path| container.exists(path))
        .ok_or(RefusalCode::Unsupported)?;
    let stream = container
        .open_stream(path)
        .map_err(|_| RefusalCode::Damaged)?;
    if stream.len() > MAX_STREAM_BYTES {
        return Err(RefusalCode::TooLarge);
    }
    let mut bytes = Vec::new();
    stream
        .take(MAX_STREAM_BYTES)
        .read_to_end(&mut bytes)
        .map_err(|_| RefusalCode::Damaged)?;
    Workbook::parse(&bytes)
}

#[derive(Default)]
struct Workbook {
    texts: Vec<Rc<str>>,
    formats: Vec<u32>,
    codes: HashMap<u32, String>,
    epoch_1904: bool,
    sheets: Vec<(String, bool, usize)>,
}

struct Record<'a> {
    kind: u16,
    body: &'a [u8],
    next: usize,
}

fn read_record(bytes: &[u8], at: usize) -> Option<Record<'_>> {
    let head = bytes.get(at..at + 4)?;
    let length = usize::from(u16::from_le_bytes([head[2], head[3]]));
    Some(Record {
        kind: u16::from_le_bytes([head[0], head[1]]),
        body: bytes.get(at + 4..at + 4 + length)?,
        next: at + 4 + length,
    })
}

fn u16_at(body: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(body.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(body: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(body.get(at..at + 4)?.try_into().ok()?))
}

impl Workbook {
    fn parse(bytes: &[u8]) -> Result<Vec<Sheet>, RefusalCode> {
        let first = read_record(bytes, 0).ok_or(RefusalCode::Damaged)?;
        if first.kind != 0x0809 {
            return Err(RefusalCode::Damaged);
        }
        if u16_at(first.body, 0) != Some(0x0600) {
            return Err(RefusalCode::Unsupported);
        }
        let mut workbook = Self::default();
        workbook.read_globals(bytes, first.next)?;
        let mut sheets = Vec::new();
        let mut budget = MAX_HELD_BYTES;
        for (name, hidden, offset) in &workbook.sheets {
            let (rows, layout) = workbook.read_sheet(bytes, *offset, &mut budget)?;
            sheets.push(Sheet {
                name: name.clone(),
                hidden: *hidden,
                is_text_file: false,
                encoding: None,
                separator: None,
                epoch_1904: workbook.epoch_1904,
                source: Rc::new(XlsSheet { rows, layout }),
            });
        }
        Ok(sheets)
    }

    fn read_globals(&mut self, bytes: &[u8], mut at: usize) -> Result<(), RefusalCode> {
        loop {
            let record = read_record(bytes, at).ok_or(RefusalCode::Damaged)?;
            match record.kind {
                0x002f => return Err(RefusalCode::Password),
                0x0022 => self.epoch_1904 = u16_at(record.body, 0) == Some(1),
                0x0085 => self.add_sheet(record.body).ok_or(RefusalCode::Damaged)?,
                0x00e0 => self
                    .formats
                    .push(u16_at(record.body, 2).unwrap_or(0).into()),
                0x041e => {
                    if let Some(id) = u16_at(record.body, 0) {
                        let code = read_text(record.body.get(2..).unwrap_or(&[]), 2);
                        self.codes.insert(id.into(), code.unwrap_or_default());
                    }
                }
                0x00fc => {
                    let mut parts = vec![record.body];
                    let mut next = record.next;
                    while let Some(part) = read_record(bytes, next).filter(|r| r.kind == 0x003c) {
                        parts.push(part.body);
                        next = part.next;
                    }
                    self.texts = SharedTexts {
                        parts,
                        part: 0,
                        at: 8,
                    }
                    .read_all(u32_at(record.body, 4).unwrap_or(0))
                    .ok_or(RefusalCode::Damaged)?;
                    at = next;
                    continue;
                }
                0x000a => return Ok(()),
                _ => {}
            }
            at = record.next;
        }
    }

    fn add_sheet(&mut self, body: &[u8]) -> Option<()> {
        let offset = u32_at(body, 0)? as usize;
        let hidden = *body.get(4)? & 3 != 0;
        let is_worksheet = *body.get(5)? == 0;
        let name = read_text(body.get(6..)?, 1)?;
        if is_worksheet {
            self.sheets.push((name, hidden, offset));
        }
        Some(())
    }

    fn display(&self, format: u16) -> Display {
        let id = self.formats.get(usize::from(format)).copied().unwrap_or(0);
        match self.codes.get(&id) {
            Some(code) => parse_format(code),
            None if is_builtin_date(id) => Display::Date,
            None => Display::General,
        }
    }

    fn read_sheet(
        &self,
        bytes: &[u8],
        offset: usize,
        budget: &mut usize,
    ) -> Result<(Vec<Row>, SheetLayout), RefusalCode> {
        let mut reader = SheetReader {
            workbook: self,
            rows: BTreeMap::new(),
            hidden: Vec::new(),
            layout: SheetLayout::default(),
            waiting: None,
            budget,
        };
        let mut at = offset;
        let mut depth = 0_usize;
        loop {
            let record = read_record(bytes, at).ok_or(RefusalCode::Damaged)?;
            match record.kind {
                0x0809 => depth += 1,
                0x000a => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        break;
                    }
                }
                // Charts within the sheet are not part of it.
                _ if depth > 1 => {}
                kind => reader.take_record(kind, record.body)?,
            }
            at = record.next;
        }
        let mut rows: Vec<Row> = reader
            .rows
            .into_iter()
            .map(|(number, cells)| Row {
                number,
                hidden: false,
                cells,
            })
            .collect();
        for row in &mut rows {
            row.hidden = reader.hidden.contains(&row.number);
        }
        Ok((rows, reader.layout))
    }
}

struct SheetReader<'a> {
    workbook: &'a Workbook,
    rows: BTreeMap<u32, Vec<Cell>>,
    hidden: Vec<u32>,
    layout: SheetLayout,
    /// A formula whose text is in the next record.
    waiting: Option<(u16, u16)>,
    budget: &'a mut usize,
}

impl SheetReader<'_> {
    fn take_record(&mut self, kind: u16, body: &[u8]) -> Result<(), RefusalCode> {
        let damaged = RefusalCode::Damaged;
        let position = || Some((u16_at(body, 0)?, u16_at(body, 2)?, u16_at(body, 4)?));
        match kind {
            // Texts, numbers, errors and flags.
            0x00fd => {
                let (row, column, _) = position().ok_or(damaged)?;
                let index = u32_at(body, 6).ok_or(damaged)? as usize;
                let text = self.workbook.texts.get(index).ok_or(damaged)?;
                let text = Cell::Text(text.to_string());
                self.put(row, column, text)?;
            }
            0x0204 => {
                let (row, column, _) = position().ok_or(damaged)?;
                let text = read_text(body.get(6..).unwrap_or(&[]), 2).ok_or(damaged)?;
                self.put(row, column, Cell::Text(text))?;
            }
            0x0203 => {
                let (row, column, format) = position().ok_or(damaged)?;
                let value = body
                    .get(6..14)
                    .and_then(|v| v.try_into().ok())
                    .ok_or(damaged)?;
                self.put_number(row, column, format, f64::from_le_bytes(value))?;
            }
            0x027e => {
                let (row, column, format) = position().ok_or(damaged)?;
                let value = u32_at(body, 6).ok_or(damaged)?;
                self.put_number(row, column, format, decode_rk(value))?;
            }
            0x00bd => {
                let (row, first, _) = position().ok_or(damaged)?;
                let parts = body.get(4..body.len().saturating_sub(2)).unwrap_or(&[]);
                for (offset, part) in (0_u16..).zip(parts.chunks_exact(6)) {
                    let format = u16_at(part, 0).ok_or(damaged)?;
                    let value = u32_at(part, 2).ok_or(damaged)?;
                    self.put_number(row, first.saturating_add(offset), format, decode_rk(value))?;
                }
            }
            0x0205 => {
                let (row, column, _) = position().ok_or(damaged)?;
                let value = body.get(6).copied().unwrap_or(0);
                let is_error = body.get(7) == Some(&1);
                let cell = if is_error {
                    error_cell(value)
                } else {
                    Cell::Bool(value != 0)
                };
                self.put(row, column, cell)?;
            }
            0x0006 => self.take_formula(body)?,
            0x0207 => {
                if let Some((row, column)) = self.waiting.take() {
                    self.put(row, column, Cell::Text(read_text(body, 2).ok_or(damaged)?))?;
                }
            }
            0x0208 => {
                let flags = u16_at(body, 12).unwrap_or(0);
                if flags & 0x20 != 0 {
                    self.hidden
                        .push(u32::from(u16_at(body, 0).unwrap_or(0)) + 1);
                }
            }
            0x007d if u16_at(body, 8).unwrap_or(0) & 1 != 0 => {
                let (first, last) = (u16_at(body, 0), u16_at(body, 2));
                let columns = first.unwrap_or(0)..=last.unwrap_or(0).min(255);
                self.layout.hidden_columns.extend(columns.map(usize::from));
            }
            0x00e5 => {
                for part in body.get(2..).unwrap_or(&[]).chunks_exact(8) {
                    let number = |at| u16_at(part, at).unwrap_or(0);
                    self.layout.merges.push(Merge {
                        first_row: u32::from(number(0)) + 1,
                        last_row: u32::from(number(2)) + 1,
                        first_column: number(4).into(),
                        last_column: number(6).into(),
                    });
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn take_formula(&mut self, body: &[u8]) -> Result<(), RefusalCode> {
        let damaged = RefusalCode::Damaged;
        let row = u16_at(body, 0).ok_or(damaged)?;
        let column = u16_at(body, 2).ok_or(damaged)?;
        let format = u16_at(body, 4).ok_or(damaged)?;
        let value: [u8; 8] = body
            .get(6..14)
            .and_then(|v| v.try_into().ok())
            .ok_or(damaged)?;
        if value[6] != 0xff || value[7] != 0xff {
            return self.put_number(row, column, format, f64::from_le_bytes(value));
        }
        match value[0] {
            0 => self.waiting = Some((row, column)),
            1 => self.put(row, column, Cell::Bool(value[2] != 0))?,
            2 => self.put(row, column, error_cell(value[2]))?,
            _ => {}
        }
        Ok(())
    }

    fn put_number(
        &mut self,
        row: u16,
        column: u16,
        format: u16,
        value: f64,
    ) -> Result<(), RefusalCode> {
        let display = self.workbook.display(format);
        self.put(row, column, Cell::Number(format!("{value}"), display))
    }

    fn put(&mut self, row: u16, column: u16, cell: Cell) -> Result<(), RefusalCode> {
        let column = usize::from(column);
        let cells = self.rows.entry(u32::from(row) + 1).or_default();
        let cost =
            cell.raw_text().len() + size_of::<Cell>() * (1 + column.saturating_sub(cells.len()));
        *self.budget = self.budget.checked_sub(cost).ok_or(RefusalCode::TooLarge)?;
        if cells.len() <= column {
            cells.resize(column + 1, Cell::Empty);
        }
        if let Some(slot) = cells.get_mut(column) {
            *slot = cell;
        }
        Ok(())
    }
}

fn error_cell(code: u8) -> Cell {
    let text = match code {
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x0f => "#VALUE!",
        0x17 => "#REF!",
        0x1d => "#NAME?",
        0x24 => "#NUM!",
        _ => "#N/A",
    };
    Cell::Error(text.to_owned())
}

fn decode_rk(value: u32) -> f64 {
    let number = if value & 2 != 0 {
        f64::from(i32::from_le_bytes(value.to_le_bytes()) >> 2)
    } else {
        f64::from_bits(u64::from(value & 0xffff_fffc) << 32)
    };
    if value & 1 != 0 {
        number / 100.0
    } else {
        number
    }
}

/// A text with its length, of one or two bytes, in front.
fn read_text(body: &[u8], length_bytes: usize) -> Option<String> {
    let length = match length_bytes {
        1 => usize::from(*body.first()?),
        _ => usize::from(u16_at(body, 0)?),
    };
    let flags = *body.get(length_bytes)?;
    let start = length_bytes + 1;
    if flags & 1 == 0 {
        Some(decode_narrow(body.get(start..start + length)?))
    } else {
        Some(decode_wide(body.get(start..start + length * 2)?))
    }
}

fn decode_narrow(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

fn decode_wide(bytes: &[u8]) -> String {
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    String::from_utf16_lossy(&units)
}

/// The shared texts, which run on over several records.
struct SharedTexts<'a> {
    parts: Vec<&'a [u8]>,
    part: usize,
    at: usize,
}

impl SharedTexts<'_> {
    fn read_all(mut self, count: u32) -> Option<Vec<Rc<str>>> {
        let mut texts = Vec::new();
        for _ in 0..count {
            texts.push(self.read_one()?.into());
        }
        Some(texts)
    }

    fn take(&mut self, count: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(count.min(4096));
        while bytes.len() < count {
            let part = self.parts.get(self.part)?;
            let end = part.len().min(self.at + count - bytes.len());
            bytes.extend_from_slice(part.get(self.at..end)?);
            self.at = end;
            if self.at >= part.len() && bytes.len() < count {
                self.part += 1;
                self.at = 0;
            }
        }
        Some(bytes)
    }

    fn read_one(&mut self) -> Option<String> {
        let length = self.take(2)?;
        let mut left = usize::from(u16::from_le_bytes([length[0], length[1]]));
        let mut flags = *self.take(1)?.first()?;
        let runs = if flags & 8 != 0 {
            u16_at(&self.take(2)?, 0)?
        } else {
            0
        };
        let extra = if flags & 4 != 0 {
            u32_at(&self.take(4)?, 0)?
        } else {
            0
        };
        let mut text = String::new();
        while left > 0 {
            let part = self.parts.get(self.part)?;
            if self.at >= part.len() {
                // A new record repeats the flags.
                self.part += 1;
                self.at = 0;
                flags = *self.take(1)?.first()?;
                continue;
            }
            let width = if flags & 1 == 0 { 1 } else { 2 };
            let here = left.min((part.len() - self.at) / width);
            if here == 0 {
                return None;
            }
            let bytes = self.take(here * width)?;
            let decoded = if width == 1 {
                decode_narrow(&bytes)
            } else {
                decode_wide(&bytes)
            };
            text.push_str(&decoded);
            left -= here;
        }
        self.take(usize::from(runs) * 4 + extra as usize)?;
        Some(text)
    }
}

struct XlsSheet {
    rows: Vec<Row>,
    layout: SheetLayout,
}

impl RowSource for XlsSheet {
    fn read_rows(&self, sink: RowSink<'_>) -> Result<SheetLayout, RefusalCode> {
        for row in &self.rows {
            if sink(row.clone()) == ControlFlow::Break(()) {
                break;
            }
        }
        Ok(self.layout.clone())
    }
}
