//! Replaces values of the source as the mapping says: by a constant, by what is computed of several
//! columns, or a word by the value that it means.

use super::expression_value::ExpressionColumns;
use super::source_cell::{SourceCell, SourceColumn};
use arrow_array::builder::BinaryBuilder;
use arrow_array::{ArrayRef, BinaryArray, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use imports::vocabulary;
use sources::{ColumnOrigin, ColumnType, Expression, Layout, SourceSchema, trim_cell};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// Rows with the values of the mapping.
pub(super) struct MappedRows<'a> {
    pub rows: Cow<'a, RecordBatch>,
    pub faults: ValueFaults,
}

/// Values that cannot be computed, by row and column.
#[derive(Debug, Default)]
pub(super) struct ValueFaults(HashMap<(usize, &'static str), ValueFault>);

/// A value that cannot be computed.
#[derive(Debug)]
pub(super) struct ValueFault {
    /// A predicate that follows the column's name.
    pub reason: String,
    /// The cells that it would be computed from.
    pub inputs: String,
}

impl ValueFaults {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn find(&self, row: usize, column: &'static str) -> Option<&ValueFault> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&(row, column))
    }
}

/// The rows with the values of the mapping, and with the words of the source that are kept beside
/// listed ones. A cell without a word keeps its value.
pub(super) fn map_values<'a>(
    rows: &'a RecordBatch,
    layout: &Layout,
) -> Result<MappedRows<'a>, ArrowError> {
    let mut faults = ValueFaults::default();
    let mut own_words = find_own_words(rows, layout.shape)?;
    let mut mapped = layout.mapped_values().peekable();
    if mapped.peek().is_none() && own_words.is_none() {
        return Ok(MappedRows {
            rows: Cow::Borrowed(rows),
            faults,
        });
    }
    let schema = rows.schema();
    let mut columns: Vec<(Arc<Field>, ArrayRef)> = schema
        .fields()
        .iter()
        .cloned()
        .zip(rows.columns().iter().cloned())
        .collect();
    for (name, origin) in mapped {
        let values = match &origin.expression {
            Some(expression) => {
                let computed = compute_column(rows, name, expression, layout, &mut faults)?;
                let computed = RecordBatch::try_from_iter_with_nullable([(name, computed, true)])?;
                if layout.shape.own_words.is_some_and(|own| own.listed == name) {
                    own_words = find_own_words(&computed, layout.shape)?;
                }
                build_values(&computed, name, origin)?
            }
            None => build_values(rows, name, origin)?,
        };
        let Some(values) = values else {
            continue;
        };
        columns.retain(|(field, _)| field.name() != name);
        columns.push((Arc::new(Field::new(name, DataType::Binary, true)), values));
    }
    if let Some((name, words)) = own_words
        && !columns.iter().any(|(field, _)| field.name() == name)
    {
        columns.push((Arc::new(Field::new(name, DataType::Binary, true)), words));
    }
    let (fields, columns): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
    Ok(MappedRows {
        rows: Cow::Owned(RecordBatch::try_new(
            Arc::new(Schema::new(fields)),
            columns,
        )?),
        faults,
    })
}

/// The words of a listed column that are not listed, and the name of the column that keeps them;
/// `None` if there are none.
fn find_own_words(
    rows: &RecordBatch,
    shape: &SourceSchema,
) -> Result<Option<(&'static str, ArrayRef)>, ArrowError> {
    let Some(own) = shape.own_words else {
        return Ok(None);
    };
    let listed = shape
        .columns
        .iter()
        .find(|column| column.name == own.listed);
    let (Some(ColumnType::Choice(words)), Some(column)) = (
        listed.map(|column| column.kind),
        SourceColumn::find_in_batch(rows, own.listed)?,
    ) else {
        return Ok(None);
    };
    let mut kept = BinaryBuilder::new();
    let mut has_any = false;
    for row in 0..rows.num_rows() {
        let word = match column.cell(row) {
            SourceCell::Text(text) => {
                let text = trim_cell(text);
                (!text.is_empty() && vocabulary::is_own_word(words, text)).then_some(text)
            }
            _ => None,
        };
        has_any |= word.is_some();
        kept.append_option(word);
    }
    Ok(has_any.then(|| (own.own, Arc::new(kept.finish()) as ArrayRef)))
}

/// The values of an expression. Adds those that cannot be computed to `faults`.
fn compute_column(
    rows: &RecordBatch,
    name: &'static str,
    expression: &Expression,
    layout: &Layout,
    faults: &mut ValueFaults,
) -> Result<ArrayRef, ArrowError> {
    let columns = expression
        .columns
        .iter()
        .map(|column| match layout.field_name(column) {
            Some(field) => SourceColumn::find_in_batch(rows, &field),
            None => Ok(None),
        })
        .collect::<Result<Vec<_>, _>>()?;
    let columns = ExpressionColumns::new(expression, columns);
    let mut values = BinaryBuilder::new();
    for row in 0..rows.num_rows() {
        match columns.compute_value(row) {
            Ok(value) => values.append_option(value),
            Err(reason) => {
                values.append_null();
                let inputs = columns.describe_inputs(row);
                faults.0.insert((row, name), ValueFault { reason, inputs });
            }
        }
    }
    Ok(Arc::new(values.finish()))
}

/// The values of a column; `None` if the source does not have it. Bytes, because cells may be
/// invalid text, which the check rejects.
fn build_values(
    rows: &RecordBatch,
    name: &str,
    origin: &ColumnOrigin,
) -> Result<Option<ArrayRef>, ArrowError> {
    if let Some(constant) = &origin.constant {
        let values = std::iter::repeat_n(constant, rows.num_rows());
        return Ok(Some(Arc::new(BinaryArray::from_iter_values(values))));
    }
    let Some(column) = SourceColumn::find_in_batch(rows, name)? else {
        return Ok(None);
    };
    if origin.value_words.is_empty() {
        return Ok(Some(Arc::clone(column.array())));
    }
    let meanings: HashMap<String, &str> = origin
        .value_words
        .iter()
        .map(|known| (fold_word(&known.word), known.value.as_str()))
        .collect();
    let value = |row| {
        let cell = column.cell(row);
        if let SourceCell::Bytes(bytes) = cell {
            return Cow::Borrowed(bytes);
        }
        let text = cell.display_text();
        let meaning = meanings.get(&fold_word(&text));
        Cow::Owned(
            meaning
                .map_or(text.as_bytes(), |value| value.as_bytes())
                .to_vec(),
        )
    };
    let values = (0..rows.num_rows()).map(value);
    Ok(Some(Arc::new(BinaryArray::from_iter_values(values))))
}

/// A word as it is compared.
pub(super) fn fold_word(word: &str) -> String {
    trim_cell(word).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;
    use arrow_array::{BooleanArray, StringArray};
    use sources::{SourceTable, ValueWord};

    fn origin(constant: Option<&str>, words: &[(&str, &str)]) -> ColumnOrigin {
        ColumnOrigin {
            constant: constant.map(str::to_owned),
            value_words: words
                .iter()
                .map(|(word, value)| ValueWord {
                    word: (*word).to_owned(),
                    value: (*value).to_owned(),
                })
                .collect(),
            ..ColumnOrigin::default()
        }
    }

    fn map_suppliers(
        columns: [(&str, ArrayRef); 2],
        mapped: &[(&str, ColumnOrigin)],
    ) -> RecordBatch {
        let rows = RecordBatch::try_from_iter(columns).unwrap();
        let layout = Layout::with_own_names(SourceTable::SupplierData.schema()).with_origins(
            mapped
                .iter()
                .map(|(name, origin)| ((*name).to_owned(), origin.clone())),
        );
        map_values(&rows, &layout).unwrap().rows.into_owned()
    }

    fn texts(rows: &RecordBatch, name: &str) -> Vec<String> {
        let column = rows.column_by_name(name).unwrap();
        column
            .as_binary::<i32>()
            .iter()
            .map(|value| String::from_utf8_lossy(value.unwrap()).into_owned())
            .collect()
    }

    #[test]
    fn words_are_replaced_without_case_and_others_stay() {
        let flags: ArrayRef =
            Arc::new(StringArray::from(vec![Some(" Aktiv "), Some("true"), None]));
        let names: ArrayRef = Arc::new(StringArray::from(vec!["Aktiv", "b", "c"]));
        let rows = map_suppliers(
            [("active", flags), ("supplier_name", names)],
            &[("active", origin(None, &[("aktiv", "true"), ("", "false")]))],
        );
        assert_eq!(texts(&rows, "active"), ["true", "true", "false"]);
        // Words of one column say nothing about another.
        let names = rows.column_by_name("supplier_name").unwrap();
        assert_eq!(names.as_string::<i32>().value(0), "Aktiv");
    }

    #[test]
    fn a_value_of_another_type_is_a_word_too() {
        let flags: ArrayRef = Arc::new(BooleanArray::from(vec![true, false]));
        let names: ArrayRef = Arc::new(StringArray::from(vec!["a", "b"]));
        let rows = map_suppliers(
            [("active", flags), ("supplier_name", names)],
            &[(
                "active",
                origin(None, &[("true", "false"), ("false", "true")]),
            )],
        );
        assert_eq!(texts(&rows, "active"), ["false", "true"]);
    }

    #[test]
    fn a_constant_is_the_value_of_every_row() {
        let ids: ArrayRef = Arc::new(StringArray::from(vec!["1", "2"]));
        let names: ArrayRef = Arc::new(StringArray::from(vec!["a", "b"]));
        let rows = map_suppliers(
            [("supplier_id", ids), ("supplier_name", names)],
            &[("active", origin(Some("true"), &[]))],
        );
        assert_eq!(texts(&rows, "active"), ["true", "true"]);
        assert_eq!(rows.num_columns(), 3);
    }

    #[test]
    fn bytes_that_are_no_text_stay_so() {
        let names: ArrayRef = Arc::new(BinaryArray::from_iter_values([b"\xff".as_slice(), b"x"]));
        let ids: ArrayRef = Arc::new(StringArray::from(vec!["1", "2"]));
        let rows = map_suppliers(
            [("supplier_id", ids), ("supplier_name", names)],
            &[("supplier_name", origin(None, &[("x", "Acme")]))],
        );
        let names = rows.column_by_name("supplier_name").unwrap();
        assert_eq!(names.as_binary::<i32>().value(0), b"\xff");
        assert_eq!(names.as_binary::<i32>().value(1), b"Acme");
    }
}
