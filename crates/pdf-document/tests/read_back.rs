//! Documents that another library reads: every text is there, on the right page.

#![expect(clippy::unwrap_used, reason = "a test")]

use localization::Language;
use lopdf::{Dictionary, Object};
use pdf_document::{
    BarChart, Document, Field, MAX_PAGES, MAX_ROWS, REPLACEMENT, Table, TableColumn,
};

fn new_document(title: &str) -> Document {
    Document::new(
        title,
        Language::English,
        "2026-06-16T15:04:05Z".parse().unwrap(),
    )
}

fn table(rows: Vec<Vec<String>>) -> Table {
    Table {
        columns: vec![
            TableColumn::text("Item"),
            TableColumn::text("Location"),
            TableColumn::figures("Amount (USD)"),
        ],
        total_rows: rows.len(),
        rows,
        totals: vec![Field::new("Total (USD)", "1,234,567.89")],
    }
}

fn numbered_rows(count: usize) -> Vec<Vec<String>> {
    (0..count)
        .map(|row| {
            vec![
                format!("Item{row:04}"),
                "Ames".to_owned(),
                format!("{row}.25"),
            ]
        })
        .collect()
}

/// The texts of each page, in the order of drawing.
fn read_pages(pdf: &[u8]) -> Vec<String> {
    let file = lopdf::Document::load_mem(pdf).unwrap();
    let pages = file.get_pages();
    pages
        .keys()
        .map(|page| file.extract_text(&[*page]).unwrap())
        .collect()
}

fn render(document: &Document) -> Vec<String> {
    read_pages(&document.to_pdf().unwrap())
}

#[test]
fn each_page_has_the_header_and_its_number_and_no_row_is_lost() {
    let pages = render(&new_document("Plan").table(table(numbered_rows(200))));
    assert!(pages.len() > 3, "{}", pages.len());
    for (index, page) in pages.iter().enumerate() {
        assert_eq!(
            page.matches("Amount (USD)").count(),
            1,
            "page {index}: {page}"
        );
        let number = format!("Page {} of {}", index + 1, pages.len());
        assert!(page.contains(&number), "{number} in {page}");
    }
    let text = pages.concat();
    for row in 0..200 {
        assert_eq!(
            text.matches(&format!("Item{row:04}")).count(),
            1,
            "row {row}"
        );
        assert!(text.contains(&format!("{row}.25")), "row {row}");
    }
    let last = pages.last().unwrap();
    assert!(
        last.contains("1,234,567.89") && last.contains("Item0199"),
        "{last}"
    );
}

#[test]
fn names_of_many_languages_are_readable_and_others_have_a_mark() {
    let names = [
        "Müller & Söhne, Straße 5",
        "Ñandú Semillas, Coração",
        "L’Œuvre d’Été, Crème brûlée",
        "Łódź Čáslav Győr",
        "Удобрения Λίπασμα",
        "e\u{301}t\u{e9}",
    ];
    let mut document = new_document("Ünïcode €");
    for name in names {
        document = document.paragraph(name);
    }
    let text = render(&document).concat();
    for name in &names[..5] {
        assert!(text.contains(name), "{name} in {text}");
    }
    assert!(text.contains("été"), "composed: {text}");
    assert!(
        !text.contains(REPLACEMENT) && !text.contains("stands for"),
        "{text}"
    );

    let foreign = new_document("Seeds").paragraph("种子 Co.\u{1}\u{202e}\u{feff} 🌱");
    let text = render(&foreign).concat();
    assert!(
        text.contains("\u{fffd}\u{fffd} Co.\u{fffd} \u{fffd}"),
        "{text:?}"
    );
    assert!(
        text.contains("stands for a character that the font"),
        "{text}"
    );
}

#[test]
fn long_names_wrap_and_figures_stay_whole() {
    let long = "Unbreakable".repeat(20);
    let words = "word ".repeat(400);
    let figure = "123,456,789,012,345.6789".to_owned();
    let mut wide = table(vec![vec![long, words, figure.clone()]; 3]);
    for _ in 0..10 {
        wide.columns.push(TableColumn::figures("Revenue (USD)"));
        wide.rows
            .iter_mut()
            .for_each(|row| row.push(figure.clone()));
    }
    let text = render(&new_document("Wide").table(wide)).concat();
    assert_eq!(text.matches(&figure).count(), 33, "{text}");
    assert!(text.matches('…').count() >= 3, "{text}");
}

#[test]
fn missing_rows_and_pages_are_stated() {
    let mut more = table(numbered_rows(MAX_ROWS + 5));
    more.total_rows = 12_345;
    let pages = render(&new_document("Rows").table(more));
    let text = pages.concat();
    assert!(text.contains("The first 2,000 of 12,345 rows."));
    assert!(text.contains("Item1999") && !text.contains("Item2000"));
    assert!(!text.contains("incomplete"));

    let mut endless = new_document("Pages");
    for _ in 0..MAX_PAGES * 2 {
        endless = endless.paragraph("line\n".repeat(40));
    }
    let pages = render(&endless);
    assert_eq!(pages.len(), MAX_PAGES);
    assert!(pages.last().unwrap().contains("It is incomplete."));
}

#[test]
fn charts_have_labels_and_figures() {
    let chart = BarChart {
        title: "Revenue (USD)".to_owned(),
        description: "Chart of revenue.".to_owned(),
        bars: vec![
            ("Urea".to_owned(), "1,200".to_owned(), 1_200.0),
            ("Returns".to_owned(), "-300".to_owned(), -300.0),
        ],
    };
    let text = render(&new_document("Chart").bar_chart(chart)).concat();
    for part in ["Revenue (USD)", "Urea", "1,200", "Returns", "-300"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn the_file_names_its_title_language_and_time_and_has_a_structure() {
    let pdf = new_document("Bestellung für Müller")
        .fields(vec![Field::new("Supplier", "Plains")])
        .table(table(numbered_rows(1)))
        .to_pdf()
        .unwrap();
    let file = lopdf::Document::load_mem(&pdf).unwrap();
    let catalog = file.catalog().unwrap();
    assert_eq!(catalog.get(b"Lang").unwrap().as_str().unwrap(), b"en-US");
    assert!(catalog.get(b"MarkInfo").is_ok() && catalog.get(b"StructTreeRoot").is_ok());
    let info = file
        .trailer
        .get(b"Info")
        .and_then(Object::as_reference)
        .unwrap();
    let info: &Dictionary = file.get_dictionary(info).unwrap();
    let created = info.get(b"CreationDate").unwrap().as_str().unwrap();
    assert!(created.starts_with(b"D:20260616150405"), "{created:?}");
    let title = lopdf::decode_text_string(info.get(b"Title").unwrap()).unwrap();
    assert_eq!(title, "Bestellung für Müller");
}

#[test]
fn the_same_document_has_the_same_bytes() {
    let document = new_document("Plan").table(table(numbered_rows(50)));
    assert_eq!(document.to_pdf().unwrap(), document.to_pdf().unwrap());
}
