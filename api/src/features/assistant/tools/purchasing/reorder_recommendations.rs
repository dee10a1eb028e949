//! `reorder_recommendations`: what to order now.

use super::super::answer_phrases::{category_prefix, no_data_text, row_limit};
use crate::decimal::ExactSum;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Category};
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::purchasing::purchase_plan::METHOD;
use crate::features::purchasing::recommendations::{Recommendation, Recommendations};

/// Minimum share of the cost to mention a line, in percent.
const MIN_NOTABLE_SHARE_PERCENT: f64 = 50.0;
const NUMBER_COLUMNS: [&str; 5] = [
    "On hand",
    "Position",
    "Advised reorder point",
    "To order",
    "Cost",
];
/// Maximum number of lines to mention that will run out.
const MAX_INSIGHTS: usize = 3;

pub(in crate::features::assistant::tools) async fn reorder_recommendations(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let PermittedRecommendations {
        recommendations,
        currency,
    } = load_permitted_recommendations(context, args.category).await?;
    let of = category_prefix(args.category);
    result.method = Some(METHOD);
    result.source_row_count = recommendations.rows as u64;
    result.add_link("Purchase recommendations", "/");
    if recommendations.rows == 0 && recommendations.other_currency_rows == 0 {
        result.push_no_data(no_data_text(&format!("{of}stock")));
        return Ok(());
    }
    let lines = &recommendations.items;
    let total = sum_recommended_cost(lines);
    let rows = set_table(&recommendations, &currency, row_limit(args), sheet, result);
    let count = sheet.add_count(
        "Items and locations to reorder",
        lines.len() as u64,
        &format!("{of}line"),
        &format!("{of}lines"),
        rows,
    );
    if let Some(first) = lines.first() {
        let total_cost = sheet.add_money_in(
            &currency,
            "Cost of all recommended orders",
            total,
            Vec::new(),
        );
        result.push_sentence(format!(
            "{count} {} a stock position at or below the advised reorder point; the recommended \
                orders cost {total_cost}.",
            if lines.len() == 1 { "has" } else { "have" }
        ));
        let first_row = format!("{}.r1", result.id);
        let row = || vec![first_row.clone()];
        let (item, location) = (
            sheet.add_name("Most expensive item", &first.item, row()),
            sheet.add_name("Its location", &first.location, row()),
        );
        let quantity = sheet.add_quantity(
            format!("To order of {} at {}", first.item, first.location),
            first.recommended,
            &first.unit,
            row(),
        );
        let first_cost = sheet.add_money_in(
            &currency,
            format!("Cost of {} at {}", first.item, first.location),
            first.cost.into(),
            row(),
        );
        result.push_sentence(format!(
            "The most expensive is {item} at {location}: {quantity} for {first_cost}."
        ));
        if let Some(share) = ExactSum::from(first.cost)
            .percent_of(total)
            .filter(|share| lines.len() > 1 && *share >= MIN_NOTABLE_SHARE_PERCENT)
        {
            let share = sheet.add_percent(
                format!("Share of {} at {} in the cost", first.item, first.location),
                share,
                row(),
            );
            result.insights.push(format!(
                "{item} at {location} alone is {share} of the cost."
            ));
        }
        result
            .insights
            .extend(describe_stockout_risks(lines, sheet));
        result
            .actions
            .push("Review the purchase recommendations and place the orders.".to_owned());
    } else {
        let checked = sheet.add_count(
            "Stock rows checked",
            result.source_row_count,
            "stock row",
            "stock rows",
            Vec::new(),
        );
        result.push_sentence(format!("{count} need reordering, of {checked} checked."));
    }
    push_left_out(&recommendations, sheet, result);
    Ok(())
}

/// Recommendations and the currency of their costs.
pub(in crate::features::assistant) struct PermittedRecommendations {
    pub(in crate::features::assistant) recommendations: Recommendations,
    pub(in crate::features::assistant) currency: String,
}

/// Loads the recommendations of the dashboard.
pub(in crate::features::assistant) async fn load_permitted_recommendations(
    context: &ToolContext<'_>,
    category: Option<Category>,
) -> Result<PermittedRecommendations, ToolError> {
    let plan = context.purchase_plan().await?;
    Ok(PermittedRecommendations {
        recommendations: Recommendations::from_plan(&plan, category.map(Category::as_str)),
        currency: plan.currency.clone().unwrap_or_else(|| "USD".to_owned()),
    })
}

/// Total cost of the lines.
pub(in crate::features::assistant) fn sum_recommended_cost(lines: &[Recommendation]) -> ExactSum {
    lines.iter().fold(ExactSum::ZERO, |sum, line| {
        sum.saturating_add(line.cost.into())
    })
}

fn push_left_out(report: &Recommendations, sheet: &mut FactSheet, result: &mut ToolResult) {
    let left_out = [
        (
            report.waiting as u64,
            "Not recommended again, because drafted but not ordered",
        ),
        (
            report.without_reorder_point as u64,
            "Not checked, because the reorder point is missing",
        ),
        (
            report.other_currency_rows,
            "Not checked, because of prices in other currencies",
        ),
        (
            report.out_of_range as u64,
            "Left out, because of implausible figures",
        ),
    ];
    for (rows, why) in left_out.into_iter().filter(|(rows, _)| *rows > 0) {
        let rows = sheet.add_count(why, rows, "stock row", "stock rows", Vec::new());
        result.push_sentence(format!("{why}: {rows}."));
    }
}

/// Adds lines that run out before an order placed today would arrive.
fn describe_stockout_risks(lines: &[Recommendation], sheet: &mut FactSheet) -> Vec<String> {
    let first = lines
        .iter()
        .filter_map(|line| Some((line, line.terms.days_until_stockout()?)))
        .take(MAX_INSIGHTS);
    let sentences = first.map(|(line, cover)| {
        let (item, location) = (
            sheet.add_name("Item", &line.item, Vec::new()),
            sheet.add_name("Location", &line.location, Vec::new()),
        );
        let lasts = sheet.add_count(
            format!("Days of cover of {} at {}", line.item, line.location),
            cover,
            "day",
            "days",
            Vec::new(),
        );
        let takes = sheet.add_measure(
            format!("Lead time of {} at {}", line.item, line.location),
            line.terms.lead_time.days.to_f64(),
            "days",
            Vec::new(),
        );
        format!(
            "At the average daily sales of the past year, {item} on hand at {location} lasts \
                {lasts}, and an order takes {takes}: without open orders it runs out first."
        )
    });
    sentences.collect()
}

/// Builds the table and returns the ids of its rows.
fn set_table(
    report: &Recommendations,
    currency: &str,
    limit: usize,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Vec<String> {
    let mut rows = Vec::new();
    for line in report.items.iter().take(limit) {
        let id = result.next_row_id();
        let at = || vec![id.clone()];
        let label = |what: &str| format!("{what} of {} at {}", line.item, line.location);
        let cells = vec![
            Some(sheet.add_name("Item", &line.item, at())),
            Some(sheet.add_name("Location", &line.location, at())),
            Some(sheet.add_quantity(label("On hand"), line.current_stock, &line.unit, at())),
            Some(sheet.add_quantity(label("Position"), line.terms.position, &line.unit, at())),
            Some(sheet.add_quantity(
                label("Advised reorder point"),
                line.terms.reorder_point,
                &line.unit,
                at(),
            )),
            Some(sheet.add_quantity(label("To order"), line.recommended, &line.unit, at())),
            Some(sheet.add_money_in(currency, label("Cost"), line.cost.into(), at())),
        ];
        rows.push(Row { id, cells });
    }
    let ids = rows.iter().map(|row| row.id.clone()).collect();
    if !rows.is_empty() {
        let words = ["Item", "Location"].map(Column::for_text);
        let columns = words
            .into_iter()
            .chain(NUMBER_COLUMNS.map(Column::for_numbers))
            .collect();
        result.table = Some(Table {
            title: "What to order now".into(),
            columns,
            rows,
            total: report.items.len(),
        });
    }
    ids
}
