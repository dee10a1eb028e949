//! Filters of the audit log.

use crate::db::AuditAction;
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use entities::audit_entry::Column;
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Condition};

/// There is no action with this name. The message is for users.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Unknown action \"{name}\". Use one of {}.", list_action_names())]
pub(super) struct UnknownActionError {
    name: String,
}

fn list_action_names() -> String {
    let all: Vec<&str> = AuditAction::ALL
        .iter()
        .map(|action| action.name())
        .collect();
    all.join(", ")
}

/// A validated filter.
#[derive(Clone, Debug)]
pub(super) struct AuditFilter(Condition);

impl AuditFilter {
    /// Matches entries that satisfy all parameters. Days are in `zone`; both ends are inclusive.
    pub(super) fn from_query(
        action: Option<&str>,
        person: Option<Uuid>,
        (from, to): (Option<NaiveDate>, Option<NaiveDate>),
        target: Option<&str>,
        zone: Tz,
    ) -> Result<Self, UnknownActionError> {
        if let Some(name) = action.filter(|name| AuditAction::from_name(name).is_none()) {
            return Err(UnknownActionError {
                name: name.to_owned(),
            });
        }
        let condition = Condition::all()
            .add_option(action.map(|action| Column::Action.eq(action)))
            .add_option(person.map(|person| Column::ActorId.eq(person)))
            .add_option(
                from.and_then(|day| start_of_day(day, zone))
                    .map(|at| Column::OccurredAt.gte(at)),
            )
            .add_option(
                to.and_then(|day| start_of_day(day.succ_opt()?, zone))
                    .map(|at| Column::OccurredAt.lt(at)),
            )
            .add_option(target.map(|target| {
                Condition::any()
                    .add(Column::TargetId.eq(target))
                    .add(Column::TargetKind.eq(target))
            }));
        Ok(Self(condition))
    }

    pub(super) fn condition(&self) -> Condition {
        self.0.clone()
    }
}

/// The start of a day in a time zone: its first existing hour.
fn start_of_day(day: NaiveDate, zone: Tz) -> Option<DateTime<Utc>> {
    let midnight = day.and_time(NaiveTime::MIN);
    (0..24)
        .find_map(|hours| {
            zone.from_local_datetime(&(midnight + TimeDelta::hours(hours)))
                .earliest()
        })
        .map(|at| at.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_start_at_their_first_existing_hour() {
        let start = |day: &str, zone: Tz| {
            start_of_day(day.parse().unwrap(), zone)
                .unwrap()
                .to_rfc3339()
        };
        assert_eq!(
            start("2026-06-16", chrono_tz::America::Chicago),
            "2026-06-16T05:00:00+00:00"
        );
        // Midnight is skipped there on that day.
        assert_eq!(
            start("2018-11-04", chrono_tz::America::Sao_Paulo),
            "2018-11-04T03:00:00+00:00"
        );
    }
}
