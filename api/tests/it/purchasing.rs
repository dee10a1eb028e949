//! Tests cards and recommendations from source rows to HTTP responses.

use crate::TestApp;
use crate::source_warehouse::PurchaseLine;
use poem::http::StatusCode;
use serde_json::json;

/// Today is 2026-06-16: the year is 2025-06-17 to 2026-06-16, the prior year 2024-06-17 to
/// 2025-06-16.
#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn cards_match_hand_calculation() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    let line = PurchaseLine::default();
    warehouse.write_purchases(&[
        // The first and last day of the year, and one outside on either side.
        PurchaseLine {
            id: "1",
            order: "a",
            date: "2025-06-17",
            quantity: "10",
            price: "100.005",
            promised: "2025-06-20",
            delivered: "2025-06-20",
            ..line
        },
        PurchaseLine {
            id: "2",
            order: "a",
            date: "2026-06-16",
            quantity: "2.5",
            price: "40",
            promised: "2026-07-01",
            ..line
        },
        PurchaseLine {
            id: "3",
            order: "b",
            date: "2026-06-01",
            supplier: "s2",
            quantity: "1",
            price: "1000",
            promised: "2026-06-10",
            delivered: "2026-06-11",
            ..line
        },
        PurchaseLine {
            id: "4",
            order: "c",
            date: "2026-06-02",
            supplier: "s3",
            quantity: "-3",
            price: "100",
            promised: "2026-06-12",
            ..line
        },
        PurchaseLine {
            id: "5",
            order: "d",
            date: "2025-06-16",
            quantity: "7",
            price: "100",
            promised: "2025-06-16",
            delivered: "2025-06-01",
            ..line
        },
        PurchaseLine {
            id: "6",
            order: "e",
            date: "2024-06-16",
            quantity: "99",
            price: "100",
            ..line
        },
        PurchaseLine {
            id: "7",
            order: "f",
            date: "2026-06-03",
            currency: "CAD",
            quantity: "9",
            price: "9",
            ..line
        },
        PurchaseLine {
            id: "8",
            order: "g",
            date: "2026-06-17",
            quantity: "9",
            price: "9",
            ..line
        },
    ]);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/purchasing/summary").await;
    let data = answer.data();
    // 1000.05 + 100 + 1000 - 300, over the orders a, b, c; the prior year has 700 in one order.
    assert_eq!(
        data["totalSpend"],
        json!({"value": 1800.05, "changePercent": 157.15})
    );
    assert_eq!(
        data["avgOrderValue"],
        json!({"value": 600.02, "changePercent": -14.28})
    );
    // Promised in the year and due: lines 1 (on time), 3 (late), 4 (never delivered). The prior
    // year's single line was on time.
    assert_eq!(
        data["deliveryRate"],
        json!({"value": 33.33, "changePoints": -66.67})
    );
    assert_eq!(data["activeSuppliers"], json!({"value": 3}));
    assert_eq!(answer.json["meta"]["currency"], "USD");
    assert_eq!(answer.json["meta"]["asOf"], "2026-06-16");
    assert_eq!(answer.json["meta"]["dataThrough"], "2026-06-16");
    assert_eq!(answer.json["meta"]["excluded"], 1);
    assert_eq!(
        answer.json["meta"]["exclusions"],
        json!([{"reason": "other_currency", "count": 1}])
    );
    assert_eq!(answer.json["meta"]["n"], 4);
    assert_eq!(answer.json["meta"]["sample"], false);
}

#[tokio::test]
async fn no_rows_give_empty_figures() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let answer = owner.get("/api/purchasing/summary").await;
    assert_eq!(
        answer.data(),
        &json!({"totalSpend": {"value": 0.0}, "activeSuppliers": {"value": 0}})
    );
    assert_eq!(answer.json["meta"]["n"], 0);
    assert!(answer.json["meta"].get("dataThrough").is_none());
    assert_eq!(
        owner.get("/api/purchasing/recommendations").await.data(),
        &json!({"items": [], "total": 0, "totalCost": 0.0, "withoutReorderPoint": 0, "itemsWithoutReorderPoint": [], "inOpenDrafts": 0})
    );
}

#[tokio::test]
async fn sums_amounts_beyond_64_bits_exactly() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("huge");
    let ids: Vec<String> = (0..1_200).map(|id| format!("p{id}")).collect();
    let lines: Vec<_> = ids
        .iter()
        .map(|id| PurchaseLine {
            id,
            order: id,
            quantity: "999999999.9999",
            price: "999",
            ..PurchaseLine::default()
        })
        .collect();
    warehouse.write_purchases(&lines);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/purchasing/summary").await;
    // 1,200 lines of 999999999.9999 x 999, whose scaled sum exceeds 64 bits.
    assert_eq!(
        answer.data()["totalSpend"]["value"],
        1_198_799_999_999_880.1
    );
}

#[tokio::test]
async fn recommends_items_at_reorder_point_with_all_terms() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("stock");
    warehouse.write_inventory(
        "urea,Urea \
            46-0-0,fertilizer,ton,Ames,20,5,10,15,10,20,16,410.5,USD,s1,2026-06-01T00:00:00Z\ncorn,Corn \
            P1,seed,bag,Ames,100,0,0,99,1,1,5,250,USD,s1,2026-06-01T00:00:00Z\natrazine,Atrazine,pesticide,gal,Ames,1,0,0,,1,1,5,20,USD,s1,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_transactions(
        "1,o1,sale,2026-01-10,c1,,urea,365,ton,500,USD,,,Ames,2026-06-01T00:00:00Z\n\
         2,o2,sale,2026-01-11,c1,,urea,-36.5,ton,500,USD,,,,2026-06-01T00:00:00Z\n\
         3,o3,purchase,2026-01-11,,s1,urea,1,ton,400,USD,,,Ames,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/purchasing/recommendations").await;
    let data = answer.data();
    assert_eq!(data["withoutReorderPoint"], 1);
    let items = data["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{}", answer.text);
    let terms = &items[0]["terms"];
    // Position 20 + 5 - 10 = 15, which is the reorder point. Sold 328.5 in 365 days, so 0.9 a day
    // over 16 + 7 days: 20.7.
    assert_eq!(terms["position"], 15.0);
    assert_eq!(terms["soldLastYear"], 328.5);
    assert_eq!(terms["expectedSales"], 20.7);
    assert_eq!(terms["orderUpTo"], 35.7);
    assert_eq!(terms["shortfall"], 20.7);
    assert_eq!(
        items[0]["recommended"], 30.0,
        "rounded up to whole packs of 10"
    );
    assert_eq!(items[0]["cost"], 12_315.0);
    assert_eq!(items[0]["currentStock"], 20.0);
    assert_eq!(items[0]["unit"], "ton");
}

#[tokio::test]
async fn unchanged_response_returns_304() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_purchases(&[PurchaseLine::default()]);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let first = owner.get("/api/purchasing/summary").await;
    let etag = first.header("etag").to_owned();
    assert_eq!(first.header("cache-control"), "private, no-cache");
    assert_eq!(
        first.header("vary"),
        "Authorization, Accept, Accept-Encoding"
    );
    let again = owner
        .with_header("if-none-match", &etag)
        .get("/api/purchasing/summary")
        .await;
    assert_eq!(
        (again.status, again.text.as_str()),
        (StatusCode::NOT_MODIFIED, "")
    );
    // Without changes the response stays valid; a change invalidates it.
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(
        owner
            .with_header("if-none-match", &etag)
            .get("/api/purchasing/summary")
            .await
            .status,
        StatusCode::NOT_MODIFIED
    );
    warehouse.write_purchases(&[PurchaseLine {
        price: "101",
        ..PurchaseLine::default()
    }]);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let changed = owner
        .with_header("if-none-match", &etag)
        .get("/api/purchasing/summary")
        .await;
    assert_eq!(changed.data()["totalSpend"]["value"], 101.0);
    let stranger = app.create_organization("Other").await;
    assert_eq!(
        stranger
            .with_header("if-none-match", &etag)
            .get("/api/purchasing/summary")
            .await
            .status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn visitors_see_demo_marked_as_sample() {
    let app = TestApp::start_with_demo().await;
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    let warehouse = app.create_warehouse("demo");
    warehouse.write_purchases(&[PurchaseLine {
        price: "77",
        ..PurchaseLine::default()
    }]);
    app.sync_warehouse(&demo, &warehouse).await.data();
    let seen = app.anonymous_client().get("/api/purchasing/summary").await;
    assert_eq!(seen.data()["totalSpend"]["value"], 77.0);
    assert_eq!(seen.json["meta"]["sample"], true);
    let own = app
        .create_organization("Prairie")
        .await
        .get("/api/purchasing/summary")
        .await;
    assert_eq!(own.data()["totalSpend"]["value"], 0.0);
    assert_eq!(own.json["meta"]["sample"], false);
}

#[tokio::test]
async fn recommendations_count_sales_that_no_stock_row_uses() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("places");
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,HQ,10,0,0,15,,,,400,USD,,2026-06-01T00:00:00Z\n",
    );
    let sale = |id: &str, item: &str, unit: &str, location: &str| {
        format!(
            "{id},{id},sale,2026-05-10,c1,,{item},1,{unit},500,USD,,,{location},2026-06-01T00:00:00Z\n"
        )
    };
    warehouse.write_transactions(
        &[
            sale("1", "urea", "ton", "HQ"),
            sale("2", "urea", "ton", ""),
            sale("3", "urea", "ton", "Texas"),
            sale("4", "urea", "ton", "Ohio"),
            sale("5", "urea", "lb", "HQ"),
            sale("6", "twine", "unit", "HQ"),
        ]
        .concat(),
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/purchasing/recommendations").await;
    assert_eq!(answer.data()["items"][0]["terms"]["soldLastYear"], 2.0);
    let meta = &answer.json["meta"];
    assert_eq!(
        (&meta["excluded"], &meta["exclusions"]),
        (
            &json!(4),
            &json!([
                {"reason": "other_unit", "count": 1},
                {"reason": "location_without_stock", "count": 2},
                {"reason": "item_without_stock", "count": 1},
            ])
        )
    );
}

#[tokio::test]
async fn answers_say_through_which_day_there_is_data() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("old");
    let line = |id: &str, direction: &str, date: &str, parties: &str| {
        format!(
            "{id},{id},{direction},{date},{parties},urea,1,ton,500,USD,,,Ames,2026-06-01T00:00:00Z\n"
        )
    };
    warehouse.write_transactions(
        &[
            line("1", "purchase", "2026-03-02", ",s1"),
            line("2", "sale", "2026-04-30", "c1,"),
            // Booked for a day after the figures.
            line("3", "sale", "2026-07-01", "c1,"),
        ]
        .concat(),
    );
    warehouse.write_file(
        "market_prices.csv",
        "price_date,commodity,market,price,unit,volume,updated_at\n\
         2026-05-01,corn,CBOT,4.5,usd_per_bu,,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    for (path, through) in [
        ("/api/purchasing/summary", "2026-04-30"),
        ("/api/purchasing/recommendations", "2026-04-30"),
        ("/api/analytics/supply-price-index", "2026-04-30"),
        ("/api/customer-segmentation", "2026-04-30"),
        ("/api/analytics/methods", "2026-04-30"),
        ("/api/ai-bot/suggestions", "2026-04-30"),
        ("/api/market/overview", "2026-05-01"),
    ] {
        let answer = owner.get(path).await;
        assert_eq!(
            (
                &answer.json["meta"]["asOf"],
                &answer.json["meta"]["dataThrough"]
            ),
            (&json!("2026-06-16"), &json!(through)),
            "{path}"
        );
    }
}
