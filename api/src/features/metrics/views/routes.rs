//! Operations on saved views.

use super::store::{
    MAX_PINS, MAX_VIEWS, PinViewError, SaveViewError, ViewFilter, create_view, delete_view,
    list_views, load_pins, pin_view, replace_view, unpin_view,
};
use super::wire::{SavedView, SavedViewInput, SavedViews, ViewPage};
use crate::auth::{Scope, Signed};
use crate::clock::Clock;
use crate::db::DbError;
use crate::entropy::Entropy;
use crate::features::metrics::query_calendar;
use crate::http::{
    Acknowledgment, ApiError, Envelope, ErrorDetailCode, Tag, default_page_size, parse_id_cursor,
};
use crate::ids::{PersonId, TenantId};
use crate::shared_reads::SharedReads;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use serde_json::Value;
use std::collections::HashSet;
use std::sync::Arc;

/// Saved views.
pub struct SavedViewsApi {
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids.
    pub entropy: Entropy,
    /// The pinned views of people, which every visit of the dashboard reads.
    pub pins: SharedReads<(TenantId, PersonId), Arc<HashSet<Uuid>>>,
}

#[OpenApi(tag = "Tag::Metrics")]
impl SavedViewsApi {
    /// List saved views
    ///
    /// The caller's views and those that other members share, newest first.
    #[oai(path = "/api/views", method = "get", operation_id = "listSavedViews")]
    async fn list_saved_views(
        &self,
        signed: Signed,
        /// Views per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        cursor: Query<Option<String>>,
        /// Only views of this page.
        page: Query<Option<ViewPage>>,
        /// Only views that the caller has pinned.
        #[oai(default)]
        pinned: Query<bool>,
    ) -> Result<Json<Envelope<SavedViews>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let load = || async {
            let pins = load_pins(&scope.read_db().await?, person).await?;
            Ok::<_, DbError>(Arc::new(pins))
        };
        let key = (scope.access().tenant(), person);
        let pins = self.pins.read(key, load).await?;
        if pinned.0 && pins.is_empty() {
            return Ok(Json(Envelope::new(SavedViews {
                items: Vec::new(),
                next_cursor: None,
            })));
        }
        let db = scope.read_db().await?;
        let filter = ViewFilter {
            before,
            only: pinned.0.then_some(&*pins),
            page: page.0.map(ViewPage::as_str),
        };
        let found = list_views(&db, person, limit.0, filter).await?;
        Ok(Json(Envelope::new(SavedViews {
            items: found
                .items
                .into_iter()
                .map(|row| SavedView::from_row(row, person, &pins))
                .collect(),
            next_cursor: found.next_cursor,
        })))
    }

    /// Save a view
    ///
    /// A person has at most 200 views.
    #[oai(path = "/api/views", method = "post", operation_id = "createSavedView")]
    async fn create_saved_view(
        &self,
        signed: Signed,
        body: Json<SavedViewInput>,
    ) -> Result<Json<Envelope<SavedView>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let (page, query) = (body.0.page, body.0.query.0.clone());
        let content = body.0.into_content()?;
        check_query(scope, page, &query)?;
        let now = self.clock.now();
        let id = self.entropy.uuid_v7(now)?;
        let db = scope.write_db().await?;
        let row = create_view(&db, person, id, content, now).await?;
        db.commit().await?;
        let view = SavedView::from_row(row, person, &HashSet::new());
        Ok(Json(Envelope::new(view)))
    }

    /// Replace a view
    ///
    /// Only the person who saved it can change it, and its page stays. Scheduled reports that follow it
    /// send what it shows now.
    #[oai(
        path = "/api/views/:id",
        method = "put",
        operation_id = "replaceSavedView"
    )]
    async fn replace_saved_view(
        &self,
        signed: Signed,
        /// The view's id.
        id: Path<Uuid>,
        body: Json<SavedViewInput>,
    ) -> Result<Json<Envelope<SavedView>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let (page, query) = (body.0.page, body.0.query.0.clone());
        let content = body.0.into_content()?;
        check_query(scope, page, &query)?;
        let db = scope.write_db().await?;
        let row = replace_view(&db, person, id.0, content, self.clock.now()).await?;
        let pins = load_pins(&db, person).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(SavedView::from_row(row, person, &pins))))
    }

    /// Delete a view
    ///
    /// Only the person who saved it can delete it. Scheduled reports that followed it go on with what it
    /// showed.
    #[oai(
        path = "/api/views/:id",
        method = "delete",
        operation_id = "deleteSavedView"
    )]
    async fn delete_saved_view(
        &self,
        signed: Signed,
        /// The view's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let db = scope.write_db().await?;
        delete_view(&db, person, id.0).await?;
        db.commit().await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    /// Pin a view
    ///
    /// The caller sees its figures on the dashboard. A person pins at most 8 views of the explore
    /// page, own or shared.
    #[oai(
        path = "/api/views/:id/pin",
        method = "put",
        operation_id = "pinSavedView"
    )]
    async fn pin_saved_view(
        &self,
        signed: Signed,
        /// The view's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<SavedView>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let db = scope.write_db().await?;
        let row = pin_view(&db, person, id.0, self.clock.now()).await?;
        db.commit().await?;
        let view = SavedView::from_row(row, person, &HashSet::from([id.0]));
        Ok(Json(Envelope::new(view)))
    }

    /// Unpin a view
    ///
    /// The caller no longer sees it on the dashboard.
    #[oai(
        path = "/api/views/:id/pin",
        method = "delete",
        operation_id = "unpinSavedView"
    )]
    async fn unpin_saved_view(
        &self,
        signed: Signed,
        /// The view's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let db = scope.write_db().await?;
        unpin_view(&db, person, id.0).await?;
        db.commit().await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }
}

/// Checks that a question of figures is one.
fn check_query(scope: &Scope, page: ViewPage, query: &Value) -> Result<(), ApiError> {
    if page != ViewPage::Explore {
        return Ok(());
    }
    let parsed = metrics::Query::parse(query, query_calendar(scope));
    parsed.map(drop).map_err(|error| {
        let path = format!("query.{}", error.path);
        ApiError::invalid_value(&path, ErrorDetailCode::Query, error.message)
    })
}

impl From<PinViewError> for ApiError {
    fn from(error: PinViewError) -> Self {
        match error {
            PinViewError::TooManyPins => Self::conflict(
                "too_many_pins",
                format!("You have pinned {MAX_PINS} views. Unpin one first."),
            ),
            PinViewError::NotFound => Self::not_found(),
            PinViewError::Db(error) => error.into(),
        }
    }
}

impl From<SaveViewError> for ApiError {
    fn from(error: SaveViewError) -> Self {
        match error {
            SaveViewError::TooManyViews => Self::conflict(
                "too_many_views",
                format!("You have {MAX_VIEWS} saved views. Delete one first."),
            ),
            SaveViewError::NotFound => Self::not_found(),
            SaveViewError::Db(error) => error.into(),
        }
    }
}
