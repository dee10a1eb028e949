//! Brings the rollups up to the lines, in the transaction that changed them.

use super::change_capture::CHANGES_TABLE;
use super::order_gaps::gather_order_days_sql;
use super::{
    CountedRollups, LINES_TABLE, ORDER_GAP_ROLLUPS, PACKED_SERIES, RECOUNT_ROLLUPS, SUM_ROLLUPS,
};
use crate::db::tenant_writer::JoinStrategy;
use crate::db::tenant_writer::connection::{Bind, WriterConnection};
use crate::db::{DbError, Engine};
use crate::ids::TenantId;

/// How the rollups of a tenant follow a change of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) enum RefreshMode {
    /// They stand for the lines as they are before the change: what it changes is noted and brought
    /// in.
    Incremental,
    /// There were no lines before: those that are staged are all.
    FirstLoad,
    /// They stand for nothing: all lines are counted.
    Rebuild,
}

/// A change of more than a fourth of the lines costs more than counting all of them.
const MAX_INCREMENTAL_RATIO: u64 = 4;

/// Whether so many changes are better counted with all lines, of which there were so many before.
fn is_large_change(changes: u64, before: u64) -> bool {
    changes.saturating_mul(MAX_INCREMENTAL_RATIO) > before
}

const LOCK_SYNC_STATES: &str = r"
    select count(*)
    from (select 1 from synced_table where tenant_id = $1 order by source_table for update) as held
";

/// Rows of `synced_table` are written whenever a table landed; a server that does not know all
/// rollups leaves `every_rollup_at` behind.
const COUNT_STALE_TABLES: &str = r"
    select count(*)
    from synced_table
    where tenant_id = $1 and every_rollup_at is distinct from synced_at
";

/// Such a server goes by `all_rolled_up_at` or `rolled_up_at`: without one it makes the rollups
/// that it knows anew, and does not take those of this one for what it would have written.
const MARK_ROLLED_UP: &str = r"
    update synced_table
    set every_rollup_at = synced_at, all_rolled_up_at = null, rolled_up_at = null
    where tenant_id = $1 and every_rollup_at is distinct from synced_at
";

impl RefreshMode {
    /// How, decided inside the writing transaction before any line changes. On Postgres nobody else
    /// decides or lands until the transaction ends. `staged` lines are about to land.
    pub(in crate::db) async fn choose(
        tenant: TenantId,
        staged: u64,
        link: &mut WriterConnection,
    ) -> Result<Self, DbError> {
        let behind = is_stale(tenant, link).await?;
        let before = count_rolled_up_lines(tenant, link).await?;
        // Right after a first load PostgreSQL takes a look at all lines to find one.
        let any = !behind && before > 0 || has_lines(tenant, link).await?;
        // Where so many of them are new, noting what changes would be in vain.
        Ok(match any {
            false => Self::FirstLoad,
            true if behind || is_large_change(staged.saturating_sub(before), before) => {
                Self::Rebuild
            }
            true => Self::Incremental,
        })
    }
}

/// Whether the tenant has a line.
async fn has_lines(tenant: TenantId, link: &mut WriterConnection) -> Result<bool, DbError> {
    let sql = format!(
        r"
            select count(*)
            from (select 1 from {LINES_TABLE} where tenant_id = $1 and deleted_at is null limit 1) as
              any_line
        "
    );
    let [lines] = link.fetch_counts(sql, &[Bind::Uuid(tenant.0)]).await?;
    Ok(lines > 0)
}

/// Whether the rollups do not stand for the lines; keeps others from changing the answer.
pub(super) async fn is_stale(
    tenant: TenantId,
    link: &mut WriterConnection,
) -> Result<bool, DbError> {
    let binds = [Bind::Uuid(tenant.0)];
    if link.engine() == Engine::Postgres {
        link.fetch_counts::<1>(LOCK_SYNC_STATES.to_owned(), &binds)
            .await?;
    }
    let [behind] = link
        .fetch_counts(COUNT_STALE_TABLES.to_owned(), &binds)
        .await?;
    Ok(behind > 0)
}

/// How many lines the rollups stand for. Where they stand for the lines, as many as there are, and
/// found without a look at them.
pub(in crate::db) async fn count_rolled_up_lines(
    tenant: TenantId,
    link: &mut WriterConnection,
) -> Result<u64, DbError> {
    let sql =
        "select cast(coalesce(sum(lines), 0) as bigint) from rollup_line_day where tenant_id = $1";
    let [lines] = link
        .fetch_counts(sql.to_owned(), &[Bind::Uuid(tenant.0)])
        .await?;
    Ok(lines)
}

/// Makes the rollups stand for the lines and gives the number of rows that this wrote. `counted`
/// are those of the staged lines, where these are all lines and were counted.
pub(in crate::db) async fn refresh_rollups(
    tenant: TenantId,
    keeping: RefreshMode,
    counted: Option<CountedRollups>,
    link: &mut WriterConnection,
) -> Result<u64, DbError> {
    if keeping == RefreshMode::Incremental {
        let [changes] = link
            .fetch_counts(format!("select count(*) from {CHANGES_TABLE}"), &[])
            .await?;
        if changes == 0 {
            return Ok(0);
        }
        if !is_large_change(changes, count_rolled_up_lines(tenant, link).await?) {
            if let Some(written) = apply_changes(tenant, link).await? {
                return Ok(written);
            }
            tracing::error!(%tenant, "a text of the rollups does not go together with what \
                changed: all lines are counted");
        }
    }
    rebuild_rollups(tenant, counted, link).await
}

/// Makes all rollups anew, of the counts of all lines or of the lines themselves.
async fn rebuild_rollups(
    tenant: TenantId,
    counted: Option<CountedRollups>,
    link: &mut WriterConnection,
) -> Result<u64, DbError> {
    let binds = [Bind::Uuid(tenant.0)];
    let empty = SUM_ROLLUPS
        .iter()
        .map(|sums| sums.delete_sql())
        .chain(RECOUNT_ROLLUPS.iter().map(|recount| recount.delete_sql()));
    for sql in empty
        .chain(ORDER_GAP_ROLLUPS.iter().map(|spans| spans.delete_sql()))
        .chain(PACKED_SERIES.iter().map(|texts| texts.delete_sql()))
    {
        link.execute_sql(sql, &binds).await?;
    }
    let written = match counted {
        Some(counted) => counted.write_all(link).await?,
        None => fill_rollups(&binds, link).await?,
    };
    link.execute_sql(MARK_ROLLED_UP.to_owned(), &binds).await?;
    Ok(written)
}

/// Counts all lines.
async fn fill_rollups(binds: &[Bind<'_>], link: &mut WriterConnection) -> Result<u64, DbError> {
    link.execute_sql(rebuild_setting_sql(link.engine()).to_owned(), &[])
        .await?;
    let mut written = 0;
    let fill = SUM_ROLLUPS
        .iter()
        .map(|sums| sums.fill_sql())
        .chain(RECOUNT_ROLLUPS.iter().map(|recount| recount.fill_sql()));
    for sql in fill
        .chain(ORDER_GAP_ROLLUPS.iter().map(|spans| spans.fill_sql()))
        .chain(PACKED_SERIES.iter().map(|texts| texts.fill_sql()))
    {
        written += link.execute_sql(sql, binds).await?;
    }
    Ok(written)
}

/// Brings in what changed. None where that cannot be, and all lines have to be counted.
async fn apply_changes(
    tenant: TenantId,
    link: &mut WriterConnection,
) -> Result<Option<u64>, DbError> {
    let binds = [Bind::Uuid(tenant.0)];
    if link.engine() == Engine::Postgres {
        link.execute_sql(DISABLE_SORT.to_owned(), &[]).await?;
    }
    let mut written = 0;
    for sums in SUM_ROLLUPS {
        written += link.execute_sql(sums.apply_changes_sql(), &binds).await?;
    }
    for recount in RECOUNT_ROLLUPS {
        written += recount.apply_changes(&binds, link).await?;
    }
    JoinStrategy::IndexLookup.apply_settings(link).await?;
    let [gather, fill] = gather_order_days_sql(link.engine());
    link.execute_sql(gather, &[]).await?;
    link.execute_sql(fill, &binds).await?;
    for spans in ORDER_GAP_ROLLUPS {
        written += link.execute_sql(spans.apply_changes_sql(), &binds).await?;
    }
    let [gone] = link
        .fetch_counts(
            format!(
                "select count(*) from (select 1 from {CHANGES_TABLE} where sign < 0 limit 1) as gone"
            ),
            &[],
        )
        .await?;
    if gone > 0 {
        for sql in SUM_ROLLUPS
            .iter()
            .map(|sums| sums.delete_unused_sql())
            .chain(
                ORDER_GAP_ROLLUPS
                    .iter()
                    .map(|spans| spans.delete_unused_sql()),
            )
        {
            link.execute_sql(sql, &binds).await?;
        }
    }
    for texts in PACKED_SERIES {
        let Some(rows) = texts.apply_changes(tenant, link).await? else {
            JoinStrategy::Hash.apply_settings(link).await?;
            return Ok(None);
        };
        written += rows;
    }
    JoinStrategy::Hash.apply_settings(link).await?;
    Ok(Some(written))
}

/// Without statistics, which a fresh table and what was noted have not, Postgres would sort where
/// hashing is faster. The setting ends with the transaction.
const DISABLE_SORT: &str = "set local enable_sort = off";

/// SQLite takes as much room for the pages of its tables, and again for each sorter of a statement,
/// of which there are up to three: with 64 MB as much as 240 in all, and no faster than with 8. The
/// connection ends with the merge, and so does the setting.
fn rebuild_setting_sql(engine: Engine) -> &'static str {
    match engine {
        Engine::Postgres => DISABLE_SORT,
        Engine::Sqlite => "pragma cache_size = -8192",
    }
}
