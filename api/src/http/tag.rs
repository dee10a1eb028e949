//! The tags of the API, one for each feature.

use poem_openapi::Tags;

/// Groups operations in Swagger UI and in generated clients.
#[derive(Tags)]
pub enum Tag {
    /// Registration, sign-in and account settings.
    Accounts,
    /// Organizations, members and invitations.
    Organizations,
    /// Purchasing figures and order recommendations.
    Purchasing,
    /// Expected yields of the customers' crops.
    CropYield,
    /// Customer segments, purchase patterns, predicted needs and purchase windows.
    Customers,
    /// Whom to call, and the outcomes of calls.
    CallList,
    /// Price index of the organization's purchases.
    SupplyPrices,
    /// Commodity prices, forecasts, weather and news.
    Market,
    /// How figures are computed, and their accuracy so far.
    Methods,
    /// Any measure by any dimension.
    Metrics,
    /// Search over names and ids, and records by id.
    Directory,
    /// Sprout AI: questions, answers with evidence, and suggestions.
    Assistant,
    /// Data sources and sync runs.
    DataSync,
    /// Uploads of exported files, their reading and their import.
    Imports,
    /// API keys for programs.
    ApiKeys,
    /// Events that are sent to other software.
    Webhooks,
    /// The audit log of the organization.
    Audit,
    /// Background jobs.
    Jobs,
    /// Notifications about failures and recoveries.
    Notifications,
    /// Alert rules on figures.
    AlertRules,
    /// Reports that are emailed at regular times.
    ReportSchedules,
    /// Administration of the installation by its operators.
    Operators,
    /// Health checks and the public keys of access tokens.
    Platform,
}
