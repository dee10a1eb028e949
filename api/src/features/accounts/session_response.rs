//! Responses that sign a browser in, and revocation of its previous session.

use super::wire::Session;
use crate::auth::{Authority, RefreshCookie, SignInResult, read_request_origin};
use crate::http::{ApiError, Envelope};
use poem::Request;
use poem::http::header;
use poem_openapi::payload::{Json, Response};

/// The response for a new or refreshed session, with its cookie.
pub(super) fn build_session_response(
    cookie: RefreshCookie,
    signed_in: SignInResult,
) -> Response<Json<Envelope<Session>>> {
    let cookie_value = cookie.set_cookie_value(&signed_in.refresh_token);
    let response = Response::new(Json(Envelope::new(Session::from_sign_in(signed_in))));
    response
        .header(header::SET_COOKIE, cookie_value)
        .header(header::CACHE_CONTROL, "no-store")
}

/// Revokes the previous session of this browser. Its cookie is replaced, so the browser could not
/// sign it out later.
pub(super) async fn revoke_previous_session(
    authority: &Authority,
    cookie: RefreshCookie,
    request: &Request,
) -> Result<(), ApiError> {
    match cookie.read_token(request) {
        Some(refresh_token) => {
            authority
                .sign_out(&refresh_token, read_request_origin(request))
                .await
        }
        None => Ok(()),
    }
}
