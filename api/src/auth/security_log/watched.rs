//! Stands before everything that refuses, and tells the log by its answers.

use super::{Caller, Kind, SecurityLog, Whom};
use crate::http::{Refused, Suspicion};
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::Arc;

/// Watches answers.
pub struct Watched {
    log: SecurityLog,
}

impl Watched {
    /// Tells this log.
    pub fn by(log: SecurityLog) -> Self {
        Self { log }
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for Watched {
    type Output = Watching<E>;

    fn transform(&self, inner: E) -> Watching<E> {
        Watching {
            inner,
            log: self.log.clone(),
        }
    }
}

/// An endpoint whose refusals are told to the log.
pub struct Watching<E> {
    inner: E,
    log: SecurityLog,
}

impl<E: Endpoint<Output = Response>> Endpoint for Watching<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        let whom = Arc::new(Whom::default());
        request.set_data(Arc::clone(&whom));
        let asked = self.log.asked(&request);
        let response = self.inner.call(request).await?;
        let Some(refused) = response.extensions().get::<Refused>().copied() else {
            return Ok(response);
        };
        if refused.suspicion == Some(Suspicion::Outlived) {
            tracing::debug!(
                request_id = asked.id.as_str(),
                address = asked.address.as_str(),
                "a token that was good once"
            );
        }
        if let Some(kind) = Kind::of(response.status(), refused) {
            let caller = match refused.suspicion {
                Some(Suspicion::ReplayedRefreshToken { person, tenant }) => Some(Caller {
                    person: Some(person),
                    tenant: Some(tenant),
                    api_key: None,
                }),
                _ => whom.caller(),
            };
            self.log
                .tell(kind, &asked, caller, response.status(), refused.code);
        }
        Ok(response)
    }
}
