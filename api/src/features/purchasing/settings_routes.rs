//! Operations on ordering costs.

use super::purchasing_settings::{OrderingCostSettings, read_settings, set_costs};
use super::wire::settings_types::{PurchasingCostsInput, PurchasingSettings};
use super::{PurchaseCurrency, read_purchase_currency};
use crate::auth::permission::{PurchasingManage, PurchasingRead};
use crate::auth::{Proof, Scope, Signed};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Meta, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// Ordering costs of the organization.
pub struct PurchasingSettingsApi {
    /// Time of changes.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl PurchasingSettingsApi {
    /// Get ordering costs
    ///
    /// The costs that recommendations use, the defaults, and the organization's overrides.
    #[oai(
        path = "/api/purchasing/settings",
        method = "get",
        operation_id = "getPurchasingSettings"
    )]
    async fn get_purchasing_settings(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<PurchasingSettings>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(PurchasingRead)?;
        let (currency, settings) = (
            read_currency(scope, &right).await?,
            read_settings(&scope.read_db().await?, &right).await?,
        );
        Ok(to_response(scope, currency, settings))
    }

    /// Set ordering costs
    ///
    /// The next recommendations use them. A value that is left out reverts to its default, so `{}`
    /// removes all overrides.
    #[oai(
        path = "/api/purchasing/settings",
        method = "put",
        operation_id = "updatePurchasingSettings"
    )]
    async fn update_purchasing_settings(
        &self,
        signed: Signed,
        body: Json<PurchasingCostsInput>,
    ) -> Result<Json<Envelope<PurchasingSettings>>, ApiError> {
        let scope = signed.scope();
        let (right, may) = (
            scope.require(PurchasingRead)?,
            scope.require(PurchasingManage)?,
        );
        let overrides = body.0.to_overrides()?;
        let currency = read_currency(scope, &right).await?;
        let db = scope.write_db().await?;
        set_costs(&db, overrides, scope.caller_name(), self.clock.now(), &may).await?;
        let settings = read_settings(&db, &right).await?;
        db.commit().await?;
        Ok(to_response(scope, currency, settings))
    }
}

async fn read_currency(
    scope: &Scope,
    right: &Proof<PurchasingRead>,
) -> Result<Option<PurchaseCurrency>, ApiError> {
    Ok(read_purchase_currency(
        &scope.rollup_db().await?,
        scope.access().organization(),
        right,
    )
    .await?)
}

fn to_response(
    scope: &Scope,
    currency: Option<PurchaseCurrency>,
    settings: OrderingCostSettings,
) -> Json<Envelope<PurchasingSettings>> {
    let meta = Meta {
        currency: currency.map(|currency| currency.0),
        ..scope.meta()
    };
    Json(Envelope::with_meta(settings.into(), meta))
}
