//! `stock_level`: stock of one item.

use super::super::answer_phrases::is_or_are;
use super::advised_stock::load_advised_stock;
use crate::auth::permission::SalesRead;
use crate::decimal::{Decimal4, ExactSum};
use crate::features::assistant::fact_sheet::{FactId, FactSheet};
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::{Column, MAX_TABLE_ROWS, Row, Table, ToolResult};
use crate::features::purchasing::read_sold_last_year;
use crate::features::purchasing::recommend::cover_days;
use crate::features::purchasing::stock_status::{ItemStock, STOCK_METHOD, StockItem, sum_by_unit};

const NUMBER_COLUMNS: [&str; 6] = [
    "On hand",
    "On order",
    "Booked",
    "Position",
    "Recorded reorder point",
    "Advised reorder point",
];

pub(in crate::features::assistant::tools) async fn stock_level(
    context: &ToolContext<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<(), ToolError> {
    let name = args.item.as_deref().unwrap_or_default();
    let shelves = load_advised_stock(context, name).await?;
    result.method = Some(STOCK_METHOD);
    result.source_row_count = shelves.len() as u64;
    result.add_link("Purchase recommendations", "/");
    let item = sheet.add_name("Item", name, Vec::new());
    if shelves.is_empty() {
        result.push_no_data(format!(
            "There is no item called {item} in the inventory data. If it is new, run a data sync."
        ));
        return Ok(());
    }
    let sales = context.require(SalesRead)?;
    let db = context.rolled_up_db().await?;
    let sold = read_sold_last_year(&db, &shelves, context.as_of(), &sales).await?;
    drop(db);
    let rows = set_table(&shelves, sheet, result);
    for level in sum_by_unit(&shelves) {
        let only = match shelves.as_slice() {
            [only] => Some(only),
            _ => None,
        };
        push_level((name, item), &level, only, &rows, sheet, result);
        push_days_of_cover(item, &level, sold.get(&level.unit).copied(), sheet, result);
    }
    Ok(())
}

fn push_level(
    (name, item): (&str, FactId),
    level: &ItemStock,
    only: Option<&StockItem>,
    rows: &[String],
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let quantity = |what: &str, value: Decimal4, sheet: &mut FactSheet| {
        sheet.add_quantity(
            format!("{what} of {name}"),
            value,
            &level.unit,
            rows.to_vec(),
        )
    };
    let on_hand = quantity("On hand", level.on_hand, sheet);
    let place = match only {
        Some(shelf) => format!(
            "at {}",
            sheet.add_name("Location", &shelf.location, rows.to_vec())
        ),
        None => format!(
            "in {}",
            sheet.add_count(
                "Locations with this item",
                level.locations as u64,
                "location",
                "locations",
                rows.to_vec()
            )
        ),
    };
    result.push_sentence(format!("{item}: {on_hand} on hand {place}."));
    if level.on_order != Decimal4::ZERO || level.booked != Decimal4::ZERO {
        let (on_order, booked) = (
            quantity("On order", level.on_order, sheet),
            quantity("Booked", level.booked, sheet),
        );
        let position = quantity("Position", level.position, sheet);
        result.push_sentence(format!(
            "With {on_order} on order and {booked} booked by customers, the position is \
                {position}."
        ));
    }
    match only {
        Some(shelf) => push_reorder_point(name, shelf, rows, sheet, result),
        None if level.low > 0 => {
            let low = sheet.add_count(
                "Locations at or below their advised reorder point",
                level.low as u64,
                "location",
                "locations",
                rows.to_vec(),
            );
            result.push_sentence(format!(
                "{low} {} at or below the advised reorder point.",
                is_or_are(level.low)
            ));
        }
        None => {}
    }
    if level.low > 0 {
        result
            .actions
            .push(format!("Review the purchase recommendation for {item}."));
    }
}

fn push_reorder_point(
    name: &str,
    shelf: &StockItem,
    rows: &[String],
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let Some(point) = shelf.reorder_point() else {
        result.push_sentence("It has no reorder point.");
        return;
    };
    // A row that nothing is advised for is compared with the recorded reorder point.
    let (label, which) = match shelf.advice {
        Some(_) => ("Advised reorder point", "advised"),
        None => ("Recorded reorder point", "recorded"),
    };
    let stands = if shelf.is_low() == Some(true) {
        "at or below"
    } else {
        "above"
    };
    let point = sheet.add_quantity(
        format!("{label} of {name}"),
        point,
        &shelf.unit,
        rows.to_vec(),
    );
    result.push_sentence(format!(
        "What is on hand is {stands} the {which} reorder point of {point}."
    ));
}

/// Adds the days of cover of the stock on hand, and whether an order would arrive in time.
fn push_days_of_cover(
    item: FactId,
    level: &ItemStock,
    sold: Option<ExactSum>,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) {
    let Some(cover) = sold.and_then(|sold| cover_days(level.on_hand, sold)) else {
        return;
    };
    let lasts = sheet.add_count(
        "Days of cover: on hand / average daily sales of the past year",
        cover,
        "day",
        "days",
        Vec::new(),
    );
    match level.lead_time_days {
        Some(lead) if cover < u64::from(lead) => {
            let takes = sheet.add_count("Lead time", u64::from(lead), "day", "days", Vec::new());
            result.insights.push(format!(
                "At the average daily sales of the past year, {item} on hand lasts {lasts}, and an \
                    order takes {takes}: without open orders it runs out first."
            ));
        }
        _ => result.push_sentence(format!(
            "At the average daily sales of the past year, the quantity on hand lasts {lasts}."
        )),
    }
}

/// Builds the table of locations and returns the ids of its rows.
fn set_table(shelves: &[StockItem], sheet: &mut FactSheet, result: &mut ToolResult) -> Vec<String> {
    let mut rows = Vec::new();
    for shelf in shelves.iter().take(MAX_TABLE_ROWS) {
        let id = result.next_row_id();
        let mut quantity = |what: &str, value: Decimal4| {
            sheet.add_quantity(
                format!("{what} at {}", shelf.location),
                value,
                &shelf.unit,
                vec![id.clone()],
            )
        };
        let advised = shelf.advice.map(|advice| advice.reorder_point);
        let figures = [
            Some(quantity("On hand", shelf.on_hand)),
            Some(quantity("On order", shelf.on_order)),
            Some(quantity("Booked", shelf.booked)),
            shelf
                .position()
                .map(|position| quantity("Position", position)),
            shelf
                .recorded_reorder_point
                .map(|point| quantity("Recorded reorder point", point)),
            advised.map(|point| quantity("Advised reorder point", point)),
        ];
        let location = sheet.add_name("Location", &shelf.location, vec![id.clone()]);
        rows.push(Row {
            cells: std::iter::once(Some(location)).chain(figures).collect(),
            id,
        });
    }
    let ids = rows.iter().map(|row| row.id.clone()).collect();
    let columns = std::iter::once(Column::for_text("Location"))
        .chain(NUMBER_COLUMNS.map(Column::for_numbers))
        .collect();
    result.table = Some(Table {
        title: "Stock by location".into(),
        columns,
        rows,
        total: shelves.len(),
    });
    ids
}
