//! Links that are sent to a person, and what using one changes: a new password, an address that is
//! known to be theirs.

use super::one_time_tokens::{consume_token, insert_token, revoke_person_tokens};
use super::{PlatformDb, append_audit_entry, outbox_emails};
use crate::db::{Access, Action, DbError, NewAuditEntry};
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

/// More letters of a kind are not sent to one person within [`WITHIN`], whoever asks for them.
const MAX_EMAILS_PER_WINDOW: u64 = 5;
const EMAIL_WINDOW: TimeDelta = TimeDelta::hours(1);

impl PlatformDb {
    /// The person with this address (trimmed, lower-case) who may choose a new password: not one
    /// who was shut out, nor the demo's. As many questions for an address that nobody has.
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

    /// Puts up a letter with the link of a token, which replaces the person's older ones; says
    /// whether somebody gets it. Where the token is nobody's, and where the person was sent too
    /// many, the same is done with a letter that nobody gets.
    pub async fn enqueue_token_email(
        &self,
        token: one_time_token::Model,
        letter: email_outbox::Model,
    ) -> Result<bool, DbError> {
        let now = letter.created_at;
        let id = token.person_id.unwrap_or_default();
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        // Changes nothing: those who ask for the same person at the same moment come one after the
        // other.
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
            .filter(email_outbox::Column::Kind.eq(&letter.kind));
        let sent = sent
            .filter(email_outbox::Column::CreatedAt.gt(now - EMAIL_WINDOW))
            .count(transaction)
            .await?;
        let gets_it = locked && sent < MAX_EMAILS_PER_WINDOW;
        let (token, letter) = if gets_it {
            (token, letter)
        } else {
            without_recipient(token, letter)
        };
        revoke_person_tokens(
            transaction,
            &token.purpose,
            token.person_id.unwrap_or_default(),
            now,
        )
        .await?;
        insert_token(transaction, token).await?;
        outbox_emails::insert_email(transaction, letter).await?;
        change.commit().await?;
        Ok(gets_it)
    }

    /// Uses a token up for a new password: replaces the hash, ends every session of the person and
    /// every other link to a new password, notes that the address reached them, puts up the letter
    /// that tells them, and records it where they enter first. All or nothing; false where the
    /// token opens nothing any more.
    pub async fn reset_password(
        &self,
        token_hash: &str,
        next: String,
        told: email_outbox::Model,
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
        outbox_emails::insert_email(&transaction, told).await?;
        if let Some(access) = access {
            append_audit_entry(
                &transaction,
                access,
                now,
                NewAuditEntry::new(Action::PasswordReset).with_target("person", id),
            )
            .await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Uses a token up that shows that an address reached its person; `None` where it opens
    /// nothing, or the person has another address by now.
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

    /// Whether this address is known to have reached the person.
    pub async fn is_email_verified(&self, person: PersonId, email: &str) -> Result<bool, DbError> {
        has_verified_email(&self.connection, person, email).await
    }
}

/// Whether this address is noted to have reached the person.
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

/// Notes that an address has reached its person.
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

/// The same rows, which do nothing: nobody gets the letter, and the token was too old when it was
/// made.
fn without_recipient(
    token: one_time_token::Model,
    letter: email_outbox::Model,
) -> (one_time_token::Model, email_outbox::Model) {
    let now = letter.created_at;
    let token = one_time_token::Model {
        person_id: None,
        email: String::new(),
        expires_at: now,
        ..token
    };
    let letter = email_outbox::Model {
        to_address: String::new(),
        to_name: String::new(),
        person_id: None,
        expires_at: now,
        ..letter
    };
    (token, letter)
}
