//! An HTTP client: anonymous, signed in, or with a forged token.

use poem::endpoint::BoxEndpoint;
use poem::http::{HeaderMap, Method, StatusCode, header};
use poem::{Body, Endpoint, Request, Response};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone)]
pub(crate) struct Client {
    app: Arc<BoxEndpoint<'static, Response>>,
    token: Option<String>,
    headers: Vec<(String, String)>,
    sends_keys: bool,
}

/// Numbers for unique idempotency keys.
static NEXT_KEY: AtomicU64 = AtomicU64::new(0);

/// An HTTP response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    /// `Null` where the body is not JSON.
    pub(crate) json: Value,
}

impl Client {
    pub(crate) fn anonymous(app: Arc<BoxEndpoint<'static, Response>>) -> Self {
        Self {
            app,
            token: None,
            headers: Vec::new(),
            sends_keys: std::env::var_os("SPROUT_TEST_KEYED").is_some(),
        }
    }

    pub(crate) fn with_token(&self, token: &str) -> Self {
        Self {
            token: Some(token.to_owned()),
            ..self.clone()
        }
    }

    pub(crate) fn with_header(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    /// Sends a new idempotency key with each request that may change data.
    pub(crate) fn with_idempotency_keys(&self) -> Self {
        Self {
            sends_keys: true,
            ..self.clone()
        }
    }

    pub(crate) fn token(&self) -> &str {
        self.token.as_deref().expect("a signed-in client")
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PUT, path, Some(body)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PATCH, path, Some(body)).await
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let given = self
            .headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("idempotency-key"));
        let needs_key = self.sends_keys && method != Method::GET && !given;
        let needs_bytes = method == Method::PUT;
        let mut request = Request::builder().method(method).uri_str(path);
        if needs_key {
            request = request.header(
                "idempotency-key",
                format!("test-{}", NEXT_KEY.fetch_add(1, Ordering::Relaxed)),
            );
        }
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in &self.headers {
            request = request.header(name.as_str(), value.as_str());
        }
        let request = match body {
            Some(body) => request
                .content_type("application/json")
                .body(Body::from_vec(serde_json::to_vec(&body).unwrap())),
            // The only PUT without JSON sends a part of a file.
            None if needs_bytes => request.content_type("application/octet-stream").finish(),
            None => request.finish(),
        };
        self.send_request(request).await
    }

    /// The path of the MFA policy of the organization that the session works in.
    pub(crate) async fn mfa_policy_path(&self) -> String {
        let account = self.get("/api/account").await;
        let id = account.data()["organization"]["id"].as_str().unwrap();
        format!("/api/organizations/{id}/mfa-policy")
    }

    /// A form request, as a browser sends it.
    pub(crate) fn form_request(path: &str, fields: &str) -> Request {
        let request = Request::builder()
            .method(Method::POST)
            .uri_str(path)
            .content_type("application/x-www-form-urlencoded");
        request.body(Body::from_string(fields.to_owned()))
    }

    /// Headers and body of a binary response.
    pub(crate) async fn fetch_file(&self, request: Request) -> (HeaderMap, Vec<u8>) {
        let mut response = self.app.get_response(request).await;
        assert_eq!(response.status(), StatusCode::OK);
        (
            response.headers().clone(),
            response.take_body().into_vec().await.unwrap(),
        )
    }

    pub(crate) async fn send_request(&self, request: Request) -> Answer {
        let mut response = self.app.get_response(request).await;
        let text = response.take_body().into_string().await.unwrap_or_default();
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer {
            status: response.status(),
            headers: response.headers().clone(),
            text,
            json,
        }
    }
}

impl Answer {
    /// The `data` of a successful response. Panics with the whole body otherwise.
    #[track_caller]
    pub(crate) fn data(&self) -> &Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text);
        assert_eq!(self.json["success"], true, "{}", self.text);
        &self.json["data"]
    }

    /// The error code, after checking the status and the shape of the error body.
    #[track_caller]
    pub(crate) fn expect_failure(&self, status: u16) -> &str {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        assert_eq!(
            self.headers
                .get(header::CONTENT_TYPE)
                .map(|value| value.to_str().unwrap()),
            Some("application/json"),
            "{}",
            self.text
        );
        assert_eq!(self.json["success"], false, "{}", self.text);
        assert!(
            self.json["message"]
                .as_str()
                .is_some_and(|message| !message.is_empty()),
            "{}",
            self.text
        );
        assert_eq!(
            self.json["requestId"].as_str(),
            Some(self.header("x-request-id")),
            "{}",
            self.text
        );
        self.json["code"].as_str().expect("a code")
    }

    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .unwrap_or_else(|| panic!("no header {name}: {self:?}"))
            .to_str()
            .unwrap()
    }
}
