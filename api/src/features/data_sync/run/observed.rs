//! What the end of a run says of the source and of each table: well, not well, or nothing new.

use super::going::UNCHANGED;
use crate::db::{Access, DbError, TenantDb};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::wire::{RunKind, RunState, TableState};
use crate::features::notifications::{Observation, ObservedStatus};
use crate::ids::RunId;
use entities::sync_run_table::Model;
use entities::{sync_run, sync_run_table};
use sea_orm::ColumnTrait;

impl DataSync {
    /// Tells what has changed with the end of a run, from its records as they are in the
    /// transaction that ends it.
    pub(super) async fn tell_end(
        &self,
        db: &TenantDb,
        access: &Access,
        run: RunId,
    ) -> Result<(), DbError> {
        let Some(row) = db
            .find::<sync_run::Entity>()
            .filter(sync_run::Column::Id.eq(run.0))
            .one()
            .await?
        else {
            return Ok(());
        };
        let tables = db
            .find::<sync_run_table::Entity>()
            .filter(sync_run_table::Column::RunId.eq(run.0));
        let tables = tables
            .order_by_asc(sync_run_table::Column::Position)
            .all()
            .await?;
        let seen = observed(
            RunKind::of_word(&row.kind),
            RunState::of_word(&row.state),
            &tables,
            row.error.as_deref(),
        );
        self.notices.record_observations(db, access, &seen).await
    }
}

/// What is seen of a run that ends as `end`, of its tables as they are recorded, and of `error`,
/// why it failed.
///
/// A cancelled run says nothing. Where no table could be begun, or all failed for one reason, the
/// run is not well and no table is accused. That the source can be read again is said once rows of
/// it were read; that no row is rejected any more only once a table was read completely.
fn observed(
    kind: RunKind,
    end: RunState,
    tables: &[Model],
    error: Option<&str>,
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
    if let Some(words) = common {
        seen.push(run(
            "Data Sync failed",
            ObservedStatus::Failing(words.to_owned()),
        ));
    } else if tables.iter().any(is_well) {
        seen.push(run(
            "Data Sync works again",
            ObservedStatus::Healthy("It had failed"),
        ));
    }
    for table in tables {
        seen.extend(landing(table, common));
        seen.extend(rejects(kind, table));
    }
    seen
}

/// Why nothing can be said against a single table: the run's own reason, or the one that all of
/// them share.
fn common_reason<'a>(tables: &'a [Model], error: &'a str) -> Option<&'a str> {
    let failed: Vec<&Model> = tables
        .iter()
        .filter(|table| state(table) == TableState::Failed)
        .collect();
    let reason = |table: &&'a Model| table.message.as_deref();
    if failed.is_empty() || failed.iter().any(|table| reason(table) == Some(error)) {
        return Some(error);
    }
    let (first, others) = failed.split_first()?;
    let shared = !others.is_empty()
        && failed.len() == tables.len()
        && others.iter().all(|other| reason(other) == reason(first));
    reason(first).filter(|_| shared)
}

fn landing(table: &Model, common: Option<&str>) -> Option<Observation> {
    let (topic, name) = (format!("sync:{}", table.source_table), &table.source_table);
    if is_well(table) {
        return Some(Observation {
            topic,
            title: format!("{name} lands again"),
            status: ObservedStatus::Healthy("It had failed"),
        });
    }
    let words = table
        .message
        .as_deref()
        .filter(|words| state(table) == TableState::Failed && common != Some(*words))?;
    Some(Observation {
        topic,
        title: format!("{name} did not land"),
        status: ObservedStatus::Failing(words.to_owned()),
    })
}

fn rejects(kind: RunKind, table: &Model) -> Option<Observation> {
    let (topic, name) = (
        format!("rejects:{}", table.source_table),
        &table.source_table,
    );
    match state(table) {
        TableState::SucceededWithRejects => {
            let words = format!(
                "{} of {} rows could not land. Data Sync lists each with its line, its column and \
                    the reason.",
                table.rejected, table.rows_read
            );
            Some(Observation {
                topic,
                title: format!("Rows of {name} were rejected"),
                status: ObservedStatus::Failing(words),
            })
        }
        TableState::Succeeded if matches!(kind, RunKind::Full | RunKind::Table) => {
            let title = format!("Every row of {name} lands again");
            Some(Observation {
                topic,
                title,
                status: ObservedStatus::Healthy("Rows had been rejected"),
            })
        }
        _ => None,
    }
}

fn run(title: &str, standing: ObservedStatus) -> Observation {
    Observation {
        topic: "sync:run".to_owned(),
        title: title.to_owned(),
        status: standing,
    }
}

/// Its rows were read and have landed, or are known to be those that landed before.
fn is_well(table: &Model) -> bool {
    match state(table) {
        TableState::Succeeded | TableState::SucceededWithRejects => true,
        TableState::Skipped => table.message.as_deref() == Some(UNCHANGED),
        _ => false,
    }
}

fn state(table: &Model) -> TableState {
    TableState::of_word(&table.state)
}

#[cfg(test)]
mod tests;
