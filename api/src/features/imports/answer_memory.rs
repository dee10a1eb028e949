//! Answers that an organization gave, by the layout of the file. The next file with the same
//! columns needs no questions.

use super::MAX_ANSWERS;
use super::import_error::ImportError;
use crate::auth::Proof;
use crate::auth::permission::SyncRun;
use crate::db::TenantDb;
use crate::features::data_sync::parse_answers;
use chrono::{DateTime, Utc};
use entities::import_answer::{ActiveModel, Column, Entity};
use imports::answers::Answer;
use sea_orm::{ColumnTrait, Set};
use std::collections::BTreeSet;

/// Remembers answers for these layouts. A new answer replaces the earlier one to its question.
pub(super) async fn save_answers(
    db: &TenantDb,
    _permission: &Proof<SyncRun>,
    fingerprints: &BTreeSet<String>,
    given: &[Answer],
    now: DateTime<Utc>,
) -> Result<(), ImportError> {
    for fingerprint in fingerprints {
        let new: Vec<Answer> = given
            .iter()
            .filter(|answer| {
                answer
                    .fingerprint
                    .as_ref()
                    .is_none_or(|wanted| wanted == fingerprint)
            })
            .map(|answer| Answer {
                fingerprint: None,
                ..answer.clone()
            })
            .collect();
        if new.is_empty() {
            continue;
        }
        let of_layout = || Column::Fingerprint.eq(fingerprint.clone());
        let known = db.find::<Entity>().filter(of_layout()).one().await?;
        let earlier = known
            .as_ref()
            .map(|row| parse_answers(&row.answers))
            .transpose()?
            .unwrap_or_default();
        let text = serde_json::to_string(&merge_answers(earlier, new))?;
        if known.is_some() {
            db.update::<Entity>()
                .filter(of_layout())
                .set(Column::Answers, text)
                .set(Column::UpdatedAt, now)
                .exec()
                .await?;
        } else {
            db.insert(ActiveModel {
                fingerprint: Set(fingerprint.clone()),
                answers: Set(text),
                updated_at: Set(now),
                ..Default::default()
            })
            .await?;
        }
    }
    Ok(())
}

fn merge_answers(earlier: Vec<Answer>, mut new: Vec<Answer>) -> Vec<Answer> {
    let is_same_question = |one: &Answer, other: &Answer| {
        (&one.kind, &one.value, &one.target) == (&other.kind, &other.value, &other.target)
    };
    for answer in earlier {
        if new.len() < MAX_ANSWERS && !new.iter().any(|other| is_same_question(&answer, other)) {
            new.push(answer);
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answer(value: &str, factor: &str) -> Answer {
        Answer {
            kind: "unit".to_owned(),
            value: Some(json!(value)),
            target: None,
            fingerprint: None,
            answer: json!({"unit": "gal", "factor": factor}),
        }
    }

    #[test]
    fn a_new_answer_replaces_the_earlier_one_to_its_question() {
        let merged = merge_answers(
            vec![answer("Jug", "2"), answer("Tote", "265")],
            vec![answer("Jug", "2.5")],
        );
        assert_eq!(merged, [answer("Jug", "2.5"), answer("Tote", "265")]);
    }
}
