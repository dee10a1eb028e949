use super::*;
use futures_util::future::BoxFuture;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{io, net::Ipv4Addr};
use test_server::{ok_response, spawn_canned_server, spawn_server};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

const LIMITS: CallLimits = CallLimits {
    timeout: Duration::from_secs(10),
    max_bytes: 64 * 1024,
};
const SHORT_LIMITS: CallLimits = CallLimits {
    timeout: Duration::from_secs(1),
    ..LIMITS
};

async fn fetch_from(address: SocketAddr, limits: CallLimits) -> Result<Bytes, OutboundError> {
    let outbound = OutboundClient::new(NetworkPolicy::WITH_PRIVATE).unwrap();
    outbound
        .get(
            &Url::parse(&format!("http://{address}/feed?x=1")).unwrap(),
            "text/plain",
            limits,
        )
        .await
}

#[tokio::test]
async fn reads_a_plain_response() {
    let address = spawn_server(|mut stream, head| async move {
        let is_expected = head.starts_with("GET /feed?x=1 HTTP/1.1\r\n")
            && head.contains("accept: text/plain\r\n")
            && head.contains("user-agent: sprout/");
        stream
            .write_all(&ok_response(if is_expected { "yes" } else { "no" }))
            .await
    })
    .await;
    assert_eq!(fetch_from(address, LIMITS).await.unwrap(), "yes");
}

#[tokio::test]
async fn classifies_redirects_and_error_statuses() {
    for status in [
        "301 Moved Permanently",
        "302 Found",
        "303 See Other",
        "307 Temporary Redirect",
        "308 Permanent Redirect",
    ] {
        let target = spawn_canned_server(ok_response("secret")).await;
        let address = spawn_canned_server(format!(
            "HTTP/1.1 {status}\r\nlocation: http://{target}/\r\ncontent-length: 0\r\n\r\n"
        ))
        .await;
        assert_eq!(
            fetch_from(address, LIMITS).await,
            Err(OutboundError::Redirect),
            "{status}"
        );
    }
    for (status, code) in [
        ("204 No Content", 204),
        ("404 Not Found", 404),
        ("429 Too Many Requests", 429),
        ("500 Oops", 500),
    ] {
        let address =
            spawn_canned_server(format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n")).await;
        assert_eq!(
            fetch_from(address, LIMITS).await,
            Err(OutboundError::Status(code))
        );
    }
}

#[tokio::test]
async fn never_follows_redirects() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let target = spawn_server(|mut stream, _| async move {
        CALLS.fetch_add(1, Ordering::SeqCst);
        stream.write_all(&ok_response("secret")).await
    })
    .await;
    let address = spawn_canned_server(format!(
        "HTTP/1.1 302 Found\r\nlocation: http://{target}/\r\ncontent-length: 0\r\n\r\n"
    ))
    .await;
    assert_eq!(
        fetch_from(address, LIMITS).await,
        Err(OutboundError::Redirect)
    );
    assert_eq!(CALLS.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn limits_the_size_of_responses() {
    let exact = spawn_canned_server(ok_response(vec![b'x'; LIMITS.max_bytes])).await;
    assert_eq!(
        fetch_from(exact, LIMITS).await.unwrap().len(),
        LIMITS.max_bytes
    );
    let announced =
        spawn_canned_server("HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n").await;
    assert_eq!(
        fetch_from(announced, LIMITS).await,
        Err(OutboundError::TooLarge(64))
    );
    let endless = spawn_server(|mut stream, _| async move {
        stream
            .write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n")
            .await?;
        loop {
            stream.write_all(&[b'x'; 4096]).await?;
        }
    })
    .await;
    assert_eq!(
        fetch_from(endless, LIMITS).await,
        Err(OutboundError::TooLarge(64))
    );
    let chunked = spawn_server(|mut stream, _| async move {
        stream
            .write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
            .await?;
        loop {
            stream.write_all(b"4\r\nxxxx\r\n").await?;
        }
    })
    .await;
    assert_eq!(
        fetch_from(chunked, LIMITS).await,
        Err(OutboundError::TooLarge(64))
    );
}

#[tokio::test]
async fn limits_the_time_of_responses() {
    let mute = spawn_server(|stream, _| async move {
        tokio::time::sleep(Duration::from_mins(1)).await;
        drop(stream);
        Ok(())
    })
    .await;
    assert_eq!(
        fetch_from(mute, SHORT_LIMITS).await,
        Err(OutboundError::TimedOut(1))
    );
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
    assert_eq!(
        fetch_from(dripping, SHORT_LIMITS).await,
        Err(OutboundError::TimedOut(1))
    );
}

#[tokio::test]
async fn detects_incomplete_responses() {
    for answer in [
        "",
        "SSH-2.0-OpenSSH_9.9\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort",
        "HTTP/1.1 2000 OK\r\n\r\n",
    ] {
        assert_eq!(
            fetch_from(spawn_canned_server(answer).await, LIMITS).await,
            Err(OutboundError::Incomplete),
            "{answer}"
        );
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let closed_port = listener.local_addr().unwrap();
    drop(listener);
    assert_eq!(
        fetch_from(closed_port, LIMITS).await,
        Err(OutboundError::Unreachable)
    );
}

#[test]
fn checks_urls_when_they_are_configured() {
    let anywhere = OutboundClient::new(NetworkPolicy::WITH_PRIVATE).unwrap();
    let hosted = OutboundClient::new(NetworkPolicy::PUBLIC_ONLY).unwrap();
    for text in [
        "",
        "feed.xml",
        "//host/feed",
        "ftp://host/feed",
        "file:///etc/passwd",
        "gopher://host/",
        "data:text/plain,x",
        "http://",
        "https://[::g]/",
    ] {
        assert_eq!(
            anywhere.parse_url(text),
            Err(OutboundError::InvalidUrl),
            "{text}"
        );
        assert_eq!(
            hosted.parse_url(text),
            Err(OutboundError::InvalidUrl),
            "{text}"
        );
    }
    for text in [
        "http://127.0.0.1:8080/x",
        "http://localhost/",
        "https://[::1]/",
        "https://weather.example/v1?key=1",
    ] {
        assert!(anywhere.parse_url(text).is_ok(), "{text}");
    }
    assert_eq!(
        hosted.parse_url("http://weather.example/"),
        Err(OutboundError::HttpsRequired)
    );
    assert!(
        hosted.parse_url("https://weather.example/").is_ok()
            && hosted.parse_url("https://8.8.8.8/").is_ok()
    );
    let private = [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "127.0.0.1.",
        "169.254.169.254",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "[fd00:ec2::254]",
        "[fe80::1]",
        "10.0.0.8",
        "user:password@192.168.0.1",
        "0",
        "[::]",
    ];
    for host in private {
        assert_eq!(
            hosted.parse_url(&format!("https://{host}/")),
            Err(OutboundError::PrivateAddress),
            "{host}"
        );
    }
}

/// A resolver that always returns the same addresses.
#[derive(Clone)]
struct FixedResolver(Vec<SocketAddr>);

impl NameResolver for FixedResolver {
    fn resolve_addresses(&self, _: String) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        let addresses = self.0.clone();
        Box::pin(async move { Ok(addresses) })
    }
}

#[tokio::test]
async fn checks_every_address_of_a_name() {
    let url = Url::parse("https://weather.example/").unwrap();
    let mut lists = vec![
        vec!["10.0.0.1:0"],
        vec!["[::1]:0"],
        vec!["169.254.169.254:0"],
        vec!["8.8.8.8:0", "127.0.0.1:0"],
        vec!["[::ffff:10.0.0.1]:0"],
    ];
    lists.push(vec!["[64:ff9b::a00:1]:0"]);
    for list in lists {
        let addresses = list
            .iter()
            .map(|address| address.parse().unwrap())
            .collect();
        let hosted =
            OutboundClient::with_resolver(NetworkPolicy::PUBLIC_ONLY, FixedResolver(addresses))
                .unwrap();
        assert_eq!(
            hosted.get(&url, "*/*", SHORT_LIMITS).await,
            Err(OutboundError::PrivateAddress),
            "{list:?}"
        );
    }
    let nowhere =
        OutboundClient::with_resolver(NetworkPolicy::PUBLIC_ONLY, FixedResolver(Vec::new()))
            .unwrap();
    assert_eq!(
        nowhere.get(&url, "*/*", SHORT_LIMITS).await,
        Err(OutboundError::Unreachable)
    );
}

#[tokio::test]
async fn checks_names_of_the_local_machine() {
    let hosted = OutboundClient::new(NetworkPolicy::PUBLIC_ONLY).unwrap();
    let url = Url::parse("https://localhost/").unwrap();
    assert_eq!(
        hosted.get(&url, "*/*", SHORT_LIMITS).await,
        Err(OutboundError::PrivateAddress)
    );
    // And the literal address, in case it passes `parse_url`.
    let url = Url::parse("https://127.0.0.1/").unwrap();
    assert_eq!(
        hosted.get(&url, "*/*", SHORT_LIMITS).await,
        Err(OutboundError::PrivateAddress)
    );
}

#[tokio::test]
async fn connects_to_the_checked_address() {
    let address = spawn_canned_server(ok_response("found")).await;
    let own = OutboundClient::with_resolver(
        NetworkPolicy::WITH_PRIVATE,
        FixedResolver(vec![SocketAddr::new(address.ip(), 0)]),
    )
    .unwrap();
    let url = Url::parse(&format!("http://no-such-name.example:{}/", address.port())).unwrap();
    assert_eq!(own.get(&url, "*/*", LIMITS).await.unwrap(), "found");
}

#[test]
fn errors_contain_no_urls() {
    let texts = [
        OutboundError::PrivateAddress.to_string(),
        OutboundError::TimedOut(10).to_string(),
        OutboundError::TooLarge(1024).to_string(),
    ];
    assert_eq!(
        texts[1..],
        [
            "did not answer within 10 seconds.",
            "sent more than 1024 KiB."
        ]
    );
    assert!(!texts[0].contains("://"));
}
