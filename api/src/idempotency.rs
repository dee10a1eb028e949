//! A request that carries an `Idempotency-Key` changes something once, however often it is sent,
//! and is answered the same each time.
//!
//! Stands before the operations: it finds out who asks and whether they asked before. What makes
//! the change happen once is the key's row, which is written in the change's own transaction
//! ([`Once`]).

mod accepting;
mod fingerprint;
mod key;

pub use accepting::{Accepting, HEADER, NOT_KEYED, declare};

use crate::auth::permission::Permissions;
use crate::auth::{Authority, Bond, Scope, Vault, scope_of_caller};
use crate::clock::Clock;
use crate::db::{Asked, Database, DbError, Kept, Once};
use crate::http::{ApiError, shape_failure};
use crate::ids::RunId;
use entities::idempotent_request;
use fingerprint::Fingerprint;
use key::Key;
use poem::http::{Method, StatusCode};
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::Arc;

/// Says that an answer was given before.
pub const REPLAYED: &str = "Idempotency-Replayed";

/// What is needed to answer a request once.
#[derive(Clone)]
pub struct Idempotency {
    authority: Arc<Authority>,
    database: Database,
    clock: Clock,
    vault: Vault,
    accepting: Arc<Accepting>,
}

impl Idempotency {
    /// For the operations that take a key.
    pub fn new(
        authority: Arc<Authority>,
        database: Database,
        clock: Clock,
        vault: Vault,
        accepting: Arc<Accepting>,
    ) -> Self {
        Self {
            authority,
            database,
            clock,
            vault,
            accepting,
        }
    }
}

impl<E: Endpoint<Output = Response> + 'static> Middleware<E> for Idempotency {
    type Output = OnceOnly<E>;

    fn transform(&self, inner: E) -> OnceOnly<E> {
        OnceOnly {
            inner: Arc::new(inner),
            of: self.clone(),
        }
    }
}

/// Operations that do what came with a key once.
pub struct OnceOnly<E> {
    inner: Arc<E>,
    of: Idempotency,
}

/// What is known of a request with a key before it is worked on.
enum Earlier {
    Unknown,
    Answered(Response),
    Begun(RunId),
    UnderWay,
}

impl<E: Endpoint<Output = Response> + 'static> Endpoint for OnceOnly<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        let Some(key) = Key::of(&request)? else {
            return self.inner.call(request).await;
        };
        if !self
            .of
            .accepting
            .takes_key(request.method(), request.uri().path())
        {
            return self.inner.call(request).await;
        }
        // Whoever is nobody is told so by the door.
        let Ok(scope) = scope_of_caller(&request, &self.of.authority).await else {
            return self.inner.call(request).await;
        };
        let Some(by) = scope.asker() else {
            return self.inner.call(request).await;
        };
        // What was answered before is none of it while the organization is suspended: the door
        // refuses.
        if scope.access().organization().suspended.is_some() {
            return self.inner.call(request).await;
        }
        let body = request.take_body().into_bytes().await?;
        let print = Fingerprint::of(&request, &body, &key);
        request.set_body(body);
        let asked = self.of.asked(&scope, by, print);
        let once = match self.of.earlier(&asked, &scope).await? {
            Earlier::Answered(answer) => return Ok(answer),
            Earlier::UnderWay => return Err(in_progress().into()),
            Earlier::Begun(run) => Once::of_run(asked.clone(), run),
            Earlier::Unknown => Once::new(asked.clone()),
        };
        let answer = once
            .during(shape_failure(Arc::clone(&self.inner), request))
            .await?;
        self.of.settle(&once, &asked, &scope, answer).await
    }
}

impl Idempotency {
    fn asked(&self, scope: &Scope, by: sea_orm::prelude::Uuid, print: Fingerprint) -> Asked {
        let permissions = scope.permissions().names().join(" ");
        Asked {
            tenant: scope.access().tenant(),
            by,
            key_hash: print.key,
            request_hash: print.request,
            permissions,
            at: self.clock.now(),
        }
    }

    async fn earlier(&self, asked: &Asked, scope: &Scope) -> Result<Earlier, ApiError> {
        let Some(row) = self.database.platform().asked_before(asked).await? else {
            return Ok(Earlier::Unknown);
        };
        if row.request_hash != asked.request_hash {
            let words = "This Idempotency-Key was sent with another request within the last 24 \
                hours. Choose a new key for each thing that you want done.";
            return Err(ApiError::invalid("idempotency_key_reused", words));
        }
        let then = Permissions::of_names(row.permissions.split(' '));
        if then.within(scope.permissions()) != then {
            return Err(ApiError::forbidden(
                "You may do less than when this was asked first, so the answer is not given again.",
            ));
        }
        if let (Some(status), Some(sealed)) = (row.status, &row.answer) {
            return Ok(Earlier::Answered(self.replay(&row, status, sealed)?));
        }
        Ok(row
            .run_id
            .map_or(Earlier::UnderWay, |run| Earlier::Begun(RunId(run))))
    }

    fn replay(
        &self,
        row: &idempotent_request::Model,
        status: i32,
        sealed: &str,
    ) -> Result<Response, ApiError> {
        let body = self
            .vault
            .open_for(bond(row), sealed)
            .map_err(|error| ApiError::internal(&error))?;
        let status = u16::try_from(status)
            .ok()
            .and_then(|status| StatusCode::from_u16(status).ok())
            .unwrap_or(StatusCode::OK);
        Ok(Response::builder()
            .status(status)
            .content_type("application/json")
            .header(REPLAYED, "true")
            .body(body))
    }

    /// Makes the change last together with the answer, or takes it back.
    async fn settle(
        &self,
        once: &Once,
        asked: &Asked,
        scope: &Scope,
        mut answer: Response,
    ) -> Result<Response> {
        let status = answer.status();
        if once.is_lost().await {
            return self.of_the_other(asked, scope).await;
        }
        // What failed has changed nothing, so it may be asked anew; a run that has failed did what
        // it did.
        let lasts = status.is_success()
            || once.runs().await && status.is_client_error() && !once.answers_for_earlier();
        if !lasts {
            if !once.answers_for_earlier() {
                once.take_back(&self.database)
                    .await
                    .map_err(ApiError::from)?;
            }
            // What stood in its way may be what the same request did a moment ago.
            return match self.earlier(asked, scope).await {
                Ok(Earlier::Answered(given)) if status.is_client_error() => Ok(given),
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
            .seal_for(bond(&asked.row()), &body)
            .map_err(|error| ApiError::internal(&error))?;
        answer.set_body(body);
        match once
            .answer(
                &self.database,
                &Kept {
                    status: i32::from(status.as_u16()),
                    answer: sealed,
                },
            )
            .await
        {
            Ok(()) => {}
            Err(DbError::Asked) => return self.of_the_other(asked, scope).await,
            Err(error) => return Err(ApiError::from(error).into()),
        }
        // The handler has done so before its change lasted.
        self.authority.forget();
        Ok(answer)
    }

    /// Another request with this key was faster: its answer, or that there is none yet.
    async fn of_the_other(&self, asked: &Asked, scope: &Scope) -> Result<Response> {
        match self.earlier(asked, scope).await? {
            Earlier::Answered(answer) => Ok(answer),
            _ => Err(in_progress().into()),
        }
    }
}

fn in_progress() -> ApiError {
    DbError::Asked.into()
}

/// An answer opens for its own row only.
fn bond(row: &idempotent_request::Model) -> Bond<'_> {
    Bond::Answer(
        crate::ids::TenantId(row.tenant_id),
        row.asked_by,
        &row.key_hash,
    )
}

/// Whether a request may change something at all.
fn may_change(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}
