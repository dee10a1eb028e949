//! The tables of reports, computed with the permissions of one member by the functions that the
//! pages use.

use super::page_reports::{read_customers, read_position, read_prices};
use crate::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use crate::auth::{PermissionError, Scope};
use crate::db::DbError;
use crate::features::call_list::{CallReports, ListedCallsError, read_listed_calls};
use crate::features::customers::CustomerReports;
use crate::features::metrics::{
    MetricError, QueryAccess, answer_query, query_calendar, to_report_table,
};
use crate::features::purchasing::position_list::PositionSelection;
use crate::features::purchasing::recommendations::Recommendations;
use crate::features::purchasing::{PurchasePlans, SeasonPositions};
use alert_rules::explore_link;
use entities::report_schedule;
use localization::Language;
use metrics::{Query, QueryError, describe_conditions};
use poem_openapi::Enum;
use report_content::{Cell, CellKind, MAX_WORKBOOK_ROWS, ReportColumn, ReportTable};
use serde_json::{Value, json};
use strum::{EnumString, IntoStaticStr};

/// What a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum ScheduledReportKind {
    /// A metric query, as a saved view of Explore has it.
    Metric,
    /// Purchase recommendations.
    PurchaseRecommendations,
    /// The recipient's call list.
    CallList,
    /// The season position, as the stock page or one of its saved views has it.
    StockPosition,
    /// Customers and their purchase patterns.
    CustomerPatterns,
    /// Prices and forecasts of the commodities.
    CommodityPrices,
}

/// What a report shows: for [`ScheduledReportKind::Metric`] a metric query, for
/// [`ScheduledReportKind::StockPosition`] a [`PositionSelection`], if any.
pub(super) struct ReportSubject {
    pub(super) kind: ScheduledReportKind,
    pub(super) query: Option<Value>,
}

impl ReportSubject {
    pub(super) fn from_schedule(schedule: &report_schedule::Model) -> Result<Self, ReportError> {
        let query = schedule.query.as_deref().map(serde_json::from_str);
        Ok(Self {
            kind: schedule.kind.parse().map_err(|_| ReportError::Unreadable)?,
            query: query.transpose().map_err(|_| ReportError::Unreadable)?,
        })
    }
}

/// A report for one recipient.
pub(super) struct Report {
    pub(super) table: ReportTable,
    /// Such as `17 May 2026 to 16 June 2026`.
    pub(super) period: Option<String>,
    /// The filters, such as `location Boone`.
    pub(super) conditions: Vec<String>,
    /// Limitations of the figures.
    pub(super) notes: Vec<String>,
    /// The path of the page with the figures.
    pub(super) link: String,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReportError {
    #[error("the recipient lacks a permission")]
    Permission(PermissionError),
    #[error(transparent)]
    Query(#[from] QueryError),
    #[error("the stored schedule cannot be read")]
    Unreadable,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<MetricError> for ReportError {
    fn from(error: MetricError) -> Self {
        match error {
            MetricError::Query(error) => Self::Query(error),
            MetricError::Permission(error) => Self::Permission(error),
            MetricError::Db(error) => Self::Db(error),
        }
    }
}

impl ReportError {
    /// The reason in the history. None if another attempt can succeed.
    pub(super) fn describe_failure(&self) -> Option<String> {
        match self {
            Self::Permission(
                PermissionError::MissingFromRole(permission)
                | PermissionError::MissingFromApiKey(permission),
            ) => Some(format!(
                "The recipient lacks the permission {}.",
                permission.name()
            )),
            Self::Permission(PermissionError::MfaRequired(_)) => {
                Some("The recipient must set up MFA.".to_owned())
            }
            Self::Query(error) => Some(format!("The query has no answer. {}", error.message)),
            Self::Unreadable => Some("The schedule is incomplete. Save it again.".to_owned()),
            Self::Db(_) => None,
        }
    }
}

/// Computes reports from cached figures that others use, too.
#[derive(Clone)]
pub struct ReportSource {
    /// Call lists.
    pub calls: CallReports,
    /// Customer figures.
    pub customers: CustomerReports,
    /// Purchase plans.
    pub plans: PurchasePlans,
    /// Season positions.
    pub positions: SeasonPositions,
}

impl ReportSource {
    /// The report for the member of a scope, with this email address and language.
    pub(super) async fn read_report(
        &self,
        subject: ReportSubject,
        scope: &Scope,
        (email, language): (&str, Language),
    ) -> Result<Report, ReportError> {
        match subject.kind {
            ScheduledReportKind::Metric => {
                let query = subject.query.ok_or(ReportError::Unreadable)?;
                read_metric(scope, query, language).await
            }
            ScheduledReportKind::PurchaseRecommendations => {
                self.read_purchases(scope, language).await
            }
            ScheduledReportKind::CallList => self.read_calls(scope, email, language).await,
            ScheduledReportKind::StockPosition => {
                let selection = subject.query.as_ref().map(PositionSelection::parse);
                let selection = selection.transpose().map_err(|_| ReportError::Unreadable)?;
                let selection = selection.unwrap_or_default();
                read_position(scope, &self.positions, selection, language).await
            }
            ScheduledReportKind::CustomerPatterns => {
                read_customers(scope, &self.customers, language).await
            }
            ScheduledReportKind::CommodityPrices => read_prices(scope, language).await,
        }
    }

    async fn read_calls(
        &self,
        scope: &Scope,
        email: &str,
        language: Language,
    ) -> Result<Report, ReportError> {
        let texts = language.texts();
        let read = Box::pin(read_listed_calls(scope, email, &self.calls)).await;
        let listed = read.map_err(|error| match error {
            ListedCallsError::Permission(error) => ReportError::Permission(error),
            ListedCallsError::Db(error) => ReportError::Db(error),
            ListedCallsError::Report(error) => {
                ReportError::Db(DbError::Failed(sea_orm::DbErr::Custom(error.to_string())))
            }
        })?;
        let margin = with_unit(texts.expected_margin, listed.currency.as_deref());
        let columns = vec![
            column(texts.grower, CellKind::Text),
            column(&margin, CellKind::Number),
            column(texts.salesperson, CellKind::Text),
            column(texts.call_by, CellKind::Date),
            column(texts.reason, CellKind::Text),
        ];
        let total_rows = listed.calls.len();
        let rows = listed
            .calls
            .into_iter()
            .take(MAX_WORKBOOK_ROWS)
            .map(|call| {
                vec![
                    Cell::Text(call.customer),
                    Cell::Number(call.expected_margin),
                    Cell::Text(call.salesperson),
                    Cell::Text(call.window_end.to_string()),
                    Cell::Text(call.explanation),
                ]
            });
        Ok(Report {
            table: ReportTable {
                columns,
                rows: rows.collect(),
                total_rows,
            },
            period: None,
            conditions: Vec::new(),
            notes: Vec::new(),
            link: "/calls".to_owned(),
        })
    }

    async fn read_purchases(
        &self,
        scope: &Scope,
        language: Language,
    ) -> Result<Report, ReportError> {
        let texts = language.texts();
        let denied = ReportError::Permission;
        let (purchasing, stock, sales) = (
            scope.require(PurchasingRead).map_err(denied)?,
            scope.require(InventoryRead).map_err(denied)?,
            scope.require(SalesRead).map_err(denied)?,
        );
        let plan = self
            .plans
            .load(scope, (&purchasing, &stock, &sales))
            .await?;
        let cost = with_unit(texts.cost, plan.currency.as_deref());
        let items = Recommendations::from_plan(&plan, None).items;
        let total_rows = items.len();
        let rows = items.into_iter().take(MAX_WORKBOOK_ROWS).map(|item| {
            vec![
                Cell::Text(item.item),
                Cell::Text(item.location),
                Cell::Number(item.cost.to_f64()),
                Cell::Number(item.recommended.to_f64()),
                Cell::Number(item.current_stock.to_f64()),
                Cell::Text(item.unit),
                item.supplier.map_or(Cell::Empty, Cell::Text),
            ]
        });
        let columns = vec![
            column(texts.item, CellKind::Text),
            column(texts.location, CellKind::Text),
            column(&cost, CellKind::Number),
            column(texts.recommended_quantity, CellKind::Number),
            column(texts.current_stock, CellKind::Number),
            column(texts.unit, CellKind::Text),
            column(texts.supplier, CellKind::Text),
        ];
        Ok(Report {
            table: ReportTable {
                columns,
                rows: rows.collect(),
                total_rows,
            },
            period: Some(language.format_day(plan.as_of)),
            conditions: Vec::new(),
            notes: Vec::new(),
            link: "/".to_owned(),
        })
    }
}

/// The query of a report: that of the view, with all rows that a workbook may have.
pub(super) fn parse_query(query: &Value, scope: &Scope) -> Result<Query, QueryError> {
    let mut body = query.clone();
    if let Some(body) = body.as_object_mut() {
        body.remove("cursor");
        body.insert("limit".to_owned(), json!(MAX_WORKBOOK_ROWS));
    }
    Query::parse(&body, query_calendar(scope))
}

async fn read_metric(
    scope: &Scope,
    body: Value,
    language: Language,
) -> Result<Report, ReportError> {
    let query = parse_query(&body, scope)?;
    let right = QueryAccess::require(scope, &query).map_err(ReportError::Permission)?;
    let db = scope.rollup_db().await?;
    let answer = Box::pin(answer_query(&db, query, right)).await?;
    Ok(Report {
        period: answer
            .span
            .map(|span| language.format_period(span.from, span.to)),
        notes: answer.notes.clone(),
        link: explore_link(&body, answer.compared_span.is_some()),
        conditions: describe_conditions(&body, &answer.columns),
        table: to_report_table(answer),
    })
}

pub(super) fn column(label: &str, kind: CellKind) -> ReportColumn {
    ReportColumn {
        label: label.to_owned(),
        kind,
    }
}

pub(super) fn with_unit(label: &str, unit: Option<&str>) -> String {
    unit.map_or_else(|| label.to_owned(), |unit| format!("{label} ({unit})"))
}
