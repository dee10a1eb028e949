//! Tests search and records by id, from source rows to HTTP responses.

use crate::customers::sync_orders;
use crate::{Client, TestApp};
use serde_json::{Value, json};

/// A customer and a supplier with one order each, and an item at two locations.
async fn sync_records(app: &TestApp, owner: &Client) {
    let warehouse = app.create_warehouse("records");
    warehouse.write_customers(
        "c1,Burr Oak Farm,Iowa,Story,500.5,corn;wheat,R. Cole,,2020-01-01,2026-06-01T00:00:00Z\n\
         c2,Overoak,Iowa,Polk,,,,,,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_suppliers("s1,Oakfield Seed,seed,10,true,2026-06-01T00:00:00Z\n");
    warehouse.write_inventory(
        "i1,Urea,fertilizer,ton,Ames,12.5,1,2,5,,,20,400,USD,s1,2026-06-01T00:00:00Z\n\
         i1,Urea,fertilizer,ton,Nevada Yard,3,0,0,,,,,410,USD,s1,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_transactions(
        "t1,SO-2041,sale,2026-06-01,c1,,i1,2,ton,500,USD,,,Ames,2026-06-01T00:00:00Z\n\
         t2,SO-2041,sale,2026-06-01,c1,,i9,1,bag,30.005,USD,,,Ames,2026-06-01T00:00:00Z\n\
         t3,SO-2042,sale,2026-06-02,c7,,i1,1,ton,500,USD,,,Old Mill,2026-06-01T00:00:00Z\n\
         p1,PO-77,purchase,2026-05-01,,s1,i1,10,ton,400,USD,2026-05-10,2026-05-12,Ames,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(owner, &warehouse).await.data();
}

fn found(data: &Value) -> Vec<(&str, &str)> {
    data["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| (hit["kind"].as_str().unwrap(), hit["id"].as_str().unwrap()))
        .collect()
}

#[tokio::test]
async fn search_finds_every_kind_and_ranks_the_best_match_first() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_records(&app, &owner).await;
    let search = async |text: &str| {
        let answer = owner.get(&format!("/api/search?q={text}")).await;
        answer.data().clone()
    };
    assert_eq!(
        found(&search("OAK").await),
        [("customer", "c1"), ("customer", "c2"), ("supplier", "s1")]
    );
    assert_eq!(found(&search("urea").await), [("item", "i1")]);
    assert_eq!(found(&search("yard").await), [("location", "Nevada Yard")]);
    assert_eq!(
        found(&search("so-204").await),
        [("order", "SO-2042"), ("order", "SO-2041")]
    );
    assert_eq!(
        search("PO-77").await["items"],
        json!([{"kind": "order", "id": "PO-77", "name": "PO-77", "day": "2026-05-01"}])
    );
    assert_eq!(
        found(&search("oak&limit=1").await),
        [("customer", "c1"), ("supplier", "s1")]
    );
    assert!(found(&search("").await).is_empty());
}

#[tokio::test]
async fn search_leaves_out_what_the_key_may_not_read() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_records(&app, &owner).await;
    let key = owner
        .post(
            "/api/api-keys",
            json!({"name": "stock", "permissions": ["inventory.read"]}),
        )
        .await;
    let stock = app
        .anonymous_client()
        .with_token(key.data()["token"].as_str().unwrap());
    for (text, kinds) in [
        ("oak", vec![]),
        ("2041", vec![]),
        ("urea", vec![("item", "i1")]),
    ] {
        let answer = stock.get(&format!("/api/search?q={text}")).await;
        assert_eq!(found(answer.data()), kinds, "{text}");
    }
    // Costs and suppliers are purchases.
    let item = stock.get("/api/items/i1").await;
    assert_eq!(
        item.data()["stock"][1],
        json!({"location": "Nevada Yard", "unit": "ton", "onHand": 3.0, "onOrder": 0.0, "booked": 0.0})
    );
    for path in [
        "/api/orders/PO-77",
        "/api/suppliers/s1",
        "/api/customers/c1",
    ] {
        assert_eq!(
            stock.get(path).await.expect_failure(403),
            "forbidden",
            "{path}"
        );
    }
}

#[tokio::test]
async fn records_have_profiles_or_are_known_by_their_lines() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_records(&app, &owner).await;
    assert_eq!(
        *owner.get("/api/customers/c1").await.data(),
        json!({
            "customerId": "c1", "customer": "Burr Oak Farm", "state": "Iowa", "county": "Story",
            "acres": 500.5, "crops": ["corn", "wheat"], "salesperson": "R. Cole",
            "customerSince": "2020-01-01"
        })
    );
    // A buyer without a profile.
    assert_eq!(
        *owner.get("/api/customers/c7").await.data(),
        json!({"customerId": "c7", "customer": "c7", "crops": []})
    );
    assert_eq!(
        *owner.get("/api/suppliers/s1").await.data(),
        json!({"supplierId": "s1", "supplier": "Oakfield Seed", "categories": ["seed"],
            "leadTimeDays": 10, "isActive": true})
    );
    let item = owner.get("/api/items/i1").await;
    assert_eq!(
        item.data()["stock"][0],
        json!({"location": "Ames", "unit": "ton", "onHand": 12.5, "onOrder": 1.0, "booked": 2.0,
            "reorderPoint": 5.0, "leadTimeDays": 20, "supplierId": "s1",
            "supplier": "Oakfield Seed", "unitCost": 400.0, "currency": "USD"})
    );
    assert_eq!(owner.get("/api/items/i9").await.data()["item"], "i9");
    assert_eq!(
        *owner.get("/api/locations/Nevada%20Yard").await.data(),
        json!({"location": "Nevada Yard", "stockRows": 1})
    );
    assert_eq!(
        owner.get("/api/locations/Old%20Mill").await.data()["stockRows"],
        0
    );
    for path in [
        "customers/c9",
        "suppliers/c1",
        "items/x",
        "locations/x",
        "orders/x",
    ] {
        let answer = owner.get(&format!("/api/{path}")).await;
        assert_eq!(answer.expect_failure(404), "not_found", "{path}");
    }
}

#[tokio::test]
async fn an_order_has_pages_of_lines_with_names() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_records(&app, &owner).await;
    let first = owner.get("/api/orders/SO-2041?limit=1").await;
    assert_eq!(
        *first.data(),
        json!({"orderId": "SO-2041", "nextCursor": "t1", "items": [{
            "lineId": "t1", "direction": "sale", "day": "2026-06-01", "itemId": "i1",
            "item": "Urea", "quantity": 2.0, "unit": "ton", "unitPrice": 500.0, "amount": 1000.0,
            "currency": "USD", "location": "Ames", "customerId": "c1", "customer": "Burr Oak Farm"
        }]})
    );
    let last = owner.get("/api/orders/SO-2041?limit=1&cursor=t1").await;
    assert_eq!(last.data()["items"][0]["amount"], 30.0);
    assert!(last.data()["nextCursor"].is_null());
    let purchase = owner.get("/api/orders/PO-77").await;
    assert_eq!(purchase.data()["items"][0]["supplier"], "Oakfield Seed");
    assert_eq!(purchase.data()["items"][0]["deliveredDay"], "2026-05-12");
}

#[tokio::test]
async fn figures_of_records_with_one_name_are_kept_apart_by_id() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("namesakes");
    warehouse.write_customers(
        "c1,Miller,Iowa,Story,,,,,,2026-06-01T00:00:00Z\n\
         c2,Miller,Iowa,Polk,,,,,,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_transactions(
        "t1,o1,sale,2026-06-01,c1,,i1,2,ton,500,USD,,,Ames,2026-06-01T00:00:00Z\n\
         t2,o2,sale,2026-06-02,c2,,i1,1,ton,500,USD,,,Ames,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let query = |filters: Value| {
        json!({"dataset": "sales", "measures": ["revenue"],
            "dimensions": ["customer_id", "customer"], "filters": filters})
    };
    let all = owner.post("/api/metrics/query", query(json!([]))).await;
    assert_eq!(
        all.data()["rows"],
        json!([["c1", "Miller", 1000.0], ["c2", "Miller", 500.0]])
    );
    let one = json!([{"dimension": "customer_id", "op": "=", "value": "c2"}]);
    let one = owner.post("/api/metrics/query", query(one)).await;
    assert_eq!(one.data()["rows"], json!([["c2", "Miller", 500.0]]));
}

#[tokio::test]
async fn customers_have_pages_in_any_order() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_orders(&app, &owner).await;
    let list = async |query: &str| {
        owner
            .get(&format!("/api/customers?{query}"))
            .await
            .data()
            .clone()
    };
    let names = |data: &Value| -> Vec<String> {
        let items = data["items"].as_array().unwrap();
        items
            .iter()
            .map(|row| row["customer"].as_str().unwrap().to_owned())
            .collect()
    };
    // All pages together are the rows of the customers page, in its order.
    let page = owner.get("/api/customer-segmentation").await;
    let patterns = page.data()["customer_patterns"].as_array().unwrap();
    let (mut rows, mut cursor) = (Vec::new(), String::new());
    loop {
        let data = list(&format!("limit=15{cursor}")).await;
        assert_eq!(data["total"], 40);
        rows.extend(data["items"].as_array().unwrap().iter().cloned());
        match data["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(rows, *patterns);
    assert_eq!(
        names(&list("limit=2&sort=customer").await),
        ["Farm 0", "Farm 1"]
    );
    assert_eq!(names(&list("limit=1&sort=-customer").await), ["Farm 9"]);
    // Customers without a predicted day are last in both orders.
    for sort in ["predicted_next", "-predicted_next"] {
        let data = list(&format!("limit=1&cursor=39&sort={sort}")).await;
        assert!(
            data["items"][0]["predictedNextLow80"].is_null(),
            "{sort}: {data}"
        );
    }
    let found = list("q=FARM%203&limit=3&sort=customer_id").await;
    assert_eq!((&found["total"], names(&found).len()), (&json!(11), 3));
    assert_eq!(names(&list("id=c3").await), ["Farm 3"]);
    let overdue = list("overdue=true").await;
    assert!(overdue["total"].as_u64().unwrap() < 40, "{overdue}");
    for wrong in ["limit=1001", "sort=name", "cursor=x"] {
        let answer = owner.get(&format!("/api/customers?{wrong}")).await;
        assert!(
            answer.expect_failure(400).starts_with("invalid_"),
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn recommendations_have_pages_in_any_order() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("short");
    // Row n costs 100 n: with one unit cost of 100, the reorder point is n and nothing is sold.
    let rows = [1, 2, 3, 4, 5].map(|n| {
        format!("i{n},Item {n},seed,bag,Ames,0,0,0,{n},1,,7,100,USD,s1,2026-06-01T00:00:00Z\n")
    });
    warehouse.write_inventory(&rows.concat());
    warehouse.write_suppliers("s1,Oakfield Seed,seed,10,true,2026-06-01T00:00:00Z\n");
    app.sync_warehouse(&owner, &warehouse).await.data();
    let path = "/api/purchasing/recommendations";
    let list = async |query: &str| owner.get(&format!("{path}{query}")).await.data().clone();
    let ids = |data: &Value| -> Vec<String> {
        let items = data["items"].as_array().unwrap();
        items
            .iter()
            .map(|row| row["itemId"].as_str().unwrap().to_owned())
            .collect()
    };
    let whole = list("").await;
    assert_eq!(ids(&whole), ["i5", "i4", "i3", "i2", "i1"]);
    assert_eq!(
        (&whole["total"], &whole["totalCost"]),
        (&json!(5), &json!(1500.0))
    );
    assert!(whole["nextCursor"].is_null());
    let first = list("?limit=2").await;
    assert_eq!(
        (ids(&first), &first["nextCursor"]),
        (vec!["i5".into(), "i4".into()], &json!("2"))
    );
    let too_many = owner.get(&format!("{path}?limit=1001")).await;
    assert_eq!(too_many.status.as_u16(), 400, "{}", too_many.text);
    assert_eq!(ids(&list("?limit=2&cursor=4").await), ["i1"]);
    assert_eq!(ids(&list("?limit=2&sort=cost").await), ["i1", "i2"]);
    assert_eq!(ids(&list("?limit=1&sort=-item").await), ["i5"]);
    let found = list("?q=ITEM%203").await;
    assert_eq!(
        (ids(&found), &found["totalCost"]),
        (vec!["i3".into()], &json!(300.0))
    );
    assert_eq!(list("?q=oakfield&limit=1").await["total"], 5);
    // A draft shortens all pages at once.
    let draft = json!({
        "requestId": "0197a000-0000-7000-8000-000000000001",
        "lines": [{"itemId": "i5", "location": "Ames", "quantity": 5}]
    });
    owner.post("/api/purchasing/drafts", draft).await.data();
    assert_eq!(list("?limit=1").await["total"], 4);
}
