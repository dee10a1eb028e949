//! Learns from PostgreSQL when another server has changed what this one caches.
//!
//! Triggers notify [`CHANNEL`] of every change to sessions, members, API keys, operators and
//! organizations, data versions included. A notification says that something has changed, not what.

use super::DbError;
use super::platform_connection::PoolerMode;
use super::tls_fallback::url_without_tls;
use sea_orm::DbErr;
use sqlx::postgres::{PgListener, PgPoolOptions};
use std::time::Duration;
use tokio::time::timeout;

/// The channel of the triggers in `migration`.
const CHANNEL: &str = "sprout_access_change";
/// The payload of notifications that a server sends to itself, to check its connection.
const CHECK: &str = "check";
/// Sends one, and returns the number of the session, which is the sender.
const SEND_CHECK: &str = "select pg_backend_pid() from pg_notify($1, $2)";
/// How long connecting, and a notification to oneself, may take.
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);
/// After this time without a notification, the connection is checked.
const QUIET_TIME: Duration = Duration::from_secs(15);

/// Where to listen for changes.
#[derive(Clone, Debug)]
pub struct ChangeListener {
    url: String,
}

impl ChangeListener {
    /// Listens at `listen_url`, or else at the URL of the database. `None` if that cannot deliver
    /// notifications: SQLite has one server, and a pooler in transaction mode drops them.
    pub fn from_urls(listen_url: Option<&str>, database_url: &str) -> Option<Self> {
        if database_url.starts_with("sqlite:") {
            return None;
        }
        let can_listen = !PoolerMode::from_url(database_url).0;
        listen_url
            .or(can_listen.then_some(database_url))
            .map(|url| Self {
                url: url.to_owned(),
            })
    }

    /// Connects, and makes sure that notifications arrive.
    pub async fn subscribe(&self) -> Result<ChangeSubscription, DbError> {
        let mut listener = match connect(&self.url).await {
            Err(error) => match url_without_tls(&self.url, &error) {
                Some(plain) => connect(&plain).await?,
                None => return Err(error),
            },
            Ok(listener) => listener,
        };
        // A new connection would hide that notifications were missed.
        listener.eager_reconnect(false);
        timeout(CHECK_TIMEOUT, listener.listen(CHANNEL))
            .await
            .map_err(|_| lost_error())??;
        let mut subscription = ChangeSubscription { listener };
        subscription.check().await?;
        Ok(subscription)
    }
}

async fn connect(url: &str) -> Result<PgListener, DbError> {
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .max_lifetime(None)
        .idle_timeout(None)
        .acquire_timeout(CHECK_TIMEOUT)
        .connect_lazy(url)?;
    let listener = timeout(CHECK_TIMEOUT, PgListener::connect_with(&pool)).await;
    Ok(listener.map_err(|_| lost_error())??)
}

/// A connection that receives notifications.
pub struct ChangeSubscription {
    listener: PgListener,
}

impl ChangeSubscription {
    /// Waits for changes. Fails if notifications no longer arrive: then some may have been missed.
    pub async fn wait_for_change(&mut self) -> Result<(), DbError> {
        loop {
            let received = timeout(QUIET_TIME, self.listener.try_recv()).await;
            match received {
                Ok(received) => {
                    let notification = received?.ok_or_else(lost_error)?;
                    if notification.payload() != CHECK {
                        return Ok(());
                    }
                }
                Err(_) => {
                    if self.check().await? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Sends a notification to itself. Returns whether others have arrived meanwhile.
    async fn check(&mut self) -> Result<bool, DbError> {
        let arrival = async {
            let session: i32 = sqlx::query_scalar(SEND_CHECK)
                .bind(CHANNEL)
                .bind(CHECK)
                .fetch_one(&mut self.listener)
                .await?;
            let mut has_changes = false;
            loop {
                let received = self.listener.try_recv().await?.ok_or_else(lost_error)?;
                if received.payload() != CHECK {
                    has_changes = true;
                } else if received.process_id() == session.unsigned_abs() {
                    return Ok::<bool, DbError>(has_changes);
                }
            }
        };
        timeout(CHECK_TIMEOUT, arrival)
            .await
            .unwrap_or_else(|_| Err(lost_error()))
    }
}

fn lost_error() -> DbError {
    DbError::Unavailable(DbErr::Custom(
        "notifications of PostgreSQL do not arrive".to_owned(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listens_where_notifications_arrive() {
        let listen = |listen_url, database_url| {
            ChangeListener::from_urls(listen_url, database_url).map(|listener| listener.url)
        };
        let pooled = "postgres://a@pooler/b?statement-cache-capacity=0";
        let direct = "postgres://a@database/b";
        assert_eq!(listen(None, direct).as_deref(), Some(direct));
        assert_eq!(listen(None, pooled), None);
        assert_eq!(listen(Some(direct), pooled).as_deref(), Some(direct));
        assert_eq!(listen(Some(direct), "sqlite:a.db"), None);
    }
}
