//! Where the row of a request with a key stands, and what it holds.

use crate::ids::TenantId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::idempotent_request::{Column, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition};

/// So long an answer is given again; afterwards the key is as good as new.
const KEPT: TimeDelta = TimeDelta::hours(24);

/// Who asks, for what, under which key.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The organization.
    pub tenant: TenantId,
    /// The person or the API key.
    pub by: Uuid,
    /// Hash of the operation and the key.
    pub key_hash: String,
    /// Hash of all of the request.
    pub request_hash: String,
    /// Names of the permissions of whoever asks, separated by spaces.
    pub permissions: String,
    /// When.
    pub at: DateTime<Utc>,
}

/// An answer, as it is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its status.
    pub status: i32,
    /// Its body, sealed.
    pub answer: String,
}

impl Asked {
    /// Rows that are older stand for nothing any more.
    pub(in crate::db) fn kept_since(&self) -> DateTime<Utc> {
        kept_since(self.at)
    }

    /// This request's row.
    pub(in crate::db) fn is_here(&self) -> Condition {
        let tenant = Condition::all().add(Column::TenantId.eq(self.tenant.0));
        tenant
            .add(Column::AskedBy.eq(self.by))
            .add(Column::KeyHash.eq(&self.key_hash))
    }

    /// The row of a request that has no answer yet.
    pub fn row(&self) -> Model {
        Model {
            tenant_id: self.tenant.0,
            asked_by: self.by,
            key_hash: self.key_hash.clone(),
            request_hash: self.request_hash.clone(),
            permissions: self.permissions.clone(),
            run_id: None,
            status: None,
            answer: None,
            created_at: self.at,
        }
    }
}

/// Since when rows count that are asked for now.
pub(in crate::db) fn kept_since(now: DateTime<Utc>) -> DateTime<Utc> {
    now - KEPT
}
