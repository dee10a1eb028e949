//! The columns of a source table as they are remembered from one read to the next: bounded, and as
//! text that both engines keep.

use super::super::source::{ColumnDescriptor, Layout};

/// Columns that no table of ours knows are remembered up to this number; of wider tables only those
/// that are known.
const MAX_UNKNOWN_COLUMNS: usize = 200;
/// The most characters of a name, and of the names of files.
const MAX_NAME_CHARS: usize = 200;

/// The columns of a table at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::features::data_sync) struct SchemaSnapshot {
    /// Each name once.
    pub(super) columns: Vec<ColumnDescriptor>,
}

impl SchemaSnapshot {
    /// What is worth remembering of what was found.
    pub(super) fn from_columns(found: &[ColumnDescriptor], layout: &Layout) -> Self {
        let unknown = found
            .iter()
            .filter(|column| layout.find_column(&column.name).is_none())
            .count();
        let mut picture = Self::default();
        for column in found.iter().filter(|column| {
            unknown <= MAX_UNKNOWN_COLUMNS || layout.find_column(&column.name).is_some()
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

    /// A column by its name at the source.
    pub(super) fn find_column(&self, name: &str) -> Option<&ColumnDescriptor> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// As it is kept.
    pub(in crate::features::data_sync) fn to_json(&self) -> String {
        serde_json::to_string(&self.columns).unwrap_or_default()
    }

    /// What was kept; `None` where it cannot be read, which is as if nothing were remembered.
    pub(super) fn from_json(text: &str) -> Option<Self> {
        serde_json::from_str(text)
            .ok()
            .map(|columns| Self { columns })
    }
}

/// Without what no database keeps.
fn sanitize_name(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control())
        .take(MAX_NAME_CHARS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::source_table::SourceTable;
    use super::*;

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
