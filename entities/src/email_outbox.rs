//! A letter to one person that waits in the outbox, or was sent from it. It belongs to the
//! installation: some are to people of no organization yet.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "letter")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// What it is about, such as `password_reset`.
    pub kind: String,
    /// Empty where nobody gets it: it was written so that asking costs the same for an address that
    /// nobody has.
    pub to_address: String,
    pub to_name: String,
    /// It goes when this person goes.
    pub person_id: Option<Uuid>,
    /// It goes when this organization goes.
    pub organization_id: Option<Uuid>,
    pub subject: String,
    /// Sealed for this letter, because it may carry a link that lets its reader in; empty once it
    /// was sent or the link is too old.
    pub body: String,
    pub created_at: DateTimeUtc,
    /// When it is tried next.
    pub due_at: DateTimeUtc,
    /// What it says is of no use after this.
    pub expires_at: DateTimeUtc,
    pub attempts: i32,
    /// Raised by whoever takes it up: of two servers one has it.
    pub epoch: i64,
    pub sent_at: Option<DateTimeUtc>,
    /// Why the last attempt did not succeed.
    pub last_error: Option<String>,
    /// When it was found that it never will be sent.
    pub given_up_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
