//! What somebody needs who has no source yet: the folders there are, and files to begin with.

use poem_openapi::Object;
use poem_openapi::types::Example;

/// A folder that holds tables.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct SourceFolder {
    /// As `PUT /api/data-sync/source` takes it.
    pub path: String,
    /// The source tables that it holds.
    pub tables: Vec<String>,
}

/// The folders that the organization may read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SourceFolders {
    /// The folder on the server below which they must lie; absent where the installation has none.
    pub root: Option<String>,
    /// Those that hold at least one of the tables, at most 50.
    pub folders: Vec<SourceFolder>,
    /// Why none are listed, and what to do.
    pub reason: Option<String>,
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
            reason: None,
        }
    }
}

/// A file to begin with.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct TableTemplate {
    /// The source table.
    pub source_table: String,
    /// What the file must be called.
    pub file_name: String,
    /// Its text: a header of every column, and example lines to replace.
    pub csv: String,
    /// The columns that may neither be absent nor empty.
    pub required: Vec<String>,
    /// The columns that may be.
    pub optional: Vec<String>,
}

impl Example for TableTemplate {
    fn example() -> Self {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Self {
            source_table: "supplier_data".to_owned(),
            file_name: "supplier_data.csv".to_owned(),
            csv: "supplier_id,supplier_name,categories,lead_time_days,active,updated_at\nSUP-1,River \
                Seed Co,seed,14,true,2026-01-15T08:00:00Z\n".to_owned(),
            required: names(&["supplier_id", "supplier_name", "active", "updated_at"]),
            optional: names(&["categories", "lead_time_days"]),
        }
    }
}

/// A file for every table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct TableTemplates {
    /// In the order of the page.
    pub tables: Vec<TableTemplate>,
}

impl Example for TableTemplates {
    fn example() -> Self {
        Self {
            tables: vec![TableTemplate::example()],
        }
    }
}
