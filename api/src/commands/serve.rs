//! The server: builds its dependencies, starts the background tasks and serves requests.

use super::demo_tenant::{self, DemoTenant};
use super::metrics_endpoint::build_metrics_endpoint;
use super::server_lock::ServerLock;
use super::{CommandError, background_tasks, migrate, print_output};
use crate::app::{AppDependencies, build_app, report_source};
use crate::auth::{
    Authority, InstallationSecret, LoginThrottle, MfaService, PasswordCost, PasswordHashPool,
    SecurityLog, SigningKey, TrustedProxies, Vault,
};
use crate::cache::ResponseCache;
use crate::clock::Clock;
use crate::config::{Config, Mode, ServeConfig};
use crate::db::{ChangeListener, Database, Engine, RlsContext};
use crate::email::{Mailer, Outbox, SmtpSender, UnsubscribeLinks};
use crate::entropy::Entropy;
use crate::features::alert_rules::AlertRuleEvaluator;
use crate::features::crop_yield::quick_stats::QuickStats;
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::features::crop_yield::yield_refresh::YieldRefresher;
use crate::features::data_sync::{Connectors, DataSync, HeartbeatConfig};
use crate::features::figure_precomputation::{FigurePrecomputer, SharedFigures};
use crate::features::imports::UploadCleanup;
use crate::features::market::feed::news_feed::{NewsFeed, NewsItem};
use crate::features::market::feed::{CachedFeed, WeatherReports};
use crate::features::notifications::{NotificationEmailSender, Notifier};
use crate::features::organizations::PurgeWorker;
use crate::features::platform::Readiness;
use crate::features::purchasing::OrderEmailSender;
use crate::features::report_schedules::ReportSender;
use crate::features::webhooks::WebhookSender;
use crate::http::{RequestMetrics, RequestTracing};
use crate::openapi::PUBLISHED_CONTRACT;
use crate::outbound::OutboundClient;
use crate::server::{self, BodyFloor, ConnectionTimeouts, Listener, Server, ServerSettings};
use crate::telemetry::TraceExporter;
use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{oneshot, watch};

/// How long requests in flight may take after a shutdown signal.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum time to release running syncs at shutdown.
const LEASE_RELEASE_TIMEOUT: Duration = Duration::from_secs(3);
/// Connections to the metrics.
const MAX_METRICS_CONNECTIONS: usize = 16;
/// How often the demo's date is checked.
const DEMO_CHECK_INTERVAL: Duration = Duration::from_mins(10);

/// Serves requests until shutdown.
pub(super) async fn run(config: Config, serve: ServeConfig) -> Result<(), CommandError> {
    config.validate_mode(serve.demo)?;
    serve.validate_database(&config.database_url())?;
    let traces = TraceExporter::start(&serve.tracing)
        .map_err(CommandError::with_context("cannot export traces"))?;
    let smtp = open_smtp(&config, &serve.public_url())?;
    let mut database = migrate::open_database(&config).await?;
    let _lock = ServerLock::acquire(&config.database_url()).await?;
    prepare_database(&database, &serve).await?;
    if let Some(url) = &serve.database_read_url {
        database = database
            .with_read_replica(url)
            .await
            .map_err(CommandError::with_context("cannot use DATABASE_READ_URL"))?;
    }
    let secret = load_secret(&config, &database).await?;
    let (mut parts, yield_refresher) = build_dependencies(
        &config,
        &serve,
        database,
        &secret,
        Clock::system(),
        smtp.is_some(),
    )?;
    parts.tracing = traces
        .as_ref()
        .map(|_| RequestTracing::new(Arc::clone(&PUBLISHED_CONTRACT.route_names)));
    let listener = open_listener(&serve)?;
    if let Some(address) = serve.metrics_listen {
        serve_metrics(address, &parts)?;
    }
    if serve.demo {
        print_output("Preparing the demo...\n")?;
        tokio::spawn(run_demo_refresh(
            DemoTenant::new(&parts, config.demo_warehouse_dir()),
            parts.clone(),
        ));
    } else {
        parts.readiness.mark_ready();
        print_addresses(&parts)?;
    }
    let (stop, stopped) = watch::channel(false);
    spawn_background_tasks(&parts, yield_refresher, smtp, &stopped);
    let listen_url = serve.database_listen_url.as_deref();
    if let Some(listener) = ChangeListener::from_urls(listen_url, &config.database_url()) {
        tokio::spawn(background_tasks::clear_changed_lookups(
            listener,
            Arc::clone(&parts.authority),
        ));
    }
    let settings = ServerSettings {
        max_connections: server::raise_file_limit(serve.max_connections as usize),
        max_connections_per_address: serve.max_connections_per_address as usize,
        timeouts: ConnectionTimeouts::default(),
        body_floor: BodyFloor::default(),
        stop_timeout: SHUTDOWN_TIMEOUT,
    };
    let proxies = parts.login_throttle.trusted_proxies().clone();
    let (readiness, drain_time) = (parts.readiness.clone(), serve.drain_seconds);
    let (drained, drains) = oneshot::channel();
    // Before the first request: a server that responds can be stopped in order.
    let mut signals = ShutdownSignals::install()
        .map_err(CommandError::with_io_context("cannot handle signals"))?;
    let drain = async move {
        let wait = signals.wait(drain_time).await;
        readiness.mark_stopping();
        stop.send_replace(true);
        tracing::info!(seconds = wait.as_secs(), "stopping");
        let _ = drained.send((wait, signals));
    };
    let stop = async move {
        let Ok((wait, mut signals)) = drains.await else {
            return;
        };
        // Another signal ends the drain.
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            _ = signals.wait(0) => {}
        }
    };
    Server::new(settings, move |address| proxies.may_be_proxy(address))
        .run(listener, build_app(&parts), drain, stop)
        .await;
    parts.security_log.flush_suppressed();
    if tokio::time::timeout(LEASE_RELEASE_TIMEOUT, parts.sync.release_runs())
        .await
        .is_err()
    {
        tracing::warn!("running syncs not released: other servers take over after a delay");
    }
    if let Some(traces) = traces {
        traces.stop().await;
    }
    Ok(())
}

/// The inherited socket, or the port of the settings.
fn open_listener(serve: &ServeConfig) -> Result<Listener, CommandError> {
    let inherited = server::inherited_listener().map_err(CommandError::with_io_context(
        "cannot use the socket of the service manager: it must be a listening TCP socket",
    ))?;
    if let Some(listener) = inherited {
        return Ok(listener);
    }
    server::listen(serve.listen).map_err(CommandError::with_io_context(format!(
        "cannot listen on {}",
        serve.listen
    )))
}

/// Serves the metrics until the process ends.
fn serve_metrics(address: SocketAddr, parts: &AppDependencies) -> Result<(), CommandError> {
    let listener = server::listen(address).map_err(CommandError::with_io_context(format!(
        "cannot listen on {address} for metrics"
    )))?;
    let settings = ServerSettings {
        max_connections: MAX_METRICS_CONNECTIONS,
        max_connections_per_address: MAX_METRICS_CONNECTIONS,
        timeouts: ConnectionTimeouts::default(),
        body_floor: BodyFloor::default(),
        stop_timeout: SHUTDOWN_TIMEOUT,
    };
    let endpoint = build_metrics_endpoint(parts.clone());
    tokio::spawn(async move {
        Server::new(settings, |_| false)
            .run(listener, endpoint, pending(), pending())
            .await;
    });
    Ok(())
}

/// Migrates the database if configured, and checks that it isolates tenants.
async fn prepare_database(database: &Database, serve: &ServeConfig) -> Result<(), CommandError> {
    if database.engine() == Engine::Sqlite || serve.migrate {
        database
            .migrate()
            .await
            .map_err(CommandError::with_context("cannot migrate the database"))?;
    } else {
        let advice = "Run `sprout migrate` first, or start with --migrate.";
        migrate::require_migrated(database, advice).await?;
    }
    require_tenant_isolation(database).await
}

/// Loads the secret. Creates it only while there are no accounts: MFA and source passwords of
/// accounts are encrypted with the one that was there before.
async fn load_secret(
    config: &Config,
    database: &Database,
) -> Result<InstallationSecret, CommandError> {
    let has_accounts = database
        .platform()
        .has_accounts()
        .await
        .map_err(CommandError::with_context("cannot look up accounts"))?;
    InstallationSecret::load_or_create(
        &config.secret_file(),
        config.mode == Mode::SelfHosted && !has_accounts,
        &Entropy::system(),
    )
    .map_err(CommandError::with_context("cannot load the secret"))
}

/// The dependencies of a server with this clock.
pub(super) fn build_dependencies(
    config: &Config,
    serve: &ServeConfig,
    database: Database,
    secret: &InstallationSecret,
    clock: Clock,
    smtp_enabled: bool,
) -> Result<(AppDependencies, YieldRefresher), CommandError> {
    let proxies = serve
        .trusted_proxies
        .as_deref()
        .unwrap_or_default()
        .parse::<TrustedProxies>()
        .map_err(|error| CommandError::Refused(error.to_string()))?;
    let entropy = Entropy::system();
    let signing_key = SigningKey::first_version(secret)
        .map_err(CommandError::with_context("cannot derive the signing key"))?;
    let vault = Vault::from_secret(secret, entropy.clone()).map_err(CommandError::with_context(
        "cannot derive the encryption key",
    ))?;
    let login_throttle = LoginThrottle::new(database.clone(), clock.clone(), secret, proxies)
        .map_err(CommandError::with_context("cannot derive the throttle key"))?;
    let authority = Authority::new(
        database.clone(),
        clock.clone(),
        entropy.clone(),
        signing_key,
        serve.public_url(),
        serve.demo,
    );
    let authority = Arc::new(authority.with_operator_mfa(serve.operator_require_mfa));
    let sync = DataSync::new(
        database.clone(),
        clock.clone(),
        entropy.clone(),
        Connectors::from_config(config, vault.clone()),
        Some(Arc::clone(&authority)),
    )
    .with_heartbeat(HeartbeatConfig::from_timeout_seconds(
        config.sync_heartbeat_timeout,
    ))
    .with_time_limit(config.sync_time_limit())
    .with_email(smtp_enabled);
    let (weather, news) = open_feeds(config, serve, &vault, &clock)?;
    let yields = YieldCatalog::from_embedded().map_err(CommandError::with_context(
        "cannot read the built-in yield records",
    ))?;
    let yield_refresher = YieldRefresher::new(
        database.clone(),
        clock.clone(),
        yields.clone(),
        open_quick_stats(config, serve)?,
    );
    let webhooks = WebhookSender::new(
        database.clone(),
        clock.clone(),
        entropy.clone(),
        vault.clone(),
        OutboundClient::new(config.network_policy()).map_err(CommandError::with_context(
            "cannot create the client for webhooks",
        ))?,
        Notifier::new(clock.clone(), entropy.clone(), smtp_enabled),
        serve.public_url(),
    );
    let parts = AppDependencies {
        authority,
        passwords: PasswordHashPool::new(PasswordCost::RECOMMENDED, entropy.clone())
            .map_err(CommandError::with_context("cannot hash passwords"))?,
        mfa: MfaService::new(
            database.clone(),
            clock.clone(),
            entropy.clone(),
            vault.clone(),
        ),
        security_log: SecurityLog::new(clock.clone(), login_throttle.trusted_proxies().clone()),
        login_throttle,
        requests_per_second: serve
            .requests_per_second
            .unwrap_or_else(|| config.mode.default_requests_per_second()),
        mailer: Mailer::new(
            clock.clone(),
            entropy.clone(),
            vault.clone(),
            serve.public_url(),
            smtp_enabled,
        ),
        outbox: Outbox::new(database.clone(), clock.clone(), vault.clone()),
        vault,
        response_cache: ResponseCache::default(),
        figures: SharedFigures::default(),
        metrics: serve
            .metrics_listen
            .map(|_| RequestMetrics::new(Arc::clone(&PUBLISHED_CONTRACT.route_names))),
        tracing: None,
        weather,
        news,
        yields,
        sync,
        webhooks,
        readiness: Readiness::default(),
        public_url: serve.public_url(),
        demo: serve.demo,
        sign_up: config.sign_up(),
        database,
        clock,
        entropy,
    };
    Ok((parts, yield_refresher))
}

fn spawn_background_tasks(
    parts: &AppDependencies,
    yield_refresher: YieldRefresher,
    smtp: Option<SmtpSender>,
    stopped: &watch::Receiver<bool>,
) {
    let (database, clock) = (&parts.database, &parts.clock);
    tokio::spawn(background_tasks::run_scheduler(
        parts.sync.clone(),
        background_tasks::SCHEDULER_INTERVAL,
        stopped.clone(),
    ));
    tokio::spawn(background_tasks::evaluate_alert_rules(
        AlertRuleEvaluator::new(
            database.clone(),
            clock.clone(),
            parts.sync.notifier().clone(),
            parts.figures.customers.clone(),
        ),
        stopped.clone(),
    ));
    tokio::spawn(background_tasks::precompute_figures(
        FigurePrecomputer::new(
            database.clone(),
            clock.clone(),
            parts.figures.clone(),
            parts.response_cache.computations().clone(),
            parts.yields.clone(),
        ),
        stopped.clone(),
    ));
    tokio::spawn(background_tasks::run_sync_takeover(
        parts.sync.clone(),
        stopped.clone(),
    ));
    tokio::spawn(background_tasks::run_tenant_purge(
        PurgeWorker::new(database.clone(), clock.clone()),
        stopped.clone(),
    ));
    tokio::spawn(background_tasks::run_yield_refresh(
        yield_refresher,
        stopped.clone(),
    ));
    tokio::spawn(background_tasks::delete_expired_idempotent_requests(
        database.clone(),
        clock.clone(),
        stopped.clone(),
    ));
    tokio::spawn(background_tasks::remove_expired_uploads(
        UploadCleanup {
            sync: parts.sync.clone(),
        },
        clock.clone(),
        stopped.clone(),
    ));
    tokio::spawn(background_tasks::report_suppressed_events(
        parts.security_log.clone(),
        stopped.clone(),
    ));
    tokio::spawn(background_tasks::send_webhooks(
        parts.webhooks.clone(),
        stopped.clone(),
    ));
    tokio::spawn(background_tasks::delete_old_webhook_deliveries(
        parts.webhooks.clone(),
        stopped.clone(),
    ));
    tokio::spawn(background_tasks::send_emails(
        parts.outbox.clone(),
        smtp.clone(),
        stopped.clone(),
    ));
    if let Some(smtp) = smtp {
        tokio::spawn(background_tasks::send_reports(
            ReportSender::new(
                (database.clone(), clock.clone(), parts.entropy.clone()),
                report_source(parts),
                parts.sync.notifier().clone(),
                smtp.clone(),
                UnsubscribeLinks::new(parts.vault.clone()),
            ),
            stopped.clone(),
        ));
        tokio::spawn(background_tasks::send_orders(
            OrderEmailSender::new(
                database.clone(),
                clock.clone(),
                parts.vault.clone(),
                smtp.clone(),
                parts.sync.notifier().clone(),
            ),
            stopped.clone(),
        ));
        tokio::spawn(background_tasks::send_notifications(
            NotificationEmailSender::new(
                database.clone(),
                clock.clone(),
                smtp,
                UnsubscribeLinks::new(parts.vault.clone()),
            ),
            stopped.clone(),
        ));
    }
}

/// Refuses a PostgreSQL login that row-level security does not restrict.
async fn require_tenant_isolation(database: &Database) -> Result<(), CommandError> {
    match database
        .rls_context()
        .await
        .map_err(CommandError::with_context(
            "the database would not isolate organizations from each other",
        ))? {
        Some(RlsContext::Role) => {
            tracing::info!("transactions use the role sprout_app with row-level security");
        }
        Some(RlsContext::Login) => tracing::info!(
            "the login cannot use the role sprout_app: forced row-level security applies to the \
             login itself"
        ),
        None => {}
    }
    Ok(())
}

/// The SMTP server, if one is configured.
pub(super) fn open_smtp(
    config: &Config,
    public_url: &str,
) -> Result<Option<SmtpSender>, CommandError> {
    let Some(smtp_url) = &config.mail.smtp_url else {
        return Ok(None);
    };
    let refused = || {
        CommandError::Refused(
            "SPROUT_SMTP_URL requires SPROUT_MAIL_FROM: set it to the sender of emails.".to_owned(),
        )
    };
    let from = config.mail.mail_from.as_deref().ok_or_else(refused)?;
    SmtpSender::from_url(smtp_url, from, public_url)
        .map(Some)
        .map_err(|error| CommandError::Refused(error.to_string()))
}

/// The Quick Stats client, if a key is set. Without one, the server still loads records that other
/// servers of the installation have fetched.
fn open_quick_stats(
    config: &Config,
    serve: &ServeConfig,
) -> Result<Option<QuickStats>, CommandError> {
    let Some(key) = &serve.quick_stats_key else {
        return Ok(None);
    };
    let outbound = OutboundClient::new(config.network_policy()).map_err(
        CommandError::with_context("cannot create the client for USDA Quick Stats"),
    )?;
    let refused = CommandError::with_context("SPROUT_QUICK_STATS_URL is not a valid URL");
    QuickStats::new(outbound, &serve.quick_stats_url, key)
        .map(Some)
        .map_err(refused)
}

type Feeds = (WeatherReports, CachedFeed<Vec<NewsItem>>);

/// The weather of organizations, and the news feed, if configured.
fn open_feeds(
    config: &Config,
    serve: &ServeConfig,
    vault: &Vault,
    clock: &Clock,
) -> Result<Feeds, CommandError> {
    let outbound = || {
        OutboundClient::new(config.network_policy()).map_err(CommandError::with_context(
            "cannot create the client for weather and news",
        ))
    };
    let weather = WeatherReports::new(outbound()?, vault.clone(), clock.clone());
    let weather = match &serve.weather_url {
        Some(address) => {
            weather
                .with_operator_provider(address)
                .map_err(CommandError::with_context(
                    "SPROUT_WEATHER_URL is not a valid URL",
                ))?
        }
        None => weather,
    };
    let news = match &serve.news_url {
        Some(address) => {
            let feed = NewsFeed::new(outbound()?, address, clock.clone());
            CachedFeed::new(
                feed.map_err(CommandError::with_context(
                    "SPROUT_NEWS_URL is not a valid URL",
                ))?,
                clock.clone(),
            )
        }
        None => CachedFeed::disabled(),
    };
    Ok((weather, news))
}

fn print_addresses(parts: &AppDependencies) -> Result<(), CommandError> {
    let mut text = format!("Sprout is at {}  (API: {0}/docs)\n", parts.public_url);
    if parts.demo {
        text += &format!(
            "Demo sign-in: {} / {}\n",
            demo_tenant::DEMO_EMAIL,
            demo_tenant::DEMO_PASSWORD
        );
    }
    print_output(&text)
}

/// Updates the demo to the current date, at startup and each day. Failures are logged and retried.
/// The server becomes ready after the first success.
async fn run_demo_refresh(demo: DemoTenant, parts: AppDependencies) {
    loop {
        match demo.refresh_to_today().await {
            Ok(()) if parts.readiness.is_ready() => {}
            Ok(()) => {
                parts.readiness.mark_ready();
                if let Err(error) = print_addresses(&parts) {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "cannot print the address"
                    );
                }
            }
            Err(error) => tracing::error!(
                error = &error as &dyn std::error::Error,
                "cannot update the demo, will retry"
            ),
        }
        tokio::time::sleep(DEMO_CHECK_INTERVAL).await;
    }
}

/// SIGINT and SIGTERM. From its creation on, the signals no longer end the process by themselves.
struct ShutdownSignals {
    interrupt: Signal,
    terminate: Signal,
}

impl ShutdownSignals {
    fn install() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Completes on the next signal, and returns how long the server drains: not at all after
    /// SIGINT, which a person sends.
    async fn wait(&mut self, drain_seconds: u32) -> Duration {
        tokio::select! {
            _ = self.interrupt.recv() => Duration::ZERO,
            _ = self.terminate.recv() => Duration::from_secs(drain_seconds.into()),
        }
    }
}
