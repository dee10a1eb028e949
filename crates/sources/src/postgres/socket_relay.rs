//! Gives the database driver an existing connection, through a Unix socket that only this process
//! can reach and that accepts one client. Ends it at a message that is too long.
//!
//! The driver would otherwise resolve the host name again and could connect to another address than
//! the one that was checked.

use super::message_guard::{GuardError, MessageGuard};
use crate::database_tls::ServerStream;
use clock_and_entropy::entropy::Entropy;
use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

/// Maximum number of attempts to create the folder.
const MAX_ATTEMPTS: u32 = 8;
/// How long the relay waits for the driver to connect.
const ACCEPT_TIMEOUT: Duration = Duration::from_secs(10);
const BUFFER_BYTES: usize = 64 * 1024;

/// The folder with the socket file, removed on drop. The connection continues without it.
#[derive(Debug)]
pub(super) struct SocketRelay {
    folder: PathBuf,
    fault: RelayFault,
}

/// Why a relay ended the connection, if it did.
#[derive(Clone, Debug, Default)]
pub(super) struct RelayFault(Arc<OnceLock<GuardError>>);

impl RelayFault {
    pub(super) fn get(&self) -> Option<GuardError> {
        self.0.get().copied()
    }
}

impl SocketRelay {
    /// Starts a relay to `server`. The socket file has the name that drivers expect for this port.
    pub(super) fn open(
        server: Box<dyn ServerStream>,
        port: u16,
        entropy: &Entropy,
    ) -> io::Result<Self> {
        let relay = Self {
            folder: create_private_folder(entropy)?,
            fault: RelayFault::default(),
        };
        let fault = relay.fault.clone();
        let listener = UnixListener::bind(relay.folder.join(format!(".s.PGSQL.{port}")))?;
        tokio::spawn(async move {
            let Ok(Ok((driver, _))) = tokio::time::timeout(ACCEPT_TIMEOUT, listener.accept()).await
            else {
                return;
            };
            drop(listener);
            // If one side closes, both are closed. The driver reports missing data.
            relay_messages(driver, server, &fault).await;
        });
        Ok(relay)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Why the relay ended the connection, if it does.
    pub(super) fn fault(&self) -> RelayFault {
        self.fault.clone()
    }
}

/// Copies both ways until one side closes or the server sends what the guard refuses.
async fn relay_messages(driver: UnixStream, server: Box<dyn ServerStream>, fault: &RelayFault) {
    let (mut from_server, mut to_server) = tokio::io::split(server);
    let (mut from_driver, mut to_driver) = driver.into_split();
    let guarded = async {
        let (mut guard, mut buffer) = (MessageGuard::default(), vec![0; BUFFER_BYTES]);
        loop {
            let length = from_server.read(&mut buffer).await?;
            let bytes = buffer.get(..length).unwrap_or_default();
            if bytes.is_empty() {
                return io::Result::Ok(());
            }
            if let Err(refused) = guard.check(bytes) {
                // Only this task sets it.
                let _ = fault.0.set(refused);
                return Ok(());
            }
            to_driver.write_all(bytes).await?;
        }
    };
    let requests = async {
        let mut buffer = vec![0; BUFFER_BYTES];
        loop {
            let length = from_driver.read(&mut buffer).await?;
            let bytes = buffer.get(..length).unwrap_or_default();
            if bytes.is_empty() {
                return io::Result::Ok(());
            }
            to_server.write_all(bytes).await?;
            to_server.flush().await?;
        }
    };
    tokio::select! {
        _ = guarded => {}
        _ = requests => {}
    }
    // Tells a server with TLS that the session has ended. It may be gone.
    let _ = to_server.shutdown().await;
}

/// Creates a folder that only this user can access.
fn create_private_folder(entropy: &Entropy) -> io::Result<PathBuf> {
    for _ in 0..MAX_ATTEMPTS {
        let name = entropy.random_token().map_err(io::Error::other)?;
        let folder = std::env::temp_dir().join(format!(
            "sprout-{}-{}",
            std::process::id(),
            name.get(..12).unwrap_or(&name)
        ));
        match DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            other => return other.map(|()| folder),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

impl Drop for SocketRelay {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
