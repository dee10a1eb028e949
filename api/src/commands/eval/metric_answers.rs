//! Answers metric queries from a folder of source files.

use super::MetricsCommand;
use super::json_lines::{LineWriter, read_lines};
use super::private_app::{PrivateApp, copy_source_files};
use super::response_times::{ResponseTimes, to_ms};
use crate::commands::{CommandError, print_output};
use chrono_tz::Tz;
use serde_json::{Value, json};
use std::time::Instant;

/// Answers the queries of a file, writes a line for each, and prints totals.
pub(super) async fn write_answers(command: &MetricsCommand) -> Result<(), CommandError> {
    let mut queries = read_lines(&command.queries)?;
    let zone = match command.time_zone {
        Some(zone) => zone,
        None => described_time_zone(&queries).unwrap_or(Tz::UTC),
    };
    queries.retain(|query| !is_description(query));
    let app = PrivateApp::start(command.today.to_instant(zone)).await?;
    let organization = app.create_organization("Evaluation", zone).await?;
    let folder = app.folder().join("source");
    copy_source_files(&command.data, &folder)?;
    let started = Instant::now();
    app.sync_folder(&organization, &folder, None).await?;
    let sync_time = started.elapsed();
    let mut out = LineWriter::create(&command.out)?;
    let mut times = ResponseTimes::default();
    let (mut answered, mut rejected, mut failed) = (0_u32, 0_u32, 0_u32);
    for (index, mut query) in queries.into_iter().enumerate() {
        let id = query
            .as_object_mut()
            .and_then(|query| query.remove("id"))
            .unwrap_or_else(|| Value::from(index + 1));
        let started = Instant::now();
        let response = app
            .post("/api/metrics/query", Some(&organization.token), &query)
            .await?;
        let time = started.elapsed();
        times.push(time);
        match response.status.as_u16() {
            200 => answered += 1,
            400..500 => rejected += 1,
            _ => failed += 1,
        }
        out.write(&json!({
            "id": id,
            "status": response.status.as_u16(),
            "ms": to_ms(time),
            "body": response.body,
        }))?;
    }
    out.finish()?;
    let totals = json!({
        "queries": answered + rejected + failed,
        "answered": answered,
        "rejected": rejected,
        "failed": failed,
        "p50Ms": times.percentile_ms(50),
        "p95Ms": times.percentile_ms(95),
        "syncMs": to_ms(sync_time),
    });
    print_output(&format!("{totals}\n"))
}

/// Whether a line describes the file instead of being a query.
fn is_description(line: &Value) -> bool {
    line.get("warehouse").is_some()
}

fn described_time_zone(lines: &[Value]) -> Option<Tz> {
    let line = lines.iter().find(|line| is_description(line))?;
    line.get("zone")?.as_str()?.parse().ok()
}
