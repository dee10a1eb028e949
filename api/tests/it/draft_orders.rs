//! Accepting recommendations: each draft is created once, counts once, and survives changes of its
//! source data.

use crate::pdf_pages::read_pdf_pages;
use crate::source_warehouse::Warehouse;
use crate::test_app::PASSWORD;
use crate::{Client, TestApp};
use poem::Request;
use poem::http::{Method, StatusCode};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};

const RECOMMENDATIONS: &str = "/api/purchasing/recommendations";
const DRAFTS: &str = "/api/purchasing/drafts";

/// Two items of one supplier and one of another, all short; lead time 16 days.
const STOCK_ROWS: &str = "urea,Urea \
    46-0-0,fertilizer,ton,Ames,20,5,10,15,10,20,16,410.5,USD,s1,2026-06-01T00:00:00Z\nmap,MAP \
    11-52-0,fertilizer,ton,Ames,3,0,0,15,,,16,700,USD,s1,2026-06-01T00:00:00Z\ncorn,\"=HYPERLINK(\"\"x\"\"), \
    corn\",seed,bag,Ames,1,0,0,9,1,1,5,250.25,USD,,2026-06-01T00:00:00Z\n";
const SUPPLIERS: &str = "s1,\"Plains, Chemical\",fertilizer,10,true,2026-06-01T00:00:00Z\n";

async fn start_with_shortage(app: &TestApp) -> (Client, Warehouse) {
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse
        .write_inventory(STOCK_ROWS)
        .write_suppliers(SUPPLIERS);
    app.sync_warehouse(&owner, &warehouse).await.data();
    (owner, warehouse)
}

fn acceptance_body(request: u128, lines: &[(&str, f64)]) -> Value {
    let lines: Vec<_> = lines
        .iter()
        .map(|(item, quantity)| json!({"itemId": item, "location": "Ames", "quantity": quantity}))
        .collect();
    json!({"requestId": numbered_uuid(request), "lines": lines})
}

fn numbered_uuid(number: u128) -> String {
    format!("0198c5a0-7d3e-7a44-9f10-{number:012x}")
}

/// The recommended items, sorted by name.
async fn recommended_items(client: &Client) -> Vec<String> {
    let answer = client.get(RECOMMENDATIONS).await;
    let mut items: Vec<_> = answer.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["itemId"].as_str().unwrap().to_owned())
        .collect();
    items.sort();
    items
}

async fn accept_lines(client: &Client, body: Value) -> Vec<Value> {
    client.post(DRAFTS, body).await.data()["items"]
        .as_array()
        .unwrap()
        .clone()
}

#[tokio::test]
async fn what_is_accepted_becomes_a_draft_for_each_supplier_and_is_not_proposed_again() {
    let app = TestApp::start().await;
    let (owner, warehouse) = start_with_shortage(&app).await;
    let buyer = app.add_member(&owner, "member").await;
    assert_eq!(recommended_items(&buyer).await, ["corn", "map", "urea"]);
    let drafts = accept_lines(
        &buyer,
        acceptance_body(1, &[("urea", 40.0), ("corn", 8.0), ("map", 12.5)]),
    )
    .await;
    assert_eq!(drafts.len(), 2, "one of no supplier, one of s1");
    let (without, chemical) = (&drafts[0], &drafts[1]);
    let (without, chemical) = if without["supplierId"].is_null() {
        (without, chemical)
    } else {
        (chemical, without)
    };
    assert_eq!(
        (
            without["cost"].clone(),
            without["lines"].as_array().unwrap().len()
        ),
        (json!(2002.0), 1)
    );
    assert_eq!(chemical["supplier"], "Plains, Chemical");
    assert_eq!(
        (
            chemical["state"].clone(),
            chemical["createdBy"].clone(),
            chemical["currency"].clone()
        ),
        (json!("draft"), json!("A member"), json!("USD"))
    );
    // 40 x 410.5 + 12.5 x 700.
    assert_eq!(chemical["cost"], 25_170.0);
    let line = chemical["lines"]
        .as_array()
        .unwrap()
        .iter()
        .find(|line| line["itemId"] == "urea")
        .unwrap();
    assert_eq!(
        (
            line["quantity"].clone(),
            line["recommended"].clone(),
            line["item"].clone()
        ),
        (json!(40.0), json!(20.0), json!("Urea 46-0-0"))
    );

    let answer = owner.get(RECOMMENDATIONS).await;
    assert_eq!(
        (
            answer.data()["items"].clone(),
            answer.data()["inOpenDrafts"].clone()
        ),
        (json!([]), json!(3))
    );
    // Syncs that change or remove the stock row leave the draft unchanged.
    warehouse
        .write_inventory("corn,Corn,seed,bag,Ames,1,0,0,9,1,1,5,99,USD,,2026-06-02T00:00:00Z\n");
    app.sync_warehouse(&owner, &warehouse).await.data();
    let confirmed = json!({"tableName": "inventory_data", "options": {"confirmDeletions": true, "maxDeletions": 2}});
    owner.post("/api/data-sync/table", confirmed).await.data();
    let gone = entities::inventory::Entity::find()
        .filter(entities::inventory::Column::DeletedAt.is_not_null())
        .count(&app.raw)
        .await
        .unwrap();
    assert_eq!(gone, 2);
    let id = chemical["id"].as_str().unwrap();
    assert_eq!(owner.get(&format!("{DRAFTS}/{id}")).await.data(), chemical);
    assert_eq!(recommended_items(&owner).await, [""; 0]);
}

#[tokio::test]
async fn the_same_acceptance_twice_makes_one_draft() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_shortage(&app).await;
    let first = accept_lines(&owner, acceptance_body(1, &[("urea", 20.0)])).await;
    let again = accept_lines(&owner, acceptance_body(1, &[("urea", 20.0)])).await;
    assert_eq!(first, again);
    assert_eq!(
        owner.get(DRAFTS).await.data()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // The request ID identifies the accepted lines.
    assert_eq!(
        owner
            .post(DRAFTS, acceptance_body(1, &[("urea", 30.0)]))
            .await
            .expect_failure(409),
        "request_id_reused"
    );
    assert_eq!(
        owner
            .post(DRAFTS, acceptance_body(1, &[("urea", 20.0), ("map", 1.0)]))
            .await
            .expect_failure(409),
        "request_id_reused"
    );
    // Another person, or an outdated page, gets an error, and nothing is created.
    let other = owner
        .post(DRAFTS, acceptance_body(2, &[("map", 12.0), ("urea", 20.0)]))
        .await;
    assert_eq!(other.expect_failure(409), "already_drafted");
    assert!(other.text.contains("urea at Ames"), "{}", other.text);
    assert_eq!(
        owner.get(DRAFTS).await.data()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(recommended_items(&owner).await, ["corn", "map"]);
}

#[tokio::test]
async fn two_people_at_once_make_one_draft() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_shortage(&app).await;
    let buyer = app.add_member(&owner, "member").await;
    let bodies: Vec<_> = (1..=6)
        .map(|request| acceptance_body(request, &[("urea", 20.0), ("map", 12.0)]))
        .collect();
    let answers: [crate::Answer; 6] = tokio::join!(
        owner.post(DRAFTS, bodies[0].clone()),
        buyer.post(DRAFTS, bodies[1].clone()),
        owner.post(DRAFTS, bodies[2].clone()),
        buyer.post(DRAFTS, bodies[3].clone()),
        owner.post(DRAFTS, bodies[4].clone()),
        buyer.post(DRAFTS, bodies[4].clone()),
    )
    .into();
    let made = answers
        .iter()
        .filter(|answer| answer.status == StatusCode::OK)
        .count();
    let drafts = owner.get(DRAFTS).await;
    assert_eq!(
        drafts.data()["items"].as_array().unwrap().len(),
        1,
        "{}",
        drafts.text
    );
    // The last two requests are the same acceptance, sent twice.
    assert!(
        (1..=2).contains(&made),
        "{made} responses reported a new draft"
    );
}

#[tokio::test]
async fn an_order_counts_until_the_warehouse_shows_it_and_then_once() {
    let app = TestApp::start().await;
    let (owner, warehouse) = start_with_shortage(&app).await;
    let draft = accept_lines(&owner, acceptance_body(1, &[("urea", 20.0)]))
        .await
        .remove(0);
    let path = format!("{DRAFTS}/{}", draft["id"].as_str().unwrap());
    let ordered = owner
        .send(Method::POST, &format!("{path}/order"), None)
        .await;
    assert_eq!(
        (
            ordered.data()["state"].clone(),
            ordered.data()["orderedBy"].clone()
        ),
        (json!("ordered"), json!("Prairie Owner"))
    );
    // Ordered on 2026-06-16 with a lead time of 16 days and a review of 7.
    assert_eq!(ordered.data()["lines"][0]["countsThrough"], "2026-07-09");
    assert_eq!(
        owner
            .send(Method::POST, &format!("{path}/order"), None)
            .await
            .data(),
        ordered.data(),
        "said twice"
    );
    // Position 15 + 20: above the reorder point of 15.
    assert_eq!(recommended_items(&owner).await, ["corn", "map"]);
    let stock = |on_hand: &str, on_order: &str, booked: &str, updated: &str| {
        format!(
            "urea,Urea \
                46-0-0,fertilizer,ton,Ames,{on_hand},{on_order},{booked},15,10,20,16,410.5,USD,s1,2026-06-{updated}T00:00:00Z\n"
        )
    };
    let position = |answer: &crate::Answer| {
        let items = answer.data()["items"].as_array().unwrap();
        items
            .iter()
            .find(|item| item["itemId"] == "urea")
            .map(|item| {
                (
                    item["terms"]["ordered"].as_f64().unwrap(),
                    item["terms"]["position"].as_f64().unwrap(),
                )
            })
    };
    // So much is booked that the stock is short again, although 20 are on order and count.
    warehouse.write_inventory(&stock("20", "5", "40", "17"));
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(
        position(&owner.get(RECOMMENDATIONS).await),
        Some((20.0, 5.0))
    );
    // The warehouse shows 12 of them, then all: each unit counts once.
    warehouse.write_inventory(&stock("20", "17", "40", "18"));
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(
        position(&owner.get(RECOMMENDATIONS).await),
        Some((8.0, 5.0))
    );
    warehouse.write_inventory(&stock("20", "25", "40", "19"));
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(
        position(&owner.get(RECOMMENDATIONS).await),
        Some((0.0, 5.0))
    );
    // The delivery arrives: the quantity on order falls, and the purchase line shows that it was
    // this order.
    warehouse.write_inventory(&stock("40", "5", "40", "20"));
    warehouse.write_transactions("9,o9,purchase,2026-06-16,,s1,urea,20,ton,410,USD,2026-06-20,2026-06-20,Ames,2026-06-20T00:00:00Z\n");
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(
        position(&owner.get(RECOMMENDATIONS).await),
        Some((0.0, 5.0))
    );
    // A discarded order no longer counts, so the stock is short again.
    let discarded = owner
        .send(Method::POST, &format!("{path}/discard"), None)
        .await;
    assert_eq!(
        (
            discarded.data()["state"].clone(),
            discarded.data()["discardedBy"].clone()
        ),
        (json!("discarded"), json!("Prairie Owner"))
    );
    assert_eq!(
        owner
            .send(Method::POST, &format!("{path}/order"), None)
            .await
            .expect_failure(409),
        "draft_discarded"
    );
}

#[tokio::test]
async fn an_order_that_never_shows_up_is_recommended_again_when_it_should_have_come() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_shortage(&app).await;
    let draft = accept_lines(&owner, acceptance_body(1, &[("urea", 20.0)]))
        .await
        .remove(0);
    owner
        .send(
            Method::POST,
            &format!("{DRAFTS}/{}/order", draft["id"].as_str().unwrap()),
            None,
        )
        .await
        .data();
    assert_eq!(recommended_items(&owner).await, ["corn", "map"]);
    // The order counts until 2026-07-09.
    app.parts.clock.advance(chrono::TimeDelta::days(23));
    let owner = app.sign_in("0@prairie.example", PASSWORD).await;
    assert_eq!(recommended_items(&owner).await, ["corn", "map"]);
    app.parts.clock.advance(chrono::TimeDelta::days(1));
    let owner = app.sign_in("0@prairie.example", PASSWORD).await;
    assert_eq!(recommended_items(&owner).await, ["corn", "map", "urea"]);
}

#[tokio::test]
async fn discarding_a_draft_brings_its_lines_back() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_shortage(&app).await;
    let draft = accept_lines(&owner, acceptance_body(1, &[("urea", 20.0)]))
        .await
        .remove(0);
    let path = format!("{DRAFTS}/{}/discard", draft["id"].as_str().unwrap());
    let discarded = owner.send(Method::POST, &path, None).await;
    assert_eq!(
        owner.send(Method::POST, &path, None).await.data(),
        discarded.data(),
        "said twice"
    );
    assert_eq!(recommended_items(&owner).await, ["corn", "map", "urea"]);
    // The list: all drafts, by state, and page by page.
    accept_lines(&owner, acceptance_body(2, &[("urea", 10.0)])).await;
    assert_eq!(
        owner.get(&format!("{DRAFTS}?state=draft")).await.data()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let page = owner.get(&format!("{DRAFTS}?limit=1")).await;
    let cursor = page.data()["nextCursor"].as_str().unwrap();
    let second = owner
        .get(&format!("{DRAFTS}?limit=1&cursor={cursor}"))
        .await;
    assert_eq!(
        (
            second.data()["items"][0]["id"].clone(),
            second.data()["nextCursor"].clone()
        ),
        (draft["id"].clone(), Value::Null)
    );
    assert_eq!(
        owner
            .get(&format!("{DRAFTS}?cursor=x"))
            .await
            .expect_failure(400),
        "invalid_cursor"
    );
}

#[tokio::test]
async fn what_cannot_be_ordered_is_refused_in_words() {
    let app = TestApp::start().await;
    let (owner, warehouse) = start_with_shortage(&app).await;
    for (quantity, path) in [
        (0.0, "lines[0].quantity"),
        (-5.0, "lines[0].quantity"),
        (0.00001, "lines[0].quantity"),
        (1e13, "lines[0].quantity"),
    ] {
        let refused = owner
            .post(DRAFTS, acceptance_body(1, &[("urea", quantity)]))
            .await;
        assert_eq!(
            (
                refused.expect_failure(422),
                refused.json["details"][0]["path"].as_str()
            ),
            ("invalid_values", Some(path)),
            "{quantity}"
        );
    }
    assert_eq!(
        owner
            .post(DRAFTS, acceptance_body(1, &[("urea", 1.0), ("urea", 2.0)]))
            .await
            .expect_failure(422),
        "invalid_values"
    );
    assert_eq!(
        owner
            .post(DRAFTS, acceptance_body(1, &[("urea", 999_999_999_999.0)]))
            .await
            .expect_failure(422),
        "invalid_values"
    );
    assert_eq!(
        owner
            .post(DRAFTS, acceptance_body(1, &[]))
            .await
            .expect_failure(400),
        "invalid_body"
    );
    assert_eq!(
        owner
            .post(DRAFTS, acceptance_body(1, &[("unknown", 1.0)]))
            .await
            .expect_failure(409),
        "no_longer_recommended"
    );
    // A page that was loaded before the last sync.
    warehouse.write_inventory(
        "urea,Urea \
        46-0-0,fertilizer,ton,Ames,500,5,10,15,10,20,16,410.5,USD,s1,2026-06-02T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(
        owner
            .post(DRAFTS, acceptance_body(1, &[("urea", 20.0)]))
            .await
            .expect_failure(409),
        "no_longer_recommended"
    );
    assert_eq!(owner.get(DRAFTS).await.data(), &json!({"items": []}));
}

#[tokio::test]
async fn the_file_opens_in_a_spreadsheet_and_runs_nothing() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_shortage(&app).await;
    let draft = accept_lines(&owner, acceptance_body(1, &[("corn", 8.5)]))
        .await
        .remove(0);
    let id = draft["id"].as_str().unwrap();
    let viewer = app.add_member(&owner, "viewer").await;
    let file = viewer
        .with_header("accept", "text/csv")
        .get(&format!("{DRAFTS}/{id}"))
        .await;
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(
        file.header("content-disposition"),
        format!("attachment; filename=\"purchase-order-{id}.csv\"")
    );
    let lines: Vec<_> = file.text.split("\r\n").collect();
    assert_eq!(
        lines[0],
        "draft,drafted_at,supplier_id,supplier,item_id,item,location,quantity,unit,unit_cost,amount,currency"
    );
    assert_eq!(
        lines[1],
        format!(
            "{id},2026-06-16T15:00:00+00:00,,,corn,\"'=HYPERLINK(\"\"x\"\"), \
                corn\",Ames,8.5,bag,250.25,2127.12,USD"
        )
    );
}

fn pdf_request(client: &Client, path: &str) -> Request {
    Request::builder()
        .uri_str(path)
        .header("authorization", format!("Bearer {}", client.token()))
        .header("accept", "application/pdf")
        .finish()
}

#[tokio::test]
async fn the_pdf_has_each_line_and_the_exact_total() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Coopérative Œuvre").await;
    let warehouse = app.create_warehouse("prairie");
    let mut rows = String::new();
    for item in 0..60 {
        rows += &format!(
            "i{item},Dünger Łódź {item},fertilizer,ton,Ames,3,0,0,15,,,16,{}.0{},USD,s1,2026-06-01T00:00:00Z\n",
            1_000 + item,
            item % 10
        );
    }
    // Half a cent, and a fraction of a cent.
    rows += "half,Half,other,unit,Ames,3,0,0,15,,,16,0.125,USD,s1,2026-06-01T00:00:00Z\n\
        part,種子,other,unit,Ames,3,0,0,15,,,16,0.0041,USD,s1,2026-06-01T00:00:00Z\n";
    warehouse
        .write_inventory(&rows)
        .write_suppliers("s1,Müller & Söhne,fertilizer,10,true,2026-06-01T00:00:00Z\n");
    app.sync_warehouse(&owner, &warehouse).await.data();
    let items: Vec<String> = (0..60).map(|item| format!("i{item}")).collect();
    let mut lines: Vec<(&str, f64)> = items.iter().map(|item| (item.as_str(), 12.0)).collect();
    lines.extend([("half", 1.0), ("part", 1.0)]);
    let draft = accept_lines(&owner, acceptance_body(1, &lines))
        .await
        .remove(0);
    let id = draft["id"].as_str().unwrap();
    let path = format!("{DRAFTS}/{id}");
    let viewer = app.add_member(&owner, "viewer").await;
    let (headers, bytes) = viewer.fetch_file(pdf_request(&viewer, &path)).await;
    assert_eq!(headers["content-type"], "application/pdf");
    assert_eq!(
        headers["content-disposition"],
        format!("attachment; filename=\"purchase-order-{id}.pdf\"")
    );

    let pages = read_pdf_pages(&bytes);
    assert!(pages.len() > 1, "{}", pages.len());
    for (index, page) in pages.iter().enumerate() {
        for part in [
            "Amount (USD)".to_owned(),
            format!("Purchase order {id}, Coopérative Œuvre"),
            format!("Page {} of {}", index + 1, pages.len()),
        ] {
            assert!(page.contains(&part), "{part} in {page}");
        }
    }
    let text = pages.concat();
    let words: Vec<&str> = text.split_whitespace().collect();
    for item in 0..60 {
        // 12 x 1,000.01 is 12,000.12.
        let cents = 12 * (100_000 + 100 * item + item % 10);
        let amount = format!(
            "{},{:03}.{:02}",
            cents / 100_000,
            cents / 100 % 1_000,
            cents % 100
        );
        assert!(text.contains(&format!("Dünger Łódź {item}")), "{item}");
        assert!(words.contains(&amount.as_str()), "{amount} of {item}");
    }
    // 12 x 61,772.70, and 0.1291.
    let total = "741,272.53";
    assert!(draft["cost"] == 741_272.53, "{}", draft["cost"]);
    for part in [
        total,
        "Müller & Söhne (s1)",
        "Draft, not ordered yet",
        "16 June 2026 by ",
        "0.125",
        "0.0041",
        "The total is the sum of the exact amounts",
        "\u{fffd}\u{fffd}",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }

    owner
        .send(Method::POST, &format!("{path}/order"), None)
        .await
        .data();
    let (_, bytes) = viewer.fetch_file(pdf_request(&viewer, &path)).await;
    let text = read_pdf_pages(&bytes).concat();
    assert!(text.contains("Ordered 16 June 2026 by"), "{text}");
}

#[tokio::test]
async fn drafts_are_their_organizations_own_and_viewers_only_look() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_shortage(&app).await;
    let draft = accept_lines(&owner, acceptance_body(1, &[("urea", 20.0)]))
        .await
        .remove(0);
    let path = format!("{DRAFTS}/{}", draft["id"].as_str().unwrap());
    let stranger = app.create_organization("Other").await;
    let theirs = app.create_warehouse("other");
    theirs
        .write_inventory(STOCK_ROWS)
        .write_suppliers(SUPPLIERS);
    app.sync_warehouse(&stranger, &theirs).await.data();
    assert_eq!(stranger.get(DRAFTS).await.data(), &json!({"items": []}));
    assert_eq!(stranger.get(&path).await.expect_failure(404), "not_found");
    for action in ["order", "discard"] {
        assert_eq!(
            stranger
                .send(Method::POST, &format!("{path}/{action}"), None)
                .await
                .expect_failure(404),
            "not_found"
        );
    }
    // The same item, location and request ID in another organization is another draft.
    assert_eq!(recommended_items(&stranger).await, ["corn", "map", "urea"]);
    let own = accept_lines(&stranger, acceptance_body(1, &[("urea", 30.0)]))
        .await
        .remove(0);
    assert_ne!(own["id"], draft["id"]);
    assert_eq!(owner.get(&path).await.data(), &draft);
    let viewer = app.add_member(&owner, "viewer").await;
    assert_eq!(viewer.get(&path).await.data(), &draft);
    assert_eq!(
        viewer
            .post(DRAFTS, acceptance_body(2, &[("map", 1.0)]))
            .await
            .expect_failure(403),
        "forbidden"
    );
    assert_eq!(
        viewer
            .send(Method::POST, &format!("{path}/order"), None)
            .await
            .expect_failure(403),
        "forbidden"
    );
}
