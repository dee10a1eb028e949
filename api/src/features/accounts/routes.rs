//! HTTP operations for registration, sign-in, sign-out and the account itself.

use super::email_verifier::EmailVerifier;
use super::invited_registration::InvitedRegistration;
use super::preferences_routes::to_preferences;
use super::registration::{Registration, RegistrationError, check_name, normalize_email};
use super::session_response::{build_session_response, revoke_previous_session};
use super::sign_up::{NewOrganizations, SignUpGate};
use super::wire::{
    Account, AccountPatch, LoginRequest, Organization, OrganizationSuspension, RegistrationRequest,
    Session,
};
use crate::auth::{
    Authority, LoginOutcome, LoginThrottle, MfaService, OriginCheck, Password, PasswordHashPool,
    RefreshCookie, RequestSubject, Scope, SignedAccount, SignedAnyStatus, parse_bearer_token,
    read_request_origin,
};
use crate::clock::Clock;
use crate::db::{self, Database};
use crate::entropy::Entropy;
use crate::http::{Acknowledgment, ApiError, Envelope, Tag};
use crate::ids::PersonId;
use crate::shared_reads::SharedReads;
use entities::{person, person_preference};
use poem::Request;
use poem::http::{StatusCode, header};
use poem_openapi::OpenApi;
use poem_openapi::param::Header;
use poem_openapi::payload::{Json, Response};
use std::sync::Arc;

/// Tells browsers to delete cached responses, which contain figures.
pub(super) const CLEAR_SITE_DATA_HEADER: &str = "Clear-Site-Data";
pub(super) const CLEAR_CACHE: &str = "\"cache\"";

/// The error code for an email address that already has an account.
const EMAIL_TAKEN: &str = "email_taken";

/// Accounts and sessions.
pub struct AccountsApi {
    /// Creates and revokes sessions.
    pub authority: Arc<Authority>,
    /// Hashes and compares passwords.
    pub passwords: PasswordHashPool,
    /// Limits sign-in attempts.
    pub login_throttle: LoginThrottle,
    /// Verifies MFA codes.
    pub mfa: MfaService,
    /// Decides who may register.
    pub sign_up: SignUpGate,
    /// Sends verification links.
    pub verifier: EmailVerifier,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids.
    pub entropy: Entropy,
    /// The refresh cookie.
    pub cookie: RefreshCookie,
    /// Rejects cross-site requests that carry the cookie.
    pub origin_check: OriginCheck,
    /// The preferences of people, which every visit of a page reads.
    pub preferences: SharedReads<PersonId, Option<person_preference::Model>>,
}

#[OpenApi(tag = "Tag::Accounts")]
impl AccountsApi {
    /// Register
    ///
    /// Creates an organization with its owner, and signs the owner in. With the token of an
    /// invitation, the person instead joins the organization of the invitation, in its role. The
    /// email address must be the one that the invitation was sent to. If the server accepts no such
    /// accounts, the response is 403 `sign_up_closed`.
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
        let result = Box::pin(self.create_account(request, body.0)).await;
        if result
            .as_ref()
            .is_err_and(|error| error.code() == EMAIL_TAKEN)
        {
            self.verifier.notify_registration_attempt(&email).await;
        }
        let account = result?;
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
    /// Creates a session. The response and its timing are the same for an unknown email address and
    /// for a wrong password. After ten failed attempts from one place, the response is 429 with
    /// `Retry-After`, whether the account exists or not. If MFA is enabled, a correct password
    /// without `otp` gets 401 `otp_required`.
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
        let mut unaffiliated = None;
        let check = async {
            account = self
                .database
                .platform()
                .find_account_by_email(&email)
                .await?
                .filter(|account| account.person.disabled_at.is_none());
            unaffiliated = self
                .database
                .platform()
                .find_person_without_organization(&email)
                .await?;
            let candidate = account
                .as_ref()
                .map(|account| &account.person)
                .or(unaffiliated.as_ref());
            if let Some(person) = candidate {
                RequestSubject::record_target_account(
                    request,
                    person,
                    account.as_ref().map(|account| account.access.tenant()),
                );
            }
            let stored = candidate.map(|person| person.password_hash.clone());
            if !self
                .passwords
                .verify_password(Password::new(password), stored)
                .await?
            {
                (account, unaffiliated) = (None, None);
            }
            let Some(person) = account
                .as_ref()
                .map(|account| &account.person)
                .or(unaffiliated.as_ref())
            else {
                return Ok(LoginOutcome::Failure);
            };
            self.verify_mfa(person, otp.as_deref()).await
        };
        let outcome = self
            .login_throttle
            .throttle_login(&email, request, check)
            .await?;
        match (account, outcome) {
            (Some(account), LoginOutcome::Success) => {
                revoke_previous_session(&self.authority, self.cookie, request).await?;
                Ok(build_session_response(
                    self.cookie,
                    self.authority
                        .sign_in(account, read_request_origin(request))
                        .await?,
                ))
            }
            (None, LoginOutcome::Success) if unaffiliated.is_some() => Err(no_organization_error()),
            (_, LoginOutcome::Incomplete) => Err(otp_required_error()),
            (account, LoginOutcome::Failure) if account.is_some() || unaffiliated.is_some() => {
                Err(wrong_otp_error())
            }
            _ => Err(ApiError::new(
                StatusCode::UNAUTHORIZED,
                "invalid_credentials",
                "The email address or the password is wrong.",
            )),
        }
    }

    /// Refresh the access token
    ///
    /// Rotates the refresh token in the cookie and returns a new access token. 401
    /// `refresh_superseded` means that another tab refreshed first.
    #[oai(path = "/api/auth/refresh", method = "post", operation_id = "refresh")]
    async fn refresh(
        &self,
        request: &Request,
        /// Must be `1`. Pages of other sites can't send it.
        #[oai(name = "X-Sprout")]
        csrf_header: Header<Option<String>>,
    ) -> Result<Response<Json<Envelope<Session>>>, ApiError> {
        self.require_same_site(request, &csrf_header)?;
        let refresh_token = self
            .cookie
            .read_token(request)
            .ok_or_else(ApiError::unauthorized)?;
        Ok(build_session_response(
            self.cookie,
            self.authority.refresh_session(&refresh_token).await?,
        ))
    }

    /// Sign out
    ///
    /// Revokes the session: its access token and its refresh token stop working on all servers. The
    /// response makes the browser clear its cached responses.
    #[oai(path = "/api/auth/logout", method = "post", operation_id = "logout")]
    async fn logout(
        &self,
        request: &Request,
        /// Must be `1`. Pages of other sites can't send it.
        #[oai(name = "X-Sprout")]
        csrf_header: Header<Option<String>>,
    ) -> Result<Response<Json<Envelope<Acknowledgment>>>, ApiError> {
        self.require_same_site(request, &csrf_header)?;
        if let Some(refresh_token) = self.cookie.read_token(request) {
            self.authority
                .sign_out(&refresh_token, read_request_origin(request))
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

    /// Get account
    ///
    /// The signed-in person, their organization, and their permissions in it. Works in a suspended
    /// organization too, and before the person has set up the MFA that the organization requires.
    #[oai(path = "/api/account", method = "get", operation_id = "getAccount")]
    async fn get_account(
        &self,
        signed: SignedAnyStatus,
    ) -> Result<Json<Envelope<Account>>, ApiError> {
        Ok(Json(Envelope::new(
            self.load_account(signed.scope()).await?,
        )))
    }

    /// Update account
    ///
    /// Omitted fields stay unchanged.
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
            let mut errors = Vec::new();
            let name = check_name("name", name, "your name", &mut errors);
            if !errors.is_empty() {
                return Err(ApiError::invalid_values(errors));
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

    /// Creates the account of a registration, or reuses that of a returning person.
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
        let allowed = match invitation {
            None => self.sign_up.require_registration().await?,
            Some(_) => NewOrganizations::Any,
        };
        let returning = self
            .find_returning_person(request, &email, &password, otp.as_deref())
            .await?;
        let taken = |error: &ApiError| error.code() == EMAIL_TAKEN;
        if let Some(token) = invitation {
            if returning.is_none() {
                self.sign_up.require_invited_registration()?;
            }
            let invited = InvitedRegistration::try_new(&name, &email, password)
                .map_err(ApiError::invalid_values)?;
            let join = async {
                Ok(invited
                    .join_organization(
                        &token,
                        returning,
                        read_request_origin(request),
                        (&self.database, &self.passwords, &self.clock, &self.entropy),
                    )
                    .await?)
            };
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
            let registration = registration
                .with_origin(read_request_origin(request))
                .only_first(allowed == NewOrganizations::OnlyFirst);
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

    /// The person who registers again because they no longer belong to an organization. A wrong
    /// password counts as a failed sign-in and returns `email_taken`.
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

    /// Verifies the MFA code after a correct password, if MFA is enabled.
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
        let correct = self
            .login_throttle
            .throttle_code_check(&person.email, self.mfa.verify_code(id, otp))
            .await?;
        Ok(if correct {
            LoginOutcome::Success
        } else {
            LoginOutcome::Failure
        })
    }

    async fn load_account(&self, scope: &Scope) -> Result<Account, ApiError> {
        let (_, person) = scope.require_person()?;
        let organization = scope.access().organization();
        let platform = self.database.platform();
        let own = PersonId(person.id);
        let load = || platform.find_preferences(own);
        let preferences = self.preferences.read(own, load).await?;
        Ok(Account {
            id: person.id,
            name: person.name.clone(),
            email: person.email.clone(),
            email_verified: self.verifier.is_verified(person).await?,
            farm_name: organization.name.clone(),
            organization: Organization::from_access(scope.access()),
            time_zone: organization.time_zone.name().to_owned(),
            permissions: scope.permissions().to_vec(),
            sample: organization.is_demo,
            operator: self
                .authority
                .is_operator(PersonId(person.id))
                .await?
                .then_some(true),
            suspension: organization
                .suspension
                .as_ref()
                .map(|suspension| OrganizationSuspension {
                    since: suspension.since,
                    reason: suspension.reason.clone(),
                }),
            mfa_setup_required: scope.is_missing_mfa().then_some(true),
            preferences: to_preferences(preferences.as_ref()),
        })
    }
}

fn no_organization_error() -> ApiError {
    let message = "You don't belong to an organization anymore. Accept an invitation, create an \
        organization, export your data or delete your account.";
    ApiError::new(StatusCode::FORBIDDEN, "no_organization", message)
}

pub(super) fn otp_required_error() -> ApiError {
    let message = "Enter the code from your authenticator app, or one of your recovery codes.";
    ApiError::new(StatusCode::UNAUTHORIZED, "otp_required", message)
}

pub(super) fn wrong_otp_error() -> ApiError {
    let message = "This code is wrong or was already used. Wait for the next code in your app, or \
        enter a recovery code.";
    ApiError::new(StatusCode::UNAUTHORIZED, "wrong_otp", message)
}

impl AccountsApi {
    /// Rejects cross-site requests, because browsers attach the refresh cookie to all requests.
    fn require_same_site(
        &self,
        request: &Request,
        csrf_header: &Header<Option<String>>,
    ) -> Result<(), ApiError> {
        if csrf_header.0.as_deref() != Some("1") {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "csrf_header_missing",
                "This request needs the header X-Sprout: 1.",
            ));
        }
        if self.origin_check.is_cross_site(request) {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "cross_site_request",
                "This request came from a page of another site.",
            ));
        }
        Ok(())
    }
}
