//! Real servers on this machine for tests: what they send is what the test says, byte by byte.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A server on this machine that gives every connection to `answer` once the request's head has
/// been read.
pub(crate) async fn spawn_server<F>(
    answer: impl Fn(TcpStream, String) -> F + Send + Sync + 'static,
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
            tokio::spawn(answer(stream, String::from_utf8_lossy(&head).into_owned()));
        }
    });
    address
}

/// A server that always gives the same bytes.
pub(crate) async fn spawn_canned_server(answer: impl Into<Vec<u8>>) -> SocketAddr {
    let answer: Arc<[u8]> = answer.into().into();
    spawn_server(move |mut stream, _| {
        let answer = Arc::clone(&answer);
        async move {
            stream.write_all(&answer).await?;
            stream.shutdown().await
        }
    })
    .await
}

/// A 200 answer with a length.
pub(crate) fn ok_response(body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let mut answer = format!(
        "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    answer.extend_from_slice(body);
    answer
}
