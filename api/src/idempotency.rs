//! Idempotency: a request with an `Idempotency-Key` takes effect once and gets the same response
//! each time.
//!
//! This middleware identifies the caller and looks up earlier requests. The row of the key, written
//! in the same transaction as the change ([`IdempotentRequest`]), ensures that the change happens
//! once.

mod idempotency_key;
mod keyed_operations;
mod request_fingerprint;

pub use keyed_operations::{
    IDEMPOTENCY_KEY_HEADER, KeyedOperations, UNKEYED_OPERATIONS, declare_key_header,
};

use crate::auth::permission::Permissions;
use crate::auth::{Authority, Scope, SealContext, Vault, resolve_caller_scope};
use crate::clock::Clock;
use crate::db::{Database, DbError, IdempotentRequest, RequestKey, StoredResponse};
use crate::http::{ApiError, convert_errors};
use crate::ids::RunId;
use entities::idempotent_request;
use idempotency_key::IdempotencyKey;
use poem::http::{Method, StatusCode};
use poem::{Endpoint, Middleware, Request, Response, Result};
use request_fingerprint::RequestFingerprint;
use std::sync::Arc;

/// Header of replayed responses.
pub const REPLAYED_HEADER: &str = "Idempotency-Replayed";

/// Middleware that processes requests with a key once.
#[derive(Clone)]
pub struct Idempotency {
    authority: Arc<Authority>,
    database: Database,
    clock: Clock,
    vault: Vault,
    keyed_operations: Arc<KeyedOperations>,
}

impl Idempotency {
    /// Creates the middleware for the operations that accept a key.
    pub fn new(
        authority: Arc<Authority>,
        database: Database,
        clock: Clock,
        vault: Vault,
        keyed_operations: Arc<KeyedOperations>,
    ) -> Self {
        Self {
            authority,
            database,
            clock,
            vault,
            keyed_operations,
        }
    }
}

impl<E: Endpoint<Output = Response> + 'static> Middleware<E> for Idempotency {
    type Output = IdempotencyEndpoint<E>;

    fn transform(&self, inner: E) -> IdempotencyEndpoint<E> {
        IdempotencyEndpoint {
            inner: Arc::new(inner),
            middleware: self.clone(),
        }
    }
}

/// An endpoint that processes requests with a key once.
pub struct IdempotencyEndpoint<E> {
    inner: Arc<E>,
    middleware: Idempotency,
}

/// What is known about a request with a key.
enum PriorRequest {
    Unknown,
    Completed(Response),
    RunStarted(RunId),
    InProgress,
}

impl<E: Endpoint<Output = Response> + 'static> Endpoint for IdempotencyEndpoint<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        let Some(key) = IdempotencyKey::from_request(&request)? else {
            return self.inner.call(request).await;
        };
        if !self
            .middleware
            .keyed_operations
            .accepts_key(request.method(), request.uri().path())
        {
            return self.inner.call(request).await;
        }
        // The operation rejects unauthenticated callers.
        let Ok(scope) = resolve_caller_scope(&request, &self.middleware.authority).await else {
            return self.inner.call(request).await;
        };
        let Some(caller_id) = scope.caller_id() else {
            return self.inner.call(request).await;
        };
        // The operation rejects callers of a suspended organization. No response is replayed to
        // them.
        if scope.access().organization().suspension.is_some() {
            return self.inner.call(request).await;
        }
        let body = request.take_body().into_bytes().await?;
        let fingerprint = RequestFingerprint::new(&request, &body, &key);
        request.set_body(body);
        let request_key = self
            .middleware
            .build_request_key(&scope, caller_id, fingerprint);
        let idempotent_request = match self
            .middleware
            .find_prior_request(&request_key, &scope)
            .await?
        {
            PriorRequest::Completed(response) => return Ok(response),
            PriorRequest::InProgress => return Err(in_progress_error().into()),
            PriorRequest::RunStarted(run) => IdempotentRequest::for_run(request_key.clone(), run),
            PriorRequest::Unknown => IdempotentRequest::new(request_key.clone()),
        };
        let response = idempotent_request
            .scope(convert_errors(Arc::clone(&self.inner), request))
            .await?;
        self.middleware
            .commit_response(&idempotent_request, &request_key, &scope, response)
            .await
    }
}

impl Idempotency {
    fn build_request_key(
        &self,
        scope: &Scope,
        caller_id: sea_orm::prelude::Uuid,
        fingerprint: RequestFingerprint,
    ) -> RequestKey {
        let permissions = scope.permissions().names().join(" ");
        RequestKey {
            tenant: scope.access().tenant(),
            caller_id,
            key_hash: fingerprint.key_hash,
            request_hash: fingerprint.request_hash,
            permissions,
            requested_at: self.clock.now(),
        }
    }

    async fn find_prior_request(
        &self,
        request_key: &RequestKey,
        scope: &Scope,
    ) -> Result<PriorRequest, ApiError> {
        let Some(row) = self
            .database
            .platform()
            .find_idempotent_request(request_key)
            .await?
        else {
            return Ok(PriorRequest::Unknown);
        };
        if row.request_hash != request_key.request_hash {
            let message = "This Idempotency-Key was used with another request within the last 24 \
                           hours. Use a new key for each request.";
            return Err(ApiError::unprocessable("idempotency_key_reused", message));
        }
        let original = Permissions::from_names(row.permissions.split(' '));
        if original.intersection(scope.permissions()) != original {
            return Err(ApiError::forbidden(
                "You have fewer permissions than at the first request, so its response is not \
                 replayed.",
            ));
        }
        if let (Some(status), Some(sealed)) = (row.response_status, &row.response_body) {
            return Ok(PriorRequest::Completed(
                self.replay_response(&row, status, sealed)?,
            ));
        }
        Ok(row.run_id.map_or(PriorRequest::InProgress, |run| {
            PriorRequest::RunStarted(RunId(run))
        }))
    }

    fn replay_response(
        &self,
        row: &idempotent_request::Model,
        status: i32,
        sealed: &str,
    ) -> Result<Response, ApiError> {
        let body = self
            .vault
            .open_text(seal_context(row), sealed)
            .map_err(|error| ApiError::internal(&error))?;
        let status = u16::try_from(status)
            .ok()
            .and_then(|status| StatusCode::from_u16(status).ok())
            .unwrap_or(StatusCode::OK);
        Ok(Response::builder()
            .status(status)
            .content_type("application/json")
            .header(REPLAYED_HEADER, "true")
            .body(body))
    }

    /// Commits the change together with its response, or rolls it back.
    async fn commit_response(
        &self,
        idempotent_request: &IdempotentRequest,
        request_key: &RequestKey,
        scope: &Scope,
        mut response: Response,
    ) -> Result<Response> {
        let status = response.status();
        if idempotent_request.has_conflict().await {
            return self.concurrent_response(request_key, scope).await;
        }
        // A failed request has changed nothing and may be repeated. A failed sync run has an
        // effect, so its response is stored.
        let is_final = status.is_success()
            || idempotent_request.is_committed().await
                && status.is_client_error()
                && !idempotent_request.is_replay();
        if !is_final {
            if !idempotent_request.is_replay() {
                idempotent_request
                    .roll_back(&self.database)
                    .await
                    .map_err(ApiError::from)?;
            }
            // The conflict may come from the same request, processed a moment ago.
            return match self.find_prior_request(request_key, scope).await {
                Ok(PriorRequest::Completed(earlier)) if status.is_client_error() => Ok(earlier),
                _ => Ok(response),
            };
        }
        let body = response
            .take_body()
            .into_string()
            .await
            .map_err(|error| ApiError::internal(&error))?;
        let sealed = self
            .vault
            .seal_text(seal_context(&request_key.to_row()), &body)
            .map_err(|error| ApiError::internal(&error))?;
        response.set_body(body);
        match idempotent_request
            .store_response(
                &self.database,
                &StoredResponse {
                    status: i32::from(status.as_u16()),
                    body: sealed,
                },
            )
            .await
        {
            Ok(()) => {}
            Err(DbError::IdempotencyConflict) => {
                return self.concurrent_response(request_key, scope).await;
            }
            Err(error) => return Err(ApiError::from(error).into()),
        }
        // The handler cleared them before its change was committed.
        self.authority.clear_lookups();
        Ok(response)
    }

    /// The response of a concurrent request with the same key, or 409 if it is still in progress.
    async fn concurrent_response(
        &self,
        request_key: &RequestKey,
        scope: &Scope,
    ) -> Result<Response> {
        match self.find_prior_request(request_key, scope).await? {
            PriorRequest::Completed(response) => Ok(response),
            _ => Err(in_progress_error().into()),
        }
    }
}

fn in_progress_error() -> ApiError {
    DbError::IdempotencyConflict.into()
}

/// The context that binds a stored response to its row.
fn seal_context(row: &idempotent_request::Model) -> SealContext<'_> {
    SealContext::StoredResponse(
        crate::ids::TenantId(row.tenant_id),
        row.caller_id,
        &row.key_hash,
    )
}

/// Whether a method may change state.
fn is_mutating(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}
