//! Resolves choices that depend on several words: the order of a ranking, a supplier's metric, a
//! report's subject.

use crate::features::assistant::question_planner::concept::Concept;
use crate::features::assistant::question_planner::parsed_question::ParsedQuestion;
use crate::features::assistant::tool_registry::{Metric, Order, ReportKind, SourceTable, ToolName};

pub(super) fn detect_order(tool: ToolName, parsed: &ParsedQuestion) -> Option<Order> {
    match tool {
        ToolName::TopProducts => (parsed.has_concept(Concept::Bottom)
            || parsed.has_concept(Concept::SlowMover))
        .then_some(Order::Ascending),
        ToolName::TopCustomers => parsed
            .has_concept(Concept::Bottom)
            .then_some(Order::Ascending),
        ToolName::SupplierPerformance => {
            let by_time = detect_supplier_metric(parsed) == Some(Metric::LeadTime);
            let (slow, fast) = (
                parsed.has_concept(Concept::Slow),
                parsed.has_concept(Concept::Fast),
            );
            let (bad, good) = (
                parsed.has_concept(Concept::Bad) || parsed.has_concept(Concept::Bottom),
                parsed.has_concept(Concept::Good),
            );
            // Few days are good; a high delivery rate is good.
            let ascending = if by_time {
                fast || (good && !bad && !slow)
            } else {
                bad && !slow
            };
            let is_stated = slow || fast || bad || good;
            is_stated.then_some(if ascending {
                Order::Ascending
            } else {
                Order::Descending
            })
        }
        _ => None,
    }
}

/// Speed refers to the lead time, reliability to the delivery rate; none if neither is mentioned.
pub(super) fn detect_supplier_metric(parsed: &ParsedQuestion) -> Option<Metric> {
    let speed = parsed.has_concept(Concept::Slow) || parsed.has_concept(Concept::Fast);
    if parsed.has_concept(Concept::LeadTime) || (speed && !parsed.has_concept(Concept::OnTime)) {
        Some(Metric::LeadTime)
    } else {
        parsed
            .has_concept(Concept::OnTime)
            .then_some(Metric::DeliveryRate)
    }
}

pub(super) fn detect_explained_metric(parsed: &ParsedQuestion) -> Option<Metric> {
    let by_sense = [
        (Concept::ReorderPoint, Metric::ReorderPoint),
        (Concept::SuccessRate, Metric::SuccessRate),
        (Concept::Accuracy, Metric::ForecastAccuracy),
        (Concept::ConfidenceWord, Metric::Confidence),
        (Concept::AverageOrder, Metric::AvgOrderValue),
        (Concept::SupplierCount, Metric::ActiveSuppliers),
        (Concept::DeliveryRate, Metric::DeliveryRate),
        (Concept::OnTime, Metric::DeliveryRate),
        (Concept::Index, Metric::PriceIndex),
        (Concept::TotalSpend, Metric::TotalSpend),
        (Concept::Spend, Metric::TotalSpend),
        (Concept::Supplier, Metric::ActiveSuppliers),
    ];
    by_sense
        .into_iter()
        .find(|(concept, _)| parsed.has_concept(*concept))
        .map(|(_, metric)| metric)
}

/// The source table that is mentioned; none if there is not exactly one.
pub(super) fn detect_source_table(parsed: &ParsedQuestion) -> Option<SourceTable> {
    let spoken_of = [
        (parsed.has_concept(Concept::Stock), SourceTable::Inventory),
        (parsed.has_concept(Concept::Sales), SourceTable::Sales),
        (
            parsed.has_concept(Concept::Price) || parsed.has_concept(Concept::Market),
            SourceTable::Market,
        ),
        (
            parsed.has_concept(Concept::Customer),
            SourceTable::Customers,
        ),
        (
            parsed.has_concept(Concept::Supplier),
            SourceTable::Suppliers,
        ),
    ];
    let mut tables = spoken_of
        .into_iter()
        .filter(|(spoken, _)| *spoken)
        .map(|(_, table)| table);
    tables.next().filter(|_| tables.next().is_none())
}

pub(super) fn detect_report_kind(parsed: &ParsedQuestion) -> Option<ReportKind> {
    let any = |concepts: &[Concept]| concepts.iter().any(|concept| parsed.has_concept(*concept));
    let kinds = [
        (
            any(&[
                Concept::Stock,
                Concept::Low,
                Concept::Reorder,
                Concept::ReorderPoint,
            ]),
            ReportKind::Inventory,
        ),
        (
            any(&[
                Concept::Customer,
                Concept::Segment,
                Concept::Lapsed,
                Concept::NamedCustomer,
            ]),
            ReportKind::Customers,
        ),
        (
            any(&[
                Concept::Market,
                Concept::Price,
                Concept::Yield,
                Concept::Weather,
                Concept::News,
                Concept::HasCrop,
            ]),
            ReportKind::Market,
        ),
        (
            any(&[
                Concept::Sales,
                Concept::SellingWell,
                Concept::SlowMover,
                Concept::Revenue,
                Concept::Product,
            ]),
            ReportKind::Sales,
        ),
    ];
    kinds
        .into_iter()
        .find(|(spoken, _)| *spoken)
        .map(|(_, kind)| kind)
}
