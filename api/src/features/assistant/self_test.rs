//! Whether the assistant understands what it should: questions whose calls are known are planned
//! again.

use super::question_planner::{NameCatalog, PlanningContext, plan_question};
use chrono::NaiveDate;

/// The page's quick prompts and a question of another kind, each with the tool that has to come
/// out.
const TEST_QUESTIONS: [(&str, &str); 5] = [
    ("Low Stock Items", "low_stock_items"),
    ("Market Trends", "price_trend"),
    ("Top Products", "top_products"),
    ("Sales Insights", "sales_summary"),
    ("When was the data last synced?", "sync_status"),
];

/// Every permission that a known question needs: the test is of understanding, not of the caller's
/// rights.
const TEST_PERMISSIONS: [&str; 4] = ["inventory.read", "market.read", "sales.read", "sync.read"];

/// A known question that is not understood against this catalogue, if there is one.
pub(super) fn find_misunderstood_question(
    catalogue: &NameCatalog,
    today: NaiveDate,
) -> Option<&'static str> {
    let context = PlanningContext {
        today,
        catalog: catalogue,
        history: &[],
        suggestions: &[],
        permissions: &TEST_PERMISSIONS,
    };
    let wrong = |question: &str, tool: &str| {
        plan_question(question, &context)
            .calls
            .first()
            .is_none_or(|call| call.tool.as_str() != tool)
    };
    TEST_QUESTIONS
        .iter()
        .find(|(question, tool)| wrong(question, tool))
        .map(|(question, _)| *question)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::assistant::question_planner::NameLists;

    #[test]
    fn every_known_question_is_understood_whatever_the_names() {
        let today = "2026-06-15".parse().unwrap();
        assert_eq!(
            find_misunderstood_question(&NameCatalog::new(NameLists::default()), today),
            None
        );
        let names = NameLists {
            items: vec!["Corn Seed HX-108".to_owned()],
            customers: vec!["Hoffman Farms".to_owned()],
            ..NameLists::default()
        };
        assert_eq!(
            find_misunderstood_question(&NameCatalog::new(names), today),
            None
        );
    }

    #[test]
    fn a_catalogue_that_swallows_the_words_is_noticed() {
        let names = NameLists {
            customers: vec!["Top Products".to_owned()],
            ..NameLists::default()
        };
        assert_eq!(
            find_misunderstood_question(&NameCatalog::new(names), "2026-06-15".parse().unwrap()),
            Some("Top Products")
        );
    }
}
