//! The events of a member's calendar. Figures and rows come from the functions that the pages use.

use crate::auth::Scope;
use crate::auth::permission::PurchasingRead;
use crate::db::DbError;
use crate::decimal::Decimal4;
use crate::features::call_list::{CallReports, ListedCallsError, read_listed_calls};
use calendar_feed::Event;
use chrono::{Days, NaiveDate};
use entities::{purchase_order, supplier};
use sea_orm::{ColumnTrait, Condition, DbErr};
use std::collections::{BTreeMap, HashMap};

/// The maximum number of deliveries, and of purchase windows.
const MAX_EVENTS: usize = 500;
/// The maximum number of items that an event names.
const MAX_NAMED_ITEMS: usize = 10;
/// The maximum number of order lines that are read.
const MAX_LINES: u64 = 10_000;
/// Deliveries that have been overdue for longer are left out.
const OVERDUE_DAYS: u64 = 60;

/// The events that the member of a scope may see.
pub(super) async fn read_events(
    scope: &Scope,
    email: &str,
    public_url: &str,
    calls: &CallReports,
) -> Result<Vec<Event>, DbError> {
    let mut events = read_deliveries(scope, public_url).await?;
    events.extend(Box::pin(read_windows(scope, email, public_url, calls)).await?);
    Ok(events)
}

/// Open orders with an expected day, one event for each order and day.
async fn read_deliveries(scope: &Scope, public_url: &str) -> Result<Vec<Event>, DbError> {
    use purchase_order::Column;
    if scope.require(PurchasingRead).is_err() {
        return Ok(Vec::new());
    }
    let first = scope
        .as_of()
        .checked_sub_days(Days::new(OVERDUE_DAYS))
        .unwrap_or(NaiveDate::MIN);
    let open = Condition::all()
        .add(Column::DeletedAt.is_null())
        .add(Column::Status.eq("open"))
        .add(Column::ExpectedDate.gte(first));
    let db = scope.read_db().await?;
    let lines = db
        .find::<purchase_order::Entity>()
        .filter(open)
        .order_by_asc(Column::ExpectedDate)
        .order_by_asc(Column::PoId)
        .order_by_asc(Column::Line)
        .limit(MAX_LINES)
        .all()
        .await?;
    let suppliers = db
        .find::<supplier::Entity>()
        .filter(supplier::Column::DeletedAt.is_null())
        .all()
        .await?;
    let names: HashMap<String, String> = suppliers
        .into_iter()
        .map(|supplier| (supplier.supplier_id, supplier.supplier_name))
        .collect();
    let mut orders: BTreeMap<(NaiveDate, &str), Vec<&purchase_order::Model>> = BTreeMap::new();
    for line in &lines {
        if let Some(day) = line.expected_date {
            orders.entry((day, &line.po_id)).or_default().push(line);
        }
    }
    let events = orders.into_iter().take(MAX_EVENTS);
    Ok(events
        .filter_map(|((day, order), lines)| {
            let first = lines.first()?;
            let supplier = names.get(&first.supplier_id).unwrap_or(&first.supplier_id);
            Some(Event {
                uid: format!("delivery-{order}-{}@{}", first.line, tenant_of(scope)),
                first_day: day,
                last_day: day,
                summary: format!("Delivery: {supplier}, order {order}"),
                description: describe_lines(&lines),
                url: Some(format!("{public_url}/stock")),
            })
        })
        .collect())
}

fn describe_lines(lines: &[&purchase_order::Model]) -> String {
    let mut described: Vec<String> = lines
        .iter()
        .take(MAX_NAMED_ITEMS)
        .map(|line| {
            let remaining = line.quantity_e4 - line.received_quantity_e4.unwrap_or(0);
            let quantity = Decimal4::from_scaled(remaining)
                .map(|quantity| format!("{quantity} {} ", line.unit))
                .unwrap_or_default();
            format!("{quantity}{}, {}", line.item_id, line.location)
        })
        .collect();
    let more = lines.len().saturating_sub(MAX_NAMED_ITEMS);
    if more > 0 {
        described.push(format!("and {more} more"));
    }
    described.join("\n")
}

/// The purchase windows of the growers on the member's call list.
async fn read_windows(
    scope: &Scope,
    email: &str,
    public_url: &str,
    calls: &CallReports,
) -> Result<Vec<Event>, DbError> {
    let listed = match read_listed_calls(scope, email, calls).await {
        Ok(listed) => listed,
        Err(ListedCallsError::Permission(_)) => return Ok(Vec::new()),
        Err(ListedCallsError::Db(error)) => return Err(error),
        Err(ListedCallsError::Report(error)) => {
            return Err(DbError::Failed(DbErr::Custom(error.to_string())));
        }
    };
    let events = listed.calls.into_iter().take(MAX_EVENTS).map(|call| Event {
        uid: format!("window-{}@{}", call.customer_id, tenant_of(scope)),
        first_day: call.window_start,
        last_day: call.window_end,
        summary: format!("Purchase window: {}", call.customer),
        description: call.explanation,
        url: Some(format!("{public_url}/calls")),
    });
    Ok(events.collect())
}

fn tenant_of(scope: &Scope) -> String {
    scope.access().tenant().0.to_string()
}
