//! Mapping of source columns to Sprout columns.

use poem_openapi::Object;

/// A column and its name in the source.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct MappedColumn {
    /// The Sprout column.
    pub target_column: String,
    /// Name in the source. Default: the name of the Sprout column.
    pub source_column: String,
    /// Whether the source must have the column.
    pub required: bool,
}

/// Column mapping of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct MappedTable {
    /// The source table.
    pub source_table: String,
    /// All columns of the table.
    pub columns: Vec<MappedColumn>,
}

/// Column mapping of every table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct ColumnMapping {
    /// Every table that can be synced.
    pub tables: Vec<MappedTable>,
}

/// Source name of a column.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct MappedColumnInput {
    /// The Sprout column.
    #[oai(validator(max_length = 64))]
    pub target_column: String,
    /// Exact name in the source. Empty: the name of the Sprout column.
    #[oai(validator(max_length = 200))]
    pub source_column: String,
}

/// Column mapping of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct MappedTableInput {
    /// The source table.
    #[oai(validator(max_length = 64))]
    pub source_table: String,
    /// Columns with another name in the source. Omitted columns keep the name of the Sprout column.
    #[oai(validator(max_items = 32))]
    pub columns: Vec<MappedColumnInput>,
}

/// Column mappings to set.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct ColumnMappingInput {
    /// Tables to change. Each mapping is replaced. Omitted tables are unchanged.
    #[oai(validator(max_items = 5))]
    pub tables: Vec<MappedTableInput>,
}
