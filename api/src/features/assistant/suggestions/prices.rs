//! Prices that move by more than they usually do.

use super::Found;
use crate::auth::permission::{Permission, PurchasingRead};
use crate::features::assistant::asking::sentences;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::registry::{Args, Call, Category, ToolName};
use crate::features::assistant::tools::category_name;
use crate::features::assistant::wire::{Suggestion, SuggestionPriority};
use crate::features::supply_prices::index::{CategoryIndex, Trend, three_month_change};
use crate::features::supply_prices::read_price_index;
use crate::http::ApiError;

pub(super) async fn prices(desk: &Desk<'_>) -> Result<Vec<Found>, ApiError> {
    if !desk
        .scope
        .permissions()
        .contains(Permission::PurchasingRead)
    {
        return Ok(Vec::new());
    }
    let right = desk.require(PurchasingRead)?;
    let read = read_price_index(
        &desk.rolled_up_db().await?,
        desk.organization(),
        desk.as_of(),
        &right,
    )
    .await?;
    let index = read.index.map(|index| index.categories).unwrap_or_default();
    Ok(index.iter().filter_map(moving).collect())
}

fn moving(row: &CategoryIndex) -> Option<Found> {
    let change = three_month_change(&row.series.points)?;
    let (priority, action) = match row.trend {
        Trend::Rising => (
            SuggestionPriority::Medium,
            "Get quotes from other suppliers before the next order",
        ),
        Trend::Falling => (
            SuggestionPriority::Low,
            "Hold back what can wait, and ask for the new price",
        ),
        Trend::Stable => return None,
    };
    let mut sheet = FactSheet::default();
    let (trend, name) = (row.trend, category_name(&row.category));
    let change = sheet.change(
        format!("Change of the index of {}", row.category),
        change,
        Vec::new(),
    );
    let months = sheet.count("Months looked back", 3, "month", "months", Vec::new());
    let level = sheet.measure(
        format!("Index of {}", row.category),
        row.current_price_index,
        "",
        Vec::new(),
    );
    let message = format!(
        "{name}: what you pay moved by {change} over {months}, more than it usually does; the \
            price index stands at {level}."
    );
    let message = sentences(&[message], &sheet).pop()?;
    let call = Call::new(
        ToolName::PriceIndex,
        &Args {
            category: Category::parse(&row.category),
            ..Args::default()
        },
    )
    .ok()?;
    let shown = Suggestion {
        id: format!("prices-{}", row.category.to_lowercase()),
        title: format!("{name}: prices are {trend}"),
        message,
        action: action.to_owned(),
        priority,
        items: vec![name.to_owned()],
    };
    Some(Found {
        shown,
        calls: vec![call],
    })
}
