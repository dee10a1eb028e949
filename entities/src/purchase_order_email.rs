//! The email that sends a purchase order to its supplier, with the link to acknowledge it. An order
//! has at most one: sending it again replaces the row.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "purchase_order_email")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub draft_id: Uuid,
    /// The id of the email. New each time that the order is sent.
    pub id: Uuid,
    /// SHA-256 of the link's token, in hex.
    pub token_hash: String,
    /// The encrypted token. Empty once the email was sent or cannot be sent.
    pub sealed_token: String,
    /// When the link ends.
    pub expires_at: DateTimeUtc,
    pub recipient_email: String,
    pub recipient_name: Option<String>,
    /// Its language, such as `de`.
    pub language: String,
    /// What the sender wrote.
    pub message: Option<String>,
    /// `pdf`, `csv` or `both`.
    pub attachment: String,
    pub copy_to_sender: bool,
    /// The requested delivery day.
    pub requested_on: Option<Date>,
    /// The sender. Null if the account was deleted.
    pub person_id: Option<Uuid>,
    /// The name of the sender.
    pub sent_by: String,
    /// `pending`, `sent`, `failed` or `cancelled`.
    pub state: String,
    pub attempts: i32,
    /// Incremented by the server that claims it, so that only one sends it.
    pub epoch: i64,
    pub created_at: DateTimeUtc,
    /// When the next attempt is due.
    pub due_at: DateTimeUtc,
    pub finished_at: Option<DateTimeUtc>,
    /// Why it was not sent.
    pub reason: Option<String>,
    /// When the supplier last answered.
    pub acknowledged_at: Option<DateTimeUtc>,
    /// What the supplier wrote.
    pub note: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
