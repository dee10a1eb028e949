//! Column shapes that several migrations share.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, boolean, date, string, timestamp_with_time_zone,
    timestamp_with_time_zone_null, uuid,
};

/// A tenant table: `tenant_id` and `keys`, in this order, are its primary key.
pub(crate) fn tenant_table(name: &'static str, keys: &[&'static str]) -> TableCreateStatement {
    let mut table = Table::create();
    table.table(name).col(uuid("tenant_id"));
    let mut key = Index::create();
    key.col("tenant_id");
    for column in keys {
        key.col(*column);
    }
    table.primary_key(&mut key);
    table
}

/// A tenant table that Data Sync fills: keys are text unless the caller adds the column itself.
pub(crate) fn source_table(name: &'static str, text_keys: &[&'static str]) -> TableCreateStatement {
    let mut table = tenant_table(name, text_keys);
    for column in text_keys {
        table.col(string(*column));
    }
    table
}

/// Closes a source table with the columns that all of them have.
pub(crate) fn with_sync_columns(mut table: TableCreateStatement) -> TableCreateStatement {
    table.col(timestamp_with_time_zone("updated_at"));
    table.col(timestamp_with_time_zone_null("deleted_at"));
    table
}

/// Exact decimals are integers scaled by 10^4.
pub(crate) fn scaled_column(name: &'static str) -> ColumnDef {
    big_integer(name)
}

/// As [`scaled`], where the source may leave the value out.
pub(crate) fn nullable_scaled_column(name: &'static str) -> ColumnDef {
    big_integer_null(name)
}

/// A rollup with these keys: `day` and `next_day` are days, `is_return` says yes or no, all others
/// are text (`month` such as `2026-03`).
pub(crate) fn rollup_table(
    name: &'static str,
    keys: &[&'static str],
    counts: &[&'static str],
    sums: &[[&'static str; 2]],
) -> TableCreateStatement {
    let mut table = tenant_table(name, keys);
    for key in keys {
        table.col(match *key {
            "day" | "next_day" => date(*key),
            "is_return" => boolean(*key),
            _ => string(*key),
        });
    }
    for count in counts {
        table.col(big_integer(*count));
    }
    for part in sums.as_flattened() {
        table.col(scaled_column(part));
    }
    table
}
