//! Serves until it is told to stop.

use super::demo_tenant::{self, DemoTenant};
use super::{
    CommandError, answers, broken_off, deletions, letters, mails, migrate, say, schedules,
    security_events, yields,
};
use crate::app::{AppDependencies, build_app};
use crate::auth::{
    Authority, InstallationSecret, LoginThrottle, MfaService, PasswordHashPool, SecurityLog,
    SigningKey, TrustedProxies, Vault,
};
use crate::cache::ResponseCache;
use crate::clock::Clock;
use crate::config::{Config, Mode, ServeConfig};
use crate::db::{Database, Engine, RlsContext};
use crate::email::{Mailer, Outbox, SmtpSender};
use crate::entropy::Entropy;
use crate::features::crop_yield::quick_stats::QuickStats;
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::features::crop_yield::yield_refresh::YieldRefresher;
use crate::features::data_sync::{Connectors, DataSync, Rhythm};
use crate::features::market::feed::CachedFeed;
use crate::features::market::feed::news_feed::{NewsFeed, NewsItem};
use crate::features::market::feed::weather_feed::{RegionWeather, WeatherFeed};
use crate::features::notifications::NotificationEmailSender;
use crate::features::organizations::PurgeWorker;
use crate::features::platform::Readiness;
use crate::outbound::{NetworkPolicy, OutboundClient};
use poem::Server;
use poem::listener::TcpListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How long requests in flight may take once the server was told to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How long telling that syncs are let go may take.
const LAST_WORDS: Duration = Duration::from_secs(3);
/// How often the demo's date is looked at.
const DEMO_CHECK: Duration = Duration::from_mins(10);

pub(super) async fn run(config: Config, serve: ServeConfig) -> Result<(), CommandError> {
    config.validate_mode(serve.demo)?;
    let post = post(&config, &serve)?;
    let proxies = serve
        .trusted_proxies
        .as_deref()
        .unwrap_or_default()
        .parse::<TrustedProxies>()
        .map_err(|error| CommandError::Refused(error.to_string()))?;
    let (clock, entropy) = (Clock::system(), Entropy::system());
    let database = migrate::open(&config).await?;
    if database.engine() == Engine::Sqlite || serve.migrate {
        database.migrate().await.map_err(CommandError::failed(
            "the schema could not be brought up to date",
        ))?;
    } else if !database
        .is_migrated()
        .await
        .map_err(CommandError::failed("the schema could not be looked at"))?
    {
        return Err(CommandError::Refused(
            "The database's schema is not current: run `sprout \
            migrate` first, or start with --migrate."
                .to_owned(),
        ));
    }
    keep_tenants_apart(&database).await?;
    let secret = InstallationSecret::load_or_create(
        &config.secret_file(),
        config.mode == Mode::SelfHosted,
        &entropy,
    )
    .map_err(CommandError::failed("the installation has no secret"))?;
    let keys = SigningKey::first_version(&secret)
        .map_err(CommandError::failed("there are no signing keys"))?;
    let vault = Vault::from_secret(&secret, entropy.clone()).map_err(CommandError::failed(
        "there is no key for the passwords of sources",
    ))?;
    let guesses = LoginThrottle::new(database.clone(), clock.clone(), &secret, proxies).map_err(
        CommandError::failed("there is no key to count attempts under"),
    )?;
    let security_log = SecurityLog::new(clock.clone(), guesses.trusted_proxies().clone());
    let authority = Authority::new(
        database.clone(),
        clock.clone(),
        entropy.clone(),
        keys,
        serve.public_url(),
        serve.demo,
    );
    let authority = Arc::new(authority.with_operator_mfa(serve.operator_second_step));
    let passwords = PasswordHashPool::new(entropy.clone())
        .map_err(CommandError::failed("passwords cannot be hashed"))?;
    let second_factors = MfaService::new(
        database.clone(),
        clock.clone(),
        entropy.clone(),
        vault.clone(),
    );
    let outbox = Outbox::new(database.clone(), clock.clone(), vault.clone());
    let written = Mailer::new(
        clock.clone(),
        entropy.clone(),
        vault.clone(),
        serve.public_url(),
        post.is_some(),
    );
    let sync = DataSync::new(
        database.clone(),
        clock.clone(),
        entropy.clone(),
        Connectors::of_config(&config, vault.clone()),
        Some(Arc::clone(&authority)),
    );
    let sync = sync
        .in_rhythm(Rhythm::of_silence(config.sync_silence))
        .telling(post.is_some());
    let (weather, news) = feeds(&config, &serve, &clock)?;
    let known = YieldCatalog::from_embedded().map_err(CommandError::failed(
        "the harvest records of this binary cannot be read",
    ))?;
    let refresh = YieldRefresher::new(
        database.clone(),
        clock.clone(),
        known.clone(),
        quick_stats(&config, &serve)?,
    );
    let parts = AppDependencies {
        database,
        clock,
        entropy,
        authority,
        passwords,
        login_throttle: guesses,
        mfa: second_factors,
        security_log: security_log.clone(),
        requests_per_second: serve
            .requests_per_second
            .unwrap_or_else(|| config.mode.default_requests_per_second()),
        mailer: written,
        vault,
        outbox: outbox.clone(),
        response_cache: ResponseCache::default(),
        weather,
        news,
        yields: known,
        sync,
        readiness: Readiness::default(),
        public_url: serve.public_url(),
        demo: serve.demo,
    };
    if serve.demo {
        say("Preparing the demo...\n")?;
        tokio::spawn(keep_demo(
            DemoTenant::new(&parts, config.demo_warehouse_dir()),
            parts.clone(),
        ));
    } else {
        parts.readiness.mark_ready();
        announce(&parts)?;
    }
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(schedules::keep(
        parts.sync.clone(),
        schedules::LOOK,
        stopped.clone(),
    ));
    tokio::spawn(broken_off::keep(parts.sync.clone(), stopped.clone()));
    tokio::spawn(deletions::keep(
        PurgeWorker::new(parts.database.clone(), parts.clock.clone()),
        stopped.clone(),
    ));
    tokio::spawn(yields::keep(refresh, stopped.clone()));
    tokio::spawn(answers::keep(
        parts.database.clone(),
        parts.clock.clone(),
        stopped.clone(),
    ));
    tokio::spawn(security_events::keep(security_log.clone(), stopped.clone()));
    tokio::spawn(letters::keep(outbox, post.clone(), stopped.clone()));
    if let Some(post) = post {
        tokio::spawn(mails::keep(
            NotificationEmailSender::new(parts.database.clone(), parts.clock.clone(), post),
            stopped,
        ));
    }
    let told_to_stop = async move {
        told_to_stop().await;
        stop.send_replace(true);
    };
    Server::new(TcpListener::bind(serve.listen))
        .run_with_graceful_shutdown(build_app(&parts), told_to_stop, Some(GRACE))
        .await
        .map_err(CommandError::io(format!(
            "cannot listen on {}",
            serve.listen
        )))?;
    security_log.flush_suppressed();
    if tokio::time::timeout(LAST_WORDS, parts.sync.let_go())
        .await
        .is_err()
    {
        tracing::warn!(
            "the database does not take last words: other servers go on with the syncs of this \
                one a little later"
        );
    }
    Ok(())
}

/// Refuses a login of Postgres whom nothing in the database would hold back, before anybody is
/// served.
async fn keep_tenants_apart(database: &Database) -> Result<(), CommandError> {
    match database.rls_context().await.map_err(CommandError::failed(
        "organizations would not be kept apart in the database",
    ))? {
        Some(RlsContext::Role) => {
            tracing::info!("transactions work as the role sprout_app, behind row level security");
        }
        Some(RlsContext::Login) => tracing::info!(
            "the login may not become the role sprout_app: forced row level security holds the \
                login itself"
        ),
        None => {}
    }
    Ok(())
}

/// The operator's mail server, where one is set.
fn post(config: &Config, serve: &ServeConfig) -> Result<Option<SmtpSender>, CommandError> {
    let Some(smtp_url) = &config.mail.smtp_url else {
        return Ok(None);
    };
    let refused = || {
        CommandError::Refused(
            "SPROUT_SMTP_URL is set, but not SPROUT_MAIL_FROM: say whom mails are from.".to_owned(),
        )
    };
    let from = config.mail.mail_from.as_deref().ok_or_else(refused)?;
    SmtpSender::from_url(smtp_url, from, &serve.public_url())
        .map(Some)
        .map_err(|error| CommandError::Refused(error.to_string()))
}

/// Where new harvests are asked for, where a key is set. Without one the server still learns what
/// others of its installation did.
fn quick_stats(config: &Config, serve: &ServeConfig) -> Result<Option<QuickStats>, CommandError> {
    let Some(key) = &serve.quick_stats_key else {
        return Ok(None);
    };
    let outbound = OutboundClient::new(reach(config)).map_err(CommandError::failed(
        "the client for USDA Quick Stats cannot be made",
    ))?;
    let refused =
        CommandError::failed("SPROUT_QUICK_STATS_URL is not an address that can be asked");
    QuickStats::new(outbound, &serve.quick_stats_url, key)
        .map(Some)
        .map_err(refused)
}

/// Somebody else's tenants do not get to look around in the operator's network.
fn reach(config: &Config) -> NetworkPolicy {
    if config.mode == Mode::Hosted {
        NetworkPolicy::PublicOnly
    } else {
        NetworkPolicy::Anywhere
    }
}

type Feeds = (CachedFeed<Vec<RegionWeather>>, CachedFeed<Vec<NewsItem>>);

/// Weather and news, where their addresses are set.
fn feeds(config: &Config, serve: &ServeConfig, clock: &Clock) -> Result<Feeds, CommandError> {
    let outbound = || {
        OutboundClient::new(reach(config)).map_err(CommandError::failed(
            "the client for weather and news cannot be made",
        ))
    };
    let weather = match &serve.weather_url {
        Some(address) => {
            let feed = WeatherFeed::new(outbound()?, address).map_err(CommandError::failed(
                "SPROUT_WEATHER_URL is not an address that can be asked",
            ))?;
            CachedFeed::new(feed, clock.clone())
        }
        None => CachedFeed::disabled(),
    };
    let news = match &serve.news_url {
        Some(address) => {
            let feed = NewsFeed::new(outbound()?, address, clock.clone());
            CachedFeed::new(
                feed.map_err(CommandError::failed(
                    "SPROUT_NEWS_URL is not an address that can be asked",
                ))?,
                clock.clone(),
            )
        }
        None => CachedFeed::disabled(),
    };
    Ok((weather, news))
}

fn announce(parts: &AppDependencies) -> Result<(), CommandError> {
    let mut text = format!("Sprout is at {}  (API: {0}/docs)\n", parts.public_url);
    if parts.demo {
        text += &format!(
            "Demo sign-in: {} / {}\n",
            demo_tenant::EMAIL,
            demo_tenant::PASSWORD
        );
    }
    say(&text)
}

/// Brings the demo to today, then looks at the date again and again. A failure is logged and tried
/// again; until the first success the server is not ready.
async fn keep_demo(demo: DemoTenant, parts: AppDependencies) {
    loop {
        match demo.bring_to_today().await {
            Ok(()) if parts.readiness.is_ready() => {}
            Ok(()) => {
                parts.readiness.mark_ready();
                if let Err(error) = announce(&parts) {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "the address could not be printed"
                    );
                }
            }
            Err(error) => tracing::error!(
                error = &error as &dyn std::error::Error,
                "the demo could not be brought to today"
            ),
        }
        tokio::time::sleep(DEMO_CHECK).await;
    }
}

async fn told_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    let Ok(mut terminate) =
        tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
    else {
        let _ = interrupt.await;
        return;
    };
    tokio::select! {
        _ = interrupt => {}
        _ = terminate.recv() => {}
    }
}
