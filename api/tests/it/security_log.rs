//! The security log: who attempted what from which address, without secrets, and with bounded
//! volume.

use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use api::telemetry::{LogFormat, build_subscriber};
use chrono::TimeDelta;
use poem::http::Method;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use std::io;
use std::sync::{Arc, LazyLock, Mutex};
use tracing::Dispatch;
use tracing::subscriber::{DefaultGuard, NoSubscriber};

const ADA: &str = "ada@prairie.example";
const ADDRESS: &str = "203.0.113.7";
/// Input that must neither appear in the log nor affect its format.
const TYPED_SECRETS: &str =
    "mallory@typed.example\n{\"fields\":{\"event\":\"forged_by_caller\"}}\u{1b}[2Jtyped-by-mallory";

/// While there is one subscriber, `tracing` asks only the thread that meets an event first whether
/// anyone listens, and remembers its answer for all. With a second, it asks every subscriber.
static SECOND_SUBSCRIBER: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(NoSubscriber::new()));

/// The log of a test in the format of the binary.
struct LogCapture {
    written: Arc<Mutex<Vec<u8>>>,
    _listening: DefaultGuard,
}

struct LogBuffer(Arc<Mutex<Vec<u8>>>);

impl io::Write for LogBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl LogCapture {
    fn start_capture(format: LogFormat) -> Self {
        LazyLock::force(&SECOND_SUBSCRIBER);
        let written = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&written);
        let subscriber = build_subscriber(
            format,
            "debug,sqlx=warn,sea_orm=warn,hyper=warn",
            false,
            move || LogBuffer(Arc::clone(&kept)),
        );
        Self {
            written,
            _listening: tracing::subscriber::set_default(subscriber),
        }
    }

    fn log_text(&self) -> String {
        String::from_utf8(self.written.lock().unwrap().clone()).unwrap()
    }

    /// Every line, parsed as one JSON object.
    fn log_lines(&self) -> Vec<Value> {
        let text = self.log_text();
        let lines: Vec<Value> = text
            .lines()
            .map(|line| {
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
            })
            .collect();
        assert!(
            lines.iter().all(Value::is_object) && text.ends_with('\n'),
            "{text}"
        );
        lines
    }

    /// The security events so far.
    fn log_events(&self) -> Vec<Value> {
        self.log_lines()
            .into_iter()
            .filter(|line| line["fields"]["event"].is_string())
            .map(|line| line["fields"].clone())
            .collect()
    }

    /// The newest event, after checking that it matches the response.
    #[track_caller]
    fn newest_event(&self, of: &Answer) -> Value {
        let newest = self.log_events().pop().expect("an event");
        assert_eq!(
            newest["request_id"].as_str(),
            Some(of.header("x-request-id")),
            "{newest}"
        );
        assert_eq!(
            (newest["address"].as_str(), newest["status"].as_u64()),
            (Some(ADDRESS), Some(u64::from(of.status.as_u16()))),
            "{newest}"
        );
        newest
    }
}

fn with_address(client: &Client) -> Client {
    client.with_header("x-forwarded-for", ADDRESS)
}

async fn register_ada(app: &TestApp) -> (Client, Answer) {
    let body = json!({"organization": "Prairie Inputs", "name": "Ada Larsen", "email": ADA, "password": PASSWORD});
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", body)
        .await;
    (
        with_address(
            &app.anonymous_client()
                .with_token(registered.data()["token"].as_str().unwrap()),
        ),
        registered,
    )
}

async fn person_and_tenant(client: &Client) -> (String, String) {
    let account = client.get("/api/account").await;
    let of = |value: &Value| value.as_str().unwrap().to_owned();
    (
        of(&account.data()["id"]),
        of(&account.data()["organization"]["id"]),
    )
}

async fn refresh_session(app: &TestApp, cookie: &str) -> Answer {
    with_address(&app.anonymous_client())
        .with_header("cookie", cookie)
        .with_header("x-sprout", "1")
        .send(Method::POST, "/api/auth/refresh", None)
        .await
}

fn refresh_cookie(answer: &Answer) -> String {
    answer
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned()
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn logs_failed_sign_ins_without_typed_secrets() {
    let app = TestApp::start().await;
    let (client, _) = register_ada(&app).await;
    let (person, tenant) = person_and_tenant(&client).await;
    let logged = LogCapture::start_capture(LogFormat::Json);
    let stranger = with_address(&app.anonymous_client());
    let wrong = stranger
        .post(
            "/api/auth/login",
            json!({"email": ADA, "password": TYPED_SECRETS}),
        )
        .await;
    let event = logged.newest_event(&wrong);
    assert_eq!(
        (event["event"].as_str(), event["code"].as_str()),
        (Some("wrong_password"), Some("invalid_credentials"))
    );
    assert_eq!(
        (event["person"].as_str(), event["tenant"].as_str()),
        (Some(person.as_str()), Some(tenant.as_str()))
    );
    assert_eq!(
        (event["method"].as_str(), event["path"].as_str()),
        (Some("POST"), Some("/api/auth/login"))
    );
    // An unknown address is logged like a known one, except for the person.
    let unknown = stranger
        .post(
            "/api/auth/login",
            json!({"email": "mallory@typed.example", "password": "typed-by-mallory"}),
        )
        .await;
    let event = logged.newest_event(&unknown);
    assert_eq!(
        (event["event"].as_str(), &event["person"]),
        (Some("wrong_password"), &Value::Null)
    );
    let enrollment = client
        .post("/api/account/mfa", json!({"password": "typed-by-mallory"}))
        .await;
    assert_eq!(
        (
            logged.newest_event(&enrollment)["event"].as_str(),
            enrollment.expect_failure(422)
        ),
        (Some("wrong_password"), "wrong_password")
    );
    let enrollment = client
        .post("/api/account/mfa", json!({"password": PASSWORD}))
        .await;
    let secret = enrollment.data()["secret"].as_str().unwrap().to_owned();
    let wrong = client
        .post("/api/account/mfa/confirm", json!({"otp": "000001"}))
        .await;
    let event = logged.newest_event(&wrong);
    assert_eq!(
        (event["event"].as_str(), event["person"].as_str()),
        (Some("wrong_code"), Some(person.as_str()))
    );
    let bytes = crate::mfa::decode_secret(&secret);
    client
        .post(
            "/api/account/mfa/confirm",
            json!({"otp": api::auth::totp::code_at(&bytes, app.parts.clock.now())}),
        )
        .await
        .data();
    let wrong = stranger
        .post(
            "/api/auth/login",
            json!({"email": ADA, "password": PASSWORD, "otp": "000001"}),
        )
        .await;
    let event = logged.newest_event(&wrong);
    assert_eq!(
        (
            event["event"].as_str(),
            event["code"].as_str(),
            event["person"].as_str()
        ),
        (Some("wrong_code"), Some("wrong_otp"), Some(person.as_str()))
    );
    let taken = stranger
        .post(
            "/api/auth/register",
            json!({"organization": "Other", "name": "Mallory", "email": ADA, "password": PASSWORD}),
        )
        .await;
    assert_eq!(
        (
            taken.expect_failure(409),
            logged.newest_event(&taken)["event"].as_str()
        ),
        ("email_taken", Some("email_taken"))
    );
    let link = stranger
        .post(
            "/api/auth/password-reset/confirm",
            json!({"token": "typed-by-mallory", "password": PASSWORD}),
        )
        .await;
    assert_eq!(
        (
            link.expect_failure(422),
            logged.newest_event(&link)["event"].as_str()
        ),
        ("invalid_link", Some("invalid_link"))
    );
    let text = logged.log_text();
    for secret in [
        "typed",
        PASSWORD,
        ADA,
        "000001",
        secret.as_str(),
        client.token(),
    ] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}

#[tokio::test]
async fn logs_forbidden_requests_with_their_path() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let viewer = with_address(&app.add_member(&owner, "viewer").await);
    let (person, tenant) = person_and_tenant(&viewer).await;
    let made = owner
        .post(
            "/api/api-keys",
            json!({"name": "Export", "permissions": ["purchasing.read"]}),
        )
        .await;
    let key = made.data()["key"]["id"].as_str().unwrap().to_owned();
    let program = with_address(
        &app.anonymous_client()
            .with_token(made.data()["token"].as_str().unwrap()),
    );
    let logged = LogCapture::start_capture(LogFormat::Json);
    let refused = viewer.get("/api/audit-log").await;
    let event = logged.newest_event(&refused);
    assert_eq!(
        (
            event["event"].as_str(),
            event["code"].as_str(),
            event["path"].as_str()
        ),
        (Some("forbidden"), Some("forbidden"), Some("/api/audit-log"))
    );
    assert_eq!(
        (event["person"].as_str(), event["tenant"].as_str()),
        (Some(person.as_str()), Some(tenant.as_str()))
    );
    let refused = program.get("/api/audit-log").await;
    let event = logged.newest_event(&refused);
    assert_eq!(
        (
            event["event"].as_str(),
            event["api_key"].as_str(),
            &event["person"]
        ),
        (Some("forbidden"), Some(key.as_str()), &Value::Null)
    );
    let refused = viewer.get("/api/admin/tenants").await;
    assert_eq!(
        (
            refused.expect_failure(403),
            logged.newest_event(&refused)["code"].as_str()
        ),
        ("operator_required", Some("operator_required"))
    );
    // Everyday requests are not events.
    let before = logged.log_events().len();
    viewer.get("/api/account").await.data();
    assert_eq!(
        app.anonymous_client()
            .get("/api/account")
            .await
            .expect_failure(401),
        "unauthorized"
    );
    assert_eq!(
        viewer.get("/api/nothing-here").await.expect_failure(404),
        "not_found"
    );
    assert_eq!(logged.log_events().len(), before);
    let text = logged.log_text();
    for secret in [viewer.token(), program.token(), PASSWORD] {
        assert!(!text.contains(secret), "{text}");
    }
}

#[tokio::test]
async fn logs_forged_and_replayed_tokens_but_not_expired_ones() {
    let app = TestApp::start().await;
    let (client, registered) = register_ada(&app).await;
    let (person, tenant) = person_and_tenant(&client).await;
    let logged = LogCapture::start_capture(LogFormat::Json);
    let token = client.token().to_owned();
    let (signed, _) = token.rsplit_once('.').unwrap();
    for forged in [
        format!("{signed}.{}", "A".repeat(86)),
        "no.token.atall".to_owned(),
        "x".to_owned(),
    ] {
        let answer = client.with_token(&forged).get("/api/account").await;
        assert_eq!(answer.expect_failure(401), "unauthorized");
        let event = logged.newest_event(&answer);
        assert_eq!(
            (event["event"].as_str(), &event["person"]),
            (Some("forged_token"), &Value::Null)
        );
        assert!(forged.len() < 5 || !logged.log_text().contains(&forged));
    }
    let key = format!("sprout_{}_{}", "0".repeat(32), "A".repeat(43));
    let answer = client.with_token(&key).get("/api/account").await;
    assert_eq!(
        (
            answer.expect_failure(401),
            logged.newest_event(&answer)["event"].as_str()
        ),
        ("unauthorized", Some("unknown_api_key"))
    );
    let first = refresh_cookie(&registered);
    let refreshed = refresh_session(&app, &first).await;
    refreshed.data();
    app.parts.clock.advance(TimeDelta::seconds(11));
    let replayed = refresh_session(&app, &first).await;
    assert_eq!(replayed.expect_failure(401), "unauthorized");
    let event = logged.newest_event(&replayed);
    assert_eq!(event["event"], "replayed_refresh_token");
    assert_eq!(
        (event["person"].as_str(), event["tenant"].as_str()),
        (Some(person.as_str()), Some(tenant.as_str()))
    );
    let count = logged.log_events().len();
    // Neither an ended session nor an expired token is an attack.
    assert_eq!(
        client.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    app.parts.clock.advance(TimeDelta::minutes(11));
    assert_eq!(
        client.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    assert_eq!(logged.log_events().len(), count);
    let old: Vec<_> = logged
        .log_lines()
        .into_iter()
        .filter(|line| line["fields"]["message"] == "expired credential")
        .collect();
    assert!(
        old.len() == 2 && old.iter().all(|line| line["level"] == "DEBUG"),
        "{old:?}"
    );
    let text = logged.log_text();
    for secret in [
        token.as_str(),
        first.as_str(),
        &refresh_cookie(&refreshed),
        "AAAAAAAAAA",
    ] {
        assert!(!text.contains(secret), "{text}");
    }
}

#[tokio::test]
async fn summarizes_floods_of_events() {
    let app = TestApp::start().await;
    let logged = LogCapture::start_capture(LogFormat::Json);
    let stranger = with_address(&app.anonymous_client());
    for _ in 0..60 {
        assert_eq!(
            stranger
                .with_token("forged")
                .get("/api/account")
                .await
                .expect_failure(401),
            "unauthorized"
        );
    }
    assert_eq!(logged.log_events().len(), 20);
    app.parts.clock.advance(TimeDelta::seconds(60));
    app.parts.security_log.log_suppressed();
    let count = logged.log_events().pop().unwrap();
    let summary = (
        count["event"].as_str(),
        count["address"].as_str(),
        count["suppressed"].as_u64(),
    );
    assert_eq!(summary, (Some("forged_token"), Some(ADDRESS), Some(40)));
    app.parts.security_log.flush_suppressed();
    assert_eq!(logged.log_events().len(), 21, "a summary is logged once");
    // Reaching a limit is an event, and so is the last attempt before it.
    for number in 0..11 {
        stranger
            .post(
                "/api/auth/login",
                json!({"email": ADA, "password": format!("guess {number}")}),
            )
            .await;
    }
    let newest = logged.log_events().pop().unwrap();
    assert_eq!(
        (
            newest["event"].as_str(),
            newest["code"].as_str(),
            newest["status"].as_u64()
        ),
        (Some("rate_limited"), Some("too_many_attempts"), Some(429))
    );
}

#[tokio::test]
async fn logs_internal_errors_with_cause_and_request_id() {
    let app = TestApp::start().await;
    let (client, _) = register_ada(&app).await;
    let logged = LogCapture::start_capture(LogFormat::Json);
    app.raw
        .execute_unprepared("alter table mfa_credential rename to mfa_credential_away")
        .await
        .unwrap();
    let failed = client.get("/api/account/mfa").await;
    assert_eq!(failed.expect_failure(500), "internal");
    let lines = logged.log_lines();
    let find_line = |message: &str| {
        lines
            .iter()
            .find(|line| line["fields"]["message"] == message)
            .unwrap_or_else(|| panic!("{message}: {lines:?}"))
    };
    let fault = find_line("answered with a server error");
    assert_eq!(
        (
            fault["level"].as_str(),
            fault["fields"]["request_id"].as_str()
        ),
        (Some("ERROR"), Some(failed.header("x-request-id")))
    );
    assert_eq!(
        (
            fault["fields"]["path"].as_str(),
            fault["fields"]["status"].as_u64()
        ),
        (Some("/api/account/mfa"), Some(500))
    );
    let cause = find_line("request failed")["fields"]["cause"]
        .as_str()
        .unwrap();
    assert!(cause.contains("mfa_credential"), "{cause}");
    assert!(!failed.text.contains("mfa_credential"), "{}", failed.text);
}

/// Sends hostile input in every place that a caller controls, and logs texts of a source and of a
/// database.
async fn provoke_events(app: &TestApp) {
    let hostile = with_address(&app.anonymous_client()).with_header(
        "user-agent",
        "x\"}\t{\"fields\":{\"event\":\"forged_by_caller\"}}",
    );
    hostile
        .post(
            "/api/auth/login",
            json!({"email": TYPED_SECRETS, "password": TYPED_SECRETS}),
        )
        .await;
    let member = hostile.with_token(app.create_organization("Prairie").await.token());
    let path =
        "/api/admin/emails/%0a%7B%22fields%22:%7B%22event%22:%22forged_by_caller%22%7D%7D%1b%5B2J";
    assert_eq!(
        member.get(path).await.expect_failure(403),
        "operator_required"
    );
    // A token, as an emailed link would contain it.
    let token = "/api/admin/emails/4bT-x_Zq0123456789abcdefghijklmnopqrstuvwxyzA";
    assert_eq!(
        member.get(token).await.expect_failure(403),
        "operator_required"
    );
    let error = io::Error::other(TYPED_SECRETS);
    tracing::warn!(%error, table = TYPED_SECRETS, "{}", TYPED_SECRETS);
    tracing::error!(error = &error as &dyn std::error::Error, cause = ?TYPED_SECRETS, "words from elsewhere");
}

#[tokio::test]
async fn json_log_lines_cannot_be_forged() {
    let app = TestApp::start().await;
    let logged = LogCapture::start_capture(LogFormat::Json);
    provoke_events(&app).await;
    let (lines, text) = (logged.log_lines(), logged.log_text());
    for line in &lines {
        for field in ["timestamp", "level", "target"] {
            assert!(line[field].is_string(), "{line}");
        }
        assert!(line["timestamp"].as_str().unwrap().ends_with('Z'), "{line}");
    }
    assert!(
        logged
            .log_events()
            .iter()
            .all(|event| event["event"] != "forged_by_caller"),
        "{text}"
    );
    assert_eq!(
        logged
            .log_events()
            .iter()
            .map(|event| event["event"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["wrong_password", "forbidden", "forbidden"]
    );
    assert_eq!(logged.log_events()[2]["path"], "/api/admin/emails/*");
    assert!(
        !text.contains('\u{1b}') && !text.contains("4bT-x_Zq"),
        "{text}"
    );
    // The logged text is complete.
    assert!(
        lines
            .iter()
            .any(|line| line["fields"]["table"] == TYPED_SECRETS),
        "{text}"
    );
}

#[tokio::test]
async fn text_log_lines_cannot_be_forged() {
    let app = TestApp::start().await;
    let logged = LogCapture::start_capture(LogFormat::Text);
    provoke_events(&app).await;
    let text = logged.log_text();
    for line in text.lines() {
        assert!(
            line.starts_with('2') && line.contains('Z'),
            "a line begins with its time: {line:?} of {text}"
        );
        assert!(!line.chars().any(char::is_control), "{line:?}");
    }
    assert_eq!(
        text.lines()
            .filter(|line| line.contains("event=\"wrong_password\""))
            .count(),
        1,
        "{text}"
    );
    assert!(!text.contains("4bT-x_Zq"), "{text}");
}
