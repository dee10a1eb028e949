//! The one public error: a status, a code for programs, words for people.

use poem::error::ResponseError;
use poem::http::StatusCode;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, Object};

use crate::db::DbError;
use crate::entropy::EntropyError;
use sea_orm::prelude::Uuid;

/// The body of every failed answer.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub struct ErrorBody {
    /// Always false.
    pub success: bool,
    /// What went wrong and what to do, for people.
    pub message: String,
    /// What went wrong, for programs; stable.
    pub code: String,
    /// Names this request in the server's log.
    pub request_id: String,
    /// Each value that was not accepted.
    pub details: Option<Vec<ErrorDetail>>,
}

/// A value that was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
pub struct ErrorDetail {
    /// Where it stands in the input, such as `email`.
    pub path: String,
    /// What is expected of it.
    pub message: String,
}

/// A failure that a caller is told about. Whatever else is known goes to the log, never into the
/// answer.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{code}: {message}")]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    details: Vec<ErrorDetail>,
    retry_after: Option<i64>,
    refusal_cause: Option<RefusalCause>,
}

/// Why a caller was refused, where the answer does not say so: for the log alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalCause {
    /// An access token that was not signed here, or is not one.
    ForgedToken,
    /// An API key that is not known: made up, or taken back.
    UnknownApiKey,
    /// A refresh token that was used again long after it was replaced, which has ended its session.
    ReplayedRefreshToken {
        /// Whose session it was.
        person: Uuid,
        /// The organization that it worked in.
        tenant: Uuid,
    },
    /// Something that was good once. Nothing to suspect.
    ExpiredCredential,
}

impl ApiError {
    /// A failure with its own status; `code` is snake_case and stable.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            details: Vec::new(),
            retry_after: None,
            refusal_cause: None,
        }
    }

    /// 400: the request cannot be read.
    pub fn bad_request(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 400: a list's cursor that no page of ours gave out.
    pub fn invalid_cursor() -> Self {
        Self::bad_request(
            "invalid_cursor",
            "The cursor is not one of ours: send nextCursor of the page before as it was, or none \
                for the first page.",
        )
    }

    /// 401: nobody we know. The same words whatever the reason.
    pub fn unauthorized() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "unauthorized",
            "Please sign in: this request carries no valid token.",
        )
    }

    /// 403: known, but not allowed to.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// 403: the organization's plan does not allow more; the message says what to do.
    pub fn plan_limit_reached(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "plan_limit_reached", message)
    }

    /// 404: not there, or not yours; the answer does not tell which.
    pub fn not_found() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not_found",
            "There is nothing here by this name.",
        )
    }

    /// 409: contradicts what is there.
    pub fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// 422: readable, but the values are not acceptable.
    pub fn unprocessable(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// 422 with every value that was not accepted.
    pub fn invalid_values(details: Vec<ErrorDetail>) -> Self {
        let message = details
            .iter()
            .map(|detail| detail.message.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        Self {
            details,
            ..Self::unprocessable("invalid_values", message)
        }
    }

    /// The same failure, which says at which value of the input it stands.
    #[must_use]
    pub fn with_path(mut self, path: &str) -> Self {
        self.details.push(ErrorDetail {
            path: path.to_owned(),
            message: self.message.clone(),
        });
        self
    }

    /// 429: more requests than anybody needs.
    pub fn too_many_requests(wait_ms: i64) -> Self {
        let Self {
            message,
            retry_after,
            ..
        } = Self::too_many_attempts("Too many requests at once.", wait_ms);
        Self {
            retry_after,
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
        }
    }

    /// 429: tried too often; `what` is said in a sentence, and when to try again is added to it.
    pub fn too_many_attempts(what: &str, wait_ms: i64) -> Self {
        let seconds = wait_ms.max(1).saturating_add(999) / 1_000;
        let when = match (seconds, (seconds + 59) / 60) {
            (1, _) => "1 second".to_owned(),
            (..=90, _) => format!("{seconds} seconds"),
            (_, minutes) => format!("{minutes} minutes"),
        };
        let message = format!("{what} Please try again in {when}.");
        Self {
            retry_after: Some(seconds),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_attempts", message)
        }
    }

    /// The same failure, of which the log is told more than the caller.
    #[must_use]
    pub fn with_refusal_cause(mut self, suspicion: RefusalCause) -> Self {
        self.refusal_cause = Some(suspicion);
        self
    }

    /// 503: not now; trying again later may help.
    pub fn unavailable(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
    }

    /// 500: our fault. The cause is logged here, once.
    pub fn internal(cause: &(dyn std::error::Error + 'static)) -> Self {
        let mut causes = vec![cause.to_string()];
        let mut next = cause.source();
        while let Some(source) = next {
            causes.push(source.to_string());
            next = source.source();
        }
        tracing::error!(cause = causes.join(": "), "request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something went wrong on our side. Please try again; if it stays, tell support the \
                request id.",
        )
    }

    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// What went wrong, for programs.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// After how many seconds trying again may help, where that is known.
    pub fn retry_after(&self) -> Option<i64> {
        self.retry_after
    }

    /// What the log is told beside it.
    pub fn refusal_cause(&self) -> Option<RefusalCause> {
        self.refusal_cause
    }

    /// What went wrong, for people.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The body of the answer.
    pub fn to_body(&self, request_id: &str) -> ErrorBody {
        ErrorBody {
            success: false,
            message: self.message.clone(),
            code: self.code.to_owned(),
            request_id: request_id.to_owned(),
            details: (!self.details.is_empty()).then(|| self.details.clone()),
        }
    }
}

impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Unavailable(_) => {
                tracing::warn!(%error, "database unavailable");
                Self::unavailable(
                    "database_unavailable",
                    "The database cannot be reached right now. Please try again in a moment.",
                )
            }
            DbError::Busy(_) => {
                tracing::warn!(%error, "database busy");
                Self::unavailable(
                    "database_busy",
                    "The database is busy with something that takes longer than anybody waits. \
                        Please try again in a moment.",
                )
            }
            DbError::Full(_) => {
                tracing::error!(error = &error as &dyn std::error::Error, "database full");
                Self::unavailable(
                    "database_full",
                    "The database has no room left, so nothing was changed. Tell whoever runs the \
                        server.",
                )
            }
            DbError::IdempotencyConflict => Self::conflict(
                "idempotency_in_progress",
                "The same request with this Idempotency-Key is under way: send it again in a \
                    moment.",
            ),
            other => Self::internal(&other),
        }
    }
}

impl From<EntropyError> for ApiError {
    fn from(error: EntropyError) -> Self {
        Self::internal(&error)
    }
}

impl ResponseError for ApiError {
    fn status(&self) -> StatusCode {
        self.status
    }
}

/// The failures that any operation may answer with, and when.
const DECLARED_RESPONSES: [(u16, &str); 11] = [
    (400, "The request cannot be read."),
    (401, "No valid token."),
    (403, "The role does not allow this."),
    (404, "Not there, or not yours."),
    (409, "Contradicts what is there."),
    (413, "The body is too large."),
    (
        415,
        "The body has a type or an encoding that is not accepted.",
    ),
    (422, "Values that are not acceptable."),
    (429, "Too many requests; try again later."),
    (500, "A fault of the server."),
    (503, "Something that the answer needs cannot be reached."),
];

impl ApiResponse for ApiError {
    fn meta() -> MetaResponses {
        let response = |(status, description)| MetaResponse {
            description,
            status: Some(status),
            status_range: None,
            content: vec![MetaMediaType {
                content_type: Json::<ErrorBody>::CONTENT_TYPE,
                schema: ErrorBody::schema_ref(),
            }],
            headers: vec![],
        };
        MetaResponses {
            responses: DECLARED_RESPONSES.map(response).into(),
        }
    }

    fn register(registry: &mut Registry) {
        ErrorBody::register(registry);
    }
}
