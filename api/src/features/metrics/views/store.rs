//! Stores saved views: private to a person, or shared within the organization.

use crate::db::{DbError, LookupError, Page, TenantDb};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::explore_view::{ActiveModel, Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait as _, ColumnTrait, Condition, IntoActiveModel};

/// The maximum number of views of a person in an organization.
pub(super) const MAX_VIEWS: u64 = 200;

/// What a person saves.
pub(super) struct ViewContent {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) address: String,
    pub(super) is_shared: bool,
    pub(super) is_default: bool,
}

/// Why a view was not saved.
#[derive(Debug, thiserror::Error)]
pub(super) enum SaveViewError {
    /// The person has [`MAX_VIEWS`] views.
    #[error("the person has the maximum number of views")]
    TooManyViews,
    /// The person has no view with this id.
    #[error("no such view")]
    NotFound,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The person's views and the shared ones, newest first.
pub(super) async fn list_views(
    db: &TenantDb,
    person: PersonId,
    limit: u32,
    before: Option<Uuid>,
) -> Result<Page<Model>, DbError> {
    let mut rows = db.find::<Entity>().filter(visible_to(person));
    if let Some(before) = before {
        rows = rows.filter(Column::Id.lt(before));
    }
    let newest = rows.order_by_desc(Column::Id);
    newest.page(limit, |last| last.id.to_string()).await
}

/// A view that a person may see.
pub(in crate::features::metrics) async fn find_visible_view(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
) -> Result<Option<Model>, DbError> {
    let view = db.find::<Entity>().filter(visible_to(person));
    view.filter(Column::Id.eq(id)).one().await
}

/// Saves a new view of a person.
pub(super) async fn create_view(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
    content: ViewContent,
    now: DateTime<Utc>,
) -> Result<Model, SaveViewError> {
    let own = db.find::<Entity>().filter(Column::PersonId.eq(person.0));
    if own.count().await? >= MAX_VIEWS {
        return Err(SaveViewError::TooManyViews);
    }
    clear_default(db, person, &content).await?;
    let row = to_row(person, id, content, now);
    let new: ActiveModel = row.clone().into_active_model();
    db.insert(new.reset_all()).await?;
    Ok(row)
}

/// Replaces a view of a person.
pub(super) async fn replace_view(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
    content: ViewContent,
    now: DateTime<Utc>,
) -> Result<Model, SaveViewError> {
    clear_default(db, person, &content).await?;
    let row = to_row(person, id, content, now);
    let changed = db
        .update::<Entity>()
        .set(Column::Name, row.name.clone())
        .set(Column::Description, row.description.clone())
        .set(Column::Address, row.address.clone())
        .set(Column::IsShared, row.is_shared)
        .set(Column::IsDefault, row.is_default)
        .set(Column::UpdatedAt, now)
        .filter(own_view(person, id))
        .exec()
        .await?;
    match changed {
        0 => Err(SaveViewError::NotFound),
        _ => Ok(row),
    }
}

/// Deletes a view of a person.
pub(super) async fn delete_view(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
) -> Result<(), LookupError> {
    let deleted = db
        .delete::<Entity>()
        .filter(own_view(person, id))
        .exec()
        .await?;
    match deleted {
        0 => Err(LookupError::NotFound),
        _ => Ok(()),
    }
}

/// A person has one default view.
async fn clear_default(
    db: &TenantDb,
    person: PersonId,
    content: &ViewContent,
) -> Result<(), DbError> {
    if content.is_default {
        db.update::<Entity>()
            .set(Column::IsDefault, false)
            .filter(Column::PersonId.eq(person.0))
            .exec()
            .await?;
    }
    Ok(())
}

fn visible_to(person: PersonId) -> Condition {
    Condition::any()
        .add(Column::PersonId.eq(person.0))
        .add(Column::IsShared.eq(true))
}

fn own_view(person: PersonId, id: Uuid) -> Condition {
    Condition::all()
        .add(Column::PersonId.eq(person.0))
        .add(Column::Id.eq(id))
}

fn to_row(person: PersonId, id: Uuid, content: ViewContent, now: DateTime<Utc>) -> Model {
    Model {
        tenant_id: Uuid::nil(),
        id,
        person_id: person.0,
        name: content.name,
        description: content.description,
        address: content.address,
        is_shared: content.is_shared,
        is_default: content.is_default,
        updated_at: now,
    }
}
