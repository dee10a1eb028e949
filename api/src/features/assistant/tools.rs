//! The tools: each runs the very reads that the screens use and puts what they say into sentences
//! over facts.

mod answer_phrases;
mod crop_yield_forecast;
mod customers;
mod explain_metric;
mod generate_report;
mod price_trend;
mod purchasing;
mod sales;
mod stock;
mod suppliers;
mod sync_status;
mod weather_and_news;

pub(super) use answer_phrases::category_label;
pub(super) use purchasing::{
    load_permitted_recommendations, load_permitted_windows, sum_recommended_cost,
};

pub(super) use self::customers::{is_overdue, load_permitted_figures};
use super::fact_sheet::FactSheet;
use super::tool_context::ToolContext;
use super::tool_registry::{ToolCall, ToolName};
use super::tool_result::ToolResult;
use crate::http::ApiError;

/// Runs a call and adds what it found to the answer's sheet.
pub(super) async fn run_tool(
    desk: &ToolContext<'_>,
    place: usize,
    call: &ToolCall,
    sheet: &mut FactSheet,
) -> Result<ToolResult, ApiError> {
    let mut found = ToolResult::new(place, call);
    let (args, found_here) = (&call.args, &mut found);
    match call.tool {
        ToolName::LowStockItems => stock::low_stock_items(desk, args, sheet, found_here).await?,
        ToolName::StockLevel => stock::stock_level(desk, args, sheet, found_here).await?,
        ToolName::ReorderRecommendations => {
            purchasing::reorder_recommendations(desk, args, sheet, found_here).await?;
        }
        ToolName::PriceIndex => purchasing::price_index(desk, args, sheet, found_here).await?,
        ToolName::PurchaseWindows => {
            purchasing::purchase_windows(desk, args, sheet, found_here).await?;
        }
        ToolName::SpendBySupplier => {
            suppliers::spend_by_supplier(desk, args, sheet, found_here).await?;
        }
        ToolName::SupplierPerformance => {
            suppliers::supplier_performance(desk, args, sheet, found_here).await?;
        }
        ToolName::ActiveSuppliers => {
            suppliers::active_suppliers(desk, args, sheet, found_here).await?;
        }
        ToolName::TopProducts => sales::top_products(desk, args, sheet, found_here).await?,
        ToolName::SalesSummary => sales::sales_summary(desk, args, sheet, found_here).await?,
        ToolName::AvgOrderValue => sales::avg_order_value(desk, args, sheet, found_here).await?,
        ToolName::TopCustomers => customers::top_customers(desk, args, sheet, found_here).await?,
        ToolName::LapsedCustomers => {
            customers::lapsed_customers(desk, args, sheet, found_here).await?;
        }
        ToolName::CustomerNextPurchase => {
            customers::customer_next_purchase(desk, args, sheet, found_here).await?;
        }
        ToolName::CustomerProfile => {
            customers::customer_profile(desk, args, sheet, found_here).await?;
        }
        ToolName::CustomerSegments => {
            customers::customer_segments(desk, args, sheet, found_here).await?;
        }
        ToolName::PriceTrend => price_trend::price_trend(desk, args, sheet, found_here).await?,
        ToolName::CropYieldForecast => {
            crop_yield_forecast::crop_yield_forecast(desk, args, sheet, found_here).await?;
        }
        ToolName::WeatherImpact => {
            weather_and_news::weather_impact(desk, args, sheet, found_here).await?
        }
        ToolName::MarketNews => {
            weather_and_news::market_news(desk, args, sheet, found_here).await?
        }
        ToolName::SyncStatus => sync_status::sync_status(desk, args, sheet, found_here).await?,
        ToolName::GenerateReport => {
            generate_report::generate_report(desk, args, sheet, found_here)?
        }
        ToolName::ExplainMetric => explain_metric::explain_metric(args, sheet, found_here),
    }
    Ok(found)
}
