//! The tools. Each uses the same reads as the pages and describes the figures in sentences over
//! facts.

mod answer_phrases;
mod crop_yield_forecast;
mod customers;
mod explain_metric;
mod generate_report;
mod lines_context;
mod metric_presets;
mod price_trend;
mod purchasing;
mod stock;
mod suppliers;
mod sync_status;
mod weather_and_news;

pub(super) use answer_phrases::category_label;
pub(super) use purchasing::{
    load_permitted_recommendations, load_permitted_windows, sum_recommended_cost,
};

pub(super) use self::customers::{describe_chance, load_permitted_figures, overdue_rows};
use super::fact_sheet::FactSheet;
use super::tool_context::{ToolContext, ToolError};
use super::tool_registry::{ToolCall, ToolName};
use super::tool_result::{ResultSource, ToolResult};

/// Runs a tool call and adds its figures to the answer's fact sheet.
pub(super) async fn run_tool(
    context: &ToolContext<'_>,
    index: usize,
    call: &ToolCall,
    sheet: &mut FactSheet,
) -> Result<ToolResult, ToolError> {
    let mut tool_result = ToolResult::new(index, ResultSource::Tool(call.clone()));
    let (args, result) = (&call.args, &mut tool_result);
    match call.tool {
        ToolName::LowStockItems => stock::low_stock_items(context, args, sheet, result).await?,
        ToolName::StockLevel => stock::stock_level(context, args, sheet, result).await?,
        ToolName::ReorderRecommendations => {
            purchasing::reorder_recommendations(context, args, sheet, result).await?;
        }
        ToolName::PriceIndex => purchasing::price_index(context, args, sheet, result).await?,
        ToolName::PurchaseWindows => {
            purchasing::purchase_windows(context, args, sheet, result).await?;
        }
        ToolName::SupplierPerformance => {
            suppliers::supplier_performance(context, args, sheet, result).await?;
        }
        ToolName::LapsedCustomers => {
            customers::lapsed_customers(context, args, sheet, result).await?;
        }
        ToolName::CustomerNextPurchase => {
            customers::customer_next_purchase(context, args, sheet, result).await?;
        }
        ToolName::CustomerProfile => {
            customers::customer_profile(context, args, sheet, result).await?;
        }
        ToolName::CustomerSegments => {
            customers::customer_segments(context, args, sheet, result).await?;
        }
        ToolName::PriceTrend => price_trend::price_trend(context, args, sheet, result).await?,
        ToolName::CropYieldForecast => {
            crop_yield_forecast::crop_yield_forecast(context, args, sheet, result).await?;
        }
        ToolName::WeatherImpact => {
            weather_and_news::weather_impact(context, args, sheet, result).await?;
        }
        ToolName::MarketNews => weather_and_news::market_news(context, args, sheet, result).await?,
        ToolName::SyncStatus => sync_status::sync_status(context, args, sheet, result).await?,
        ToolName::GenerateReport => generate_report::generate_report(context, args, sheet, result)?,
        ToolName::ExplainMetric => explain_metric::explain_metric(args, sheet, result),
        // Presets.
        ToolName::TopProducts
        | ToolName::SalesSummary
        | ToolName::AvgOrderValue
        | ToolName::TopCustomers
        | ToolName::SpendBySupplier
        | ToolName::ActiveSuppliers => {
            metric_presets::run_preset(context, call, sheet, result).await?;
        }
    }
    Ok(tool_result)
}
