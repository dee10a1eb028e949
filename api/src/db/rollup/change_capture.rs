//! Captures the changes of a merge: every changed line before the change with the sign -1, and
//! after it with +1.

use super::LINES_TABLE;
use crate::db::Engine;
use migration::citus::LINE_CHANGE_TABLE;

/// The temporary table of the changes.
pub(super) const CHANGES_TABLE: &str = "rollup_line_change";

/// The captured columns of a line.
const CAPTURED_COLUMNS: [&str; 14] = [
    "direction",
    "transaction_date",
    "order_id",
    "customer_id",
    "supplier_id",
    "item_id",
    "quantity_e4",
    "unit",
    "unit_price_e4",
    "amount_e4",
    "currency",
    "promised_date",
    "delivered_date",
    "location",
];

/// The statements that enable the capture. On SQLite temporary triggers capture changes; on
/// PostgreSQL the merge statements do.
pub(in crate::db) fn capture_changes_sql(engine: Engine) -> Vec<String> {
    let image = CAPTURED_COLUMNS.join(", ");
    match engine {
        Engine::Postgres => vec![format!(
            r"
                create temporary table {CHANGES_TABLE} on commit drop as
                select 1 as sign, {image}
                from {LINES_TABLE}
                limit 0
            "
        )],
        Engine::Sqlite => {
            let capture = |sign: &str, line: &str| {
                let parts = CAPTURED_COLUMNS
                    .map(|part| format!("{line}.{part}"))
                    .join(", ");
                format!(
                    r"
                        insert into {CHANGES_TABLE} (sign, {image})
                        select {sign}, {parts}
                        where {line}.deleted_at is null;
                    "
                )
            };
            vec![
                format!(
                    r"
                        create temporary table {CHANGES_TABLE} as
                        select 1 as sign, {image}
                        from {LINES_TABLE}
                        limit 0
                    "
                ),
                format!(
                    "create temporary trigger rollup_line_insert after insert on {LINES_TABLE} begin {} \
                        end",
                    capture("1", "new")
                ),
                format!(
                    "create temporary trigger rollup_line_update after update on {LINES_TABLE} begin \
                        {} {} end",
                    capture("-1", "old"),
                    capture("1", "new")
                ),
            ]
        }
    }
}

/// Captures lines of a distributed table with a sign. `rows` is the `from` clause, with conditions,
/// and `name` the relation in it.
pub(in crate::db) fn capture_lines_sql(sign: i8, name: &str, rows: &str) -> String {
    let image = CAPTURED_COLUMNS.join(", ");
    let values = CAPTURED_COLUMNS
        .map(|column| format!("{name}.{column}"))
        .join(", ");
    format!(
        r"
            insert into {LINE_CHANGE_TABLE} (tenant_id, sign, {image})
            select {name}.tenant_id, {sign}, {values}
            from {rows}
        "
    )
}

/// The statements that move the changes from the node of the tenant, `$1`, into the temporary table.
pub(super) fn fetch_distributed_changes_sql() -> [String; 2] {
    let image = CAPTURED_COLUMNS.join(", ");
    [
        format!(
            r"
                insert into {CHANGES_TABLE} (sign, {image})
                select sign, {image}
                from {LINE_CHANGE_TABLE}
                where tenant_id = $1
            "
        ),
        format!("delete from {LINE_CHANGE_TABLE} where tenant_id = $1"),
    ]
}

/// Extends a PostgreSQL merge of lines with counts so that it captures its changes.
pub(in crate::db) fn capturing_merge_sql(merge: &str) -> String {
    let image = CAPTURED_COLUMNS.join(", ");
    // A statement sees the rows as they were before it ran.
    format!(
        r"
            with written as ({merge} returning (xmax = 0) as is_new, transaction_id, {image}),
              captured as (
                  insert into {CHANGES_TABLE} (sign, {image})
                  select 1, {image}
                  from written
                  union all
                  select -1, {image}
                  from {LINES_TABLE}
                  where tenant_id = $1
                    and deleted_at is null
                    and transaction_id in (select transaction_id from written where not is_new)
                )
            select count(*) filter (where is_new), count(*) filter (where not is_new)
            from written
        "
    )
}

/// Extends a PostgreSQL deletion of lines so that it captures and counts the deleted lines.
pub(in crate::db) fn capturing_delete_sql(deletion: &str, is_distributed: bool) -> String {
    let image = CAPTURED_COLUMNS.join(", ");
    // Distributed lines are captured where they are, in a table of all tenants.
    let (table, tenant) = if is_distributed {
        (LINE_CHANGE_TABLE, "tenant_id, ")
    } else {
        (CHANGES_TABLE, "")
    };
    format!(
        r"
            with lines as ({deletion} returning {tenant}{image}),
              captured as (
                  insert into {table} ({tenant}sign, {image})
                  select {tenant}-1, {image}
                  from lines
                )
            select count(*)
            from lines
        "
    )
}
