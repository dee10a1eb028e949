//! Operations on the totals above which orders need approval.

use super::approval_limit::{StoredLimits, read_approval_limits, set_approval_limits};
use super::purchase_currency::{DEFAULT_CURRENCY, read_purchase_currency};
use super::wire::approval_limit_types::{ApprovalLimits, ApprovalLimitsInput};
use crate::auth::permission::{ApprovalsManage, PurchasingRead, Role};
use crate::auth::{Proof, Scope, Signed};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// Totals above which orders need approval.
pub struct ApprovalLimitsApi {
    /// Time of changes.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl ApprovalLimitsApi {
    /// Get approval limits
    ///
    /// The largest totals that members and admins may order without approval.
    #[oai(
        path = "/api/purchasing/approval-limits",
        method = "get",
        operation_id = "getApprovalLimits"
    )]
    async fn get_approval_limits(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<ApprovalLimits>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(PurchasingRead)?;
        let stored = read_approval_limits(&scope.read_db().await?, &right).await?;
        let currency = match &stored.currency {
            Some(currency) => currency.clone(),
            None => read_currency(scope, &right).await?,
        };
        Ok(to_response(scope, stored, currency))
    }

    /// Set approval limits
    ///
    /// An order above the limit of a user's role can be ordered or sent by that user only after
    /// someone approved it whose limit covers it. Owners have no limit. A limit that is left out is
    /// removed, so `{}` removes both.
    #[oai(
        path = "/api/purchasing/approval-limits",
        method = "put",
        operation_id = "setApprovalLimits"
    )]
    async fn set_approval_limits(
        &self,
        signed: Signed,
        body: Json<ApprovalLimitsInput>,
    ) -> Result<Json<Envelope<ApprovalLimits>>, ApiError> {
        let scope = signed.scope();
        let (right, may) = (
            scope.require(PurchasingRead)?,
            scope.require(ApprovalsManage)?,
        );
        let limits = body.0.to_limits()?;
        let currency = read_currency(scope, &right).await?;
        let db = scope.write_db().await?;
        let by = (scope.caller_name(), self.clock.now());
        set_approval_limits(&db, limits, &currency, by, (&right, &may)).await?;
        let stored = read_approval_limits(&db, &right).await?;
        db.commit().await?;
        Ok(to_response(scope, stored, currency))
    }
}

fn to_response(
    scope: &Scope,
    stored: StoredLimits,
    currency: String,
) -> Json<Envelope<ApprovalLimits>> {
    let own = stored.of_role(Role::from_stored(scope.access().role()));
    Json(Envelope::new(ApprovalLimits::new(
        stored,
        own.amount(),
        currency,
    )))
}

async fn read_currency(scope: &Scope, right: &Proof<PurchasingRead>) -> Result<String, ApiError> {
    let db = scope.rollup_db().await?;
    let organization = scope.access().organization();
    let currency = read_purchase_currency(&db, organization, right).await?;
    Ok(currency.map_or_else(|| DEFAULT_CURRENCY.to_owned(), |currency| currency.0))
}
