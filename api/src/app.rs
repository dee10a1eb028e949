//! The whole service as one endpoint: what stands in front of every request, and which room it goes
//! to.

use crate::auth::{
    Authority, Guesses, OwnPages, Passwords, RefreshCookie, RequestLimit, SecondFactors,
    SecondLook, SecurityLog, Vault, Watched,
};
use crate::cache::{AnswerCache, KeptFigures, RepeatedAnswers};
use crate::clock::Clock;
use crate::db::Database;
use crate::entropy::Entropy;
use crate::features::accounts::{
    AccountsApi, EmailApi, LeavingApi, OwnDataApi, OwnSessionsApi, PasswordResetApi,
    PreferencesApi, SecondFactorApi, Verification, WaitingInvitationsApi,
};
use crate::features::api_keys::ApiKeysApi;
use crate::features::assistant::{AssistantApi, Catalogues};
use crate::features::audit::AuditApi;
use crate::features::crop_yield::CropYieldApi;
use crate::features::crop_yield::known::KnownYields;
use crate::features::customers::CustomersApi;
use crate::features::data_sync::{
    BeginningApi, ColumnDriftApi, DataSync, DataSyncApi, HeldRemovalsApi,
};
use crate::features::jobs::JobsApi;
use crate::features::market::MarketApi;
use crate::features::market::feed::KeptFeed;
use crate::features::market::feed::news::NewsItem;
use crate::features::market::feed::weather::RegionWeather;
use crate::features::methods::MethodsApi;
use crate::features::notices::NoticesApi;
use crate::features::operators::{OperatorLettersApi, OperatorsApi};
use crate::features::organizations::{
    EndingApi, ExportApi, InvitationsApi, MembersApi, OrganizationsApi, SecondStepApi,
};
use crate::features::platform::{PlatformApi, Readiness};
use crate::features::purchasing::{
    CorrectionsApi, DraftOrdersApi, PurchasingApi, PurchasingSettingsApi,
};
use crate::features::supply_prices::SupplyPricesApi;
use crate::http::{
    ApiError, BodyLimit, HoldToText, RequestIds, SecurityHeaders, Spa, panic_answer, shape_failure,
};
use crate::idempotency::Idempotency;
use crate::mail::{Letters, Outbox};
use crate::openapi::{self, PUBLISHED};
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
        OwnSessionsApi,
        PasswordResetApi,
        SecondFactorApi,
        EmailApi,
        PreferencesApi,
        (LeavingApi, OwnDataApi, WaitingInvitationsApi),
    ),
    (
        OrganizationsApi,
        (MembersApi, SecondStepApi),
        InvitationsApi,
        OperatorsApi,
        OperatorLettersApi,
        EndingApi,
        ExportApi,
    ),
    (
        PurchasingApi,
        PurchasingSettingsApi,
        CorrectionsApi,
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
    NoticesApi,
    PlatformApi,
);

/// Requests carry JSON of a few hundred bytes; nothing is uploaded.
const BODY_LIMIT: u64 = 64 * 1024;

/// What the service is built from.
#[derive(Clone)]
pub struct Parts {
    /// The application database, migrated.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Makes ids, tokens and salts.
    pub entropy: Entropy,
    /// Signs and verifies.
    pub authority: Arc<Authority>,
    /// Hashes and compares passwords.
    pub passwords: Passwords,
    /// Counts attempts to get in.
    pub guesses: Guesses,
    /// Asks for codes of authenticator apps.
    pub second_factors: SecondFactors,
    /// Tells what was tried and refused.
    pub security_log: SecurityLog,
    /// So many requests of one caller are answered in the long run; 0: any number.
    pub requests_per_second: u32,
    /// Writes letters to people.
    pub letters: Letters,
    /// Seals answers that are kept.
    pub vault: Vault,
    /// The letters that were written, as their sender has them.
    pub outbox: Outbox,
    /// Kept answers.
    pub answers: AnswerCache,
    /// Where weather comes from, if anywhere.
    pub weather: KeptFeed<Vec<RegionWeather>>,
    /// Where news come from, if anywhere.
    pub news: KeptFeed<Vec<NewsItem>>,
    /// The public harvest records.
    pub yields: KnownYields,
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
pub fn app(parts: &Parts) -> BoxEndpoint<'static, Response> {
    let customer_figures = KeptFigures::default();
    let apis: Apis = (
        accounts(parts),
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
                SecondStepApi {
                    authority: Arc::clone(&parts.authority),
                    second_factors: parts.second_factors.clone(),
                    database: parts.database.clone(),
                    clock: parts.clock.clone(),
                    letters: parts.letters.clone(),
                },
            ),
            InvitationsApi {
                authority: Arc::clone(&parts.authority),
                guesses: parts.guesses.clone(),
                database: parts.database.clone(),
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
                letters: parts.letters.clone(),
                verification: verification(parts),
            },
            OperatorsApi {
                authority: Arc::clone(&parts.authority),
                database: parts.database.clone(),
                clock: parts.clock.clone(),
            },
            OperatorLettersApi {
                database: parts.database.clone(),
                outbox: parts.outbox.clone(),
                by_mail: parts.letters.is_by_mail(),
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
            },
            EndingApi {
                second_look: second_look(parts),
                database: parts.database.clone(),
                clock: parts.clock.clone(),
                answers: parts.answers.clone(),
                letters: parts.letters.clone(),
            },
            ExportApi::new(
                second_look(parts),
                parts.database.clone(),
                parts.clock.clone(),
                parts.entropy.clone(),
            ),
        ),
        (
            PurchasingApi {
                answers: parts.answers.clone(),
            },
            PurchasingSettingsApi {
                clock: parts.clock.clone(),
            },
            CorrectionsApi {
                clock: parts.clock.clone(),
            },
            DraftOrdersApi {
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
            },
        ),
        CropYieldApi {
            answers: parts.answers.clone(),
            yields: parts.yields.clone(),
        },
        SupplyPricesApi {
            answers: parts.answers.clone(),
        },
        CustomersApi {
            answers: parts.answers.clone(),
            figures: customer_figures.clone(),
        },
        MarketApi {
            answers: parts.answers.clone(),
            weather: parts.weather.clone(),
            news: parts.news.clone(),
        },
        MethodsApi {
            answers: parts.answers.clone(),
            yields: parts.yields.clone(),
        },
        AssistantApi {
            catalogues: Catalogues::default(),
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
        NoticesApi {
            by_mail: parts.sync.tells_by_mail(),
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
        Arc::clone(&PUBLISHED.keyed),
    );
    let operations = OpenApiService::new(apis, openapi::TITLE, env!("CARGO_PKG_VERSION"))
        .map_to_response()
        .with(once)
        .with(HoldToText::new(Arc::clone(&PUBLISHED.texts)))
        .boxed();
    let front = Front {
        operations,
        app: Spa,
    };
    front
        .with(BodyLimit::new(BODY_LIMIT))
        .with(CatchPanic::new().with_handler(|_| panic_answer()))
        .data(Arc::clone(&parts.authority))
        .data(parts.guesses.proxies().clone())
        .around(shape_failure)
        .with(Watched::by(parts.security_log.clone()))
        .data(Arc::clone(&PUBLISHED.allowed))
        .with(RepeatedAnswers::new(
            Arc::clone(&parts.authority),
            parts.clock.clone(),
        ))
        .with(RequestLimit::new(
            parts.requests_per_second,
            Arc::clone(&parts.authority),
            parts.clock.clone(),
            parts.security_log.clone(),
        ))
        .with(RequestIds::new(parts.clock.clone(), parts.entropy.clone()))
        .with(SecurityHeaders::with_docs(PUBLISHED.page_policy.clone()))
        .boxed()
}

/// Knows whose address is confirmed.
fn verification(parts: &Parts) -> Verification {
    Verification::new(
        parts.database.clone(),
        parts.clock.clone(),
        parts.entropy.clone(),
        parts.letters.clone(),
    )
}

/// The operations about people.
type OfPeople = (
    AccountsApi,
    OwnSessionsApi,
    PasswordResetApi,
    SecondFactorApi,
    EmailApi,
    PreferencesApi,
    (LeavingApi, OwnDataApi, WaitingInvitationsApi),
);

fn accounts(parts: &Parts) -> OfPeople {
    let Parts {
        database,
        clock,
        entropy,
        authority,
        passwords,
        guesses,
        second_factors,
        letters,
        ..
    } = parts.clone();
    let own_data = OwnDataApi {
        second_look: second_look(parts),
        database: database.clone(),
        clock: clock.clone(),
    };
    let waiting = WaitingInvitationsApi {
        second_look: second_look(parts),
        database: database.clone(),
        clock: clock.clone(),
        cookie: RefreshCookie::for_public_url(&parts.public_url),
    };
    let leaving = LeavingApi {
        second_look: second_look(parts),
        database: database.clone(),
        clock: clock.clone(),
        letters: letters.clone(),
        answers: parts.answers.clone(),
        cookie: RefreshCookie::for_public_url(&parts.public_url),
    };
    let verification = verification(parts);
    (
        AccountsApi {
            authority: Arc::clone(&authority),
            passwords: passwords.clone(),
            guesses: guesses.clone(),
            second_factors: second_factors.clone(),
            verification: verification.clone(),
            database: database.clone(),
            clock: clock.clone(),
            entropy: entropy.clone(),
            cookie: RefreshCookie::for_public_url(&parts.public_url),
            pages: OwnPages::at(&parts.public_url),
        },
        OwnSessionsApi {
            authority: Arc::clone(&authority),
            passwords: passwords.clone(),
            guesses: guesses.clone(),
            clock: clock.clone(),
            letters: letters.clone(),
        },
        PasswordResetApi {
            authority: Arc::clone(&authority),
            passwords: passwords.clone(),
            guesses: guesses.clone(),
            database: database.clone(),
            clock: clock.clone(),
            entropy,
            letters: letters.clone(),
        },
        SecondFactorApi {
            authority,
            passwords,
            guesses: guesses.clone(),
            second_factors,
            clock: clock.clone(),
            letters,
        },
        EmailApi {
            verification,
            database: database.clone(),
            clock: clock.clone(),
            guesses,
        },
        PreferencesApi { database, clock },
        (leaving, own_data, waiting),
    )
}

/// Who asks again for a password before what cannot be undone.
fn second_look(parts: &Parts) -> SecondLook {
    let Parts {
        authority,
        passwords,
        guesses,
        second_factors,
        ..
    } = parts.clone();
    SecondLook {
        authority,
        passwords,
        guesses,
        second_factors,
    }
}

/// Sends a request to the operations, the contract, its page, or the app.
struct Front {
    operations: BoxEndpoint<'static, Response>,
    app: Spa,
}

impl Endpoint for Front {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let path = request.uri().path();
        if ["/api/", "/health/", "/.well-known/"]
            .iter()
            .any(|prefix| path.starts_with(prefix))
        {
            let mut response = self.operations.call(request).await?;
            // Answers without a rule of their own are for their caller alone and not to be kept.
            response
                .headers_mut()
                .entry(header::CACHE_CONTROL)
                .or_insert(header::HeaderValue::from_static("no-store"));
            return Ok(response);
        }
        let page = match path {
            "/openapi.json" => ("application/json", &PUBLISHED.text),
            "/docs" | "/docs/" => ("text/html; charset=utf-8", &PUBLISHED.page),
            _ => return self.app.call(request).await,
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
