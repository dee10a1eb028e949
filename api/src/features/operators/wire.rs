//! Request and response types of the operator operations.

mod operator_log;

pub(super) use operator_log::{
    OperatorAuditEntries, OperatorEmail, OperatorEmailDetail, OperatorEmails,
};

use super::store::TenantRecords;
use super::tenant_health::{DataHealth, HealthEvidence, assess_health};
use crate::db::{TenantOverview, UsageLimits};
use crate::features::data_sync::connectors::SourceKind;
use crate::features::data_sync::{IncompleteTable, RunState, RunTrigger};
use crate::http::parse_stored_name;
use chrono::{DateTime, Utc};
use entities::{data_source, sync_run};
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;
use sources::SourceError;

/// The health of a tenant: the most severe condition that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum TenantHealth {
    /// No other condition applies.
    Ok,
    /// More than 0.1 % of the rows of a table were rejected.
    Degraded,
    /// No table was synced for 7 days.
    Stale,
    /// The last run failed.
    Failing,
    /// No table was ever synced.
    NeverSynced,
    /// An operator suspended the tenant.
    Suspended,
}

/// A Data Sync run.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct TenantRun {
    pub id: Uuid,
    pub state: RunState,
    /// Absent if unknown.
    pub trigger: Option<RunTrigger>,
    pub started_at: DateTime<Utc>,
    /// Absent while it is running.
    pub finished_at: Option<DateTime<Utc>>,
}

/// The limits of a tenant. Absent fields are unlimited.
#[derive(Clone, Copy, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct TenantLimits {
    /// Members, including pending invitations.
    pub people: Option<u64>,
    /// Rows in all source tables.
    pub rows: Option<u64>,
    /// Questions to Sprout AI in a calendar month, in the tenant's time zone.
    pub questions: Option<u64>,
}

/// The usage of a tenant.
#[derive(Clone, Copy, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct TenantUsage {
    /// Members.
    pub people: u64,
    /// Rows in all source tables, as counted by the last syncs.
    pub rows: u64,
    /// Questions to Sprout AI in the current calendar month.
    pub questions: u64,
}

/// The suspension of a tenant.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct TenantSuspension {
    /// When it was suspended.
    pub since: DateTime<Utc>,
    /// The reason, which members can read.
    pub reason: String,
}

/// A tenant: an organization with its usage, but without its rows.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct Tenant {
    pub id: Uuid,
    /// Unique, in lowercase. Command-line tools accept it.
    pub slug: String,
    pub name: String,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// True for the demo organization.
    pub sample: bool,
    /// The tenant's health.
    pub health: TenantHealth,
    /// Absent unless the tenant is suspended.
    pub suspension: Option<TenantSuspension>,
    /// Current usage.
    pub usage: TenantUsage,
    /// Limits.
    pub limits: TenantLimits,
    /// The last run. Absent if there was none.
    pub last_sync: Option<TenantRun>,
}

/// A page of tenants, newest first.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct Tenants {
    pub items: Vec<Tenant>,
    /// The cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
}

/// The data source of a tenant, without its credentials.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct TenantSource {
    pub kind: SourceKind,
    /// When it was configured.
    pub configured_at: DateTime<Utc>,
}

/// The sync schedule of a tenant.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct TenantSchedule {
    /// A cron expression with five fields, in the tenant's time zone.
    pub cron: String,
    /// Whether the schedule is enabled.
    pub enabled: bool,
    /// When the next run starts.
    pub next_at: Option<DateTime<Utc>>,
}

/// A tenant with details.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct TenantDetail {
    pub tenant: Tenant,
    /// IANA name.
    pub time_zone: String,
    /// Absent if none is configured.
    pub source: Option<TenantSource>,
    /// Absent if none is configured.
    pub schedule: Option<TenantSchedule>,
    /// The last runs, newest first, at most 10.
    pub runs: Vec<TenantRun>,
}

/// The reason for a decision about a tenant.
#[derive(Debug, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct DecisionReason {
    /// The reason, recorded in the organization's audit log. Members of a suspended organization
    /// see it, so say whom to contact.
    #[oai(validator(max_length = 500))]
    pub reason: String,
}

impl Example for DecisionReason {
    fn example() -> Self {
        Self {
            reason: "The invoice of May is not paid. Write to billing@sprout.example.".to_owned(),
        }
    }
}

/// New limits of a tenant. Omitted limits are removed.
#[derive(Debug, Object)]
#[oai(
    deny_unknown_fields,
    rename_all = "camelCase",
    example,
    skip_serializing_if_is_none
)]
pub(super) struct TenantLimitsChange {
    /// Members, including pending invitations.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub people: Option<u64>,
    /// Rows in all source tables.
    #[oai(validator(maximum(value = "1000000000000")))]
    pub rows: Option<u64>,
    /// Questions to Sprout AI in a calendar month, in the tenant's time zone.
    #[oai(validator(maximum(value = "1000000000")))]
    pub questions: Option<u64>,
    /// The reason, recorded in the organization's audit log.
    #[oai(validator(max_length = 500))]
    pub reason: String,
}

impl Example for TenantLimitsChange {
    fn example() -> Self {
        Self {
            people: Some(10),
            rows: Some(500_000),
            questions: Some(1_000),
            reason: "Plan \"Starter\", as ordered on 1 June.".to_owned(),
        }
    }
}

impl From<DataHealth> for TenantHealth {
    fn from(health: DataHealth) -> Self {
        match health {
            DataHealth::Ok => Self::Ok,
            DataHealth::Degraded => Self::Degraded,
            DataHealth::Stale => Self::Stale,
            DataHealth::Failing => Self::Failing,
            DataHealth::NeverSynced => Self::NeverSynced,
            DataHealth::Suspended => Self::Suspended,
        }
    }
}

impl TryFrom<data_source::Model> for TenantSource {
    type Error = SourceError;

    fn try_from(source: data_source::Model) -> Result<Self, SourceError> {
        Ok(Self {
            kind: SourceKind::from_name(&source.kind)?,
            configured_at: source.updated_at,
        })
    }
}

impl From<sync_run::Model> for TenantRun {
    fn from(run: sync_run::Model) -> Self {
        Self {
            id: run.id,
            state: RunState::from_stored(&run.state),
            trigger: run.trigger.as_deref().and_then(parse_stored_name),
            started_at: run.started_at,
            finished_at: run.finished_at,
        }
    }
}

impl TenantDetail {
    /// Fails if the kind of the stored source is unknown.
    pub(super) fn from_records(
        records: TenantRecords,
        now: DateTime<Utc>,
    ) -> Result<Self, SourceError> {
        Ok(Self {
            time_zone: records.overview.organization.time_zone.name().to_owned(),
            source: records.source.map(TenantSource::try_from).transpose()?,
            schedule: records.schedule.map(|schedule| TenantSchedule {
                cron: schedule.cron,
                enabled: schedule.enabled,
                next_at: schedule.next_run_at,
            }),
            runs: records.runs.into_iter().map(TenantRun::from).collect(),
            tenant: Tenant::from_overview(records.overview, now),
        })
    }
}

impl From<UsageLimits> for TenantLimits {
    fn from(limits: UsageLimits) -> Self {
        Self {
            people: limits.max_members,
            rows: limits.max_rows,
            questions: limits.max_monthly_questions,
        }
    }
}

impl Tenant {
    pub(super) fn from_overview(overview: TenantOverview, now: DateTime<Utc>) -> Self {
        let TenantOverview {
            organization,
            created_at,
            limits,
            members: people,
            rows,
            questions,
            synced_at,
            tables,
            last_run,
        } = overview;
        let evidence = HealthEvidence {
            is_suspended: organization.suspension.is_some(),
            synced_at,
            last_run: last_run.as_ref().map(|run| run.state.as_str()),
            is_incomplete: tables
                .iter()
                .any(|table| IncompleteTable::from_sync_state(table).is_some()),
        };
        Self {
            id: organization.id.0,
            slug: organization.slug,
            created_at,
            sample: organization.is_demo,
            health: assess_health(evidence, now).into(),
            name: organization.name,
            suspension: organization.suspension.map(|suspension| TenantSuspension {
                since: suspension.since,
                reason: suspension.reason,
            }),
            usage: TenantUsage {
                people,
                rows,
                questions,
            },
            limits: limits.into(),
            last_sync: last_run.map(Into::into),
        }
    }
}
