//! Customers who have let the window pass in which they usually buy again.

use super::SuggestionCandidate;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::ToolContext;
use crate::features::assistant::tool_registry::{Args, ToolCall, ToolName};
use crate::features::assistant::tools::{is_overdue, load_permitted_figures};
use crate::features::assistant::wire::{Suggestion, SuggestionPriority};
use crate::http::ApiError;

/// Customers that a suggestion names.
const MAX_NAMED_CUSTOMERS: usize = 5;

/// One suggestion about all of them; none where nobody is late, or the caller may not see
/// customers.
pub(super) async fn suggest_overdue_customers(
    desk: &ToolContext<'_>,
) -> Result<Option<SuggestionCandidate>, ApiError> {
    let Some(read) = load_permitted_figures(desk).await? else {
        return Ok(None);
    };
    let currency = read
        .currency
        .as_ref()
        .map_or("USD", |currency| currency.0.as_str());
    // Largest amount per year first.
    let late: Vec<_> = read
        .figures
        .patterns
        .iter()
        .filter(|row| is_overdue(row, desk.as_of()))
        .collect();
    let Some(dearest) = late.first() else {
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
        late.iter().map(|row| row.average_spend).sum(),
        Vec::new(),
    );
    let name = sheet.add_name("Customer", &dearest.customer, Vec::new());
    let spend = sheet.add_mean_money("Usual order", dearest.average_spend, Vec::new());
    let message = format!(
        "{count} past the end of the window in which they usually buy again; one usual order of \
            each would be {together}."
    );
    let action = format!("Call {name} first: a usual order is {spend}.");
    let (Ok(message), Ok(action)) = (
        sheet.render_template(&message),
        sheet.render_template(&action),
    ) else {
        tracing::error!("a suggestion named a figure that is no fact");
        return Ok(None);
    };
    let calls = ToolCall::new(ToolName::CustomerNextPurchase, &Args::default())
        .into_iter()
        .collect();
    let items = late
        .iter()
        .take(MAX_NAMED_CUSTOMERS)
        .map(|row| row.customer.clone())
        .collect();
    let title = "Overdue customers".to_owned();
    let shown = Suggestion {
        id: "overdue".to_owned(),
        title,
        message,
        action,
        priority: SuggestionPriority::Medium,
        items,
    };
    Ok(Some(SuggestionCandidate {
        suggestion: shown,
        calls,
    }))
}
