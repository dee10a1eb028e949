//! Imports go down only, and calculations know neither HTTP nor databases.

use std::fs;
use std::path::{Path, PathBuf};

/// The layer of a module: a file may use its own layer and those below. Libraries (0) only use each
/// other.
fn layer_of(module: &str) -> u8 {
    match module {
        "clock" | "config" | "crash_points" | "decimal" | "entropy" | "exclusion" | "ids"
        | "newest_cache" | "outbound" | "packed_parser" | "row_page" | "shared_reads"
        | "telemetry" => 0,
        "server" => 1,
        "db" => 2,
        "http" | "auth" | "cache" | "idempotency" | "email" => 3,
        "features" => 4,
        "app" | "openapi" | "commands" | "main" | "lib" => 5,
        other => panic!("{other} has no layer: add it here and to docs/architecture.md"),
    }
}

fn collect_sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn all_sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    collect_sources(&root, &mut found);
    assert!(found.len() > 50, "the sources were not found");
    found
        .into_iter()
        .map(|path| {
            (
                path.strip_prefix(&root)
                    .unwrap()
                    .to_string_lossy()
                    .into_owned(),
                fs::read_to_string(&path).unwrap(),
            )
        })
        .collect()
}

/// The sources below `crates/`, with their paths from the root of the repository.
fn library_sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for (name, _) in LIBRARIES {
        let before = found.len();
        collect_sources(&root.join("crates").join(name).join("src"), &mut found);
        assert!(found.len() > before, "crates/{name} was not found");
    }
    found
        .into_iter()
        .map(|path| {
            (
                path.strip_prefix(&root)
                    .unwrap()
                    .to_string_lossy()
                    .into_owned(),
                fs::read_to_string(&path).unwrap(),
            )
        })
        .collect()
}

#[test]
fn imports_go_down_only() {
    for (path, text) in all_sources() {
        let module = path.split(['/', '.']).next().unwrap();
        for (number, line) in text.lines().enumerate() {
            for (position, _) in line.match_indices("crate::") {
                let before = line[..position].chars().last();
                if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$')
                    || line.trim_start().starts_with("//")
                {
                    continue;
                }
                let target: String = line[position + 7..]
                    .chars()
                    .take_while(|c| c.is_ascii_lowercase() || *c == '_')
                    .collect();
                if target.is_empty() || line[position + 7..].starts_with(|c: char| c.is_uppercase())
                {
                    continue;
                }
                // db maps its errors into nothing above it; http maps db's errors into its own.
                assert!(
                    layer_of(&target) <= layer_of(module),
                    "{path}:{}: `{module}` may not use `{target}`, which is in a higher layer",
                    number + 1
                );
            }
        }
    }
}

/// Path prefixes of files that only compute.
const CALCULATIONS: &[&str] = &[
    "decimal",
    "auth/password_policy",
    "auth/rate_limit/token_buckets",
    "auth/security_log/event_rate_limit",
    "auth/totp",
    "features/accounts/account_emails",
    "features/accounts/device_name",
    "features/assistant/answer_text",
    "features/assistant/fact_sheet",
    "features/assistant/tool_result",
    "features/assistant/self_test",
    "features/assistant/period",
    "features/assistant/question_planner",
    "features/assistant/tool_registry",
    "features/call_list/call_visibility",
    "features/crop_yield/forecast",
    "features/crop_yield/plantings",
    "features/crop_yield/reference_yields",
    "features/customers/basket_parser",
    "features/customers/seasonal_clock",
    "features/customers/customer",
    "features/customers/customer_figures",
    "features/customers/customer_group",
    "features/customers/headlines",
    "features/customers/customers_backtest",
    "features/customers/order_history",
    "features/customers/customer_ledger",
    "features/customers/weekly_needs",
    "features/customers/next_order",
    "features/customers/order_outlook",
    "features/customers/group_pace",
    "features/customers/purchase_patterns",
    "features/customers/savings",
    "features/customers/order_seasons",
    "features/customers/segments",
    "features/customers/average_spend",
    "features/customers/purchase_windows",
    "features/data_sync/schema_drift/column_changes",
    "features/data_sync/schema_drift/column_snapshot",
    "features/data_sync/schema_drift/change_policy",
    "features/data_sync/schedule/cron_fields",
    "features/data_sync/schedule/timetable",
    "crates/sources/src/column_descriptor",
    "crates/sources/src/watermark",
    "features/market/commodity",
    "features/market/monthly_prices",
    "features/market/price_outlook",
    "features/market/market_overview",
    "features/market/quote",
    "features/market/timeframe",
    "email/backoff",
    "features/notifications/email/notification_email",
    "features/notifications/event",
    "features/notifications/observation",
    "features/operators/tenant_health",
    "features/purchasing/affected_customers",
    "features/purchasing/location_map.rs",
    "features/purchasing/plan_record",
    "features/purchasing/stock_correction.rs",
    "features/purchasing/ordering_costs",
    "features/purchasing/planned_substitute.rs",
    "features/purchasing/substitution_groups.rs",
    "features/purchasing/sales_by_stock",
    "features/purchasing/lead_time",
    "features/purchasing/reorder_levels",
    "features/purchasing/drafts/outstanding_quantity",
    "features/purchasing/recommend",
    "features/purchasing/stock_table",
    "features/purchasing/stock_status",
    "features/purchasing/dashboard_cards",
    "features/purchasing/suppliers",
    "features/supply_prices/price_index",
    "features/supply_prices/price_outliers",
];

#[test]
fn calculations_know_neither_http_nor_databases() {
    let sources = [all_sources(), library_sources()].concat();
    for calculation in CALCULATIONS {
        let files: Vec<_> = sources
            .iter()
            .filter(|(path, _)| path.starts_with(*calculation))
            .collect();
        assert!(!files.is_empty(), "{calculation} is not there any more");
        for (path, text) in files {
            for forbidden in [
                "poem::",
                "poem_openapi",
                "sea_orm",
                "sqlx",
                "tokio::",
                "crate::db",
                "crate::http",
                "crate::auth",
                "entities::",
            ] {
                assert!(
                    !text.contains(forbidden),
                    "{path} is a calculation and may not use {forbidden}"
                );
            }
        }
    }
}

#[test]
fn only_the_server_knows_hyper() {
    let mut users = 0;
    for (path, text) in all_sources() {
        let knows = text.contains("hyper::") || text.contains("hyper_util::");
        let is_server = path.starts_with("server/") || path == "server.rs";
        assert!(
            is_server || !knows,
            "{path} may not use hyper: api/src/server does"
        );
        users += usize::from(knows);
    }
    assert!(users > 0, "the server was not found");
}

/// Whether a file holds the queries of a feature.
fn is_store(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    path.starts_with("features/")
        && (name == "store.rs" || name.ends_with("_store.rs") || path.contains("/store/"))
}

/// Whether a module holds HTTP operations or the types of the contract.
fn is_http_module(module: &str) -> bool {
    ["wire", "routes"].contains(&module)
        || ["_routes", "_response", "_request"]
            .iter()
            .any(|end| module.ends_with(end))
}

/// The modules that are named in paths such as `super::wire::Job` and `super::wire;`.
fn named_modules(text: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices("::")
        .flat_map(|(position, _)| {
            let (before, after) = (&text[..position], &text[position + 2..]);
            let start = before.rfind(|c| !is_name(c)).map_or(0, |end| end + 1);
            let end = after.find(|c| !is_name(c)).unwrap_or(after.len());
            let (last, rest) = after.split_at(end);
            [
                Some(&before[start..]),
                rest.starts_with([';', ',']).then_some(last),
            ]
        })
        .flatten()
        .collect()
}

#[test]
fn stores_return_rows_and_domain_errors() {
    let sources = all_sources();
    let stores: Vec<_> = sources.iter().filter(|(path, _)| is_store(path)).collect();
    assert!(stores.len() > 20, "the stores were not found");
    for (path, text) in stores {
        for forbidden in ["ApiError", "crate::http", "poem::", "poem_openapi"] {
            assert!(
                !text.contains(forbidden),
                "{path} is a store and may not use {forbidden}: return a domain error, and convert \
                 it to ApiError in the routes"
            );
        }
        for module in named_modules(text) {
            assert!(
                !is_http_module(module),
                "{path} is a store and may not use `{module}`: return rows, and convert them in \
                 the wire types"
            );
        }
    }
}

/// Whether the text contains the name, not only as a part of another name.
fn contains_name(text: &str, name: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(start, _)| {
        !text[..start].ends_with(is_name) && !text[start + name.len()..].starts_with(is_name)
    })
}

/// Whether a file may turn errors into HTTP responses.
fn may_name_api_error(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    match path.split(['/', '.']).next().unwrap_or_default() {
        "features" => {
            is_http_module(name.trim_end_matches(".rs"))
                || folder.split('/').any(|part| part == "wire")
        }
        module => module == "app" || layer_of(module) == 3,
    }
}

#[test]
fn only_the_platform_and_http_modules_name_api_error() {
    for (path, text) in all_sources() {
        assert!(
            may_name_api_error(&path) || !contains_name(&text, "ApiError"),
            "{path} may not use ApiError: return a domain error, and convert it to ApiError in the \
             routes or in error_response.rs"
        );
    }
}

/// What the libraries below `crates/` may depend on besides the standard library. None knows the
/// application database, tenants or the web framework. Only those that connect to other servers, and
/// their tests' servers, have an HTTP client or a runtime. The reference calculations share nothing
/// with the figures that they check but the fits of two published models.
const LIBRARIES: [(&str, &[&str]); 21] = [
    ("calendar-feed", &["chrono"]),
    ("email-content", &["localization"]),
    ("localization", &["chrono", "chrono-tz"]),
    (
        "pdf-document",
        &[
            "chrono",
            "dejavu",
            "krilla",
            "localization",
            "rustybuzz",
            "thiserror",
            "unicode-bidi",
            "unicode-normalization",
        ],
    ),
    (
        "report-content",
        &[
            "chrono",
            "dejavu",
            "email-content",
            "fontdue",
            "localization",
            "pdf-document",
            "rust_xlsxwriter",
            "thiserror",
            "tiny-skia",
        ],
    ),
    (
        "webhooks",
        &[
            "aws-lc-rs",
            "base64",
            "chrono",
            "serde_json",
            "thiserror",
            "uuid",
        ],
    ),
    (
        "clock-and-entropy",
        &[
            "aws-lc-rs",
            "base64",
            "chrono",
            "chrono-tz",
            "rand_chacha",
            "thiserror",
            "uuid",
        ],
    ),
    (
        "outbound",
        &[
            "bytes",
            "futures-util",
            "ipnet",
            "opentelemetry",
            "opentelemetry-http",
            "reqwest",
            "thiserror",
            "tokio",
        ],
    ),
    (
        "sources",
        &[
            "clock-and-entropy",
            "outbound",
            "arrow-array",
            "arrow-schema",
            "async-trait",
            "aws-lc-rs",
            "backon",
            "base64",
            "bytes",
            "chrono",
            "flate2",
            "futures-util",
            "jiff",
            "memchr",
            "parquet",
            "percent-encoding",
            "reqwest",
            "rusty-s3",
            "rustls",
            "serde",
            "serde_json",
            "sqlx",
            "strum",
            "thiserror",
            "tokio",
            "tokio-rustls",
            "tracing",
            "twox-hash",
            "uuid",
            "webpki-roots",
            "zstd",
        ],
    ),
    ("fair-queue", &["thiserror", "tokio"]),
    ("prometheus-text", &[]),
    ("test-server", &["aws-lc-rs", "percent-encoding", "tokio"]),
    (
        "purchase-planning",
        &["estimators", "postcard", "serde", "statrs"],
    ),
    ("estimators", &["argmin", "argmin-math", "chrono", "statrs"]),
    (
        "reference",
        &[
            "chrono",
            "csv",
            "estimators",
            "parquet",
            "statrs",
            "thiserror",
        ],
    ),
    ("demo-data", &["chrono", "csv", "rand_chacha", "thiserror"]),
    (
        "imports",
        &[
            "bytes",
            "calamine",
            "cfb",
            "chrono",
            "chrono-tz",
            "csv",
            "encoding_rs",
            "flate2",
            "foldhash",
            "parquet",
            "quick-xml",
            "rust_decimal",
            "serde",
            "serde_json",
            "strum",
            "thiserror",
            "unicode-normalization",
            "zip",
            "zstd",
        ],
    ),
    (
        "metrics",
        &[
            "chrono",
            "foldhash",
            "hashbrown",
            "postcard",
            "sea-query",
            "serde",
            "serde_json",
            "thiserror",
        ],
    ),
    ("questions", &["chrono", "metrics", "serde_json"]),
    ("call-list", &["chrono", "estimators", "serde", "statrs"]),
    (
        "alert-rules",
        &["chrono", "localization", "metrics", "serde", "serde_json"],
    ),
];

#[test]
fn libraries_depend_on_what_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    assert_eq!(fs::read_dir(&root).unwrap().count(), LIBRARIES.len());
    for (name, allowed) in LIBRARIES {
        let manifest = fs::read_to_string(root.join(name).join("Cargo.toml")).unwrap();
        let listed: Vec<&str> = manifest
            .split_once("[dependencies]\n")
            .unwrap()
            .1
            .lines()
            .take_while(|line| !line.starts_with('['))
            .filter_map(|line| line.split(['.', ' ']).next())
            .filter(|dependency| !dependency.is_empty())
            .collect();
        assert_eq!(listed, allowed, "crates/{name}/Cargo.toml");
    }
}

/// What no library below `crates/` may use, whatever it may do otherwise.
#[test]
fn libraries_know_no_tenants_and_not_our_database() {
    for (path, text) in library_sources() {
        for forbidden in [
            "poem::",
            "poem_openapi",
            "sea_orm",
            "entities::",
            "migration::",
            "tenant_id",
            "TenantId",
        ] {
            assert!(
                !text.contains(forbidden),
                "{path} is a library and may not use {forbidden}"
            );
        }
    }
}

#[test]
fn reference_calculations_share_only_the_fits_of_two_models() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/reference/src");
    let mut found = Vec::new();
    collect_sources(&root, &mut found);
    for path in found {
        let text = fs::read_to_string(&path).unwrap();
        for (position, _) in text.match_indices("estimators::") {
            let target = &text[position + "estimators::".len()..];
            let allowed = ["bg_nbd", "gamma_gamma", "negative_binomial"];
            assert!(
                allowed.iter().any(|allowed| target.starts_with(allowed)),
                "{}: a reference figure must not come from estimators::{}",
                path.display(),
                target.lines().next().unwrap_or_default()
            );
        }
    }
}

#[test]
fn only_db_and_the_command_line_use_connections() {
    for (path, text) in [all_sources(), library_sources()].concat() {
        if path.starts_with("db/") {
            continue;
        }
        for forbidden in [
            "DatabaseConnection",
            "ConnectionTrait",
            "DatabaseTransaction",
            "PgPool",
            "SqlitePool",
            "TransactionTrait",
        ] {
            assert!(
                !text.contains(forbidden),
                "{path} may not hold a {forbidden}: ask db for a TenantDb"
            );
        }
    }
}

const ARCHITECTURE_PAGE: &str = "docs/architecture.md";

/// The features in the table of the architecture page: rows such as
/// "| `api/src/features/jobs/` | ... |".
fn documented_features() -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(ARCHITECTURE_PAGE);
    let text = fs::read_to_string(page).unwrap();
    text.lines()
        .filter_map(|line| line.strip_prefix("| `api/src/features/"))
        .filter_map(|row| row.split_once("/` |"))
        .map(|(feature, _)| feature.to_owned())
        .collect()
}

#[test]
fn feature_table_lists_every_feature() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/features");
    let mut features: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    features.sort_unstable();
    let mut documented = documented_features();
    documented.sort_unstable();
    assert_eq!(
        documented, features,
        "left: the table in {ARCHITECTURE_PAGE}, right: api/src/features"
    );
}
