//! Mails that wait: put up in the transaction of their notices, taken by one server each, tried
//! again with growing pauses.

use super::EmailJob;
use crate::auth::permission::{Permission, Role};
use crate::db::{Access, Database, DbError, TenantDb, TenantJob};
use crate::email::backoff::{CLAIM_TIMEOUT, MAX_ATTEMPTS, backoff_delay};
use crate::features::notifications::Notifier;
use chrono::{DateTime, Utc};
use entities::{job, membership};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};

/// More people of one organization are not written to.
const MAX_RECIPIENTS: u64 = 500;

impl Notifier {
    /// Puts up one mail for each person who may start syncs. The demo's address is nobody's:
    /// nothing is sent there.
    pub(in crate::features::notifications) async fn enqueue_emails(
        &self,
        db: &TenantDb,
        access: &Access,
        told: &[Uuid],
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        if !self.sends_email() || told.is_empty() || access.organization().is_demo {
            return Ok(());
        }
        let roles: Vec<&str> = Role::ALL
            .into_iter()
            .filter(|role| role.permissions().contains(Permission::SyncRun))
            .map(Role::name)
            .collect();
        let people = db
            .find::<membership::Entity>()
            .filter(membership::Column::Role.is_in(roles));
        let people = people
            .order_by_asc(membership::Column::PersonId)
            .limit(MAX_RECIPIENTS)
            .all()
            .await?;
        let mut jobs = Vec::with_capacity(people.len());
        for person in people {
            let errand = EmailJob {
                notices: told.to_vec(),
                person: person.person_id,
            };
            jobs.push(job::ActiveModel {
                id: Set(self.next_id(now)?),
                kind: Set("mail".to_owned()),
                subject: Set(told.first().copied()),
                payload: Set(errand.to_json()?),
                state: Set("queued".to_owned()),
                attempts: Set(0),
                epoch: Set(0),
                beats: Set(0),
                last_error: Set(None),
                created_at: Set(now),
                due_at: Set(now),
                started_at: Set(None),
                finished_at: Set(None),
                ..Default::default()
            });
        }
        db.insert_many(jobs).await
    }
}

/// A mail that this server alone tries.
pub(super) struct ClaimedEmail<'a> {
    database: &'a Database,
    job: &'a TenantJob,
    epoch: i64,
    attempts: i32,
}

/// Takes a mail, unless another server did: whoever raises its epoch has it.
pub(super) async fn claim_email<'a>(
    database: &'a Database,
    due: &'a TenantJob,
    now: DateTime<Utc>,
) -> Result<Option<ClaimedEmail<'a>>, DbError> {
    let claimed = ClaimedEmail {
        database,
        job: due,
        epoch: due.job.epoch + 1,
        attempts: due.job.attempts + 1,
    };
    let db = database.begin_write(&due.access).await?;
    let begun = db
        .update::<job::Entity>()
        .filter(job::Column::Id.eq(due.job.id))
        .filter(job::Column::Epoch.eq(due.job.epoch));
    let begun = begun
        .filter(job::Column::State.is_in(["queued", "running"]))
        .set(job::Column::State, "running");
    let begun = begun
        .set(job::Column::Epoch, claimed.epoch)
        .set(job::Column::Attempts, claimed.attempts);
    let begun = begun
        .set(job::Column::StartedAt, Some(now))
        .set(job::Column::DueAt, now + CLAIM_TIMEOUT)
        .exec()
        .await?
        == 1;
    db.commit().await?;
    Ok(begun.then_some(claimed))
}

impl ClaimedEmail<'_> {
    /// Whether it was tried often enough before this time.
    pub(super) fn is_out_of_attempts(&self) -> bool {
        self.attempts > MAX_ATTEMPTS
    }

    /// It was sent.
    pub(super) async fn mark_sent(&self, now: DateTime<Utc>) -> Result<(), DbError> {
        self.finish_job("done", None, now).await
    }

    /// Nobody is left to send it to.
    pub(super) async fn mark_cancelled(
        &self,
        why: &str,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        self.finish_job("cancelled", Some(why), now).await
    }

    /// It will never be sent.
    pub(super) async fn mark_failed(&self, why: &str, now: DateTime<Utc>) -> Result<(), DbError> {
        tracing::error!(tenant = %self.job.access.tenant(), job = %self.job.job.id, attempts = self.attempts, why,
            "a mail was given up");
        self.finish_job("failed", Some(why), now).await
    }

    /// It is tried again after a pause, or given up where it was tried often enough.
    pub(super) async fn retry_later(&self, why: &str, now: DateTime<Utc>) -> Result<(), DbError> {
        if self.attempts >= MAX_ATTEMPTS {
            return self.mark_failed(why, now).await;
        }
        tracing::warn!(tenant = %self.job.access.tenant(), job = %self.job.job.id, attempts = self.attempts, why,
            "a mail could not be sent yet");
        let db = self.database.begin_write(&self.job.access).await?;
        let waits = self
            .update_claimed(&db)
            .set(job::Column::State, "queued")
            .set(job::Column::DueAt, now + backoff_delay(self.attempts));
        waits
            .set(job::Column::LastError, Some(why.to_owned()))
            .exec()
            .await?;
        db.commit().await
    }

    async fn finish_job(
        &self,
        state: &str,
        why: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let db = self.database.begin_write(&self.job.access).await?;
        let ended = self
            .update_claimed(&db)
            .set(job::Column::State, state)
            .set(job::Column::FinishedAt, Some(now));
        ended
            .set(job::Column::LastError, why.map(str::to_owned))
            .exec()
            .await?;
        db.commit().await
    }

    /// The mail as long as no other server has taken it meanwhile.
    fn update_claimed<'db>(&self, db: &'db TenantDb) -> crate::db::TenantUpdate<'db, job::Entity> {
        db.update::<job::Entity>()
            .filter(job::Column::Id.eq(self.job.job.id))
            .filter(job::Column::Epoch.eq(self.epoch))
    }
}
