use super::*;
use crate::SourceTable;
use arrow_array::cast::AsArray;

const SUPPLIERS: &str = "supplier_id,supplier_name,active,updated_at";

fn read_batches(bytes: impl AsRef<[u8]>) -> Result<Vec<SourceBatch>, SourceError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("supplier_data.csv");
    std::fs::write(&path, bytes).unwrap();
    let mut batches = Vec::new();
    let mut send = |batch| {
        batches.push(batch);
        true
    };
    read_csv(
        (&path, Packing::None),
        &"supplier_data.csv".into(),
        &Layout::with_own_names(SourceTable::SupplierData.schema()),
        &|| false,
        &mut send,
    )?;
    Ok(batches)
}

fn read_single_batch(bytes: impl AsRef<[u8]>) -> SourceBatch {
    let mut batches = read_batches(bytes).unwrap();
    assert_eq!(batches.len(), 1);
    batches.remove(0)
}

fn expect_refusal(bytes: impl AsRef<[u8]>) -> String {
    read_batches(bytes).unwrap_err().to_string()
}

fn supplier_names(batch: &SourceBatch) -> Vec<String> {
    batch
        .rows
        .column_by_name("supplier_name")
        .unwrap()
        .as_string::<i32>()
        .iter()
        .map(|name| name.unwrap().to_owned())
        .collect()
}

#[test]
fn columns_come_in_any_order_and_unknown_ones_are_told() {
    let batch = read_single_batch(
        "updated_at,note,supplier_name, supplier_id ,active\n2026-01-01T00:00:00Z,hello, Acme \
            ,s1,true\n",
    );
    assert_eq!(supplier_names(&batch), ["Acme"]);
    assert_eq!(batch.ignored[..], ["note"]);
    assert_eq!(
        batch
            .rows
            .schema()
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect::<Vec<_>>(),
        ["supplier_id", "supplier_name", "active", "updated_at"]
    );
    assert_eq!((&batch.lines[..], batch.faults.len()), (&[2][..], 0));
}

#[test]
fn a_byte_order_mark_and_crlf_change_nothing() {
    let batch = read_single_batch(format!(
        "\u{feff}{SUPPLIERS}\r\ns1,\"Acme, Inc.\r\nWest\",true,t\r\n\r\ns2,\"The \
            \"\"Best\"\"\",true,t\r\n"
    ));
    assert_eq!(
        supplier_names(&batch),
        ["Acme, Inc.\r\nWest", "The \"Best\""]
    );
    assert_eq!(batch.lines, [2, 5]);
    assert_eq!(
        supplier_names(&read_single_batch(
            "\u{feff}\"supplier_id\",supplier_name,active,updated_at\ns1,A,true,t"
        )),
        ["A"]
    );
}

#[test]
fn the_batches_of_a_file_have_its_bytes() {
    let long = format!(
        "{SUPPLIERS}\r\n{}",
        "s1,\"Acme, Inc.\",true,t\r\n".repeat(20_000)
    );
    let blank = format!("\u{feff}\n{SUPPLIERS}\ns1,A,true\n\ns2,B,true,t\n\n\n");
    for text in [SUPPLIERS.to_owned(), long, blank] {
        let bytes: Vec<u64> = read_batches(&text)
            .unwrap()
            .iter()
            .map(|batch| batch.bytes)
            .collect();
        assert_eq!(bytes.iter().sum::<u64>(), text.len() as u64);
        assert_eq!(
            bytes.len(),
            1 + text.lines().count() / MAX_BATCH_ROWS,
            "and a batch has those of its own rows: {bytes:?}"
        );
        assert!(bytes.iter().all(|bytes| *bytes > 0));
    }
}

#[test]
fn a_header_without_rows_is_a_table_without_rows() {
    let batch = read_single_batch(SUPPLIERS);
    assert_eq!((batch.rows.num_rows(), batch.faults.len()), (0, 0));
}

#[test]
fn files_that_are_no_table_are_refused_in_words() {
    assert!(expect_refusal("").contains("empty (0 bytes)"));
    assert!(expect_refusal("\n\n").contains("only blank lines"));
    assert!(expect_refusal(b"\xff\xfes\0u\0").contains("UTF-16"));
    assert_eq!(
        expect_refusal("supplier_id,active\n"),
        "supplier_data.csv lacks the required column supplier_name."
    );
    assert!(
        expect_refusal("supplier_id;supplier_name;active;updated_at\n")
            .ends_with("separated by commas.")
    );
    assert!(expect_refusal(format!("{SUPPLIERS},supplier_id\n")).contains("more than once"));
    assert!(
        expect_refusal(format!("{SUPPLIERS}\ns1,\"Acme,true,t\ns2,B,true,t\n"))
            .contains("on line 2 is never closed")
    );
}

#[test]
fn rows_that_cannot_be_taken_apart_become_faults_and_the_others_stay() {
    let mut text =
        format!("{SUPPLIERS}\ns1,Acme, Inc.,true,t\ns2,B,true,t\n\"s3\nx\",C,true\n").into_bytes();
    text.extend(b"s4,Caf\xe9,true,t\n");
    text.extend(format!("s5,{},true,t\n", "y".repeat(MAX_CELL_BYTES + 1)).bytes());
    text.extend(b"s6,\"D\" Ltd,true,t\ns7,E,true,t\n");
    let batch = read_single_batch(text);
    assert_eq!(
        (supplier_names(&batch), &batch.lines[..]),
        (vec!["B".to_owned(), "E".to_owned()], &[3, 9][..])
    );
    let faults: Vec<_> = batch
        .faults
        .iter()
        .map(|fault| {
            (
                fault.line,
                fault.column,
                fault.key.first().map(String::as_str),
            )
        })
        .collect();
    assert_eq!(
        faults,
        [
            (2, None, Some("s1")),
            (4, None, Some("s3\nx")),
            (6, Some("supplier_name"), Some("s4")),
            (7, Some("supplier_name"), Some("s5")),
            (8, Some("supplier_name"), Some("s6"))
        ]
    );
    assert!(
        batch.faults[0]
            .reason
            .starts_with("the row has 5 cells, but the first line has 4 columns"),
        "{}",
        batch.faults[0].reason
    );
    assert_eq!(batch.faults[2].value.as_deref(), Some("Caf\u{fffd}"));
    assert!(batch.faults[3].reason.contains("longer than 64 KiB"));
    assert!(
        batch.faults[4]
            .reason
            .contains("has text after its closing quote")
    );
}

#[test]
fn a_column_that_nobody_reads_may_hold_anything() {
    let batch =
        read_single_batch([SUPPLIERS.as_bytes(), b",note\ns1,A,true,t,\xff\xfe\n"].concat());
    assert_eq!(
        (supplier_names(&batch), batch.faults.len()),
        (vec!["A".to_owned()], 0)
    );
}

#[test]
fn long_files_come_in_bounded_batches() {
    let rows = MAX_BATCH_ROWS * 2 + 1;
    let text = (0..rows).fold(format!("{SUPPLIERS}\n"), |text, row| {
        text + &format!("s{row},A,true,t\n")
    });
    let sizes: Vec<_> = read_batches(text)
        .unwrap()
        .iter()
        .map(|batch| batch.rows.num_rows())
        .collect();
    assert_eq!(sizes, [MAX_BATCH_ROWS, MAX_BATCH_ROWS, 1]);
}

#[test]
fn faults_with_long_keys_come_in_bounded_batches() {
    let row = format!("{},too,few\n", "k".repeat(60 * 1024));
    let text = format!("{SUPPLIERS}\n{}", row.repeat(200));
    let batches = read_batches(text).unwrap();
    let faults: Vec<usize> = batches.iter().map(|batch| batch.faults.len()).collect();
    assert_eq!(faults.iter().sum::<usize>(), 200);
    assert!(
        faults
            .iter()
            .all(|faults| *faults <= MAX_BATCH_BYTES / (60 * 1024) + 1),
        "{faults:?}"
    );
}
