//! What ordering costs, in the contract's words.

use crate::decimal::Decimal4;
use crate::features::purchasing::bounded_number::{Bounds, parse_bounded_number};
use crate::features::purchasing::ordering_costs::{OrderingCostOverrides, OrderingCosts};
use crate::features::purchasing::purchasing_settings::OrderingCostSettings;
use crate::http::ApiError;
use chrono::{DateTime, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;

/// Costs to reckon with. What is left out is as usual again.
#[derive(Clone, Debug, Default, Object)]
#[oai(
    rename_all = "camelCase",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(in crate::features::purchasing) struct PurchasingCostsInput {
    /// Of keeping stock for a year, in percent of what it cost: 0 to 100.
    pub holding_cost_percent: Option<f64>,
    /// Of a unit that a customer wanted and that was not there, in margins of the unit: 0 to 100.
    pub shortage_cost_multiple: Option<f64>,
    /// Of placing and receiving one order, in the organization's currency: 0 to 100,000.
    pub order_cost: Option<f64>,
    /// Days that an order takes where neither deliveries nor item nor supplier tell.
    #[oai(validator(minimum(value = "1"), maximum(value = "365")))]
    pub default_lead_time_days: Option<u32>,
}

/// What ordering costs the organization.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct PurchasingSettings {
    /// What recommendations are reckoned with.
    pub costs: PurchasingCosts,
    /// What is usual, and holds where the organization says nothing.
    pub usual: PurchasingCosts,
    /// What the organization says itself; what it leaves out is as usual.
    pub own: PurchasingCostsInput,
    /// The name of whoever set them last.
    pub set_by: Option<String>,
    /// When that was.
    pub set_at: Option<DateTime<Utc>>,
}

/// Costs that order quantities weigh against each other.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct PurchasingCosts {
    /// Of keeping stock for a year, in percent of what it cost.
    pub holding_cost_percent: f64,
    /// Of a unit that a customer wanted and that was not there, in margins of the unit.
    pub shortage_cost_multiple: f64,
    /// Of placing and receiving one order, in `meta.currency`.
    pub order_cost: f64,
    /// Days that an order takes where neither deliveries nor item nor supplier tell.
    pub default_lead_time_days: u32,
}

impl Example for PurchasingCostsInput {
    fn example() -> Self {
        Self {
            holding_cost_percent: Some(18.0),
            shortage_cost_multiple: Some(2.0),
            order_cost: Some(60.0),
            default_lead_time_days: Some(21),
        }
    }
}

impl PurchasingCostsInput {
    /// The costs, or every value that is out of its bounds.
    pub(in crate::features::purchasing) fn to_overrides(
        &self,
    ) -> Result<OrderingCostOverrides, ApiError> {
        let hundred = Decimal4::from_scaled(1_000_000).unwrap_or(Decimal4::ONE);
        let most_an_order = Decimal4::from_scaled(1_000_000_000).unwrap_or(Decimal4::ONE);
        let mut refused = Vec::new();
        let mut read = |path: &str, value: Option<f64>, most: Decimal4, expected: &str| {
            let bounds = Bounds {
                min: Decimal4::ZERO,
                max: most,
            };
            value.and_then(|value| {
                parse_bounded_number(path, value, bounds, expected)
                    .map_err(|detail| refused.push(detail))
                    .ok()
            })
        };
        let own = OrderingCostOverrides {
            holding_percent: read(
                "holdingCostPercent",
                self.holding_cost_percent,
                hundred,
                "Give the holding cost as a percentage between 0 and 100",
            ),
            shortage_multiple: read(
                "shortageCostMultiple",
                self.shortage_cost_multiple,
                hundred,
                "Give the shortage cost as 0 to 100 margins",
            ),
            order_cost: read(
                "orderCost",
                self.order_cost,
                most_an_order,
                "Give the cost of an order as an amount between 0 and 100,000",
            ),
            default_lead_time_days: self.default_lead_time_days,
        };
        if refused.is_empty() {
            Ok(own)
        } else {
            Err(ApiError::invalid_values(refused))
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
        }
    }
}

impl From<OrderingCostSettings> for PurchasingSettings {
    fn from(settings: OrderingCostSettings) -> Self {
        let own = settings.overrides;
        let (set_by, set_at) = settings.last_change.unzip();
        Self {
            costs: own.with_defaults().into(),
            usual: OrderingCosts::DEFAULT.into(),
            own: PurchasingCostsInput {
                holding_cost_percent: own.holding_percent.map(Decimal4::to_f64),
                shortage_cost_multiple: own.shortage_multiple.map(Decimal4::to_f64),
                order_cost: own.order_cost.map(Decimal4::to_f64),
                default_lead_time_days: own.default_lead_time_days,
            },
            set_by,
            set_at,
        }
    }
}
