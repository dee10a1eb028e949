//! The server's endpoint over a private database with a fixed clock, called without a socket.

use crate::app::{AppDependencies, build_app};
use crate::auth::InstallationSecret;
use crate::clock::Clock;
use crate::commands::serve::build_dependencies;
use crate::commands::{CommandError, find_organization};
use crate::config::{Config, MailConfig, Mode, ServeConfig, SignUpPolicy, TracingConfig};
use crate::db::{Access, Database};
use crate::entropy::Entropy;
use crate::features::data_sync::SyncCommandOptions;
use crate::telemetry::LogFormat;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use poem::endpoint::BoxEndpoint;
use poem::http::{Method, StatusCode, header};
use poem::{Body, Endpoint, Request, RequestBuilder, Response};
use serde_json::{Value, json};
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// An instant on the command line: a day, which means noon in the organization's time zone, or an
/// RFC 3339 timestamp.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) enum EvaluationTime {
    Day(NaiveDate),
    Instant(DateTime<Utc>),
}

/// The text is neither a day nor a timestamp.
#[derive(Debug, thiserror::Error)]
#[error("use a date such as 2026-06-15, or a timestamp such as 2026-06-15T12:00:00Z")]
pub(in crate::commands) struct EvaluationTimeError;

/// An endpoint with its own SQLite database, which is deleted with it.
pub(super) struct PrivateApp {
    pub(super) parts: AppDependencies,
    endpoint: BoxEndpoint<'static, Response>,
    folder: TempDir,
}

/// An organization of the private database.
pub(super) struct PrivateOrganization {
    pub(super) access: Access,
    /// The access token of its owner.
    pub(super) token: String,
    email: String,
    password: String,
}

/// A response of the endpoint.
pub(super) struct PrivateResponse {
    pub(super) status: StatusCode,
    pub(super) body: Value,
}

impl std::str::FromStr for EvaluationTime {
    type Err = EvaluationTimeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(day) = text.parse() {
            return Ok(Self::Day(day));
        }
        let instant = DateTime::parse_from_rfc3339(text).map_err(|_| EvaluationTimeError)?;
        Ok(Self::Instant(instant.to_utc()))
    }
}

impl EvaluationTime {
    /// The instant in this time zone.
    pub(super) fn to_instant(self, zone: Tz) -> DateTime<Utc> {
        match self {
            Self::Instant(instant) => instant,
            Self::Day(day) => {
                let noon = day.and_time(NaiveTime::MIN) + chrono::TimeDelta::hours(12);
                noon.and_local_timezone(zone)
                    .earliest()
                    .map_or_else(|| noon.and_utc(), |noon| noon.to_utc())
            }
        }
    }
}

impl PrivateApp {
    /// Starts with an empty database at this time.
    pub(super) async fn start(now: DateTime<Utc>) -> Result<Self, CommandError> {
        let folder = tempfile::tempdir().map_err(CommandError::with_io_context(
            "cannot create a temporary folder",
        ))?;
        let config = private_config(folder.path());
        let database = Database::connect(&config.database_url())
            .await
            .map_err(CommandError::with_context("cannot open the database"))?;
        database
            .migrate()
            .await
            .map_err(CommandError::with_context("cannot migrate the database"))?;
        let secret = Entropy::system()
            .random_bytes()
            .map_err(CommandError::with_context("cannot create a secret"))?;
        let (parts, _) = build_dependencies(
            &config,
            &private_serve_config(),
            database,
            &InstallationSecret::from_bytes(secret),
            Clock::fixed(now),
            false,
        )?;
        parts.readiness.mark_ready();
        Ok(Self {
            endpoint: build_app(&parts),
            parts,
            folder,
        })
    }

    /// The folder of the database, for other temporary files.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Creates an organization with its owner.
    pub(super) async fn create_organization(
        &self,
        name: &str,
        zone: Tz,
    ) -> Result<PrivateOrganization, CommandError> {
        let slug = name.to_lowercase().replace(' ', "-");
        let password = Entropy::system()
            .random_token()
            .map_err(CommandError::with_context("cannot create a password"))?;
        let email = format!("owner@{slug}.example");
        let body = json!({
            "organization": name,
            "name": "Evaluation Owner",
            "email": email,
            "password": password,
            "timeZone": zone.name(),
        });
        let response = self.post("/api/auth/register", None, &body).await?;
        let refused = || {
            CommandError::Refused(format!(
                "cannot create the organization \"{name}\": {}",
                response.body
            ))
        };
        let data = response.body.get("data").ok_or_else(refused)?;
        let token = data
            .get("token")
            .and_then(Value::as_str)
            .ok_or_else(refused)?;
        let id = data
            .pointer("/organization/id")
            .and_then(Value::as_str)
            .ok_or_else(refused)?;
        Ok(PrivateOrganization {
            access: find_organization(&self.parts.database, id).await?,
            token: token.to_owned(),
            email,
            password,
        })
    }

    /// Signs the owner in again, after the clock has passed the end of the session.
    pub(super) async fn renew_token(
        &self,
        organization: &mut PrivateOrganization,
    ) -> Result<(), CommandError> {
        let body = json!({"email": organization.email, "password": organization.password});
        let response = self.post("/api/auth/login", None, &body).await?;
        let token = response.body.pointer("/data/token").and_then(Value::as_str);
        token
            .ok_or_else(|| CommandError::Refused("The owner cannot sign in again.".to_owned()))?
            .clone_into(&mut organization.token);
        Ok(())
    }

    /// Syncs a folder of source files: all tables, or one.
    pub(super) async fn sync_folder(
        &self,
        organization: &PrivateOrganization,
        folder: &Path,
        table: Option<&str>,
    ) -> Result<(), CommandError> {
        let options = SyncCommandOptions {
            table,
            incremental: false,
            confirm_deletions: true,
        };
        self.parts
            .sync
            .sync_now(&organization.access, Some(folder), options)
            .await
            .map(|_| ())
            .map_err(CommandError::with_context("the sync failed"))
    }

    /// Sends a request with a JSON body.
    pub(super) async fn post(
        &self,
        path: &str,
        token: Option<&str>,
        body: &Value,
    ) -> Result<PrivateResponse, CommandError> {
        let request = Request::builder()
            .method(Method::POST)
            .uri_str(path)
            .content_type("application/json");
        self.send(request, token, Body::from_string(body.to_string()))
            .await
    }

    /// Reads a resource.
    pub(super) async fn get(
        &self,
        path: &str,
        token: Option<&str>,
    ) -> Result<PrivateResponse, CommandError> {
        let request = Request::builder().method(Method::GET).uri_str(path);
        self.send(request, token, Body::empty()).await
    }

    async fn send(
        &self,
        request: RequestBuilder,
        token: Option<&str>,
        body: Body,
    ) -> Result<PrivateResponse, CommandError> {
        let request = match token {
            Some(token) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
            None => request,
        };
        let request = request.body(body);
        let mut response = self.endpoint.get_response(request).await;
        let text = response
            .take_body()
            .into_string()
            .await
            .map_err(CommandError::with_context("the response is not text"))?;
        Ok(PrivateResponse {
            status: response.status(),
            body: serde_json::from_str(&text).unwrap_or(Value::String(text)),
        })
    }
}

/// Settings of an installation whose files are all in this folder, independent of the environment.
fn private_config(folder: &Path) -> Config {
    Config {
        data_dir: folder.to_owned(),
        database_url: None,
        mode: Mode::SelfHosted,
        secret_file: None,
        warehouse_root: None,
        sign_up: Some(SignUpPolicy::Open),
        allowed_networks: None,
        mail: MailConfig::default(),
        sync_heartbeat_timeout: 600,
        sync_time_limit: 1440,
        max_upload_mib: 512,
        log_format: LogFormat::Text,
        log: "warn".to_owned(),
    }
}

/// Settings of a server that never listens.
fn private_serve_config() -> ServeConfig {
    ServeConfig {
        tracing: TracingConfig::default(),
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        max_connections: 1,
        max_connections_per_address: 1,
        drain_seconds: 0,
        metrics_listen: None,
        database_listen_url: None,
        database_read_url: None,
        public_url: None,
        trusted_proxies: None,
        requests_per_second: Some(0),
        operator_require_mfa: false,
        weather_url: None,
        news_url: None,
        quick_stats_key: None,
        quick_stats_url: "https://quickstats.nass.usda.gov/api/api_GET/".to_owned(),
        demo: false,
        migrate: true,
    }
}

/// Copies the CSV files of a folder to `target`, decompressed if they are gzip files.
pub(super) fn copy_source_files(source: &Path, target: &Path) -> Result<(), CommandError> {
    let failed = |path: &Path| {
        let operation = format!("cannot read {}", path.display());
        move |error| CommandError::with_io_context(operation)(error)
    };
    fs::create_dir_all(target).map_err(failed(target))?;
    let mut copied = 0_u32;
    for entry in fs::read_dir(source).map_err(failed(source))? {
        let path: PathBuf = entry.map_err(failed(source))?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        if let Some(name) = name.strip_suffix(".gz").filter(|name| is_csv(name)) {
            let file = fs::File::open(&path).map_err(failed(&path))?;
            let mut unpacked = fs::File::create(target.join(name)).map_err(failed(&path))?;
            std::io::copy(&mut flate2::read::MultiGzDecoder::new(file), &mut unpacked)
                .map_err(failed(&path))?;
        } else if is_csv(name) {
            fs::copy(&path, target.join(name)).map_err(failed(&path))?;
        } else {
            continue;
        }
        copied += 1;
    }
    if copied == 0 {
        return Err(CommandError::Refused(format!(
            "{} contains no .csv or .csv.gz files.",
            source.display()
        )));
    }
    Ok(())
}

fn is_csv(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|extension| extension == "csv")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_noon_in_the_time_zone() {
        let instant = |text: &str, zone: Tz| {
            text.parse::<EvaluationTime>()
                .map(|time| time.to_instant(zone).to_rfc3339())
                .ok()
        };
        assert_eq!(
            instant("2025-01-01", chrono_tz::Pacific::Kiritimati).as_deref(),
            Some("2024-12-31T22:00:00+00:00")
        );
        assert_eq!(
            instant("2024-12-31T20:00:00Z", chrono_tz::Pacific::Kiritimati).as_deref(),
            Some("2024-12-31T20:00:00+00:00")
        );
        assert_eq!(instant("yesterday", chrono_tz::UTC), None);
    }
}
