//! The regions of the Weather Impact list: the four that everyone sees, each with a representative
//! place, and those of an organization.

use std::fmt;

/// A region, and the place whose forecast it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct ForecastPlace {
    /// Name of the region.
    pub region: String,
    /// Name of the place.
    pub place: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east: negative in America.
    pub longitude: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    Midwest,
    Plains,
    Southeast,
    Northeast,
}

impl Region {
    /// In display order.
    pub const ALL: [Self; 4] = [
        Self::Midwest,
        Self::Plains,
        Self::Southeast,
        Self::Northeast,
    ];

    /// A town in the region's farmland.
    fn place_name(self) -> &'static str {
        match self {
            Self::Midwest => "Ames, Iowa",
            Self::Plains => "Salina, Kansas",
            Self::Southeast => "Tifton, Georgia",
            Self::Northeast => "Lancaster, Pennsylvania",
        }
    }

    /// The region with its place.
    pub fn to_place(self) -> ForecastPlace {
        ForecastPlace {
            region: self.to_string(),
            place: self.place_name().to_owned(),
            latitude: self.latitude(),
            longitude: self.longitude(),
        }
    }

    /// Degrees north.
    fn latitude(self) -> f64 {
        match self {
            Self::Midwest => 42.03,
            Self::Plains => 38.84,
            Self::Southeast => 31.45,
            Self::Northeast => 40.04,
        }
    }

    /// Degrees east: negative in America.
    fn longitude(self) -> f64 {
        match self {
            Self::Midwest => -93.63,
            Self::Plains => -97.61,
            Self::Southeast => -83.51,
            Self::Northeast => -76.31,
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Midwest => "Midwest",
            Self::Plains => "Plains",
            Self::Southeast => "Southeast",
            Self::Northeast => "Northeast",
        })
    }
}
