//! Gives the database driver an existing connection, through a Unix socket that only this process
//! can reach and that accepts one client.
//!
//! The driver would otherwise resolve the host name again and could connect to another address than
//! the one that was checked. It still receives the host name to verify the certificate.

use clock_and_entropy::entropy::Entropy;
use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::net::{TcpStream, UnixListener};

/// Maximum number of attempts to create the folder.
const MAX_ATTEMPTS: u32 = 8;
/// How long the relay waits for the driver to connect.
const ACCEPT_TIMEOUT: Duration = Duration::from_secs(10);

/// The folder with the socket file, removed on drop. The connection continues without it.
#[derive(Debug)]
pub(super) struct SocketRelay {
    folder: PathBuf,
}

impl SocketRelay {
    /// Starts a relay to `server`. The socket file has the name that drivers expect for this port.
    pub(super) fn open(server: TcpStream, port: u16, entropy: &Entropy) -> io::Result<Self> {
        let relay = Self {
            folder: create_private_folder(entropy)?,
        };
        let listener = UnixListener::bind(relay.folder.join(format!(".s.PGSQL.{port}")))?;
        tokio::spawn(async move {
            let Ok(Ok((mut driver, _))) =
                tokio::time::timeout(ACCEPT_TIMEOUT, listener.accept()).await
            else {
                return;
            };
            drop(listener);
            let mut server = server;
            // If one side closes, both are closed. The driver reports missing data.
            let _ = tokio::io::copy_bidirectional(&mut driver, &mut server).await;
        });
        Ok(relay)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
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
