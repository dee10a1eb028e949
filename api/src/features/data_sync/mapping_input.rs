//! Validates a mapping that a user sets.

use super::check::{explain_invalid_text, explain_invalid_value};
use super::column_mapping::ColumnMappingError;
use super::wire::{
    ColumnExpression, ColumnMappingInput, MappedColumnInput, MappedTableInput, ValueWord,
};
use sources::{
    ColumnOrigin, ColumnSpec, ColumnType, Expression, MAX_INPUT_COLUMNS, Operation, SourceSchema,
    SourceTable, UPDATED_AT_COLUMN, equal_names,
};
use std::collections::HashSet;

/// The mapping of a table, without what is the same in the source.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MappedSource {
    pub(super) table: SourceTable,
    pub(super) source_name: Option<String>,
    pub(super) columns: MappedColumns,
}

/// Maximum length of a name or word of the source.
const MAX_NAME_CHARS: usize = 200;

type MappedColumns = Vec<(&'static str, ColumnOrigin)>;

/// Returns what differs from Sprout's names and values. Fails if it is invalid.
pub(super) fn parse_mapping(
    input: &ColumnMappingInput,
) -> Result<Vec<MappedSource>, ColumnMappingError> {
    let mut tables: Vec<MappedSource> = Vec::new();
    for asked in &input.tables {
        let table = SourceTable::from_id(&asked.source_table)
            .ok_or_else(|| ColumnMappingError::UnknownTable(asked.source_table.clone()))?;
        if tables.iter().any(|known| known.table == table) {
            return Err(ColumnMappingError::Invalid(format!(
                "The request contains the table {} twice. Send all of its columns at once.",
                table.id()
            )));
        }
        tables.push(MappedSource {
            table,
            source_name: parse_table_name(table, asked).map_err(ColumnMappingError::Invalid)?,
            columns: parse_columns(table.schema(), &asked.columns)
                .map_err(ColumnMappingError::Invalid)?,
        });
    }
    Ok(tables)
}

/// The name of the table in the source, if it is another one.
fn parse_table_name(
    table: SourceTable,
    asked: &MappedTableInput,
) -> Result<Option<String>, String> {
    let name = asked.source_name.trim();
    if name.starts_with('.') || name.contains(['/', '\\']) || name.contains(char::is_control) {
        return Err(format!(
            "{}: the source's table cannot be called \"{name}\". Enter its name without a folder, \
             schema or file ending.",
            table.id()
        ));
    }
    Ok((!name.is_empty() && name != table.id()).then(|| name.to_owned()))
}

fn parse_columns(
    shape: &'static SourceSchema,
    asked: &[MappedColumnInput],
) -> Result<MappedColumns, String> {
    let mut columns: MappedColumns = Vec::new();
    for input in asked {
        let name = &input.target_column;
        let Some(known) = shape.columns.iter().find(|known| known.name == name) else {
            let all: Vec<&str> = shape.columns.iter().map(|column| column.name).collect();
            return Err(format!(
                "{} has no column \"{name}\". Its columns are {}.",
                shape.id,
                all.join(", ")
            ));
        };
        if columns.iter().any(|(name, _)| *name == known.name) {
            return Err(format!(
                "{}: the request contains the column {name} twice.",
                shape.id
            ));
        }
        columns.push((known.name, parse_origin(shape, known, input)?));
    }
    check_shared_columns(shape, &columns)?;
    check_input_count(shape, &columns)?;
    columns.retain(|(_, origin)| *origin != ColumnOrigin::default());
    Ok(columns)
}

fn parse_origin(
    shape: &'static SourceSchema,
    column: &ColumnSpec,
    input: &MappedColumnInput,
) -> Result<ColumnOrigin, String> {
    let name = parse_column_name(shape, column, &input.source_column)?;
    let constant = input.constant.as_deref().map(str::trim);
    let constant = constant.filter(|text| !text.is_empty());
    let changes = constant.is_some() || !input.value_words.is_empty();
    if changes && column.name == UPDATED_AT_COLUMN {
        return Err(format!(
            "{}: {UPDATED_AT_COLUMN} comes from the source or is left out. Remove its constant and \
             its words.",
            shape.id
        ));
    }
    if constant.is_some() && !input.value_words.is_empty() {
        return Err(format!(
            "{}: {} has a constant and words for values. Keep one of them.",
            shape.id, column.name
        ));
    }
    if let Some(text) = constant {
        check_value(shape, column, text)?;
    }
    let value_words = parse_words(shape, column, &input.value_words)?;
    let expression = input
        .expression
        .as_ref()
        .map(|expression| parse_expression(shape, column, expression, !value_words.is_empty()))
        .transpose()?;
    if constant.is_some() && expression.is_some() {
        return Err(format!(
            "{}: {} has a constant and is computed. Keep one of them.",
            shape.id, column.name
        ));
    }
    let reads_column = constant.is_none() && expression.is_none();
    Ok(ColumnOrigin {
        source_name: (reads_column && !name.is_empty() && name != column.name)
            .then(|| name.to_owned()),
        constant: constant.map(str::to_owned),
        expression,
        value_words,
    })
}

fn parse_column_name<'a>(
    shape: &'static SourceSchema,
    column: &ColumnSpec,
    name: &'a str,
) -> Result<&'a str, String> {
    if name.contains('\0') {
        return Err(format!(
            "{}: the name for {} contains a NUL character.",
            shape.id, column.name
        ));
    }
    Ok(name.trim())
}

fn parse_expression(
    shape: &'static SourceSchema,
    column: &ColumnSpec,
    input: &ColumnExpression,
    has_value_words: bool,
) -> Result<Expression, String> {
    let invalid = |message: &str| Err(format!("{}: {}: {message}", shape.id, column.name));
    let operation = Operation::from(input.operation);
    let expected = operation.shape();
    if !fits_column(operation, column.kind) {
        return invalid("this operation does not result in a value of the column.");
    }
    let columns = input
        .columns
        .iter()
        .map(|name| parse_column_name(shape, column, name).map(str::to_owned))
        .collect::<Result<Vec<String>, _>>()?;
    if columns
        .iter()
        .any(|name| name.is_empty() || name.chars().count() > MAX_NAME_CHARS)
    {
        return invalid("name each column of the source, with at most 200 characters.");
    }
    let (least, most) = (expected.min_columns, expected.max_columns);
    if !(least..=most).contains(&columns.len()) {
        let count = if least == most {
            least.to_string()
        } else {
            format!("{least} to {most}")
        };
        return invalid(&format!(
            "the operation needs {count} columns of the source."
        ));
    }
    // Blanks can be a separator or a prefix.
    let text = match operation {
        Operation::Concatenate | Operation::RemovePrefix => input.text.as_str(),
        _ => input.text.trim(),
    };
    if text.contains('\0') || (!expected.has_text && !text.is_empty()) {
        return invalid("the operation has no such text. Remove it.");
    }
    if let Some(message) = explain_invalid_text(operation, text) {
        return invalid(message);
    }
    let words: Vec<String> = input
        .words
        .iter()
        .map(|word| word.trim().to_owned())
        .collect();
    let is_too_long = |word: &String| word.contains('\0') || word.chars().count() > MAX_NAME_CHARS;
    if !(expected.min_words..=expected.max_words).contains(&words.len())
        || words.iter().any(is_too_long)
    {
        return invalid(match (expected.min_words, expected.max_words) {
            (_, 0) => "the operation has no words. Remove them.",
            (2, 2) => "enter two words: for a negative and for a positive number.",
            _ => "enter 1 to 50 words of at most 200 characters.",
        });
    }
    if operation == Operation::WordBySign && !has_value_words {
        for word in &words {
            check_value(shape, column, word)?;
        }
    }
    Ok(Expression {
        operation,
        columns,
        text: text.to_owned(),
        words,
    })
}

/// Whether results of an operation can be values of a column of this kind.
fn fits_column(operation: Operation, kind: ColumnType) -> bool {
    match operation {
        Operation::FirstFilled | Operation::KeepWhen => true,
        Operation::Concatenate => kind == ColumnType::Text,
        Operation::RemovePrefix | Operation::WordBySign => {
            !matches!(kind, ColumnType::Date | ColumnType::Instant)
        }
        Operation::Add
        | Operation::Subtract
        | Operation::Multiply
        | Operation::Divide
        | Operation::Scale
        | Operation::NegateWhen
        | Operation::NegativeWhen
        | Operation::Absolute
        | Operation::ReadNumber => matches!(kind, ColumnType::Decimal(_) | ColumnType::Days),
        Operation::DateFromParts | Operation::ReadDate => {
            matches!(kind, ColumnType::Date | ColumnType::Instant)
        }
    }
}

/// Fails if a table is computed from too many columns.
fn check_input_count(
    shape: &'static SourceSchema,
    columns: &[(&'static str, ColumnOrigin)],
) -> Result<(), String> {
    let mut names: Vec<&str> = columns
        .iter()
        .filter_map(|(_, origin)| origin.expression.as_ref())
        .flat_map(|expression| expression.columns.iter().map(String::as_str))
        .collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > MAX_INPUT_COLUMNS {
        return Err(format!(
            "{}: expressions can use at most {MAX_INPUT_COLUMNS} columns of the source.",
            shape.id
        ));
    }
    Ok(())
}

fn parse_words(
    shape: &'static SourceSchema,
    column: &ColumnSpec,
    words: &[ValueWord],
) -> Result<Vec<sources::ValueWord>, String> {
    let mut seen = HashSet::new();
    words
        .iter()
        .map(|input| {
            let (word, value) = (input.word.trim(), input.value.trim());
            if !seen.insert(word.to_lowercase()) {
                return Err(format!(
                    "{}: {} has the word \"{word}\" twice. A word has one meaning.",
                    shape.id, column.name
                ));
            }
            check_value(shape, column, value)?;
            Ok(sources::ValueWord {
                word: word.to_owned(),
                value: value.to_owned(),
            })
        })
        .collect()
}

/// Fails if the check of every row would reject the value.
fn check_value(
    shape: &'static SourceSchema,
    column: &ColumnSpec,
    text: &str,
) -> Result<(), String> {
    match explain_invalid_value(column, text) {
        Some(reason) => Err(format!(
            "{}: \"{text}\" for {} {reason}.",
            shape.id, column.name
        )),
        None => Ok(()),
    }
}

/// Fails if two columns have the same column of the source.
fn check_shared_columns(
    shape: &'static SourceSchema,
    columns: &[(&'static str, ColumnOrigin)],
) -> Result<(), String> {
    let origin = |name: &str| {
        let mapped = columns.iter().find(|(ours, _)| *ours == name);
        mapped.map(|(_, origin)| origin)
    };
    let read: Vec<(&'static str, &str)> = shape
        .columns
        .iter()
        .filter(|column| origin(column.name).is_none_or(ColumnOrigin::reads_column))
        .map(|column| {
            let named = origin(column.name).and_then(|origin| origin.source_name.as_deref());
            (column.name, named.unwrap_or(column.name))
        })
        .collect();
    for (at, (second, name)) in read.iter().enumerate() {
        let before = read
            .iter()
            .take(at)
            .find(|(_, before)| equal_names(before, name));
        if let Some((first, _)) = before {
            return Err(format!(
                "{}: {first} and {second} cannot both be the source's column {name}.",
                shape.id
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(target: &str, source: &str) -> MappedColumnInput {
        MappedColumnInput {
            target_column: target.to_owned(),
            source_column: source.to_owned(),
            constant: None,
            expression: None,
            value_words: Vec::new(),
        }
    }

    fn constant(target: &str, value: &str) -> MappedColumnInput {
        MappedColumnInput {
            constant: Some(value.to_owned()),
            ..column(target, "")
        }
    }

    fn words(target: &str, words: &[(&str, &str)]) -> MappedColumnInput {
        MappedColumnInput {
            value_words: words
                .iter()
                .map(|(word, value)| ValueWord {
                    word: (*word).to_owned(),
                    value: (*value).to_owned(),
                })
                .collect(),
            ..column(target, "")
        }
    }

    fn parse(columns: &[MappedColumnInput]) -> Result<MappedColumns, String> {
        parse_columns(SourceTable::SupplierData.schema(), columns)
    }

    fn parse_pairs(columns: &[(&str, &str)]) -> Result<MappedColumns, String> {
        let columns: Vec<_> = columns
            .iter()
            .map(|(ours, name)| column(ours, name))
            .collect();
        parse(&columns)
    }

    fn parse_name(name: &str) -> Result<Option<String>, String> {
        let asked = MappedTableInput {
            source_table: "supplier_data".to_owned(),
            source_name: name.to_owned(),
            columns: Vec::new(),
        };
        parse_table_name(SourceTable::SupplierData, &asked)
    }

    #[test]
    fn names_that_are_ours_or_empty_are_no_change() {
        let kept = parse_pairs(&[
            ("supplier_name", " vendor "),
            ("supplier_id", "supplier_id"),
            ("active", " "),
        ]);
        let vendor = ColumnOrigin::with_source_name("vendor");
        assert_eq!(kept, Ok(vec![("supplier_name", vendor)]));
        assert_eq!(parse_name(" supplier_data "), Ok(None));
        assert_eq!(parse_name(""), Ok(None));
        assert_eq!(
            parse_name("Vendors 2026"),
            Ok(Some("Vendors 2026".to_owned()))
        );
    }

    #[test]
    fn columns_may_change_places_but_not_share_one() {
        assert!(
            parse_pairs(&[
                ("supplier_name", "supplier_id"),
                ("supplier_id", "supplier_name")
            ])
            .is_ok()
        );
        assert_eq!(
            parse_pairs(&[("supplier_name", "supplier_id")]).unwrap_err(),
            "supplier_data: supplier_id and supplier_name cannot both be the source's column \
             supplier_id."
        );
        // A constant column reads none, so its name is free.
        let free = [constant("active", "true"), column("categories", "active")];
        assert!(parse(&free).is_ok());
    }

    #[test]
    fn what_is_not_there_is_told() {
        let error = |columns: &[(&str, &str)]| parse_pairs(columns).unwrap_err();
        assert!(error(&[("supplier", "x")]).contains("Its columns are supplier_id, supplier_name"));
        assert!(error(&[("active", "x"), ("active", "y")]).contains("twice"));
        assert!(error(&[("active", "a\0b")]).contains("NUL"));
    }

    #[test]
    fn a_value_that_every_row_would_be_rejected_for_is_refused() {
        let error = |input: MappedColumnInput| parse(&[input]).unwrap_err();
        let message = error(constant("active", "maybe"));
        assert!(
            message.starts_with("supplier_data: \"maybe\" for active "),
            "{message}"
        );
        let message = error(words("active", &[("ja", "yes!")]));
        assert!(
            message.starts_with("supplier_data: \"yes!\" for active "),
            "{message}"
        );
        assert!(error(words("active", &[("ja", "true"), ("JA", "false")])).contains("twice"));
        assert!(error(words("active", &[("ja", "")])).contains("required"));
        let message = error(constant("updated_at", "2026-01-01T00:00:00Z"));
        assert!(
            message.contains("updated_at comes from the source"),
            "{message}"
        );
        let both = MappedColumnInput {
            constant: Some("true".to_owned()),
            ..words("active", &[("ja", "true")])
        };
        assert!(error(both).contains("Keep one of them"));
    }

    #[test]
    fn a_table_name_leads_nowhere_else() {
        for name in ["../other", "a/b", "a\\b", ".hidden", "a\0"] {
            assert!(parse_name(name).is_err(), "{name}");
        }
    }
}
