//! A complete service with a fixed clock, seeded IDs and its own database.

use crate::test_database::{connect_raw, create_test_database};
use crate::{Client, Warehouse};
use api::app::{AppDependencies, build_app};
use api::auth::{
    Authority, InstallationSecret, LoginThrottle, MfaService, PasswordCost, PasswordHashPool,
    SecurityLog, SigningKey, Vault,
};
use api::cache::ResponseCache;
use api::clock::Clock;
use api::config::{Config, MailConfig, Mode, SignUpPolicy};
use api::db::{Access, Actor, Database, GrantOutcome};
use api::email::{Mailer, Outbox};
use api::entropy::Entropy;
use api::features::accounts::Registration;
use api::features::crop_yield::yield_catalog::YieldCatalog;
use api::features::data_sync::{Connectors, DataSync};
use api::features::figure_precomputation::SharedFigures;
use api::features::market::feed::{CachedFeed, WeatherReports};
use api::features::notifications::Notifier;
use api::features::platform::Readiness;
use api::features::webhooks::WebhookSender;
use api::outbound::{NetworkPolicy, OutboundClient};
use api::server::{BodyFloor, ConnectionTimeouts, Listener, Server, ServerSettings, listen};
use api::telemetry::LogFormat;
use chrono::{DateTime, Utc};
use entities::{membership, organization, person};
use poem::endpoint::BoxEndpoint;
use poem::http::StatusCode;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, DatabaseConnection, EntityTrait, IntoActiveModel};
use serde_json::json;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// The start time of every test: a Tuesday in the middle of the season.
pub(crate) const NOW: &str = "2026-06-16T15:00:00Z";
pub(crate) const PASSWORD: &str = "correct horse battery";

pub(crate) struct TestApp {
    pub(crate) parts: AppDependencies,
    /// A database connection without tenant isolation, for tests only.
    pub(crate) raw: DatabaseConnection,
    app: Arc<BoxEndpoint<'static, poem::Response>>,
    /// The email outbox, as the sender sees it.
    pub(crate) outbox: Outbox,
    folder: TempDir,
    url: String,
    counter: AtomicU64,
}

impl TestApp {
    /// Starts without a demo organization.
    pub(crate) async fn start() -> Self {
        Self::start_with(false, "http://sprout.test").await
    }

    /// Starts with a demo organization, which has no rows until a test syncs some.
    pub(crate) async fn start_with_demo() -> Self {
        let app = Self::start_with(true, "http://sprout.test").await;
        let demo = Registration::for_demo(
            "Demo",
            "Demo Buyer",
            "demo@sprout.example",
            "sprout-demo".to_owned(),
            None,
        )
        .unwrap();
        let created = demo
            .create_organization(
                &app.parts.database,
                &app.parts.passwords,
                &app.parts.clock,
                &app.parts.entropy,
            )
            .await
            .unwrap();
        app.share_warehouses(&created.access.tenant().0.to_string());
        app
    }

    /// Starts with hashes of passwords that cost as much as those of the server.
    pub(crate) async fn start_with_costly_passwords() -> Self {
        let mut app = Self::start().await;
        let entropy = app.parts.entropy.clone();
        app.parts.passwords = PasswordHashPool::new(PasswordCost::RECOMMENDED, entropy).unwrap();
        app.app = Arc::new(build_app(&app.parts));
        app
    }

    /// Starts with a configured SMTP server.
    pub(crate) async fn start_with_mail_server() -> Self {
        Box::pin(Self::start_configured(false, "http://sprout.test", true)).await
    }

    /// Subject and text of the newest email to an address.
    pub(crate) async fn newest_email_to(&self, email: &str) -> Option<(String, String)> {
        let message = self
            .parts
            .database
            .platform()
            .list_emails(200)
            .await
            .unwrap()
            .into_iter()
            .find(|message| message.to_address == email)?;
        let text = self.outbox.open_body(&message).unwrap().unwrap_or_default();
        Some((message.subject, text))
    }

    /// The token of the link in the newest email to an address.
    pub(crate) async fn emailed_token(&self, email: &str) -> String {
        let (_, text) = self.newest_email_to(email).await.expect("an email");
        let (_, rest) = text
            .split_once("#token=")
            .unwrap_or_else(|| panic!("no link in {text}"));
        rest.split_whitespace().next().unwrap().to_owned()
    }

    /// The database URL, for another process.
    pub(crate) fn database_url(&self) -> &str {
        &self.url
    }

    pub(crate) async fn start_with(demo: bool, public_url: &str) -> Self {
        Box::pin(Self::start_configured(demo, public_url, false)).await
    }

    async fn start_configured(demo: bool, public_url: &str, by_mail: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = create_test_database(folder.path()).await;
        Self::build_app(
            &url,
            Database::connect(&url).await.unwrap(),
            folder,
            demo,
            public_url,
            by_mail,
        )
        .await
    }

    /// Starts with this number of database connections.
    pub(crate) async fn start_with_connections(connections: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = create_test_database(folder.path()).await;
        let database = Database::connect_with_limit(&url, connections)
            .await
            .unwrap();
        Self::build_app(&url, database, folder, false, "http://sprout.test", false).await
    }

    /// Starts on this database, whatever the engine of the other tests.
    pub(crate) async fn start_on_database(url: &str) -> Self {
        let database = Database::connect(url).await.unwrap();
        database.migrate().await.unwrap();
        Self::build_app(
            url,
            database,
            tempfile::tempdir().unwrap(),
            false,
            "http://sprout.test",
            false,
        )
        .await
    }

    /// Starts on this database, with figures from its streaming replica.
    pub(crate) async fn start_with_replica(url: &str, replica: &str) -> Self {
        let database = Database::connect(url).await.unwrap();
        database.migrate().await.unwrap();
        let database = database.with_read_replica(replica).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        Self::build_app(url, database, folder, false, "http://sprout.test", false).await
    }

    async fn build_app(
        url: &str,
        database: Database,
        folder: TempDir,
        demo: bool,
        public_url: &str,
        by_mail: bool,
    ) -> Self {
        let clock = Clock::fixed(NOW.parse::<DateTime<Utc>>().unwrap());
        let entropy = Entropy::seeded(7);
        let secret = InstallationSecret::from_bytes([7; 32]);
        let keys = SigningKey::first_version(&secret).unwrap();
        let vault = Vault::from_secret(&secret, entropy.clone()).unwrap();
        let authority = Arc::new(Authority::new(
            database.clone(),
            clock.clone(),
            entropy.clone(),
            keys,
            public_url.to_owned(),
            demo,
        ));
        let config = test_config(folder.path());
        std::fs::create_dir(folder.path().join("warehouses")).unwrap();
        let mfa = MfaService::new(
            database.clone(),
            clock.clone(),
            entropy.clone(),
            vault.clone(),
        );
        let mailer = Mailer::new(
            clock.clone(),
            entropy.clone(),
            vault.clone(),
            public_url.to_owned(),
            by_mail,
        );
        let outbox = Outbox::new(database.clone(), clock.clone(), vault.clone());
        let sync = DataSync::new(
            database.clone(),
            clock.clone(),
            entropy.clone(),
            Connectors::from_config(&config, vault.clone()),
            Some(Arc::clone(&authority)),
        );
        let sync = sync.with_email(by_mail);
        let webhooks = WebhookSender::new(
            database.clone(),
            clock.clone(),
            entropy.clone(),
            vault.clone(),
            OutboundClient::new(NetworkPolicy::WITH_PRIVATE).unwrap(),
            Notifier::new(clock.clone(), entropy.clone(), by_mail),
            public_url.to_owned(),
        );
        // One trusted proxy, so that tests can set the address of a caller.
        let login_throttle = LoginThrottle::new(
            database.clone(),
            clock.clone(),
            &secret,
            "1".parse().unwrap(),
        )
        .unwrap();
        let outbound = OutboundClient::new(NetworkPolicy::WITH_PRIVATE).unwrap();
        let weather = WeatherReports::new(outbound, vault.clone(), clock.clone());
        let parts = AppDependencies {
            database,
            clock: clock.clone(),
            entropy: entropy.clone(),
            authority,
            passwords: PasswordHashPool::new(PasswordCost::LOWEST, entropy).unwrap(),
            security_log: SecurityLog::new(clock.clone(), login_throttle.trusted_proxies().clone()),
            requests_per_second: 0,
            login_throttle,
            mfa,
            mailer,
            vault,
            outbox: outbox.clone(),
            response_cache: ResponseCache::default(),
            figures: SharedFigures::default(),
            metrics: None,
            tracing: None,
            weather,
            news: CachedFeed::disabled(),
            yields: YieldCatalog::from_embedded().unwrap(),
            sync,
            webhooks,
            readiness: Readiness::default(),
            public_url: public_url.to_owned(),
            demo,
            sign_up: config.sign_up(),
        };
        parts.readiness.mark_ready();
        let raw = connect_raw(url).await;
        Self {
            app: Arc::new(build_app(&parts)),
            parts,
            raw,
            outbox,
            folder,
            url: url.to_owned(),
            counter: AtomicU64::new(0),
        }
    }

    pub(crate) fn anonymous_client(&self) -> Client {
        Client::anonymous(Arc::clone(&self.app))
    }

    /// A client of another server of the same installation, which has just started: only the
    /// database, secret and clock are shared.
    pub(crate) async fn replica_client(&self) -> Client {
        let database = Database::connect(&self.url).await.unwrap();
        let secret = InstallationSecret::from_bytes([7; 32]);
        let AppDependencies {
            clock,
            entropy,
            public_url,
            demo,
            ..
        } = self.parts.clone();
        let authority = Authority::new(
            database.clone(),
            clock.clone(),
            entropy,
            SigningKey::first_version(&secret).unwrap(),
            public_url,
            demo,
        );
        let login_throttle =
            LoginThrottle::new(database.clone(), clock, &secret, "1".parse().unwrap()).unwrap();
        let parts = AppDependencies {
            database,
            authority: Arc::new(authority),
            login_throttle,
            response_cache: ResponseCache::default(),
            figures: SharedFigures::default(),
            ..self.parts.clone()
        };
        Client::anonymous(Arc::new(build_app(&parts)))
    }

    /// Another server whose lookups are cached for this long, and its authority.
    pub(crate) async fn replica_with_lookup_age(&self, age: Duration) -> (Client, Arc<Authority>) {
        let database = Database::connect(&self.url).await.unwrap();
        let secret = InstallationSecret::from_bytes([7; 32]);
        let authority = Authority::new(
            database.clone(),
            self.parts.clock.clone(),
            self.parts.entropy.clone(),
            SigningKey::first_version(&secret).unwrap(),
            self.parts.public_url.clone(),
            self.parts.demo,
        );
        let authority = Arc::new(authority.with_lookup_age(age));
        let parts = AppDependencies {
            database,
            authority: Arc::clone(&authority),
            response_cache: ResponseCache::default(),
            figures: SharedFigures::default(),
            ..self.parts.clone()
        };
        (Client::anonymous(Arc::new(build_app(&parts))), authority)
    }

    /// Data Sync of another server of the same installation: only the database, folders, secret and
    /// clock are shared.
    pub(crate) async fn replica_data_sync(&self) -> DataSync {
        let AppDependencies {
            clock,
            entropy,
            vault,
            ..
        } = self.parts.clone();
        let database = Database::connect(&self.url).await.unwrap();
        DataSync::new(
            database,
            clock,
            entropy,
            Connectors::from_config(&test_config(self.folder.path()), vault),
            None,
        )
    }

    /// A client of a server with this rate limit per caller.
    pub(crate) fn client_with_rate_limit(&self, requests_per_second: u32) -> Client {
        Client::anonymous(Arc::new(build_app(&AppDependencies {
            requests_per_second,
            ..self.parts.clone()
        })))
    }

    /// The same server with weather from a provider of its operator.
    pub(crate) fn with_operator_weather(self, url: &str) -> Self {
        let weather = self.parts.weather.clone().with_operator_provider(url);
        let parts = AppDependencies {
            weather: weather.unwrap(),
            ..self.parts.clone()
        };
        Self {
            app: Arc::new(build_app(&parts)),
            parts,
            ..self
        }
    }

    /// A client of another server with its own caches of weather and responses.
    pub(crate) fn client_with_own_weather(&self, url: &str) -> Client {
        let weather = WeatherReports::new(
            self.parts.weather.outbound().clone(),
            self.parts.vault.clone(),
            self.parts.clock.clone(),
        );
        Client::anonymous(Arc::new(build_app(&AppDependencies {
            weather: weather.with_operator_provider(url).unwrap(),
            response_cache: ResponseCache::default(),
            ..self.parts.clone()
        })))
    }

    /// A client of another server with these figures, which has no responses yet.
    pub(crate) fn client_with_figures(&self, figures: SharedFigures) -> Client {
        Client::anonymous(Arc::new(build_app(&AppDependencies {
            figures,
            response_cache: ResponseCache::default(),
            ..self.parts.clone()
        })))
    }

    /// A client of a server with this sign-up policy.
    pub(crate) fn client_with_sign_up(&self, sign_up: SignUpPolicy) -> Client {
        Client::anonymous(Arc::new(build_app(&AppDependencies {
            sign_up,
            ..self.parts.clone()
        })))
    }

    /// Creates an organization that can read the whole warehouse root, and returns its owner.
    pub(crate) async fn create_organization(&self, name: &str) -> Client {
        let (owner, id) = self.register_owner(name).await;
        self.share_warehouses(&id);
        owner
    }

    /// Creates an organization that reads its own folder only, unless it is the first one.
    pub(crate) async fn create_separate_organization(&self, name: &str) -> Client {
        self.register_owner(name).await.0
    }

    /// Registers the owner of a new organization, and returns its id.
    async fn register_owner(&self, name: &str) -> (Client, String) {
        let email = format!(
            "{}@{}.example",
            self.next_number(),
            name.to_lowercase().replace(' ', "-")
        );
        let body = json!({"organization": name, "name": format!("{name} Owner"), "email": email, "password": PASSWORD});
        let answer = self
            .anonymous_client()
            .post("/api/auth/register", body)
            .await;
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let owner = self
            .anonymous_client()
            .with_token(&text(&answer.data()["token"]));
        (owner, text(&answer.data()["organization"]["id"]))
    }

    /// Makes the whole warehouse root the folder of an organization, as an operator can.
    fn share_warehouses(&self, organization: &str) {
        let root = self.folder.path().join("warehouses");
        let folder = root.join(organization);
        if !folder.exists() {
            std::os::unix::fs::symlink(&root, folder).unwrap();
        }
    }

    /// Requires MFA of the members of all organizations, or not.
    pub(crate) async fn set_mfa_required(&self, required: bool) {
        organization::Entity::update_many()
            .col_expr(organization::Column::MfaRequired, Expr::value(required))
            .exec(&self.raw)
            .await
            .unwrap();
    }

    /// Adds a new person with this role to the organization of `owner`.
    pub(crate) async fn add_member(&self, owner: &Client, role: &str) -> Client {
        let tenant = self.open_access(owner).await.tenant();
        let now = self.parts.clock.now();
        let email = format!("{}@{role}.example", self.next_number());
        let password_hash = self
            .parts
            .passwords
            .hash_password(api::auth::Password::new(PASSWORD.to_owned()))
            .await
            .unwrap();
        let id = self.parts.entropy.uuid_v7(now).unwrap();
        let row = person::Model {
            id,
            email: email.clone(),
            name: format!("A {role}"),
            password_hash,
            disabled_at: None,
            created_at: now,
        };
        person::Entity::insert(row.into_active_model().reset_all())
            .exec_without_returning(&self.raw)
            .await
            .unwrap();
        let row = membership::Model {
            tenant_id: tenant.0,
            person_id: id,
            role: role.to_owned(),
            created_at: now,
        };
        membership::Entity::insert(row.into_active_model().reset_all())
            .exec_without_returning(&self.raw)
            .await
            .unwrap();
        self.sign_in(&email, PASSWORD).await
    }

    /// Makes the client's person an operator of the installation.
    pub(crate) async fn make_operator(&self, client: &Client) {
        let email = client.get("/api/account").await.data()["email"]
            .as_str()
            .unwrap()
            .to_owned();
        let now = self.parts.clock.now();
        let act = self.parts.entropy.uuid_v7(now).unwrap();
        let granted = self
            .parts
            .database
            .platform()
            .grant_operator(&email, &Actor::system(), act, now)
            .await
            .unwrap();
        assert!(matches!(granted, GrantOutcome::Granted(_)), "{granted:?}");
        // Clears the cached lookup of the person.
        self.parts.authority.clear_lookups();
    }

    pub(crate) async fn sign_in(&self, email: &str, password: &str) -> Client {
        let answer = self
            .anonymous_client()
            .post(
                "/api/auth/login",
                json!({"email": email, "password": password}),
            )
            .await;
        self.anonymous_client()
            .with_token(answer.data()["token"].as_str().unwrap())
    }

    /// Access to the client's organization, as the server's commands get it.
    pub(crate) async fn open_access(&self, client: &Client) -> Access {
        let account = client.get("/api/account").await;
        let id = account.data()["organization"]["id"].as_str().unwrap();
        self.parts
            .database
            .platform()
            .find_organization_for_command(id)
            .await
            .unwrap()
            .unwrap()
    }

    /// Creates an empty folder warehouse below the warehouse root.
    pub(crate) fn create_warehouse(&self, name: &str) -> Warehouse {
        Warehouse::create(self.folder.path().join("warehouses").join(name))
    }

    /// Sets `warehouse` as the source of the client's organization and syncs it.
    pub(crate) async fn sync_warehouse(
        &self,
        owner: &Client,
        warehouse: &Warehouse,
    ) -> crate::Answer {
        self.share_warehouses(&self.open_access(owner).await.tenant().0.to_string());
        let set = owner
            .put(
                "/api/data-sync/source",
                json!({"kind": "files", "path": warehouse.path()}),
            )
            .await;
        assert_eq!(set.status, StatusCode::OK, "{}", set.text);
        owner
            .post(
                "/api/data-sync/sync",
                json!({"options": {"incrementalSync": false}}),
            )
            .await
    }

    /// Serves HTTP on a real socket, like the binary, with an empty response cache. Returns the
    /// address.
    pub(crate) async fn listen_http(&self) -> SocketAddr {
        let settings = ServerSettings {
            max_connections: 1_000,
            max_connections_per_address: 1_000,
            timeouts: ConnectionTimeouts::default(),
            body_floor: BodyFloor::default(),
            stop_timeout: Duration::from_secs(10),
        };
        self.serve_with(settings, std::future::pending(), std::future::pending())
    }

    /// Serves HTTP with these limits until the signals. Returns the address.
    pub(crate) fn serve_with(
        &self,
        settings: ServerSettings,
        drain: impl Future<Output = ()> + Send + 'static,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> SocketAddr {
        let listener = listen("127.0.0.1:0".parse().unwrap()).unwrap();
        self.serve_on(listener, settings, drain, stop)
    }

    /// Serves HTTP on this socket until the signals. Returns the address.
    pub(crate) fn serve_on(
        &self,
        listener: Listener,
        settings: ServerSettings,
        drain: impl Future<Output = ()> + Send + 'static,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> SocketAddr {
        let address = listener.local_addr().unwrap();
        let app = build_app(&AppDependencies {
            response_cache: ResponseCache::default(),
            figures: SharedFigures::default(),
            ..self.parts.clone()
        });
        tokio::spawn(Server::new(settings, |_| false).run(listener, app, drain, stop));
        address
    }

    fn next_number(&self) -> u64 {
        self.counter.fetch_add(1, Ordering::Relaxed)
    }
}

/// The configuration of an installation whose files are all in this folder.
pub(crate) fn test_config(folder: &Path) -> Config {
    Config {
        data_dir: folder.to_owned(),
        max_upload_mib: 64,
        database_url: None,
        mode: Mode::SelfHosted,
        secret_file: None,
        warehouse_root: Some(folder.join("warehouses")),
        sign_up: Some(SignUpPolicy::Open),
        allowed_networks: Some(NetworkPolicy::WITH_PRIVATE),
        mail: MailConfig::default(),
        sync_heartbeat_timeout: 7,
        sync_time_limit: 120,
        log_format: LogFormat::Text,
        log: "off".to_owned(),
    }
}
