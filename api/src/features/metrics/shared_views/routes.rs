//! Operations on shared views, and the figures that a link shows.

use super::store::{
    MAX_SHARED_VIEWS, ShareViewError, SharedViewSpec, create_shared_view, list_shared_views,
    record_use, revoke_shared_view,
};
use super::wire::{
    CreatedSharedView, DEFAULT_DAYS, NewSharedView, SharedView, SharedViewContent,
    SharedViewFilter, SharedViewToken, SharedViews,
};
use crate::auth::permission::{PurchasingRead, SalesRead, ViewsShare};
use crate::auth::{Scope, Signed, address_bucket, hash_token};
use crate::cache::{CachedQuery, ResponseCache};
use crate::clock::Clock;
use crate::db::{Database, DbError, Member, RolledUpDb};
use crate::entropy::Entropy;
use crate::features::metrics::store::{QueryAccess, answer_query, query_calendar};
use crate::features::purchasing::read_figure_day;
use crate::http::{
    Acknowledgment, ApiError, CachedResponse, Envelope, ErrorDetailCode, LinkLimit, Meta, Tag,
    default_page_size, parse_id_cursor,
};
use chrono::{NaiveDate, TimeDelta};
use entities::shared_view::Model;
use metrics::{Access, Query, QueryError};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query as Parameter};
use poem_openapi::payload::{Json, Response};
use sea_orm::prelude::Uuid;
use serde_json::Value;

/// The page of the app that shows a link. The token is in the fragment, which browsers do not send.
const PAGE_PATH: &str = "/shared#token=";
const MAX_QUERY_CHARS: usize = 16_000;
/// A link can be read 100 times at once, and an address can read 30 times at once. Then each can
/// read once in 2 seconds.
const READS_OF_LINK: LinkLimit = LinkLimit {
    max: 100,
    refill_ms: 2_000,
};
const READS_OF_ADDRESS: LinkLimit = LinkLimit {
    max: 30,
    refill_ms: 2_000,
};

/// Links that show the figures of saved views to people outside of the organization.
pub struct SharedViewsApi {
    /// Cached responses.
    pub answers: ResponseCache,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids and tokens.
    pub entropy: Entropy,
    /// The URL that browsers use.
    pub public_url: String,
}

#[OpenApi(tag = "Tag::Metrics")]
impl SharedViewsApi {
    /// List shared views
    ///
    /// The organization's links that have not expired, newest first. Tokens are stored as hashes
    /// and not returned.
    #[oai(
        path = "/api/shared-views",
        method = "get",
        operation_id = "listSharedViews"
    )]
    async fn list_shared_views(
        &self,
        signed: Signed,
        /// Links per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Parameter<u32>,
        /// `nextCursor` of the previous page.
        cursor: Parameter<Option<String>>,
    ) -> Result<Json<Envelope<SharedViews>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(ViewsShare)?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let (db, now) = (scope.read_db().await?, self.clock.now());
        let page = list_shared_views(&db, limit.0, before, now, &proof).await?;
        let (items, next_cursor) = page.into_parts();
        Ok(Json(Envelope::new(SharedViews { items, next_cursor })))
    }

    /// Share a view
    ///
    /// Returns an address under which anyone sees the figures of the view until the link expires or
    /// is revoked. They are computed when they are read, with the permissions that the caller has
    /// then. An organization has at most 100 links.
    #[oai(
        path = "/api/shared-views",
        method = "post",
        operation_id = "createSharedView"
    )]
    async fn create_shared_view(
        &self,
        signed: Signed,
        body: Json<NewSharedView>,
    ) -> Result<Json<Envelope<CreatedSharedView>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(ViewsShare)?;
        let (_, creator) = scope.require_person()?;
        scope.refuse_demo()?;
        let query = check_query(scope, &body.0.query.0)?;
        let (secret, now) = (self.entropy.random_token()?, self.clock.now());
        let days = body.0.days.unwrap_or(DEFAULT_DAYS);
        let spec = SharedViewSpec {
            id: self.entropy.uuid_v7(now)?,
            view_id: body.0.view_id,
            query,
            token_hash: hash_token(&secret),
            expires_at: now + TimeDelta::days(days.into()),
        };
        let row = create_shared_view(scope.write_db().await?, creator, spec, now, &proof).await?;
        Ok(Json(Envelope::new(CreatedSharedView {
            link: SharedView::from(row),
            url: format!("{}{PAGE_PATH}{secret}", self.public_url),
        })))
    }

    /// Revoke a shared view
    ///
    /// Its address stops working at once.
    #[oai(
        path = "/api/shared-views/:id",
        method = "delete",
        operation_id = "revokeSharedView"
    )]
    async fn revoke_shared_view(
        &self,
        signed: Signed,
        /// The link's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(ViewsShare)?;
        revoke_shared_view(scope.write_db().await?, id.0, self.clock.now(), &proof).await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    /// Open a shared view
    ///
    /// The figures of a link. Needs its token, but no sign-in. Links that have expired or were
    /// revoked, and those whose creator may no longer see or share the figures, do not exist.
    #[oai(
        path = "/api/shared-views/open",
        method = "post",
        operation_id = "openSharedView"
    )]
    async fn open_shared_view(
        &self,
        request: &Request,
        body: Json<SharedViewToken>,
    ) -> Result<Response<CachedResponse<SharedViewContent>>, ApiError> {
        let bucket = address_bucket("shared-view", request);
        READS_OF_ADDRESS
            .consume(&bucket, &self.database, &self.clock)
            .await?;
        let (link, creator) = self.find_link(&body.0.token).await?;
        let bucket = format!("shared-view:{}", link.token_hash);
        READS_OF_LINK
            .consume(&bucket, &self.database, &self.clock)
            .await?;
        let scope = Scope::for_member(&creator, self.database.clone(), self.clock.clone());
        let (body, query, right) = require_shared_query(&scope, &link)?;
        record_use(scope.metering_db().await?, &link, self.clock.now()).await?;
        let organization = scope.access().organization().name.clone();
        let key = CachedQuery::SharedView {
            link: link.id.to_string(),
            organization: organization.clone(),
        };
        let compute = async {
            let db = scope.rollup_db().await?;
            let data_through = read_newest_day(&scope, &db, &query).await?;
            let answer = answer_query(&db, query, right).await?;
            let meta = Meta {
                n: Some(answer.source_rows),
                data_through,
                ..scope.meta()
            };
            let content = SharedViewContent {
                organization,
                name: link.name,
                expires_at: link.expires_at,
                filters: SharedViewFilter::from_query(&body),
                answer: metrics::Answer {
                    next_cursor: None,
                    ..answer
                }
                .into(),
            };
            Ok(Envelope::with_meta(content, meta))
        };
        let answer = self
            .answers
            .get_or_render(request, &scope, scope.as_of(), key, compute)
            .await?;
        Ok(Response::new(answer).header("X-Robots-Tag", "noindex"))
    }
}

impl SharedViewsApi {
    /// The link of a token that has not expired, and the member who created it.
    async fn find_link(&self, token: &str) -> Result<(Model, Member), ApiError> {
        let platform = self.database.platform();
        platform
            .find_shared_view(&hash_token(token))
            .await?
            .filter(|(link, _)| link.expires_at > self.clock.now())
            .ok_or_else(ApiError::not_found)
    }
}

/// The stored query, if its creator may still share it. Otherwise the link does not exist.
fn require_shared_query(
    scope: &Scope,
    link: &Model,
) -> Result<(Value, Query, QueryAccess), ApiError> {
    let not_found = |_| ApiError::not_found();
    scope.require(ViewsShare).map_err(not_found)?;
    let body: Value = serde_json::from_str(&link.query).map_err(|_| ApiError::not_found())?;
    let query = Query::parse(&body, query_calendar(scope)).map_err(|_| ApiError::not_found())?;
    let right = QueryAccess::require(scope, &query).map_err(not_found)?;
    Ok((body, query, right))
}

/// The day of the newest order line, for figures over order lines.
async fn read_newest_day(
    scope: &Scope,
    db: &RolledUpDb,
    query: &Query,
) -> Result<Option<NaiveDate>, DbError> {
    let (needed, today) = (query.required_access(), scope.as_of());
    let day = if needed.contains(&Access::Sales) {
        match scope.require(SalesRead) {
            Ok(right) => read_figure_day(db, today, &right).await?,
            Err(_) => return Ok(None),
        }
    } else if needed.contains(&Access::Purchasing) {
        match scope.require(PurchasingRead) {
            Ok(right) => read_figure_day(db, today, &right).await?,
            Err(_) => return Ok(None),
        }
    } else {
        return Ok(None);
    };
    Ok(day.data_through)
}

/// The query as JSON, if it is valid and the caller may see its figures.
fn check_query(scope: &Scope, body: &Value) -> Result<String, ApiError> {
    let invalid = |path: &str, message: &str| {
        let path = match path {
            "" | "body" => "query".to_owned(),
            part => format!("query.{part}"),
        };
        ApiError::invalid_value(&path, ErrorDetailCode::Query, message)
    };
    if body.get("cursor").is_some() {
        return Err(invalid("cursor", "A link starts with the first row."));
    }
    let query = Query::parse(body, query_calendar(scope))
        .map_err(|QueryError { path, message }| invalid(&path, &message))?;
    QueryAccess::require(scope, &query)?;
    let text = body.to_string();
    if text.chars().count() > MAX_QUERY_CHARS {
        let message = format!("Send at most {MAX_QUERY_CHARS} characters.");
        return Err(invalid("", &message));
    }
    Ok(text)
}

impl From<ShareViewError> for ApiError {
    fn from(error: ShareViewError) -> Self {
        match error {
            ShareViewError::ViewNotFound => Self::not_found(),
            ShareViewError::TooManySharedViews => Self::conflict(
                "too_many_shared_views",
                format!("The organization has {MAX_SHARED_VIEWS} links. Revoke one first."),
            ),
            ShareViewError::Db(error) => error.into(),
        }
    }
}
