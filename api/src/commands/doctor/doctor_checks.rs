//! The checks of `sprout doctor`. None changes anything.

use super::Check;
use crate::auth::{InstallationSecret, TrustedProxies};
use crate::clock::Clock;
use crate::config::{Config, Mode, ServeConfig};
use crate::db::{ChangeListener, Database, Engine, RlsContext, sqlite_database_path};
use crate::email::SmtpSender;
use crate::entropy::Entropy;
use chrono::TimeDelta;
use rustix::fs::statvfs;
use rustix::process::{Resource, getrlimit};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Less free space than this is an error.
const MIN_FREE_BYTES: u64 = 512 << 20;
/// Less free space than this is a warning.
const GOOD_FREE_BYTES: u64 = 2 << 30;
/// A larger difference of the clocks makes servers refuse the tokens of others.
const MAX_CLOCK_DIFFERENCE: TimeDelta = TimeDelta::seconds(30);
/// Files that the server uses besides connections.
const RESERVED_FILES: u64 = 256;
const EMAIL_TIMEOUT: Duration = Duration::from_secs(10);

/// Settings that contradict each other or cannot be read.
pub(super) fn check_settings(config: &Config, serve: &ServeConfig) -> Vec<Check> {
    let mut checks = vec![match config.validate_mode(serve.demo) {
        Ok(()) => Check::ok("settings", "The settings fit together."),
        Err(error) => Check::error("settings", format!("{error}.")),
    }];
    let proxies = serve.trusted_proxies.as_deref().unwrap_or_default();
    if let Err(error) = proxies.parse::<TrustedProxies>() {
        checks.push(Check::error("proxies", error.to_string()));
    }
    let public = serve.public_url();
    checks.push(match (&serve.public_url, public.starts_with("https://")) {
        (Some(_), true) => Check::ok("public-url", format!("Browsers use {public}.")),
        (Some(_), false) => Check::warning(
            "public-url",
            format!("{public} is not encrypted. Use https:// behind a proxy with a certificate."),
        ),
        (None, _) => Check::warning(
            "public-url",
            "SPROUT_PUBLIC_URL is not set. Links in emails only work on this machine.",
        ),
    });
    checks
}

/// The folders and their free space.
pub(super) fn check_files(config: &Config) -> Vec<Check> {
    let mut checks = vec![check_disk(&config.data_dir)];
    let folder = std::env::temp_dir();
    checks.push(match tempfile_in(&folder) {
        Ok(()) => Check::ok("temp-folder", format!("{} is writable.", folder.display())),
        Err(error) => Check::error(
            "temp-folder",
            format!(
                "{} is not writable ({error}), so PostgreSQL sources cannot be read. Set TMPDIR to \
                 a writable folder, in a container a tmpfs.",
                folder.display()
            ),
        ),
    });
    if let Some(root) = &config.warehouse_root {
        checks.push(match fs::read_dir(root) {
            Ok(_) => Check::ok("sources", format!("{} can be read.", root.display())),
            Err(error) => Check::error(
                "sources",
                format!(
                    "SPROUT_WAREHOUSE_ROOT cannot be read ({error}). Create {} or give this user \
                     the right to read it.",
                    root.display()
                ),
            ),
        });
    }
    checks
}

/// The secret. Only an installation without accounts may lack it.
fn check_secret(config: &Config, has_accounts: bool) -> Check {
    let path = config.secret_file();
    if !path.exists() && !has_accounts && config.mode == Mode::SelfHosted {
        return Check::ok("secret", "The first start creates the secret.");
    }
    match InstallationSecret::load_or_create(&path, false, &Entropy::system()) {
        Ok(_) => Check::ok("secret", "The secret can be read."),
        Err(error) => Check::error("secret", format!("{error}.")),
    }
}

/// Whether there is a database already. One in PostgreSQL counts as such.
fn database_exists(config: &Config) -> bool {
    sqlite_database_path(&config.database_url()).is_none_or(|path| path.exists())
}

fn tempfile_in(folder: &Path) -> std::io::Result<()> {
    let path = folder.join(format!("sprout-doctor-{}", std::process::id()));
    fs::File::create_new(&path)?;
    fs::remove_file(path)
}

fn check_disk(folder: &Path) -> Check {
    let free = match statvfs(folder) {
        Ok(disk) => disk.f_bavail.saturating_mul(disk.f_frsize),
        Err(_) if !folder.exists() => {
            return Check::ok(
                "disk",
                format!("The first start creates {}.", folder.display()),
            );
        }
        Err(error) => return Check::error("disk", format!("{}: {error}.", folder.display())),
    };
    let message = format!("{} MiB are free in {}.", free >> 20, folder.display());
    if free < MIN_FREE_BYTES {
        Check::error("disk", format!("{message} Free space: syncs will fail."))
    } else if free < GOOD_FREE_BYTES {
        Check::warning("disk", format!("{message} Free space soon."))
    } else {
        Check::ok("disk", message)
    }
}

/// Open files for the connections of the settings.
pub(super) fn check_limits(serve: &ServeConfig) -> Check {
    let wanted = u64::from(serve.max_connections) + RESERVED_FILES;
    // The server raises the current limit to the maximum.
    match getrlimit(Resource::Nofile).maximum {
        Some(files) if files < wanted => Check::warning(
            "open-files",
            format!(
                "{files} open files allow fewer than {} connections. Set LimitNOFILE={wanted} in \
                 the unit, or lower SPROUT_MAX_CONNECTIONS.",
                serve.max_connections
            ),
        ),
        _ => Check::ok(
            "open-files",
            format!("{} connections fit.", serve.max_connections),
        ),
    }
}

/// The database: connection, schema, isolation, secret and clock.
pub(super) async fn check_database(config: &Config) -> Vec<Check> {
    if !database_exists(config) {
        return vec![Check::ok(
            "database",
            "The first start creates the database.",
        )];
    }
    let database = match Database::connect_with_limit(&config.database_url(), 1).await {
        Ok(database) => database,
        Err(error) => {
            tracing::debug!(%error, "cannot connect");
            return vec![Check::error(
                "database",
                "The database does not answer. Check DATABASE_URL, its password, and that the \
                 server runs.",
            )];
        }
    };
    let engine = match database.engine() {
        Engine::Sqlite => "SQLite",
        Engine::Postgres => "PostgreSQL",
    };
    let mut checks = vec![Check::ok("database", format!("{engine} answers."))];
    checks.push(match database.is_migrated().await {
        Ok(true) => Check::ok("schema", "The schema is up to date."),
        Ok(false) if database.engine() == Engine::Sqlite => {
            Check::warning("schema", "The schema is old. The next start migrates it.")
        }
        Ok(false) => Check::error("schema", "The schema is old. Run `sprout migrate`."),
        Err(error) => Check::error("schema", format!("The schema cannot be read: {error}.")),
    });
    if database.engine() == Engine::Postgres {
        checks.push(match database.rls_context().await {
            Ok(Some(RlsContext::Role)) => {
                Check::ok("roles", "Transactions use the role sprout_app.")
            }
            Ok(_) => Check::ok("roles", "Row-level security applies to the login itself."),
            Err(error) => Check::error("roles", format!("{error}.")),
        });
        checks.extend(check_citus_nodes(&database).await);
    }
    // Without the table of accounts, there are none.
    let has_accounts = database.platform().has_accounts().await.unwrap_or(false);
    checks.push(check_secret(config, has_accounts));
    checks.push(check_clock(&database).await);
    checks
}

/// Whether the nodes of a Citus cluster can be reached, if the tables are distributed.
async fn check_citus_nodes(database: &Database) -> Option<Check> {
    let nodes = match database.list_citus_nodes().await {
        Ok(nodes) if nodes.is_empty() => return None,
        Ok(nodes) => nodes,
        Err(error) => {
            let problem = format!("The nodes of the Citus cluster cannot be listed: {error}.");
            return Some(Check::error("citus", problem));
        }
    };
    let unreachable: Vec<&str> = nodes
        .iter()
        .filter(|node| !node.is_reachable)
        .map(|node| node.address.as_str())
        .collect();
    Some(if unreachable.is_empty() {
        let count = nodes.len();
        Check::ok(
            "citus",
            format!("The tables are distributed; the coordinator reaches all {count} nodes."),
        )
    } else {
        Check::error(
            "citus",
            format!(
                "The coordinator cannot connect to {}. Check that PostgreSQL runs there and that \
                 its pg_hba.conf, or pg_dist_authinfo here, lets the role of Sprout log in \
                 (`sprout_app`, or the login in DATABASE_URL).",
                unreachable.join(", ")
            ),
        )
    })
}

/// Where changes are listened for, and the replica.
pub(super) async fn check_other_databases(config: &Config, serve: &ServeConfig) -> Vec<Check> {
    let url = config.database_url();
    if let Err(error) = serve.validate_database(&url) {
        return vec![Check::error("database-urls", format!("{error}."))];
    }
    let mut checks = Vec::new();
    if !url.starts_with("sqlite:") {
        checks.push(check_notifications(serve, &url).await);
    }
    if let Some(replica) = &serve.database_read_url {
        checks.push(check_replica(&url, replica).await);
    }
    checks
}

async fn check_notifications(serve: &ServeConfig, url: &str) -> Check {
    let Some(listener) = ChangeListener::from_urls(serve.database_listen_url.as_deref(), url)
    else {
        return Check::warning(
            "notifications",
            "Other servers see changes up to a second late. Set DATABASE_LISTEN_URL to \
             PostgreSQL itself, because a pooler in transaction mode delivers no notifications.",
        );
    };
    match listener.subscribe().await {
        Ok(_) => Check::ok("notifications", "Notifications of changes arrive."),
        Err(_) => Check::warning(
            "notifications",
            "Notifications of changes do not arrive, so other servers see them up to a second \
             late. Set DATABASE_LISTEN_URL to PostgreSQL itself, not to a pooler in transaction \
             mode.",
        ),
    }
}

async fn check_replica(url: &str, replica: &str) -> Check {
    let is_replica = async {
        let database = Database::connect_with_limit(url, 1).await?;
        database.has_replica_at(replica).await
    };
    match is_replica.await {
        Ok(true) => Check::ok("replica", "The replica answers."),
        Ok(false) => Check::error(
            "replica",
            "DATABASE_READ_URL does not name a streaming replica of DATABASE_URL, so figures are \
             read from the primary.",
        ),
        Err(_) => Check::error(
            "replica",
            "The replica does not answer, so figures are read from the primary. Check \
             DATABASE_READ_URL and that the server runs.",
        ),
    }
}

async fn check_clock(database: &Database) -> Check {
    match database.server_time().await {
        Ok(None) => Check::ok("clock", "The database uses the clock of this machine."),
        Ok(Some(theirs)) => {
            let difference = (Clock::system().now() - theirs).abs();
            if difference > MAX_CLOCK_DIFFERENCE {
                Check::error(
                    "clock",
                    format!(
                        "The clock differs from that of the database by {} seconds. Synchronize \
                         both with NTP.",
                        difference.num_seconds()
                    ),
                )
            } else {
                Check::ok("clock", "The clock agrees with that of the database.")
            }
        }
        Err(error) => Check::warning(
            "clock",
            format!("The time of the database is unknown: {error}."),
        ),
    }
}

/// Whether the email server accepts connections and the password.
pub(super) async fn check_email(config: &Config, serve: &ServeConfig) -> Check {
    let Some(smtp_url) = &config.mail.smtp_url else {
        return Check::warning(
            "email",
            "No email server is set. Operators pass account emails on with `sprout outbox`.",
        );
    };
    let Some(from) = &config.mail.mail_from else {
        return Check::error("email", "SPROUT_SMTP_URL requires SPROUT_MAIL_FROM.");
    };
    let sender = match SmtpSender::from_url(smtp_url, from, &serve.public_url()) {
        Ok(sender) => sender,
        Err(error) => return Check::error("email", error.to_string()),
    };
    match tokio::time::timeout(EMAIL_TIMEOUT, sender.is_reachable()).await {
        Ok(true) => Check::ok("email", "The email server accepts the connection."),
        _ => Check::error(
            "email",
            "The email server does not accept the connection. Check SPROUT_SMTP_URL: host, port, \
             TLS, user and password.",
        ),
    }
}
