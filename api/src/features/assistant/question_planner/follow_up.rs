//! What a question leaves to the one before it: `and for wheat?`, `just the seed ones`, `when will
//! they buy next`.

use chrono::NaiveDate;

use super::concept::{ConceptSet, Sense};
use super::intent::{Intent, concepts_for_tool, detect_intent};
use super::name_catalog::{NameCatalog, NameKind};
use super::parsed_question::{EXPLAINABLE_CONCEPTS, ParsedQuestion};
use super::slot_filling::fill_slots;
use super::time_phrase::TimeReference;
use crate::features::assistant::tool_registry::{
    Args, Category, Commodity, ReportKind, ToolCall, ToolName,
};

/// Words that a follow-up may hold whatever it follows.
const NEUTRAL_CONCEPTS: ConceptSet = ConceptSet::from_slice(&[
    Sense::Marker,
    Sense::Pronoun,
    Sense::Vague,
    Sense::Who,
    Sense::Data,
    Sense::HowMany,
    Sense::Profile,
    Sense::AboutName,
    Sense::NamedItem,
    Sense::NamedCustomer,
    Sense::NamedSupplier,
    Sense::NamedPlace,
    Sense::HasCategory,
    Sense::InputCategory,
    Sense::HasCommodity,
    Sense::HasCrop,
    Sense::HasPeriod,
    Sense::HasGroup,
    Sense::HasCompare,
    Sense::HasRegion,
    Sense::HasLimit,
    Sense::HasFormat,
    Sense::Top,
    Sense::Bottom,
    Sense::Good,
    Sense::Bad,
    Sense::Next,
    Sense::HowDoing,
]);

/// The calls before with what the question changes about them; none where it changes nothing, or
/// asks for something else.
pub(super) fn modify_previous_calls(
    gist: &ParsedQuestion,
    before: &[ToolCall],
    catalogue: &NameCatalog,
    today: NaiveDate,
) -> Option<Vec<ToolCall>> {
    let mut calls: Vec<ToolCall> = Vec::new();
    for call in before {
        if !gist
            .concepts
            .difference(NEUTRAL_CONCEPTS)
            .difference(concepts_for_tool(call.tool))
            .is_empty()
        {
            continue;
        }
        let fill = fill_slots(call.tool, gist, catalogue, today);
        if fill.ambiguous_name.is_some() {
            return None;
        }
        let stepped = step_back_period(gist, call, today);
        for args in fill.args {
            let mut over = args.accepted_by(call.tool).overlaid(&stepped);
            // "Compare that to last year" keeps the period that is compared.
            if over.compare.is_some() && call.args.period.is_some() {
                over.period = None;
            }
            if over.is_empty() {
                continue;
            }
            if let Ok(changed) = ToolCall::new(call.tool, &call.args.overlaid(&over))
                && !calls.contains(&changed)
            {
                calls.push(changed);
            }
        }
    }
    (!calls.is_empty()).then_some(calls)
}

/// Another tool, told by the question's words together with what the conversation is about.
pub(super) fn redirect_intent(
    gist: &ParsedQuestion,
    before: &[ToolCall],
) -> Option<(Intent, Args, ConceptSet)> {
    let subject = before.iter().fold(Args::default(), |subject, call| {
        subject.overlaid(&call.args)
    });
    let mut senses = gist.concepts.union(subject_concepts(&subject));
    for call in before {
        match call.tool {
            ToolName::TopProducts | ToolName::TopCustomers => senses.insert(Sense::Top),
            ToolName::SpendBySupplier => [Sense::Top, Sense::TotalSpend]
                .into_iter()
                .for_each(|sense| senses.insert(sense)),
            ToolName::SupplierPerformance => senses.insert(Sense::DeliveryRate),
            ToolName::AvgOrderValue => senses.insert(Sense::AverageOrder),
            ToolName::PriceIndex => senses.insert(Sense::Index),
            ToolName::ActiveSuppliers => senses.insert(Sense::SupplierCount),
            ToolName::CropYieldForecast => senses.insert(Sense::Accuracy),
            ToolName::SyncStatus => senses.insert(Sense::SuccessRate),
            ToolName::LowStockItems | ToolName::StockLevel => senses.insert(Sense::ReorderPoint),
            _ => {}
        }
    }
    if !gist.has_concept(Sense::Explain) {
        let figures = EXPLAINABLE_CONCEPTS.difference(gist.concepts);
        senses = senses.difference(figures);
    }
    let found = detect_intent(senses).filter(Intent::is_strong)?;
    Some((found, align_crop_and_commodity(&subject), senses))
}

/// What a question that has an intent of its own takes over from the conversation: names that it
/// points to, and with a marker the rest.
pub(super) fn carry_over_args(gist: &ParsedQuestion, tool: ToolName, before: &[ToolCall]) -> Args {
    let subject = before.iter().fold(Args::default(), |subject, call| {
        subject.overlaid(&call.args)
    });
    let subject = align_crop_and_commodity(&subject).accepted_by(tool);
    let pointed = Args {
        item: subject.item.clone(),
        customer: subject.customer.clone(),
        supplier: subject.supplier.clone(),
        ..Args::default()
    };
    let rest = Args {
        period: subject.period,
        category: subject.category,
        commodity: subject.commodity,
        crop: subject.crop,
        ..Args::default()
    };
    let needs_name = tool.params().iter().any(|param| param.required);
    let mut taken = Args::default();
    if tool == ToolName::GenerateReport {
        // "As a CSV", "export that": the report is about what was shown.
        let shown = before
            .first()
            .and_then(|call| call.args.kind.or_else(|| report_kind_for(call.tool)));
        taken = Args {
            kind: shown,
            period: subject.period,
            ..Args::default()
        };
    }
    if gist.has_concept(Sense::Pronoun) || needs_name {
        taken = taken.overlaid(&pointed);
    }
    if gist.has_follow_up_marker {
        taken = taken.overlaid(&rest);
    }
    taken
}

/// The kind of report that a tool's figures belong to.
fn report_kind_for(tool: ToolName) -> Option<ReportKind> {
    match tool {
        ToolName::LowStockItems | ToolName::StockLevel | ToolName::ReorderRecommendations => {
            Some(ReportKind::Inventory)
        }
        ToolName::TopProducts | ToolName::SalesSummary | ToolName::AvgOrderValue => {
            Some(ReportKind::Sales)
        }
        ToolName::CustomerNextPurchase
        | ToolName::CustomerProfile
        | ToolName::TopCustomers
        | ToolName::CustomerSegments
        | ToolName::LapsedCustomers => Some(ReportKind::Customers),
        ToolName::PriceTrend
        | ToolName::CropYieldForecast
        | ToolName::WeatherImpact
        | ToolName::MarketNews => Some(ReportKind::Market),
        _ => None,
    }
}

/// Different names of a kind in the calls before: a pronoun could mean any of them.
pub(super) fn find_competing_names(
    before: &[ToolCall],
    tool: ToolName,
) -> Option<(NameKind, Vec<String>)> {
    let names = |of: fn(&Args) -> Option<String>| {
        let mut names: Vec<String> = before
            .iter()
            .filter_map(|call| of(&call.args.accepted_by(tool)))
            .collect();
        names.dedup();
        names
    };
    let kinds = [
        (NameKind::Item, names(|args| args.item.clone())),
        (NameKind::Customer, names(|args| args.customer.clone())),
        (NameKind::Supplier, names(|args| args.supplier.clone())),
    ];
    kinds.into_iter().find(|(_, names)| names.len() > 1)
}

/// "And the year before?" goes back from the period of the call before.
fn step_back_period(gist: &ParsedQuestion, call: &ToolCall, today: NaiveDate) -> Args {
    let back = gist
        .times
        .iter()
        .any(|time| time.phrase.reference == TimeReference::StepBack);
    let period = call
        .args
        .period
        .filter(|_| back)
        .map(|period| period.previous_period(today));
    Args {
        period,
        ..Args::default()
    }
}

fn subject_concepts(subject: &Args) -> ConceptSet {
    let told = [
        (subject.category.is_some(), Sense::HasCategory),
        (
            subject.commodity.is_some() || subject.crop.is_some(),
            Sense::HasCommodity,
        ),
        (
            subject
                .commodity
                .is_some_and(|commodity| commodity.crop().is_some())
                || subject.crop.is_some(),
            Sense::HasCrop,
        ),
        (subject.item.is_some(), Sense::NamedItem),
        (subject.customer.is_some(), Sense::NamedCustomer),
        (subject.supplier.is_some(), Sense::NamedSupplier),
        (subject.region.is_some(), Sense::HasRegion),
    ];
    let mut senses = ConceptSet::default();
    told.into_iter()
        .filter(|(is_told, _)| *is_told)
        .for_each(|(_, sense)| senses.insert(sense));
    if subject
        .category
        .is_some_and(|category| category != Category::Fertilizer)
    {
        senses.insert(Sense::InputCategory);
    }
    senses
}

/// The subject with its crop as a commodity and the other way round, so that prices follow yields.
fn align_crop_and_commodity(subject: &Args) -> Args {
    let mut subject = subject.clone();
    let crop = subject.commodity.and_then(Commodity::crop);
    subject.crop = subject.crop.or(crop);
    subject.commodity = subject
        .commodity
        .or_else(|| Commodity::parse(subject.crop?.as_str()));
    subject
}
