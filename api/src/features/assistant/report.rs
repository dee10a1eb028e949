//! A report: which questions it answers, and its answers as a page for printing or as rows.

mod page;
mod rows;

use super::finding::MOST_ROWS;
use super::periods::Period;
use super::registry::{Args, Call, Commodity, GroupBy, ReportKind, ToolName};
use super::wire::AnswerTable;
use chrono::{DateTime, NaiveDate, Utc};

pub(super) use page::page;
pub(super) use rows::rows;

/// A report, ready to be written down.
#[derive(Clone, Debug)]
pub(super) struct Report {
    pub(super) title: String,
    pub(super) organization: String,
    pub(super) as_of: NaiveDate,
    pub(super) made_at: DateTime<Utc>,
    pub(super) sample: bool,
    pub(super) sections: Vec<Section>,
}

/// The answer to one question.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) text: String,
    pub(super) insights: Vec<String>,
    pub(super) tables: Vec<AnswerTable>,
    /// The call, its arguments and the rows behind it: what a reader needs to have it made again.
    pub(super) receipt: String,
}

/// What a report of this kind asks, each question with its heading.
pub(super) fn questions(kind: ReportKind, period: Option<Period>) -> Vec<(&'static str, Call)> {
    let rows = u32::try_from(MOST_ROWS).ok();
    let all = || Args {
        limit: rows,
        ..Args::default()
    };
    let over = || Args {
        period: period.or(Some(Period::Last30Days)),
        ..Args::default()
    };
    let asked: Vec<(&'static str, ToolName, Args)> = match kind {
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
    asked
        .into_iter()
        .filter_map(|(title, tool, args)| Some((title, Call::new(tool, &args).ok()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_asks_calls_that_exist() {
        let counts: Vec<usize> = ReportKind::ALL
            .iter()
            .map(|kind| questions(*kind, None).len())
            .collect();
        assert_eq!(counts, [5, 2, 4, 3, 7]);
    }

    #[test]
    fn the_period_reaches_every_question_that_has_one() {
        let asked = questions(ReportKind::Sales, Some(Period::Month(2026, 5)));
        assert!(
            asked
                .iter()
                .all(|(_, call)| call.args.period == Some(Period::Month(2026, 5))),
            "{asked:?}"
        );
    }
}
