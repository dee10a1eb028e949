//! Cross-site requests with the person's cookie get no new token and cannot sign the person out.

use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use poem::http::Method;
use poem::{Body, Request};
use serde_json::json;

const PATHS: [&str; 2] = ["/api/auth/refresh", "/api/auth/logout"];

async fn sign_in_with_cookie(app: &TestApp) -> (Client, String) {
    let body = json!({"organization": "Prairie", "name": "Ada", "email": "ada@prairie.example", "password": crate::test_app::PASSWORD});
    let answer = app
        .anonymous_client()
        .post("/api/auth/register", body)
        .await;
    let cookie = answer
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    (
        app.anonymous_client()
            .with_token(answer.data()["token"].as_str().unwrap()),
        cookie,
    )
}

async fn post_cross_site(client: Client, path: &str) -> Answer {
    client.send(Method::POST, path, None).await
}

#[tokio::test]
async fn a_page_of_another_site_neither_refreshes_nor_signs_out() {
    let app = TestApp::start_with(false, "https://sprout.example").await;
    let (signed, cookie) = sign_in_with_cookie(&app).await;
    let ours = app
        .anonymous_client()
        .with_header("cookie", &cookie)
        .with_header("x-sprout", "1")
        .with_header("host", "10.0.0.7");
    for path in PATHS {
        for (name, value) in [
            ("origin", "https://elsewhere.example"),
            ("origin", "null"),
            ("origin", "https://sprout.example.elsewhere.example"),
            ("origin", "http://sprout.example"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            assert_eq!(
                post_cross_site(ours.with_header(name, value), path)
                    .await
                    .expect_failure(403),
                "cross_site_request",
                "{path} {name}: {value}"
            );
        }
        for content_type in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
        ] {
            let request = Request::builder()
                .method(Method::POST)
                .uri_str(path)
                .header("cookie", &cookie)
                .header("origin", "https://elsewhere.example");
            let form = request
                .content_type(content_type)
                .body(Body::from_string("{\"a\":\"=\"}".to_owned()));
            assert_eq!(
                app.anonymous_client()
                    .send_request(form)
                    .await
                    .expect_failure(403),
                "csrf_header_missing",
                "{path} {content_type}"
            );
        }
        let preflight = app
            .anonymous_client()
            .with_header("origin", "https://elsewhere.example")
            .with_header("access-control-request-headers", "x-sprout");
        let asked = preflight.send(Method::OPTIONS, path, None).await;
        assert!(
            !asked.status.is_success()
                && !asked
                    .headers
                    .keys()
                    .any(|name| name.as_str().starts_with("access-control-")),
            "{asked:?}"
        );
    }
    signed.get("/api/account").await.data();
    let refreshed = post_cross_site(
        ours.with_header("origin", "https://sprout.example"),
        PATHS[0],
    )
    .await;
    refreshed.data();
    let next = refreshed
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    let ours = app
        .anonymous_client()
        .with_header("cookie", &next)
        .with_header("x-sprout", "1");
    post_cross_site(
        ours.with_header("sec-fetch-site", "same-origin")
            .with_header("origin", "http://localhost:5173"),
        PATHS[1],
    )
    .await
    .data();
    assert_eq!(
        signed.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
}

/// Sets the server's clock back by an hour, then forward by a month: expired sessions stay expired,
/// and no session lasts longer.
#[tokio::test]
async fn a_clock_that_jumps_opens_nothing() {
    let app = TestApp::start().await;
    let (signed, cookie) = sign_in_with_cookie(&app).await;
    let ours = |cookie: &str| {
        app.anonymous_client()
            .with_header("cookie", cookie)
            .with_header("x-sprout", "1")
    };
    app.parts.clock.advance(TimeDelta::hours(-1));
    assert_eq!(
        signed.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    let early = post_cross_site(ours(&cookie), PATHS[0]).await;
    assert!(!early.status.is_server_error(), "{}", early.text);
    let cookie = early
        .headers
        .get("set-cookie")
        .filter(|_| early.status.is_success())
        .map_or(cookie, |set| {
            set.to_str().unwrap().split(';').next().unwrap().to_owned()
        });
    app.parts
        .clock
        .advance(TimeDelta::hours(1) + TimeDelta::days(31));
    assert_eq!(
        signed.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    assert_eq!(
        post_cross_site(ours(&cookie), PATHS[0])
            .await
            .expect_failure(401),
        "unauthorized"
    );
    // After setting the clock back again, the expired session causes no server error.
    app.parts.clock.advance(TimeDelta::days(-31));
    let back = post_cross_site(ours(&cookie), PATHS[0]).await;
    assert!(!back.status.is_server_error(), "{}", back.text);
}
