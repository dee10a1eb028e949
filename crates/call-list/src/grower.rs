//! Growers and their purchases.

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

/// Length of a year in days.
pub(crate) const YEAR_DAYS: f64 = 365.25;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Category {
    Seed,
    Fertilizer,
    Pesticide,
    Other,
}

impl Category {
    /// The category of a source table's text; unknown texts are [`Category::Other`].
    pub fn from_text(text: &str) -> Self {
        match text.trim().to_ascii_lowercase().as_str() {
            "seed" => Self::Seed,
            "fertilizer" => Self::Fertilizer,
            "pesticide" => Self::Pesticide,
            _ => Self::Other,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Seed => "seed",
            Self::Fertilizer => "fertilizer",
            Self::Pesticide => "pesticide",
            Self::Other => "other products",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Crop {
    Corn,
    Soybeans,
    Wheat,
}

impl Crop {
    pub const ALL: [Self; 3] = [Self::Corn, Self::Soybeans, Self::Wheat];

    pub fn name(self) -> &'static str {
        match self {
            Self::Corn => "corn",
            Self::Soybeans => "soybeans",
            Self::Wheat => "wheat",
        }
    }

    /// The crops of a list such as `corn;soybeans`, each once.
    pub fn from_list(text: &str) -> Vec<Self> {
        let mut crops: Vec<Self> = text.split([';', ',']).filter_map(Self::from_name).collect();
        crops.sort_unstable();
        crops.dedup();
        crops
    }

    /// The only crop that an item's name mentions.
    pub fn from_item_name(name: &str) -> Option<Self> {
        let mut found = name
            .split(|letter: char| !letter.is_ascii_alphabetic())
            .filter_map(Self::from_name);
        let first = found.next()?;
        found.all(|other| other == first).then_some(first)
    }

    fn from_name(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            "corn" | "maize" => Some(Self::Corn),
            "soybean" | "soybeans" | "soy" => Some(Self::Soybeans),
            "wheat" => Some(Self::Wheat),
            _ => None,
        }
    }
}

/// What a grower buys for one purpose: a category, for one crop where the item names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ProductLine {
    pub category: Category,
    pub crop: Option<Crop>,
}

impl ProductLine {
    pub fn from_item(category: Category, item_name: &str) -> Self {
        Self {
            category,
            crop: Crop::from_item_name(item_name),
        }
    }

    /// Such as `corn seed`.
    pub fn name(self) -> String {
        match self.crop {
            Some(crop) => format!("{} {}", crop.name(), self.category.name()),
            None => self.category.name().to_owned(),
        }
    }
}

/// A line of an order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sale {
    pub day: NaiveDate,
    /// Index of the item.
    pub item: usize,
    pub line: ProductLine,
    /// In the item's unit; negative for a return.
    pub quantity: f64,
    /// Price less unit cost, times the quantity.
    pub margin: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Grower {
    pub id: String,
    pub acres: Option<f64>,
    pub crops: Vec<Crop>,
    /// In any order.
    pub sales: Vec<Sale>,
}

/// A day as a number, so that days can be averaged.
pub(crate) fn day_number(day: NaiveDate) -> f64 {
    f64::from(day.num_days_from_ce())
}

/// The day of a number, rounded.
pub(crate) fn number_day(number: f64) -> NaiveDate {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "numbers come from days and differ from them by a few years; casts saturate"
    )]
    let days = number.round() as i32;
    NaiveDate::from_num_days_from_ce_opt(days).unwrap_or(NaiveDate::MAX)
}
