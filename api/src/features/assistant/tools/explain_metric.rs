//! How a figure of the app is made, in words. The formulas themselves stand in the docs' figures
//! page; these sentences restate them.

use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_registry::{Args, Metric};
use crate::features::assistant::tool_result::ToolResult;

pub(super) fn explain_metric(args: &Args, sheet: &mut FactSheet, found: &mut ToolResult) {
    let mut days = |count: u64| {
        sheet
            .add_count("Days", count, "day", "days", Vec::new())
            .to_string()
    };
    let (says, path) = match args.metric {
        Some(Metric::TotalSpend) => (
            format!(
                "Total Spend is the sum of quantity times unit price over the purchase lines of \
                    the {} up to today; returns reduce it. Its change compares with as many days \
                    before.",
                days(365)
            ),
            "/",
        ),
        Some(Metric::AvgOrderValue) => (
            format!(
                "Avg Order Value is the total spend of the {} up to today divided by the \
                number of distinct orders among its lines.",
                days(365)
            ),
            "/",
        ),
        Some(Metric::DeliveryRate) => (
            format!(
                "Delivery Rate is the share of the purchase lines promised within the {} up to \
                    today that were delivered on or before the promised date. A line that never \
                    came counts as late. Its change is in points against as many days before.",
                days(365)
            ),
            "/",
        ),
        Some(Metric::ActiveSuppliers) => (
            format!(
                "Active Suppliers is the number of distinct suppliers with a purchase line \
                in the {} up to today.",
                days(90)
            ),
            "/",
        ),
        Some(Metric::ForecastAccuracy) => {
            let years = sheet.add_count("Harvests looked back on", 15, "year", "years", Vec::new());
            (
                format!(
                    "Forecast Accuracy is measured, not assumed: each of the last {years} is \
                        forecast from the years before it alone, and the accuracy is the share \
                        of the harvests that is left once the errors are taken off."
                ),
                "/",
            )
        }
        Some(Metric::PriceIndex) => {
            let months = sheet.add_count(
                "Months compared with each other",
                13,
                "month",
                "months",
                Vec::new(),
            );
            let base = sheet.add_measure("Base of the index", 100.0, "", Vec::new());
            (
                format!(
                    "The supply price index follows what your organization pays for its own \
                        basket; the first month with purchases is {base}. Months are compared on \
                        the items bought in both, weighed by what was spent on them \
                        (GEKS-Tornqvist over {months})."
                ),
                "/",
            )
        }
        Some(Metric::SuccessRate) => (
            "Success Rate is the rows that are now in the application database as the source has \
                them, as a percentage of all rows read in the latest run."
                .to_owned(),
            "/data-sync",
        ),
        Some(Metric::Confidence) => (
            "The badge of an answer is High where every word of the question was understood, \
                nothing was assumed and the rows are fresh; Medium where something was assumed, \
                which the answer then says; Low where there is nothing, or too little, to answer \
                from. The confidence of a yield forecast is the share of past forecasts that \
                came close to the harvest."
                .to_owned(),
            "/ai-bot",
        ),
        Some(Metric::ReorderPoint) => (
            "The reorder point is the stock position at which to order; your warehouse gives it \
                for each item and location. The position is what is on hand, plus what is on \
                order, less what is booked."
                .to_owned(),
            "/",
        ),
        _ => (
            "I can explain total spend, average order value, delivery rate, active suppliers, \
            forecast accuracy, the price index, the success rate, confidence and the reorder \
            point."
                .to_owned(),
            "/",
        ),
    };
    found.push_sentence(says);
    found.add_link("Where it is shown", path);
}
