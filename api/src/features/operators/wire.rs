//! What operators ask of organizations and are told.

mod operator_log;

pub(super) use operator_log::{
    OperatorAuditEntries, OperatorEmail, OperatorEmailDetail, OperatorEmails,
};

use super::tenant_health::{DataHealth, assess_health};
use crate::db::{TenantOverview, UsageLimits};
use chrono::{DateTime, Utc};
use entities::sync_run;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// One word for how an organization's data stands, the gravest that is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum TenantHealth {
    /// None of the others.
    Ok,
    /// No table was compared with its source for 7 days.
    Stale,
    /// The latest run failed.
    Failing,
    /// No table was ever brought in.
    NeverSynced,
    /// Nobody works in it, by the word of an operator.
    Suspended,
}

/// How a run of Data Sync stands or ended.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct TenantRun {
    pub id: Uuid,
    /// `running`, `succeeded`, `succeeded_with_rejects`, `failed` or `cancelled`.
    pub state: String,
    /// `person`, `schedule` or `command`, where it is known.
    pub trigger: Option<String>,
    pub started_at: DateTime<Utc>,
    /// Left out while it goes on.
    pub finished_at: Option<DateTime<Utc>>,
}

/// How much an organization may hold. What is left out has no limit.
#[derive(Clone, Copy, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct TenantLimits {
    /// People who belong to it, with those who are invited.
    pub people: Option<u64>,
    /// Rows of its source tables together.
    pub rows: Option<u64>,
    /// Questions to Sprout AI in a calendar month of its time zone.
    pub questions: Option<u64>,
}

/// What an organization uses.
#[derive(Clone, Copy, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct TenantUsage {
    /// People who belong to it.
    pub people: u64,
    /// Rows of its source tables together, as their last syncs counted them.
    pub rows: u64,
    /// Questions to Sprout AI in the month of its calendar.
    pub questions: u64,
}

/// Why nobody works in an organization.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct TenantSuspension {
    /// Since when.
    pub since: DateTime<Utc>,
    /// Why, as its people read it.
    pub reason: String,
}

/// An organization as an operator sees it: by what it uses, never by its rows.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct Tenant {
    pub id: Uuid,
    /// Unique, lower-case, as commands name it.
    pub slug: String,
    pub name: String,
    /// When it was registered.
    pub created_at: DateTime<Utc>,
    /// True for the generated demo.
    pub sample: bool,
    /// How its data stands.
    pub health: TenantHealth,
    /// Left out where everybody may work in it.
    pub suspended: Option<TenantSuspension>,
    /// What it uses.
    pub usage: TenantUsage,
    /// How much it may hold.
    pub limits: TenantLimits,
    /// The latest run; left out where there was none.
    pub last_sync: Option<TenantRun>,
}

/// A page of organizations, newest first.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct Tenants {
    pub items: Vec<Tenant>,
    /// Where the next page begins; left out on the last one.
    pub next_cursor: Option<String>,
}

/// Where an organization's rows come from: which kind, and nothing by which it could be opened.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct TenantSource {
    /// `files`, `postgres` or `bigquery`.
    pub kind: String,
    /// When it was set.
    pub set_at: DateTime<Utc>,
}

/// When an organization's rows are synced by themselves.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct TenantSchedule {
    /// Five fields, in the organization's time zone.
    pub cron: String,
    /// Whether it is on.
    pub enabled: bool,
    /// When the next run is due.
    pub next_at: Option<DateTime<Utc>>,
}

/// An organization with what else an operator may know of it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct TenantDetail {
    pub tenant: Tenant,
    /// IANA name.
    pub time_zone: String,
    /// Left out where none is set.
    pub source: Option<TenantSource>,
    /// Left out where none is set.
    pub schedule: Option<TenantSchedule>,
    /// The newest first, at most 10.
    pub runs: Vec<TenantRun>,
}

/// A decision about an organization, with its reason.
#[derive(Debug, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct DecisionReason {
    /// Why. Where it is suspended its people read these words: say whom to ask. It stands in the
    /// organization's audit log.
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

/// How much an organization may hold from now on. What is left out has no limit.
#[derive(Debug, Object)]
#[oai(
    deny_unknown_fields,
    rename_all = "camelCase",
    example,
    skip_serializing_if_is_none
)]
pub(super) struct TenantLimitsChange {
    /// People who belong to it, with those who are invited.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub people: Option<u64>,
    /// Rows of its source tables together.
    #[oai(validator(maximum(value = "1000000000000")))]
    pub rows: Option<u64>,
    /// Questions to Sprout AI in a calendar month of its time zone.
    #[oai(validator(maximum(value = "1000000000")))]
    pub questions: Option<u64>,
    /// Why; it stands in the organization's audit log.
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
            DataHealth::Stale => Self::Stale,
            DataHealth::Failing => Self::Failing,
            DataHealth::NeverSynced => Self::NeverSynced,
            DataHealth::Suspended => Self::Suspended,
        }
    }
}

impl From<sync_run::Model> for TenantRun {
    fn from(run: sync_run::Model) -> Self {
        Self {
            id: run.id,
            state: run.state,
            trigger: run.trigger,
            started_at: run.started_at,
            finished_at: run.finished_at,
        }
    }
}

impl From<UsageLimits> for TenantLimits {
    fn from(plan: UsageLimits) -> Self {
        Self {
            people: plan.max_members,
            rows: plan.max_rows,
            questions: plan.max_monthly_questions,
        }
    }
}

impl Tenant {
    pub(super) fn from_overview(standing: TenantOverview, now: DateTime<Utc>) -> Self {
        let TenantOverview {
            organization,
            created_at,
            limits: plan,
            members: people,
            rows,
            questions,
            synced_at,
            last_run,
        } = standing;
        let state = last_run.as_ref().map(|run| run.state.as_str());
        Self {
            id: organization.id.0,
            slug: organization.slug,
            created_at,
            sample: organization.is_demo,
            health: assess_health(organization.suspension.is_some(), synced_at, state, now).into(),
            name: organization.name,
            suspended: organization.suspension.map(|suspension| TenantSuspension {
                since: suspension.since,
                reason: suspension.reason,
            }),
            usage: TenantUsage {
                people,
                rows,
                questions,
            },
            limits: plan.into(),
            last_sync: last_run.map(Into::into),
        }
    }
}
