//! `low_stock_items`: items at or below their advised reorder point.

use super::super::answer_phrases::{category_prefix, is_or_are, no_data_text, row_limit};
use crate::auth::permission::InventoryRead;
use crate::decimal::Decimal4;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Category};
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::purchasing::purchase_plan::PlanRow;
use crate::features::purchasing::stock_status::{
    LOW_STOCK_METHOD, LowStock, StockItem, find_low_stock,
};
use crate::features::purchasing::{StockFilter, read_stock_items};

/// Maximum number of items to mention.
const MAX_INSIGHTS: usize = 3;

pub(in crate::features::assistant::tools) async fn low_stock_items(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let report = load_low_stock(context, args).await?;
    result.method = Some(LOW_STOCK_METHOD);
    result.source_row_count = report.rows as u64;
    result.add_link("Purchase recommendations", "/");
    let of = category_prefix(args.category);
    if report.rows == 0 {
        result.push_no_data(no_data_text(&format!("{of}stock")));
    } else if report.rows == report.without_reorder_point {
        let rows = sheet.add_count(
            "Stock rows without a reorder point",
            report.rows as u64,
            "stock row",
            "stock rows",
            Vec::new(),
        );
        result.push_no_data(format!(
            "Low stock can't be determined: there is no reorder point for any of {rows}."
        ));
        result
            .actions
            .push("Set reorder points in your inventory system and run a data sync.".to_owned());
    } else {
        push_low_stock(&report, args, sheet, result);
    }
    Ok(())
}

/// The low rows of the plan, and of those that it leaves out.
async fn load_low_stock(context: &ToolContext<'_>, args: &Args) -> Result<LowStock, ToolError> {
    let plan = context.purchase_plan().await?;
    let category = args.category.map(Category::as_str);
    let others = match &plan.currency {
        Some(currency) if !plan.other_currency_rows.is_empty() => {
            let stock = context.require(InventoryRead)?;
            let others = StockFilter::OtherCurrency {
                than: currency,
                category,
            };
            read_stock_items(&context.db().await?, others, &stock).await?
        }
        _ => Vec::new(),
    };
    let is_asked = |row: &&PlanRow| category.is_none_or(|asked| row.stock.category == asked);
    let planned = plan.rows.iter().filter(is_asked);
    Ok(find_low_stock(planned, &others, row_limit(args)))
}

fn push_low_stock(report: &LowStock, args: &Args, sheet: &mut FactSheet, result: &mut ToolResult) {
    let rows = set_table(report, sheet, result);
    let items = count_low_items(args.category, report.items, rows, sheet);
    if let Some(lowest) = report.first.first() {
        let their = if report.items == 1 { "its" } else { "their" };
        let places = if report.low == report.items {
            String::new()
        } else {
            format!(
                ", in {}",
                sheet.add_count(
                    "Items and locations at or below the advised reorder point",
                    report.low as u64,
                    "place",
                    "places",
                    Vec::new()
                )
            )
        };
        result.push_sentence(format!(
            "{items} {} at or below {their} advised reorder point{places}.",
            is_or_are(report.items)
        ));
        push_lowest_item(lowest, sheet, result);
        push_order_needs(report, sheet, result);
        result
            .actions
            .push("Review the purchase recommendations for quantities to order.".to_owned());
    } else {
        let checked = sheet.add_count(
            "Stock rows with a reorder point",
            (report.rows - report.without_reorder_point) as u64,
            "stock row",
            "stock rows",
            Vec::new(),
        );
        result.push_sentence(format!(
            "{items} are at or below their advised reorder point, of {checked} checked."
        ));
    }
    if report.compared_with_recorded > 0 {
        let recorded = sheet.add_count(
            "Stock rows compared with the recorded reorder point",
            report.compared_with_recorded as u64,
            "stock row",
            "stock rows",
            Vec::new(),
        );
        result.push_sentence(format!(
            "Compared with the recorded reorder point, because none can be advised: {recorded}."
        ));
    }
    if report.without_reorder_point > 0 {
        let unknown = sheet.add_count(
            "Stock rows without a reorder point",
            report.without_reorder_point as u64,
            "stock row",
            "stock rows",
            Vec::new(),
        );
        result.push_sentence(format!(
            "Not checked, because the reorder point is missing: {unknown}."
        ));
    }
}

/// Adds how many of the rows the recommendations list, and how many others.
fn push_order_needs(report: &LowStock, sheet: &mut FactSheet, result: &mut ToolResult) {
    let to_order = sheet.add_count(
        "Low places to order for",
        report.low_to_order as u64,
        "place",
        "places",
        Vec::new(),
    );
    let rest = match report.low - report.low_to_order {
        0 => "",
        1 => "; for the other one, open orders or drafts are enough",
        _ => "; for the others, open orders or drafts are enough",
    };
    let need = if report.low_to_order == 1 {
        "needs"
    } else {
        "need"
    };
    result.push_sentence(format!("{to_order} {need} an order now{rest}."));
    if report.others_to_order > 0 {
        let others = sheet.add_count(
            "Other places to order for",
            report.others_to_order as u64,
            "other place",
            "other places",
            Vec::new(),
        );
        let need = if report.others_to_order == 1 {
            "needs"
        } else {
            "need"
        };
        result.push_sentence(format!(
            "{others} {need} one because of customers' bookings."
        ));
    }
}

fn count_low_items(
    category: Option<Category>,
    items: usize,
    rows: Vec<String>,
    sheet: &mut FactSheet,
) -> crate::features::assistant::fact_sheet::FactId {
    let of = category_prefix(category);
    sheet.add_count(
        "Items at or below their advised reorder point",
        items as u64,
        &format!("{of}item"),
        &format!("{of}items"),
        rows,
    )
}

fn push_lowest_item(lowest: &StockItem, sheet: &mut FactSheet, result: &mut ToolResult) {
    let row = || vec![format!("{}.r1", result.id)];
    let (item, location) = (
        sheet.add_name("Lowest item", &lowest.item, row()),
        sheet.add_name("Its location", &lowest.location, row()),
    );
    let on_hand = sheet.add_quantity(
        format!("On hand of {} at {}", lowest.item, lowest.location),
        lowest.on_hand,
        &lowest.unit,
        row(),
    );
    if let Some(point) = lowest.reorder_point() {
        let point = sheet.add_quantity(
            format!(
                "Advised reorder point of {} at {}",
                lowest.item, lowest.location
            ),
            point,
            &lowest.unit,
            row(),
        );
        result.push_sentence(format!(
            "{item} at {location} is lowest: {on_hand} on hand compared with an advised \
                reorder point of {point}."
        ));
    }
}

/// Builds the table, adds its notable rows and returns the ids of its rows.
fn set_table(report: &LowStock, sheet: &mut FactSheet, result: &mut ToolResult) -> Vec<String> {
    let mut rows = Vec::new();
    for shelf in &report.first {
        let id = result.next_row_id();
        let at = || vec![id.clone()];
        let label = |what: &str| format!("{what} of {} at {}", shelf.item, shelf.location);
        let (item, location) = (
            sheet.add_name("Item", &shelf.item, at()),
            sheet.add_name("Location", &shelf.location, at()),
        );
        let cells = vec![
            Some(item),
            Some(location),
            Some(sheet.add_quantity(label("On hand"), shelf.on_hand, &shelf.unit, at())),
            shelf.reorder_point().map(|point| {
                sheet.add_quantity(label("Advised reorder point"), point, &shelf.unit, at())
            }),
            Some(sheet.add_quantity(label("On order"), shelf.on_order, &shelf.unit, at())),
        ];
        if result.insights.len() < MAX_INSIGHTS {
            if shelf.on_hand <= Decimal4::ZERO {
                result
                    .insights
                    .push(format!("{item} is out of stock at {location}."));
            } else if shelf.position() > shelf.reorder_point() && shelf.on_order > Decimal4::ZERO {
                result.insights.push(format!(
                    "Open orders of {item} for {location} are enough to pass its reorder point."
                ));
            }
        }
        rows.push(Row { id, cells });
    }
    let ids = rows.iter().map(|row| row.id.clone()).collect();
    if !rows.is_empty() {
        let columns = vec![
            Column::for_text("Item"),
            Column::for_text("Location"),
            Column::for_numbers("On hand"),
            Column::for_numbers("Advised reorder point"),
            Column::for_numbers("On order"),
        ];
        result.table = Some(Table {
            title: "Items at or below their advised reorder point".into(),
            columns,
            rows,
            total: report.low,
        });
    }
    ids
}
