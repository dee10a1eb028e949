//! Reports: the questions of each kind, and rendering as a printable page or CSV.

mod report_csv;
mod report_html;

use super::period::Period;
use super::tool_registry::{Args, Commodity, GroupBy, ReportKind, ToolCall, ToolName};
use super::tool_result::MAX_TABLE_ROWS;
use super::wire::AnswerTable;
use chrono::{DateTime, NaiveDate, Utc};

pub(super) use report_csv::render_csv;
pub(super) use report_html::render_html;

/// A complete report, ready to render.
#[derive(Clone, Debug)]
pub(super) struct Report {
    pub(super) title: String,
    pub(super) organization: String,
    pub(super) as_of: NaiveDate,
    pub(super) generated_at: DateTime<Utc>,
    pub(super) sample: bool,
    pub(super) sections: Vec<ReportSection>,
}

/// The answer to one question of a report.
#[derive(Clone, Debug)]
pub(super) struct ReportSection {
    pub(super) title: &'static str,
    pub(super) text: String,
    pub(super) insights: Vec<String>,
    pub(super) tables: Vec<AnswerTable>,
    /// The call, its arguments and the number of source rows, so that readers can reproduce the
    /// section.
    pub(super) source_note: String,
}

/// Lists the tool calls of a report with their headings.
pub(super) fn list_report_questions(
    kind: ReportKind,
    period: Option<Period>,
) -> Vec<(&'static str, ToolCall)> {
    let rows = u32::try_from(MAX_TABLE_ROWS).ok();
    let all = || Args {
        limit: rows,
        ..Args::default()
    };
    let over = || Args {
        period: period.or(Some(Period::Last30Days)),
        ..Args::default()
    };
    let questions: Vec<(&'static str, ToolName, Args)> = match kind {
        ReportKind::Overview => vec![
            ("Sales", ToolName::SalesSummary, over()),
            ("Low stock", ToolName::LowStockItems, all()),
            ("What to reorder", ToolName::ReorderRecommendations, all()),
            ("Supply prices", ToolName::PriceIndex, Args::default()),
            ("Market prices", ToolName::PriceTrend, Args::default()),
        ],
        ReportKind::Inventory => {
            vec![
                ("Low stock", ToolName::LowStockItems, all()),
                ("What to reorder", ToolName::ReorderRecommendations, all()),
            ]
        }
        ReportKind::Sales => vec![
            ("Sales", ToolName::SalesSummary, over()),
            (
                "By category",
                ToolName::SalesSummary,
                Args {
                    group_by: Some(GroupBy::Category),
                    ..over()
                },
            ),
            (
                "Top products",
                ToolName::TopProducts,
                Args {
                    limit: Some(20),
                    ..over()
                },
            ),
            (
                "Top customers",
                ToolName::TopCustomers,
                Args {
                    limit: Some(20),
                    ..over()
                },
            ),
        ],
        ReportKind::Customers => vec![
            ("Segments", ToolName::CustomerSegments, Args::default()),
            ("Next purchases", ToolName::CustomerNextPurchase, all()),
            (
                "Customers without a recent purchase",
                ToolName::LapsedCustomers,
                all(),
            ),
        ],
        ReportKind::Market => Commodity::ALL
            .iter()
            .map(|&commodity| {
                (
                    "Prices",
                    ToolName::PriceTrend,
                    Args {
                        commodity: Some(commodity),
                        ..Args::default()
                    },
                )
            })
            .chain([
                ("Supply prices", ToolName::PriceIndex, Args::default()),
                ("Crop yields", ToolName::CropYieldForecast, Args::default()),
                ("News", ToolName::MarketNews, all()),
            ])
            .collect(),
    };
    questions
        .into_iter()
        .filter_map(|(title, tool, args)| Some((title, ToolCall::new(tool, &args).ok()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_report_kind_has_valid_calls() {
        let counts: Vec<usize> = ReportKind::ALL
            .iter()
            .map(|kind| list_report_questions(*kind, None).len())
            .collect();
        assert_eq!(counts, [5, 2, 4, 3, 7]);
    }

    #[test]
    fn applies_the_period_to_every_section_with_one() {
        let questions = list_report_questions(ReportKind::Sales, Some(Period::Month(2026, 5)));
        assert!(
            questions
                .iter()
                .all(|(_, call)| call.args.period == Some(Period::Month(2026, 5))),
            "{questions:?}"
        );
    }
}
