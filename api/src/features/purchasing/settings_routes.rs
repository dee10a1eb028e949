//! The operations about ordering costs over HTTP.

use super::settings::{Settings, read_settings, set_costs};
use super::wire::settings::{PurchasingCostsInput, PurchasingSettings};
use super::{PurchaseCurrency, purchase_currency};
use crate::auth::permission::{PurchasingManage, PurchasingRead};
use crate::auth::{Proof, Scope, Signed};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Meta, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// What ordering costs.
pub struct PurchasingSettingsApi {
    /// Says when costs were set.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl PurchasingSettingsApi {
    /// What ordering costs the organization
    ///
    /// The costs that recommendations are reckoned with, what is usual, and what the organization
    /// says itself.
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
            currency(scope, &right).await?,
            read_settings(&scope.db().await?, &right).await?,
        );
        Ok(shown(scope, currency, settings))
    }

    /// Set what ordering costs the organization
    ///
    /// The next recommendations are made with it. What is left out is as usual again, so `{}` takes
    /// everything back.
    #[oai(
        path = "/api/purchasing/settings",
        method = "put",
        operation_id = "setPurchasingSettings"
    )]
    async fn set_purchasing_settings(
        &self,
        signed: Signed,
        body: Json<PurchasingCostsInput>,
    ) -> Result<Json<Envelope<PurchasingSettings>>, ApiError> {
        let scope = signed.scope();
        let (right, may) = (
            scope.require(PurchasingRead)?,
            scope.require(PurchasingManage)?,
        );
        let own = body.0.own_costs()?;
        let currency = currency(scope, &right).await?;
        let db = scope.writing_db().await?;
        set_costs(&db, own, scope.person_name(), self.clock.now(), &may).await?;
        let settings = read_settings(&db, &right).await?;
        db.commit().await?;
        Ok(shown(scope, currency, settings))
    }
}

async fn currency(
    scope: &Scope,
    right: &Proof<PurchasingRead>,
) -> Result<Option<PurchaseCurrency>, ApiError> {
    Ok(purchase_currency(
        &scope.rolled_up_db().await?,
        scope.access().organization(),
        right,
    )
    .await?)
}

fn shown(
    scope: &Scope,
    currency: Option<PurchaseCurrency>,
    settings: Settings,
) -> Json<Envelope<PurchasingSettings>> {
    let meta = Meta {
        currency: currency.map(|currency| currency.0),
        ..scope.meta()
    };
    Json(Envelope::with_meta(settings.into(), meta))
}
