//! The real binary as a process, and a person who uses it over HTTP.

use crate::database::Database;
use crate::disruption::Disruption;
use crate::source_warehouse::SourceRows;
use serde_json::{Value, json};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Short, because heartbeats on the same machine arrive well within a second.
const HEARTBEAT_TIMEOUT_SECONDS: &str = "2";
const MAX_WAIT: Duration = Duration::from_secs(90);

pub(crate) struct Server {
    folder: PathBuf,
    database: String,
    /// The size of a memory disk for its data folder, in a private mount namespace.
    disk: Option<&'static str>,
    port: u16,
    process: Child,
    client: reqwest::Client,
    token: Option<(String, Instant)>,
}

impl Server {
    pub(crate) async fn start(folder: &Path, database: &str) -> Self {
        Self::start_with(folder, database.to_owned(), None).await
    }

    /// A server with all data, including the database, on a memory disk of `size`.
    pub(crate) async fn start_on_small_disk(folder: &Path, size: &'static str) -> Self {
        let database = format!("sqlite:{}", folder.join("data/sprout.db").display());
        Self::start_with(folder, database, Some(size)).await
    }

    async fn start_with(folder: &Path, database: String, disk: Option<&'static str>) -> Self {
        std::fs::create_dir_all(folder.join("warehouses/prairie")).unwrap();
        std::fs::create_dir_all(folder.join("data")).unwrap();
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let process = spawn_server(folder, &database, port, disk);
        let client = reqwest::Client::builder()
            .timeout(Duration::from_mins(1))
            .build()
            .unwrap();
        let mut server = Self {
            folder: folder.to_owned(),
            database,
            disk,
            port,
            process,
            client,
            token: None,
        };
        server.wait_until_ready().await;
        server
    }

    /// The small disk, through a path that this process can access.
    pub(crate) fn small_disk(&self) -> Disk {
        let folder = self.folder.join("data");
        Disk(
            Path::new("/proc")
                .join(self.process.id().to_string())
                .join("root")
                .join(folder.strip_prefix("/").unwrap()),
        )
    }

    /// Starts a sync and returns the status and the response, whatever they are.
    pub(crate) async fn try_sync(&mut self) -> (u16, Value) {
        let token = self.access_token().await;
        let request = self
            .client
            .post(self.url("/api/data-sync/sync"))
            .bearer_auth(token)
            .header(JSON_HEADER.0, JSON_HEADER.1);
        let answer = request
            .body(message_text(&full_sync_body()))
            .send()
            .await
            .unwrap();
        (
            answer.status().as_u16(),
            serde_json::from_str(&answer.text().await.unwrap()).unwrap(),
        )
    }

    pub(crate) fn warehouse_path(&self) -> PathBuf {
        self.folder.join("warehouses/prairie")
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    async fn wait_until_ready(&mut self) {
        let began = Instant::now();
        while began.elapsed() < MAX_WAIT {
            if self
                .client
                .get(self.url("/health/ready"))
                .send()
                .await
                .is_ok_and(|answer| answer.status().is_success())
            {
                return;
            }
            assert!(
                self.process.try_wait().unwrap().is_none(),
                "the server ended while it started: {}",
                self.read_log()
            );
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        panic!("the server does not serve: {}", self.read_log());
    }

    fn read_log(&self) -> String {
        std::fs::read_to_string(self.folder.join("server.log")).unwrap_or_default()
    }

    /// Creates an organization whose source is the folder.
    pub(crate) async fn register(&mut self, rows: &SourceRows) {
        let body = json!({"organization": "Prairie", "name": "Owner", "email": "owner@prairie.example", "password": "correct horse battery"});
        let answer = self
            .client
            .post(self.url("/api/auth/register"))
            .header(JSON_HEADER.0, JSON_HEADER.1)
            .body(message_text(&body))
            .send()
            .await
            .unwrap();
        assert!(
            answer.status().is_success(),
            "{}",
            answer.text().await.unwrap()
        );
        rows.write_files(&self.warehouse_path());
        let source = json!({"kind": "files", "path": self.warehouse_path()});
        self.request_json(reqwest::Method::PUT, "/api/data-sync/source", Some(source))
            .await;
    }

    async fn access_token(&mut self) -> String {
        if let Some((token, at)) = &self.token
            && at.elapsed() < Duration::from_mins(5)
        {
            return token.clone();
        }
        let body = json!({"email": "owner@prairie.example", "password": "correct horse battery"});
        let answer = self
            .client
            .post(self.url("/api/auth/login"))
            .header(JSON_HEADER.0, JSON_HEADER.1)
            .body(message_text(&body))
            .send()
            .await
            .unwrap();
        let answer: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        let token = answer["data"]["token"]
            .as_str()
            .unwrap_or_else(|| panic!("no token in {answer}"))
            .to_owned();
        self.token = Some((token.clone(), Instant::now()));
        token
    }

    async fn request_json(
        &mut self,
        method: reqwest::Method,
        path: &str,
        body: Option<Value>,
    ) -> Value {
        let token = self.access_token().await;
        let mut request = self
            .client
            .request(method, self.url(path))
            .bearer_auth(token);
        if let Some(body) = body {
            request = request
                .header(JSON_HEADER.0, JSON_HEADER.1)
                .body(message_text(&body));
        }
        let answer = request.send().await.unwrap();
        let (status, text) = (answer.status(), answer.text().await.unwrap());
        assert!(
            status.is_success(),
            "{path}: {status} {text}\n{}",
            self.read_log()
        );
        serde_json::from_str::<Value>(&text).unwrap()["data"].clone()
    }

    async fn sync_status(&mut self) -> Value {
        self.request_json(reqwest::Method::GET, "/api/data-sync/status", None)
            .await
    }

    pub(crate) async fn get_run(&mut self, run: &str) -> Value {
        self.request_json(
            reqwest::Method::GET,
            &format!("/api/data-sync/runs/{run}"),
            None,
        )
        .await
    }

    pub(crate) async fn latest_run_id(&mut self) -> String {
        self.sync_status().await["runId"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Waits until nothing is running. Returns the ID of the latest run.
    pub(crate) async fn wait_for_end(&mut self) -> String {
        let began = Instant::now();
        loop {
            let status = self.sync_status().await;
            if status["isRunning"] == false {
                return status["runId"].as_str().unwrap_or_default().to_owned();
            }
            assert!(
                began.elapsed() < MAX_WAIT,
                "the run stands still: {status}\n{}",
                self.read_log()
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Syncs without a disruption. Returns the counts.
    pub(crate) async fn sync_and_wait(&mut self) -> Value {
        self.request_json(
            reqwest::Method::POST,
            "/api/data-sync/sync",
            Some(full_sync_body()),
        )
        .await["stats"]
            .clone()
    }

    /// Starts a sync and disrupts it.
    pub(crate) async fn disrupt_sync(&mut self, disruption: &Disruption, database: &Database) {
        if let Disruption::CrashPoint(place, times) = disruption {
            std::fs::write(self.crash_point_file(), format!("{place}:{times}")).unwrap();
        }
        let token = self.access_token().await;
        let sync = self
            .client
            .post(self.url("/api/data-sync/sync"))
            .bearer_auth(token)
            .header("prefer", "respond-async")
            .header(JSON_HEADER.0, JSON_HEADER.1)
            .body(message_text(&full_sync_body()))
            .send();
        // The server may die before it responds.
        let sync = tokio::spawn(sync);
        match disruption {
            Disruption::CrashPoint(place, times) => {
                let started = Instant::now();
                while self.process.try_wait().unwrap().is_none() {
                    assert!(
                        started.elapsed() < MAX_WAIT,
                        "{place}:{times} was never passed: {}",
                        self.read_log()
                    );
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            }
            Disruption::Kill(after) => {
                tokio::time::sleep(*after).await;
                self.process.kill().unwrap();
                self.process.wait().unwrap();
            }
            Disruption::Terminate(after) => {
                tokio::time::sleep(*after).await;
                let killed = Command::new("kill")
                    .arg("-TERM")
                    .arg(self.process.id().to_string())
                    .status()
                    .unwrap();
                assert!(killed.success());
                self.process.wait().unwrap();
            }
            Disruption::DatabaseLoss(after) => {
                tokio::time::sleep(*after).await;
                database.restart_server();
            }
        }
        // The records show the result, so the response does not matter.
        let _ = sync.await;
    }

    /// Restarts the server if it was killed.
    pub(crate) async fn ensure_running(&mut self) {
        if self.process.try_wait().unwrap().is_some() {
            let _ = std::fs::remove_file(self.crash_point_file());
            self.process = spawn_server(&self.folder, &self.database, self.port, self.disk);
        }
        self.wait_until_ready().await;
    }

    fn crash_point_file(&self) -> PathBuf {
        self.folder.join("fault")
    }
}

const JSON_HEADER: (&str, &str) = ("content-type", "application/json");

fn message_text(body: &Value) -> String {
    body.to_string()
}

fn full_sync_body() -> Value {
    json!({"options": {"incrementalSync": false, "confirmDeletions": true}})
}

/// A disk that only the server has mounted.
pub(crate) struct Disk(PathBuf);

impl Disk {
    pub(crate) fn file_path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Copies the database; nothing may be writing to it.
    pub(crate) async fn copy_database(&self) -> Database {
        crate::database::copy_database_files([
            self.file_path("sprout.db"),
            self.file_path("sprout.db-wal"),
            self.file_path("sprout-warehouse.db"),
            self.file_path("sprout-warehouse.db-wal"),
        ])
        .await
    }
}

fn spawn_server(folder: &Path, database: &str, port: u16, disk: Option<&str>) -> Child {
    let log = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(folder.join("server.log"))
        .unwrap();
    let data = folder.join("data");
    let mut command = match disk {
        None => Command::new(env!("CARGO_BIN_EXE_sprout")),
        Some(size) => {
            let mut command = Command::new("unshare");
            let mount = format!(
                "mount -t tmpfs -o size={size} tmpfs {} && exec \"$0\" \"$@\"",
                data.display()
            );
            command.args([
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                &mount,
                env!("CARGO_BIN_EXE_sprout"),
            ]);
            command
        }
    };
    command
        .args([
            "serve",
            "--migrate",
            "--listen",
            &format!("127.0.0.1:{port}"),
        ])
        .env("SPROUT_DATA_DIR", data)
        .env("DATABASE_URL", database)
        .env("SPROUT_WAREHOUSE_ROOT", folder.join("warehouses"))
        .env("SPROUT_SIGN_UP", "open")
        .env("SPROUT_DRAIN_SECONDS", "0")
        .env("SPROUT_ALLOWED_NETWORKS", "127.0.0.0/8,::1")
        .env("SPROUT_SYNC_HEARTBEAT_TIMEOUT", HEARTBEAT_TIMEOUT_SECONDS)
        .env("SPROUT_CRASH_POINT_FILE", folder.join("fault"))
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap()
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
