//! Values that are computed from columns of a source, by an operation of a closed list.

use serde::{Deserialize, Serialize};

/// What is computed of the columns of an [`Expression`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// The first of the columns that is not empty.
    FirstFilled,
    /// The columns one after the other, with the text between them.
    Concatenate,
    /// The column without the text in front.
    RemovePrefix,
    /// The sum of the columns.
    Add,
    /// The first column minus the second.
    Subtract,
    /// The product of the columns.
    Multiply,
    /// The first column divided by the second.
    Divide,
    /// The column times the number in the text.
    Scale,
    /// The first column with the other sign, where the second is one of the words.
    NegateWhen,
    /// The first column as a negative number, where the second is one of the words.
    NegativeWhen,
    /// The column without its sign.
    Absolute,
    /// The first column where the second is one of the words, else nothing.
    KeepWhen,
    /// The first word for a negative number, the second for a positive one.
    WordBySign,
    /// The date of the columns year, month and day.
    DateFromParts,
    /// The date of a text or number in the form that the text names.
    ReadDate,
    /// The number of a text with the decimal sign that the text names.
    ReadNumber,
}

/// How many columns, texts and words an operation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationShape {
    /// Fewest columns.
    pub min_columns: usize,
    /// Most columns.
    pub max_columns: usize,
    /// Whether it has a text.
    pub has_text: bool,
    /// Fewest words.
    pub min_words: usize,
    /// Most words.
    pub max_words: usize,
}

/// Most columns of an expression.
pub const MAX_EXPRESSION_COLUMNS: usize = 8;
/// Most words of an expression.
pub const MAX_EXPRESSION_WORDS: usize = 50;

impl Operation {
    /// How many columns, texts and words the operation has.
    pub fn shape(self) -> OperationShape {
        let columns = |min_columns, max_columns| OperationShape {
            min_columns,
            max_columns,
            has_text: false,
            min_words: 0,
            max_words: 0,
        };
        let with_text = |shape| OperationShape {
            has_text: true,
            ..shape
        };
        match self {
            Self::FirstFilled => columns(1, MAX_EXPRESSION_COLUMNS),
            Self::Add | Self::Multiply => columns(2, MAX_EXPRESSION_COLUMNS),
            Self::Concatenate => with_text(columns(2, MAX_EXPRESSION_COLUMNS)),
            Self::Subtract | Self::Divide => columns(2, 2),
            Self::RemovePrefix | Self::Scale | Self::ReadDate | Self::ReadNumber => {
                with_text(columns(1, 1))
            }
            Self::Absolute => columns(1, 1),
            Self::DateFromParts => columns(3, 3),
            Self::NegateWhen | Self::NegativeWhen | Self::KeepWhen => OperationShape {
                min_words: 1,
                max_words: MAX_EXPRESSION_WORDS,
                ..columns(2, 2)
            },
            Self::WordBySign => OperationShape {
                min_words: 2,
                max_words: 2,
                ..columns(1, 1)
            },
        }
    }
}

/// A value that is computed from columns of the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expression {
    /// What is computed.
    pub operation: Operation,
    /// Names of the columns in the source.
    pub columns: Vec<String>,
    /// The separator, prefix, factor or form; empty if the operation has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The words that the condition or the result is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}
