//! The HTTP server: accepts connections, serves the app on them with hyper, and stops without
//! failing requests. The only module that knows hyper.

mod activity;
mod body_floor;
mod connection;
mod connection_limits;
mod head_guard;

pub use activity::ConnectionTimeouts;
pub use body_floor::BodyFloor;

use connection::ConnectionContext;
use connection_limits::ConnectionLimits;
use listenfd::ListenFd;
use poem::Response;
use poem::endpoint::BoxEndpoint;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{mpsc, watch};

/// Connections that wait to be accepted.
const BACKLOG: u32 = 1_024;
/// Files that the server uses besides connections: databases, sources, emails, feeds.
const RESERVED_FILES: u64 = 256;
/// As many files as there may be, if the system allows more.
const MAX_FILES: u64 = 65_536;
/// The pause after an error that does not concern one connection, such as too many open files.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(200);
/// How often the same problem is logged.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// The limits of the server.
#[derive(Clone, Copy, Debug)]
pub struct ServerSettings {
    /// Connections in all.
    pub max_connections: usize,
    /// Connections of one address that is not a trusted proxy.
    pub max_connections_per_address: usize,
    /// How long connections may take.
    pub timeouts: ConnectionTimeouts,
    /// How fast request bodies must arrive.
    pub body_floor: BodyFloor,
    /// How long requests in progress may take after the listener has closed.
    pub stop_timeout: Duration,
}

/// What connections do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Running,
    /// Responses ask clients to connect again, which leads them to another server.
    Draining,
    /// Connections close after the requests in progress.
    Stopping,
}

/// An HTTP server.
pub struct Server {
    settings: ServerSettings,
    is_proxy: Box<dyn Fn(IpAddr) -> bool + Send + Sync>,
}

/// A listening socket.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    /// Another process holds it too, and passes it on to the next server.
    is_inherited: bool,
}

impl Listener {
    /// The address on which it listens.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }
}

/// The first socket that systemd or another service manager passes to this process, if any.
/// [Protocol](https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html).
pub fn inherited_listener() -> io::Result<Option<Listener>> {
    let Some(socket) = ListenFd::from_env().take_tcp_listener(0)? else {
        return Ok(None);
    };
    socket.set_nonblocking(true)?;
    Ok(Some(Listener {
        socket: TcpListener::from_std(socket)?,
        is_inherited: true,
    }))
}

/// Opens the port. Another process of the same user may have it open too, so that a new server can
/// start before the old one stops.
pub fn listen(address: SocketAddr) -> io::Result<Listener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    socket.set_reuseaddr(true)?;
    socket.set_reuseport(true)?;
    socket.bind(address)?;
    Ok(Listener {
        socket: socket.listen(BACKLOG)?,
        is_inherited: false,
    })
}

/// Raises the limit of open files to what the system allows, and returns how many of
/// `max_connections` fit.
pub fn raise_file_limit(max_connections: usize) -> usize {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.unwrap_or(MAX_FILES).min(MAX_FILES);
    let mut files = limit.current.unwrap_or(MAX_FILES);
    if files < wanted {
        let raised = Rlimit {
            current: Some(wanted),
            maximum: limit.maximum,
        };
        match setrlimit(Resource::Nofile, raised) {
            Ok(()) => files = wanted,
            Err(error) => tracing::warn!(
                error = &error as &dyn std::error::Error,
                files,
                "cannot raise the limit of open files"
            ),
        }
    }
    let fitting = usize::try_from(files.saturating_sub(RESERVED_FILES).max(16));
    max_connections.min(fitting.unwrap_or(usize::MAX))
}

impl Server {
    /// A server with these limits. `is_proxy` tells which addresses connect for many clients.
    pub fn new(
        settings: ServerSettings,
        is_proxy: impl Fn(IpAddr) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            settings,
            is_proxy: Box::new(is_proxy),
        }
    }

    /// Serves the app until `drain` completes, then with `Connection: close` until `stop`
    /// completes. Then the port closes, and requests in progress get the time of the settings.
    pub async fn run(
        self,
        listener: Listener,
        app: BoxEndpoint<'static, Response>,
        drain: impl Future<Output = ()>,
        stop: impl Future<Output = ()>,
    ) {
        match listener.local_addr() {
            Ok(address) => tracing::info!(%address, "server started"),
            Err(error) => tracing::warn!(error = &error as &dyn std::error::Error, "no address"),
        }
        let (phase, phases) = watch::channel(Phase::Running);
        // Closes when the last connection has dropped its sender.
        let (open, mut all_closed) = mpsc::channel::<()>(1);
        let mut acceptor = Acceptor {
            limits: ConnectionLimits::new(
                self.settings.max_connections,
                self.settings.max_connections_per_address,
            ),
            context: Arc::new(ConnectionContext {
                app,
                settings: self.settings,
                phases,
            }),
            is_proxy: self.is_proxy,
            open,
            last_log: None,
        };
        tokio::select! {
            () = acceptor.accept_all(&listener.socket) => {}
            () = drain => {}
        }
        phase.send_replace(Phase::Draining);
        tokio::select! {
            () = acceptor.accept_all(&listener.socket) => {}
            () = stop => {}
        }
        // The connections that wait for an inherited socket are left to the next server.
        if !listener.is_inherited {
            acceptor.accept_waiting(listener.socket);
        }
        phase.send_replace(Phase::Stopping);
        drop(acceptor);
        if tokio::time::timeout(self.settings.stop_timeout, all_closed.recv())
            .await
            .is_err()
        {
            tracing::warn!("requests still in progress are ended");
        }
    }
}

/// Accepts connections.
struct Acceptor {
    limits: Arc<ConnectionLimits>,
    context: Arc<ConnectionContext>,
    is_proxy: Box<dyn Fn(IpAddr) -> bool + Send + Sync>,
    open: mpsc::Sender<()>,
    last_log: Option<Instant>,
}

impl Acceptor {
    /// Accepts connections forever.
    async fn accept_all(&mut self, listener: &TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => self.serve(stream, peer),
                Err(error) if is_error_of_one_connection(&error) => {}
                Err(error) => {
                    if self.may_log() {
                        tracing::error!(
                            error = &error as &dyn std::error::Error,
                            "cannot accept connections, retrying"
                        );
                    }
                    tokio::time::sleep(ACCEPT_BACKOFF).await;
                }
            }
        }
    }

    /// Accepts the connections that wait, and closes the port, which would reset them. Without
    /// awaiting, so that hardly any time passes between the last look and the close.
    fn accept_waiting(&mut self, listener: TcpListener) {
        let Ok(listener) = listener.into_std() else {
            return;
        };
        let mut waiting = Vec::new();
        while let Ok(connection) = listener.accept() {
            waiting.push(connection);
        }
        drop(listener);
        for (stream, peer) in waiting {
            if stream.set_nonblocking(true).is_ok()
                && let Ok(stream) = TcpStream::from_std(stream)
            {
                self.serve(stream, peer);
            }
        }
    }

    fn serve(&mut self, stream: TcpStream, peer: SocketAddr) {
        let is_proxy = (self.is_proxy)(peer.ip().to_canonical());
        let Some(place) = self.limits.admit(peer.ip(), is_proxy) else {
            if self.may_log() {
                tracing::warn!(address = %peer.ip(), "connections refused: there are too many");
            }
            return;
        };
        let (context, open) = (Arc::clone(&self.context), self.open.clone());
        tokio::spawn(async move {
            context.serve(stream, peer).await;
            drop((place, open));
        });
    }

    fn may_log(&mut self) -> bool {
        let is_due = self
            .last_log
            .is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL);
        if is_due {
            self.last_log = Some(Instant::now());
        }
        is_due
    }
}

/// Whether accepting failed because the client has gone.
fn is_error_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::Interrupted
    )
}
