//! The server on real connections: what it refuses, when it closes them, and how it stops.

use crate::TestApp;
use api::server::{BodyFloor, ConnectionTimeouts, ServerSettings, listen};
use std::net::SocketAddr;
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

const LIVE: &str = "GET /health/live HTTP/1.1\r\nHost: sprout.test\r\n\r\n";

/// Short timeouts, so that tests do not wait.
fn short_settings() -> ServerSettings {
    ServerSettings {
        max_connections: 100,
        max_connections_per_address: 100,
        timeouts: ConnectionTimeouts {
            head: Duration::from_millis(400),
            idle: Duration::from_millis(1_200),
            release: Duration::from_millis(100),
            stalled_write: Duration::from_secs(5),
        },
        body_floor: BodyFloor {
            bytes_per_second: 1_024,
            grace: Duration::from_millis(500),
        },
        stop_timeout: Duration::from_secs(5),
    }
}

async fn start(settings: ServerSettings) -> (TestApp, SocketAddr) {
    let app = TestApp::start().await;
    let address = app.serve_with(settings, std::future::pending(), std::future::pending());
    (app, address)
}

async fn send(address: SocketAddr, bytes: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    stream
}

/// All that the server sends until it closes the connection, and how long that took.
async fn read_to_close(stream: &mut TcpStream) -> (String, Duration) {
    let begun = Instant::now();
    let mut bytes = Vec::new();
    // A reset is a close, too.
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut bytes));
    let _ = read.await.expect("the server closes the connection");
    (
        String::from_utf8_lossy(&bytes).into_owned(),
        begun.elapsed(),
    )
}

/// The next response, whose body is there in full.
async fn read_response(stream: &mut TcpStream) -> String {
    let mut text = String::new();
    let mut part = [0; 4_096];
    loop {
        let read = tokio::time::timeout(Duration::from_secs(10), stream.read(&mut part));
        let count = read.await.expect("a response").unwrap();
        assert!(count > 0, "closed after {text:?}");
        text += std::str::from_utf8(&part[..count]).unwrap();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                line.to_lowercase()
                    .strip_prefix("content-length: ")?
                    .parse()
                    .ok()
            });
            if body.len() >= length.unwrap_or(0) {
                return text;
            }
        }
    }
}

#[tokio::test]
async fn ambiguous_requests_get_400() {
    let (_app, address) = start(short_settings()).await;
    for request in [
        "GET /health/live HTTP/1.1\r\n\r\n",
        "GET /health/live HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /health/live HTTP/1.1\nHost: a\n\n",
        "GET /health/live HTTP/1.1\r\nHost: a\r\nX: y\n\r\n",
        "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
    ] {
        let (answer, _) = read_to_close(&mut send(address, request).await).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{request:?}: {answer}");
        assert_eq!(
            answer.matches("HTTP/1.1 ").count(),
            1,
            "{request:?}: {answer}"
        );
    }
}

#[tokio::test]
async fn keep_alive_serves_several_requests_and_then_ends() {
    let (_app, address) = start(short_settings()).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    for _ in 0..3 {
        stream.write_all(LIVE.as_bytes()).await.unwrap();
        let answer = read_response(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(
            !answer.to_lowercase().contains("connection: close"),
            "{answer}"
        );
    }
    let (rest, waited) = read_to_close(&mut stream).await;
    assert_eq!(rest, "");
    assert!(
        waited > Duration::from_millis(900) && waited < Duration::from_secs(5),
        "{waited:?}"
    );
}

#[tokio::test]
async fn connections_that_gave_back_their_buffers_go_on() {
    let (_app, address) = start(short_settings()).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let pause = Duration::from_millis(350);
    for _ in 0..3 {
        stream.write_all(LIVE.as_bytes()).await.unwrap();
        let answer = read_response(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        tokio::time::sleep(pause).await;
    }
    // A head in pieces, with a body that comes later, and two requests at once.
    let (start, end) = LIVE.split_at(5);
    stream.write_all(start.as_bytes()).await.unwrap();
    tokio::time::sleep(pause).await;
    stream.write_all(end.as_bytes()).await.unwrap();
    read_response(&mut stream).await;
    let login = "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
        Content-Length: 2\r\n\r\n";
    stream.write_all(login.as_bytes()).await.unwrap();
    tokio::time::sleep(pause).await;
    stream.write_all(b"{}").await.unwrap();
    let answer = read_response(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    tokio::time::sleep(pause).await;
    let both = format!("{LIVE}{LIVE}");
    stream.write_all(both.as_bytes()).await.unwrap();
    let (rest, _) = read_to_close(&mut stream).await;
    assert_eq!(rest.matches("HTTP/1.1 200").count(), 2, "{rest}");
    // Ambiguous requests are still found.
    let mut stream = send(address, LIVE).await;
    read_response(&mut stream).await;
    tokio::time::sleep(pause).await;
    stream
        .write_all(b"GET /health/live HTTP/1.1\nHost: a\n\n")
        .await
        .unwrap();
    let (answer, _) = read_to_close(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
}

#[tokio::test]
async fn slow_heads_are_cut_off() {
    let (_app, address) = start(short_settings()).await;
    for beginning in ["", "GET /health/live HTTP/1.1\r\nHost: a\r\n"] {
        let (answer, waited) = read_to_close(&mut send(address, beginning).await).await;
        assert_eq!(answer, "", "{beginning:?}");
        assert!(waited < Duration::from_secs(2), "{waited:?}");
    }
    // One byte now and then does not help.
    let mut stream = send(address, "GET / HTTP/1.1\r\nX: ").await;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(5) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        if stream.write_all(b"x").await.is_err() {
            break;
        }
    }
    assert!(
        begun.elapsed() < Duration::from_secs(3),
        "{:?}",
        begun.elapsed()
    );
}

#[tokio::test]
async fn slow_bodies_are_cut_off() {
    let (_app, address) = start(short_settings()).await;
    let head = "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    let (answer, waited) = read_to_close(&mut send(address, head).await).await;
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
        "{answer}"
    );
    assert!(waited < Duration::from_secs(3), "{waited:?}");
}

#[tokio::test]
async fn one_address_has_a_limited_number_of_connections() {
    let settings = ServerSettings {
        max_connections_per_address: 3,
        timeouts: ConnectionTimeouts::default(),
        ..short_settings()
    };
    let (_app, address) = start(settings).await;
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut stream = send(address, LIVE).await;
        assert!(read_response(&mut stream).await.starts_with("HTTP/1.1 200"));
        open.push(stream);
    }
    let mut refused = TcpStream::connect(address).await.unwrap();
    let (answer, _) = read_to_close(&mut refused).await;
    assert_eq!(answer, "");
    drop(open.pop());
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut admitted = send(address, LIVE).await;
    assert!(
        read_response(&mut admitted)
            .await
            .starts_with("HTTP/1.1 200")
    );
}

/// A frame of HTTP/2 with less than 256 bytes.
fn http2_frame(kind: u8, flags: u8, stream: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).unwrap();
    [&[0, 0, length, kind, flags, 0, 0, 0, stream], payload].concat()
}

#[tokio::test]
async fn http2_needs_no_upgrade() {
    const SETTINGS: u8 = 4;
    const HEADERS: u8 = 1;
    let (_app, address) = start(short_settings()).await;
    let mut stream = send(address, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    // From the static table: GET, http; then the path and the authority as text.
    let path = "/health/live";
    let mut headers = vec![0x82, 0x86, 0x04, u8::try_from(path.len()).unwrap()];
    headers.extend_from_slice(path.as_bytes());
    headers.extend_from_slice(b"\x01\x01a");
    let frames = [
        http2_frame(SETTINGS, 0, 0, &[]),
        http2_frame(HEADERS, 0x05, 1, &headers),
    ];
    stream.write_all(&frames.concat()).await.unwrap();
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < Duration::from_secs(5), "no response");
        let mut head = [0; 9];
        stream.read_exact(&mut head).await.unwrap();
        let length = usize::from(head[1]) << 8 | usize::from(head[2]);
        let mut payload = vec![0; length];
        stream.read_exact(&mut payload).await.unwrap();
        if head[3] == HEADERS {
            // The entry of the static table for status 200.
            assert_eq!(payload[0], 0x88, "{payload:?}");
            return;
        }
    }
}

#[tokio::test]
async fn a_stopping_server_drains_before_it_closes() {
    let app = TestApp::start().await;
    let (drain, drains) = oneshot::channel::<()>();
    let (stop, stops) = oneshot::channel::<()>();
    let readiness = app.parts.readiness.clone();
    let address = app.serve_with(
        short_settings(),
        async move {
            drains.await.unwrap();
            readiness.mark_stopping();
        },
        async move { stops.await.unwrap() },
    );
    let mut kept = send(address, LIVE).await;
    let before = read_response(&mut kept).await;
    assert!(
        !before.to_lowercase().contains("connection: close"),
        "{before}"
    );
    drain.send(()).unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    // The open connection still works, and its client is asked to leave.
    kept.write_all(LIVE.as_bytes()).await.unwrap();
    let (during, _) = read_to_close(&mut kept).await;
    assert!(during.starts_with("HTTP/1.1 200"), "{during}");
    assert!(
        during.to_lowercase().contains("connection: close"),
        "{during}"
    );
    // New connections are accepted, and load balancers see that the server is not ready.
    let ready = "GET /health/ready HTTP/1.1\r\nHost: a\r\n\r\n";
    let (answer, _) = read_to_close(&mut send(address, ready).await).await;
    assert!(
        answer.starts_with("HTTP/1.1 503") && answer.contains("stopping"),
        "{answer}"
    );
    // Another server can have the port meanwhile.
    let next = listen(address).unwrap();
    drop(next);
    stop.send(()).unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(TcpStream::connect(address).await.is_err());
}

/// A server that drains and stops on demand.
struct StoppableServer {
    drain: oneshot::Sender<()>,
    stop: oneshot::Sender<()>,
}

impl StoppableServer {
    fn start(app: &TestApp, address: SocketAddr) -> (Self, SocketAddr) {
        let (drain, drains) = oneshot::channel::<()>();
        let (stop, stops) = oneshot::channel::<()>();
        let settings = ServerSettings {
            timeouts: ConnectionTimeouts::default(),
            ..short_settings()
        };
        let address = app.serve_on(
            listen(address).unwrap(),
            settings,
            async move { drop(drains.await) },
            async move { drop(stops.await) },
        );
        (Self { drain, stop }, address)
    }

    async fn stop(self) {
        self.drain.send(()).unwrap();
        tokio::time::sleep(Duration::from_millis(300)).await;
        self.stop.send(()).unwrap();
    }
}

/// What clients have done.
#[derive(Default)]
struct Progress {
    requests: AtomicUsize,
    is_done: AtomicBool,
}

/// Sends requests until all are done, on one connection as long as the server keeps it, or on a new
/// one each. Any failure is a panic: no request is repeated.
async fn send_requests(address: SocketAddr, keep: bool, progress: Arc<Progress>) {
    let mut open: Option<TcpStream> = None;
    while !progress.is_done.load(Ordering::Relaxed) {
        let mut stream = match open.take() {
            Some(stream) => stream,
            None => TcpStream::connect(address).await.unwrap(),
        };
        stream.write_all(LIVE.as_bytes()).await.unwrap();
        let answer = read_response(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        progress.requests.fetch_add(1, Ordering::Relaxed);
        if keep && !answer.to_lowercase().contains("connection: close") {
            open = Some(stream);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_fails_while_servers_are_replaced() {
    let app = TestApp::start().await;
    let (first, address) = StoppableServer::start(&app, "127.0.0.1:0".parse().unwrap());
    let (second, _) = StoppableServer::start(&app, address);
    let progress = Arc::new(Progress::default());
    let clients: Vec<_> = [true, true, false, false]
        .map(|keep| tokio::spawn(send_requests(address, keep, Arc::clone(&progress))))
        .into();
    let mut servers = std::collections::VecDeque::from([first, second]);
    let mut replaced = 0;
    while replaced < 6 || progress.requests.load(Ordering::Relaxed) < 2_000 {
        servers.push_back(StoppableServer::start(&app, address).0);
        servers.pop_front().unwrap().stop().await;
        replaced += 1;
        assert!(clients.iter().all(|client| !client.is_finished()));
    }
    progress.is_done.store(true, Ordering::Relaxed);
    for client in clients {
        client.await.unwrap();
    }
}

#[tokio::test]
async fn a_request_of_a_new_connection_is_served_although_the_server_stops() {
    let app = TestApp::start().await;
    let (server, address) = StoppableServer::start(&app, "127.0.0.1:0".parse().unwrap());
    let mut accepted = send(address, LIVE).await;
    read_response(&mut accepted).await;
    let mut fresh = TcpStream::connect(address).await.unwrap();
    // Until the server has accepted it.
    tokio::time::sleep(Duration::from_millis(50)).await;
    server.drain.send(()).unwrap();
    server.stop.send(()).unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    fresh.write_all(LIVE.as_bytes()).await.unwrap();
    let (answer, _) = read_to_close(&mut fresh).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
    // One with a request before is closed.
    assert_eq!(read_to_close(&mut accepted).await.0, "");
}

/// Starts the binary on a socket that this process holds, as systemd does.
fn start_on_socket(socket: &std::net::TcpListener, folder: &std::path::Path) -> Child {
    let socket = OwnedFd::from(socket.try_clone().unwrap());
    let start = "exec 3<&0 </dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" serve";
    Command::new("sh")
        .args(["-c", start, env!("CARGO_BIN_EXE_sprout")])
        .env("SPROUT_DATA_DIR", folder)
        .env_remove("DATABASE_URL")
        // Nobody can listen there.
        .env("SPROUT_LISTEN", "192.0.2.1:80")
        .env("SPROUT_DRAIN_SECONDS", "0")
        .stdin(Stdio::from(socket))
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[tokio::test]
async fn a_socket_of_the_service_manager_outlives_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    for _ in 0..2 {
        // Sent before the server starts.
        let mut early = send(address, LIVE).await;
        let mut server = start_on_socket(&socket, folder.path());
        let answer = tokio::time::timeout(Duration::from_mins(1), async {
            let mut part = [0; 4_096];
            let count = early.read(&mut part).await.unwrap();
            String::from_utf8_lossy(&part[..count]).into_owned()
        });
        let answer = answer.await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
        let terminated = Command::new("kill").arg(server.id().to_string()).status();
        assert!(terminated.unwrap().success());
        let ended = tokio::task::spawn_blocking(move || server.wait().unwrap());
        assert!(ended.await.unwrap().success());
    }
}
