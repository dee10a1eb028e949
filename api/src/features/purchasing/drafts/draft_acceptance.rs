//! Accepts orders of the purchase plan: creates one draft per supplier, exactly once under retries and
//! concurrent requests.

use super::draft_approval::request_message;
use super::pending_lines::{PendingLines, PurchaseQuantities};
use super::store::{Draft, insert_draft, read_drafts_for_request};
use crate::auth::permission::{InventoryRead, PurchasingOrder, PurchasingRead, SalesRead};
use crate::auth::{Proof, Scope};
use crate::clock::Clock;
use crate::db::{AuditAction, DbError, NewAuditEntry, TenantDb};
use crate::decimal::Decimal4;
use crate::entropy::{Entropy, EntropyError};
use crate::features::notifications::Notifier;
use crate::features::purchasing::PurchasePlans;
use crate::features::purchasing::approval_limit::OrderLimit;
use crate::features::purchasing::location_store::read_location_map;
use crate::features::purchasing::purchase_currency::DEFAULT_CURRENCY;
use crate::features::purchasing::purchase_plan::PlanRow;
use crate::features::purchasing::purchasing_settings::{increment_edition, read_edition};
use crate::features::purchasing::recommend::StockRow;
use crate::features::webhooks::enqueue_event;
use chrono::{DateTime, NaiveDate, Utc};
use entities::{purchase_order_draft, purchase_order_line};
use sea_orm::prelude::Uuid;
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use webhooks::Event;

/// Why no drafts were created. The message is for users.
#[derive(Debug, thiserror::Error)]
pub(super) enum AcceptanceError {
    /// The request id was used for other lines.
    #[error("This requestId was used for other lines. Use a new requestId.")]
    RequestIdReused,
    /// Concurrent changes prevented the drafts.
    #[error("Other changes to drafts are in progress. Try again.")]
    ConcurrentChanges,
    /// The line is in an open draft.
    #[error(
        "{0} is already in an open draft order, so nothing was drafted. Remove this line and \
            accept the others."
    )]
    AlreadyDrafted(String),
    /// The line is not recommended any more.
    #[error("{0} is no longer recommended, so nothing was drafted. Reload the recommendations.")]
    NoLongerRecommended(String),
    /// The cost of the line is out of range.
    #[error("The cost of {0} is out of range. Enter a smaller quantity.")]
    CostOutOfRange(String),
    /// No randomness for an id.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// An accepted line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::features::purchasing) struct AcceptedQuantity {
    pub item_id: String,
    pub location: String,
    pub quantity: Decimal4,
}

/// An order that a caller can accept.
struct OfferedOrder<'a> {
    stock: &'a StockRow,
    quantity: Decimal4,
}

/// Permissions that accepting requires.
pub(super) type AcceptanceProofs<'a> = (
    &'a Proof<PurchasingRead>,
    &'a Proof<InventoryRead>,
    &'a Proof<SalesRead>,
    &'a Proof<PurchasingOrder>,
);

/// Attempts before a conflict with concurrent changes is returned.
const MAX_ATTEMPTS: usize = 5;

/// Creates the drafts, or returns those that the same request created before. Drafts above the
/// caller's limit wait for approval.
pub(super) async fn accept_lines(
    scope: &Scope,
    request: Uuid,
    lines: &[AcceptedQuantity],
    (plans, limit): (&PurchasePlans, &OrderLimit),
    (clock, entropy, notifier): (&Clock, &Entropy, &Notifier),
    rights: AcceptanceProofs<'_>,
) -> Result<Vec<Draft>, AcceptanceError> {
    let (right, stock, sales, _may) = rights;
    let today = scope.as_of();
    for _ in 0..MAX_ATTEMPTS {
        let db = scope.rollup_db().await?;
        let existing = read_drafts_for_request(&db, request, right).await?;
        if !existing.is_empty() {
            return has_same_lines(&existing, lines)
                .then_some(existing)
                .ok_or(AcceptanceError::RequestIdReused);
        }
        let seen = read_edition(&db).await?;
        let locations = read_location_map(&db).await?;
        let pending = PendingLines::read_as_of(&db, today, &locations).await?;
        let purchases = PurchaseQuantities::read_since(&db, today, &locations).await?;
        drop(db);
        let plan = plans.load(scope, (right, stock, sales)).await?;
        let offered: Vec<_> = plan
            .rows
            .iter()
            .filter_map(OfferedOrder::from_row)
            .collect();
        let chosen = select_offers(&offered, &pending, lines)?;
        let currency = plan.currency.as_deref().unwrap_or(DEFAULT_CURRENCY);

        let db = scope.write_db().await?;
        // Serializes with every other change of the data behind recommendations.
        increment_edition(&db).await?;
        if read_edition(&db).await? != seen + 1 {
            continue;
        }
        let now = clock.now();
        let mut by_supplier: BTreeMap<Option<&str>, Vec<&(&OfferedOrder<'_>, Decimal4)>> =
            BTreeMap::new();
        for line in &chosen {
            by_supplier
                .entry(line.0.stock.supplier_id.as_deref())
                .or_default()
                .push(line);
        }
        for (supplier_id, lines) in by_supplier {
            let id = entropy.uuid_v7(now)?;
            let row = purchase_order_draft::Model {
                tenant_id: Uuid::nil(),
                id,
                request_id: request,
                state: "draft".to_owned(),
                supplier_id: supplier_id.map(str::to_owned),
                supplier_name: lines
                    .first()
                    .and_then(|(line, _)| line.stock.supplier.clone()),
                currency: currency.to_owned(),
                created_at: now,
                created_by: scope.caller_name().to_owned(),
                ordered_at: None,
                ordered_by: None,
                discarded_at: None,
                discarded_by: None,
                created_by_person_id: scope.access().person().map(|person| person.0),
                approval_required: false,
                approved_at: None,
                approved_by: None,
            };
            let rows = lines
                .iter()
                .zip(1..)
                .map(|(line, position)| build_line_row(id, position, line, today, &purchases));
            let mut draft = Draft {
                row,
                lines: rows.collect(),
                email: None,
            };
            draft.row.approval_required = !limit.covers(&draft);
            if draft.row.approval_required {
                notifier.add_message(&db, &request_message(&draft)).await?;
            }
            insert_draft(&db, draft).await?;
        }
        let written = read_drafts_for_request(&db, request, right).await?;
        for draft in &written {
            let event = Event::OrderDrafted {
                draft_id: draft.row.id,
                supplier_id: draft.row.supplier_id.clone(),
                lines: draft.lines.len(),
            };
            enqueue_event(&db, now, &event).await?;
        }
        append_audit_entries(&db, now, request, &written).await?;
        db.commit().await?;
        return Ok(written);
    }
    Err(AcceptanceError::ConcurrentChanges)
}

fn build_line_row(
    draft_id: Uuid,
    position: i32,
    (line, quantity): &(&OfferedOrder<'_>, Decimal4),
    today: NaiveDate,
    purchases: &PurchaseQuantities,
) -> purchase_order_line::Model {
    let stock = line.stock;
    purchase_order_line::Model {
        tenant_id: Uuid::nil(),
        draft_id,
        position,
        item_id: stock.item_id.clone(),
        item_name: stock.item.clone(),
        category: stock.category.clone(),
        unit: stock.unit.clone(),
        location: stock.location.clone(),
        quantity_e4: quantity.scaled(),
        recommended_e4: line.quantity.scaled(),
        unit_cost_e4: stock.unit_cost.scaled(),
        lead_time_days: i32::try_from(stock.lead_time.days.ceil_days()).unwrap_or(i32::MAX),
        drafted_on: today,
        on_order_at_draft_e4: stock.on_order.scaled(),
        purchased_at_draft_e4: purchases
            .quantity_since(
                &stock.item_id,
                &stock.unit,
                &stock.location,
                today,
                stock.is_only_location,
            )
            .scaled(),
        on_order_through: None,
        confirmed_e4: None,
        expected_on: None,
    }
}

async fn append_audit_entries(
    db: &TenantDb,
    now: DateTime<Utc>,
    request: Uuid,
    drafts: &[Draft],
) -> Result<(), DbError> {
    for draft in drafts {
        let entry = NewAuditEntry::new(AuditAction::OrderDraftCreated)
            .with_target("order_draft", draft.row.id)
            .with_after(&json!({"lines": draft.lines.len(), "requestId": request}));
        db.append_audit_entry(
            now,
            draft
                .row
                .supplier_name
                .iter()
                .fold(entry, |entry, supplier| entry.with_target_name(supplier)),
        )
        .await?;
    }
    Ok(())
}

/// Whether these drafts consist of exactly these lines.
fn has_same_lines(drafts: &[Draft], lines: &[AcceptedQuantity]) -> bool {
    let drafted: HashMap<(&str, &str), i64> = drafts
        .iter()
        .flat_map(|draft| &draft.lines)
        .map(|line| {
            (
                (line.item_id.as_str(), line.location.as_str()),
                line.quantity_e4,
            )
        })
        .collect();
    let same = |line: &AcceptedQuantity| {
        drafted.get(&(line.item_id.as_str(), line.location.as_str()))
            == Some(&line.quantity.scaled())
    };
    drafted.len() == lines.len() && lines.iter().all(same)
}

/// The offers of these lines, each with the quantity to order, or the reason why one of them
/// cannot be ordered.
fn select_offers<'a>(
    offers: &'a [OfferedOrder<'a>],
    pending: &PendingLines,
    lines: &[AcceptedQuantity],
) -> Result<Vec<(&'a OfferedOrder<'a>, Decimal4)>, AcceptanceError> {
    let offered: HashMap<(&str, &str), &OfferedOrder<'_>> = offers
        .iter()
        .map(|line| {
            let key = (line.stock.item_id.as_str(), line.stock.location.as_str());
            (key, line)
        })
        .collect();
    let mut chosen = Vec::with_capacity(lines.len());
    for line in lines {
        let called = format!("{} at {}", line.item_id, line.location);
        if pending.is_drafted(&line.item_id, &line.location) {
            return Err(AcceptanceError::AlreadyDrafted(called));
        }
        let Some(offer) = offered.get(&(line.item_id.as_str(), line.location.as_str())) else {
            return Err(AcceptanceError::NoLongerRecommended(called));
        };
        if line.quantity.checked_mul(offer.stock.unit_cost).is_err() {
            return Err(AcceptanceError::CostOutOfRange(called));
        }
        chosen.push((*offer, line.quantity));
    }
    Ok(chosen)
}

impl<'a> OfferedOrder<'a> {
    /// None for a row without an order today.
    fn from_row(row: &'a PlanRow) -> Option<Self> {
        Some(Self {
            stock: &row.stock,
            quantity: row.order?.quantity,
        })
    }
}
