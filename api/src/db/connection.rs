//! An exclusive connection for bulk writes, with the same operations on both engines.

use super::warehouse_file::{LOCK_MAIN_FILE, LOCK_WAREHOUSE_FILE};
use super::{Access, Database, DbError, Engine};
use arrow_array::RecordBatch;
use chrono::{DateTime, Utc};
use migration::citus::STAGE_TABLE;
use sea_orm::DbErr;
use sea_orm::prelude::Uuid;
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, PgPool, Postgres, Row, Sqlite, SqlitePool};

mod array_insert;
mod binary_copy;
mod join_strategy;
mod multi_row_insert;
mod stop_handle;
mod target_column;

pub(in crate::db) use binary_copy::{CopyWriter, encode_rows, is_faster_as_arrays};
pub(in crate::db) use join_strategy::JoinStrategy;
pub use stop_handle::StopHandle;
pub use target_column::{TargetColumn, TargetType};
pub(in crate::db) use target_column::{build_batch, quote_identifier};

/// A connection for one bulk write. It is closed afterwards, which ends any unfinished work.
///
/// It is not returned to the pool: sqlx 0.9 does not expect the response to a COPY that was
/// dropped. Every later query on that connection would read the response to the previous query,
/// even of another tenant.
#[derive(Debug)]
pub(in crate::db) enum WriterConnection {
    /// In a transaction from the start. Temporary tables end with it.
    Postgres {
        connection: PoolConnection<Postgres>,
        /// Whether the tables of the warehouse are distributed over the nodes of a Citus cluster.
        is_distributed: bool,
    },
    /// Outside a transaction until [`WriterConnection::begin_writing`], because filling temporary
    /// tables needs no locks.
    Sqlite(PoolConnection<Sqlite>),
}

/// How often PostgreSQL checks during a statement whether the client is still connected, so that a
/// killed client does not keep its locks. Versions before 14 lack the setting.
const SET_CLIENT_CHECK: &str = r"
    select count(set_config(name, '2s', true))
    from pg_settings
    where name = 'client_connection_check_interval'
";

/// A bulk write may take longer than a request, but waits no longer for locks. `work_mem` is for
/// joins of a large staging table with a large table; the rest spills to disk. JIT is off: the
/// planner lacks statistics of the staging table and would compile for a few rows, and with many
/// rows the time goes into indexes, not into expressions.
const SESSION_SETTINGS: &str = "set local statement_timeout = 0; set local lock_timeout = '20s'; set \
    local work_mem = '64MB'; set local jit = off";

/// A bound parameter.
#[derive(Clone, Copy, Debug)]
pub(in crate::db) enum Bind<'a> {
    Uuid(Uuid),
    Text(Option<&'a str>),
    Number(i64),
    OptionalNumber(Option<i64>),
    Instant(DateTime<Utc>),
}

impl WriterConnection {
    /// Opens a connection for the tenant, with a handle to stop its statements. On PostgreSQL it is
    /// in a transaction under row level security, on SQLite outside a transaction.
    pub(in crate::db) async fn connect(
        database: &Database,
        access: &Access,
    ) -> Result<(Self, StopHandle), DbError> {
        match (
            database.rls_context().await?,
            database.postgres_pool(),
            database.sqlite_pool(),
        ) {
            (Some(rls), Some(pool), _) => {
                Self::connect_postgres(database, pool, &rls.settings_sql(access.tenant())).await
            }
            (_, None, Some(pool)) => Self::connect_sqlite(pool).await,
            _ => Err(DbError::Unavailable(DbErr::Custom(
                "the database has no pool".to_owned(),
            ))),
        }
    }

    async fn connect_postgres(
        database: &Database,
        pool: &PgPool,
        tenant_settings: &str,
    ) -> Result<(Self, StopHandle), DbError> {
        let mut connection = pool.acquire().await?;
        connection.close_on_drop();
        // The first message begins the transaction, because behind a pooler only that keeps the
        // server connection. Citus sends the second one on to its workers.
        sqlx::raw_sql(AssertSqlSafe(format!("begin; {SET_CLIENT_CHECK}")))
            .execute(&mut *connection)
            .await?;
        sqlx::raw_sql(AssertSqlSafe(format!(
            "{tenant_settings}; {SESSION_SETTINGS}"
        )))
        .execute(&mut *connection)
        .await?;
        let stop = StopHandle::for_postgres(database, &mut connection).await?;
        let is_distributed = sqlx::query_scalar::<_, bool>(AssertSqlSafe(format!(
            "select to_regclass('{STAGE_TABLE}') is not null"
        )))
        .fetch_one(&mut *connection)
        .await?;
        let mut writer = Self::Postgres {
            connection,
            is_distributed,
        };
        // Right after a first load the planner assumes an empty table and would choose a nested
        // loop.
        JoinStrategy::Hash.apply_settings(&mut writer).await?;
        Ok((writer, stop))
    }

    async fn connect_sqlite(pool: &SqlitePool) -> Result<(Self, StopHandle), DbError> {
        let mut connection = pool.acquire().await?;
        connection.close_on_drop();
        let stop = StopHandle::for_sqlite(&mut connection).await?;
        Ok((Self::Sqlite(connection), stop))
    }

    pub(in crate::db) fn engine(&self) -> Engine {
        match self {
            Self::Postgres { .. } => Engine::Postgres,
            Self::Sqlite(_) => Engine::Sqlite,
        }
    }

    /// Whether the tables of the warehouse are distributed over the nodes of a Citus cluster.
    pub(in crate::db) fn is_distributed(&self) -> bool {
        matches!(
            self,
            Self::Postgres {
                is_distributed: true,
                ..
            }
        )
    }

    /// The end of an `insert ... select` of new rows into a table of the warehouse. Citus moves rows
    /// to another node by COPY, which row level security refuses, except in an insert with a
    /// conflict clause.
    pub(in crate::db) fn insert_suffix(&self) -> &'static str {
        if self.is_distributed() {
            " on conflict do nothing"
        } else {
            ""
        }
    }

    /// Acquires the lock of SQLite's warehouse file, waiting if necessary.
    pub(in crate::db) async fn begin_writing(&mut self) -> Result<(), DbError> {
        self.begin_with_lock(LOCK_WAREHOUSE_FILE).await
    }

    /// Commits the rows on SQLite. From then on the write cannot be stopped.
    pub(in crate::db) async fn commit_rows(&mut self) -> Result<(), DbError> {
        if let Self::Sqlite(connection) = self {
            sqlx::query::<Sqlite>("commit")
                .execute(&mut **connection)
                .await?;
            connection.lock_handle().await?.remove_progress_handler();
        }
        Ok(())
    }

    /// Acquires the lock of SQLite's main file, waiting if necessary.
    pub(in crate::db) async fn begin_records(&mut self) -> Result<(), DbError> {
        self.begin_with_lock(LOCK_MAIN_FILE).await
    }

    async fn begin_with_lock(&mut self, lock: &str) -> Result<(), DbError> {
        if self.engine() == Engine::Sqlite {
            self.execute_sql("begin".to_owned(), &[]).await?;
            self.execute_sql(lock.to_owned(), &[]).await?;
        }
        Ok(())
    }

    pub(in crate::db) async fn commit(mut self) -> Result<(), DbError> {
        self.execute_sql("commit".to_owned(), &[]).await?;
        Ok(())
    }

    /// Executes a statement and returns the number of affected rows.
    pub(in crate::db) async fn execute_sql(
        &mut self,
        sql: String,
        binds: &[Bind<'_>],
    ) -> Result<u64, DbError> {
        match self {
            Self::Postgres { connection, .. } => {
                let query = binds
                    .iter()
                    .fold(sqlx::query::<Postgres>(AssertSqlSafe(sql)), bind_postgres);
                Ok(query.execute(&mut **connection).await?.rows_affected())
            }
            Self::Sqlite(connection) => {
                let query = binds
                    .iter()
                    .fold(sqlx::query::<Sqlite>(AssertSqlSafe(sql)), bind_sqlite);
                Ok(query.execute(&mut **connection).await?.rows_affected())
            }
        }
    }

    /// Executes a statement that returns one row of `N` counts.
    pub(in crate::db) async fn fetch_counts<const N: usize>(
        &mut self,
        sql: String,
        binds: &[Bind<'_>],
    ) -> Result<[u64; N], DbError> {
        let mut counts = [0; N];
        match self {
            Self::Postgres { connection, .. } => {
                let query = binds
                    .iter()
                    .fold(sqlx::query::<Postgres>(AssertSqlSafe(sql)), bind_postgres);
                let row = query.fetch_one(&mut **connection).await?;
                for (position, count) in counts.iter_mut().enumerate() {
                    *count = row.try_get::<i64, _>(position)?.unsigned_abs();
                }
            }
            Self::Sqlite(connection) => {
                let query = binds
                    .iter()
                    .fold(sqlx::query::<Sqlite>(AssertSqlSafe(sql)), bind_sqlite);
                let row = query.fetch_one(&mut **connection).await?;
                for (position, count) in counts.iter_mut().enumerate() {
                    *count = row.try_get::<i64, _>(position)?.unsigned_abs();
                }
            }
        }
        Ok(counts)
    }

    /// Executes a statement that returns rows of text.
    pub(in crate::db) async fn fetch_texts(
        &mut self,
        sql: String,
        binds: &[Bind<'_>],
    ) -> Result<Vec<Vec<String>>, DbError> {
        Ok(match self {
            Self::Postgres { connection, .. } => {
                let query = binds
                    .iter()
                    .fold(sqlx::query::<Postgres>(AssertSqlSafe(sql)), bind_postgres)
                    .persistent(false);
                decode_texts(&query.fetch_all(&mut **connection).await?)?
            }
            Self::Sqlite(connection) => {
                let query = binds
                    .iter()
                    .fold(sqlx::query::<Sqlite>(AssertSqlSafe(sql)), bind_sqlite)
                    .persistent(false);
                decode_texts(&query.fetch_all(&mut **connection).await?)?
            }
        })
    }

    /// Executes a statement over rows of text, which replace `{rows}` in it. `$1` is the tenant.
    ///
    /// On PostgreSQL the rows are bound as arrays: a COPY takes two messages, and the second waits
    /// up to 40 ms for the first to be acknowledged.
    pub(in crate::db) async fn execute_with_rows(
        &mut self,
        sql: &str,
        tenant: Uuid,
        rows: &[Vec<String>],
    ) -> Result<u64, DbError> {
        let width = rows.first().map_or(0, Vec::len);
        let mut written = 0;
        match self {
            Self::Postgres { connection, .. } if width > 0 => {
                let arrays: Vec<String> = (0..width)
                    .map(|column| format!("${}::text[]", column + 2))
                    .collect();
                let sql = sql.replace(
                    "{rows}",
                    &format!("select * from unnest({})", arrays.join(", ")),
                );
                let mut query = sqlx::query::<Postgres>(AssertSqlSafe(sql)).bind(tenant);
                for column in 0..width {
                    query = query.bind(
                        rows.iter()
                            .filter_map(|row| row.get(column).cloned())
                            .collect::<Vec<String>>(),
                    );
                }
                written += query.execute(&mut **connection).await?.rows_affected();
            }
            Self::Sqlite(connection) if width > 0 => {
                for part in rows.chunks(multi_row_insert::ROWS_PER_INSERT) {
                    let row = |at: usize| {
                        (0..width)
                            .map(|column| format!("${}", at * width + column + 2))
                            .collect::<Vec<_>>()
                            .join(", ")
                    };
                    let placeholders: Vec<String> =
                        (0..part.len()).map(|at| format!("({})", row(at))).collect();
                    let sql = sql.replace("{rows}", &format!("values {}", placeholders.join(", ")));
                    let query = sqlx::query::<Sqlite>(AssertSqlSafe(sql))
                        .persistent(false)
                        .bind(tenant.as_bytes().to_vec());
                    let query = part
                        .iter()
                        .flatten()
                        .fold(query, |query, text| query.bind(text.clone()));
                    written += query.execute(&mut **connection).await?.rows_affected();
                }
            }
            _ => {}
        }
        Ok(written)
    }

    /// Inserts a batch into a table.
    pub(in crate::db) async fn insert_batch(
        &mut self,
        table: &str,
        columns: &[TargetColumn],
        rows: &RecordBatch,
    ) -> Result<(), DbError> {
        match self {
            Self::Postgres { connection, .. } if is_faster_as_arrays(rows) => {
                array_insert::insert_rows(connection, table, columns, rows).await
            }
            Self::Postgres { connection, .. } => {
                let mut copying = CopyWriter::start(connection, table, columns).await?;
                copying.write_batch(rows).await?;
                copying.finish().await
            }
            Self::Sqlite(connection) => {
                multi_row_insert::insert_rows(connection, table, columns, rows).await
            }
        }
    }
}

fn decode_texts<R: Row>(rows: &[R]) -> Result<Vec<Vec<String>>, sqlx::Error>
where
    usize: sqlx::ColumnIndex<R>,
    String: sqlx::Type<R::Database> + for<'r> sqlx::Decode<'r, R::Database>,
{
    rows.iter()
        .map(|row| (0..row.len()).map(|column| row.try_get(column)).collect())
        .collect()
}

type Query<'q, DB> = sqlx::query::Query<'q, DB, <DB as sqlx::Database>::Arguments>;

fn bind_postgres<'q>(query: Query<'q, Postgres>, bind: &Bind<'_>) -> Query<'q, Postgres> {
    match bind {
        Bind::Uuid(id) => query.bind(*id),
        Bind::Text(text) => query.bind(text.map(str::to_owned)),
        Bind::Number(number) => query.bind(*number),
        Bind::OptionalNumber(number) => query.bind(*number),
        Bind::Instant(instant) => query.bind(*instant),
    }
}

fn bind_sqlite<'q>(query: Query<'q, Sqlite>, bind: &Bind<'_>) -> Query<'q, Sqlite> {
    match bind {
        Bind::Uuid(id) => query.bind(id.as_bytes().to_vec()),
        Bind::Text(text) => query.bind(text.map(str::to_owned)),
        Bind::Number(number) => query.bind(*number),
        Bind::OptionalNumber(number) => query.bind(*number),
        Bind::Instant(instant) => query.bind(multi_row_insert::format_instant(*instant)),
    }
}
