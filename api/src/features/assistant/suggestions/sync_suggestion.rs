//! Suggests fixing failed, incomplete or overdue syncs.

use super::SuggestionCandidate;
use crate::auth::permission::{Permission, SyncRead};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, ToolCall, ToolName};
use crate::features::assistant::wire::{Suggestion, SuggestionPriority};
use crate::features::data_sync::{RunState, TableState, TableStatus};

pub(super) async fn suggest_sync_check(
    context: &ToolContext<'_>,
) -> Result<Option<SuggestionCandidate>, ToolError> {
    if !context.scope.permissions().contains(Permission::SyncRead) {
        return Ok(None);
    }
    let status = context
        .sync
        .load_status(
            &context.db().await?,
            context.organization().time_zone,
            &context.require(SyncRead)?,
        )
        .await?;
    let tables = |matches: fn(&TableStatus) -> bool| {
        status
            .tables
            .iter()
            .filter(|table| matches(table))
            .map(|table| table.table.id().to_owned())
            .collect::<Vec<_>>()
    };
    let mut sheet = FactSheet::new("");
    let (id, title, message, action, priority, items) = match status.state() {
        Some(RunState::Failed) => (
            "sync-failed",
            "Data Sync failed",
            "The latest run failed for at least one table: its figures come from the previous \
                run."
                .to_owned(),
            "Open Data Sync, check the error and start the sync again",
            SuggestionPriority::High,
            tables(|table| table.state == Some(TableState::Failed)),
        ),
        Some(RunState::SucceededWithRejects) => {
            let rows = sheet.add_count(
                "Rejected rows",
                status.counts().rejected,
                "row",
                "rows",
                Vec::new(),
            );
            (
                "sync-rejects",
                "Rejected rows",
                format!("The latest run rejected {rows}; they are missing from all figures."),
                "Open the rejected rows on the Data Sync page and correct them in the source",
                SuggestionPriority::Medium,
                tables(|table| table.state == Some(TableState::SucceededWithRejects)),
            )
        }
        _ => {
            let overdue = tables(|table| table.is_overdue);
            if overdue.is_empty() {
                return Ok(None);
            }
            (
                "sync-overdue",
                "Data out of date",
                "Newer rows are overdue: figures from these tables are as of their last sync."
                    .to_owned(),
                "Open Data Sync and start a sync, or check there why the scheduled sync does not \
                    run",
                SuggestionPriority::Medium,
                overdue,
            )
        }
    };
    let message = sheet.render_sentences(&[message]).join(" ");
    let suggestion = Suggestion {
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
    Ok(Some(SuggestionCandidate { suggestion, calls }))
}
