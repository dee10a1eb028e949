//! The sky in words: the codes of the World Meteorological Organization, table 4677, as forecast
//! services use them.

/// `Partly cloudy`. A code outside of the table says that nothing was reported.
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
    fn codes_have_words() {
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
