//! HTTP operations on the invitations of an account without an organization. They work without the
//! link of the invitation once the email address is verified.
//!
//! Such an account has no session: the person sends the credentials with each request.

use super::invited_registration::{MAX_ORGANIZATIONS_PER_PERSON, require_joined};
use super::registration::normalize_email;
use super::routes::{otp_required_error, wrong_otp_error};
use super::session_response::{build_session_response, revoke_previous_session};
use super::wire::{OpenInvitation, OpenInvitations, Session, UnaffiliatedCredentials};
use crate::auth::{LoginOutcome, Password, Reauthenticator, RefreshCookie, read_request_origin};
use crate::clock::Clock;
use crate::db::{Account, Actor, Database, InvitationLookup, Invitee};
use crate::http::{ApiError, Envelope, Tag};
use crate::ids::PersonId;
use entities::person;
use poem::Request;
use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use sea_orm::prelude::Uuid;

/// Invitations to accounts without an organization.
pub struct UnaffiliatedInvitationsApi {
    /// Checks the credentials.
    pub reauthenticator: Reauthenticator,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// The refresh cookie.
    pub cookie: RefreshCookie,
}

#[OpenApi(tag = "Tag::Accounts")]
impl UnaffiliatedInvitationsApi {
    /// List pending invitations for an account without an organization
    ///
    /// Newest first. Needs the email address, the password, and `otp` if MFA is enabled. An account
    /// that belongs to an organization is rejected like a wrong password. The list is empty unless
    /// the email address is verified (`emailVerified`), because registering with an address does
    /// not prove ownership. The link in an invitation email works without that.
    #[oai(
        path = "/api/auth/unaffiliated/invitations",
        method = "post",
        operation_id = "listUnaffiliatedInvitations"
    )]
    async fn list_unaffiliated_invitations(
        &self,
        request: &Request,
        body: Json<UnaffiliatedCredentials>,
    ) -> Result<Json<Envelope<OpenInvitations>>, ApiError> {
        let person =
            authenticate_unaffiliated(&self.reauthenticator, &self.database, request, body.0)
                .await?;
        let invitations = self
            .database
            .platform()
            .list_open_invitations(&person, self.clock.now())
            .await?;
        let email_verified = invitations.is_some();
        let items = invitations
            .unwrap_or_default()
            .into_iter()
            .map(OpenInvitation::from_invitation)
            .collect();
        Ok(Json(Envelope::new(OpenInvitations {
            items,
            email_verified,
        })))
    }

    /// Accept an invitation with an account without an organization
    ///
    /// Like its link: the person joins in the role of the invitation and is signed in to the
    /// organization. Needs the email address, the password, and `otp` if MFA is enabled. 403
    /// `email_not_verified` if the email address is not verified. 404 for an invitation to another
    /// address.
    #[oai(
        path = "/api/auth/unaffiliated/invitations/:id/accept",
        method = "post",
        operation_id = "acceptUnaffiliatedInvitation"
    )]
    async fn accept_unaffiliated_invitation(
        &self,
        request: &Request,
        id: Path<Uuid>,
        body: Json<UnaffiliatedCredentials>,
    ) -> Result<Response<Json<Envelope<Session>>>, ApiError> {
        let person =
            authenticate_unaffiliated(&self.reauthenticator, &self.database, request, body.0)
                .await?;
        let person_id = PersonId(person.id);
        let acting = (
            person.email.as_str(),
            Actor::for_person(person_id, &person.name).with_origin(read_request_origin(request)),
        );
        let (platform, invitee) = (self.database.platform(), Invitee::Existing(person_id));
        let accepted = platform
            .accept_invitation(
                InvitationLookup::ById(id.0),
                invitee,
                acting,
                self.clock.now(),
                MAX_ORGANIZATIONS_PER_PERSON,
            )
            .await?;
        let account = Account {
            access: require_joined(accepted)?,
            person,
        };
        let authority = &self.reauthenticator.authority;
        authority.clear_lookups();
        revoke_previous_session(authority, self.cookie, request).await?;
        Ok(build_session_response(
            self.cookie,
            authority
                .sign_in(account, read_request_origin(request))
                .await?,
        ))
    }
}

/// The person with these credentials, if they belong to no organization. Wrong credentials count as
/// a failed sign-in. Response and timing are the same for wrong and for unknown ones.
pub(super) async fn authenticate_unaffiliated(
    reauthenticator: &Reauthenticator,
    database: &Database,
    request: &Request,
    credentials: UnaffiliatedCredentials,
) -> Result<person::Model, ApiError> {
    let UnaffiliatedCredentials {
        email,
        password,
        otp,
    } = credentials;
    let email = normalize_email(&email);
    let (mut account, mut knows_password) = (None, false);
    let check = async {
        let person = database
            .platform()
            .find_person_without_organization(&email)
            .await?;
        let stored = person.as_ref().map(|person| person.password_hash.clone());
        if !reauthenticator
            .passwords
            .verify_password(Password::new(password), stored)
            .await?
        {
            return Ok(LoginOutcome::Failure);
        }
        let Some(person) = person else {
            return Ok(LoginOutcome::Failure);
        };
        let id = PersonId(person.id);
        (account, knows_password) = (Some(person), true);
        if !reauthenticator.mfa.is_enabled(id).await? {
            return Ok(LoginOutcome::Success);
        }
        let Some(otp) = otp.as_deref().filter(|otp| !otp.trim().is_empty()) else {
            return Ok(LoginOutcome::Incomplete);
        };
        let correct = reauthenticator
            .login_throttle
            .throttle_code_check(&email, reauthenticator.mfa.verify_code(id, otp))
            .await?;
        Ok(if correct {
            LoginOutcome::Success
        } else {
            LoginOutcome::Failure
        })
    };
    match (
        reauthenticator
            .login_throttle
            .throttle_login(&email, request, check)
            .await?,
        account,
    ) {
        (LoginOutcome::Success, Some(person)) => Ok(person),
        (LoginOutcome::Incomplete, _) => Err(otp_required_error()),
        (LoginOutcome::Failure, _) if knows_password => Err(wrong_otp_error()),
        _ => Err(not_unaffiliated_error()),
    }
}

fn not_unaffiliated_error() -> ApiError {
    let message = "The email address or the password is wrong, or the account belongs to an \
        organization. In that case, sign in.";
    ApiError::new(StatusCode::UNAUTHORIZED, "invalid_credentials", message)
}
