//! Deleting one's own account, over HTTP.

use super::account_emails;
use super::routes::{CLEAR_CACHE, CLEAR_SITE_DATA_HEADER};
use super::unaffiliated_account::authenticate_unaffiliated;
use super::wire::{AccountDeletion, MAX_NAMED_ORGANIZATIONS, UnaffiliatedCredentials};
use crate::auth::{Reauthenticator, RefreshCookie, Signed, read_request_origin};
use crate::cache::ResponseCache;
use crate::clock::Clock;
use crate::db::{AccountDeletionOutcome, Actor, Database};
use crate::email::{Email, EmailKind, Mailer};
use crate::http::{Acknowledgment, ApiError, Envelope, Tag};
use crate::ids::PersonId;
use chrono::TimeDelta;
use entities::person;
use poem::Request;
use poem::http::header;
use poem_openapi::OpenApi;
use poem_openapi::payload::{Json, Response};
use sea_orm::prelude::Uuid;

/// How long the last letter is worth sending.
const EMAIL_LIFETIME: TimeDelta = TimeDelta::days(3);

/// The end of one's own account.
pub struct AccountDeletionApi {
    /// Asks for the password again.
    pub reauthenticator: Reauthenticator,
    /// Where people are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Writes the last letter.
    pub mailer: Mailer,
    /// Kept answers of organizations that go too.
    pub response_cache: ResponseCache,
    /// The cookie to take back.
    pub cookie: RefreshCookie,
}

#[OpenApi(tag = "Tag::Accounts")]
impl AccountDeletionApi {
    /// Delete one's own account
    ///
    /// For good: the profile, sessions, two-step sign-in, conversations with Sprout AI, letters,
    /// and the API keys that the person made. Needs the password, and `otp` where two-step sign-in
    /// is on; a wrong password counts like a wrong sign-in. The only owner of an organization with
    /// other members makes somebody else an owner first (409 `last_owner`); organizations without
    /// other members are deleted with the account, and have to be named (409
    /// `organizations_not_named`). What the person did stays in the audit logs of organizations
    /// that remain, under the name that they had.
    #[oai(
        path = "/api/account",
        method = "delete",
        operation_id = "deleteAccount"
    )]
    async fn delete_account(
        &self,
        request: &Request,
        signed: Signed,
        body: Json<AccountDeletion>,
    ) -> Result<Response<Json<Envelope<Acknowledgment>>>, ApiError> {
        let scope = signed.scope();
        let (_, person) = scope.require_person()?;
        if scope.access().organization().is_demo {
            return Err(demo_account_error());
        }
        let AccountDeletion {
            password,
            otp,
            organizations,
        } = body.0;
        let named = organizations.unwrap_or_default();
        if named.len() > MAX_NAMED_ORGANIZATIONS {
            return Err(ApiError::unprocessable(
                "invalid_values",
                "Nobody belongs to so many organizations.",
            )
            .with_path("organizations"));
        }
        let checked = self
            .reauthenticator
            .verify_credentials(request, person, password, otp.as_deref())
            .await?;
        self.delete_person(person, &checked, &named, scope.access().actor())
            .await
    }

    /// Delete the account of somebody who belongs to no organization
    ///
    /// As `deleteAccount`, for a person who has no session because there is no organization to work
    /// in: the address and the password show who it is, and `otp` where two-step sign-in is on.
    /// Whoever belongs to an organization is answered like a wrong password.
    #[oai(
        path = "/api/auth/left-behind/delete-account",
        method = "post",
        operation_id = "deleteAccountLeftBehind"
    )]
    async fn delete_unaffiliated_account(
        &self,
        request: &Request,
        body: Json<UnaffiliatedCredentials>,
    ) -> Result<Response<Json<Envelope<Acknowledgment>>>, ApiError> {
        let person =
            authenticate_unaffiliated(&self.reauthenticator, &self.database, request, body.0)
                .await?;
        let author = Actor::for_person(PersonId(person.id), &person.name)
            .with_origin(read_request_origin(request));
        self.delete_person(&person, &person.password_hash, &[], &author)
            .await
    }
}

impl AccountDeletionApi {
    /// Deletes the account of somebody who has shown the password with this hash.
    async fn delete_person(
        &self,
        person: &person::Model,
        checked: &str,
        named: &[Uuid],
        author: &Actor,
    ) -> Result<Response<Json<Envelope<Acknowledgment>>>, ApiError> {
        let now = self.clock.now();
        let farewell = if self.mailer.sends_email() {
            let (subject, text) = account_emails::account_deleted_email(&person.name);
            let (to, name) = (person.email.as_str(), person.name.as_str());
            // The person's own letters go with the person; this one stays for the minute that it
            // takes to be sent.
            let kind = EmailKind::AccountDeleted;
            Some(self.mailer.seal_email(&Email {
                kind,
                to,
                name,
                person: None,
                organization: None,
                subject,
                text,
                expires_at: now + EMAIL_LIFETIME,
            })?)
        } else {
            None
        };
        match self
            .database
            .delete_person(person, checked, named, author, farewell, now)
            .await?
        {
            AccountDeletionOutcome::Deleted(organizations) => {
                self.reauthenticator.authority.clear_lookups();
                for tenant in organizations {
                    self.response_cache.evict_tenant(tenant);
                }
                tracing::info!(person = %person.id, "an account was deleted");
                Ok(Response::new(Json(Acknowledgment::in_envelope()))
                    .header(header::SET_COOKIE, self.cookie.clear_cookie_value())
                    .header(CLEAR_SITE_DATA_HEADER, CLEAR_CACHE))
            }
            AccountDeletionOutcome::LastOwner(theirs) => Err(ApiError::conflict(
                "last_owner",
                format!(
                    "You are the only owner of {}, which has other members: make one of them an \
                        owner first, or delete the organization.",
                    theirs.join(", ")
                ),
            )),
            AccountDeletionOutcome::SoleMember(own) => Err(ApiError::conflict(
                "organizations_not_named",
                format!(
                    "Nobody but you belongs to {}: say that it is to be deleted with your account \
                        by naming it.",
                    own.join(", ")
                ),
            )),
            AccountDeletionOutcome::Demo => Err(demo_account_error()),
            AccountDeletionOutcome::PasswordChanged => Err(ApiError::unauthorized()),
        }
    }
}

fn demo_account_error() -> ApiError {
    ApiError::conflict(
        "demo_account",
        "The demo is open to everybody, so its account stays. Register to have one of your own.",
    )
}
