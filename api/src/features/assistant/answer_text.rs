//! Composes the text of an answer: renders each sentence from its facts and lowers the confidence
//! for every doubt.

use super::fact_sheet::FactSheet;
use super::question_planner::{Confidence, Doubt, Plan};
use super::tool_result::ToolResult;

/// Text of an answer. Every figure in it is rendered from a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerText {
    pub response: String,
    pub insights: Vec<String>,
    pub actions: Vec<String>,
    pub confidence: Confidence,
    /// Templates left out because they contain a figure that is not a fact. Each one is a defect.
    pub rejected_templates: Vec<String>,
}

/// Response when none of the sentences can be rendered.
const NO_SENTENCES_TEXT: &str = "I couldn't write an answer for this result. See the rows below.";

/// Composes the answer from a plan and the results of its calls.
pub fn compose_answer_text(
    plan: Plan,
    results: &[ToolResult],
    sheet: &mut FactSheet,
) -> AnswerText {
    let plan = plan.with_doubts(
        results
            .iter()
            .flat_map(|result| result.doubts.iter().cloned()),
    );
    let mut distinct: Vec<&Doubt> = Vec::new();
    for doubt in &plan.doubts {
        if !distinct.contains(&doubt) {
            distinct.push(doubt);
        }
    }
    let statements: Vec<String> = distinct
        .into_iter()
        .filter_map(|doubt| doubt.to_statement(sheet))
        .collect();
    let mut rejected = Vec::new();
    let mut render = |templates: Vec<String>| -> Vec<String> {
        let mut texts = Vec::new();
        for template in templates {
            match sheet.render_template(&template) {
                Ok(text) if !texts.contains(&text) => texts.push(text),
                Ok(_) => {}
                Err(_) => rejected.push(template),
            }
        }
        texts
    };
    let sentences = render(
        results
            .iter()
            .flat_map(|result| result.sentences.iter().cloned())
            .chain(statements)
            .collect(),
    );
    let insights = render(
        results
            .iter()
            .flat_map(|result| result.insights.iter().cloned())
            .collect(),
    );
    let actions = render(
        results
            .iter()
            .flat_map(|result| result.actions.iter().cloned())
            .collect(),
    );
    let response = if sentences.is_empty() {
        NO_SENTENCES_TEXT.to_owned()
    } else {
        sentences.join(" ")
    };
    AnswerText {
        response,
        insights,
        actions,
        confidence: if rejected.is_empty() {
            plan.confidence
        } else {
            Confidence::Low
        },
        rejected_templates: rejected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::assistant::question_planner::{
        NameCatalog, NameLists, PlanningContext, plan_question,
    };
    use crate::features::assistant::tool_result::ResultSource;

    fn low_stock_call() -> Plan {
        let catalog = NameCatalog::new(NameLists::default());
        let today = "2026-06-15".parse().unwrap();
        plan_question(
            "Low Stock Items",
            &PlanningContext {
                today,
                catalog: &catalog,
                history: &[],
                suggestions: &[],
                permissions: &["inventory.read"],
            },
        )
    }

    fn low_stock_result(plan: &Plan) -> ToolResult {
        let call = plan.calls.first().unwrap().clone();
        ToolResult::new(0, ResultSource::Tool(call))
    }

    #[test]
    fn fills_in_figures_from_facts() {
        let plan = low_stock_call();
        let mut sheet = FactSheet::new("USD");
        let mut result = low_stock_result(&plan);
        let items = sheet.add_count(
            "Items below their reorder point",
            3,
            "item",
            "items",
            Vec::new(),
        );
        result.push_sentence(format!("{items} at or below the reorder point."));
        let answer = compose_answer_text(plan, &[result], &mut sheet);
        assert_eq!(answer.response, "3 items at or below the reorder point.");
        assert_eq!(answer.confidence, Confidence::High);
        assert_eq!(answer.rejected_templates, Vec::<String>::new());
    }

    #[test]
    fn leaves_out_sentences_with_figures_that_are_not_facts() {
        let plan = low_stock_call();
        let mut sheet = FactSheet::new("USD");
        let mut result = low_stock_result(&plan);
        result.push_sentence("There are 7 items.");
        let answer = compose_answer_text(plan, &[result], &mut sheet);
        assert_eq!(answer.response, NO_SENTENCES_TEXT);
        assert_eq!(answer.confidence, Confidence::Low);
        assert_eq!(answer.rejected_templates, ["There are 7 items."]);
    }

    #[test]
    fn missing_data_lowers_confidence_and_sentences_are_unique() {
        let plan = low_stock_call();
        let mut sheet = FactSheet::new("USD");
        let mut result = low_stock_result(&plan);
        result.push_no_data("There is no stock yet.");
        let answer = compose_answer_text(plan, &[result.clone(), result], &mut sheet);
        assert_eq!(answer.response, "There is no stock yet.");
        assert_eq!(answer.confidence, Confidence::Low);
    }
}
