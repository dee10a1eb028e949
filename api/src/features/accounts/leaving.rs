//! Deleting one's own account, over HTTP.

use super::left_behind::left_behind;
use super::letters;
use super::routes::{CLEAR_SITE_DATA, KEPT_ANSWERS};
use super::wire::{AccountEnd, LeftBehind, NAMED_AT_MOST};
use crate::auth::{RefreshCookie, SecondLook, Signed, origin};
use crate::cache::AnswerCache;
use crate::clock::Clock;
use crate::db::{Author, Database, Leaving};
use crate::http::{ApiError, Done, Envelope, Tag};
use crate::ids::PersonId;
use crate::mail::{Letter, LetterKind, Letters};
use chrono::TimeDelta;
use entities::person;
use poem::Request;
use poem::http::header;
use poem_openapi::OpenApi;
use poem_openapi::payload::{Json, Response};
use sea_orm::prelude::Uuid;

/// How long the last letter is worth sending.
const NEWS: TimeDelta = TimeDelta::days(3);

/// The end of one's own account.
pub struct LeavingApi {
    /// Asks for the password again.
    pub second_look: SecondLook,
    /// Where people are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Writes the last letter.
    pub letters: Letters,
    /// Kept answers of organizations that go too.
    pub answers: AnswerCache,
    /// The cookie to take back.
    pub cookie: RefreshCookie,
}

#[OpenApi(tag = "Tag::Accounts")]
impl LeavingApi {
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
        body: Json<AccountEnd>,
    ) -> Result<Response<Json<Envelope<Done>>>, ApiError> {
        let scope = signed.scope();
        let (_, person) = scope.own()?;
        if scope.access().organization().is_demo {
            return Err(demo_account());
        }
        let AccountEnd {
            password,
            otp,
            organizations,
        } = body.0;
        let named = organizations.unwrap_or_default();
        if named.len() > NAMED_AT_MOST {
            return Err(ApiError::invalid(
                "invalid_values",
                "Nobody belongs to so many organizations.",
            )
            .at("organizations"));
        }
        let checked = self
            .second_look
            .take(request, person, password, otp.as_deref())
            .await?;
        self.leave(person, &checked, &named, scope.access().author())
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
    async fn delete_account_left_behind(
        &self,
        request: &Request,
        body: Json<LeftBehind>,
    ) -> Result<Response<Json<Envelope<Done>>>, ApiError> {
        let person = left_behind(&self.second_look, &self.database, request, body.0).await?;
        let author =
            Author::person(PersonId(person.id), &person.name).calling_from(origin(request));
        self.leave(&person, &person.password_hash, &[], &author)
            .await
    }
}

impl LeavingApi {
    /// Deletes the account of somebody who has shown the password with this hash.
    async fn leave(
        &self,
        person: &person::Model,
        checked: &str,
        named: &[Uuid],
        author: &Author,
    ) -> Result<Response<Json<Envelope<Done>>>, ApiError> {
        let now = self.clock.now();
        let farewell = if self.letters.is_by_mail() {
            let (subject, text) = letters::account_was_deleted(&person.name);
            let (to, name) = (person.email.as_str(), person.name.as_str());
            // The person's own letters go with the person; this one stays for the minute that it
            // takes to be sent.
            let kind = LetterKind::AccountDeleted;
            Some(self.letters.write(&Letter {
                kind,
                to,
                name,
                person: None,
                organization: None,
                subject,
                text,
                expires_at: now + NEWS,
            })?)
        } else {
            None
        };
        match self
            .database
            .delete_person(person, checked, named, author, farewell, now)
            .await?
        {
            Leaving::Gone(organizations) => {
                self.second_look.authority.forget();
                for tenant in organizations {
                    self.answers.forget(tenant);
                }
                tracing::info!(person = %person.id, "an account was deleted");
                Ok(Response::new(Json(Done::envelope()))
                    .header(header::SET_COOKIE, self.cookie.clear())
                    .header(CLEAR_SITE_DATA, KEPT_ANSWERS))
            }
            Leaving::LastOwner(theirs) => Err(ApiError::conflict(
                "last_owner",
                format!(
                    "You are the only owner of {}, which has other members: make one of them an \
                        owner first, or delete the organization.",
                    theirs.join(", ")
                ),
            )),
            Leaving::Alone(own) => Err(ApiError::conflict(
                "organizations_not_named",
                format!(
                    "Nobody but you belongs to {}: say that it is to be deleted with your account \
                        by naming it.",
                    own.join(", ")
                ),
            )),
            Leaving::Demo => Err(demo_account()),
            Leaving::Changed => Err(ApiError::unauthorized()),
        }
    }
}

fn demo_account() -> ApiError {
    ApiError::conflict(
        "demo_account",
        "The demo is open to everybody, so its account stays. Register to have one of your own.",
    )
}
