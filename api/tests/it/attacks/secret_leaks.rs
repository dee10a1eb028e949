//! Plants secrets in a real server with full logging: none appears in a response, the log, the
//! database, the server's arguments or its files.

use crate::SourceDatabase;
use crate::contract::list_operations;
use crate::server_process::ServerProcess;
use crate::test_database::create_test_database;
use crate::test_database::{SQLITE_TABLES, connect_raw};
use poem::http::Method;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde_json::{Value, json};
use std::path::Path;

const PASSWORD: &str = "planted pass 7f3a9";
const NEXT_PASSWORD: &str = "planted next 51c2e";
const WRONG_PASSWORD: &str = "planted wrong 0d44b";
const SOURCE: &str = "planted-source-9c1e7";
const KEY: &str = "plantedkey8a6d2";
const EMAIL: &str = "ada@prairie.example";

struct Server(ServerProcess);

impl Server {
    async fn start(folder: &Path, database: &str) -> Self {
        let settings = [("SPROUT_LOG", "trace"), ("SPROUT_REQUESTS_PER_SECOND", "0")];
        Self(ServerProcess::start(folder, Some(database), &settings).await)
    }

    /// Returns the status, the cookie if one was set, and the body.
    async fn send(
        &self,
        method: Method,
        path: &str,
        token: &str,
        body: Option<&Value>,
    ) -> (u16, String, String) {
        let mut request = self
            .0
            .client
            .request(method, self.0.url(path))
            .header("x-sprout", "1");
        if !token.is_empty() {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .body(body.to_string());
        }
        let answer = request.send().await.unwrap();
        let cookie = answer
            .headers()
            .get("set-cookie")
            .map_or_else(String::new, |set| set.to_str().unwrap().to_owned());
        (
            answer.status().as_u16(),
            cookie,
            answer.text().await.unwrap(),
        )
    }
}

/// The value of a `Set-Cookie` header.
fn cookie_value(cookie: &str) -> String {
    cookie
        .split(['=', ';'])
        .nth(1)
        .unwrap_or_default()
        .to_owned()
}

fn token_from_text(text: &str) -> String {
    serde_json::from_str::<Value>(text).unwrap()["data"]["token"]
        .as_str()
        .unwrap_or_else(|| panic!("no token: {text}"))
        .to_owned()
}

/// Everything in the database as text.
async fn dump_rows(url: &str) -> String {
    let raw = connect_raw(url).await;
    let engine = raw.get_database_backend();
    let (tables, line) = if engine == DbBackend::Sqlite {
        (
            format!(
                r#"
                    select m.name as t,
                      group_concat('quote("' || c.name || '")', ' || '','' || ') as c
                    from {SQLITE_TABLES} m
                    join pragma_table_info(m.name) c
                    group by m.name
                "#
            ),
            "",
        )
    } else {
        (
            r"
                select table_name::text as t, 'x::text' as c
                from information_schema.tables
                where table_schema = 'public' and table_type = 'BASE TABLE'
            "
            .to_owned(),
            " x",
        )
    };
    let mut text = String::new();
    for table in raw
        .query_all_raw(Statement::from_string(engine, tables))
        .await
        .unwrap()
    {
        let (name, columns): (String, String) = (
            table.try_get("", "t").unwrap(),
            table.try_get("", "c").unwrap(),
        );
        let sql = format!("select {columns} as line from \"{name}\"{line}");
        for row in raw
            .query_all_raw(Statement::from_string(engine, sql))
            .await
            .unwrap()
        {
            text += &row
                .try_get::<Option<String>>("", "line")
                .unwrap()
                .unwrap_or_default();
            text.push('\n');
        }
    }
    text
}

/// The bytes of every file below a folder except the secret's own file.
fn read_files(folder: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            bytes.extend(read_files(&path));
        } else {
            bytes.extend(std::fs::read(path).unwrap());
        }
    }
    bytes
}

fn contains_secret(secret: &str, bytes: &[u8]) -> bool {
    bytes
        .windows(secret.len())
        .any(|window| window == secret.as_bytes())
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn what_was_planted_is_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let database = create_test_database(folder.path()).await;
    let source = SourceDatabase::create().await;
    source
        .execute_sql(
            "create table supplier_data (supplier_id text, supplier_name text, updated_at \
        timestamptz)",
        )
        .await;
    source
        .execute_sql("insert into supplier_data values ('s1', 'Acme', now())")
        .await;
    let server = Server::start(folder.path(), &database).await;
    let mut answers = String::new();
    let body =
        json!({"organization": "Prairie", "name": "Ada", "email": EMAIL, "password": PASSWORD});
    let (_, cookie, registered) = server
        .send(Method::POST, "/api/auth/register", "", Some(&body))
        .await;
    let token = token_from_text(&registered);
    let mut secrets: Vec<String> = [PASSWORD, NEXT_PASSWORD, WRONG_PASSWORD, SOURCE, KEY]
        .map(str::to_owned)
        .to_vec();
    secrets.extend([cookie_value(&cookie), token.clone()]);
    let url = SourceDatabase::build_url("postgres", SOURCE, &source.name);
    let nowhere = SourceDatabase::build_url("nobody_known", SOURCE, "nowhere");
    let google = json!({"type": "service_account", "project_id": "p", "client_email": "a@p.iam.gserviceaccount.com", "private_key": KEY, "private_key_id": "1"});
    for (method, path, body) in [
        (
            Method::POST,
            "/api/auth/login",
            json!({"email": EMAIL, "password": WRONG_PASSWORD}),
        ),
        (
            Method::POST,
            "/api/auth/login",
            json!({"email": EMAIL, "password": PASSWORD, "surprise": WRONG_PASSWORD}),
        ),
        (
            Method::POST,
            "/api/auth/register",
            json!({"organization": "P", "name": "B", "email": EMAIL, "password": WRONG_PASSWORD}),
        ),
        (
            Method::POST,
            "/api/data-sync/source/test",
            json!({"kind": "postgres", "url": nowhere}),
        ),
        (
            Method::PUT,
            "/api/data-sync/source",
            json!({"kind": "postgres", "url": nowhere}),
        ),
        (
            Method::PUT,
            "/api/data-sync/source",
            json!({"kind": "postgres", "url": format!("postgres://u:{SOURCE}@[broken")}),
        ),
        (
            Method::PUT,
            "/api/data-sync/source",
            json!({"kind": "bigquery", "projectId": "p", "dataset": "d", "serviceAccountKey": google.to_string()}),
        ),
        (
            Method::PUT,
            "/api/data-sync/source",
            json!({"kind": "postgres", "url": url}),
        ),
        (Method::POST, "/api/data-sync/sync", json!({"options": {}})),
        (
            Method::POST,
            "/api/account/password",
            json!({"currentPassword": WRONG_PASSWORD, "newPassword": NEXT_PASSWORD}),
        ),
        (
            Method::POST,
            "/api/account/password",
            json!({"currentPassword": PASSWORD, "newPassword": NEXT_PASSWORD}),
        ),
        (
            Method::POST,
            "/api/auth/password-reset",
            json!({"email": EMAIL}),
        ),
        (
            Method::POST,
            "/api/auth/password-reset/confirm",
            json!({"token": KEY, "password": NEXT_PASSWORD}),
        ),
    ] {
        let (_, _, text) = server.send(method, path, &token, Some(&body)).await;
        answers += &text;
    }
    let wanted = json!({"name": "Warehouse", "permissions": ["inventory.read"]});
    let (_, _, made) = server
        .send(Method::POST, "/api/api-keys", &token, Some(&wanted))
        .await;
    let key = token_from_text(&made);
    let (_, cookie, again) = server
        .send(
            Method::POST,
            "/api/auth/login",
            "",
            Some(&json!({"email": EMAIL, "password": NEXT_PASSWORD})),
        )
        .await;
    let next_token = token_from_text(&again);
    secrets.extend([key.clone(), cookie_value(&cookie), next_token.clone()]);
    for token in [&next_token, &key] {
        for operation in list_operations().into_iter().filter(|operation| {
            operation.method == Method::GET && !operation.template.ends_with("/events")
        }) {
            let (_, _, text) = server
                .send(
                    Method::GET,
                    &operation.path_for("0197a000-0000-7000-8000-000000000000"),
                    token,
                    None,
                )
                .await;
            answers += &text;
        }
    }
    assert!(
        answers.contains("Acme") || answers.contains("postgres"),
        "the answers say too little"
    );
    let arguments =
        std::fs::read(format!("/proc/{}/cmdline", server.0.process.id())).unwrap_or_default();
    let environment =
        std::fs::read(format!("/proc/{}/environ", server.0.process.id())).unwrap_or_default();
    let rows = dump_rows(&database).await;
    assert!(
        rows.contains(EMAIL) && rows.contains("$argon2id$"),
        "the rows were not read"
    );
    drop(server);
    let log = std::fs::read(folder.path().join("server.log")).unwrap();
    assert!(
        contains_secret("server started", &log),
        "the log was not read"
    );
    let files = read_files(folder.path());
    for secret in secrets {
        assert!(secret.len() >= 12, "{secret}");
        let places = [
            ("an answer", answers.as_bytes()),
            ("the log", &log),
            ("a row", rows.as_bytes()),
            ("a file", &files),
            ("the arguments", &arguments),
            ("the environment", &environment),
        ];
        for (place, bytes) in places {
            assert!(
                !contains_secret(&secret, bytes),
                "{secret} stands in {place}"
            );
        }
    }
}
