//! HTTP operations on members.

use super::role_rules::RoleError;
use super::store::{
    MemberError, MemberRow, change_role, list_members, remove_member, revoke_sessions,
};
use super::wire::{Member, MemberPatch, Members, RevokedMemberSessions};
use crate::auth::permission::{MembersManage, MembersRead, Role};
use crate::auth::{Authority, Proof, Scope, Signed};
use crate::clock::Clock;
use crate::db::{Database, DbError, PlatformDb};
use crate::features::organizations::routes::require_person;
use crate::http::{Acknowledgment, ApiError, Envelope, Tag, default_page_size, parse_id_cursor};
use crate::ids::PersonId;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;
use std::collections::HashSet;
use std::iter::once;
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
        let after = parse_id_cursor(cursor.0.as_deref())?;
        let page = list_members(&scope.read_db().await?, &proof, limit.0, after).await?;
        let people = page.items.iter().map(|row| PersonId(row.id));
        let with_mfa = by
            .load_mfa_status(&self.database.platform(), people)
            .await?;
        let rows = page.items.into_iter();
        Ok(Json(Envelope::new(Members {
            items: rows
                .map(|row| by.to_member(row, with_mfa.as_ref()))
                .collect(),
            next_cursor: page.next_cursor,
        })))
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
        scope.refuse_demo()?;
        let (by, person) = (build_member_viewer(scope)?, PersonId(id.0));
        let with_mfa = by
            .load_mfa_status(&self.database.platform(), once(person))
            .await?;
        let changed = change_role(
            scope.write_db().await?,
            by.person,
            person,
            body.0.role,
            self.clock.now(),
            &proof,
        )
        .await?;
        self.authority.clear_lookups();
        Ok(Json(Envelope::new(
            by.to_member(changed, with_mfa.as_ref()),
        )))
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
        scope.refuse_demo()?;
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
        scope.refuse_demo()?;
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

/// The caller who views members.
struct MemberViewer {
    person: PersonId,
    /// Needed to see email addresses and MFA status.
    manage_permission: Option<Proof<MembersManage>>,
}

impl MemberViewer {
    fn to_member(&self, row: MemberRow, with_mfa: Option<&HashSet<PersonId>>) -> Member {
        let is_current_user = row.id == self.person.0;
        let email = (is_current_user || self.manage_permission.is_some()).then_some(row.email);
        Member {
            id: row.id,
            name: row.name,
            role: Role::from_stored(&row.role),
            email,
            mfa_enabled: with_mfa.map(|people| people.contains(&PersonId(row.id))),
            joined_at: row.joined_at,
            is_current_user,
        }
    }

    /// Which of these people have MFA, if the caller may see it. A tenant transaction can't read
    /// credentials, so this uses the platform connection.
    async fn load_mfa_status(
        &self,
        platform: &PlatformDb,
        people: impl Iterator<Item = PersonId> + Send,
    ) -> Result<Option<HashSet<PersonId>>, DbError> {
        match self.manage_permission {
            Some(_) => Ok(Some(platform.filter_people_with_mfa(people).await?)),
            None => Ok(None),
        }
    }
}

impl From<RoleError> for ApiError {
    fn from(error: RoleError) -> Self {
        Self::forbidden(error.to_string())
    }
}

impl From<MemberError> for ApiError {
    fn from(error: MemberError) -> Self {
        match error {
            MemberError::NotFound => Self::not_found(),
            MemberError::CallerRemoved => Self::unauthorized(),
            MemberError::Role(error) => error.into(),
            MemberError::LastOwner => Self::conflict(
                "last_owner",
                "This is the organization's only owner. Make another member an owner first.",
            ),
            MemberError::UnknownRole => Self::conflict(
                "unknown_role",
                "This member has an unknown role. Remove them and invite them again.",
            ),
            MemberError::Db(error) => error.into(),
        }
    }
}
