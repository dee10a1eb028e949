//! A request that carries an `Idempotency-Key` changes something once, however often it is sent,
//! and is answered the same each time.
//!
//! Stands before the operations: it finds out who asks and whether they asked before. What makes
//! the change happen once is the key's row, which is written in the change's own transaction
//! ([`Once`]).

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

/// Says that an answer was given before.
pub const REPLAYED_HEADER: &str = "Idempotency-Replayed";

/// What is needed to answer a request once.
#[derive(Clone)]
pub struct Idempotency {
    authority: Arc<Authority>,
    database: Database,
    clock: Clock,
    vault: Vault,
    keyed_operations: Arc<KeyedOperations>,
}

impl Idempotency {
    /// For the operations that take a key.
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

/// Operations that do what came with a key once.
pub struct IdempotencyEndpoint<E> {
    inner: Arc<E>,
    middleware: Idempotency,
}

/// What is known of a request with a key before it is worked on.
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
        // Whoever is nobody is told so by the door.
        let Ok(scope) = resolve_caller_scope(&request, &self.middleware.authority).await else {
            return self.inner.call(request).await;
        };
        let Some(by) = scope.caller_id() else {
            return self.inner.call(request).await;
        };
        // What was answered before is none of it while the organization is suspended: the door
        // refuses.
        if scope.access().organization().suspension.is_some() {
            return self.inner.call(request).await;
        }
        let body = request.take_body().into_bytes().await?;
        let print = RequestFingerprint::new(&request, &body, &key);
        request.set_body(body);
        let asked = self.middleware.build_request_key(&scope, by, print);
        let once = match self.middleware.find_prior_request(&asked, &scope).await? {
            PriorRequest::Completed(answer) => return Ok(answer),
            PriorRequest::InProgress => return Err(in_progress_error().into()),
            PriorRequest::RunStarted(run) => IdempotentRequest::for_run(asked.clone(), run),
            PriorRequest::Unknown => IdempotentRequest::new(asked.clone()),
        };
        let answer = once
            .scope(convert_errors(Arc::clone(&self.inner), request))
            .await?;
        self.middleware
            .commit_response(&once, &asked, &scope, answer)
            .await
    }
}

impl Idempotency {
    fn build_request_key(
        &self,
        scope: &Scope,
        by: sea_orm::prelude::Uuid,
        print: RequestFingerprint,
    ) -> RequestKey {
        let permissions = scope.permissions().names().join(" ");
        RequestKey {
            tenant: scope.access().tenant(),
            caller_id: by,
            key_hash: print.key_hash,
            request_hash: print.request_hash,
            permissions,
            requested_at: self.clock.now(),
        }
    }

    async fn find_prior_request(
        &self,
        asked: &RequestKey,
        scope: &Scope,
    ) -> Result<PriorRequest, ApiError> {
        let Some(row) = self
            .database
            .platform()
            .find_idempotent_request(asked)
            .await?
        else {
            return Ok(PriorRequest::Unknown);
        };
        if row.request_hash != asked.request_hash {
            let words = "This Idempotency-Key was sent with another request within the last 24 \
                hours. Choose a new key for each thing that you want done.";
            return Err(ApiError::unprocessable("idempotency_key_reused", words));
        }
        let then = Permissions::from_names(row.permissions.split(' '));
        if then.intersection(scope.permissions()) != then {
            return Err(ApiError::forbidden(
                "You may do less than when this was asked first, so the answer is not given again.",
            ));
        }
        if let (Some(status), Some(sealed)) = (row.status, &row.answer) {
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

    /// Makes the change last together with the answer, or takes it back.
    async fn commit_response(
        &self,
        once: &IdempotentRequest,
        asked: &RequestKey,
        scope: &Scope,
        mut answer: Response,
    ) -> Result<Response> {
        let status = answer.status();
        if once.has_conflict().await {
            return self.concurrent_response(asked, scope).await;
        }
        // What failed has changed nothing, so it may be asked anew; a run that has failed did what
        // it did.
        let lasts = status.is_success()
            || once.is_committed().await && status.is_client_error() && !once.is_replay();
        if !lasts {
            if !once.is_replay() {
                once.roll_back(&self.database)
                    .await
                    .map_err(ApiError::from)?;
            }
            // What stood in its way may be what the same request did a moment ago.
            return match self.find_prior_request(asked, scope).await {
                Ok(PriorRequest::Completed(given)) if status.is_client_error() => Ok(given),
                _ => Ok(answer),
            };
        }
        let body = answer
            .take_body()
            .into_string()
            .await
            .map_err(|error| ApiError::internal(&error))?;
        let sealed = self
            .vault
            .seal_text(seal_context(&asked.to_row()), &body)
            .map_err(|error| ApiError::internal(&error))?;
        answer.set_body(body);
        match once
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
                return self.concurrent_response(asked, scope).await;
            }
            Err(error) => return Err(ApiError::from(error).into()),
        }
        // The handler has done so before its change lasted.
        self.authority.clear_lookups();
        Ok(answer)
    }

    /// Another request with this key was faster: its answer, or that there is none yet.
    async fn concurrent_response(&self, asked: &RequestKey, scope: &Scope) -> Result<Response> {
        match self.find_prior_request(asked, scope).await? {
            PriorRequest::Completed(answer) => Ok(answer),
            _ => Err(in_progress_error().into()),
        }
    }
}

fn in_progress_error() -> ApiError {
    DbError::IdempotencyConflict.into()
}

/// An answer opens for its own row only.
fn seal_context(row: &idempotent_request::Model) -> SealContext<'_> {
    SealContext::StoredResponse(
        crate::ids::TenantId(row.tenant_id),
        row.asked_by,
        &row.key_hash,
    )
}

/// Whether a request may change something at all.
fn is_mutating(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}
