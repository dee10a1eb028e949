//! HTTP operations on the invitations of an account without an organization. They work without the
//! link of the invitation once the email address is verified.

use super::authenticate_unaffiliated;
use crate::auth::{Reauthenticator, RefreshCookie, read_request_origin};
use crate::clock::Clock;
use crate::db::{Account, Actor, Database, InvitationLookup, Invitee};
use crate::features::accounts::invited_registration::{
    MAX_ORGANIZATIONS_PER_PERSON, require_joined,
};
use crate::features::accounts::session_response::{
    build_session_response, revoke_previous_session,
};
use crate::features::accounts::wire::{
    OpenInvitation, OpenInvitations, Session, UnaffiliatedCredentials,
};
use crate::http::{ApiError, Envelope, Tag};
use crate::ids::PersonId;
use poem::Request;
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
