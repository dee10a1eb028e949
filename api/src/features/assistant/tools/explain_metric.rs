//! `explain_metric`: explains how a figure is computed. The formulas are in docs/figures.md.

use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_registry::{Args, Metric};
use crate::features::assistant::tool_result::ToolResult;

pub(super) fn explain_metric(args: &Args, sheet: &mut FactSheet, result: &mut ToolResult) {
    let mut days = |count: u64| {
        sheet
            .add_count("Days", count, "day", "days", Vec::new())
            .to_string()
    };
    let (text, path) = match args.metric {
        Some(Metric::TotalSpend) => (
            format!(
                "Total Spend is the sum of quantity times unit price over the purchase lines of \
                    the {} up to today; returns reduce it. Its change compares with the same \
                    number of days before.",
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
                    today that were delivered on or before the promised date. A line that was not \
                    delivered counts as late. Its change is in points, compared with the same \
                    number of days before.",
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
            let years = sheet.add_count("Backtested harvests", 15, "year", "years", Vec::new());
            (
                format!(
                    "Forecast Accuracy is measured by backtesting: each of the last {years} is \
                        forecast from earlier years only, and the accuracy is the share of the \
                        harvests that remains after the errors are subtracted."
                ),
                "/",
            )
        }
        Some(Metric::PriceIndex) => (explain_price_index(sheet), "/"),
        Some(Metric::SuccessRate) => (
            "Success Rate is the percentage of all rows read in the latest run that are now in \
                the application database exactly as in the source."
                .to_owned(),
            "/data-sync",
        ),
        Some(Metric::Confidence) => (
            "The confidence of an answer is High if every word of the question was understood, \
                nothing was assumed and the data is fresh; Medium if something was assumed, which \
                the answer then states; Low if there is no data or too little. The confidence of \
                a yield forecast is the share of past forecasts that came close to the harvest."
                .to_owned(),
            "/ai-bot",
        ),
        Some(Metric::ReorderPoint) => (
            "The advised reorder point is the highest stock position from which the purchase plan \
                orders today, because waiting a week would cost more. Its position is on hand plus \
                on order; bookings and forecast are demand and count once. Where there are too few \
                sales or no price, it is the reorder point by season or of your inventory data, \
                and the position is on hand plus on order minus booked."
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
    result.push_sentence(text);
    result.add_link("Where it is shown", path);
}

fn explain_price_index(sheet: &mut FactSheet) -> String {
    let months = sheet.add_count(
        "Months compared with each other",
        13,
        "month",
        "months",
        Vec::new(),
    );
    let base = sheet.add_measure("Base of the index", 100.0, "", Vec::new());
    format!(
        "The supply price index follows what your organization pays for its own basket; the first \
            month with purchases is {base}. Months are compared on the items bought in both, \
            weighted by spend (GEKS-Tornqvist over {months})."
    )
}
