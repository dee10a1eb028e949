//! Tests the price index from source rows to HTTP responses.

use crate::source_warehouse::PurchaseLine;
use crate::{Client, TestApp};
use serde_json::{Value, json};
use std::collections::HashMap;

#[tokio::test]
async fn fewer_than_two_months_give_status() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let expected = json!({"overview": {"status": "Not enough purchases for an index (needs 2 \
        months)"}, "categories": []});
    assert_eq!(
        owner.get("/api/analytics/supply-price-index").await.data(),
        &expected
    );
    let warehouse = app.create_warehouse("thin");
    warehouse.write_purchases(&[PurchaseLine::default()]);
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(
        owner.get("/api/analytics/supply-price-index").await.data(),
        &expected
    );
}

#[tokio::test]
async fn two_months_give_provisional_index_by_category() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("two");
    let line = PurchaseLine::default();
    warehouse.write_purchases(&[
        PurchaseLine {
            id: "1",
            date: "2026-04-10",
            price: "400",
            ..line
        },
        PurchaseLine {
            id: "2",
            date: "2026-05-10",
            price: "440",
            ..line
        },
        PurchaseLine {
            id: "3",
            date: "2026-04-11",
            item: "mystery",
            unit: "gal",
            price: "10",
            ..line
        },
        PurchaseLine {
            id: "4",
            date: "2026-05-11",
            item: "mystery",
            unit: "gal",
            price: "10",
            ..line
        },
        // Another unit, another currency, and a return: not comparable, but counted.
        PurchaseLine {
            id: "5",
            date: "2026-05-12",
            unit: "lb",
            price: "1",
            ..line
        },
        PurchaseLine {
            id: "6",
            date: "2026-05-12",
            currency: "CAD",
            price: "1",
            ..line
        },
        PurchaseLine {
            id: "7",
            date: "2026-05-12",
            quantity: "-1",
            price: "1",
            ..line
        },
    ]);
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,1,0,0,,,,,400,USD,s1,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/analytics/supply-price-index").await;
    let data = answer.data();
    let category = |name: &str| {
        data["categories"]
            .as_array()
            .unwrap()
            .iter()
            .find(|category| category["category"] == name)
            .unwrap()
            .clone()
    };
    assert_eq!(category("fertilizer")["current_price_index"], 110.0);
    assert_eq!(category("fertilizer")["price_change_percent"], 10.0);
    assert_eq!(category("Unknown")["price_change_percent"], 0.0);
    assert_eq!(category("Unknown")["trend"], "stable");
    assert_eq!(data["overview"]["provisional"], true);
    assert_eq!(data["overview"]["lastMonth"], "2026-05");
    assert_eq!(
        data["overview"]["carried"], true,
        "no purchases in June yet"
    );
    assert_eq!(answer.json["meta"]["excluded"], 3);
    assert_eq!(
        answer.json["meta"]["exclusions"],
        json!([
            {"reason": "other_currency", "count": 1},
            {"reason": "other_unit", "count": 1},
            {"reason": "return", "count": 1},
        ])
    );
}

#[tokio::test]
async fn lines_of_categories_without_index_are_counted() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("thin");
    let line = |id: &str, date: &str, item: &str| {
        format!("{id},{id},purchase,{date},,s1,{item},10,ton,100,USD,,,Ames,2026-06-01T00:00:00Z\n")
    };
    warehouse.write_transactions(
        &[
            line("1", "2026-04-05", "urea"),
            line("2", "2026-05-05", "urea"),
            line("3", "2026-05-05", "corn"),
            line("4", "2026-05-06", "corn"),
        ]
        .concat(),
    );
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,1,0,0,,,,,400,USD,s1,2026-06-01T00:00:00Z\n\
         corn,Corn,seed,ton,Ames,1,0,0,,,,,400,USD,s1,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/analytics/supply-price-index").await;
    assert_eq!(answer.data()["overview"]["thinCategories"], json!(["seed"]));
    assert_eq!(
        answer.json["meta"]["exclusions"],
        json!([{"reason": "too_few_months", "count": 2}])
    );
}

/// Neither supplier ever changes its price, but the more expensive one sells more and more: the mean price
/// rises, which is no trend of prices.
#[tokio::test]
async fn change_of_suppliers_at_constant_prices_is_no_trend() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("mix");
    let mut lines = String::new();
    for month in 0..24 {
        let (year, number) = (2024 + (month + 6) / 12, (month + 6) % 12 + 1);
        for (supplier, quantity, price) in [("s1", 100 - 4 * month, 300), ("s2", 1 + month, 400)] {
            lines += &format!(
                "{month}{supplier},o{month}{supplier},purchase,{year}-{number:02}-05,,{supplier},urea,{quantity},ton,{price},USD,,,Ames,2026-06-01T00:00:00Z\n"
            );
        }
    }
    warehouse.write_transactions(&lines).write_inventory(
        "urea,Urea,fertilizer,ton,Ames,1,0,0,,,,,400,USD,s1,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/analytics/supply-price-index").await;
    let category = &answer.data()["categories"][0];
    assert!(
        category["current_price_index"].as_f64().unwrap() > 105.0,
        "the index by item includes the mix: {category}"
    );
    assert_eq!(category["trend"], "stable");
    let suggestions = owner.get("/api/ai-bot/suggestions").await;
    let ids: Vec<_> = suggestions.data()["suggestions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|suggestion| suggestion["id"].as_str().unwrap().to_owned())
        .collect();
    assert!(!ids.iter().any(|id| id.starts_with("prices-")), "{ids:?}");
}

/// Monthly purchases of urea at about 400 and of dap at about 500, with other prices on the 20th.
fn monthly_lines(unusual: &[(&str, &str)]) -> String {
    let mut lines = String::new();
    for month in 0..24_usize {
        let (year, number) = (2024 + (month + 6) / 12, (month + 6) % 12 + 1);
        for (item, price) in [
            ("urea", [400, 404, 398][month % 3]),
            ("dap", [500, 490, 505, 500][month % 4]),
        ] {
            lines += &format!(
                "{item}{month},o{month},purchase,{year}-{number:02}-05,,s1,{item},10,ton,{price},USD,,,Ames,2026-06-01T00:00:00Z\n"
            );
        }
    }
    for (number, (day, price)) in unusual.iter().enumerate() {
        lines += &format!(
            "x{number},ox{number},purchase,{day},,s1,urea,10,ton,{price},USD,,,Ames,2026-06-01T00:00:00Z\n"
        );
    }
    lines
}

async fn read_index(owner: &Client) -> Value {
    let answer = owner.get("/api/analytics/supply-price-index").await;
    answer.data()["overview"].clone()
}

async fn read_spend(owner: &Client) -> f64 {
    let answer = owner.get("/api/purchasing/summary").await;
    answer.data()["totalSpend"]["value"].as_f64().unwrap()
}

const OUTLIERS: &str = "/api/supply-prices/outliers";

#[tokio::test]
async fn unusual_prices_count_only_after_confirmation() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("odd");
    warehouse.write_transactions(&monthly_lines(&[]));
    warehouse.write_inventory(
        "urea,Urea 46,fertilizer,ton,Ames,1,0,0,,,,,400,USD,s1,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let (clean, spend) = (read_index(&owner).await, read_spend(&owner).await);
    assert_eq!(clean.get("unusualPriceLines"), None);
    assert_eq!(owner.get(OUTLIERS).await.data()["items"], json!([]));

    warehouse.write_transactions(&monthly_lines(&[
        ("2026-02-20", "12345.68"),
        ("2026-04-20", "54321.99"),
        ("2026-06-01", "1.11"),
    ]));
    app.sync_warehouse(&owner, &warehouse).await.data();
    let mut index = read_index(&owner).await;
    assert_eq!(index["unusualPriceLines"], 3);
    index.as_object_mut().unwrap().remove("unusualPriceLines");
    assert_eq!(index, clean, "three absurd lines do not move the index");
    assert!(
        read_spend(&owner).await > spend + 600_000.0,
        "sums include every line"
    );
    let answer = owner.get(&format!("{OUTLIERS}?limit=2")).await;
    let page = answer.data();
    assert_eq!(
        (&page["unconfirmed"], &page["nextCursor"]),
        (&json!(3), &json!("2"))
    );
    let listed = &page["items"][1];
    assert_eq!(
        (
            &listed["item"],
            &listed["supplierId"],
            &listed["day"],
            &listed["unitPrice"]
        ),
        (
            &json!("Urea 46"),
            &json!("s1"),
            &json!("2026-04-20"),
            &json!(54_321.99)
        )
    );
    let usual = listed["usualPrice"].as_f64().unwrap();
    assert!((398.0..=404.0).contains(&usual), "{listed}");
    assert_eq!(
        listed["rows"],
        json!([{"transactionId": "x1", "orderId": "ox1", "quantity": 10.0, "location": "Ames"}])
    );
    let rest = owner.get(&format!("{OUTLIERS}?limit=2&cursor=2")).await;
    assert_eq!(rest.data()["items"][0]["unitPrice"], 12_345.68);
    assert_eq!(rest.data().get("nextCursor"), None);

    let change = |confirmed: bool, price: f64| {
        json!({"itemId": "urea", "supplierId": "s1", "unit": "ton", "currency": "USD",
            "day": "2026-04-20", "unitPrice": price, "confirmed": confirmed})
    };
    let viewer = app.add_member(&owner, "viewer").await;
    viewer
        .put(OUTLIERS, change(true, 54_321.99))
        .await
        .expect_failure(403);
    owner
        .put(OUTLIERS, change(true, 5.0))
        .await
        .expect_failure(404);
    owner
        .put(OUTLIERS, change(true, 0.000_01))
        .await
        .expect_failure(422);
    owner.put(OUTLIERS, change(true, 54_321.99)).await.data();
    let confirmed = read_index(&owner).await;
    assert_eq!(confirmed["unusualPriceLines"], 2);
    assert_ne!(
        confirmed["series"], clean["series"],
        "a confirmed price counts"
    );
    let answer = owner.get(OUTLIERS).await;
    assert_eq!(answer.data()["unconfirmed"], 2);
    assert!(answer.data()["items"][1]["confirmation"]["confirmedBy"].is_string());
    // Another organization has none of it.
    let other = app.create_organization("Delta").await;
    assert_eq!(other.get(OUTLIERS).await.data()["items"], json!([]));

    owner.put(OUTLIERS, change(false, 54_321.99)).await.data();
    assert_eq!(read_index(&owner).await["series"], clean["series"]);
}

#[tokio::test]
async fn new_level_of_prices_is_usual_once_later_lines_confirm_it() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("level");
    let levels = [
        ("2026-05-20", "1400"),
        ("2026-05-28", "1420"),
        ("2026-06-01", "1390"),
    ];
    warehouse.write_transactions(&monthly_lines(&levels[..1]));
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(owner.get(OUTLIERS).await.data()["unconfirmed"], 1);
    // The purchases of June at the old price come from the fixture.
    warehouse.write_transactions(&monthly_lines(&levels));
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(owner.get(OUTLIERS).await.data()["items"], json!([]));
}

/// The reference series in `tests/data/price_index`, synced as purchase lines and read over HTTP.
#[tokio::test]
async fn index_matches_reference_series() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("reference");
    let (mut rows, mut items) = (String::new(), HashMap::new());
    for (number, line) in include_str!("../data/price_index/lines.csv")
        .lines()
        .skip(1)
        .enumerate()
    {
        let cells: Vec<_> = line.split(',').collect();
        let [period, item, category, quantity, value] = cells[..] else {
            panic!("{line}")
        };
        // One line per quantity of one, so that the price is the value itself and exact at scale 4.
        items.insert(item.to_owned(), category.to_owned());
        let (quantity, value): (f64, f64) = (quantity.parse().unwrap(), value.parse().unwrap());
        let price = value / quantity;
        rows += &format!(
            "t{number},o{number},purchase,{period}-15,,s1,{item},{quantity},unit,{price:.4},USD,,,Ames,2026-06-01T00:00:00Z\n"
        );
    }
    let stocked = |(item, category): (&String, &String)| {
        format!("{item},{item},{category},unit,Ames,1,0,0,,,,,1,USD,s1,2026-06-01T00:00:00Z")
    };
    let inventory = items.iter().map(stocked).collect::<Vec<_>>().join("\n");
    warehouse
        .write_transactions(&rows)
        .write_inventory(&inventory);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/analytics/supply-price-index").await;
    let series = answer.data()["overview"]["series"]
        .as_array()
        .unwrap()
        .clone();
    let mut compared = 0;
    for line in include_str!("../data/price_index/expected.csv")
        .lines()
        .filter(|line| line.starts_with("ALL,geks13_tornqvist,"))
    {
        let cells: Vec<_> = line.split(',').collect();
        let expected: f64 = cells[3].parse().unwrap();
        let point = series
            .iter()
            .find(|point| point["month"] == cells[2])
            .unwrap_or_else(|| panic!("no point for {}", cells[2]));
        let found = point["index"].as_f64().unwrap();
        // Prices have four decimals, which is 1e-6 of the smallest price.
        assert!(
            (found / expected - 1.0).abs() < 1e-6,
            "{}: {found} for {expected}",
            cells[2]
        );
        compared += 1;
    }
    assert!(compared > 24, "only {compared} months compared");
}
