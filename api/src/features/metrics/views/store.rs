//! Stores saved views: private to a person, or shared within the organization.

use crate::db::{DbError, LookupError, Page, TenantDb};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::saved_view::{ActiveModel, Column, Entity, Model};
use entities::{report_schedule, view_pin};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait as _, ColumnTrait, Condition, IntoActiveModel, Set};
use std::collections::HashSet;

/// The maximum number of views of a person in an organization.
pub(super) const MAX_VIEWS: u64 = 200;

/// The maximum number of views that a person pins in an organization.
pub(super) const MAX_PINS: u64 = 8;

/// The page whose views can be pinned and shown to people outside.
pub(super) const EXPLORE_PAGE: &str = "explore";

/// The page of the season position.
pub(super) const STOCK_PAGE: &str = "stock";

/// What a person saves.
pub(super) struct ViewContent {
    pub(super) page: &'static str,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) address: String,
    /// What the page asks the API, as JSON.
    pub(super) query: String,
    pub(super) is_shared: bool,
    pub(super) is_default: bool,
}

/// Why a view was not saved.
#[derive(Debug, thiserror::Error)]
pub(super) enum SaveViewError {
    /// The person has [`MAX_VIEWS`] views.
    #[error("the person has the maximum number of views")]
    TooManyViews,
    /// The person has no view of the page with this id.
    #[error("no such view")]
    NotFound,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Why a view was not pinned.
#[derive(Debug, thiserror::Error)]
pub(super) enum PinViewError {
    /// The person has pinned [`MAX_PINS`] views.
    #[error("the person has the maximum number of pinned views")]
    TooManyPins,
    /// The person sees no view of figures with this id.
    #[error("no such view")]
    NotFound,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Which views a list contains.
pub(super) struct ViewFilter<'a> {
    /// Only views before this one, which is newer.
    pub(super) before: Option<Uuid>,
    /// Only these views.
    pub(super) only: Option<&'a HashSet<Uuid>>,
    /// Only views of this page.
    pub(super) page: Option<&'static str>,
}

/// The person's views and the shared ones, newest first.
pub(super) async fn list_views(
    db: &TenantDb,
    person: PersonId,
    limit: u32,
    filter: ViewFilter<'_>,
) -> Result<Page<Model>, DbError> {
    let mut rows = db.find::<Entity>().filter(visible_to(person));
    if let Some(only) = filter.only {
        rows = rows.filter(Column::Id.is_in(only.iter().copied()));
    }
    if let Some(page) = filter.page {
        rows = rows.filter(Column::Page.eq(page));
    }
    let before = filter.before;
    if let Some(before) = before {
        rows = rows.filter(Column::Id.lt(before));
    }
    let newest = rows.order_by_desc(Column::Id);
    newest.page(limit, |last| last.id.to_string()).await
}

/// A view of figures that a person may see.
pub(in crate::features::metrics) async fn find_visible_question(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
) -> Result<Option<Model>, DbError> {
    let view = db.find::<Entity>().filter(visible_to(person));
    view.filter(Column::Id.eq(id))
        .filter(Column::Page.eq(EXPLORE_PAGE))
        .one()
        .await
}

/// What a view asks the API, as JSON, and whether it is a question of figures.
pub struct ViewQuery {
    /// The body of `queryMetrics` for a question, else the parameters of the season position.
    pub query: String,
    /// Whether it is a question of figures.
    pub is_question: bool,
}

/// The query of a view that a person may see.
pub async fn find_view_query(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
) -> Result<Option<ViewQuery>, DbError> {
    let visible = db.find::<Entity>().filter(visible_to(person));
    let view = visible.filter(Column::Id.eq(id)).one().await?;
    Ok(view.map(|view| ViewQuery {
        is_question: view.page == EXPLORE_PAGE,
        query: view.query,
    }))
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

/// Replaces a view of a person, which stays one of its page. Reports that follow it send what it shows
/// now, except those of others if it is private now: they keep what it showed before.
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
        .set(Column::Query, row.query.clone())
        .set(Column::IsShared, row.is_shared)
        .set(Column::IsDefault, row.is_default)
        .set(Column::UpdatedAt, now)
        .filter(own_view(person, id))
        .filter(Column::Page.eq(row.page.clone()))
        .exec()
        .await?;
    if changed == 0 {
        return Err(SaveViewError::NotFound);
    }
    update_followers(db, &row).await?;
    Ok(row)
}

async fn update_followers(db: &TenantDb, view: &Model) -> Result<(), DbError> {
    use report_schedule::{Column, Entity};
    if !view.is_shared {
        db.update::<Entity>()
            .set(Column::ViewId, None::<Uuid>)
            .filter(Column::ViewId.eq(view.id))
            .filter(Column::OwnerId.ne(view.person_id))
            .exec()
            .await?;
    }
    db.update::<Entity>()
        .set(Column::Query, view.query.clone())
        .filter(Column::ViewId.eq(view.id))
        .exec()
        .await?;
    Ok(())
}

/// Deletes a view of a person. Reports that followed it keep what it showed.
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
    if deleted == 0 {
        return Err(LookupError::NotFound);
    }
    db.update::<report_schedule::Entity>()
        .set(report_schedule::Column::ViewId, None::<Uuid>)
        .filter(report_schedule::Column::ViewId.eq(id))
        .exec()
        .await?;
    Ok(())
}

/// The views that a person has pinned, at most [`MAX_PINS`]. Some may no longer be visible.
pub(super) async fn load_pins(db: &TenantDb, person: PersonId) -> Result<HashSet<Uuid>, DbError> {
    let pins = db
        .find::<view_pin::Entity>()
        .filter(view_pin::Column::PersonId.eq(person.0))
        .all()
        .await?;
    Ok(pins.into_iter().map(|pin| pin.view_id).collect())
}

/// Pins a view that the person sees. A pinned view stays so.
pub(super) async fn pin_view(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Model, PinViewError> {
    let view = find_visible_question(db, person, id)
        .await?
        .ok_or(PinViewError::NotFound)?;
    let pins = load_pins(db, person).await?;
    if pins.contains(&id) {
        return Ok(view);
    }
    if pins.len() as u64 >= MAX_PINS {
        // Pins of views that are private again don't count.
        let visible = db
            .find::<Entity>()
            .filter(visible_to(person))
            .filter(Column::Id.is_in(pins));
        if visible.count().await? >= MAX_PINS {
            return Err(PinViewError::TooManyPins);
        }
    }
    let pin = view_pin::ActiveModel {
        person_id: Set(person.0),
        view_id: Set(id),
        pinned_at: Set(now),
        ..Default::default()
    };
    db.insert_if_absent(pin).await?;
    Ok(view)
}

/// Removes a pin of a person.
pub(super) async fn unpin_view(
    db: &TenantDb,
    person: PersonId,
    id: Uuid,
) -> Result<(), LookupError> {
    let deleted = db
        .delete::<view_pin::Entity>()
        .filter(view_pin::Column::PersonId.eq(person.0))
        .filter(view_pin::Column::ViewId.eq(id))
        .exec()
        .await?;
    match deleted {
        0 => Err(LookupError::NotFound),
        _ => Ok(()),
    }
}

/// A person has one default view of a page.
async fn clear_default(
    db: &TenantDb,
    person: PersonId,
    content: &ViewContent,
) -> Result<(), DbError> {
    if content.is_default {
        db.update::<Entity>()
            .set(Column::IsDefault, false)
            .filter(Column::PersonId.eq(person.0))
            .filter(Column::Page.eq(content.page))
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
        page: content.page.to_owned(),
        name: content.name,
        description: content.description,
        address: content.address,
        query: content.query,
        is_shared: content.is_shared,
        is_default: content.is_default,
        updated_at: now,
    }
}
