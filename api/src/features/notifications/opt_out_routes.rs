//! HTTP operations that turn emails of a topic off and on, and the link of mail programs that turns
//! them off with one request (RFC 8058).

use super::opt_out_store::{delete_opt_out, end_subscription, list_opt_outs};
use super::wire::{EmailOptOut, EmailOptOutInput, EmailOptOuts, EmailTopicKind, EndedSubscription};
use crate::auth::Signed;
use crate::clock::Clock;
use crate::db::Database;
use crate::email::{ONE_CLICK_PATH, UnsubscribeLinks, unsubscribe_page_url};
use crate::entropy::Entropy;
use crate::http::{Acknowledgment, ApiError, Envelope, ErrorDetailCode, Tag};
use poem::http::{Method, StatusCode, header};
use poem::{IntoResponse, Request, Response};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

/// Subscriptions to emails.
#[derive(Clone)]
pub struct EmailOptOutsApi {
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids.
    pub entropy: Entropy,
    /// Reads the tokens of links.
    pub links: UnsubscribeLinks,
}

#[OpenApi(tag = "Tag::Notifications")]
impl EmailOptOutsApi {
    /// List topics without emails
    ///
    /// The topics about which the caller gets no emails, newest first, at most 500.
    #[oai(
        path = "/api/email-opt-outs",
        method = "get",
        operation_id = "listEmailOptOuts"
    )]
    async fn list_email_opt_outs(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<EmailOptOuts>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let rows = list_opt_outs(&scope.read_db().await?, person).await?;
        let items = rows.into_iter().filter_map(EmailOptOut::from_row);
        Ok(Json(Envelope::new(EmailOptOuts {
            items: items.collect(),
        })))
    }

    /// Unsubscribe from emails
    ///
    /// Turns off the emails about one topic. Takes the token of a link in such an email, and needs
    /// no sign-in. Notifications in the app continue.
    #[oai(
        path = "/api/email-opt-outs",
        method = "post",
        operation_id = "createEmailOptOut"
    )]
    async fn create_email_opt_out(
        &self,
        body: Json<EmailOptOutInput>,
    ) -> Result<Json<Envelope<EndedSubscription>>, ApiError> {
        self.unsubscribe(&body.0.token).await
    }

    /// Subscribe to emails again
    ///
    /// Turns the emails about a topic on again.
    #[oai(
        path = "/api/email-opt-outs/:id",
        method = "delete",
        operation_id = "deleteEmailOptOut"
    )]
    async fn delete_email_opt_out(
        &self,
        signed: Signed,
        /// The id of the topic in `listEmailOptOuts`.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let db = scope.write_db().await?;
        delete_opt_out(&db, person, id.0).await?;
        db.commit().await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }
}

impl EmailOptOutsApi {
    async fn unsubscribe(
        &self,
        token: &str,
    ) -> Result<Json<Envelope<EndedSubscription>>, ApiError> {
        let subscription = self.links.open_token(token).ok_or_else(invalid_link)?;
        let now = self.clock.now();
        let id = self.entropy.uuid_v7(now)?;
        let access = end_subscription(&self.database, &subscription, id, now)
            .await?
            .ok_or_else(invalid_link)?;
        Ok(Json(Envelope::new(EndedSubscription {
            kind: EmailTopicKind::from(subscription.topic),
            organization: access.organization().name.clone(),
        })))
    }

    /// Answers a one-click link. A POST unsubscribes. A GET, which mail scanners also send, only
    /// leads to the page with the button.
    pub async fn respond_to_link(&self, request: &Request) -> poem::Result<Response> {
        let path = request.uri().path();
        let token = path.strip_prefix(ONE_CLICK_PATH).unwrap_or_default();
        match *request.method() {
            Method::POST => Ok(self.unsubscribe(token).await?.into_response()),
            Method::GET | Method::HEAD => {
                let is_token = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
                let token = if token.chars().all(is_token) {
                    token
                } else {
                    ""
                };
                Ok(Response::builder()
                    .status(StatusCode::SEE_OTHER)
                    .header(header::LOCATION, unsubscribe_page_url("", token))
                    .finish())
            }
            _ => Err(ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "method_not_allowed",
                "This path does not support this method.",
            )
            .into()),
        }
    }
}

fn invalid_link() -> ApiError {
    let message = "This link is incomplete, or you no longer belong to the organization that sent \
        it. Open it from the newest email, or sign in to change your notifications.";
    ApiError::unprocessable("invalid_link", message)
        .with_detail("token", ErrorDetailCode::InvalidLink)
}
