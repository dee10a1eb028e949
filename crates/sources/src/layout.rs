//! Where a source keeps Sprout's tables and columns: under Sprout's names or as the mapping says.

use super::SourceError;
use crate::{ColumnSpec, ColumnType, SourceSchema, SourceTable};

/// The expected layout of a source table.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Schema of the table.
    pub shape: &'static SourceSchema,
    /// Name of the table in the source, if it has another one.
    table_name: Option<String>,
    /// The mapped columns.
    columns: Vec<(&'static str, ColumnOrigin)>,
}

/// Where the values of a column come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnOrigin {
    /// Name of the column in the source, if it has another one.
    pub source_name: Option<String>,
    /// The value of every row. No column of the source is read.
    pub constant: Option<String>,
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

impl ColumnOrigin {
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
        }
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
            .filter(|(_, origin)| origin.constant.is_some() || !origin.value_words.is_empty())
            .map(|(name, origin)| (*name, origin))
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
    pub(super) fn readable_kinds(&self, column: &ColumnSpec) -> Vec<ColumnType> {
        match self.origin(column) {
            Some(origin) if !origin.value_words.is_empty() => {
                vec![ColumnType::Text, ColumnType::Bool]
            }
            _ => vec![column.kind],
        }
    }

    fn is_constant(&self, column: &ColumnSpec) -> bool {
        self.origin(column)
            .is_some_and(|origin| origin.constant.is_some())
    }

    /// The name of a Sprout column in the source.
    pub fn source_name(&self, column: &ColumnSpec) -> &str {
        self.origin(column)
            .and_then(|origin| origin.source_name.as_deref())
            .unwrap_or(column.name)
    }

    /// The Sprout column with this name in the source, compared without case. A constant column has
    /// none.
    pub fn find_column(&self, source_name: &str) -> Option<&'static ColumnSpec> {
        self.shape
            .columns
            .iter()
            .find(|column| !self.is_constant(column) && self.has_name(column, source_name))
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
        let is_there = |column: &ColumnSpec| {
            self.is_constant(column) || names.iter().any(|name| self.has_name(column, name))
        };
        let absent = |column: &&ColumnSpec| column.must_exist() && !is_there(column);
        let missing: Vec<String> = self
            .shape
            .columns
            .iter()
            .filter(absent)
            .map(|column| self.display_name(column))
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
        let twice = self.shape.columns.iter().find(|column| {
            !self.is_constant(column)
                && names
                    .iter()
                    .filter(|name| self.has_name(column, name))
                    .count()
                    > 1
        });
        twice.map_or(Ok(()), |column| {
            Err(SourceError::Unusable(format!(
                "{place} has the column {} more than once.",
                self.display_name(column)
            )))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
