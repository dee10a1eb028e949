//! The stored row of a request with an idempotency key.

use crate::ids::TenantId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::idempotent_request::{Column, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition};

/// How long a response is replayed. Afterwards the key is free.
const RETENTION: TimeDelta = TimeDelta::hours(24);

/// The caller, the operation and the key.
#[derive(Clone, Debug)]
pub struct RequestKey {
    /// The organization.
    pub tenant: TenantId,
    /// The person or the API key.
    pub caller_id: Uuid,
    /// Hash of the operation and the key.
    pub key_hash: String,
    /// Hash of the entire request.
    pub request_hash: String,
    /// The caller's permissions, separated by spaces.
    pub permissions: String,
    /// The time of the request.
    pub requested_at: DateTime<Utc>,
}

/// A stored response.
#[derive(Clone, Debug)]
pub struct StoredResponse {
    /// The HTTP status.
    pub status: i32,
    /// The encrypted body.
    pub body: String,
}

impl RequestKey {
    /// Older rows are expired.
    pub(in crate::db) fn retention_cutoff(&self) -> DateTime<Utc> {
        retention_cutoff(self.requested_at)
    }

    /// Selects the row of this request.
    pub(in crate::db) fn row_filter(&self) -> Condition {
        let tenant = Condition::all().add(Column::TenantId.eq(self.tenant.0));
        tenant
            .add(Column::CallerId.eq(self.caller_id))
            .add(Column::KeyHash.eq(&self.key_hash))
    }

    /// A row without a response.
    pub fn to_row(&self) -> Model {
        Model {
            tenant_id: self.tenant.0,
            caller_id: self.caller_id,
            key_hash: self.key_hash.clone(),
            request_hash: self.request_hash.clone(),
            permissions: self.permissions.clone(),
            run_id: None,
            response_status: None,
            response_body: None,
            created_at: self.requested_at,
        }
    }
}

/// Rows created before this time are expired.
pub(in crate::db) fn retention_cutoff(now: DateTime<Utc>) -> DateTime<Utc> {
    now - RETENTION
}
