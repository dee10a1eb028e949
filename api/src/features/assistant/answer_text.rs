//! One answer from what its calls found: words checked against their facts, and the badge that its
//! doubts leave.

use super::fact_sheet::FactSheet;
use super::question_planner::{Confidence, Doubt, Plan};
use super::tool_result::ToolResult;

/// The words of an answer, every figure in them filled in from a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerText {
    pub response: String,
    pub insights: Vec<String>,
    pub actions: Vec<String>,
    pub confidence: Confidence,
    /// Templates that named a figure which is no fact: they are left out, and it is a defect that
    /// there are any.
    pub rejected_templates: Vec<String>,
}

/// Said where nothing that was found could be put into words.
const NO_SENTENCES_TEXT: &str = "I could not put what I found into words. The rows are below.";

/// Composes the answer to a plan that was run.
pub fn compose_answer_text(
    plan: Plan,
    findings: &[ToolResult],
    sheet: &mut FactSheet,
) -> AnswerText {
    let plan = plan.with_doubts(
        findings
            .iter()
            .flat_map(|finding| finding.doubts.iter().cloned()),
    );
    let mut stated: Vec<&Doubt> = Vec::new();
    for doubt in &plan.doubts {
        if !stated.contains(&doubt) {
            stated.push(doubt);
        }
    }
    let owned_up: Vec<String> = stated
        .into_iter()
        .filter_map(|doubt| doubt.to_statement(sheet))
        .collect();
    let mut left_out = Vec::new();
    let mut filled = |templates: Vec<String>| -> Vec<String> {
        let mut texts = Vec::new();
        for template in templates {
            match sheet.render_template(&template) {
                Ok(text) if !texts.contains(&text) => texts.push(text),
                Ok(_) => {}
                Err(_) => left_out.push(template),
            }
        }
        texts
    };
    let says = filled(
        findings
            .iter()
            .flat_map(|finding| finding.sentences.iter().cloned())
            .chain(owned_up)
            .collect(),
    );
    let insights = filled(
        findings
            .iter()
            .flat_map(|finding| finding.insights.iter().cloned())
            .collect(),
    );
    let actions = filled(
        findings
            .iter()
            .flat_map(|finding| finding.actions.iter().cloned())
            .collect(),
    );
    let response = if says.is_empty() {
        NO_SENTENCES_TEXT.to_owned()
    } else {
        says.join(" ")
    };
    AnswerText {
        response,
        insights,
        actions,
        confidence: if left_out.is_empty() {
            plan.confidence
        } else {
            Confidence::Low
        },
        rejected_templates: left_out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::assistant::question_planner::{
        NameCatalog, NameLists, PlanningContext, plan_question,
    };

    fn low_stock_call() -> Plan {
        let catalogue = NameCatalog::new(NameLists::default());
        let today = "2026-06-15".parse().unwrap();
        plan_question(
            "Low Stock Items",
            &PlanningContext {
                today,
                catalog: &catalogue,
                history: &[],
                suggestions: &[],
                permissions: &["inventory.read"],
            },
        )
    }

    fn low_stock_result(plan: &Plan) -> ToolResult {
        ToolResult::new(0, plan.calls.first().unwrap())
    }

    #[test]
    fn figures_come_from_facts() {
        let plan = low_stock_call();
        let mut sheet = FactSheet::new("USD");
        let mut found = low_stock_result(&plan);
        let items = sheet.add_count(
            "Items below their reorder point",
            3,
            "item",
            "items",
            Vec::new(),
        );
        found.push_sentence(format!("{items} at or below the reorder point."));
        let answer = compose_answer_text(plan, &[found], &mut sheet);
        assert_eq!(answer.response, "3 items at or below the reorder point.");
        assert_eq!(answer.confidence, Confidence::High);
        assert_eq!(answer.rejected_templates, Vec::<String>::new());
    }

    #[test]
    fn a_sentence_with_a_figure_of_its_own_is_left_out_and_the_badge_falls() {
        let plan = low_stock_call();
        let mut sheet = FactSheet::new("USD");
        let mut found = low_stock_result(&plan);
        found.push_sentence("There are 7 items.");
        let answer = compose_answer_text(plan, &[found], &mut sheet);
        assert_eq!(answer.response, NO_SENTENCES_TEXT);
        assert_eq!(answer.confidence, Confidence::Low);
        assert_eq!(answer.rejected_templates, ["There are 7 items."]);
    }

    #[test]
    fn no_rows_make_the_answer_low_and_the_same_sentence_is_said_once() {
        let plan = low_stock_call();
        let mut sheet = FactSheet::new("USD");
        let mut found = low_stock_result(&plan);
        found.push_no_data("There is no stock yet.");
        let answer = compose_answer_text(plan, &[found.clone(), found], &mut sheet);
        assert_eq!(answer.response, "There is no stock yet.");
        assert_eq!(answer.confidence, Confidence::Low);
    }
}
