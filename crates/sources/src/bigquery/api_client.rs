//! HTTP client for the BigQuery API: fetches access tokens, enforces timeouts and retries.

use super::dataset_address::BigQueryAddress;
use super::error::{BigQueryError, Refusal};
use super::retry_policy::RetryPolicy;
use super::service_account::ServiceAccount;
use crate::SourceError;
use crate::http_client::open_client;
use backon::Retryable;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use clock_and_entropy::clock::Clock;
use clock_and_entropy::entropy::Entropy;
use outbound::{CallLimits, NetworkPolicy, OutboundClient, OutboundRequest};
use reqwest::Url;
use reqwest::header::{DATE, HeaderMap};
use serde::Deserialize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// Access to one dataset with one account, for one run.
pub(super) struct ApiClient {
    pub(super) address: BigQueryAddress,
    pub(super) retry_policy: RetryPolicy,
    pub(super) entropy: Entropy,
    account: ServiceAccount,
    endpoint: Url,
    outbound: OutboundClient,
    clock: Clock,
    token: Mutex<Option<AccessToken>>,
    /// Time of the first response, from its Date header.
    started_at: OnceLock<DateTime<Utc>>,
}

struct AccessToken {
    text: String,
    expires_at: Instant,
}

/// A request: the path segments after the project, the query parameters and the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct ApiRequest<'a> {
    pub(super) path: &'a [&'a str],
    pub(super) query: &'a [(&'a str, &'a str)],
    pub(super) body: Option<&'a Bytes>,
}

/// A token is renewed this long before it expires.
const TOKEN_RENEWAL_MARGIN: Duration = Duration::from_mins(5);
/// Google's tokens are valid for an hour.
const MAX_TOKEN_LIFE: Duration = Duration::from_hours(24);
/// BigQuery returns at most 10 MB of rows per page. The JSON around them adds to that.
const MAX_RESPONSE_BYTES: usize = 48 * 1024 * 1024;
const JSON_TYPE: &str = "application/json";
const FORM_TYPE: &str = "application/x-www-form-urlencoded";

impl ApiClient {
    pub(super) fn new(
        address: BigQueryAddress,
        account: ServiceAccount,
        network: NetworkPolicy,
        clock: Clock,
        entropy: Entropy,
    ) -> Result<Self, SourceError> {
        let endpoint = address
            .endpoint(network)
            .map_err(|wrong| SourceError::Unusable(wrong.to_string()))?;
        let outbound = open_client(network)?;
        let (patience, token, began) = (RetryPolicy::default(), Mutex::default(), OnceLock::new());
        Ok(Self {
            address,
            retry_policy: patience,
            entropy,
            account,
            endpoint,
            outbound,
            clock,
            token,
            started_at: began,
        })
    }

    /// Time of the first response by the server's clock. The local clock may be ahead, and BigQuery
    /// rejects queries as of a time in the future.
    pub(super) fn started_at(&self) -> DateTime<Utc> {
        *self.started_at.get_or_init(|| self.clock.now())
    }

    /// Sends a request until `read` accepts the response, the error is permanent or the retries are
    /// used up.
    pub(super) async fn send_request<T>(
        &self,
        ask: ApiRequest<'_>,
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<T, BigQueryError> {
        let url = self.build_url(&ask);
        let renewed = AtomicBool::new(false);
        let attempt = || async {
            let mut answer = self.send_once(&url, ask.body).await;
            if answer.as_ref().is_err_and(BigQueryError::is_token_error)
                && !renewed.swap(true, Ordering::Relaxed)
            {
                *self.token.lock().await = None;
                answer = self.send_once(&url, ask.body).await;
            }
            answer.and_then(|body| read(&body).ok_or(BigQueryError::InvalidResponse))
        };
        attempt
            .retry(self.retry_policy.retry_bounds())
            .when(BigQueryError::is_transient)
            .adjust(|failure, bound| self.choose_pause(failure, bound))
            .notify(|failure, pause| {
                tracing::info!(
                    ?failure,
                    ?pause,
                    project = self.address.project,
                    "a BigQuery request is retried"
                );
            })
            .await
    }

    /// The pause before the retry after this error.
    pub(super) fn choose_pause(
        &self,
        error: &BigQueryError,
        bound: Option<Duration>,
    ) -> Option<Duration> {
        self.retry_policy
            .choose_pause(bound, error.retry_after(), &self.entropy)
    }

    async fn send_once(&self, url: &Url, body: Option<&Bytes>) -> Result<Bytes, BigQueryError> {
        let token = self.access_token().await?;
        let limits = CallLimits {
            timeout: self.retry_policy.request_timeout,
            max_bytes: MAX_RESPONSE_BYTES,
        };
        let call = OutboundRequest {
            url,
            bearer: Some(&token),
            headers: &[],
            body: body.map(|body| (JSON_TYPE, body)),
            idle_timeout: self.retry_policy.idle_timeout,
        };
        let answer = self
            .outbound
            .send_request(call, limits)
            .await
            .map_err(BigQueryError::NoResponse)?;
        if answer.status != 200 {
            return Err(BigQueryError::Refused(Refusal::from_answer(
                &answer,
                self.clock.now(),
            )));
        }
        if let Some(at) = date_header(&answer.headers) {
            self.started_at.get_or_init(|| at);
        }
        Ok(answer.body)
    }

    /// The access token. Fetches a new one if there is none or if it is about to expire.
    async fn access_token(&self) -> Result<String, BigQueryError> {
        let mut kept = self.token.lock().await;
        if let Some(token) = kept
            .as_ref()
            .filter(|token| Instant::now() < token.expires_at)
        {
            return Ok(token.text.clone());
        }
        let assertion = self
            .account
            .sign_assertion(self.clock.now())
            .ok_or(BigQueryError::Internal)?;
        let body = Bytes::from(format!(
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion={assertion}"
        ));
        let call = OutboundRequest {
            url: self.account.token_uri(),
            bearer: None,
            headers: &[],
            body: Some((FORM_TYPE, &body)),
            idle_timeout: self.retry_policy.idle_timeout,
        };
        let limits = CallLimits {
            timeout: self.retry_policy.request_timeout,
            max_bytes: 64 * 1024,
        };
        let answer = self
            .outbound
            .send_request(call, limits)
            .await
            .map_err(BigQueryError::NoResponse)?;
        if answer.status != 200 {
            return Err(BigQueryError::TokenRefused(Refusal::from_answer(
                &answer,
                self.clock.now(),
            )));
        }
        let given: TokenResponse =
            serde_json::from_slice(&answer.body).map_err(|_| BigQueryError::InvalidResponse)?;
        let life = Duration::from_secs(given.expires_in).min(MAX_TOKEN_LIFE);
        let good_until = Instant::now() + life.saturating_sub(TOKEN_RENEWAL_MARGIN.min(life / 2));
        *kept = Some(AccessToken {
            text: given.access_token.clone(),
            expires_at: good_until,
        });
        Ok(given.access_token)
    }

    fn build_url(&self, ask: &ApiRequest<'_>) -> Url {
        let mut url = self.endpoint.clone();
        // An http or https URL always has path segments.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty()
                .extend(["bigquery", "v2", "projects", self.address.project.as_str()])
                .extend(ask.path);
        }
        if !ask.query.is_empty() {
            url.query_pairs_mut().extend_pairs(ask.query);
        }
        url
    }
}

#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    expires_in: u64,
}

fn date_header(headers: &HeaderMap) -> Option<DateTime<Utc>> {
    Some(
        DateTime::parse_from_rfc2822(headers.get(DATE)?.to_str().ok()?)
            .ok()?
            .with_timezone(&Utc),
    )
}
