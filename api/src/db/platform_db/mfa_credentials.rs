//! MFA credentials and recovery codes. Each code is used up by one statement.

use super::{PlatformDb, append_audit_entry, outbox_emails, person_sessions};
use crate::db::{Access, AuditAction, DbError, NewAuditEntry};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::{email_outbox, mfa_credential, recovery_code};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, Set,
};
use serde_json::json;

/// Whether sign-in requires MFA for the person.
pub(super) async fn has_confirmed_mfa(
    connection: &impl ConnectionTrait,
    person: PersonId,
) -> Result<bool, DbError> {
    let confirmed = mfa_credential::Entity::find_by_id(person.0)
        .filter(mfa_credential::Column::ConfirmedAt.is_not_null());
    Ok(confirmed.count(connection).await? > 0)
}

impl PlatformDb {
    /// The MFA credential of a person, confirmed or not.
    pub async fn find_mfa_credential(
        &self,
        person: PersonId,
    ) -> Result<Option<mfa_credential::Model>, DbError> {
        Ok(mfa_credential::Entity::find_by_id(person.0)
            .one(&self.connection)
            .await?)
    }

    /// Whether sign-in requires MFA for the person.
    pub async fn is_mfa_enabled(&self, person: PersonId) -> Result<bool, DbError> {
        has_confirmed_mfa(&self.connection, person).await
    }

    /// The number of unused recovery codes.
    pub async fn count_unused_recovery_codes(&self, person: PersonId) -> Result<u64, DbError> {
        let left = recovery_code::Entity::find()
            .filter(recovery_code::Column::PersonId.eq(person.0))
            .filter(recovery_code::Column::UsedAt.is_null());
        Ok(left.count(&self.connection).await?)
    }

    /// Saves an unconfirmed credential, replacing an earlier unconfirmed one. Fails with
    /// [`DbError::Duplicate`] if a confirmed one exists.
    pub async fn start_mfa_enrollment(&self, factor: mfa_credential::Model) -> Result<(), DbError> {
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        let begun = mfa_credential::Entity::delete_many()
            .filter(mfa_credential::Column::PersonId.eq(factor.person_id));
        begun
            .filter(mfa_credential::Column::ConfirmedAt.is_null())
            .exec(transaction)
            .await?;
        mfa_credential::Entity::insert(mfa_credential::ActiveModel::from(factor).reset_all())
            .exec_without_returning(transaction)
            .await?;
        change.commit().await
    }

    /// Confirms the credential, saves new recovery codes and enqueues the notification. Returns
    /// false if the credential to confirm has changed.
    pub async fn confirm_mfa_enrollment(
        &self,
        access: &Access,
        seen: &mfa_credential::Model,
        step: i64,
        hashes: Vec<String>,
        notification: email_outbox::Model,
        now: DateTime<Utc>,
    ) -> Result<bool, DbError> {
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        let confirmed = mfa_credential::Entity::update_many()
            .col_expr(mfa_credential::Column::ConfirmedAt, Expr::value(now))
            .col_expr(mfa_credential::Column::LastTotpStep, Expr::value(step))
            .filter(mfa_credential::Column::PersonId.eq(seen.person_id))
            .filter(mfa_credential::Column::SealedSecret.eq(&seen.sealed_secret))
            .filter(mfa_credential::Column::ConfirmedAt.is_null())
            .exec(transaction)
            .await?;
        if confirmed.rows_affected != 1 {
            return Ok(false);
        }
        recovery_code::Entity::delete_many()
            .filter(recovery_code::Column::PersonId.eq(seen.person_id))
            .exec(transaction)
            .await?;
        let codes = hashes.into_iter().map(|hash| recovery_code::ActiveModel {
            hash: Set(hash),
            person_id: Set(seen.person_id),
            used_at: Set(None),
        });
        recovery_code::Entity::insert_many(codes)
            .exec_without_returning(transaction)
            .await?;
        outbox_emails::insert_email(transaction, notification).await?;
        append_audit_entry(
            transaction,
            access,
            now,
            NewAuditEntry::new(AuditAction::MfaEnabled).with_target("person", seen.person_id),
        )
        .await?;
        change.commit().await?;
        Ok(true)
    }

    /// Uses up the code of a time step and all earlier ones. Returns false if it was already used.
    pub async fn consume_totp_step(&self, person: PersonId, step: i64) -> Result<bool, DbError> {
        let used = mfa_credential::Entity::update_many()
            .col_expr(mfa_credential::Column::LastTotpStep, Expr::value(step));
        let used = used
            .filter(mfa_credential::Column::PersonId.eq(person.0))
            .filter(mfa_credential::Column::LastTotpStep.lt(step));
        Ok(used.exec(&self.connection).await?.rows_affected == 1)
    }

    /// Uses up a recovery code. Returns false if it is unknown or was already used.
    pub async fn consume_recovery_code(
        &self,
        person: PersonId,
        hash: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, DbError> {
        let used = recovery_code::Entity::update_many()
            .col_expr(recovery_code::Column::UsedAt, Expr::value(now));
        let used = used
            .filter(recovery_code::Column::Hash.eq(hash))
            .filter(recovery_code::Column::PersonId.eq(person.0));
        Ok(used
            .filter(recovery_code::Column::UsedAt.is_null())
            .exec(&self.connection)
            .await?
            .rows_affected
            == 1)
    }

    /// For operators: deletes a person's credential and recovery codes, revokes their sessions,
    /// enqueues the notification and records it in the audit log, in one transaction. Returns the
    /// number of sessions, or `None` without a credential.
    pub async fn reset_mfa(
        &self,
        person: PersonId,
        notification: email_outbox::Model,
        access: Option<&Access>,
        now: DateTime<Utc>,
    ) -> Result<Option<u64>, DbError> {
        let transaction = self.begin().await?;
        let on = mfa_credential::Entity::delete_many()
            .filter(mfa_credential::Column::PersonId.eq(person.0));
        if on
            .filter(mfa_credential::Column::ConfirmedAt.is_not_null())
            .exec(&transaction)
            .await?
            .rows_affected
            == 0
        {
            return Ok(None);
        }
        recovery_code::Entity::delete_many()
            .filter(recovery_code::Column::PersonId.eq(person.0))
            .exec(&transaction)
            .await?;
        let ended = person_sessions::revoke_person_sessions(&transaction, person, now).await?;
        outbox_emails::insert_email(&transaction, notification).await?;
        if let Some(access) = access {
            let act = NewAuditEntry::new(AuditAction::MfaDisabled)
                .with_target("person", person)
                .with_after(&json!({"by": "operator", "revokedSessions": ended}));
            append_audit_entry(&transaction, access, now, act).await?;
        }
        transaction.commit().await?;
        Ok(Some(ended))
    }

    /// Deletes a person's credential and recovery codes, and enqueues the notification.
    pub async fn disable_mfa(
        &self,
        access: &Access,
        person: PersonId,
        notification: email_outbox::Model,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        recovery_code::Entity::delete_many()
            .filter(recovery_code::Column::PersonId.eq(person.0))
            .exec(transaction)
            .await?;
        mfa_credential::Entity::delete_by_id(person.0)
            .exec(transaction)
            .await?;
        outbox_emails::insert_email(transaction, notification).await?;
        append_audit_entry(
            transaction,
            access,
            now,
            NewAuditEntry::new(AuditAction::MfaDisabled).with_target("person", person),
        )
        .await?;
        change.commit().await
    }
}
