//! A fake BigQuery server: it implements the REST API, checks the signature of the service account,
//! keeps table versions, and injects faults.
//!
//! Google's own Python client accepts its responses; see bench/results. It runs alone with
//! `cargo run -p api --example fake_bigquery`.

use api::clock::Clock;
use api::entropy::Entropy;
use chrono::{DateTime, TimeDelta, Utc};
use poem::EndpointExt;
use poem::listener::{Acceptor, Listener, TcpListener};
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

mod handlers;
mod job;
mod select_query;
mod service_account;
mod versioned_table;

use job::Job;
use service_account::Account;
use versioned_table::VersionedTable;

pub(crate) const PROJECT: &str = "prairie-1";
pub(crate) const DATASET: &str = "erp";
pub(crate) const LOCATION: &str = "US";

/// The endpoints of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endpoint {
    Token,
    Dataset,
    Table,
    /// The cost estimate of a query.
    DryRun,
    Query,
    /// Rows or state of a query.
    Page,
    Job,
    /// Cancellation of a query.
    Cancel,
}

/// A fault of one request.
#[derive(Clone, Debug)]
pub(crate) enum InjectedFault {
    /// An error with a status, a reason and the `Retry-After` seconds.
    Refuse(u16, &'static str, Option<u32>),
    /// The connection breaks in the middle of the body.
    Reset,
    /// The body ends in the middle of the JSON, although its length is correct.
    TruncatedJson,
    /// A page without its last row.
    MissingRow,
    /// The next-page token of a page leads to the same page.
    RepeatedPage,
    /// The job is DONE, but this number of polls return no rows.
    DoneWithoutRows(u32),
    /// The job fails with this reason, however often it is polled.
    FailedJob(u16, &'static str),
    /// The response lacks its last column.
    MissingColumn,
    /// No response for this number of milliseconds.
    Delay(u64),
    /// The announced number of rows is wrong.
    WrongTotal,
}

/// A request that was answered.
#[derive(Clone, Debug)]
pub(crate) struct RecordedRequest {
    pub(crate) endpoint: Endpoint,
    /// The body of a query, otherwise null.
    pub(crate) body: Value,
}

/// The server; dropping it stops it.
pub(crate) struct FakeBigQuery {
    shared: Arc<SharedServer>,
    address: SocketAddr,
    server: tokio::task::JoinHandle<()>,
}

pub(crate) struct SharedServer {
    account: Account,
    clock: Clock,
    entropy: Entropy,
    state: Mutex<ServerState>,
}

#[derive(Default)]
struct ServerState {
    tables: HashMap<String, VersionedTable>,
    tokens: Vec<String>,
    jobs: Vec<Job>,
    faults: VecDeque<(Endpoint, InjectedFault)>,
    requests: Vec<RecordedRequest>,
    page_rows: usize,
    billed: Option<u64>,
}

impl SharedServer {
    fn lock_state(&self) -> MutexGuard<'_, ServerState> {
        self.state.lock().unwrap()
    }
}

impl FakeBigQuery {
    /// Starts the server without tables. Port 0 selects a free port.
    pub(crate) async fn start(clock: Clock, port: u16) -> Self {
        let inside = Mutex::new(ServerState {
            page_rows: usize::MAX,
            ..ServerState::default()
        });
        let shared = Arc::new(SharedServer {
            account: Account::create(),
            clock,
            entropy: Entropy::system(),
            state: inside,
        });
        let acceptor = TcpListener::bind(("127.0.0.1", port))
            .into_acceptor()
            .await
            .unwrap();
        let address = *acceptor.local_addr()[0].as_socket_addr().unwrap();
        let app = poem::endpoint::make(handlers::handle_request).data(Arc::clone(&shared));
        let server = tokio::spawn(async move {
            poem::Server::new_with_acceptor(acceptor)
                .run(app)
                .await
                .unwrap();
        });
        Self {
            shared,
            address,
            server,
        }
    }

    /// The base URL.
    pub(crate) fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The key file of the account with read access.
    pub(crate) fn key(&self) -> Value {
        self.shared
            .account
            .key_file(&format!("{}/token", self.endpoint()))
    }

    /// The source settings for this server.
    pub(crate) fn source_input(&self) -> Value {
        json!({"kind": "bigquery", "projectId": PROJECT, "dataset": DATASET, "apiEndpoint": self.endpoint(), "serviceAccountKey": self.key().to_string()})
    }

    /// Replaces a table with the content of a CSV file; the kind of each column determines its
    /// type. Advances the clock past the change.
    pub(crate) fn put_csv(&self, table: &str, csv: &str) -> &Self {
        let (columns, rows) = versioned_table::parse_csv(table, csv);
        self.put_table(table, columns, rows)
    }

    /// Replaces a table with these columns, as `name TYPE`, and rows. Advances the clock past the
    /// change.
    pub(crate) fn put_table(
        &self,
        table: &str,
        columns: Vec<(String, String)>,
        rows: Vec<Vec<Value>>,
    ) -> &Self {
        self.put_table_now(table, columns, rows);
        self.shared.clock.advance(TimeDelta::seconds(2));
        self
    }

    /// Like [`Self::put_table`], without advancing the clock.
    pub(crate) fn put_table_now(
        &self,
        table: &str,
        columns: Vec<(String, String)>,
        rows: Vec<Vec<Value>>,
    ) {
        let now = self.current_time();
        self.shared
            .lock_state()
            .tables
            .entry(table.to_owned())
            .or_default()
            .put_version(now, columns, rows);
    }

    /// Changes the kind of a table, for example to `VIEW`.
    pub(crate) fn set_table_kind(&self, table: &str, kind: &str) {
        kind.clone_into(&mut self.shared.lock_state().tables.get_mut(table).unwrap().kind);
    }

    /// Sets whether a table has rows in its streaming buffer.
    pub(crate) fn set_streaming(&self, table: &str, streams: bool) {
        self.shared
            .lock_state()
            .tables
            .get_mut(table)
            .unwrap()
            .is_streaming = streams;
    }

    /// Limits the rows of a page, whatever the request asks for.
    pub(crate) fn limit_page_rows(&self, rows: usize) {
        self.shared.lock_state().page_rows = rows;
    }

    /// Sets the billed bytes of queries, which otherwise follow from the size of the rows.
    pub(crate) fn set_billed_bytes(&self, bytes: u64) {
        self.shared.lock_state().billed = Some(bytes);
    }

    /// Adds a fault for the next request of an endpoint, after the pending ones.
    pub(crate) fn inject_fault(&self, place: Endpoint, fault: InjectedFault) -> &Self {
        self.shared.lock_state().faults.push_back((place, fault));
        self
    }

    /// Invalidates every access token.
    pub(crate) fn expire_tokens(&self) {
        self.shared.lock_state().tokens.clear();
    }

    /// The number of pending faults.
    pub(crate) fn pending_faults(&self) -> usize {
        self.shared.lock_state().faults.len()
    }

    /// Returns and clears the recorded requests.
    pub(crate) fn take_requests(&self) -> Vec<RecordedRequest> {
        std::mem::take(&mut self.shared.lock_state().requests)
    }

    /// The number of requests of an endpoint among the recorded ones.
    pub(crate) fn count_requests(seen: &[RecordedRequest], place: Endpoint) -> usize {
        seen.iter().filter(|seen| seen.endpoint == place).count()
    }

    /// The number of jobs ever created.
    pub(crate) fn job_count(&self) -> usize {
        self.shared.lock_state().jobs.len()
    }

    /// The IDs of the cancelled jobs.
    pub(crate) fn cancelled_jobs(&self) -> Vec<String> {
        self.shared
            .lock_state()
            .jobs
            .iter()
            .filter(|job| job.cancelled)
            .map(|job| job.id.clone())
            .collect()
    }

    fn current_time(&self) -> DateTime<Utc> {
        self.shared.clock.now()
    }
}

impl Drop for FakeBigQuery {
    fn drop(&mut self) {
        self.server.abort();
    }
}
