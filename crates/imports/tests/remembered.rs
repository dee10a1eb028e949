//! Answers that hold for one layout, corrected cells, and where rows come from.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use imports::answers::{Answer, Answers, Organization};
use imports::corrections::{CellPlace, Correction};
use imports::results::{read_rejects, read_rows};
use imports::{ImportRequest, Inspection, KnownItems, inspect_with_traces};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const STOCK: &str = "Item,Description,Type,UOM,Branch,Qty On Hand,Unit Cost\n\
    A1,Corn 110,Seed,bag,Ames,12,250\n\
    A2,Atrazine,Herbicide,Jug,Ames,twelve,40\n\
    A3,Urea,Dry Fert,ton,Ames,twelve,400\n\
    A4,Potash,Dry Fert,ton,Ames,,410\n\
    A5,Corn 105,Seed,bag,Ames,5,250\n\
    A6,Corn 100,Seed,bag,Ames,6,250\n\
    A7,Corn 95,Seed,bag,Ames,7,250\n\
    A8,Corn 90,Seed,bag,Ames,8,250\n\
    A9,Corn 85,Seed,bag,Ames,9,250\n";

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn read(
    files: &[PathBuf],
    answers: Vec<Answer>,
    corrections: &[Correction],
    out: &Path,
) -> Inspection {
    let answers = Answers {
        organization: Organization {
            currency: "USD".to_owned(),
            time_zone: "America/Chicago".to_owned(),
        },
        answers,
    };
    let request = ImportRequest {
        files,
        answers: &answers,
        corrections,
        items: &KnownItems::default(),
        now: "2026-06-16T15:00:00Z".parse().unwrap(),
    };
    inspect_with_traces(&request, out).unwrap()
}

fn jug(fingerprint: Option<&str>) -> Answer {
    Answer {
        kind: "unit".to_owned(),
        value: Some(json!("Jug")),
        target: None,
        fingerprint: fingerprint.map(str::to_owned),
        answer: json!({"unit": "gal", "factor": "2.5"}),
    }
}

fn kinds(proposal: &Value, index: usize) -> Vec<String> {
    let questions = proposal["files"][index]["questions"].as_array().unwrap();
    questions
        .iter()
        .map(|question| question["kind"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn an_answer_holds_for_its_layout_only() {
    let folder = tempfile::tempdir().unwrap();
    let first = write(folder.path(), "stock.csv", STOCK);
    let out = folder.path().join("out");
    let asked = read(std::slice::from_ref(&first), Vec::new(), &[], &out);
    assert_eq!(kinds(&asked.proposal, 0), ["unit"]);
    let fingerprint = asked.proposal["files"][0]["fingerprint"].as_str().unwrap();
    let next = write(folder.path(), "stock week 2.csv", STOCK);
    let other = STOCK.replace("Qty On Hand", "On Hand");
    let other = write(folder.path(), "other.csv", &other);
    let later = read(&[next, other], vec![jug(Some(fingerprint))], &[], &out);
    assert_eq!(kinds(&later.proposal, 0), Vec::<String>::new());
    assert_eq!(kinds(&later.proposal, 1), ["unit"]);
}

#[test]
fn cells_are_corrected_one_by_one_and_alike() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "stock.csv", STOCK);
    let out = folder.path().join("out");
    let files = [file];
    let before = read(&files, vec![jug(None)], &[], &out);
    assert_eq!(before.rejected_cells, 3);
    let (cells, next) = read_rejects(&out, 0, 2).unwrap();
    assert_eq!(
        cells.iter().map(|cell| &*cell.cell).collect::<Vec<_>>(),
        ["F3", "F4"]
    );
    let (rest, end) = read_rejects(&out, next.unwrap(), 2).unwrap();
    assert_eq!(
        (&*rest[0].cell, &*rest[0].table, end),
        ("F5", "inventory_data", None)
    );
    let alike = Correction {
        column: "on_hand".to_owned(),
        place: None,
        value: "twelve".to_owned(),
        replacement: "12".to_owned(),
    };
    let one = Correction {
        column: "on_hand".to_owned(),
        place: Some(CellPlace {
            file: "stock.csv".to_owned(),
            sheet: rest[0].sheet.clone(),
            cell: "F5".to_owned(),
        }),
        value: String::new(),
        replacement: "3.5".to_owned(),
    };
    let after = read(&files, vec![jug(None)], &[alike, one], &out);
    assert_eq!(after.rejected_cells, 0);
    assert_eq!(after.rows, [("inventory_data", 9)]);
    let page = read_rows(&out, "inventory_data", (0, 0), 10, Some("A4")).unwrap();
    let on_hand = page
        .columns
        .iter()
        .position(|name| name == "on_hand")
        .unwrap();
    assert_eq!(
        (&*page.rows[0].values[on_hand], page.rows[0].row),
        ("3.5", 5)
    );
}

#[test]
fn rows_are_traced_page_by_page_without_the_ones_that_lost() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{STOCK}A1,Corn 110,Seed,bag,Ames,14,250\n");
    let file = write(folder.path(), "stock.csv", &text);
    let out = folder.path().join("out");
    read(&[file], vec![jug(None)], &[], &out);
    let page = |from, limit, key| read_rows(&out, "inventory_data", from, limit, key).unwrap();
    let all = page((0, 0), 10, None);
    let places: Vec<(&str, u64)> = all
        .rows
        .iter()
        .map(|row| (&*row.values[0], row.row))
        .collect();
    let expected = [
        ("A5", 6),
        ("A6", 7),
        ("A7", 8),
        ("A8", 9),
        ("A9", 10),
        ("A1", 11),
    ];
    assert_eq!((&*places, all.next), (&expected[..], None));
    assert_eq!(all.rows[0].file, "stock.csv");
    let first = page((0, 0), 4, None);
    let last = page(first.next.unwrap(), 4, None);
    assert_eq!([first.rows, last.rows].concat(), all.rows);
    assert_eq!(page((0, 0), 4, Some("A1")).rows[0].row, 11);
}
