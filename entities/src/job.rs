//! A background job.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "job")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// `sync` or `email`.
    pub kind: String,
    /// The object of the job, such as a sync run.
    pub subject_id: Option<Uuid>,
    /// The parameters, as JSON that depends on the kind.
    pub payload: String,
    /// `queued`, `running`, `done`, `failed` or `cancelled`.
    pub state: String,
    /// The number of attempts so far.
    pub attempts: i32,
    /// Incremented when another server takes over, so that the previous server can tell.
    pub epoch: i64,
    /// Incremented every few seconds by the server that runs the job. If the number stops changing,
    /// that server is gone. Clocks of servers are never compared.
    pub heartbeats: i64,
    /// Why the last attempt failed, in English.
    pub last_error: Option<String>,
    /// The code of the error, if it is of Data Sync.
    pub last_error_code: Option<String>,
    pub created_at: DateTimeUtc,
    /// The earliest start of the next attempt.
    pub due_at: DateTimeUtc,
    /// When the last attempt started.
    pub started_at: Option<DateTimeUtc>,
    pub finished_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
