//! Checks whether the data behind a tool is up to date.

use super::question_planner::Doubt;
use super::tool_context::ToolContext;
use super::tool_registry::ToolName;
use crate::db::DbError;
use crate::features::data_sync::load_table_freshness;
use sources::SourceTable;

/// Returns why the data of the tool may be out of date: its order lines end before today, or a
/// source table is overdue for a sync.
pub(super) async fn check_freshness(
    context: &ToolContext<'_>,
    tool: ToolName,
) -> Result<Option<Doubt>, DbError> {
    let tables = tool.source_tables();
    if tables.is_empty() {
        return Ok(None);
    }
    if let Some(newest) = context.figure_day.data_through
        && context.figure_day.is_past()
        && tables.contains(&SourceTable::SalesTransactions)
    {
        return Ok(Some(Doubt::OldRows(newest)));
    }
    let landed = load_table_freshness(
        &context.db().await?,
        context.organization().time_zone,
        context.now,
    )
    .await?;
    let is_overdue = |table: &SourceTable| {
        landed
            .iter()
            .any(|landed| landed.is_overdue && landed.is_for_table(*table))
    };
    Ok(tables.iter().any(is_overdue).then_some(Doubt::StaleData))
}
