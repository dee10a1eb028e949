//! Brings the rollups up to the lines, in the transaction that changed them.

use super::changes::CHANGES;
use super::spans::order_days;
use super::{CountedRollups, LINES, RECOUNTS, SPANS, SUMS, TEXTS};
use crate::db::tenant_writer::Joins;
use crate::db::tenant_writer::link::{Bind, Link};
use crate::db::{DbError, Engine};
use crate::ids::TenantId;

/// How the rollups of a tenant follow a change of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) enum Keeping {
    /// They stand for the lines as they are before the change: what it changes is noted and brought
    /// in.
    Changed,
    /// There were no lines before: those that are staged are all.
    First,
    /// They stand for nothing: all lines are counted.
    Anew,
}

/// A change of more than a fourth of the lines costs more than counting all of them.
const FEW: u64 = 4;

/// Whether so many changes are better counted with all lines, of which there were so many before.
fn is_large(changes: u64, before: u64) -> bool {
    changes.saturating_mul(FEW) > before
}

const HOLD: &str = r"
    select count(*)
    from (select 1 from synced_table where tenant_id = $1 order by source_table for update) as held
";

/// Rows of `synced_table` are written whenever a table landed; a server that does not know all
/// rollups leaves `every_rollup_at` behind.
const BEHIND: &str = r"
    select count(*)
    from synced_table
    where tenant_id = $1 and every_rollup_at is distinct from synced_at
";

/// Such a server goes by `all_rolled_up_at` or `rolled_up_at`: without one it makes the rollups
/// that it knows anew, and does not take those of this one for what it would have written.
const CAUGHT_UP: &str = r"
    update synced_table
    set every_rollup_at = synced_at, all_rolled_up_at = null, rolled_up_at = null
    where tenant_id = $1 and every_rollup_at is distinct from synced_at
";

impl Keeping {
    /// How, decided inside the writing transaction before any line changes. On Postgres nobody else
    /// decides or lands until the transaction ends. `staged` lines are about to land.
    pub(in crate::db) async fn of(
        tenant: TenantId,
        staged: u64,
        link: &mut Link,
    ) -> Result<Self, DbError> {
        let behind = is_behind(tenant, link).await?;
        let before = lines_rolled_up(tenant, link).await?;
        // Right after a first load PostgreSQL takes a look at all lines to find one.
        let any = !behind && before > 0 || any_line(tenant, link).await?;
        // Where so many of them are new, noting what changes would be in vain.
        Ok(match any {
            false => Self::First,
            true if behind || is_large(staged.saturating_sub(before), before) => Self::Anew,
            true => Self::Changed,
        })
    }
}

/// Whether the tenant has a line.
async fn any_line(tenant: TenantId, link: &mut Link) -> Result<bool, DbError> {
    let sql = format!(
        r"
            select count(*)
            from (select 1 from {LINES} where tenant_id = $1 and deleted_at is null limit 1) as
              any_line
        "
    );
    let [lines] = link.numbers(sql, &[Bind::Uuid(tenant.0)]).await?;
    Ok(lines > 0)
}

/// Whether the rollups do not stand for the lines; keeps others from changing the answer.
pub(super) async fn is_behind(tenant: TenantId, link: &mut Link) -> Result<bool, DbError> {
    let binds = [Bind::Uuid(tenant.0)];
    if link.engine() == Engine::Postgres {
        link.numbers::<1>(HOLD.to_owned(), &binds).await?;
    }
    let [behind] = link.numbers(BEHIND.to_owned(), &binds).await?;
    Ok(behind > 0)
}

/// How many lines the rollups stand for. Where they stand for the lines, as many as there are, and
/// found without a look at them.
pub(in crate::db) async fn lines_rolled_up(
    tenant: TenantId,
    link: &mut Link,
) -> Result<u64, DbError> {
    let sql =
        "select cast(coalesce(sum(lines), 0) as bigint) from rollup_line_day where tenant_id = $1";
    let [lines] = link
        .numbers(sql.to_owned(), &[Bind::Uuid(tenant.0)])
        .await?;
    Ok(lines)
}

/// Makes the rollups stand for the lines and gives the number of rows that this wrote. `counted`
/// are those of the staged lines, where these are all lines and were counted.
pub(in crate::db) async fn roll_up(
    tenant: TenantId,
    keeping: Keeping,
    counted: Option<CountedRollups>,
    link: &mut Link,
) -> Result<u64, DbError> {
    if keeping == Keeping::Changed {
        let [changes] = link
            .numbers(format!("select count(*) from {CHANGES}"), &[])
            .await?;
        if changes == 0 {
            return Ok(0);
        }
        if !is_large(changes, lines_rolled_up(tenant, link).await?) {
            if let Some(written) = bring_up(tenant, link).await? {
                return Ok(written);
            }
            tracing::error!(%tenant, "a text of the rollups does not go together with what \
                changed: all lines are counted");
        }
    }
    count_every_rollup(tenant, counted, link).await
}

/// Makes all rollups anew, of the counts of all lines or of the lines themselves.
async fn count_every_rollup(
    tenant: TenantId,
    counted: Option<CountedRollups>,
    link: &mut Link,
) -> Result<u64, DbError> {
    let binds = [Bind::Uuid(tenant.0)];
    let empty = SUMS
        .iter()
        .map(|sums| sums.empty())
        .chain(RECOUNTS.iter().map(|recount| recount.empty()));
    for sql in empty
        .chain(SPANS.iter().map(|spans| spans.empty()))
        .chain(TEXTS.iter().map(|texts| texts.empty()))
    {
        link.execute(sql, &binds).await?;
    }
    let written = match counted {
        Some(counted) => counted.write(link).await?,
        None => fill(&binds, link).await?,
    };
    link.execute(CAUGHT_UP.to_owned(), &binds).await?;
    Ok(written)
}

/// Counts all lines.
async fn fill(binds: &[Bind<'_>], link: &mut Link) -> Result<u64, DbError> {
    link.execute(spacious(link.engine()).to_owned(), &[])
        .await?;
    let mut written = 0;
    let fill = SUMS
        .iter()
        .map(|sums| sums.fill())
        .chain(RECOUNTS.iter().map(|recount| recount.fill()));
    for sql in fill
        .chain(SPANS.iter().map(|spans| spans.fill()))
        .chain(TEXTS.iter().map(|texts| texts.fill()))
    {
        written += link.execute(sql, binds).await?;
    }
    Ok(written)
}

/// Brings in what changed. None where that cannot be, and all lines have to be counted.
async fn bring_up(tenant: TenantId, link: &mut Link) -> Result<Option<u64>, DbError> {
    let binds = [Bind::Uuid(tenant.0)];
    if link.engine() == Engine::Postgres {
        link.execute(HASHING.to_owned(), &[]).await?;
    }
    let mut written = 0;
    for sums in SUMS {
        written += link.execute(sums.apply(), &binds).await?;
    }
    for recount in RECOUNTS {
        written += recount.refresh(&binds, link).await?;
    }
    Joins::ByIndex.set(link).await?;
    let [gather, fill] = order_days(link.engine());
    link.execute(gather, &[]).await?;
    link.execute(fill, &binds).await?;
    for spans in SPANS {
        written += link.execute(spans.apply(), &binds).await?;
    }
    let [gone] = link
        .numbers(
            format!(
                "select count(*) from (select 1 from {CHANGES} where sign < 0 limit 1) as gone"
            ),
            &[],
        )
        .await?;
    if gone > 0 {
        for sql in SUMS
            .iter()
            .map(|sums| sums.remove_unused())
            .chain(SPANS.iter().map(|spans| spans.remove_unused()))
        {
            link.execute(sql, &binds).await?;
        }
    }
    for texts in TEXTS {
        let Some(rows) = texts.refresh(tenant, link).await? else {
            Joins::ByHash.set(link).await?;
            return Ok(None);
        };
        written += rows;
    }
    Joins::ByHash.set(link).await?;
    Ok(Some(written))
}

/// Without statistics, which a fresh table and what was noted have not, Postgres would sort where
/// hashing is faster. The setting ends with the transaction.
const HASHING: &str = "set local enable_sort = off";

/// SQLite takes as much room for the pages of its tables, and again for each sorter of a statement,
/// of which there are up to three: with 64 MB as much as 240 in all, and no faster than with 8. The
/// connection ends with the merge, and so does the setting.
fn spacious(engine: Engine) -> &'static str {
    match engine {
        Engine::Postgres => HASHING,
        Engine::Sqlite => "pragma cache_size = -8192",
    }
}
