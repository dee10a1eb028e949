//! The invitations of somebody who belongs to no organization, over HTTP: seen and accepted without
//! the link, by whoever the address is known to belong to.

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

/// What waits for somebody who belongs to no organization.
pub struct UnaffiliatedInvitationsApi {
    /// Asks for the password.
    pub reauthenticator: Reauthenticator,
    /// Where invitations are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// How the refresh cookie looks at this address.
    pub cookie: RefreshCookie,
}

#[OpenApi(tag = "Tag::Accounts")]
impl UnaffiliatedInvitationsApi {
    /// List the invitations of somebody who belongs to no organization
    ///
    /// Those that wait for the person's address, newest first. The address and the password show
    /// who it is, and `otp` where two-step sign-in is on; whoever belongs to an organization is
    /// answered like a wrong password. Nothing is listed before a letter is known to have reached
    /// the person at the address (`emailVerified`): having registered with an address does not make
    /// it theirs. The link in a letter of invitation works without that.
    #[oai(
        path = "/api/auth/left-behind/invitations",
        method = "post",
        operation_id = "listInvitationsLeftBehind"
    )]
    async fn list_unaffiliated_invitations(
        &self,
        request: &Request,
        body: Json<UnaffiliatedCredentials>,
    ) -> Result<Json<Envelope<OpenInvitations>>, ApiError> {
        let person =
            authenticate_unaffiliated(&self.reauthenticator, &self.database, request, body.0)
                .await?;
        let found = self
            .database
            .platform()
            .list_open_invitations(&person, self.clock.now())
            .await?;
        let email_verified = found.is_some();
        let items = found
            .unwrap_or_default()
            .into_iter()
            .map(OpenInvitation::from_invitation)
            .collect();
        Ok(Json(Envelope::new(OpenInvitations {
            items,
            email_verified,
        })))
    }

    /// Accept an invitation as somebody who belongs to no organization
    ///
    /// As with its link: the person joins in the role of the invitation, and is signed in to the
    /// organization. The address and the password show who it is, and `otp` where two-step sign-in
    /// is on. 403 `email_not_verified` before a letter is known to have reached the person at the
    /// address; an invitation of another address is as unknown as one that does not exist.
    #[oai(
        path = "/api/auth/left-behind/invitations/:id/accept",
        method = "post",
        operation_id = "acceptInvitationLeftBehind"
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
        let whose = PersonId(person.id);
        let by = (
            person.email.as_str(),
            Actor::for_person(whose, &person.name).with_origin(read_request_origin(request)),
        );
        let (platform, accepting) = (self.database.platform(), Invitee::Existing(whose));
        let accepted = platform
            .accept_invitation(
                InvitationLookup::ById(id.0),
                accepting,
                by,
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
