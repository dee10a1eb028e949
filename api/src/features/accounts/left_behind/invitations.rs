//! The invitations of somebody who belongs to no organization, over HTTP: seen and accepted without
//! the link, by whoever the address is known to belong to.

use super::left_behind;
use crate::auth::{RefreshCookie, SecondLook, origin};
use crate::clock::Clock;
use crate::db::{Accepting, Account, Author, Database, Found};
use crate::features::accounts::invited::{MOST_ORGANIZATIONS, joined};
use crate::features::accounts::opened::{end_former, opened};
use crate::features::accounts::wire::{LeftBehind, OpenInvitation, OpenInvitations, Session};
use crate::http::{ApiError, Envelope, Tag};
use crate::ids::PersonId;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use sea_orm::prelude::Uuid;

/// What waits for somebody who belongs to no organization.
pub struct WaitingInvitationsApi {
    /// Asks for the password.
    pub second_look: SecondLook,
    /// Where invitations are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// How the refresh cookie looks at this address.
    pub cookie: RefreshCookie,
}

#[OpenApi(tag = "Tag::Accounts")]
impl WaitingInvitationsApi {
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
    async fn list_invitations_left_behind(
        &self,
        request: &Request,
        body: Json<LeftBehind>,
    ) -> Result<Json<Envelope<OpenInvitations>>, ApiError> {
        let person = left_behind(&self.second_look, &self.database, request, body.0).await?;
        let found = self
            .database
            .platform()
            .invitations_of(&person, self.clock.now())
            .await?;
        let email_verified = found.is_some();
        let items = found
            .unwrap_or_default()
            .into_iter()
            .map(OpenInvitation::of)
            .collect();
        Ok(Json(Envelope::of(OpenInvitations {
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
    async fn accept_invitation_left_behind(
        &self,
        request: &Request,
        id: Path<Uuid>,
        body: Json<LeftBehind>,
    ) -> Result<Response<Json<Envelope<Session>>>, ApiError> {
        let person = left_behind(&self.second_look, &self.database, request, body.0).await?;
        let whose = PersonId(person.id);
        let by = (
            person.email.as_str(),
            Author::person(whose, &person.name).calling_from(origin(request)),
        );
        let (platform, accepting) = (self.database.platform(), Accepting::Person(whose));
        let accepted = platform
            .accept_invitation(
                Found::ById(id.0),
                accepting,
                by,
                self.clock.now(),
                MOST_ORGANIZATIONS,
            )
            .await?;
        let account = Account {
            access: joined(accepted)?,
            person,
        };
        let authority = &self.second_look.authority;
        authority.forget();
        end_former(authority, self.cookie, request).await?;
        Ok(opened(
            self.cookie,
            authority.sign_in(account, origin(request)).await?,
        ))
    }
}
