//! The table of tools: name, permission, description and parameters of each.

use std::fmt;

use sources::SourceTable;

use super::{ParamType, ReportKind, ToolParam};
use crate::features::assistant::period::Period;

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

const SALES: &[SourceTable] = &[SourceTable::SalesTransactions];
const STOCK: &[SourceTable] = &[SourceTable::InventoryData, SourceTable::SalesTransactions];
const QUOTES: &[SourceTable] = &[SourceTable::MarketPrices];

/// What a tool is about.
struct ToolTopic {
    subject: &'static str,
    tables: &'static [SourceTable],
    default_period: Option<Period>,
    report: Option<ReportKind>,
}

/// A topic without source data.
const fn about(subject: &'static str) -> ToolTopic {
    ToolTopic {
        subject,
        tables: &[],
        default_period: None,
        report: None,
    }
}

impl ToolTopic {
    const fn from(self, tables: &'static [SourceTable]) -> Self {
        Self { tables, ..self }
    }

    const fn over(self, default_period: Period) -> Self {
        Self {
            default_period: Some(default_period),
            ..self
        }
    }

    const fn within(self, report: ReportKind) -> Self {
        Self {
            report: Some(report),
            ..self
        }
    }
}

macro_rules! tools {
    ($(
        $variant:ident = $word:literal, $permission:expr,
        $description:literal,
        $topic:expr,
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

            fn topic(self) -> &'static ToolTopic {
                match self { $(Self::$variant => const { &$topic }),+ }
            }
        }
    };
}

tools! {
    LowStockItems = "low_stock_items", Some("inventory.read"),
        "Items at or below reorder point",
        about("low stock").from(STOCK).within(ReportKind::Inventory),
        [CATEGORY, LIMIT];
    StockLevel = "stock_level", Some("inventory.read"),
        "On-hand quantity of one named item",
        about("the stock level").from(STOCK).within(ReportKind::Inventory),
        [name_param("item", true)];
    ReorderRecommendations = "reorder_recommendations", Some("purchasing.read"),
        "What to reorder, how much and at what cost",
        about("reorder recommendations").from(STOCK).within(ReportKind::Inventory),
        [CATEGORY, LIMIT];
    TopProducts = "top_products", Some("sales.read"),
        "Products ranked by revenue or quantity sold (asc = slow movers)",
        about("top products").from(SALES).over(Period::Last12Months).within(ReportKind::Sales),
        [
            choice_param("metric", &["revenue", "quantity"], Some("revenue")),
            PERIOD,
            CATEGORY,
            LIMIT,
            ORDER,
        ];
    SalesSummary = "sales_summary", Some("sales.read"),
        "Total sales revenue, orders and change, optionally broken down",
        about("the sales summary").from(SALES).over(Period::Last30Days).within(ReportKind::Sales),
        [
            PERIOD,
            COMPARE,
            CATEGORY,
            choice_param("group_by", &["none", "category", "month", "product"], Some("none")),
        ];
    AvgOrderValue = "avg_order_value", Some("sales.read"),
        "Average order value and change",
        about("the average order value")
            .from(SALES)
            .over(Period::Last12Months)
            .within(ReportKind::Sales),
        [PERIOD, COMPARE];
    SpendBySupplier = "spend_by_supplier", Some("purchasing.read"),
        "What we paid each supplier",
        about("spend by supplier").from(SALES).over(Period::Last12Months),
        [PERIOD, SUPPLIER, CATEGORY, LIMIT];
    SupplierPerformance = "supplier_performance", Some("purchasing.read"),
        "On-time delivery rate or lead time per supplier",
        about("supplier performance").from(SALES).over(Period::Last12Months),
        [
            choice_param("metric", &["delivery_rate", "lead_time"], Some("delivery_rate")),
            SUPPLIER,
            PERIOD,
            ORDER,
            LIMIT,
        ];
    ActiveSuppliers = "active_suppliers", Some("purchasing.read"),
        "How many suppliers delivered in the period",
        about("the number of active suppliers").from(SALES).over(Period::Last90Days),
        [PERIOD];
    PriceTrend = "price_trend", Some("market.read"),
        "Commodity price history and change",
        about("the price trend").from(QUOTES).within(ReportKind::Market),
        [
            choice_param("commodity", &[
                "all", "corn", "soybeans", "wheat", "fertilizer",
            ], Some("all")),
            choice_param("timeframe", &["1M", "3M", "6M", "1Y"], Some("3M")),
        ];
    PriceIndex = "price_index", Some("purchasing.read"),
        "Supply price index and categories",
        about("the supply price index").from(SALES),
        [CATEGORY];
    CropYieldForecast = "crop_yield_forecast", Some("market.read"),
        "Yield forecast by crop, with accuracy",
        about("the yield forecast")
            .from(&[SourceTable::CustomerProfiles])
            .within(ReportKind::Market),
        [choice_param("crop", &["all", "corn", "soybeans", "wheat"], Some("all"))];
    WeatherImpact = "weather_impact", Some("market.read"),
        "Regional temperature, rainfall, conditions",
        about("the weather").within(ReportKind::Market),
        [
            choice_param("region", &[
                "all", "midwest", "plains", "southeast", "northeast",
            ], Some("all")),
        ];
    MarketNews = "market_news", Some("market.read"),
        "Market headlines with impact",
        about("market news").within(ReportKind::Market),
        [choice_param("impact", &["all", "positive", "neutral", "negative"], Some("all")), LIMIT];
    CustomerNextPurchase = "customer_next_purchase", Some("customers.read"),
        "Predicted next purchase date and product of customers",
        about("the next purchase").from(SALES).within(ReportKind::Customers),
        [CUSTOMER, days_param("within_days", 365, None), LIMIT];
    CustomerProfile = "customer_profile", Some("customers.read"),
        "Last purchase, frequency, average spend of one customer",
        about("the customer profile").from(SALES).within(ReportKind::Customers),
        [name_param("customer", true)];
    TopCustomers = "top_customers", Some("customers.read"),
        "Customers ranked by revenue or order count",
        about("top customers")
            .from(SALES)
            .over(Period::Last12Months)
            .within(ReportKind::Customers),
        [choice_param("metric", &["revenue", "orders"], Some("revenue")), PERIOD, LIMIT, ORDER];
    CustomerSegments = "customer_segments", Some("customers.read"),
        "Segments, predicted needs, optimal purchase time, savings",
        about("customer segments").from(SALES).within(ReportKind::Customers),
        [];
    LapsedCustomers = "lapsed_customers", Some("customers.read"),
        "Customers with no purchase for N days",
        about("lapsed customers").from(SALES).within(ReportKind::Customers),
        [days_param("inactive_days", 1000, Some(90)), LIMIT];
    PurchaseWindows = "purchase_windows", Some("purchasing.read"),
        "Best time of year to buy",
        about("the best time to buy").from(SALES),
        [CATEGORY];
    SyncStatus = "sync_status", Some("sync.read"),
        "When data was last synced, errors, per table",
        about("the data sync"),
        [
            choice_param("table", &[
                "all", "inventory_data", "sales_transactions", "market_prices",
                "customer_profiles", "supplier_data",
            ], Some("all")),
        ];
    GenerateReport = "generate_report", Some("reports.create"),
        "Build a PDF/HTML/CSV report",
        about("a report").over(Period::Last12Months),
        [
            choice_param("kind", &[
                "overview", "inventory", "sales", "customers", "market",
            ], Some("overview")),
            PERIOD,
            choice_param("format", &["pdf", "html", "csv"], Some("pdf")),
        ];
    ExplainMetric = "explain_metric", None,
        "Definition and formula of a metric shown in the app",
        about("how a figure is computed"),
        [
            ToolParam { required: true, ..choice_param( "metric", &[
                "total_spend", "avg_order_value", "delivery_rate", "active_suppliers",
                "forecast_accuracy", "price_index", "success_rate", "confidence",
                "reorder_point",
            ], None, ) },
        ];
}

impl ToolName {
    /// Subject of the tool, for sentences and options.
    pub fn subject(self) -> &'static str {
        self.topic().subject
    }

    /// The source tables that the tool reads. Empty for tools that report the age of their data
    /// themselves and for tools without source data.
    pub fn source_tables(self) -> &'static [SourceTable] {
        self.topic().tables
    }

    /// Default period of the tool: the same as on the pages.
    pub fn default_period(self) -> Option<Period> {
        self.topic().default_period
    }

    /// The kind of report that contains the tool's figures.
    pub fn report_kind(self) -> Option<ReportKind> {
        self.topic().report
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
