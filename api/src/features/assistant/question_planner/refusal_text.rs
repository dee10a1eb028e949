//! What is said where nothing is run: why not, and what can be asked instead. Without figures, and
//! never repeating what was typed.

use super::question_guard::RefusalReason;
use crate::features::assistant::tool_registry::ToolName;

/// What can be asked.
pub const CAPABILITIES_TEXT: &str = "I can answer from your organization's own data: stock and reorders, \
    sales and products, customers and their next purchases, suppliers and spend, commodity \
    prices, crop yields, weather and market news, and data sync; I can also build reports and \
    explain how a figure is made.";
/// Said where a name stands in none of the organization's lists, in the same words for every name.
pub const UNKNOWN_NAME_TEXT: &str = "I find no item, customer or supplier of that name in your \
    organization's data. Please check the spelling.";

impl RefusalReason {
    /// Why, in a sentence or two.
    pub fn to_text(self) -> &'static str {
        match self {
            Self::OtherOrganization => {
                "I answer from your own organization's data only; I cannot see any other \
                    organization's."
            }
            Self::PromptInjection => {
                "I cannot do that: I only answer questions with the figures that you may see, and \
                    I run no code or instructions from a message."
            }
            Self::ChangeRequest => {
                "I only read: I cannot change, order, send or start anything. Changes are made on \
                    the pages themselves."
            }
            Self::AgronomicAdvice => {
                "I give no advice on application or growing: follow the product's label, or ask \
                    your agronomist."
            }
            Self::PriceForecast => {
                "I do not predict prices, and I give no advice on trading. What I can show is how \
                    prices have moved so far."
            }
            Self::OffTopic => "That is outside what I know about.",
        }
    }
}

/// A refusal in full.
pub(super) fn build_refusal_text(reason: &str) -> String {
    format!("{reason} {CAPABILITIES_TEXT}")
}

/// Said where the caller may not run the tool: names the permission and the way to get it.
pub(super) fn missing_permission_text(tool: ToolName, permission: &str) -> String {
    let subject = tool_subject(tool);
    format!(
        "You do not have the permission {permission}, which {subject} needs. An owner or admin of \
            your organization can give it to you."
    )
}

/// What a tool is about, for sentences and options.
pub(super) fn tool_subject(tool: ToolName) -> &'static str {
    match tool {
        ToolName::LowStockItems => "low stock",
        ToolName::StockLevel => "the stock level",
        ToolName::ReorderRecommendations => "reorder recommendations",
        ToolName::TopProducts => "top products",
        ToolName::SalesSummary => "the sales summary",
        ToolName::AvgOrderValue => "the average order value",
        ToolName::SpendBySupplier => "spend by supplier",
        ToolName::SupplierPerformance => "supplier performance",
        ToolName::ActiveSuppliers => "the number of active suppliers",
        ToolName::PriceTrend => "the price trend",
        ToolName::PriceIndex => "the supply price index",
        ToolName::CropYieldForecast => "the yield forecast",
        ToolName::WeatherImpact => "the weather",
        ToolName::MarketNews => "market news",
        ToolName::CustomerNextPurchase => "the next purchase",
        ToolName::CustomerProfile => "the customer profile",
        ToolName::TopCustomers => "top customers",
        ToolName::CustomerSegments => "customer segments",
        ToolName::LapsedCustomers => "customers who have gone quiet",
        ToolName::PurchaseWindows => "the best time to buy",
        ToolName::SyncStatus => "the data sync",
        ToolName::GenerateReport => "a report",
        ToolName::ExplainMetric => "how a figure is made",
    }
}
