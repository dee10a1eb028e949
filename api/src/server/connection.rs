//! Serves the requests of one connection, as HTTP/1.1 or cleartext HTTP/2.

use super::activity::{Activity, RequestInProgress};
use super::body_floor::require_body_rate;
use super::head_guard::GuardedStream;
use super::{Phase, ServerSettings};
use hyper::body::{Body, Frame, Incoming, SizeHint};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use poem::endpoint::BoxEndpoint;
use poem::http::uri::Scheme;
use poem::http::{HeaderMap, HeaderValue, StatusCode, Version, header};
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Endpoint, Request, Response};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::watch;

/// Concurrent requests of an HTTP/2 connection.
const MAX_STREAMS: u32 = 200;
/// How long a stopping server waits for the first request of a connection, which may already be on
/// its way.
const FIRST_REQUEST_TIMEOUT: Duration = Duration::from_secs(1);
/// How often it looks for that request.
const FIRST_REQUEST_INTERVAL: Duration = Duration::from_millis(10);
/// The maximum size of the headers of an HTTP/2 request.
const MAX_HEADER_BYTES: u32 = 16 * 1024;

/// What all connections share.
pub(super) struct ConnectionContext {
    pub(super) app: BoxEndpoint<'static, Response>,
    pub(super) settings: ServerSettings,
    pub(super) phases: watch::Receiver<Phase>,
}

impl ConnectionContext {
    /// Serves a connection until it closes, is idle or too slow, or the server stops.
    pub(super) async fn serve(self: Arc<Self>, stream: TcpStream, peer: SocketAddr) {
        // Responses are written at once, so waiting to fill packets only delays them.
        let _ = stream.set_nodelay(true);
        let Ok(local) = stream.local_addr() else {
            return;
        };
        let activity = Arc::new(Activity::new());
        let stream = GuardedStream::new(stream, Arc::clone(&activity));
        let service = service_fn(|request| {
            let request_in_progress = activity.begin_request();
            let context = Arc::clone(&self);
            async move {
                let response = context.respond(request, local, peer).await;
                let response: hyper::Response<_> = response.into();
                Ok::<_, Infallible>(response.map(|body| TrackedBody {
                    body,
                    _request: request_in_progress,
                }))
            }
        });
        let mut builder = auto::Builder::new(TokioExecutor::new());
        builder
            .http2()
            .max_concurrent_streams(MAX_STREAMS)
            .max_header_list_size(MAX_HEADER_BYTES);
        let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
        let mut phases = self.phases.clone();
        let (mut is_stopping, mut shuts_down) = (false, false);
        let timeouts = self.settings.timeouts;
        loop {
            let time_left = activity.time_left(timeouts);
            if time_left.is_zero() {
                return;
            }
            // hyper closes a connection without a request at once, even if one has arrived.
            let awaits_first =
                is_stopping && !shuts_down && activity.awaits_first(FIRST_REQUEST_TIMEOUT);
            if is_stopping && !shuts_down && !awaits_first {
                shuts_down = true;
                connection.as_mut().graceful_shutdown();
            }
            // Another timeout may begin to run in the meantime.
            let pause = if awaits_first {
                FIRST_REQUEST_INTERVAL
            } else {
                time_left.min(timeouts.head / 2)
            };
            tokio::select! {
                // First, so that a request that has arrived is served.
                biased;
                _ = connection.as_mut() => return,
                _ = phases.wait_for(|phase| *phase == Phase::Stopping), if !is_stopping => {
                    is_stopping = true;
                }
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    async fn respond(
        &self,
        request: hyper::Request<Incoming>,
        local: SocketAddr,
        peer: SocketAddr,
    ) -> Response {
        let version = request.version();
        let has_valid_host = has_valid_host(version, request.headers());
        let mut response = if has_valid_host {
            let addresses = (
                LocalAddr(Addr::SocketAddr(local)),
                RemoteAddr(Addr::SocketAddr(peer)),
            );
            let request = Request::from((request, addresses.0, addresses.1, Scheme::HTTP));
            self.app
                .get_response(require_body_rate(request, self.settings.body_floor))
                .await
        } else {
            Response::builder()
                .status(StatusCode::BAD_REQUEST)
                .content_type("text/plain; charset=utf-8")
                .body("Send exactly one Host header.")
        };
        let closes = !has_valid_host || *self.phases.borrow() >= Phase::Draining;
        if closes && version <= Version::HTTP_11 {
            response
                .headers_mut()
                .insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// Whether the request names one host. HTTP/1.0 needs none, and HTTP/2 has its own field for it.
fn has_valid_host(version: Version, headers: &HeaderMap) -> bool {
    let hosts = headers.get_all(header::HOST).iter().count();
    hosts == 1 || hosts == 0 && version != Version::HTTP_11
}

/// A response body that belongs to a request in progress.
struct TrackedBody<B> {
    body: B,
    _request: RequestInProgress,
}

impl<B: Body + Unpin> Body for TrackedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
