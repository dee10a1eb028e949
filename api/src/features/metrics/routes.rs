//! Metric operations.

use super::store::{
    MetricError, QueryAccess, answer_query, explain_change, list_members, list_rows, query_calendar,
};
use super::wire::change::MetricChange;
use super::wire::query_body::{DocumentedJson, MetricChangeQuery, MetricQuery, MetricRowQuery};
use super::wire::rows::{RowFormat, RowsResponse};
use super::wire::{MetricAnswer, MetricCatalogue, MetricMembers};
use crate::auth::Public;
use crate::cache::{CachedQuery, ResponseCache};
use crate::http::{
    ApiError, CachedResponse, Envelope, ErrorDetailCode, Meta, Tag, default_page_size, parse_cursor,
};
use metrics::{DATASETS, Explanation, MemberList, Query, QueryError, RowList};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Query as Parameter};
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
        request: &Request,
    ) -> Result<CachedResponse<MetricCatalogue>, ApiError> {
        let scope = caller.scope();
        let compute = async {
            let datasets = DATASETS.iter().map(Into::into).collect();
            let catalogue = MetricCatalogue { datasets };
            Ok(Envelope::with_meta(catalogue, scope.meta()))
        };
        let key = CachedQuery::MetricCatalogue;
        self.answers
            .get_or_render(request, scope, scope.as_of(), key, compute)
            .await
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
        request: &Request,
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
    ) -> Result<CachedResponse<MetricMembers>, ApiError> {
        let scope = caller.scope();
        let list = MemberList::new(&dimension.0).ok_or_else(|| {
            let message = format!("There is no dimension \"{}\" with members.", dimension.0);
            ApiError::invalid_value("dimension", ErrorDetailCode::Unknown, message)
        })?;
        let offset: usize = parse_cursor(cursor.0.as_deref())?.unwrap_or(0);
        let text = q.0.unwrap_or_default();
        let limit = usize::try_from(limit.0).unwrap_or(usize::MAX);
        let key = CachedQuery::MetricMembers {
            dimension: dimension.0,
            text: text.clone(),
            offset,
            limit,
        };
        let compute = async {
            let names = list_members(scope, &list, &text).await?;
            let end = offset.saturating_add(limit);
            let page = MetricMembers {
                total: u64::try_from(names.len()).unwrap_or(u64::MAX),
                next_cursor: (names.len() > end).then(|| end.to_string()),
                members: names.into_iter().skip(offset).take(limit).collect(),
            };
            Ok(Envelope::with_meta(page, scope.meta()))
        };
        self.answers
            .get_or_render(request, scope, scope.as_of(), key, compute)
            .await
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
        body: Json<DocumentedJson<MetricQuery>>,
    ) -> Result<CachedResponse<MetricAnswer>, ApiError> {
        let scope = caller.scope();
        let body = body.0.value;
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

    /// List the rows behind a figure
    ///
    /// The rows that a query of the same measures, filters and period counts, and its totals. With
    /// `Accept: text/csv` or the media type of XLSX, the response is a file with all rows, at most
    /// 50,000. `having` and `topPer` are refused, because rows have no groups.
    #[oai(
        path = "/api/metrics/rows",
        method = "post",
        operation_id = "listMetricRows"
    )]
    async fn list_metric_rows(
        &self,
        caller: Public,
        request: &Request,
        /// `text/csv` or `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` for a
        /// file.
        #[oai(name = "Accept")]
        accept: Header<Option<String>>,
        body: Json<DocumentedJson<MetricRowQuery>>,
    ) -> Result<RowsResponse, ApiError> {
        let scope = caller.scope();
        let body = body.0.value;
        let list = RowList::parse(&body, query_calendar(scope))?;
        let right = QueryAccess::require(scope, list.query())?;
        let format = RowFormat::from_accept(accept.0.as_deref());
        if format != RowFormat::Json {
            let page = list_rows(&scope.rollup_db().await?, list.into_file(), right).await?;
            return RowsResponse::file(page, format).await;
        }
        let compute = async {
            let page = list_rows(&scope.rollup_db().await?, list, right).await?;
            let meta = Meta {
                n: Some(page.row_count),
                ..scope.meta()
            };
            Ok(Envelope::with_meta(page.into(), meta))
        };
        let key = CachedQuery::MetricRows {
            query: body.to_string(),
        };
        self.answers
            .get_or_render(request, scope, scope.as_of(), key, compute)
            .await
            .map(RowsResponse::Page)
    }

    /// Explain the change of a measure
    ///
    /// What the members of each dimension contribute to the change between two periods; for revenue
    /// and spend also the effects of price, volume and mix. The parts add up to the change. If the
    /// figure did not move as `premise` says, the answer says so.
    #[oai(
        path = "/api/metrics/explain-change",
        method = "post",
        operation_id = "explainMetricChange"
    )]
    async fn explain_metric_change(
        &self,
        caller: Public,
        request: &Request,
        body: Json<DocumentedJson<MetricChangeQuery>>,
    ) -> Result<CachedResponse<MetricChange>, ApiError> {
        let scope = caller.scope();
        let body = body.0.value;
        let explanation = Explanation::parse(&body, query_calendar(scope))?;
        let right = QueryAccess::require_all(scope, explanation.queries())?;
        let compute = async {
            let change = explain_change(&scope.rollup_db().await?, explanation, right).await?;
            Ok(Envelope::with_meta(change.into(), scope.meta()))
        };
        let key = CachedQuery::MetricChange {
            query: body.to_string(),
        };
        self.answers
            .get_or_render(request, scope, scope.as_of(), key, compute)
            .await
    }
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        Self::invalid_value(&error.path, ErrorDetailCode::Query, error.message)
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
