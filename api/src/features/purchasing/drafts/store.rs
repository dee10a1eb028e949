//! Stores draft orders and their lines.

use crate::auth::Proof;
use crate::auth::permission::PurchasingRead;
use crate::db::{DbError, TenantDb};
use crate::features::purchasing::wire::draft_types::{DraftOrder, DraftOrders, DraftState};
use crate::http::{ApiError, parse_id_cursor};
use entities::{purchase_order_draft, purchase_order_line};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, ColumnTrait, Condition, IntoActiveModel};
use std::collections::HashMap;

/// A draft; 404 if it does not exist.
pub(super) async fn read_draft(
    db: &TenantDb,
    id: Uuid,
    _right: &Proof<PurchasingRead>,
) -> Result<DraftOrder, ApiError> {
    let rows = db
        .find::<purchase_order_draft::Entity>()
        .filter(purchase_order_draft::Column::Id.eq(id))
        .all()
        .await?;
    attach_lines(db, rows)
        .await?
        .pop()
        .ok_or_else(ApiError::not_found)
}

/// The drafts created by a request; empty if it created none.
pub(super) async fn read_drafts_for_request(
    db: &TenantDb,
    request: Uuid,
    _right: &Proof<PurchasingRead>,
) -> Result<Vec<DraftOrder>, DbError> {
    use purchase_order_draft::{Column, Entity};
    let rows = db
        .find::<Entity>()
        .filter(Column::RequestId.eq(request))
        .order_by_asc(Column::SupplierName)
        .order_by_asc(Column::Id)
        .all()
        .await?;
    attach_lines(db, rows).await
}

/// A page of drafts, newest first.
pub(super) async fn list_drafts(
    db: &TenantDb,
    state: Option<DraftState>,
    limit: u32,
    cursor: Option<&str>,
    _right: &Proof<PurchasingRead>,
) -> Result<DraftOrders, ApiError> {
    use purchase_order_draft::{Column, Entity};
    let before = parse_id_cursor(cursor)?;
    let mut condition = before.map_or_else(Condition::all, |before| {
        Condition::all().add(Column::Id.lt(before))
    });
    if let Some(state) = state {
        condition = condition.add(Column::State.eq(state.code()));
    }
    let (rows, next_cursor) = db
        .find::<Entity>()
        .filter(condition)
        .order_by_desc(Column::Id)
        .page(limit, |last| last.id.to_string())
        .await?;
    Ok(DraftOrders {
        items: attach_lines(db, rows).await?,
        next_cursor,
    })
}

/// Inserts a draft with its lines.
pub(super) async fn insert_draft(
    db: &TenantDb,
    draft: purchase_order_draft::Model,
    lines: Vec<purchase_order_line::Model>,
) -> Result<(), DbError> {
    db.insert(draft.into_active_model().reset_all()).await?;
    db.insert_many(
        lines
            .into_iter()
            .map(|line| line.into_active_model().reset_all())
            .collect(),
    )
    .await
}

async fn attach_lines(
    db: &TenantDb,
    drafts: Vec<purchase_order_draft::Model>,
) -> Result<Vec<DraftOrder>, DbError> {
    use purchase_order_line::{Column, Entity};
    let ids: Vec<Uuid> = drafts.iter().map(|draft| draft.id).collect();
    let mut lines: HashMap<Uuid, Vec<purchase_order_line::Model>> = HashMap::new();
    for line in db
        .find::<Entity>()
        .filter(Column::DraftId.is_in(ids))
        .order_by_asc(Column::Position)
        .all()
        .await?
    {
        lines.entry(line.draft_id).or_default().push(line);
    }
    Ok(drafts
        .into_iter()
        .map(|draft| DraftOrder::from_rows(lines.remove(&draft.id).unwrap_or_default(), draft))
        .collect())
}
