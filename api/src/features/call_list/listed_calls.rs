//! The growers that a member should call, for reports outside of the page.

use super::call_outcome::CallOutcome;
use super::call_visibility::{CallAudience, ControlGroup, is_paused};
use super::outcome_store::{OutcomeIndex, read_outcomes, read_settings};
use super::report_store::{CallEntry, CallReportError, CallReports};
use crate::auth::permission::{CustomersRead, OrganizationManage, PurchasingRead, SalesRead};
use crate::auth::{PermissionError, Scope};
use crate::db::DbError;
use crate::decimal::round2;
use chrono::{Days, NaiveDate};

/// Days back in which outcomes count.
const OUTCOME_DAYS: u64 = 365;

/// A grower to call.
pub struct ListedCall {
    pub customer_id: String,
    pub customer: String,
    pub salesperson: String,
    pub explanation: String,
    /// Rounded to cents.
    pub expected_margin: f64,
    /// When the business is due.
    pub window_start: NaiveDate,
    pub window_end: NaiveDate,
}

/// The growers that a member should call, the most valuable call first.
pub struct ListedCalls {
    pub calls: Vec<ListedCall>,
    pub currency: Option<String>,
}

/// Why a member has no call list.
#[derive(Debug, thiserror::Error)]
pub enum ListedCallsError {
    #[error("the member may not read the call list")]
    Permission(PermissionError),
    #[error(transparent)]
    Report(#[from] CallReportError),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The call list of the member with this email address, as the page shows it to them.
pub async fn read_listed_calls(
    scope: &Scope,
    email: &str,
    reports: &CallReports,
) -> Result<ListedCalls, ListedCallsError> {
    let denied = ListedCallsError::Permission;
    let (customers, sales, costs) = (
        scope.require(CustomersRead).map_err(denied)?,
        scope.require(SalesRead).map_err(denied)?,
        scope.require(PurchasingRead).map_err(denied)?,
    );
    let as_of = scope.as_of();
    let report = reports.load(scope, (&customers, &sales, &costs)).await?;
    let db = scope.read_db().await?;
    let settings = read_settings(&db, &customers).await?;
    let outcomes = read_outcomes(&db, first_outcome_day(as_of), &customers).await?;
    let audience = if scope.require(OrganizationManage).is_ok() {
        CallAudience::Team
    } else {
        CallAudience::Salesperson(email.to_owned())
    };
    let control = ControlGroup {
        seed: organization_seed(scope),
        percent: settings.held_back_percent,
    };
    let listed = report
        .entries
        .iter()
        .filter(|entry| audience.includes(&entry.salesperson))
        .filter(|entry| is_listed(entry, &control, &outcomes, as_of));
    Ok(ListedCalls {
        calls: listed.map(ListedCall::from).collect(),
        currency: report.currency.clone(),
    })
}

impl From<&CallEntry> for ListedCall {
    fn from(entry: &CallEntry) -> Self {
        Self {
            customer_id: entry.customer.customer_id.clone(),
            window_start: entry.call.window_start,
            customer: entry.customer.customer_name.clone(),
            salesperson: entry.salesperson.clone(),
            explanation: entry.call.reason.text.clone(),
            expected_margin: round2(entry.call.expected_margin),
            window_end: entry.call.window_end,
        }
    }
}

/// Whether a grower is on the list: not held back, and not called lately.
pub(super) fn is_listed(
    entry: &CallEntry,
    control: &ControlGroup,
    outcomes: &OutcomeIndex,
    as_of: NaiveDate,
) -> bool {
    !control.holds_back(&entry.customer.customer_id, as_of)
        && !is_paused(last_call(outcomes, entry), as_of)
}

/// The first day whose outcomes count.
pub(super) fn first_outcome_day(as_of: NaiveDate) -> NaiveDate {
    as_of
        .checked_sub_days(Days::new(OUTCOME_DAYS))
        .unwrap_or(NaiveDate::MIN)
}

fn last_call(outcomes: &OutcomeIndex, entry: &CallEntry) -> Option<(NaiveDate, CallOutcome)> {
    let row = outcomes.last.get(&entry.customer.customer_id)?;
    Some((row.called_on, CallOutcome::from_name(&row.outcome)?))
}

/// A number that differs between organizations and never changes.
pub(super) fn organization_seed(scope: &Scope) -> i64 {
    let id = scope.access().organization().id.0.as_u128();
    #[expect(clippy::cast_possible_truncation, reason = "the random half of the id")]
    let seed = id as i64;
    seed
}
