//! The operations about invitations over HTTP.

use super::store::{InvitationSender, list_open_invitations, revoke_invitation};
use super::wire::{Invitation, InvitationPreview, InvitationToken, Invitations, NewInvitation};
use crate::auth::permission::MembersManage;
use crate::auth::{Authority, LoginThrottle, Scope, Signed, hash_token};
use crate::clock::Clock;
use crate::db::{Actor, Database, InvitationLookup, Invitee};
use crate::email::Mailer;
use crate::entropy::Entropy;
use crate::features::accounts::{
    EmailVerifier, MAX_ORGANIZATIONS_PER_PERSON, check_email, require_joined,
    require_open_invitation,
};
use crate::features::organizations::wire::OwnOrganization;
use crate::features::organizations::{refuse_demo, require_person};
use crate::http::{Acknowledgment, ApiError, Envelope, Tag, page_size};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::invitation;
use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// Invitations into organizations.
pub struct InvitationsApi {
    /// Forgets what it believed of people who have joined.
    pub authority: Arc<Authority>,
    /// Counts letters.
    pub login_throttle: LoginThrottle,
    /// Where invitations are found by their token.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Makes ids and tokens.
    pub entropy: Entropy,
    /// Writes the letters.
    pub mailer: Mailer,
    /// Knows whose address is confirmed.
    pub verifier: EmailVerifier,
}

#[OpenApi(tag = "Tag::Organizations")]
impl InvitationsApi {
    /// List invitations
    ///
    /// Those that wait to be accepted, newest first.
    #[oai(
        path = "/api/invitations",
        method = "get",
        operation_id = "listInvitations"
    )]
    async fn list_invitations(
        &self,
        signed: Signed,
        /// How many invitations a page holds.
        #[oai(
            default = "page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the page before.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<Invitations>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(MembersManage)?;
        let (rows, next_cursor) = list_open_invitations(
            &scope.read_db().await?,
            &proof,
            limit.0,
            cursor.0.as_deref(),
        )
        .await?;
        let now = self.clock.now();
        let items = rows
            .into_iter()
            .map(|row| to_invitation(row, now))
            .collect();
        Ok(Json(Envelope::new(Invitations {
            items,
            next_cursor,
            by_mail: self.mailer.sends_email(),
        })))
    }

    /// Invite somebody
    ///
    /// A letter with a link goes to the address: it works once, for 72 hours, for whoever has this
    /// address. The answer is the same whether somebody has an account with it or not. An earlier
    /// invitation of the address is replaced. Nobody is invited to a role above one's own. Where
    /// letters go by mail, one's own address has to be confirmed first: 403 `email_not_verified`.
    #[oai(
        path = "/api/invitations",
        method = "post",
        operation_id = "createInvitation"
    )]
    async fn create_invitation(
        &self,
        signed: Signed,
        body: Json<NewInvitation>,
    ) -> Result<Json<Envelope<Invitation>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(MembersManage)?;
        refuse_demo(scope)?;
        self.require_verified_email(scope).await?;
        let email =
            check_email(&body.0.email).map_err(|wrong| ApiError::invalid_values(vec![wrong]))?;
        self.login_throttle
            .throttle_invitation(PersonId(require_person(scope)?.id), &email)
            .await?;
        let row = self
            .invitation_sender(scope)?
            .create_invitation(scope.write_db().await?, email, body.0.role.into(), &proof)
            .await?;
        Ok(Json(Envelope::new(to_invitation(row, self.clock.now()))))
    }

    /// Revoke an invitation
    ///
    /// Its link stops working at once.
    #[oai(
        path = "/api/invitations/:id",
        method = "delete",
        operation_id = "revokeInvitation"
    )]
    async fn revoke_invitation(
        &self,
        signed: Signed,
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(MembersManage)?;
        revoke_invitation(
            scope.write_db().await?,
            PersonId(require_person(scope)?.id),
            id.0,
            self.clock.now(),
            &proof,
        )
        .await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    /// Send an invitation again
    ///
    /// Another letter with another link, for 72 hours from now; the link before stops working.
    #[oai(
        path = "/api/invitations/:id/resend",
        method = "post",
        operation_id = "resendInvitation"
    )]
    async fn resend_invitation(
        &self,
        signed: Signed,
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Invitation>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(MembersManage)?;
        self.require_verified_email(scope).await?;
        self.login_throttle
            .throttle_invitation(PersonId(require_person(scope)?.id), &id.0.to_string())
            .await?;
        let row = self
            .invitation_sender(scope)?
            .resend_invitation(scope.write_db().await?, id.0, &proof)
            .await?;
        Ok(Json(Envelope::new(to_invitation(row, self.clock.now()))))
    }

    /// Look at an invitation
    ///
    /// What the link in the letter leads into, before it is accepted. Whoever has the token may
    /// look, signed in or not.
    #[oai(
        path = "/api/invitations/read",
        method = "post",
        operation_id = "readInvitation"
    )]
    async fn preview_invitation(
        &self,
        body: Json<InvitationToken>,
    ) -> Result<Json<Envelope<InvitationPreview>>, ApiError> {
        let found = self
            .database
            .platform()
            .find_invitation(&hash_token(&body.0.token), self.clock.now())
            .await?
            .ok_or_else(ApiError::not_found)?;
        require_open_invitation(found.status)?;
        let invitation::Model {
            role,
            email,
            invited_by_name,
            expires_at,
            ..
        } = found.invitation;
        Ok(Json(Envelope::new(InvitationPreview {
            organization: found.organization,
            role,
            email,
            invited_by: invited_by_name,
            expires_at,
        })))
    }

    /// Accept an invitation
    ///
    /// The person joins in the role of the invitation, and in no other. It has to have been sent to
    /// their own address. The session stays where it is: switch to the organization to work in it.
    #[oai(
        path = "/api/invitations/accept",
        method = "post",
        operation_id = "acceptInvitation"
    )]
    async fn accept_invitation(
        &self,
        signed: Signed,
        body: Json<InvitationToken>,
    ) -> Result<Json<Envelope<OwnOrganization>>, ApiError> {
        let scope = signed.scope();
        let person = require_person(scope)?;
        refuse_demo(scope)?;
        let accepting = Invitee::Existing(PersonId(person.id));
        let (hash, author) = (
            hash_token(&body.0.token),
            Actor::clone(scope.access().actor()),
        );
        let accepted = self
            .database
            .platform()
            .accept_invitation(
                InvitationLookup::ByToken(&hash),
                accepting,
                (&person.email, author),
                self.clock.now(),
                MAX_ORGANIZATIONS_PER_PERSON,
            )
            .await?;
        let joined = require_joined(accepted)?;
        self.authority.clear_lookups();
        Ok(Json(Envelope::new(OwnOrganization::from_access(
            &joined,
            scope.access().tenant(),
        ))))
    }

    /// Letters in somebody's name go out for people whose own address has reached them. Where no
    /// mail is sent everybody counts as such.
    async fn require_verified_email(&self, scope: &Scope) -> Result<(), ApiError> {
        if self.verifier.is_verified(require_person(scope)?).await? {
            return Ok(());
        }
        let words = "Confirm your own address first: open the link in the letter that was sent to \
            you, or send another from the account page. Then you can invite others.";
        Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "email_not_verified",
            words,
        ))
    }

    fn invitation_sender<'a>(&'a self, scope: &'a Scope) -> Result<InvitationSender<'a>, ApiError> {
        let organization = &scope.access().organization().name;
        Ok(InvitationSender {
            by: require_person(scope)?,
            organization,
            mailer: &self.mailer,
            clock: &self.clock,
            entropy: &self.entropy,
        })
    }
}

fn to_invitation(row: invitation::Model, now: DateTime<Utc>) -> Invitation {
    Invitation {
        id: row.id,
        email: row.email,
        role: row.role,
        invited_by: row.invited_by_name,
        created_at: row.created_at,
        sent_at: row.sent_at,
        expires_at: row.expires_at,
        expired: row.expires_at <= now,
    }
}
