//! The tables of the application database that the source tables become.

use crate::db::{TargetColumn, TargetTable, TargetType};
use sources::{ColumnType, SourceSchema};

/// The table of the application database for a schema: every column in order, then the amount.
pub(super) fn build_target_table(schema: &SourceSchema) -> TargetTable {
    let amount = schema.amount.as_ref().map(|amount| TargetColumn {
        name: amount.target,
        ty: TargetType::BigInt,
    });
    let columns = schema.columns.iter().map(|column| TargetColumn {
        name: column.target,
        ty: to_target_type(column.kind),
    });
    TargetTable {
        name: schema.target,
        key: schema.target_key(),
        columns: columns.chain(amount).collect(),
    }
}

/// The type in which the application database stores a column of this kind.
pub(super) fn to_target_type(kind: ColumnType) -> TargetType {
    match kind {
        ColumnType::Text
        | ColumnType::Choice(_)
        | ColumnType::OpenChoice(_)
        | ColumnType::ChoiceList(_)
        | ColumnType::Currency => TargetType::Text,
        ColumnType::Decimal(_) => TargetType::BigInt,
        ColumnType::Days => TargetType::Int,
        ColumnType::Bool => TargetType::Bool,
        ColumnType::Date => TargetType::Date,
        ColumnType::Instant => TargetType::Instant,
    }
}
