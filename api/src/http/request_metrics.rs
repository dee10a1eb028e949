//! Counts requests by route and status for Prometheus.

use super::RouteNames;
use poem::{Endpoint, Middleware, Request, Response, Result};
use prometheus_text::{CounterVec, HistogramVec, MetricKind, MetricsPage};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

/// Upper bounds in seconds.
const SECONDS: &[f64] = &[
    0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0,
];
/// Maximum number of series. Routes, methods and statuses of the contract are fewer.
const MAX_SERIES: usize = 2_000;

/// The requests of this process. Clones share them.
#[derive(Clone, Debug)]
pub struct RequestMetrics(Arc<RequestCounts>);

#[derive(Debug)]
struct RequestCounts {
    routes: Arc<RouteNames>,
    requests: CounterVec<3>,
    seconds: HistogramVec<1>,
    in_progress: AtomicI64,
}

impl RequestMetrics {
    /// Counts from zero, under these names.
    pub fn new(routes: Arc<RouteNames>) -> Self {
        Self(Arc::new(RequestCounts {
            routes,
            requests: CounterVec::new(
                "sprout_http_requests_total",
                "Answered requests.",
                ["method", "route", "status"],
                MAX_SERIES,
            ),
            seconds: HistogramVec::new(
                "sprout_http_request_duration_seconds",
                "Time until the response starts.",
                ["route"],
                SECONDS,
                MAX_SERIES,
            ),
            in_progress: AtomicI64::new(0),
        }))
    }

    /// Writes the families.
    pub fn write_to(&self, page: &mut MetricsPage) {
        let counts = &*self.0;
        counts.requests.write_to(page);
        counts.seconds.write_to(page);
        let now = counts.in_progress.load(Ordering::Relaxed);
        page.begin_family(
            "sprout_http_requests_in_progress",
            "Requests without a response yet.",
            MetricKind::Gauge,
        );
        page.add_sample(
            "sprout_http_requests_in_progress",
            &[],
            i32::try_from(now).unwrap_or(i32::MAX).into(),
        );
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for RequestMetrics {
    type Output = MeasuredEndpoint<E>;

    fn transform(&self, inner: E) -> MeasuredEndpoint<E> {
        MeasuredEndpoint {
            inner,
            metrics: self.clone(),
        }
    }
}

/// An endpoint whose requests are counted.
pub struct MeasuredEndpoint<E> {
    inner: E,
    metrics: RequestMetrics,
}

/// Counts a request as in progress. Also ends if the client disconnects.
struct InProgress<'a>(&'a AtomicI64);

impl Drop for InProgress<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl<E: Endpoint<Output = Response>> Endpoint for MeasuredEndpoint<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let counts = &*self.metrics.0;
        counts.in_progress.fetch_add(1, Ordering::Relaxed);
        let _in_progress = InProgress(&counts.in_progress);
        let route = counts.routes.find_name(request.uri().path());
        let method = standard_method(request.method().as_str());
        let began = Instant::now();
        let answered = self.inner.call(request).await;
        let status = match &answered {
            Ok(response) => response.status(),
            Err(error) => error.status(),
        };
        counts
            .seconds
            .observe([route], began.elapsed().as_secs_f64());
        counts.requests.add([method, route, status.as_str()], 1);
        answered
    }
}

/// Clients may send any method.
pub(super) fn standard_method(method: &str) -> &'static str {
    const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    METHODS
        .into_iter()
        .find(|known| *known == method)
        .unwrap_or("other")
}
