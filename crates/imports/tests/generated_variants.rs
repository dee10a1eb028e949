//! The same lines as many systems would export them: every encoding with every separator and every
//! language of column names, and layouts, line ends, numbers, dates and unit words in turns.

#![expect(clippy::unwrap_used, reason = "a test")]

use chrono::{TimeZone, Utc};
use imports::answers::Answers;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

/// Column names: order, date, customer, item, quantity, unit, price, location; then the words for
/// bags and gallons.
const LANGUAGES: [([&str; 8], [&str; 2]); 9] = [
    (
        [
            "order_id",
            "transaction_date",
            "customer_id",
            "item_id",
            "quantity",
            "unit",
            "unit_price",
            "location",
        ],
        ["bag", "gal"],
    ),
    (
        [
            "Invoice No",
            "Invoice Date",
            "Customer No",
            "Item No",
            "Qty",
            "UOM",
            "Unit Price",
            "Branch",
        ],
        ["Bags", "Gallons"],
    ),
    (
        [
            "ORDER_ID",
            "ORDER_DATE",
            "CUSTOMER_ID",
            "ITEM_ID",
            "QUANTITY",
            "UNIT_OF_MEASURE",
            "UNIT_PRICE",
            "WAREHOUSE",
        ],
        ["BAG", "GAL"],
    ),
    (
        [
            "orderNumber",
            "orderDate",
            "customerId",
            "itemCode",
            "quantity",
            "unitOfMeasure",
            "unitPrice",
            "warehouseName",
        ],
        ["bag", "gallon"],
    ),
    (
        [
            "Belegnummer",
            "Belegdatum",
            "Kundennummer",
            "Artikelnummer",
            "Menge",
            "Einheit",
            "Einzelpreis",
            "Lagerort",
        ],
        ["Sack", "Gallonen"],
    ),
    (
        [
            "Pedido",
            "Fecha del pedido",
            "C\u{f3}digo cliente",
            "C\u{f3}digo art\u{ed}culo",
            "Cantidad",
            "Unidad",
            "Precio unitario",
            "Almac\u{e9}n",
        ],
        ["sacos", "galones"],
    ),
    (
        [
            "N\u{b0} commande",
            "Date commande",
            "Code client",
            "Code article",
            "Quantit\u{e9}",
            "Unit\u{e9}",
            "Prix unitaire",
            "D\u{e9}p\u{f4}t",
        ],
        ["sacs", "gallons"],
    ),
    (
        [
            "N. ordine",
            "Data ordine",
            "Codice cliente",
            "Codice articolo",
            "Quantit\u{e0}",
            "Unit\u{e0} di misura",
            "Prezzo unitario",
            "Magazzino",
        ],
        ["sacchi", "galloni"],
    ),
    (
        [
            "Ordernummer",
            "Orderdatum",
            "Klantnummer",
            "Artikelnummer",
            "Aantal",
            "Eenheid",
            "Prijs per stuk",
            "Magazijn",
        ],
        ["zakken", "gallon"],
    ),
];

#[derive(Clone, Copy, Debug)]
enum Encoding {
    Utf8,
    Utf8WithMark,
    Utf16Little,
    Utf16Big,
    Latin,
}

const ENCODINGS: [Encoding; 5] = [
    Encoding::Utf8,
    Encoding::Utf8WithMark,
    Encoding::Utf16Little,
    Encoding::Utf16Big,
    Encoding::Latin,
];
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];
const LINE_ENDS: [&str; 3] = ["\n", "\r\n", "\r"];

#[derive(Clone, Copy, Debug)]
enum Layout {
    Plain,
    /// A company, a title and an empty line above.
    Titles,
    /// A line of totals and a page number below.
    Totals,
    /// The names again in the middle.
    RepeatedHeader,
    /// Every cell in quotes.
    Quoted,
    /// Blanks around every cell, and an empty last column.
    Padded,
    /// The separator in the first line, as Excel writes it.
    SeparatorLine,
}

const LAYOUTS: [Layout; 7] = [
    Layout::Plain,
    Layout::Titles,
    Layout::Totals,
    Layout::RepeatedHeader,
    Layout::Quoted,
    Layout::Padded,
    Layout::SeparatorLine,
];

/// 1250.5 and 1999.99 in the same notation.
const NUMBERS: [[&str; 2]; 6] = [
    ["1250.5", "1999.99"],
    ["1,250.50", "1,999.99"],
    ["1.250,50", "1.999,99"],
    ["1 250,50", "1 999,99"],
    ["1250,5", "1999,99"],
    ["1'250.50", "1'999.99"],
];

/// March 25 and April 13, 2026.
const DATES: [[&str; 2]; 7] = [
    ["2026-03-25", "2026-04-13"],
    ["2026-03-25 00:00:00", "2026-04-13 16:45:00"],
    ["03/25/2026", "04/13/2026"],
    ["25.03.2026", "13.04.2026"],
    ["25/03/26", "13/04/26"],
    ["25-Mar-2026", "13-Apr-2026"],
    ["20260325", "20260413"],
];

#[derive(Clone, Copy, Debug)]
struct Variant {
    encoding: Encoding,
    separator: char,
    language: usize,
    line_end: &'static str,
    layout: Layout,
    numbers: [&'static str; 2],
    dates: [&'static str; 2],
}

/// Every encoding with every separator and language; the rest in turns of different lengths, so that
/// each meets the others.
fn list_variants() -> Vec<Variant> {
    let mut variants = Vec::new();
    for encoding in ENCODINGS {
        for separator in SEPARATORS {
            for language in 0..LANGUAGES.len() {
                let turn = variants.len();
                variants.push(Variant {
                    encoding,
                    separator,
                    language,
                    line_end: LINE_ENDS[turn % LINE_ENDS.len()],
                    layout: LAYOUTS[turn % LAYOUTS.len()],
                    numbers: NUMBERS[(turn / 2) % NUMBERS.len()],
                    dates: DATES[(turn / 3) % DATES.len()],
                });
            }
        }
    }
    variants
}

impl Variant {
    fn line(&self, cells: &[&str]) -> String {
        let cells: Vec<String> = cells
            .iter()
            .map(|cell| match self.layout {
                Layout::Quoted => format!("\"{cell}\""),
                Layout::Padded if !cell.contains(self.separator) => format!(" {cell} "),
                _ if cell.contains(self.separator) => format!("\"{cell}\""),
                _ => (*cell).to_owned(),
            })
            .collect();
        let mut line = cells.join(&self.separator.to_string());
        if matches!(self.layout, Layout::Padded) {
            line.push(self.separator);
        }
        line
    }

    fn text(&self) -> String {
        let (names, [bag, gallon]) = LANGUAGES[self.language];
        let [quantity, price] = self.numbers;
        let [first, second] = self.dates;
        let header = self.line(&names);
        let rows = [
            self.line(&[
                "1001",
                first,
                "C-7",
                "A-1",
                quantity,
                bag,
                "12",
                "M\u{fc}hlheim",
            ]),
            self.line(&[
                "1002",
                second,
                "C-8",
                "A-2",
                "3",
                gallon,
                price,
                "Caf\u{e9}",
            ]),
        ];
        let lines: Vec<String> = match self.layout {
            Layout::Titles => {
                let [one, two] = rows;
                vec![
                    "Prairie Supply".into(),
                    "Report 7".into(),
                    String::new(),
                    header,
                    one,
                    two,
                ]
            }
            Layout::Totals => {
                let [one, two] = rows;
                let total = self.line(&["Total", "", "", "", quantity, "", "", ""]);
                vec![header, one, two, total, "Page 1 of 1".into()]
            }
            Layout::RepeatedHeader => {
                let [one, two] = rows;
                vec![header.clone(), one, header, two]
            }
            Layout::SeparatorLine => {
                let [one, two] = rows;
                vec![format!("sep={}", self.separator), header, one, two]
            }
            _ => {
                let [one, two] = rows;
                vec![header, one, two]
            }
        };
        let mut text = String::new();
        for line in lines {
            write!(text, "{line}{}", self.line_end).unwrap();
        }
        text
    }

    fn bytes(&self) -> Vec<u8> {
        let text = self.text();
        match self.encoding {
            Encoding::Utf8 => text.into_bytes(),
            Encoding::Utf8WithMark => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            Encoding::Utf16Little => {
                let units = std::iter::once(0xfeff).chain(text.encode_utf16());
                units.flat_map(u16::to_le_bytes).collect()
            }
            Encoding::Utf16Big => {
                let units = std::iter::once(0xfeff).chain(text.encode_utf16());
                units.flat_map(u16::to_be_bytes).collect()
            }
            Encoding::Latin => text
                .chars()
                .map(|letter| u8::try_from(u32::from(letter)).unwrap())
                .collect(),
        }
    }
}

/// Reads one file. Returns the proposal, the lines of the table, and the rejected cells.
fn read(name: &str, file: &str, bytes: &[u8]) -> (Value, Vec<String>, Vec<String>) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("generated")
        .join(name);
    let _missing = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(file);
    std::fs::write(&path, bytes).unwrap();
    let answers: Answers = serde_json::from_value(json!({
        "organization": {"currency": "USD", "timeZone": "America/Chicago"},
        "answers": [{"kind": "constant", "target": "direction", "answer": "sale"}],
    }))
    .unwrap();
    let now = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
    let out = folder.join("out");
    let inspection = imports::inspect(&[path], &answers, now, &out).unwrap();
    let records = |table: &str, columns: &[&str]| -> Vec<String> {
        let Ok(mut reader) = csv::Reader::from_path(out.join(format!("{table}.csv"))) else {
            return Vec::new();
        };
        let headers = reader.headers().unwrap().clone();
        let places: Vec<usize> = columns
            .iter()
            .map(|column| headers.iter().position(|header| header == *column).unwrap())
            .collect();
        reader
            .records()
            .map(|record| {
                let record = record.unwrap();
                let cells: Vec<&str> = places.iter().map(|place| &record[*place]).collect();
                cells.join("|")
            })
            .collect()
    };
    let rows = records(
        "sales_transactions",
        &[
            "order_id",
            "transaction_date",
            "customer_id",
            "item_id",
            "quantity",
            "unit",
            "unit_price",
            "location",
        ],
    );
    (
        inspection.proposal,
        rows,
        records("rejects", &["cell", "column"]),
    )
}

const EXPECTED: [&str; 2] = [
    "1001|2026-03-25|C-7|A-1|1250.5|bag|12|M\u{fc}hlheim",
    "1002|2026-04-13|C-8|A-2|3|gal|1999.99|Caf\u{e9}",
];

fn questions(proposal: &Value) -> Vec<String> {
    let files = proposal["files"].as_array().unwrap();
    files
        .iter()
        .flat_map(|file| file["questions"].as_array().into_iter().flatten())
        .map(|question| question["text"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn every_variant_of_a_text_file_is_loaded() {
    let variants = list_variants();
    assert_eq!(variants.len(), 180);
    let mut failures = Vec::new();
    for (index, variant) in variants.iter().enumerate() {
        let (proposal, rows, rejects) =
            read(&format!("text-{index}"), "export.csv", &variant.bytes());
        if rows != EXPECTED || !rejects.is_empty() {
            let asked = questions(&proposal);
            failures.push(format!("{variant:?}: {rows:?} {rejects:?} {asked:?}"));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        variants.len(),
        failures.join("\n")
    );
}

fn zip_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer
            .start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn every_container_is_opened() {
    let variant = list_variants()[0];
    let text = variant.bytes();
    let zipped = zip_of(&[("exports/2026/lines.csv", &text)]);
    let containers: [(&str, Vec<u8>); 8] = [
        ("EXPORT.CSV", text.clone()),
        ("export.txt", text.clone()),
        ("export", text.clone()),
        ("export.dat", text.clone()),
        ("export.csv.gz", gzip(&text)),
        ("export.csv.zst", zstd::encode_all(&text[..], 3).unwrap()),
        ("export.zip", zipped.clone()),
        ("export.bin", zipped),
    ];
    for (index, (file, bytes)) in containers.iter().enumerate() {
        let (proposal, rows, rejects) = read(&format!("container-{index}"), file, bytes);
        assert_eq!(rows, EXPECTED, "{file}: {proposal}");
        assert!(rejects.is_empty(), "{file}: {rejects:?}");
    }
}

#[test]
fn what_cannot_be_loaded_has_one_clear_error() {
    let text = list_variants()[0].bytes();
    let packed = gzip(&text);
    let files: [(&str, Vec<u8>, &str); 11] = [
        ("empty.csv", Vec::new(), "empty"),
        ("blank.csv", b"\n\n  \n".to_vec(), "no_table"),
        (
            "page.xls",
            b"<html><body><table><tr><td>1</td></tr></table></body></html>".to_vec(),
            "unsupported",
        ),
        (
            "report.pdf",
            b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n".to_vec(),
            "unsupported",
        ),
        (
            "photo.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0".to_vec(),
            "unsupported",
        ),
        ("data.json", b"[{\"a\": 1}]".to_vec(), "unsupported"),
        ("cut.csv.gz", packed[..packed.len() / 2].to_vec(), "damaged"),
        (
            "cut.xlsx",
            zip_of(&[("xl/workbook.xml", b"<workbook")])[..40].to_vec(),
            "damaged",
        ),
        ("empty.zip", zip_of(&[]), "empty"),
        (
            "letter.docx",
            zip_of(&[
                ("[Content_Types].xml", b"<Types/>"),
                ("_rels/.rels", b"<Relationships/>"),
                ("word/document.xml", b"<w:document/>"),
            ]),
            "unsupported",
        ),
        (
            "notes.csv",
            b"Dear customer,\nthank you for your order.\n".to_vec(),
            "no_table",
        ),
    ];
    let mut failures = Vec::new();
    for (index, (file, bytes, code)) in files.iter().enumerate() {
        let (proposal, rows, _) = read(&format!("refused-{index}"), file, bytes);
        let refusals = proposal["files"].as_array().unwrap();
        let refused = &refusals[0]["refused"];
        let text = refused["text"].as_str().unwrap_or("");
        // It names the file and says what to do, in at most two sentences.
        let is_clear = text.contains(file) && text.len() < 200 && text.ends_with('.');
        if refusals.len() != 1 || refused["code"] != *code || !is_clear || !rows.is_empty() {
            failures.push(format!("{file}: {proposal}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
