//! Suggests buying in a favorable month that is near.

use super::SuggestionCandidate;
use crate::auth::permission::Permission;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, Category, ToolCall, ToolName};
use crate::features::assistant::tools::{category_label, load_permitted_windows};
use crate::features::assistant::wire::{Suggestion, SuggestionPriority};
use crate::features::customers::purchase_windows::CategoryWindow;
use crate::features::supply_prices::price_index::Month;

/// How many months ahead to look for a favorable month.
const MAX_MONTHS_AHEAD: i32 = 3;

pub(super) async fn suggest_buy_months(
    context: &ToolContext<'_>,
) -> Result<Vec<SuggestionCandidate>, ToolError> {
    let required = [Permission::PurchasingRead, Permission::SalesRead];
    if !required
        .into_iter()
        .all(|permission| context.scope.permissions().contains(permission))
    {
        return Ok(Vec::new());
    }
    let report = load_permitted_windows(context).await?;
    let now = Month::from(context.today());
    let categories = report
        .windows
        .iter()
        .flat_map(|windows| &windows.categories);
    Ok(categories
        .filter_map(|row| suggest_for_category(row, now))
        .collect())
}

/// Suggests only savings that remain in a bad year: the low end of the range is above 0.
fn suggest_for_category(row: &CategoryWindow, now: Month) -> Option<SuggestionCandidate> {
    let best = row.best.filter(|best| {
        (1..=MAX_MONTHS_AHEAD).any(|ahead| {
            now.plus_months(ahead).month_number() == best.terms.month.number_from_month()
        })
    })?;
    let range = best.range.filter(|range| range.low_80 > 0.0)?;
    let mut sheet = FactSheet::default();
    let (name, month, peak) = (
        category_label(&row.category),
        best.terms.month.name(),
        row.peak.name(),
    );
    let saving = sheet.add_percent(
        format!("Saving on {}", row.category),
        best.saving_percent,
        Vec::new(),
    );
    let low = sheet.add_percent("Low end of the saving", range.low_80, Vec::new());
    let high = sheet.add_percent("High end of the saving", range.high_80, Vec::new());
    let message = format!(
        "{name}: buying in {month} usually saves {saving} compared with the peak of demand in \
            {peak}, holding costs included; the saving of a single year is between {low} and \
            {high}."
    );
    let message = sheet.render_sentences(&[message]).pop()?;
    let call = ToolCall::new(
        ToolName::PurchaseWindows,
        &Args {
            category: Category::parse(&row.category),
            ..Args::default()
        },
    )
    .ok()?;
    let suggestion = Suggestion {
        id: format!("buy-month-{}", row.category.to_lowercase()),
        title: format!("{name}: {month} is a good month to buy"),
        message,
        action: format!("Plan the purchase for {month}"),
        priority: SuggestionPriority::Low,
        items: vec![name.to_owned()],
    };
    Some(SuggestionCandidate {
        suggestion,
        calls: vec![call],
    })
}
