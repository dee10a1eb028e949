//! Local HTTP servers for tests, which send exactly the bytes of the test.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

mod fake_s3;

pub use fake_s3::FakeS3;

/// A server that passes each connection to `handler` after reading the request head.
///
/// # Panics
///
/// If no local port is free.
#[expect(
    clippy::unwrap_used,
    reason = "fails the test if the server cannot listen"
)]
pub async fn spawn_server<F>(
    handler: impl Fn(TcpStream, String) -> F + Send + Sync + 'static,
) -> SocketAddr
where
    F: Future<Output = io::Result<()>> + Send + 'static,
{
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                match stream.read_u8().await {
                    Ok(byte) => head.push(byte),
                    Err(_) => break,
                }
            }
            tokio::spawn(handler(stream, String::from_utf8_lossy(&head).into_owned()));
        }
    });
    address
}

/// A server that always sends the same bytes.
pub async fn spawn_canned_server(response: impl Into<Vec<u8>>) -> SocketAddr {
    let response: Arc<[u8]> = response.into().into();
    spawn_server(move |mut stream, _| {
        let response = Arc::clone(&response);
        async move {
            stream.write_all(&response).await?;
            stream.shutdown().await
        }
    })
    .await
}

/// A 200 response with a content length.
pub fn ok_response(body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let mut response = format!(
        "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    response.extend_from_slice(body);
    response
}
