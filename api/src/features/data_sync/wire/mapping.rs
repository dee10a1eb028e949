//! What columns are called at the source.

use poem_openapi::Object;

/// A column and its name at the source.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct MappedColumn {
    /// The column, as the documentation of the table has it.
    pub column: String,
    /// Its name at the source; the same where no other was given.
    pub source_column: String,
    /// Whether the source must have it.
    pub required: bool,
}

/// The columns of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct MappedTable {
    /// The source table.
    pub source_table: String,
    /// Every column that it may have.
    pub columns: Vec<MappedColumn>,
}

/// The columns of every table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct ColumnMapping {
    /// Every table that can be synced.
    pub tables: Vec<MappedTable>,
}

/// The name of a column at the source.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct MappedColumnInput {
    /// The column, as the documentation of the table has it.
    #[oai(validator(max_length = 64))]
    pub column: String,
    /// Its name at the source, to the letter; empty for its own name.
    #[oai(validator(max_length = 200))]
    pub source_column: String,
}

/// The names of a table's columns.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct MappedTableInput {
    /// The source table.
    #[oai(validator(max_length = 64))]
    pub source_table: String,
    /// The columns that have another name at the source; those that are left out go by their own.
    #[oai(validator(max_items = 32))]
    pub columns: Vec<MappedColumnInput>,
}

/// Names of columns to set.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct ColumnMappingInput {
    /// The tables to name anew, each as a whole; tables that are left out stay as they are.
    #[oai(validator(max_items = 5))]
    pub tables: Vec<MappedTableInput>,
}
