//! Notes what a merge touches as it goes: the days, customers and promised days of every line as it was and as it is.

use super::LINES;
use crate::db::Engine;

/// What has to be known of a line, before and after.
const IMAGE: [&str; 4] = ["direction", "transaction_date", "customer_id", "promised_date"];

/// Where the notes stand, and which part of a line goes there under which condition.
const NOTES: [(&str, &str, &str, &str); 3] = [
    ("rollup_touched_day", "direction, day", "{line}direction, {line}transaction_date", "{line}direction is not null"),
    ("rollup_touched_customer", "customer_id", "{line}customer_id", "{line}direction = 'sale' and {line}customer_id is not null"),
    ("rollup_touched_promise", "day", "{line}promised_date", "{line}direction = 'purchase' and {line}promised_date is not null"),
];

/// The statements after which changes of lines are noted. On SQLite triggers of this connection alone note them; on Postgres the changing statements do.
pub(in crate::db) fn note_changes(engine: Engine) -> Vec<String> {
    let (day, end) = match engine {
        Engine::Postgres => ("date", " on commit drop"),
        Engine::Sqlite => ("text", ""),
    };
    let mut statements = vec![
        format!("create temporary table rollup_touched_day (direction text not null, day {day} not null){end}"),
        format!("create temporary table rollup_touched_customer (customer_id text not null){end}"),
        format!("create temporary table rollup_touched_promise (day {day} not null){end}"),
    ];
    if engine == Engine::Sqlite {
        statements.extend(NOTES.map(|(table, columns, ..)| format!("create unique index temp.{table}_key on {table} ({columns})")));
        let (old, new) = (trigger_notes("old."), trigger_notes("new."));
        statements.push(format!("create temporary trigger rollup_line_added after insert on {LINES} begin {new} end"));
        statements.push(format!("create temporary trigger rollup_line_changed after update on {LINES} begin {old} {new} end"));
    }
    statements
}

/// "or ignore" would not do: a trigger takes over what its statement does about conflicts.
fn trigger_notes(line: &str) -> String {
    let notes = NOTES.map(|(table, columns, parts, condition)| {
        let (parts, condition) = (parts.replace("{line}", line), condition.replace("{line}", line));
        let is_live = format!("{line}deleted_at is null");
        format!("insert into {table} ({columns}) select {parts} where {is_live} and {condition} and ({parts}) not in (select {columns} from {table});")
    });
    notes.join(" ")
}

/// Makes a merge of lines on Postgres, which counts as it goes, note what it changed.
pub(in crate::db) fn merge_and_note(merge: &str) -> String {
    let image = IMAGE.join(", ");
    // What a statement reads it reads as it was before the statement.
    format!(
        "with written as ({merge} returning (xmax = 0) as is_new, transaction_id, {image}), lines as (select {image} from written union all \
         select {image} from {LINES} where tenant_id = $1 and deleted_at is null and transaction_id in (select transaction_id from written where not is_new)), \
         {} select count(*) filter (where is_new), count(*) filter (where not is_new) from written",
        noted()
    )
}

/// Makes a removal of lines on Postgres note and count what it removed.
pub(in crate::db) fn remove_and_note(removal: &str) -> String {
    format!("with lines as ({removal} returning {}), {} select count(*) from lines", IMAGE.join(", "), noted())
}

fn noted() -> String {
    let notes = NOTES.map(|(table, columns, parts, condition)| {
        let (parts, condition) = (parts.replace("{line}", ""), condition.replace("{line}", ""));
        format!("into_{table} as (insert into {table} ({columns}) select distinct {parts} from lines where {condition})")
    });
    notes.join(", ")
}
