//! Onboarding: available source folders and template files.

use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

/// A folder that contains source tables.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct SourceFolder {
    /// Path of the folder, as `PUT /api/data-sync/source` accepts it.
    pub path: String,
    /// Source tables in the folder.
    pub tables: Vec<String>,
}

/// Why no folder is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SourceFoldersIssue {
    /// The installation has no root folder. Its operator must set `SPROUT_WAREHOUSE_ROOT`.
    NoRoot,
    /// No folder in the root contains a file of a table.
    NoTables,
}

/// Folders that the organization may read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SourceFolders {
    /// The root folder of all sources on the server. Absent if none is configured.
    pub root: Option<String>,
    /// Folders with at least one source table. At most 50.
    pub folders: Vec<SourceFolder>,
    /// Why no folder is listed.
    pub issue: Option<SourceFoldersIssue>,
}

impl Example for SourceFolders {
    fn example() -> Self {
        let depot = SourceFolder {
            path: "depot".to_owned(),
            tables: vec!["inventory_data".to_owned(), "sales_transactions".to_owned()],
        };
        Self {
            root: Some("/srv/warehouses".to_owned()),
            folders: vec![depot],
            issue: None,
        }
    }
}

/// A template file for a source table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct TableTemplate {
    /// The source table.
    pub source_table: String,
    /// Whether a source without this table is complete.
    pub optional: bool,
    /// Required name of the file.
    pub file_name: String,
    /// Content of the file: a header with every column, and example lines.
    pub csv: String,
    /// Columns that must be present and filled.
    pub required_columns: Vec<String>,
    /// Columns that may be missing or empty.
    pub optional_columns: Vec<String>,
}

impl Example for TableTemplate {
    fn example() -> Self {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Self {
            source_table: "supplier_data".to_owned(),
            optional: false,
            file_name: "supplier_data.csv".to_owned(),
            csv: "supplier_id,supplier_name,categories,lead_time_days,active,updated_at\nSUP-1,River \
                Seed Co,seed,14,true,2026-01-15T08:00:00Z\n".to_owned(),
            required_columns: names(&["supplier_id", "supplier_name", "active", "updated_at"]),
            optional_columns: names(&["categories", "lead_time_days"]),
        }
    }
}

/// Template files of all tables.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct TableTemplates {
    /// One template per table.
    pub tables: Vec<TableTemplate>,
}

impl Example for TableTemplates {
    fn example() -> Self {
        Self {
            tables: vec![TableTemplate::example()],
        }
    }
}
