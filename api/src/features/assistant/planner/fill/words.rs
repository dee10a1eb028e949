//! Choices that several words settle together: the order of a ranking, a supplier's measure, a
//! report's subject.

use crate::features::assistant::planner::gist::Gist;
use crate::features::assistant::planner::sense::Sense;
use crate::features::assistant::registry::{Metric, Order, ReportKind, SourceTable, ToolName};

pub(super) fn order(tool: ToolName, gist: &Gist) -> Option<Order> {
    match tool {
        ToolName::TopProducts => {
            (gist.has(Sense::Bottom) || gist.has(Sense::SlowMover)).then_some(Order::Ascending)
        }
        ToolName::TopCustomers => gist.has(Sense::Bottom).then_some(Order::Ascending),
        ToolName::SupplierPerformance => {
            let by_time = supplier_metric(gist) == Some(Metric::LeadTime);
            let (slow, fast) = (gist.has(Sense::Slow), gist.has(Sense::Fast));
            let (bad, good) = (
                gist.has(Sense::Bad) || gist.has(Sense::Bottom),
                gist.has(Sense::Good),
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
pub(super) fn supplier_metric(gist: &Gist) -> Option<Metric> {
    let speed = gist.has(Sense::Slow) || gist.has(Sense::Fast);
    if gist.has(Sense::LeadTime) || (speed && !gist.has(Sense::OnTime)) {
        Some(Metric::LeadTime)
    } else {
        gist.has(Sense::OnTime).then_some(Metric::DeliveryRate)
    }
}

pub(super) fn explained_metric(gist: &Gist) -> Option<Metric> {
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
        .find(|(sense, _)| gist.has(*sense))
        .map(|(_, metric)| metric)
}

/// The one source table that is spoken of; none where several are, or none.
pub(super) fn source_table(gist: &Gist) -> Option<SourceTable> {
    let spoken_of = [
        (gist.has(Sense::Stock), SourceTable::Inventory),
        (gist.has(Sense::Sales), SourceTable::Sales),
        (
            gist.has(Sense::Price) || gist.has(Sense::Market),
            SourceTable::Market,
        ),
        (gist.has(Sense::Customer), SourceTable::Customers),
        (gist.has(Sense::Supplier), SourceTable::Suppliers),
    ];
    let mut tables = spoken_of
        .into_iter()
        .filter(|(spoken, _)| *spoken)
        .map(|(_, table)| table);
    tables.next().filter(|_| tables.next().is_none())
}

pub(super) fn report_kind(gist: &Gist) -> Option<ReportKind> {
    let any = |senses: &[Sense]| senses.iter().any(|sense| gist.has(*sense));
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
