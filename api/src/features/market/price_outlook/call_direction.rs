//! Direction of a price outlook, and the probabilities that separate the directions.

use std::fmt;

/// Bullish from this probability of a rise on.
const MIN_BULLISH_PROBABILITY: f64 = 0.60;
/// Bearish up to this probability of a rise.
const MAX_BEARISH_PROBABILITY: f64 = 0.40;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallDirection {
    Bullish,
    Neutral,
    Bearish,
}

impl CallDirection {
    /// `p_up` is the probability that the price will be higher.
    pub fn from_probability(p_up: f64) -> Self {
        if p_up >= MIN_BULLISH_PROBABILITY {
            Self::Bullish
        } else if p_up <= MAX_BEARISH_PROBABILITY {
            Self::Bearish
        } else {
            Self::Neutral
        }
    }
}

impl fmt::Display for CallDirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bullish => "Bullish",
            Self::Neutral => "Neutral",
            Self::Bearish => "Bearish",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_inclusive() {
        let labels = [0.8, 0.6, 0.599, 0.5, 0.401, 0.4, 0.3]
            .map(|p_up| CallDirection::from_probability(p_up).to_string());
        assert_eq!(
            labels,
            [
                "Bullish", "Bullish", "Neutral", "Neutral", "Neutral", "Bearish", "Bearish"
            ]
        );
        assert_eq!(
            CallDirection::from_probability(f64::NAN),
            CallDirection::Neutral
        );
    }
}
