//! Maps column names of a source to Sprout columns, by their own names or the configured mapping.

use super::SourceError;
use crate::{ColumnSpec, SourceSchema, SourceTable, UPDATED_AT_COLUMN};

/// The expected layout of a source table.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Schema of the table.
    pub shape: &'static SourceSchema,
    /// Sprout columns with another name in the source, and that name.
    renamed: Vec<(&'static str, String)>,
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
}

/// Whether two names of columns are the same but for their case.
pub fn equal_names(one: &str, other: &str) -> bool {
    one == other || one.to_lowercase() == other.to_lowercase()
}

impl Layout {
    /// A layout without renamed columns.
    pub fn with_own_names(shape: &'static SourceSchema) -> Self {
        Self {
            shape,
            renamed: Vec::new(),
        }
    }

    /// Like [`Self::with_own_names`], with other names for some columns. Names of unknown columns
    /// are ignored.
    pub fn with_renamed_columns(
        shape: &'static SourceSchema,
        names: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let known = |name: &str| {
            shape
                .columns
                .iter()
                .find(|column| column.name == name)
                .map(|column| column.name)
        };
        let renamed = names
            .into_iter()
            .filter_map(|(column, source)| Some((known(&column)?, source)))
            .collect();
        Self { shape, renamed }
    }

    /// Whether a column has a configured name in the source.
    pub fn has_renamed_columns(&self) -> bool {
        !self.renamed.is_empty()
    }

    /// The name of a Sprout column in the source.
    pub fn source_name(&self, column: &ColumnSpec) -> &str {
        self.renamed
            .iter()
            .find(|(name, _)| *name == column.name)
            .map_or(column.name, |(_, source)| source.as_str())
    }

    /// The Sprout column with this name in the source, compared without case.
    pub fn find_column(&self, source_name: &str) -> Option<&'static ColumnSpec> {
        self.shape
            .columns
            .iter()
            .find(|column| self.has_name(column, source_name))
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
        let is_there = |column: &ColumnSpec| names.iter().any(|name| self.has_name(column, name));
        // Rows without a change time are compared as a whole.
        let absent = |column: &&ColumnSpec| {
            column.required && column.name != UPDATED_AT_COLUMN && !is_there(column)
        };
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
            names
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
        Layout::with_renamed_columns(
            SourceTable::SupplierData.schema(),
            names
                .iter()
                .map(|(column, source)| ((*column).to_owned(), (*source).to_owned())),
        )
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
}
