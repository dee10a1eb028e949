//! Checks that the planner answers the sample questions of the app with high confidence.

use super::*;

const OFFERED_QUESTIONS_TEXT: &str =
    include_str!("../../../../../../frontend/src/features/assistant/sampleQuestions.ts");

/// Sample questions of the app, in order.
fn list_offered_questions() -> Vec<String> {
    let quoted = |line: &str| {
        let (_, rest) = line.split_once("question: ")?;
        let quote = rest.chars().next().filter(|quote| "'\"".contains(*quote))?;
        rest[1..]
            .split_once(quote)
            .map(|(question, _)| question.to_owned())
    };
    OFFERED_QUESTIONS_TEXT.lines().filter_map(quoted).collect()
}

#[test]
fn answers_sample_questions_with_high_confidence() {
    let questions = list_offered_questions();
    assert!(
        questions.len() >= 10,
        "the sample questions were not found: {questions:?}"
    );
    for question in questions {
        let plan = plan_with_all_permissions(&question);
        assert!(
            !plan.calls.is_empty(),
            "{question} is not answered: {:?}",
            plan.disposition
        );
        assert_eq!(
            plan.confidence,
            Confidence::High,
            "{question}: {}",
            calls(&plan)
        );
    }
}
