//! Evaluates rules with the permissions of a member. Every figure comes from the function that the
//! pages use: metric queries, the freshness of tables, and incomplete tables.

use super::rule_kind::RuleKind;
use crate::auth::Scope;
use crate::auth::permission::{
    CustomersRead, Permission, Permissions, PurchasingRead, SalesRead, SyncRead,
};
use crate::clock::Clock;
use crate::db::{DbError, RolledUpDb};
use crate::decimal::round2;
use crate::features::customers::{CustomerReportError, CustomerReports};
use crate::features::data_sync::{IncompleteTable, load_table_freshness};
use crate::features::metrics::{
    MetricError, QueryAccess, answer_query, query_calendar, required_permissions,
};
use alert_rules::{
    AlertCause, AlertPeriod, Definition, FigureUnit, MAX_MEMBERS, Member, PreviewStep, Replay,
    Start, explore_link, preview_days,
};
use chrono::NaiveDate;
use metrics::{Answer, Calendar, QueryError};
use sea_orm::DbErr;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The page with the state of syncs.
const DATA_SYNC_PATH: &str = "/data-sync";
/// The page with the customers at risk.
const OVERDUE_CUSTOMERS_PATH: &str = "/purchase-patterns";

/// What a rule watches, as read from the request or the database.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Watched {
    /// A condition on a measure.
    Figure(Definition),
    /// Customers who have probably left, and whose expected loss is above a limit.
    CustomersAtRisk {
        /// In the organization's currency.
        limit: f64,
    },
    /// The state of syncs.
    Fact(RuleKind),
}

/// Why a rule cannot be evaluated.
#[derive(Debug, thiserror::Error)]
pub(super) enum MeasurementError {
    /// A query fails, or a permission is missing.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// More members meet the condition than a rule follows.
    #[error("More than {MAX_MEMBERS} members meet the condition.")]
    TooManyMembers,
}

impl From<DbError> for MeasurementError {
    fn from(error: DbError) -> Self {
        Self::Metric(error.into())
    }
}

impl From<QueryError> for MeasurementError {
    fn from(error: QueryError) -> Self {
        Self::Metric(error.into())
    }
}

/// The members for which a condition holds, and the text of a message about them.
#[derive(Clone, Debug, Default)]
pub(super) struct Measurement {
    pub(super) holding: Vec<Member>,
    /// What follows a figure.
    pub(super) unit: FigureUnit,
    /// The label of the measure, such as `Gross margin`. Empty for other rules.
    pub(super) label: String,
    /// None without a period.
    pub(super) period: Option<AlertPeriod>,
}

/// The result of a preview.
pub(super) struct Preview {
    pub(super) evaluations: usize,
    pub(super) starts: Vec<Start>,
}

impl Watched {
    /// The permissions that the figures need.
    pub(super) fn required(&self, calendar: Calendar) -> Result<Permissions, QueryError> {
        match self {
            Self::Figure(definition) => {
                let query = definition.unconditional_query(calendar)?;
                Ok(required_permissions(&query))
            }
            Self::CustomersAtRisk { .. } => Ok(Permissions::from_permissions(&[
                Permission::CustomersRead,
                Permission::SalesRead,
                Permission::PurchasingRead,
            ])),
            Self::Fact(_) => Ok(Permissions::from_permissions(&[Permission::SyncRead])),
        }
    }

    /// The path of the page with the figures.
    pub(super) fn link(&self) -> String {
        match self {
            Self::Figure(definition) => {
                explore_link(definition.query(), definition.condition().is_change())
            }
            Self::CustomersAtRisk { .. } => OVERDUE_CUSTOMERS_PATH.to_owned(),
            Self::Fact(_) => DATA_SYNC_PATH.to_owned(),
        }
    }

    /// What a message says about the condition of a measurement.
    pub(super) fn cause(&self, measured: &Measurement) -> AlertCause {
        match self {
            Self::Figure(definition) => AlertCause::Measure {
                label: measured.label.clone(),
                condition: definition.condition(),
                limit: definition.limit(),
            },
            Self::CustomersAtRisk { limit } => AlertCause::MarginAtRisk { limit: *limit },
            Self::Fact(RuleKind::RejectedRows) => AlertCause::RejectedRows,
            Self::Fact(_) => AlertCause::OverdueData,
        }
    }

    /// Evaluates the rule now.
    pub(super) async fn measure(
        &self,
        scope: &Scope,
        clock: &Clock,
        customers: &CustomerReports,
    ) -> Result<Measurement, MeasurementError> {
        match self {
            Self::Figure(definition) => {
                let db = scope.rollup_db().await?;
                measure_figure(definition, scope, &db, query_calendar(scope)).await
            }
            Self::CustomersAtRisk { limit } => {
                let mut measured = measure_customers_at_risk(scope, customers).await?;
                measured
                    .holding
                    .retain(|one| one.figure.is_some_and(|loss| loss > *limit));
                if measured.holding.len() > MAX_MEMBERS {
                    return Err(MeasurementError::TooManyMembers);
                }
                Ok(measured)
            }
            Self::Fact(kind) => measure_fact(*kind, scope, clock).await,
        }
    }

    /// The figures of all members, for those whose alert ends. Empty for the state of syncs.
    pub(super) async fn measure_all(
        &self,
        scope: &Scope,
        customers: &CustomerReports,
    ) -> Result<Vec<Member>, MeasurementError> {
        let definition = match self {
            Self::Figure(definition) => definition,
            Self::CustomersAtRisk { .. } => {
                return Ok(measure_customers_at_risk(scope, customers).await?.holding);
            }
            Self::Fact(_) => return Ok(Vec::new()),
        };
        let query = definition.unconditional_query(query_calendar(scope))?;
        let right = QueryAccess::require(scope, &query).map_err(MetricError::Permission)?;
        let answer = answer_query(&scope.rollup_db().await?, query, right).await?;
        Ok(definition.read_members(&answer))
    }

    /// Evaluates the rule over the last two years. None if its figure has no past: stock, open
    /// lines, customers at risk and the state of syncs are known for today only.
    pub(super) async fn preview(
        &self,
        scope: &Scope,
        step: PreviewStep,
        guard: alert_rules::Guard,
    ) -> Result<Option<Preview>, MeasurementError> {
        let definition = match self {
            Self::Figure(definition) if definition.has_past() => definition,
            _ => return Ok(None),
        };
        let days = preview_days(scope.as_of(), step);
        let mut replay = Replay::new(guard);
        let mut remaining = days.iter();
        let mut version = None;
        loop {
            // A transaction for each day: hundreds of queries in one would keep a connection from
            // other requests.
            let db = scope.rollup_db().await?;
            if version.replace(db.data_version()) != Some(db.data_version()) {
                // The first day, or a sync ended meanwhile. All days show the same data.
                replay = Replay::new(guard);
                remaining = days.iter();
            }
            let Some(day) = remaining.next() else {
                break;
            };
            let calendar = Calendar {
                today: *day,
                ..query_calendar(scope)
            };
            let measured = measure_figure(definition, scope, &db, calendar).await?;
            if measured.period.is_none() {
                return Ok(None);
            }
            let holding: BTreeSet<String> =
                measured.holding.into_iter().map(|one| one.name).collect();
            replay.evaluate(*day, &holding);
        }
        Ok(Some(Preview {
            evaluations: days.len(),
            starts: replay.into_starts(),
        }))
    }
}

async fn measure_figure(
    definition: &Definition,
    scope: &Scope,
    db: &RolledUpDb,
    calendar: Calendar,
) -> Result<Measurement, MeasurementError> {
    let mut measured = Measurement::default();
    for query in definition.queries(calendar)? {
        let right = QueryAccess::require(scope, &query).map_err(MetricError::Permission)?;
        let answer = answer_query(db, query, right).await?;
        if answer.next_cursor.is_some() {
            return Err(MeasurementError::TooManyMembers);
        }
        measured.holding.extend(definition.read_members(&answer));
        measured.unit = definition.unit(&answer);
        measured.label = measure_label(definition, &answer);
        measured.period = answer.span.map(|span| AlertPeriod {
            from: span.from,
            to: span.to,
        });
    }
    Ok(measured)
}

fn measure_label(definition: &Definition, answer: &Answer) -> String {
    let mut columns = answer.columns.iter();
    let column = columns.find(|column| column.id == definition.measure());
    column.map_or_else(
        || definition.measure().to_owned(),
        |column| column.label.clone(),
    )
}

/// All customers who have probably left, the largest expected loss first, with that loss.
async fn measure_customers_at_risk(
    scope: &Scope,
    customers: &CustomerReports,
) -> Result<Measurement, MeasurementError> {
    let missing = MetricError::Permission;
    let proofs = (
        scope.require(CustomersRead).map_err(missing)?,
        scope.require(SalesRead).map_err(missing)?,
        scope.require(PurchasingRead).map_err(missing)?,
    );
    let report = customers
        .load(scope, (&proofs.0, &proofs.1, &proofs.2))
        .await
        .map_err(|error| match error {
            CustomerReportError::Db(error) => error,
            CustomerReportError::Fit(_) => DbError::Failed(DbErr::Custom(error.to_string())),
        })?;
    let names: HashMap<&str, &str> = report
        .figures
        .patterns
        .iter()
        .map(|row| (&*row.id, &*row.customer))
        .collect();
    let mut used = HashSet::new();
    let holding = report
        .figures
        .overdue
        .customers
        .iter()
        .map(|(id, overdue)| {
            let name = names.get(&**id).copied().unwrap_or(id);
            Member {
                name: if used.insert(name) {
                    name.to_owned()
                } else {
                    format!("{name} ({id})")
                },
                figure: Some(round2(overdue.expected_loss)),
            }
        });
    Ok(Measurement {
        holding: holding.collect(),
        unit: report
            .currency
            .as_ref()
            .map_or(FigureUnit::None, |currency| {
                FigureUnit::Named(currency.0.clone())
            }),
        ..Measurement::default()
    })
}

async fn measure_fact(
    kind: RuleKind,
    scope: &Scope,
    clock: &Clock,
) -> Result<Measurement, MeasurementError> {
    scope.require(SyncRead).map_err(MetricError::Permission)?;
    let db = scope.read_db().await?;
    let (now, zone) = (clock.now(), scope.access().organization().time_zone);
    let tables = load_table_freshness(&db, zone, now).await?;
    let holding = tables.iter().filter_map(|table| {
        let figure = match kind {
            RuleKind::RejectedRows => {
                let incomplete = IncompleteTable::from_sync_state(&table.sync_state)?;
                incomplete.rejected.to_string().parse().ok()
            }
            _ if table.is_overdue => {
                let days: NaiveDate = now.with_timezone(&zone).date_naive();
                let synced = table.sync_state.synced_at.with_timezone(&zone).date_naive();
                (days - synced).num_days().to_string().parse().ok()
            }
            _ => return None,
        };
        Some(Member {
            name: table.sync_state.source_table.clone(),
            figure,
        })
    });
    Ok(Measurement {
        holding: holding.collect(),
        ..Measurement::default()
    })
}
