use super::*;
use arrow_array::StringArray;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_schema::{DataType, Field};
use sources::{RejectCode, SourceTable};

const SALES_COLUMNS: [&str; 15] = [
    "transaction_id",
    "order_id",
    "direction",
    "transaction_date",
    "customer_id",
    "supplier_id",
    "item_id",
    "quantity",
    "unit",
    "unit_price",
    "currency",
    "promised_date",
    "delivered_date",
    "location",
    "updated_at",
];
const VALID_ROW: [&str; 15] = [
    "t1",
    "o1",
    "purchase",
    "2026-01-05",
    "",
    "s1",
    "i1",
    "-2.5",
    "ton",
    "10.01",
    "USD",
    "",
    "",
    "",
    "2026-01-05T10:00:00Z",
];

fn build_batch(rows: &[[&str; 15]], faults: Vec<RowFault>) -> SourceBatch {
    let columns = (0..15)
        .map(|at| {
            Arc::new(
                rows.iter()
                    .map(|row| Some(row[at]))
                    .collect::<StringArray>(),
            ) as ArrayRef
        })
        .collect();
    let schema = Schema::new(
        SALES_COLUMNS
            .map(|name| Field::new(name, DataType::Utf8, true))
            .to_vec(),
    );
    let lines = (0..rows.len() as u64).map(|row| row * 2 + 2).collect();
    SourceBatch {
        bytes: 0,
        file: Some("sales_transactions.csv".into()),
        rows: RecordBatch::try_new(Arc::new(schema), columns).unwrap(),
        lines,
        faults,
        ignored: Arc::new([]),
    }
}

fn check_rows(rows: &[[&str; 15]]) -> CheckedBatch {
    BatchChecker::new(
        Layout::with_own_names(SourceTable::SalesTransactions.schema()),
        chrono_tz::America::Chicago,
    )
    .check_batch(&build_batch(rows, Vec::new()))
    .unwrap()
}

fn with_changes(changes: &[(&str, &'static str)]) -> [&'static str; 15] {
    let mut row = VALID_ROW;
    for (name, value) in changes {
        row[SALES_COLUMNS
            .iter()
            .position(|column| column == name)
            .unwrap()] = value;
    }
    row
}

fn reject_reason(changes: &[(&str, &'static str)]) -> (Option<&'static str>, String) {
    let checked = check_rows(&[with_changes(changes)]);
    assert_eq!(checked.rejects.len(), 1, "{changes:?}");
    let reject = &checked.rejects[0];
    (reject.column, reject.reason.clone())
}

fn reject_code(changes: &[(&str, &'static str)]) -> &'static str {
    let checked = check_rows(&[with_changes(changes)]);
    checked.rejects[0].code
}

fn int_column(rows: &RecordBatch, name: &str) -> Vec<Option<i64>> {
    rows.column_by_name(name)
        .unwrap()
        .as_primitive::<Int64Type>()
        .iter()
        .collect()
}

fn locator_at(file: u32, line: u64) -> Option<RowLocator> {
    RowLocator::in_file(file, line)
}

#[test]
fn a_right_row_becomes_typed_columns_with_its_amount_and_place() {
    let checked = check_rows(&[VALID_ROW]);
    assert!(checked.rejects.is_empty());
    assert_eq!(int_column(&checked.rows, "quantity_e4"), [Some(-25_000)]);
    assert_eq!(int_column(&checked.rows, "amount_e4"), [Some(-250_250)]);
    assert_eq!(
        int_column(&checked.rows, "locator"),
        [locator_at(1, 2).map(RowLocator::as_i64)]
    );
    assert_eq!(
        checked.file,
        Some(StagedFile {
            number: 1,
            name: "sales_transactions.csv".into()
        })
    );
    assert!(
        checked
            .rows
            .column_by_name("accepted")
            .unwrap()
            .as_boolean()
            .value(0)
    );
}

#[test]
fn rows_with_nothing_wrong_are_read_alike_beside_one_that_is_wrong() {
    let variants = [
        vec![],
        vec![("transaction_id", " t2 "), ("customer_id", "  ")],
        vec![
            ("transaction_id", "t3"),
            ("direction", "sale"),
            ("customer_id", "c1"),
            ("supplier_id", ""),
            ("location", "Ames"),
        ],
        vec![
            ("transaction_id", "Ünï 4"),
            ("promised_date", "2026-02-28"),
            ("delivered_date", " 2026-03-01"),
            ("unit_price", "0"),
        ],
        vec![
            ("transaction_id", "t5"),
            ("updated_at", "2026-01-06T01:00:00.5+01:00"),
            ("quantity", " 7.0001"),
        ],
    ];
    let right: Vec<_> = variants
        .iter()
        .map(|changes| with_changes(changes))
        .collect();
    let source = build_batch(&right, Vec::new());
    let together = BatchChecker::new(
        Layout::with_own_names(SourceTable::SalesTransactions.schema()),
        chrono_tz::America::Chicago,
    )
    .check_batch(&source)
    .unwrap();
    let stays = |name: &str| {
        Arc::ptr_eq(
            together.rows.column_by_name(name).unwrap(),
            source.rows.column_by_name(name).unwrap(),
        )
    };
    assert!(
        stays("order_id") && stays("currency"),
        "columns of which nothing changes are not written again"
    );
    assert!(!stays("transaction_id") && !stays("customer_id"));
    // A row without a change time does not affect the other change times.
    let beside = check_rows(
        &[
            &right[..],
            &[with_changes(&[
                ("transaction_id", "t6"),
                ("updated_at", ""),
            ])],
        ]
        .concat(),
    );
    assert_eq!((together.rejects.len(), beside.rejects.len()), (0, 1));
    assert_eq!(beside.rows.slice(0, right.len()), together.rows);
    assert_eq!(beside.change_times, together.change_times);
    assert_eq!((together.read, beside.read), (5, 6));
}

#[test]
fn each_rule_is_told_with_its_column() {
    assert_eq!(
        reject_reason(&[("unit_price", "abc")]).0,
        Some("unit_price")
    );
    assert!(
        reject_reason(&[("unit_price", "-0.01")])
            .1
            .contains("may not be negative")
    );
    assert!(
        reject_reason(&[("currency", "$")])
            .1
            .contains("three uppercase letters")
    );
    assert!(
        reject_reason(&[("unit", "jug")])
            .1
            .contains("must be one of")
    );
    assert!(
        reject_reason(&[("transaction_date", "2026-02-30")])
            .1
            .contains("YYYY-MM-DD")
    );
    assert!(
        reject_reason(&[("updated_at", "01/05/2026")])
            .1
            .contains("RFC 3339")
    );
    assert!(
        reject_reason(&[("transaction_id", " ")])
            .1
            .contains("part of the key")
    );
    assert_eq!(
        reject_reason(&[("direction", "sale")]),
        (
            Some("customer_id"),
            "customer_id is empty, but a sale needs it".to_owned()
        )
    );
    assert_eq!(reject_reason(&[("supplier_id", "")]).0, Some("supplier_id"));
    assert!(
        reject_reason(&[("quantity", "999999999999"), ("unit_price", "2")])
            .1
            .contains("out of range")
    );
}

#[test]
fn each_kind_of_invalid_value_has_its_code() {
    for (column, value, code) in [
        ("unit_price", "abc", RejectCode::NotNumber),
        ("unit_price", "-0.01", RejectCode::NegativeValue),
        ("currency", "$", RejectCode::NotCurrency),
        ("unit", "jug", RejectCode::UnlistedValue),
        ("transaction_date", "2026-02-30", RejectCode::NotDate),
        ("updated_at", "yesterday", RejectCode::NotTimestamp),
        ("transaction_id", " ", RejectCode::MissingValue),
        ("item_id", "a\0b", RejectCode::InvalidCharacters),
    ] {
        assert_eq!(
            reject_code(&[(column, value)]),
            code.into_str(),
            "{column} {value:?}"
        );
    }
    assert_eq!(
        reject_code(&[("quantity", "999999999999"), ("unit_price", "2")]),
        RejectCode::OutOfRange.into_str()
    );
    assert_eq!(
        reject_code(&[("quantity", "x"), ("currency", "$")]),
        RejectCode::SeveralValues.into_str()
    );
}

#[test]
fn a_row_is_rejected_once_and_its_reason_names_every_wrong_column() {
    let (column, reason) =
        reject_reason(&[("quantity", "x"), ("currency", "$"), ("unit", "furlong")]);
    assert_eq!(column, Some("quantity"));
    assert!(
        reason.contains("; also unit must be one of") && reason.contains("; also currency must be"),
        "{reason}"
    );
}

#[test]
fn values_are_cut_and_kept_storable() {
    let long: &'static str = "9".repeat(500).leak();
    let checked = check_rows(&[
        with_changes(&[("quantity", long)]),
        with_changes(&[("order_id", "a\0b")]),
    ]);
    assert_eq!(
        checked.rejects[0].value.as_ref().unwrap().chars().count(),
        200
    );
    assert_eq!(checked.rejects[1].value.as_deref(), Some("a\u{fffd}b"));
}

#[test]
fn a_rejected_row_with_a_key_still_shows_that_the_source_has_it() {
    let checked = check_rows(&[
        VALID_ROW,
        with_changes(&[("transaction_id", "t2"), ("quantity", "x")]),
        with_changes(&[("transaction_id", "")]),
    ]);
    assert_eq!(
        (checked.read, checked.rejects.len(), checked.rows.num_rows()),
        (3, 2, 2)
    );
    let landed: Vec<_> = checked
        .rows
        .column_by_name("accepted")
        .unwrap()
        .as_boolean()
        .iter()
        .map(Option::unwrap)
        .collect();
    assert_eq!(landed, [true, false]);
    assert_eq!(
        checked
            .rows
            .column_by_name("transaction_id")
            .unwrap()
            .as_string::<i32>()
            .value(1),
        "t2"
    );
    assert_eq!(
        int_column(&checked.rows, "amount_e4"),
        [Some(-250_250), None]
    );
    assert_eq!(checked.rejects[0].key.as_deref(), Some("t2"));
    assert_eq!(checked.rejects[1].key, None);
}

#[test]
fn rows_and_faults_have_their_places_in_their_files() {
    let fault = |line, key: &str| RowFault {
        line,
        key: vec![key.to_owned()],
        column: None,
        value: None,
        code: RejectCode::MalformedRow,
        reason: "the row has 2 cells".to_owned(),
    };
    let mut checker = BatchChecker::new(
        Layout::with_own_names(SourceTable::SalesTransactions.schema()),
        chrono_tz::America::Chicago,
    );
    let first = checker
        .check_batch(&build_batch(
            &[VALID_ROW, with_changes(&[("transaction_id", "t2")])],
            vec![fault(3, "f1"), fault(9, "")],
        ))
        .unwrap();
    assert_eq!(
        int_column(&first.rows, "locator"),
        [locator_at(1, 2), locator_at(1, 3), locator_at(1, 4)]
            .map(|place| place.map(RowLocator::as_i64))
    );
    let rejects: Vec<_> = first
        .rejects
        .iter()
        .map(|reject| (Some(reject.locator), reject.line, reject.key.as_deref()))
        .collect();
    assert_eq!(
        rejects,
        [
            (locator_at(1, 3), Some(3), Some("f1")),
            (locator_at(1, 9), Some(9), None)
        ]
    );
    let next = SourceBatch {
        file: Some("more.csv".into()),
        ..build_batch(&[VALID_ROW], Vec::new())
    };
    assert_eq!(
        int_column(&checker.check_batch(&next).unwrap().rows, "locator"),
        [locator_at(2, 2).map(RowLocator::as_i64)]
    );
}

#[test]
fn rows_of_a_database_are_numbered_from_batch_to_batch() {
    let mut checker = BatchChecker::new(
        Layout::with_own_names(SourceTable::SalesTransactions.schema()),
        chrono_tz::America::Chicago,
    );
    let mut places = || {
        let of_a_database = SourceBatch {
            file: None,
            lines: Vec::new(),
            ..build_batch(&[VALID_ROW, with_changes(&[("quantity", "x")])], Vec::new())
        };
        let found = checker.check_batch(&of_a_database).unwrap();
        assert_eq!(
            (
                found.file,
                found.rejects[0].line,
                found.rejects[0].file.as_deref()
            ),
            (None, None, None)
        );
        int_column(&found.rows, "locator")
    };
    assert_eq!(
        (places(), places()),
        (vec![Some(0), Some(1)], vec![Some(2), Some(3)])
    );
}

#[test]
fn words_units_and_times_of_other_systems_are_read() {
    let checked = check_rows(&[
        with_changes(&[
            ("direction", "Bill"),
            ("quantity", "10"),
            ("unit", "KG"),
            ("unit_price", "2.123456"),
            ("currency", "usd"),
            ("transaction_date", "2026-01-05 13:30:00"),
            ("promised_date", "NULL"),
            ("updated_at", "2026-01-05 13:30:00"),
        ]),
        with_changes(&[
            ("transaction_id", "t2"),
            ("unit", "cwt"),
            ("quantity", "1,234.5"),
        ]),
    ]);
    assert_eq!(checked.rejects.len(), 0, "{:?}", checked.rejects);
    // 10 kg are 22.0462 lb; 2.123456 for a kilogram are 0.9632 for a pound.
    assert_eq!(
        int_column(&checked.rows, "quantity_e4"),
        [Some(220_462), Some(1_234_500_000)]
    );
    assert_eq!(
        int_column(&checked.rows, "unit_price_e4"),
        [Some(9_632), Some(1_001)]
    );
    assert_eq!(checked.rounded, 1);
    let text = |name: &str| {
        let column = checked.rows.column_by_name(name).unwrap();
        column.as_string::<i32>().value(0).to_owned()
    };
    assert_eq!(
        ["direction", "unit", "currency"].map(text),
        ["purchase", "lb", "USD"]
    );
    // Chicago is six hours behind in winter.
    let updated_at = checked.rows.column_by_name("updated_at").unwrap();
    assert_eq!(
        updated_at
            .as_primitive::<TimestampMicrosecondType>()
            .value(0),
        1_767_641_400_000_000
    );
}

#[test]
fn rows_of_a_source_without_change_times_share_one() {
    let source = build_batch(&[VALID_ROW], Vec::new());
    let all: Vec<usize> = (0..14).collect();
    let source = SourceBatch {
        rows: source.rows.project(&all).unwrap(),
        ..source
    };
    let checked = BatchChecker::new(
        Layout::with_own_names(SourceTable::SalesTransactions.schema()),
        chrono_tz::America::Chicago,
    )
    .check_batch(&source)
    .unwrap();
    assert!(checked.lacks_change_times && checked.rejects.is_empty());
    let updated_at = checked.rows.column_by_name("updated_at").unwrap();
    assert_eq!(
        updated_at
            .as_primitive::<TimestampMicrosecondType>()
            .value(0),
        0
    );
}
