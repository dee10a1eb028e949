//! Mapping of the source's tables, columns and values to Sprout's.

use poem_openapi::{Enum, Object};
use sources::{Expression, Operation};

/// What is computed of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case", remote = "Operation")]
pub enum ExpressionOperation {
    /// The first of the columns that is not empty.
    FirstFilled,
    /// The columns one after the other, with `text` between them.
    Concatenate,
    /// The column without `text` in front.
    RemovePrefix,
    /// The sum of the columns.
    Add,
    /// The first column minus the second.
    Subtract,
    /// The product of the columns.
    Multiply,
    /// The first column divided by the second.
    Divide,
    /// The column times the number in `text`, such as 0.01.
    Scale,
    /// The first column with the other sign, where the second is one of `words`.
    NegateWhen,
    /// The first column as a negative number, where the second is one of `words`.
    NegativeWhen,
    /// The column without its sign.
    Absolute,
    /// The first column where the second is one of `words`, else nothing.
    KeepWhen,
    /// The first of `words` for a negative number, the second for a positive one.
    WordBySign,
    /// The date of the columns year, month and day.
    DateFromParts,
    /// A date in the form `text`: mdy, dmy, yyyymmdd or cyymmdd (century since 1900).
    ReadDate,
    /// A number whose decimal sign is `text`: point or comma.
    ReadNumber,
}

/// How the values of a column are computed, exactly, from columns of the source. A row whose value
/// cannot be computed is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct ColumnExpression {
    /// What is computed.
    pub operation: ExpressionOperation,
    /// Exact names of the columns in the source, in the order of the operation.
    #[oai(validator(min_items = 1, max_items = 8))]
    pub columns: Vec<String>,
    /// The separator, prefix, factor, form or sign of the operation.
    #[oai(default, validator(max_length = 200))]
    pub text: String,
    /// The words of the operation. An empty word is an empty cell.
    #[oai(default, validator(max_items = 50))]
    pub words: Vec<String>,
}

impl From<Expression> for ColumnExpression {
    fn from(expression: Expression) -> Self {
        Self {
            operation: expression.operation.into(),
            columns: expression.columns,
            text: expression.text,
            words: expression.words,
        }
    }
}

/// A word of the source and the value that it means.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct ValueWord {
    /// The whole cell, compared without case. Empty: an empty cell.
    #[oai(validator(max_length = 200))]
    pub word: String,
    /// The value, as in a CSV file. For a unit also an amount of one, such as `2.5 gal`.
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
    /// How the values are computed. The source's column of this name is not read.
    pub expression: Option<ColumnExpression>,
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
    /// How the values are computed from other columns of the source.
    pub expression: Option<ColumnExpression>,
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
