//! Stands before everything that refuses, and tells the log by its answers.

use super::{RequestSubject, SecurityEvent, SecurityLog, SubjectIds};
use crate::http::{RefusalCause, RefusalInfo};
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::Arc;

/// Watches answers.
pub struct SecurityLogMiddleware {
    log: SecurityLog,
}

impl SecurityLogMiddleware {
    /// Tells this log.
    pub fn new(log: SecurityLog) -> Self {
        Self { log }
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for SecurityLogMiddleware {
    type Output = SecurityLogEndpoint<E>;

    fn transform(&self, inner: E) -> SecurityLogEndpoint<E> {
        SecurityLogEndpoint {
            inner,
            log: self.log.clone(),
        }
    }
}

/// An endpoint whose refusals are told to the log.
pub struct SecurityLogEndpoint<E> {
    inner: E,
    log: SecurityLog,
}

impl<E: Endpoint<Output = Response>> Endpoint for SecurityLogEndpoint<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        let whom = Arc::new(RequestSubject::default());
        request.set_data(Arc::clone(&whom));
        let asked = self.log.summarize_request(&request);
        let response = self.inner.call(request).await?;
        let Some(refused) = response.extensions().get::<RefusalInfo>().copied() else {
            return Ok(response);
        };
        if refused.cause == Some(RefusalCause::ExpiredCredential) {
            tracing::debug!(
                request_id = asked.id.as_str(),
                address = asked.address.as_str(),
                "a token that was good once"
            );
        }
        if let Some(kind) = SecurityEvent::classify_response(response.status(), refused) {
            let caller = match refused.cause {
                Some(RefusalCause::ReplayedRefreshToken { person, tenant }) => Some(SubjectIds {
                    person: Some(person),
                    tenant: Some(tenant),
                    api_key: None,
                }),
                _ => whom.recorded_ids(),
            };
            self.log
                .log_event(kind, &asked, caller, response.status(), refused.code);
        }
        Ok(response)
    }
}
