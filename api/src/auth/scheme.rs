//! The only doors into a handler: an argument of these types is the check, the scope and the contract's `security` entry in one.

use super::{ApiKeyToken, Authority, Scope, origin};
use crate::http::ApiError;
use poem::http::header;
use poem::{Request, RequestBody, Result};
use poem_openapi::auth::{Bearer, BearerAuthorization};
use poem_openapi::registry::Registry;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions, SecurityScheme};
use std::sync::Arc;

/// Somebody who is signed in, or a program with an API key: `Authorization: Bearer <access token or key>`.
#[derive(Debug, SecurityScheme)]
#[oai(rename = "bearer", ty = "bearer", bearer_format = "JWT", checker = "check")]
pub struct Signed(Scope);

impl Signed {
    /// The caller's scope.
    pub fn scope(&self) -> &Scope {
        &self.0
    }
}

async fn check(request: &Request, bearer: Bearer) -> Result<Scope> {
    let scope = scope_of_bearer(&bearer.token, authority(request)?).await?;
    Ok(scope.called_from(origin(request)))
}

async fn scope_of_bearer(token: &str, authority: &Authority) -> Result<Scope, ApiError> {
    match ApiKeyToken::read(token) {
        Some(key) => authority.scope_of_key(&key).await,
        None => authority.scope_of_token(token).await,
    }
}

/// Who asks, for what stands before the doors: it shows nobody anything by itself.
pub async fn scope_of_caller(request: &Request, authority: &Authority) -> Result<Scope, ApiError> {
    let bearer = Bearer::from_request(request).map_err(|_| ApiError::unauthorized())?;
    scope_of_bearer(&bearer.token, authority).await
}

/// Somebody who is signed in, or a visitor who sees the demo where it is switched on. A token that does not verify is refused, never shown the demo.
#[derive(Debug)]
pub struct Public(Scope);

impl Public {
    /// The caller's scope, or the demo's.
    pub fn scope(&self) -> &Scope {
        &self.0
    }
}

impl<'a> ApiExtractor<'a> for Public {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Signed as ApiExtractor>::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        <Signed as ApiExtractor>::security_schemes()
    }

    fn has_security_fallback() -> bool {
        true
    }

    async fn from_request(request: &'a Request, body: &mut RequestBody, _options: ExtractParamOptions<()>) -> Result<Self> {
        if request.headers().contains_key(header::AUTHORIZATION) {
            let signed = <Signed as ApiExtractor>::from_request(request, body, ExtractParamOptions::default()).await?;
            return Ok(Self(signed.0));
        }
        Ok(Self(authority(request)?.scope_of_visitor().await?))
    }
}

fn authority(request: &Request) -> Result<&Arc<Authority>, ApiError> {
    request.data::<Arc<Authority>>().ok_or_else(|| ApiError::internal(&std::io::Error::other("the app was built without an authority")))
}
