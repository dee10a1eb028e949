//! Runs the binary as a server of its own.

use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that ends with this value. Its data and log are in a folder.
pub(crate) struct ServerProcess {
    pub(crate) process: Child,
    address: SocketAddr,
    pub(crate) client: reqwest::Client,
    log: PathBuf,
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl ServerProcess {
    /// Starts a server on a database, with more settings, and waits until it is ready.
    pub(crate) async fn start(
        folder: &Path,
        database: Option<&str>,
        settings: &[(&str, &str)],
    ) -> Self {
        let address = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap();
        let log = folder.join("server.log");
        let output = File::create(&log).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_sprout"));
        command
            .args(["serve", "--migrate", "--listen", &address.to_string()])
            .env("SPROUT_DATA_DIR", folder.join("data"))
            .env("SPROUT_LOG_FORMAT", "json")
            .env_remove("DATABASE_URL")
            .envs(database.map(|url| ("DATABASE_URL", url)))
            .envs(settings.iter().copied())
            .stdout(Stdio::from(output.try_clone().unwrap()))
            .stderr(output);
        let client = reqwest::Client::builder()
            .timeout(Duration::from_mins(1))
            .build()
            .unwrap();
        let server = Self {
            process: command.spawn().unwrap(),
            address,
            client,
            log,
        };
        for _ in 0..1_000 {
            let ready = server.client.get(server.url("/health/ready")).send().await;
            if ready.is_ok_and(|answer| answer.status().is_success()) {
                return server;
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        panic!("the server does not serve: {}", server.log());
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What it has printed.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }
}
