//! The chapters of the contract: one for each room.

use poem_openapi::Tags;

/// Groups operations in Swagger UI and in generated clients.
#[derive(Tags)]
pub enum Tag {
    /// Registering, signing in and out, one's own account.
    Accounts,
    /// Organizations, and who belongs to them in which role.
    Organizations,
    /// What the business buys: the dashboard's cards and what to order now.
    Purchasing,
    /// What the customers' fields are expected to bear.
    CropYield,
    /// Who buys, how, what next, and when it pays to have bought for them.
    Customers,
    /// What the business pays, against its past.
    SupplyPrices,
    /// What the markets do: commodity prices, their outlook, weather and news.
    Market,
    /// How the figures are made, and how they came out so far.
    Methods,
    /// Sprout AI: questions, answers with everything they rest on, suggestions.
    Assistant,
    /// Where rows come from, and how each run went.
    DataSync,
    /// Keys by which programs use the API.
    ApiKeys,
    /// What was done in the organization, by whom.
    Audit,
    /// Work that goes on behind the screens.
    Jobs,
    /// What went wrong and what works again, told once each.
    Notices,
    /// All organizations, as the operators of the installation look after them.
    Operators,
    /// Whether this server is alive and ready, and the key that verifies its tokens.
    Platform,
}
