//! Suggests acting on categories whose prices change more than usual.

use super::SuggestionCandidate;
use crate::auth::permission::{Permission, PurchasingRead};
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Category, ToolCall, ToolName};
use crate::features::assistant::tools::category_label;
use crate::features::assistant::wire::{Suggestion, SuggestionPriority};
use crate::features::supply_prices::price_index::{CategoryIndex, PriceTrend};

pub(super) async fn suggest_price_changes(
    context: &ToolContext<'_>,
) -> Result<Vec<SuggestionCandidate>, ToolError> {
    if !context
        .scope
        .permissions()
        .contains(Permission::PurchasingRead)
    {
        return Ok(Vec::new());
    }
    let proof = context.require(PurchasingRead)?;
    let report = context.prices.load(context.scope, &proof).await?;
    let categories = report.index.iter().flat_map(|index| &index.categories);
    Ok(categories.filter_map(suggest_for_category).collect())
}

fn suggest_for_category(row: &CategoryIndex) -> Option<SuggestionCandidate> {
    let change = row.three_month_change?;
    let (priority, action) = match change.trend {
        PriceTrend::Rising => (
            SuggestionPriority::Medium,
            "Get quotes from other suppliers before the next order",
        ),
        PriceTrend::Falling => (
            SuggestionPriority::Low,
            "Postpone purchases that can wait and ask for new prices",
        ),
        PriceTrend::Stable => return None,
    };
    let mut sheet = FactSheet::default();
    let (trend, name) = (change.trend, category_label(&row.category));
    let change = sheet.add_change(
        format!("Change of the prices of {}", row.category),
        change.percent,
        Vec::new(),
    );
    let months = sheet.add_count("Months looked back", 3, "month", "months", Vec::new());
    let level = sheet.add_measure(
        format!("Index of {}", row.category),
        row.current_price_index,
        "",
        Vec::new(),
    );
    let message = format!(
        "{name}: your prices changed by {change} over {months}, more than usual; the price index \
            is {level}."
    );
    let message = sheet.render_sentences(&[message]).pop()?;
    let call = ToolCall::new(
        ToolName::PriceIndex,
        &Args {
            category: Category::parse(&row.category),
            ..Args::default()
        },
    )
    .ok()?;
    let suggestion = Suggestion {
        id: format!("prices-{}", row.category.to_lowercase()),
        title: format!("{name}: prices are {trend}"),
        message,
        action: action.to_owned(),
        priority,
        items: vec![name.to_owned()],
    };
    Some(SuggestionCandidate {
        suggestion,
        calls: vec![call],
    })
}
