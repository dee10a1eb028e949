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

mod account;
mod answers;
mod jobs;
mod select;
mod tables;

use account::Account;
use jobs::Job;
use tables::Table;

pub(crate) const PROJECT: &str = "prairie-1";
pub(crate) const DATASET: &str = "erp";
pub(crate) const LOCATION: &str = "US";

/// What is asked of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Token,
    Dataset,
    Table,
    /// What a query would cost.
    Price,
    Query,
    /// Rows of a query, or whether it has ended.
    Page,
    Job,
    /// The end of a query that nobody wants any more.
    Cancel,
}

/// What goes wrong, once.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// A refusal with a status, a reason and the pause that it asks for in seconds.
    Refuse(u16, &'static str, Option<u32>),
    /// The connection breaks in the middle of the body.
    Reset,
    /// The body is complete and ends in the middle of the JSON.
    CutJson,
    /// A page without its last row.
    LostRow,
    /// A page leads to itself.
    Circle,
    /// The job is DONE, and for so many looks there are no rows yet.
    DoneWithoutRows(u32),
    /// The job ends in a failure of this reason, however often it is asked for.
    FailedJob(u16, &'static str),
    /// The answer lacks its last column.
    LostColumn,
    /// Nothing for so many milliseconds.
    Slow(u64),
    /// A wrong number of rows is announced.
    WrongTotal,
}

/// A request that was answered.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) place: Place,
    /// The body of a query, else null.
    pub(crate) body: Value,
}

/// The server; it stops when this is dropped.
pub(crate) struct FakeBigQuery {
    shared: Arc<Shared>,
    address: SocketAddr,
    server: tokio::task::JoinHandle<()>,
}

pub(crate) struct Shared {
    account: Account,
    clock: Clock,
    entropy: Entropy,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    tables: HashMap<String, Table>,
    tokens: Vec<String>,
    jobs: Vec<Job>,
    faults: VecDeque<(Place, Fault)>,
    seen: Vec<Seen>,
    page_rows: usize,
    billed: Option<u64>,
}

impl Shared {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap()
    }
}

impl FakeBigQuery {
    /// At a port that is free, with no tables.
    pub(crate) async fn start(clock: Clock, port: u16) -> Self {
        let inside = Mutex::new(Inside {
            page_rows: usize::MAX,
            ..Inside::default()
        });
        let shared = Arc::new(Shared {
            account: Account::create(),
            clock,
            entropy: Entropy::system(),
            inside,
        });
        let acceptor = TcpListener::bind(("127.0.0.1", port))
            .into_acceptor()
            .await
            .unwrap();
        let address = *acceptor.local_addr()[0].as_socket_addr().unwrap();
        let app = poem::endpoint::make(answers::answer).data(Arc::clone(&shared));
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
            .key(&format!("{}/token", self.endpoint()))
    }

    /// What sets it as a source.
    pub(crate) fn source(&self) -> Value {
        json!({"kind": "bigquery", "projectId": PROJECT, "dataset": DATASET, "apiEndpoint": self.endpoint(), "serviceAccountKey": self.key().to_string()})
    }

    /// Gives a table these rows from now on, by the form of their CSV: each column has the type
    /// that its kind suggests. A moment later it is past.
    pub(crate) fn put_csv(&self, table: &str, csv: &str) -> &Self {
        let (columns, rows) = tables::of_csv(table, csv);
        self.put(table, columns, rows)
    }

    /// Gives a table these columns, as `name TYPE`, and rows from now on.
    pub(crate) fn put(
        &self,
        table: &str,
        columns: Vec<(String, String)>,
        rows: Vec<Vec<Value>>,
    ) -> &Self {
        self.put_now(table, columns, rows);
        self.shared.clock.advance(TimeDelta::seconds(2));
        self
    }

    /// As [`Self::put`], without letting time pass.
    pub(crate) fn put_now(
        &self,
        table: &str,
        columns: Vec<(String, String)>,
        rows: Vec<Vec<Value>>,
    ) {
        let now = self.now();
        self.shared
            .inside()
            .tables
            .entry(table.to_owned())
            .or_default()
            .put(now, columns, rows);
    }

    /// Makes a table something else, such as a `VIEW`.
    pub(crate) fn kind(&self, table: &str, kind: &str) {
        kind.clone_into(&mut self.shared.inside().tables.get_mut(table).unwrap().kind);
    }

    /// Lets rows be on their way into a table, or no more.
    pub(crate) fn stream(&self, table: &str, streams: bool) {
        self.shared.inside().tables.get_mut(table).unwrap().streams = streams;
    }

    /// The most rows of a page, whatever is asked for.
    pub(crate) fn page_rows(&self, rows: usize) {
        self.shared.inside().page_rows = rows;
    }

    /// What a query costs, where not what its rows weigh.
    pub(crate) fn bytes(&self, bytes: u64) {
        self.shared.inside().billed = Some(bytes);
    }

    /// Lets the next request of a place go wrong, after those that were told before.
    pub(crate) fn fault(&self, place: Place, fault: Fault) -> &Self {
        self.shared.inside().faults.push_back((place, fault));
        self
    }

    /// Forgets every token, as if all had run out.
    pub(crate) fn end_tokens(&self) {
        self.shared.inside().tokens.clear();
    }

    /// Faults that have not come to pass.
    pub(crate) fn faults_left(&self) -> usize {
        self.shared.inside().faults.len()
    }

    /// Everything that was asked, and forgets it.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        std::mem::take(&mut self.shared.inside().seen)
    }

    /// How often a place was asked, of what was seen.
    pub(crate) fn count(seen: &[Seen], place: Place) -> usize {
        seen.iter().filter(|seen| seen.place == place).count()
    }

    /// Jobs that were ever made.
    pub(crate) fn jobs(&self) -> usize {
        self.shared.inside().jobs.len()
    }

    /// The ids of the jobs that were cancelled.
    pub(crate) fn cancelled(&self) -> Vec<String> {
        self.shared
            .inside()
            .jobs
            .iter()
            .filter(|job| job.cancelled)
            .map(|job| job.id.clone())
            .collect()
    }

    fn now(&self) -> DateTime<Utc> {
        self.shared.clock.now()
    }
}

impl Drop for FakeBigQuery {
    fn drop(&mut self) {
        self.server.abort();
    }
}
