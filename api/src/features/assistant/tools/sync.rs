//! How fresh the rows are, and what the latest run of Data Sync left undone.

use crate::auth::permission::SyncRead;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::{Column, Finding, Row, Table};
use crate::features::assistant::registry::{Args, SourceTable};
use crate::features::data_sync::wire::{RunState, SyncStatus, SyncableTable};
use crate::http::ApiError;

const METHOD: &str = "The records of the latest run, as the Data Sync page shows them";
const OVERDUE: &str = "Newer rows were expected by now";
const COLUMNS: &[Column] = &[
    Column::words("Table"),
    Column::words("Last synced"),
    Column::figures("Rows"),
    Column::words("What is to be known"),
];

pub(super) async fn sync_status(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let right = desk.require(SyncRead)?;
    let status = desk
        .sync
        .status(&desk.db().await?, desk.organization().time_zone, &right)
        .await?;
    found.method = Some(METHOD);
    found.link("Data Sync", "/data-sync");
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
            let at = sheet.moment("Last sync", at, zone, Vec::new());
            found.say(format!("The data were last synced on {at}."));
        }
        (Some(at), Some(table)) => {
            let (at, table) = (
                sheet.moment("Last sync", at, zone, Vec::new()),
                sheet.name("Table", table.as_str(), Vec::new()),
            );
            found.say(format!("{table} was last synced on {at}."));
        }
        (None, None) => found.nothing(
            "Nothing was ever synced. Choose a source on the Data Sync page and start a full sync.",
        ),
        (None, Some(table)) => {
            let table = sheet.name("Table", table.as_str(), Vec::new());
            found.nothing(format!(
                "{table} was never synced. Check that the source has it, then \
                start a sync on the Data Sync page."
            ));
        }
    }
    latest_run(&status, sheet, found);
    if shown.iter().any(|table| table.overdue) {
        found.say(format!("{OVERDUE}."));
        found.actions.push(
            "Start a sync on the Data Sync page, or see there why the scheduled one does not run."
                .to_owned(),
        );
    }
    list(&shown, desk, sheet, found);
    Ok(())
}

fn latest_run(status: &SyncStatus, sheet: &mut FactSheet, found: &mut Finding) {
    match status.state {
        Some(RunState::Queued | RunState::Running) => found.say("A sync is running right now."),
        Some(RunState::Failed) => {
            found.say("The latest run failed for at least one table; the others keep what landed.");
            found.actions.push(
                "Open Data Sync, read the recent errors and start the sync again.".to_owned(),
            );
        }
        Some(RunState::Cancelled) => found.say("The latest run was cancelled before its end."),
        Some(RunState::Succeeded | RunState::SucceededWithRejects) | None => {}
    }
    if status.stats.errors > 0 {
        let rejected = sheet.count(
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

fn list(shown: &[&SyncableTable], desk: &Desk<'_>, sheet: &mut FactSheet, found: &mut Finding) {
    let mut table = Table {
        title: "Tables",
        columns: COLUMNS.to_vec(),
        rows: Vec::new(),
        total: shown.len(),
    };
    for synced in shown {
        let id = found.next_row();
        let refs = || vec![id.clone()];
        let name = sheet.name("Table", &synced.source_table, refs());
        let at = synced
            .last_synced_at
            .map(|at| sheet.moment("Last synced", at, desk.organization().time_zone, refs()));
        let rows = synced
            .rows
            .map(|rows| sheet.count("Rows", rows, "row", "rows", refs()));
        let known = synced
            .message
            .as_deref()
            .or_else(|| synced.overdue.then_some(OVERDUE));
        let message = known.map(|message| sheet.name("What is to be known", message, refs()));
        found.n += synced.rows.unwrap_or(0);
        table.rows.push(Row {
            cells: vec![Some(name), at, rows, message],
            id,
        });
    }
    found.table = Some(table);
}
