//! Choices that several words settle together: the order of a ranking, a supplier's measure, a
//! report's subject.

use crate::features::assistant::question_planner::concept::Sense;
use crate::features::assistant::question_planner::parsed_question::ParsedQuestion;
use crate::features::assistant::tool_registry::{Metric, Order, ReportKind, SourceTable, ToolName};

pub(super) fn detect_order(tool: ToolName, gist: &ParsedQuestion) -> Option<Order> {
    match tool {
        ToolName::TopProducts => (gist.has_concept(Sense::Bottom)
            || gist.has_concept(Sense::SlowMover))
        .then_some(Order::Ascending),
        ToolName::TopCustomers => gist.has_concept(Sense::Bottom).then_some(Order::Ascending),
        ToolName::SupplierPerformance => {
            let by_time = detect_supplier_metric(gist) == Some(Metric::LeadTime);
            let (slow, fast) = (gist.has_concept(Sense::Slow), gist.has_concept(Sense::Fast));
            let (bad, good) = (
                gist.has_concept(Sense::Bad) || gist.has_concept(Sense::Bottom),
                gist.has_concept(Sense::Good),
            );
            // Of days, few are good; of punctual deliveries, many.
            let ascending = if by_time {
                fast || (good && !bad && !slow)
            } else {
                bad && !slow
            };
            let said = slow || fast || bad || good;
            said.then_some(if ascending {
                Order::Ascending
            } else {
                Order::Descending
            })
        }
        _ => None,
    }
}

/// Speed is a matter of lead time, reliability of the delivery rate; none where neither is spoken
/// of.
pub(super) fn detect_supplier_metric(gist: &ParsedQuestion) -> Option<Metric> {
    let speed = gist.has_concept(Sense::Slow) || gist.has_concept(Sense::Fast);
    if gist.has_concept(Sense::LeadTime) || (speed && !gist.has_concept(Sense::OnTime)) {
        Some(Metric::LeadTime)
    } else {
        gist.has_concept(Sense::OnTime)
            .then_some(Metric::DeliveryRate)
    }
}

pub(super) fn detect_explained_metric(gist: &ParsedQuestion) -> Option<Metric> {
    let by_sense = [
        (Sense::ReorderPoint, Metric::ReorderPoint),
        (Sense::SuccessRate, Metric::SuccessRate),
        (Sense::Accuracy, Metric::ForecastAccuracy),
        (Sense::ConfidenceWord, Metric::Confidence),
        (Sense::AverageOrder, Metric::AvgOrderValue),
        (Sense::SupplierCount, Metric::ActiveSuppliers),
        (Sense::DeliveryRate, Metric::DeliveryRate),
        (Sense::OnTime, Metric::DeliveryRate),
        (Sense::Index, Metric::PriceIndex),
        (Sense::TotalSpend, Metric::TotalSpend),
        (Sense::Spend, Metric::TotalSpend),
        (Sense::Supplier, Metric::ActiveSuppliers),
    ];
    by_sense
        .into_iter()
        .find(|(sense, _)| gist.has_concept(*sense))
        .map(|(_, metric)| metric)
}

/// The one source table that is spoken of; none where several are, or none.
pub(super) fn detect_source_table(gist: &ParsedQuestion) -> Option<SourceTable> {
    let spoken_of = [
        (gist.has_concept(Sense::Stock), SourceTable::Inventory),
        (gist.has_concept(Sense::Sales), SourceTable::Sales),
        (
            gist.has_concept(Sense::Price) || gist.has_concept(Sense::Market),
            SourceTable::Market,
        ),
        (gist.has_concept(Sense::Customer), SourceTable::Customers),
        (gist.has_concept(Sense::Supplier), SourceTable::Suppliers),
    ];
    let mut tables = spoken_of
        .into_iter()
        .filter(|(spoken, _)| *spoken)
        .map(|(_, table)| table);
    tables.next().filter(|_| tables.next().is_none())
}

pub(super) fn detect_report_kind(gist: &ParsedQuestion) -> Option<ReportKind> {
    let any = |senses: &[Sense]| senses.iter().any(|sense| gist.has_concept(*sense));
    let kinds = [
        (
            any(&[
                Sense::Stock,
                Sense::Low,
                Sense::Reorder,
                Sense::ReorderPoint,
            ]),
            ReportKind::Inventory,
        ),
        (
            any(&[
                Sense::Customer,
                Sense::Segment,
                Sense::Lapsed,
                Sense::NamedCustomer,
            ]),
            ReportKind::Customers,
        ),
        (
            any(&[
                Sense::Market,
                Sense::Price,
                Sense::Yield,
                Sense::Weather,
                Sense::News,
                Sense::HasCrop,
            ]),
            ReportKind::Market,
        ),
        (
            any(&[
                Sense::Sales,
                Sense::SellingWell,
                Sense::SlowMover,
                Sense::Revenue,
                Sense::Product,
            ]),
            ReportKind::Sales,
        ),
    ];
    kinds
        .into_iter()
        .find(|(spoken, _)| *spoken)
        .map(|(_, kind)| kind)
}
