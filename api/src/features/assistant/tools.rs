//! The tools: each runs the very reads that the screens use and puts what they say into sentences
//! over facts.

mod buying;
mod customers;
mod explain;
mod feeds;
mod phrases;
mod prices;
mod report;
mod sales;
mod stock;
mod suppliers;
mod sync;
mod yields;

pub(super) use buying::{recommendations, recommended_cost, windows};
pub(super) use phrases::category_name;

pub(super) use self::customers::{figures_of, is_overdue};
use super::desk::Desk;
use super::facts::FactSheet;
use super::finding::Finding;
use super::registry::{Call, ToolName};
use crate::http::ApiError;

/// Runs a call and adds what it found to the answer's sheet.
pub(super) async fn run(
    desk: &Desk<'_>,
    place: usize,
    call: &Call,
    sheet: &mut FactSheet,
) -> Result<Finding, ApiError> {
    let mut found = Finding::new(place, call);
    let (args, found_here) = (&call.args, &mut found);
    match call.tool {
        ToolName::LowStockItems => stock::low_stock_items(desk, args, sheet, found_here).await?,
        ToolName::StockLevel => stock::stock_level(desk, args, sheet, found_here).await?,
        ToolName::ReorderRecommendations => {
            buying::reorder_recommendations(desk, args, sheet, found_here).await?;
        }
        ToolName::PriceIndex => buying::price_index(desk, args, sheet, found_here).await?,
        ToolName::PurchaseWindows => {
            buying::purchase_windows(desk, args, sheet, found_here).await?;
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
        ToolName::PriceTrend => prices::price_trend(desk, args, sheet, found_here).await?,
        ToolName::CropYieldForecast => {
            yields::crop_yield_forecast(desk, args, sheet, found_here).await?;
        }
        ToolName::WeatherImpact => feeds::weather_impact(desk, args, sheet, found_here).await?,
        ToolName::MarketNews => feeds::market_news(desk, args, sheet, found_here).await?,
        ToolName::SyncStatus => sync::sync_status(desk, args, sheet, found_here).await?,
        ToolName::GenerateReport => report::generate_report(desk, args, sheet, found_here)?,
        ToolName::ExplainMetric => explain::explain_metric(args, sheet, found_here),
    }
    Ok(found)
}
