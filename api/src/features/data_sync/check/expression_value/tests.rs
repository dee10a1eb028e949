//! Every operation: its results, and why a value cannot be computed.

use super::*;
use arrow_array::{ArrayRef, BooleanArray, Date32Array, Decimal128Array, Int64Array};
use arrow_array::{RecordBatch, StringArray};
use std::sync::Arc;

/// A result, or a part of the reason why there is none.
type Outcome = Result<Option<&'static str>, &'static str>;

fn compute(
    operation: Operation,
    text: &str,
    words: &[&str],
    cells: Vec<ArrayRef>,
) -> Result<Option<String>, String> {
    let names: Vec<String> = (1..=cells.len())
        .map(|number| format!("c{number}"))
        .collect();
    let columns = names.iter().cloned().zip(cells);
    let rows = RecordBatch::try_from_iter(columns).unwrap();
    let expression = Expression {
        operation,
        columns: names.clone(),
        text: text.to_owned(),
        words: words.iter().map(|word| (*word).to_owned()).collect(),
    };
    let columns = names
        .iter()
        .map(|name| SourceColumn::find_in_batch(&rows, name).unwrap())
        .collect();
    ExpressionColumns::new(&expression, columns).compute_value(0)
}

fn text_cells(cells: &[&str]) -> Vec<ArrayRef> {
    cells
        .iter()
        .map(|cell| {
            let cell = (!cell.is_empty()).then_some(*cell);
            Arc::new(StringArray::from(vec![cell])) as ArrayRef
        })
        .collect()
}

fn assert_outcome(
    (operation, text, words): (Operation, &str, &[&str]),
    cells: &[&str],
    expected: Outcome,
) {
    let found = compute(operation, text, words, text_cells(cells));
    match expected {
        Ok(value) => assert_eq!(
            found,
            Ok(value.map(str::to_owned)),
            "{operation:?} {cells:?}"
        ),
        Err(part) => {
            let reason = found.unwrap_err();
            assert!(reason.contains(part), "{operation:?} {cells:?}: {reason}");
        }
    }
}

#[test]
fn texts_are_joined_chosen_and_shortened() {
    let first = (Operation::FirstFilled, "", &[][..]);
    assert_outcome(first, &["", "NULL", " b ", "c"], Ok(Some("b")));
    assert_outcome(first, &["", ""], Ok(None));
    let join = (Operation::Concatenate, "-", &[][..]);
    assert_outcome(join, &["SO-7", "3"], Ok(Some("SO-7-3")));
    assert_outcome(join, &["", ""], Ok(None));
    assert_outcome(join, &["SO-7", ""], Err("c2 is empty"));
    let prefix = (Operation::RemovePrefix, "IT-", &[][..]);
    assert_outcome(prefix, &["IT-100"], Ok(Some("100")));
    assert_outcome(prefix, &["200"], Ok(Some("200")));
    assert_outcome(prefix, &[""], Ok(None));
}

#[test]
fn numbers_are_computed_exactly_or_not_at_all() {
    let none = &[][..];
    let add = (Operation::Add, "", none);
    assert_outcome(add, &["0.1", "0.2", "1,000.70"], Ok(Some("1001")));
    assert_outcome(add, &["0.1", ""], Err("c2 is empty"));
    assert_outcome(add, &["0.1", "x"], Err("c2 is not a number"));
    assert_outcome(add, &["1,250", "1"], Err("c1 is not a number"));
    assert_outcome(add, &["", ""], Ok(None));
    assert_outcome(
        (Operation::Subtract, "", none),
        &["5", "7.5"],
        Ok(Some("-2.5")),
    );
    assert_outcome(
        (Operation::Multiply, "", none),
        &["3", "2.5", "2"],
        Ok(Some("15")),
    );
    let huge = "79228162514264337593543950335";
    assert_outcome(
        (Operation::Multiply, "", none),
        &[huge, "2"],
        Err("out of range"),
    );
    let divide = (Operation::Divide, "", none);
    assert_outcome(divide, &["10", "4"], Ok(Some("2.5")));
    assert_outcome(
        divide,
        &["1", "3"],
        Ok(Some("0.3333333333333333333333333333")),
    );
    assert_outcome(divide, &["10", "0.00"], Err("c2 is zero"));
    assert_outcome(divide, &["10", ""], Err("c2 is empty"));
    assert_outcome(
        (Operation::Scale, "0.01", none),
        &["12345"],
        Ok(Some("123.45")),
    );
    assert_outcome((Operation::Absolute, "", none), &["-4.20"], Ok(Some("4.2")));
    let comma = (Operation::ReadNumber, "comma", none);
    assert_outcome(comma, &["1,250"], Ok(Some("1.25")));
    let point = (Operation::ReadNumber, "point", none);
    assert_outcome(point, &["1,250"], Ok(Some("1250")));
    assert_outcome(point, &["$1,250.50"], Ok(Some("1250.5")));
    assert_outcome(point, &["€5"], Err("not a number with a decimal point"));
    assert_outcome(comma, &["1e3"], Err("not a number"));
}

#[test]
fn types_of_the_source_are_not_converted_through_floats() {
    let decimals = |digits| {
        let column = Decimal128Array::from(vec![digits]).with_precision_and_scale(38, 10);
        Arc::new(column.unwrap()) as ArrayRef
    };
    let found = compute(Operation::Subtract, "", &[], vec![decimals(3), decimals(1)]);
    assert_eq!(found, Ok(Some("0.0000000002".to_owned())));
    let flag = Arc::new(BooleanArray::from(vec![true])) as ArrayRef;
    let count = Arc::new(Int64Array::from(vec![5])) as ArrayRef;
    let found = compute(Operation::NegateWhen, "", &["TRUE"], vec![count, flag]);
    assert_eq!(found, Ok(Some("-5".to_owned())));
    let day = Arc::new(Date32Array::from(vec![20_000])) as ArrayRef;
    let found = compute(Operation::ReadDate, "mdy", &[], vec![day]);
    assert_eq!(found, Ok(Some("2024-10-04".to_owned())));
}

#[test]
fn conditions_compare_words_without_case() {
    let words = &["CM", "return"][..];
    let negate = (Operation::NegateWhen, "", words);
    assert_outcome(negate, &["5", "cm"], Ok(Some("-5")));
    assert_outcome(negate, &["-5", "Return "], Ok(Some("5")));
    assert_outcome(negate, &["5", "IN"], Ok(Some("5")));
    let negative = (Operation::NegativeWhen, "", words);
    assert_outcome(negative, &["5", "CM"], Ok(Some("-5")));
    assert_outcome(negative, &["-5", "CM"], Ok(Some("-5")));
    assert_outcome(negative, &["", "CM"], Ok(None));
    assert_outcome(negative, &["x", "IN"], Err("c1 is not a number"));
    let keep = (Operation::KeepWhen, "", &["S", ""][..]);
    assert_outcome(keep, &["c1", "s"], Ok(Some("c1")));
    assert_outcome(keep, &["c1", ""], Ok(Some("c1")));
    assert_outcome(keep, &["c1", "P"], Ok(None));
    let sign = (Operation::WordBySign, "", &["sale", "purchase"][..]);
    assert_outcome(sign, &["-2"], Ok(Some("sale")));
    assert_outcome(sign, &["2"], Ok(Some("purchase")));
    assert_outcome(sign, &["0"], Err("c1 is zero"));
}

#[test]
fn dates_are_read_in_their_form_only() {
    let none = &[][..];
    let parts = (Operation::DateFromParts, "", none);
    assert_outcome(parts, &["2026", "3", "31"], Ok(Some("2026-03-31")));
    assert_outcome(parts, &["26", "03", "01"], Ok(Some("2026-03-01")));
    assert_outcome(parts, &["99", "12", "31"], Ok(Some("1999-12-31")));
    assert_outcome(parts, &["0", "0", "0"], Ok(None));
    assert_outcome(parts, &["2026", "2", "30"], Err("no date"));
    assert_outcome(parts, &["126", "3", "31"], Err("no date"));
    assert_outcome(parts, &["2026", "3", ""], Err("c3 is empty"));
    let mdy = (Operation::ReadDate, "mdy", none);
    assert_outcome(mdy, &["03/04/2026"], Ok(Some("2026-03-04T00:00:00")));
    let dmy = (Operation::ReadDate, "dmy", none);
    assert_outcome(dmy, &["03/04/2026"], Ok(Some("2026-04-03T00:00:00")));
    assert_outcome(mdy, &["31/12/2026"], Err("no date of the form mdy"));
    let compact = (Operation::ReadDate, "yyyymmdd", none);
    assert_outcome(compact, &["20260331"], Ok(Some("2026-03-31")));
    assert_outcome(compact, &["0"], Ok(None));
    assert_outcome(compact, &["20261331"], Err("no date"));
    let century = (Operation::ReadDate, "cyymmdd", none);
    assert_outcome(century, &["1260331"], Ok(Some("2026-03-31")));
    assert_outcome(century, &["991231"], Ok(Some("1999-12-31")));
    assert_outcome(century, &["20260331"], Err("no date"));
}

#[test]
fn texts_of_operations_are_checked() {
    for (operation, text) in [
        (Operation::ReadDate, "ymd"),
        (Operation::ReadNumber, ","),
        (Operation::Scale, "0"),
        (Operation::Scale, "one"),
        (Operation::RemovePrefix, ""),
    ] {
        assert!(
            explain_invalid_text(operation, text).is_some(),
            "{operation:?} {text}"
        );
    }
    for (operation, text) in [
        (Operation::ReadDate, "cyymmdd"),
        (Operation::ReadNumber, "comma"),
        (Operation::Scale, "-0.01"),
        (Operation::Concatenate, ""),
        (Operation::Add, ""),
    ] {
        assert_eq!(
            explain_invalid_text(operation, text),
            None,
            "{operation:?} {text}"
        );
    }
}
