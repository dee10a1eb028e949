//! Who is asked for what, what is answered, and what goes wrong with it.

use super::jobs::Job;
use super::select::{Refused, select};
use super::{DATASET, Fault, Inside, LOCATION, PROJECT, Place, Seen, Shared};
use bytes::Bytes;
use poem::http::StatusCode;
use poem::{Body, Request, Response};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// Answers one request.
pub(super) async fn answer(mut request: Request) -> poem::Result<Response> {
    let shared = Arc::clone(request.data::<Arc<Shared>>().unwrap());
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
        ["token"] => Place::Token,
        ["bigquery", "v2", "projects", _, "datasets", _] => Place::Dataset,
        ["bigquery", "v2", "projects", _, "datasets", _, "tables", _] => Place::Table,
        ["bigquery", "v2", "projects", _, "queries"] if dry => Place::Price,
        ["bigquery", "v2", "projects", _, "queries" | "jobs"] => Place::Query,
        ["bigquery", "v2", "projects", _, "queries", _] => Place::Page,
        ["bigquery", "v2", "projects", _, "jobs", _] => Place::Job,
        ["bigquery", "v2", "projects", _, "jobs", _, "cancel"] => Place::Cancel,
        _ => {
            return Ok(refusal(
                &(404, "notFound", format!("Not Found: {path}")),
                None,
                &shared,
            ));
        }
    };
    let fault = {
        let mut inside = shared.inside();
        inside.seen.push(Seen {
            place,
            body: asked.clone(),
        });
        let at = inside.faults.iter().position(|(of, _)| *of == place);
        at.and_then(|at| inside.faults.remove(at))
            .map(|(_, fault)| fault)
    };
    if let Some(Fault::Slow(millis)) = fault {
        tokio::time::sleep(Duration::from_millis(millis)).await;
    }
    if place == Place::Token {
        return Ok(token(
            &shared,
            &String::from_utf8_lossy(&body),
            fault.as_ref(),
        ));
    }
    let bearer = request
        .header("authorization")
        .and_then(|value| value.strip_prefix("Bearer "))
        .unwrap_or_default();
    if !shared.inside().tokens.iter().any(|token| token == bearer) {
        return Ok(refusal(
            &(
                401,
                "authError",
                "Request had invalid authentication credentials.".to_owned(),
            ),
            None,
            &shared,
        ));
    }
    let told = told(
        &mut shared.inside(),
        &shared,
        place,
        &parts,
        &query,
        &asked,
        fault.as_ref(),
    );
    Ok(match (fault, told) {
        (Some(Fault::Refuse(status, reason, pause)), _) => refusal(
            &(status, reason, format!("told to refuse with {reason}")),
            pause,
            &shared,
        ),
        (_, Err(refused)) => refusal(&refused, None, &shared),
        (Some(Fault::Reset), Ok(told)) => {
            let half = Bytes::from(
                told.to_string()
                    .split_at(told.to_string().len() / 2)
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
        (Some(Fault::CutJson), Ok(told)) => {
            ok(&shared, &told.to_string()[..told.to_string().len() - 3])
        }
        (fault, Ok(mut told)) => {
            spoil(&mut told, fault.as_ref());
            ok(&shared, &told.to_string())
        }
    })
}

fn ok(shared: &Shared, body: &str) -> Response {
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

fn refusal((status, reason, message): &Refused, pause: Option<u32>, _shared: &Shared) -> Response {
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

fn token(shared: &Shared, form: &str, fault: Option<&Fault>) -> Response {
    if let Some(Fault::Refuse(status, reason, pause)) = fault {
        return refusal(&(*status, *reason, String::new()), *pause, shared);
    }
    if let Err(words) = shared.account.check(form, shared.clock.now().timestamp()) {
        let body = json!({"error": "invalid_grant", "error_description": words}).to_string();
        return Response::builder()
            .status(StatusCode::BAD_REQUEST)
            .content_type("application/json")
            .body(body);
    }
    let token = format!("ya29.{}", shared.entropy.token().unwrap());
    shared.inside().tokens.push(token.clone());
    ok(
        shared,
        &json!({"access_token": token, "token_type": "Bearer", "expires_in": 3599}).to_string(),
    )
}

fn told(
    inside: &mut Inside,
    shared: &Shared,
    place: Place,
    parts: &[&str],
    query: &HashMap<String, String>,
    asked: &Value,
    fault: Option<&Fault>,
) -> Result<Value, Refused> {
    if parts[3] != PROJECT {
        return Err((404, "notFound", format!("Not found: Project {}", parts[3])));
    }
    if matches!(place, Place::Dataset | Place::Table) && parts[5] != DATASET {
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
        Place::Dataset => {
            let reference = json!({"projectId": PROJECT, "datasetId": DATASET});
            Ok(
                json!({"kind": "bigquery#dataset", "id": format!("{PROJECT}:{DATASET}"), "datasetReference": reference, "location": LOCATION, "etag": "d1"}),
            )
        }
        Place::Table => {
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
                .metadata(parts[7]))
        }
        Place::Price => {
            let selected = select(
                inside,
                asked["query"].as_str().unwrap_or_default(),
                shared.clock.now(),
            )?;
            Ok(
                json!({"kind": "bigquery#queryResponse", "jobComplete": true, "totalBytesProcessed": inside.billed.unwrap_or(selected.bytes).to_string()}),
            )
        }
        Place::Query => {
            let job = make(inside, shared, asked, fault)?;
            if parts[4] == "jobs" {
                return Ok(inside.jobs[job].resource());
            }
            // Numbers of 32 bits are numbers in a body, those of 64 bits are texts.
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
            inside.jobs[job].page(
                "bigquery#queryResponse",
                0,
                most,
                flag == true || int64(flag.as_str()),
            )
        }
        Place::Page => {
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
            job.page(
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
        Place::Job => {
            let job = inside
                .jobs
                .iter()
                .find(|job| job.id == parts[5])
                .ok_or_else(|| (404, "notFound", "Not found: Job".to_owned()))?;
            Ok(job.resource())
        }
        Place::Cancel => {
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
            Ok(json!({"kind": "bigquery#jobCancelResponse", "job": job.resource()}))
        }
        Place::Token => Err((404, "notFound", String::new())),
    }
}

/// The job of a query: the one that was made for its id before, else a new one.
fn make(
    inside: &mut Inside,
    shared: &Shared,
    asked: &Value,
    fault: Option<&Fault>,
) -> Result<usize, Refused> {
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
        Some(Fault::FailedJob(status, reason)) => Err((
            *status,
            *reason,
            "The job encountered an error during execution.".to_owned(),
        )),
        _ => Ok(select(inside, sql, shared.clock.now())?),
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
    // A query that fails does so after it has been begun.
    let looks_left = match fault {
        Some(Fault::DoneWithoutRows(looks)) => looks + 1,
        Some(Fault::FailedJob(..)) => 1,
        _ => 0,
    };
    inside.jobs.push(Job {
        id,
        request,
        outcome,
        billed,
        looks_left,
        cancelled: false,
    });
    Ok(inside.jobs.len() - 1)
}

/// Spoils an answer.
fn spoil(told: &mut Value, fault: Option<&Fault>) {
    match fault {
        Some(Fault::LostRow) => {
            if let Some(rows) = told["rows"].as_array_mut() {
                rows.pop();
            }
        }
        Some(Fault::Circle) => told["pageToken"] = json!("from-0"),
        Some(Fault::WrongTotal) => told["totalRows"] = json!("4711"),
        Some(Fault::LostColumn) => {
            if let Some(fields) = told["schema"]["fields"].as_array_mut() {
                fields.pop();
            }
            for row in told["rows"].as_array_mut().into_iter().flatten() {
                if let Some(cells) = row["f"].as_array_mut() {
                    cells.pop();
                }
            }
        }
        _ => {}
    }
}
