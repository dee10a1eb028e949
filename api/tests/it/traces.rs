//! Traces of a real server: what a collector receives, and what happens without one.

use crate::server_process::ServerProcess;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as AnyValue;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use prost::Message;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use test_server::{ok_response, spawn_server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "1f2e3d4c5b6a7988";

/// A server with a private database.
struct Server {
    server: ServerProcess,
    _folder: tempfile::TempDir,
}

impl Server {
    async fn start(settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = [&[("SPROUT_DRAIN_SECONDS", "0")], settings].concat();
        Self {
            server: ServerProcess::start(folder.path(), None, &settings).await,
            _folder: folder,
        }
    }

    fn log(&self) -> String {
        self.server.log()
    }

    /// The token of a new organization, and its id.
    async fn register(&self) -> (String, String) {
        let body = json!({
            "email": "ada@prairie.example",
            "password": "correct horse battery",
            "name": "Ada",
            "organization": "Prairie",
            "timeZone": "America/Chicago",
        });
        let answer = self
            .server
            .client
            .post(self.server.url("/api/auth/register"))
            .header("content-type", "application/json")
            .body(body.to_string())
            .send()
            .await
            .unwrap();
        let text = answer.text().await.unwrap();
        let body: Value = serde_json::from_str(&text).unwrap();
        let of = |path: &str| {
            let found = body.pointer(path).and_then(Value::as_str);
            found.unwrap_or_else(|| panic!("{text}")).to_owned()
        };
        (of("/data/token"), of("/data/organization/id"))
    }

    /// Sends a request within [`TRACE`] and returns its status.
    async fn send(&self, method: &str, path: &str, token: &str, body: Option<Value>) -> u16 {
        let mut request = self
            .server
            .client
            .request(method.parse().unwrap(), self.server.url(path))
            .header("traceparent", format!("00-{TRACE}-{PARENT}-01"))
            .bearer_auth(token);
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .body(body.to_string());
        }
        request.send().await.unwrap().status().as_u16()
    }

    /// Stops the server in order, and returns how long that took.
    async fn stop(&mut self) -> Duration {
        let begun = Instant::now();
        let pid = self.server.process.id().to_string();
        assert!(Command::new("kill").arg(pid).status().unwrap().success());
        // The collector answers meanwhile.
        while self.server.process.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(
            self.server.process.wait().unwrap().success(),
            "{}",
            self.log()
        );
        begun.elapsed()
    }
}

const SUPPLIERS: &str = "supplier_id,supplier_name,categories,lead_time_days,active,updated_at\n\
    s1,Acme,fertilizer,10,true,2026-06-01T00:00:00Z\n";

/// A collector, or another server, with what it has received.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Received>>>);

/// The head and body of a request.
type Received = (String, Vec<u8>);

impl Collector {
    /// Listens, and sends the same body each time.
    async fn start(&self, answer: &'static str) -> SocketAddr {
        let received = Arc::clone(&self.0);
        spawn_server(move |mut stream, head| {
            let received = Arc::clone(&received);
            async move {
                let length = head
                    .lines()
                    .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
                let mut body = vec![0; length.unwrap_or(0)];
                stream.read_exact(&mut body).await?;
                received.lock().unwrap().push((head, body));
                stream.write_all(&ok_response(answer)).await
            }
        })
        .await
    }

    fn requests(&self) -> Vec<Received> {
        self.0.lock().unwrap().clone()
    }

    fn exports(&self) -> Vec<ExportTraceServiceRequest> {
        let requests = self.requests();
        let bodies = requests.iter().map(|(_, body)| body.as_slice());
        bodies
            .map(|body| ExportTraceServiceRequest::decode(body).unwrap())
            .collect()
    }

    fn spans(&self) -> Vec<Span> {
        let resources = self.exports().into_iter().flat_map(|x| x.resource_spans);
        let scopes = resources.flat_map(|resource| resource.scope_spans);
        scopes.flat_map(|scope| scope.spans).collect()
    }

    /// The only span with this name.
    fn span(&self, name: &str) -> Span {
        let spans = self.spans();
        let found: Vec<_> = spans.iter().filter(|span| span.name == name).collect();
        assert_eq!(found.len(), 1, "{name}: {spans:?}");
        found[0].clone()
    }
}

fn to_hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// The text or number of an attribute.
fn attribute(span: &Span, key: &str) -> Value {
    let found = span.attributes.iter().find(|pair| pair.key == key);
    match found.and_then(|pair| pair.value.clone()?.value) {
        Some(AnyValue::StringValue(text)) => text.into(),
        Some(AnyValue::IntValue(number)) => number.into(),
        None => Value::Null,
        other => panic!("{key}: {other:?}"),
    }
}

#[tokio::test]
async fn the_span_of_a_request_continues_the_callers_trace() {
    let collector = Collector::default();
    let endpoint = format!("http://{}", collector.start("").await);
    let mut server = Server::start(&[
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &endpoint),
        ("OTEL_EXPORTER_OTLP_HEADERS", "api-key=secret%20key"),
        ("OTEL_SERVICE_NAME", "sprout-test"),
    ])
    .await;
    let (token, organization) = server.register().await;
    let path = "/api/data-sync/runs/0197a000-0000-7000-8000-00000000beef";
    let queried = format!("{path}?secret=hunter2");
    let status = server.send("GET", &queried, &token, None).await;
    assert_eq!(status, 404);
    server.stop().await;

    let span = collector.span("GET /api/data-sync/runs/{id}");
    assert_eq!(to_hex(&span.trace_id), TRACE);
    assert_eq!(to_hex(&span.parent_span_id), PARENT);
    assert_eq!(span.kind(), SpanKind::Server);
    assert_eq!(attribute(&span, "http.request.method"), "GET");
    assert_eq!(attribute(&span, "http.route"), "/api/data-sync/runs/{id}");
    assert_eq!(attribute(&span, "http.response.status_code"), 404);
    assert_eq!(attribute(&span, "sprout.organization_id"), organization);
    assert_ne!(attribute(&span, "sprout.request_id"), Value::Null);
    // Others have traces of their own.
    let registered = collector.span("POST /api/auth/register");
    assert_eq!(registered.parent_span_id, Vec::<u8>::new());
    assert_ne!(to_hex(&registered.trace_id), TRACE);

    for (head, body) in collector.requests() {
        assert!(head.starts_with("POST /v1/traces "), "{head}");
        assert!(head.contains("api-key: secret key\r\n"), "{head}");
        assert!(!head.contains("traceparent"), "{head}");
        let text = String::from_utf8_lossy(&body).into_owned();
        assert!(text.contains("sprout-test"), "{text}");
        for secret in ["hunter2", "beef", &token, "ada@", "correct horse"] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
    }
    assert!(!server.log().contains("secret key"), "{}", server.log());
}

#[tokio::test]
async fn log_lines_and_calls_of_a_request_belong_to_its_trace() {
    let collector = Collector::default();
    let endpoint = format!("http://{}/in", collector.start("").await);
    let files = Collector::default();
    let url = format!(
        "http://{}/suppliers.csv?key=hunter2",
        files.start(SUPPLIERS).await
    );
    let mut server = Server::start(&[
        ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", &endpoint),
        // The caller's trace is recorded in any case.
        ("OTEL_TRACES_SAMPLER", "parentbased_always_off"),
        ("SPROUT_LOG", "warn"),
    ])
    .await;
    let (token, _) = server.register().await;
    let source = json!({
        "kind": "https_files",
        "files": [{"sourceTable": "supplier_data", "url": url}],
    });
    let path = "/api/data-sync/source";
    assert_eq!(server.send("PUT", path, &token, Some(source)).await, 200);
    let sync = json!({"options": {"incrementalSync": false}});
    let path = "/api/data-sync/sync";
    let status = server.send("POST", path, &token, Some(sync)).await;
    assert_eq!(status, 200, "{}", server.log());
    let unverified = server.send("GET", "/api/members", "no token", None).await;
    assert_eq!(unverified, 401);
    server.stop().await;

    let calls = files.requests();
    assert!(!calls.is_empty(), "{}", server.log());
    let spans = collector.spans();
    let mut callers = HashSet::new();
    for (head, _) in calls {
        let sent = head
            .lines()
            .find_map(|line| line.strip_prefix("traceparent: "))
            .unwrap_or_else(|| panic!("no traceparent: {head}"));
        let parts: Vec<_> = sent.split('-').collect();
        assert_eq!((parts[0], parts[1], parts[3]), ("00", TRACE, "01"));
        let call = spans
            .iter()
            .find(|span| to_hex(&span.span_id) == parts[2])
            .unwrap_or_else(|| panic!("no span of {head}: {spans:?}"));
        assert_eq!(call.kind(), SpanKind::Client);
        callers.insert(call.parent_span_id.clone());
        assert_eq!(attribute(call, "server.address"), "127.0.0.1");
        assert_eq!(attribute(call, "http.response.status_code"), 200);
    }
    // Setting the source reads its files too.
    let requests = ["PUT /api/data-sync/source", "POST /api/data-sync/sync"];
    let requests = requests.map(|name| collector.span(name).span_id);
    assert_eq!(callers, HashSet::from(requests));
    // The sampler leaves out requests without a trace.
    assert!(spans.iter().all(|span| to_hex(&span.trace_id) == TRACE));
    for (head, body) in collector.requests() {
        assert!(head.starts_with("POST /in "), "{head}");
        assert!(!String::from_utf8_lossy(&body).contains("hunter2"));
    }
    let log = server.log();
    let event = log
        .lines()
        .find(|line| line.contains("security event"))
        .unwrap_or_else(|| panic!("no event: {log}"));
    assert!(event.contains(TRACE), "{event}");
}

#[tokio::test]
async fn without_a_collector_nothing_is_sent() {
    let files = Collector::default();
    let url = format!("http://{}/suppliers.csv", files.start(SUPPLIERS).await);
    let mut server = Server::start(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "")]).await;
    let (token, _) = server.register().await;
    let source = json!({
        "kind": "https_files",
        "files": [{"sourceTable": "supplier_data", "url": url}],
    });
    let path = "/api/data-sync/source/test";
    assert_eq!(server.send("POST", path, &token, Some(source)).await, 200);
    assert_eq!(server.send("GET", "/api/members", "none", None).await, 401);
    let threads = thread_names(server.server.process.id());
    assert!(
        !threads.iter().any(|name| name.contains("OpenTelemetry")),
        "{threads:?}"
    );
    server.stop().await;
    let calls = files.requests();
    assert!(!calls.is_empty());
    for (head, _) in calls {
        assert!(!head.contains("traceparent"), "{head}");
    }
    assert!(!server.log().contains(TRACE), "{}", server.log());
}

/// The names of a process's threads.
fn thread_names(process: u32) -> Vec<String> {
    let tasks = std::fs::read_dir(Path::new("/proc").join(process.to_string()).join("task"));
    let tasks = tasks.unwrap().map(|task| task.unwrap().path().join("comm"));
    tasks
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect()
}

#[tokio::test]
async fn a_collector_that_hangs_slows_nothing_down() {
    // Accepts connections and never answers.
    let mute = spawn_server(|stream, _| async move {
        tokio::time::sleep(Duration::from_mins(5)).await;
        drop(stream);
        Ok(())
    })
    .await;
    let mut server = Server::start(&[
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &format!("http://{mute}")),
        // Full at once.
        ("OTEL_BSP_MAX_QUEUE_SIZE", "8"),
        ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "4"),
        ("OTEL_BSP_SCHEDULE_DELAY", "10"),
    ])
    .await;
    let mut slowest = Duration::ZERO;
    for _ in 0..300 {
        let begun = Instant::now();
        assert_eq!(server.send("GET", "/version", "none", None).await, 200);
        slowest = slowest.max(begun.elapsed());
    }
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
    let stopped = server.stop().await;
    assert!(stopped < Duration::from_secs(8), "{stopped:?}");
    assert!(
        server.log().contains("the last spans are not exported"),
        "{}",
        server.log()
    );
}

#[test]
fn invalid_settings_are_refused_without_their_values() {
    for (name, value) in [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "hunter2"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "hunter2"),
        ("OTEL_TRACES_SAMPLER_ARG", "1.5"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_sprout"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env("SPROUT_DATA_DIR", folder.path())
            .env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "")
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
            .env(name, value)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{name}: {text}");
        assert!(text.contains("OTEL") || text.contains("0 to 1"), "{text}");
        assert!(!text.contains("hunter2"), "{text}");
    }
}
