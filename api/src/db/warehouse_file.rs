//! The second file of a SQLite database. It contains the synced tables and their rollups, which
//! only Data Sync writes.
//!
//! SQLite locks a whole file for a writer. A sync of a million lines holds the lock for minutes, so
//! users could not sign in meanwhile if everything was in one file. Every connection attaches the
//! file, so statements do not name it.

use super::DbError;
use migration::WAREHOUSE_SCHEMA;
use sea_orm::{
    ConnectOptions, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool};
use sqlx::{AssertSqlSafe, Connection};
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// Acquires the write lock of the main file and changes nothing.
pub(in crate::db) const LOCK_MAIN_FILE: &str = "delete from main.rate_limit_bucket where 0";
/// Acquires the write lock of the warehouse file and changes nothing.
pub(in crate::db) const LOCK_WAREHOUSE_FILE: &str = "delete from warehouse.inventory where 0";

/// The warehouse file of a database file: `sprout-warehouse.db` beside `sprout.db`.
pub fn warehouse_path(database: &Path) -> PathBuf {
    let mut name = database.file_stem().unwrap_or_default().to_owned();
    name.push("-warehouse");
    if let Some(extension) = database.extension() {
        name.push(".");
        name.push(extension);
    }
    database.with_file_name(name)
}

/// The main file of a SQLite database; `None` for other databases.
pub fn sqlite_database_path(url: &str) -> Option<PathBuf> {
    if !url.starts_with("sqlite:") {
        return None;
    }
    let options = SqliteConnectOptions::from_str(url).ok()?;
    Some(options.get_filename().to_owned())
}

/// Creates the missing files of a SQLite database so that only their owner can read them: the
/// folder may be one that others see. SQLite gives its logs the same permissions. If a file cannot
/// be created, connecting tells why.
pub(in crate::db) fn create_private_files(url: &str) {
    let is_created = url.contains("mode=rwc");
    let Some(database) = sqlite_database_path(url).filter(|_| is_created) else {
        return;
    };
    for path in [warehouse_path(&database), database] {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let _exists = options.open(path);
    }
}

/// Attaches the warehouse file to every connection of a SQLite pool, and closes connections that
/// cannot be used again. Has no effect on PostgreSQL.
pub fn configure_sqlite_pool(options: &mut ConnectOptions) -> Result<(), DbErr> {
    if !options.get_url().starts_with("sqlite:") {
        return Ok(());
    }
    let database = SqliteConnectOptions::from_str(options.get_url())
        .map_err(|error| DbErr::Custom(error.to_string()))?;
    let path = warehouse_path(database.get_filename());
    let attach: Arc<str> = format!(
        "attach database '{}' as {WAREHOUSE_SCHEMA}; \
            pragma {WAREHOUSE_SCHEMA}.journal_mode = wal; \
            pragma {WAREHOUSE_SCHEMA}.synchronous = full",
        path.to_string_lossy().replace('\'', "''")
    )
    .into();
    options.map_sqlx_sqlite_pool_opts(move |pool| {
        let attach = Arc::clone(&attach);
        pool.after_connect(move |connection, _| {
            let attach = attach.to_string();
            Box::pin(async move {
                sqlx::raw_sql(AssertSqlSafe(attach))
                    .execute(connection)
                    .await?;
                Ok(())
            })
        })
        .after_release(|connection, _| Box::pin(is_reusable(connection)))
    });
    Ok(())
}

/// Whether a connection can return to the pool. If SQLite itself rolls a transaction back, for
/// example on a full disk, sqlx 0.9 still considers it open, and the next user would run inside it.
async fn is_reusable(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // Completes after all earlier requests of the connection, including a rollback.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

/// A larger write-ahead log is truncated after a sync. SQLite reuses a smaller one.
const MAX_LOG_BYTES: u64 = 64 << 20;

/// Truncates the write-ahead log of the warehouse file if it is large.
pub(in crate::db) async fn truncate_large_log(pool: &SqlitePool) -> Result<(), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let file: String =
        sqlx::query_scalar("select file from pragma_database_list where name = 'warehouse'")
            .fetch_one(&mut *connection)
            .await?;
    let log = tokio::fs::metadata(format!("{file}-wal")).await;
    if log.map_or(0, |log| log.len()) <= MAX_LOG_BYTES {
        return Ok(());
    }
    // Writers of the file wait meanwhile, so readers are not waited for as long as usual.
    connection.close_on_drop();
    sqlx::raw_sql("pragma busy_timeout = 500; pragma warehouse.wal_checkpoint(truncate)")
        .execute(&mut *connection)
        .await?;
    Ok(())
}

/// Fails if the warehouse file lacks its tables, for example because only the main file was
/// restored from a backup.
pub(in crate::db) async fn check_warehouse_file(
    connection: &DatabaseConnection,
) -> Result<(), DbError> {
    let find = "select 1 from warehouse.sqlite_schema where name = 'inventory'";
    match connection
        .query_one_raw(Statement::from_string(DbBackend::Sqlite, find))
        .await?
    {
        Some(_) => Ok(()),
        None => Err(DbError::Failed(DbErr::Custom(
            "the warehouse file beside the database file is missing or empty: restore both files \
                from the same backup"
                .to_owned(),
        ))),
    }
}

/// Begins a writing transaction. On SQLite it holds the lock of the main file only, and therefore
/// does not wait for a sync. It takes the lock at once, because upgrading a read lock can fail
/// instead of waiting.
pub(in crate::db) async fn begin_write_transaction(
    connection: &DatabaseConnection,
) -> Result<DatabaseTransaction, DbErr> {
    let transaction = begin_deferred_transaction(connection).await?;
    if connection.get_database_backend() == DbBackend::Sqlite {
        transaction.execute_unprepared(LOCK_MAIN_FILE).await?;
    }
    Ok(transaction)
}

/// Begins a transaction that acquires locks as its statements need them.
pub(in crate::db) async fn begin_deferred_transaction(
    connection: &DatabaseConnection,
) -> Result<DatabaseTransaction, DbErr> {
    let options = TransactionOptions {
        isolation_level: None,
        access_mode: None,
        sqlite_transaction_mode: (connection.get_database_backend() == DbBackend::Sqlite)
            .then_some(SqliteTransactionMode::Deferred),
    };
    connection.begin_with_options(options).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_new_files() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("sprout.db");
        create_private_files(&format!("sqlite:{}?mode=rwc", database.display()));
        for path in [warehouse_path(&database), database] {
            let mode = path.metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{}", path.display());
        }
    }

    #[test]
    fn the_warehouse_file_is_beside_the_database() {
        for (database, warehouse) in [
            ("data/sprout.db", "data/sprout-warehouse.db"),
            ("/a.b/sprout", "/a.b/sprout-warehouse"),
        ] {
            assert_eq!(warehouse_path(Path::new(database)), Path::new(warehouse));
        }
    }
}
