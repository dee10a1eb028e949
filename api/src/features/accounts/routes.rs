//! The account operations over HTTP.

use super::email::Verification;
use super::invited::Invited;
use super::opened::{end_former, opened};
use super::register::{Registration, RegistrationError, check_name, normal_email};
use super::wire::{Account, AccountPatch, Login, Organization, Register, Session, Suspended};
use crate::auth::{
    Authority, Guess, Guesses, OwnPages, Password, PasswordError, Passwords, RefreshCookie, Scope,
    SecondFactors, SignedEvenSuspended, SignedForOneself, Whom, bearer_token, origin,
};
use crate::clock::Clock;
use crate::db::{self, Database};
use crate::entropy::Entropy;
use crate::http::{ApiError, Done, Envelope, Tag};
use crate::ids::PersonId;
use entities::person;
use poem::Request;
use poem::http::{StatusCode, header};
use poem_openapi::OpenApi;
use poem_openapi::param::Header;
use poem_openapi::payload::{Json, Response};
use std::sync::Arc;

/// Browsers keep answers with figures, to ask whether they have changed.
pub(super) const CLEAR_SITE_DATA: &str = "Clear-Site-Data";
pub(super) const KEPT_ANSWERS: &str = "\"cache\"";

/// The code of an address that is registered already.
const TAKEN: &str = "email_taken";

/// Registering, signing in and out, one's own account.
pub struct AccountsApi {
    /// Opens and ends sessions.
    pub authority: Arc<Authority>,
    /// Hashes and compares passwords.
    pub passwords: Passwords,
    /// Counts attempts to get in.
    pub guesses: Guesses,
    /// Asks for a second factor where one is on.
    pub second_factors: SecondFactors,
    /// Sends links to new addresses.
    pub verification: Verification,
    /// Where people and organizations are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Makes ids.
    pub entropy: Entropy,
    /// How the refresh cookie looks at this address.
    pub cookie: RefreshCookie,
    /// Where the requests come from that the cookie opens.
    pub pages: OwnPages,
}

#[OpenApi(tag = "Tag::Accounts")]
impl AccountsApi {
    /// Register an organization, or with an invitation
    ///
    /// Creates an organization with its owner and signs the owner in. With the token of an
    /// invitation the person joins the organization that has invited them instead, in the role of
    /// the invitation; it has to have been sent to the address that is registered.
    #[oai(
        path = "/api/auth/register",
        method = "post",
        operation_id = "register"
    )]
    async fn register(
        &self,
        request: &Request,
        body: Json<Register>,
    ) -> Result<Response<Json<Envelope<Session>>>, ApiError> {
        let email = normal_email(&body.0.email);
        let registered = Box::pin(self.registered(request, body.0)).await;
        if registered
            .as_ref()
            .is_err_and(|error| error.code() == TAKEN)
        {
            self.verification.was_tried(&email).await;
        }
        let account = registered?;
        self.verification.welcome(&account.person).await;
        end_former(&self.authority, self.cookie, request).await?;
        Ok(opened(
            self.cookie,
            self.authority.sign_in(account, origin(request)).await?,
        ))
    }

    /// Sign in
    ///
    /// Opens a session. The answer is the same, and takes as long, whether the address or the
    /// password is wrong. After ten wrong tries from one place it is 429 with `Retry-After`,
    /// whether the account exists or not. Where two-step sign-in is on, the right password without
    /// `otp` is 401 `otp_required`.
    #[oai(path = "/api/auth/login", method = "post", operation_id = "login")]
    async fn login(
        &self,
        request: &Request,
        body: Json<Login>,
    ) -> Result<Response<Json<Envelope<Session>>>, ApiError> {
        let Login {
            email,
            password,
            otp,
        } = body.0;
        let email = normal_email(&email);
        let mut account = None;
        let mut left_behind = None;
        let check = async {
            account = self
                .database
                .platform()
                .account_by_email(&email)
                .await?
                .filter(|account| account.person.disabled_at.is_none());
            left_behind = self
                .database
                .platform()
                .person_without_organization(&email)
                .await?;
            let tried = account
                .as_ref()
                .map(|account| &account.person)
                .or(left_behind.as_ref());
            if let Some(person) = tried {
                Whom::tries(
                    request,
                    person,
                    account.as_ref().map(|account| account.access.tenant()),
                );
            }
            let stored = tried.map(|person| person.password_hash.clone());
            if !self
                .passwords
                .matches(Password::new(password), stored)
                .await?
            {
                (account, left_behind) = (None, None);
            }
            let Some(person) = account
                .as_ref()
                .map(|account| &account.person)
                .or(left_behind.as_ref())
            else {
                return Ok(Guess::Wrong);
            };
            self.second_step(person, otp.as_deref()).await
        };
        let guess = self.guesses.judge(&email, request, check).await?;
        match (account, guess) {
            (Some(account), Guess::Right) => {
                end_former(&self.authority, self.cookie, request).await?;
                Ok(opened(
                    self.cookie,
                    self.authority.sign_in(account, origin(request)).await?,
                ))
            }
            (None, Guess::Right) if left_behind.is_some() => Err(no_organization()),
            (_, Guess::Unfinished) => Err(otp_required()),
            (account, Guess::Wrong) if account.is_some() || left_behind.is_some() => {
                Err(wrong_otp())
            }
            _ => Err(ApiError::new(
                StatusCode::UNAUTHORIZED,
                "invalid_credentials",
                "The e-mail address or the password is not right.",
            )),
        }
    }

    /// Refresh the session
    ///
    /// Replaces the refresh token in the cookie, once, and gives a new access token.
    /// `refresh_superseded` means that another tab was faster.
    #[oai(path = "/api/auth/refresh", method = "post", operation_id = "refresh")]
    async fn refresh(
        &self,
        request: &Request,
        /// Always `1`: a page of another site cannot send it.
        #[oai(name = "X-Sprout")]
        marker: Header<Option<String>>,
    ) -> Result<Response<Json<Envelope<Session>>>, ApiError> {
        self.require_own_page(request, &marker)?;
        let presented = self
            .cookie
            .read(request)
            .ok_or_else(ApiError::unauthorized)?;
        Ok(opened(
            self.cookie,
            self.authority.refresh(&presented).await?,
        ))
    }

    /// Sign out
    ///
    /// Ends the session on the server: its access token and its refresh token stop working
    /// everywhere. The answer tells the browser to forget the figures that it has kept.
    #[oai(path = "/api/auth/logout", method = "post", operation_id = "logout")]
    async fn logout(
        &self,
        request: &Request,
        /// Always `1`: a page of another site cannot send it.
        #[oai(name = "X-Sprout")]
        marker: Header<Option<String>>,
    ) -> Result<Response<Json<Envelope<Done>>>, ApiError> {
        self.require_own_page(request, &marker)?;
        if let Some(presented) = self.cookie.read(request) {
            self.authority.sign_out(&presented, origin(request)).await?;
        } else if let Some(bearer) = request.headers().get(header::AUTHORIZATION) {
            let token = bearer_token(bearer).ok_or_else(ApiError::unauthorized)?;
            let scope = self.authority.scope_of_token(token).await?;
            if let Some((session, _)) = scope.signed_in() {
                self.authority
                    .end_session(*session, origin(request))
                    .await?;
            }
        }
        Ok(Response::new(Json(Done::envelope()))
            .header(header::SET_COOKIE, self.cookie.clear())
            .header(CLEAR_SITE_DATA, KEPT_ANSWERS))
    }

    /// Read one's own account
    ///
    /// Who is signed in, in which organization, and what they may do there. Answered in a suspended
    /// organization too, with the reason, and before the person has set up the two-step sign-in
    /// that the organization demands.
    #[oai(path = "/api/account", method = "get", operation_id = "getAccount")]
    async fn get_account(
        &self,
        signed: SignedEvenSuspended,
    ) -> Result<Json<Envelope<Account>>, ApiError> {
        Ok(Json(Envelope::of(self.account(signed.scope()).await?)))
    }

    /// Change one's own account
    ///
    /// Fields that are left out stay as they are.
    #[oai(
        path = "/api/account",
        method = "patch",
        operation_id = "updateAccount"
    )]
    async fn update_account(
        &self,
        signed: SignedForOneself,
        body: Json<AccountPatch>,
    ) -> Result<Json<Envelope<Account>>, ApiError> {
        let mut account = self.account(signed.scope()).await?;
        if let Some(name) = &body.name {
            let mut wrong = Vec::new();
            let name = check_name("name", name, "your name", &mut wrong);
            if !wrong.is_empty() {
                return Err(ApiError::invalid_values(wrong));
            }
            self.database
                .platform()
                .rename_person(
                    signed.scope().access(),
                    PersonId(account.id),
                    &name,
                    self.clock.now(),
                )
                .await?;
            self.authority.forget();
            account.name = name;
        }
        Ok(Json(Envelope::of(account)))
    }

    /// The account that a registration makes, or the one of somebody who returns.
    async fn registered(&self, request: &Request, body: Register) -> Result<db::Account, ApiError> {
        let Register {
            organization,
            name,
            email,
            password,
            time_zone,
            invitation,
            otp,
        } = body;
        let returning = self
            .returning(request, &email, &password, otp.as_deref())
            .await?;
        let taken = |error: &ApiError| error.code() == TAKEN;
        if let Some(token) = invitation {
            let invited =
                Invited::check(&name, &email, password).map_err(ApiError::invalid_values)?;
            let join = invited.join(
                &token,
                returning,
                origin(request),
                (&self.database, &self.passwords, &self.clock, &self.entropy),
            );
            Box::pin(self.guesses.count_registration(request, taken, join)).await
        } else {
            let organization = organization.unwrap_or_default();
            let registration =
                Registration::check(&organization, &name, &email, password, time_zone.as_deref())
                    .map_err(ApiError::invalid_values)?;
            let registration = registration.asked_from(origin(request));
            let create = async {
                Ok(registration
                    .create_for(
                        returning,
                        &self.database,
                        &self.passwords,
                        &self.clock,
                        &self.entropy,
                    )
                    .await?)
            };
            Box::pin(self.guesses.count_registration(request, taken, create)).await
        }
    }

    /// The person who registers again, with the password that they have, because they belong to no
    /// organization any more. A wrong password counts as a guess, and the address is taken.
    async fn returning(
        &self,
        request: &Request,
        email: &str,
        password: &str,
        otp: Option<&str>,
    ) -> Result<Option<person::Model>, ApiError> {
        let email = normal_email(email);
        let Some(person) = self
            .database
            .platform()
            .person_without_organization(&email)
            .await?
        else {
            return Ok(None);
        };
        Whom::tries(request, &person, None);
        let stored = Some(person.password_hash.clone());
        let mut knows_password = false;
        let check = async {
            if !self
                .passwords
                .matches(Password::new(password.to_owned()), stored)
                .await?
            {
                return Ok(Guess::Wrong);
            }
            knows_password = true;
            self.second_step(&person, otp).await
        };
        match self.guesses.judge(&email, request, check).await? {
            Guess::Right => Ok(Some(person)),
            Guess::Unfinished => Err(otp_required()),
            Guess::Wrong if knows_password => Err(wrong_otp()),
            Guess::Wrong => Err(RegistrationError::EmailTaken.into()),
        }
    }

    /// What is left to judge once the password was right.
    async fn second_step(
        &self,
        person: &person::Model,
        otp: Option<&str>,
    ) -> Result<Guess, ApiError> {
        let id = PersonId(person.id);
        if !self.second_factors.is_on(id).await? {
            return Ok(Guess::Right);
        }
        let Some(otp) = otp.filter(|otp| !otp.trim().is_empty()) else {
            return Ok(Guess::Unfinished);
        };
        let right = self
            .guesses
            .count_code(&person.email, self.second_factors.check(id, otp))
            .await?;
        Ok(if right { Guess::Right } else { Guess::Wrong })
    }

    async fn account(&self, scope: &Scope) -> Result<Account, ApiError> {
        let (_, person) = scope.own()?;
        let organization = scope.access().organization();
        Ok(Account {
            id: person.id,
            name: person.name.clone(),
            email: person.email.clone(),
            email_verified: self.verification.is_verified(person).await?,
            farm_name: organization.name.clone(),
            organization: Organization::of(scope.access()),
            time_zone: organization.time_zone.name().to_owned(),
            permissions: scope
                .permissions()
                .names()
                .into_iter()
                .map(str::to_owned)
                .collect(),
            sample: organization.is_demo,
            operator: self
                .authority
                .is_operator(PersonId(person.id))
                .await?
                .then_some(true),
            suspended: organization.suspended.as_ref().map(|suspension| Suspended {
                since: suspension.since,
                reason: suspension.reason.clone(),
            }),
            second_step_missing: scope.lacks_second_step().then_some(true),
        })
    }
}

fn no_organization() -> ApiError {
    let words = "You belong to no organization any more. Accept an invitation, create an \
        organization, download your data or delete your account: this address and password do it.";
    ApiError::new(StatusCode::FORBIDDEN, "no_organization", words)
}

pub(super) fn otp_required() -> ApiError {
    let words = "Two-step sign-in is on: give the code that your authenticator app shows, or one \
        of your recovery codes.";
    ApiError::new(StatusCode::UNAUTHORIZED, "otp_required", words)
}

pub(super) fn wrong_otp() -> ApiError {
    let words = "This code is not right, or was used already. Wait for the next one of your app, \
        or give one of your recovery codes.";
    ApiError::new(StatusCode::UNAUTHORIZED, "wrong_otp", words)
}

impl AccountsApi {
    /// The cookie comes along with whatever a browser sends here.
    fn require_own_page(
        &self,
        request: &Request,
        marker: &Header<Option<String>>,
    ) -> Result<(), ApiError> {
        if marker.0.as_deref() != Some("1") {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "marker_missing",
                "This call needs the header X-Sprout: 1, which only our own pages send.",
            ));
        }
        if self.pages.are_not_where_it_comes_from(request) {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "foreign_page",
                "This call is for our own pages, and a page of another site has sent it.",
            ));
        }
        Ok(())
    }
}

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy => Self::unavailable(
                "busy",
                "Too many people are signing in at this moment. Please try again in a few seconds.",
            ),
            other => Self::internal(&other),
        }
    }
}

impl From<RegistrationError> for ApiError {
    fn from(error: RegistrationError) -> Self {
        match error {
            RegistrationError::EmailTaken => Self::conflict(
                "email_taken",
                "This e-mail address is registered already: sign in instead.",
            ),
            RegistrationError::Password(error) => error.into(),
            RegistrationError::Database(error) => error.into(),
            RegistrationError::Entropy(error) => error.into(),
        }
    }
}
