//! Notices by mail: put up for sending with the notice itself, sent by a server, each to each
//! person once.

mod email_queue;
mod email_sender;
mod notification_email;

pub use email_sender::NotificationEmailSender;

use crate::db::DbError;
use sea_orm::DbErr;
use sea_orm::prelude::Uuid;
use serde::{Deserialize, Serialize};

/// What is to be sent to whom: ids only, so that whoever was shut out meanwhile is told nothing.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EmailJob {
    notices: Vec<Uuid>,
    person: Uuid,
}

impl EmailJob {
    fn to_json(&self) -> Result<String, DbError> {
        serde_json::to_string(self).map_err(|error| DbError::Failed(DbErr::Json(error.to_string())))
    }
}
