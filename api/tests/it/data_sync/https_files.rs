//! Files at https addresses: forms of files, conditional downloads, secrets, and wrong answers.

use super::bigquery::SUPPLIERS;
use super::{SyncFixture, supplier_rows, table_counts};
use crate::Answer;
use entities::{data_source, source_file};
use rust_xlsxwriter::Workbook;
use sea_orm::EntityTrait;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use test_server::spawn_server;
use tokio::io::AsyncWriteExt;

/// A server of files with entity tags. A file with a required header is sent only with it.
pub(super) struct FileServer {
    address: SocketAddr,
    state: Arc<Mutex<ServerState>>,
}

#[derive(Default)]
struct ServerState {
    files: HashMap<String, Vec<u8>>,
    required: Option<String>,
    /// Whether files have entity tags.
    has_tags: bool,
    /// Complete responses by path, as they are.
    canned: HashMap<String, Vec<u8>>,
    /// Files that were sent.
    sent: usize,
}

impl ServerState {
    fn respond(&mut self, head: &str) -> Vec<u8> {
        let path = head.split(' ').nth(1).unwrap_or_default();
        if let Some(response) = self.canned.get(path) {
            return response.clone();
        }
        if let Some(required) = &self.required
            && !head.contains(&format!("authorization: {required}\r\n"))
        {
            return b"HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n".to_vec();
        }
        let Some(body) = self.files.get(path) else {
            return b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_vec();
        };
        let tag = format!(
            "\"{}-{}\"",
            body.len(),
            body.iter().map(|byte| u64::from(*byte)).sum::<u64>()
        );
        if self.has_tags && head.contains(&format!("if-none-match: {tag}\r\n")) {
            return b"HTTP/1.1 304 Not Modified\r\n\r\n".to_vec();
        }
        self.sent += 1;
        let tag = if self.has_tags {
            format!("etag: {tag}\r\n")
        } else {
            String::new()
        };
        let mut response = format!(
            "HTTP/1.1 200 OK\r\n{tag}content-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        )
        .into_bytes();
        response.extend_from_slice(body);
        response
    }
}

impl FileServer {
    pub(super) async fn start() -> Self {
        let state: Arc<Mutex<ServerState>> = Arc::default();
        let shared = Arc::clone(&state);
        let address = spawn_server(move |mut stream, head| {
            let response = shared.lock().unwrap().respond(&head);
            async move {
                stream.write_all(&response).await?;
                stream.shutdown().await
            }
        })
        .await;
        Self { address, state }
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(super) fn put(&self, path: &str, body: impl Into<Vec<u8>>) {
        let mut state = self.state.lock().unwrap();
        state.files.insert(path.to_owned(), body.into());
    }

    fn can(&self, path: &str, response: impl Into<Vec<u8>>) {
        let mut state = self.state.lock().unwrap();
        state.canned.insert(path.to_owned(), response.into());
    }

    fn set(&self, change: impl FnOnce(&mut ServerState)) {
        change(&mut self.state.lock().unwrap());
    }

    /// The number of files that were sent since the last call.
    fn take_sent(&self) -> usize {
        std::mem::take(&mut self.state.lock().unwrap().sent)
    }

    fn supplier_source(&self, path: &str) -> Value {
        let url = self.url(path);
        json!({"kind": "https_files", "files": [{"sourceTable": "supplier_data", "url": url}]})
    }
}

pub(super) async fn test_source(farm: &SyncFixture, input: &Value) -> Value {
    let tested = farm.owner.post("/api/data-sync/source/test", input.clone());
    tested.await.data().clone()
}

/// The reason why the only file of a source cannot be read.
async fn expect_refusal(farm: &SyncFixture, input: &Value) -> String {
    let tested = test_source(farm, input).await;
    assert_eq!(tested["ok"], false, "{tested}");
    tested["reason"].as_str().unwrap().to_owned()
}

async fn set_source(farm: &SyncFixture, input: Value) {
    farm.owner.put("/api/data-sync/source", input).await.data();
}

async fn sync_incrementally(farm: &SyncFixture) -> Answer {
    let body = json!({"options": {"incrementalSync": true}});
    farm.owner.post("/api/data-sync/sync", body).await
}

pub(super) async fn supplier_result(farm: &SyncFixture, answer: &Answer) -> Value {
    farm.table_result(answer, "supplier_data").await
}

/// No download stays behind.
pub(super) fn assert_no_downloads(farm: &SyncFixture) {
    let data = farm.warehouse.path().ancestors().nth(2).unwrap();
    let root = data.join("uploads");
    let folders: Vec<_> = std::fs::read_dir(&root)
        .into_iter()
        .flatten()
        .flat_map(|tenant| std::fs::read_dir(tenant.unwrap().path()).unwrap())
        .map(|upload| upload.unwrap().path())
        .collect();
    assert!(folders.is_empty(), "{folders:?}");
}

/// Suppliers as another system exports them.
fn foreign_rows() -> Vec<[&'static str; 4]> {
    vec![
        ["Vendor No", "Vendor Name", "Lead Time (days)", "Active"],
        ["V-100", "Acme Seed", "10", "yes"],
        ["V-200", "Prairie Ag", "14", "no"],
    ]
}

pub(super) fn foreign_workbook() -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet().set_name("Vendors").unwrap();
    for (row, cells) in (0..).zip(foreign_rows()) {
        for (column, cell) in (0..).zip(cells) {
            sheet.write_string(row, column, cell).unwrap();
        }
    }
    workbook.save_to_buffer().unwrap()
}

fn foreign_csv() -> String {
    let lines = foreign_rows().into_iter().map(|row| row.join(";"));
    lines.collect::<Vec<_>>().join("\r\n")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn an_unchanged_file_is_not_downloaded_again() {
    let farm = SyncFixture::start().await;
    let files = FileServer::start().await;
    files.put("/suppliers.csv", format!("{SUPPLIERS}{}", supplier_rows(3)));
    for has_tags in [true, false] {
        files.set(|state| state.has_tags = has_tags);
        let path = if has_tags {
            "/suppliers.csv"
        } else {
            "/suppliers.csv?plain"
        };
        files.put(path, format!("{SUPPLIERS}{}", supplier_rows(3)));
        set_source(&farm, files.supplier_source(path)).await;
        let first = farm.run_sync().await;
        let counts = table_counts(&supplier_result(&farm, &first).await);
        assert_eq!([counts[0], counts[5]], [3, 0], "{}", first.text);
        files.take_sent();
        let again = sync_incrementally(&farm).await;
        assert_eq!(supplier_result(&farm, &again).await["state"], "skipped");
        // The listing at the start of a run requests the start of the file, without a tag.
        let downloads = files.take_sent();
        assert!(downloads <= if has_tags { 1 } else { 2 }, "{downloads}");
        files.put(path, format!("{SUPPLIERS}{}", supplier_rows(4)));
        let changed = sync_incrementally(&farm).await;
        assert_eq!(supplier_result(&farm, &changed).await["read"], 4);
    }
    let stored = source_file::Entity::find()
        .all(&farm.app.raw)
        .await
        .unwrap();
    assert_eq!(stored.len(), 1);
    assert_no_downloads(&farm);
}

#[tokio::test]
async fn files_of_any_form_are_read_as_uploads_are() {
    let farm = SyncFixture::start().await;
    let files = FileServer::start().await;
    files.put("/vendors.xlsx", foreign_workbook());
    files.put("/export", foreign_workbook());
    files.put("/vendors.csv", foreign_csv());
    files.put("/vendors.csv.gz", gzip(foreign_csv().as_bytes()));
    for path in [
        "/vendors.xlsx",
        "/export",
        "/vendors.csv",
        "/vendors.csv.gz",
    ] {
        let input = files.supplier_source(path);
        let tested = test_source(&farm, &input).await;
        let suppliers = tested["tables"]
            .as_array()
            .unwrap()
            .iter()
            .find(|table| table["sourceTable"] == "supplier_data")
            .unwrap();
        let found = suppliers["found"].as_str().unwrap_or_default();
        assert!(
            found.contains("Vendor No → supplier_id")
                && found.contains("Vendor Name → supplier_name"),
            "{path}: {tested}"
        );
        set_source(&farm, input).await;
        let synced = farm.run_sync().await;
        let counts = table_counts(&supplier_result(&farm, &synced).await);
        assert_eq!([counts[0], counts[5]], [2, 0], "{path}: {}", synced.text);
        let names: Vec<_> = farm
            .load_suppliers()
            .await
            .into_iter()
            .map(|row| {
                (
                    row.supplier_id,
                    row.supplier_name,
                    row.lead_time_days,
                    row.active,
                )
            })
            .collect();
        assert_eq!(
            names,
            [
                ("V-100".to_owned(), "Acme Seed".to_owned(), Some(10), true),
                ("V-200".to_owned(), "Prairie Ag".to_owned(), Some(14), false)
            ],
            "{path}"
        );
    }
    assert_no_downloads(&farm);
}

#[tokio::test]
async fn a_test_names_what_is_found_missing_and_wrong() {
    let farm = SyncFixture::start().await;
    let files = FileServer::start().await;
    files.put("/suppliers.csv", format!("{SUPPLIERS}{}", supplier_rows(1)));
    let input = json!({"kind": "https_files", "files": [
        {"sourceTable": "supplier_data", "url": files.url("/suppliers.csv")},
        {"sourceTable": "inventory_data", "url": files.url("/suppliers.csv")},
        {"sourceTable": "market_prices", "url": files.url("/prices.csv")},
    ]});
    let tested = test_source(&farm, &input).await;
    assert_eq!(tested["ok"], true);
    let table = |id: &str| {
        let tables = tested["tables"].as_array().unwrap();
        tables
            .iter()
            .find(|table| table["sourceTable"] == id)
            .unwrap()
            .clone()
    };
    let found = table("supplier_data");
    assert!(
        found["found"]
            .as_str()
            .unwrap()
            .starts_with("suppliers.csv: supplier_id, ")
    );
    let wrong = table("inventory_data")["problem"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        wrong.contains("of supplier_data, not of inventory_data"),
        "{wrong}"
    );
    let missing = table("market_prices")["problem"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        missing.contains("prices.csv: the server 127.0.0.1 has no such file"),
        "{missing}"
    );
    assert_eq!(table("customer_profiles")["present"], false);
    // The tables that can be read are loaded; the others keep their rows and say why.
    set_source(&farm, input).await;
    let synced = farm.run_sync().await;
    assert_eq!(synced.expect_failure(422), "sync_failed");
    assert_eq!(farm.load_suppliers().await.len(), 1);
    assert_eq!(farm.table_message("inventory_data").await, wrong);
    assert_no_downloads(&farm);
}

#[tokio::test]
async fn the_secret_is_sealed_and_sent_as_the_server_asks() {
    let farm = SyncFixture::start().await;
    let files = FileServer::start().await;
    files.put("/suppliers.csv", format!("{SUPPLIERS}{}", supplier_rows(2)));
    let plain = files.supplier_source("/suppliers.csv");
    for (user, header) in [
        (None, "Bearer hunter2"),
        (Some("reader"), "Basic cmVhZGVyOmh1bnRlcjI="),
    ] {
        files.set(|state| state.required = Some(header.to_owned()));
        let refused = expect_refusal(&farm, &plain).await;
        assert!(
            refused.contains("refuses access (status 401). Check the user"),
            "{refused}"
        );
        let mut input = plain.clone();
        input["secret"] = json!("hunter2");
        if let Some(user) = user {
            input["user"] = json!(user);
        }
        set_source(&farm, input).await;
        farm.run_sync().await.data();
        let read = farm.owner.get("/api/data-sync/source").await;
        assert_eq!(read.data()["hasSecret"], true);
        assert_eq!(read.data()["user"].as_str(), user);
        assert!(!read.text.contains("hunter2"), "{}", read.text);
        let row = data_source::Entity::find()
            .one(&farm.app.raw)
            .await
            .unwrap()
            .unwrap();
        assert!(!row.settings.contains("hunter2") && row.sealed_password.is_some());
    }
    let mut elsewhere = plain.clone();
    elsewhere["secret"] = json!("hunter2");
    let other = json!({"sourceTable": "market_prices", "url": "https://files.example/p.csv"});
    elsewhere["files"].as_array_mut().unwrap().push(other);
    let refused = expect_refusal(&farm, &elsewhere).await;
    assert!(refused.contains("sent to one server only"), "{refused}");
    for (field, value, words) in [
        ("user", json!("reader"), "Enter the password of the user"),
        ("secret", json!("a b\nx"), "letters, digits and signs only"),
    ] {
        let mut input = plain.clone();
        input[field] = value;
        let refused = expect_refusal(&farm, &input).await;
        assert!(refused.contains(words), "{refused}");
    }
}

#[tokio::test]
async fn wrong_answers_leave_the_rows_and_say_what_to_do() {
    let farm = SyncFixture::start().await;
    let files = FileServer::start().await;
    let sign_in = "<!DOCTYPE html><html><title>Sign in</title>";
    files.put("/page.csv", sign_in);
    files.put("/empty.csv", "");
    files.put("/broken.xlsx", b"PK\x03\x04 is no workbook".to_vec());
    files.put("/bomb.csv.gz", gzip(&vec![b'0'; 200 * 1024 * 1024]));
    files.put(
        "/letter.csv",
        "Dear customer,\nplease find attached nothing.\n",
    );
    files.can(
        "/cut.csv",
        "HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\nsupplier_id",
    );
    files.can(
        "/huge.csv",
        "HTTP/1.1 200 OK\r\ncontent-length: 99999999999999\r\n\r\n",
    );
    files.can(
        "/loop.csv",
        "HTTP/1.1 302 Found\r\nlocation: /loop.csv\r\ncontent-length: 0\r\n\r\n",
    );
    files.can("/meta.csv", "HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/latest/\r\ncontent-length: 0\r\n\r\n");
    for (path, words) in [
        ("/page.csv", "sent a web page instead of a file"),
        ("/empty.csv", "sent an empty file"),
        ("/broken.xlsx", "broken.xlsx is damaged"),
        ("/bomb.csv.gz", "unpacks to more than can be read"),
        (
            "/letter.csv",
            "letter.csv contains no table that can be recognized",
        ),
        ("/cut.csv", "sent an incomplete response. Try again."),
        ("/huge.csv", "sent more than"),
        ("/loop.csv", "redirects more often than is followed"),
        ("/meta.csv", "private network"),
    ] {
        let message = expect_refusal(&farm, &files.supplier_source(path)).await;
        assert!(message.contains(words), "{path}: {message}");
    }
    // A file that turns into a page later leaves the rows as they were.
    files.put("/suppliers.csv", format!("{SUPPLIERS}{}", supplier_rows(2)));
    set_source(&farm, files.supplier_source("/suppliers.csv")).await;
    farm.run_sync().await.data();
    files.put("/suppliers.csv", sign_in);
    assert_eq!(farm.run_sync().await.expect_failure(422), "sync_failed");
    assert!(
        farm.table_message("supplier_data")
            .await
            .contains("sent a web page")
    );
    assert!(
        farm.load_suppliers()
            .await
            .iter()
            .all(|row| row.deleted_at.is_none())
    );
    let health = farm.owner.get("/api/data-sync/health").await;
    assert_eq!(health.data()["bigQuery"], false);
    assert!(
        health.data()["sourceReason"]
            .as_str()
            .unwrap()
            .contains("sent a web page")
    );
    assert_no_downloads(&farm);
}

#[tokio::test]
async fn addresses_are_checked_and_sheets_become_exports() {
    let farm = SyncFixture::start().await;
    let input = |files: Value| json!({"kind": "https_files", "files": files});
    for (files, words) in [
        (
            json!([{"sourceTable": "vendors", "url": "https://a.example/x"}]),
            "is not a source table",
        ),
        (
            json!([{"sourceTable": "supplier_data", "url": "ftp://a.example/x"}]),
            "supplier_data: the address has an invalid URL",
        ),
        (
            json!([{"sourceTable": "supplier_data", "url": "https://u:p@a.example/x"}]),
            "their own fields",
        ),
        (
            json!([{"sourceTable": "supplier_data", "url": "https://docs.google.com/document/d/1/edit"}]),
            "not the link of a Google Sheet",
        ),
        (
            json!([
                {"sourceTable": "supplier_data", "url": "https://a.example/x"},
                {"sourceTable": "supplier_data", "url": "https://a.example/y"},
            ]),
            "has two addresses",
        ),
    ] {
        let message = expect_refusal(&farm, &input(files)).await;
        assert!(message.contains(words), "{message}");
    }
}
