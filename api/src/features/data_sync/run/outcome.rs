//! Notifications at the end of a run: one status for the source and one for each table.

use crate::db::{Access, DbError, TenantDb};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::run_message::SyncMessageCode;
use crate::features::data_sync::run_state::{RunKind, RunState, TableState};
use crate::features::data_sync::store::RowCounts;
use crate::features::notifications::{FailureReason, Observation, ObservedStatus, ObservedSubject};
use crate::features::webhooks::enqueue_event;
use crate::ids::RunId;
use entities::sync_run_table::Model;
use entities::{sync_run, sync_run_table};
use sea_orm::ColumnTrait;
use webhooks::{Event, SyncFinishedData};

impl DataSync {
    /// Records the notifications of a finished run, in the transaction that closes it.
    pub(super) async fn notify_run_end(
        &self,
        db: &TenantDb,
        access: &Access,
        run: RunId,
    ) -> Result<(), DbError> {
        let Some((row, tables)) = load_run(db, run).await? else {
            return Ok(());
        };
        let seen = observe_run(
            RunKind::from_stored(&row.kind),
            RunState::from_stored(&row.state),
            &tables,
            row.error.as_deref().map(|text| Reason {
                text,
                code: row.error_code.as_deref(),
            }),
        );
        self.notifier.record_observations(db, access, &seen).await?;
        enqueue_sync_finished(db, &row, &tables).await
    }
}

/// Queues the event of a run that was closed without notifications, for webhooks.
pub(super) async fn enqueue_run_end(db: &TenantDb, run: RunId) -> Result<(), DbError> {
    match load_run(db, run).await? {
        Some((row, tables)) => enqueue_sync_finished(db, &row, &tables).await,
        None => Ok(()),
    }
}

async fn load_run(
    db: &TenantDb,
    run: RunId,
) -> Result<Option<(sync_run::Model, Vec<Model>)>, DbError> {
    let Some(row) = db
        .find::<sync_run::Entity>()
        .filter(sync_run::Column::Id.eq(run.0))
        .one()
        .await?
    else {
        return Ok(None);
    };
    let tables = db
        .find::<sync_run_table::Entity>()
        .filter(sync_run_table::Column::RunId.eq(run.0))
        .order_by_asc(sync_run_table::Column::Position)
        .all()
        .await?;
    Ok(Some((row, tables)))
}

async fn enqueue_sync_finished(
    db: &TenantDb,
    run: &sync_run::Model,
    tables: &[Model],
) -> Result<(), DbError> {
    let Some(finished_at) = run.finished_at else {
        return Ok(());
    };
    let counts = RowCounts::from_tables(tables);
    let event = Event::SyncFinished(SyncFinishedData {
        run_id: run.id,
        kind: run.kind.clone(),
        state: run.state.clone(),
        started_at: run.started_at,
        finished_at,
        changed_rows: counts.inserted + counts.updated + counts.deleted,
        rejected_rows: counts.rejected,
    });
    enqueue_event(db, finished_at, &event).await
}

/// Why a run or a table failed.
#[derive(Clone, Copy, Debug)]
struct Reason<'a> {
    text: &'a str,
    /// A name of [`SyncMessageCode`].
    code: Option<&'a str>,
}

impl<'a> Reason<'a> {
    fn from_table(table: &'a Model) -> Option<Self> {
        let code = table.message_code.as_deref();
        table.message.as_deref().map(|text| Self { text, code })
    }
}

/// The observations of a run that ended in state `end`. `tables` are its recorded tables, `error`
/// is the message of a failed run.
///
/// A cancelled run yields no observations. If no table could be started, or all failed for the same
/// reason, only the run is reported as failing. The source recovers once any of its tables was
/// read. Rejects recover only after a complete read of the table.
fn observe_run(
    kind: RunKind,
    end: RunState,
    tables: &[Model],
    error: Option<Reason>,
) -> Vec<Observation> {
    if matches!(
        end,
        RunState::Cancelled | RunState::Queued | RunState::Running
    ) {
        return Vec::new();
    }
    let common = error
        .filter(|_| end == RunState::Failed)
        .and_then(|error| common_reason(tables, error));
    let mut seen = Vec::new();
    if let Some(reason) = common {
        seen.push(observe_source(fail_with(reason)));
    } else if tables.iter().any(is_healthy) {
        seen.push(observe_source(ObservedStatus::Healthy));
    }
    for table in tables {
        seen.extend(observe_table(table, common));
        seen.extend(observe_rejects(kind, table));
    }
    seen
}

/// A reason that concerns the run and not a single table: the run's own error, or the one that all
/// tables share.
fn common_reason<'a>(tables: &'a [Model], error: Reason<'a>) -> Option<Reason<'a>> {
    let failed: Vec<&Model> = tables
        .iter()
        .filter(|table| table_state(table) == TableState::Failed)
        .collect();
    let reason = |table: &&'a Model| Reason::from_table(table);
    let text = |table: &&'a Model| reason(table).map(|reason| reason.text);
    if failed.is_empty() || failed.iter().any(|table| text(table) == Some(error.text)) {
        return Some(error);
    }
    let (first, others) = failed.split_first()?;
    let shared = !others.is_empty()
        && failed.len() == tables.len()
        && others.iter().all(|other| text(other) == text(first));
    reason(first).filter(|_| shared)
}

fn observe_table(table: &Model, common: Option<Reason>) -> Option<Observation> {
    let status = if is_healthy(table) {
        ObservedStatus::Healthy
    } else {
        let is_own = |reason: &Reason| common.is_none_or(|common| common.text != reason.text);
        let reason = Reason::from_table(table);
        fail_with(reason.filter(|own| table_state(table) == TableState::Failed && is_own(own))?)
    };
    Some(Observation {
        topic: format!("sync:{}", table.source_table),
        subject: ObservedSubject::Table {
            name: table.source_table.clone(),
        },
        status,
    })
}

fn observe_rejects(kind: RunKind, table: &Model) -> Option<Observation> {
    let status = match table_state(table) {
        TableState::SucceededWithRejects => ObservedStatus::Failing(FailureReason::RowsRejected {
            rejected: table.rejected,
            rows: table.rows_read,
        }),
        TableState::Succeeded
            if matches!(kind, RunKind::Full | RunKind::Table | RunKind::Import) =>
        {
            ObservedStatus::Healthy
        }
        _ => return None,
    };
    Some(Observation {
        topic: format!("rejects:{}", table.source_table),
        subject: ObservedSubject::RejectedRows {
            table: table.source_table.clone(),
        },
        status,
    })
}

fn observe_source(status: ObservedStatus) -> Observation {
    Observation {
        topic: "sync:run".to_owned(),
        subject: ObservedSubject::DataSync,
        status,
    }
}

fn fail_with(reason: Reason) -> ObservedStatus {
    ObservedStatus::Failing(FailureReason::Message {
        text: reason.text.to_owned(),
        code: reason.code.map(str::to_owned),
    })
}

/// Whether the table was synced, or is unchanged since the last sync.
fn is_healthy(table: &Model) -> bool {
    match table_state(table) {
        TableState::Succeeded | TableState::SucceededWithRejects => true,
        TableState::Skipped => {
            SyncMessageCode::from_stored(table.message_code.as_deref())
                == Some(SyncMessageCode::TableUnchanged)
        }
        _ => false,
    }
}

fn table_state(table: &Model) -> TableState {
    TableState::from_stored(&table.state)
}

#[cfg(test)]
mod tests;
