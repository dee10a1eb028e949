//! How fast a group's customers come back, against the tenant's: what a customer with a single
//! order is measured by.

use std::collections::BTreeMap;

use super::group::Group;
use estimators::bg_nbd::Seen;

/// Repeats of the whole tenant that a group is drawn toward.
const TENANT_REPEATS: f64 = 10.0;

/// Repeats and the ticks in which they came.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    repeats: f64,
    ticks: f64,
}

impl Run {
    fn add(&mut self, seen: &Seen) {
        self.repeats += f64::from(seen.repeats);
        self.ticks += seen.last;
    }
}

#[derive(Debug, Default)]
pub(super) struct Paces<'a> {
    groups: BTreeMap<&'a Group, Run>,
    tenant: Run,
}

impl<'a> Paces<'a> {
    pub(super) fn of(customers: impl IntoIterator<Item = (&'a Group, Seen)>) -> Self {
        let mut paces = Self::default();
        for (group, seen) in customers {
            paces.groups.entry(group).or_default().add(&seen);
            paces.tenant.add(&seen);
        }
        paces
    }

    /// Ticks from an order of the group to the next; infinite where nobody of the tenant has come
    /// back.
    pub(super) fn interval(&self, group: &Group) -> f64 {
        let usual = self.tenant.ticks / self.tenant.repeats;
        let run = self.groups.get(group).copied().unwrap_or_default();
        let interval = (run.ticks + TENANT_REPEATS * usual) / (run.repeats + TENANT_REPEATS);
        if interval.is_finite() && interval > 0.0 {
            interval
        } else {
            f64::INFINITY
        }
    }

    /// How many times as fast as the tenant's the group's customers come back; 1 where nobody has.
    pub(super) fn relative(&self, group: &Group) -> f64 {
        let pace = self.tenant.ticks / self.tenant.repeats / self.interval(group);
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

    fn group(state: &str) -> Group {
        Group {
            state: state.to_owned(),
            crops: String::new(),
            category: String::new(),
        }
    }

    #[test]
    fn a_busy_group_runs_faster_than_a_slow_one() {
        let (iowa, ohio, utah) = (group("iowa"), group("ohio"), group("utah"));
        let seen = |repeats, last| Seen {
            repeats,
            last,
            age: last,
        };
        let paces = Paces::of([
            (&iowa, seen(100, 1_000.0)),
            (&ohio, seen(100, 4_000.0)),
            (&utah, seen(0, 0.0)),
        ]);
        // Tenant: 200 in 5,000, one in 25 ticks. Iowa: 110 in 1,250, Ohio: 110 in 4,250.
        assert!((paces.interval(&iowa) - 1_250.0 / 110.0).abs() < 1e-12);
        assert!((paces.interval(&ohio) - 4_250.0 / 110.0).abs() < 1e-12);
        assert!((paces.relative(&iowa) - 2.2).abs() < 1e-12);
        assert!((paces.relative(&utah) - 1.0).abs() < 1e-12);
        assert!((paces.relative(&group("elsewhere")) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn without_repeats_all_are_alike() {
        let iowa = group("iowa");
        let paces = Paces::of([(
            &iowa,
            Seen {
                repeats: 0,
                last: 0.0,
                age: 5.0,
            },
        )]);
        assert!((paces.relative(&iowa) - 1.0).abs() < 1e-12 && paces.interval(&iowa).is_infinite());
        assert!((Paces::default().relative(&iowa) - 1.0).abs() < 1e-12);
    }
}
