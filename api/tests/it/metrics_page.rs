//! The metrics for Prometheus, and the alert rules and the dashboard that use them.

use crate::TestApp;
use api::app::build_app;
use api::commands::metrics_endpoint::build_metrics_endpoint;
use api::http::RequestMetrics;
use api::openapi::PUBLISHED_CONTRACT;
use poem::http::StatusCode;
use poem::{Endpoint, Request};
use std::collections::BTreeSet;
use std::sync::Arc;

const ALERTS: &str = include_str!("../../../deploy/prometheus/alerts.yaml");
const DASHBOARD: &str = include_str!("../../../deploy/grafana/sprout.json");

async fn read_page(app: &TestApp) -> String {
    let mut parts = app.parts.clone();
    parts.metrics = Some(RequestMetrics::new(Arc::clone(
        &PUBLISHED_CONTRACT.route_names,
    )));
    let request = |path: &str| Request::builder().uri_str(path).finish();
    let server = build_app(&parts);
    for path in ["/health/live", "/api/data-sync/runs/7", "/api/nowhere"] {
        server.get_response(request(path)).await;
    }
    let metrics = build_metrics_endpoint(parts);
    let elsewhere = metrics.get_response(request("/")).await;
    assert_eq!(elsewhere.status(), StatusCode::NOT_FOUND);
    let page = metrics.get_response(request("/metrics")).await;
    assert_eq!(page.status(), StatusCode::OK);
    page.into_body().into_string().await.unwrap()
}

#[tokio::test]
async fn requests_are_counted_by_route_and_nothing_names_a_tenant() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let tenant = app.open_access(&owner).await.tenant().0.to_string();
    let page = read_page(&app).await;
    for line in [
        "sprout_http_requests_total{method=\"GET\",route=\"/health/live\",status=\"200\"} 1",
        "sprout_http_requests_total{method=\"GET\",route=\"/api/data-sync/runs/{id}\",status=\"401\"} 1",
        "sprout_http_requests_total{method=\"GET\",route=\"unknown\",status=\"404\"} 1",
        "sprout_database_up 1",
        "sprout_queue_waiting{queue=\"answers\"} 0",
        "sprout_sync_tables 0",
    ] {
        assert!(page.lines().any(|found| found == line), "{line}\n{page}");
    }
    assert!(!page.contains(&tenant) && !page.contains("Prairie"));
}

#[tokio::test]
async fn alerts_and_dashboard_use_metrics_that_exist() {
    let app = TestApp::start().await;
    let page = read_page(&app).await;
    let families: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next())
        .collect();
    for (file, text) in [("alerts", ALERTS), ("dashboard", DASHBOARD)] {
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let used = words.filter(|word| {
            word.len() > 8 && (word.starts_with("sprout_") || word.starts_with("process_"))
        });
        for word in used {
            let family = word.trim_end_matches("_bucket");
            assert!(families.contains(family), "{file}: {word}");
        }
    }
}
