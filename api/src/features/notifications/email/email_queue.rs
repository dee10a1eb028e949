//! The queue of notification emails: enqueued in the transaction of the notifications, claimed by
//! one server, retried with backoff.

use super::EmailJob;
use crate::auth::permission::{Permission, Role};
use crate::db::{Access, Database, DbError, TenantDb, TenantJob, encode_json};
use crate::email::backoff::{CLAIM_TIMEOUT, MAX_ATTEMPTS, backoff_delay};
use crate::features::notifications::Notifier;
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::{job, membership};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};

/// The maximum number of recipients in an organization.
const MAX_RECIPIENTS: u64 = 500;

impl Notifier {
    /// Queues one email for each member who may run syncs. The demo organization has no real email
    /// address, so nothing is sent there.
    pub(in crate::features::notifications) async fn enqueue_emails(
        &self,
        db: &TenantDb,
        access: &Access,
        notifications: &[Uuid],
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        if !self.sends_email() || notifications.is_empty() || access.organization().is_demo {
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
        let people: Vec<PersonId> = people
            .into_iter()
            .map(|member| PersonId(member.person_id))
            .collect();
        self.queue_emails(db, notifications, &people, Vec::new(), now)
            .await
    }

    /// Queues one email for each person. They must have the permissions when it is sent.
    pub(in crate::features::notifications) async fn queue_emails(
        &self,
        db: &TenantDb,
        notifications: &[Uuid],
        people: &[PersonId],
        required: Vec<&str>,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let mut jobs = Vec::with_capacity(people.len());
        for person in people {
            let payload = EmailJob {
                notifications: notifications.to_vec(),
                person: person.0,
                required: required.iter().map(|name| (*name).to_owned()).collect(),
            };
            jobs.push(job::ActiveModel {
                id: Set(self.next_id(now)?),
                kind: Set("email".to_owned()),
                subject_id: Set(notifications.first().copied()),
                payload: Set(encode_json(&payload)?),
                state: Set("queued".to_owned()),
                attempts: Set(0),
                epoch: Set(0),
                heartbeats: Set(0),
                last_error: Set(None),
                last_error_code: Set(None),
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

/// An email job that this server has claimed.
pub(super) struct ClaimedEmail<'a> {
    database: &'a Database,
    job: &'a TenantJob,
    epoch: i64,
    attempts: i32,
}

/// Claims an email job by raising its epoch; `None` if another server was faster.
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
    let update = db
        .update::<job::Entity>()
        .filter(job::Column::Id.eq(due.job.id))
        .filter(job::Column::Epoch.eq(due.job.epoch));
    let update = update
        .filter(job::Column::State.is_in(["queued", "running"]))
        .set(job::Column::State, "running");
    let update = update
        .set(job::Column::Epoch, claimed.epoch)
        .set(job::Column::Attempts, claimed.attempts);
    let was_claimed = update
        .set(job::Column::StartedAt, Some(now))
        .set(job::Column::DueAt, now + CLAIM_TIMEOUT)
        .exec()
        .await?
        == 1;
    db.commit().await?;
    Ok(was_claimed.then_some(claimed))
}

impl ClaimedEmail<'_> {
    /// Whether the maximum number of attempts was reached before this one.
    pub(super) fn is_out_of_attempts(&self) -> bool {
        self.attempts > MAX_ATTEMPTS
    }

    /// Marks the email as sent.
    pub(super) async fn mark_sent(&self, now: DateTime<Utc>) -> Result<(), DbError> {
        self.finish_job("done", None, now).await
    }

    /// Marks the email as cancelled because it has no recipient anymore.
    pub(super) async fn mark_cancelled(
        &self,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        self.finish_job("cancelled", Some(reason), now).await
    }

    /// Marks the email as failed for good.
    pub(super) async fn mark_failed(
        &self,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        tracing::error!(
            tenant = %self.job.access.tenant(),
            job = %self.job.job.id,
            attempts = self.attempts,
            reason,
            "notification email failed"
        );
        self.finish_job("failed", Some(reason), now).await
    }

    /// Schedules the next attempt, or marks the email as failed after the last one.
    pub(super) async fn retry_later(
        &self,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        if self.attempts >= MAX_ATTEMPTS {
            return self.mark_failed(reason, now).await;
        }
        tracing::warn!(
            tenant = %self.job.access.tenant(),
            job = %self.job.job.id,
            attempts = self.attempts,
            reason,
            "notification email deferred"
        );
        let db = self.database.begin_write(&self.job.access).await?;
        let update = self
            .update_claimed(&db)
            .set(job::Column::State, "queued")
            .set(job::Column::DueAt, now + backoff_delay(self.attempts));
        update
            .set(job::Column::LastError, Some(reason.to_owned()))
            .exec()
            .await?;
        db.commit().await
    }

    async fn finish_job(
        &self,
        state: &str,
        reason: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let db = self.database.begin_write(&self.job.access).await?;
        let update = self
            .update_claimed(&db)
            .set(job::Column::State, state)
            .set(job::Column::FinishedAt, Some(now));
        update
            .set(job::Column::LastError, reason.map(str::to_owned))
            .exec()
            .await?;
        db.commit().await
    }

    /// An update of the job, unless another server has claimed it meanwhile.
    fn update_claimed<'db>(&self, db: &'db TenantDb) -> crate::db::TenantUpdate<'db, job::Entity> {
        db.update::<job::Entity>()
            .filter(job::Column::Id.eq(self.job.job.id))
            .filter(job::Column::Epoch.eq(self.epoch))
    }
}
