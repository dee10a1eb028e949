//! Accepting recommendations: one draft for each supplier, once, however often and by however many
//! it is asked for.

use super::pending_lines::PurchaseQuantities;
use super::store::{insert_draft, read_drafts_for_request};
use crate::auth::permission::{InventoryRead, PurchasingOrder, PurchasingRead, SalesRead};
use crate::auth::{Proof, Scope};
use crate::clock::Clock;
use crate::db::{Action, NewAuditEntry};
use crate::decimal::Decimal4;
use crate::entropy::Entropy;
use crate::features::purchasing::purchasing_settings::{increment_edition, read_edition};
use crate::features::purchasing::recommend::Recommendation;
use crate::features::purchasing::wire::draft_types::DraftOrder;
use crate::features::purchasing::{RecommendationReport, read_recommendations};
use crate::http::ApiError;
use entities::{purchase_order_draft, purchase_order_line};
use sea_orm::prelude::Uuid;
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

/// A line as it was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::features::purchasing) struct AcceptedQuantity {
    pub item_id: String,
    pub location: String,
    pub quantity: Decimal4,
}

/// What accepting needs to have been checked.
pub(super) type AcceptanceProofs<'a> = (
    &'a Proof<PurchasingRead>,
    &'a Proof<InventoryRead>,
    &'a Proof<SalesRead>,
    &'a Proof<PurchasingOrder>,
);

/// So often somebody else may come in between.
const MAX_ATTEMPTS: usize = 5;

/// Writes the drafts, or gives those that the same request has written before.
pub(super) async fn accept_lines(
    scope: &Scope,
    request: Uuid,
    lines: &[AcceptedQuantity],
    (clock, entropy): (&Clock, &Entropy),
    rights: AcceptanceProofs<'_>,
) -> Result<Vec<DraftOrder>, ApiError> {
    let (right, stock, sales, _may) = rights;
    let as_of = scope.as_of();
    for _ in 0..MAX_ATTEMPTS {
        let db = scope.rollup_db().await?;
        let known = read_drafts_for_request(&db, request, right).await?;
        if !known.is_empty() {
            return has_same_lines(&known, lines)
                .then_some(known)
                .ok_or_else(request_reused_error);
        }
        let seen = read_edition(&db).await?;
        let read = read_recommendations(
            &db,
            scope.access().organization(),
            as_of,
            None,
            (right, stock, sales),
        )
        .await?;
        let bought = PurchaseQuantities::read_since(&db, as_of).await?;
        drop(db);
        let chosen = select_recommendations(&read, lines)?;
        let currency = read
            .currency
            .as_ref()
            .map_or("USD", |currency| currency.0.as_str());

        let db = scope.write_db().await?;
        // Whoever else changes something that recommendations are made from waits here, or has been
        // here since they were read.
        increment_edition(&db).await?;
        if read_edition(&db).await? != seen + 1 {
            continue;
        }
        let now = clock.now();
        let mut by_supplier: BTreeMap<Option<&str>, Vec<&(&Recommendation, Decimal4)>> =
            BTreeMap::new();
        for line in &chosen {
            by_supplier
                .entry(line.0.supplier_id.as_deref())
                .or_default()
                .push(line);
        }
        for (supplier_id, lines) in by_supplier {
            let id = entropy.uuid_v7(now)?;
            let draft = purchase_order_draft::Model {
                tenant_id: Uuid::nil(),
                id,
                request_id: request,
                state: "draft".to_owned(),
                supplier_id: supplier_id.map(str::to_owned),
                supplier_name: lines.first().and_then(|(line, _)| line.supplier.clone()),
                currency: currency.to_owned(),
                created_at: now,
                created_by: scope.caller_name().to_owned(),
                ordered_at: None,
                ordered_by: None,
                discarded_at: None,
                discarded_by: None,
            };
            let rows = lines.iter().zip(1..).map(|((line, quantity), position)| {
                purchase_order_line::Model {
                    tenant_id: Uuid::nil(),
                    draft_id: id,
                    position,
                    item_id: line.item_id.clone(),
                    item_name: line.item.clone(),
                    category: line.category.clone(),
                    unit: line.unit.clone(),
                    location: line.location.clone(),
                    quantity_e4: quantity.scaled(),
                    recommended_e4: line.recommended.scaled(),
                    unit_cost_e4: line.terms.unit_cost.scaled(),
                    lead_time_days: i32::try_from(line.terms.lead_time.days).unwrap_or(i32::MAX),
                    drafted_on: as_of,
                    on_order_then_e4: line.terms.on_order.scaled(),
                    bought_then_e4: bought
                        .quantity_since(
                            &line.item_id,
                            &line.unit,
                            &line.location,
                            as_of,
                            line.is_only_location,
                        )
                        .scaled(),
                    counts_through: None,
                }
            });
            insert_draft(&db, draft, rows.collect()).await?;
        }
        let written = read_drafts_for_request(&db, request, right).await?;
        for draft in &written {
            let act = NewAuditEntry::new(Action::DraftAccepted)
                .with_target("draft", draft.id)
                .with_after(&json!({"lines": draft.lines.len(), "requestId": request}));
            db.append_audit_entry(
                now,
                draft
                    .supplier
                    .iter()
                    .fold(act, |act, supplier| act.with_target_name(supplier)),
            )
            .await?;
        }
        db.commit().await?;
        return Ok(written);
    }
    Err(ApiError::conflict(
        "drafts_busy",
        "Others are changing drafts at this moment. Please accept again.",
    ))
}

/// Whether these drafts are what these lines became.
fn has_same_lines(drafts: &[DraftOrder], lines: &[AcceptedQuantity]) -> bool {
    let drafted: HashMap<(&str, &str), f64> = drafts
        .iter()
        .flat_map(|draft| &draft.lines)
        .map(|line| {
            (
                (line.item_id.as_str(), line.location.as_str()),
                line.quantity,
            )
        })
        .collect();
    let same = |line: &AcceptedQuantity| {
        drafted.get(&(line.item_id.as_str(), line.location.as_str()))
            == Some(&line.quantity.to_f64())
    };
    drafted.len() == lines.len() && lines.iter().all(same)
}

fn request_reused_error() -> ApiError {
    ApiError::conflict(
        "request_reused",
        "Other lines were accepted under this requestId. Choose another one for these.",
    )
}

/// The recommendations that are meant, each with the quantity to order, or why one of them cannot
/// be ordered.
fn select_recommendations<'a>(
    read: &'a RecommendationReport,
    lines: &[AcceptedQuantity],
) -> Result<Vec<(&'a Recommendation, Decimal4)>, ApiError> {
    let offered: HashMap<(&str, &str), &Recommendation> = read
        .recommendations
        .items
        .iter()
        .map(|line| ((line.item_id.as_str(), line.location.as_str()), line))
        .collect();
    let mut chosen = Vec::with_capacity(lines.len());
    for line in lines {
        let called = format!("{} at {}", line.item_id, line.location);
        if read.pending_lines.is_drafted(&line.item_id, &line.location) {
            let said = format!(
                "{called} waits in a draft order already, so nothing was drafted. Look at the \
                    open drafts, and accept the other lines."
            );
            return Err(ApiError::conflict("already_drafted", said));
        }
        let Some(offer) = offered.get(&(line.item_id.as_str(), line.location.as_str())) else {
            let said = format!(
                "{called} is not recommended any more, so nothing was drafted. Load the \
                    recommendations again."
            );
            return Err(ApiError::conflict("no_longer_recommended", said));
        };
        if line.quantity.checked_mul(offer.terms.unit_cost).is_err() {
            return Err(ApiError::unprocessable(
                "invalid_values",
                format!("The cost of {called} is out of range. Give a smaller quantity."),
            ));
        }
        chosen.push((*offer, line.quantity));
    }
    Ok(chosen)
}
