//! Call list operations.

use super::call_visibility::{CallAudience, ControlGroup};
use super::listed_calls::{first_outcome_day, is_listed, organization_seed};
use super::outcome_store::{
    NewOutcome, read_outcomes, read_settings, set_held_back_percent, set_outcome,
};
use super::report_store::{CallEntry, CallReportError, CallReports};
use super::wire::{
    CallEffect, CallItem, CallList, CallListSettingsInfo, CallListSettingsInput, CallOutcomeInfo,
    CallOutcomeInput,
};
use crate::auth::permission::{
    CallsRecord, CustomersRead, OrganizationManage, PurchasingRead, SalesRead,
};
use crate::auth::{Scope, Signed};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Meta, Tag, parse_cursor};
use call_list::control_group::CallingEffect;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use std::collections::BTreeSet;

/// Maximum number of salespeople in a response.
const MAX_SALESPEOPLE: usize = 500;
const METHOD: &str = "Margin that is due and expected not to come without a call: recurring \
    purchases, and a hidden Markov model of regular, wavering and lost growers fitted to the \
    organization's own rows. A call is assumed to save 45 % of it";

/// Whom to call.
pub struct CallListApi {
    /// The ranked growers of each organization.
    pub reports: CallReports,
    /// Time of changes.
    pub clock: Clock,
}

fn default_list_size() -> u32 {
    20
}

#[OpenApi(tag = "Tag::CallList")]
impl CallListApi {
    /// List growers to call
    ///
    /// Growers ranked by the margin that a call is expected to save. A user sees the growers whose
    /// salesperson is the user's email address; users who can edit the organization see all. A
    /// random share of growers is held back, to measure what calls bring.
    #[oai(path = "/api/call-list", method = "get", operation_id = "listCalls")]
    async fn list_calls(
        &self,
        signed: Signed,
        /// Growers of this salesperson only, as in the customers' source table.
        #[oai(validator(max_length = 200))]
        salesperson: Query<Option<String>>,
        /// The page size.
        #[oai(
            default = "default_list_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<CallList>>, ApiError> {
        let scope = signed.scope();
        let (customers, sales, costs) = (
            scope.require(CustomersRead)?,
            scope.require(SalesRead)?,
            scope.require(PurchasingRead)?,
        );
        let start: usize = parse_cursor(cursor.0.as_deref())?.unwrap_or(0);
        let limit = usize::try_from(limit.0).unwrap_or(usize::MAX);
        let as_of = scope.as_of();
        let available = self
            .reports
            .load_available(scope, (&customers, &sales, &costs))
            .await?;
        let report = available.figures;
        let db = scope.read_db().await?;
        let settings = read_settings(&db, &customers).await?;
        let mut outcomes = read_outcomes(&db, first_outcome_day(as_of), &customers).await?;
        drop(db);
        let audience = audience_of(scope);
        let control = ControlGroup {
            seed: organization_seed(scope),
            percent: settings.held_back_percent,
        };
        let own: Vec<&CallEntry> = report
            .entries
            .iter()
            .filter(|entry| audience.includes(&entry.salesperson))
            .collect();
        let salespeople: BTreeSet<&str> =
            own.iter().map(|entry| entry.salesperson.as_str()).collect();
        let chosen = salesperson.0.as_deref();
        let listed: Vec<&CallEntry> = own
            .iter()
            .copied()
            .filter(|entry| chosen.is_none_or(|chosen| entry.salesperson == chosen))
            .filter(|entry| is_listed(entry, &control, &outcomes, as_of))
            .collect();
        let items: Vec<CallItem> = (1..)
            .zip(&listed)
            .skip(start)
            .take(limit)
            .map(|(rank, entry)| {
                let last = outcomes.last.remove(&entry.customer.customer_id);
                CallItem::new(rank, entry, last)
            })
            .collect();
        let next = start.saturating_add(items.len());
        let effect = (audience == CallAudience::Team).then(|| {
            let since = outcomes.first_day;
            let measured = since.map_or(
                CallingEffect::TooEarly {
                    held_back: 0,
                    listed: 0,
                },
                |since| control.measure(&report.margins, since, as_of),
            );
            CallEffect::new(measured, since)
        });
        let list = CallList {
            currency: report.currency.clone(),
            total: listed.len() as u64,
            next_cursor: (next < listed.len()).then(|| next.to_string()),
            items,
            salespeople: salespeople
                .into_iter()
                .take(MAX_SALESPEOPLE)
                .map(str::to_owned)
                .collect(),
            sees_team: audience == CallAudience::Team,
            held_back_percent: settings.held_back_percent,
            effect,
        };
        let meta = Meta {
            currency: report.currency.clone(),
            as_of: Some(available.day),
            is_updating: available.is_updating,
            n: Some(report.lines),
            method: Some(METHOD.to_owned()),
            ..scope.meta()
        };
        Ok(Json(Envelope::with_meta(list, meta)))
    }

    /// Record the outcome of a call
    ///
    /// Replaces an outcome of the same day. The grower leaves the list for 14 days, for 7 days if a
    /// later call is wanted, or for 13 weeks if the grower buys elsewhere.
    #[oai(
        path = "/api/call-list/:id/outcome",
        method = "put",
        operation_id = "setCallOutcome"
    )]
    async fn set_call_outcome(
        &self,
        signed: Signed,
        /// The customer's id in the source table.
        #[oai(validator(max_length = 1000))]
        id: Path<String>,
        body: Json<CallOutcomeInput>,
    ) -> Result<Json<Envelope<CallOutcomeInfo>>, ApiError> {
        let scope = signed.scope();
        let may = scope.require(CallsRecord)?;
        let new = NewOutcome {
            customer_id: id.0,
            called_on: scope.as_of(),
            outcome: body.0.outcome,
            note: body.0.note.filter(|note| !note.trim().is_empty()),
            by: scope.caller_name().to_owned(),
            at: self.clock.now(),
        };
        let db = scope.write_db().await?;
        let row = set_outcome(&db, &audience_of(scope), new, &may).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(row.into())))
    }

    /// Set the control group of the call list
    ///
    /// The share of growers that is held back from the list at random, so that the effect of calls
    /// can be measured.
    #[oai(
        path = "/api/call-list/settings",
        method = "put",
        operation_id = "updateCallListSettings"
    )]
    async fn update_call_list_settings(
        &self,
        signed: Signed,
        body: Json<CallListSettingsInput>,
    ) -> Result<Json<Envelope<CallListSettingsInfo>>, ApiError> {
        let scope = signed.scope();
        let (right, may) = (
            scope.require(CustomersRead)?,
            scope.require(OrganizationManage)?,
        );
        let db = scope.write_db().await?;
        let change = (scope.caller_name(), self.clock.now());
        set_held_back_percent(&db, body.0.held_back_percent, change, (&right, &may)).await?;
        let settings = read_settings(&db, &right).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(settings.into())))
    }
}

/// Managers see all growers; an API key without an account none.
fn audience_of(scope: &Scope) -> CallAudience {
    if scope.require(OrganizationManage).is_ok() {
        return CallAudience::Team;
    }
    let email = scope
        .signed_in()
        .map(|(_, person)| person.email.clone())
        .unwrap_or_default();
    CallAudience::Salesperson(email)
}

impl From<CallReportError> for ApiError {
    fn from(error: CallReportError) -> Self {
        match error {
            CallReportError::Db(error) => error.into(),
            CallReportError::Ranking(error) => Self::internal(&error),
        }
    }
}
