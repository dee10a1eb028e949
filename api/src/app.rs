//! The server's endpoint: the middleware in front of every request, and the route to each feature.

use crate::auth::{
    Authority, LoginThrottle, MfaService, OriginCheck, PasswordHashPool, RateLimit,
    Reauthenticator, RefreshCookie, SecurityLog, SecurityLogMiddleware, Vault,
};
use crate::cache::{ResponseCache, ResponseReplayCache};
use crate::clock::Clock;
use crate::config::SignUpPolicy;
use crate::db::Database;
use crate::email::{Mailer, ONE_CLICK_PATH, Outbox, UnsubscribeLinks};
use crate::entropy::Entropy;
use crate::features::accounts::{
    AccountDeletionApi, AccountExportApi, AccountMfaApi, AccountSessionsApi, AccountsApi,
    EmailVerificationApi, EmailVerifier, PasswordResetApi, PreferencesApi, SignUpGate,
    UnaffiliatedInvitationsApi,
};
use crate::features::alert_rules::AlertRulesApi;
use crate::features::api_keys::ApiKeysApi;
use crate::features::assistant::{
    AnswerFeedbackApi, AssistantApi, MetricAnswerCache, SharedFeedbackApi,
};
use crate::features::audit::AuditApi;
use crate::features::calendar_feed::{CALENDAR_PATH, CalendarFeedApi};
use crate::features::call_list::CallListApi;
use crate::features::crop_yield::CropYieldApi;
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::features::customers::CustomersApi;
use crate::features::data_sync::{
    DataSync, DataSyncApi, OnboardingApi, SalesDatingApi, SchemaDriftApi, WithheldDeletionsApi,
};
use crate::features::directory::DirectoryApi;
use crate::features::figure_precomputation::SharedFigures;
use crate::features::imports::{ImportsApi, PART_BYTES};
use crate::features::jobs::JobsApi;
use crate::features::market::feed::news_feed::NewsItem;
use crate::features::market::feed::{CachedFeed, WeatherReports};
use crate::features::market::{MarketApi, WeatherSettingsApi};
use crate::features::methods::MethodsApi;
use crate::features::metrics::{MetricsApi, SavedViewsApi, SharedViewsApi};
use crate::features::notifications::{EmailOptOutsApi, NotificationsApi};
use crate::features::operators::{OperatorEmailsApi, OperatorsApi};
use crate::features::organizations::{
    ExportApi, InvitationsApi, MembersApi, MfaPolicyApi, OrganizationDeletionApi, OrganizationsApi,
};
use crate::features::platform::{PlatformApi, Readiness};
use crate::features::purchasing::{
    ApprovalLimitsApi, DraftOrdersApi, LocationMappingApi, OrderEmailsApi, PurchasePlanApi,
    PurchasingApi, PurchasingSettingsApi, SeasonPositionApi, StockCorrectionsApi,
    SupplierContactsApi,
};
use crate::features::report_schedules::{ReportSchedulesApi, ReportSource};
use crate::features::supply_prices::{PriceOutliersApi, SupplyPricesApi};
use crate::features::webhooks::{MessageChannelsApi, WebhookSender, WebhooksApi};
use crate::http::{
    ApiError, BodyLimit, JsonCompression, RequestIdMiddleware, RequestMetrics, RequestTracing,
    SecurityHeaders, StaticApp, StrictStrings, convert_errors, panic_response,
};
use crate::idempotency::Idempotency;
use crate::openapi::{self, PUBLISHED_CONTRACT};
use crate::shared_reads::SharedReads;
use poem::endpoint::{BoxEndpoint, EndpointExt};
use poem::http::{Method, header};
use poem::middleware::CatchPanic;
use poem::{Endpoint, Request, Response, Result};
use poem_openapi::OpenApiService;
use std::sync::Arc;

/// The operations of all features.
pub type Apis = (
    AccountApis,
    OrganizationApis,
    PurchasingApis,
    CropYieldApi,
    SupplyPricesApi,
    (CustomersApi, DirectoryApi, CallListApi),
    (MarketApi, WeatherSettingsApi),
    (MethodsApi, MetricsApi, SavedViewsApi, SharedViewsApi),
    (AssistantApi, AnswerFeedbackApi, SharedFeedbackApi),
    (DataSyncApi, OnboardingApi, SalesDatingApi, ImportsApi),
    SchemaDriftApi,
    WithheldDeletionsApi,
    IntegrationApis,
    (
        NotificationsApi,
        EmailOptOutsApi,
        AlertRulesApi,
        ReportSchedulesApi,
        CalendarFeedApi,
    ),
    PlatformApi,
);

/// The operations on organizations, for their members and for operators.
type IntegrationApis = (
    JobsApi,
    AuditApi,
    ApiKeysApi,
    (WebhooksApi, MessageChannelsApi),
);

type OrganizationApis = (
    OrganizationsApi,
    (MembersApi, MfaPolicyApi),
    InvitationsApi,
    OperatorsApi,
    OperatorEmailsApi,
    OrganizationDeletionApi,
    ExportApi,
);

/// The operations on purchasing.
type PurchasingApis = (
    PurchasingApi,
    PurchasingSettingsApi,
    StockCorrectionsApi,
    LocationMappingApi,
    SeasonPositionApi,
    PurchasePlanApi,
    (
        DraftOrdersApi,
        ApprovalLimitsApi,
        OrderEmailsApi,
        SupplierContactsApi,
    ),
    PriceOutliersApi,
);

/// The maximum request body. Requests carry JSON of a few hundred bytes, but for parts of files.
const MAX_BODY_BYTES: u64 = 64 * 1024;

/// The dependencies of the server.
#[derive(Clone)]
pub struct AppDependencies {
    /// The migrated application database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// The source of ids, tokens and salts.
    pub entropy: Entropy,
    /// Signs and verifies sessions and tokens.
    pub authority: Arc<Authority>,
    /// Hashes and verifies passwords.
    pub passwords: PasswordHashPool,
    /// Limits failed sign-in attempts.
    pub login_throttle: LoginThrottle,
    /// Manages and verifies MFA.
    pub mfa: MfaService,
    /// Logs refused requests that are relevant for security.
    pub security_log: SecurityLog,
    /// The rate limit in requests per second for each caller; 0 is unlimited.
    pub requests_per_second: u32,
    /// Queues emails.
    pub mailer: Mailer,
    /// Encrypts stored responses.
    pub vault: Vault,
    /// The queued emails.
    pub outbox: Outbox,
    /// Cached responses.
    pub response_cache: ResponseCache,
    /// Figures that take long, shared with reports.
    pub figures: SharedFigures,
    /// Counts requests, if metrics are on.
    pub metrics: Option<RequestMetrics>,
    /// Records spans of requests, if a collector receives them.
    pub tracing: Option<RequestTracing>,
    /// The weather of organizations.
    pub weather: WeatherReports,
    /// The news feed, if configured.
    pub news: CachedFeed<Vec<NewsItem>>,
    /// The public crop yield records.
    pub yields: YieldCatalog,
    /// Runs Data Sync.
    pub sync: DataSync,
    /// Sends webhooks.
    pub webhooks: WebhookSender,
    /// Whether startup is complete.
    pub readiness: Readiness,
    /// The URL that browsers use.
    pub public_url: String,
    /// Whether visitors can see the demo.
    pub demo: bool,
    /// Who may create accounts and organizations.
    pub sign_up: SignUpPolicy,
}

/// Builds the server's endpoint.
pub fn build_app(parts: &AppDependencies) -> BoxEndpoint<'static, Response> {
    let front = Router {
        api: build_operations(parts, build_apis(parts)),
        opt_outs: build_email_opt_outs(parts),
        calendar: build_calendar_feed(parts),
        spa: StaticApp,
    };
    let app = front
        .with(BodyLimit::new(MAX_BODY_BYTES).with_exception(
            Method::PUT,
            "/api/uploads/{id}/files/{file}/parts/{part}",
            PART_BYTES,
        ))
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
        .with(JsonCompression)
        .with(RateLimit::new(
            parts.requests_per_second,
            Arc::clone(&parts.authority),
            parts.clock.clone(),
            parts.security_log.clone(),
        ))
        .with_if(
            parts.tracing.is_some(),
            parts.tracing.clone().unwrap_or_default(),
        )
        .with(RequestIdMiddleware::new(
            parts.clock.clone(),
            &parts.entropy,
        ))
        .with(SecurityHeaders::with_docs_policy(
            PUBLISHED_CONTRACT.docs_policy.clone(),
        ));
    match &parts.metrics {
        Some(metrics) => app.with(metrics.clone()).boxed(),
        None => app.boxed(),
    }
}

/// The operations, behind the checks that depend on the operation.
fn build_operations(parts: &AppDependencies, apis: Apis) -> BoxEndpoint<'static, Response> {
    let (authority, database, clock, vault) = (
        Arc::clone(&parts.authority),
        parts.database.clone(),
        parts.clock.clone(),
        parts.vault.clone(),
    );
    let idempotency = Idempotency::new(
        authority,
        database,
        clock,
        vault,
        Arc::clone(&PUBLISHED_CONTRACT.keyed_operations),
    );
    OpenApiService::new(apis, openapi::API_TITLE, env!("CARGO_PKG_VERSION"))
        .map_to_response()
        .with(idempotency)
        .with(StrictStrings::new(Arc::clone(
            &PUBLISHED_CONTRACT.string_schemas,
        )))
        .boxed()
}

fn build_apis(parts: &AppDependencies) -> Apis {
    let figures = parts.figures.clone();
    (
        build_account_apis(parts),
        build_organization_apis(parts),
        build_purchasing_apis(parts),
        CropYieldApi {
            answers: parts.response_cache.clone(),
            yields: parts.yields.clone(),
        },
        SupplyPricesApi {
            answers: parts.response_cache.clone(),
            prices: figures.prices,
        },
        (
            CustomersApi {
                answers: parts.response_cache.clone(),
                figures: figures.customers,
            },
            DirectoryApi::new(&figures.resources),
            CallListApi {
                reports: figures.calls,
                clock: parts.clock.clone(),
            },
        ),
        build_market_apis(parts),
        (
            MethodsApi {
                response_cache: parts.response_cache.clone(),
                pages: figures.methods,
                yields: parts.yields.clone(),
            },
            MetricsApi {
                answers: parts.response_cache.clone(),
            },
            SavedViewsApi {
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
                pins: SharedReads::default(),
            },
            build_shared_views(parts),
        ),
        (
            build_assistant(parts),
            AnswerFeedbackApi {
                clock: parts.clock.clone(),
            },
            SharedFeedbackApi {
                database: parts.database.clone(),
            },
        ),
        (
            DataSyncApi {
                sync: parts.sync.clone(),
                statuses: SharedReads::default(),
            },
            OnboardingApi {
                sync: parts.sync.clone(),
            },
            SalesDatingApi {
                sync: parts.sync.clone(),
            },
            ImportsApi {
                sync: parts.sync.clone(),
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
            },
        ),
        SchemaDriftApi {
            sync: parts.sync.clone(),
        },
        WithheldDeletionsApi {
            sync: parts.sync.clone(),
        },
        build_integration_apis(parts),
        (
            NotificationsApi {
                email_enabled: parts.sync.sends_email(),
            },
            build_email_opt_outs(parts),
            AlertRulesApi {
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
            },
            build_report_schedules(parts),
            build_calendar_feed(parts),
        ),
        PlatformApi {
            database: parts.database.clone(),
            readiness: parts.readiness.clone(),
            authority: Arc::clone(&parts.authority),
            demo: parts.demo,
            sign_up: build_sign_up_gate(parts),
        },
    )
}

fn build_market_apis(parts: &AppDependencies) -> (MarketApi, WeatherSettingsApi) {
    let weather = parts.weather.clone();
    let market = MarketApi {
        answers: parts.response_cache.clone(),
        weather: weather.clone(),
        news: parts.news.clone(),
    };
    (market, WeatherSettingsApi { weather })
}

/// What computes reports, from the figures that the pages use.
pub fn report_source(parts: &AppDependencies) -> ReportSource {
    let figures = &parts.figures;
    ReportSource {
        calls: figures.calls.clone(),
        customers: figures.customers.clone(),
        plans: figures.plans.clone(),
        positions: figures.positions.clone(),
        prices: figures.prices.clone(),
        yields: parts.yields.clone(),
        weather: parts.weather.clone(),
        news: parts.news.clone(),
    }
}

/// The operations of Sprout AI.
pub fn build_assistant(parts: &AppDependencies) -> AssistantApi {
    let figures = parts.figures.clone();
    AssistantApi {
        database: parts.database.clone(),
        catalogs: figures.catalogs,
        computations: parts.response_cache.computations().clone(),
        customer_figures: figures.customers,
        plans: figures.plans,
        prices: figures.prices,
        windows: figures.windows,
        answers: MetricAnswerCache::default(),
        clock: parts.clock.clone(),
        entropy: parts.entropy.clone(),
        sync: parts.sync.clone(),
        yields: parts.yields.clone(),
        weather: parts.weather.clone(),
        news: parts.news.clone(),
    }
}

fn build_email_opt_outs(parts: &AppDependencies) -> EmailOptOutsApi {
    EmailOptOutsApi {
        database: parts.database.clone(),
        clock: parts.clock.clone(),
        entropy: parts.entropy.clone(),
        links: UnsubscribeLinks::new(parts.vault.clone()),
    }
}

fn build_order_emails(parts: &AppDependencies) -> OrderEmailsApi {
    OrderEmailsApi {
        database: parts.database.clone(),
        clock: parts.clock.clone(),
        entropy: parts.entropy.clone(),
        vault: parts.vault.clone(),
        email_enabled: parts.mailer.sends_email(),
    }
}

fn build_shared_views(parts: &AppDependencies) -> SharedViewsApi {
    SharedViewsApi {
        answers: parts.response_cache.clone(),
        database: parts.database.clone(),
        clock: parts.clock.clone(),
        entropy: parts.entropy.clone(),
        public_url: parts.public_url.clone(),
    }
}

fn build_report_schedules(parts: &AppDependencies) -> ReportSchedulesApi {
    ReportSchedulesApi {
        database: parts.database.clone(),
        clock: parts.clock.clone(),
        entropy: parts.entropy.clone(),
        email_enabled: parts.mailer.sends_email(),
        public_url: parts.public_url.clone(),
        computations: parts.response_cache.computations().clone(),
        source: report_source(parts),
    }
}

fn build_calendar_feed(parts: &AppDependencies) -> CalendarFeedApi {
    CalendarFeedApi {
        database: parts.database.clone(),
        clock: parts.clock.clone(),
        entropy: parts.entropy.clone(),
        public_url: parts.public_url.clone(),
        calls: parts.figures.calls.clone(),
    }
}

fn build_integration_apis(parts: &AppDependencies) -> IntegrationApis {
    (
        JobsApi,
        AuditApi,
        ApiKeysApi {
            authority: Arc::clone(&parts.authority),
            clock: parts.clock.clone(),
            entropy: parts.entropy.clone(),
        },
        (
            WebhooksApi {
                sender: parts.webhooks.clone(),
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
            },
            MessageChannelsApi {
                sender: parts.webhooks.clone(),
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
            },
        ),
    )
}

fn build_organization_apis(parts: &AppDependencies) -> OrganizationApis {
    (
        OrganizationsApi {
            authority: Arc::clone(&parts.authority),
            database: parts.database.clone(),
            clock: parts.clock.clone(),
            entropy: parts.entropy.clone(),
            sign_up: build_sign_up_gate(parts),
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
    )
}

fn build_purchasing_apis(parts: &AppDependencies) -> PurchasingApis {
    let plans = &parts.figures.plans;
    (
        PurchasingApi {
            answers: parts.response_cache.clone(),
            plans: plans.clone(),
        },
        PurchasingSettingsApi {
            clock: parts.clock.clone(),
        },
        StockCorrectionsApi {
            clock: parts.clock.clone(),
        },
        LocationMappingApi {
            clock: parts.clock.clone(),
        },
        SeasonPositionApi {
            positions: parts.figures.positions.clone(),
        },
        PurchasePlanApi {
            plans: plans.clone(),
            answers: parts.response_cache.clone(),
        },
        (
            DraftOrdersApi {
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
                plans: plans.clone(),
                notifier: parts.sync.notifier().clone(),
            },
            ApprovalLimitsApi {
                clock: parts.clock.clone(),
            },
            build_order_emails(parts),
            SupplierContactsApi {
                clock: parts.clock.clone(),
            },
        ),
        PriceOutliersApi {
            authority: Arc::clone(&parts.authority),
            clock: parts.clock.clone(),
            outliers: parts.figures.outliers.clone(),
        },
    )
}

fn build_email_verifier(parts: &AppDependencies) -> EmailVerifier {
    EmailVerifier::new(
        parts.database.clone(),
        parts.clock.clone(),
        parts.entropy.clone(),
        parts.mailer.clone(),
    )
}

/// The operations on accounts.
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
        login_throttle,
        mfa,
        mailer,
        ..
    } = parts.clone();
    let account_export = AccountExportApi {
        reauthenticator: build_reauthenticator(parts),
        database: database.clone(),
        clock: clock.clone(),
    };
    let unaffiliated_invitations = UnaffiliatedInvitationsApi {
        reauthenticator: build_reauthenticator(parts),
        database: database.clone(),
        clock: clock.clone(),
        cookie: RefreshCookie::for_public_url(&parts.public_url),
    };
    let account_deletion = AccountDeletionApi {
        reauthenticator: build_reauthenticator(parts),
        database: database.clone(),
        clock: clock.clone(),
        mailer: mailer.clone(),
        response_cache: parts.response_cache.clone(),
        cookie: RefreshCookie::for_public_url(&parts.public_url),
    };
    let verifier = build_email_verifier(parts);
    (
        AccountsApi {
            authority: Arc::clone(&authority),
            passwords: passwords.clone(),
            login_throttle: login_throttle.clone(),
            mfa: mfa.clone(),
            sign_up: build_sign_up_gate(parts),
            verifier: verifier.clone(),
            database: database.clone(),
            clock: clock.clone(),
            entropy: entropy.clone(),
            cookie: RefreshCookie::for_public_url(&parts.public_url),
            origin_check: OriginCheck::for_public_url(&parts.public_url),
            preferences: SharedReads::default(),
        },
        AccountSessionsApi {
            authority: Arc::clone(&authority),
            passwords: passwords.clone(),
            login_throttle: login_throttle.clone(),
            database: database.clone(),
            clock: clock.clone(),
            mailer: mailer.clone(),
        },
        PasswordResetApi {
            authority: Arc::clone(&authority),
            passwords: passwords.clone(),
            login_throttle: login_throttle.clone(),
            database: database.clone(),
            clock: clock.clone(),
            entropy,
            mailer: mailer.clone(),
        },
        AccountMfaApi {
            authority,
            passwords,
            login_throttle: login_throttle.clone(),
            mfa,
            database: database.clone(),
            clock: clock.clone(),
            mailer,
        },
        EmailVerificationApi {
            verifier,
            database: database.clone(),
            clock: clock.clone(),
            login_throttle,
        },
        PreferencesApi { database, clock },
        (account_deletion, account_export, unaffiliated_invitations),
    )
}

fn build_sign_up_gate(parts: &AppDependencies) -> SignUpGate {
    SignUpGate::new(parts.sign_up, parts.database.clone())
}

fn build_reauthenticator(parts: &AppDependencies) -> Reauthenticator {
    let AppDependencies {
        authority,
        passwords,
        login_throttle,
        mfa,
        ..
    } = parts.clone();
    Reauthenticator {
        authority,
        passwords,
        login_throttle,
        mfa,
    }
}

/// The response of `/version`.
const VERSION_JSON: &str = concat!(
    "{\"name\":\"sprout\",\"version\":\"",
    env!("CARGO_PKG_VERSION"),
    "\"}"
);

/// Routes a request to the API, the OpenAPI document, Swagger UI or the web app.
struct Router {
    api: BoxEndpoint<'static, Response>,
    opt_outs: EmailOptOutsApi,
    calendar: CalendarFeedApi,
    spa: StaticApp,
}

impl Endpoint for Router {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let path = request.uri().path();
        if path.starts_with(ONE_CLICK_PATH) {
            let mut response = self.opt_outs.respond_to_link(&request).await?;
            let no_store = header::HeaderValue::from_static("no-store");
            response
                .headers_mut()
                .insert(header::CACHE_CONTROL, no_store);
            return Ok(response);
        }
        if path.starts_with(CALENDAR_PATH) {
            return self.calendar.respond_to_reader(&request).await;
        }
        if ["/api/", "/health/", "/.well-known/"]
            .iter()
            .any(|prefix| path.starts_with(prefix))
        {
            let mut response = self.api.call(request).await?;
            // Responses are private to the caller and must not be stored, unless they say
            // otherwise.
            response
                .headers_mut()
                .entry(header::CACHE_CONTROL)
                .or_insert(header::HeaderValue::from_static("no-store"));
            return Ok(response);
        }
        let page = match path {
            "/openapi.json" => ("application/json", PUBLISHED_CONTRACT.json.clone()),
            "/docs" | "/docs/" => (
                "text/html; charset=utf-8",
                PUBLISHED_CONTRACT.docs_page.clone(),
            ),
            "/version" => ("application/json", VERSION_JSON.into()),
            _ => return self.spa.call(request).await,
        };
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Err(ApiError::new(
                poem::http::StatusCode::METHOD_NOT_ALLOWED,
                "method_not_allowed",
                "This path does not support this method.",
            )
            .into());
        }
        Ok(Response::builder()
            .content_type(page.0)
            .header(header::CACHE_CONTROL, "no-cache")
            .body(page.1))
    }
}
