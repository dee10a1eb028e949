//! Which items have come down to their reorder point.

use super::super::answer_phrases::{category_prefix, is_or_are, no_data_text, row_limit};
use crate::auth::permission::InventoryRead;
use crate::decimal::Decimal4;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, Category};
use crate::features::assistant::tool_result::{Column, Row, Table, ToolResult};
use crate::features::purchasing::stock_status::{
    LOW_STOCK_METHOD, LowStock, StockItem, find_low_stock,
};
use crate::features::purchasing::{StockFilter, read_stock_items};
use crate::http::ApiError;

/// Rows of which something is said one by one.
const MAX_INSIGHTS: usize = 3;

pub(in crate::features::assistant::tools) async fn low_stock_items(
    desk: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Result<(), ApiError> {
    let right = desk.require(InventoryRead)?;
    let stocked = args.category.map_or(StockFilter::All, |category| {
        StockFilter::Category(category.as_str())
    });
    let read = find_low_stock(read_stock_items(&desk.db().await?, stocked, &right).await?);
    found.method = Some(LOW_STOCK_METHOD);
    found.source_row_count = read.rows as u64;
    found.add_link("Purchase recommendations", "/");
    let of = category_prefix(args.category);
    if read.rows == 0 {
        found.push_no_data(no_data_text(&format!("{of}stock")));
    } else if read.rows == read.without_reorder_point {
        let rows = sheet.add_count(
            "Stock rows without a reorder point",
            read.rows as u64,
            "stock row",
            "stock rows",
            Vec::new(),
        );
        found.push_no_data(format!(
            "Nothing says when stock is low: there is no reorder point for any of {rows}."
        ));
        found
            .actions
            .push("Set reorder points where your stock is kept and run a data sync.".to_owned());
    } else {
        push_low_stock(&read, args, sheet, found);
    }
    Ok(())
}

fn push_low_stock(read: &LowStock, args: &Args, sheet: &mut FactSheet, found: &mut ToolResult) {
    let rows = set_table(read, row_limit(args), sheet, found);
    let items = count_low_items(args.category, read.items, rows, sheet);
    if let Some(lowest) = read.low.first() {
        let their = if read.items == 1 { "its" } else { "their" };
        let places = if read.low.len() == read.items {
            String::new()
        } else {
            format!(
                ", in {}",
                sheet.add_count(
                    "Items and locations at or below the reorder point",
                    read.low.len() as u64,
                    "place",
                    "places",
                    Vec::new()
                )
            )
        };
        found.push_sentence(format!(
            "{items} {} at or below {their} reorder point{places}.",
            is_or_are(read.items)
        ));
        push_lowest_item(lowest, sheet, found);
        found
            .actions
            .push("Review the purchase recommendations: they say how much to order.".to_owned());
    } else {
        let judged = sheet.add_count(
            "Stock rows with a reorder point",
            (read.rows - read.without_reorder_point) as u64,
            "stock row",
            "stock rows",
            Vec::new(),
        );
        found.push_sentence(format!(
            "{items} are at or below their reorder point, of {judged} looked at."
        ));
    }
    if read.without_reorder_point > 0 {
        let unknown = sheet.add_count(
            "Stock rows without a reorder point",
            read.without_reorder_point as u64,
            "stock row",
            "stock rows",
            Vec::new(),
        );
        found.push_sentence(format!(
            "Without a reorder point, and so not judged: {unknown}."
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
        "Items at or below their reorder point",
        items as u64,
        &format!("{of}item"),
        &format!("{of}items"),
        rows,
    )
}

fn push_lowest_item(lowest: &StockItem, sheet: &mut FactSheet, found: &mut ToolResult) {
    let row = || vec![format!("{}.r1", found.id)];
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
    if let Some(point) = lowest.reorder_point {
        let point = sheet.add_quantity(
            format!("Reorder point of {} at {}", lowest.item, lowest.location),
            point,
            &lowest.unit,
            row(),
        );
        found.push_sentence(format!(
            "{item} at {location} is lowest: {on_hand} on hand against a reorder point of {point}."
        ));
    }
}

/// The table, with what stands out in its rows; gives the names of the rows.
fn set_table(
    read: &LowStock,
    most: usize,
    sheet: &mut FactSheet,
    found: &mut ToolResult,
) -> Vec<String> {
    let mut rows = Vec::new();
    for shelf in read.low.iter().take(most) {
        let id = found.next_row_id();
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
            shelf
                .reorder_point
                .map(|point| sheet.add_quantity(label("Reorder point"), point, &shelf.unit, at())),
            Some(sheet.add_quantity(label("On order"), shelf.on_order, &shelf.unit, at())),
        ];
        if found.insights.len() < MAX_INSIGHTS {
            if shelf.on_hand <= Decimal4::ZERO {
                found
                    .insights
                    .push(format!("Nothing is left of {item} at {location}."));
            } else if shelf.position() > shelf.reorder_point && shelf.on_order > Decimal4::ZERO {
                found.insights.push(format!(
                    "Enough of {item} is on order for {location} to pass its reorder point."
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
            Column::for_numbers("Reorder point"),
            Column::for_numbers("On order"),
        ];
        found.table = Some(Table {
            title: "Items at or below their reorder point",
            columns,
            rows,
            total: read.low.len(),
        });
    }
    ids
}
