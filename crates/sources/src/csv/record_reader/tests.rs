use super::*;
use proptest::prelude::*;

fn read_records(text: &str) -> Vec<(u64, Vec<String>)> {
    let mut records = RecordReader::new(text.as_bytes());
    let mut record = Record::default();
    let mut found = Vec::new();
    while records.read_record(&mut record).unwrap() {
        assert_eq!(record.flaw, None);
        let cells = (0..record.cells)
            .map(|position| String::from_utf8(record.cell(position).unwrap().to_vec()).unwrap())
            .collect();
        found.push((record.line, cells));
    }
    found
}

fn record_lines(text: &str) -> Vec<u64> {
    read_records(text)
        .into_iter()
        .map(|(line, _)| line)
        .collect()
}

#[test]
fn cells_are_taken_apart_as_rfc_4180_has_it() {
    let expected = vec![
        (
            1,
            vec!["a".to_owned(), "b,c".to_owned(), "say \"hi\"".to_owned()],
        ),
        (2, vec![String::new(), "x".to_owned(), String::new()]),
    ];
    assert_eq!(read_records("a,\"b,c\",\"say \"\"hi\"\"\"\n,x,"), expected);
    assert_eq!(read_records("5\" pipe,b\n")[0].1, ["5\" pipe", "b"]);
    assert!(read_records("").is_empty());
}

#[test]
fn every_kind_of_line_end_counts_once() {
    assert_eq!(record_lines("a\nb\nc"), [1, 2, 3]);
    assert_eq!(record_lines("a\r\nb\r\nc\r\n"), [1, 2, 3]);
    assert_eq!(record_lines("a\rb\rc"), [1, 2, 3]);
}

#[test]
fn a_record_starts_on_its_own_line_after_blank_lines_and_multi_line_cells() {
    assert_eq!(record_lines("h\n\n\nx\n"), [1, 4]);
    assert_eq!(record_lines("h\r\n\r\n\r\nx\r\n"), [1, 4]);
    assert_eq!(record_lines("h,i\n\"one\ntwo\nthree\",1\nx,2\n"), [1, 2, 5]);
    assert_eq!(
        record_lines("h,i\r\n\"one\r\ntwo\",1\r\n\r\n\"x\ny\",2\r\nz,3"),
        [1, 2, 5, 7]
    );
    assert_eq!(
        read_records("h,i\r\n\"one\r\ntwo\",1")[1].1,
        ["one\r\ntwo", "1"]
    );
}

#[test]
fn lines_are_counted_across_the_edges_of_the_buffer() {
    for width in [
        BUFFER_BYTES - 3,
        BUFFER_BYTES - 2,
        BUFFER_BYTES - 1,
        BUFFER_BYTES,
    ] {
        let wide = "x".repeat(width);
        assert_eq!(
            record_lines(&format!(
                "{}\r\nb\r\n\"c\r\nd\"\r\ne",
                &wide[..MAX_CELL_BYTES.min(width) - 1]
            )),
            [1, 2, 3, 5]
        );
    }
}

#[test]
fn a_quote_that_is_never_closed_is_told_with_its_line() {
    let mut records = RecordReader::new("a,b\nx,\"never closed\nmore\nand more".as_bytes());
    let mut record = Record::default();
    assert!(records.read_record(&mut record).unwrap());
    assert!(matches!(
        records.read_record(&mut record),
        Err(ReadError::OpenQuote(2))
    ));
}

#[test]
fn a_cell_beyond_the_limit_is_passed_over_and_the_next_record_is_whole() {
    let text = format!(
        "a,b\n1,{}\n\"{}\",2\n3,4\n",
        "y".repeat(MAX_CELL_BYTES + 1),
        "z\n".repeat(MAX_CELL_BYTES)
    );
    let mut records = RecordReader::new(text.as_bytes());
    let mut record = Record::default();
    let mut found = Vec::new();
    while records.read_record(&mut record).unwrap() {
        found.push((record.flaw, record.cells, record.cell(0).map(<[u8]>::len)));
    }
    assert_eq!(
        found[1..3]
            .iter()
            .map(|(flaw, cells, _)| (*flaw, *cells))
            .collect::<Vec<_>>(),
        [
            (Some(RecordFlaw::LongCell(1)), 2),
            (Some(RecordFlaw::LongCell(0)), 2)
        ]
    );
    assert_eq!(
        (found[0], found[3]),
        ((None, 2, Some(1)), (None, 2, Some(1)))
    );
}

#[test]
fn text_behind_a_closing_quote_is_a_flaw_of_its_cell() {
    let mut records = RecordReader::new("1,\"a\"b,2\n".as_bytes());
    let mut record = Record::default();
    assert!(records.read_record(&mut record).unwrap());
    assert_eq!(
        (record.flaw, record.cells),
        (Some(RecordFlaw::TextAfterQuote(1)), 3)
    );
}

/// Returns one byte at a time.
struct ByteAtATime<'a>(&'a [u8]);

impl Read for ByteAtATime<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((first, rest)) = self.0.split_first() else {
            return Ok(0);
        };
        (buffer[0], self.0) = (*first, rest);
        Ok(1)
    }
}

/// Line number, number of cells, flaw and cells of a record.
type ReadRecord = (u64, usize, Option<RecordFlaw>, Vec<Vec<u8>>);

/// Every record, and the line of an unclosed quote.
fn read_all(mut records: RecordReader<impl Read>) -> (Vec<ReadRecord>, Option<u64>) {
    let (mut record, mut found) = (Record::default(), Vec::new());
    loop {
        match records.read_record(&mut record) {
            Ok(true) => {
                let cells = (0..record.cells)
                    .map(|position| record.cell(position).unwrap().to_vec())
                    .collect();
                found.push((record.line, record.cells, record.flaw, cells));
            }
            Ok(false) => return (found, None),
            Err(ReadError::OpenQuote(line)) => return (found, Some(line)),
            Err(ReadError::Io(error)) => panic!("{error}"),
        }
    }
}

#[test]
fn whole_lines_are_taken_as_they_are_byte_by_byte() {
    let mut seed = 7_u64;
    let mut with_quotes = 0;
    for _ in 0..20_000 {
        let text: Vec<u8> = (0..24)
            .map(|_| {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                b"ab ,,\n\n\r\"\xe9x1"[(seed >> 33) as usize % 12]
            })
            .collect();
        let at_once = read_all(RecordReader::new(&text[..]));
        assert_eq!(
            at_once,
            read_all(RecordReader::new(ByteAtATime(&text))),
            "{:?}",
            String::from_utf8_lossy(&text)
        );
        with_quotes += usize::from(at_once.0.len() > 3 && text.contains(&b'"'));
    }
    assert!(with_quotes > 1_000, "{with_quotes}");
}

/// A text that arrives in pieces of at most `size` bytes.
struct Pieces<'a> {
    rest: &'a [u8],
    size: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.size.min(self.rest.len()).min(buffer.len());
        let (piece, rest) = self.rest.split_at(count);
        buffer[..count].copy_from_slice(piece);
        self.rest = rest;
        Ok(count)
    }
}

/// The lines, cells and flaws of all records, and whether a quote stayed open.
type Split = (Vec<(u64, Vec<Option<Vec<u8>>>, Option<RecordFlaw>)>, bool);

fn split_bytes(text: &[u8], size: usize) -> Split {
    let mut records = RecordReader::new(Pieces { rest: text, size });
    let mut record = Record::default();
    let mut found = Vec::new();
    loop {
        match records.read_record(&mut record) {
            Ok(true) => {
                let cells =
                    (0..record.cells).map(|position| record.cell(position).map(<[u8]>::to_vec));
                found.push((record.line, cells.collect(), record.flaw));
            }
            Ok(false) => {
                assert_eq!(records.bytes_consumed(), text.len() as u64);
                return (found, false);
            }
            Err(ReadError::OpenQuote(_)) => return (found, true),
            Err(ReadError::Io(error)) => panic!("{error}"),
        }
    }
}

proptest! {
    #[test]
    fn quoted_cells_are_read_as_they_were_written(
        table in prop::collection::vec(prop::collection::vec(".{0,12}", 1..5), 0..8),
        line_end in prop::sample::select(vec!["\n", "\r\n", "\r"]),
    ) {
        let mut text = String::new();
        for cells in &table {
            let quoted: Vec<String> = cells
                .iter()
                .map(|cell: &String| format!("\"{}\"", cell.replace('"', "\"\"")))
                .collect();
            text += &(quoted.join(",") + line_end);
        }
        let read: Vec<Vec<String>> = read_records(&text).into_iter().map(|(_, cells)| cells).collect();
        prop_assert_eq!(read, table);
    }

    #[test]
    fn the_size_of_pieces_changes_nothing(
        text in "[a,\"\r\n\u{e9}]{0,200}",
        size in 1_usize..40,
    ) {
        let whole = split_bytes(text.as_bytes(), usize::MAX);
        prop_assert_eq!(split_bytes(text.as_bytes(), size), whole);
    }

    #[test]
    fn any_bytes_are_split_without_losing_any(text in prop::collection::vec(any::<u8>(), 0..400)) {
        let (records, _) = split_bytes(&text, usize::MAX);
        let stored: usize = records
            .iter()
            .flat_map(|(_, cells, _)| cells.iter().flatten())
            .map(Vec::len)
            .sum();
        prop_assert!(stored <= text.len());
    }
}
