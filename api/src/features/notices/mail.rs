//! Notices by mail: put up for sending with the notice itself, sent by a server, each to each
//! person once.

mod letter;
mod queue;
mod sending;

pub use sending::Mails;

use crate::db::DbError;
use sea_orm::DbErr;
use sea_orm::prelude::Uuid;
use serde::{Deserialize, Serialize};

/// What is to be sent to whom: ids only, so that whoever was shut out meanwhile is told nothing.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Errand {
    notices: Vec<Uuid>,
    person: Uuid,
}

impl Errand {
    fn to_text(&self) -> Result<String, DbError> {
        serde_json::to_string(self).map_err(|error| DbError::Failed(DbErr::Json(error.to_string())))
    }
}
