//! Text of WMO weather codes (table 4677), as forecast services use them.

/// Such as `Partly cloudy`; `Not reported` for an unknown code.
pub(super) fn describe_weather_code(code: u8) -> &'static str {
    match code {
        0 => "Clear",
        1 => "Mostly clear",
        2 => "Partly cloudy",
        3 => "Overcast",
        45 | 48 => "Fog",
        51 | 53 | 55 => "Drizzle",
        56 | 57 => "Freezing drizzle",
        61 => "Light rain",
        63 => "Rain",
        65 => "Heavy rain",
        66 | 67 => "Freezing rain",
        71 => "Light snow",
        73 => "Snow",
        75 => "Heavy snow",
        77 => "Snow grains",
        80 | 81 => "Showers",
        82 => "Heavy showers",
        85 | 86 => "Snow showers",
        95 => "Thunderstorms",
        96 | 99 => "Thunderstorms with hail",
        _ => "Not reported",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_codes() {
        assert_eq!(
            [0, 2, 63, 82, 99].map(describe_weather_code),
            [
                "Clear",
                "Partly cloudy",
                "Rain",
                "Heavy showers",
                "Thunderstorms with hail"
            ]
        );
        assert_eq!(
            [4, 100, 255].map(describe_weather_code),
            ["Not reported"; 3]
        );
    }
}
