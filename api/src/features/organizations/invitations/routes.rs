//! HTTP operations on invitations.

use super::store::{
    InvitationError, InvitationSender, MAX_OPEN_INVITATIONS, find_invited_address,
    list_open_invitations, revoke_invitation,
};
use super::wire::{Invitation, InvitationPreview, InvitationToken, Invitations, NewInvitation};
use crate::auth::permission::{MembersManage, Role};
use crate::auth::{Authority, LoginThrottle, Scope, Signed, hash_token};
use crate::clock::Clock;
use crate::db::{Actor, Database, InvitationLookup, Invitee};
use crate::email::Mailer;
use crate::entropy::Entropy;
use crate::features::accounts::{
    EmailVerifier, MAX_ORGANIZATIONS_PER_PERSON, check_email, require_joined,
    require_open_invitation,
};
use crate::features::organizations::routes::require_person;
use crate::features::organizations::wire::OwnOrganization;
use crate::http::{Acknowledgment, ApiError, Envelope, Tag, default_page_size, parse_id_cursor};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::invitation;
use localization::Locale;
use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// Invitations.
pub struct InvitationsApi {
    /// Clears cached lookups.
    pub authority: Arc<Authority>,
    /// Limits how many emails are sent.
    pub login_throttle: LoginThrottle,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids and tokens.
    pub entropy: Entropy,
    /// Seals the emails.
    pub mailer: Mailer,
    /// Checks whether email addresses are verified.
    pub verifier: EmailVerifier,
}

#[OpenApi(tag = "Tag::Organizations")]
impl InvitationsApi {
    /// List invitations
    ///
    /// Pending invitations, newest first.
    #[oai(
        path = "/api/invitations",
        method = "get",
        operation_id = "listInvitations"
    )]
    async fn list_invitations(
        &self,
        signed: Signed,
        /// The page size.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<Invitations>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(MembersManage)?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let db = scope.read_db().await?;
        let page = list_open_invitations(&db, &proof, limit.0, before).await?;
        let now = self.clock.now();
        let items = page
            .items
            .into_iter()
            .map(|row| to_invitation(row, now))
            .collect();
        Ok(Json(Envelope::new(Invitations {
            items,
            next_cursor: page.next_cursor,
            email_enabled: self.mailer.sends_email(),
        })))
    }

    /// Create an invitation
    ///
    /// Sends an email with a link. The link works once within 72 hours, for this email address
    /// only. The response is the same whether the address has an account or not. An earlier
    /// invitation to the address is replaced. You can't grant a role above your own. If the server
    /// sends email, your own email address must be verified (403 `email_not_verified`).
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
        scope.refuse_demo()?;
        self.require_verified_email(scope).await?;
        let email =
            check_email(&body.0.email).map_err(|error| ApiError::invalid_values(vec![error]))?;
        self.login_throttle
            .throttle_invitation(PersonId(require_person(scope)?.id), &email)
            .await?;
        let row = self
            .invitation_sender(scope, &email)
            .await?
            .create_invitation(scope.write_db().await?, email, body.0.role, &proof)
            .await?;
        Ok(Json(Envelope::new(to_invitation(row, self.clock.now()))))
    }

    /// Revoke an invitation
    ///
    /// Its link stops working immediately.
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

    /// Resend an invitation
    ///
    /// Sends another email with a new link for 72 hours. The previous link stops working.
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
        let email = find_invited_address(&scope.read_db().await?, id.0, &proof).await?;
        let row = self
            .invitation_sender(scope, &email)
            .await?
            .resend_invitation(scope.write_db().await?, id.0, &proof)
            .await?;
        Ok(Json(Envelope::new(to_invitation(row, self.clock.now()))))
    }

    /// Preview an invitation
    ///
    /// Returns the organization and the role of an invitation before it is accepted. Needs its
    /// token, but no sign-in.
    #[oai(
        path = "/api/invitations/preview",
        method = "post",
        operation_id = "previewInvitation"
    )]
    async fn preview_invitation(
        &self,
        body: Json<InvitationToken>,
    ) -> Result<Json<Envelope<InvitationPreview>>, ApiError> {
        let lookup = self
            .database
            .platform()
            .find_invitation(&hash_token(&body.0.token), self.clock.now())
            .await?
            .ok_or_else(ApiError::not_found)?;
        require_open_invitation(lookup.status)?;
        let invitation::Model {
            role,
            email,
            invited_by_name,
            expires_at,
            ..
        } = lookup.invitation;
        Ok(Json(Envelope::new(InvitationPreview {
            organization: lookup.organization,
            role: Role::from_stored(&role),
            email,
            invited_by: invited_by_name,
            expires_at,
        })))
    }

    /// Accept an invitation
    ///
    /// The person joins in the role of the invitation, which must have been sent to their email
    /// address. The session stays in its organization: switch to the new one to work in it.
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
        scope.refuse_demo()?;
        let invitee = Invitee::Existing(PersonId(person.id));
        let (hash, author) = (
            hash_token(&body.0.token),
            Actor::clone(scope.access().actor()),
        );
        let accepted = self
            .database
            .platform()
            .accept_invitation(
                InvitationLookup::ByToken(&hash),
                invitee,
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

    /// Only people with a verified email address may send invitations. If the server sends no
    /// email, every address counts as verified.
    async fn require_verified_email(&self, scope: &Scope) -> Result<(), ApiError> {
        if self.verifier.is_verified(require_person(scope)?).await? {
            return Ok(());
        }
        let message = "Verify your own email address first: open the link in the email that we \
            sent you, or request a new one on the account page.";
        Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "email_not_verified",
            message,
        ))
    }

    /// Emails are in the language of the person with the invited address, if they have chosen one,
    /// otherwise in that of the person who invites.
    async fn invitation_sender<'a>(
        &'a self,
        scope: &'a Scope,
        email: &str,
    ) -> Result<InvitationSender<'a>, ApiError> {
        let organization = scope.access().organization();
        let (by, platform) = (require_person(scope)?, self.database.platform());
        let chosen = platform.find_language(PersonId(by.id)).await?;
        let invited = platform.find_language_by_email(email).await?;
        Ok(InvitationSender {
            by,
            organization: &organization.name,
            locale: Locale {
                language: invited.or(chosen).unwrap_or_default(),
                time_zone: organization.time_zone,
            },
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
        role: Role::from_stored(&row.role),
        invited_by: row.invited_by_name,
        created_at: row.created_at,
        sent_at: row.sent_at,
        expires_at: row.expires_at,
        expired: row.expires_at <= now,
    }
}

impl From<InvitationError> for ApiError {
    fn from(error: InvitationError) -> Self {
        match error {
            InvitationError::Lookup(error) => error.into(),
            InvitationError::AlreadyMember => {
                Self::conflict("already_member", "A member already has this email address.")
            }
            InvitationError::TooManyInvitations => Self::conflict(
                "too_many_invitations",
                format!(
                    "The organization has {MAX_OPEN_INVITATIONS} pending invitations, which is \
                        the maximum. Revoke some first."
                ),
            ),
            InvitationError::PlanLimit {
                limit,
                people,
                invited,
            } => Self::plan_limit_reached(format!(
                "The organization's plan allows {limit} people. It has {people} members and \
                    {invited} pending invitations. Revoke an invitation, remove a member, or ask \
                    the operator for a higher limit."
            )),
            InvitationError::Role(error) => error.into(),
            InvitationError::Member(error) => error.into(),
            InvitationError::Entropy(error) => error.into(),
            InvitationError::Email(error) => Self::internal(&error),
        }
    }
}
