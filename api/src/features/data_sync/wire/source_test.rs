//! The result of testing a data source.

use poem_openapi::Object;

/// Whether the source has a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SourceTablePresence {
    /// The source table.
    pub source_table: String,
    /// Whether the source has the table. Missing tables are skipped.
    pub present: bool,
    /// Number of files of the table. 1 for a database.
    pub files: u64,
    /// Why the table cannot be read, and what to do.
    pub problem: Option<String>,
    /// What would be read, if the source is not a plain table: the file and its columns.
    pub found: Option<String>,
}

/// Result of testing a source.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SourceTest {
    /// Whether rows can be read.
    pub ok: bool,
    /// Why rows cannot be read, and what to do.
    pub reason: Option<String>,
    /// Tables of the source. Empty if the source cannot be read.
    pub tables: Vec<SourceTablePresence>,
    /// Names of tables that the mapping does not name, in alphabetical order; at most 50. Listed if
    /// one of the five main tables is missing.
    pub other_tables: Vec<String>,
}
