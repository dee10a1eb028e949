//! Where a source keeps Sprout's tables and columns: under Sprout's names or as the mapping says.

use super::SourceError;
use crate::expression::Expression;
use crate::{ColumnSpec, ColumnType, NumberRange, SourceSchema, SourceTable};
use std::borrow::Cow;

/// Kinds of value that an expression can compute with, in the order in which they are tried.
const INPUT_KINDS: [ColumnType; 5] = [
    ColumnType::Text,
    ColumnType::Decimal(NumberRange::Any),
    ColumnType::Bool,
    ColumnType::Date,
    ColumnType::Instant,
];
/// Most columns of a source from which expressions of a table are computed.
pub const MAX_INPUT_COLUMNS: usize = 32;

/// The expected layout of a source table.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Schema of the table.
    pub shape: &'static SourceSchema,
    /// Name of the table in the source, if it has another one.
    table_name: Option<String>,
    /// The mapped columns.
    columns: Vec<(&'static str, ColumnOrigin)>,
    /// Columns that are read as they are, of a table whose meaning is not known yet.
    sampled: Vec<String>,
}

/// The schema of a table whose meaning is not known.
static UNKNOWN_TABLE: SourceSchema = SourceSchema {
    id: "",
    target: "",
    key: &[],
    label: None,
    columns: &[],
    conditional_requirements: &[],
    amount: None,
    own_words: None,
};

/// Where the values of a column come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnOrigin {
    /// Name of the column in the source, if it has another one.
    pub source_name: Option<String>,
    /// The value of every row. No column of the source is read.
    pub constant: Option<String>,
    /// How the values are computed from other columns of the source.
    pub expression: Option<Expression>,
    /// Words of the source, and the values that they mean.
    pub value_words: Vec<ValueWord>,
}

/// A word of the source and the value that it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueWord {
    /// The whole cell, compared without case and surrounding space.
    pub word: String,
    /// The value, as a CSV file has it.
    pub value: String,
}

/// The kinds of value that a column of the source may hold.
pub(super) struct ExpectedKinds {
    pub(super) kinds: Vec<ColumnType>,
    /// For messages.
    pub(super) text: &'static str,
}

impl ColumnOrigin {
    /// Whether the values are those of one column of the source.
    pub fn reads_column(&self) -> bool {
        self.constant.is_none() && self.expression.is_none()
    }

    /// A column that only has another name.
    pub fn with_source_name(source_name: impl Into<String>) -> Self {
        Self {
            source_name: Some(source_name.into()),
            ..Self::default()
        }
    }
}

/// The layouts of all tables of a source.
#[derive(Clone, Debug, Default)]
pub struct Layouts(Vec<Layout>);

impl Layouts {
    /// Creates layouts. A table that is not listed has Sprout's column names.
    pub fn new(layouts: Vec<Layout>) -> Self {
        Self(layouts)
    }

    /// The layout of a table.
    pub fn for_table(&self, table: SourceTable) -> Layout {
        self.0
            .iter()
            .find(|layout| layout.shape.id == table.id())
            .cloned()
            .unwrap_or_else(|| Layout::with_own_names(table.schema()))
    }

    /// The names of all tables in the source.
    pub fn table_names(&self) -> Vec<String> {
        let name = |table| self.for_table(table).table_name().to_owned();
        SourceTable::ALL.into_iter().map(name).collect()
    }
}

/// Whether two names of columns are the same but for their case.
pub fn equal_names(one: &str, other: &str) -> bool {
    one == other || one.to_lowercase() == other.to_lowercase()
}

impl Layout {
    /// A layout with Sprout's names.
    pub fn with_own_names(shape: &'static SourceSchema) -> Self {
        Self {
            shape,
            table_name: None,
            columns: Vec::new(),
            sampled: Vec::new(),
        }
    }

    /// A layout that reads these columns of any table, as text where they can be text.
    pub fn for_sample(table_name: &str, columns: Vec<String>) -> Self {
        Self {
            table_name: Some(table_name.to_owned()),
            sampled: columns,
            ..Self::with_own_names(&UNKNOWN_TABLE)
        }
    }

    /// Whether the table is only sampled: few rows are read, and columns that cannot be read are
    /// left out.
    pub(super) fn is_sample(&self) -> bool {
        self.shape.columns.is_empty()
    }

    /// A layout with other names for some columns. Names of unknown columns are ignored.
    pub fn with_renamed_columns(
        shape: &'static SourceSchema,
        names: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let origins = names
            .into_iter()
            .map(|(column, name)| (column, ColumnOrigin::with_source_name(name)));
        Self::with_own_names(shape).with_origins(origins)
    }

    /// Like [`Self::with_own_names`], with another name of the table.
    #[must_use]
    pub fn with_table_name(self, table_name: Option<String>) -> Self {
        Self { table_name, ..self }
    }

    /// Like [`Self::with_own_names`], with other origins of some columns. Names of unknown columns
    /// are ignored.
    #[must_use]
    pub fn with_origins(self, origins: impl IntoIterator<Item = (String, ColumnOrigin)>) -> Self {
        let known = |name: &str| {
            self.shape
                .columns
                .iter()
                .find(|column| column.name == name)
                .map(|column| column.name)
        };
        let columns = origins
            .into_iter()
            .filter_map(|(column, origin)| Some((known(&column)?, origin)))
            .collect();
        Self { columns, ..self }
    }

    /// Whether any column is mapped.
    pub fn has_mapped_columns(&self) -> bool {
        !self.columns.is_empty()
    }

    /// The name of the table in the source.
    pub fn table_name(&self) -> &str {
        self.table_name.as_deref().unwrap_or(self.shape.id)
    }

    /// The columns whose values the mapping changes.
    pub fn mapped_values(&self) -> impl Iterator<Item = (&'static str, &ColumnOrigin)> {
        self.columns
            .iter()
            .filter(|(_, origin)| !origin.reads_column() || !origin.value_words.is_empty())
            .map(|(name, origin)| (*name, origin))
    }

    /// The columns of the source from which expressions are computed, each once.
    pub fn input_columns(&self) -> Vec<&str> {
        let mut inputs: Vec<&str> = self.sampled.iter().map(String::as_str).collect();
        let expressions = self
            .columns
            .iter()
            .filter_map(|(_, origin)| origin.expression.as_ref());
        for name in expressions.flat_map(|expression| &expression.columns) {
            if !inputs.iter().any(|known| equal_names(known, name)) {
                inputs.push(name);
            }
        }
        inputs
    }

    /// The name under which a source's column is read: that of the Sprout column, or of an input of
    /// expressions. `None` if it is not read.
    pub fn field_name(&self, source_name: &str) -> Option<Cow<'static, str>> {
        if let Some(column) = self.find_column(source_name) {
            return Some(column.name.into());
        }
        let inputs = self.input_columns();
        let position = inputs
            .iter()
            .position(|name| equal_names(name, source_name))?;
        Some(format!("input_{position}").into())
    }

    /// The Sprout column that is read or computed from a column of the source, the first of several.
    pub fn target_column(&self, source_name: &str) -> Option<&'static str> {
        let computed = || {
            self.columns.iter().find(|(_, origin)| {
                let mut inputs = origin
                    .expression
                    .iter()
                    .flat_map(|computed| &computed.columns);
                inputs.any(|input| equal_names(input, source_name))
            })
        };
        self.find_column(source_name)
            .map(|column| column.name)
            .or_else(|| computed().map(|(name, _)| *name))
    }

    /// The kinds of value that a column of the source may hold, and what to expect; `None` if it is
    /// not read.
    pub(super) fn expected_kinds(&self, source_name: &str) -> Option<ExpectedKinds> {
        if let Some(column) = self.find_column(source_name) {
            return Some(ExpectedKinds {
                kinds: self.readable_kinds(column),
                text: column.kind.expected_value_text(),
            });
        }
        self.field_name(source_name).map(|_| ExpectedKinds {
            kinds: INPUT_KINDS.to_vec(),
            text: "text, a number, a date or true or false",
        })
    }

    /// The origin of a column; `None` if it is not mapped.
    pub fn origin(&self, column: &ColumnSpec) -> Option<&ColumnOrigin> {
        self.columns
            .iter()
            .find(|(name, _)| *name == column.name)
            .map(|(_, origin)| origin)
    }

    /// The kinds of value that the source's column may hold. A word to translate may be a text, a
    /// number or a flag.
    fn readable_kinds(&self, column: &ColumnSpec) -> Vec<ColumnType> {
        match self.origin(column) {
            Some(origin) if !origin.value_words.is_empty() => {
                vec![ColumnType::Text, ColumnType::Bool]
            }
            _ => vec![column.kind],
        }
    }

    /// Whether the column is a constant or computed, so that no column of the source has its name.
    fn is_derived(&self, column: &ColumnSpec) -> bool {
        self.origin(column)
            .is_some_and(|origin| !origin.reads_column())
    }

    /// The name of a Sprout column in the source.
    pub fn source_name(&self, column: &ColumnSpec) -> &str {
        self.origin(column)
            .and_then(|origin| origin.source_name.as_deref())
            .unwrap_or(column.name)
    }

    /// The Sprout column with this name in the source, compared without case. A column that is a
    /// constant or computed has none.
    pub fn find_column(&self, source_name: &str) -> Option<&'static ColumnSpec> {
        self.shape
            .columns
            .iter()
            .find(|column| !self.is_derived(column) && self.has_name(column, source_name))
    }

    /// Whether a Sprout column has this name in the source.
    pub(super) fn has_name(&self, column: &ColumnSpec, name: &str) -> bool {
        equal_names(self.source_name(column), name)
    }

    /// The name in the source for messages, followed by Sprout's name if that is different.
    fn display_name(&self, column: &ColumnSpec) -> String {
        match self.source_name(column) {
            same if same == column.name => same.to_owned(),
            other => format!("{other} (for {})", column.name),
        }
    }

    /// Rejects a list of column names that lacks required columns or has duplicates. `place` names
    /// the file or table in the message.
    pub(super) fn check_names(&self, place: &str, names: &[&str]) -> Result<(), SourceError> {
        let has = |wanted: &str| names.iter().any(|name| equal_names(name, wanted));
        let is_there =
            |column: &ColumnSpec| self.is_derived(column) || has(self.source_name(column));
        let absent = |column: &&ColumnSpec| column.must_exist() && !is_there(column);
        let missing: Vec<String> = self
            .shape
            .columns
            .iter()
            .filter(absent)
            .map(|column| self.display_name(column))
            .chain(self.missing_inputs(&has))
            .collect();
        if !missing.is_empty() {
            let noun = if missing.len() == 1 {
                "column"
            } else {
                "columns"
            };
            let hint =
                if names.len() == 1 && names.iter().any(|name| name.contains([';', '\t', '|'])) {
                    " Cells must be separated by commas."
                } else {
                    ""
                };
            return Err(SourceError::Unusable(format!(
                "{place} lacks the required {noun} {}.{hint}",
                missing.join(", ")
            )));
        }
        // A renamed column is configured, so it must exist even if it is optional.
        let renamed =
            |column: &&ColumnSpec| self.source_name(column) != column.name && !is_there(column);
        if let Some(column) = self.shape.columns.iter().find(renamed) {
            return Err(SourceError::Unusable(format!(
                "{place} lacks the column {}. Correct the column's name.",
                self.display_name(column)
            )));
        }
        let is_twice = |wanted: &str| {
            names
                .iter()
                .filter(|name| equal_names(name, wanted))
                .count()
                > 1
        };
        let twice = self
            .shape
            .columns
            .iter()
            .filter(|column| !self.is_derived(column) && is_twice(self.source_name(column)))
            .map(|column| self.display_name(column))
            .chain(
                self.input_columns()
                    .into_iter()
                    .filter(|name| is_twice(name))
                    .map(str::to_owned),
            )
            .next();
        twice.map_or(Ok(()), |name| {
            Err(SourceError::Unusable(format!(
                "{place} has the column {name} more than once."
            )))
        })
    }

    /// The columns that expressions need and the source lacks, as they are named in messages.
    fn missing_inputs(&self, has: &impl Fn(&str) -> bool) -> Vec<String> {
        let mut missing = Vec::new();
        for (column, origin) in &self.columns {
            let inputs = origin
                .expression
                .iter()
                .flat_map(|computed| &computed.columns);
            missing.extend(
                inputs
                    .filter(|name| !has(name))
                    .map(|name| format!("{name} (for {column})")),
            );
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operation;

    fn test_layout(names: &[(&str, &str)]) -> Layout {
        Layout::with_own_names(SourceTable::SupplierData.schema()).with_origins(names.iter().map(
            |(column, source)| {
                (
                    (*column).to_owned(),
                    ColumnOrigin::with_source_name(*source),
                )
            },
        ))
    }

    fn check_error(layout: &Layout, names: &[&str]) -> String {
        layout.check_names("a.csv", names).unwrap_err().to_string()
    }

    #[test]
    fn a_column_answers_to_the_name_it_was_given_and_to_no_other() {
        let layout = test_layout(&[("supplier_name", "vendor"), ("nonsense", "x")]);
        assert_eq!(
            layout.find_column("vendor").map(|column| column.name),
            Some("supplier_name")
        );
        assert_eq!(
            layout.find_column("supplier_id").map(|column| column.name),
            Some("supplier_id")
        );
        assert!(layout.find_column("supplier_name").is_none() && layout.find_column("x").is_none());
        assert_eq!(
            layout.find_column("Supplier_ID").map(|column| column.name),
            Some("supplier_id")
        );
        assert_eq!(
            layout.check_names("a.csv", &["SUPPLIER_ID", "Vendor", "ACTIVE"]),
            Ok(())
        );
        assert_eq!(
            check_error(&layout, &["supplier_id", "SUPPLIER_ID", "vendor", "active"]),
            "a.csv has the column supplier_id more than once."
        );
    }

    #[test]
    fn what_is_missing_is_named_as_the_source_would_name_it() {
        let renamed = test_layout(&[("supplier_name", "vendor"), ("lead_time_days", "lead")]);
        assert_eq!(
            check_error(&renamed, &["supplier_id", "active", "lead"]),
            "a.csv lacks the required column vendor (for supplier_name)."
        );
        assert_eq!(
            check_error(&renamed, &["supplier_id", "vendor", "active", "updated_at"]),
            "a.csv lacks the column lead (for lead_time_days). Correct the column's name."
        );
        assert_eq!(
            check_error(
                &renamed,
                &[
                    "supplier_id",
                    "vendor",
                    "vendor",
                    "active",
                    "updated_at",
                    "lead"
                ]
            ),
            "a.csv has the column vendor (for supplier_name) more than once."
        );
        assert_eq!(
            test_layout(&[]).check_names(
                "a.csv",
                &[
                    "supplier_id",
                    "supplier_name",
                    "active",
                    "updated_at",
                    "note",
                    "note"
                ]
            ),
            Ok(())
        );
    }

    #[test]
    fn a_constant_column_is_neither_missing_nor_read() {
        let constant = ColumnOrigin {
            constant: Some("true".to_owned()),
            ..ColumnOrigin::default()
        };
        let layout = test_layout(&[("supplier_name", "vendor")])
            .with_origins([("active".to_owned(), constant)]);
        assert_eq!(
            layout.check_names("a.csv", &["supplier_id", "supplier_name"]),
            Ok(())
        );
        // The source's own column of this name is not read.
        assert!(layout.find_column("active").is_none());
        assert_eq!(
            layout.check_names(
                "a.csv",
                &["supplier_id", "supplier_name", "active", "active"]
            ),
            Ok(())
        );
        assert_eq!(
            layout
                .mapped_values()
                .map(|(name, _)| name)
                .collect::<Vec<_>>(),
            ["active"]
        );
    }

    fn divided_price() -> Layout {
        let price = ColumnOrigin {
            expression: Some(Expression {
                operation: Operation::Divide,
                columns: vec!["Line Total".to_owned(), "QTY".to_owned()],
                text: String::new(),
                words: Vec::new(),
            }),
            ..ColumnOrigin::default()
        };
        Layout::with_own_names(SourceTable::PriceLists.schema()).with_origins([
            ("unit_price".to_owned(), price),
            (
                "min_quantity".to_owned(),
                ColumnOrigin::with_source_name("Qty"),
            ),
        ])
    }

    #[test]
    fn inputs_of_expressions_are_read_once_and_under_one_name() {
        let layout = divided_price();
        assert_eq!(layout.input_columns(), ["Line Total", "QTY"]);
        assert_eq!(layout.field_name("line total").as_deref(), Some("input_0"));
        // A column of the table is an input under its own name.
        assert_eq!(layout.field_name("qty").as_deref(), Some("min_quantity"));
        assert_eq!(layout.target_column("LINE TOTAL"), Some("unit_price"));
        // A computed column reads none of its own name.
        assert_eq!(layout.field_name("unit_price"), None);
        assert_eq!(layout.field_name("note"), None);
    }

    #[test]
    fn missing_and_repeated_inputs_are_named() {
        let layout = divided_price();
        let names = ["supplier_id", "item_id", "unit", "currency", "valid_from"];
        let with = |more: &[&'static str]| [&names[..], more].concat();
        assert_eq!(
            layout.check_names("a.csv", &with(&["qty", "line total"])),
            Ok(())
        );
        assert_eq!(
            check_error(&layout, &with(&["qty"])),
            "a.csv lacks the required column Line Total (for unit_price)."
        );
        assert_eq!(
            check_error(&layout, &with(&["qty", "Line Total", "LINE TOTAL"])),
            "a.csv has the column Line Total more than once."
        );
    }
}
