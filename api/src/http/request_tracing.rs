//! Records a span for each request, which continues the caller's trace (W3C Trace Context).

use super::request_metrics::standard_method;
use super::{RequestId, RouteNames};
use opentelemetry::global::{self, BoxedTracer};
use opentelemetry::trace::{FutureExt, SpanKind, Status, TraceContextExt, Tracer};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::HeaderExtractor;
use poem::http::StatusCode;
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::Arc;
use tracing::Instrument;

/// Middleware that records spans. They have no paths, queries, headers or bodies, which may be
/// secret.
#[derive(Clone, Debug, Default)]
pub struct RequestTracing {
    routes: Arc<RouteNames>,
}

impl RequestTracing {
    /// Records spans under these names.
    pub fn new(routes: Arc<RouteNames>) -> Self {
        Self { routes }
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for RequestTracing {
    type Output = TracedEndpoint<E>;

    fn transform(&self, inner: E) -> TracedEndpoint<E> {
        TracedEndpoint {
            inner,
            routes: Arc::clone(&self.routes),
            tracer: global::tracer("sprout"),
        }
    }
}

/// An endpoint whose requests have spans.
pub struct TracedEndpoint<E> {
    inner: E,
    routes: Arc<RouteNames>,
    tracer: BoxedTracer,
}

impl<E> TracedEndpoint<E> {
    /// Begins the span of a request.
    fn begin_span(&self, request: &Request) -> Context {
        let caller = global::get_text_map_propagator(|propagator| {
            propagator.extract(&HeaderExtractor(request.headers()))
        });
        let method = standard_method(request.method().as_str());
        let route = self.routes.find_name(request.uri().path());
        let mut attributes = vec![
            KeyValue::new("http.request.method", method),
            KeyValue::new("http.route", route.to_owned()),
        ];
        if let Some(id) = request.data::<RequestId>() {
            attributes.push(KeyValue::new("sprout.request_id", id.0.to_string()));
        }
        let span = self
            .tracer
            .span_builder(format!("{method} {route}"))
            .with_kind(SpanKind::Server)
            .with_attributes(attributes)
            .start_with_context(&self.tracer, &caller);
        caller.with_span(span)
    }
}

impl<E: Endpoint<Output = Response>> Endpoint for TracedEndpoint<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let context = self.begin_span(&request);
        let trace_id = context.span().span_context().trace_id();
        // An error by level only, so that no log filter hides the id.
        let log_span = tracing::error_span!("request", %trace_id);
        let answered = self
            .inner
            .call(request)
            .with_context(context.clone())
            .instrument(log_span)
            .await;
        let status = match &answered {
            Ok(response) => response.status(),
            Err(error) => error.status(),
        };
        end_span(&context, status);
        answered
    }
}

fn end_span(context: &Context, status: StatusCode) {
    let span = context.span();
    span.set_attribute(KeyValue::new(
        "http.response.status_code",
        i64::from(status.as_u16()),
    ));
    if status.is_server_error() {
        span.set_attribute(KeyValue::new("error.type", status.as_str().to_owned()));
        span.set_status(Status::error(""));
    }
    span.end();
}
