//! Request and response types of ordering costs.

use crate::decimal::Decimal4;
use crate::features::purchasing::bounded_number::{Bounds, parse_bounded_number};
use crate::features::purchasing::ordering_costs::{OrderingCostOverrides, OrderingCosts};
use crate::features::purchasing::purchasing_settings::OrderingCostSettings;
use crate::http::ApiError;
use chrono::{DateTime, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;

/// Overrides of the default costs. Values that are left out revert to their default.
#[derive(Clone, Debug, Default, Object)]
#[oai(
    rename_all = "camelCase",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(in crate::features::purchasing) struct PurchasingCostsInput {
    /// Annual holding cost, in percent of the stock's purchase cost: 0 to 100.
    pub holding_cost_percent: Option<f64>,
    /// Cost of a unit of unmet demand, as a multiple of the unit's margin: 0 to 100.
    pub shortage_cost_multiple: Option<f64>,
    /// Cost of placing and receiving one order, in the organization's currency: 0 to 100,000.
    pub order_cost: Option<f64>,
    /// Lead time in days if deliveries, item and supplier provide none.
    #[oai(validator(minimum(value = "1"), maximum(value = "365")))]
    pub default_lead_time_days: Option<u32>,
    /// Percent of customers who accept another item with the same active ingredient if theirs is
    /// missing: 0 to 100. At 0 the purchase plan offers no substitutes.
    pub substitute_acceptance_percent: Option<f64>,
}

/// Ordering costs of the organization.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct PurchasingSettings {
    /// Costs that recommendations use.
    pub costs: PurchasingCosts,
    /// Defaults for values without an override.
    pub defaults: PurchasingCosts,
    /// The organization's overrides.
    pub overrides: PurchasingCostsInput,
    /// Name of the user or API key that last changed the overrides.
    pub updated_by: Option<String>,
    /// Time of the last change.
    pub updated_at: Option<DateTime<Utc>>,
}

/// Costs that recommendations balance.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct PurchasingCosts {
    /// Annual holding cost, in percent of the stock's purchase cost.
    pub holding_cost_percent: f64,
    /// Cost of a unit of unmet demand, as a multiple of the unit's margin.
    pub shortage_cost_multiple: f64,
    /// Cost of placing and receiving one order, in `meta.currency`.
    pub order_cost: f64,
    /// Lead time in days if deliveries, item and supplier provide none.
    pub default_lead_time_days: u32,
    /// Percent of customers who accept another item with the same active ingredient if theirs is
    /// missing.
    pub substitute_acceptance_percent: f64,
}

impl Example for PurchasingCostsInput {
    fn example() -> Self {
        Self {
            holding_cost_percent: Some(18.0),
            shortage_cost_multiple: Some(2.0),
            order_cost: Some(60.0),
            default_lead_time_days: Some(21),
            substitute_acceptance_percent: Some(40.0),
        }
    }
}

impl PurchasingCostsInput {
    /// The overrides, or an error for each value that is out of bounds.
    pub(in crate::features::purchasing) fn to_overrides(
        &self,
    ) -> Result<OrderingCostOverrides, ApiError> {
        let hundred = Decimal4::from_scaled(1_000_000).unwrap_or(Decimal4::ONE);
        let max_order_cost = Decimal4::from_scaled(1_000_000_000).unwrap_or(Decimal4::ONE);
        let mut invalid = Vec::new();
        let mut parse = |path: &str, value: Option<f64>, max: Decimal4, expected: &str| {
            let bounds = Bounds {
                min: Decimal4::ZERO,
                max,
            };
            value.and_then(|value| {
                parse_bounded_number(path, value, bounds, expected)
                    .map_err(|detail| invalid.push(detail))
                    .ok()
            })
        };
        let overrides = OrderingCostOverrides {
            holding_percent: parse(
                "holdingCostPercent",
                self.holding_cost_percent,
                hundred,
                "Enter a holding cost between 0 and 100 percent",
            ),
            shortage_multiple: parse(
                "shortageCostMultiple",
                self.shortage_cost_multiple,
                hundred,
                "Enter a shortage cost between 0 and 100 margins",
            ),
            order_cost: parse(
                "orderCost",
                self.order_cost,
                max_order_cost,
                "Enter an order cost between 0 and 100,000",
            ),
            default_lead_time_days: self.default_lead_time_days,
            substitute_acceptance_percent: parse(
                "substituteAcceptancePercent",
                self.substitute_acceptance_percent,
                hundred,
                "Enter an acceptance of substitutes between 0 and 100 percent",
            ),
        };
        if invalid.is_empty() {
            Ok(overrides)
        } else {
            Err(ApiError::invalid_values(invalid))
        }
    }
}

impl From<OrderingCosts> for PurchasingCosts {
    fn from(costs: OrderingCosts) -> Self {
        Self {
            holding_cost_percent: costs.holding_percent.to_f64(),
            shortage_cost_multiple: costs.shortage_multiple.to_f64(),
            order_cost: costs.order_cost.to_f64(),
            default_lead_time_days: costs.default_lead_time_days,
            substitute_acceptance_percent: costs.substitute_acceptance_percent.to_f64(),
        }
    }
}

impl From<OrderingCostSettings> for PurchasingSettings {
    fn from(settings: OrderingCostSettings) -> Self {
        let overrides = settings.overrides;
        let (updated_by, updated_at) = settings.last_change.unzip();
        Self {
            costs: overrides.with_defaults().into(),
            defaults: OrderingCosts::DEFAULT.into(),
            overrides: PurchasingCostsInput {
                holding_cost_percent: overrides.holding_percent.map(Decimal4::to_f64),
                shortage_cost_multiple: overrides.shortage_multiple.map(Decimal4::to_f64),
                order_cost: overrides.order_cost.map(Decimal4::to_f64),
                default_lead_time_days: overrides.default_lead_time_days,
                substitute_acceptance_percent: overrides
                    .substitute_acceptance_percent
                    .map(Decimal4::to_f64),
            },
            updated_by,
            updated_at,
        }
    }
}
