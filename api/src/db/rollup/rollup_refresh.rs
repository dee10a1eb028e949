//! Updates the rollups in the transaction that changes the lines.

use super::change_capture::{CHANGES_TABLE, fetch_distributed_changes_sql};
use super::order_gaps::{
    apply_gap_changes_sql, delete_gaps_sql, delete_unused_gaps_sql, fill_gaps_sql,
    gather_order_days_sql,
};
use super::{CountedRollups, LINES_TABLE, PACKED_SERIES, RECOUNT_ROLLUPS, SUM_ROLLUPS};
use crate::db::connection::{Bind, JoinStrategy, WriterConnection};
use crate::db::{DbError, Engine};
use crate::ids::TenantId;

/// How to update the rollups of a tenant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) enum RefreshMode {
    /// The rollups are up to date before the change, so the captured changes are applied.
    Incremental,
    /// There are no lines before the change, so the staged lines are all lines.
    FirstLoad,
    /// The rollups are out of date and are rebuilt from all lines.
    Rebuild,
}

/// A change of more than a quarter of the lines costs more than a rebuild.
const MAX_INCREMENTAL_RATIO: u64 = 4;

/// Whether a rebuild is cheaper for this number of changes and lines.
fn is_large_change(changes: u64, before: u64) -> bool {
    changes.saturating_mul(MAX_INCREMENTAL_RATIO) > before
}

const LOCK_SYNC_STATES: &str = r"
    select count(*)
    from (select 1 from table_sync_state where tenant_id = $1 order by source_table for update) as held
";

/// A sync updates `synced_at`. The rollups are up to date while `rolled_up_at` and
/// `sale_deliveries_at` are the same.
const COUNT_STALE_TABLES: &str = r"
    select count(*)
    from table_sync_state
    where tenant_id = $1
      and (
          rolled_up_at is distinct from synced_at or sale_deliveries_at is distinct from synced_at
        )
";

const MARK_ROLLED_UP: &str = r"
    update table_sync_state
    set rolled_up_at = synced_at, sale_deliveries_at = synced_at
    where tenant_id = $1
      and (
          rolled_up_at is distinct from synced_at or sale_deliveries_at is distinct from synced_at
        )
";

impl RefreshMode {
    /// Chooses the mode inside the writing transaction before lines change. On PostgreSQL other
    /// writers of the tenant wait until the transaction ends. `staged` is the number of staged
    /// lines.
    pub(in crate::db) async fn choose(
        tenant: TenantId,
        staged: u64,
        connection: &mut WriterConnection,
    ) -> Result<Self, DbError> {
        let behind = is_stale(tenant, connection).await?;
        let before = count_rolled_up_lines(tenant, connection).await?;
        // Right after a first load PostgreSQL scans all lines to find one.
        let any = !behind && before > 0 || has_lines(tenant, connection).await?;
        // If most lines are new, capturing changes is useless.
        Ok(match any {
            false => Self::FirstLoad,
            true if behind || is_large_change(staged.saturating_sub(before), before) => {
                Self::Rebuild
            }
            true => Self::Incremental,
        })
    }
}

/// Whether the tenant has lines.
async fn has_lines(tenant: TenantId, connection: &mut WriterConnection) -> Result<bool, DbError> {
    let sql = format!(
        r"
            select count(*)
            from (select 1 from {LINES_TABLE} where tenant_id = $1 and deleted_at is null limit 1) as
              any_line
        "
    );
    let [lines] = connection
        .fetch_counts(sql, &[Bind::Uuid(tenant.0)])
        .await?;
    Ok(lines > 0)
}

/// Whether the rollups are out of date. Locks the sync states, so that the answer stays valid.
pub(super) async fn is_stale(
    tenant: TenantId,
    connection: &mut WriterConnection,
) -> Result<bool, DbError> {
    let binds = [Bind::Uuid(tenant.0)];
    if connection.engine() == Engine::Postgres {
        connection
            .fetch_counts::<1>(LOCK_SYNC_STATES.to_owned(), &binds)
            .await?;
    }
    let [behind] = connection
        .fetch_counts(COUNT_STALE_TABLES.to_owned(), &binds)
        .await?;
    Ok(behind > 0)
}

/// The number of lines in the rollups. Fast, and exact if the rollups are up to date.
pub(in crate::db) async fn count_rolled_up_lines(
    tenant: TenantId,
    connection: &mut WriterConnection,
) -> Result<u64, DbError> {
    let sql =
        "select cast(coalesce(sum(lines), 0) as bigint) from rollup_line_day where tenant_id = $1";
    let [lines] = connection
        .fetch_counts(sql.to_owned(), &[Bind::Uuid(tenant.0)])
        .await?;
    Ok(lines)
}

/// Marks the rollups of all tables as up to date. Call after [`refresh_rollups`].
pub(in crate::db) async fn mark_rolled_up(
    tenant: TenantId,
    connection: &mut WriterConnection,
) -> Result<(), DbError> {
    connection
        .execute_sql(MARK_ROLLED_UP.to_owned(), &[Bind::Uuid(tenant.0)])
        .await?;
    Ok(())
}

/// Updates the rollups and returns the number of written rows. `counted` are the counts of the
/// staged lines, if these are all lines.
pub(in crate::db) async fn refresh_rollups(
    tenant: TenantId,
    mode: RefreshMode,
    counted: Option<CountedRollups>,
    connection: &mut WriterConnection,
) -> Result<u64, DbError> {
    if mode == RefreshMode::Incremental {
        if connection.is_distributed() {
            for sql in fetch_distributed_changes_sql() {
                connection.execute_sql(sql, &[Bind::Uuid(tenant.0)]).await?;
            }
        }
        let [changes] = connection
            .fetch_counts(format!("select count(*) from {CHANGES_TABLE}"), &[])
            .await?;
        if changes == 0 {
            return Ok(0);
        }
        if !is_large_change(changes, count_rolled_up_lines(tenant, connection).await?) {
            if let Some(written) = apply_changes(tenant, connection).await? {
                return Ok(written);
            }
            tracing::error!(%tenant, "a packed rollup is inconsistent with the captured changes: \
                rebuilding all rollups");
        }
    }
    rebuild_rollups(tenant, counted, connection).await
}

/// Rebuilds all rollups from the counts or from the lines.
async fn rebuild_rollups(
    tenant: TenantId,
    counted: Option<CountedRollups>,
    connection: &mut WriterConnection,
) -> Result<u64, DbError> {
    let binds = [Bind::Uuid(tenant.0)];
    let empty = SUM_ROLLUPS
        .iter()
        .map(|sums| sums.delete_sql())
        .chain(RECOUNT_ROLLUPS.iter().map(|recount| recount.delete_sql()));
    for sql in empty
        .chain([delete_gaps_sql()])
        .chain(PACKED_SERIES.iter().map(|series| series.delete_sql()))
    {
        connection.execute_sql(sql, &binds).await?;
    }
    let written = match counted {
        Some(counted) => counted.write_all(connection).await?,
        None => fill_rollups(&binds, connection).await?,
    };
    Ok(written)
}

/// Aggregates all lines.
async fn fill_rollups(
    binds: &[Bind<'_>],
    connection: &mut WriterConnection,
) -> Result<u64, DbError> {
    connection
        .execute_sql(rebuild_setting_sql(connection.engine()).to_owned(), &[])
        .await?;
    let mut written = 0;
    let suffix = connection.insert_suffix();
    let fill = SUM_ROLLUPS
        .iter()
        .map(|sums| sums.fill_sql())
        .chain(RECOUNT_ROLLUPS.iter().map(|recount| recount.fill_sql()));
    for sql in fill
        .chain([fill_gaps_sql()])
        .chain(PACKED_SERIES.iter().map(|series| series.fill_sql()))
    {
        written += connection
            .execute_sql(format!("{sql}{suffix}"), binds)
            .await?;
    }
    Ok(written)
}

/// Applies the captured changes. `None` if a rebuild is necessary.
async fn apply_changes(
    tenant: TenantId,
    connection: &mut WriterConnection,
) -> Result<Option<u64>, DbError> {
    let binds = [Bind::Uuid(tenant.0)];
    if connection.engine() == Engine::Postgres {
        connection.execute_sql(DISABLE_SORT.to_owned(), &[]).await?;
    }
    let mut written = 0;
    for sums in SUM_ROLLUPS {
        written += connection
            .execute_sql(sums.apply_changes_sql(), &binds)
            .await?;
    }
    for recount in RECOUNT_ROLLUPS {
        written += recount.apply_changes(&binds, connection).await?;
    }
    // A node gets a temporary table as a list without an index, which is searched for each row.
    if !connection.is_distributed() {
        JoinStrategy::IndexLookup.apply_settings(connection).await?;
    }
    let [gather, fill] = gather_order_days_sql(connection.engine());
    connection.execute_sql(gather, &[]).await?;
    connection.execute_sql(fill, &binds).await?;
    written += connection
        .execute_sql(apply_gap_changes_sql(), &binds)
        .await?;
    let [deletions] = connection
        .fetch_counts(
            format!(
                "select count(*) from (select 1 from {CHANGES_TABLE} where sign < 0 limit 1) as gone"
            ),
            &[],
        )
        .await?;
    if deletions > 0 {
        for sql in SUM_ROLLUPS
            .iter()
            .map(|sums| sums.delete_unused_sql())
            .chain([delete_unused_gaps_sql()])
        {
            connection.execute_sql(sql, &binds).await?;
        }
    }
    for series in PACKED_SERIES {
        let Some(rows) = series.apply_changes(tenant, connection).await? else {
            JoinStrategy::Hash.apply_settings(connection).await?;
            return Ok(None);
        };
        written += rows;
    }
    JoinStrategy::Hash.apply_settings(connection).await?;
    Ok(Some(written))
}

/// Without statistics of temporary tables, PostgreSQL would sort where hashing is faster. The
/// setting ends with the transaction.
const DISABLE_SORT: &str = "set local enable_sort = off";

/// SQLite uses this much memory for pages, and again for each of up to three sorters of a
/// statement: with 64 MB up to 240 MB, without being faster than with 8 MB. The connection is
/// closed after the merge.
fn rebuild_setting_sql(engine: Engine) -> &'static str {
    match engine {
        Engine::Postgres => DISABLE_SORT,
        Engine::Sqlite => "pragma cache_size = -8192",
    }
}
