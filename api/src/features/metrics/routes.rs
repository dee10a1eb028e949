//! Metric operations.

use super::store::{MetricError, QueryAccess, answer_query, list_members, query_calendar};
use super::wire::query_body::QueryBody;
use super::wire::{MetricAnswer, MetricCatalogue, MetricMembers};
use crate::auth::Public;
use crate::cache::{CachedQuery, ResponseCache};
use crate::http::{ApiError, CachedResponse, Envelope, Meta, Tag, default_page_size, parse_cursor};
use metrics::{DATASETS, MemberList, Query, QueryError};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query as Parameter;
use poem_openapi::payload::Json;

/// Queries of any measure by any dimension.
pub struct MetricsApi {
    /// Cached responses.
    pub answers: ResponseCache,
}

#[OpenApi(tag = "Tag::Metrics")]
impl MetricsApi {
    /// List measures and dimensions
    ///
    /// The measures of each dataset with their formulas, and the dimensions by which they can be
    /// grouped and filtered.
    #[oai(
        path = "/api/metrics/catalogue",
        method = "get",
        operation_id = "getMetricCatalogue"
    )]
    async fn get_metric_catalogue(
        &self,
        caller: Public,
    ) -> Result<Json<Envelope<MetricCatalogue>>, ApiError> {
        let datasets = DATASETS.iter().map(Into::into).collect();
        let meta = caller.scope().meta();
        Ok(Json(Envelope::with_meta(
            MetricCatalogue { datasets },
            meta,
        )))
    }

    /// Search members of a dimension
    ///
    /// Names of items, customers and other members that contain a text, in alphabetical order.
    #[oai(
        path = "/api/metrics/members",
        method = "get",
        operation_id = "searchMetricMembers"
    )]
    async fn search_metric_members(
        &self,
        caller: Public,
        /// Id of a dimension of type `text`.
        dimension: Parameter<String>,
        /// A part of the names. Case does not matter.
        #[oai(validator(max_length = 200))]
        q: Parameter<Option<String>>,
        /// Members per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Parameter<u32>,
        /// `nextCursor` of the previous page.
        cursor: Parameter<Option<String>>,
    ) -> Result<Json<Envelope<MetricMembers>>, ApiError> {
        let scope = caller.scope();
        let list = MemberList::new(&dimension.0).ok_or_else(|| {
            let message = format!("There is no dimension \"{}\" with members.", dimension.0);
            ApiError::unprocessable("invalid_values", message).with_path("dimension")
        })?;
        let offset: usize = parse_cursor(cursor.0.as_deref())?.unwrap_or(0);
        let text = q.0.unwrap_or_default();
        let names = list_members(scope, &list, &text).await?;
        let limit = usize::try_from(limit.0).unwrap_or(usize::MAX);
        let end = offset.saturating_add(limit);
        let page = MetricMembers {
            total: u64::try_from(names.len()).unwrap_or(u64::MAX),
            next_cursor: (names.len() > end).then(|| end.to_string()),
            members: names.into_iter().skip(offset).take(limit).collect(),
        };
        Ok(Json(Envelope::with_meta(page, scope.meta())))
    }

    /// Query measures
    ///
    /// Up to 4 measures by up to 3 dimensions, filtered, over a period, optionally compared with
    /// another one. Amounts in different currencies and quantities in different units are never
    /// added: such figures have a row for each.
    #[oai(
        path = "/api/metrics/query",
        method = "post",
        operation_id = "queryMetrics"
    )]
    async fn query_metrics(
        &self,
        caller: Public,
        request: &Request,
        body: Json<QueryBody>,
    ) -> Result<CachedResponse<MetricAnswer>, ApiError> {
        let scope = caller.scope();
        let body = body.0.0;
        let query = Query::parse(&body, query_calendar(scope))?;
        let right = QueryAccess::require(scope, &query)?;
        let compute = async {
            let answer = answer_query(&scope.rollup_db().await?, query, right).await?;
            let meta = Meta {
                n: Some(answer.source_rows),
                ..scope.meta()
            };
            Ok(Envelope::with_meta(answer.into(), meta))
        };
        let key = CachedQuery::Metrics {
            query: body.to_string(),
        };
        self.answers
            .get_or_render(request, scope, scope.as_of(), key, compute)
            .await
    }
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        Self::unprocessable("invalid_values", error.message).with_path(&error.path)
    }
}

impl From<MetricError> for ApiError {
    fn from(error: MetricError) -> Self {
        match error {
            MetricError::Query(error) => error.into(),
            MetricError::Permission(error) => error.into(),
            MetricError::Db(error) => error.into(),
        }
    }
}
