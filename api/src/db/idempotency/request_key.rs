//! Where the row of a request with a key stands, and what it holds.

use crate::ids::TenantId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::idempotent_request::{Column, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition};

/// So long an answer is given again; afterwards the key is as good as new.
const RETENTION: TimeDelta = TimeDelta::hours(24);

/// Who asks, for what, under which key.
#[derive(Clone, Debug)]
pub struct RequestKey {
    /// The organization.
    pub tenant: TenantId,
    /// The person or the API key.
    pub caller_id: Uuid,
    /// Hash of the operation and the key.
    pub key_hash: String,
    /// Hash of all of the request.
    pub request_hash: String,
    /// Names of the permissions of whoever asks, separated by spaces.
    pub permissions: String,
    /// When.
    pub requested_at: DateTime<Utc>,
}

/// An answer, as it is kept.
#[derive(Clone, Debug)]
pub struct StoredResponse {
    /// Its status.
    pub status: i32,
    /// Its body, sealed.
    pub body: String,
}

impl RequestKey {
    /// Rows that are older stand for nothing any more.
    pub(in crate::db) fn retention_cutoff(&self) -> DateTime<Utc> {
        retention_cutoff(self.requested_at)
    }

    /// This request's row.
    pub(in crate::db) fn row_filter(&self) -> Condition {
        let tenant = Condition::all().add(Column::TenantId.eq(self.tenant.0));
        tenant
            .add(Column::AskedBy.eq(self.caller_id))
            .add(Column::KeyHash.eq(&self.key_hash))
    }

    /// The row of a request that has no answer yet.
    pub fn to_row(&self) -> Model {
        Model {
            tenant_id: self.tenant.0,
            asked_by: self.caller_id,
            key_hash: self.key_hash.clone(),
            request_hash: self.request_hash.clone(),
            permissions: self.permissions.clone(),
            run_id: None,
            status: None,
            answer: None,
            created_at: self.requested_at,
        }
    }
}

/// Since when rows count that are asked for now.
pub(in crate::db) fn retention_cutoff(now: DateTime<Utc>) -> DateTime<Utc> {
    now - RETENTION
}
