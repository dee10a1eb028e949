//! Serves the requests of one connection, as HTTP/1.1 or cleartext HTTP/2.

use super::activity::{Activity, RequestInProgress};
use super::body_floor::require_body_rate;
use super::head_guard::{GuardedStream, HTTP2_PREFACE};
use super::{Phase, ServerSettings};
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use poem::endpoint::BoxEndpoint;
use poem::http::uri::Scheme;
use poem::http::{HeaderMap, HeaderValue, StatusCode, Version, header};
use poem::web::{LocalAddr, RemoteAddr};
use poem::{Addr, Endpoint, Request, Response};
use std::convert::Infallible;
use std::io;
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
    ///
    /// hyper keeps 16 KiB of buffers for each connection. Between requests a connection has none: it is
    /// taken from hyper, and handed over again with its next request.
    pub(super) async fn serve(self: Arc<Self>, stream: TcpStream, peer: SocketAddr) {
        // Responses are written at once, so waiting to fill packets only delays them.
        let _ = stream.set_nodelay(true);
        let Ok(local) = stream.local_addr() else {
            return;
        };
        let served = Arc::new(Served {
            activity: Arc::new(Activity::new()),
            context: self,
            local,
            peer,
        });
        let mut stream = GuardedStream::new(stream, Arc::clone(&served.activity));
        match served.find_protocol(stream.stream()).await {
            Some(Protocol::Http1) => {}
            Some(Protocol::Http2) => return Box::pin(served.serve_http2(stream)).await,
            None => return,
        }
        while let Some(idle) = Box::pin(served.serve_http1(stream)).await {
            stream = idle;
            if !served.wait_for_request(stream.stream()).await {
                return;
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

/// Which protocol a client speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    Http1,
    Http2,
}

/// How far a connection came.
enum Driven<T> {
    /// To its end.
    Done(T),
    /// It waits for its next request.
    Idle,
    /// It is too slow, or the server stops.
    Refused,
}

/// A connection that is served.
struct Served {
    context: Arc<ConnectionContext>,
    activity: Arc<Activity>,
    local: SocketAddr,
    peer: SocketAddr,
}

impl Served {
    /// Waits until the next request begins. False if the connection is to be closed.
    async fn wait_for_request(&self, stream: &TcpStream) -> bool {
        self.peek(stream, &mut [0; 1]).await.is_some()
    }

    /// What the first bytes belong to. `None` if the connection is to be closed.
    async fn find_protocol(&self, stream: &TcpStream) -> Option<Protocol> {
        let mut first = [0; HTTP2_PREFACE.len()];
        loop {
            let count = self.peek(stream, &mut first).await?;
            if first.get(..count)? != HTTP2_PREFACE.get(..count)? {
                return Some(Protocol::Http1);
            }
            if count == HTTP2_PREFACE.len() {
                return Some(Protocol::Http2);
            }
            tokio::time::sleep(FIRST_REQUEST_INTERVAL).await;
        }
    }

    /// Waits for bytes, and leaves them in the stream. Returns their number. `None` if the connection is
    /// to be closed.
    async fn peek(&self, stream: &TcpStream, bytes: &mut [u8]) -> Option<usize> {
        match self.drive(pin!(stream.peek(bytes)), None, None).await {
            Driven::Done(Ok(count)) if count > 0 => Some(count),
            _ => None,
        }
    }

    /// Serves requests until the connection is closed. If it is idle before, returns it.
    async fn serve_http1(
        self: &Arc<Self>,
        stream: GuardedStream<TcpStream>,
    ) -> Option<GuardedStream<TcpStream>> {
        self.activity.expect_request();
        let service = service_fn(|request| self.answer(request));
        let mut connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
        let driven = self
            .drive(
                Pin::new(&mut connection),
                Some(http1::Connection::graceful_shutdown),
                Some(self.context.settings.timeouts.release),
            )
            .await;
        if !matches!(driven, Driven::Idle) {
            return None;
        }
        let parts = connection.into_parts();
        // An idle connection has served all that it has read.
        parts.read_buf.is_empty().then(|| parts.io.into_inner())
    }

    async fn serve_http2(self: &Arc<Self>, stream: GuardedStream<TcpStream>) {
        self.activity.expect_request();
        let service = service_fn(|request| self.answer(request));
        let mut builder = http2::Builder::new(TokioExecutor::new());
        builder
            .max_concurrent_streams(MAX_STREAMS)
            .max_header_list_size(MAX_HEADER_BYTES);
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        self.drive(
            pin!(connection),
            Some(http2::Connection::graceful_shutdown),
            None,
        )
        .await;
    }

    /// Polls a connection until it ends, is too slow, or has been idle for `released_after`. If the server
    /// stops, `shut_down` lets it end; without that, it is refused.
    async fn drive<F: Future>(
        &self,
        mut connection: Pin<&mut F>,
        shut_down: Option<fn(Pin<&mut F>)>,
        released_after: Option<Duration>,
    ) -> Driven<F::Output> {
        let mut phases = self.context.phases.clone();
        let (mut is_stopping, mut is_ending) = (false, false);
        let timeouts = self.context.settings.timeouts;
        loop {
            let time_left = self.activity.time_left(timeouts);
            if time_left.is_zero() {
                return Driven::Refused;
            }
            // hyper closes a connection without a request at once, even if one has arrived.
            let awaits_first =
                is_stopping && !is_ending && self.activity.awaits_request(FIRST_REQUEST_TIMEOUT);
            if is_stopping && !is_ending && !awaits_first {
                let Some(shut_down) = shut_down else {
                    return Driven::Refused;
                };
                is_ending = true;
                shut_down(connection.as_mut());
            }
            // Another timeout may begin to run in the meantime.
            let mut pause = time_left.min(timeouts.head / 2);
            if awaits_first {
                pause = FIRST_REQUEST_INTERVAL;
            } else if let Some(released_after) = released_after {
                let idle = self.activity.idle_time();
                if !is_stopping && idle.is_some_and(|idle| idle >= released_after) {
                    return Driven::Idle;
                }
                let left = released_after.saturating_sub(idle.unwrap_or_default());
                pause = pause.min(left.max(FIRST_REQUEST_INTERVAL));
            }
            tokio::select! {
                // First, so that a request that has arrived is served.
                biased;
                done = connection.as_mut() => return Driven::Done(done),
                _ = phases.wait_for(|phase| *phase == Phase::Stopping), if !is_stopping => {
                    is_stopping = true;
                }
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// The app's response. The request is in progress until its body is sent.
    fn answer(
        self: &Arc<Self>,
        request: hyper::Request<Incoming>,
    ) -> impl Future<
        Output = Result<
            hyper::Response<TrackedBody<impl Body<Data = Bytes, Error = io::Error> + use<>>>,
            Infallible,
        >,
    > + use<> {
        let request_in_progress = self.activity.begin_request();
        let served = Arc::clone(self);
        async move {
            let (local, peer) = (served.local, served.peer);
            let response = served.context.respond(request, local, peer).await;
            let response: hyper::Response<_> = response.into();
            Ok(response.map(|body| TrackedBody {
                body,
                _request: request_in_progress,
            }))
        }
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
