//! The only doors into a handler: an argument of these types is the check, the scope and the
//! contract's `security` entry in one.

use super::mfa_requirement::require_mfa;
use super::{
    ApiKeyToken, Authority, OperatorScope, RequestSubject, Scope, refuse_suspended, request_origin,
};
use crate::http::ApiError;
use poem::http::header;
use poem::{Request, RequestBody, Result};
use poem_openapi::auth::{Bearer, BearerAuthorization};
use poem_openapi::registry::Registry;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions, SecurityScheme};
use std::sync::Arc;

/// Somebody who is signed in, or a program with an API key: `Authorization: Bearer <access token or
/// key>`.
#[derive(Debug, SecurityScheme)]
#[oai(
    rename = "bearer",
    ty = "bearer",
    bearer_format = "JWT",
    checker = "check"
)]
struct Bearing(Scope);

/// What all doors say of themselves in the contract: a bearer token.
macro_rules! bearer_token_extractor {
    () => {
        const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];
        type ParamType = ();
        type ParamRawType = ();

        fn register(registry: &mut Registry) {
            <Bearing as ApiExtractor>::register(registry);
        }

        fn security_schemes() -> Vec<&'static str> {
            <Bearing as ApiExtractor>::security_schemes()
        }
    };
}

/// Somebody who is signed in, or a program with an API key, in an organization in which people
/// work, and with the second step that it may demand.
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
        let Bearing(scope) =
            Bearing::from_request(request, body, ExtractParamOptions::default()).await?;
        let organization = scope.access().organization();
        refuse_suspended(&organization.name, organization.suspension.as_ref())?;
        require_mfa(&scope)?;
        Ok(Self(scope))
    }
}

/// As [`Signed`], also before a person has set up the second step that their organization demands:
/// for what is about their own account, and about nothing of the organization. Until then the scope
/// has no permission.
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
        let Bearing(scope) =
            Bearing::from_request(request, body, ExtractParamOptions::default()).await?;
        let organization = scope.access().organization();
        refuse_suspended(&organization.name, organization.suspension.as_ref())?;
        Ok(Self(scope))
    }
}

/// As [`SignedForOneself`], where the organization is suspended too: for what somebody needs to
/// learn of it and to leave it.
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
        let Bearing(scope) =
            Bearing::from_request(request, body, ExtractParamOptions::default()).await?;
        let organization = scope.access().organization();
        if scope.signed_in().is_none() {
            refuse_suspended(&organization.name, organization.suspension.as_ref())?;
        }
        Ok(Self(scope))
    }
}

/// Somebody who runs the installation: a person's own session, whatever their role in an
/// organization, and never an API key.
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
        let Bearing(scope) =
            Bearing::from_request(request, body, ExtractParamOptions::default()).await?;
        Ok(Self(
            find_authority(request)?
                .require_operator(&scope, request_origin::read_request_origin(request))
                .await?,
        ))
    }
}

async fn check(request: &Request, bearer: Bearer) -> Result<Scope> {
    let scope = resolve_bearer_scope(&bearer.token, find_authority(request)?).await?;
    RequestSubject::record_caller(request, &scope);
    Ok(scope.with_origin(request_origin::read_request_origin(request)))
}

async fn resolve_bearer_scope(token: &str, authority: &Authority) -> Result<Scope, ApiError> {
    match ApiKeyToken::parse_token(token) {
        Some(key) => authority.scope_for_api_key(&key).await,
        None => authority.scope_for_token(token).await,
    }
}

/// Who asks, for what stands before the doors: it shows nobody anything by itself.
pub async fn resolve_caller_scope(
    request: &Request,
    authority: &Authority,
) -> Result<Scope, ApiError> {
    let bearer = Bearer::from_request(request).map_err(|_| ApiError::unauthorized())?;
    resolve_bearer_scope(&bearer.token, authority).await
}

/// Somebody who is signed in, or a visitor who sees the demo where it is switched on. A token that
/// does not verify is refused, never shown the demo.
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
        Ok(Self(find_authority(request)?.scope_for_visitor().await?))
    }
}

fn find_authority(request: &Request) -> Result<&Arc<Authority>, ApiError> {
    request.data::<Arc<Authority>>().ok_or_else(|| {
        ApiError::internal(&std::io::Error::other(
            "the app was built without an authority",
        ))
    })
}
