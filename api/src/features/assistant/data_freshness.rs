//! Checks whether the data behind a tool is up to date.

use super::question_planner::Doubt;
use super::tool_context::ToolContext;
use super::tool_registry::ToolName;
use crate::db::DbError;
use crate::features::data_sync::load_table_freshness;
use sources::SourceTable;

/// Returns the source tables that a tool reads. Empty for tools that report the age of their data
/// themselves and for tools without source data.
pub(super) fn source_tables_for(tool: ToolName) -> &'static [SourceTable] {
    match tool {
        ToolName::LowStockItems | ToolName::StockLevel | ToolName::ReorderRecommendations => {
            &[SourceTable::InventoryData, SourceTable::SalesTransactions]
        }
        ToolName::TopProducts
        | ToolName::SalesSummary
        | ToolName::AvgOrderValue
        | ToolName::SpendBySupplier
        | ToolName::SupplierPerformance
        | ToolName::ActiveSuppliers
        | ToolName::PriceIndex
        | ToolName::PurchaseWindows
        | ToolName::CustomerNextPurchase
        | ToolName::CustomerProfile
        | ToolName::TopCustomers
        | ToolName::CustomerSegments
        | ToolName::LapsedCustomers => &[SourceTable::SalesTransactions],
        ToolName::PriceTrend => &[SourceTable::MarketPrices],
        ToolName::CropYieldForecast => &[SourceTable::CustomerProfiles],
        ToolName::WeatherImpact
        | ToolName::MarketNews
        | ToolName::SyncStatus
        | ToolName::GenerateReport
        | ToolName::ExplainMetric => &[],
    }
}

/// Returns why the data of the tool may be out of date: its order lines end before today, or a
/// source table is overdue for a sync.
pub(super) async fn check_freshness(
    context: &ToolContext<'_>,
    tool: ToolName,
) -> Result<Option<Doubt>, DbError> {
    let tables = source_tables_for(tool);
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
