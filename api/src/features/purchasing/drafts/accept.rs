//! Accepting recommendations: one draft for each supplier, once, however often and by however many
//! it is asked for.

use super::on_the_way::Bought;
use super::store::{insert_draft, read_drafts_of_request};
use crate::auth::permission::{InventoryRead, PurchasingOrder, PurchasingRead, SalesRead};
use crate::auth::{Proof, Scope};
use crate::clock::Clock;
use crate::db::{Act, Action};
use crate::decimal::Decimal4;
use crate::entropy::Entropy;
use crate::features::purchasing::recommend::Recommendation;
use crate::features::purchasing::settings::{edition, raise_edition};
use crate::features::purchasing::wire::drafts::DraftOrder;
use crate::features::purchasing::{ReadRecommendations, read_recommendations};
use crate::http::ApiError;
use entities::{purchase_order_draft, purchase_order_line};
use sea_orm::prelude::Uuid;
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

/// A line as it was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::features::purchasing) struct Accepted {
    pub item_id: String,
    pub location: String,
    pub quantity: Decimal4,
}

/// What accepting needs to have been checked.
pub(super) type Rights<'a> = (
    &'a Proof<PurchasingRead>,
    &'a Proof<InventoryRead>,
    &'a Proof<SalesRead>,
    &'a Proof<PurchasingOrder>,
);

/// So often somebody else may come in between.
const ATTEMPTS: usize = 5;

/// Writes the drafts, or gives those that the same request has written before.
pub(super) async fn accept(
    scope: &Scope,
    request: Uuid,
    lines: &[Accepted],
    (clock, entropy): (&Clock, &Entropy),
    rights: Rights<'_>,
) -> Result<Vec<DraftOrder>, ApiError> {
    let (right, stock, sales, _may) = rights;
    let as_of = scope.as_of();
    for _ in 0..ATTEMPTS {
        let db = scope.rolled_up_db().await?;
        let known = read_drafts_of_request(&db, request, right).await?;
        if !known.is_empty() {
            return same_lines(&known, lines)
                .then_some(known)
                .ok_or_else(reused);
        }
        let seen = edition(&db).await?;
        let read = read_recommendations(
            &db,
            scope.access().organization(),
            as_of,
            None,
            (right, stock, sales),
        )
        .await?;
        let bought = Bought::since(&db, as_of).await?;
        drop(db);
        let chosen = chosen(&read, lines)?;
        let currency = read
            .currency
            .as_ref()
            .map_or("USD", |currency| currency.0.as_str());

        let db = scope.writing_db().await?;
        // Whoever else changes something that recommendations are made from waits here, or has been
        // here since they were read.
        raise_edition(&db).await?;
        if edition(&db).await? != seen + 1 {
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
                created_by: scope.person_name().to_owned(),
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
                        .of(
                            &line.item_id,
                            &line.unit,
                            &line.location,
                            as_of,
                            line.only_stock,
                        )
                        .scaled(),
                    counts_through: None,
                }
            });
            insert_draft(&db, draft, rows.collect()).await?;
        }
        let written = read_drafts_of_request(&db, request, right).await?;
        for draft in &written {
            let act = Act::of(Action::DraftAccepted)
                .on("draft", draft.id)
                .after(&json!({"lines": draft.lines.len(), "requestId": request}));
            db.record(
                now,
                draft
                    .supplier
                    .iter()
                    .fold(act, |act, supplier| act.named(supplier)),
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
fn same_lines(drafts: &[DraftOrder], lines: &[Accepted]) -> bool {
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
    let same = |line: &Accepted| {
        drafted.get(&(line.item_id.as_str(), line.location.as_str()))
            == Some(&line.quantity.to_f64())
    };
    drafted.len() == lines.len() && lines.iter().all(same)
}

fn reused() -> ApiError {
    ApiError::conflict(
        "request_reused",
        "Other lines were accepted under this requestId. Choose another one for these.",
    )
}

/// The recommendations that are meant, each with the quantity to order, or why one of them cannot
/// be ordered.
fn chosen<'a>(
    read: &'a ReadRecommendations,
    lines: &[Accepted],
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
        if read.on_the_way.waits(&line.item_id, &line.location) {
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
            return Err(ApiError::invalid(
                "invalid_values",
                format!("The cost of {called} is out of range. Give a smaller quantity."),
            ));
        }
        chosen.push((*offer, line.quantity));
    }
    Ok(chosen)
}
