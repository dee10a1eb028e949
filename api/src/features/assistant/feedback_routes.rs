//! Routes of the review of answers that were rated down.

use super::answer_rating::ReviewState;
use super::feedback_store;
use super::wire::{EvaluationCaseFile, RatedAnswer, RatedAnswers, ReviewChange};
use crate::auth::Signed;
use crate::auth::permission::AssistantReview;
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Tag, default_page_size, parse_id_cursor};
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

/// Answers that were rated down, and the evaluation cases made of them.
pub struct AnswerFeedbackApi {
    /// Current time.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Assistant")]
impl AnswerFeedbackApi {
    /// List answers rated down
    ///
    /// Questions whose answers their readers rated down, newest first, with the calls that answered
    /// them. Neither answers nor readers are included.
    #[oai(
        path = "/api/ai-bot/feedback",
        method = "get",
        operation_id = "listRatedAnswers"
    )]
    async fn list_rated_answers(
        &self,
        signed: Signed,
        /// Only answers in this state of review.
        state: Query<Option<ReviewState>>,
        /// The page size.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<RatedAnswers>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(AssistantReview)?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let db = scope.read_db().await?;
        let page = feedback_store::list_rated_down(&db, &proof, state.0, limit.0, before).await?;
        Ok(Json(Envelope::new(page.into())))
    }

    /// Review an answer rated down
    ///
    /// `case` keeps the question and its calls as an evaluation case; `dismissed` and `open` delete
    /// it again.
    #[oai(
        path = "/api/ai-bot/feedback/:id",
        method = "patch",
        operation_id = "reviewAnswer"
    )]
    async fn review_answer(
        &self,
        signed: Signed,
        /// Id of the answer.
        id: Path<Uuid>,
        body: Json<ReviewChange>,
    ) -> Result<Json<Envelope<RatedAnswer>>, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(AssistantReview)?;
        let db = scope.write_db().await?;
        let row =
            feedback_store::set_review_state(&db, &proof, id.0, body.0.state, self.clock.now())
                .await?;
        db.commit().await?;
        Ok(Json(Envelope::new(row.into())))
    }

    /// Download the evaluation cases
    ///
    /// JSON lines for `sprout eval assistant`, newest first, at most 1,000. After a wrong or
    /// outdated figure the same calls are expected; otherwise any others.
    #[oai(
        path = "/api/ai-bot/evaluation-cases",
        method = "get",
        operation_id = "downloadEvaluationCases"
    )]
    async fn download_evaluation_cases(
        &self,
        signed: Signed,
    ) -> Result<EvaluationCaseFile, ApiError> {
        let scope = signed.scope();
        let proof = scope.require(AssistantReview)?;
        let db = scope.read_db().await?;
        let cases = feedback_store::list_evaluation_cases(&db, &proof).await?;
        Ok(EvaluationCaseFile::from_cases(&cases))
    }
}
