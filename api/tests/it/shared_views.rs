//! Links to views: the figures of one query, for people without an account. Today is 2026-06-16.

use crate::{Answer, Client, TestApp};
use chrono::{DateTime, TimeDelta, Utc};
use entities::{membership, organization, saved_view, shared_view};
use poem::http::Method;
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::{Value, json};

const LINKS: &str = "/api/shared-views";
const OPEN: &str = "/api/shared-views/open";
const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

fn revenue_by_item() -> Value {
    json!({
        "dataset": "sales",
        "measures": ["revenue"],
        "dimensions": ["item"],
        "filters": [
            {"dimension": "location", "op": "in", "values": ["Ames"]},
            {"dimension": "unit_price", "op": ">=", "value": 1},
        ],
        "period": {"preset": "this_year"},
        "limit": 2,
    })
}

async fn sync_sales(app: &TestApp, owner: &Client, name: &str) {
    let warehouse = app.create_warehouse(name);
    let lines: Vec<String> = [("urea", "5000.25"), ("corn", "700"), ("soy", "40")]
        .iter()
        .map(|(item, amount)| {
            format!("{item},o1,sale,2026-05-04,c1,,{item},1,ton,{amount},USD,,,Ames,{UPDATED_AT}\n")
        })
        .collect();
    warehouse.write_transactions(&lines.concat());
    app.sync_warehouse(owner, &warehouse).await.data();
}

async fn save_view(client: &Client, name: &str, shared: bool) -> String {
    let body = json!({
        "page": "explore",
        "name": name,
        "address": "data=sales&measures=revenue&by=item&period=this_year",
        "query": revenue_by_item(),
        "shared": shared,
        "default": false,
    });
    let saved = client.post("/api/views", body).await;
    saved.data()["id"].as_str().unwrap().to_owned()
}

/// The id of a new link, and its token.
async fn share(client: &Client, view: &str) -> (String, String) {
    let created = client
        .post(LINKS, json!({"viewId": view, "query": revenue_by_item()}))
        .await;
    let created = created.data();
    let url = created["url"].as_str().unwrap();
    let token = url
        .strip_prefix("http://sprout.test/shared#token=")
        .unwrap();
    (
        created["link"]["id"].as_str().unwrap().to_owned(),
        token.to_owned(),
    )
}

async fn open(client: &Client, token: &str) -> Answer {
    client.post(OPEN, json!({"token": token})).await
}

/// The body of a failure without the id of the request.
fn failure_body(answer: &Answer) -> Value {
    let mut body = answer.json.clone();
    body.as_object_mut().unwrap().remove("requestId").unwrap();
    body
}

#[tokio::test]
async fn a_link_shows_the_figures_of_its_query_until_it_is_revoked() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_sales(&app, &owner, "prairie").await;
    let view = save_view(&owner, "Revenue by item", false).await;
    let (id, token) = share(&owner, &view).await;
    assert_eq!(token.len(), 43, "256 bits in base64url");

    let stored = shared_view::Entity::find().one(&app.raw).await.unwrap();
    let stored = stored.unwrap();
    assert_eq!(stored.token_hash.len(), 64);
    assert!(!format!("{stored:?}").contains(&token));
    assert_eq!((stored.use_count, stored.last_used_at), (0, None));
    let lifetime = stored.expires_at - stored.created_at;
    assert_eq!(lifetime, TimeDelta::days(30), "the default");

    let anonymous = app.anonymous_client();
    let opened = open(&anonymous, &token).await;
    let content = opened.data();
    assert_eq!(content["organization"], "Prairie");
    assert_eq!(content["name"], "Revenue by item");
    assert_eq!(opened.json["meta"]["asOf"], "2026-06-16");
    assert_eq!(opened.json["meta"]["dataThrough"], "2026-05-04");
    assert_eq!(opened.json["meta"]["sample"], false);
    let answer = &content["answer"];
    assert_eq!(answer["rows"], json!([["urea", 5000.25], ["corn", 700.0]]));
    assert_eq!(answer["rowCount"], 3);
    assert_eq!(answer["nextCursor"], Value::Null, "no rows beyond the view");
    assert_eq!(
        content["filters"],
        json!([
            {"dimension": "location", "label": "Location", "op": "in", "values": ["Ames"]},
            {"dimension": "unit_price", "label": "Unit price", "op": ">=", "values": [1]},
        ])
    );
    let explored = owner.post("/api/metrics/query", revenue_by_item()).await;
    for part in ["columns", "rows", "totals", "period", "notes"] {
        assert_eq!(answer[part], explored.data()[part], "{part}");
    }
    assert_eq!(opened.header("x-robots-tag"), "noindex");
    assert_eq!(opened.header("cache-control"), "private, no-cache");

    // The second answer comes from the cache, and counts too.
    let (_, computed) = app.parts.response_cache.lookups();
    app.parts.clock.advance(TimeDelta::minutes(5));
    assert_eq!(open(&anonymous, &token).await.data(), content);
    assert_eq!(app.parts.response_cache.lookups().1, computed);
    let listed = owner.get(LINKS).await;
    let link = &listed.data()["items"][0];
    assert_eq!((&link["id"], &link["uses"]), (&json!(id), &json!(2)));
    let used: DateTime<Utc> = link["lastUsedAt"].as_str().unwrap().parse().unwrap();
    assert_eq!(used, app.parts.clock.now());
    assert!(!listed.text.contains(&token));

    // Only the token is accepted: no query, and no operation that takes the token for a session.
    let other_query = json!({"token": token, "query": {"measures": ["spend"]}});
    let refused = anonymous.post(OPEN, other_query).await;
    assert_eq!(refused.expect_failure(400), "invalid_body");
    let as_session = app.anonymous_client().with_token(&token);
    let rows = as_session
        .post("/api/metrics/rows", revenue_by_item())
        .await;
    assert_eq!(rows.expect_failure(401), "unauthorized");
    let in_address = anonymous.get(&format!("{OPEN}?token={token}")).await;
    assert_eq!(in_address.expect_failure(405), "method_not_allowed");

    let path = format!("{LINKS}/{id}");
    owner.send(Method::DELETE, &path, None).await.data();
    assert_eq!(
        open(&anonymous, &token).await.expect_failure(404),
        "not_found"
    );
    let again = owner.send(Method::DELETE, &path, None).await;
    assert_eq!(again.expect_failure(404), "not_found");
}

#[tokio::test]
async fn figures_follow_the_rows() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_sales(&app, &owner, "prairie").await;
    let view = save_view(&owner, "Revenue", false).await;
    let (_, token) = share(&owner, &view).await;
    let anonymous = app.anonymous_client();
    let before = open(&anonymous, &token).await;
    assert_eq!(before.data()["answer"]["totals"], json!([[null, 5740.25]]));
    let warehouse = app.create_warehouse("later");
    warehouse.write_transactions(&format!(
        "n,o2,sale,2026-06-10,c1,,urea,1,ton,9,USD,,,Ames,{UPDATED_AT}\n"
    ));
    app.sync_warehouse(&owner, &warehouse).await.data();
    let after = open(&anonymous, &token).await;
    let explored = owner.post("/api/metrics/query", revenue_by_item()).await;
    assert_eq!(after.data()["answer"]["totals"], explored.data()["totals"]);
    assert_ne!(
        after.data()["answer"]["totals"],
        before.data()["answer"]["totals"]
    );
    assert_eq!(after.json["meta"]["dataThrough"], "2026-06-10");
}

#[tokio::test]
async fn dead_links_all_get_the_same_answer() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let admin = app.add_member(&owner, "admin").await;
    let account = admin.get("/api/account").await;
    let admin_id: Uuid = account.data()["id"].as_str().unwrap().parse().unwrap();
    let view = save_view(&owner, "Revenue", true).await;
    let (_, token) = share(&admin, &view).await;
    let anonymous = app.anonymous_client();
    let unknown = open(&anonymous, "x").await;
    assert_eq!(unknown.expect_failure(404), "not_found");
    let unknown = failure_body(&unknown);
    let expect_dead = async |why: &str| {
        let answer = open(&anonymous, &token).await;
        assert_eq!(answer.status, 404, "{why}: {}", answer.text);
        assert_eq!(failure_body(&answer), unknown, "{why}");
    };
    open(&anonymous, &token).await.data();

    let set_role = async |role: &str| {
        membership::Entity::update_many()
            .col_expr(membership::Column::Role, Expr::value(role))
            .filter(membership::Column::PersonId.eq(admin_id))
            .exec(&app.raw)
            .await
            .unwrap();
    };
    for role in ["member", "viewer", "unheard"] {
        set_role(role).await;
        expect_dead(role).await;
    }
    set_role("admin").await;
    open(&anonymous, &token).await.data();

    let suspend = async |since: Option<DateTime<Utc>>| {
        organization::Entity::update_many()
            .col_expr(organization::Column::SuspendedAt, Expr::value(since))
            .exec(&app.raw)
            .await
            .unwrap();
    };
    suspend(Some(app.parts.clock.now())).await;
    expect_dead("suspended").await;
    suspend(None).await;
    app.set_mfa_required(true).await;
    expect_dead("without the MFA that is required").await;
    app.set_mfa_required(false).await;

    // The view is no longer shared with the person who created the link.
    let see_view = async |shared: bool| {
        saved_view::Entity::update_many()
            .col_expr(saved_view::Column::IsShared, Expr::value(shared))
            .exec(&app.raw)
            .await
            .unwrap();
    };
    see_view(false).await;
    expect_dead("view hidden").await;
    see_view(true).await;
    let opened = open(&anonymous, &token).await;
    let expires: DateTime<Utc> = opened.data()["expiresAt"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let uses = shared_view::Entity::find().one(&app.raw).await.unwrap();
    assert_eq!(uses.unwrap().use_count, 3, "refused reads do not count");

    // A query that this version does not understand.
    let set_query = async |query: &str| {
        shared_view::Entity::update_many()
            .col_expr(shared_view::Column::Query, Expr::value(query))
            .exec(&app.raw)
            .await
            .unwrap();
    };
    set_query(r#"{"measures": ["gone"]}"#).await;
    expect_dead("unknown measure").await;
    set_query(&revenue_by_item().to_string()).await;

    app.parts
        .clock
        .advance(expires - app.parts.clock.now() - TimeDelta::seconds(1));
    open(&anonymous, &token).await.data();
    app.parts.clock.advance(TimeDelta::seconds(1));
    expect_dead("expired").await;
    app.parts.clock.advance(TimeDelta::minutes(10));

    let owner = app
        .sign_in("0@prairie.example", crate::test_app::PASSWORD)
        .await;
    let view = save_view(&owner, "Another", true).await;
    let (_, second) = share(&owner, &view).await;
    open(&anonymous, &second).await.data();
    membership::Entity::delete_many()
        .exec(&app.raw)
        .await
        .unwrap();
    let answer = open(&anonymous, &second).await;
    assert_eq!(failure_body(&answer), unknown, "the creator left");
}

#[tokio::test]
async fn only_owners_and_admins_share_and_see_the_links_of_their_organization() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let admin = app.add_member(&owner, "admin").await;
    let stranger = app.create_separate_organization("Elsewhere").await;
    let view = save_view(&owner, "Revenue", false).await;
    let body = json!({"viewId": view, "query": revenue_by_item()});
    for role in ["member", "viewer"] {
        let client = app.add_member(&owner, role).await;
        for answer in [
            client.post(LINKS, body.clone()).await,
            client.get(LINKS).await,
        ] {
            assert_eq!(answer.expect_failure(403), "forbidden", "{role}");
        }
    }
    // A private view of another person, and a view of another organization, do not exist.
    for client in [&admin, &stranger] {
        let answer = client.post(LINKS, body.clone()).await;
        assert_eq!(answer.expect_failure(404), "not_found");
    }
    let mut ids = Vec::new();
    for _ in 0..3 {
        app.parts.clock.advance(TimeDelta::seconds(1));
        ids.push(share(&owner, &view).await.0);
    }
    ids.reverse();
    let path = format!("{LINKS}/{}", ids[0]);
    let revoked = stranger.send(Method::DELETE, &path, None).await;
    assert_eq!(revoked.expect_failure(404), "not_found");
    assert_eq!(stranger.get(LINKS).await.data()["items"], json!([]));

    let page = |answer: &Answer| -> Vec<String> {
        let items = answer.data()["items"].as_array().unwrap().iter();
        items
            .map(|one| one["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let first = admin.get(&format!("{LINKS}?limit=2")).await;
    assert_eq!(page(&first), ids[..2]);
    assert_eq!(first.data()["items"][0]["name"], "Revenue");
    let cursor = first.data()["nextCursor"].as_str().unwrap();
    let second = admin.get(&format!("{LINKS}?limit=2&cursor={cursor}")).await;
    assert_eq!(page(&second), ids[2..]);
    assert!(second.data()["nextCursor"].is_null());
    admin.send(Method::DELETE, &path, None).await.data();
    assert_eq!(page(&owner.get(LINKS).await), ids[1..]);

    // Deleting the view deletes its links, and expired ones are not listed.
    let view_path = format!("/api/views/{view}");
    owner.send(Method::DELETE, &view_path, None).await.data();
    assert_eq!(owner.get(LINKS).await.data()["items"], json!([]));
    let view = save_view(&owner, "Revenue", false).await;
    share(&owner, &view).await;
    app.parts.clock.advance(TimeDelta::days(30));
    let owner = app
        .sign_in("0@prairie.example", crate::test_app::PASSWORD)
        .await;
    assert_eq!(owner.get(LINKS).await.data()["items"], json!([]));
}

#[tokio::test]
async fn links_are_checked_and_bounded() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let view = save_view(&owner, "Revenue", false).await;
    for days in [0, 91] {
        let body = json!({"viewId": view, "query": revenue_by_item(), "days": days});
        let status = owner.post(LINKS, body).await.status;
        assert!(status.is_client_error(), "{days}: {status}");
    }
    for (query, path) in [
        (
            json!({"measures": ["profit_of_dreams"]}),
            "query.measures[0]",
        ),
        (
            json!({"measures": ["revenue"], "cursor": "2"}),
            "query.cursor",
        ),
        (json!("revenue"), "query"),
    ] {
        let answer = owner
            .post(LINKS, json!({"viewId": view, "query": query}))
            .await;
        assert_eq!(answer.expect_failure(422), "invalid_values");
        assert_eq!(answer.json["details"][0]["path"], path, "{query}");
    }
    let longest = json!({"viewId": view, "query": revenue_by_item(), "days": 90});
    let created = owner.post(LINKS, longest.clone()).await;
    let expires = &created.data()["link"]["expiresAt"];
    let expires: DateTime<Utc> = expires.as_str().unwrap().parse().unwrap();
    assert_eq!(expires - app.parts.clock.now(), TimeDelta::days(90));
    let first = shared_view::Entity::find().one(&app.raw).await.unwrap();
    let rows = (1..100).map(|number| shared_view::ActiveModel {
        id: Set(Uuid::from_u128(number)),
        token_hash: Set(number.to_string()),
        ..first.clone().unwrap().into()
    });
    shared_view::Entity::insert_many(rows)
        .exec_without_returning(&app.raw)
        .await
        .unwrap();
    let refused = owner.post(LINKS, longest).await;
    assert_eq!(refused.expect_failure(409), "too_many_shared_views");
}

#[tokio::test]
async fn reads_are_limited_by_address_and_by_link() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let view = save_view(&owner, "Revenue", false).await;
    let (_, token) = share(&owner, &view).await;
    let client_at = |number: usize| {
        let client = app.anonymous_client();
        client.with_header("x-forwarded-for", &format!("203.0.113.{number}"))
    };
    // Guesses count too.
    for _ in 0..30 {
        assert_eq!(
            open(&client_at(1), "guess").await.expect_failure(404),
            "not_found"
        );
    }
    let limited = open(&client_at(1), &token).await;
    assert_eq!(limited.expect_failure(429), "too_many_requests");
    assert_eq!(limited.header("retry-after"), "2");
    for number in 0..100 {
        open(&client_at(2 + number / 30), &token).await.data();
    }
    let limited = open(&client_at(9), &token).await;
    assert_eq!(limited.expect_failure(429), "too_many_requests");
    app.parts.clock.advance(TimeDelta::seconds(2));
    open(&client_at(9), &token).await.data();
    open(&client_at(9), &token).await.expect_failure(429);
}

#[tokio::test]
async fn the_demo_shares_nothing() {
    let app = TestApp::start_with_demo().await;
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    let view = save_view(&demo, "Revenue", false).await;
    let answer = demo
        .post(LINKS, json!({"viewId": view, "query": revenue_by_item()}))
        .await;
    assert_eq!(answer.expect_failure(409), "demo_read_only");
}

#[tokio::test]
async fn the_page_of_links_is_not_indexed_and_sends_no_referrer() {
    let app = TestApp::start().await;
    let page = app.anonymous_client().get("/shared").await;
    assert_eq!(page.header("x-robots-tag"), "noindex");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    let other = app.anonymous_client().get("/explore").await;
    assert!(!other.headers.contains_key("x-robots-tag"));
    assert_eq!(other.header("referrer-policy"), "same-origin");
}
