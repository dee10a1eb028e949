//! The span of a call, and the headers with which the other server continues its trace (W3C Trace
//! Context). Without an exporter of traces, nothing is recorded and no header is sent.

use opentelemetry::global;
use opentelemetry::trace::{SpanKind, Status, TraceContextExt, Tracer};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::HeaderInjector;
use reqwest::{Request, Response};

use crate::classify_call_error;

/// The span of a call until its response begins. It names the host only: paths, queries, headers
/// and bodies may be secret.
pub(crate) struct CallSpan {
    context: Context,
    is_ended: bool,
}

impl CallSpan {
    /// Begins a span below the current one.
    pub(crate) fn begin(request: &Request) -> Self {
        let (method, url) = (request.method().to_string(), request.url());
        let mut attributes = vec![
            KeyValue::new("http.request.method", method.clone()),
            KeyValue::new("server.address", url.host_str().unwrap_or("").to_owned()),
        ];
        if let Some(port) = url.port_or_known_default() {
            attributes.push(KeyValue::new("server.port", i64::from(port)));
        }
        let tracer = global::tracer("sprout");
        let span = tracer
            .span_builder(method)
            .with_kind(SpanKind::Client)
            .with_attributes(attributes)
            .start(&tracer);
        Self {
            context: Context::current_with_span(span),
            is_ended: false,
        }
    }

    /// Adds the headers that continue the trace.
    pub(crate) fn add_headers(&self, request: &mut Request) {
        global::get_text_map_propagator(|propagator| {
            let mut headers = HeaderInjector(request.headers_mut());
            propagator.inject_context(&self.context, &mut headers);
        });
    }

    /// Ends the span with the result of the call.
    pub(crate) fn end(mut self, answered: &Result<Response, reqwest::Error>) {
        self.is_ended = true;
        let span = self.context.span();
        match answered {
            Ok(response) => {
                let status = response.status();
                span.set_attribute(KeyValue::new(
                    "http.response.status_code",
                    i64::from(status.as_u16()),
                ));
                if status.is_client_error() || status.is_server_error() {
                    span.set_status(Status::error(""));
                }
            }
            Err(error) => span.set_status(Status::error(classify_call_error(error).to_string())),
        }
        span.end();
    }
}

impl Drop for CallSpan {
    /// A call that is dropped has exceeded its time limit, or nobody needs it anymore.
    fn drop(&mut self) {
        if !self.is_ended {
            self.context.span().set_status(Status::error("cancelled."));
        }
    }
}
