//! Queries across tenants, each with its own method: sign-in, sessions, and work that is due.

mod account_deletion;
mod account_recovery;
mod alert_rules;
mod api_keys;
mod calendar_feeds;
mod due_queue;
mod idempotent_requests;
mod invitations;
mod mfa_credentials;
mod mfa_policies;
mod one_time_tokens;
mod operators;
mod organizations;
mod outbox_emails;
mod person_preferences;
mod person_sessions;
mod personal_data;
mod purchase_order_emails;
mod rate_limit_buckets;
mod reference_yields;
mod report_deliveries;
mod server_figures;
mod shared_feedback;
mod shared_views;
mod signing_key_versions;
mod stored_figures;
mod tenant_administration;
mod tenant_overviews;
mod webhook_deliveries;

pub use account_deletion::AccountDeletionOutcome;
pub use alert_rules::DueAlertRule;
pub use api_keys::ApiKeyAccess;
pub use invitations::{
    AcceptOutcome, InvitationDetails, InvitationLookup, InvitationStatus, Invitee,
};
pub use mfa_policies::MfaPolicySummary;
pub use operators::{GrantOutcome, NewOperatorAuditEntry, OperatorDetails};
pub use organizations::OrganizationUpdate;
pub use personal_data::PersonalData;
pub use purchase_order_emails::OrderEmail;
pub use rate_limit_buckets::RateLimitCost;
pub use report_deliveries::{DueReportDelivery, DueReportRecipient};
pub use server_figures::ServerFigures;
pub use tenant_administration::TenantUpdateOutcome;
pub use tenant_overviews::TenantOverview;
pub use webhook_deliveries::DueWebhookDelivery;

use super::platform_connection::PlatformConnection;
use super::tenant_limits::Suspension;
use super::{
    Access, Actor, AuditAction, DbError, NewAuditEntry, Organization, OrganizationCalendar,
    RequestOrigin, audit,
};
use crate::ids::{PersonId, SessionId, TenantId};
use chrono::{DateTime, TimeDelta, Utc};
use entities::{job, membership, organization, person, refresh_token, session, sync_schedule};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::{Expr, SelectStatement};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait, Select, Set,
};
use serde_json::json;
use std::collections::HashMap;

/// How long a replaced refresh token is tolerated, because two tabs may refresh concurrently.
const SUPERSEDED_GRACE: TimeDelta = TimeDelta::seconds(10);

/// The maximum number of organizations of a person.
const MAX_ORGANIZATIONS: u64 = 100;

/// Access to everything that does not belong to one tenant.
#[derive(Clone, Debug)]
pub struct PlatformDb {
    connection: PlatformConnection,
}

/// A person with their default organization.
#[derive(Clone, Debug)]
pub struct Account {
    /// The person.
    pub person: person::Model,
    /// The organization and the role in it.
    pub access: Access,
}

/// A person as an active member of an organization.
#[derive(Clone, Debug)]
pub struct Member {
    /// The person.
    pub person: person::Model,
    /// The organization and the role in it.
    pub access: Access,
    /// Whether the organization requires MFA and the person has not set it up.
    pub mfa_setup_required: bool,
}

/// An active session and its organization.
#[derive(Clone, Debug)]
pub struct SessionAccess {
    /// The session id.
    pub session: SessionId,
    /// The person.
    pub person: person::Model,
    /// The organization and the role in it.
    pub access: Access,
    /// Whether the organization requires MFA and the person has not set it up.
    pub mfa_setup_required: bool,
}

/// A new organization with its owner.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// The organization.
    pub organization: organization::Model,
    /// The owner.
    pub person: person::Model,
    /// The owner's role.
    pub role: String,
    /// The origin of the request. `None` if the server creates the organization.
    pub origin: Option<RequestOrigin>,
    /// Whether to create it only if it is the first account, not counting the demo's.
    pub only_first: bool,
}

/// A sync schedule that is due.
#[derive(Clone, Debug)]
pub struct DueSchedule {
    /// Access to the organization for the server.
    pub access: Access,
    /// The schedule.
    pub schedule: sync_schedule::Model,
    /// When it was due.
    pub due_at: DateTime<Utc>,
}

/// A job that is running or should be.
#[derive(Clone, Debug)]
pub struct TenantJob {
    /// Access to the organization for the server.
    pub access: Access,
    /// The job.
    pub job: job::Model,
}

/// A new session with its first refresh token.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The session.
    pub session: session::Model,
    /// The hash of the first refresh token.
    pub token_hash: String,
    /// When this token expires without use.
    pub token_expires_at: DateTime<Utc>,
}

/// The result of presenting a refresh token.
#[derive(Clone, Debug)]
pub enum TokenRotation {
    /// It was the newest of its family and has been replaced.
    Rotated(SessionId),
    /// Another tab has just replaced it. The session continues.
    Superseded,
    /// It is unknown or expired, or its session has ended.
    Rejected,
    /// It was used again long after its replacement, which has revoked the session.
    Replayed {
        /// The session.
        session: SessionId,
        /// The person.
        person: PersonId,
        /// The organization of the session.
        tenant: TenantId,
    },
}

impl PlatformDb {
    pub(in crate::db) fn new(connection: PlatformConnection) -> Self {
        Self { connection }
    }

    /// The session with its person and organization, if all are active.
    pub async fn find_live_session(
        &self,
        id: SessionId,
        now: DateTime<Utc>,
    ) -> Result<Option<SessionAccess>, DbError> {
        let Some(found) = session::Entity::find_by_id(id.0)
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        if found.revoked_at.is_some() || found.expires_at <= now {
            return Ok(None);
        }
        let Some(person) = person::Entity::find_by_id(found.person_id)
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        if person.disabled_at.is_some() {
            return Ok(None);
        }
        let Some(member) = membership::Entity::find_by_id((found.tenant_id, found.person_id))
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        let Some(organization) = active_organizations()
            .filter(organization::Column::Id.eq(found.tenant_id))
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        let mfa_setup_required = self
            .is_missing_mfa(organization.mfa_required, &person)
            .await?;
        let access = Access::new(
            to_organization(organization),
            Some(PersonId(person.id)),
            member.role,
        );
        Ok(Some(SessionAccess {
            session: id,
            person,
            access,
            mfa_setup_required,
        }))
    }

    /// Whether MFA is required of the person and not set up.
    async fn is_missing_mfa(
        &self,
        required: bool,
        person: &person::Model,
    ) -> Result<bool, DbError> {
        let person = PersonId(person.id);
        Ok(required && !mfa_credentials::has_confirmed_mfa(&self.connection, person).await?)
    }

    /// The demo organization for its visitors, if there is one.
    pub async fn find_demo_organization(&self) -> Result<Option<Access>, DbError> {
        let demo = active_organizations()
            .filter(organization::Column::IsDemo.eq(true))
            .one(&self.connection)
            .await?;
        Ok(demo.map(|demo| Access::new(to_organization(demo), None, "viewer".to_owned())))
    }

    /// The organization with this id or slug, for the command line.
    pub async fn find_organization_for_command(
        &self,
        id_or_slug: &str,
    ) -> Result<Option<Access>, DbError> {
        let named = match id_or_slug.parse::<Uuid>() {
            Ok(id) => organization::Column::Id.eq(id),
            Err(_) => organization::Column::Slug.eq(id_or_slug),
        };
        let found = active_organizations()
            .filter(named)
            .one(&self.connection)
            .await?;
        Ok(found.map(|found| Access::new(to_organization(found), None, "owner".to_owned())))
    }

    /// All organizations, for the command line.
    pub async fn list_organizations_for_command(&self) -> Result<Vec<Access>, DbError> {
        let all = active_organizations()
            .order_by_asc(organization::Column::Slug)
            .all(&self.connection)
            .await?;
        Ok(all
            .into_iter()
            .map(|found| Access::new(to_organization(found), None, "owner".to_owned()))
            .collect())
    }

    /// The schedules that are due, longest overdue first, at most `limit`.
    pub async fn list_due_schedules(
        &self,
        now: DateTime<Utc>,
        limit: u64,
    ) -> Result<Vec<DueSchedule>, DbError> {
        let due = sync_schedule::Entity::find()
            .filter(sync_schedule::Column::Enabled.eq(true))
            .filter(sync_schedule::Column::NextRunAt.lte(now));
        let due = due
            .filter(sync_schedule::Column::TenantId.not_in_subquery(suspended_organization_ids()))
            .order_by_asc(sync_schedule::Column::NextRunAt)
            .limit(limit)
            .all(&self.connection)
            .await?;
        let owners = self
            .load_server_access(due.iter().map(|schedule| schedule.tenant_id))
            .await?;
        let found = due.into_iter().filter_map(|schedule| {
            let access = owners.get(&schedule.tenant_id)?.clone();
            Some(DueSchedule {
                access,
                due_at: schedule.next_run_at?,
                schedule,
            })
        });
        Ok(found.collect())
    }

    /// The jobs of a kind in the state `running`, oldest first, at most `limit`.
    pub async fn list_running_jobs(
        &self,
        kind: &str,
        limit: u64,
    ) -> Result<Vec<TenantJob>, DbError> {
        let found = job::Entity::find()
            .filter(job::Column::State.eq("running"))
            .filter(job::Column::Kind.eq(kind));
        let found =
            found.filter(job::Column::TenantId.not_in_subquery(suspended_organization_ids()));
        self.attach_access(
            found
                .order_by_asc(job::Column::DueAt)
                .limit(limit)
                .all(&self.connection)
                .await?,
        )
        .await
    }

    /// The email jobs that are due, longest overdue first, at most `limit`. An unfinished attempt
    /// is due again at its time.
    pub async fn list_due_email_jobs(
        &self,
        now: DateTime<Utc>,
        limit: u64,
    ) -> Result<Vec<TenantJob>, DbError> {
        let due = job::Entity::find()
            .filter(job::Column::State.is_in(["queued", "running"]))
            .filter(job::Column::Kind.eq("email"));
        let due = due.filter(job::Column::TenantId.not_in_subquery(suspended_organization_ids()));
        let due = due
            .filter(job::Column::DueAt.lte(now))
            .order_by_asc(job::Column::DueAt)
            .limit(limit)
            .all(&self.connection)
            .await?;
        self.attach_access(due).await
    }

    async fn attach_access(&self, jobs: Vec<job::Model>) -> Result<Vec<TenantJob>, DbError> {
        let owners = self
            .load_server_access(jobs.iter().map(|job| job.tenant_id))
            .await?;
        let owned = jobs.into_iter().filter_map(|job| {
            Some(TenantJob {
                access: owners.get(&job.tenant_id)?.clone(),
                job,
            })
        });
        Ok(owned.collect())
    }

    /// Access to these organizations for the server. Without organizations it runs no query, as in
    /// most polls of an idle server.
    async fn load_server_access(
        &self,
        tenants: impl Iterator<Item = Uuid>,
    ) -> Result<HashMap<Uuid, Access>, DbError> {
        let tenants: Vec<Uuid> = tenants.collect();
        if tenants.is_empty() {
            return Ok(HashMap::new());
        }
        let owners = active_organizations()
            .filter(organization::Column::Id.is_in(tenants))
            .all(&self.connection)
            .await?;
        Ok(owners
            .into_iter()
            .map(|owner| {
                (
                    owner.id,
                    Access::new(to_organization(owner), None, "owner".to_owned()),
                )
            })
            .collect())
    }

    /// Access to an organization for the server.
    async fn find_server_access(&self, tenant: Uuid) -> Result<Option<Access>, DbError> {
        let mut found = self.load_server_access(std::iter::once(tenant)).await?;
        Ok(found.remove(&tenant))
    }

    /// The member behind a secret link. None if they have left, or the organization is suspended.
    async fn find_link_owner(
        &self,
        tenant: Uuid,
        person: PersonId,
    ) -> Result<Option<Member>, DbError> {
        let found = self.find_server_access(tenant).await?;
        let organization = found
            .as_ref()
            .map(Access::organization)
            .filter(|organization| organization.suspension.is_none());
        match organization {
            Some(organization) => self.find_member(organization, person).await,
            None => Ok(None),
        }
    }

    /// A person as an active member of an organization, with their role. `None` if they are not a
    /// member.
    pub async fn find_member(
        &self,
        organization: &Organization,
        person: PersonId,
    ) -> Result<Option<Member>, DbError> {
        let Some(member) = membership::Entity::find_by_id((organization.id.0, person.0))
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        let Some(person) = person::Entity::find_by_id(person.0)
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        if person.disabled_at.is_some() {
            return Ok(None);
        }
        let access = Access::new(organization.clone(), Some(PersonId(person.id)), member.role);
        let mfa_setup_required = self
            .is_missing_mfa(organization.mfa_required, &person)
            .await?;
        Ok(Some(Member {
            person,
            access,
            mfa_setup_required,
        }))
    }

    /// The person with this address (trimmed, in lower case), and the organization to sign in to:
    /// the last active one of which they are still a member, or else the first that they joined.
    /// Suspended organizations come last.
    pub async fn find_account_by_email(&self, email: &str) -> Result<Option<Account>, DbError> {
        let Some(person) = person::Entity::find()
            .filter(person::Column::Email.eq(email))
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        let own = self
            .list_person_organizations(PersonId(person.id), MAX_ORGANIZATIONS)
            .await?;
        let there = session::Column::TenantId.is_in(own.iter().map(|access| access.tenant().0));
        let last = session::Entity::find()
            .filter(session::Column::PersonId.eq(person.id))
            .filter(there);
        let last = last
            .order_by_desc(session::Column::RefreshedAt)
            .order_by_desc(session::Column::Id)
            .one(&self.connection)
            .await?;
        let entered = last.and_then(|last| {
            own.iter()
                .find(|access| access.tenant().0 == last.tenant_id)
        });
        let open = |access: &&Access| access.organization().suspension.is_none();
        let entered = entered
            .filter(open)
            .or_else(|| own.iter().find(open))
            .or(entered)
            .or(own.first());
        Ok(entered.cloned().map(|access| Account { person, access }))
    }

    /// Whether an organization has this slug.
    pub async fn is_slug_taken(&self, slug: &str) -> Result<bool, DbError> {
        Ok(organization::Entity::find()
            .filter(organization::Column::Slug.eq(slug))
            .one(&self.connection)
            .await?
            .is_some())
    }

    /// Creates an organization with its owner in one transaction. `None` if it must be the first
    /// account and is not. Fails with [`DbError::Duplicate`] if the address or the slug is taken.
    pub async fn create_account(&self, mut new: NewAccount) -> Result<Option<Account>, DbError> {
        let transaction = self.begin().await?;
        organizations::lock_new_organizations(&transaction).await?;
        if new.only_first && organizations::has_accounts(&transaction).await? {
            return Ok(None);
        }
        new.organization.owns_warehouse_root =
            !new.organization.is_demo && !organizations::has_organizations(&transaction).await?;
        let joined = membership::Model {
            tenant_id: new.organization.id,
            person_id: new.person.id,
            role: new.role,
            created_at: new.organization.created_at,
        };
        organization::Entity::insert(
            organization::ActiveModel::from(new.organization.clone()).reset_all(),
        )
        .exec_without_returning(&transaction)
        .await?;
        person::Entity::insert(person::ActiveModel::from(new.person.clone()).reset_all())
            .exec_without_returning(&transaction)
            .await?;
        membership::Entity::insert(membership::ActiveModel::from(joined.clone()).reset_all())
            .exec_without_returning(&transaction)
            .await?;
        let at = new.organization.created_at;
        let act = NewAuditEntry::new(AuditAction::OrganizationCreated)
            .with_target("organization", new.organization.id)
            .with_target_name(&new.organization.name);
        let access = Access::new(
            to_organization(new.organization),
            Some(PersonId(new.person.id)),
            joined.role,
        );
        let author = new.origin.map(|origin| {
            Actor::for_person(PersonId(new.person.id), &new.person.name).with_origin(origin)
        });
        let access = author.into_iter().fold(access, Access::with_actor);
        append_audit_entry(&transaction, &access, at, act).await?;
        transaction.commit().await?;
        Ok(Some(Account {
            person: new.person,
            access,
        }))
    }

    /// Creates a session for the person of `access`.
    pub async fn create_session(&self, new: NewSession, access: &Access) -> Result<(), DbError> {
        let transaction = self.begin().await?;
        let (session_id, issued_at) = (new.session.id, new.session.created_at);
        session::Entity::insert(session::ActiveModel::from(new.session).reset_all())
            .exec_without_returning(&transaction)
            .await?;
        insert_refresh_token(
            &transaction,
            SessionId(session_id),
            new.token_hash,
            issued_at,
            new.token_expires_at,
        )
        .await?;
        append_audit_entry(
            &transaction,
            access,
            issued_at,
            NewAuditEntry::new(AuditAction::SessionCreated).with_target("session", session_id),
        )
        .await?;
        Ok(transaction.commit().await?)
    }

    /// Replaces a refresh token with the next of its family, exactly once. A token that is used
    /// again after the grace period revokes its session.
    pub async fn rotate_refresh_token(
        &self,
        presented: &str,
        next: String,
        next_expires_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<TokenRotation, DbError> {
        let transaction = self.begin().await?;
        let Some(token) = refresh_token::Entity::find_by_id(presented)
            .one(&transaction)
            .await?
        else {
            return Ok(TokenRotation::Rejected);
        };
        let session_id = SessionId(token.session_id);
        let Some(family) = session::Entity::find_by_id(token.session_id)
            .one(&transaction)
            .await?
        else {
            return Ok(TokenRotation::Rejected);
        };
        if family.revoked_at.is_some() || family.expires_at <= now {
            return Ok(TokenRotation::Rejected);
        }
        if let Some(used_at) = token.used_at {
            if now - used_at <= SUPERSEDED_GRACE {
                return Ok(TokenRotation::Superseded);
            }
            mark_session_revoked(&transaction, session_id, now).await?;
            let act = NewAuditEntry::new(AuditAction::SessionRevoked)
                .with_target("session", session_id)
                .with_after(&json!({"reason": "a refresh token was used again"}));
            audit::append_entry(
                &transaction,
                TenantId(family.tenant_id),
                &Actor::system(),
                now,
                act,
            )
            .await?;
            transaction.commit().await?;
            return Ok(TokenRotation::Replayed {
                session: session_id,
                person: PersonId(family.person_id),
                tenant: TenantId(family.tenant_id),
            });
        }
        if token.expires_at <= now {
            return Ok(TokenRotation::Rejected);
        }
        let claimed = refresh_token::Entity::update_many()
            .col_expr(refresh_token::Column::UsedAt, Expr::value(now))
            .filter(refresh_token::Column::Hash.eq(presented))
            .filter(refresh_token::Column::UsedAt.is_null())
            .exec(&transaction)
            .await?;
        if claimed.rows_affected == 0 {
            return Ok(TokenRotation::Superseded);
        }
        insert_refresh_token(
            &transaction,
            session_id,
            next,
            now,
            next_expires_at.min(family.expires_at),
        )
        .await?;
        session::ActiveModel {
            id: Set(session_id.0),
            refreshed_at: Set(now),
            ..Default::default()
        }
        .update(&transaction)
        .await?;
        transaction.commit().await?;
        Ok(TokenRotation::Rotated(session_id))
    }

    /// The session of a refresh token, even of a replaced one.
    pub async fn find_session_by_refresh_token(
        &self,
        hash: &str,
    ) -> Result<Option<SessionId>, DbError> {
        Ok(refresh_token::Entity::find_by_id(hash)
            .one(&self.connection)
            .await?
            .map(|token| SessionId(token.session_id)))
    }

    /// Revokes a session on behalf of its person: its access tokens and refresh tokens become
    /// invalid.
    pub async fn revoke_session(
        &self,
        id: SessionId,
        origin: RequestOrigin,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let transaction = self.begin().await?;
        if mark_session_revoked(&transaction, id, now).await?
            && let Some(ended) = session::Entity::find_by_id(id.0).one(&transaction).await?
            && let Some(person) = person::Entity::find_by_id(ended.person_id)
                .one(&transaction)
                .await?
        {
            let author = Actor::for_person(PersonId(person.id), &person.name).with_origin(origin);
            audit::append_entry(
                &transaction,
                TenantId(ended.tenant_id),
                &author,
                now,
                NewAuditEntry::new(AuditAction::SessionRevoked).with_target("session", id),
            )
            .await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Changes the display name of a person.
    pub async fn rename_person(
        &self,
        access: &Access,
        id: PersonId,
        name: &str,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        let before = person::Entity::find_by_id(id.0)
            .one(transaction)
            .await?
            .map(|person| person.name);
        person::ActiveModel {
            id: Set(id.0),
            name: Set(name.to_owned()),
            ..Default::default()
        }
        .update(transaction)
        .await?;
        let act = NewAuditEntry::new(AuditAction::AccountUpdated)
            .with_target("person", id)
            .with_target_name(name);
        append_audit_entry(
            transaction,
            access,
            now,
            act.with_before(&json!({"name": before}))
                .with_after(&json!({"name": name})),
        )
        .await?;
        change.commit().await
    }

    pub(in crate::db) async fn begin(&self) -> Result<DatabaseTransaction, DbError> {
        self.connection.begin().await
    }
}

async fn insert_refresh_token(
    transaction: &DatabaseTransaction,
    session: SessionId,
    hash: String,
    issued_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<(), DbError> {
    let token = refresh_token::ActiveModel {
        hash: Set(hash),
        session_id: Set(session.0),
        issued_at: Set(issued_at),
        expires_at: Set(expires_at),
        used_at: Set(None),
    };
    refresh_token::Entity::insert(token)
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// The organizations that are not being deleted. Every way to access an organization starts here.
fn active_organizations() -> Select<organization::Entity> {
    organization::Entity::find().filter(organization::Column::DeletionStartedAt.is_null())
}

/// Appends an entry to the audit log of the organization of `access`.
async fn append_audit_entry(
    transaction: &DatabaseTransaction,
    access: &Access,
    at: DateTime<Utc>,
    act: NewAuditEntry,
) -> Result<(), DbError> {
    audit::append_entry(transaction, access.tenant(), access.actor(), at, act).await
}

/// The suspended organizations. Their due work waits and does not delay others.
fn suspended_organization_ids() -> SelectStatement {
    organization::Entity::find()
        .select_only()
        .column(organization::Column::Id)
        .filter(organization::Column::SuspendedAt.is_not_null())
        .into_query()
}

/// Returns whether the session was active.
async fn mark_session_revoked(
    connection: &impl ConnectionTrait,
    id: SessionId,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let ended = session::Entity::update_many()
        .col_expr(session::Column::RevokedAt, Expr::value(now))
        .filter(session::Column::Id.eq(id.0))
        .filter(session::Column::RevokedAt.is_null())
        .exec(connection)
        .await?;
    Ok(ended.rows_affected > 0)
}

/// A stored time zone that this build does not know becomes UTC. Zones are validated when they are
/// saved.
fn to_organization(row: organization::Model) -> Organization {
    Organization {
        suspension: Suspension::from_row(&row),
        id: TenantId(row.id),
        slug: row.slug,
        name: row.name,
        currency: row.currency,
        time_zone: row.time_zone.parse().unwrap_or(chrono_tz::UTC),
        is_demo: row.is_demo,
        data_version: row.data_version,
        mfa_required: row.mfa_required,
        owns_warehouse_root: row.owns_warehouse_root,
        calendar: OrganizationCalendar {
            week_start: u8::try_from(row.week_start).unwrap_or(1),
            fiscal_year_start: u8::try_from(row.fiscal_year_start).unwrap_or(1),
        },
    }
}
