//! The answer that signs a browser in, and the end of the session that the browser had before.

use super::wire::Session;
use crate::auth::{Authority, RefreshCookie, SignInResult, read_request_origin};
use crate::http::{ApiError, Envelope};
use poem::Request;
use poem::http::header;
use poem_openapi::payload::{Json, Response};

/// A session that was opened, with its cookie.
pub(super) fn build_session_response(
    cookie: RefreshCookie,
    signed_in: SignInResult,
) -> Response<Json<Envelope<Session>>> {
    let stored = cookie.set_cookie_value(&signed_in.refresh_token);
    let response = Response::new(Json(Envelope::new(Session::from_sign_in(signed_in))));
    response
        .header(header::SET_COOKIE, stored)
        .header(header::CACHE_CONTROL, "no-store")
}

/// Ends the session that this browser had before, whoever's it was: the cookie of the new one takes
/// its place, so nobody could end it any more.
pub(super) async fn revoke_previous_session(
    authority: &Authority,
    cookie: RefreshCookie,
    request: &Request,
) -> Result<(), ApiError> {
    match cookie.read_token(request) {
        Some(presented) => {
            authority
                .sign_out(&presented, read_request_origin(request))
                .await
        }
        None => Ok(()),
    }
}
