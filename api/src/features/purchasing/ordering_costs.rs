//! What ordering, keeping and running out cost an organization: what it says itself, and what is
//! usual where it says nothing.

use crate::decimal::Decimal4;

/// The costs that order quantities weigh against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderingCosts {
    /// Of keeping stock for a year, in percent of what it cost.
    pub holding_percent: Decimal4,
    /// Of a unit that a customer wanted and that was not there, in margins of the unit.
    pub shortage_multiple: Decimal4,
    /// Of placing and receiving one order, in the organization's currency.
    pub order_cost: Decimal4,
    /// Lead time of an item of which nothing tells one, in days.
    pub default_lead_time_days: u32,
}

impl OrderingCosts {
    /// What is usual: 20 % a year lies within the 15 to 30 % and 75 an order within the tens of
    /// dollars of Silver, Pyke, Thomas, Inventory and Production Management in Supply Chains, 4th
    /// ed., ch. 2; 1.5 margins say that a customer who finds the shelf empty takes a part of the
    /// next order along.
    pub const DEFAULT: Self = Self {
        holding_percent: whole_units(20),
        shortage_multiple: match Decimal4::from_scaled(15_000) {
            Ok(multiple) => multiple,
            Err(_) => Decimal4::ONE,
        },
        order_cost: whole_units(75),
        default_lead_time_days: 14,
    };
}

/// What an organization says of its costs; `None` takes what is usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderingCostOverrides {
    pub holding_percent: Option<Decimal4>,
    pub shortage_multiple: Option<Decimal4>,
    pub order_cost: Option<Decimal4>,
    pub default_lead_time_days: Option<u32>,
}

impl OrderingCostOverrides {
    /// The costs to reckon with.
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
    fn what_is_not_said_is_as_usual() {
        let read = |text: &str| Decimal4::parse(text).unwrap();
        let usual = OrderingCostOverrides::default().with_defaults();
        assert_eq!(
            (
                usual.holding_percent,
                usual.shortage_multiple,
                usual.order_cost
            ),
            (read("20"), read("1.5"), read("75"))
        );
        assert_eq!(usual.default_lead_time_days, 14);
        let own = OrderingCostOverrides {
            order_cost: Some(Decimal4::ZERO),
            ..OrderingCostOverrides::default()
        }
        .with_defaults();
        assert_eq!(
            (own.order_cost, own.holding_percent),
            (Decimal4::ZERO, read("20"))
        );
    }
}
