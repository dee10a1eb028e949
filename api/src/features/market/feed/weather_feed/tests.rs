use super::*;
use crate::outbound::NetworkPolicy;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use test_server::{ok_response, spawn_canned_server, spawn_server};
use tokio::io::AsyncWriteExt;

fn place_json(degrees: f64) -> Value {
    json!({
        "latitude": 42.0, "longitude": -93.6, "elevation": 290.0, "timezone": "America/Chicago",
        "current_units": {"time": "iso8601", "interval": "seconds", "temperature_2m": "°F", "weather_code": "wmo code"},
        "current": {"time": "2026-05-04T09:15", "interval": 900, "temperature_2m": degrees, "weather_code": 2},
        "daily_units": {"time": "iso8601", "temperature_2m_max": "°F", "precipitation_sum": "inch"},
        "daily": {
            "time": (2..14).map(|day| format!("2026-05-{day:02}")).collect::<Vec<_>>(),
            "temperature_2m_max": vec![61.5; 12],
            "precipitation_sum": [0.4, 0.2, 0.0, 0.0, 0.8, 0.05, 0.0, 0.0, 0.0, 0.0, 0.0, null],
        },
    })
}

fn answer_json() -> Value {
    json!([
        place_json(58.31),
        place_json(66.0),
        place_json(79.9),
        place_json(-3.04)
    ])
}

fn weather_feed(address: SocketAddr) -> WeatherFeed {
    WeatherFeed::new(
        OutboundClient::new(NetworkPolicy::WITH_PRIVATE).unwrap(),
        &format!("http://{address}/v1/forecast?apikey=k"),
        None,
        Region::ALL.map(Region::to_place).to_vec(),
    )
    .unwrap()
}

async fn fetch_weather(answer: &Value) -> Result<Vec<RegionWeather>, FeedError> {
    weather_feed(spawn_canned_server(ok_response(answer.to_string())).await)
        .fetch_latest()
        .await
}

#[tokio::test]
async fn one_request_fetches_four_regions() {
    let heads = Arc::new(Mutex::new(Vec::new()));
    let requests = Arc::clone(&heads);
    let address = spawn_server(move |mut stream, head| {
        requests.lock().unwrap().push(head);
        async move {
            stream
                .write_all(&ok_response(answer_json().to_string()))
                .await
        }
    })
    .await;
    let regions = weather_feed(address).fetch_latest().await.unwrap();
    let summary: Vec<(String, f64)> = regions
        .iter()
        .map(|weather| (weather.region.clone(), weather.temperature_f))
        .collect();
    assert_eq!(
        summary,
        [
            ("Midwest", 58.31),
            ("Plains", 66.0),
            ("Southeast", 79.9),
            ("Northeast", -3.04)
        ]
        .map(|(region, degrees)| (region.to_owned(), degrees))
    );
    let midwest = &regions[0];
    assert_eq!(
        (
            midwest.place.as_str(),
            midwest.conditions.as_str(),
            midwest.rainfall_in
        ),
        ("Ames, Iowa", "Partly cloudy", 0.85)
    );
    // Not fit: today (0.6 in before), the day with 0.8 in and the two after; the last day is
    // unknown.
    assert_eq!(
        midwest.field_work,
        FieldWork {
            fit_days: 5,
            days: 9
        }
    );
    let heads = heads.lock().unwrap();
    let [head] = heads.as_slice() else {
        panic!("one request")
    };
    let query = "GET \
        /v1/forecast?apikey=k&latitude=42.03%2C38.84%2C31.45%2C40.04&longitude=-93.63%2C-97.61%2C-83.51%2C-76.31&current=temperature_2m%2Cweather_code&daily=temperature_2m_max%2Cprecipitation_sum&temperature_unit=fahrenheit&precipitation_unit=inch&timezone=auto&past_days=2&forecast_days=10 \
        HTTP/1.1";
    assert_eq!(head.lines().next(), Some(query));
}

#[tokio::test]
async fn a_single_region_is_answered_without_a_list() {
    for answer in [place_json(58.31), json!([place_json(58.31)])] {
        let heads = Arc::new(Mutex::new(Vec::new()));
        let requests = Arc::clone(&heads);
        let body = ok_response(answer.to_string());
        let address = spawn_server(move |mut stream, head| {
            requests.lock().unwrap().push(head);
            let body = body.clone();
            async move { stream.write_all(&body).await }
        })
        .await;
        let place = ForecastPlace {
            region: "River Bottoms".to_owned(),
            place: "41.8781, -93.0977".to_owned(),
            latitude: 41.8781,
            longitude: -93.0977,
        };
        let feed = WeatherFeed::new(
            OutboundClient::new(NetworkPolicy::WITH_PRIVATE).unwrap(),
            &format!("http://{address}/v1/forecast"),
            Some("a key&"),
            vec![place],
        )
        .unwrap();
        let regions = feed.fetch_latest().await.unwrap();
        assert_eq!(regions.len(), 1);
        assert_eq!(regions[0].region, "River Bottoms");
        assert_eq!(regions[0].place, "41.8781, -93.0977");
        let heads = heads.lock().unwrap();
        assert!(
            heads[0].contains("?latitude=41.8781&longitude=-93.0977&")
                && heads[0].contains("&apikey=a+key%26 HTTP/1.1"),
            "{heads:?}"
        );
    }
}

#[tokio::test]
async fn rejects_unexpected_answers() {
    let with = |pointer: &str, value: Value| {
        let mut answer = answer_json();
        *answer.pointer_mut(pointer).unwrap() = value;
        answer
    };
    let cases = [
        (
            json!({"error": true, "reason": "no"}),
            "it is not JSON with a forecast for each region",
        ),
        (
            json!([place_json(1.0)]),
            "it is not a forecast for each region",
        ),
        (
            with("/2/current_units/temperature_2m", json!("°C")),
            "its temperatures are not in degrees Fahrenheit",
        ),
        (
            with("/0/daily_units/precipitation_sum", json!("mm")),
            "its rainfall is not in inches",
        ),
        (
            with("/0/daily/precipitation_sum", json!([0.1])),
            "it does not cover the ten days ahead",
        ),
        (
            with("/1/daily/temperature_2m_max/4", json!(961.0)),
            "it has impossible values",
        ),
        (
            with("/1/daily/precipitation_sum/4", json!(-1)),
            "it has impossible values",
        ),
        (
            with("/3/current/temperature_2m", json!(1e300)),
            "it has impossible values",
        ),
        (
            with("/3/current/temperature_2m", json!("hot")),
            "it is not JSON with a forecast for each region",
        ),
        (
            with(
                "/3/daily/precipitation_sum",
                json!([
                    null, null, null, null, null, null, null, null, null, null, null, null
                ]),
            ),
            "it has no rainfall for the days ahead",
        ),
    ];
    for (answer, what) in cases {
        assert_eq!(
            fetch_weather(&answer).await,
            Err(unreadable_answer(what)),
            "{answer}"
        );
    }
    let message = fetch_weather(&json!([])).await.unwrap_err().to_string();
    assert_eq!(
        message,
        "sent an invalid answer: it is not a forecast for each region."
    );
}

#[tokio::test]
async fn handles_failing_servers() {
    let bodies: [Vec<u8>; 4] = [
        Vec::new(),
        b"<html>".to_vec(),
        vec![0xff; 100],
        "[".repeat(1 << 19).into_bytes(),
    ];
    for body in bodies {
        assert!(matches!(
            weather_feed(spawn_canned_server(ok_response(body)).await)
                .fetch_latest()
                .await,
            Err(FeedError::Unreadable(_))
        ));
    }
    let huge = spawn_canned_server(ok_response(vec![b' '; (1 << 20) + 1])).await;
    assert_eq!(
        weather_feed(huge).fetch_latest().await,
        Err(OutboundError::TooLarge(1024).into())
    );
    let moved =
        spawn_canned_server("HTTP/1.1 302 Found\r\nlocation: /v2\r\ncontent-length: 0\r\n\r\n")
            .await;
    assert_eq!(
        weather_feed(moved).fetch_latest().await,
        Err(OutboundError::Redirect.into())
    );
}

#[test]
fn rejects_unusable_address() {
    let hosted = OutboundClient::new(NetworkPolicy::PUBLIC_ONLY).unwrap();
    assert_eq!(
        WeatherFeed::new(
            hosted.clone(),
            "https://10.0.0.1/v1/forecast",
            None,
            Vec::new()
        )
        .err(),
        Some(OutboundError::PrivateAddress)
    );
    assert_eq!(
        WeatherFeed::new(hosted, "weather", None, Vec::new()).err(),
        Some(OutboundError::InvalidUrl)
    );
}
