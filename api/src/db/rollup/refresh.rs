//! Brings the rollups up to the lines, in the transaction that changed them.

use super::{ALL, LINES, NARROWED, Rollup};
use crate::db::tenant_writer::link::{Bind, Link};
use crate::db::{DbError, Engine};
use crate::ids::TenantId;

/// How the rollups of a tenant follow a change of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) enum Keeping {
    /// They stand for the lines as they are before the change: what it touches is noted and counted anew.
    Touched,
    /// They stand for nothing: all lines are counted.
    Anew,
}

const HOLD: &str = "select count(*) from (select 1 from synced_table where tenant_id = $1 order by source_table for update) as held";

/// Rows of `synced_table` are written whenever a table landed; a server that knows no rollups leaves `rolled_up_at` behind.
const BEHIND: &str = "select count(*) from synced_table where tenant_id = $1 and rolled_up_at is distinct from synced_at";

const CAUGHT_UP: &str = "update synced_table set rolled_up_at = synced_at where tenant_id = $1 and rolled_up_at is distinct from synced_at";

impl Keeping {
    /// How, decided inside the writing transaction before any line changes. On Postgres nobody else decides or lands until the transaction ends.
    pub(in crate::db) async fn of(tenant: TenantId, link: &mut Link) -> Result<Self, DbError> {
        let binds = [Bind::Uuid(tenant.0)];
        let any_line = format!("select count(*) from (select 1 from {LINES} where tenant_id = $1 and deleted_at is null limit 1) as any_line");
        let [lines] = link.numbers(any_line, &binds).await?;
        let behind = is_behind(tenant, link).await?;
        Ok(if lines == 0 || behind { Self::Anew } else { Self::Touched })
    }
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

/// Makes the rollups stand for the lines and gives the number of rows that this wrote.
pub(in crate::db) async fn roll_up(tenant: TenantId, keeping: Keeping, link: &mut Link) -> Result<u64, DbError> {
    let binds = [Bind::Uuid(tenant.0)];
    for setting in spacious(link.engine()) {
        link.execute((*setting).to_owned(), &[]).await?;
    }
    let mut written = 0;
    match keeping {
        Keeping::Anew => {
            for rollup in ALL {
                written += link.execute(rollup.empty(), &binds).await?;
                written += link.execute(rollup.fill(), &binds).await?;
            }
            link.execute(CAUGHT_UP.to_owned(), &binds).await?;
        }
        Keeping::Touched => {
            let [days] = link.numbers("select count(*) from rollup_touched_day".to_owned(), &[]).await?;
            if days > 0 {
                for rollup in ALL {
                    written += rollup.refresh(&binds, link).await?;
                }
            }
        }
    }
    Ok(written)
}

/// Room for the groups of a large table: what does not fit is written to disk and takes twice as long. Without statistics, which a fresh table has not,
/// Postgres would sort where hashing is faster. The connection ends with the merge, or its transaction does, and so do the settings.
fn spacious(engine: Engine) -> &'static [&'static str] {
    match engine {
        Engine::Postgres => &["set local work_mem = '64MB'", "set local enable_sort = off", "set local jit = off"],
        Engine::Sqlite => &["pragma cache_size = -65536"],
    }
}

impl Rollup {
    fn empty(&self) -> String {
        format!("delete from {} where tenant_id = $1", self.table)
    }

    fn fill(&self) -> String {
        format!("insert into {} (tenant_id, {}, {}) {}", self.table, self.key.join(", "), self.values.join(", "), self.select.replace(NARROWED, ""))
    }

    /// Counts what was touched into a table of its own, then takes over where that says something else.
    async fn refresh(&self, binds: &[Bind<'_>], link: &mut Link) -> Result<u64, DbError> {
        let end = if link.engine() == Engine::Postgres { " on commit drop" } else { "" };
        let (table, key, values) = (self.table, self.key.join(", "), self.values.join(", "));
        link.execute(format!("create temporary table {table}_fresh{end} as select tenant_id, {key}, {values} from {table} limit 0"), &[]).await?;
        let select = self.select.replace(NARROWED, &format!(" and {}", self.touched_source));
        link.execute(format!("insert into {table}_fresh {select}"), binds).await?;
        let same_key: Vec<String> = self.key.iter().map(|column| format!("{table}_fresh.{column} = {table}.{column}")).collect();
        let gone = format!(
            "delete from {table} where tenant_id = $1 and {} and not exists (select 1 from {table}_fresh where {})",
            self.touched_rows,
            same_key.join(" and ")
        );
        let set: Vec<String> = self.values.iter().map(|column| format!("{column} = excluded.{column}")).collect();
        let differs: Vec<String> = self.values.iter().map(|column| format!("{table}.{column} is distinct from excluded.{column}")).collect();
        let changed = format!(
            "insert into {table} (tenant_id, {key}, {values}) select tenant_id, {key}, {values} from {table}_fresh where tenant_id = $1 \
             on conflict (tenant_id, {key}) do update set {} where {}",
            set.join(", "),
            differs.join(" or ")
        );
        Ok(link.execute(gone, binds).await? + link.execute(changed, binds).await?)
    }
}
