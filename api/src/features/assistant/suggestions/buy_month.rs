//! A good month to buy that is coming up.

use super::Found;
use crate::auth::permission::Permission;
use crate::features::assistant::asking::sentences;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::registry::{Args, Call, Category, ToolName};
use crate::features::assistant::tools::{category_name, windows};
use crate::features::assistant::wire::{Suggestion, SuggestionPriority};
use crate::features::customers::windows::CategoryWindow;
use crate::features::supply_prices::index::Month;
use crate::http::ApiError;

/// Months ahead that are near enough to plan for.
const MONTHS: i32 = 3;

pub(super) async fn buy_month(desk: &Desk<'_>) -> Result<Vec<Found>, ApiError> {
    let needed = [Permission::PurchasingRead, Permission::SalesRead];
    if !needed
        .into_iter()
        .all(|permission| desk.scope.permissions().contains(permission))
    {
        return Ok(Vec::new());
    }
    let read = windows(desk).await?;
    let now = Month::from(desk.as_of());
    let categories = read
        .windows
        .map(|windows| windows.categories)
        .unwrap_or_default();
    Ok(categories
        .iter()
        .filter_map(|row| coming(row, now))
        .collect())
}

/// Only a saving that a bad year does not turn around is worth a word: the low end of its range is
/// above 0.
fn coming(row: &CategoryWindow, now: Month) -> Option<Found> {
    let best = row.best.filter(|best| {
        (1..=MONTHS).any(|ahead| now.plus(ahead).number() == best.terms.month.number_from_month())
    })?;
    let range = best.range.filter(|range| range.low_80 > 0.0)?;
    let mut sheet = FactSheet::default();
    let (name, month, peak) = (
        category_name(&row.category),
        best.terms.month.name(),
        row.peak.name(),
    );
    let saving = sheet.percent(
        format!("Saving on {}", row.category),
        best.saving_percent,
        Vec::new(),
    );
    let low = sheet.percent("Low end of the saving", range.low_80, Vec::new());
    let high = sheet.percent("High end of the saving", range.high_80, Vec::new());
    let message = format!(
        "{name}: buying in {month} usually saves {saving} against the peak of demand in {peak}, \
            keeping included; a year's saving lies between {low} and {high}."
    );
    let message = sentences(&[message], &sheet).pop()?;
    let call = Call::new(
        ToolName::PurchaseWindows,
        &Args {
            category: Category::parse(&row.category),
            ..Args::default()
        },
    )
    .ok()?;
    let shown = Suggestion {
        id: format!("buy-month-{}", row.category.to_lowercase()),
        title: format!("{name}: {month} is a good month to buy"),
        message,
        action: format!("Plan the purchase for {month}"),
        priority: SuggestionPriority::Low,
        items: vec![name.to_owned()],
    };
    Some(Found {
        shown,
        calls: vec![call],
    })
}
