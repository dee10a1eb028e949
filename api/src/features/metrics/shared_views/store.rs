//! Stores links to views, with hashes of their tokens.

use crate::auth::Proof;
use crate::auth::permission::ViewsShare;
use crate::db::{AuditAction, DbError, LookupError, NewAuditEntry, Page, TenantDb};
use crate::features::metrics::views::find_visible_question;
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::person;
use entities::shared_view::{Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait as _, ColumnTrait, IntoActiveModel};
use serde_json::{Value, json};

/// The maximum number of links of an organization that have not expired.
pub(super) const MAX_SHARED_VIEWS: u64 = 100;

/// A link to create.
pub(super) struct SharedViewSpec {
    pub(super) id: Uuid,
    pub(super) view_id: Uuid,
    /// The metric query as JSON.
    pub(super) query: String,
    pub(super) token_hash: String,
    pub(super) expires_at: DateTime<Utc>,
}

/// Why a link was not created.
#[derive(Debug, thiserror::Error)]
pub(super) enum ShareViewError {
    /// The person sees no view with this id.
    #[error("no such view")]
    ViewNotFound,
    /// The organization has [`MAX_SHARED_VIEWS`] links.
    #[error("the organization has the maximum number of links")]
    TooManySharedViews,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The links that have not expired, newest first.
pub(super) async fn list_shared_views(
    db: &TenantDb,
    limit: u32,
    before: Option<Uuid>,
    now: DateTime<Utc>,
    _permission: &Proof<ViewsShare>,
) -> Result<Page<Model>, DbError> {
    let mut rows = db.find::<Entity>().filter(Column::ExpiresAt.gt(now));
    if let Some(before) = before {
        rows = rows.filter(Column::Id.lt(before));
    }
    let newest = rows.order_by_desc(Column::Id);
    newest.page(limit, |last| last.id.to_string()).await
}

/// Creates a link to a view that its creator sees.
pub(super) async fn create_shared_view(
    db: TenantDb,
    creator: &person::Model,
    spec: SharedViewSpec,
    now: DateTime<Utc>,
    _permission: &Proof<ViewsShare>,
) -> Result<Model, ShareViewError> {
    let view = find_visible_question(&db, PersonId(creator.id), spec.view_id)
        .await?
        .ok_or(ShareViewError::ViewNotFound)?;
    db.delete::<Entity>()
        .filter(Column::ExpiresAt.lte(now))
        .exec()
        .await?;
    let row = Model {
        tenant_id: db.tenant().0,
        id: spec.id,
        view_id: view.id,
        name: view.name,
        query: spec.query,
        token_hash: spec.token_hash,
        created_by: creator.id,
        created_by_name: creator.name.clone(),
        created_at: now,
        expires_at: spec.expires_at,
        use_count: 0,
        last_used_at: None,
    };
    db.insert(row.clone().into_active_model().reset_all())
        .await?;
    // Appending takes the audit log's lock, so concurrent creations are counted one by one.
    db.append_audit_entry(
        now,
        NewAuditEntry::new(AuditAction::ViewShared)
            .with_target("shared_view", row.id)
            .with_target_name(&row.name)
            .with_after(&describe(&row)),
    )
    .await?;
    if db.find::<Entity>().count().await? > MAX_SHARED_VIEWS {
        return Err(ShareViewError::TooManySharedViews);
    }
    db.commit().await?;
    Ok(row)
}

/// Revokes a link of the organization.
pub(super) async fn revoke_shared_view(
    db: TenantDb,
    id: Uuid,
    now: DateTime<Utc>,
    _permission: &Proof<ViewsShare>,
) -> Result<(), LookupError> {
    let row = db
        .find::<Entity>()
        .filter(Column::Id.eq(id))
        .one()
        .await?
        .ok_or(LookupError::NotFound)?;
    if db
        .delete::<Entity>()
        .filter(Column::Id.eq(id))
        .exec()
        .await?
        == 0
    {
        return Err(LookupError::NotFound);
    }
    db.append_audit_entry(
        now,
        NewAuditEntry::new(AuditAction::ViewShareRevoked)
            .with_target("shared_view", id)
            .with_target_name(&row.name)
            .with_before(&describe(&row)),
    )
    .await?;
    Ok(db.commit().await?)
}

/// Counts a use of a link. Not found if it was revoked, or its creator no longer sees the view.
pub(super) async fn record_use(
    db: TenantDb,
    link: &Model,
    now: DateTime<Utc>,
) -> Result<(), LookupError> {
    let view = find_visible_question(&db, PersonId(link.created_by), link.view_id).await?;
    let counted = db
        .update::<Entity>()
        .increment(Column::UseCount)
        .set(Column::LastUsedAt, now)
        .filter(Column::Id.eq(link.id))
        .exec()
        .await?;
    if view.is_none() || counted == 0 {
        return Err(LookupError::NotFound);
    }
    Ok(db.commit().await?)
}

fn describe(row: &Model) -> Value {
    json!({
        "viewId": row.view_id,
        "query": serde_json::from_str::<Value>(&row.query).unwrap_or_default(),
        "createdBy": row.created_by_name,
        "expiresAt": row.expires_at,
        "uses": row.use_count,
    })
}
