//! Which items have come down to their reorder point.

use super::super::phrases::{is_or_are, most_rows, no_data, of_category};
use crate::auth::permission::InventoryRead;
use crate::decimal::Decimal4;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::{Column, Finding, Row, Table};
use crate::features::assistant::registry::{Args, Category};
use crate::features::purchasing::shelf::{LOW_METHOD, LowStock, Shelf, low_stock};
use crate::features::purchasing::{Stocked, read_shelves};
use crate::http::ApiError;

/// Rows of which something is said one by one.
const MOST_INSIGHTS: usize = 3;

pub(in crate::features::assistant::tools) async fn low_stock_items(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let right = desk.require(InventoryRead)?;
    let stocked = args.category.map_or(Stocked::All, |category| {
        Stocked::Category(category.as_str())
    });
    let read = low_stock(read_shelves(&desk.db().await?, stocked, &right).await?);
    found.method = Some(LOW_METHOD);
    found.n = read.rows as u64;
    found.link("Purchase recommendations", "/");
    let of = of_category(args.category);
    if read.rows == 0 {
        found.nothing(no_data(&format!("{of}stock")));
    } else if read.rows == read.without_reorder_point {
        let rows = sheet.count(
            "Stock rows without a reorder point",
            read.rows as u64,
            "stock row",
            "stock rows",
            Vec::new(),
        );
        found.nothing(format!(
            "Nothing says when stock is low: there is no reorder point for any of {rows}."
        ));
        found
            .actions
            .push("Set reorder points where your stock is kept and run a data sync.".to_owned());
    } else {
        told(&read, args, sheet, found);
    }
    Ok(())
}

fn told(read: &LowStock, args: &Args, sheet: &mut FactSheet, found: &mut Finding) {
    let rows = listed(read, most_rows(args), sheet, found);
    let items = count_of_items(args.category, read.items, rows, sheet);
    if let Some(lowest) = read.low.first() {
        let their = if read.items == 1 { "its" } else { "their" };
        let places = if read.low.len() == read.items {
            String::new()
        } else {
            format!(
                ", in {}",
                sheet.count(
                    "Items and locations at or below the reorder point",
                    read.low.len() as u64,
                    "place",
                    "places",
                    Vec::new()
                )
            )
        };
        found.say(format!(
            "{items} {} at or below {their} reorder point{places}.",
            is_or_are(read.items)
        ));
        say_lowest(lowest, sheet, found);
        found
            .actions
            .push("Review the purchase recommendations: they say how much to order.".to_owned());
    } else {
        let judged = sheet.count(
            "Stock rows with a reorder point",
            (read.rows - read.without_reorder_point) as u64,
            "stock row",
            "stock rows",
            Vec::new(),
        );
        found.say(format!(
            "{items} are at or below their reorder point, of {judged} looked at."
        ));
    }
    if read.without_reorder_point > 0 {
        let unknown = sheet.count(
            "Stock rows without a reorder point",
            read.without_reorder_point as u64,
            "stock row",
            "stock rows",
            Vec::new(),
        );
        found.say(format!(
            "Without a reorder point, and so not judged: {unknown}."
        ));
    }
}

fn count_of_items(
    category: Option<Category>,
    items: usize,
    rows: Vec<String>,
    sheet: &mut FactSheet,
) -> crate::features::assistant::facts::FactId {
    let of = of_category(category);
    sheet.count(
        "Items at or below their reorder point",
        items as u64,
        &format!("{of}item"),
        &format!("{of}items"),
        rows,
    )
}

fn say_lowest(lowest: &Shelf, sheet: &mut FactSheet, found: &mut Finding) {
    let row = || vec![format!("{}.r1", found.id)];
    let (item, location) = (
        sheet.name("Lowest item", &lowest.item, row()),
        sheet.name("Its location", &lowest.location, row()),
    );
    let on_hand = sheet.quantity(
        format!("On hand of {} at {}", lowest.item, lowest.location),
        lowest.on_hand,
        &lowest.unit,
        row(),
    );
    if let Some(point) = lowest.reorder_point {
        let point = sheet.quantity(
            format!("Reorder point of {} at {}", lowest.item, lowest.location),
            point,
            &lowest.unit,
            row(),
        );
        found.say(format!(
            "{item} at {location} is lowest: {on_hand} on hand against a reorder point of {point}."
        ));
    }
}

/// The table, with what stands out in its rows; gives the names of the rows.
fn listed(read: &LowStock, most: usize, sheet: &mut FactSheet, found: &mut Finding) -> Vec<String> {
    let mut rows = Vec::new();
    for shelf in read.low.iter().take(most) {
        let id = found.next_row();
        let at = || vec![id.clone()];
        let label = |what: &str| format!("{what} of {} at {}", shelf.item, shelf.location);
        let (item, location) = (
            sheet.name("Item", &shelf.item, at()),
            sheet.name("Location", &shelf.location, at()),
        );
        let cells = vec![
            Some(item),
            Some(location),
            Some(sheet.quantity(label("On hand"), shelf.on_hand, &shelf.unit, at())),
            shelf
                .reorder_point
                .map(|point| sheet.quantity(label("Reorder point"), point, &shelf.unit, at())),
            Some(sheet.quantity(label("On order"), shelf.on_order, &shelf.unit, at())),
        ];
        if found.insights.len() < MOST_INSIGHTS {
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
            Column::words("Item"),
            Column::words("Location"),
            Column::figures("On hand"),
            Column::figures("Reorder point"),
            Column::figures("On order"),
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
