//! Asks BigQuery: with a token that is fetched when it is needed, within deadlines, and again where
//! that may help.

use super::address::BigQueryAddress;
use super::key::ServiceAccount;
use super::patience::Patience;
use super::trouble::{Refusal, Trouble};
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::features::data_sync::source::SourceError;
use crate::outbound::{Call, Limits, Outbound, Reach};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use reqwest::Url;
use reqwest::header::{DATE, HeaderMap};
use serde::Deserialize;
use std::sync::OnceLock;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// The interface of one dataset for one account, for one run.
pub(super) struct Api {
    pub(super) address: BigQueryAddress,
    pub(super) patience: Patience,
    pub(super) entropy: Entropy,
    account: ServiceAccount,
    endpoint: Url,
    outbound: Outbound,
    clock: Clock,
    token: Mutex<Option<Token>>,
    /// When the first answer came, by the clock of who answered.
    began: OnceLock<DateTime<Utc>>,
}

struct Token {
    text: String,
    good_until: Instant,
}

/// What is asked: the parts of its path behind the project, what stands behind the question mark,
/// what is sent along.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask<'a> {
    pub(super) path: &'a [&'a str],
    pub(super) query: &'a [(&'a str, &'a str)],
    pub(super) body: Option<&'a Bytes>,
}

/// A token is renewed so long before it runs out.
const BEFOREHAND: Duration = Duration::from_mins(5);
/// BigQuery sends at most 10 MB of rows at once; what surrounds them comes on top.
const MOST_BYTES: usize = 48 * 1024 * 1024;
const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

impl Api {
    pub(super) fn new(
        address: BigQueryAddress,
        account: ServiceAccount,
        reach: Reach,
        clock: Clock,
        entropy: Entropy,
    ) -> Result<Self, SourceError> {
        let endpoint = address
            .endpoint(reach)
            .map_err(|wrong| SourceError::Unusable(wrong.to_string()))?;
        let outbound = Outbound::new(reach).map_err(|error| {
            tracing::error!(%error, "BigQuery cannot be called");
            SourceError::Unreachable(
                "This server cannot make protected calls: its operator has to look at it."
                    .to_owned(),
            )
        })?;
        let (patience, token, began) = (Patience::default(), Mutex::default(), OnceLock::new());
        Ok(Self {
            address,
            patience,
            entropy,
            account,
            endpoint,
            outbound,
            clock,
            token,
            began,
        })
    }

    /// The moment of the first answer, by the clock of who gave it: ours may be wrong, and a moment
    /// that is yet to come is refused there.
    pub(super) fn began(&self) -> DateTime<Utc> {
        *self.began.get_or_init(|| self.clock.now())
    }

    /// Asks until there is an answer that `read` can read, or no hope for one.
    pub(super) async fn ask<T>(
        &self,
        ask: Ask<'_>,
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<T, Trouble> {
        let url = self.url(&ask);
        let (mut tried, mut renewed) = (0, false);
        loop {
            let trouble = match self
                .once(&url, ask.body)
                .await
                .and_then(|body| read(&body).ok_or(Trouble::Garbled))
            {
                Ok(answer) => return Ok(answer),
                Err(trouble) => trouble,
            };
            if trouble.is_of_token() && !renewed {
                renewed = true;
                *self.token.lock().await = None;
                continue;
            }
            tried += 1;
            let pause = self
                .patience
                .pause(tried, trouble.retry_after(), &self.entropy)
                .filter(|_| trouble.passes());
            let Some(pause) = pause else {
                return Err(trouble);
            };
            tracing::info!(
                ?trouble,
                tried,
                project = self.address.project,
                "BigQuery is asked again"
            );
            tokio::time::sleep(pause).await;
        }
    }

    async fn once(&self, url: &Url, body: Option<&Bytes>) -> Result<Bytes, Trouble> {
        let token = self.token().await?;
        let limits = Limits {
            total: self.patience.answer,
            bytes: MOST_BYTES,
        };
        let call = Call {
            url,
            bearer: Some(&token),
            body: body.map(|body| (JSON, body)),
            silence: self.patience.silence,
        };
        let answer = self
            .outbound
            .call(call, limits)
            .await
            .map_err(Trouble::Unanswered)?;
        if answer.status != 200 {
            return Err(Trouble::Refused(Refusal::of(&answer, self.clock.now())));
        }
        if let Some(at) = date(&answer.headers) {
            self.began.get_or_init(|| at);
        }
        Ok(answer.body)
    }

    /// The token, a new one where there is none or it is about to run out.
    async fn token(&self) -> Result<String, Trouble> {
        let mut kept = self.token.lock().await;
        if let Some(token) = kept
            .as_ref()
            .filter(|token| Instant::now() < token.good_until)
        {
            return Ok(token.text.clone());
        }
        let assertion = self
            .account
            .assertion(self.clock.now())
            .ok_or(Trouble::Ours)?;
        let body = Bytes::from(format!(
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion={assertion}"
        ));
        let call = Call {
            url: self.account.token_uri(),
            bearer: None,
            body: Some((FORM, &body)),
            silence: self.patience.silence,
        };
        let limits = Limits {
            total: self.patience.answer,
            bytes: 64 * 1024,
        };
        let answer = self
            .outbound
            .call(call, limits)
            .await
            .map_err(Trouble::Unanswered)?;
        if answer.status != 200 {
            return Err(Trouble::NoToken(Refusal::of(&answer, self.clock.now())));
        }
        let given: Given = serde_json::from_slice(&answer.body).map_err(|_| Trouble::Garbled)?;
        let life = Duration::from_secs(given.expires_in);
        let good_until = Instant::now() + life.saturating_sub(BEFOREHAND.min(life / 2));
        *kept = Some(Token {
            text: given.access_token.clone(),
            good_until,
        });
        Ok(given.access_token)
    }

    fn url(&self, ask: &Ask<'_>) -> Url {
        let mut url = self.endpoint.clone();
        // An address with a server always has a path.
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
struct Given {
    access_token: String,
    expires_in: u64,
}

fn date(headers: &HeaderMap) -> Option<DateTime<Utc>> {
    Some(
        DateTime::parse_from_rfc2822(headers.get(DATE)?.to_str().ok()?)
            .ok()?
            .with_timezone(&Utc),
    )
}
