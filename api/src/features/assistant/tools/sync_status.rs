//! How fresh the rows are, and what the latest run of Data Sync left undone.

use crate::auth::permission::SyncRead;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, SourceTable};
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::data_sync::wire::{RunState, SyncStatus, SyncableTable};
use crate::http::ApiError;

const METHOD: &str = "The records of the latest run, as the Data Sync page shows them";
const OVERDUE_TEXT: &str = "Newer rows were expected by now";
const COLUMNS: &[Column] = &[
    Column::for_text("Table"),
    Column::for_text("Last synced"),
    Column::for_numbers("Rows"),
    Column::for_text("What is to be known"),
];

pub(super) async fn sync_status(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    let right = desk.require(SyncRead)?;
    let status = desk
        .sync
        .status(&desk.db().await?, desk.organization().time_zone, &right)
        .await?;
    found.method = Some(METHOD);
    found.add_link("Data Sync", "/data-sync");
    let shown: Vec<&SyncableTable> = status
        .tables
        .iter()
        .filter(|table| {
            args.table
                .is_none_or(|wanted| SourceTable::parse(&table.source_table) == Some(wanted))
        })
        .collect();
    let newest = match args.table {
        Some(_) => shown.iter().filter_map(|table| table.last_synced_at).max(),
        None => status.last_sync_time,
    };
    let zone = desk.organization().time_zone;
    match (newest, args.table) {
        (Some(at), None) => {
            let at = sheet.add_timestamp("Last sync", at, zone, Vec::new());
            found.push_sentence(format!("The data were last synced on {at}."));
        }
        (Some(at), Some(table)) => {
            let (at, table) = (
                sheet.add_timestamp("Last sync", at, zone, Vec::new()),
                sheet.add_name("Table", table.as_str(), Vec::new()),
            );
            found.push_sentence(format!("{table} was last synced on {at}."));
        }
        (None, None) => found.push_no_data(
            "Nothing was ever synced. Choose a source on the Data Sync page and start a full sync.",
        ),
        (None, Some(table)) => {
            let table = sheet.add_name("Table", table.as_str(), Vec::new());
            found.push_no_data(format!(
                "{table} was never synced. Check that the source has it, then \
                start a sync on the Data Sync page."
            ));
        }
    }
    push_latest_run(&status, sheet, found);
    if shown.iter().any(|table| table.overdue) {
        found.push_sentence(format!("{OVERDUE_TEXT}."));
        found.actions.push(
            "Start a sync on the Data Sync page, or see there why the scheduled one does not run."
                .to_owned(),
        );
    }
    set_table(&shown, desk, sheet, found);
    Ok(())
}

fn push_latest_run(status: &SyncStatus, sheet: &mut FactSheet, found: &mut ToolResult) {
    match status.state {
        Some(RunState::Queued | RunState::Running) => {
            found.push_sentence("A sync is running right now.")
        }
        Some(RunState::Failed) => {
            found.push_sentence(
                "The latest run failed for at least one table; the others keep what landed.",
            );
            found.actions.push(
                "Open Data Sync, read the recent errors and start the sync again.".to_owned(),
            );
        }
        Some(RunState::Cancelled) => {
            found.push_sentence("The latest run was cancelled before its end.")
        }
        Some(RunState::Succeeded | RunState::SucceededWithRejects) | None => {}
    }
    if status.stats.errors > 0 {
        let rejected = sheet.add_count(
            "Rows that could not land",
            status.stats.errors,
            "row",
            "rows",
            Vec::new(),
        );
        found.insights.push(format!(
            "{rejected} of the latest run could not land and are missing from every figure."
        ));
        found.actions.push(
            "Open the rejected rows on the Data Sync page, correct them in the \
            source and sync again."
                .to_owned(),
        );
    }
}

fn set_table(
    shown: &[&SyncableTable],
    desk: &ToolContext<'_>,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) {
    let mut table = Table {
        title: "Tables",
        columns: COLUMNS.to_vec(),
        rows: Vec::new(),
        total: shown.len(),
    };
    for synced in shown {
        let id = found.next_row_id();
        let refs = || vec![id.clone()];
        let name = sheet.add_name("Table", &synced.source_table, refs());
        let at = synced.last_synced_at.map(|at| {
            sheet.add_timestamp("Last synced", at, desk.organization().time_zone, refs())
        });
        let rows = synced
            .rows
            .map(|rows| sheet.add_count("Rows", rows, "row", "rows", refs()));
        let known = synced
            .message
            .as_deref()
            .or_else(|| synced.overdue.then_some(OVERDUE_TEXT));
        let message = known.map(|message| sheet.add_name("What is to be known", message, refs()));
        found.source_row_count += synced.rows.unwrap_or(0);
        table.rows.push(Row {
            cells: vec![Some(name), at, rows, message],
            id,
        });
    }
    found.table = Some(table);
}
