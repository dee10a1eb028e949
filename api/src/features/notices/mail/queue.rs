//! Mails that wait: put up in the transaction of their notices, taken by one server each, tried
//! again with growing pauses.

use super::Errand;
use crate::auth::permission::{Permission, Role};
use crate::db::{Access, Database, DbError, JobAtWork, TenantDb};
use crate::features::notices::Notices;
use crate::mail::pauses::{MOST_ATTEMPTS, PATIENCE, pause};
use chrono::{DateTime, Utc};
use entities::{job, membership};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};

/// More people of one organization are not written to.
const MOST_PEOPLE: u64 = 500;

impl Notices {
    /// Puts up one mail for each person who may start syncs. The demo's address is nobody's:
    /// nothing is sent there.
    pub(in crate::features::notices) async fn put_up(
        &self,
        db: &TenantDb,
        access: &Access,
        told: &[Uuid],
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        if !self.is_by_mail() || told.is_empty() || access.organization().is_demo {
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
            .limit(MOST_PEOPLE)
            .all()
            .await?;
        let mut jobs = Vec::with_capacity(people.len());
        for person in people {
            let errand = Errand {
                notices: told.to_vec(),
                person: person.person_id,
            };
            jobs.push(job::ActiveModel {
                id: Set(self.next_id(now)?),
                kind: Set("mail".to_owned()),
                subject: Set(told.first().copied()),
                payload: Set(errand.to_text()?),
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
pub(super) struct Claimed<'a> {
    database: &'a Database,
    due: &'a JobAtWork,
    epoch: i64,
    attempts: i32,
}

/// Takes a mail, unless another server did: whoever raises its epoch has it.
pub(super) async fn claim<'a>(
    database: &'a Database,
    due: &'a JobAtWork,
    now: DateTime<Utc>,
) -> Result<Option<Claimed<'a>>, DbError> {
    let claimed = Claimed {
        database,
        due,
        epoch: due.job.epoch + 1,
        attempts: due.job.attempts + 1,
    };
    let db = database.write(&due.access).await?;
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
        .set(job::Column::DueAt, now + PATIENCE)
        .exec()
        .await?
        == 1;
    db.commit().await?;
    Ok(begun.then_some(claimed))
}

impl Claimed<'_> {
    /// Whether it was tried often enough before this time.
    pub(super) fn is_worn_out(&self) -> bool {
        self.attempts > MOST_ATTEMPTS
    }

    /// It was sent.
    pub(super) async fn done(&self, now: DateTime<Utc>) -> Result<(), DbError> {
        self.end("done", None, now).await
    }

    /// Nobody is left to send it to.
    pub(super) async fn dropped(&self, why: &str, now: DateTime<Utc>) -> Result<(), DbError> {
        self.end("cancelled", Some(why), now).await
    }

    /// It will never be sent.
    pub(super) async fn given_up(&self, why: &str, now: DateTime<Utc>) -> Result<(), DbError> {
        tracing::error!(tenant = %self.due.access.tenant(), job = %self.due.job.id, attempts = self.attempts, why,
            "a mail was given up");
        self.end("failed", Some(why), now).await
    }

    /// It is tried again after a pause, or given up where it was tried often enough.
    pub(super) async fn put_off(&self, why: &str, now: DateTime<Utc>) -> Result<(), DbError> {
        if self.attempts >= MOST_ATTEMPTS {
            return self.given_up(why, now).await;
        }
        tracing::warn!(tenant = %self.due.access.tenant(), job = %self.due.job.id, attempts = self.attempts, why,
            "a mail could not be sent yet");
        let db = self.database.write(&self.due.access).await?;
        let waits = self
            .mine(&db)
            .set(job::Column::State, "queued")
            .set(job::Column::DueAt, now + pause(self.attempts));
        waits
            .set(job::Column::LastError, Some(why.to_owned()))
            .exec()
            .await?;
        db.commit().await
    }

    async fn end(&self, state: &str, why: Option<&str>, now: DateTime<Utc>) -> Result<(), DbError> {
        let db = self.database.write(&self.due.access).await?;
        let ended = self
            .mine(&db)
            .set(job::Column::State, state)
            .set(job::Column::FinishedAt, Some(now));
        ended
            .set(job::Column::LastError, why.map(str::to_owned))
            .exec()
            .await?;
        db.commit().await
    }

    /// The mail as long as no other server has taken it meanwhile.
    fn mine<'db>(&self, db: &'db TenantDb) -> crate::db::TenantUpdate<'db, job::Entity> {
        db.update::<job::Entity>()
            .filter(job::Column::Id.eq(self.due.job.id))
            .filter(job::Column::Epoch.eq(self.epoch))
    }
}
