//! Clarifying questions with options. The options are calls that match the words that were
//! understood.

use chrono::NaiveDate;

use super::concept::Concept;
use super::name_catalog::{NameCatalog, NameKind};
use super::parsed_question::ParsedQuestion;
use super::slot_filling::fill_slots;
use crate::features::assistant::tool_registry::{Args, ToolCall, ToolName};

/// Maximum number of options.
const MAX_OPTIONS: usize = 4;

/// An option: a call and its label. The label contains no figures except those in names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClarifyingOption {
    pub label: String,
    pub call: ToolCall,
}

impl ClarifyingOption {
    pub(super) fn for_call(call: ToolCall) -> Self {
        let args = &call.args;
        let about = [
            args.item.clone(),
            args.customer.clone(),
            args.supplier.clone(),
            args.category.map(|category| category.to_string()),
            args.commodity.map(|commodity| commodity.to_string()),
            args.crop.map(|crop| crop.to_string()),
            args.region.map(|region| region.to_string()),
            args.metric
                .filter(|_| {
                    matches!(
                        call.tool,
                        ToolName::SupplierPerformance | ToolName::ExplainMetric
                    )
                })
                .map(|metric| metric.to_string().replace('_', " ")),
        ];
        let about: Vec<String> = about.into_iter().flatten().collect();
        let subject = call.tool.subject();
        let subject = subject.strip_prefix("the ").unwrap_or(subject);
        let mut letters = subject.chars();
        let title: String = letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(letters)
            .collect();
        let label = if about.is_empty() {
            title
        } else {
            format!("{title}: {}", about.join(", "))
        };
        Self { label, call }
    }
}

/// Tools that each concept can refer to, most likely first.
const TOOLS_BY_CONCEPT: &[(Concept, &[ToolName])] = &[
    (
        Concept::NamedCustomer,
        &[ToolName::CustomerProfile, ToolName::CustomerNextPurchase],
    ),
    (
        Concept::NamedSupplier,
        &[ToolName::SpendBySupplier, ToolName::SupplierPerformance],
    ),
    (Concept::NamedItem, &[ToolName::StockLevel]),
    (
        Concept::Top,
        &[
            ToolName::TopProducts,
            ToolName::TopCustomers,
            ToolName::SpendBySupplier,
        ],
    ),
    (
        Concept::Bottom,
        &[
            ToolName::TopProducts,
            ToolName::TopCustomers,
            ToolName::SupplierPerformance,
        ],
    ),
    (Concept::HasCommodity, &[ToolName::PriceTrend]),
    (
        Concept::HasCrop,
        &[ToolName::PriceTrend, ToolName::CropYieldForecast],
    ),
    (
        Concept::HasCategory,
        &[
            ToolName::LowStockItems,
            ToolName::TopProducts,
            ToolName::PurchaseWindows,
        ],
    ),
    (
        Concept::InputCategory,
        &[
            ToolName::LowStockItems,
            ToolName::TopProducts,
            ToolName::PriceIndex,
        ],
    ),
    (
        Concept::Price,
        &[
            ToolName::PriceTrend,
            ToolName::PriceIndex,
            ToolName::PurchaseWindows,
        ],
    ),
    (
        Concept::Market,
        &[
            ToolName::PriceTrend,
            ToolName::MarketNews,
            ToolName::WeatherImpact,
        ],
    ),
    (
        Concept::Trend,
        &[
            ToolName::PriceTrend,
            ToolName::SalesSummary,
            ToolName::TopProducts,
        ],
    ),
    (
        Concept::Forecast,
        &[ToolName::CropYieldForecast, ToolName::CustomerNextPurchase],
    ),
    (Concept::HasRegion, &[ToolName::WeatherImpact]),
    (
        Concept::Sales,
        &[
            ToolName::SalesSummary,
            ToolName::TopProducts,
            ToolName::TopCustomers,
        ],
    ),
    (
        Concept::Revenue,
        &[
            ToolName::SalesSummary,
            ToolName::TopProducts,
            ToolName::TopCustomers,
        ],
    ),
    (
        Concept::Orders,
        &[
            ToolName::SalesSummary,
            ToolName::ReorderRecommendations,
            ToolName::AvgOrderValue,
        ],
    ),
    (
        Concept::Product,
        &[
            ToolName::TopProducts,
            ToolName::LowStockItems,
            ToolName::ReorderRecommendations,
        ],
    ),
    (
        Concept::Stock,
        &[
            ToolName::LowStockItems,
            ToolName::ReorderRecommendations,
            ToolName::TopProducts,
        ],
    ),
    (
        Concept::Customer,
        &[
            ToolName::TopCustomers,
            ToolName::CustomerNextPurchase,
            ToolName::LapsedCustomers,
            ToolName::CustomerSegments,
        ],
    ),
    (
        Concept::Who,
        &[ToolName::TopCustomers, ToolName::SpendBySupplier],
    ),
    (
        Concept::Supplier,
        &[
            ToolName::SpendBySupplier,
            ToolName::SupplierPerformance,
            ToolName::ActiveSuppliers,
        ],
    ),
    (
        Concept::Deliver,
        &[ToolName::SupplierPerformance, ToolName::ActiveSuppliers],
    ),
    (
        Concept::Bad,
        &[ToolName::SupplierPerformance, ToolName::TopProducts],
    ),
    (
        Concept::Buy,
        &[
            ToolName::ReorderRecommendations,
            ToolName::CustomerNextPurchase,
            ToolName::PurchaseWindows,
        ],
    ),
    (
        Concept::Next,
        &[
            ToolName::CustomerNextPurchase,
            ToolName::ReorderRecommendations,
        ],
    ),
    (
        Concept::When,
        &[ToolName::PurchaseWindows, ToolName::CustomerNextPurchase],
    ),
    (
        Concept::Data,
        &[ToolName::SyncStatus, ToolName::SalesSummary],
    ),
    (Concept::Failed, &[ToolName::SyncStatus]),
    (
        Concept::HowDoing,
        &[
            ToolName::SalesSummary,
            ToolName::LowStockItems,
            ToolName::PriceTrend,
        ],
    ),
    (
        Concept::HasPeriod,
        &[
            ToolName::SalesSummary,
            ToolName::TopProducts,
            ToolName::TopCustomers,
        ],
    ),
];

/// The quick prompts of the specification; offered if nothing was understood.
const DEFAULT_TOOLS: [ToolName; 4] = [
    ToolName::LowStockItems,
    ToolName::PriceTrend,
    ToolName::TopProducts,
    ToolName::SalesSummary,
];

/// Builds options for a clause; `first` lists tools that are already known to be possible.
pub(super) fn build_options(
    first: &[ToolName],
    parsed: &ParsedQuestion,
    catalog: &NameCatalog,
    today: NaiveDate,
    permissions: &[&str],
) -> Vec<ClarifyingOption> {
    let mut ranked: Vec<(ToolName, u32)> = first.iter().map(|tool| (*tool, 100)).collect();
    for (concept, tools) in TOOLS_BY_CONCEPT
        .iter()
        .filter(|(concept, _)| parsed.has_concept(*concept))
    {
        // A name indicates the intent better than a word like "top".
        let weight = if matches!(
            concept,
            Concept::NamedCustomer | Concept::NamedSupplier | Concept::NamedItem
        ) {
            10
        } else {
            1
        };
        for tool in *tools {
            match ranked.iter_mut().find(|(known, _)| known == tool) {
                Some((_, votes)) => *votes += weight,
                None => ranked.push((*tool, weight)),
            }
        }
    }
    ranked.sort_by_key(|(_, votes)| std::cmp::Reverse(*votes));
    let tools: Vec<ToolName> = if ranked.is_empty() {
        DEFAULT_TOOLS.to_vec()
    } else {
        ranked.into_iter().map(|(tool, _)| tool).collect()
    };
    let mut choices: Vec<ClarifyingOption> = Vec::new();
    for tool in tools
        .into_iter()
        .filter(|tool| tool.is_allowed_by(permissions))
    {
        for args in fill_slots(tool, parsed, catalog, today).args {
            if let Ok(call) = ToolCall::new(tool, &args)
                && choices.len() < MAX_OPTIONS
                && choices.iter().all(|choice| choice.call != call)
            {
                choices.push(ClarifyingOption::for_call(call));
            }
        }
    }
    choices
}

/// Builds options that make the same call for each of the names.
pub(super) fn build_name_options(
    tool: ToolName,
    args: &Args,
    kind: NameKind,
    names: &[String],
    permissions: &[&str],
) -> Vec<ClarifyingOption> {
    if !tool.is_allowed_by(permissions) {
        return Vec::new();
    }
    let calls = names.iter().take(MAX_OPTIONS).filter_map(|name| {
        let mut args = args.clone();
        match kind {
            NameKind::Item => args.item = Some(name.clone()),
            NameKind::Customer => args.customer = Some(name.clone()),
            NameKind::Supplier => args.supplier = Some(name.clone()),
            NameKind::Salesperson | NameKind::Location => {}
        }
        ToolCall::new(tool, &args).ok()
    });
    calls.map(ClarifyingOption::for_call).collect()
}

/// Question for options with names of a kind.
pub(super) fn question_for_kind(kind: NameKind) -> &'static str {
    match kind {
        NameKind::Item => "Which item do you mean?",
        NameKind::Customer => "Which customer do you mean?",
        NameKind::Supplier => "Which supplier do you mean?",
        NameKind::Salesperson | NameKind::Location => DEFAULT_QUESTION,
    }
}

/// Question for all other options.
pub(super) const DEFAULT_QUESTION: &str = "Which of these do you mean?";
