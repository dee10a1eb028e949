//! What to order now.

use super::super::answer_phrases::{category_prefix, is_or_are, no_data_text, row_limit};
use crate::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use crate::decimal::ExactSum;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, Category};
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::purchasing::recommend::{METHOD, Recommendation};
use crate::features::purchasing::{RecommendationReport, read_recommendations};
use crate::http::ApiError;

/// From this share of the cost on, one line is worth naming, in percent.
const MIN_NOTABLE_SHARE_PERCENT: f64 = 50.0;
/// Lines of which it is said that they run out.
const MAX_INSIGHTS: usize = 3;

pub(in crate::features::assistant::tools) async fn reorder_recommendations(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    let read = load_permitted_recommendations(desk, args.category).await?;
    let of = category_prefix(args.category);
    found.method = Some(METHOD);
    found.source_row_count = read.recommendations.rows as u64;
    found.add_link("Purchase recommendations", "/");
    if read.recommendations.rows == 0 && read.excluded == 0 {
        found.push_no_data(no_data_text(&format!("{of}stock")));
        return Ok(());
    }
    let lines = &read.recommendations.items;
    let total = sum_recommended_cost(lines);
    let rows = set_table(&read, row_limit(args), sheet, found);
    let count = sheet.add_count(
        "Items and locations to reorder",
        lines.len() as u64,
        &format!("{of}line"),
        &format!("{of}lines"),
        rows,
    );
    if let Some(first) = lines.first() {
        let currency = read
            .currency
            .as_ref()
            .map_or("USD", |currency| currency.0.as_str());
        let total_cost = sheet.add_money_in(
            currency,
            "Cost of all recommended orders",
            total,
            Vec::new(),
        );
        found.push_sentence(format!(
            "{count} {} at or below the reorder point; ordering what is recommended \
            costs {total_cost}.",
            is_or_are(lines.len())
        ));
        let first_row = format!("{}.r1", found.id);
        let row = || vec![first_row.clone()];
        let (item, location) = (
            sheet.add_name("Costliest item", &first.item, row()),
            sheet.add_name("Its location", &first.location, row()),
        );
        let quantity = sheet.add_quantity(
            format!("To order of {} at {}", first.item, first.location),
            first.recommended,
            &first.unit,
            row(),
        );
        let first_cost = sheet.add_money_in(
            currency,
            format!("Cost of {} at {}", first.item, first.location),
            first.cost.into(),
            row(),
        );
        found.push_sentence(format!(
            "The costliest is {item} at {location}: {quantity} for {first_cost}."
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
            found.insights.push(format!(
                "{item} at {location} alone is {share} of the cost."
            ));
        }
        found.insights.extend(describe_stockout_risks(lines, sheet));
        found
            .actions
            .push("Review the purchase recommendations and place the orders.".to_owned());
    } else {
        let looked_at = sheet.add_count(
            "Stock rows looked at",
            found.source_row_count,
            "stock row",
            "stock rows",
            Vec::new(),
        );
        found.push_sentence(format!(
            "{count} need reordering, of {looked_at} looked at."
        ));
    }
    push_left_out(&read, sheet, found);
    Ok(())
}

/// The recommendations as the dashboard reads them.
pub(in crate::features::assistant) async fn load_permitted_recommendations(
    desk: &ToolContext<'_>,
    category: Option<Category>,
) -> Result<RecommendationReport, ApiError> {
    let (right, stock, sales) = (
        desk.require(PurchasingRead)?,
        desk.require(InventoryRead)?,
        desk.require(SalesRead)?,
    );
    let category = category.map(Category::as_str);
    Ok(read_recommendations(
        &desk.rolled_up_db().await?,
        desk.organization(),
        desk.as_of(),
        category,
        (&right, &stock, &sales),
    )
    .await?)
}

/// What all lines cost together.
pub(in crate::features::assistant) fn sum_recommended_cost(lines: &[Recommendation]) -> ExactSum {
    lines.iter().fold(ExactSum::ZERO, |sum, line| {
        sum.saturating_add(line.cost.into())
    })
}

fn push_left_out(read: &RecommendationReport, sheet: &mut FactSheet, found: &mut ToolResult) {
    let left_out = [
        (
            read.recommendations.waiting as u64,
            "Not proposed again, because drafted and not yet ordered",
        ),
        (
            read.recommendations.without_reorder_point as u64,
            "Without a reorder point, and so not judged",
        ),
        (
            read.excluded,
            "Not judged, because priced in other currencies",
        ),
        (
            read.recommendations.out_of_range as u64,
            "Left out, because their figures cannot be meant",
        ),
    ];
    for (rows, why) in left_out.into_iter().filter(|(rows, _)| *rows > 0) {
        let rows = sheet.add_count(why, rows, "stock row", "stock rows", Vec::new());
        found.push_sentence(format!("{why}: {rows}."));
    }
}

/// Lines whose stock is used up before an order placed today can come.
fn describe_stockout_risks(lines: &[Recommendation], sheet: &mut FactSheet) -> Vec<String> {
    let first = lines
        .iter()
        .filter_map(|line| Some((line, line.terms.days_until_stockout()?)))
        .take(MAX_INSIGHTS);
    let said = first.map(|(line, cover)| {
        let (item, location) = (
            sheet.add_name("Item", &line.item, Vec::new()),
            sheet.add_name("Location", &line.location, Vec::new()),
        );
        let lasts = sheet.add_count(
            format!("Days that {} at {} lasts", line.item, line.location),
            cover,
            "day",
            "days",
            Vec::new(),
        );
        let takes = sheet.add_count(
            format!("Lead time of {} at {}", line.item, line.location),
            line.terms.lead_time.days.into(),
            "day",
            "days",
            Vec::new(),
        );
        format!(
            "At the pace of the past year's sales {item} at {location} lasts {lasts}, and an \
            order takes {takes}: it runs out first."
        )
    });
    said.collect()
}

/// The table; gives the names of its rows.
fn set_table(
    read: &RecommendationReport,
    most: usize,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Vec<String> {
    let currency = read
        .currency
        .as_ref()
        .map_or("USD", |currency| currency.0.as_str());
    let mut rows = Vec::new();
    for line in read.recommendations.items.iter().take(most) {
        let id = found.next_row_id();
        let at = || vec![id.clone()];
        let label = |what: &str| format!("{what} of {} at {}", line.item, line.location);
        let cells = vec![
            Some(sheet.add_name("Item", &line.item, at())),
            Some(sheet.add_name("Location", &line.location, at())),
            Some(sheet.add_quantity(label("On hand"), line.current_stock, &line.unit, at())),
            Some(sheet.add_quantity(
                label("Reorder point"),
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
            .chain(["On hand", "Reorder point", "To order", "Cost"].map(Column::for_numbers))
            .collect();
        found.table = Some(Table {
            title: "What to order now",
            columns,
            rows,
            total: read.recommendations.items.len(),
        });
    }
    ids
}
