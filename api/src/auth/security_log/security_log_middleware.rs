//! Middleware that logs security events based on responses.

use super::{RequestSubject, SecurityEvent, SecurityLog, SubjectIds};
use crate::http::{RefusalCause, RefusalInfo};
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::Arc;

/// Logs security events.
pub struct SecurityLogMiddleware {
    log: SecurityLog,
}

impl SecurityLogMiddleware {
    /// Creates the middleware for this log.
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

/// An endpoint whose refusals are logged.
pub struct SecurityLogEndpoint<E> {
    inner: E,
    log: SecurityLog,
}

impl<E: Endpoint<Output = Response>> Endpoint for SecurityLogEndpoint<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        let subject = Arc::new(RequestSubject::default());
        request.set_data(Arc::clone(&subject));
        let summary = self.log.summarize_request(&request);
        let response = self.inner.call(request).await?;
        let Some(refused) = response.extensions().get::<RefusalInfo>().copied() else {
            return Ok(response);
        };
        if refused.cause == Some(RefusalCause::ExpiredCredential) {
            tracing::debug!(
                request_id = summary.id.as_str(),
                address = summary.address.as_str(),
                "expired credential"
            );
        }
        if let Some(kind) = SecurityEvent::classify_response(response.status(), refused) {
            let caller = match refused.cause {
                Some(RefusalCause::ReplayedRefreshToken { person, tenant }) => Some(SubjectIds {
                    person: Some(person),
                    tenant: Some(tenant),
                    api_key: None,
                }),
                _ => subject.recorded_ids(),
            };
            self.log
                .log_event(kind, &summary, caller, response.status(), refused.code);
        }
        Ok(response)
    }
}
