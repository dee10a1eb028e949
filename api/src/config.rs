//! Settings of an installation and their defaults. Each flag has an environment variable of the
//! same meaning.

use crate::outbound::NetworkPolicy;
use crate::telemetry::{LogFormat, TraceSampler};
use clap::{Args, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Who runs this installation, which decides what it may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// One organization on its own machine. The demo may be enabled, and any folder below the
    /// warehouse root may be read.
    #[value(name = "self")]
    SelfHosted,
    /// Many organizations: no demo, an explicit secret file, and each organization reads only below
    /// its own folder.
    Hosted,
}

impl Mode {
    /// The default rate limit in requests per second for each caller; 0 is unlimited.
    pub fn default_requests_per_second(self) -> u32 {
        match self {
            Self::SelfHosted => 0,
            Self::Hosted => 50,
        }
    }
}

/// Who may create accounts and organizations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SignUpPolicy {
    /// Anyone, each with an organization of their own.
    Open,
    /// People with an invitation to an organization. There are no new organizations.
    Invite,
    /// Nobody.
    Closed,
}

/// The settings that every command shares.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// Folder for the embedded database, the secret and the demo warehouse.
    #[arg(long, env = "SPROUT_DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
    /// `sqlite:PATH` or `postgres://...`. Default: a SQLite file in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// `self` (one organization) or `hosted` (many organizations).
    #[arg(long, env = "SPROUT_MODE", value_enum, default_value = "self")]
    pub mode: Mode,
    /// File with the installation's secret. Default: `secret.key` in the data folder, created at
    /// the first start.
    #[arg(long, env = "SPROUT_SECRET_FILE")]
    pub secret_file: Option<PathBuf>,
    /// Folder that contains the folder warehouses. Default: only the demo warehouse.
    #[arg(long, env = "SPROUT_WAREHOUSE_ROOT")]
    pub warehouse_root: Option<PathBuf>,
    /// Who may create accounts: `open` (anyone, each with an organization), `invite` (people with an
    /// invitation) or `closed` (nobody). The first account can always be created. Default: `invite`
    /// in `self` mode, `open` in `hosted` mode.
    #[arg(long, env = "SPROUT_SIGN_UP", value_enum)]
    pub sign_up: Option<SignUpPolicy>,
    /// Addresses and networks that are not public and that sources, feeds and other services may
    /// have, such as `127.0.0.1,10.0.0.0/8`. Default: none in `hosted` mode or with open sign-up,
    /// otherwise loopback addresses and private networks.
    #[arg(long, env = "SPROUT_ALLOWED_NETWORKS")]
    pub allowed_networks: Option<NetworkPolicy>,
    /// Email server and sender.
    #[command(flatten)]
    pub mail: MailConfig,
    /// Seconds without a heartbeat before another server takes over a running sync. Use the same
    /// value for all servers and commands.
    #[arg(
        long,
        env = "SPROUT_SYNC_HEARTBEAT_TIMEOUT",
        default_value_t = 7,
        value_parser = clap::value_parser!(u32).range(1..=600)
    )]
    pub sync_heartbeat_timeout: u32,
    /// Minutes that a sync may take. Tables that are not synced by then fail and keep their rows.
    #[arg(
        long,
        env = "SPROUT_SYNC_TIME_LIMIT",
        default_value_t = 120,
        value_parser = clap::value_parser!(u32).range(1..=1440)
    )]
    pub sync_time_limit: u32,
    /// Maximum size of an uploaded file in MiB. The unexpired uploads of an organization may take
    /// four times as much.
    #[arg(
        long,
        env = "SPROUT_MAX_UPLOAD_MIB",
        default_value_t = 512,
        value_parser = clap::value_parser!(u32).range(1..=65_536)
    )]
    pub max_upload_mib: u32,
    /// Log format: `text` or `json`.
    #[arg(long, env = "SPROUT_LOG_FORMAT", value_enum, default_value = "text")]
    pub log_format: LogFormat,
    /// Log filter, such as `info` or `debug,sqlx=warn`.
    #[arg(long, env = "SPROUT_LOG", default_value = "info,sqlx=warn")]
    pub log: String,
}

/// The email server. Sprout sends notifications about syncs and emails about accounts.
#[derive(Clone, Debug, Default, Args)]
pub struct MailConfig {
    /// `smtps://USER:PASSWORD@HOST:465`, or `smtp://USER:PASSWORD@HOST:587` for STARTTLS. Default:
    /// Sprout sends no email.
    #[arg(long, env = "SPROUT_SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Sender of emails, such as `Sprout <alerts@example.com>`.
    #[arg(long, env = "SPROUT_MAIL_FROM")]
    pub mail_from: Option<String>,
}

/// The OpenTelemetry collector that receives traces. The names are those of OpenTelemetry.
#[derive(Clone, Debug, Args)]
pub struct TracingConfig {
    /// Base URL of an OpenTelemetry collector that accepts OTLP over HTTP, such as
    /// `http://127.0.0.1:4318`. Traces are sent to `/v1/traces` below it. Default: no traces.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
    /// Complete URL for traces, instead of the one below the base URL.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")]
    pub otlp_traces_endpoint: Option<String>,
    /// Headers for the collector, such as `api-key=SECRET,x-tenant=sprout`, with percent-encoded
    /// values. Prefer the environment variable, because flags are visible to other processes.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_HEADERS", hide_env_values = true)]
    pub otlp_headers: Option<String>,
    /// Name of this service in traces.
    #[arg(long, env = "OTEL_SERVICE_NAME", default_value = "sprout")]
    pub service_name: String,
    /// Which traces are recorded.
    #[arg(
        long,
        env = "OTEL_TRACES_SAMPLER",
        value_enum,
        default_value = "parentbased_always_on"
    )]
    pub traces_sampler: TraceSampler,
    /// Share of traces that the samplers with `traceidratio` record, from 0 to 1.
    #[arg(
        long,
        env = "OTEL_TRACES_SAMPLER_ARG",
        value_parser = parse_ratio,
        default_value = "1"
    )]
    pub traces_sampler_arg: f64,
}

impl Default for TracingConfig {
    /// No traces.
    fn default() -> Self {
        Self {
            otlp_endpoint: None,
            otlp_traces_endpoint: None,
            otlp_headers: None,
            service_name: "sprout".to_owned(),
            traces_sampler: TraceSampler::ParentOrOn,
            traces_sampler_arg: 1.0,
        }
    }
}

fn parse_ratio(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|ratio| (0.0..=1.0).contains(ratio))
        .ok_or_else(|| "use a number from 0 to 1".to_owned())
}

/// The settings of `sprout serve`.
#[derive(Clone, Debug, Args)]
pub struct ServeConfig {
    /// Export of traces.
    #[command(flatten)]
    pub tracing: TracingConfig,
    /// Address and port to listen on.
    #[arg(long, env = "SPROUT_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// The maximum number of connections. Fewer if the system allows fewer open files.
    #[arg(
        long,
        env = "SPROUT_MAX_CONNECTIONS",
        default_value = "10000",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub max_connections: u32,
    /// The maximum number of connections of one IP address, or of one /64 network of IPv6. Trusted
    /// proxies are exempt.
    #[arg(
        long,
        env = "SPROUT_MAX_CONNECTIONS_PER_ADDRESS",
        default_value = "256",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub max_connections_per_address: u32,
    /// Seconds after SIGTERM during which the server is not ready, but still accepts connections.
    #[arg(
        long,
        env = "SPROUT_DRAIN_SECONDS",
        default_value = "5",
        value_parser = clap::value_parser!(u32).range(0..=3600)
    )]
    pub drain_seconds: u32,
    /// Address and port of the metrics for Prometheus, such as `127.0.0.1:9464`. Anyone who reaches
    /// it can read them. Default: no metrics.
    #[arg(long, env = "SPROUT_METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,
    /// URL of PostgreSQL for notifications of changes by other servers, where `DATABASE_URL` names a
    /// pooler in transaction mode. Default: `DATABASE_URL`, unless it has
    /// `statement-cache-capacity=0`.
    #[arg(long, env = "DATABASE_LISTEN_URL", hide_env_values = true)]
    pub database_listen_url: Option<String>,
    /// URL of a streaming replica of the database, which computes figures. Default: the database
    /// itself.
    #[arg(long, env = "DATABASE_READ_URL", hide_env_values = true)]
    pub database_read_url: Option<String>,
    /// URL that browsers use, such as `https://sprout.example.com`. It determines cookie flags and
    /// the token issuer. Default: `http://` and the listen address.
    #[arg(long, env = "SPROUT_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Proxies whose `X-Forwarded-For` header is trusted: their number, or their addresses and
    /// networks. Default: none.
    #[arg(long, env = "SPROUT_TRUSTED_PROXIES")]
    pub trusted_proxies: Option<String>,
    /// Requests per second for each user, API key or, without either, IP address; bursts may be ten
    /// times larger. 0 is unlimited. Default: 50 in `hosted` mode, 0 in `self` mode.
    #[arg(
        long,
        env = "SPROUT_REQUESTS_PER_SECOND",
        value_parser = clap::value_parser!(u32).range(0..=100_000)
    )]
    pub requests_per_second: Option<u32>,
    /// Require operators to set up MFA before they can use operator functions.
    #[arg(
        long,
        env = "SPROUT_OPERATOR_REQUIRE_MFA",
        value_parser = clap::builder::BoolishValueParser::new(),
        default_value = "false",
        num_args = 0..=1,
        default_missing_value = "true"
    )]
    pub operator_require_mfa: bool,
    /// URL of an Open-Meteo compatible weather service, such as
    /// `https://api.open-meteo.com/v1/forecast`. Default: no weather.
    #[arg(long, env = "SPROUT_WEATHER_URL")]
    pub weather_url: Option<String>,
    /// URL of an RSS or Atom feed with market news. Default: no news.
    #[arg(long, env = "SPROUT_NEWS_URL")]
    pub news_url: Option<String>,
    /// API key for USDA Quick Stats, which is checked once a day for new yield records. Prefer the
    /// environment variable, because flags are visible to other processes. Default: only the
    /// records built into the binary.
    #[arg(long, env = "SPROUT_QUICK_STATS_KEY", hide_env_values = true)]
    pub quick_stats_key: Option<String>,
    /// URL of the Quick Stats API.
    #[arg(
        long,
        env = "SPROUT_QUICK_STATS_URL",
        default_value = "https://quickstats.nass.usda.gov/api/api_GET/"
    )]
    pub quick_stats_url: String,
    /// Create a demo organization with generated data, which visitors can see without signing in.
    #[arg(
        long,
        env = "SPROUT_DEMO",
        value_parser = clap::builder::BoolishValueParser::new(),
        default_value = "false",
        num_args = 0..=1,
        default_missing_value = "true"
    )]
    pub demo: bool,
    /// Migrate a PostgreSQL database at startup. SQLite databases are always migrated.
    #[arg(
        long,
        env = "SPROUT_MIGRATE",
        value_parser = clap::builder::BoolishValueParser::new(),
        default_value = "false",
        num_args = 0..=1,
        default_missing_value = "true"
    )]
    pub migrate: bool,
}

/// A combination of settings that cannot work.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The demo is enabled in hosted mode; its credentials are public.
    #[error("SPROUT_MODE=hosted does not allow the demo: remove --demo and unset SPROUT_DEMO")]
    DemoInHostedMode,
    /// Hosted mode has no explicit secret file.
    #[error(
        "SPROUT_MODE=hosted requires SPROUT_SECRET_FILE: set it to the file that holds the \
         installation's secret"
    )]
    SecretFileMissing,
    /// SQLite has neither replicas nor notifications.
    #[error("{0} requires PostgreSQL: unset it, or set DATABASE_URL to a PostgreSQL database")]
    RequiresPostgres(&'static str),
}

impl Config {
    /// The database URL, with its default.
    pub fn database_url(&self) -> String {
        self.database_url
            .clone()
            .unwrap_or_else(|| format!("sqlite:{}", self.data_dir.join("sprout.db").display()))
    }

    /// Who may create accounts, with its default.
    pub fn sign_up(&self) -> SignUpPolicy {
        self.sign_up.unwrap_or(match self.mode {
            Mode::SelfHosted => SignUpPolicy::Invite,
            Mode::Hosted => SignUpPolicy::Open,
        })
    }

    /// The addresses that may be called. By default, organizations that anyone can create reach
    /// public addresses only.
    pub fn network_policy(&self) -> NetworkPolicy {
        self.allowed_networks.unwrap_or(
            if self.mode == Mode::Hosted || self.sign_up() == SignUpPolicy::Open {
                NetworkPolicy::PUBLIC_ONLY
            } else {
                NetworkPolicy::WITH_PRIVATE
            },
        )
    }

    /// The secret file, with its default.
    pub fn secret_file(&self) -> PathBuf {
        self.secret_file
            .clone()
            .unwrap_or_else(|| self.data_dir.join("secret.key"))
    }

    /// How long a sync may take.
    pub fn sync_time_limit(&self) -> Duration {
        Duration::from_mins(self.sync_time_limit.into())
    }

    /// The folder of the generated demo warehouse.
    pub fn demo_warehouse_dir(&self) -> PathBuf {
        self.data_dir.join("demo-warehouse")
    }

    /// Rejects settings that contradict the mode. `demo` is whether the demo is enabled.
    pub fn validate_mode(&self, demo: bool) -> Result<(), ConfigError> {
        if self.mode == Mode::Hosted {
            if demo {
                return Err(ConfigError::DemoInHostedMode);
            }
            if self.secret_file.is_none() {
                return Err(ConfigError::SecretFileMissing);
            }
        }
        Ok(())
    }
}

impl ServeConfig {
    /// Rejects settings for PostgreSQL with a SQLite database.
    pub fn validate_database(&self, database_url: &str) -> Result<(), ConfigError> {
        if database_url.starts_with("sqlite:") {
            for (name, url) in [
                ("DATABASE_LISTEN_URL", &self.database_listen_url),
                ("DATABASE_READ_URL", &self.database_read_url),
            ] {
                if url.is_some() {
                    return Err(ConfigError::RequiresPostgres(name));
                }
            }
        }
        Ok(())
    }

    /// The URL that browsers use, without a trailing slash.
    pub fn public_url(&self) -> String {
        self.public_url.clone().map_or_else(
            || format!("http://{}", self.listen),
            |url| url.trim_end_matches('/').to_owned(),
        )
    }
}
