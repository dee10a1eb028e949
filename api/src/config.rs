//! Everything an operator can set, with its default; flags and environment variables say the same.

use crate::telemetry::LogFormat;
use clap::{Args, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Who operates this installation, and so what it may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// One business on its own machine: the demo may be switched on, any folder below the warehouse
    /// root may be read.
    #[value(name = "self")]
    SelfHosted,
    /// Many businesses: no demo, an explicit secret file, each organization only below its own
    /// folder.
    Hosted,
}

impl Mode {
    /// Requests a second of one caller where nothing is said of them: who serves strangers needs a
    /// limit, who serves itself decides on its own load.
    pub fn default_requests_per_second(self) -> u32 {
        match self {
            Self::SelfHosted => 0,
            Self::Hosted => 50,
        }
    }
}

/// The settings that every command shares.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// Folder of the embedded database, the secret and the demo warehouse.
    #[arg(long, env = "SPROUT_DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
    /// `sqlite:PATH` or `postgres://...`; by default a SQLite file in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// `self` or `hosted`.
    #[arg(long, env = "SPROUT_MODE", value_enum, default_value = "self")]
    pub mode: Mode,
    /// File with the installation's secret; by default `secret.key` in the data folder, made at the
    /// first start.
    #[arg(long, env = "SPROUT_SECRET_FILE")]
    pub secret_file: Option<PathBuf>,
    /// Folder below which folder warehouses may lie; unset: none but the demo's own.
    #[arg(long, env = "SPROUT_WAREHOUSE_ROOT")]
    pub warehouse_root: Option<PathBuf>,
    /// How notices and letters are sent by mail, if at all.
    #[command(flatten)]
    pub mail: MailConfig,
    /// After so many seconds without a word from whoever works on a sync, a server goes on with it.
    /// The same for all servers and commands.
    #[arg(long, env = "SPROUT_SYNC_SILENCE", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub sync_silence: u32,
    /// `text` or `json`.
    #[arg(long, env = "SPROUT_LOG_FORMAT", value_enum, default_value = "text")]
    pub log_format: LogFormat,
    /// What is logged, such as `info` or `debug,sqlx=warn`.
    #[arg(long, env = "SPROUT_LOG", default_value = "info,sqlx=warn")]
    pub log: String,
}

/// The operator's mail server: notices go out by it to the people who may start syncs, and letters
/// to people about their accounts.
#[derive(Clone, Debug, Default, Args)]
pub struct MailConfig {
    /// `smtps://USER:PASSWORD@HOST:465`, or `smtp://USER:PASSWORD@HOST:587` for STARTTLS; unset: no
    /// mail.
    #[arg(long, env = "SPROUT_SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Whom mails are from, such as `Sprout <alerts@example.com>`.
    #[arg(long, env = "SPROUT_MAIL_FROM")]
    pub mail_from: Option<String>,
}

/// The settings of `sprout serve`.
#[derive(Clone, Debug, Args)]
pub struct ServeConfig {
    /// Address and port to listen on.
    #[arg(long, env = "SPROUT_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// The address that browsers use, such as `https://sprout.example.com`; decides cookie flags
    /// and the token issuer.
    #[arg(long, env = "SPROUT_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// The proxies in front whose `X-Forwarded-For` is believed: how many stand in a row, or their
    /// addresses and networks; unset: none.
    #[arg(long, env = "SPROUT_TRUSTED_PROXIES")]
    pub trusted_proxies: Option<String>,
    /// So many requests a second one person, API key or, without either, address may send to this
    /// server in the long run, ten times that at once; 0: no limit; unset: 50 in `hosted` mode,
    /// none in `self`.
    #[arg(long, env = "SPROUT_REQUESTS_PER_SECOND", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub requests_per_second: Option<u32>,
    /// Let operators of the installation work as such only once they have set up two-step sign-in.
    #[arg(long, env = "SPROUT_OPERATOR_SECOND_STEP", value_parser = clap::builder::BoolishValueParser::new(), default_value = "false", num_args = 0..=1, default_missing_value = "true")]
    pub operator_second_step: bool,
    /// A weather service in the shape of Open-Meteo, such as
    /// `https://api.open-meteo.com/v1/forecast`; unset: no weather.
    #[arg(long, env = "SPROUT_WEATHER_URL")]
    pub weather_url: Option<String>,
    /// An RSS or Atom feed of market news; unset: no news.
    #[arg(long, env = "SPROUT_NEWS_URL")]
    pub news_url: Option<String>,
    /// A key of USDA Quick Stats: new harvests are learned of once a day; unset: the records that
    /// this binary carries. Better given in the environment.
    #[arg(long, env = "SPROUT_QUICK_STATS_KEY", hide_env_values = true)]
    pub quick_stats_key: Option<String>,
    /// Where Quick Stats is.
    #[arg(
        long,
        env = "SPROUT_QUICK_STATS_URL",
        default_value = "https://quickstats.nass.usda.gov/api/api_GET/"
    )]
    pub quick_stats_url: String,
    /// Keep a demo organization with generated data, open to visitors who are not signed in.
    #[arg(long, env = "SPROUT_DEMO", value_parser = clap::builder::BoolishValueParser::new(), default_value = "false", num_args = 0..=1, default_missing_value = "true")]
    pub demo: bool,
    /// Migrate a Postgres database at start; SQLite is always migrated.
    #[arg(long, env = "SPROUT_MIGRATE", value_parser = clap::builder::BoolishValueParser::new(), default_value = "false", num_args = 0..=1, default_missing_value = "true")]
    pub migrate: bool,
}

/// A combination of settings that cannot work.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The demo has well-known credentials.
    #[error(
        "SPROUT_MODE=hosted does not allow the demo: start without --demo and unset SPROUT_DEMO"
    )]
    DemoInHostedMode,
    /// A generated secret in a data folder is not a secret an operator has decided about.
    #[error(
        "SPROUT_MODE=hosted needs SPROUT_SECRET_FILE: name a file that holds the installation's \
            secret"
    )]
    SecretFileMissing,
}

impl Config {
    /// The database's address.
    pub fn database_url(&self) -> String {
        self.database_url
            .clone()
            .unwrap_or_else(|| format!("sqlite:{}", self.data_dir.join("sprout.db").display()))
    }

    /// The file that holds the installation's secret.
    pub fn secret_file(&self) -> PathBuf {
        self.secret_file
            .clone()
            .unwrap_or_else(|| self.data_dir.join("secret.key"))
    }

    /// The folder that the demo warehouse is written to.
    pub fn demo_warehouse_dir(&self) -> PathBuf {
        self.data_dir.join("demo-warehouse")
    }

    /// Refuses settings that contradict the mode.
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
    /// The address that browsers use.
    pub fn public_url(&self) -> String {
        self.public_url.clone().map_or_else(
            || format!("http://{}", self.listen),
            |url| url.trim_end_matches('/').to_owned(),
        )
    }
}
