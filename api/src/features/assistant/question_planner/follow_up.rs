//! Resolves follow-up questions against the conversation: `and for wheat?`, `just the seed ones`,
//! `when will they buy next`.

use chrono::NaiveDate;

use super::concept::{Concept, ConceptSet};
use super::intent::{Intent, concepts_for_tool, detect_intent};
use super::name_catalog::{NameCatalog, NameKind};
use super::parsed_question::{EXPLAINABLE_CONCEPTS, ParsedQuestion};
use super::slot_filling::fill_slots;
use super::time_phrase::TimeReference;
use crate::features::assistant::tool_registry::{Args, Category, Commodity, ToolCall, ToolName};

/// Concepts that a follow-up to any tool can contain.
const NEUTRAL_CONCEPTS: ConceptSet = ConceptSet::from_slice(&[
    Concept::Marker,
    Concept::Pronoun,
    Concept::Vague,
    Concept::Who,
    Concept::Data,
    Concept::HowMany,
    Concept::Profile,
    Concept::AboutName,
    Concept::NamedItem,
    Concept::NamedCustomer,
    Concept::NamedSupplier,
    Concept::NamedPlace,
    Concept::HasCategory,
    Concept::InputCategory,
    Concept::HasCommodity,
    Concept::HasCrop,
    Concept::HasPeriod,
    Concept::HasGroup,
    Concept::HasCompare,
    Concept::HasRegion,
    Concept::HasLimit,
    Concept::HasFormat,
    Concept::Top,
    Concept::Bottom,
    Concept::Good,
    Concept::Bad,
    Concept::Next,
    Concept::HowDoing,
]);

/// Applies the changes that the question makes to the previous calls. None if it changes nothing or
/// asks for something else.
pub(super) fn modify_previous_calls(
    parsed: &ParsedQuestion,
    before: &[ToolCall],
    catalog: &NameCatalog,
    today: NaiveDate,
) -> Option<Vec<ToolCall>> {
    let mut calls: Vec<ToolCall> = Vec::new();
    for call in before {
        if !parsed
            .concepts
            .difference(NEUTRAL_CONCEPTS)
            .difference(concepts_for_tool(call.tool))
            .is_empty()
        {
            continue;
        }
        let fill = fill_slots(call.tool, parsed, catalog, today);
        if fill.ambiguous_name.is_some() {
            return None;
        }
        let stepped = step_back_period(parsed, call, today);
        for args in fill.args {
            let mut over = args.restricted_to(call.tool).merged_with(&stepped);
            // "Compare that to last year" keeps the period that is compared.
            if over.compare.is_some() && call.args.period.is_some() {
                over.period = None;
            }
            if over.is_empty() {
                continue;
            }
            if let Ok(changed) = ToolCall::new(call.tool, &call.args.merged_with(&over))
                && !calls.contains(&changed)
            {
                calls.push(changed);
            }
        }
    }
    (!calls.is_empty()).then_some(calls)
}

/// Detects a different tool from the question together with the subject of the conversation.
pub(super) fn redirect_intent(
    parsed: &ParsedQuestion,
    before: &[ToolCall],
) -> Option<(Intent, Args, ConceptSet)> {
    let subject = before.iter().fold(Args::default(), |subject, call| {
        subject.merged_with(&call.args)
    });
    let mut concepts = parsed.concepts.union(subject_concepts(&subject));
    for call in before {
        match call.tool {
            ToolName::TopProducts | ToolName::TopCustomers => concepts.insert(Concept::Top),
            ToolName::SpendBySupplier => [Concept::Top, Concept::TotalSpend]
                .into_iter()
                .for_each(|concept| concepts.insert(concept)),
            ToolName::SupplierPerformance => concepts.insert(Concept::DeliveryRate),
            ToolName::AvgOrderValue => concepts.insert(Concept::AverageOrder),
            ToolName::PriceIndex => concepts.insert(Concept::Index),
            ToolName::ActiveSuppliers => concepts.insert(Concept::SupplierCount),
            ToolName::CropYieldForecast => concepts.insert(Concept::Accuracy),
            ToolName::SyncStatus => concepts.insert(Concept::SuccessRate),
            ToolName::LowStockItems | ToolName::StockLevel => {
                concepts.insert(Concept::ReorderPoint);
            }
            _ => {}
        }
    }
    if !parsed.has_concept(Concept::Explain) {
        let figures = EXPLAINABLE_CONCEPTS.difference(parsed.concepts);
        concepts = concepts.difference(figures);
    }
    let found = detect_intent(concepts).filter(Intent::is_strong)?;
    Some((found, align_crop_and_commodity(&subject), concepts))
}

/// Arguments that a question with an intent of its own takes from the conversation: the names that
/// it refers to, and after a follow-up marker all others too.
pub(super) fn carry_over_args(
    parsed: &ParsedQuestion,
    tool: ToolName,
    before: &[ToolCall],
) -> Args {
    let subject = before.iter().fold(Args::default(), |subject, call| {
        subject.merged_with(&call.args)
    });
    let subject = align_crop_and_commodity(&subject).restricted_to(tool);
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
        // "As a CSV", "export that": the report covers what was shown.
        let kind = before
            .first()
            .and_then(|call| call.args.kind.or_else(|| call.tool.report_kind()));
        taken = Args {
            kind,
            period: subject.period,
            ..Args::default()
        };
    }
    if parsed.has_concept(Concept::Pronoun) || needs_name {
        taken = taken.merged_with(&pointed);
    }
    if parsed.has_follow_up_marker {
        taken = taken.merged_with(&rest);
    }
    taken
}

/// Finds different names of one kind in the previous calls: a pronoun could refer to any of them.
pub(super) fn find_competing_names(
    before: &[ToolCall],
    tool: ToolName,
) -> Option<(NameKind, Vec<String>)> {
    let names = |of: fn(&Args) -> Option<String>| {
        let mut names: Vec<String> = before
            .iter()
            .filter_map(|call| of(&call.args.restricted_to(tool)))
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

/// "And the year before?" steps back from the period of the previous call.
fn step_back_period(parsed: &ParsedQuestion, call: &ToolCall, today: NaiveDate) -> Args {
    let back = parsed
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
    let flags = [
        (subject.category.is_some(), Concept::HasCategory),
        (
            subject.commodity.is_some() || subject.crop.is_some(),
            Concept::HasCommodity,
        ),
        (
            subject
                .commodity
                .is_some_and(|commodity| commodity.crop().is_some())
                || subject.crop.is_some(),
            Concept::HasCrop,
        ),
        (subject.item.is_some(), Concept::NamedItem),
        (subject.customer.is_some(), Concept::NamedCustomer),
        (subject.supplier.is_some(), Concept::NamedSupplier),
        (subject.region.is_some(), Concept::HasRegion),
    ];
    let mut concepts = ConceptSet::default();
    flags
        .into_iter()
        .filter(|(is_set, _)| *is_set)
        .for_each(|(_, concept)| concepts.insert(concept));
    if subject
        .category
        .is_some_and(|category| category != Category::Fertilizer)
    {
        concepts.insert(Concept::InputCategory);
    }
    concepts
}

/// Sets the crop from the commodity and vice versa, so that prices can follow yields.
fn align_crop_and_commodity(subject: &Args) -> Args {
    let mut subject = subject.clone();
    let crop = subject.commodity.and_then(Commodity::crop);
    subject.crop = subject.crop.or(crop);
    subject.commodity = subject
        .commodity
        .or_else(|| Commodity::parse(subject.crop?.as_str()));
    subject
}
