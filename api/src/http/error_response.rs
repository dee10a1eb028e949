//! Converts every error, including those of the framework, to the error body.

use super::{AllowedMethods, ApiError, RefusalCause, RequestId, redacted_path};
use poem::error::{
    MethodNotAllowedError, NotFoundError, ParseJsonError, ParsePathError, ParseQueryError,
    ReadBodyError,
};
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Endpoint, Error, Request, Response, Result};
use poem_openapi::error::{
    AuthorizationError, ContentTypeError, ParseParamError, ParsePathError as ParseOpenApiPathError,
    ParseRequestPayloadError,
};
use poem_openapi::types::ToJSON;
use std::sync::Arc;

/// Middleware that converts errors to responses and logs server errors.
pub async fn convert_errors<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    request: Request,
) -> Result<Response> {
    let id = format_request_id(&request);
    let allowed = request.data::<Arc<AllowedMethods>>().map(Arc::clone);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    match next.call(request).await {
        Ok(response) if response.extensions().get::<PanicMarker>().is_some() => Ok(render_error(
            &ApiError::internal(&std::io::Error::other("a handler panicked")),
            &id,
        )),
        Ok(response) => Ok(response),
        // The framework signals "not modified" as an error.
        Err(error) if error.status() == StatusCode::NOT_MODIFIED => Ok(error.into_response()),
        Err(error) => {
            let failure = to_api_error(&error);
            // Only internal errors are logged here. 503 is normal during startup, and health checks
            // repeat it.
            if failure.status() == StatusCode::INTERNAL_SERVER_ERROR {
                tracing::error!(
                    request_id = id,
                    method = method.as_str(),
                    path = redacted_path::redact_path(&path),
                    status = failure.status().as_u16(),
                    "answered with a server error"
                );
            }
            let mut response = render_error(&failure, &id);
            if failure.status() == StatusCode::UNAUTHORIZED {
                response
                    .headers_mut()
                    .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            if failure.status() == StatusCode::METHOD_NOT_ALLOWED {
                // Paths outside the contract are pages, which are read-only.
                let methods = allowed
                    .and_then(|allowed| allowed.allow_header(&path))
                    .unwrap_or(HeaderValue::from_static("GET, HEAD"));
                response.headers_mut().insert(header::ALLOW, methods);
            }
            Ok(response)
        }
    }
}

/// Marks the response of a handler that panicked.
#[derive(Clone, Copy, Debug)]
struct PanicMarker;

/// The response of a caught panic; [`convert_errors`] replaces its body. The panic hook has logged
/// the panic.
pub fn panic_response() -> Response {
    Response::builder()
        .status(StatusCode::INTERNAL_SERVER_ERROR)
        .extension(PanicMarker)
        .finish()
}

/// Information about a failed response for middleware. Not sent to the client.
#[derive(Clone, Copy, Debug)]
pub struct RefusalInfo {
    /// The error code.
    pub code: &'static str,
    /// The cause for the security log.
    pub cause: Option<RefusalCause>,
}

/// The response to a request that middleware refuses.
pub fn refusal_response(request: &Request, failure: &ApiError) -> Response {
    render_error(failure, &format_request_id(request))
}

fn format_request_id(request: &Request) -> String {
    let id = request.data::<RequestId>();
    id.map_or_else(String::new, |id| id.0.to_string())
}

fn render_error(failure: &ApiError, request_id: &str) -> Response {
    let body = failure
        .to_body(request_id)
        .to_json()
        .unwrap_or_default()
        .to_string();
    let response = Response::builder()
        .status(failure.status())
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CACHE_CONTROL, "no-store");
    let mut response = response
        .extension(RefusalInfo {
            code: failure.code(),
            cause: failure.refusal_cause(),
        })
        .body(body);
    if let Some(seconds) = failure.retry_after() {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

fn to_api_error(error: &Error) -> ApiError {
    if let Some(own) = error.downcast_ref::<ApiError>() {
        return own.clone();
    }
    if error.downcast_ref::<AuthorizationError>().is_some() {
        return ApiError::unauthorized();
    }
    if let Some(payload) = error.downcast_ref::<ParseRequestPayloadError>() {
        return ApiError::bad_request(
            "invalid_body",
            format!(
                "The body is invalid: {}.",
                payload.reason.trim_end_matches('.')
            ),
        );
    }
    if let Some(json) = error.downcast_ref::<ParseJsonError>() {
        return ApiError::bad_request("invalid_body", format!("The body is invalid: {json}."));
    }
    if let Some(parameter) = error.downcast_ref::<ParseParamError>() {
        return ApiError::bad_request(
            "invalid_parameter",
            format!(
                "The parameter \"{}\" is invalid: {}.",
                parameter.name,
                parameter.reason.trim_end_matches('.')
            ),
        );
    }
    if error.is::<ParsePathError>() || error.is::<ParseOpenApiPathError>() {
        return ApiError::not_found();
    }
    if error.is::<ParseQueryError>() {
        return ApiError::bad_request("invalid_parameter", "The query string is invalid.");
    }
    if error.is::<ContentTypeError>() {
        return ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            "Send the body as application/json, or as the API documentation says.",
        );
    }
    if error.is::<MethodNotAllowedError>() {
        return ApiError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "This path does not support this method.",
        );
    }
    if error.is::<NotFoundError>() {
        return ApiError::not_found();
    }
    if error.is::<ReadBodyError>() {
        return if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
            ApiError::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "body_too_large",
                "The body is too large.",
            )
        } else {
            ApiError::bad_request("invalid_body", "The body is incomplete.")
        };
    }
    match error.status() {
        StatusCode::BAD_REQUEST => {
            ApiError::bad_request("bad_request", "The request is malformed.")
        }
        StatusCode::NOT_FOUND => ApiError::not_found(),
        StatusCode::UNAUTHORIZED => ApiError::unauthorized(),
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "body_too_large",
            "The body is too large.",
        ),
        status if status.is_client_error() => {
            ApiError::new(status, "bad_request", "The request is invalid.")
        }
        _ => ApiError::internal(&std::io::Error::other(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::entropy::Entropy;
    use crate::http::RequestIdMiddleware;
    use poem::endpoint::{EndpointExt, make_sync};
    use poem::middleware::CatchPanic;

    #[tokio::test]
    async fn hides_the_message_of_a_panic() {
        let handler = make_sync(|_| -> Response { panic!("secret detail") });
        let app = handler
            .with(CatchPanic::new().with_handler(|_| panic_response()))
            .around(convert_errors)
            .with(RequestIdMiddleware::new(
                Clock::system(),
                &Entropy::seeded(1),
            ));
        let mut response = app.get_response(Request::default()).await;
        let id = response.header("x-request-id").unwrap().to_owned();
        let body = response.take_body().into_string().await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(
            body.contains(&id)
                && body.contains("\"code\":\"internal\"")
                && !body.contains("secret"),
            "{body}"
        );
    }
}
