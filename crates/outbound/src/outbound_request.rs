//! Calls to APIs: requests with a body and a token, and responses of any status, within the limits
//! of all calls.

use super::{CallLimits, OutboundClient, OutboundError, ResponseStream};
use bytes::Bytes;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Method, RequestBuilder, Url};
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

/// A request.
#[derive(Clone, Copy, Debug)]
pub struct OutboundRequest<'a> {
    /// The URL.
    pub url: &'a Url,
    /// The bearer token.
    pub bearer: Option<&'a str>,
    /// More headers.
    pub headers: &'a [(&'a str, &'a str)],
    /// The media type and body. The request is a POST with a body and a GET without.
    pub body: Option<(&'static str, &'a Bytes)>,
    /// The maximum time without any progress.
    pub idle_timeout: Duration,
}

/// A response of any status except a redirect.
#[derive(Clone, Debug)]
pub struct OutboundResponse {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl OutboundClient {
    /// Sends a request once. An error means that there is no complete response.
    pub async fn send_request(
        &self,
        request: OutboundRequest<'_>,
        limits: CallLimits,
    ) -> Result<OutboundResponse, OutboundError> {
        let response = self.open_response(request, limits).await?;
        let status = response.status();
        if status.is_redirection() {
            return Err(OutboundError::Redirect);
        }
        Ok(OutboundResponse {
            status: status.as_u16(),
            headers: response.headers().clone(),
            body: response.read_body(limits.max_bytes).await?,
        })
    }

    /// Sends a request once, and returns the response before its body. It may have any status, also
    /// that of a redirect, which is not followed. The time limit holds until the last byte.
    pub async fn open_response(
        &self,
        request: OutboundRequest<'_>,
        limits: CallLimits,
    ) -> Result<ResponseStream, OutboundError> {
        let deadline = Instant::now() + limits.timeout;
        let answer = timeout(
            request.idle_timeout,
            self.send(self.build_request(&request)?),
        );
        let response = timeout_at(deadline, answer)
            .await
            .map_err(|_| OutboundError::TimedOut(limits.timeout.as_secs()))?
            .map_err(|_| OutboundError::TimedOut(request.idle_timeout.as_secs()))??;
        Ok(ResponseStream::new(
            response,
            request.idle_timeout,
            limits,
            deadline,
        ))
    }

    fn build_request(
        &self,
        request: &OutboundRequest<'_>,
    ) -> Result<RequestBuilder, OutboundError> {
        let url = self.parse_url(request.url.as_str())?;
        let mut builder = self.client.request(
            if request.body.is_some() {
                Method::POST
            } else {
                Method::GET
            },
            url,
        );
        if let Some(bearer) = request.bearer {
            let mut value = HeaderValue::try_from(format!("Bearer {bearer}"))
                .map_err(|_| OutboundError::Incomplete)?;
            // Keeps the token out of logs.
            value.set_sensitive(true);
            builder = builder.header(AUTHORIZATION, value);
        }
        for (name, value) in request.headers {
            let value = HeaderValue::try_from(*value).map_err(|_| OutboundError::Incomplete)?;
            builder = builder.header(*name, value);
        }
        if let Some((media_type, body)) = request.body {
            builder = builder
                .header(CONTENT_TYPE, HeaderValue::from_static(media_type))
                .body(body.clone());
        }
        Ok(builder)
    }
}

#[cfg(test)]
mod tests {
    use super::super::NetworkPolicy;
    use super::*;
    use test_server::{spawn_canned_server, spawn_server};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const LIMITS: CallLimits = CallLimits {
        timeout: Duration::from_secs(10),
        max_bytes: 1024,
    };

    async fn send_test_request(
        address: std::net::SocketAddr,
        idle_timeout: Duration,
    ) -> Result<OutboundResponse, OutboundError> {
        let url = Url::parse(&format!("http://{address}/token")).unwrap();
        let body = Bytes::from_static(b"{}");
        let call = OutboundRequest {
            url: &url,
            bearer: Some("secret"),
            headers: &[("x-test", "one")],
            body: Some(("application/json", &body)),
            idle_timeout,
        };
        OutboundClient::new(NetworkPolicy::WITH_PRIVATE)
            .unwrap()
            .send_request(call, LIMITS)
            .await
    }

    #[tokio::test]
    async fn error_status_is_a_response() {
        let address = spawn_server(|mut stream, head| async move {
            let mut body = [0; 2];
            stream.read_exact(&mut body).await?;
            let is_complete = head.starts_with("POST /token ")
                && head.contains("authorization: Bearer secret\r\n")
                && head.contains("x-test: one\r\n")
                && head.contains("application/json\r\n");
            assert!(is_complete && &body == b"{}", "{head}");
            stream
                .write_all(b"HTTP/1.1 429 Slow\r\nretry-after: 7\r\ncontent-length: 4\r\n\r\nwait")
                .await
        })
        .await;
        let response = send_test_request(address, LIMITS.timeout).await.unwrap();
        assert_eq!(
            (
                response.status,
                &response.headers["retry-after"],
                response.body.as_ref()
            ),
            (429, &HeaderValue::from_static("7"), b"wait".as_slice())
        );
    }

    #[tokio::test]
    async fn incomplete_idle_and_large_responses_are_errors() {
        let short = spawn_canned_server("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort").await;
        assert_eq!(
            send_test_request(short, LIMITS.timeout).await.unwrap_err(),
            OutboundError::Incomplete
        );
        let moved = spawn_canned_server(
            "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n",
        )
        .await;
        assert_eq!(
            send_test_request(moved, LIMITS.timeout).await.unwrap_err(),
            OutboundError::Redirect
        );
        let large = spawn_canned_server("HTTP/1.1 200 OK\r\ncontent-length: 1025\r\n\r\n").await;
        assert_eq!(
            send_test_request(large, LIMITS.timeout).await.unwrap_err(),
            OutboundError::TooLarge(1)
        );
        let mute = spawn_server(|mut stream, _| async move {
            stream
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf")
                .await?;
            tokio::time::sleep(Duration::from_mins(1)).await;
            stream.shutdown().await
        })
        .await;
        assert_eq!(
            send_test_request(mute, Duration::from_secs(1))
                .await
                .unwrap_err(),
            OutboundError::TimedOut(1)
        );
    }

    #[tokio::test]
    async fn an_open_response_has_any_status_and_a_bounded_body() {
        let moved = spawn_canned_server(
            "HTTP/1.1 301 Moved\r\nx-region: eu-west-1\r\ncontent-length: 4\r\n\r\nmore",
        )
        .await;
        let part = spawn_server(|mut stream, head| async move {
            assert!(head.contains("range: bytes=2-5\r\n"), "{head}");
            stream
                .write_all(b"HTTP/1.1 206 Part\r\ncontent-length: 4\r\n\r\n2345")
                .await
        })
        .await;
        for (address, status, body) in [(moved, 301, "more"), (part, 206, "2345")] {
            let url = Url::parse(&format!("http://{address}/")).unwrap();
            for max_bytes in [4, 3] {
                let request = OutboundRequest {
                    url: &url,
                    bearer: None,
                    headers: &[("range", "bytes=2-5")],
                    body: None,
                    idle_timeout: LIMITS.timeout,
                };
                let client = OutboundClient::new(NetworkPolicy::WITH_PRIVATE).unwrap();
                let response = client.open_response(request, LIMITS).await.unwrap();
                assert_eq!(response.status().as_u16(), status);
                let region = response.header("x-region").map(str::to_owned);
                assert_eq!(region.is_some(), status == 301);
                match response.read_body(max_bytes).await {
                    Ok(read) => assert_eq!((max_bytes, read.as_ref()), (4, body.as_bytes())),
                    Err(error) => {
                        assert_eq!((max_bytes, error), (3, OutboundError::TooLarge(0)));
                    }
                }
            }
        }
    }
}
