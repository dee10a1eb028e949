//! Answers and corrections that a user sends.

use crate::features::imports::import_error::ImportError;
use imports::answers::Answer;
use imports::corrections::{CellPlace, Correction};
use poem_openapi::Object;
use poem_openapi::types::{Any, Example};
use serde_json::{Value, json};

/// Maximum length of an answer in bytes.
const MAX_ANSWER_BYTES: usize = 500;

/// All answers to questions about an upload, and all corrected cells. They replace the earlier ones.
#[derive(Clone, Debug, Object)]
#[oai(deny_unknown_fields, example)]
pub struct UploadAnswersInput {
    /// The answers.
    #[oai(validator(max_items = 500))]
    pub answers: Vec<UploadAnswer>,
    /// The corrected cells.
    #[oai(default, validator(max_items = 500))]
    pub corrections: Vec<CellCorrection>,
}

/// An answer. It belongs to every question that has its `kind` and, where given, its `value`,
/// `target` and `fingerprint`.
#[derive(Clone, Debug, PartialEq, Object)]
#[oai(deny_unknown_fields, skip_serializing_if_is_none)]
pub struct UploadAnswer {
    /// The kind of the question.
    #[oai(validator(min_length = 1, max_length = 40))]
    pub kind: String,
    /// The word that the question is about.
    #[oai(validator(max_length = 500))]
    pub value: Option<String>,
    /// The column that the question is about.
    #[oai(validator(max_length = 60))]
    pub target: Option<String>,
    /// The layout that the answer is about. Default: all.
    #[oai(validator(max_length = 64))]
    pub fingerprint: Option<String>,
    /// The answer: a text, or for units an object such as `{"unit": "gal", "factor": "2.5"}`.
    pub answer: Any<Value>,
}

/// A corrected cell, or all cells of a column with the same value.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(deny_unknown_fields, skip_serializing_if_is_none)]
pub struct CellCorrection {
    /// The column, as in the rejected cell.
    #[oai(validator(min_length = 1, max_length = 60))]
    pub column: String,
    /// The value in the file.
    #[oai(validator(max_length = 500))]
    pub value: String,
    /// The value to use instead.
    #[oai(validator(max_length = 500))]
    pub replacement: String,
    /// The file of a single cell. Without it, the correction holds for all cells alike.
    #[oai(validator(max_length = 500))]
    pub file: Option<String>,
    /// The sheet of a single cell. Absent for a text file.
    #[oai(validator(max_length = 500))]
    pub sheet: Option<String>,
    /// The address of a single cell, such as `D17`.
    #[oai(validator(max_length = 20))]
    pub cell: Option<String>,
}

impl Example for UploadAnswersInput {
    fn example() -> Self {
        Self {
            answers: vec![UploadAnswer {
                kind: "unit".to_owned(),
                value: Some("Jug".to_owned()),
                target: None,
                fingerprint: None,
                answer: Any(json!({"unit": "gal", "factor": "2.5"})),
            }],
            corrections: vec![CellCorrection {
                column: "on_hand".to_owned(),
                value: "twelve".to_owned(),
                replacement: "12".to_owned(),
                file: None,
                sheet: None,
                cell: None,
            }],
        }
    }
}

impl UploadAnswersInput {
    pub(in crate::features::imports) fn to_answers(&self) -> Result<Vec<Answer>, ImportError> {
        self.answers
            .iter()
            .map(|answer| {
                let Any(given) = &answer.answer;
                if !is_answer(given) {
                    return Err(ImportError::InvalidAnswer(answer.kind.clone()));
                }
                Ok(Answer {
                    kind: answer.kind.clone(),
                    value: answer.value.clone().map(Value::from),
                    target: answer.target.clone(),
                    fingerprint: answer.fingerprint.clone(),
                    answer: given.clone(),
                })
            })
            .collect()
    }

    pub(in crate::features::imports) fn to_corrections(&self) -> Vec<Correction> {
        self.corrections
            .iter()
            .map(|correction| Correction {
                column: correction.column.clone(),
                place: correction
                    .file
                    .clone()
                    .zip(correction.cell.clone())
                    .map(|(file, cell)| CellPlace {
                        file,
                        sheet: correction.sheet.clone().unwrap_or_default(),
                        cell,
                    }),
                value: correction.value.clone(),
                replacement: correction.replacement.clone(),
            })
            .collect()
    }
}

impl From<Answer> for UploadAnswer {
    fn from(answer: Answer) -> Self {
        Self {
            kind: answer.kind,
            value: answer
                .value
                .and_then(|value| value.as_str().map(str::to_owned)),
            target: answer.target,
            fingerprint: answer.fingerprint,
            answer: Any(answer.answer),
        }
    }
}

impl From<Correction> for CellCorrection {
    fn from(correction: Correction) -> Self {
        let place = correction.place;
        let (file, sheet, cell) = place.map_or((None, None, None), |place| {
            (Some(place.file), Some(place.sheet), Some(place.cell))
        });
        Self {
            column: correction.column,
            value: correction.value,
            replacement: correction.replacement,
            file,
            sheet: sheet.filter(|sheet| !sheet.is_empty()),
            cell,
        }
    }
}

/// Whether the answer is a text, or an object with the texts `unit` and `factor`.
fn is_answer(given: &Value) -> bool {
    let is_text = |value: &Value| {
        value
            .as_str()
            .is_some_and(|text| text.len() <= MAX_ANSWER_BYTES)
    };
    match given {
        Value::String(_) => is_text(given),
        Value::Object(fields) => {
            fields.len() == 2
                && ["unit", "factor"]
                    .iter()
                    .all(|name| fields.get(*name).is_some_and(is_text))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_text_or_a_unit_with_its_factor() {
        assert!(is_answer(&json!("dmy")));
        assert!(is_answer(&json!({"unit": "gal", "factor": "2.5"})));
        for refused in [
            json!(1),
            json!(null),
            json!([]),
            json!({}),
            json!({"unit": "gal"}),
            json!({"unit": "gal", "factor": 2.5}),
            json!({"unit": "gal", "factor": "2.5", "more": "x"}),
            json!("x".repeat(MAX_ANSWER_BYTES + 1)),
        ] {
            assert!(!is_answer(&refused), "{refused}");
        }
    }
}
