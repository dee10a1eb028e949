//! Something that an operator did, whichever organization it concerns: only added to.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "operator_act")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub at: DateTimeUtc,
    /// Absent for the server's command line.
    pub operator_id: Option<Uuid>,
    /// As they were called then.
    pub operator_name: String,
    /// Such as `letter.read`.
    pub action: String,
    pub target_id: Option<String>,
    /// What that was called then.
    pub target_name: Option<String>,
    /// The network address of the caller.
    pub address: Option<String>,
    /// The id that the answer and the log share.
    pub request_id: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
