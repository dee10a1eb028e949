//! Caches the answers to metric queries, which questions repeat: suggestions, and follow-ups.

use crate::auth::Scope;
use crate::db::{OrganizationCalendar, RolledUpDb};
use crate::ids::TenantId;
use chrono::NaiveDate;
use metrics::{Answer, AnswerValue};
use moka::future::Cache;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// The memory of all answers of this process.
const MAX_MEBIBYTES: u64 = 16;
/// What a text takes besides its characters.
const STRING_BYTES: usize = 32;

/// Everything that an answer depends on. Permissions are checked before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct AnswerKey {
    tenant: TenantId,
    data_version: i64,
    today: NaiveDate,
    calendar: OrganizationCalendar,
    /// As JSON.
    query: String,
}

impl AnswerKey {
    pub(super) fn new(scope: &Scope, db: &RolledUpDb, query: &Value) -> Self {
        Self {
            tenant: db.tenant(),
            data_version: db.data_version(),
            today: scope.as_of(),
            calendar: scope.access().organization().calendar,
            query: query.to_string(),
        }
    }
}

/// Answers by query.
#[derive(Clone, Debug)]
pub struct MetricAnswerCache(Cache<AnswerKey, Arc<Answer>>);

impl Default for MetricAnswerCache {
    fn default() -> Self {
        Self(
            Cache::builder()
                // In kibibytes: the size of an entry is a u32.
                .weigher(|key: &AnswerKey, answer: &Arc<Answer>| {
                    let bytes = key.query.len() + estimate_bytes(answer);
                    u32::try_from(bytes / 1024 + 1).unwrap_or(u32::MAX)
                })
                .max_capacity(MAX_MEBIBYTES * 1024)
                .time_to_idle(Duration::from_hours(1))
                .build(),
        )
    }
}

impl MetricAnswerCache {
    pub(super) async fn find(&self, key: &AnswerKey) -> Option<Arc<Answer>> {
        self.0.get(key).await
    }

    pub(super) async fn store(&self, key: AnswerKey, answer: &Answer) {
        self.0.insert(key, Arc::new(answer.clone())).await;
    }
}

fn estimate_bytes(answer: &Answer) -> usize {
    let values = answer.rows.iter().chain(&answer.totals).flatten();
    values
        .map(|value| match value {
            AnswerValue::Text(text) => size_of::<AnswerValue>() + STRING_BYTES + text.len(),
            _ => size_of::<AnswerValue>(),
        })
        .sum()
}
