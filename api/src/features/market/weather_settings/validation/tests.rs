use super::*;
use crate::outbound::NetworkPolicy;

fn region(name: &str, latitude: f64, longitude: f64) -> WeatherRegionInfo {
    WeatherRegionInfo {
        name: name.to_owned(),
        latitude,
        longitude,
    }
}

fn provider(url: &str, api_key: Option<&str>) -> WeatherSettingsInput {
    WeatherSettingsInput {
        regions: Vec::new(),
        provider: Some(WeatherProviderInput {
            url: url.to_owned(),
            api_key: api_key.map(str::to_owned),
        }),
    }
}

fn validate(
    input: &WeatherSettingsInput,
    policy: NetworkPolicy,
) -> Result<ValidSettings, InvalidSettings> {
    validate_settings(input, &OutboundClient::new(policy).unwrap())
}

fn validate_own(regions: Vec<WeatherRegionInfo>) -> Result<Vec<OwnRegion>, Vec<ErrorDetail>> {
    let input = WeatherSettingsInput {
        regions,
        provider: None,
    };
    validate(&input, NetworkPolicy::PUBLIC_ONLY)
        .map(|valid| valid.regions)
        .map_err(|InvalidSettings(errors)| errors)
}

fn rejected_paths(regions: Vec<WeatherRegionInfo>) -> Vec<String> {
    let errors = validate_own(regions).unwrap_err();
    errors.into_iter().map(|error| error.path).collect()
}

/// The URL to call, or why there is none.
fn checked_url(url: &str, policy: NetworkPolicy) -> Result<String, String> {
    match validate(&provider(url, None), policy) {
        Ok(valid) => Ok(valid.provider.unwrap().url.to_string()),
        Err(InvalidSettings(errors)) => {
            assert_eq!(errors[0].path, "provider.url");
            Err(errors[0].message.clone())
        }
    }
}

#[test]
fn keeps_names_trimmed_and_coordinates_with_four_decimals() {
    let regions = validate_own(vec![
        region(" River Bottoms ", 41.878_113, -93.097_7),
        region("Südufer, Ost", -90.0, 180.0),
    ])
    .unwrap();
    let texts: Vec<_> = regions
        .iter()
        .map(|region| {
            let place = region.to_place();
            (place.region, place.place, place.latitude, place.longitude)
        })
        .collect();
    assert_eq!(
        texts,
        [
            (
                "River Bottoms".to_owned(),
                "41.8781, -93.0977".to_owned(),
                41.8781,
                -93.0977
            ),
            (
                "Südufer, Ost".to_owned(),
                "-90, 180".to_owned(),
                -90.0,
                180.0
            ),
        ]
    );
}

#[test]
fn rejects_names_that_are_missing_too_long_or_taken() {
    for name in ["", "  ", &"x".repeat(61), "a\nb", "plains", "Southeast "] {
        assert_eq!(
            rejected_paths(vec![region(name, 1.0, 1.0)]),
            ["regions.0.name"],
            "{name}"
        );
    }
    assert!(validate_own(vec![region(&"ü".repeat(60), 1.0, 1.0)]).is_ok());
    let errors = validate_own(vec![region("North", 1.0, 1.0), region("NORTH", 2.0, 2.0)]);
    assert_eq!(
        errors,
        Err(vec![ErrorDetail::new(
            "regions.1.name",
            ErrorDetailCode::Duplicate,
            "Enter another name: NORTH exists already."
        )])
    );
}

#[test]
fn rejects_coordinates_out_of_range_and_a_ninth_region() {
    for (latitude, longitude, path) in [
        (90.1, 0.0, "regions.0.latitude"),
        (-90.000_1, 0.0, "regions.0.latitude"),
        (f64::NAN, 0.0, "regions.0.latitude"),
        (0.0, 180.5, "regions.0.longitude"),
        (0.0, f64::NEG_INFINITY, "regions.0.longitude"),
    ] {
        assert_eq!(
            rejected_paths(vec![region("North", latitude, longitude)]),
            [path],
            "{latitude} {longitude}"
        );
    }
    let named = |count: u8| (0..count).map(|at| region(&format!("R{at}"), 1.0, 1.0));
    assert_eq!(validate_own(named(8).collect()).unwrap().len(), 8);
    assert_eq!(rejected_paths(named(9).collect()), ["regions"]);
}

#[test]
fn providers_follow_the_network_policy() {
    let hosted = NetworkPolicy::PUBLIC_ONLY;
    assert_eq!(
        checked_url(" https://customer-api.open-meteo.com ", hosted).as_deref(),
        Ok("https://customer-api.open-meteo.com/v1/forecast")
    );
    assert_eq!(
        checked_url("https://weather.example/own/forecast", hosted).as_deref(),
        Ok("https://weather.example/own/forecast")
    );
    for (url, message) in [
        ("weather", "has an invalid URL"),
        ("http://weather.example", "without https://"),
        ("https://10.0.0.1", "in a private network"),
        ("https://169.254.169.254/", "in a private network"),
        ("https://u:p@weather.example", "without a user and password"),
        (
            "https://weather.example/?apikey=k",
            "API key in its own field",
        ),
        ("https://weather.example/#k", "API key in its own field"),
        (
            &format!("https://weather.example/{}", "x".repeat(2_000)),
            "at most 2000",
        ),
    ] {
        let error = checked_url(url, hosted).unwrap_err();
        assert!(error.contains(message), "{url}: {error}");
    }
    // A server in an allowed network.
    let own = NetworkPolicy::WITH_PRIVATE;
    assert!(checked_url("http://127.0.0.1:8080", own).is_ok());
    let error = checked_url("http://weather.example", own).unwrap_err();
    assert_eq!(error, "Enter a URL that begins with https://.");
}

#[test]
fn a_missing_key_is_kept_and_an_empty_one_removed() {
    let change = |key| {
        let input = provider("https://weather.example", key);
        let valid = validate(&input, NetworkPolicy::PUBLIC_ONLY).ok().unwrap();
        valid.provider.unwrap().api_key
    };
    assert!(matches!(change(None), ApiKeyChange::Keep));
    assert!(matches!(change(Some(" ")), ApiKeyChange::Remove));
    assert!(matches!(change(Some(" k ")), ApiKeyChange::Replace(key) if key == "k"));
}
