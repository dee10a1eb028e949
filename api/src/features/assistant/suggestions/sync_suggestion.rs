//! What the latest run of Data Sync left undone, and rows that it should have followed by newer
//! ones.

use super::SuggestionCandidate;
use crate::auth::permission::{Permission, SyncRead};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::question_answering::render_sentences;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, ToolCall, ToolName};
use crate::features::assistant::wire::{Suggestion, SuggestionPriority};
use crate::features::data_sync::wire::{RunState, SyncableTable, TableState};
use crate::http::ApiError;

pub(super) async fn suggest_sync_check(
    desk: &ToolContext<'_>,
) -> Result<Option<SuggestionCandidate>, ApiError> {
    if !desk.scope.permissions().contains(Permission::SyncRead) {
        return Ok(None);
    }
    let status = desk
        .sync
        .status(
            &desk.db().await?,
            desk.organization().time_zone,
            &desk.require(SyncRead)?,
        )
        .await?;
    let tables = |wanted: fn(&SyncableTable) -> bool| {
        status
            .tables
            .iter()
            .filter(|table| wanted(table))
            .map(|table| table.source_table.clone())
            .collect::<Vec<_>>()
    };
    let mut sheet = FactSheet::new("");
    let (id, title, message, action, priority, items) = match status.state {
        Some(RunState::Failed) => (
            "sync-failed",
            "Data Sync failed",
            "The latest run failed for at least one table: its figures are those of the run before.".to_owned(),
            "Open Data Sync, read the reason and start the sync again",
            SuggestionPriority::High,
            tables(|table| table.state == Some(TableState::Failed)),
        ),
        Some(RunState::SucceededWithRejects) => {
            let rows = sheet.add_count("Rows that could not land", status.stats.errors, "row", "rows", Vec::new());
            (
                "sync-rejects",
                "Rows that could not be synced",
                format!("{rows} of the latest run could not land and are missing from every figure."),
                "Open the rejected rows on the Data Sync page and correct them in the source",
                SuggestionPriority::Medium,
                tables(|table| table.state == Some(TableState::SucceededWithRejects)),
            )
        }
        _ => {
            let overdue = tables(|table| table.overdue);
            if overdue.is_empty() {
                return Ok(None);
            }
            (
                "sync-overdue",
                "Rows older than they should be",
                "Newer rows were expected by now: the figures tell of the business as it was when \
                    these tables were synced.".to_owned(),
                "Open Data Sync and start a sync, or see there why the scheduled one does not run",
                SuggestionPriority::Medium,
                overdue,
            )
        }
    };
    let message = render_sentences(&[message], &sheet).join(" ");
    let shown = Suggestion {
        id: id.to_owned(),
        title: title.to_owned(),
        message,
        action: action.to_owned(),
        priority,
        items,
    };
    let calls = ToolCall::new(ToolName::SyncStatus, &Args::default())
        .into_iter()
        .collect();
    Ok(Some(SuggestionCandidate {
        suggestion: shown,
        calls,
    }))
}
