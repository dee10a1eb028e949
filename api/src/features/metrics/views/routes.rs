//! Operations on saved views.

use super::store::{MAX_VIEWS, SaveViewError, create_view, delete_view, list_views, replace_view};
use super::wire::{ExploreView, ExploreViewInput, ExploreViews};
use crate::auth::Signed;
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::http::{Acknowledgment, ApiError, Envelope, Tag, default_page_size, parse_id_cursor};
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

/// Saved questions of the explore page.
pub struct ExploreViewsApi {
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids.
    pub entropy: Entropy,
}

#[OpenApi(tag = "Tag::Metrics")]
impl ExploreViewsApi {
    /// List saved views
    ///
    /// The caller's views and those that other members share, newest first.
    #[oai(path = "/api/views", method = "get", operation_id = "listExploreViews")]
    async fn list_explore_views(
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
    ) -> Result<Json<Envelope<ExploreViews>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let page = list_views(&scope.read_db().await?, person, limit.0, before).await?;
        Ok(Json(Envelope::new(ExploreViews {
            items: page
                .items
                .into_iter()
                .map(|row| ExploreView::from_row(row, person))
                .collect(),
            next_cursor: page.next_cursor,
        })))
    }

    /// Save a view
    ///
    /// A person has at most 200 views.
    #[oai(
        path = "/api/views",
        method = "post",
        operation_id = "createExploreView"
    )]
    async fn create_explore_view(
        &self,
        signed: Signed,
        body: Json<ExploreViewInput>,
    ) -> Result<Json<Envelope<ExploreView>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let content = body.0.into_content()?;
        let now = self.clock.now();
        let id = self.entropy.uuid_v7(now)?;
        let db = scope.write_db().await?;
        let row = create_view(&db, person, id, content, now).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(ExploreView::from_row(row, person))))
    }

    /// Replace a view
    ///
    /// Only the person who saved it can change it.
    #[oai(
        path = "/api/views/:id",
        method = "put",
        operation_id = "replaceExploreView"
    )]
    async fn replace_explore_view(
        &self,
        signed: Signed,
        /// The view's id.
        id: Path<Uuid>,
        body: Json<ExploreViewInput>,
    ) -> Result<Json<Envelope<ExploreView>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let content = body.0.into_content()?;
        let db = scope.write_db().await?;
        let row = replace_view(&db, person, id.0, content, self.clock.now()).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(ExploreView::from_row(row, person))))
    }

    /// Delete a view
    ///
    /// Only the person who saved it can delete it.
    #[oai(
        path = "/api/views/:id",
        method = "delete",
        operation_id = "deleteExploreView"
    )]
    async fn delete_explore_view(
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
