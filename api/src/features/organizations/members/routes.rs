//! HTTP operations on members.

use super::store::{MemberViewer, change_role, list_members, remove_member, revoke_sessions};
use super::wire::{Member, MemberPatch, Members, RevokedMemberSessions};
use crate::auth::permission::{MembersManage, MembersRead};
use crate::auth::{Authority, Scope, Signed};
use crate::clock::Clock;
use crate::db::Database;
use crate::features::organizations::{refuse_demo, require_person};
use crate::http::{Acknowledgment, ApiError, Envelope, Tag, default_page_size};
use crate::ids::PersonId;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// Members.
pub struct MembersApi {
    /// Clears cached lookups.
    pub authority: Arc<Authority>,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Organizations")]
impl MembersApi {
    /// List members
    ///
    /// In the order of registration. Email addresses and MFA status are present for callers with
    /// `members.manage`.
    #[oai(path = "/api/members", method = "get", operation_id = "listMembers")]
    async fn list_members(
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

    /// Update a member's role
    ///
    /// Owners can change every member. Admins can change all members except owners and can't grant
    /// `owner`. The last owner must stay an owner (409 `last_owner`). Takes effect within 2 seconds
    /// on every server.
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
            body.0.role,
            self.clock.now(),
            &proof,
        )
        .await?;
        self.authority.clear_lookups();
        by.fill_mfa_status(&self.database.platform(), [&mut changed])
            .await?;
        Ok(Json(Envelope::new(changed)))
    }

    /// Revoke a member's sessions
    ///
    /// Revokes the sessions that work in this organization, within 2 seconds on every server. The
    /// member can sign in again. Sessions in other organizations stay. Only owners can revoke the
    /// sessions of an owner.
    #[oai(
        path = "/api/members/:id/revoke-sessions",
        method = "post",
        operation_id = "revokeMemberSessions"
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
        let revoked_sessions = revoke_sessions(
            scope.write_db().await?,
            by,
            PersonId(id.0),
            self.clock.now(),
            &proof,
        )
        .await?;
        self.authority.clear_lookups();
        Ok(Json(Envelope::new(RevokedMemberSessions {
            revoked_sessions,
        })))
    }

    /// Remove a member or leave the organization
    ///
    /// Revokes the member's sessions in this organization within 2 seconds on every server.
    /// Everyone except the last owner can leave (409 `last_owner`). Removing others needs
    /// `members.manage`, and only owners can remove owners.
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
