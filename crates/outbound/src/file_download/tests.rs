use super::super::NetworkPolicy;
use super::*;
use std::net::SocketAddr;
use test_server::{ok_response, spawn_canned_server, spawn_server};
use tokio::io::AsyncWriteExt;

const LIMITS: CallLimits = CallLimits {
    timeout: Duration::from_secs(10),
    max_bytes: 64 * 1024,
};

/// Downloads a file as text; `None` if it did not change.
async fn download_with(
    policy: NetworkPolicy,
    address: SocketAddr,
    limits: CallLimits,
    known_etag: Option<&str>,
) -> Result<Option<String>, OutboundError> {
    let url = Url::parse(&format!("http://{address}/stock.csv?year=2026")).unwrap();
    let request = DownloadRequest {
        url: &url,
        authorization: Some("Bearer hunter2"),
        known_etag,
        known_time: None,
        idle_timeout: Duration::from_secs(2),
    };
    let client = OutboundClient::new(policy).unwrap();
    let DownloadResponse::File(mut file) = client.download(request, limits).await? else {
        return Ok(None);
    };
    let mut body = Vec::new();
    while let Some(chunk) = file.next_chunk().await? {
        body.extend_from_slice(&chunk);
    }
    Ok(Some(String::from_utf8(body).unwrap()))
}

async fn download(address: SocketAddr) -> Result<Option<String>, OutboundError> {
    download_with(NetworkPolicy::WITH_PRIVATE, address, LIMITS, None).await
}

fn redirect_to(location: &str) -> String {
    format!(
        "HTTP/1.1 307 Temporary Redirect\r\nlocation: {location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    )
}

#[tokio::test]
async fn a_known_version_is_not_sent_again() {
    let address = spawn_server(|mut stream, head| async move {
        let response = if head.contains("if-none-match: \"v1\"\r\n") {
            b"HTTP/1.1 304 Not Modified\r\netag: \"v1\"\r\n\r\n".to_vec()
        } else {
            ok_response("a,b\n")
        };
        stream.write_all(&response).await
    })
    .await;
    let known = |etag| download_with(NetworkPolicy::WITH_PRIVATE, address, LIMITS, etag);
    assert_eq!(known(Some("\"v1\"")).await, Ok(None));
    assert_eq!(known(Some("\"v0\"")).await, Ok(Some("a,b\n".to_owned())));
    assert_eq!(known(None).await, Ok(Some("a,b\n".to_owned())));
}

#[tokio::test]
async fn only_the_first_server_receives_the_secret() {
    let echo = |mut stream: tokio::net::TcpStream, head: String| async move {
        let is_known = head.contains("authorization: Bearer hunter2\r\n");
        stream.write_all(&ok_response(is_known.to_string())).await
    };
    let other = spawn_server(echo).await;
    assert_eq!(download(other).await, Ok(Some("true".to_owned())));
    let elsewhere = redirect_to(&format!("http://{other}/file"));
    let first = spawn_canned_server(elsewhere).await;
    assert_eq!(download(first).await, Ok(Some("false".to_owned())));
    let same = spawn_server(move |mut stream, head| async move {
        if head.starts_with("GET /stock.csv") {
            return stream
                .write_all(redirect_to("/moved/stock.csv").as_bytes())
                .await;
        }
        let is_known = head.contains("authorization: Bearer hunter2\r\n")
            && head.starts_with("GET /moved/stock.csv HTTP");
        stream.write_all(&ok_response(is_known.to_string())).await
    })
    .await;
    assert_eq!(download(same).await, Ok(Some("true".to_owned())));
}

#[tokio::test]
async fn every_redirect_is_checked() {
    let only_this: NetworkPolicy = "127.0.0.1".parse().unwrap();
    for location in [
        "http://127.0.0.2/x",
        "http://10.0.0.1/x",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/x",
    ] {
        let address = spawn_canned_server(redirect_to(location)).await;
        assert_eq!(
            download_with(only_this, address, LIMITS, None).await,
            Err(OutboundError::PrivateAddress),
            "{location}"
        );
    }
    for (location, error) in [
        ("file:///etc/passwd", OutboundError::InvalidUrl),
        ("ftp://127.0.0.1/x", OutboundError::InvalidUrl),
        ("/stock.csv", OutboundError::TooManyRedirects),
    ] {
        let address = spawn_canned_server(redirect_to(location)).await;
        assert_eq!(download(address).await, Err(error), "{location}");
    }
    let nowhere = "HTTP/1.1 302 Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    let address = spawn_canned_server(nowhere).await;
    assert_eq!(download(address).await, Err(OutboundError::Incomplete));
    let client = OutboundClient::new(NetworkPolicy::WITH_PRIVATE).unwrap();
    let mut headers = HeaderMap::new();
    headers.insert(LOCATION, HeaderValue::from_static("http://files.example/x"));
    let secure = Url::parse("https://files.example/x").unwrap();
    assert_eq!(
        client.resolve_redirect(&secure, &headers),
        Err(OutboundError::InsecureRedirect)
    );
}

#[tokio::test]
async fn endless_large_cut_and_mute_files_are_errors() {
    let announced =
        spawn_canned_server("HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n").await;
    assert_eq!(download(announced).await, Err(OutboundError::TooLarge(64)));
    let endless = spawn_server(|mut stream, _| async move {
        stream
            .write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
            .await?;
        loop {
            stream.write_all(b"4\r\nxxxx\r\n").await?;
        }
    })
    .await;
    assert_eq!(download(endless).await, Err(OutboundError::TooLarge(64)));
    let cut = spawn_canned_server("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort").await;
    assert_eq!(download(cut).await, Err(OutboundError::Incomplete));
    let missing = spawn_canned_server("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n").await;
    assert_eq!(download(missing).await, Err(OutboundError::Status(404)));
    let dripping = spawn_server(|mut stream, _| async move {
        stream
            .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
            .await?;
        loop {
            stream.write_all(b"x").await?;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
    .await;
    let short = CallLimits {
        timeout: Duration::from_secs(1),
        ..LIMITS
    };
    assert_eq!(
        download_with(NetworkPolicy::WITH_PRIVATE, dripping, short, None).await,
        Err(OutboundError::TimedOut(1))
    );
}
