//! Ordering, holding and shortage costs of an organization: its overrides and the defaults.

use crate::decimal::Decimal4;
use serde::{Deserialize, Serialize};

/// Costs that recommendations balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderingCosts {
    /// Annual holding cost, in percent of the stock's purchase cost.
    pub holding_percent: Decimal4,
    /// Cost of a unit of unmet demand, as a multiple of the unit's margin.
    pub shortage_multiple: Decimal4,
    /// Cost of placing and receiving one order, in the organization's currency.
    pub order_cost: Decimal4,
    /// Lead time in days if none is known.
    pub default_lead_time_days: u32,
    /// Percent of customers who accept a substitute for a missing item; 0 advises none.
    pub substitute_acceptance_percent: Decimal4,
}

impl OrderingCosts {
    /// 20 % a year is in the range of 15 to 30 %, and 75 per order in the range of tens of dollars,
    /// of Silver, Pyke, Thomas, Inventory and Production Management in Supply Chains, 4th ed., ch.
    /// 2. 1.5 margins: a customer who finds no stock also takes part of the next order elsewhere.
    /// Acceptance has no source: half is an assumption to replace with the organization's own.
    pub const DEFAULT: Self = Self {
        holding_percent: whole_units(20),
        shortage_multiple: match Decimal4::from_scaled(15_000) {
            Ok(multiple) => multiple,
            Err(_) => Decimal4::ONE,
        },
        order_cost: whole_units(75),
        default_lead_time_days: 14,
        substitute_acceptance_percent: whole_units(50),
    };
}

/// Overrides of the default costs; `None` keeps the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderingCostOverrides {
    pub holding_percent: Option<Decimal4>,
    pub shortage_multiple: Option<Decimal4>,
    pub order_cost: Option<Decimal4>,
    pub default_lead_time_days: Option<u32>,
    pub substitute_acceptance_percent: Option<Decimal4>,
}

impl OrderingCostOverrides {
    /// The effective costs.
    pub fn with_defaults(self) -> OrderingCosts {
        OrderingCosts {
            holding_percent: self
                .holding_percent
                .unwrap_or(OrderingCosts::DEFAULT.holding_percent),
            shortage_multiple: self
                .shortage_multiple
                .unwrap_or(OrderingCosts::DEFAULT.shortage_multiple),
            order_cost: self.order_cost.unwrap_or(OrderingCosts::DEFAULT.order_cost),
            default_lead_time_days: self
                .default_lead_time_days
                .unwrap_or(OrderingCosts::DEFAULT.default_lead_time_days),
            substitute_acceptance_percent: self
                .substitute_acceptance_percent
                .unwrap_or(OrderingCosts::DEFAULT.substitute_acceptance_percent),
        }
    }
}

const fn whole_units(units: i64) -> Decimal4 {
    match Decimal4::from_scaled(units * 10_000) {
        Ok(value) => value,
        Err(_) => Decimal4::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_overrides_keep_defaults() {
        let read = |text: &str| Decimal4::parse(text).unwrap();
        let defaults = OrderingCostOverrides::default().with_defaults();
        assert_eq!(
            (
                defaults.holding_percent,
                defaults.shortage_multiple,
                defaults.order_cost
            ),
            (read("20"), read("1.5"), read("75"))
        );
        assert_eq!(defaults.default_lead_time_days, 14);
        assert_eq!(defaults.substitute_acceptance_percent, read("50"));
        let overrides = OrderingCostOverrides {
            order_cost: Some(Decimal4::ZERO),
            ..OrderingCostOverrides::default()
        }
        .with_defaults();
        assert_eq!(
            (overrides.order_cost, overrides.holding_percent),
            (Decimal4::ZERO, read("20"))
        );
    }
}
