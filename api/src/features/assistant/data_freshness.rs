//! Whether the rows behind a tool are as fresh as they should be.

use super::question_planner::Doubt;
use super::tool_context::ToolContext;
use super::tool_registry::ToolName;
use crate::features::data_sync::catalogue::SourceTable;
use crate::features::data_sync::landed;
use crate::http::ApiError;

/// The source tables whose rows a tool answers from. None for what tells its own age, or has none.
pub(super) fn source_tables_for(tool: ToolName) -> &'static [SourceTable] {
    match tool {
        ToolName::LowStockItems | ToolName::StockLevel => &[SourceTable::InventoryData],
        ToolName::ReorderRecommendations => {
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

/// The doubt that old rows cast on an answer.
pub(super) async fn check_freshness(
    desk: &ToolContext<'_>,
    tool: ToolName,
) -> Result<Option<Doubt>, ApiError> {
    let tables = source_tables_for(tool);
    if tables.is_empty() {
        return Ok(None);
    }
    let landed = landed(&desk.db().await?, desk.organization().time_zone, desk.now).await?;
    let overdue = |table: &SourceTable| {
        landed
            .iter()
            .any(|landed| landed.overdue && landed.is_of(*table))
    };
    Ok(tables.iter().any(overdue).then_some(Doubt::StaleData))
}
