//! Every failure has the one error body, the framework's own included.

use super::list_operations;
use crate::TestApp;
use poem::http::Method;
use poem::{Body, Request};
use serde_json::{Value, json};

#[tokio::test]
async fn an_unknown_address_is_404() {
    let app = TestApp::start().await;
    assert_eq!(
        app.anonymous_client()
            .get("/api/nothing")
            .await
            .expect_failure(404),
        "not_found"
    );
    assert_eq!(
        app.anonymous_client()
            .get("/api/")
            .await
            .expect_failure(404),
        "not_found"
    );
}

#[tokio::test]
async fn a_wrong_method_is_405_and_says_which_are_right() {
    let app = TestApp::start().await;
    let answer = app
        .anonymous_client()
        .send(Method::PUT, "/api/account", None)
        .await;
    assert_eq!(answer.expect_failure(405), "method_not_allowed");
    let mut allowed: Vec<_> = answer.header("allow").split(", ").collect();
    allowed.sort_unstable();
    assert_eq!(allowed, ["DELETE", "GET", "PATCH"]);
    for page in ["/", "/docs", "/openapi.json"] {
        let answer = app
            .anonymous_client()
            .send(Method::DELETE, page, None)
            .await;
        assert_eq!(answer.expect_failure(405), "method_not_allowed");
        assert_eq!(answer.header("allow"), "GET, HEAD", "{page}");
    }
}

#[tokio::test]
async fn bodies_that_cannot_be_read_are_refused_with_words() {
    let app = TestApp::start().await;
    let send = |content_type: &str, body: Vec<u8>| {
        let request = Request::builder()
            .method(Method::POST)
            .uri_str("/api/auth/login")
            .content_type(content_type)
            .body(Body::from_vec(body));
        let client = app.anonymous_client();
        async move { client.send_request(request).await }
    };
    assert_eq!(
        send("application/json", b"{".to_vec())
            .await
            .expect_failure(400),
        "invalid_body"
    );
    assert_eq!(
        send("application/json", b"{\"email\": \"a@b.example\"}".to_vec())
            .await
            .expect_failure(400),
        "invalid_body"
    );
    assert_eq!(
        send(
            "application/json",
            b"{\"email\": \"a\", \"password\": \"b\", \"role\": \"owner\"}".to_vec()
        )
        .await
        .expect_failure(400),
        "invalid_body"
    );
    assert_eq!(
        send("text/plain", b"email=a".to_vec())
            .await
            .expect_failure(415),
        "unsupported_media_type"
    );
    assert_eq!(
        send("application/json", vec![b' '; 70 * 1024])
            .await
            .expect_failure(413),
        "body_too_large"
    );
    assert_eq!(
        app.anonymous_client()
            .with_header("content-encoding", "gzip")
            .post("/api/auth/login", json!({}))
            .await
            .expect_failure(415),
        "unsupported_encoding"
    );
}

#[tokio::test]
async fn a_body_without_a_declared_length_is_capped_too() {
    let app = TestApp::start().await;
    let chunks = futures_util::stream::iter(
        (0..100).map(|_| Ok::<_, std::io::Error>(bytes::Bytes::from_static(&[b' '; 1024]))),
    );
    let request = Request::builder()
        .method(Method::POST)
        .uri_str("/api/auth/login")
        .content_type("application/json")
        .body(Body::from_bytes_stream(chunks));
    assert_eq!(
        app.anonymous_client()
            .send_request(request)
            .await
            .expect_failure(413),
        "body_too_large"
    );
}

#[tokio::test]
async fn unknown_fields_are_refused_by_every_operation_that_takes_a_body() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    app.make_operator(&owner).await;
    for operation in list_operations() {
        let Some(mut body) = operation.example_body() else {
            continue;
        };
        body["tenantId"] = json!("0197a000-0000-7000-8000-000000000000");
        let answer = owner
            .send(
                operation.method.clone(),
                &operation.path_for("0197a000-0000-7000-8000-000000000000"),
                Some(body),
            )
            .await;
        assert!(
            matches!(answer.status.as_u16(), 400 | 422),
            "{}: {}",
            operation.id,
            answer.text
        );
    }
}

/// What a body says where the contract has text, in other types.
fn bodies_of_other_types(body: &Value) -> Vec<Value> {
    let Some(fields) = body.as_object() else {
        return Vec::new();
    };
    let texts = fields.iter().filter(|(_, value)| value.is_string());
    texts
        .flat_map(|(name, _)| {
            [json!(false), json!(true), json!(12_345_678), json!(1.5)].map(|other| {
                let mut body = body.clone();
                body[name] = other;
                body
            })
        })
        .collect()
}

#[tokio::test]
async fn a_number_or_a_truth_value_is_no_text_for_any_operation() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    app.make_operator(&owner).await;
    let mut sent = 0;
    // Metric queries name the path of each invalid part instead.
    let of_metrics = ["queryMetrics", "listMetricRows", "explainMetricChange"];
    let operations = list_operations().into_iter();
    for operation in operations.filter(|one| !of_metrics.contains(&one.id.as_str())) {
        for body in operation
            .example_body()
            .iter()
            .flat_map(bodies_of_other_types)
        {
            let answer = owner
                .send(
                    operation.method.clone(),
                    &operation.path_for("0197a000-0000-7000-8000-000000000000"),
                    Some(body.clone()),
                )
                .await;
            assert_eq!(
                answer.expect_failure(400),
                "invalid_body",
                "{} {body}",
                operation.id
            );
            sent += 1;
        }
    }
    assert!(sent > 100, "{sent}");
    // Authorization is checked first.
    assert_eq!(
        app.anonymous_client()
            .patch("/api/account", json!({"name": false}))
            .await
            .expect_failure(401),
        "unauthorized"
    );
    let words = owner.patch("/api/account", json!({"name": false})).await;
    assert_eq!(
        words.json["message"],
        "The body is invalid: \"name\" must be a string."
    );
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_hold_browsers_back() {
    let app = TestApp::start().await;
    let elsewhere = app
        .anonymous_client()
        .with_header("origin", "https://elsewhere.example");
    for (path, content_type) in [
        ("/api/account", "application/json"),
        ("/health/live", "application/json"),
        ("/openapi.json", "application/json"),
        ("/docs", "text/html; charset=utf-8"),
        ("/nowhere", ""),
    ] {
        let answer = elsewhere.get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("frame-ancestors 'none'")
                && policy.contains("base-uri 'none'")
                && policy.contains("connect-src 'self'"),
            "{path}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
        assert!(
            !answer.headers.contains_key("access-control-allow-origin"),
            "{path}"
        );
        assert!(!answer.header("x-request-id").is_empty(), "{path}");
        assert!(
            answer.header("content-type").starts_with(content_type),
            "{path}"
        );
    }
    let page = app.anonymous_client().get("/").await;
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("script-src 'self';")
            && policy.contains("object-src 'none';")
            && !policy.contains("unsafe"),
        "{policy}"
    );
}

#[tokio::test]
async fn the_page_of_the_contract_runs_its_own_scripts_and_no_other() {
    let app = TestApp::start().await;
    let answer = app.anonymous_client().get("/docs").await;
    let policy = answer.header("content-security-policy");
    let scripts = policy
        .split("; ")
        .find_map(|directive| directive.strip_prefix("script-src "))
        .unwrap();
    assert!(
        scripts
            .split(' ')
            .all(|source| source.starts_with("'sha256-")),
        "{scripts}"
    );
    assert_eq!(
        scripts.split(' ').count(),
        answer.text.matches("</script>").count(),
        "{scripts}"
    );
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
}

#[tokio::test]
async fn a_folder_is_not_listed_and_a_request_is_not_echoed() {
    let app = TestApp::start().await;
    assert_eq!(
        app.anonymous_client()
            .get("/assets/")
            .await
            .expect_failure(404),
        "not_found"
    );
    assert!(
        !app.anonymous_client()
            .get("/.git/config")
            .await
            .text
            .contains("[core]")
    );
    for path in [
        "/api/account",
        "/health/live",
        "/openapi.json",
        "/docs",
        "/",
    ] {
        let answer = app
            .anonymous_client()
            .with_header("x-secret", "hunter2")
            .send(Method::TRACE, path, None)
            .await;
        assert_eq!(answer.expect_failure(405), "method_not_allowed", "{path}");
        assert!(!answer.text.contains("hunter2"), "{path}");
    }
}
