//! A snapshot of the columns of a source table. Its size is bounded, and both database engines can
//! store its text.

use sources::{ColumnDescriptor, Layout};

/// Maximum number of unknown columns in a snapshot. Wider tables are reduced to the known columns.
const MAX_UNKNOWN_COLUMNS: usize = 200;
/// Maximum number of characters of a column name and of a list of file names.
const MAX_NAME_CHARS: usize = 200;

/// The columns of a table at one point in time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::features::data_sync) struct SchemaSnapshot {
    /// Without duplicate names.
    pub(super) columns: Vec<ColumnDescriptor>,
}

impl SchemaSnapshot {
    /// Builds the snapshot of these columns.
    pub(super) fn from_columns(found: &[ColumnDescriptor], layout: &Layout) -> Self {
        let unknown = found
            .iter()
            .filter(|column| layout.target_column(&column.name).is_none())
            .count();
        let mut picture = Self::default();
        for column in found.iter().filter(|column| {
            unknown <= MAX_UNKNOWN_COLUMNS || layout.target_column(&column.name).is_some()
        }) {
            let column = ColumnDescriptor {
                name: sanitize_name(&column.name),
                holds: column.holds.as_deref().map(sanitize_name),
                missing_in: column.missing_in.as_deref().map(sanitize_name),
            };
            if picture.find_column(&column.name).is_none() {
                picture.columns.push(column);
            }
        }
        picture
    }

    /// The column with this name in the source.
    pub(super) fn find_column(&self, name: &str) -> Option<&ColumnDescriptor> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The stored JSON.
    pub(in crate::features::data_sync) fn to_json(&self) -> String {
        serde_json::to_string(&self.columns).unwrap_or_default()
    }

    /// Parses stored JSON. `None` if it is invalid, which counts as no snapshot.
    pub(super) fn from_json(text: &str) -> Option<Self> {
        serde_json::from_str(text)
            .ok()
            .map(|columns| Self { columns })
    }
}

/// Removes control characters and truncates the name to the stored length.
fn sanitize_name(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control())
        .take(MAX_NAME_CHARS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sources::SourceTable;

    #[test]
    fn a_picture_comes_back_as_it_was_kept() {
        let layout = Layout::with_own_names(SourceTable::SupplierData.schema());
        let mut late = ColumnDescriptor::new("late\0", Some("dates"));
        late.missing_in = Some("a.csv".to_owned());
        let picture = SchemaSnapshot::from_columns(
            &[
                ColumnDescriptor::new("supplier_id", None),
                late.clone(),
                late,
            ],
            &layout,
        );
        let names: Vec<&str> = picture
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        assert_eq!(names, ["supplier_id", "late"]);
        assert_eq!(SchemaSnapshot::from_json(&picture.to_json()), Some(picture));
        assert_eq!(SchemaSnapshot::from_json("{"), None);
    }

    #[test]
    fn of_very_wide_tables_the_known_columns_are_remembered() {
        let layout = Layout::with_own_names(SourceTable::SupplierData.schema());
        let mut found: Vec<ColumnDescriptor> = (0..MAX_UNKNOWN_COLUMNS)
            .map(|at| ColumnDescriptor::new(&format!("x{at}"), None))
            .collect();
        found.push(ColumnDescriptor::new("supplier_id", None));
        assert_eq!(
            SchemaSnapshot::from_columns(&found, &layout).columns.len(),
            MAX_UNKNOWN_COLUMNS + 1
        );
        found.push(ColumnDescriptor::new("one more", None));
        assert_eq!(
            SchemaSnapshot::from_columns(&found, &layout).columns,
            [ColumnDescriptor::new("supplier_id", None)]
        );
    }
}
