//! The calendar feed of a person: own rows only, under a secret URL that can be revoked.

use crate::TestApp;
use crate::call_list::{SETTINGS, sync_growers};
use chrono::{DateTime, TimeDelta, Utc};
use entities::{calendar_feed, membership, organization};
use poem::http::Method;
use sea_orm::EntityTrait;
use sea_orm::sea_query::Expr;
use serde_json::json;

const FEED: &str = "/api/calendar-feed";

#[tokio::test]
async fn a_feed_has_own_growers_only_and_can_be_revoked() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (first, second) = (
        app.add_member(&owner, "member").await,
        app.add_member(&owner, "member").await,
    );
    let mut emails = Vec::new();
    for client in [&first, &second] {
        let account = client.get("/api/account").await;
        emails.push(account.data()["email"].as_str().unwrap().to_owned());
    }
    sync_growers(&app, &owner, &[&emails[0], &emails[1]]).await;
    let all = json!({"heldBackPercent": 0});
    owner.put(SETTINGS, all).await.data();
    assert_eq!(first.get(FEED).await.data(), &json!({}));

    let created = first.post(FEED, json!({})).await;
    let url = created.data()["url"].as_str().unwrap().to_owned();
    let path = url.strip_prefix("http://sprout.test").unwrap().to_owned();
    assert!(first.get(FEED).await.data()["createdAt"].is_string());
    assert!(!first.get(FEED).await.text.contains("/api/calendar/"));
    let stored = calendar_feed::Entity::find().one(&app.raw).await.unwrap();
    let stored = stored.unwrap().token_hash;
    assert!(!url.contains(&stored) && stored.len() == 64);

    let anonymous = app.anonymous_client();
    let read = anonymous.get(&path).await;
    assert_eq!(read.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(read.header("cache-control"), "private, max-age=900");
    let text = read.text.replace("\r\n ", "");
    assert_eq!(
        text.matches("SUMMARY:Purchase window: Grower 1-").count(),
        40
    );
    assert!(!text.contains("Grower 2-"), "{text}");
    assert!(read.text.lines().all(|line| line.len() <= 75));
    assert_eq!(text, anonymous.get(&path).await.text.replace("\r\n ", ""));

    // Only the right secret, and only to read.
    let wrong = format!("{}A.ics", &path[..path.len() - 5]);
    for path in [wrong.as_str(), "/api/calendar/x.ics", "/api/calendar/"] {
        let answer = anonymous.get(path).await;
        assert_eq!(answer.expect_failure(404), "not_found", "{path}");
    }
    let answer = anonymous.send(Method::PUT, &path, None).await;
    assert_eq!(answer.expect_failure(405), "method_not_allowed");

    // A new URL replaces the old one; a revoked one does not work.
    let replaced = first.post(FEED, json!({})).await;
    let next = replaced.data()["url"].as_str().unwrap();
    let next = next.strip_prefix("http://sprout.test").unwrap().to_owned();
    assert_eq!(anonymous.get(&path).await.expect_failure(404), "not_found");
    assert!(anonymous.get(&next).await.text.contains("BEGIN:VEVENT"));
    first.send(Method::DELETE, FEED, None).await.data();
    assert_eq!(anonymous.get(&next).await.expect_failure(404), "not_found");
    let again = first.send(Method::DELETE, FEED, None).await;
    assert_eq!(again.expect_failure(404), "not_found");
}

#[tokio::test]
async fn a_feed_is_limited_and_ends_with_suspension_missing_mfa_and_membership() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let created = owner.post(FEED, json!({})).await;
    let url = created.data()["url"].as_str().unwrap();
    let path = url.strip_prefix("http://sprout.test").unwrap();
    let anonymous = app.anonymous_client();
    for _ in 0..20 {
        let text = anonymous.get(path).await.text;
        assert!(text.starts_with("BEGIN:VCALENDAR\r\n"), "{text}");
    }
    let limited = anonymous.get(path).await;
    assert_eq!(limited.expect_failure(429), "too_many_requests");
    app.parts.clock.advance(TimeDelta::minutes(1));
    assert!(anonymous.get(path).await.text.contains("END:VCALENDAR"));
    app.parts.clock.advance(TimeDelta::minutes(1));
    let suspend = async |since: Option<DateTime<Utc>>| {
        organization::Entity::update_many()
            .col_expr(organization::Column::SuspendedAt, Expr::value(since))
            .exec(&app.raw)
            .await
            .unwrap();
    };
    suspend(Some(app.parts.clock.now())).await;
    assert_eq!(anonymous.get(path).await.expect_failure(404), "not_found");
    suspend(None).await;
    assert!(anonymous.get(path).await.text.contains("END:VCALENDAR"));
    app.parts.clock.advance(TimeDelta::minutes(1));
    app.set_mfa_required(true).await;
    let refused = anonymous.get(path).await;
    assert_eq!(refused.expect_failure(403), "mfa_required");
    app.set_mfa_required(false).await;
    app.parts.clock.advance(TimeDelta::minutes(1));
    assert!(anonymous.get(path).await.text.contains("END:VCALENDAR"));
    app.parts.clock.advance(TimeDelta::minutes(1));
    membership::Entity::delete_many()
        .exec(&app.raw)
        .await
        .unwrap();
    assert_eq!(anonymous.get(path).await.expect_failure(404), "not_found");
}
