//! HTTP operations that delete an account.

use super::account_emails;
use super::routes::{CLEAR_CACHE, CLEAR_SITE_DATA_HEADER};
use super::unaffiliated_routes::authenticate_unaffiliated;
use super::wire::{AccountDeletion, MAX_NAMED_ORGANIZATIONS, UnaffiliatedCredentials};
use crate::auth::{Reauthenticator, RefreshCookie, Signed, read_request_origin};
use crate::cache::ResponseCache;
use crate::clock::Clock;
use crate::db::{AccountDeletionOutcome, Actor, Database};
use crate::email::{Email, EmailKind, Mailer};
use crate::http::{Acknowledgment, ApiError, Envelope, ErrorDetail, ErrorDetailCode, Tag};
use crate::ids::PersonId;
use chrono::TimeDelta;
use entities::person;
use poem::Request;
use poem::http::header;
use poem_openapi::OpenApi;
use poem_openapi::payload::{Json, Response};
use sea_orm::prelude::Uuid;

/// How long delivery of the last email is attempted.
const EMAIL_LIFETIME: TimeDelta = TimeDelta::days(3);

/// Account deletion.
pub struct AccountDeletionApi {
    /// Checks the password and the MFA code.
    pub reauthenticator: Reauthenticator,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Seals the last email.
    pub mailer: Mailer,
    /// Cached responses, evicted for organizations that are deleted too.
    pub response_cache: ResponseCache,
    /// The refresh cookie, which is cleared.
    pub cookie: RefreshCookie,
}

#[OpenApi(tag = "Tag::Accounts")]
impl AccountDeletionApi {
    /// Delete account
    ///
    /// Permanently deletes the profile, sessions, MFA, conversations with Sprout AI, emails, and
    /// the API keys that the person created. Needs the password, and `otp` if MFA is enabled; a
    /// wrong password counts as a failed sign-in. The only owner of an organization with other
    /// members must make another member an owner first (409 `last_owner`). Organizations without
    /// other members are deleted with the account and must be listed in `organizations` (409
    /// `organizations_not_confirmed`). The audit logs of the remaining organizations keep the
    /// person's actions and name.
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
            let message = "List at most 50 organizations.";
            return Err(
                ErrorDetail::new("organizations", ErrorDetailCode::ListLength, message)
                    .at_most(MAX_NAMED_ORGANIZATIONS)
                    .into(),
            );
        }
        let checked = self
            .reauthenticator
            .verify_credentials(request, person, password, otp.as_deref())
            .await?;
        self.delete_person(person, &checked, &named, scope.access().actor())
            .await
    }

    /// Delete an account without an organization
    ///
    /// Like `deleteAccount`, for a person who belongs to no organization and so has no session.
    /// Needs the email address, the password, and `otp` if MFA is enabled. An account that belongs
    /// to an organization is rejected like a wrong password.
    #[oai(
        path = "/api/auth/unaffiliated/delete-account",
        method = "post",
        operation_id = "deleteUnaffiliatedAccount"
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
    /// Deletes the account if `checked` is still its password hash.
    async fn delete_person(
        &self,
        person: &person::Model,
        checked: &str,
        named: &[Uuid],
        author: &Actor,
    ) -> Result<Response<Json<Envelope<Acknowledgment>>>, ApiError> {
        let now = self.clock.now();
        let last_email = if self.mailer.sends_email() {
            let texts = self
                .database
                .platform()
                .find_texts(PersonId(person.id))
                .await?;
            let (subject, text) = account_emails::account_deleted_email(texts, &person.name);
            let (to, name) = (person.email.as_str(), person.name.as_str());
            // Emails of the person are deleted with the person, so this one has no person.
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
            .delete_person(person, checked, named, author, last_email, now)
            .await?
        {
            AccountDeletionOutcome::Deleted(organizations) => {
                self.reauthenticator.authority.clear_lookups();
                for tenant in organizations {
                    self.response_cache.evict_tenant(tenant);
                }
                tracing::info!(person = %person.id, "account deleted");
                Ok(Response::new(Json(Acknowledgment::in_envelope()))
                    .header(header::SET_COOKIE, self.cookie.clear_cookie_value())
                    .header(CLEAR_SITE_DATA_HEADER, CLEAR_CACHE))
            }
            AccountDeletionOutcome::LastOwner(organizations) => Err(ApiError::conflict(
                "last_owner",
                format!(
                    "You are the only owner of {}, which has other members. Make one of them an \
                        owner first, or delete the organization.",
                    organizations.join(", ")
                ),
            )),
            AccountDeletionOutcome::SoleMember(organizations) => Err(ApiError::conflict(
                "organizations_not_confirmed",
                format!(
                    "You are the only member of {}, which would be deleted with your account. \
                        Confirm this by listing it in `organizations`.",
                    organizations.join(", ")
                ),
            )),
            AccountDeletionOutcome::Demo => Err(demo_account_error()),
            AccountDeletionOutcome::PasswordChanged => Err(ApiError::unauthorized()),
        }
    }
}

fn demo_account_error() -> ApiError {
    ApiError::demo_read_only("The demo account can't be deleted. Register to get your own account.")
}
