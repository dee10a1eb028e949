//! Parses numbers from requests as exact quantities within bounds, with an error that states what
//! is expected.

use crate::decimal::Decimal4;
use crate::http::{ErrorDetail, ErrorDetailCode};

/// Inclusive bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub min: Decimal4,
    pub max: Decimal4,
}

/// The exact number. `expected` describes the value at `path`, such as "Enter a holding cost
/// between 0 and 100 percent".
pub(super) fn parse_bounded_number(
    path: &str,
    value: f64,
    bounds: Bounds,
    expected: &str,
) -> Result<Decimal4, ErrorDetail> {
    let error = || {
        let message = format!("{expected}, with at most 4 decimals.");
        ErrorDetail::new(path, ErrorDetailCode::NumberRange, message)
            .at_least(bounds.min)
            .at_most(bounds.max)
    };
    // A float prints as the shortest text that parses back to it, which is what the caller sent.
    let exact = Decimal4::parse(&value.to_string()).map_err(|_| error())?;
    if exact < bounds.min || exact > bounds.max {
        Err(error())
    } else {
        Ok(exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_percentage(value: f64) -> Option<String> {
        let bounds = Bounds {
            min: Decimal4::ZERO,
            max: Decimal4::parse("100").unwrap(),
        };
        parse_bounded_number("percent", value, bounds, "A percentage")
            .ok()
            .map(|exact| exact.to_string())
    }

    #[test]
    fn keeps_number_as_entered() {
        for (value, expected_text) in [
            (0.1, "0.1"),
            (22.5, "22.5"),
            (100.0, "100"),
            (0.0001, "0.0001"),
            (0.0, "0"),
            (-0.0, "0"),
        ] {
            assert_eq!(parse_percentage(value).as_deref(), Some(expected_text));
        }
        for value in [100.0001, -0.1, 0.00001, 1e30, f64::NAN, f64::INFINITY] {
            assert_eq!(parse_percentage(value), None, "{value}");
        }
    }
}
