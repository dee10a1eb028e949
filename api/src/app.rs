//! The whole service as one endpoint: what stands in front of every request, and which room it goes
//! to.

use crate::auth::{
    Authority, LoginThrottle, MfaService, OriginCheck, PasswordHashPool, RateLimit,
    Reauthenticator, RefreshCookie, SecurityLog, SecurityLogMiddleware, Vault,
};
use crate::cache::{FigureCache, ResponseCache, ResponseReplayCache};
use crate::clock::Clock;
use crate::db::Database;
use crate::email::{Mailer, Outbox};
use crate::entropy::Entropy;
use crate::features::accounts::{
    AccountDeletionApi, AccountExportApi, AccountMfaApi, AccountSessionsApi, AccountsApi,
    EmailVerificationApi, EmailVerifier, PasswordResetApi, PreferencesApi,
    UnaffiliatedInvitationsApi,
};
use crate::features::api_keys::ApiKeysApi;
use crate::features::assistant::{AssistantApi, NameCatalogCache};
use crate::features::audit::AuditApi;
use crate::features::crop_yield::CropYieldApi;
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::features::customers::CustomersApi;
use crate::features::data_sync::{
    BeginningApi, ColumnDriftApi, DataSync, DataSyncApi, HeldRemovalsApi,
};
use crate::features::jobs::JobsApi;
use crate::features::market::MarketApi;
use crate::features::market::feed::CachedFeed;
use crate::features::market::feed::news_feed::NewsItem;
use crate::features::market::feed::weather_feed::RegionWeather;
use crate::features::methods::MethodsApi;
use crate::features::notifications::NotificationsApi;
use crate::features::operators::{OperatorEmailsApi, OperatorsApi};
use crate::features::organizations::{
    ExportApi, InvitationsApi, MembersApi, MfaPolicyApi, OrganizationDeletionApi, OrganizationsApi,
};
use crate::features::platform::{PlatformApi, Readiness};
use crate::features::purchasing::{
    DraftOrdersApi, PurchasingApi, PurchasingSettingsApi, StockCorrectionsApi,
};
use crate::features::supply_prices::SupplyPricesApi;
use crate::http::{
    ApiError, BodyLimit, RequestIdMiddleware, SecurityHeaders, StaticApp, StrictStrings,
    convert_errors, panic_response,
};
use crate::idempotency::Idempotency;
use crate::openapi::{self, PUBLISHED_CONTRACT};
use poem::endpoint::{BoxEndpoint, EndpointExt};
use poem::http::{Method, header};
use poem::middleware::CatchPanic;
use poem::{Endpoint, Request, Response, Result};
use poem_openapi::OpenApiService;
use std::sync::Arc;

/// Every room's operations.
pub type Apis = (
    (
        AccountsApi,
        AccountSessionsApi,
        PasswordResetApi,
        AccountMfaApi,
        EmailVerificationApi,
        PreferencesApi,
        (
            AccountDeletionApi,
            AccountExportApi,
            UnaffiliatedInvitationsApi,
        ),
    ),
    (
        OrganizationsApi,
        (MembersApi, MfaPolicyApi),
        InvitationsApi,
        OperatorsApi,
        OperatorEmailsApi,
        OrganizationDeletionApi,
        ExportApi,
    ),
    (
        PurchasingApi,
        PurchasingSettingsApi,
        StockCorrectionsApi,
        DraftOrdersApi,
    ),
    CropYieldApi,
    SupplyPricesApi,
    CustomersApi,
    MarketApi,
    MethodsApi,
    AssistantApi,
    (DataSyncApi, BeginningApi),
    ColumnDriftApi,
    HeldRemovalsApi,
    (JobsApi, AuditApi, ApiKeysApi),
    NotificationsApi,
    PlatformApi,
);

/// Requests carry JSON of a few hundred bytes; nothing is uploaded.
const MAX_BODY_BYTES: u64 = 64 * 1024;

/// What the service is built from.
#[derive(Clone)]
pub struct AppDependencies {
    /// The application database, migrated.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Makes ids, tokens and salts.
    pub entropy: Entropy,
    /// Signs and verifies.
    pub authority: Arc<Authority>,
    /// Hashes and compares passwords.
    pub passwords: PasswordHashPool,
    /// Counts attempts to get in.
    pub login_throttle: LoginThrottle,
    /// Asks for codes of authenticator apps.
    pub mfa: MfaService,
    /// Tells what was tried and refused.
    pub security_log: SecurityLog,
    /// So many requests of one caller are answered in the long run; 0: any number.
    pub requests_per_second: u32,
    /// Writes letters to people.
    pub mailer: Mailer,
    /// Seals answers that are kept.
    pub vault: Vault,
    /// The letters that were written, as their sender has them.
    pub outbox: Outbox,
    /// Kept answers.
    pub response_cache: ResponseCache,
    /// Where weather comes from, if anywhere.
    pub weather: CachedFeed<Vec<RegionWeather>>,
    /// Where news come from, if anywhere.
    pub news: CachedFeed<Vec<NewsItem>>,
    /// The public harvest records.
    pub yields: YieldCatalog,
    /// Brings rows in.
    pub sync: DataSync,
    /// Raised when start-up is done.
    pub readiness: Readiness,
    /// The address that browsers use.
    pub public_url: String,
    /// Whether visitors see the demo.
    pub demo: bool,
}

/// Builds the service.
pub fn build_app(parts: &AppDependencies) -> BoxEndpoint<'static, Response> {
    let customer_figures = FigureCache::default();
    let apis: Apis = (
        build_account_apis(parts),
        (
            OrganizationsApi {
                authority: Arc::clone(&parts.authority),
                database: parts.database.clone(),
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
                sync: parts.sync.clone(),
            },
            (
                MembersApi {
                    authority: Arc::clone(&parts.authority),
                    database: parts.database.clone(),
                    clock: parts.clock.clone(),
                },
                MfaPolicyApi {
                    authority: Arc::clone(&parts.authority),
                    mfa: parts.mfa.clone(),
                    database: parts.database.clone(),
                    clock: parts.clock.clone(),
                    mailer: parts.mailer.clone(),
                },
            ),
            InvitationsApi {
                authority: Arc::clone(&parts.authority),
                login_throttle: parts.login_throttle.clone(),
                database: parts.database.clone(),
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
                mailer: parts.mailer.clone(),
                verifier: build_email_verifier(parts),
            },
            OperatorsApi {
                authority: Arc::clone(&parts.authority),
                database: parts.database.clone(),
                clock: parts.clock.clone(),
            },
            OperatorEmailsApi {
                database: parts.database.clone(),
                outbox: parts.outbox.clone(),
                email_enabled: parts.mailer.sends_email(),
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
            },
            OrganizationDeletionApi {
                reauthenticator: build_reauthenticator(parts),
                database: parts.database.clone(),
                clock: parts.clock.clone(),
                response_cache: parts.response_cache.clone(),
                mailer: parts.mailer.clone(),
            },
            ExportApi::new(
                build_reauthenticator(parts),
                parts.database.clone(),
                parts.clock.clone(),
                parts.entropy.clone(),
            ),
        ),
        (
            PurchasingApi {
                answers: parts.response_cache.clone(),
            },
            PurchasingSettingsApi {
                clock: parts.clock.clone(),
            },
            StockCorrectionsApi {
                clock: parts.clock.clone(),
            },
            DraftOrdersApi {
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
            },
        ),
        CropYieldApi {
            answers: parts.response_cache.clone(),
            yields: parts.yields.clone(),
        },
        SupplyPricesApi {
            answers: parts.response_cache.clone(),
        },
        CustomersApi {
            answers: parts.response_cache.clone(),
            figures: customer_figures.clone(),
        },
        MarketApi {
            answers: parts.response_cache.clone(),
            weather: parts.weather.clone(),
            news: parts.news.clone(),
        },
        MethodsApi {
            response_cache: parts.response_cache.clone(),
            yields: parts.yields.clone(),
        },
        AssistantApi {
            name_catalogs: NameCatalogCache::default(),
            customer_figures,
            clock: parts.clock.clone(),
            entropy: parts.entropy.clone(),
            sync: parts.sync.clone(),
            yields: parts.yields.clone(),
            weather: parts.weather.clone(),
            news: parts.news.clone(),
        },
        (
            DataSyncApi {
                sync: parts.sync.clone(),
            },
            BeginningApi {
                sync: parts.sync.clone(),
            },
        ),
        ColumnDriftApi {
            sync: parts.sync.clone(),
        },
        HeldRemovalsApi {
            sync: parts.sync.clone(),
        },
        (
            JobsApi,
            AuditApi,
            ApiKeysApi {
                authority: Arc::clone(&parts.authority),
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
            },
        ),
        NotificationsApi {
            email_enabled: parts.sync.tells_by_mail(),
        },
        PlatformApi {
            database: parts.database.clone(),
            readiness: parts.readiness.clone(),
            authority: Arc::clone(&parts.authority),
            demo: parts.demo,
        },
    );
    let (authority, database, clock, vault) = (
        Arc::clone(&parts.authority),
        parts.database.clone(),
        parts.clock.clone(),
        parts.vault.clone(),
    );
    let once = Idempotency::new(
        authority,
        database,
        clock,
        vault,
        Arc::clone(&PUBLISHED_CONTRACT.keyed_operations),
    );
    let operations = OpenApiService::new(apis, openapi::API_TITLE, env!("CARGO_PKG_VERSION"))
        .map_to_response()
        .with(once)
        .with(StrictStrings::new(Arc::clone(
            &PUBLISHED_CONTRACT.string_schemas,
        )))
        .boxed();
    let front = Router {
        api: operations,
        spa: StaticApp,
    };
    front
        .with(BodyLimit::new(MAX_BODY_BYTES))
        .with(CatchPanic::new().with_handler(|_| panic_response()))
        .data(Arc::clone(&parts.authority))
        .data(parts.login_throttle.trusted_proxies().clone())
        .around(convert_errors)
        .with(SecurityLogMiddleware::new(parts.security_log.clone()))
        .data(Arc::clone(&PUBLISHED_CONTRACT.allowed_methods))
        .with(ResponseReplayCache::new(
            Arc::clone(&parts.authority),
            parts.clock.clone(),
        ))
        .with(RateLimit::new(
            parts.requests_per_second,
            Arc::clone(&parts.authority),
            parts.clock.clone(),
            parts.security_log.clone(),
        ))
        .with(RequestIdMiddleware::new(
            parts.clock.clone(),
            parts.entropy.clone(),
        ))
        .with(SecurityHeaders::with_docs_policy(
            PUBLISHED_CONTRACT.docs_policy.clone(),
        ))
        .boxed()
}

/// Knows whose address is confirmed.
fn build_email_verifier(parts: &AppDependencies) -> EmailVerifier {
    EmailVerifier::new(
        parts.database.clone(),
        parts.clock.clone(),
        parts.entropy.clone(),
        parts.mailer.clone(),
    )
}

/// The operations about people.
type AccountApis = (
    AccountsApi,
    AccountSessionsApi,
    PasswordResetApi,
    AccountMfaApi,
    EmailVerificationApi,
    PreferencesApi,
    (
        AccountDeletionApi,
        AccountExportApi,
        UnaffiliatedInvitationsApi,
    ),
);

fn build_account_apis(parts: &AppDependencies) -> AccountApis {
    let AppDependencies {
        database,
        clock,
        entropy,
        authority,
        passwords,
        login_throttle: guesses,
        mfa: second_factors,
        mailer: letters,
        ..
    } = parts.clone();
    let own_data = AccountExportApi {
        reauthenticator: build_reauthenticator(parts),
        database: database.clone(),
        clock: clock.clone(),
    };
    let waiting = UnaffiliatedInvitationsApi {
        reauthenticator: build_reauthenticator(parts),
        database: database.clone(),
        clock: clock.clone(),
        cookie: RefreshCookie::for_public_url(&parts.public_url),
    };
    let leaving = AccountDeletionApi {
        reauthenticator: build_reauthenticator(parts),
        database: database.clone(),
        clock: clock.clone(),
        mailer: letters.clone(),
        response_cache: parts.response_cache.clone(),
        cookie: RefreshCookie::for_public_url(&parts.public_url),
    };
    let verification = build_email_verifier(parts);
    (
        AccountsApi {
            authority: Arc::clone(&authority),
            passwords: passwords.clone(),
            login_throttle: guesses.clone(),
            mfa: second_factors.clone(),
            verifier: verification.clone(),
            database: database.clone(),
            clock: clock.clone(),
            entropy: entropy.clone(),
            cookie: RefreshCookie::for_public_url(&parts.public_url),
            origin_check: OriginCheck::for_public_url(&parts.public_url),
        },
        AccountSessionsApi {
            authority: Arc::clone(&authority),
            passwords: passwords.clone(),
            login_throttle: guesses.clone(),
            clock: clock.clone(),
            mailer: letters.clone(),
        },
        PasswordResetApi {
            authority: Arc::clone(&authority),
            passwords: passwords.clone(),
            login_throttle: guesses.clone(),
            database: database.clone(),
            clock: clock.clone(),
            entropy,
            mailer: letters.clone(),
        },
        AccountMfaApi {
            authority,
            passwords,
            login_throttle: guesses.clone(),
            mfa: second_factors,
            clock: clock.clone(),
            mailer: letters,
        },
        EmailVerificationApi {
            verifier: verification,
            database: database.clone(),
            clock: clock.clone(),
            login_throttle: guesses,
        },
        PreferencesApi { database, clock },
        (leaving, own_data, waiting),
    )
}

/// Who asks again for a password before what cannot be undone.
fn build_reauthenticator(parts: &AppDependencies) -> Reauthenticator {
    let AppDependencies {
        authority,
        passwords,
        login_throttle: guesses,
        mfa: second_factors,
        ..
    } = parts.clone();
    Reauthenticator {
        authority,
        passwords,
        login_throttle: guesses,
        mfa: second_factors,
    }
}

/// Sends a request to the operations, the contract, its page, or the app.
struct Router {
    api: BoxEndpoint<'static, Response>,
    spa: StaticApp,
}

impl Endpoint for Router {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let path = request.uri().path();
        if ["/api/", "/health/", "/.well-known/"]
            .iter()
            .any(|prefix| path.starts_with(prefix))
        {
            let mut response = self.api.call(request).await?;
            // Answers without a rule of their own are for their caller alone and not to be kept.
            response
                .headers_mut()
                .entry(header::CACHE_CONTROL)
                .or_insert(header::HeaderValue::from_static("no-store"));
            return Ok(response);
        }
        let page = match path {
            "/openapi.json" => ("application/json", &PUBLISHED_CONTRACT.json),
            "/docs" | "/docs/" => ("text/html; charset=utf-8", &PUBLISHED_CONTRACT.docs_page),
            _ => return self.spa.call(request).await,
        };
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Err(ApiError::new(
                poem::http::StatusCode::METHOD_NOT_ALLOWED,
                "method_not_allowed",
                "This address does not answer to this method.",
            )
            .into());
        }
        Ok(Response::builder()
            .content_type(page.0)
            .header(header::CACHE_CONTROL, "no-cache")
            .body(page.1.clone()))
    }
}
