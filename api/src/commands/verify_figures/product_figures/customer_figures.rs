//! The product's customer figures.

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

pub(super) fn add_customer_figures(read: &CustomerReport, figures: &mut Figures) {
    let report = &read.figures;
    figures.push_exact("Customers: lines", read.lines);
    figures.push_exact("Customers: lines in other currencies", read.excluded);
    figures.push_exact("Customers: with orders", report.with_orders);
    if !report.patterns.is_empty() {
        figures.push_exact(
            "Customers: the largest",
            report
                .patterns
                .iter()
                .take(5)
                .map(|row| row.id.as_str())
                .collect::<Vec<_>>()
                .join(", "),
        );
    }
    for row in &report.patterns {
        add_pattern(row, figures);
    }
    for segment in SEGMENTS {
        match report.segments.iter().find(|row| row.segment == segment) {
            Some(row) => add_segment(row, figures),
            None => figures.push_exact(format!("Segment {segment}: customers"), 0_usize),
        }
    }
    let weeks = report
        .needs
        .as_ref()
        .map(|needs| needs.weeks.as_slice())
        .unwrap_or_default();
    figures.push_exact("Predicted needs: weeks", weeks.len());
    for week in weeks {
        figures.push_exact(format!("Predicted needs: {}", week.week), week.percentage);
        figures.push_exact(format!("Predicted needs: {}, low", week.week), week.low_80);
        figures.push_exact(
            format!("Predicted needs: {}, high", week.week),
            week.high_80,
        );
    }
    for bar in report.windows.iter().flat_map(|windows| &windows.months) {
        figures.push_exact(format!("Purchase windows: {}", bar.month.name()), bar.value);
    }
    figures.push_exact(
        "Headline: predicted needs in %",
        report.orders.map(|headline| headline.value),
    );
    figures.push_exact(
        "Headline: predicted needs, change in points",
        report.orders.and_then(|headline| headline.change_points),
    );
    figures.push_exact(
        "Headline: purchase window in %",
        report.saving.as_ref().map(|headline| headline.value),
    );
    figures.push_exact(
        "Headline: purchase window, change in points",
        report
            .saving
            .as_ref()
            .and_then(|headline| headline.change_points),
    );
    let best = report
        .saving
        .iter()
        .flat_map(|headline| &headline.terms.best)
        .map(|best| format!("{} in {}", best.category, best.month.name()));
    figures.push_exact(
        "Headline: purchase window, months",
        best.collect::<Vec<_>>().join("; "),
    );
}

fn add_pattern(row: &PatternRow, figures: &mut Figures) {
    let name = |what: &str| format!("Customer {}: {what}", row.id);
    figures.push_exact(name("last purchase"), row.last_purchase);
    figures.push_exact(name("orders"), row.terms.orders);
    figures.push_exact(name("frequency"), row.frequency);
    figures.push_exact(name("average spend"), row.average_spend);
    figures.push_exact(name("still a customer in %"), row.terms.p_alive_percent);
    figures.push_exact(name("order in 30 days in %"), row.terms.p30_percent);
    match row.predicted_next {
        NextOrder::Expected {
            date, low, high, ..
        } => {
            figures.push_exact(name("predicted next"), date);
            figures.push_exact(name("predicted next, low"), low);
            figures.push_exact(name("predicted next, high"), high);
        }
        NextOrder::Unlikely | NextOrder::BeyondHorizon => {
            figures.push_exact(name("predicted next"), row.predicted_next.to_string());
        }
    }
}

fn add_segment(row: &SegmentRow, figures: &mut Figures) {
    let name = |what: &str| format!("Segment {}: {what}", row.segment);
    let savings = row.potential_savings.as_ref();
    figures.push_exact(name("customers"), row.members.len());
    figures.push_exact(name("orders a year each"), row.terms.orders_per_year);
    figures.push_exact(
        name("expected orders in 90 days"),
        row.terms.expected_orders_90_days,
    );
    figures.push_exact(
        name("largest share of a category in %"),
        row.terms.categories.first().map(|(_, share)| *share),
    );
    figures.push_exact(
        name("optimal purchase time"),
        row.optimal_purchase_time.as_str(),
    );
    figures.push_exact(
        name("potential savings"),
        savings.map(|savings| savings.per_year),
    );
    figures.push_exact(
        name("potential savings, low"),
        savings.and_then(|savings| savings.low_80),
    );
    figures.push_exact(
        name("potential savings, high"),
        savings.and_then(|savings| savings.high_80),
    );
}
