//! The lease for syncing a tenant. At most one run holds it. It expires if the holder sends no
//! heartbeats.

use super::DataSync;
use super::run::sync_jobs;
use super::run_control::RunControl;
use crate::db::{Access, DbError, TenantDb};
use crate::ids::RunId;
use chrono::{DateTime, TimeDelta, Utc};
use entities::sync_lease::{self, Column, Entity};
use sea_orm::{ColumnTrait, Set};
use tokio::task::JoinHandle;

/// Result of an attempt to acquire the lease.
pub(super) enum LeaseOutcome {
    /// The run holds the lease. Each acquisition has a new epoch.
    Acquired { epoch: i64 },
    /// This other run holds the lease.
    Busy(RunId),
}

/// Acquires the lease for `run`, unless another run holds it. Takes effect when the transaction of
/// `db` commits.
pub(super) async fn acquire_lease(
    db: &TenantDb,
    run: RunId,
    now: DateTime<Utc>,
    lifetime: TimeDelta,
) -> Result<LeaseOutcome, DbError> {
    let Some(lease) = db.find::<Entity>().one().await? else {
        let first = sync_lease::ActiveModel {
            run_id: Set(run.0),
            epoch: Set(1),
            expires_at: Set(now + lifetime),
            ..Default::default()
        };
        db.insert(first).await?;
        return Ok(LeaseOutcome::Acquired { epoch: 1 });
    };
    if is_lease_active(&lease, now) {
        return Ok(LeaseOutcome::Busy(RunId(lease.run_id)));
    }
    let epoch = lease.epoch + 1;
    let taken = db
        .update::<Entity>()
        .set(Column::RunId, run.0)
        .set(Column::Epoch, epoch)
        .set(Column::ExpiresAt, now + lifetime)
        .filter(Column::Epoch.eq(lease.epoch))
        .exec()
        .await?;
    Ok(if taken == 1 {
        LeaseOutcome::Acquired { epoch }
    } else {
        LeaseOutcome::Busy(RunId(lease.run_id))
    })
}

/// Takes the lease over from the holder of `epoch`, for the same run. `None` if that holder has
/// lost it.
pub(super) async fn take_over_lease(
    db: &TenantDb,
    run: RunId,
    epoch: i64,
    end: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    let held = db
        .update::<Entity>()
        .filter(Column::RunId.eq(run.0))
        .filter(Column::Epoch.eq(epoch));
    let taken = held
        .set(Column::Epoch, epoch + 1)
        .set(Column::ExpiresAt, end)
        .exec()
        .await?;
    Ok((taken == 1).then_some(epoch + 1))
}

/// Whether the run still holds the lease under this epoch. If so, the row is locked and no other
/// server can take the lease before the transaction ends.
pub(super) async fn holds_lease(db: &TenantDb, run: RunId, epoch: i64) -> Result<bool, DbError> {
    let held = db
        .update::<Entity>()
        .filter(Column::RunId.eq(run.0))
        .filter(Column::Epoch.eq(epoch));
    Ok(held.set(Column::Epoch, epoch).exec().await? == 1)
}

/// Whether the lease has not expired.
pub(super) fn is_lease_active(lease: &sync_lease::Model, now: DateTime<Utc>) -> bool {
    lease.expires_at > now
}

/// Releases the lease if the run still holds it. It expires long ago, not now, so that it blocks no
/// run on a server whose clock is behind. Increments the epoch, so that a late heartbeat of
/// the former holder has no effect.
pub(super) async fn release_lease(db: &TenantDb, run: RunId, epoch: i64) -> Result<(), DbError> {
    let held = db
        .update::<Entity>()
        .filter(Column::RunId.eq(run.0))
        .filter(Column::Epoch.eq(epoch));
    held.set(Column::ExpiresAt, DateTime::UNIX_EPOCH)
        .increment(Column::Epoch)
        .exec()
        .await?;
    Ok(())
}

/// Renews a lease until dropped.
pub(super) struct Heartbeat(JoinHandle<()>);

impl Heartbeat {
    /// Starts sending heartbeats for `run`.
    pub(super) fn start(
        sync: DataSync,
        access: Access,
        run: RunId,
        epoch: i64,
        watch: RunControl,
    ) -> Self {
        Self(tokio::spawn(async move {
            loop {
                tokio::time::sleep(sync.heartbeat.beat_interval()).await;
                match send_heartbeat(&sync, &access, run, epoch).await {
                    Ok(true) => {}
                    Ok(false) => {
                        tracing::warn!(%run, "another server has taken over this run; it stops on \
                            this server");
                        return watch.cancel().await;
                    }
                    // A long merge may lock the database. The next heartbeat may succeed.
                    Err(error) => {
                        tracing::warn!(%error, %run, "the lease of a sync could not be renewed");
                    }
                }
            }
        }))
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn send_heartbeat(
    sync: &DataSync,
    access: &Access,
    run: RunId,
    epoch: i64,
) -> Result<bool, DbError> {
    let db = sync.database.begin_write(access).await?;
    let held = extend_lease(
        &db,
        run,
        epoch,
        sync.clock.now() + sync.heartbeat.lease_lifetime(),
    )
    .await?;
    sync_jobs::record_heartbeat(&db, run, epoch).await?;
    db.commit().await?;
    Ok(held)
}

async fn extend_lease(
    db: &TenantDb,
    run: RunId,
    epoch: i64,
    end: DateTime<Utc>,
) -> Result<bool, DbError> {
    let of_run = db
        .update::<Entity>()
        .filter(Column::RunId.eq(run.0))
        .filter(Column::Epoch.eq(epoch));
    Ok(of_run.set(Column::ExpiresAt, end).exec().await? == 1)
}
