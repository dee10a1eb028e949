//! Own weather regions and providers of organizations, with servers that answer like Open-Meteo.

use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use entities::weather_setting;
use sea_orm::EntityTrait;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use test_server::{ok_response, spawn_server};
use tokio::io::AsyncWriteExt;

const SETTINGS: &str = "/api/market/weather-settings";
const FOUR: [&str; 4] = ["Midwest", "Plains", "Southeast", "Northeast"];

/// A weather service. The first place of an answer has its temperature, each other one a degree
/// more.
struct FakeWeather {
    url: String,
    requests: Arc<Mutex<Vec<String>>>,
    status: Arc<AtomicU16>,
}

impl FakeWeather {
    async fn start(temperature: u8) -> Self {
        let requests = Arc::new(Mutex::new(Vec::new()));
        let status = Arc::new(AtomicU16::new(200));
        let (heads, current) = (Arc::clone(&requests), Arc::clone(&status));
        let address = spawn_server(move |mut stream, head| {
            let response = match current.load(Ordering::SeqCst) {
                200 => ok_response(forecast_json(&head, temperature).to_string()),
                status => format!("HTTP/1.1 {status} No\r\ncontent-length: 0\r\n\r\n").into(),
            };
            heads.lock().unwrap().push(head);
            async move { stream.write_all(&response).await }
        })
        .await;
        Self {
            url: format!("http://{address}/v1/forecast"),
            requests,
            status,
        }
    }

    fn answer_with(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    fn request_count(&self) -> usize {
        self.requests.lock().unwrap().len()
    }

    fn last_request(&self) -> String {
        self.requests.lock().unwrap().last().cloned().unwrap()
    }

    fn provider(&self) -> Value {
        json!({"url": self.url})
    }
}

fn forecast_json(head: &str, temperature: u8) -> Value {
    let (_, latitudes) = head.split_once("latitude=").unwrap();
    let places = latitudes.split('&').next().unwrap().split("%2C").count();
    let mut forecasts = (0..places).map(|place| {
        json!({
            "current_units": {"temperature_2m": "°F"},
            "current": {"temperature_2m": usize::from(temperature) + place, "weather_code": 2},
            "daily_units": {"temperature_2m_max": "°F", "precipitation_sum": "inch"},
            "daily": {"temperature_2m_max": vec![61.5; 12], "precipitation_sum": vec![0.1; 12]},
        })
    });
    match places {
        1 => forecasts.next().unwrap(),
        _ => forecasts.collect(),
    }
}

fn bottoms() -> Value {
    json!({"name": "River Bottoms", "latitude": 41.8781, "longitude": -93.0977})
}

async fn read_weather(client: &Client) -> Value {
    client.get("/api/market/overview").await.data()["weather"].clone()
}

/// The names and temperatures of the regions.
async fn read_regions(client: &Client) -> Vec<(String, f64)> {
    let weather = read_weather(client).await;
    let regions = weather["regions"].as_array().unwrap();
    let mut list = Vec::new();
    for region in regions {
        let name = region["region"].as_str().unwrap().to_owned();
        list.push((name, region["temperature"].as_f64().unwrap()));
    }
    list
}

/// The four regions and own ones, with temperatures that rise from the first.
fn four_from(first: f64, own: &[(&str, f64)]) -> Vec<(String, f64)> {
    let four = FOUR.into_iter().zip([0.0, 1.0, 2.0, 3.0]);
    let four = four.map(|(name, more)| (name, first + more));
    four.chain(own.iter().copied())
        .map(|(name, degrees)| (name.to_owned(), degrees))
        .collect()
}

fn error_paths(answer: &Answer) -> Vec<String> {
    let details = answer.json["details"].as_array().unwrap();
    details
        .iter()
        .map(|detail| detail["path"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn own_regions_follow_the_four_in_every_answer() {
    let operator = FakeWeather::start(50).await;
    let app = TestApp::start().await.with_operator_weather(&operator.url);
    let owner = app.create_organization("Prairie").await;
    assert_eq!(read_regions(&owner).await, four_from(50.0, &[]));
    let initial = owner.get(SETTINGS).await;
    assert_eq!(
        *initial.data(),
        json!({"regions": [], "serverHasProvider": true, "maxRegions": 8})
    );

    let regions = json!([bottoms(), {"name": "Loess Hills", "latitude": 42, "longitude": -96}]);
    let saved = owner.put(SETTINGS, json!({"regions": regions})).await;
    assert_eq!(saved.data()["regions"][0], bottoms());
    assert_eq!(saved.data()["updatedBy"], "Prairie Owner");
    assert_eq!(owner.get(SETTINGS).await.data(), saved.data());

    let own = [("River Bottoms", 50.0), ("Loess Hills", 51.0)];
    assert_eq!(read_regions(&owner).await, four_from(50.0, &own));
    let weather = read_weather(&owner).await;
    assert_eq!(weather["regions"][4]["place"], "41.8781, -93.0977");
    assert_eq!(weather["hasProvider"], true);
    // The four came from the shared answer, the own ones from one more request.
    assert_eq!(operator.request_count(), 2);
    assert!(
        operator
            .last_request()
            .contains("latitude=41.8781%2C42&longitude=-93.0977%2C-96&")
    );

    let asked = owner
        .post("/api/ai-bot/query", json!({"query": "How is the weather?"}))
        .await;
    let text = asked.data().to_string();
    assert!(
        text.contains("Midwest") && text.contains("River Bottoms"),
        "{text}"
    );
    let preview = owner
        .post(
            "/api/report-schedules/preview",
            json!({"name": "Supply", "attachment": "both", "kind": "supply_analysis"}),
        )
        .await;
    let text = preview.data().to_string();
    assert!(
        text.contains("Midwest (Ames, Iowa)") && text.contains("River Bottoms (41.8781, -93.0977)"),
        "{text}"
    );
    assert_eq!(operator.request_count(), 2);
}

#[tokio::test]
async fn another_organization_sees_neither_regions_nor_provider() {
    let operator = FakeWeather::start(50).await;
    let own = FakeWeather::start(80).await;
    let app = TestApp::start().await.with_operator_weather(&operator.url);
    let (first, second) = (
        app.create_organization("Prairie").await,
        app.create_organization("Meadow").await,
    );
    let body = json!({"regions": [bottoms()], "provider": own.provider()});
    first.put(SETTINGS, body).await.data();
    let (mine, shared) = (
        four_from(80.0, &[("River Bottoms", 84.0)]),
        four_from(50.0, &[]),
    );
    assert_eq!(read_regions(&first).await, mine);
    assert_eq!(read_regions(&second).await, shared);
    assert_eq!(
        *second.get(SETTINGS).await.data(),
        json!({"regions": [], "serverHasProvider": true, "maxRegions": 8})
    );
    let elsewhere = json!({"regions": [{"name": "Elsewhere", "latitude": 1, "longitude": 2}]});
    second.put(SETTINGS, elsewhere).await.data();
    assert_eq!(read_regions(&first).await, mine);
    assert_eq!(
        read_regions(&second).await,
        four_from(50.0, &[("Elsewhere", 50.0)])
    );

    // A provider that fails is the trouble of one organization only, and its last answer stays.
    // API keys outlive the sessions of the owners.
    let (first, second) = (
        with_api_key(&app, &first).await,
        with_api_key(&app, &second).await,
    );
    own.answer_with(500);
    app.parts.clock.advance(TimeDelta::minutes(16));
    read_weather(&first).await;
    let status = wait_for_status(&first).await;
    assert_eq!(status, "The weather service responded with status 500.");
    assert_eq!(read_regions(&first).await, mine);
    assert_eq!(read_weather(&second).await["status"], Value::Null);
    app.parts.clock.advance(TimeDelta::hours(24));
    assert_eq!(read_regions(&first).await, []);
    assert_eq!(read_regions(&second).await.len(), 5);
}

/// A client with an API key that may read the page.
async fn with_api_key(app: &TestApp, owner: &Client) -> Client {
    let body = json!({"name": "Reader", "permissions": ["market.read"]});
    let created = owner.post("/api/api-keys", body).await;
    app.anonymous_client()
        .with_token(created.data()["token"].as_str().unwrap())
}

/// The status, after a refresh in the background.
async fn wait_for_status(client: &Client) -> String {
    for _ in 0..400 {
        if let Some(status) = read_weather(client).await["status"].as_str() {
            return status.to_owned();
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("no status")
}

#[tokio::test]
async fn without_any_provider_the_answer_says_who_can_set_one() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let check = async || {
        let weather = read_weather(&owner).await;
        assert_eq!(weather["regions"], json!([]));
        assert_eq!(weather["hasProvider"], false);
        assert_eq!(
            weather["status"],
            "No weather provider is set. An owner or admin can set one in the organization settings."
        );
    };
    check().await;
    let saved = owner.put(SETTINGS, json!({"regions": [bottoms()]})).await;
    assert_eq!(saved.data()["serverHasProvider"], false);
    check().await;
    let own = FakeWeather::start(70).await;
    let body = json!({"regions": [bottoms()], "provider": own.provider()});
    owner.put(SETTINGS, body).await.data();
    assert_eq!(
        read_regions(&owner).await,
        four_from(70.0, &[("River Bottoms", 74.0)])
    );
    // Testing the provider has fetched the answer that is shown.
    assert_eq!(own.request_count(), 1);
}

#[tokio::test]
async fn a_provider_that_sends_no_weather_is_not_saved() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let provider = FakeWeather::start(70).await;
    let save = async |provider: Value| {
        let body = json!({"regions": [bottoms()], "provider": provider});
        let answer = owner.put(SETTINGS, body).await;
        assert_eq!(answer.expect_failure(422), "invalid_values");
        let message = answer.json["message"].as_str().unwrap().to_owned();
        (error_paths(&answer), message)
    };
    provider.answer_with(404);
    assert_eq!(
        save(provider.provider()).await,
        (
            vec!["provider.url".to_owned()],
            "The weather provider responded with status 404. Check the URL and the API key, then \
             save again."
                .to_owned()
        )
    );
    provider.answer_with(401);
    let (paths, _) = save(provider.provider()).await;
    assert_eq!(paths, ["provider.apiKey"]);
    let (paths, message) = save(json!({"url": "http://169.254.169.254/latest"})).await;
    assert_eq!(paths, ["provider.url"]);
    assert!(message.contains("in a private network"), "{message}");
    let (_, message) = save(json!({"url": "http://weather.example/"})).await;
    assert_eq!(message, "Enter a URL that begins with https://.");
    assert_eq!(owner.get(SETTINGS).await.data()["regions"], json!([]));

    let regions = json!([{"name": "Plains", "latitude": 91, "longitude": 181}]);
    let answer = owner.put(SETTINGS, json!({"regions": regions})).await;
    assert_eq!(answer.expect_failure(422), "invalid_values");
    assert_eq!(
        error_paths(&answer),
        [
            "regions.0.name",
            "regions.0.latitude",
            "regions.0.longitude"
        ]
    );
}

#[tokio::test]
async fn the_api_key_is_stored_encrypted_and_sent_to_its_server_only() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (paid, other) = (FakeWeather::start(70).await, FakeWeather::start(40).await);
    let keyed = json!({"provider": {"url": paid.url, "apiKey": "s3cret-key"}});
    let saved = owner.put(SETTINGS, keyed).await;
    assert_eq!(
        saved.data()["provider"],
        json!({"url": paid.url, "hasApiKey": true})
    );
    assert!(paid.last_request().contains("&apikey=s3cret-key "));
    let row = weather_setting::Entity::find().one(&app.raw).await.unwrap();
    let sealed = row.unwrap().sealed_api_key.unwrap();
    assert!(sealed.starts_with("v1.") && !sealed.contains("s3cret"));
    for path in [SETTINGS, "/api/market/overview", "/api/audit-log"] {
        let answer = owner.get(path).await;
        assert!(
            !answer.text.contains("s3cret") && !answer.text.contains(&sealed),
            "{path}"
        );
    }

    // Kept with the same server, also after a restart and for new regions.
    let kept = json!({"regions": [bottoms()], "provider": paid.provider()});
    let saved = owner.put(SETTINGS, kept).await;
    assert_eq!(saved.data()["provider"]["hasApiKey"], true);
    assert!(paid.last_request().contains("&apikey=s3cret-key "));
    // Another server never gets it.
    let moved = owner
        .put(SETTINGS, json!({"provider": other.provider()}))
        .await;
    assert_eq!(moved.data()["provider"]["hasApiKey"], false);
    assert!(!other.last_request().contains("apikey"));
    // An empty key removes it.
    let keyed = json!({"provider": {"url": other.url, "apiKey": "k2"}});
    owner.put(SETTINGS, keyed).await.data();
    let removed = json!({"provider": {"url": other.url, "apiKey": ""}});
    let saved = owner.put(SETTINGS, removed).await;
    assert_eq!(saved.data()["provider"]["hasApiKey"], false);
    assert!(!other.last_request().contains("apikey"));
}

#[tokio::test]
async fn only_owners_and_admins_see_and_change_the_settings() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let body = json!({"regions": [bottoms()]});
    for (role, may) in [("viewer", false), ("member", false), ("admin", true)] {
        let caller = app.add_member(&owner, role).await;
        for answer in [
            caller.get(SETTINGS).await,
            caller.put(SETTINGS, body.clone()).await,
        ] {
            if may {
                answer.data();
            } else {
                assert_eq!(answer.expect_failure(403), "forbidden", "{role}");
                let message = answer.json["message"].as_str().unwrap();
                assert!(message.contains("organization.manage"), "{message}");
            }
        }
    }
    let trail = owner.get("/api/audit-log").await;
    let entry = &trail.data()["items"][0];
    assert_eq!(entry["action"], "weather_settings.updated");
    assert_eq!(entry["after"]["regions"][0]["name"], "River Bottoms");
    assert_eq!(entry["before"]["regions"], json!([]));
}

#[tokio::test]
async fn another_server_follows_a_change_within_two_seconds() {
    let operator = FakeWeather::start(50).await;
    let app = TestApp::start().await.with_operator_weather(&operator.url);
    let owner = app.create_organization("Prairie").await;
    // The other server has caches of its own.
    let other = app
        .client_with_own_weather(&operator.url)
        .with_token(owner.token());
    assert_eq!(read_regions(&other).await.len(), 4);
    owner
        .put(SETTINGS, json!({"regions": [bottoms()]}))
        .await
        .data();
    assert_eq!(read_regions(&owner).await.len(), 5);
    app.parts.clock.advance(TimeDelta::seconds(1));
    wait_for_region_count(&other, 5).await;
    owner.put(SETTINGS, json!({})).await.data();
    app.parts.clock.advance(TimeDelta::seconds(1));
    wait_for_region_count(&other, 4).await;
}

/// Responses are replayed for up to a second of real time.
async fn wait_for_region_count(client: &Client, count: usize) {
    for _ in 0..300 {
        if read_regions(client).await.len() == count {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("not {count} regions");
}

#[tokio::test]
async fn the_demo_keeps_its_sample() {
    let app = TestApp::start_with_demo().await;
    let demo = app
        .anonymous_client()
        .post(
            "/api/auth/login",
            json!({"email": "demo@sprout.example", "password": "sprout-demo"}),
        )
        .await;
    let demo = app
        .anonymous_client()
        .with_token(demo.data()["token"].as_str().unwrap());
    let refused = demo.put(SETTINGS, json!({"regions": [bottoms()]})).await;
    assert_eq!(refused.expect_failure(409), "demo_read_only");
    let weather = read_weather(&demo).await;
    assert_eq!(weather["sample"], true);
    assert_eq!(weather["hasProvider"], true);
}
