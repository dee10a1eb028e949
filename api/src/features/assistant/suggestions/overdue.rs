//! Customers who have let the window pass in which they usually buy again.

use super::Found;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::registry::{Args, Call, ToolName};
use crate::features::assistant::tools::{figures_of, is_overdue};
use crate::features::assistant::wire::{Suggestion, SuggestionPriority};
use crate::http::ApiError;

/// Customers that a suggestion names.
const NAMED: usize = 5;

/// One suggestion about all of them; none where nobody is late, or the caller may not see
/// customers.
pub(super) async fn suggestion(desk: &Desk<'_>) -> Result<Option<Found>, ApiError> {
    let Some(read) = figures_of(desk).await? else {
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
    let count = sheet.count(
        "Overdue customers",
        late.len() as u64,
        "customer is",
        "customers are",
        Vec::new(),
    );
    let together = sheet.mean_money(
        "Usual orders together",
        late.iter().map(|row| row.average_spend).sum(),
        Vec::new(),
    );
    let name = sheet.name("Customer", &dearest.customer, Vec::new());
    let spend = sheet.mean_money("Usual order", dearest.average_spend, Vec::new());
    let message = format!(
        "{count} past the end of the window in which they usually buy again; one usual order of \
            each would be {together}."
    );
    let action = format!("Call {name} first: a usual order is {spend}.");
    let (Ok(message), Ok(action)) = (sheet.render(&message), sheet.render(&action)) else {
        tracing::error!("a suggestion named a figure that is no fact");
        return Ok(None);
    };
    let calls = Call::new(ToolName::CustomerNextPurchase, &Args::default())
        .into_iter()
        .collect();
    let items = late
        .iter()
        .take(NAMED)
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
    Ok(Some(Found { shown, calls }))
}
