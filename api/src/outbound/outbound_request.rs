//! A call of another house's interface: with a body and a bearer, and whatever status it answers,
//! within the same bounds as every call.

use super::{CallLimits, OutboundClient, OutboundError, classify_call_error, read_chunk};
use bytes::Bytes;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Method, Url};
use std::time::Duration;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct OutboundRequest<'a> {
    /// Of whom.
    pub url: &'a Url,
    /// The token that says who asks.
    pub bearer: Option<&'a str>,
    /// What is sent along, with its media type; without it the call is a GET, with it a POST.
    pub body: Option<(&'static str, &'a Bytes)>,
    /// How long either side may be silent.
    pub idle_timeout: Duration,
}

/// What came back, of whatever status but a redirect.
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
    /// Asks once. An error means that there is no complete answer.
    pub async fn send_request(
        &self,
        call: OutboundRequest<'_>,
        limits: CallLimits,
    ) -> Result<OutboundResponse, OutboundError> {
        let url = self.parse_url(call.url.as_str())?;
        let mut request = self.client.request(
            if call.body.is_some() {
                Method::POST
            } else {
                Method::GET
            },
            url,
        );
        if let Some(bearer) = call.bearer {
            let mut value = HeaderValue::try_from(format!("Bearer {bearer}"))
                .map_err(|_| OutboundError::Incomplete)?;
            // Not for any log.
            value.set_sensitive(true);
            request = request.header(AUTHORIZATION, value);
        }
        if let Some((media_type, body)) = call.body {
            request = request
                .header(CONTENT_TYPE, HeaderValue::from_static(media_type))
                .body(body.clone());
        }
        let silent = |_| OutboundError::TimedOut(call.idle_timeout.as_secs());
        let answered = async {
            let mut response = tokio::time::timeout(call.idle_timeout, request.send())
                .await
                .map_err(silent)?
                .map_err(|error| classify_call_error(&error))?;
            let status = response.status();
            if status.is_redirection() {
                return Err(OutboundError::Redirect);
            }
            let headers = std::mem::take(response.headers_mut());
            let mut body = Vec::new();
            while let Some(piece) = tokio::time::timeout(
                call.idle_timeout,
                read_chunk(&mut response, body.len(), limits.max_bytes),
            )
            .await
            .map_err(silent)??
            {
                body.extend_from_slice(&piece);
            }
            Ok(OutboundResponse {
                status: status.as_u16(),
                headers,
                body: body.into(),
            })
        };
        tokio::time::timeout(limits.timeout, answered)
            .await
            .unwrap_or(Err(OutboundError::TimedOut(limits.timeout.as_secs())))
    }
}

#[cfg(test)]
mod tests {
    use super::super::NetworkPolicy;
    use super::super::test_server::{spawn_canned_server, spawn_server};
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const LIMITS: CallLimits = CallLimits {
        timeout: Duration::from_secs(10),
        max_bytes: 1024,
    };

    async fn send_test_request(
        address: std::net::SocketAddr,
        silence: Duration,
    ) -> Result<OutboundResponse, OutboundError> {
        let url = Url::parse(&format!("http://{address}/token")).unwrap();
        let body = Bytes::from_static(b"{}");
        let call = OutboundRequest {
            url: &url,
            bearer: Some("secret"),
            body: Some(("application/json", &body)),
            idle_timeout: silence,
        };
        OutboundClient::new(NetworkPolicy::Anywhere)
            .unwrap()
            .send_request(call, LIMITS)
            .await
    }

    #[tokio::test]
    async fn what_is_refused_is_an_answer_too() {
        let address = spawn_server(|mut stream, head| async move {
            let mut body = [0; 2];
            stream.read_exact(&mut body).await?;
            let whole = head.starts_with("POST /token ")
                && head.contains("authorization: Bearer secret\r\n")
                && head.contains("application/json\r\n");
            assert!(whole && &body == b"{}", "{head}");
            stream
                .write_all(b"HTTP/1.1 429 Slow\r\nretry-after: 7\r\ncontent-length: 4\r\n\r\nwait")
                .await
        })
        .await;
        let answer = send_test_request(address, LIMITS.timeout).await.unwrap();
        assert_eq!(
            (
                answer.status,
                &answer.headers["retry-after"],
                answer.body.as_ref()
            ),
            (429, &HeaderValue::from_static("7"), b"wait".as_slice())
        );
    }

    #[tokio::test]
    async fn what_is_broken_silent_or_endless_is_none() {
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
}
