//! Extractors that authenticate a request. A handler argument of one of these types is the check,
//! the scope and the OpenAPI `security` entry in one.

use super::mfa_requirement::require_mfa;
use super::{
    ApiKeyToken, Authority, OperatorScope, RequestSubject, Scope, refuse_suspended, request_origin,
};
use crate::http::ApiError;
use crate::telemetry::record_organization;
use futures_util::future::BoxFuture;
use poem::http::{HeaderValue, header};
use poem::{Request, RequestBody, Result};
use poem_openapi::auth::{Bearer, BearerAuthorization};
use poem_openapi::registry::Registry;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions, SecurityScheme};
use std::sync::Arc;

/// A signed-in user or a program with an API key: `Authorization: Bearer <access token or API
/// key>`.
#[derive(Debug, SecurityScheme)]
#[oai(
    rename = "bearer",
    ty = "bearer",
    bearer_format = "JWT",
    checker = "authenticate_bearer"
)]
struct BearerToken(Scope);

/// Declares the bearer token in the OpenAPI document.
macro_rules! bearer_token_extractor {
    () => {
        const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];
        type ParamType = ();
        type ParamRawType = ();

        fn register(registry: &mut Registry) {
            <BearerToken as ApiExtractor>::register(registry);
        }

        fn security_schemes() -> Vec<&'static str> {
            <BearerToken as ApiExtractor>::security_schemes()
        }
    };
}

/// A signed-in user or an API key. Rejects suspended organizations and users without required MFA.
#[derive(Debug)]
pub struct Signed(Scope);

impl Signed {
    /// The caller's scope.
    pub fn scope(&self) -> &Scope {
        &self.0
    }
}

impl<'a> ApiExtractor<'a> for Signed {
    bearer_token_extractor!();

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        let BearerToken(scope) =
            BearerToken::from_request(request, body, ExtractParamOptions::default()).await?;
        let organization = scope.access().organization();
        refuse_suspended(&organization.name, organization.suspension.as_ref())
            .map_err(ApiError::from)?;
        require_mfa(&scope)?;
        Ok(Self(scope))
    }
}

/// Like [`Signed`], but also accepts users who have not set up required MFA. For operations on the
/// user's own account only: until MFA is set up, the scope has no permissions.
#[derive(Debug)]
pub struct SignedAccount(Scope);

impl SignedAccount {
    /// The caller's scope.
    pub fn scope(&self) -> &Scope {
        &self.0
    }
}

impl<'a> ApiExtractor<'a> for SignedAccount {
    bearer_token_extractor!();

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        let BearerToken(scope) =
            BearerToken::from_request(request, body, ExtractParamOptions::default()).await?;
        let organization = scope.access().organization();
        refuse_suspended(&organization.name, organization.suspension.as_ref())
            .map_err(ApiError::from)?;
        Ok(Self(scope))
    }
}

/// Like [`SignedAccount`], but also accepts users of suspended organizations, so that they can see
/// the reason and leave. API keys of suspended organizations are rejected.
#[derive(Debug)]
pub struct SignedAnyStatus(Scope);

impl SignedAnyStatus {
    /// The caller's scope.
    pub fn scope(&self) -> &Scope {
        &self.0
    }
}

impl<'a> ApiExtractor<'a> for SignedAnyStatus {
    bearer_token_extractor!();

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        let BearerToken(scope) =
            BearerToken::from_request(request, body, ExtractParamOptions::default()).await?;
        let organization = scope.access().organization();
        if scope.signed_in().is_none() {
            refuse_suspended(&organization.name, organization.suspension.as_ref())
                .map_err(ApiError::from)?;
        }
        Ok(Self(scope))
    }
}

/// An operator of the installation: a user's session, regardless of their role in an organization,
/// and never an API key.
#[derive(Debug)]
pub struct Operator(OperatorScope);

impl Operator {
    /// The caller, as an operator.
    pub fn scope(&self) -> &OperatorScope {
        &self.0
    }
}

impl<'a> ApiExtractor<'a> for Operator {
    bearer_token_extractor!();

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        let BearerToken(scope) =
            BearerToken::from_request(request, body, ExtractParamOptions::default()).await?;
        Ok(Self(resolve_operator_scope(&scope, request).await?))
    }
}

async fn authenticate_bearer(request: &Request, bearer: Bearer) -> Result<Scope> {
    let scope = resolve_bearer_scope(&bearer.token, find_authority(request)?).await?;
    RequestSubject::record_caller(request, &scope);
    record_organization(scope.access().tenant().0);
    Ok(scope.with_origin(request_origin::read_request_origin(request)))
}

// Every handler waits for one of these. In a box, their types are no part of the handlers' types, which
// the compiler examines again for each layer around each handler.
fn resolve_bearer_scope<'a>(
    token: &'a str,
    authority: &'a Authority,
) -> BoxFuture<'a, Result<Scope, ApiError>> {
    Box::pin(async move {
        match ApiKeyToken::parse_token(token) {
            Some(key) => authority.scope_for_api_key(&key).await,
            None => authority.scope_for_token(token).await,
        }
    })
}

fn resolve_visitor_scope(request: &Request) -> BoxFuture<'_, Result<Scope, ApiError>> {
    Box::pin(async move { find_authority(request)?.scope_for_visitor().await })
}

fn resolve_operator_scope<'a>(
    scope: &'a Scope,
    request: &'a Request,
) -> BoxFuture<'a, Result<OperatorScope, ApiError>> {
    let origin = request_origin::read_request_origin(request);
    Box::pin(async move {
        let authority = find_authority(request)?;
        authority.require_operator(scope, origin).await
    })
}

/// The caller's scope, for middleware that runs before the extractors. It checks neither suspension
/// nor MFA, so it must not guard data.
pub async fn resolve_caller_scope(
    request: &Request,
    authority: &Authority,
) -> Result<Scope, ApiError> {
    let bearer = Bearer::from_request(request).map_err(|_| ApiError::unauthorized())?;
    resolve_bearer_scope(&bearer.token, authority).await
}

/// A signed-in user, or a visitor of the demo if it is enabled. An invalid token is rejected and
/// never falls back to the demo.
#[derive(Debug)]
pub struct Public(Scope);

impl Public {
    /// The caller's scope, or the demo's.
    pub fn scope(&self) -> &Scope {
        &self.0
    }
}

impl<'a> ApiExtractor<'a> for Public {
    bearer_token_extractor!();

    fn has_security_fallback() -> bool {
        true
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        if request.headers().contains_key(header::AUTHORIZATION) {
            let signed = <Signed as ApiExtractor>::from_request(
                request,
                body,
                ExtractParamOptions::default(),
            )
            .await?;
            return Ok(Self(signed.0));
        }
        Ok(Self(resolve_visitor_scope(request).await?))
    }
}

fn find_authority(request: &Request) -> Result<&Arc<Authority>, ApiError> {
    request
        .data::<Arc<Authority>>()
        .ok_or_else(|| ApiError::internal(&std::io::Error::other("the app has no authority")))
}

/// The token of an `Authorization: Bearer` header; `None` for any other scheme.
pub fn parse_bearer_token(authorization: &HeaderValue) -> Option<&str> {
    authorization.to_str().ok()?.strip_prefix("Bearer ")
}
