//! Self-test of the planner: plans questions whose tools are known.

use super::question_planner::{NameCatalog, PlanningContext, plan_question};
use chrono::NaiveDate;

/// Test questions with their expected tools: the page's quick prompts and a question of another
/// kind.
const TEST_QUESTIONS: [(&str, &str); 5] = [
    ("Low Stock Items", "low_stock_items"),
    ("Market Trends", "price_trend"),
    ("Top Products", "top_products"),
    ("Sales Insights", "sales_summary"),
    ("When was the data last synced?", "sync_status"),
];

/// All permissions that the test questions need, so that the result does not depend on the
/// caller's.
const TEST_PERMISSIONS: [&str; 4] = ["inventory.read", "market.read", "sales.read", "sync.read"];

/// Returns the first test question that is planned wrong with this catalog; none if all are right.
pub(super) fn find_misunderstood_question(
    catalog: &NameCatalog,
    today: NaiveDate,
) -> Option<&'static str> {
    let context = PlanningContext {
        today,
        catalog,
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
    fn passes_with_any_names() {
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
    fn fails_if_a_name_hides_a_test_question() {
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
