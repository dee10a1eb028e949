//! The tables of reports, computed with the permissions of one member by the functions that the
//! pages use.

use super::dashboard_report::read_dashboard;
use super::metric_report::{read_metric, read_metric_sections};
use super::page_reports::{read_customers, read_position};
use super::supply_report::read_supply_analysis;
use crate::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use crate::auth::{PermissionError, Scope};
use crate::db::DbError;
use crate::features::call_list::{CallReports, ListedCallsError, read_listed_calls};
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::features::customers::CustomerReports;
use crate::features::market::feed::news_feed::NewsItem;
use crate::features::market::feed::{CachedFeed, WeatherReports};
use crate::features::metrics::MetricError;
use crate::features::purchasing::position_list::PositionSelection;
use crate::features::purchasing::recommendations::Recommendations;
use crate::features::purchasing::{PurchasePlans, SeasonPositions};
use crate::features::supply_prices::PriceIndexes;
use entities::report_schedule;
use localization::{Language, fill_text};
use metrics::QueryError;
use poem_openapi::Enum;
use report_content::{Cell, CellKind, MAX_WORKBOOK_ROWS, ReportColumn, ReportSection, ReportTable};
use serde_json::Value;
use strum::{EnumString, IntoStaticStr};

/// What a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum ScheduledReportKind {
    /// A metric query, as a saved view of Explore has it.
    Metric,
    /// Several metric queries, as the page of a record has them.
    MetricSections,
    /// The dashboard: its cards, the price index, yield forecasts, and purchase recommendations.
    Dashboard,
    /// Purchase recommendations.
    PurchaseRecommendations,
    /// The recipient's call list.
    CallList,
    /// The season position, as the stock page or one of its saved views has it.
    StockPosition,
    /// Customers and their purchase patterns.
    CustomerPatterns,
    /// The page Supply Analysis: prices and forecasts of the commodities, weather, and news.
    SupplyAnalysis,
}

/// What a report shows: for [`ScheduledReportKind::Metric`] a metric query, for
/// [`ScheduledReportKind::MetricSections`] a [`super::metric_report::MetricSections`], for
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
    /// At least one.
    pub(super) sections: Vec<ReportSection>,
    /// What is left out, and why.
    pub(super) notes: Vec<String>,
    /// The path of the page with the figures.
    pub(super) link: String,
}

impl Report {
    /// A report with one table.
    pub(super) fn from_section(section: ReportSection, link: &str) -> Self {
        Self {
            sections: vec![section],
            notes: Vec::new(),
            link: link.to_owned(),
        }
    }

    /// A report of several tables, without those that the recipient may not see. If none is left,
    /// that is an error.
    pub(super) fn from_sections(
        sections: Vec<(String, Result<ReportSection, ReportError>)>,
        link: String,
        language: Language,
    ) -> Result<Self, ReportError> {
        let mut report = Self {
            sections: Vec::new(),
            notes: Vec::new(),
            link,
        };
        let mut denied = None;
        for (title, section) in sections {
            match section {
                Ok(section) => report.sections.push(ReportSection { title, ..section }),
                Err(ReportError::Permission(
                    error @ (PermissionError::MissingFromRole(permission)
                    | PermissionError::MissingFromApiKey(permission)),
                )) => {
                    let values = [
                        ("section", title.as_str()),
                        ("permission", permission.name()),
                    ];
                    let template = language.texts().section_left_out;
                    report.notes.push(fill_text(template, &values));
                    denied = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
        match denied {
            Some(error) if report.sections.is_empty() => Err(ReportError::Permission(error)),
            _ => Ok(report),
        }
    }

    /// The number of rows that there are.
    pub(super) fn count_rows(&self) -> usize {
        let sections = self.sections.iter();
        sections.map(|section| section.table.total_rows).sum()
    }
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReportError {
    #[error("the recipient lacks a permission")]
    Permission(#[from] PermissionError),
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
    /// Price indexes.
    pub prices: PriceIndexes,
    /// Public harvest records.
    pub yields: YieldCatalog,
    /// Weather of organizations.
    pub weather: WeatherReports,
    /// Source of news, if configured.
    pub news: CachedFeed<Vec<NewsItem>>,
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
                Box::pin(read_metric(scope, &query, language)).await
            }
            ScheduledReportKind::MetricSections => {
                let query = subject.query.ok_or(ReportError::Unreadable)?;
                Box::pin(read_metric_sections(scope, query, language)).await
            }
            ScheduledReportKind::Dashboard => Box::pin(read_dashboard(scope, self, language)).await,
            ScheduledReportKind::PurchaseRecommendations => {
                let section = read_purchases(scope, &self.plans, language).await?;
                Ok(Report::from_section(section, "/"))
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
            ScheduledReportKind::SupplyAnalysis => {
                Box::pin(read_supply_analysis(scope, self, language)).await
            }
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
        let table = ReportTable {
            columns,
            rows: rows.collect(),
            total_rows,
        };
        let section = ReportSection::new(Vec::new(), table);
        Ok(Report::from_section(section, "/calls"))
    }
}

/// Purchase recommendations, by urgency.
pub(super) async fn read_purchases(
    scope: &Scope,
    plans: &PurchasePlans,
    language: Language,
) -> Result<ReportSection, ReportError> {
    let texts = language.texts();
    let (purchasing, stock, sales) = (
        scope.require(PurchasingRead)?,
        scope.require(InventoryRead)?,
        scope.require(SalesRead)?,
    );
    let plan = plans.load(scope, (&purchasing, &stock, &sales)).await?;
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
    let table = ReportTable {
        columns,
        rows: rows.collect(),
        total_rows,
    };
    let day = language.format_day(plan.as_of);
    Ok(ReportSection::new(
        vec![describe_period(&day, language)],
        table,
    ))
}

/// Such as `Period: 16 June 2026`.
pub(super) fn describe_period(period: &str, language: Language) -> String {
    fill_text(language.texts().period, &[("period", period)])
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::permission::Permission;

    fn section() -> ReportSection {
        let table = ReportTable {
            columns: vec![column("Item", CellKind::Text)],
            rows: Vec::new(),
            total_rows: 3,
        };
        ReportSection::new(Vec::new(), table)
    }

    fn denied() -> Result<ReportSection, ReportError> {
        let missing = PermissionError::MissingFromRole(Permission::CustomersRead);
        Err(ReportError::Permission(missing))
    }

    fn combine(
        sections: Vec<(&str, Result<ReportSection, ReportError>)>,
    ) -> Result<Report, ReportError> {
        let sections = sections
            .into_iter()
            .map(|(title, section)| (title.to_owned(), section));
        Report::from_sections(sections.collect(), "/".to_owned(), Language::English)
    }

    #[test]
    fn sections_that_the_recipient_may_not_see_are_named_but_left_out() {
        let report = combine(vec![("Stock", Ok(section())), ("Customers", denied())]).unwrap();
        assert_eq!(report.sections.len(), 1);
        assert_eq!(report.sections[0].title, "Stock");
        assert_eq!(report.count_rows(), 3);
        assert_eq!(
            report.notes,
            ["Left out: Customers. You lack the permission customers.read."]
        );
        assert!(matches!(
            combine(vec![("Customers", denied())]),
            Err(ReportError::Permission(_))
        ));
        let failed = Err(ReportError::Unreadable);
        assert!(combine(vec![("Stock", Ok(section())), ("Sales", failed)]).is_err());
    }
}
