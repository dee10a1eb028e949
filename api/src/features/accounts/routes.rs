//! The account operations over HTTP.

use super::email_verification::EmailVerifier;
use super::invited_registration::InvitedRegistration;
use super::registration::{Registration, RegistrationError, check_name, normalize_email};
use super::session_response::{build_session_response, revoke_previous_session};
use super::wire::{
    Account, AccountPatch, LoginRequest, Organization, OrganizationSuspension, RegistrationRequest,
    Session,
};
use crate::auth::{
    Authority, LoginOutcome, LoginThrottle, MfaService, OriginCheck, Password, PasswordError,
    PasswordHashPool, RefreshCookie, RequestSubject, Scope, SignedAccount, SignedAnyStatus,
    parse_bearer_token, read_request_origin,
};
use crate::clock::Clock;
use crate::db::{self, Database};
use crate::entropy::Entropy;
use crate::http::{Acknowledgment, ApiError, Envelope, Tag};
use crate::ids::PersonId;
use entities::person;
use poem::Request;
use poem::http::{StatusCode, header};
use poem_openapi::OpenApi;
use poem_openapi::param::Header;
use poem_openapi::payload::{Json, Response};
use std::sync::Arc;

/// Browsers keep answers with figures, to ask whether they have changed.
pub(super) const CLEAR_SITE_DATA_HEADER: &str = "Clear-Site-Data";
pub(super) const CLEAR_CACHE: &str = "\"cache\"";

/// The code of an address that is registered already.
const EMAIL_TAKEN: &str = "email_taken";

/// Registering, signing in and out, one's own account.
pub struct AccountsApi {
    /// Opens and ends sessions.
    pub authority: Arc<Authority>,
    /// Hashes and compares passwords.
    pub passwords: PasswordHashPool,
    /// Counts attempts to get in.
    pub login_throttle: LoginThrottle,
    /// Asks for a second factor where one is on.
    pub mfa: MfaService,
    /// Sends links to new addresses.
    pub verifier: EmailVerifier,
    /// Where people and organizations are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Makes ids.
    pub entropy: Entropy,
    /// How the refresh cookie looks at this address.
    pub cookie: RefreshCookie,
    /// Where the requests come from that the cookie opens.
    pub origin_check: OriginCheck,
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
        body: Json<RegistrationRequest>,
    ) -> Result<Response<Json<Envelope<Session>>>, ApiError> {
        let email = normalize_email(&body.0.email);
        let registered = Box::pin(self.create_account(request, body.0)).await;
        if registered
            .as_ref()
            .is_err_and(|error| error.code() == EMAIL_TAKEN)
        {
            self.verifier.notify_registration_attempt(&email).await;
        }
        let account = registered?;
        self.verifier.send_first_link(&account.person).await;
        revoke_previous_session(&self.authority, self.cookie, request).await?;
        Ok(build_session_response(
            self.cookie,
            self.authority
                .sign_in(account, read_request_origin(request))
                .await?,
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
        body: Json<LoginRequest>,
    ) -> Result<Response<Json<Envelope<Session>>>, ApiError> {
        let LoginRequest {
            email,
            password,
            otp,
        } = body.0;
        let email = normalize_email(&email);
        let mut account = None;
        let mut left_behind = None;
        let check = async {
            account = self
                .database
                .platform()
                .find_account_by_email(&email)
                .await?
                .filter(|account| account.person.disabled_at.is_none());
            left_behind = self
                .database
                .platform()
                .find_person_without_organization(&email)
                .await?;
            let tried = account
                .as_ref()
                .map(|account| &account.person)
                .or(left_behind.as_ref());
            if let Some(person) = tried {
                RequestSubject::record_target_account(
                    request,
                    person,
                    account.as_ref().map(|account| account.access.tenant()),
                );
            }
            let stored = tried.map(|person| person.password_hash.clone());
            if !self
                .passwords
                .verify_password(Password::new(password), stored)
                .await?
            {
                (account, left_behind) = (None, None);
            }
            let Some(person) = account
                .as_ref()
                .map(|account| &account.person)
                .or(left_behind.as_ref())
            else {
                return Ok(LoginOutcome::Failure);
            };
            self.verify_mfa(person, otp.as_deref()).await
        };
        let guess = self
            .login_throttle
            .throttle_login(&email, request, check)
            .await?;
        match (account, guess) {
            (Some(account), LoginOutcome::Success) => {
                revoke_previous_session(&self.authority, self.cookie, request).await?;
                Ok(build_session_response(
                    self.cookie,
                    self.authority
                        .sign_in(account, read_request_origin(request))
                        .await?,
                ))
            }
            (None, LoginOutcome::Success) if left_behind.is_some() => Err(no_organization_error()),
            (_, LoginOutcome::Incomplete) => Err(otp_required_error()),
            (account, LoginOutcome::Failure) if account.is_some() || left_behind.is_some() => {
                Err(wrong_otp_error())
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
        self.require_same_site(request, &marker)?;
        let presented = self
            .cookie
            .read_token(request)
            .ok_or_else(ApiError::unauthorized)?;
        Ok(build_session_response(
            self.cookie,
            self.authority.refresh_session(&presented).await?,
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
    ) -> Result<Response<Json<Envelope<Acknowledgment>>>, ApiError> {
        self.require_same_site(request, &marker)?;
        if let Some(presented) = self.cookie.read_token(request) {
            self.authority
                .sign_out(&presented, read_request_origin(request))
                .await?;
        } else if let Some(bearer) = request.headers().get(header::AUTHORIZATION) {
            let token = parse_bearer_token(bearer).ok_or_else(ApiError::unauthorized)?;
            let scope = self.authority.scope_for_token(token).await?;
            if let Some((session, _)) = scope.signed_in() {
                self.authority
                    .revoke_session(*session, read_request_origin(request))
                    .await?;
            }
        }
        Ok(Response::new(Json(Acknowledgment::in_envelope()))
            .header(header::SET_COOKIE, self.cookie.clear_cookie_value())
            .header(CLEAR_SITE_DATA_HEADER, CLEAR_CACHE))
    }

    /// Read one's own account
    ///
    /// Who is signed in, in which organization, and what they may do there. Answered in a suspended
    /// organization too, with the reason, and before the person has set up the two-step sign-in
    /// that the organization demands.
    #[oai(path = "/api/account", method = "get", operation_id = "getAccount")]
    async fn get_account(
        &self,
        signed: SignedAnyStatus,
    ) -> Result<Json<Envelope<Account>>, ApiError> {
        Ok(Json(Envelope::new(
            self.load_account(signed.scope()).await?,
        )))
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
        signed: SignedAccount,
        body: Json<AccountPatch>,
    ) -> Result<Json<Envelope<Account>>, ApiError> {
        let mut account = self.load_account(signed.scope()).await?;
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
            self.authority.clear_lookups();
            account.name = name;
        }
        Ok(Json(Envelope::new(account)))
    }

    /// The account that a registration makes, or the one of somebody who returns.
    async fn create_account(
        &self,
        request: &Request,
        body: RegistrationRequest,
    ) -> Result<db::Account, ApiError> {
        let RegistrationRequest {
            organization,
            name,
            email,
            password,
            time_zone,
            invitation,
            otp,
        } = body;
        let returning = self
            .find_returning_person(request, &email, &password, otp.as_deref())
            .await?;
        let taken = |error: &ApiError| error.code() == EMAIL_TAKEN;
        if let Some(token) = invitation {
            let invited = InvitedRegistration::try_new(&name, &email, password)
                .map_err(ApiError::invalid_values)?;
            let join = invited.join_organization(
                &token,
                returning,
                read_request_origin(request),
                (&self.database, &self.passwords, &self.clock, &self.entropy),
            );
            Box::pin(
                self.login_throttle
                    .throttle_registration(request, taken, join),
            )
            .await
        } else {
            let organization = organization.unwrap_or_default();
            let registration =
                Registration::try_new(&organization, &name, &email, password, time_zone.as_deref())
                    .map_err(ApiError::invalid_values)?;
            let registration = registration.with_origin(read_request_origin(request));
            let create = async {
                Ok(registration
                    .create_organization_for(
                        returning,
                        &self.database,
                        &self.passwords,
                        &self.clock,
                        &self.entropy,
                    )
                    .await?)
            };
            Box::pin(
                self.login_throttle
                    .throttle_registration(request, taken, create),
            )
            .await
        }
    }

    /// The person who registers again, with the password that they have, because they belong to no
    /// organization any more. A wrong password counts as a guess, and the address is taken.
    async fn find_returning_person(
        &self,
        request: &Request,
        email: &str,
        password: &str,
        otp: Option<&str>,
    ) -> Result<Option<person::Model>, ApiError> {
        let email = normalize_email(email);
        let Some(person) = self
            .database
            .platform()
            .find_person_without_organization(&email)
            .await?
        else {
            return Ok(None);
        };
        RequestSubject::record_target_account(request, &person, None);
        let stored = Some(person.password_hash.clone());
        let mut knows_password = false;
        let check = async {
            if !self
                .passwords
                .verify_password(Password::new(password.to_owned()), stored)
                .await?
            {
                return Ok(LoginOutcome::Failure);
            }
            knows_password = true;
            self.verify_mfa(&person, otp).await
        };
        match self
            .login_throttle
            .throttle_login(&email, request, check)
            .await?
        {
            LoginOutcome::Success => Ok(Some(person)),
            LoginOutcome::Incomplete => Err(otp_required_error()),
            LoginOutcome::Failure if knows_password => Err(wrong_otp_error()),
            LoginOutcome::Failure => Err(RegistrationError::EmailTaken.into()),
        }
    }

    /// What is left to judge once the password was right.
    async fn verify_mfa(
        &self,
        person: &person::Model,
        otp: Option<&str>,
    ) -> Result<LoginOutcome, ApiError> {
        let id = PersonId(person.id);
        if !self.mfa.is_enabled(id).await? {
            return Ok(LoginOutcome::Success);
        }
        let Some(otp) = otp.filter(|otp| !otp.trim().is_empty()) else {
            return Ok(LoginOutcome::Incomplete);
        };
        let right = self
            .login_throttle
            .throttle_code_check(&person.email, self.mfa.verify_code(id, otp))
            .await?;
        Ok(if right {
            LoginOutcome::Success
        } else {
            LoginOutcome::Failure
        })
    }

    async fn load_account(&self, scope: &Scope) -> Result<Account, ApiError> {
        let (_, person) = scope.require_person()?;
        let organization = scope.access().organization();
        Ok(Account {
            id: person.id,
            name: person.name.clone(),
            email: person.email.clone(),
            email_verified: self.verifier.is_verified(person).await?,
            farm_name: organization.name.clone(),
            organization: Organization::from_access(scope.access()),
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
            suspended: organization
                .suspension
                .as_ref()
                .map(|suspension| OrganizationSuspension {
                    since: suspension.since,
                    reason: suspension.reason.clone(),
                }),
            second_step_missing: scope.is_missing_mfa().then_some(true),
        })
    }
}

fn no_organization_error() -> ApiError {
    let words = "You belong to no organization any more. Accept an invitation, create an \
        organization, download your data or delete your account: this address and password do it.";
    ApiError::new(StatusCode::FORBIDDEN, "no_organization", words)
}

pub(super) fn otp_required_error() -> ApiError {
    let words = "Two-step sign-in is on: give the code that your authenticator app shows, or one \
        of your recovery codes.";
    ApiError::new(StatusCode::UNAUTHORIZED, "otp_required", words)
}

pub(super) fn wrong_otp_error() -> ApiError {
    let words = "This code is not right, or was used already. Wait for the next one of your app, \
        or give one of your recovery codes.";
    ApiError::new(StatusCode::UNAUTHORIZED, "wrong_otp", words)
}

impl AccountsApi {
    /// The cookie comes along with whatever a browser sends here.
    fn require_same_site(
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
        if self.origin_check.is_cross_site(request) {
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
