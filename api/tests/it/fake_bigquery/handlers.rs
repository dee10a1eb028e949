//! Request handlers of the fake BigQuery server, with fault injection.

use super::job::Job;
use super::select_query::{QueryError, run_select};
use super::{
    DATASET, Endpoint, InjectedFault, LOCATION, PROJECT, RecordedRequest, ServerState, SharedServer,
};
use bytes::Bytes;
use poem::http::StatusCode;
use poem::{Body, Request, Response};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

#[expect(
    clippy::too_many_lines,
    reason = "one arm for each endpoint of the API"
)]
pub(super) async fn handle_request(mut request: Request) -> poem::Result<Response> {
    let shared = Arc::clone(request.data::<Arc<SharedServer>>().unwrap());
    let body = request.take_body().into_bytes().await?;
    let path = request.uri().path().trim_start_matches('/').to_owned();
    let parts: Vec<&str> = path.split('/').collect();
    let query: HashMap<String, String> = reqwest::Url::parse(&format!(
        "http://x/?{}",
        request.uri().query().unwrap_or_default()
    ))
    .unwrap()
    .query_pairs()
    .into_owned()
    .collect();
    let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
    let dry = asked["dryRun"] == true || asked["configuration"]["dryRun"] == true;
    let place = match parts.as_slice() {
        ["token"] => Endpoint::Token,
        ["bigquery", "v2", "projects", _, "datasets", _] => Endpoint::Dataset,
        ["bigquery", "v2", "projects", _, "datasets", _, "tables"]
        | ["bigquery", "v2", "projects", _, "datasets", _, "tables", _] => Endpoint::Table,
        ["bigquery", "v2", "projects", _, "queries"] if dry => Endpoint::DryRun,
        ["bigquery", "v2", "projects", _, "queries" | "jobs"] => Endpoint::Query,
        ["bigquery", "v2", "projects", _, "queries", _] => Endpoint::Page,
        ["bigquery", "v2", "projects", _, "jobs", _] => Endpoint::Job,
        ["bigquery", "v2", "projects", _, "jobs", _, "cancel"] => Endpoint::Cancel,
        _ => {
            return Ok(error_response(
                &(404, "notFound", format!("Not Found: {path}")),
                None,
                &shared,
            ));
        }
    };
    let fault = {
        let mut inside = shared.lock_state();
        inside.requests.push(RecordedRequest {
            endpoint: place,
            body: asked.clone(),
        });
        let at = inside.faults.iter().position(|(of, _)| *of == place);
        at.and_then(|at| inside.faults.remove(at))
            .map(|(_, fault)| fault)
    };
    if let Some(InjectedFault::Delay(millis)) = fault {
        tokio::time::sleep(Duration::from_millis(millis)).await;
    }
    if place == Endpoint::Token {
        return Ok(token_response(
            &shared,
            &String::from_utf8_lossy(&body),
            fault.as_ref(),
        ));
    }
    let bearer = request
        .header("authorization")
        .and_then(|value| value.strip_prefix("Bearer "))
        .unwrap_or_default();
    if !shared
        .lock_state()
        .tokens
        .iter()
        .any(|token| token == bearer)
    {
        return Ok(error_response(
            &(
                401,
                "authError",
                "Request had invalid authentication credentials.".to_owned(),
            ),
            None,
            &shared,
        ));
    }
    let answer = handle_endpoint(
        &mut shared.lock_state(),
        &shared,
        place,
        &parts,
        &query,
        &asked,
        fault.as_ref(),
    );
    Ok(match (fault, answer) {
        (Some(InjectedFault::Refuse(status, reason, pause)), _) => error_response(
            &(status, reason, format!("injected refusal: {reason}")),
            pause,
            &shared,
        ),
        (_, Err(refused)) => error_response(&refused, None, &shared),
        (Some(InjectedFault::Reset), Ok(answer)) => {
            let half = Bytes::from(
                answer
                    .to_string()
                    .split_at(answer.to_string().len() / 2)
                    .0
                    .to_owned(),
            );
            let pieces = [
                Ok(half),
                Err(io::Error::from(io::ErrorKind::ConnectionReset)),
            ];
            Response::builder()
                .content_type("application/json")
                .body(Body::from_bytes_stream(futures_util::stream::iter(pieces)))
        }
        (Some(InjectedFault::TruncatedJson), Ok(answer)) => {
            success_response(&shared, &answer.to_string()[..answer.to_string().len() - 3])
        }
        (fault, Ok(mut answer)) => {
            apply_fault(&mut answer, fault.as_ref());
            success_response(&shared, &answer.to_string())
        }
    })
}

fn success_response(shared: &SharedServer, body: &str) -> Response {
    let date = shared
        .clock
        .now()
        .format("%a, %d %b %Y %H:%M:%S GMT")
        .to_string();
    Response::builder()
        .content_type("application/json")
        .header("date", date)
        .body(body.to_owned())
}

fn error_response(
    (status, reason, message): &QueryError,
    pause: Option<u32>,
    _shared: &SharedServer,
) -> Response {
    let body = json!({"error": {"code": status, "message": message, "errors": [{"reason": reason, "domain": "global", "message": message}]}});
    let response = Response::builder()
        .status(StatusCode::from_u16(*status).unwrap())
        .content_type("application/json");
    match pause {
        Some(seconds) => response
            .header("retry-after", seconds.to_string())
            .body(body.to_string()),
        None => response.body(body.to_string()),
    }
}

fn token_response(shared: &SharedServer, form: &str, fault: Option<&InjectedFault>) -> Response {
    if let Some(InjectedFault::Refuse(status, reason, pause)) = fault {
        return error_response(&(*status, *reason, String::new()), *pause, shared);
    }
    if let Err(description) = shared
        .account
        .check_assertion(form, shared.clock.now().timestamp())
    {
        let body = json!({"error": "invalid_grant", "error_description": description}).to_string();
        return Response::builder()
            .status(StatusCode::BAD_REQUEST)
            .content_type("application/json")
            .body(body);
    }
    let token = format!("ya29.{}", shared.entropy.random_token().unwrap());
    shared.lock_state().tokens.push(token.clone());
    success_response(
        shared,
        &json!({"access_token": token, "token_type": "Bearer", "expires_in": 3599}).to_string(),
    )
}

#[expect(
    clippy::too_many_lines,
    reason = "one arm for each endpoint of the API"
)]
fn handle_endpoint(
    inside: &mut ServerState,
    shared: &SharedServer,
    place: Endpoint,
    parts: &[&str],
    query: &HashMap<String, String>,
    asked: &Value,
    fault: Option<&InjectedFault>,
) -> Result<Value, QueryError> {
    if parts[3] != PROJECT {
        return Err((404, "notFound", format!("Not found: Project {}", parts[3])));
    }
    if matches!(place, Endpoint::Dataset | Endpoint::Table) && parts[5] != DATASET {
        return Err((
            404,
            "notFound",
            format!("Not found: Dataset {PROJECT}:{}", parts[5]),
        ));
    }
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok());
    let int64 = |flag: Option<&str>| flag.is_some_and(|flag| flag.eq_ignore_ascii_case("true"));
    let most = inside.page_rows;
    match place {
        Endpoint::Dataset => {
            let reference = json!({"projectId": PROJECT, "datasetId": DATASET});
            Ok(
                json!({"kind": "bigquery#dataset", "id": format!("{PROJECT}:{DATASET}"), "datasetReference": reference, "location": LOCATION, "etag": "d1"}),
            )
        }
        Endpoint::Table if parts.len() == 7 => {
            let mut names: Vec<&String> = inside.tables.keys().collect();
            names.sort_unstable();
            let reference = |name| json!({"tableReference": {"tableId": name}});
            let tables: Vec<Value> = names.into_iter().map(reference).collect();
            Ok(json!({"kind": "bigquery#tableList", "tables": tables}))
        }
        Endpoint::Table => {
            let missing = || {
                (
                    404,
                    "notFound",
                    format!("Not found: Table {PROJECT}:{DATASET}.{}", parts[7]),
                )
            };
            Ok(inside
                .tables
                .get(parts[7])
                .ok_or_else(missing)?
                .to_metadata(parts[7]))
        }
        Endpoint::DryRun => {
            let selected = run_select(
                inside,
                asked["query"].as_str().unwrap_or_default(),
                shared.clock.now(),
            )?;
            Ok(
                json!({"kind": "bigquery#queryResponse", "jobComplete": true, "totalBytesProcessed": inside.billed.unwrap_or(selected.bytes).to_string()}),
            )
        }
        Endpoint::Query => {
            let job = find_or_create_job(inside, shared, asked, fault)?;
            if parts[4] == "jobs" {
                return Ok(inside.jobs[job].to_resource());
            }
            // 32-bit numbers are JSON numbers, 64-bit numbers are strings.
            if asked["maxResults"].is_string()
                || asked["timeoutMs"].is_string()
                || asked["maximumBytesBilled"].is_number()
            {
                return Err((400, "invalid", "Invalid JSON payload received.".to_owned()));
            }
            let most = asked["maxResults"]
                .as_u64()
                .and_then(|rows| usize::try_from(rows).ok())
                .unwrap_or(usize::MAX)
                .min(most);
            let flag = &asked["formatOptions"]["useInt64Timestamp"];
            inside.jobs[job].result_page(
                "bigquery#queryResponse",
                0,
                most,
                flag == true || int64(flag.as_str()),
            )
        }
        Endpoint::Page => {
            let job = inside
                .jobs
                .iter_mut()
                .find(|job| job.id == parts[5])
                .ok_or_else(|| (404, "notFound", "Not found: Job".to_owned()))?;
            let from = number(
                query
                    .get("pageToken")
                    .and_then(|token| token.strip_prefix("from-")),
            )
            .unwrap_or(0);
            let most = number(query.get("maxResults").map(String::as_str))
                .unwrap_or(usize::MAX)
                .min(most);
            job.result_page(
                "bigquery#getQueryResultsResponse",
                from,
                most,
                int64(
                    query
                        .get("formatOptions.useInt64Timestamp")
                        .map(String::as_str),
                ),
            )
        }
        Endpoint::Job => {
            let job = inside
                .jobs
                .iter()
                .find(|job| job.id == parts[5])
                .ok_or_else(|| (404, "notFound", "Not found: Job".to_owned()))?;
            Ok(job.to_resource())
        }
        Endpoint::Cancel => {
            let job = inside
                .jobs
                .iter_mut()
                .find(|job| job.id == parts[5])
                .ok_or_else(|| (404, "notFound", "Not found: Job".to_owned()))?;
            if query
                .get("location")
                .is_none_or(|location| location != LOCATION)
            {
                return Err((
                    404,
                    "notFound",
                    format!("Not found: Job {}: its location is {LOCATION}", job.id),
                ));
            }
            job.cancelled = true;
            Ok(json!({"kind": "bigquery#jobCancelResponse", "job": job.to_resource()}))
        }
        Endpoint::Token => Err((404, "notFound", String::new())),
    }
}

/// The job of a query: the existing one with its request ID, otherwise a new one.
fn find_or_create_job(
    inside: &mut ServerState,
    shared: &SharedServer,
    asked: &Value,
    fault: Option<&InjectedFault>,
) -> Result<usize, QueryError> {
    let request = asked["requestId"]
        .as_str()
        .or_else(|| asked["jobReference"]["jobId"].as_str())
        .map(str::to_owned);
    if let Some(known) = inside
        .jobs
        .iter()
        .position(|job| request.is_some() && job.request == request)
    {
        return Ok(known);
    }
    let (sql, most) = match asked["query"].as_str() {
        Some(sql) => (sql, &asked["maximumBytesBilled"]),
        None => (
            asked["configuration"]["query"]["query"]
                .as_str()
                .unwrap_or_default(),
            &asked["configuration"]["query"]["maximumBytesBilled"],
        ),
    };
    let outcome = match fault {
        Some(InjectedFault::FailedJob(status, reason)) => Err((
            *status,
            *reason,
            "The job encountered an error during execution.".to_owned(),
        )),
        _ => Ok(run_select(inside, sql, shared.clock.now())?),
    };
    let billed = inside
        .billed
        .unwrap_or_else(|| outcome.as_ref().map_or(0, |selected| selected.bytes));
    if let Some(most) = most
        .as_str()
        .and_then(|most| most.parse::<u64>().ok())
        .filter(|most| billed > *most)
    {
        return Err((
            400,
            "bytesBilledLimitExceeded",
            format!("Query exceeded limit for bytes billed: {most}. {billed} or higher required."),
        ));
    }
    let id = asked["jobReference"]["jobId"]
        .as_str()
        .map_or_else(|| format!("job_{}", inside.jobs.len() + 1), str::to_owned);
    // A failing query fails after it has started.
    let polls = match fault {
        Some(InjectedFault::DoneWithoutRows(looks)) => looks + 1,
        Some(InjectedFault::FailedJob(..)) => 1,
        _ => 0,
    };
    inside.jobs.push(Job {
        id,
        request,
        outcome,
        billed,
        polls_left: polls,
        cancelled: false,
    });
    Ok(inside.jobs.len() - 1)
}

/// Applies a fault to a response.
fn apply_fault(answer: &mut Value, fault: Option<&InjectedFault>) {
    match fault {
        Some(InjectedFault::MissingRow) => {
            if let Some(rows) = answer["rows"].as_array_mut() {
                rows.pop();
            }
        }
        Some(InjectedFault::RepeatedPage) => answer["pageToken"] = json!("from-0"),
        Some(InjectedFault::WrongTotal) => answer["totalRows"] = json!("4711"),
        Some(InjectedFault::MissingColumn) => {
            if let Some(fields) = answer["schema"]["fields"].as_array_mut() {
                fields.pop();
            }
            for row in answer["rows"].as_array_mut().into_iter().flatten() {
                if let Some(cells) = row["f"].as_array_mut() {
                    cells.pop();
                }
            }
        }
        _ => {}
    }
}
