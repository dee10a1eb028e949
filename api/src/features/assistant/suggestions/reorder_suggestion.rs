//! Stock that has come down to its reorder point.

use super::SuggestionCandidate;
use crate::auth::permission::Permission;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::question_answering::render_sentences;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, ToolCall, ToolName};
use crate::features::assistant::tools::{load_permitted_recommendations, sum_recommended_cost};
use crate::features::assistant::wire::{Suggestion, SuggestionPriority};
use crate::http::ApiError;

/// Items that a suggestion names at most.
const MAX_ITEMS: usize = 50;

pub(super) async fn suggest_reorder(
    desk: &ToolContext<'_>,
) -> Result<Option<SuggestionCandidate>, ApiError> {
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
    let read = load_permitted_recommendations(desk, None).await?;
    let lines = &read.recommendations.items;
    let (Some(currency), Ok(call)) = (
        &read.currency,
        ToolCall::new(ToolName::ReorderRecommendations, &Args::default()),
    ) else {
        return Ok(None);
    };
    if lines.is_empty() {
        return Ok(None);
    }
    let mut sheet = FactSheet::new(&currency.0);
    let count = sheet.add_count(
        "Items and locations to reorder",
        lines.len() as u64,
        "line",
        "lines",
        Vec::new(),
    );
    let cost = sheet.add_money(
        "Cost of all recommended orders",
        sum_recommended_cost(lines),
        Vec::new(),
    );
    let items = lines.iter().take(MAX_ITEMS).filter_map(|line| {
        let (item, location) = (
            sheet.add_name("Item", &line.item, Vec::new()),
            sheet.add_name("Location", &line.location, Vec::new()),
        );
        render_sentences(&[format!("{item} ({location})")], &sheet).pop()
    });
    let items = items.collect();
    let message = render_sentences(
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
    Ok(Some(SuggestionCandidate {
        suggestion: shown,
        calls: vec![call],
    }))
}
