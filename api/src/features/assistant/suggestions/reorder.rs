//! Stock that has come down to its reorder point.

use super::Found;
use crate::auth::permission::Permission;
use crate::features::assistant::asking::sentences;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::registry::{Args, Call, ToolName};
use crate::features::assistant::tools::{recommendations, recommended_cost};
use crate::features::assistant::wire::{Suggestion, SuggestionPriority};
use crate::http::ApiError;

/// Items that a suggestion names at most.
const MOST_ITEMS: usize = 50;

pub(super) async fn reorder(desk: &Desk<'_>) -> Result<Option<Found>, ApiError> {
    let needed = [
        Permission::PurchasingRead,
        Permission::InventoryRead,
        Permission::SalesRead,
    ];
    if !needed
        .into_iter()
        .all(|permission| desk.scope.permissions().contains(permission))
    {
        return Ok(None);
    }
    let read = recommendations(desk, None).await?;
    let lines = &read.recommendations.items;
    let (Some(currency), Ok(call)) = (
        &read.currency,
        Call::new(ToolName::ReorderRecommendations, &Args::default()),
    ) else {
        return Ok(None);
    };
    if lines.is_empty() {
        return Ok(None);
    }
    let mut sheet = FactSheet::new(&currency.0);
    let count = sheet.count(
        "Items and locations to reorder",
        lines.len() as u64,
        "line",
        "lines",
        Vec::new(),
    );
    let cost = sheet.money(
        "Cost of all recommended orders",
        recommended_cost(lines),
        Vec::new(),
    );
    let items = lines.iter().take(MOST_ITEMS).filter_map(|line| {
        let (item, location) = (
            sheet.name("Item", &line.item, Vec::new()),
            sheet.name("Location", &line.location, Vec::new()),
        );
        sentences(&[format!("{item} ({location})")], &sheet).pop()
    });
    let items = items.collect();
    let message = sentences(
        &[format!(
            "At or below the reorder point: {count}. Ordering what is recommended costs {cost}."
        )],
        &sheet,
    );
    let shown = Suggestion {
        id: "reorder".to_owned(),
        title: "Items at or below their reorder point".to_owned(),
        message: message.join(" "),
        action: "Review the purchase recommendations".to_owned(),
        priority: SuggestionPriority::High,
        items,
    };
    Ok(Some(Found {
        shown,
        calls: vec![call],
    }))
}
