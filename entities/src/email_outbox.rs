//! An email in the outbox, waiting or sent. It belongs to the installation, because a recipient may
//! have no organization yet.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "email_outbox")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The purpose, such as `password_reset`.
    pub kind: String,
    /// Empty if it has no recipient: a request for an unknown address does the same work as for a
    /// known one.
    pub to_address: String,
    pub to_name: String,
    /// The email is deleted with this person.
    pub person_id: Option<Uuid>,
    /// The email is deleted with this organization.
    pub organization_id: Option<Uuid>,
    pub subject: String,
    /// The body, encrypted for this email because it may contain a secret link. Empty after it was
    /// sent or has expired.
    pub sealed_body: String,
    pub created_at: DateTimeUtc,
    /// When the next attempt is due.
    pub next_attempt_at: DateTimeUtc,
    /// When the content becomes useless.
    pub expires_at: DateTimeUtc,
    pub attempts: i32,
    /// Incremented by the server that claims the email, so that only one server sends it.
    pub epoch: i64,
    pub sent_at: Option<DateTimeUtc>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// When sending was given up.
    pub failed_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
