//! Enumerations of argument values. `all` and `none` are represented by the absence of a value.

use std::fmt;

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($variant),+ }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Value in the contract.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// Parses a value of the contract.
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    )+};
}

choices! {
    /// Category of farm inputs.
    Category {
        Fertilizer = "fertilizer",
        Seed = "seed",
        Pesticide = "pesticide",
    }
    /// Commodity with market prices.
    Commodity {
        Corn = "corn",
        Soybeans = "soybeans",
        Wheat = "wheat",
        Fertilizer = "fertilizer",
    }
    /// Crop with reference yields.
    Crop {
        Corn = "corn",
        Soybeans = "soybeans",
        Wheat = "wheat",
    }
    /// Length of a price history.
    Timeframe {
        OneMonth = "1M",
        ThreeMonths = "3M",
        SixMonths = "6M",
        OneYear = "1Y",
    }
    Order {
        Descending = "desc",
        Ascending = "asc",
    }
    /// What a period is compared with.
    Compare {
        PreviousPeriod = "previous_period",
        PreviousYear = "previous_year",
    }
    /// Breakdown of sales.
    GroupBy {
        Category = "category",
        Month = "month",
        Product = "product",
    }
    /// Region of the weather panel.
    Region {
        Midwest = "midwest",
        Plains = "plains",
        Southeast = "southeast",
        Northeast = "northeast",
    }
    /// What a headline means for prices.
    Impact {
        Positive = "positive",
        Neutral = "neutral",
        Negative = "negative",
    }
    /// The five source tables of Data Sync.
    SourceTable {
        Inventory = "inventory_data",
        Sales = "sales_transactions",
        Market = "market_prices",
        Customers = "customer_profiles",
        Suppliers = "supplier_data",
    }
    ReportKind {
        Overview = "overview",
        Inventory = "inventory",
        Sales = "sales",
        Customers = "customers",
        Market = "market",
    }
    ReportFormat {
        Pdf = "pdf",
        Html = "html",
        Csv = "csv",
    }
    /// What a tool ranks, measures or explains; each tool accepts some of these.
    Metric {
        Revenue = "revenue",
        Quantity = "quantity",
        Orders = "orders",
        DeliveryRate = "delivery_rate",
        LeadTime = "lead_time",
        TotalSpend = "total_spend",
        AvgOrderValue = "avg_order_value",
        ActiveSuppliers = "active_suppliers",
        ForecastAccuracy = "forecast_accuracy",
        PriceIndex = "price_index",
        SuccessRate = "success_rate",
        Confidence = "confidence",
        ReorderPoint = "reorder_point",
    }
}

impl Timeframe {
    /// Length in days.
    pub fn days(self) -> u32 {
        match self {
            Self::OneMonth => 30,
            Self::ThreeMonths => 90,
            Self::SixMonths => 180,
            Self::OneYear => 365,
        }
    }

    /// The shortest timeframe that covers `days`, at most a year.
    pub fn for_days(days: u32) -> Self {
        // Months have up to 31 days: two calendar quarters count as six months.
        Self::ALL
            .iter()
            .copied()
            .find(|timeframe| days <= timeframe.days() + timeframe.days() / 30)
            .unwrap_or(Self::OneYear)
    }
}

impl Commodity {
    /// The crop with yield forecasts, if the commodity is one.
    pub fn crop(self) -> Option<Crop> {
        Crop::parse(self.as_str())
    }
}
