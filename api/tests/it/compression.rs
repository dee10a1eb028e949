//! Compressed JSON: what is compressed, and that it is the same text with the same ETag.

use crate::test_app::PASSWORD;
use crate::{Client, TestApp};
use flate2::read::GzDecoder;
use poem::Request;
use poem::http::{HeaderMap, Method, header};
use serde_json::json;
use std::io::Read;

/// A cached response that needs no synced rows.
const FIGURES: &str = "/api/analytics/methods";

/// Headers and body of a request that accepts these codings.
async fn fetch(client: &Client, path: &str, accepted: &str) -> (HeaderMap, Vec<u8>) {
    let mut request = Request::builder()
        .method(Method::GET)
        .uri_str(path)
        .header(header::ACCEPT_ENCODING, accepted);
    if path.starts_with("/api/") {
        request = request.header(header::AUTHORIZATION, format!("Bearer {}", client.token()));
    }
    client.fetch_file(request.finish()).await
}

fn decode(headers: &HeaderMap, body: &[u8]) -> String {
    let coding = headers
        .get(header::CONTENT_ENCODING)
        .map(|coding| coding.to_str().unwrap());
    match coding {
        None => String::from_utf8(body.to_vec()).unwrap(),
        Some("zstd") => String::from_utf8(zstd::bulk::decompress(body, 16 << 20).unwrap()).unwrap(),
        Some("gzip") => {
            let mut text = String::new();
            GzDecoder::new(body).read_to_string(&mut text).unwrap();
            text
        }
        Some(other) => panic!("{other} was not asked for"),
    }
}

#[tokio::test]
async fn figures_are_the_same_in_every_coding() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let plain = owner.get(FIGURES).await;
    assert!(plain.text.len() > 4_096, "{}", plain.text.len());
    assert_eq!(plain.headers.get(header::CONTENT_ENCODING), None);
    let etag = plain.header("etag").to_owned();
    assert!(etag.starts_with("W/\""), "{etag}");
    // The second request of each coding is replayed.
    for _ in 0..2 {
        for coding in ["zstd", "gzip"] {
            let (headers, body) = fetch(&owner, FIGURES, coding).await;
            assert_eq!(headers[header::CONTENT_ENCODING], coding);
            assert_eq!(decode(&headers, &body), plain.text);
            assert!(
                body.len() * 2 < plain.text.len(),
                "{coding}: {}",
                body.len()
            );
            assert_eq!(headers[header::ETAG], etag.as_str());
            assert_eq!(
                headers[header::VARY],
                "Authorization, Accept, Accept-Encoding"
            );
        }
        let (headers, body) = fetch(&owner, FIGURES, "br, zstd;q=0").await;
        assert_eq!(headers.get(header::CONTENT_ENCODING), None);
        assert_eq!(decode(&headers, &body), plain.text);
        let known = owner
            .with_header("if-none-match", &etag)
            .with_header("accept-encoding", "zstd")
            .get(FIGURES)
            .await;
        assert_eq!(known.status.as_u16(), 304);
        assert_eq!(known.headers.get(header::CONTENT_ENCODING), None);
    }
}

#[tokio::test]
async fn other_reads_are_compressed_and_small_ones_are_not() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (headers, body) = fetch(&owner, "/openapi.json", "gzip").await;
    assert_eq!(headers[header::CONTENT_ENCODING], "gzip");
    assert_eq!(headers[header::VARY], "Accept-Encoding");
    assert!(decode(&headers, &body).starts_with('{'));
    let (headers, body) = fetch(&owner, "/health/live", "gzip").await;
    assert_eq!(headers.get(header::CONTENT_ENCODING), None);
    assert!(decode(&headers, &body).contains("alive"));
}

#[tokio::test]
async fn responses_with_secrets_are_not_compressed() {
    let app = TestApp::start().await;
    app.create_organization("Prairie").await;
    // Long enough to be compressed elsewhere.
    let name = "Prairie ".repeat(14);
    let registered = app
        .anonymous_client()
        .with_header("accept-encoding", "zstd, gzip")
        .post(
            "/api/auth/register",
            json!({"organization": name, "name": name, "email": "ada@prairie.example", "password": PASSWORD}),
        )
        .await;
    assert!(registered.data()["token"].is_string());
    assert_eq!(registered.headers.get(header::CONTENT_ENCODING), None);
}
