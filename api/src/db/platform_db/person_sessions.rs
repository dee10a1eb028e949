//! A person's own sessions and password. Every statement is restricted to the person.

use super::operators::{NewOperatorAuditEntry, append_operator_audit_entry};
use super::{PlatformDb, append_audit_entry, outbox_emails};
use crate::db::{Access, Actor, AuditAction, DbError, NewAuditEntry};
use crate::ids::{PersonId, SessionId};
use chrono::{DateTime, Utc};
use entities::{email_outbox, person, session};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, Order, QueryFilter, QueryOrder, QuerySelect,
};
use serde_json::json;

impl PlatformDb {
    /// A person's active sessions that were used since `used_since`: `first`, then by last use, at
    /// most `limit`.
    pub async fn list_live_sessions(
        &self,
        person: PersonId,
        first: SessionId,
        used_since: DateTime<Utc>,
        now: DateTime<Utc>,
        limit: u64,
    ) -> Result<Vec<session::Model>, DbError> {
        let own = session::Entity::find()
            .filter(session::Column::PersonId.eq(person.0))
            .filter(session::Column::RevokedAt.is_null());
        let live = own
            .filter(session::Column::ExpiresAt.gt(now))
            .filter(session::Column::RefreshedAt.gt(used_since));
        let newest = live
            .order_by(session::Column::Id.eq(first.0), Order::Desc)
            .order_by_desc(session::Column::RefreshedAt)
            .order_by_desc(session::Column::Id);
        Ok(newest.limit(limit).all(&self.connection).await?)
    }

    /// Revokes an active session of a person. Returns false if they have none with this id.
    pub async fn revoke_own_session(
        &self,
        access: &Access,
        person: PersonId,
        id: SessionId,
        now: DateTime<Utc>,
    ) -> Result<bool, DbError> {
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        let ended = session::Entity::update_many()
            .col_expr(session::Column::RevokedAt, Expr::value(now))
            .filter(session::Column::Id.eq(id.0))
            .filter(session::Column::PersonId.eq(person.0))
            .filter(session::Column::RevokedAt.is_null())
            .filter(session::Column::ExpiresAt.gt(now));
        if ended.exec(transaction).await?.rows_affected == 0 {
            return Ok(false);
        }
        append_audit_entry(
            transaction,
            access,
            now,
            NewAuditEntry::new(AuditAction::SessionRevoked).with_target("session", id),
        )
        .await?;
        change.commit().await?;
        Ok(true)
    }

    /// Revokes all sessions of a person except one, and returns their number.
    pub async fn revoke_other_sessions(
        &self,
        access: &Access,
        person: PersonId,
        keep: SessionId,
        now: DateTime<Utc>,
    ) -> Result<u64, DbError> {
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        let ended = revoke_sessions_except(transaction, person, keep, now).await?;
        append_audit_entry(
            transaction,
            access,
            now,
            NewAuditEntry::new(AuditAction::OtherSessionsRevoked)
                .with_target("person", person)
                .with_after(&json!({"revokedSessions": ended})),
        )
        .await?;
        change.commit().await?;
        Ok(ended)
    }

    /// For operators: revokes all sessions of a person, records it in the audit log, and returns
    /// their number.
    pub async fn revoke_all_sessions(
        &self,
        person: PersonId,
        access: Option<&Access>,
        now: DateTime<Utc>,
    ) -> Result<u64, DbError> {
        let transaction = self.begin().await?;
        let ended = revoke_person_sessions(&transaction, person, now).await?;
        if let Some(access) = access {
            let act = NewAuditEntry::new(AuditAction::AllSessionsRevoked)
                .with_target("person", person)
                .with_after(&json!({"by": "operator", "revokedSessions": ended}));
            append_audit_entry(&transaction, access, now, act).await?;
        }
        transaction.commit().await?;
        Ok(ended)
    }

    /// For operators: revokes the sessions of all persons, records it in the operator audit log as
    /// `entry`, and returns their number.
    pub async fn revoke_every_session(
        &self,
        by: &Actor,
        entry: Uuid,
        now: DateTime<Utc>,
    ) -> Result<u64, DbError> {
        let transaction = self.begin().await?;
        let live = session::Entity::update_many()
            .col_expr(session::Column::RevokedAt, Expr::value(now))
            .filter(session::Column::RevokedAt.is_null())
            .filter(session::Column::ExpiresAt.gt(now));
        let ended = live.exec(&transaction).await?.rows_affected;
        let entry = NewOperatorAuditEntry {
            id: entry,
            action: "sessions.revoked",
            target_id: None,
            target_name: None,
        };
        append_operator_audit_entry(&transaction, by, entry, now).await?;
        transaction.commit().await?;
        Ok(ended)
    }

    /// When a session was created.
    pub async fn find_session_created_at(
        &self,
        session: SessionId,
    ) -> Result<Option<DateTime<Utc>>, DbError> {
        Ok(session::Entity::find_by_id(session.0)
            .one(&self.connection)
            .await?
            .map(|session| session.created_at))
    }

    /// The hash of a person's password.
    pub async fn find_password_hash(&self, person: PersonId) -> Result<Option<String>, DbError> {
        Ok(person::Entity::find_by_id(person.0)
            .one(&self.connection)
            .await?
            .map(|person| person.password_hash))
    }

    /// Replaces the checked password hash, revokes the person's other sessions and enqueues the
    /// notification, in one transaction. Returns the number of sessions, or `None` if the hash has
    /// changed since it was checked.
    pub async fn change_password(
        &self,
        access: &Access,
        person: PersonId,
        [checked, next]: [&str; 2],
        keep: SessionId,
        notification: email_outbox::Model,
        now: DateTime<Utc>,
    ) -> Result<Option<u64>, DbError> {
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        let changed = person::Entity::update_many()
            .col_expr(person::Column::PasswordHash, Expr::value(next))
            .filter(person::Column::Id.eq(person.0))
            .filter(person::Column::PasswordHash.eq(checked))
            .exec(transaction)
            .await?;
        if changed.rows_affected == 0 {
            return Ok(None);
        }
        let ended = revoke_sessions_except(transaction, person, keep, now).await?;
        outbox_emails::insert_email(transaction, notification).await?;
        append_audit_entry(
            transaction,
            access,
            now,
            NewAuditEntry::new(AuditAction::PasswordChanged)
                .with_target("person", person)
                .with_after(&json!({"revokedSessions": ended})),
        )
        .await?;
        change.commit().await?;
        Ok(Some(ended))
    }
}

/// Revokes all active sessions of a person and returns their number.
pub(super) async fn revoke_person_sessions(
    connection: &impl ConnectionTrait,
    person: PersonId,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    let all = session::Entity::update_many()
        .col_expr(session::Column::RevokedAt, Expr::value(now))
        .filter(session::Column::PersonId.eq(person.0))
        .filter(session::Column::RevokedAt.is_null())
        .filter(session::Column::ExpiresAt.gt(now));
    Ok(all.exec(connection).await?.rows_affected)
}

async fn revoke_sessions_except(
    connection: &impl ConnectionTrait,
    person: PersonId,
    keep: SessionId,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    let others = session::Entity::update_many()
        .col_expr(session::Column::RevokedAt, Expr::value(now))
        .filter(session::Column::PersonId.eq(person.0))
        .filter(session::Column::Id.ne(keep.0))
        .filter(session::Column::RevokedAt.is_null())
        .filter(session::Column::ExpiresAt.gt(now));
    Ok(others.exec(connection).await?.rows_affected)
}
