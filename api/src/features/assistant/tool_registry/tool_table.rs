//! The table of tools: name, permission, description and parameters of each.

use std::fmt;

use super::{ParamType, ToolParam};

const CATEGORY: ToolParam = choice_param(
    "category",
    &["all", "fertilizer", "seed", "pesticide"],
    Some("all"),
);
const LIMIT: ToolParam = ToolParam {
    name: "limit",
    param_type: ParamType::Integer {
        min: 1,
        max: 50,
        default: Some(5),
    },
    required: false,
};
const PERIOD: ToolParam = ToolParam {
    name: "period",
    param_type: ParamType::Period,
    required: false,
};
const ORDER: ToolParam = choice_param("order", &["desc", "asc"], Some("desc"));
const COMPARE: ToolParam = choice_param(
    "compare",
    &["none", "previous_period", "previous_year"],
    Some("none"),
);
const CUSTOMER: ToolParam = name_param("customer", false);
const SUPPLIER: ToolParam = name_param("supplier", false);

const fn choice_param(
    name: &'static str,
    values: &'static [&'static str],
    default: Option<&'static str>,
) -> ToolParam {
    ToolParam {
        name,
        param_type: ParamType::Choice { values, default },
        required: false,
    }
}

const fn name_param(name: &'static str, required: bool) -> ToolParam {
    ToolParam {
        name,
        param_type: ParamType::Name { max_chars: 80 },
        required,
    }
}

const fn days_param(name: &'static str, max: u32, default: Option<u32>) -> ToolParam {
    ToolParam {
        name,
        param_type: ParamType::Integer {
            min: 1,
            max,
            default,
        },
        required: false,
    }
}

macro_rules! tools {
    ($(
        $variant:ident = $word:literal, $permission:expr,
        $description:literal,
        [$($param:expr),* $(,)?];
    )+) => {
        /// Name of a tool.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ToolName { $(#[doc = $description] $variant),+ }

        impl ToolName {
            /// Every tool, in the order of the contract.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Name in the contract.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// Parses a name of the contract.
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }

            pub fn description(self) -> &'static str {
                match self { $(Self::$variant => $description),+ }
            }

            /// Name of the required permission; none if every signed-in person may use the tool.
            pub fn permission(self) -> Option<&'static str> {
                match self { $(Self::$variant => $permission),+ }
            }

            pub fn params(self) -> &'static [ToolParam] {
                match self { $(Self::$variant => const { &[$($param),*] }),+ }
            }
        }
    };
}

tools! {
    LowStockItems = "low_stock_items", Some("inventory.read"),
        "Items at or below reorder point",
        [CATEGORY, LIMIT];
    StockLevel = "stock_level", Some("inventory.read"),
        "On-hand quantity of one named item",
        [name_param("item", true)];
    ReorderRecommendations = "reorder_recommendations", Some("purchasing.read"),
        "What to reorder, how much and at what cost",
        [CATEGORY, LIMIT];
    TopProducts = "top_products", Some("sales.read"),
        "Products ranked by revenue or quantity sold (asc = slow movers)",
        [
            choice_param("metric", &["revenue", "quantity"], Some("revenue")),
            PERIOD,
            CATEGORY,
            LIMIT,
            ORDER,
        ];
    SalesSummary = "sales_summary", Some("sales.read"),
        "Total sales revenue, orders and change, optionally broken down",
        [
            PERIOD,
            COMPARE,
            CATEGORY,
            choice_param("group_by", &["none", "category", "month", "product"], Some("none")),
        ];
    AvgOrderValue = "avg_order_value", Some("sales.read"),
        "Average order value and change",
        [PERIOD, COMPARE];
    SpendBySupplier = "spend_by_supplier", Some("purchasing.read"),
        "What we paid each supplier",
        [PERIOD, SUPPLIER, CATEGORY, LIMIT];
    SupplierPerformance = "supplier_performance", Some("purchasing.read"),
        "On-time delivery rate or lead time per supplier",
        [
            choice_param("metric", &["delivery_rate", "lead_time"], Some("delivery_rate")),
            SUPPLIER,
            PERIOD,
            ORDER,
            LIMIT,
        ];
    ActiveSuppliers = "active_suppliers", Some("purchasing.read"),
        "How many suppliers delivered in the period",
        [PERIOD];
    PriceTrend = "price_trend", Some("market.read"),
        "Commodity price history and change",
        [
            choice_param("commodity", &[
                "all", "corn", "soybeans", "wheat", "fertilizer",
            ], Some("all")),
            choice_param("timeframe", &["1M", "3M", "6M", "1Y"], Some("3M")),
        ];
    PriceIndex = "price_index", Some("purchasing.read"),
        "Supply price index and categories",
        [CATEGORY];
    CropYieldForecast = "crop_yield_forecast", Some("market.read"),
        "Yield forecast by crop, with accuracy",
        [choice_param("crop", &["all", "corn", "soybeans", "wheat"], Some("all"))];
    WeatherImpact = "weather_impact", Some("market.read"),
        "Regional temperature, rainfall, conditions",
        [
            choice_param("region", &[
                "all", "midwest", "plains", "southeast", "northeast",
            ], Some("all")),
        ];
    MarketNews = "market_news", Some("market.read"),
        "Market headlines with impact",
        [choice_param("impact", &["all", "positive", "neutral", "negative"], Some("all")), LIMIT];
    CustomerNextPurchase = "customer_next_purchase", Some("customers.read"),
        "Predicted next purchase date and product of customers",
        [CUSTOMER, days_param("within_days", 365, None), LIMIT];
    CustomerProfile = "customer_profile", Some("customers.read"),
        "Last purchase, frequency, average spend of one customer",
        [name_param("customer", true)];
    TopCustomers = "top_customers", Some("customers.read"),
        "Customers ranked by revenue or order count",
        [choice_param("metric", &["revenue", "orders"], Some("revenue")), PERIOD, LIMIT, ORDER];
    CustomerSegments = "customer_segments", Some("customers.read"),
        "Segments, predicted needs, optimal purchase time, savings",
        [];
    LapsedCustomers = "lapsed_customers", Some("customers.read"),
        "Customers with no purchase for N days",
        [days_param("inactive_days", 1000, Some(90)), LIMIT];
    PurchaseWindows = "purchase_windows", Some("purchasing.read"),
        "Best time of year to buy",
        [CATEGORY];
    SyncStatus = "sync_status", Some("sync.read"),
        "When data was last synced, errors, per table",
        [
            choice_param("table", &[
                "all", "inventory_data", "sales_transactions", "market_prices",
                "customer_profiles", "supplier_data",
            ], Some("all")),
        ];
    GenerateReport = "generate_report", Some("reports.create"),
        "Build a PDF/HTML/CSV report",
        [
            choice_param("kind", &[
                "overview", "inventory", "sales", "customers", "market",
            ], Some("overview")),
            PERIOD,
            choice_param("format", &["pdf", "html", "csv"], Some("pdf")),
        ];
    ExplainMetric = "explain_metric", None,
        "Definition and formula of a metric shown in the app",
        [
            ToolParam { required: true, ..choice_param( "metric", &[
                "total_spend", "avg_order_value", "delivery_rate", "active_suppliers",
                "forecast_accuracy", "price_index", "success_rate", "confidence",
                "reorder_point",
            ], None, ) },
        ];
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
