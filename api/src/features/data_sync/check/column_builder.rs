//! Builders that collect checked rows in typed columns.

use super::cell_parser::CellValue;
use crate::db::{TargetColumn, TargetType};
use crate::features::data_sync::target_table::build_target_table;
use arrow_array::ArrayRef;
use arrow_array::builder::{
    BooleanBuilder, Date32Builder, FixedSizeBinaryBuilder, Int32Builder, Int64Builder,
    StringBuilder, TimestampMicrosecondBuilder,
};
use arrow_schema::Field;
use sources::SourceSchema;
use std::sync::Arc;

/// A column under construction.
#[derive(Debug)]
pub(super) enum ColumnBuilder {
    Text(StringBuilder),
    BigInt(Int64Builder),
    Int(Int32Builder),
    Bool(BooleanBuilder),
    Date(Date32Builder),
    Instant(TimestampMicrosecondBuilder),
    Uuid(FixedSizeBinaryBuilder),
}

/// The fields of a staging batch, in order.
pub(super) fn staging_fields(shape: &SourceSchema) -> Vec<Field> {
    staging_columns(shape)
        .into_iter()
        .map(|column| Field::new(column.name, column.ty.arrow_type(), true))
        .collect()
}

/// An empty builder for each of [`staging_fields`].
pub(super) fn staging_builders(shape: &SourceSchema) -> Vec<ColumnBuilder> {
    staging_columns(shape)
        .into_iter()
        .map(|column| ColumnBuilder::new(column.ty))
        .collect()
}

fn staging_columns(shape: &SourceSchema) -> Vec<TargetColumn> {
    build_target_table(shape).staged_columns().collect()
}

impl ColumnBuilder {
    /// An empty builder for a type.
    pub(super) fn new(ty: TargetType) -> Self {
        match ty {
            TargetType::Text => Self::Text(StringBuilder::new()),
            TargetType::BigInt => Self::BigInt(Int64Builder::new()),
            TargetType::Int => Self::Int(Int32Builder::new()),
            TargetType::Bool => Self::Bool(BooleanBuilder::new()),
            TargetType::Date => Self::Date(Date32Builder::new()),
            TargetType::Instant => {
                Self::Instant(TimestampMicrosecondBuilder::new().with_data_type(ty.arrow_type()))
            }
            TargetType::Uuid => Self::Uuid(FixedSizeBinaryBuilder::new(16)),
        }
    }

    /// Appends a value. A value of another type, which the table schemas rule out, becomes null.
    pub(super) fn append_value(&mut self, value: &CellValue<'_>) {
        match (self, value) {
            (Self::Text(column), CellValue::Text(text)) => column.append_value(text),
            (Self::Text(column), _) => column.append_null(),
            (Self::BigInt(column), value) => {
                column.append_option(if let CellValue::BigInt(number) = value {
                    Some(*number)
                } else {
                    None
                });
            }
            (Self::Int(column), value) => {
                column.append_option(if let CellValue::Int(number) = value {
                    Some(*number)
                } else {
                    None
                });
            }
            (Self::Bool(column), value) => {
                column.append_option(if let CellValue::Bool(flag) = value {
                    Some(*flag)
                } else {
                    None
                });
            }
            (Self::Date(column), value) => {
                column.append_option(if let CellValue::Date(day) = value {
                    Some(*day)
                } else {
                    None
                });
            }
            (Self::Instant(column), value) => {
                column.append_option(if let CellValue::Instant(instant) = value {
                    Some(*instant)
                } else {
                    None
                });
            }
            // Sources have no values for columns of internal ids.
            (Self::Uuid(column), _) => column.append_null(),
        }
    }

    /// The finished column.
    pub(super) fn finish(self) -> ArrayRef {
        match self {
            Self::Text(mut column) => Arc::new(column.finish()),
            Self::BigInt(mut column) => Arc::new(column.finish()),
            Self::Int(mut column) => Arc::new(column.finish()),
            Self::Bool(mut column) => Arc::new(column.finish()),
            Self::Date(mut column) => Arc::new(column.finish()),
            Self::Instant(mut column) => Arc::new(column.finish()),
            Self::Uuid(mut column) => Arc::new(column.finish()),
        }
    }
}
