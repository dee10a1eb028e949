//! The organization's answers about layouts of files, for every file of these layouts.

use crate::db::{DbError, Organization, TenantDb};
use entities::import_answer::{Column, Entity};
use imports::answers::{self, Answer, Answers};

/// The currency of an organization that has not chosen one.
const DEFAULT_CURRENCY: &str = "USD";
/// Maximum number of layouts whose answers are used.
const MAX_LAYOUTS: u64 = 1_000;

/// Why answers cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
    /// A stored answer is no JSON.
    #[error("a stored answer is invalid")]
    Json(#[from] serde_json::Error),
}

/// The answers of the organization: those given now come before those remembered.
pub async fn collect_answers(
    db: &TenantDb,
    organization: &Organization,
    mut given: Vec<Answer>,
) -> Result<Answers, AnswerError> {
    given.extend(load_answers(db).await?);
    Ok(Answers {
        organization: answers::Organization {
            currency: organization
                .currency
                .clone()
                .unwrap_or_else(|| DEFAULT_CURRENCY.to_owned()),
            time_zone: organization.time_zone.name().to_owned(),
        },
        answers: given,
    })
}

/// The answers about all layouts, each limited to its own.
async fn load_answers(db: &TenantDb) -> Result<Vec<Answer>, AnswerError> {
    let rows = db
        .find::<Entity>()
        .order_by_desc(Column::UpdatedAt)
        .limit(MAX_LAYOUTS)
        .all()
        .await?;
    let mut answers = Vec::new();
    for row in rows {
        for answer in parse_answers(&row.answers)? {
            answers.push(Answer {
                fingerprint: Some(row.fingerprint.clone()),
                ..answer
            });
        }
    }
    Ok(answers)
}

/// Stored answers.
pub fn parse_answers(json: &str) -> Result<Vec<Answer>, serde_json::Error> {
    serde_json::from_str(json)
}
