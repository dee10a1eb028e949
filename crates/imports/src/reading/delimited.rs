//! Reads text files with separators: encoding, separator and quotes by evidence.

use super::code_pages::{CodePage, CodePageEvidence};
use super::limits::classify_io_error;
use super::{Bytes, RowSink, RowSource, Sheet, SheetLayout};
use crate::cell::{Cell, Row};
use crate::lexicon::Lexicon;
use crate::refusal::RefusalCode;
use std::io::Read;
use std::ops::ControlFlow;

const SEPARATORS: [char; 6] = [',', ';', '\t', '|', '^', '~'];
/// A cell with more characters than this comes from an unclosed quote.
const MAX_CELL_BYTES: usize = 256 * 1024;
const MAX_CELLS: usize = 16_384;
const SAMPLE_ROWS: usize = 200;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    DoubledQuote,
    Backslash,
}

struct TextSource {
    bytes: Bytes,
    page: CodePage,
    bom: usize,
    separator: char,
    escape: Escape,
    has_separator_line: bool,
}

pub(super) fn open_text(bytes: Bytes) -> Result<Sheet, RefusalCode> {
    let (page, bom) = detect_encoding(&bytes)?;
    let mut source = TextSource {
        bytes,
        page,
        bom,
        separator: ',',
        escape: Escape::DoubledQuote,
        has_separator_line: false,
    };
    let sample = source.sample_text()?;
    let first_line = sample.split(['\r', '\n']).next().unwrap_or("");
    if let Some(separator) = separator_line(first_line) {
        source.separator = separator;
        source.has_separator_line = true;
    } else {
        source.separator = detect_separator(&sample);
    }
    if sample.contains("\\\"") && !sample.contains("\"\"") {
        source.escape = Escape::Backslash;
    }
    Ok(Sheet {
        name: String::new(),
        hidden: false,
        is_text_file: true,
        encoding: Some(page.name().to_owned()),
        separator: Some(source.separator),
        epoch_1904: false,
        source: std::rc::Rc::new(source),
    })
}

fn separator_line(line: &str) -> Option<char> {
    let line = line.trim_matches('"');
    let rest = line
        .get(..4)
        .filter(|head| head.eq_ignore_ascii_case("sep="))?;
    let mut rest = line.get(rest.len()..)?.chars();
    rest.next()
}

fn detect_encoding(bytes: &Bytes) -> Result<(CodePage, usize), RefusalCode> {
    let mut reader = bytes.open()?;
    let mut evidence = CodePageEvidence::default();
    let mut buffer = vec![0_u8; 1 << 16];
    let mut is_first = true;
    loop {
        let count = reader
            .read(&mut buffer)
            .map_err(|error| classify_io_error(&error))?;
        let Some(part) = buffer.get(..count).filter(|part| !part.is_empty()) else {
            break;
        };
        if is_first {
            let marked = if part.starts_with(&[0xef, 0xbb, 0xbf]) {
                Some((CodePage::Utf8, 3))
            } else if part.starts_with(&[0xff, 0xfe]) {
                Some((CodePage::Utf16Le, 2))
            } else if part.starts_with(&[0xfe, 0xff]) {
                Some((CodePage::Utf16Be, 2))
            } else {
                None
            };
            if let Some(marked) = marked {
                return Ok(marked);
            }
            is_first = false;
        }
        evidence.add(part);
    }
    Ok((evidence.decide(), 0))
}

/// The separator that splits the lines most evenly and shows the most known names.
fn detect_separator(sample: &str) -> char {
    let lexicon = Lexicon::shared();
    let mut best = (',', 0.0_f64);
    for separator in SEPARATORS {
        let mut counts: Vec<usize> = Vec::new();
        let mut known = 0_usize;
        let mut machine = LineMachine::new(separator, Escape::DoubledQuote);
        let mut take = |row: Row| {
            if row.filled() > 1 {
                let names = row.cells.iter().filter(|cell| cell.is_text());
                known = known.max(names.filter(|cell| lexicon.knows(cell.raw_text())).count());
            }
            if row.filled() > 0 {
                counts.push(row.cells.len());
            }
            if counts.len() >= SAMPLE_ROWS {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        for letter in sample.chars() {
            if machine.push(letter, &mut take) == ControlFlow::Break(()) {
                break;
            }
        }
        let _stopped = machine.finish(&mut take);
        let mode = most_frequent(&counts);
        if mode < 2 {
            continue;
        }
        let even = counts.iter().filter(|count| **count == mode).count();
        let evenness = ratio(even, counts.len());
        let score = evenness * (1.0 + count_to_f64(mode.min(40)).ln()) + count_to_f64(known) * 0.5;
        if score > best.1 {
            best = (separator, score);
        }
    }
    best.0
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        0.0
    } else {
        count_to_f64(part) / count_to_f64(whole)
    }
}

/// Counts of cells of a sample, far below 2^32.
fn count_to_f64(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

fn most_frequent(counts: &[usize]) -> usize {
    counts
        .iter()
        .max_by_key(|wanted| {
            (
                counts.iter().filter(|count| count == wanted).count(),
                **wanted,
            )
        })
        .copied()
        .unwrap_or(0)
}

impl TextSource {
    fn sample_text(&self) -> Result<String, RefusalCode> {
        let mut sample = String::new();
        self.decode(&mut |text| {
            sample.push_str(text);
            if sample.len() > 100_000 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        Ok(sample)
    }

    fn decode(&self, take: &mut dyn FnMut(&str) -> ControlFlow<()>) -> Result<(), RefusalCode> {
        let mut reader = self.bytes.open()?;
        let mut skip = self.bom;
        let mut buffer = vec![0_u8; 1 << 16];
        let upper = match self.page {
            CodePage::Single(page) => page.upper_half(),
            _ => Vec::new(),
        };
        let mut decoder = match self.page {
            CodePage::Utf16Le => encoding_rs::UTF_16LE.new_decoder_without_bom_handling(),
            CodePage::Utf16Be => encoding_rs::UTF_16BE.new_decoder_without_bom_handling(),
            _ => encoding_rs::UTF_8.new_decoder_without_bom_handling(),
        };
        let mut text = String::new();
        loop {
            let count = reader
                .read(&mut buffer)
                .map_err(|error| classify_io_error(&error))?;
            let part = buffer.get(..count).unwrap_or(&[]);
            let is_last = part.is_empty();
            let skipped = skip.min(part.len());
            skip -= skipped;
            let part = part.get(skipped..).unwrap_or(&[]);
            text.clear();
            if upper.is_empty() {
                text.reserve(
                    decoder
                        .max_utf8_buffer_length(part.len())
                        .unwrap_or(part.len() * 3),
                );
                let _result = decoder.decode_to_string(part, &mut text, is_last);
            } else {
                text.extend(part.iter().map(|byte| {
                    match byte {
                        0..=0x7f => char::from(*byte),
                        _ => upper
                            .get(usize::from(byte - 0x80))
                            .copied()
                            .unwrap_or('\u{fffd}'),
                    }
                }));
            }
            if take(&text) == ControlFlow::Break(()) || is_last {
                return Ok(());
            }
        }
    }
}

impl RowSource for TextSource {
    fn read_rows(&self, sink: RowSink<'_>) -> Result<SheetLayout, RefusalCode> {
        let mut machine = LineMachine::new(self.separator, self.escape);
        let skip_first = self.has_separator_line;
        let mut take = |row: Row| {
            if skip_first && row.number == 1 {
                ControlFlow::Continue(())
            } else {
                sink(row)
            }
        };
        let mut stopped = false;
        let mut too_large = false;
        self.decode(&mut |text| {
            for letter in text.chars() {
                if machine.push(letter, &mut take) == ControlFlow::Break(()) {
                    stopped = true;
                    return ControlFlow::Break(());
                }
            }
            if machine.cell.len() > MAX_CELL_BYTES || machine.cells.len() > MAX_CELLS {
                too_large = true;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        if too_large {
            return Err(RefusalCode::Damaged);
        }
        if !stopped {
            let _stopped = machine.finish(&mut take);
        }
        Ok(SheetLayout::default())
    }
}

/// Splits characters into rows. Quotes count where they begin a cell.
struct LineMachine {
    separator: char,
    escape: Escape,
    cell: String,
    cells: Vec<Cell>,
    state: State,
    line: u32,
    row_line: u32,
    after_return: bool,
    width: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Plain,
    Quoted,
    QuoteInQuoted,
    EscapeInQuoted,
}

impl LineMachine {
    fn new(separator: char, escape: Escape) -> Self {
        Self {
            separator,
            escape,
            cell: String::new(),
            cells: Vec::new(),
            state: State::Start,
            line: 1,
            row_line: 1,
            after_return: false,
            width: 0,
        }
    }

    fn push(
        &mut self,
        letter: char,
        take: &mut dyn FnMut(Row) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if letter == '\n' && self.after_return {
            self.after_return = false;
            if self.state == State::Quoted {
                self.cell.push('\n');
            }
            return ControlFlow::Continue(());
        }
        self.after_return = letter == '\r';
        let is_line_end = letter == '\n' || letter == '\r';
        if is_line_end {
            self.line += 1;
        }
        match self.state {
            State::Quoted => {
                if letter == '"' {
                    self.state = State::QuoteInQuoted;
                } else if letter == '\\' && self.escape == Escape::Backslash {
                    self.state = State::EscapeInQuoted;
                } else if letter != '\r' {
                    self.cell.push(letter);
                }
                return ControlFlow::Continue(());
            }
            State::EscapeInQuoted => {
                self.cell.push(letter);
                self.state = State::Quoted;
                return ControlFlow::Continue(());
            }
            State::QuoteInQuoted if letter == '"' => {
                self.cell.push('"');
                self.state = State::Quoted;
                return ControlFlow::Continue(());
            }
            _ => {}
        }
        if letter == self.separator {
            self.end_cell();
        } else if is_line_end {
            self.end_cell();
            return self.end_row(take);
        } else if letter == '"' && self.state == State::Start && self.cell.trim().is_empty() {
            self.cell.clear();
            self.state = State::Quoted;
        } else if letter != '\0' {
            if self.state == State::QuoteInQuoted || (self.state == State::Start && letter != ' ') {
                self.state = State::Plain;
            }
            self.cell.push(letter);
        }
        ControlFlow::Continue(())
    }

    fn end_cell(&mut self) {
        self.state = State::Start;
        let cell = std::mem::take(&mut self.cell);
        self.cells.push(if cell.is_empty() {
            Cell::Empty
        } else {
            Cell::Text(cell)
        });
    }

    fn end_row(&mut self, take: &mut dyn FnMut(Row) -> ControlFlow<()>) -> ControlFlow<()> {
        let cells = std::mem::replace(&mut self.cells, Vec::with_capacity(self.width));
        self.width = cells.len();
        let row = Row {
            number: self.row_line,
            hidden: false,
            cells,
        };
        self.row_line = self.line;
        if row.cells.iter().all(Cell::is_empty) {
            return take(Row {
                cells: Vec::new(),
                ..row
            });
        }
        take(row)
    }

    fn finish(&mut self, take: &mut dyn FnMut(Row) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.cells.is_empty() && self.cell.trim().is_empty() {
            return ControlFlow::Continue(());
        }
        self.end_cell();
        self.end_row(take)
    }
}
