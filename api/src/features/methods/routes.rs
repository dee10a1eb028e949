//! HTTP operation that lists figure methods.

use super::methods_page::{MethodsError, MethodsPage, MethodsPages, MethodsProofs};
use super::wire::Methods;
use crate::auth::Public;
use crate::cache::{CachedQuery, ResponseCache};
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::http::{ApiError, CachedResponse, Tag};
use poem::Request;
use poem_openapi::OpenApi;

/// Figure methods.
pub struct MethodsApi {
    /// Cached responses.
    pub response_cache: ResponseCache,
    /// Pages that were computed.
    pub pages: MethodsPages,
    /// Public crop yields.
    pub yields: YieldCatalog,
}

#[OpenApi(tag = "Tag::Methods")]
impl MethodsApi {
    /// List figure methods
    ///
    /// Method, formula and rows of each figure, and its backtest on the organization's own rows, as
    /// of the day in `meta`.
    #[oai(
        path = "/api/analytics/methods",
        method = "get",
        operation_id = "listMethods"
    )]
    async fn list_methods(
        &self,
        caller: Public,
        request: &Request,
    ) -> Result<CachedResponse<Methods>, ApiError> {
        let scope = caller.scope();
        let proofs = MethodsProofs::require(scope)?;
        let known = self.yields.current_snapshot();
        let load = async {
            MethodsPage::load(&self.pages, scope, &known, &proofs)
                .await?
                .to_response()
                .map_err(|error| ApiError::internal(&std::io::Error::other(error.into_message())))
        };
        let edition = known.edition.clone();
        self.response_cache
            .get_or_render(
                request,
                scope,
                scope.as_of(),
                CachedQuery::Methods { edition },
                load,
            )
            .await
    }
}

impl From<MethodsError> for ApiError {
    fn from(error: MethodsError) -> Self {
        match error {
            MethodsError::Db(error) => error.into(),
            MethodsError::Backtest(_) => Self::internal(&error),
        }
    }
}
