//! Mapping of the source's tables, columns and values to Sprout's.

use poem_openapi::Object;

/// A word of the source and the value that it means.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct ValueWord {
    /// The whole cell, compared without case. Empty: an empty cell.
    #[oai(validator(max_length = 200))]
    pub word: String,
    /// The value, as in a CSV file.
    #[oai(validator(max_length = 500))]
    pub value: String,
}

/// A column and where its values come from.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct MappedColumn {
    /// The Sprout column.
    pub target_column: String,
    /// Name in the source. Default: the name of the Sprout column.
    pub source_column: String,
    /// The value of every row. The source's column is not read.
    pub constant: Option<String>,
    /// Words that mean a value. Other cells keep theirs.
    pub value_words: Vec<ValueWord>,
    /// Whether the source must have the column.
    pub required: bool,
}

/// Column mapping of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct MappedTable {
    /// The source table.
    pub source_table: String,
    /// Name of the table, file or folder in the source. Default: that of the source table.
    pub source_name: String,
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

/// Where the values of a column come from.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct MappedColumnInput {
    /// The Sprout column.
    #[oai(validator(max_length = 64))]
    pub target_column: String,
    /// Exact name in the source. Empty: the name of the Sprout column.
    #[oai(validator(max_length = 200))]
    pub source_column: String,
    /// The value of every row, as in a CSV file. The source's column is not read.
    #[oai(validator(max_length = 500))]
    pub constant: Option<String>,
    /// Words that mean a value. Other cells keep theirs.
    #[oai(default, validator(max_items = 200))]
    pub value_words: Vec<ValueWord>,
}

/// Column mapping of a table.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct MappedTableInput {
    /// The source table.
    #[oai(validator(max_length = 64))]
    pub source_table: String,
    /// Exact name of the table, file (without its ending) or folder in the source. Empty: the name of
    /// the source table.
    #[oai(default, validator(max_length = 200))]
    pub source_name: String,
    /// Columns with another name or other values in the source. Omitted columns have neither.
    #[oai(validator(max_items = 32))]
    pub columns: Vec<MappedColumnInput>,
}

/// Column mappings to set.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct ColumnMappingInput {
    /// Tables to change. Each mapping is replaced. Omitted tables are unchanged.
    #[oai(validator(max_items = 9))]
    pub tables: Vec<MappedTableInput>,
}
