//! HTTP operations on the URL of a calendar feed, and the feed itself.

use super::feed_events::read_events;
use super::store::{delete_feed, find_feed, replace_feed};
use super::wire::{CalendarFeed, CreatedCalendarFeed};
use crate::auth::{Scope, Signed, hash_token, require_mfa};
use crate::clock::Clock;
use crate::db::{Database, Member, RateLimitCost};
use crate::entropy::Entropy;
use crate::features::call_list::CallReports;
use crate::http::{Acknowledgment, ApiError, Envelope, Tag};
use ::calendar_feed::format_calendar;
use poem::http::{Method, header};
use poem::{Request, Response};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// The path of feeds. The secret is the rest of the path.
pub const CALENDAR_PATH: &str = "/api/calendar/";
const CALENDAR_ENDING: &str = ".ics";
/// The number of characters of a secret: 256 bits in base64url.
const SECRET_CHARS: usize = 43;
/// A feed can be read 20 times at once, then once a minute.
const REFILL_MS: i64 = 60_000;
const MAX_READS: i64 = 20;
/// How long a calendar program may keep the answer, in seconds.
const MAX_AGE: u32 = 900;

/// The calendar feed of the caller.
#[derive(Clone)]
pub struct CalendarFeedApi {
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Randomness for secrets.
    pub entropy: Entropy,
    /// The URL that browsers use.
    pub public_url: String,
    /// The ranked growers of each organization.
    pub calls: CallReports,
}

#[OpenApi(tag = "Tag::Notifications")]
impl CalendarFeedApi {
    /// Get the calendar feed
    ///
    /// Whether the caller has a calendar feed, and since when. The URL is not shown again.
    #[oai(
        path = "/api/calendar-feed",
        method = "get",
        operation_id = "getCalendarFeed"
    )]
    async fn get_calendar_feed(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<CalendarFeed>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let feed = find_feed(&scope.read_db().await?, person).await?;
        Ok(Json(Envelope::new(CalendarFeed {
            created_at: feed.map(|feed| feed.created_at),
        })))
    }

    /// Create the calendar feed
    ///
    /// Returns a secret URL to subscribe to, which replaces an earlier one. It lists expected
    /// deliveries and customers' purchase windows, with the permissions that the caller has when it
    /// is read.
    #[oai(
        path = "/api/calendar-feed",
        method = "post",
        operation_id = "createCalendarFeed"
    )]
    async fn create_calendar_feed(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<CreatedCalendarFeed>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let (secret, now) = (self.entropy.random_token()?, self.clock.now());
        let db = scope.write_db().await?;
        replace_feed(&db, person, hash_token(&secret), now).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(CreatedCalendarFeed {
            url: format!(
                "{}{CALENDAR_PATH}{secret}{CALENDAR_ENDING}",
                self.public_url
            ),
            created_at: now,
        })))
    }

    /// Revoke the calendar feed
    ///
    /// Its URL stops working at once.
    #[oai(
        path = "/api/calendar-feed",
        method = "delete",
        operation_id = "deleteCalendarFeed"
    )]
    async fn delete_calendar_feed(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let db = scope.write_db().await?;
        delete_feed(&db, person).await?;
        db.commit().await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }
}

impl CalendarFeedApi {
    /// Answers a calendar program.
    pub async fn respond_to_reader(&self, request: &Request) -> poem::Result<Response> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Err(ApiError::new(
                poem::http::StatusCode::METHOD_NOT_ALLOWED,
                "method_not_allowed",
                "This path does not support this method.",
            )
            .into());
        }
        let reader = self.find_reader(request.uri().path()).await?;
        let organization = reader.access.organization().name.clone();
        let scope = Scope::for_member(&reader, self.database.clone(), self.clock.clone());
        // Without permissions a feed is empty, and calendar programs would delete its events.
        require_mfa(&scope)?;
        let email = &reader.person.email;
        let events = read_events(&scope, email, &self.public_url, &self.calls)
            .await
            .map_err(ApiError::from)?;
        let name = format!("Sprout: {organization}");
        Ok(Response::builder()
            .content_type("text/calendar; charset=utf-8")
            .header(header::CACHE_CONTROL, format!("private, max-age={MAX_AGE}"))
            .header("X-Robots-Tag", "noindex")
            .body(format_calendar(&name, &events, self.clock.now())))
    }

    /// The member whose feed has the secret of the path. Reads of a feed are limited.
    async fn find_reader(&self, path: &str) -> Result<Member, ApiError> {
        let secret = path
            .strip_prefix(CALENDAR_PATH)
            .and_then(|rest| rest.strip_suffix(CALENDAR_ENDING))
            .filter(|secret| secret.len() == SECRET_CHARS)
            .ok_or_else(ApiError::not_found)?;
        let hash = hash_token(secret);
        let platform = self.database.platform();
        let reader = platform.find_calendar_reader(&hash).await?;
        let reader = reader.ok_or_else(ApiError::not_found)?;
        let cost = RateLimitCost {
            now_ms: self.clock.now().timestamp_millis(),
            refill_ms: REFILL_MS,
            full_refill_ms: REFILL_MS * MAX_READS,
        };
        if platform
            .try_consume_rate_limit(&format!("calendar:{hash}"), cost)
            .await?
        {
            Ok(reader)
        } else {
            Err(ApiError::too_many_requests(REFILL_MS))
        }
    }
}
