//! The page that Prometheus reads, on a port of its own.

use crate::app::AppDependencies;
use crate::db::ServerFigures;
use poem::endpoint::BoxEndpoint;
use poem::http::{StatusCode, header};
use poem::{EndpointExt, Request, Response, endpoint};
use prometheus_text::{CONTENT_TYPE, MetricKind, MetricsPage};
use std::fs;
use std::time::Duration;

/// How long the figures of the database may take. Without them, the page has all others.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(3);
/// Ticks per second in `/proc`, the same on every Linux.
const TICKS_PER_SECOND: f64 = 100.0;
const PAGE_BYTES: f64 = 4096.0;

/// Answers `GET /metrics`.
pub fn build_metrics_endpoint(parts: AppDependencies) -> BoxEndpoint<'static, Response> {
    endpoint::make(move |request: Request| {
        let parts = parts.clone();
        async move {
            if request.uri().path() != "/metrics" {
                return StatusCode::NOT_FOUND.into();
            }
            Response::builder()
                .header(header::CONTENT_TYPE, CONTENT_TYPE)
                .body(render_page(&parts).await)
        }
    })
    .map_to_response()
    .boxed()
}

async fn render_page(parts: &AppDependencies) -> String {
    let mut page = MetricsPage::default();
    page.begin_family("sprout_info", "The version.", MetricKind::Gauge);
    page.add_sample(
        "sprout_info",
        &[("version", env!("CARGO_PKG_VERSION"))],
        1.0,
    );
    if let Some(metrics) = &parts.metrics {
        metrics.write_to(&mut page);
    }
    let ready = parts.readiness.is_ready() && !parts.readiness.is_stopping();
    page.add_gauge(
        "sprout_ready",
        "Whether the server is ready, apart from its database.",
        f64::from(u8::from(ready)),
    );
    write_work(&mut page, parts);
    let platform = parts.database.platform();
    match tokio::time::timeout(DATABASE_TIMEOUT, platform.load_server_figures()).await {
        Ok(Ok(figures)) => write_database(&mut page, Some(&figures), parts),
        Ok(Err(error)) => {
            tracing::warn!(%error, "the metrics lack the figures of the database");
            write_database(&mut page, None, parts);
        }
        Err(_) => write_database(&mut page, None, parts),
    }
    write_process(&mut page);
    page.into_text()
}

/// Queues, cache and pool.
fn write_work(page: &mut MetricsPage, parts: &AppDependencies) {
    let loads = [
        ("answers", parts.response_cache.computations().load()),
        ("syncs", parts.sync.load()),
    ];
    for (name, help, running) in [
        ("sprout_queue_running", "Work that runs.", true),
        (
            "sprout_queue_waiting",
            "Work that waits for its turn.",
            false,
        ),
    ] {
        page.begin_family(name, help, MetricKind::Gauge);
        for (queue, load) in &loads {
            let count = if running { load.running } else { load.waiting };
            page.add_sample(name, &[("queue", queue)], to_f64(count as u64));
        }
    }
    let (entries, bytes) = parts.response_cache.size();
    page.add_gauge("sprout_cache_entries", "Cached responses.", to_f64(entries));
    page.add_gauge("sprout_cache_bytes", "Their size.", to_f64(bytes));
    let (hits, misses) = parts.response_cache.lookups();
    page.begin_family(
        "sprout_cache_lookups_total",
        "Responses that were in the cache, and that were computed.",
        MetricKind::Counter,
    );
    for (result, count) in [("hit", hits), ("miss", misses)] {
        page.add_sample(
            "sprout_cache_lookups_total",
            &[("result", result)],
            to_f64(count),
        );
    }
    let (open, idle) = parts.database.count_connections();
    page.begin_family(
        "sprout_database_connections",
        "Connections of the pool.",
        MetricKind::Gauge,
    );
    for (state, count) in [("idle", idle), ("busy", open.saturating_sub(idle))] {
        page.add_sample(
            "sprout_database_connections",
            &[("state", state)],
            f64::from(count),
        );
    }
    let (replica, primary) = parts.database.count_replica_reads();
    page.begin_family(
        "sprout_replica_reads_total",
        "Reads of figures by the replica, and by the primary because the replica was not up to date.",
        MetricKind::Counter,
    );
    for (server, count) in [("replica", replica), ("primary", primary)] {
        page.add_sample(
            "sprout_replica_reads_total",
            &[("server", server)],
            to_f64(count),
        );
    }
    parts.sync.counters().write_to(page);
}

/// What the database knows. `None` if it did not answer.
fn write_database(
    page: &mut MetricsPage,
    figures: Option<&ServerFigures>,
    parts: &AppDependencies,
) {
    page.add_gauge(
        "sprout_database_up",
        "Whether the database answered.",
        f64::from(u8::from(figures.is_some())),
    );
    let Some(figures) = figures else { return };
    let now = parts.clock.now();
    let age = |at: Option<chrono::DateTime<chrono::Utc>>| {
        at.map_or(0.0, |at| (now - at).as_seconds_f64().max(0.0))
    };
    page.add_gauge(
        "sprout_outbox_pending",
        "Emails that wait to be sent.",
        to_f64(figures.pending_emails),
    );
    page.add_gauge(
        "sprout_outbox_oldest_seconds",
        "Age of the oldest of them.",
        age(figures.oldest_email),
    );
    page.add_gauge(
        "sprout_webhooks_pending",
        "Webhook deliveries that wait to be sent or tried again.",
        to_f64(figures.pending_webhooks),
    );
    page.add_gauge(
        "sprout_webhooks_oldest_seconds",
        "Age of the oldest of them.",
        age(figures.oldest_webhook),
    );
    page.add_gauge(
        "sprout_sync_tables",
        "Source tables that were synced.",
        to_f64(figures.synced_tables),
    );
    page.add_gauge(
        "sprout_sync_oldest_seconds",
        "Age of the table that was synced longest ago.",
        age(figures.oldest_sync),
    );
}

/// Memory, files and processor time of this process, from `/proc`. Left out on other systems.
fn write_process(page: &mut MetricsPage) {
    let memory = fs::read_to_string("/proc/self/statm").ok();
    let resident = memory
        .as_deref()
        .and_then(|fields| fields.split(' ').nth(1)?.parse::<u32>().ok());
    if let Some(pages) = resident {
        page.add_gauge(
            "process_resident_memory_bytes",
            "Resident memory.",
            f64::from(pages) * PAGE_BYTES,
        );
    }
    if let Ok(files) = fs::read_dir("/proc/self/fd") {
        page.add_gauge(
            "process_open_fds",
            "Open files.",
            to_f64(files.count() as u64),
        );
    }
    let stat = fs::read_to_string("/proc/self/stat").ok();
    if let Some(ticks) = stat.as_deref().and_then(parse_cpu_ticks) {
        page.add_counter(
            "process_cpu_seconds_total",
            "Processor time.",
            f64::from(ticks) / TICKS_PER_SECOND,
        );
    }
}

/// User and system time of `/proc/self/stat`. The name of the program, in parentheses, may contain
/// spaces.
fn parse_cpu_ticks(stat: &str) -> Option<u32> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let (user, system): (u32, u32) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    user.checked_add(system)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "Prometheus has no other number type"
)]
fn to_f64(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_found_behind_any_program_name() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 1 2 3 4 150 50 0 0 20 0 1 0 100";
        assert_eq!(parse_cpu_ticks(stat), Some(200));
        assert_eq!(parse_cpu_ticks(""), None);
    }
}
