//! Routes of Sprout AI.

use super::catalog_error::CatalogError;
use super::conversation_store;
use super::metric_answer_cache::MetricAnswerCache;
use super::period::Period;
use super::question_answering::{AnswerError, answer_question};
use super::question_catalogs::QuestionCatalogs;
use super::question_quota::{self, QuotaError};
use super::report_builder::build_report;
use super::self_test::find_misunderstood_question;
use super::suggestions;
use super::tool_context::{ToolContext, ToolError};
use super::wire::{
    AssistantAnswer, AssistantHealth, AssistantQuery, AssistantStatus, ConversationMessage,
    ConversationMessages, ConversationPatch, ConversationSummary, Conversations, Feedback,
    ReportFile, ReportFormatChoice, ReportKindChoice, Suggestions,
};
use crate::auth::permission::{AssistantAsk, PurchasingRead, ReportsCreate, SalesRead};
use crate::auth::{Public, Scope, Signed, address_bucket};
use crate::cache::ComputationQueue;
use crate::clock::Clock;
use crate::db::{Database, DbError};
use crate::entropy::Entropy;
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::features::customers::{CustomerReports, PurchaseWindowReports};
use crate::features::data_sync::DataSync;
use crate::features::market::feed::news_feed::NewsItem;
use crate::features::market::feed::{CachedFeed, WeatherReports};
use crate::features::purchasing::{FigureDay, PurchasePlans, read_figure_day};
use crate::features::supply_prices::PriceIndexes;
use crate::http::{
    Acknowledgment, ApiError, Envelope, ErrorDetailCode, LinkLimit, Tag, default_page_size,
    parse_id_cursor,
};
use crate::ids::{PersonId, TenantId};
use fair_queue::Permit;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::{ParseFromJSON, ToJSON};
use sea_orm::prelude::Uuid;
use serde_json::Value;

/// How often the visitors of an address can ask the demo.
const QUESTIONS_OF_VISITOR: LinkLimit = LinkLimit {
    max: 10,
    refill_ms: 6_000,
};

/// Questions, conversations, suggestions and reports.
pub struct AssistantApi {
    /// The database.
    pub database: Database,
    /// What questions can name.
    pub catalogs: QuestionCatalogs,
    /// The computations of this process.
    pub computations: ComputationQueue,
    /// Cached customer figures, shared with the customer pages.
    pub customer_figures: CustomerReports,
    /// Cached purchase plans, shared with the purchasing pages.
    pub plans: PurchasePlans,
    /// Cached price indexes, shared with the dashboard.
    pub prices: PriceIndexes,
    /// Cached purchase windows.
    pub windows: PurchaseWindowReports,
    /// Cached answers to metric queries.
    pub answers: MetricAnswerCache,
    /// Current time.
    pub clock: Clock,
    /// Source of random ids.
    pub entropy: Entropy,
    /// Status of Data Sync.
    pub sync: DataSync,
    /// Weather of organizations.
    pub weather: WeatherReports,
    /// News feed, if configured.
    pub news: CachedFeed<Vec<NewsItem>>,
    /// Public harvest records.
    pub yields: YieldCatalog,
}

#[OpenApi(tag = "Tag::Assistant")]
impl AssistantApi {
    /// List suggestions
    ///
    /// Exceptions in the organization's data, highest priority first: items to reorder, overdue
    /// customers, unusual price changes, sync problems.
    #[oai(
        path = "/api/ai-bot/suggestions",
        method = "get",
        operation_id = "listSuggestions"
    )]
    async fn list_suggestions(
        &self,
        public: Public,
    ) -> Result<Json<Envelope<Suggestions>>, ApiError> {
        let scope = public.scope();
        scope.require(AssistantAsk)?;
        let _permit = self.acquire_turn(scope).await?;
        let context = self.tool_context(scope).await?;
        let found = suggestions::find_suggestions(&context).await?;
        Ok(Json(Envelope::with_meta(
            Suggestions {
                suggestions: suggestions::to_suggestions(found),
            },
            context.meta(),
        )))
    }

    /// Get the health of the assistant
    ///
    /// `healthy` if it understands its test questions and can read the organization's data;
    /// otherwise `degraded`, with the reason.
    #[oai(
        path = "/api/ai-bot/health",
        method = "get",
        operation_id = "getAssistantHealth"
    )]
    async fn get_assistant_health(
        &self,
        public: Public,
    ) -> Result<Json<Envelope<AssistantHealth>>, ApiError> {
        let scope = public.scope();
        scope.require(AssistantAsk)?;
        // The page asks for it when it opens, so that the first question does not wait for the names.
        let problem = match self.catalogs.get_or_load(scope).await {
            Ok((catalog, _)) => {
                find_misunderstood_question(&catalog, scope.as_of()).map(|question| {
                    format!(
                        "The test question \"{question}\" was not understood. \
                    Other questions are still answered."
                    )
                })
            }
            Err(error) => Some(ApiError::from(error).message().to_owned()),
        };
        let status = if problem.is_none() {
            AssistantStatus::Healthy
        } else {
            AssistantStatus::Degraded
        };
        Ok(Json(Envelope::new(AssistantHealth {
            status,
            reason: problem,
        })))
    }

    /// Ask a question
    ///
    /// Rules answer the question from the organization's own data: the same question on the same
    /// data gets the same answer. Every figure in the answer is one of `facts`. Visitors of the demo
    /// can ask 10 questions at once, then one every 6 seconds; their questions are not stored.
    #[oai(
        path = "/api/ai-bot/query",
        method = "post",
        operation_id = "askAssistant"
    )]
    async fn ask_assistant(
        &self,
        public: Public,
        request: &Request,
        body: Json<AssistantQuery>,
    ) -> Result<Json<Envelope<AssistantAnswer>>, ApiError> {
        let scope = public.scope();
        if scope.caller_id().is_none() {
            let bucket = address_bucket("visitor-questions", request);
            QUESTIONS_OF_VISITOR
                .consume(&bucket, &self.database, &self.clock)
                .await?;
        }
        self.answer(scope, &body.0).await.map(Json)
    }

    /// List your conversations
    ///
    /// Newest first. Conversations are private to the person who started them.
    #[oai(
        path = "/api/ai-bot/conversations",
        method = "get",
        operation_id = "listConversations"
    )]
    async fn list_conversations(
        &self,
        signed: Signed,
        /// Maximum number of conversations on a page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<Conversations>>, ApiError> {
        let scope = signed.scope();
        scope.require(AssistantAsk)?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        Ok(Json(Envelope::new(
            conversation_store::list_conversations(
                &scope.read_db().await?,
                own_person_id(scope)?,
                limit.0,
                before,
            )
            .await?
            .into(),
        )))
    }

    /// Get a conversation
    ///
    /// The newest 100 questions with their original answers.
    #[oai(
        path = "/api/ai-bot/conversations/:id",
        method = "get",
        operation_id = "getConversation"
    )]
    async fn get_conversation(
        &self,
        signed: Signed,
        /// Id of the conversation.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<ConversationMessages>>, ApiError> {
        let scope = signed.scope();
        scope.require(AssistantAsk)?;
        let db = scope.read_db().await?;
        let conversation =
            conversation_store::find_own_conversation(&db, own_person_id(scope)?, id.0).await?;
        let items = conversation_store::list_messages(&db, id.0).await?;
        Ok(Json(Envelope::new(ConversationMessages {
            conversation: conversation.into(),
            items: items
                .into_iter()
                .map(ConversationMessage::try_from)
                .collect::<Result<_, _>>()?,
        })))
    }

    /// Rename a conversation
    ///
    /// Changes the title in the list of conversations.
    #[oai(
        path = "/api/ai-bot/conversations/:id",
        method = "patch",
        operation_id = "renameConversation"
    )]
    async fn rename_conversation(
        &self,
        signed: Signed,
        /// Id of the conversation.
        id: Path<Uuid>,
        body: Json<ConversationPatch>,
    ) -> Result<Json<Envelope<ConversationSummary>>, ApiError> {
        let scope = signed.scope();
        scope.require(AssistantAsk)?;
        let title = body.0.title.trim();
        if title.is_empty() {
            return Err(ApiError::invalid_value(
                "title",
                ErrorDetailCode::Required,
                "Enter a title for the conversation.",
            ));
        }
        let db = scope.write_db().await?;
        let renamed =
            conversation_store::rename_conversation(&db, own_person_id(scope)?, id.0, title)
                .await?;
        db.commit().await?;
        Ok(Json(Envelope::new(renamed.into())))
    }

    /// Delete a conversation
    ///
    /// Deletes all of its questions and answers. This can't be undone.
    #[oai(
        path = "/api/ai-bot/conversations/:id",
        method = "delete",
        operation_id = "deleteConversation"
    )]
    async fn delete_conversation(
        &self,
        signed: Signed,
        /// Id of the conversation.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        scope.require(AssistantAsk)?;
        let db = scope.write_db().await?;
        conversation_store::delete_conversation(&db, own_person_id(scope)?, id.0).await?;
        db.commit().await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    /// Rate an answer
    ///
    /// Thumbs up or down, with an optional reason and comment. A new rating replaces the previous
    /// one.
    #[oai(
        path = "/api/ai-bot/messages/:id/feedback",
        method = "post",
        operation_id = "rateAnswer"
    )]
    async fn rate_answer(
        &self,
        signed: Signed,
        /// Id of the answer.
        id: Path<Uuid>,
        body: Json<Feedback>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        scope.require(AssistantAsk)?;
        let db = scope.write_db().await?;
        conversation_store::rate_answer(
            &db,
            own_person_id(scope)?,
            id.0,
            &body.0.into(),
            self.clock.now(),
        )
        .await?;
        db.commit().await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    /// Get the evidence of an answer
    ///
    /// The question, the tool calls with their arguments, and every figure with the rows that it
    /// comes from.
    #[oai(
        path = "/api/ai-bot/messages/:id/evidence",
        method = "get",
        operation_id = "getAnswerEvidence"
    )]
    async fn get_answer_evidence(
        &self,
        signed: Signed,
        /// Id of the answer.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<ConversationMessage>>, ApiError> {
        let scope = signed.scope();
        scope.require(AssistantAsk)?;
        Ok(Json(Envelope::new(
            conversation_store::find_own_message(
                &scope.read_db().await?,
                own_person_id(scope)?,
                id.0,
            )
            .await?
            .try_into()?,
        )))
    }

    /// Download a report
    ///
    /// Generated on request from the organization's current data by the tools that answer
    /// questions: a printable page, or its tables as CSV.
    #[oai(
        path = "/api/ai-bot/report",
        method = "get",
        operation_id = "downloadReport"
    )]
    async fn download_report(
        &self,
        signed: Signed,
        /// Kind of report; `overview` by default.
        kind: Query<Option<ReportKindChoice>>,
        /// Period, such as `last_month`, `2026-05` or `2026-Q2`; the last 30 days by default.
        #[oai(validator(max_length = 40))]
        period: Query<Option<String>>,
        /// File format; `html` by default.
        format: Query<Option<ReportFormatChoice>>,
    ) -> Result<ReportFile, ApiError> {
        let scope = signed.scope();
        scope.require(AssistantAsk)?;
        scope.require(ReportsCreate)?;
        let period = period
            .0
            .as_deref()
            .map(|text| Period::parse(text).ok_or_else(unknown_period_error))
            .transpose()?;
        let _permit = self.acquire_turn(scope).await?;
        let report = build_report(
            &self.tool_context(scope).await?,
            kind.0.unwrap_or(ReportKindChoice::Overview).into(),
            period,
        )
        .await?;
        Ok(ReportFile::from_report(
            &report,
            format.0.unwrap_or(ReportFormatChoice::Html),
        ))
    }

    async fn answer(
        &self,
        scope: &Scope,
        ask: &AssistantQuery,
    ) -> Result<Envelope<AssistantAnswer>, ApiError> {
        scope.require(AssistantAsk)?;
        // API keys cannot ask.
        let person = match scope.caller_id() {
            Some(_) => Some(own_person_id(scope)?),
            None => None,
        };
        let _permit = self.acquire_turn(scope).await?;
        let context = self.tool_context(scope).await?;
        let answer = answer_question(&context, &self.catalogs, &self.entropy, person, ask);
        let answer = if person.is_some() {
            let charge = question_quota::charge_question(scope, self.clock.now()).await?;
            charge.refund_on_error(scope, answer.await).await?
        } else {
            answer.await?
        };
        Ok(Envelope::with_meta(answer, context.meta()))
    }

    /// Waits until it is the organization's turn to compute.
    async fn acquire_turn(&self, scope: &Scope) -> Result<Permit<TenantId>, ApiError> {
        self.computations.acquire(scope.access().tenant()).await
    }

    async fn tool_context<'a>(&'a self, scope: &'a Scope) -> Result<ToolContext<'a>, DbError> {
        Ok(ToolContext {
            scope,
            sync: &self.sync,
            weather: &self.weather,
            news: &self.news,
            yields: &self.yields,
            customer_figures: &self.customer_figures,
            plans: &self.plans,
            prices: &self.prices,
            windows: &self.windows,
            answers: &self.answers,
            figure_day: load_figure_day(scope).await?,
            now: self.clock.now(),
        })
    }
}

impl AssistantApi {
    /// Answers the body of `POST /api/ai-bot/query`, for commands.
    pub async fn answer_json(&self, scope: &Scope, body: Value) -> Result<Value, ApiError> {
        let ask = AssistantQuery::parse_from_json(Some(body)).map_err(|error| {
            ApiError::invalid_value("query", ErrorDetailCode::Query, error.into_message())
        })?;
        let answered = self.answer(scope, &ask).await?;
        Ok(answered.data.to_json().unwrap_or(Value::Null))
    }
}

fn own_person_id(scope: &Scope) -> Result<PersonId, ApiError> {
    scope
        .require_person()
        .map(|(_, person)| PersonId(person.id))
}

fn unknown_period_error() -> ApiError {
    let message = format!(
        "Use one of these periods: {}.",
        super::period::PERIOD_GRAMMAR
    );
    ApiError::invalid_value("period", ErrorDetailCode::Unknown, message)
}

impl From<ToolError> for ApiError {
    fn from(error: ToolError) -> Self {
        match error {
            ToolError::Permission(error) => error.into(),
            ToolError::CustomerReport(error) => error.into(),
            ToolError::Metric(error) => error.into(),
            ToolError::Db(error) => error.into(),
        }
    }
}

impl From<CatalogError> for ApiError {
    fn from(error: CatalogError) -> Self {
        match error {
            CatalogError::Metric(error) => error.into(),
            CatalogError::Db(error) => error.into(),
            CatalogError::Index(error) => Self::internal(&error),
        }
    }
}

impl From<AnswerError> for ApiError {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::EmptyQuestion => Self::invalid_value(
                "query",
                ErrorDetailCode::Required,
                "Type a question, such as: Which items are low on stock?",
            ),
            AnswerError::Lookup(error) => error.into(),
            AnswerError::Tool(error) => error.into(),
            AnswerError::Entropy(error) => error.into(),
            AnswerError::Catalog(error) => error.into(),
            AnswerError::Metric(error) => error.into(),
            AnswerError::Db(error) => error.into(),
        }
    }
}

impl From<QuotaError> for ApiError {
    fn from(error: QuotaError) -> Self {
        match error {
            QuotaError::Exhausted { limit } => Self::plan_limit_reached(format!(
                "Your organization has used all {limit} Sprout AI questions that its plan includes \
                    per month. Wait until next month, or ask the operator of this service for a \
                    higher limit. All figures remain available on their pages."
            )),
            QuotaError::Db(error) => error.into(),
        }
    }
}

/// The day of figures over order lines; today for callers who may not see any.
async fn load_figure_day(scope: &Scope) -> Result<FigureDay, DbError> {
    let today = scope.as_of();
    let (purchases, sales) = (scope.require(PurchasingRead), scope.require(SalesRead));
    match (purchases, sales) {
        (Ok(right), _) => read_figure_day(&scope.rollup_db().await?, today, &right).await,
        (_, Ok(right)) => read_figure_day(&scope.rollup_db().await?, today, &right).await,
        _ => Ok(FigureDay::for_today(today)),
    }
}
