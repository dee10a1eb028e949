//! Refreshing harvests from a server with the API of USDA Quick Stats.

use crate::TestApp;
use crate::source_warehouse::Warehouse;
use api::features::crop_yield::quick_stats::QuickStats;
use api::features::crop_yield::yield_refresh::YieldRefresher;
use api::outbound::{NetworkPolicy, OutboundClient};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const YIELDS: &str = "/api/analytics/crop-yield-forecast";

/// Records requests and returns the national corn yields by year, among rows that are not final
/// yields.
#[derive(Clone)]
struct FakeQuickStats {
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
    corn: Arc<Mutex<Vec<(i32, &'static str)>>>,
}

impl FakeQuickStats {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/api/api_GET/", listener.local_addr().unwrap());
        let fake = Self {
            address,
            asked: Arc::default(),
            corn: Arc::default(),
        };
        let serving = fake.clone();
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                let mut request = Vec::new();
                while !request.ends_with(b"\r\n\r\n") {
                    request.push(socket.read_u8().await.unwrap());
                }
                let (status, body) =
                    serving.respond_to(String::from_utf8(request).unwrap().lines().next().unwrap());
                let head = format!(
                    "HTTP/1.1 {status} x\r\nContent-Type: application/json\r\nContent-Length: \
                        {}\r\nConnection: close\r\n\r\n",
                    body.len()
                );
                socket.write_all((head + &body).as_bytes()).await.unwrap();
            }
        });
        fake
    }

    fn respond_to(&self, line: &str) -> (u16, String) {
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(line.to_owned());
        if !line.contains("key=s3cret") {
            return (401, json!({"error": ["unauthorized"]}).to_string());
        }
        if line.contains("agg_level_desc=STATE") {
            return (
                400,
                json!({"error": ["bad request - invalid query"]}).to_string(),
            );
        }
        let (series, rows) = if line.contains("CORN") {
            (
                "CORN, GRAIN - YIELD, MEASURED IN BU / ACRE",
                self.corn
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .clone(),
            )
        } else if line.contains("SOYBEANS") {
            (
                "SOYBEANS - YIELD, MEASURED IN BU / ACRE",
                vec![(2025, "53")],
            )
        } else {
            ("WHEAT - YIELD, MEASURED IN BU / ACRE", vec![(2025, "53.3")])
        };
        let mut data: Vec<Value> = rows
            .into_iter()
            .map(|(year, value)| series_row(series, year, value, "YEAR"))
            .collect();
        data.push(series_row(series, 2026, "999", "YEAR - AUG FORECAST"));
        data.push(series_row(series, 2024, "(D)", "YEAR"));
        (200, json!({ "data": data }).to_string())
    }

    fn client_with_key(&self, key: &str) -> QuickStats {
        QuickStats::new(
            OutboundClient::new(NetworkPolicy::WITH_PRIVATE).unwrap(),
            &self.address,
            key,
        )
        .unwrap()
    }

    fn put_corn(&self, rows: &[(i32, &'static str)]) {
        *self.corn.lock().unwrap() = rows.to_vec();
    }
}

fn series_row(series: &str, year: i32, value: &str, period: &str) -> Value {
    json!({"source_desc": "SURVEY", "short_desc": series, "agg_level_desc": "NATIONAL", "domain_desc": "TOTAL", "reference_period_desc": period,
        "state_name": "US TOTAL", "year": year, "Value": value, "county_name": ""})
}

/// An organization whose only customer grows corn outside the known states, so that the national
/// series is requested.
async fn create_grower(app: &TestApp) -> crate::Client {
    let owner = app.create_organization("Prairie").await;
    let warehouse: Warehouse = app.create_warehouse("growers");
    warehouse.write_customers("c1,Farm One,,,100,corn,,,,2026-06-01T00:00:00Z\n");
    app.sync_warehouse(&owner, &warehouse).await.data();
    owner
}

#[tokio::test]
async fn a_new_harvest_moves_the_forecast_on_every_server() {
    let app = TestApp::start().await;
    let owner = create_grower(&app).await;
    let fake = FakeQuickStats::start().await;
    let year = |answer: &crate::Answer| answer.data()["forecasts"][0]["year"].as_i64();
    let before = owner.get(YIELDS).await;
    fake.put_corn(&[(2025, "186.5"), (2026, "183")]);
    let known = app.parts.yields.clone();
    let mut refresh = YieldRefresher::new(
        app.parts.database.clone(),
        app.parts.clock.clone(),
        known.clone(),
        Some(fake.client_with_key("s3cret")),
    );
    refresh.refresh_if_stale().await.unwrap();
    let after = owner.get(YIELDS).await;
    assert_eq!(
        (
            after.status.as_u16(),
            known.current_snapshot().edition.is_empty()
        ),
        (200, false)
    );
    assert_ne!(
        before.text, after.text,
        "the kept answer of before was given again"
    );
    assert_eq!(
        year(&after),
        year(&before).map(|year| year + 1),
        "{}",
        after.text
    );
    // Six requests, and no more within a day, not even by another server, which reads the database.
    assert_eq!(fake.asked.lock().unwrap().len(), 6);
    let other = api::features::crop_yield::yield_catalog::YieldCatalog::from_embedded().unwrap();
    let mut second = YieldRefresher::new(
        app.parts.database.clone(),
        app.parts.clock.clone(),
        other.clone(),
        Some(fake.client_with_key("s3cret")),
    );
    second.refresh_if_stale().await.unwrap();
    assert_eq!(
        (
            fake.asked.lock().unwrap().len(),
            other.current_snapshot().edition.clone()
        ),
        (6, known.current_snapshot().edition.clone())
    );
}

#[tokio::test]
async fn an_answer_that_is_not_sound_changes_nothing() {
    let app = TestApp::start().await;
    let fake = FakeQuickStats::start().await;
    let known = app.parts.yields.clone();
    for (rows, key, expected) in [
        (vec![(2025, "90")], "s3cret", "far from the yield on record"),
        (vec![(2026, "600")], "s3cret", "impossible yield"),
        (
            vec![(2025, "186.5"), (2025, "186")],
            "s3cret",
            "two yields for one harvest",
        ),
        (Vec::new(), "s3cret", "no national yields"),
        (vec![(2025, "186.5")], "wrong", "SPROUT_QUICK_STATS_KEY"),
    ] {
        fake.put_corn(&rows);
        let mut refresh = YieldRefresher::new(
            app.parts.database.clone(),
            app.parts.clock.clone(),
            known.clone(),
            Some(fake.client_with_key(key)),
        );
        let refused = refresh.refresh_if_stale().await.unwrap_err().to_string();
        assert!(
            refused.contains(expected) && !refused.contains("s3cret"),
            "{refused}"
        );
        assert!(
            known.current_snapshot().edition.is_empty()
                && app
                    .parts
                    .database
                    .platform()
                    .list_reference_yields()
                    .await
                    .unwrap()
                    .is_empty(),
            "{rows:?}"
        );
        // No immediate retry after a failure, to avoid throttling by the server.
        let asked = fake.asked.lock().unwrap().len();
        refresh.refresh_if_stale().await.unwrap();
        assert_eq!(fake.asked.lock().unwrap().len(), asked);
    }
}
