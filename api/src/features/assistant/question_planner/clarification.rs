//! One question back, with options that are ready calls: what the words that were understood could
//! be about.

use chrono::NaiveDate;

use super::concept::Sense;
use super::name_catalog::{NameCatalog, NameKind};
use super::parsed_question::ParsedQuestion;
use super::refusal_text::tool_subject;
use super::slot_filling::fill_slots;
use crate::features::assistant::tool_registry::{Args, ToolCall, ToolName};

/// Options offered at most.
const MAX_OPTIONS: usize = 4;

/// A ready call under the words that it is offered with. The label holds no figures but those of
/// names.
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
        let subject = tool_subject(call.tool);
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

/// What each meaning could be asked about, likeliest first.
const TOOLS_BY_CONCEPT: &[(Sense, &[ToolName])] = &[
    (
        Sense::NamedCustomer,
        &[ToolName::CustomerProfile, ToolName::CustomerNextPurchase],
    ),
    (
        Sense::NamedSupplier,
        &[ToolName::SpendBySupplier, ToolName::SupplierPerformance],
    ),
    (Sense::NamedItem, &[ToolName::StockLevel]),
    (
        Sense::Top,
        &[
            ToolName::TopProducts,
            ToolName::TopCustomers,
            ToolName::SpendBySupplier,
        ],
    ),
    (
        Sense::Bottom,
        &[
            ToolName::TopProducts,
            ToolName::TopCustomers,
            ToolName::SupplierPerformance,
        ],
    ),
    (Sense::HasCommodity, &[ToolName::PriceTrend]),
    (
        Sense::HasCrop,
        &[ToolName::PriceTrend, ToolName::CropYieldForecast],
    ),
    (
        Sense::HasCategory,
        &[
            ToolName::LowStockItems,
            ToolName::TopProducts,
            ToolName::PurchaseWindows,
        ],
    ),
    (
        Sense::InputCategory,
        &[
            ToolName::LowStockItems,
            ToolName::TopProducts,
            ToolName::PriceIndex,
        ],
    ),
    (
        Sense::Price,
        &[
            ToolName::PriceTrend,
            ToolName::PriceIndex,
            ToolName::PurchaseWindows,
        ],
    ),
    (
        Sense::Market,
        &[
            ToolName::PriceTrend,
            ToolName::MarketNews,
            ToolName::WeatherImpact,
        ],
    ),
    (
        Sense::Trend,
        &[
            ToolName::PriceTrend,
            ToolName::SalesSummary,
            ToolName::TopProducts,
        ],
    ),
    (
        Sense::Forecast,
        &[ToolName::CropYieldForecast, ToolName::CustomerNextPurchase],
    ),
    (Sense::HasRegion, &[ToolName::WeatherImpact]),
    (
        Sense::Sales,
        &[
            ToolName::SalesSummary,
            ToolName::TopProducts,
            ToolName::TopCustomers,
        ],
    ),
    (
        Sense::Revenue,
        &[
            ToolName::SalesSummary,
            ToolName::TopProducts,
            ToolName::TopCustomers,
        ],
    ),
    (
        Sense::Orders,
        &[
            ToolName::SalesSummary,
            ToolName::ReorderRecommendations,
            ToolName::AvgOrderValue,
        ],
    ),
    (
        Sense::Product,
        &[
            ToolName::TopProducts,
            ToolName::LowStockItems,
            ToolName::ReorderRecommendations,
        ],
    ),
    (
        Sense::Stock,
        &[
            ToolName::LowStockItems,
            ToolName::ReorderRecommendations,
            ToolName::TopProducts,
        ],
    ),
    (
        Sense::Customer,
        &[
            ToolName::TopCustomers,
            ToolName::CustomerNextPurchase,
            ToolName::LapsedCustomers,
            ToolName::CustomerSegments,
        ],
    ),
    (
        Sense::Who,
        &[ToolName::TopCustomers, ToolName::SpendBySupplier],
    ),
    (
        Sense::Supplier,
        &[
            ToolName::SpendBySupplier,
            ToolName::SupplierPerformance,
            ToolName::ActiveSuppliers,
        ],
    ),
    (
        Sense::Deliver,
        &[ToolName::SupplierPerformance, ToolName::ActiveSuppliers],
    ),
    (
        Sense::Bad,
        &[ToolName::SupplierPerformance, ToolName::TopProducts],
    ),
    (
        Sense::Buy,
        &[
            ToolName::ReorderRecommendations,
            ToolName::CustomerNextPurchase,
            ToolName::PurchaseWindows,
        ],
    ),
    (
        Sense::Next,
        &[
            ToolName::CustomerNextPurchase,
            ToolName::ReorderRecommendations,
        ],
    ),
    (
        Sense::When,
        &[ToolName::PurchaseWindows, ToolName::CustomerNextPurchase],
    ),
    (Sense::Data, &[ToolName::SyncStatus, ToolName::SalesSummary]),
    (Sense::Failed, &[ToolName::SyncStatus]),
    (
        Sense::HowDoing,
        &[
            ToolName::SalesSummary,
            ToolName::LowStockItems,
            ToolName::PriceTrend,
        ],
    ),
    (
        Sense::HasPeriod,
        &[
            ToolName::SalesSummary,
            ToolName::TopProducts,
            ToolName::TopCustomers,
        ],
    ),
];

/// The spec's quick prompts: what is offered where nothing was understood.
const DEFAULT_TOOLS: [ToolName; 4] = [
    ToolName::LowStockItems,
    ToolName::PriceTrend,
    ToolName::TopProducts,
    ToolName::SalesSummary,
];

/// Options for a clause; `first` are tools that are named already as possible.
pub(super) fn build_options(
    first: &[ToolName],
    gist: &ParsedQuestion,
    catalogue: &NameCatalog,
    today: NaiveDate,
    may: &[&str],
) -> Vec<ClarifyingOption> {
    let mut ranked: Vec<(ToolName, u32)> = first.iter().map(|tool| (*tool, 100)).collect();
    for (sense, tools) in TOOLS_BY_CONCEPT
        .iter()
        .filter(|(sense, _)| gist.has_concept(*sense))
    {
        // A name says what it is about more than a word like "top" does.
        let weight = if matches!(
            sense,
            Sense::NamedCustomer | Sense::NamedSupplier | Sense::NamedItem
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
    for tool in tools.into_iter().filter(|tool| tool.is_allowed_by(may)) {
        for args in fill_slots(tool, gist, catalogue, today).args {
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

/// The same call about each of the names.
pub(super) fn build_name_options(
    tool: ToolName,
    args: &Args,
    kind: NameKind,
    names: &[String],
    may: &[&str],
) -> Vec<ClarifyingOption> {
    if !tool.is_allowed_by(may) {
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

/// The question that goes with options about names of a kind.
pub(super) fn question_for_kind(kind: NameKind) -> &'static str {
    match kind {
        NameKind::Item => "Which item do you mean?",
        NameKind::Customer => "Which customer do you mean?",
        NameKind::Supplier => "Which supplier do you mean?",
        NameKind::Salesperson | NameKind::Location => DEFAULT_QUESTION,
    }
}

/// The question that goes with any other options.
pub(super) const DEFAULT_QUESTION: &str = "Which of these do you mean?";
