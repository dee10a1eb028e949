//! Request and response types of the call list.

use super::call_outcome::CallOutcome;
use super::outcome_store::CallListSettings;
use super::report_store::CallEntry;
use crate::decimal::{Decimal4, round2};
use call_list::control_group::CallingEffect;
use call_list::need::{LineNeed, total_share};
use call_list::reason::ReasonKind;
use chrono::{DateTime, NaiveDate, Utc};
use entities::call_outcome;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

/// A page of the call list.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct CallList {
    /// By the worth of a call, the most first.
    pub items: Vec<CallItem>,
    /// ISO 4217 code of all amounts. Absent without sales and purchases.
    pub currency: Option<String>,
    /// Number of growers on all pages.
    pub total: u64,
    /// Cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
    /// Salespeople whose growers the caller may see, at most 500.
    pub salespeople: Vec<String>,
    /// Whether the caller sees the growers of all salespeople.
    pub sees_team: bool,
    /// Share of growers held back from the list at random, in percent.
    pub held_back_percent: u32,
    /// What the list brought. Absent unless the caller sees the growers of all salespeople.
    pub effect: Option<CallEffect>,
}

/// A grower to call.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct CallItem {
    /// Position on the list, from 1.
    pub rank: u64,
    pub customer_id: String,
    pub customer: String,
    pub salesperson: String,
    pub county: Option<String>,
    pub state: Option<String>,
    pub acres: Option<f64>,
    pub crops: Option<String>,
    pub reason: CallReason,
    /// Why to call, in a sentence.
    pub explanation: String,
    /// Margin due up to the end of the window that is expected not to come without a call.
    pub expected_margin: f64,
    /// When the business is due.
    pub window_start: NaiveDate,
    pub window_end: NaiveDate,
    /// Chance of an order up to the end of the window without a call, in percent.
    pub order_chance: f64,
    /// The same with a call, in percent.
    pub order_chance_with_call: f64,
    /// What to offer: business that is due, the most valuable first. At most 3.
    pub offers: Vec<CallOffer>,
    /// Share of the grower's need that is bought here. Absent without acres and crops, or if fewer
    /// than 10 growers buy a product line.
    pub share_of_wallet: Option<WalletShare>,
    /// Newest first, at most 5.
    pub last_orders: Vec<LastOrder>,
    /// The last recorded call.
    pub last_outcome: Option<CallOutcomeInfo>,
}

/// Kind of reason for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum CallReason {
    /// A purchase is overdue.
    Late,
    /// The grower skips purchases or buys less.
    Declining,
    /// The grower has probably left.
    Lapsed,
    /// Business is due; nothing is wrong.
    Due,
    /// Nothing is due.
    Other,
}

/// Business to offer.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct CallOffer {
    /// Product line, such as `corn seed`.
    pub product: String,
    /// Usual day.
    pub due_on: NaiveDate,
    /// Usual margin at current prices.
    pub margin: f64,
}

/// Share of the need that is bought here, in percent, with an interval.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct WalletShare {
    pub percent: f64,
    pub low_percent: f64,
    pub high_percent: f64,
    /// Product line with the largest need that is not bought here.
    pub largest_gap: Option<String>,
    /// Margin of that gap per year.
    pub gap_margin: Option<f64>,
}

/// A day with orders.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct LastOrder {
    pub day: NaiveDate,
    pub margin: f64,
}

/// A recorded call.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct CallOutcomeInfo {
    pub outcome: CallOutcome,
    pub called_on: NaiveDate,
    pub note: Option<String>,
    /// Name of the user or API key.
    pub recorded_by: String,
    pub recorded_at: DateTime<Utc>,
}

/// What the list brought since the first recorded call, at most a year ago.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct CallEffect {
    /// Whether it is too early to tell. Then there are no figures.
    pub too_early: bool,
    /// Growers on the list, each counted once per 13 weeks.
    pub listed: u64,
    /// Growers held back, counted alike.
    pub held_back: u64,
    /// Day of the first recorded call.
    pub since: Option<NaiveDate>,
    /// Additional margin of the growers on the list.
    pub margin: Option<f64>,
    /// Lower end of the 95 % interval.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval.
    pub high: Option<f64>,
}

/// The outcome of a call today.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(super) struct CallOutcomeInput {
    pub outcome: CallOutcome,
    #[oai(validator(max_length = 1000))]
    pub note: Option<String>,
}

impl Example for CallOutcomeInput {
    fn example() -> Self {
        Self {
            outcome: CallOutcome::Ordered,
            note: Some("12 bags of corn seed, delivery in March".to_owned()),
        }
    }
}

/// Settings of the call list to change.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(super) struct CallListSettingsInput {
    /// Share of growers held back from the list at random, in percent. 0 holds no one back, and the
    /// effect of calls can't be measured.
    #[oai(validator(maximum(value = "50")))]
    pub held_back_percent: u32,
}

impl Example for CallListSettingsInput {
    fn example() -> Self {
        Self {
            held_back_percent: 10,
        }
    }
}

/// Settings of the call list.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct CallListSettingsInfo {
    /// In percent.
    pub held_back_percent: u32,
    /// Who last changed the settings. Absent if no one did.
    pub updated_by: Option<String>,
    pub updated_at: Option<DateTime<Utc>>,
}

impl From<CallListSettings> for CallListSettingsInfo {
    fn from(settings: CallListSettings) -> Self {
        let (updated_by, updated_at) = settings.last_change.unzip();
        Self {
            held_back_percent: settings.held_back_percent,
            updated_by,
            updated_at,
        }
    }
}

impl From<call_outcome::Model> for CallOutcomeInfo {
    fn from(row: call_outcome::Model) -> Self {
        Self {
            outcome: CallOutcome::from_name(&row.outcome).unwrap_or(CallOutcome::Reached),
            called_on: row.called_on,
            note: row.note,
            recorded_by: row.recorded_by,
            recorded_at: row.recorded_at,
        }
    }
}

impl From<ReasonKind> for CallReason {
    fn from(kind: ReasonKind) -> Self {
        match kind {
            ReasonKind::Late => Self::Late,
            ReasonKind::Declining => Self::Declining,
            ReasonKind::Lapsed => Self::Lapsed,
            ReasonKind::Due => Self::Due,
            ReasonKind::Other => Self::Other,
        }
    }
}

impl CallEffect {
    pub(super) fn new(effect: CallingEffect, since: Option<NaiveDate>) -> Self {
        match effect {
            CallingEffect::TooEarly { held_back, listed } => Self {
                too_early: true,
                listed: listed as u64,
                held_back: held_back as u64,
                since,
                margin: None,
                low: None,
                high: None,
            },
            CallingEffect::Measured {
                held_back,
                listed,
                margin,
                low,
                high,
            } => Self {
                too_early: false,
                listed: listed as u64,
                held_back: held_back as u64,
                since,
                margin: Some(round2(margin)),
                low: Some(round2(low)),
                high: Some(round2(high)),
            },
        }
    }
}

fn wallet_share(needs: &[LineNeed]) -> Option<WalletShare> {
    let (share, low, high) = total_share(needs)?;
    let gap = |need: &LineNeed| (need.needed - need.bought).max(0.0);
    let largest = needs
        .iter()
        .max_by(|one, other| gap(one).total_cmp(&gap(other)))
        .filter(|need| gap(need) > 0.0);
    Some(WalletShare {
        percent: round2(share * 100.0),
        low_percent: round2(low * 100.0),
        high_percent: round2(high * 100.0),
        largest_gap: largest.map(|need| need.line.name()),
        gap_margin: largest.map(|need| round2(gap(need))),
    })
}

impl CallItem {
    pub(super) fn new(
        rank: u64,
        entry: &CallEntry,
        last_outcome: Option<call_outcome::Model>,
    ) -> Self {
        let (customer, call) = (&entry.customer, &entry.call);
        Self {
            rank,
            customer_id: customer.customer_id.clone(),
            customer: customer.customer_name.clone(),
            salesperson: entry.salesperson.clone(),
            county: customer.county.clone(),
            state: customer.state.clone(),
            acres: customer
                .acres_e4
                .and_then(|acres| Decimal4::from_scaled(acres).ok())
                .map(Decimal4::to_f64),
            crops: customer.crops.clone(),
            reason: call.reason.kind.into(),
            explanation: call.reason.text.clone(),
            expected_margin: round2(call.expected_margin),
            window_start: call.window_start,
            window_end: call.window_end,
            order_chance: round2((1.0 - call.quiet_chance) * 100.0),
            order_chance_with_call: round2(call.order_chance_with_call() * 100.0),
            offers: call
                .lines
                .iter()
                .take(3)
                .map(|line| CallOffer {
                    product: line.line.name(),
                    due_on: line.due_day(),
                    margin: round2(line.margin),
                })
                .collect(),
            share_of_wallet: wallet_share(&entry.needs),
            last_orders: entry
                .last_orders
                .iter()
                .map(|(day, margin)| LastOrder {
                    day: *day,
                    margin: round2(*margin),
                })
                .collect(),
            last_outcome: last_outcome.map(Into::into),
        }
    }
}
