//! The result of testing a data source.

use super::{ColumnExpression, ExpressionOperation};
use crate::features::data_sync::mapping_proposals::ProposedTable;
use crate::features::data_sync::run_message::SyncMessageCode;
use imports::{ProposalQuestion, ProposalQuestionCode, ProposedColumn, ProposedOrigin};
use poem_openapi::{Enum, Object};

/// Where the values of a column could come from.
#[derive(Clone, Debug, PartialEq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProposedMapping {
    /// The Sprout column.
    pub target_column: String,
    /// Name in the source; empty if the values do not come from one column.
    pub source_column: String,
    /// The value of every row.
    pub constant: Option<String>,
    /// How the values are computed.
    pub expression: Option<ColumnExpression>,
    /// Words of the column that need a value, because their meaning is not known.
    pub unknown_words: Vec<String>,
    /// How well the column fits, from 0 to 1.
    pub confidence: f64,
}

/// What a question about a table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum MappingQuestionCode {
    /// The table `name` has orders or their lines alone. A view must join both.
    JoinOrders,
    /// The table `name` has a column for each location. A view must have a row for each.
    SeparateLocations,
    /// The column `name` is a customer or a supplier.
    SeparatePartners,
    /// The column `name` is a quantity that came in.
    IncomingQuantity,
    /// Which of the `options` is the column `name`.
    ChooseColumn,
    /// Which column is `name`, or which value it has in every row.
    MissingColumn,
    /// Whether the month or the day comes first in the column `name`.
    DateOrder,
    /// Whether the separator in the column `name` is a decimal sign.
    DecimalSign,
}

/// What the names and the rows of a table do not decide.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
pub struct MappingQuestion {
    /// What it says.
    pub code: MappingQuestionCode,
    /// The table or the column that it is about.
    pub name: String,
    /// Columns to choose from, if the code says so.
    pub options: Vec<String>,
    /// The question in English.
    pub text: String,
}

impl From<ProposalQuestion> for MappingQuestion {
    fn from(question: ProposalQuestion) -> Self {
        use ProposalQuestionCode as Code;
        Self {
            code: match question.code {
                Code::JoinOrders => MappingQuestionCode::JoinOrders,
                Code::SeparateLocations => MappingQuestionCode::SeparateLocations,
                Code::SeparatePartners => MappingQuestionCode::SeparatePartners,
                Code::IncomingQuantity => MappingQuestionCode::IncomingQuantity,
                Code::ChooseColumn => MappingQuestionCode::ChooseColumn,
                Code::MissingColumn => MappingQuestionCode::MissingColumn,
                Code::DateOrder => MappingQuestionCode::DateOrder,
                Code::DecimalSign => MappingQuestionCode::DecimalSign,
            },
            name: question.name,
            options: question.options,
            text: question.text,
        }
    }
}

/// A table of the source that could be one of Sprout's.
#[derive(Clone, Debug, PartialEq, Object)]
#[oai(rename_all = "camelCase")]
pub struct MappingProposal {
    /// The source table.
    pub source_table: String,
    /// Name of the table, file or folder in the source.
    pub source_name: String,
    /// How well the table fits, from 0 to 1.
    pub confidence: f64,
    /// The columns that were recognized.
    pub columns: Vec<ProposedMapping>,
    /// What the names and the rows do not decide.
    pub questions: Vec<MappingQuestion>,
}

impl From<ProposedTable> for MappingProposal {
    fn from(table: ProposedTable) -> Self {
        let proposal = table.proposal;
        Self {
            source_table: proposal.table.to_owned(),
            source_name: table.source_name,
            confidence: round_confidence(proposal.confidence),
            columns: proposal
                .columns
                .into_iter()
                .map(ProposedMapping::from)
                .collect(),
            questions: proposal
                .questions
                .into_iter()
                .map(MappingQuestion::from)
                .collect(),
        }
    }
}

impl From<ProposedColumn> for ProposedMapping {
    fn from(column: ProposedColumn) -> Self {
        use ExpressionOperation::{Concatenate, Divide, FirstFilled, ReadDate, ReadNumber};
        let expression = |operation, columns: Vec<String>, text: &str| {
            let (text, words) = (text.to_owned(), Vec::new());
            (
                String::new(),
                None,
                Some(ColumnExpression {
                    operation,
                    columns,
                    text,
                    words,
                }),
            )
        };
        let (source_column, constant, expression) = match column.origin {
            ProposedOrigin::Column(name) => (name, None, None),
            ProposedOrigin::Constant(value) => (String::new(), Some(value), None),
            ProposedOrigin::Quotient(dividend, divisor) => {
                expression(Divide, vec![dividend, divisor], "")
            }
            ProposedOrigin::Joined(first, second) => {
                expression(Concatenate, vec![first, second], "-")
            }
            ProposedOrigin::Copy(name) => expression(FirstFilled, vec![name], ""),
            ProposedOrigin::Date(name, form) => expression(ReadDate, vec![name], form),
            ProposedOrigin::Number(name, sign) => expression(ReadNumber, vec![name], sign),
        };
        Self {
            target_column: column.target.to_owned(),
            source_column,
            constant,
            expression,
            unknown_words: column.unknown_words,
            confidence: round_confidence(column.confidence),
        }
    }
}

fn round_confidence(confidence: f64) -> f64 {
    (confidence * 100.0).round() / 100.0
}

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
    /// What the problem says.
    pub problem_code: Option<SyncMessageCode>,
    /// What would be read, if the source is not a plain table: the file and its columns.
    pub found: Option<String>,
}

/// Result of testing a source.
#[derive(Clone, Debug, PartialEq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SourceTest {
    /// Whether rows can be read.
    pub ok: bool,
    /// Why rows cannot be read, and what to do.
    pub reason: Option<String>,
    /// What the reason says.
    pub reason_code: Option<SyncMessageCode>,
    /// Tables of the source. Empty if the source cannot be read.
    pub tables: Vec<SourceTablePresence>,
    /// Names of tables that the mapping does not name, in alphabetical order; at most 50. Listed if
    /// one of the five main tables is missing.
    pub other_tables: Vec<String>,
    /// Tables of the source that could be missing or unreadable ones of Sprout's, the best first.
    /// Nothing is mapped until a person saves the mapping.
    pub proposals: Vec<MappingProposal>,
}
