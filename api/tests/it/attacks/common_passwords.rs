//! Common passwords, tried against a fresh installation and chosen at registration.

use crate::TestApp;
use poem::http::StatusCode;
use serde_json::json;

const NAMES: [&str; 20] = [
    "admin",
    "root",
    "administrator",
    "user",
    "test",
    "guest",
    "demo",
    "sprout",
    "operator",
    "support",
    "admin@sprout.example",
    "demo@sprout.example",
    "owner@sprout.example",
    "root@localhost",
    "admin@localhost",
    "admin@example.com",
    "test@example.com",
    "user@example.com",
    "postgres@localhost",
    "service@sprout.example",
];
const PASSWORDS: [&str; 10] = [
    "admin",
    "root",
    "password",
    "sprout",
    "sprout-demo",
    "changeme",
    "admin123",
    "postgres",
    "123456",
    "",
];
const COMMON: &str = include_str!("../../../data/common_passwords.txt");

#[tokio::test]
async fn two_hundred_usual_pairs_open_nothing_of_a_fresh_installation() {
    let app = TestApp::start().await;
    for (number, name) in NAMES.iter().enumerate() {
        for (count, password) in PASSWORDS.iter().enumerate() {
            // Each attempt has a new address, so that it fails because of the credentials, not the
            // throttle.
            let client = app
                .anonymous_client()
                .with_header("x-forwarded-for", &format!("203.0.{number}.{count}"));
            let answer = client
                .post(
                    "/api/auth/login",
                    json!({"email": name, "password": password}),
                )
                .await;
            assert_eq!(
                answer.expect_failure(401),
                "invalid_credentials",
                "{name} {password}"
            );
            assert!(
                answer.headers.get("set-cookie").is_none(),
                "{name} {password}"
            );
        }
    }
}

#[tokio::test]
async fn none_of_three_thousand_common_passwords_is_taken() {
    let app = TestApp::start().await;
    let common: Vec<&str> = COMMON
        .lines()
        .filter(|line| !line.starts_with('#'))
        .take(3_000)
        .collect();
    assert_eq!(common.len(), 3_000);
    for (number, password) in common.into_iter().enumerate() {
        let client = app.anonymous_client().with_header(
            "x-forwarded-for",
            &format!("10.1.{}.{}", number / 250, number % 250),
        );
        let body = json!({"organization": "Prairie", "name": "Ada", "email": format!("{number}@prairie.example"), "password": password});
        let answer = client.post("/api/auth/register", body).await;
        assert_eq!(
            (
                answer.expect_failure(422),
                &answer.json["details"][0]["path"]
            ),
            ("invalid_values", &json!("password")),
            "{password}"
        );
    }
}

#[tokio::test]
async fn every_length_from_8_to_256_is_kept_to_its_last_character() {
    let app = TestApp::start().await;
    for (length, is_kept) in [
        (1, false),
        (7, false),
        (8, true),
        (64, true),
        (73, true),
        (128, true),
        (256, true),
        (257, false),
    ] {
        // Letters, spaces and multi-byte characters; the length is counted in characters.
        let password: String = "Zq 7ü\u{4e16}!x\u{1f33e}v"
            .chars()
            .cycle()
            .take(length - 1)
            .chain(['w'])
            .collect();
        let email = format!("{length}@prairie.example");
        let body =
            json!({"organization": "Prairie", "name": "Ada", "email": email, "password": password});
        let answer = app
            .anonymous_client()
            .post("/api/auth/register", body)
            .await;
        assert_eq!(
            answer.status == StatusCode::OK,
            is_kept,
            "{length}: {}",
            answer.text
        );
        if is_kept {
            app.sign_in(&email, &password).await;
            let other_end: String = password.chars().take(length - 1).chain(['W']).collect();
            let cut: String = password.chars().take(length - 1).collect();
            for wrong in [
                other_end,
                cut,
                password.to_uppercase(),
                format!("{password} "),
            ] {
                let answer = app
                    .anonymous_client()
                    .post(
                        "/api/auth/login",
                        json!({"email": email, "password": wrong}),
                    )
                    .await;
                // The contract limits passwords to 256 characters.
                let refusal = if wrong.chars().count() > 256 {
                    (400, "invalid_body")
                } else {
                    (401, "invalid_credentials")
                };
                assert_eq!(
                    (answer.status.as_u16(), answer.json["code"].as_str()),
                    (refusal.0, Some(refusal.1)),
                    "{length}: {}",
                    answer.text
                );
            }
        }
    }
}
