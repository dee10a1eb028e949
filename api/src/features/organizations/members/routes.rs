//! The operations about members over HTTP.

use super::store::{MemberViewer, change_role, list_members, remove_member, revoke_sessions};
use super::wire::{Member, MemberPatch, Members, RevokedMemberSessions};
use crate::auth::permission::{MembersManage, MembersRead};
use crate::auth::{Authority, Scope, Signed};
use crate::clock::Clock;
use crate::db::Database;
use crate::features::organizations::{refuse_demo, require_person};
use crate::http::{Acknowledgment, ApiError, Envelope, Tag, page_size};
use crate::ids::PersonId;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// Who belongs to the organization.
pub struct MembersApi {
    /// Forgets what it believed of roles that changed.
    pub authority: Arc<Authority>,
    /// Knows who has set up two-step sign-in.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Organizations")]
impl MembersApi {
    /// List the members of the organization
    ///
    /// Everybody with their name and role, in the order in which they registered. E-mail addresses,
    /// and whether two-step sign-in is on, are shown to those with `members.manage`.
    #[oai(path = "/api/members", method = "get", operation_id = "listMembers")]
    async fn list_members(
        &self,
        signed: Signed,
        /// How many members a page holds.
        #[oai(
            default = "page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the page before.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<Members>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(MembersRead)?;
        let by = build_member_viewer(scope)?;
        let mut members = list_members(
            &scope.read_db().await?,
            &by,
            &proof,
            limit.0,
            cursor.0.as_deref(),
        )
        .await?;
        by.fill_mfa_status(&self.database.platform(), &mut members.items)
            .await?;
        Ok(Json(Envelope::new(members)))
    }

    /// Give a member another role
    ///
    /// Owners change everybody; admins everybody but owners, and make nobody one. The last owner
    /// stays an owner (409 `last_owner`). It counts within 2 seconds on every server.
    #[oai(
        path = "/api/members/:id",
        method = "patch",
        operation_id = "updateMember"
    )]
    async fn update_member(
        &self,
        signed: Signed,
        id: Path<Uuid>,
        body: Json<MemberPatch>,
    ) -> Result<Json<Envelope<Member>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(MembersManage)?;
        refuse_demo(scope)?;
        let by = build_member_viewer(scope)?;
        let mut changed = change_role(
            scope.write_db().await?,
            &by,
            PersonId(id.0),
            body.0.role.into(),
            self.clock.now(),
            &proof,
        )
        .await?;
        self.authority.clear_lookups();
        by.fill_mfa_status(&self.database.platform(), [&mut changed])
            .await?;
        Ok(Json(Envelope::new(changed)))
    }

    /// End a member's sessions
    ///
    /// Those that work in this organization: the member is signed out of it within 2 seconds on
    /// every server, and signs in again. Sessions that work in another organization of theirs stay.
    /// Owners' are ended by owners.
    #[oai(
        path = "/api/members/:id/end-sessions",
        method = "post",
        operation_id = "endMemberSessions"
    )]
    async fn revoke_member_sessions(
        &self,
        signed: Signed,
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<RevokedMemberSessions>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(MembersManage)?;
        refuse_demo(scope)?;
        let by = PersonId(require_person(scope)?.id);
        let ended_sessions = revoke_sessions(
            scope.write_db().await?,
            by,
            PersonId(id.0),
            self.clock.now(),
            &proof,
        )
        .await?;
        self.authority.clear_lookups();
        Ok(Json(Envelope::new(RevokedMemberSessions {
            ended_sessions,
        })))
    }

    /// Remove a member, or leave
    ///
    /// Their sessions in this organization end within 2 seconds on every server. Everybody may
    /// leave, but for the last owner (409 `last_owner`); removing others asks for `members.manage`,
    /// and owners are removed by owners.
    #[oai(
        path = "/api/members/:id",
        method = "delete",
        operation_id = "removeMember"
    )]
    async fn remove_member(
        &self,
        signed: Signed,
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let (by, of) = (PersonId(require_person(scope)?.id), PersonId(id.0));
        if by == of {
            scope.require(MembersRead)?;
        } else {
            scope.require(MembersManage)?;
        }
        refuse_demo(scope)?;
        remove_member(scope.write_db().await?, by, of, self.clock.now()).await?;
        self.authority.clear_lookups();
        Ok(Json(Acknowledgment::in_envelope()))
    }
}

fn build_member_viewer(scope: &Scope) -> Result<MemberViewer, ApiError> {
    Ok(MemberViewer {
        person: PersonId(require_person(scope)?.id),
        manage_permission: scope.require(MembersManage).ok(),
    })
}
