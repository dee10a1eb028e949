//! Suggests reordering items whose position is at or below the advised reorder point.

use super::SuggestionCandidate;
use crate::auth::permission::Permission;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, ToolCall, ToolName};
use crate::features::assistant::tools::{load_permitted_recommendations, sum_recommended_cost};
use crate::features::assistant::wire::{Suggestion, SuggestionPriority};

/// Maximum number of items that the suggestion names.
const MAX_ITEMS: usize = 50;

pub(super) async fn suggest_reorder(
    context: &ToolContext<'_>,
) -> Result<Option<SuggestionCandidate>, ToolError> {
    let required = [
        Permission::PurchasingRead,
        Permission::InventoryRead,
        Permission::SalesRead,
    ];
    if !required
        .into_iter()
        .all(|permission| context.scope.permissions().contains(permission))
    {
        return Ok(None);
    }
    let report = load_permitted_recommendations(context, None).await?;
    let lines = &report.recommendations.items;
    let Ok(call) = ToolCall::new(ToolName::ReorderRecommendations, &Args::default()) else {
        return Ok(None);
    };
    if lines.is_empty() {
        return Ok(None);
    }
    let mut sheet = FactSheet::new(&report.currency);
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
        sheet
            .render_sentences(&[format!("{item} ({location})")])
            .pop()
    });
    let items = items.collect();
    let message = sheet.render_sentences(&[format!(
        "Stock position at or below the advised reorder point: {count}. The recommended orders cost \
            {cost}."
    )]);
    let suggestion = Suggestion {
        id: "reorder".to_owned(),
        title: "Items to reorder".to_owned(),
        message: message.join(" "),
        action: "Review the purchase recommendations".to_owned(),
        priority: SuggestionPriority::High,
        items,
    };
    Ok(Some(SuggestionCandidate {
        suggestion,
        calls: vec![call],
    }))
}
