//! Stores draft orders and their lines.

use super::draft_state::DraftState;
use crate::auth::Proof;
use crate::auth::permission::PurchasingRead;
use crate::db::{DbError, LookupError, Page, TenantDb};
use chrono::NaiveDate;
use entities::{purchase_order_draft, purchase_order_email, purchase_order_line};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, ColumnTrait, Condition, IntoActiveModel};
use std::collections::HashMap;

/// A draft with its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::features::purchasing) struct Draft {
    pub(in crate::features::purchasing) row: purchase_order_draft::Model,
    /// In the order of the draft.
    pub(in crate::features::purchasing) lines: Vec<purchase_order_line::Model>,
    /// The email to the supplier.
    pub(in crate::features::purchasing) email: Option<purchase_order_email::Model>,
}

impl Draft {
    /// State of the draft.
    pub(in crate::features::purchasing) fn state(&self) -> DraftState {
        DraftState::from_stored(&self.row.state)
    }

    /// Whether a line counts as ordered on a day while the warehouse does not show it.
    pub(in crate::features::purchasing) fn is_counted(&self, day: NaiveDate) -> bool {
        let through = self.lines.iter().filter_map(|line| line.on_order_through);
        self.state() == DraftState::Ordered && through.max().is_some_and(|last| day <= last)
    }
}

/// A draft.
pub(in crate::features::purchasing) async fn read_draft(
    db: &TenantDb,
    id: Uuid,
    _right: &Proof<PurchasingRead>,
) -> Result<Draft, LookupError> {
    find_draft(db, id).await
}

/// A draft, for the server and for the supplier who has its link.
pub(super) async fn find_draft(db: &TenantDb, id: Uuid) -> Result<Draft, LookupError> {
    let rows = db
        .find::<purchase_order_draft::Entity>()
        .filter(purchase_order_draft::Column::Id.eq(id))
        .all()
        .await?;
    attach_lines(db, rows)
        .await?
        .pop()
        .ok_or(LookupError::NotFound)
}

/// The drafts created by a request; empty if it created none.
pub(super) async fn read_drafts_for_request(
    db: &TenantDb,
    request: Uuid,
    _right: &Proof<PurchasingRead>,
) -> Result<Vec<Draft>, DbError> {
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

/// A page of drafts, newest first, older than `before`.
pub(super) async fn list_drafts(
    db: &TenantDb,
    state: Option<DraftState>,
    limit: u32,
    before: Option<Uuid>,
    _right: &Proof<PurchasingRead>,
) -> Result<Page<Draft>, DbError> {
    use purchase_order_draft::{Column, Entity};
    let mut condition = before.map_or_else(Condition::all, |before| {
        Condition::all().add(Column::Id.lt(before))
    });
    if let Some(state) = state {
        condition = condition.add(Column::State.eq(state.into_str()));
    }
    let page = db
        .find::<Entity>()
        .filter(condition)
        .order_by_desc(Column::Id)
        .page(limit, |last| last.id.to_string())
        .await?;
    Ok(Page {
        items: attach_lines(db, page.items).await?,
        next_cursor: page.next_cursor,
    })
}

/// Inserts a draft with its lines.
pub(super) async fn insert_draft(db: &TenantDb, draft: Draft) -> Result<(), DbError> {
    db.insert(draft.row.into_active_model().reset_all()).await?;
    db.insert_many(
        draft
            .lines
            .into_iter()
            .map(|line| line.into_active_model().reset_all())
            .collect(),
    )
    .await
}

async fn attach_lines(
    db: &TenantDb,
    drafts: Vec<purchase_order_draft::Model>,
) -> Result<Vec<Draft>, DbError> {
    use purchase_order_line::{Column, Entity};
    let ids: Vec<Uuid> = drafts.iter().map(|draft| draft.id).collect();
    let emails = db
        .find::<purchase_order_email::Entity>()
        .filter(purchase_order_email::Column::DraftId.is_in(ids.iter().copied()))
        .all()
        .await?;
    let mut emails: HashMap<Uuid, purchase_order_email::Model> = emails
        .into_iter()
        .map(|email| (email.draft_id, email))
        .collect();
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
        .map(|row| Draft {
            lines: lines.remove(&row.id).unwrap_or_default(),
            email: emails.remove(&row.id),
            row,
        })
        .collect())
}
