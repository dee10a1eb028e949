//! `sync_status`: how fresh the data is, and the problems of the last Data Sync run.

use crate::auth::permission::SyncRead;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, SourceTable};
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::data_sync::{RunState, SyncOverview, TableStatus};

const METHOD: &str = "The records of the latest run, as on the Data Sync page";
const OVERDUE_TEXT: &str = "Newer rows are overdue";
const COLUMNS: &[Column] = &[
    Column::for_text("Table"),
    Column::for_text("Last synced"),
    Column::for_numbers("Rows"),
    Column::for_text("Note"),
];

pub(super) async fn sync_status(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let proof = context.require(SyncRead)?;
    let status = context
        .sync
        .load_status(
            &context.db().await?,
            context.organization().time_zone,
            &proof,
        )
        .await?;
    result.method = Some(METHOD);
    result.add_link("Data Sync", "/data-sync");
    let tables: Vec<&TableStatus> = status
        .tables
        .iter()
        .filter(|table| {
            args.table
                .is_none_or(|requested| SourceTable::parse(table.table.id()) == Some(requested))
        })
        .collect();
    let newest = match args.table {
        Some(_) => tables.iter().filter_map(|table| table.last_synced_at).max(),
        None => status.last_synced_at,
    };
    let zone = context.organization().time_zone;
    match (newest, args.table) {
        (Some(at), None) => {
            let at = sheet.add_timestamp("Last sync", at, zone, Vec::new());
            result.push_sentence(format!("The data was last synced on {at}."));
        }
        (Some(at), Some(table)) => {
            let (at, table) = (
                sheet.add_timestamp("Last sync", at, zone, Vec::new()),
                sheet.add_name("Table", table.as_str(), Vec::new()),
            );
            result.push_sentence(format!("{table} was last synced on {at}."));
        }
        (None, None) => result.push_no_data(
            "No data has been synced yet. Choose a source on the Data Sync page and start a full \
                sync.",
        ),
        (None, Some(table)) => {
            let table = sheet.add_name("Table", table.as_str(), Vec::new());
            result.push_no_data(format!(
                "{table} has never been synced. Check that the source has it, then start a sync \
                    on the Data Sync page."
            ));
        }
    }
    push_latest_run(&status, sheet, result);
    if tables.iter().any(|table| table.is_overdue) {
        result.push_sentence(format!("{OVERDUE_TEXT}."));
        result.actions.push(
            "Start a sync on the Data Sync page, or check there why the scheduled sync does not \
                run."
                .to_owned(),
        );
    }
    set_table(&tables, context, sheet, result);
    Ok(())
}

fn push_latest_run(status: &SyncOverview, sheet: &mut FactSheet, result: &mut ToolResult) {
    match status.state() {
        Some(RunState::Queued | RunState::Running) => result.push_sentence("A sync is running."),
        Some(RunState::Failed) => {
            result.push_sentence(
                "The latest run failed for at least one table; the other tables were synced.",
            );
            result.actions.push(
                "Open Data Sync, check the recent errors and start the sync again.".to_owned(),
            );
        }
        Some(RunState::Cancelled) => result.push_sentence("The latest run was canceled."),
        Some(RunState::Succeeded | RunState::SucceededWithRejects) | None => {}
    }
    let rejected = status.counts().rejected;
    if rejected > 0 {
        let rejected = sheet.add_count("Rejected rows", rejected, "row", "rows", Vec::new());
        result.insights.push(format!(
            "The latest run rejected {rejected}; they are missing from all figures."
        ));
        result.actions.push(
            "Open the rejected rows on the Data Sync page, correct them in the \
            source and sync again."
                .to_owned(),
        );
    }
}

fn set_table(
    tables: &[&TableStatus],
    context: &ToolContext<'_>,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let mut table = Table {
        title: "Tables".into(),
        columns: COLUMNS.to_vec(),
        rows: Vec::new(),
        total: tables.len(),
    };
    for synced in tables {
        let id = result.next_row_id();
        let refs = || vec![id.clone()];
        let name = sheet.add_name("Table", synced.table.id(), refs());
        let at = synced.last_synced_at.map(|at| {
            sheet.add_timestamp("Last synced", at, context.organization().time_zone, refs())
        });
        let rows = synced
            .rows
            .map(|rows| sheet.add_count("Rows", rows, "row", "rows", refs()));
        let note = synced
            .message
            .as_deref()
            .or_else(|| synced.is_overdue.then_some(OVERDUE_TEXT));
        let message = note.map(|message| sheet.add_name("Note", message, refs()));
        result.source_row_count += synced.rows.unwrap_or(0);
        table.rows.push(Row {
            cells: vec![Some(name), at, rows, message],
            id,
        });
    }
    result.table = Some(table);
}
