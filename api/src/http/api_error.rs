//! The public error type: a status, a stable code and a message.

use poem::error::ResponseError;
use poem::http::StatusCode;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, Object};

use super::error_detail::{ErrorDetail, ErrorDetailCode};
use crate::db::{DbError, LookupError};
use crate::entropy::EntropyError;
use sea_orm::prelude::Uuid;

/// The body of every failed response.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub struct ErrorBody {
    /// Always false.
    pub success: bool,
    /// What went wrong and what to do, for users.
    pub message: String,
    /// A stable error code for programs, in snake_case.
    pub code: String,
    /// The id of this request, for support and the server's log.
    pub request_id: String,
    /// The values that were rejected, for validation errors.
    pub details: Option<Vec<ErrorDetail>>,
}

/// An error for the caller. Internal details go to the log and never into the response.
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

/// Why a request was refused, for the security log. The response does not contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalCause {
    /// An access token that is malformed or was not signed here.
    ForgedToken,
    /// An API key that does not exist or was revoked.
    UnknownApiKey,
    /// A replaced refresh token that was used again, which revoked its session.
    ReplayedRefreshToken {
        /// The user of the session.
        person: Uuid,
        /// The organization of the session.
        tenant: Uuid,
    },
    /// A credential that was once valid. Not suspicious.
    ExpiredCredential,
}

impl ApiError {
    /// An error with its own status. `code` is stable and in snake_case.
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

    /// 400: the request is malformed.
    pub fn bad_request(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 400: the cursor was not issued by this API.
    pub fn invalid_cursor() -> Self {
        Self::bad_request(
            "invalid_cursor",
            "The cursor is invalid. Send nextCursor of the previous page unchanged, or no \
                 cursor for the first page.",
        )
    }

    /// 401: not authenticated. The message is the same for every reason.
    pub fn unauthorized() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "unauthorized",
            "Sign in to continue. This request has no valid token.",
        )
    }

    /// 403: authenticated, but not allowed.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// 403: the organization's plan does not allow more. The message says what to do.
    pub fn plan_limit_reached(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "plan_limit_reached", message)
    }

    /// 404: does not exist or is not accessible; the response does not reveal which.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "Not found.")
    }

    /// 409: conflicts with the current state.
    pub fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// 409: the demo and its account belong to everybody.
    pub fn demo_read_only(message: impl Into<String>) -> Self {
        Self::conflict("demo_read_only", message)
    }

    /// 422: well-formed, but a value is not acceptable.
    pub fn unprocessable(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// 422 with all rejected values.
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

    /// 422 for one rejected value.
    pub fn invalid_value(path: &str, code: ErrorDetailCode, message: impl Into<String>) -> Self {
        ErrorDetail::new(path, code, message).into()
    }

    /// The same error, about the value at `path`.
    #[must_use]
    pub fn with_detail(mut self, path: &str, code: ErrorDetailCode) -> Self {
        let detail = ErrorDetail::new(path, code, self.message.clone());
        self.details.push(detail);
        self
    }

    /// 429: the rate limit is exceeded.
    pub fn too_many_requests(wait_ms: i64) -> Self {
        let Self {
            message,
            retry_after,
            ..
        } = Self::too_many_attempts("Too many requests.", wait_ms);
        Self {
            retry_after,
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
        }
    }

    /// 429: too many attempts. `reason` is a sentence; when to try again is appended.
    pub fn too_many_attempts(reason: &str, wait_ms: i64) -> Self {
        let seconds = wait_ms.max(1).saturating_add(999) / 1_000;
        let wait = match (seconds, (seconds + 59) / 60) {
            (1, _) => "1 second".to_owned(),
            (..=90, _) => format!("{seconds} seconds"),
            (_, minutes) => format!("{minutes} minutes"),
        };
        let message = format!("{reason} Try again in {wait}.");
        Self {
            retry_after: Some(seconds),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_attempts", message)
        }
    }

    /// The same error, with a cause for the security log.
    #[must_use]
    pub fn with_refusal_cause(mut self, cause: RefusalCause) -> Self {
        self.refusal_cause = Some(cause);
        self
    }

    /// 503: temporarily unavailable.
    pub fn unavailable(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
    }

    /// 500: a server error. Logs the cause.
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
            "Something went wrong on our side. Try again. If the problem persists, send the \
                 request id to support.",
        )
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The error code.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Seconds until a retry may succeed, if known.
    pub fn retry_after(&self) -> Option<i64> {
        self.retry_after
    }

    /// The cause for the security log.
    pub fn refusal_cause(&self) -> Option<RefusalCause> {
        self.refusal_cause
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The response body.
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
        let message = error.user_message();
        match error {
            DbError::Unavailable(_) => {
                tracing::warn!(%error, "database unavailable");
                Self::unavailable("database_unavailable", message)
            }
            DbError::Busy(_) => {
                tracing::warn!(%error, "database busy");
                Self::unavailable("database_busy", message)
            }
            DbError::Full(_) => {
                tracing::error!(error = &error as &dyn std::error::Error, "database full");
                Self::unavailable("database_full", message)
            }
            DbError::IdempotencyConflict => Self::conflict("idempotency_in_progress", message),
            other => Self::internal(&other),
        }
    }
}

impl From<ErrorDetail> for ApiError {
    fn from(detail: ErrorDetail) -> Self {
        Self::invalid_values(vec![detail])
    }
}

impl From<LookupError> for ApiError {
    fn from(error: LookupError) -> Self {
        match error {
            LookupError::NotFound => Self::not_found(),
            LookupError::Db(error) => error.into(),
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

/// The error responses of every operation.
const DECLARED_RESPONSES: [(u16, &str); 11] = [
    (400, "The request is malformed."),
    (401, "The token is missing or invalid."),
    (403, "The caller is not allowed to do this."),
    (404, "The resource does not exist or is not accessible."),
    (409, "The request conflicts with the current state."),
    (413, "The body is too large."),
    (
        415,
        "The media type or encoding of the body is not supported.",
    ),
    (422, "A value is not acceptable."),
    (429, "Too many requests. Try again later."),
    (500, "Internal server error."),
    (503, "A dependency is unavailable. Try again later."),
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
