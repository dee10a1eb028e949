//! Repeat rate of a customer group relative to the tenant's; used for customers with a single
//! order.

use std::collections::BTreeMap;

use super::customer_group::CustomerGroup;
use estimators::bg_nbd::EventHistory;

/// Repeats of the whole tenant that a group is shrunk toward.
const TENANT_PRIOR_REPEATS: f64 = 10.0;

/// Repeats and the ticks in which they occurred.
#[derive(Debug, Clone, Copy, Default)]
struct RepeatTotals {
    repeats: f64,
    ticks: f64,
}

impl RepeatTotals {
    fn add_customer(&mut self, seen: &EventHistory) {
        self.repeats += f64::from(seen.repeats);
        self.ticks += seen.last;
    }
}

#[derive(Debug, Default)]
pub(super) struct GroupPaces<'a> {
    groups: BTreeMap<&'a CustomerGroup, RepeatTotals>,
    tenant: RepeatTotals,
}

impl<'a> GroupPaces<'a> {
    pub(super) fn from_customers(
        customers: impl IntoIterator<Item = (&'a CustomerGroup, EventHistory)>,
    ) -> Self {
        let mut paces = Self::default();
        for (group, seen) in customers {
            paces.groups.entry(group).or_default().add_customer(&seen);
            paces.tenant.add_customer(&seen);
        }
        paces
    }

    /// Ticks between orders of the group; infinite if no customer of the tenant has repeated.
    fn repeat_interval(&self, group: &CustomerGroup) -> f64 {
        let mean_interval = self.tenant.ticks / self.tenant.repeats;
        let run = self.groups.get(group).copied().unwrap_or_default();
        let interval = (run.ticks + TENANT_PRIOR_REPEATS * mean_interval)
            / (run.repeats + TENANT_PRIOR_REPEATS);
        if interval.is_finite() && interval > 0.0 {
            interval
        } else {
            f64::INFINITY
        }
    }

    /// Repeat rate of the group relative to the tenant's; 1 without repeats.
    pub(super) fn relative_pace(&self, group: &CustomerGroup) -> f64 {
        let pace = self.tenant.ticks / self.tenant.repeats / self.repeat_interval(group);
        if pace.is_finite() && pace > 0.0 {
            pace
        } else {
            1.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group_in_state(state: &str) -> CustomerGroup {
        CustomerGroup {
            state: state.to_owned(),
            crops: String::new(),
            category: String::new(),
        }
    }

    #[test]
    fn busy_group_is_faster_than_slow_one() {
        let (iowa, ohio, utah) = (
            group_in_state("iowa"),
            group_in_state("ohio"),
            group_in_state("utah"),
        );
        let seen = |repeats, last| EventHistory {
            repeats,
            last,
            age: last,
        };
        let paces = GroupPaces::from_customers([
            (&iowa, seen(100, 1_000.0)),
            (&ohio, seen(100, 4_000.0)),
            (&utah, seen(0, 0.0)),
        ]);
        // Tenant: 200 in 5,000, one in 25 ticks. Iowa: 110 in 1,250, Ohio: 110 in 4,250.
        assert!((paces.repeat_interval(&iowa) - 1_250.0 / 110.0).abs() < 1e-12);
        assert!((paces.repeat_interval(&ohio) - 4_250.0 / 110.0).abs() < 1e-12);
        assert!((paces.relative_pace(&iowa) - 2.2).abs() < 1e-12);
        assert!((paces.relative_pace(&utah) - 1.0).abs() < 1e-12);
        assert!((paces.relative_pace(&group_in_state("elsewhere")) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn groups_are_equal_without_repeats() {
        let iowa = group_in_state("iowa");
        let paces = GroupPaces::from_customers([(
            &iowa,
            EventHistory {
                repeats: 0,
                last: 0.0,
                age: 5.0,
            },
        )]);
        assert!(
            (paces.relative_pace(&iowa) - 1.0).abs() < 1e-12
                && paces.repeat_interval(&iowa).is_infinite()
        );
        assert!((GroupPaces::default().relative_pace(&iowa) - 1.0).abs() < 1e-12);
    }
}
