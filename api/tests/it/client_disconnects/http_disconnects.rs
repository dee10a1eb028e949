//! Clients that disconnect during requests, at a server with two database connections: afterwards
//! both organizations get the same responses as before. `SPROUT_TEST_REQUESTS` sets the number of
//! disconnects, up to 10,000.

use crate::TestApp;
use crate::contract::random_requests::{SeededRng, create_stocked_client};
use crate::test_app::PASSWORD;
use api::db::Access;
use poem::http::StatusCode;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::ops::Range;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

const LABELS: [&str; 2] = ["CANARYA", "CANARYB"];
const MAX_REQUESTS: usize = 10_000;
/// Concurrent requests per round; after each round, no transaction may be open.
const CONCURRENT_CALLERS: usize = 4;
/// Requests until a new server with an empty cache is used.
const REQUESTS_PER_SERVER: usize = 40;
/// Delays before disconnecting, in milliseconds: some end before the request is read, some after
/// the response has started.
const HANG_UP_AFTER_MS: [u64; 10] = [0, 1, 2, 3, 4, 6, 8, 12, 20, 40];
/// Requests of each of the two callers afterwards.
const QUESTIONS: usize = 160;
/// The longest time that a sync may run after its caller has disconnected.
const MAX_WAIT: Duration = Duration::from_secs(15);
/// Shorter than the time that a request waits for a database connection.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(4);
/// Paths whose responses are the same before and after the disconnects.
const COMPARED_PATHS: [&str; 13] = [
    "/api/purchasing/summary",
    "/api/purchasing/recommendations",
    "/api/customer-segmentation",
    "/api/analytics/supply-price-index",
    "/api/analytics/crop-yield-forecast",
    "/api/analytics/methods",
    "/api/market/overview?timeframe=1Y",
    "/api/account",
    "/api/members",
    "/api/organizations",
    "/api/data-sync/source",
    "/api/ai-bot/report?kind=inventory&format=csv",
    "/api/ai-bot/report?kind=customers&format=csv",
];

/// A caller and its credentials.
#[derive(Clone)]
struct Caller {
    label: &'static str,
    token: String,
    organization: String,
    http: reqwest::Client,
}

impl Caller {
    async fn fetch_path(&self, server: SocketAddr, path: &str) -> (StatusCode, String) {
        let answer = self
            .http
            .get(format!("http://{server}{path}"))
            .bearer_auth(&self.token)
            .send()
            .await
            .unwrap();
        (answer.status(), answer.text().await.unwrap())
    }

    /// A random request of the kinds that a browser sends, as raw bytes.
    fn build_request(&self, number: usize, dice: &mut SeededRng) -> Vec<u8> {
        let label = self.label;
        let (what, body) = match dice.next_below(24) {
            0 => (
                "POST /api/ai-bot/query".to_owned(),
                Some(json!({"query": format!("How much {label} Urea did we buy?")})),
            ),
            1 => (
                "POST /api/ai-bot/query".to_owned(),
                Some(json!({"query": "Who are our best customers?"})),
            ),
            2 => (
                "PATCH /api/account".to_owned(),
                Some(json!({"name": format!("{label} Supply Owner")})),
            ),
            3 => (
                "PATCH /api/account/preferences".to_owned(),
                Some(json!({"units": "us"})),
            ),
            4 => (
                "POST /api/invitations".to_owned(),
                Some(json!({"email": format!("{number}@{label}.example"), "role": "member"})),
            ),
            5 => (
                "POST /api/api-keys".to_owned(),
                Some(
                    json!({"name": format!("{label} {number}"), "permissions": ["inventory.read"]}),
                ),
            ),
            6 => (
                "PUT /api/data-sync/schedule".to_owned(),
                Some(json!({"enabled": false, "cron": "0 6 * * *", "mode": "incremental"})),
            ),
            7 if number.is_multiple_of(8) => (
                "POST /api/data-sync/sync".to_owned(),
                Some(json!({"options": {"incrementalSync": false}})),
            ),
            7 => (
                format!("POST /api/organizations/{}/export", self.organization),
                Some(json!({"password": PASSWORD})),
            ),
            8 => ("GET /api/account/export".to_owned(), None),
            9 => ("GET /api/audit-log".to_owned(), None),
            10 => ("GET /api/jobs".to_owned(), None),
            11 => ("GET /api/data-sync/runs".to_owned(), None),
            _ => (format!("GET {}", dice.pick_one(&COMPARED_PATHS)), None),
        };
        let body = body.map_or_else(String::new, |body| body.to_string());
        let key = if dice.next_below(2) == 0 && !what.starts_with("GET") {
            format!("idempotency-key: {label}-{number}\r\n")
        } else {
            String::new()
        };
        let accept = if what.ends_with("audit-log") {
            "accept: text/csv\r\n"
        } else {
            ""
        };
        format!(
            "{what} HTTP/1.1\r\nhost: sprout.test\r\nauthorization: Bearer {}\r\ncontent-type: \
                application/json\r\n{accept}{key}content-length: {}\r\n\r\n{body}",
            self.token,
            body.len()
        )
        .into_bytes()
    }
}

/// Sends a request, or half of one, and closes the connection after `patience`. Returns whether no
/// response had started by then.
async fn send_and_hang_up(
    server: SocketAddr,
    request: Vec<u8>,
    patience: Duration,
    half: bool,
    abruptly: bool,
) -> bool {
    let mut stream = TcpStream::connect(server).await.unwrap();
    let sent = if half {
        request.len() / 2
    } else {
        request.len()
    };
    stream.write_all(&request[..sent]).await.unwrap();
    tokio::time::sleep(patience).await;
    let nothing_yet = stream
        .try_read(&mut [0; 16])
        .is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock);
    if abruptly {
        stream.set_zero_linger().unwrap();
    }
    nothing_yet
}

/// Sends requests concurrently. Returns how many were cut off before their response started.
async fn run_round(
    server: SocketAddr,
    callers: &[Caller; 2],
    numbers: Range<usize>,
    dice: &mut SeededRng,
) -> usize {
    let mut under_way = tokio::task::JoinSet::new();
    for number in numbers {
        let request = callers[number % 2].build_request(number, dice);
        let (patience, half, abruptly) = (
            Duration::from_millis(*dice.pick_one(&HANG_UP_AFTER_MS)),
            dice.next_below(12) == 0,
            dice.next_below(2) == 0,
        );
        under_way.spawn(send_and_hang_up(server, request, patience, half, abruptly));
    }
    under_way
        .join_all()
        .await
        .into_iter()
        .filter(|cut_off| *cut_off)
        .count()
}

/// Checks that soon no transaction is open and that a writer can start.
async fn assert_idle(app: &TestApp, access: &Access) {
    let began = Instant::now();
    while app.raw.get_database_backend() == DbBackend::Postgres {
        let open = r"
            select count(*)
            from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
        ";
        let open = app
            .raw
            .query_one_raw(Statement::from_string(DbBackend::Postgres, open))
            .await
            .unwrap()
            .unwrap();
        if open.try_get_by_index::<i64>(0).unwrap() == 0 {
            break;
        }
        assert!(
            began.elapsed() < MAX_WAIT,
            "a transaction is still open whose caller has hung up"
        );
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let writing = tokio::time::timeout(MAX_WAIT, app.parts.database.begin_write(access)).await;
    drop(writing.expect("no other request can write").unwrap());
}

/// Waits for the end of a sync whose caller has disconnected.
async fn assert_no_running_sync(server: SocketAddr, caller: &Caller) {
    for _ in 0..400 {
        let (_, text) = caller.fetch_path(server, "/api/data-sync/status").await;
        let answer: Value = serde_json::from_str(&text).unwrap();
        if answer["data"]["isRunning"] == false {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("a sync whose caller has hung up does not end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn requests_that_hang_up_leave_nothing_on_the_two_connections_that_others_get() {
    let requests: usize = std::env::var("SPROUT_TEST_REQUESTS")
        .map_or(200, |text| text.parse().unwrap())
        .min(MAX_REQUESTS);
    let app = TestApp::start_with_connections(2).await;
    let mut callers = Vec::new();
    let mut accesses = Vec::new();
    for label in LABELS {
        let owner = create_stocked_client(
            &app,
            &format!("{label} Supply"),
            label,
            &label.to_lowercase(),
        )
        .await;
        let access = app.open_access(&owner).await;
        callers.push(Caller {
            label,
            token: owner.token().to_owned(),
            organization: access.tenant().to_string(),
            http: reqwest::Client::new(),
        });
        accesses.push(access);
    }
    let callers: [Caller; 2] = callers.try_into().ok().unwrap();
    let server = app.listen_http().await;
    let mut before = Vec::new();
    for path in COMPARED_PATHS {
        before.push([
            callers[0].fetch_path(server, path).await,
            callers[1].fetch_path(server, path).await,
        ]);
    }
    assert!(
        before
            .iter()
            .flatten()
            .all(|(status, _)| status.is_success()),
        "{before:?}"
    );
    let own = before
        .iter()
        .filter(|[a, b]| a.1.contains(LABELS[0]) && b.1.contains(LABELS[1]))
        .count();
    assert!(
        own >= 5,
        "{own} answers have the caller's label: too few to prove anything"
    );

    let (mut dice, mut cut_off) = (SeededRng::from_seed(20_261_123), 0);
    let mut server = server;
    for from in (0..requests).step_by(CONCURRENT_CALLERS) {
        if from.is_multiple_of(REQUESTS_PER_SERVER) {
            server = app.listen_http().await;
        }
        cut_off += run_round(
            server,
            &callers,
            from..requests.min(from + CONCURRENT_CALLERS),
            &mut dice,
        )
        .await;
        assert_idle(&app, &accesses[0]).await;
    }
    assert!(
        cut_off * 3 > requests,
        "{cut_off} of {requests} were cut off before their answer began"
    );

    let server = app.listen_http().await;
    for caller in &callers {
        assert_no_running_sync(server, caller).await;
    }
    let ask = async |first: usize| {
        // The first path goes to a new server, whose cache is empty.
        for question in 0..QUESTIONS {
            let (index, place) = ((first + question) % 2, question / 2 % COMPARED_PATHS.len());
            let server = if place == 0 {
                app.listen_http().await
            } else {
                server
            };
            let answer = callers[index]
                .fetch_path(server, COMPARED_PATHS[place])
                .await;
            assert!(
                !answer.1.contains(LABELS[1 - index]),
                "{} shows {} to {}: {}",
                COMPARED_PATHS[place],
                LABELS[1 - index],
                LABELS[index],
                answer.1
            );
            assert_eq!(
                answer, before[place][index],
                "{} is another answer to {} than before",
                COMPARED_PATHS[place], LABELS[index]
            );
        }
    };
    tokio::join!(ask(0), ask(1));

    let database = &app.parts.database;
    let both = tokio::time::timeout(SETTLE_TIMEOUT, async {
        (
            database.begin_read(&accesses[0]).await.unwrap(),
            database.begin_read(&accesses[1]).await.unwrap(),
        )
    });
    let both = both.await.expect("a connection was lost");
    let third = tokio::time::timeout(
        Duration::from_millis(100),
        database.begin_read(&accesses[0]),
    )
    .await;
    assert!(
        third.is_err(),
        "there are more than two connections: the test would prove little"
    );
    drop(both);
    #[expect(
        clippy::print_stderr,
        reason = "the figures of the run, shown with --nocapture"
    )]
    {
        eprintln!("{cut_off} of {requests} requests were cut off before their answer began");
    }
}
