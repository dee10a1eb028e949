//! Numbers that people type in, as exact quantities within their bounds, or words that say what is
//! expected.

use crate::decimal::Decimal4;
use crate::http::ErrorDetail;

/// A number between two bounds, both included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub min: Decimal4,
    pub max: Decimal4,
}

/// The number, exact; `expected` says what stands at `path`, such as "A percentage between 0 and
/// 100".
pub(super) fn parse_bounded_number(
    path: &str,
    value: f64,
    bounds: Bounds,
    expected: &str,
) -> Result<Decimal4, ErrorDetail> {
    let refused = || ErrorDetail {
        path: path.to_owned(),
        message: format!("{expected}, with at most 4 decimals."),
    };
    // A float prints as the shortest text that reads back as itself: what was typed in.
    let exact = Decimal4::parse(&value.to_string()).map_err(|_| refused())?;
    if exact < bounds.min || exact > bounds.max {
        Err(refused())
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
    fn what_was_typed_is_what_is_kept() {
        for (value, kept) in [
            (0.1, "0.1"),
            (22.5, "22.5"),
            (100.0, "100"),
            (0.0001, "0.0001"),
            (0.0, "0"),
            (-0.0, "0"),
        ] {
            assert_eq!(parse_percentage(value).as_deref(), Some(kept));
        }
        for value in [100.0001, -0.1, 0.00001, 1e30, f64::NAN, f64::INFINITY] {
            assert_eq!(parse_percentage(value), None, "{value}");
        }
    }
}
