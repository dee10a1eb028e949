//! Crops with reference yields.

use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Crop {
    Corn,
    Soybeans,
    Wheat,
}

impl Crop {
    pub const ALL: [Self; 3] = [Self::Corn, Self::Soybeans, Self::Wheat];

    /// Parses the source's spelling: `corn`, `soybeans`, `wheat`.
    pub fn from_code(text: &str) -> Option<Self> {
        match text {
            "corn" => Some(Self::Corn),
            "soybeans" => Some(Self::Soybeans),
            "wheat" => Some(Self::Wheat),
            _ => None,
        }
    }
}

impl fmt::Display for Crop {
    /// Display name: `Corn`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Corn => "Corn",
            Self::Soybeans => "Soybeans",
            Self::Wheat => "Wheat",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_and_displays() {
        for crop in Crop::ALL {
            assert_eq!(
                Crop::from_code(&crop.to_string().to_lowercase()),
                Some(crop)
            );
        }
        assert_eq!(Crop::from_code("rice"), None);
    }
}
