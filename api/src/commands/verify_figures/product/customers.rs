//! What the room of the customers says.

use crate::features::customers::ReadFigures;
use crate::features::customers::next_order::NextOrder;
use crate::features::customers::patterns::PatternRow;
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

pub(super) fn tell(read: &ReadFigures, told: &mut Figures) {
    let figures = &read.figures;
    told.exact("Customers: lines", read.lines);
    told.exact("Customers: lines in other currencies", read.excluded);
    told.exact("Customers: with orders", figures.with_orders);
    if !figures.patterns.is_empty() {
        told.exact(
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
            None => told.exact(format!("Segment {segment}: customers"), 0_usize),
        }
    }
    let weeks = figures
        .needs
        .as_ref()
        .map(|needs| needs.weeks.as_slice())
        .unwrap_or_default();
    told.exact("Predicted needs: weeks", weeks.len());
    for week in weeks {
        told.exact(format!("Predicted needs: {}", week.week), week.percentage);
        told.exact(format!("Predicted needs: {}, low", week.week), week.low_80);
        told.exact(
            format!("Predicted needs: {}, high", week.week),
            week.high_80,
        );
    }
    for bar in figures.windows.iter().flat_map(|windows| &windows.months) {
        told.exact(format!("Purchase windows: {}", bar.month.name()), bar.value);
    }
    told.exact(
        "Headline: predicted needs in %",
        figures.orders.map(|headline| headline.value),
    );
    told.exact(
        "Headline: predicted needs, change in points",
        figures.orders.and_then(|headline| headline.change_points),
    );
    told.exact(
        "Headline: purchase window in %",
        figures.saving.as_ref().map(|headline| headline.value),
    );
    told.exact(
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
    told.exact(
        "Headline: purchase window, months",
        best.collect::<Vec<_>>().join("; "),
    );
}

fn pattern(row: &PatternRow, told: &mut Figures) {
    let name = |what: &str| format!("Customer {}: {what}", row.id);
    told.exact(name("last purchase"), row.last_purchase);
    told.exact(name("orders"), row.terms.orders);
    told.exact(name("frequency"), row.frequency);
    told.exact(name("average spend"), row.average_spend);
    told.exact(name("still a customer in %"), row.terms.p_alive_percent);
    told.exact(name("order in 30 days in %"), row.terms.p30_percent);
    match row.predicted_next {
        NextOrder::Expected {
            date, low, high, ..
        } => {
            told.exact(name("predicted next"), date);
            told.exact(name("predicted next, low"), low);
            told.exact(name("predicted next, high"), high);
        }
        NextOrder::Unlikely | NextOrder::TooFar => {
            told.exact(name("predicted next"), row.predicted_next.to_string());
        }
    }
}

fn tell_segment(row: &SegmentRow, told: &mut Figures) {
    let name = |what: &str| format!("Segment {}: {what}", row.segment);
    let savings = row.potential_savings.as_ref();
    told.exact(name("customers"), row.members.len());
    told.exact(name("orders a year each"), row.terms.orders_per_year);
    told.exact(
        name("expected orders in 90 days"),
        row.terms.expected_orders_90_days,
    );
    told.exact(
        name("largest share of a category in %"),
        row.terms.categories.first().map(|(_, share)| *share),
    );
    told.exact(
        name("optimal purchase time"),
        row.optimal_purchase_time.as_str(),
    );
    told.exact(
        name("potential savings"),
        savings.map(|savings| savings.per_year),
    );
    told.exact(
        name("potential savings, low"),
        savings.and_then(|savings| savings.low_80),
    );
    told.exact(
        name("potential savings, high"),
        savings.and_then(|savings| savings.high_80),
    );
}
