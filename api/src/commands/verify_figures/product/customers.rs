//! What the room of the customers says.

use crate::features::customers::CustomerReport;
use crate::features::customers::next_order::NextOrder;
use crate::features::customers::purchase_patterns::PatternRow;
use crate::features::customers::segments::{Segment, SegmentRow};
use reference::Figures;

const SEGMENTS: [Segment; 6] = [
    Segment::Champions,
    Segment::Loyal,
    Segment::Growing,
    Segment::SeasonalOneTimers,
    Segment::AtRisk,
    Segment::Lost,
];

pub(super) fn tell(read: &CustomerReport, told: &mut Figures) {
    let figures = &read.figures;
    told.push_exact("Customers: lines", read.lines);
    told.push_exact("Customers: lines in other currencies", read.excluded);
    told.push_exact("Customers: with orders", figures.with_orders);
    if !figures.patterns.is_empty() {
        told.push_exact(
            "Customers: the largest",
            figures
                .patterns
                .iter()
                .take(5)
                .map(|row| row.id.as_str())
                .collect::<Vec<_>>()
                .join(", "),
        );
    }
    for row in &figures.patterns {
        pattern(row, told);
    }
    for segment in SEGMENTS {
        match figures.segments.iter().find(|row| row.segment == segment) {
            Some(row) => tell_segment(row, told),
            None => told.push_exact(format!("Segment {segment}: customers"), 0_usize),
        }
    }
    let weeks = figures
        .needs
        .as_ref()
        .map(|needs| needs.weeks.as_slice())
        .unwrap_or_default();
    told.push_exact("Predicted needs: weeks", weeks.len());
    for week in weeks {
        told.push_exact(format!("Predicted needs: {}", week.week), week.percentage);
        told.push_exact(format!("Predicted needs: {}, low", week.week), week.low_80);
        told.push_exact(
            format!("Predicted needs: {}, high", week.week),
            week.high_80,
        );
    }
    for bar in figures.windows.iter().flat_map(|windows| &windows.months) {
        told.push_exact(format!("Purchase windows: {}", bar.month.name()), bar.value);
    }
    told.push_exact(
        "Headline: predicted needs in %",
        figures.orders.map(|headline| headline.value),
    );
    told.push_exact(
        "Headline: predicted needs, change in points",
        figures.orders.and_then(|headline| headline.change_points),
    );
    told.push_exact(
        "Headline: purchase window in %",
        figures.saving.as_ref().map(|headline| headline.value),
    );
    told.push_exact(
        "Headline: purchase window, change in points",
        figures
            .saving
            .as_ref()
            .and_then(|headline| headline.change_points),
    );
    let best = figures
        .saving
        .iter()
        .flat_map(|headline| &headline.terms.best)
        .map(|best| format!("{} in {}", best.category, best.month.name()));
    told.push_exact(
        "Headline: purchase window, months",
        best.collect::<Vec<_>>().join("; "),
    );
}

fn pattern(row: &PatternRow, told: &mut Figures) {
    let name = |what: &str| format!("Customer {}: {what}", row.id);
    told.push_exact(name("last purchase"), row.last_purchase);
    told.push_exact(name("orders"), row.terms.orders);
    told.push_exact(name("frequency"), row.frequency);
    told.push_exact(name("average spend"), row.average_spend);
    told.push_exact(name("still a customer in %"), row.terms.p_alive_percent);
    told.push_exact(name("order in 30 days in %"), row.terms.p30_percent);
    match row.predicted_next {
        NextOrder::Expected {
            date, low, high, ..
        } => {
            told.push_exact(name("predicted next"), date);
            told.push_exact(name("predicted next, low"), low);
            told.push_exact(name("predicted next, high"), high);
        }
        NextOrder::Unlikely | NextOrder::BeyondHorizon => {
            told.push_exact(name("predicted next"), row.predicted_next.to_string());
        }
    }
}

fn tell_segment(row: &SegmentRow, told: &mut Figures) {
    let name = |what: &str| format!("Segment {}: {what}", row.segment);
    let savings = row.potential_savings.as_ref();
    told.push_exact(name("customers"), row.members.len());
    told.push_exact(name("orders a year each"), row.terms.orders_per_year);
    told.push_exact(
        name("expected orders in 90 days"),
        row.terms.expected_orders_90_days,
    );
    told.push_exact(
        name("largest share of a category in %"),
        row.terms.categories.first().map(|(_, share)| *share),
    );
    told.push_exact(
        name("optimal purchase time"),
        row.optimal_purchase_time.as_str(),
    );
    told.push_exact(
        name("potential savings"),
        savings.map(|savings| savings.per_year),
    );
    told.push_exact(
        name("potential savings, low"),
        savings.and_then(|savings| savings.low_80),
    );
    told.push_exact(
        name("potential savings, high"),
        savings.and_then(|savings| savings.high_80),
    );
}
