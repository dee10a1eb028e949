//! A server of our own that speaks BigQuery's REST interface: it checks the account's signature,
//! keeps the past of its tables, and fails as it is told to.
//!
//! What it says is what Google's own Python client accepts; see bench/results. It runs alone with
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

/// What is asked of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endpoint {
    Token,
    Dataset,
    Table,
    /// What a query would cost.
    DryRun,
    Query,
    /// Rows of a query, or whether it has ended.
    Page,
    Job,
    /// The end of a query that nobody wants any more.
    Cancel,
}

/// What goes wrong, once.
#[derive(Clone, Debug)]
pub(crate) enum InjectedFault {
    /// A refusal with a status, a reason and the pause that it asks for in seconds.
    Refuse(u16, &'static str, Option<u32>),
    /// The connection breaks in the middle of the body.
    Reset,
    /// The body is complete and ends in the middle of the JSON.
    TruncatedJson,
    /// A page without its last row.
    MissingRow,
    /// A page leads to itself.
    RepeatedPage,
    /// The job is DONE, and for so many looks there are no rows yet.
    DoneWithoutRows(u32),
    /// The job ends in a failure of this reason, however often it is asked for.
    FailedJob(u16, &'static str),
    /// The answer lacks its last column.
    MissingColumn,
    /// Nothing for so many milliseconds.
    Delay(u64),
    /// A wrong number of rows is announced.
    WrongTotal,
}

/// A request that was answered.
#[derive(Clone, Debug)]
pub(crate) struct RecordedRequest {
    pub(crate) endpoint: Endpoint,
    /// The body of a query, else null.
    pub(crate) body: Value,
}

/// The server; it stops when this is dropped.
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
    /// At a port that is free, with no tables.
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

    /// Where it is.
    pub(crate) fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The key file of the account that may read here.
    pub(crate) fn key(&self) -> Value {
        self.shared
            .account
            .key_file(&format!("{}/token", self.endpoint()))
    }

    /// What sets it as a source.
    pub(crate) fn source_input(&self) -> Value {
        json!({"kind": "bigquery", "projectId": PROJECT, "dataset": DATASET, "apiEndpoint": self.endpoint(), "serviceAccountKey": self.key().to_string()})
    }

    /// Gives a table these rows from now on, by the form of their CSV: each column has the type
    /// that its kind suggests. A moment later it is past.
    pub(crate) fn put_csv(&self, table: &str, csv: &str) -> &Self {
        let (columns, rows) = versioned_table::parse_csv(table, csv);
        self.put_table(table, columns, rows)
    }

    /// Gives a table these columns, as `name TYPE`, and rows from now on.
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

    /// As [`Self::put`], without letting time pass.
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

    /// Makes a table something else, such as a `VIEW`.
    pub(crate) fn set_table_kind(&self, table: &str, kind: &str) {
        kind.clone_into(&mut self.shared.lock_state().tables.get_mut(table).unwrap().kind);
    }

    /// Lets rows be on their way into a table, or no more.
    pub(crate) fn set_streaming(&self, table: &str, streams: bool) {
        self.shared
            .lock_state()
            .tables
            .get_mut(table)
            .unwrap()
            .is_streaming = streams;
    }

    /// The most rows of a page, whatever is asked for.
    pub(crate) fn limit_page_rows(&self, rows: usize) {
        self.shared.lock_state().page_rows = rows;
    }

    /// What a query costs, where not what its rows weigh.
    pub(crate) fn set_billed_bytes(&self, bytes: u64) {
        self.shared.lock_state().billed = Some(bytes);
    }

    /// Lets the next request of a place go wrong, after those that were told before.
    pub(crate) fn inject_fault(&self, place: Endpoint, fault: InjectedFault) -> &Self {
        self.shared.lock_state().faults.push_back((place, fault));
        self
    }

    /// Forgets every token, as if all had run out.
    pub(crate) fn expire_tokens(&self) {
        self.shared.lock_state().tokens.clear();
    }

    /// Faults that have not come to pass.
    pub(crate) fn pending_faults(&self) -> usize {
        self.shared.lock_state().faults.len()
    }

    /// Everything that was asked, and forgets it.
    pub(crate) fn take_requests(&self) -> Vec<RecordedRequest> {
        std::mem::take(&mut self.shared.lock_state().requests)
    }

    /// How often a place was asked, of what was seen.
    pub(crate) fn count_requests(seen: &[RecordedRequest], place: Endpoint) -> usize {
        seen.iter().filter(|seen| seen.endpoint == place).count()
    }

    /// Jobs that were ever made.
    pub(crate) fn job_count(&self) -> usize {
        self.shared.lock_state().jobs.len()
    }

    /// The ids of the jobs that were cancelled.
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
