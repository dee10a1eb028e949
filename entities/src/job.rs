//! Work that goes on behind the screens.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "job")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// `sync` or `mail`.
    pub kind: String,
    /// What it is about, such as the run that it brings to its end.
    pub subject: Option<Uuid>,
    /// What is to be done, as JSON of its kind.
    pub payload: String,
    /// `queued`, `running`, `done`, `failed` or `cancelled`.
    pub state: String,
    /// How often it was begun.
    pub attempts: i32,
    /// Raised whenever another server begins it, so that the one before can tell that it was
    /// replaced.
    pub epoch: i64,
    /// Raised by whoever works on it, every few seconds: a number that stands still is a server
    /// that has fallen silent. No clock is compared with another.
    pub beats: i64,
    /// Why the last attempt came to nothing, in words.
    pub last_error: Option<String>,
    pub created_at: DateTimeUtc,
    /// Not to be begun before.
    pub due_at: DateTimeUtc,
    /// When the last attempt began.
    pub started_at: Option<DateTimeUtc>,
    pub finished_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
