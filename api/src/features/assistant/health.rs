//! Whether the assistant understands what it should: questions whose calls are known are planned
//! again.

use super::planner::{Catalogue, Context, plan};
use chrono::NaiveDate;

/// The page's quick prompts and a question of another kind, each with the tool that has to come
/// out.
const KNOWN: [(&str, &str); 5] = [
    ("Low Stock Items", "low_stock_items"),
    ("Market Trends", "price_trend"),
    ("Top Products", "top_products"),
    ("Sales Insights", "sales_summary"),
    ("When was the data last synced?", "sync_status"),
];

/// Every permission that a known question needs: the test is of understanding, not of the caller's
/// rights.
const MAY: [&str; 4] = ["inventory.read", "market.read", "sales.read", "sync.read"];

/// A known question that is not understood against this catalogue, if there is one.
pub(super) fn misunderstood(catalogue: &Catalogue, today: NaiveDate) -> Option<&'static str> {
    let context = Context {
        today,
        catalogue,
        history: &[],
        suggestions: &[],
        may: &MAY,
    };
    let wrong = |question: &str, tool: &str| {
        plan(question, &context)
            .calls
            .first()
            .is_none_or(|call| call.tool.as_str() != tool)
    };
    KNOWN
        .iter()
        .find(|(question, tool)| wrong(question, tool))
        .map(|(question, _)| *question)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::assistant::planner::Names;

    #[test]
    fn every_known_question_is_understood_whatever_the_names() {
        let today = "2026-06-15".parse().unwrap();
        assert_eq!(
            misunderstood(&Catalogue::new(Names::default()), today),
            None
        );
        let names = Names {
            items: vec!["Corn Seed HX-108".to_owned()],
            customers: vec!["Hoffman Farms".to_owned()],
            ..Names::default()
        };
        assert_eq!(misunderstood(&Catalogue::new(names), today), None);
    }

    #[test]
    fn a_catalogue_that_swallows_the_words_is_noticed() {
        let names = Names {
            customers: vec!["Top Products".to_owned()],
            ..Names::default()
        };
        assert_eq!(
            misunderstood(&Catalogue::new(names), "2026-06-15".parse().unwrap()),
            Some("Top Products")
        );
    }
}
