//! The four commodities, by their names in the source data, in URLs and in the UI.

use std::fmt;

/// A quoted commodity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Commodity {
    Corn,
    Soybeans,
    Wheat,
    Fertilizer,
}

/// Commodities with common price drivers, so that their call records are pooled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommodityKind {
    /// Sold by growers.
    Grain,
    /// Bought by growers.
    Input,
}

impl Commodity {
    /// In display order.
    pub const ALL: [Self; 4] = [Self::Corn, Self::Soybeans, Self::Wheat, Self::Fertilizer];

    /// As in the source rows: `corn`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Corn => "corn",
            Self::Soybeans => "soybeans",
            Self::Wheat => "wheat",
            Self::Fertilizer => "fertilizer",
        }
    }

    /// Parses a code; none for other texts.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|commodity| commodity.code() == code)
    }

    pub fn kind(self) -> CommodityKind {
        match self {
            Self::Corn | Self::Soybeans | Self::Wheat => CommodityKind::Grain,
            Self::Fertilizer => CommodityKind::Input,
        }
    }
}

impl fmt::Display for Commodity {
    /// Display name: `Corn`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Corn => "Corn",
            Self::Soybeans => "Soybeans",
            Self::Wheat => "Wheat",
            Self::Fertilizer => "Fertilizer",
        })
    }
}

impl fmt::Display for CommodityKind {
    /// Plural as in "past calls on grains".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Grain => "grains",
            Self::Input => "fertilizer",
        })
    }
}

/// A value for each commodity that has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ByCommodity<T> {
    pub corn: Option<T>,
    pub soybeans: Option<T>,
    pub wheat: Option<T>,
    pub fertilizer: Option<T>,
}

impl<T> ByCommodity<T> {
    /// No values.
    pub fn empty() -> Self {
        Self {
            corn: None,
            soybeans: None,
            wheat: None,
            fertilizer: None,
        }
    }

    pub fn get(&self, commodity: Commodity) -> Option<&T> {
        match commodity {
            Commodity::Corn => self.corn.as_ref(),
            Commodity::Soybeans => self.soybeans.as_ref(),
            Commodity::Wheat => self.wheat.as_ref(),
            Commodity::Fertilizer => self.fertilizer.as_ref(),
        }
    }

    /// The slot of the value of `commodity`.
    pub fn slot_mut(&mut self, commodity: Commodity) -> &mut Option<T> {
        match commodity {
            Commodity::Corn => &mut self.corn,
            Commodity::Soybeans => &mut self.soybeans,
            Commodity::Wheat => &mut self.wheat,
            Commodity::Fertilizer => &mut self.fertilizer,
        }
    }
}

/// The commodity selector of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CommodityFilter {
    #[default]
    All,
    One(Commodity),
}

impl CommodityFilter {
    /// Parses `All` or a commodity, in any case; none for other texts.
    pub fn from_text(text: &str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        if lower == "all" {
            Some(Self::All)
        } else {
            Commodity::from_code(&lower).map(Self::One)
        }
    }

    pub fn includes(self, commodity: Commodity) -> bool {
        match self {
            Self::All => true,
            Self::One(only) => only == commodity,
        }
    }
}

impl fmt::Display for CommodityFilter {
    /// Label of the selector: `All`, `Corn`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("All"),
            Self::One(commodity) => commodity.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_round_trip() {
        for commodity in Commodity::ALL {
            assert_eq!(Commodity::from_code(commodity.code()), Some(commodity));
            assert_eq!(
                CommodityFilter::from_text(&commodity.to_string()),
                Some(CommodityFilter::One(commodity))
            );
            assert_eq!(commodity.to_string().to_lowercase(), commodity.code());
        }
        assert_eq!(
            CommodityFilter::from_text("All"),
            Some(CommodityFilter::All)
        );
        assert_eq!(CommodityFilter::default().to_string(), "All");
        for text in ["", "maize", "Corn ", "corn;wheat"] {
            assert_eq!(CommodityFilter::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn filter_matches_its_commodity() {
        assert!(
            Commodity::ALL
                .into_iter()
                .all(|commodity| CommodityFilter::All.includes(commodity))
        );
        let only = CommodityFilter::One(Commodity::Wheat);
        assert!(
            Commodity::ALL
                .into_iter()
                .all(|commodity| only.includes(commodity) == (commodity == Commodity::Wheat))
        );
    }

    #[test]
    fn commodities_have_separate_slots() {
        let mut values = ByCommodity::empty();
        for (number, commodity) in (0..).zip(Commodity::ALL) {
            *values.slot_mut(commodity) = Some(number);
        }
        assert_eq!(
            values,
            ByCommodity {
                corn: Some(0),
                soybeans: Some(1),
                wheat: Some(2),
                fertilizer: Some(3)
            }
        );
        assert!(
            Commodity::ALL
                .into_iter()
                .zip(0..)
                .all(|(commodity, number)| values.get(commodity) == Some(&number))
        );
    }
}
