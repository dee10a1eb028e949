//! Emailed links to reset a password or to verify an email address.

use super::one_time_tokens::{consume_token, insert_token, revoke_person_tokens};
use super::{PlatformDb, append_audit_entry, outbox_emails};
use crate::db::{Access, AuditAction, DbError, NewAuditEntry};
use crate::ids::PersonId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::{
    email_outbox, membership, one_time_token, organization, person, session, verified_email,
};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter,
};

/// The maximum number of emails of a kind to one person within [`EMAIL_WINDOW`].
const MAX_EMAILS_PER_WINDOW: u64 = 5;
const EMAIL_WINDOW: TimeDelta = TimeDelta::hours(1);

impl PlatformDb {
    /// The person with this address (trimmed, in lower case) who may reset their password: not a
    /// disabled account, and not the demo. An unknown address takes as many queries.
    pub async fn find_password_reset_recipient(
        &self,
        email: &str,
    ) -> Result<Option<person::Model>, DbError> {
        let found = person::Entity::find()
            .filter(person::Column::Email.eq(email))
            .one(&self.connection)
            .await?;
        let demo = organization::Entity::find()
            .filter(organization::Column::IsDemo.eq(true))
            .one(&self.connection)
            .await?;
        let (demo, id) = (
            demo.map_or(Uuid::nil(), |demo| demo.id),
            found.as_ref().map_or(Uuid::nil(), |person| person.id),
        );
        let is_demo = membership::Entity::find_by_id((demo, id))
            .one(&self.connection)
            .await?
            .is_some();
        Ok(found.filter(|person| person.disabled_at.is_none() && !is_demo))
    }

    /// A person.
    pub async fn find_person(&self, id: PersonId) -> Result<Option<person::Model>, DbError> {
        Ok(person::Entity::find_by_id(id.0)
            .one(&self.connection)
            .await?)
    }

    /// Enqueues an email with a token link, which replaces the person's earlier tokens. Returns
    /// whether the email has a recipient. For an unknown address or too many emails, it does the
    /// same work with an email without a recipient.
    pub async fn enqueue_token_email(
        &self,
        token: one_time_token::Model,
        email: email_outbox::Model,
    ) -> Result<bool, DbError> {
        let now = email.created_at;
        let id = token.person_id.unwrap_or_default();
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        // Changes nothing, but serializes requests for the same person.
        let locked = person::Entity::update_many().col_expr(
            person::Column::DisabledAt,
            Expr::col(person::Column::DisabledAt),
        );
        let locked = locked
            .filter(person::Column::Id.eq(id))
            .exec(transaction)
            .await?
            .rows_affected
            == 1;
        let sent = email_outbox::Entity::find()
            .filter(email_outbox::Column::PersonId.eq(id))
            .filter(email_outbox::Column::Kind.eq(&email.kind));
        let sent = sent
            .filter(email_outbox::Column::CreatedAt.gt(now - EMAIL_WINDOW))
            .count(transaction)
            .await?;
        let has_recipient = locked && sent < MAX_EMAILS_PER_WINDOW;
        let (token, email) = if has_recipient {
            (token, email)
        } else {
            without_recipient(token, email)
        };
        revoke_person_tokens(
            transaction,
            &token.purpose,
            token.person_id.unwrap_or_default(),
            now,
        )
        .await?;
        insert_token(transaction, token).await?;
        outbox_emails::insert_email(transaction, email).await?;
        change.commit().await?;
        Ok(has_recipient)
    }

    /// Uses a token to reset a password: replaces the hash, revokes all sessions and other reset
    /// links, marks the address as verified, enqueues the notification and records the reset in the
    /// audit log, in one transaction. Returns false if the token is not valid.
    pub async fn reset_password(
        &self,
        token_hash: &str,
        next: String,
        notification: email_outbox::Model,
        access: Option<&Access>,
        now: DateTime<Utc>,
    ) -> Result<bool, DbError> {
        let transaction = self.begin().await?;
        let Some(token) = consume_token(&transaction, "password_reset", token_hash, now).await?
        else {
            return Ok(false);
        };
        let Some(id) = token.person_id else {
            return Ok(false);
        };
        let changed =
            person::Entity::update_many().col_expr(person::Column::PasswordHash, Expr::value(next));
        let changed = changed
            .filter(person::Column::Id.eq(id))
            .filter(person::Column::DisabledAt.is_null())
            .exec(&transaction)
            .await?;
        if changed.rows_affected != 1 {
            return Ok(false);
        }
        revoke_person_tokens(&transaction, "password_reset", id, now).await?;
        let sessions =
            session::Entity::update_many().col_expr(session::Column::RevokedAt, Expr::value(now));
        sessions
            .filter(session::Column::PersonId.eq(id))
            .filter(session::Column::RevokedAt.is_null())
            .exec(&transaction)
            .await?;
        mark_email_verified(&transaction, id, token.email, now).await?;
        outbox_emails::insert_email(&transaction, notification).await?;
        if let Some(access) = access {
            append_audit_entry(
                &transaction,
                access,
                now,
                NewAuditEntry::new(AuditAction::PasswordReset).with_target("person", id),
            )
            .await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Uses a token to verify an email address. `None` if the token is not valid or the person has
    /// changed their address.
    pub async fn verify_email(
        &self,
        token_hash: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<person::Model>, DbError> {
        let transaction = self.begin().await?;
        let Some(token) =
            consume_token(&transaction, "email_verification", token_hash, now).await?
        else {
            return Ok(None);
        };
        let Some(id) = token.person_id else {
            return Ok(None);
        };
        let person = person::Entity::find_by_id(id).one(&transaction).await?;
        let Some(person) = person.filter(|person| person.email == token.email) else {
            return Ok(None);
        };
        mark_email_verified(&transaction, id, token.email, now).await?;
        transaction.commit().await?;
        Ok(Some(person))
    }

    /// Whether the person has verified this address.
    pub async fn is_email_verified(&self, person: PersonId, email: &str) -> Result<bool, DbError> {
        has_verified_email(&self.connection, person, email).await
    }
}

/// Whether a verification of this address is stored.
pub(in crate::db) async fn has_verified_email(
    connection: &impl ConnectionTrait,
    person: PersonId,
    email: &str,
) -> Result<bool, DbError> {
    let noted = verified_email::Entity::find_by_id(person.0)
        .one(connection)
        .await?;
    Ok(noted.is_some_and(|noted| noted.email == email))
}

/// Stores that the person has verified the address.
pub(in crate::db) async fn mark_email_verified(
    connection: &impl ConnectionTrait,
    person: Uuid,
    email: String,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let noted = verified_email::Model {
        person_id: person,
        email,
        verified_at: now,
    };
    let columns = [
        verified_email::Column::Email,
        verified_email::Column::VerifiedAt,
    ];
    let again = OnConflict::column(verified_email::Column::PersonId)
        .update_columns(columns)
        .to_owned();
    let insert =
        verified_email::Entity::insert(verified_email::ActiveModel::from(noted).reset_all())
            .on_conflict(again);
    insert.exec_without_returning(connection).await?;
    Ok(())
}

/// Rows that take as long to write but have no effect: an email without a recipient and an expired
/// token.
fn without_recipient(
    token: one_time_token::Model,
    email: email_outbox::Model,
) -> (one_time_token::Model, email_outbox::Model) {
    let now = email.created_at;
    let token = one_time_token::Model {
        person_id: None,
        email: String::new(),
        expires_at: now,
        ..token
    };
    let email = email_outbox::Model {
        to_address: String::new(),
        to_name: String::new(),
        person_id: None,
        expires_at: now,
        ..email
    };
    (token, email)
}
