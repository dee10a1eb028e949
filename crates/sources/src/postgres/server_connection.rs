//! Agrees with a PostgreSQL server on TLS.

use super::database_address::PostgresAddress;
use crate::database_tls::{ConnectionError, ServerStream, encrypt_connection};
use crate::database_url::TlsMode;
use std::io;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The length of the message, and the code that requests TLS.
const TLS_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// Makes the connection that the `sslmode` of the address wants.
pub(super) async fn secure_connection(
    mut server: TcpStream,
    address: &PostgresAddress,
) -> Result<Box<dyn ServerStream>, ConnectionError> {
    if address.tls == TlsMode::Disable {
        return Ok(Box::new(server));
    }
    let closed = |_: io::Error| ConnectionError::Closed;
    server.write_all(&TLS_REQUEST).await.map_err(closed)?;
    // A single byte: what follows it must be encrypted.
    match server.read_u8().await.map_err(closed)? {
        b'S' => {}
        b'N' if address.tls == TlsMode::Prefer => return Ok(Box::new(server)),
        b'N' => return Err(ConnectionError::NoTls),
        _ => return Err(ConnectionError::Closed),
    }
    let authority = address.authority.as_deref();
    encrypt_connection(server, &address.host, address.tls, authority).await
}
