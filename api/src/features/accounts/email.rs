//! Showing that one's address is one's own, by a letter to it, over HTTP.

use super::letters;
use super::telling::news;
use super::wire::{EmailVerification, Said};
use crate::auth::{Guesses, OneTimeToken, Purpose, SignedForOneself, hash_token};
use crate::clock::Clock;
use crate::db::Database;
use crate::entropy::Entropy;
use crate::http::{ApiError, Envelope, Tag};
use crate::ids::PersonId;
use crate::mail::{Letter, LetterKind, Letters};
use chrono::TimeDelta;
use entities::person;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// So often the owner of an address is told that somebody tried to register with it.
const TRIED: TimeDelta = TimeDelta::days(1);

/// Sends links to addresses, and knows which were used. Clones do the same.
#[derive(Clone)]
pub struct Verification {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    letters: Letters,
}

impl Verification {
    /// Verification by these letters.
    pub fn new(database: Database, clock: Clock, entropy: Entropy, letters: Letters) -> Self {
        Self {
            database,
            clock,
            entropy,
            letters,
        }
    }

    /// Whether the person's address is known to have reached them. Where no mail is sent nobody can
    /// show it, and everybody counts as verified.
    pub async fn is_verified(&self, person: &person::Model) -> Result<bool, ApiError> {
        if !self.letters.is_by_mail() {
            return Ok(true);
        }
        Ok(self
            .database
            .platform()
            .is_address_verified(PersonId(person.id), &person.email)
            .await?)
    }

    /// Puts up a letter with a new link, which replaces older ones; false where the person was sent
    /// too many.
    pub(super) async fn send(&self, person: &person::Model) -> Result<bool, ApiError> {
        let token = OneTimeToken::make(&self.entropy)?;
        let id = Some(PersonId(person.id));
        let kept = token.kept(
            Purpose::EmailVerification,
            id,
            None,
            &person.email,
            self.clock.now(),
        );
        let (subject, text) = letters::verification(
            &person.name,
            &self.letters.link("/verify-email", token.text()),
        );
        let letter = Letter {
            kind: LetterKind::EmailVerification,
            to: &person.email,
            name: &person.name,
            person: id,
            organization: None,
            subject,
            text,
            expires_at: kept.expires_at,
        };
        Ok(self
            .database
            .platform()
            .send_token(kept, self.letters.write(&letter)?)
            .await?)
    }

    /// Tells the owner of an address with which somebody tried to register, at most once a day.
    /// Only where letters go by mail.
    pub(super) async fn was_tried(&self, email: &str) {
        if !self.letters.is_by_mail() {
            return;
        }
        let told = async {
            let Some(person) = self.database.platform().person_to_write_to(email).await? else {
                return Ok(());
            };
            let words = letters::registration_tried(
                &person.name,
                &self.letters.page("/sign-in"),
                &self.letters.page("/forgot-password"),
            );
            let letter = self.letters.write(&news(
                &person,
                LetterKind::RegistrationTried,
                words,
                self.clock.now(),
            ))?;
            Ok::<_, ApiError>(
                self.database
                    .platform()
                    .put_up_rarely(letter, TRIED)
                    .await?,
            )
        };
        if let Err(error) = told.await {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "the letter about a registration was not put up"
            );
        }
    }

    /// Sends the first link to somebody who has just registered. They are registered whatever
    /// becomes of it: they can ask for another.
    pub(super) async fn welcome(&self, person: &person::Model) {
        let sent = async {
            // Where somebody came by invitation the address is known already; without mail it
            // counts as known.
            if self.is_verified(person).await? {
                Ok(true)
            } else {
                self.send(person).await
            }
        };
        if let Err(error) = sent.await {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "the letter to a new address was not put up"
            );
        }
    }
}

/// One's own address.
pub struct EmailApi {
    /// Sends links.
    pub verification: Verification,
    /// Where tokens are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Counts requests as it counts guesses.
    pub guesses: Guesses,
}

#[OpenApi(tag = "Tag::Accounts")]
impl EmailApi {
    /// Confirm an address by a link
    ///
    /// Shows that the address of whoever was sent the token is their own. The token works once,
    /// within 3 days.
    #[oai(
        path = "/api/auth/verify-email",
        method = "post",
        operation_id = "verifyEmail"
    )]
    async fn verify_email(
        &self,
        body: Json<EmailVerification>,
    ) -> Result<Json<Envelope<Said>>, ApiError> {
        let verified = self
            .database
            .platform()
            .verify_address(&hash_token(&body.0.token), self.clock.now())
            .await?;
        let person = verified.ok_or_else(|| {
            let words = "This link was used already, is too old, or was replaced by a newer one. \
                Sign in and send another from the account page.";
            ApiError::invalid("link_not_valid", words).at("token")
        })?;
        Ok(Said::envelope(format!(
            "{} is confirmed as your address.",
            person.email
        )))
    }

    /// Send the link to one's own address again
    ///
    /// The new link replaces older ones. At most five letters an hour go to one person.
    #[oai(
        path = "/api/account/email-verification",
        method = "post",
        operation_id = "sendEmailVerification"
    )]
    async fn send_email_verification(
        &self,
        request: &Request,
        signed: SignedForOneself,
    ) -> Result<Json<Envelope<Said>>, ApiError> {
        let (_, person) = signed.scope().own()?;
        if self.verification.is_verified(person).await? {
            return Err(ApiError::conflict(
                "email_verified",
                "Your address is confirmed already: nothing needs to be sent.",
            ));
        }
        self.guesses.count_request(&person.email, request).await?;
        if !self.verification.send(person).await? {
            return Err(ApiError::too_many(
                "Five letters were sent to you within an hour: look for them, also among unwanted \
                    mail.",
                3_600_000,
            ));
        }
        Ok(Said::envelope(format!(
            "A letter with a link is on its way to {}.",
            person.email
        )))
    }
}
