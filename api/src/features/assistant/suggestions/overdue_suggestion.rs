//! Suggests calling customers who did not buy within their usual window.

use super::SuggestionCandidate;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::{Args, ToolCall, ToolName};
use crate::features::assistant::tools::{describe_chance, load_permitted_figures, overdue_rows};
use crate::features::assistant::wire::{Suggestion, SuggestionPriority};

/// Maximum number of customers that the suggestion names.
const MAX_NAMED_CUSTOMERS: usize = 5;

/// One suggestion for all overdue customers. None if no customer is overdue or the caller may not
/// see customers.
pub(super) async fn suggest_overdue_customers(
    context: &ToolContext<'_>,
) -> Result<Option<SuggestionCandidate>, ToolError> {
    let Some(report) = load_permitted_figures(context).await? else {
        return Ok(None);
    };
    let currency = report
        .currency
        .as_ref()
        .map_or("USD", |currency| currency.0.as_str());
    let late = overdue_rows(&report);
    let Some((largest, _)) = late.first() else {
        return Ok(None);
    };
    let mut sheet = FactSheet::new(currency);
    let count = sheet.add_count(
        "Overdue customers",
        late.len() as u64,
        "customer is",
        "customers are",
        Vec::new(),
    );
    let together = sheet.add_mean_money(
        "Usual orders together",
        late.iter().map(|(row, _)| row.average_spend).sum(),
        Vec::new(),
    );
    let name = sheet.add_name("Customer", &largest.customer, Vec::new());
    let spend = sheet.add_mean_money("Usual order", largest.average_spend, Vec::new());
    let chance = describe_chance(&report, &mut sheet);
    let message = format!(
        "{count} past their usual purchase window and probably lost; together, a usual order of \
            each is worth {together}. {chance}"
    );
    let action = format!("Call {name} first: a usual order is {spend}.");
    let (Ok(message), Ok(action)) = (
        sheet.render_template(&message),
        sheet.render_template(&action),
    ) else {
        tracing::error!("left out a suggestion with a figure that is not a fact");
        return Ok(None);
    };
    let calls = ToolCall::new(ToolName::CustomerNextPurchase, &Args::default())
        .into_iter()
        .collect();
    let items = late
        .iter()
        .take(MAX_NAMED_CUSTOMERS)
        .map(|(row, _)| row.customer.clone())
        .collect();
    let title = "Overdue customers".to_owned();
    let suggestion = Suggestion {
        id: "overdue".to_owned(),
        title,
        message,
        action,
        priority: SuggestionPriority::Medium,
        items,
    };
    Ok(Some(SuggestionCandidate { suggestion, calls }))
}
