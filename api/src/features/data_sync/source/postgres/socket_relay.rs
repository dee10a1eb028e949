//! Hands the database driver a connection that was made before: through a socket file that only
//! this process can reach, for one caller.
//!
//! The driver would look the server's name up once more and connect to whatever it finds then. So
//! it is given this way instead, keeps the name for the certificate, and its bytes go to the
//! address that was judged.

use crate::entropy::Entropy;
use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::net::{TcpStream, UnixListener};

/// Names that are tried for the folder.
const MAX_ATTEMPTS: u32 = 8;
/// How long the driver may take to come.
const ACCEPT_TIMEOUT: Duration = Duration::from_secs(10);

/// A folder with the socket file; removed when this is dropped. The connection goes on without it.
#[derive(Debug)]
pub(super) struct SocketRelay {
    folder: PathBuf,
}

impl SocketRelay {
    /// Opens the way to `server`, under the name of the file that a driver looks for on this port.
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
            // Whoever closes first ends both; the driver tells what it misses.
            let _ = tokio::io::copy_bidirectional(&mut driver, &mut server).await;
        });
        Ok(relay)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// A new folder that nobody else may enter.
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
