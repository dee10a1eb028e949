//! One server at a time for a SQLite database: the caches, schedules and rate limits of a server
//! know of no other one. Servers that share PostgreSQL coordinate through it.

use super::CommandError;
use crate::db::sqlite_database_path;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::Duration;
use tokio::time::Instant;

/// How long a server waits for its predecessor to stop.
const PREDECESSOR_TIMEOUT: Duration = Duration::from_secs(20);
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// The lock on a SQLite database. The system releases it when the process ends.
#[derive(Debug)]
pub(super) struct ServerLock {
    _file: File,
}

impl ServerLock {
    /// Locks a SQLite database. `None` for databases that several servers may use.
    pub(super) async fn acquire(database_url: &str) -> Result<Option<Self>, CommandError> {
        let Some(database) = sqlite_database_path(database_url) else {
            return Ok(None);
        };
        lock_database(&database, PREDECESSOR_TIMEOUT)
            .await
            .map(Some)
    }
}

async fn lock_database(database: &Path, timeout: Duration) -> Result<ServerLock, CommandError> {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&name)
        .map_err(CommandError::with_io_context(format!(
            "cannot open {}",
            name.display()
        )))?;
    let deadline = Instant::now() + timeout;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(ServerLock { _file: file }),
            Err(TryLockError::Error(error)) => {
                let context = format!("cannot lock {}", name.display());
                return Err(CommandError::with_io_context(context)(error));
            }
            Err(TryLockError::WouldBlock) if Instant::now() >= deadline => {
                return Err(CommandError::Refused(format!(
                    "Another server uses the database {}. Stop it first, or use PostgreSQL for \
                        several servers.",
                    database.display()
                )));
            }
            Err(TryLockError::WouldBlock) => tokio::time::sleep(RETRY_INTERVAL).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_second_server_is_refused_until_the_first_one_stops() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("sprout.db");
        let first = lock_database(&database, Duration::ZERO).await.unwrap();
        let refused = lock_database(&database, Duration::ZERO).await.unwrap_err();
        assert!(
            refused.to_string().starts_with("Another server uses"),
            "{refused}"
        );
        drop(first);
        lock_database(&database, Duration::ZERO).await.unwrap();
    }

    #[tokio::test]
    async fn servers_may_share_postgresql() {
        let lock = ServerLock::acquire("postgres://localhost/sprout").await;
        assert!(lock.unwrap().is_none());
    }
}
