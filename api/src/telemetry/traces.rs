//! Traces: spans of requests and of calls to other servers, sent to an OpenTelemetry collector.
//!
//! Without a collector there is no exporter, and the spans of other modules record nothing.

use crate::config::TracingConfig;
use crate::outbound::{CallLimits, NetworkPolicy, OutboundClient, OutboundRequest, TlsSetupError};
use async_trait::async_trait;
use clap::ValueEnum;
use opentelemetry::trace::{self, FutureExt};
use opentelemetry::{KeyValue, global};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use percent_encoding::percent_decode_str;
use reqwest::Url;
use reqwest::header::CONTENT_TYPE;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;
use tracing::Instrument;
use uuid::Uuid;

/// The limits of an export.
const EXPORT_LIMITS: CallLimits = CallLimits {
    timeout: Duration::from_secs(10),
    max_bytes: 64 * 1024,
};
/// The maximum time to send the last spans at shutdown.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(3);
/// The path of traces below the base URL of a collector.
const TRACES_PATH: &str = "v1/traces";
/// How often failed exports are logged.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// Which traces are recorded, named as in OpenTelemetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceSampler {
    /// All.
    #[value(name = "always_on")]
    AlwaysOn,
    /// None.
    #[value(name = "always_off")]
    AlwaysOff,
    /// A share.
    #[value(name = "traceidratio")]
    Ratio,
    /// Those that the caller records, and all without a caller's trace.
    #[value(name = "parentbased_always_on")]
    ParentOrOn,
    /// Those that the caller records.
    #[value(name = "parentbased_always_off")]
    ParentOrOff,
    /// Those that the caller records, and a share of those without a caller's trace.
    #[value(name = "parentbased_traceidratio")]
    ParentOrRatio,
}

impl TraceSampler {
    fn to_sampler(self, ratio: f64) -> Sampler {
        let parent_or = |root| Sampler::ParentBased(Box::new(root));
        match self {
            Self::AlwaysOn => Sampler::AlwaysOn,
            Self::AlwaysOff => Sampler::AlwaysOff,
            Self::Ratio => Sampler::TraceIdRatioBased(ratio),
            Self::ParentOrOn => parent_or(Sampler::AlwaysOn),
            Self::ParentOrOff => parent_or(Sampler::AlwaysOff),
            Self::ParentOrRatio => parent_or(Sampler::TraceIdRatioBased(ratio)),
        }
    }
}

/// Traces cannot be exported with these settings. The messages contain no values, which may be
/// secret.
#[derive(Debug, thiserror::Error)]
pub enum TracingSetupError {
    /// The URL cannot be called.
    #[error("{0} is not an http or https URL")]
    InvalidEndpoint(&'static str),
    /// The headers have another format.
    #[error("OTEL_EXPORTER_OTLP_HEADERS is not a list such as name=value,name2=value2")]
    InvalidHeaders,
    /// TLS cannot be set up.
    #[error(transparent)]
    Tls(#[from] TlsSetupError),
    /// The exporter refuses its settings.
    #[error("cannot create the exporter of traces")]
    Exporter(#[from] ExporterBuildError),
}

/// Sends spans in the background. Its queue is bounded: spans that do not fit are dropped.
#[derive(Debug)]
pub struct TraceExporter(SdkTracerProvider);

impl TraceExporter {
    /// Starts exporting the spans of this process; `None` without a collector. Call it within the
    /// runtime.
    pub fn start(config: &TracingConfig) -> Result<Option<Self>, TracingSetupError> {
        let Some(endpoint) = find_traces_url(config)? else {
            return Ok(None);
        };
        let client = CollectorClient {
            // The operator names the collector, which is usually in the private network.
            outbound: OutboundClient::new(NetworkPolicy::WITH_PRIVATE)?.without_spans(),
            runtime: Handle::current(),
            last_log: Mutex::new(None),
        };
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client)
            .with_endpoint(endpoint)
            .with_timeout(EXPORT_LIMITS.timeout)
            .with_headers(parse_headers(config.otlp_headers.as_deref())?)
            .build()?;
        let resource = Resource::builder()
            .with_service_name(config.service_name.clone())
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_sampler(config.traces_sampler.to_sampler(config.traces_sampler_arg))
            .with_resource(resource)
            .build();
        global::set_tracer_provider(provider.clone());
        global::set_text_map_propagator(TraceContextPropagator::new());
        Ok(Some(Self(provider)))
    }

    /// Sends the last spans, within a few seconds.
    pub async fn stop(self) {
        let stopped = spawn_blocking(move || self.0.shutdown_with_timeout(FLUSH_TIMEOUT)).await;
        if !matches!(stopped, Ok(Ok(()))) {
            tracing::warn!("the last spans are not exported");
        }
    }
}

/// Adds the caller's organization to the span of the current request.
pub fn record_organization(id: Uuid) {
    trace::get_active_span(|span| {
        if span.is_recording() {
            span.set_attribute(KeyValue::new("sprout.organization_id", id.to_string()));
        }
    });
}

/// Keeps the calls and log lines of a spawned task in the current trace.
pub fn in_current_trace<F: Future>(task: F) -> impl Future<Output = F::Output> {
    task.with_current_context().in_current_span()
}

/// The URL that receives traces.
fn find_traces_url(config: &TracingConfig) -> Result<Option<String>, TracingSetupError> {
    let not_empty = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let (name, text, path) = match (
        not_empty(&config.otlp_traces_endpoint),
        not_empty(&config.otlp_endpoint),
    ) {
        (Some(url), _) => ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", url, None),
        (None, Some(base)) => ("OTEL_EXPORTER_OTLP_ENDPOINT", base, Some(TRACES_PATH)),
        (None, None) => return Ok(None),
    };
    // Before the path is added: a URL without a host would take its first part for one.
    let is_valid = Url::parse(&text)
        .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    if !is_valid {
        return Err(TracingSetupError::InvalidEndpoint(name));
    }
    Ok(Some(match path {
        Some(path) => format!("{}/{path}", text.trim_end_matches('/')),
        None => text,
    }))
}

/// Parses `name=value,name2=value2` with percent-encoded values.
fn parse_headers(text: Option<&str>) -> Result<HashMap<String, String>, TracingSetupError> {
    text.unwrap_or_default()
        .split(',')
        .map(str::trim)
        .filter(|entry| !entry.is_empty())
        .map(|entry| {
            let (name, value) = entry.split_once('=')?;
            let value = percent_decode_str(value.trim()).decode_utf8().ok()?;
            reqwest::header::HeaderName::try_from(name.trim()).ok()?;
            reqwest::header::HeaderValue::try_from(value.as_ref()).ok()?;
            Some((name.trim().to_owned(), value.into_owned()))
        })
        .collect::<Option<_>>()
        .ok_or(TracingSetupError::InvalidHeaders)
}

/// Sends exports with the HTTP client of all calls to other servers.
#[derive(Debug)]
struct CollectorClient {
    outbound: OutboundClient,
    /// Exports start on a thread without a runtime.
    runtime: Handle,
    last_log: Mutex<Option<Instant>>,
}

#[async_trait]
impl HttpClient for CollectorClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let outbound = self.outbound.clone();
        let call = self.runtime.spawn(send_export(outbound, request));
        let sent = call.await.map_err(HttpError::from).flatten();
        match &sent {
            Ok(response) if response.status().is_success() => {}
            Ok(response) => self.log_failure(&format!("status {}", response.status().as_u16())),
            Err(error) => self.log_failure(&error.to_string()),
        }
        sent
    }
}

impl CollectorClient {
    fn log_failure(&self, reason: &str) {
        let Ok(mut last_log) = self.last_log.lock() else {
            return;
        };
        if last_log.is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL) {
            *last_log = Some(Instant::now());
            tracing::warn!(reason, "cannot export traces");
        }
    }
}

async fn send_export(
    outbound: OutboundClient,
    request: Request<Bytes>,
) -> Result<Response<Bytes>, HttpError> {
    let url = Url::parse(&request.uri().to_string())?;
    let headers = request.headers().iter();
    let headers = headers
        .filter(|(name, _)| *name != CONTENT_TYPE)
        .map(|(name, value)| Ok((name.as_str(), value.to_str()?)))
        .collect::<Result<Vec<_>, HttpError>>()?;
    let response = outbound
        .send_request(
            OutboundRequest {
                url: &url,
                bearer: None,
                headers: &headers,
                body: Some(("application/x-protobuf", request.body())),
                idle_timeout: EXPORT_LIMITS.timeout,
            },
            EXPORT_LIMITS,
        )
        .await?;
    let mut answer = Response::new(response.body);
    *answer.status_mut() = response.status.try_into()?;
    *answer.headers_mut() = response.headers;
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_go_below_the_base_url_or_to_their_own() {
        let url = |base: &str, own: &str| {
            find_traces_url(&TracingConfig {
                otlp_endpoint: Some(base.to_owned()),
                otlp_traces_endpoint: Some(own.to_owned()),
                ..TracingConfig::default()
            })
        };
        for base in ["http://collector:4318", "http://collector:4318/"] {
            let found = url(base, "").unwrap();
            assert_eq!(found.as_deref(), Some("http://collector:4318/v1/traces"));
        }
        let found = url("http://collector:4318", "https://other/in").unwrap();
        assert_eq!(found.as_deref(), Some("https://other/in"));
        assert_eq!(url("", "").unwrap(), None);
        for text in ["collector:4318", "ftp://collector", "/v1", "http://"] {
            let error = url(text, "").unwrap_err().to_string();
            assert!(error.starts_with("OTEL_EXPORTER_OTLP_ENDPOINT "), "{error}");
            let error = url("", text).unwrap_err().to_string();
            assert!(
                error.starts_with("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT "),
                "{error}"
            );
        }
    }

    #[test]
    fn headers_are_pairs_with_percent_encoded_values() {
        let headers = parse_headers(Some("api-key=a%20b, x=1=2,")).unwrap();
        assert_eq!(headers.len(), 2);
        assert_eq!(
            (headers["api-key"].as_str(), headers["x"].as_str()),
            ("a b", "1=2")
        );
        assert!(parse_headers(None).unwrap().is_empty());
        for text in ["secret", "a b=secret", "a=secret%0A", "a=%ff"] {
            let error = parse_headers(Some(text)).unwrap_err().to_string();
            assert!(
                !error.contains("secret") && !error.contains("ff"),
                "{error}"
            );
        }
    }
}
