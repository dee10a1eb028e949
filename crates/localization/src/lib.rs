//! The languages in which Sprout writes to people: texts, numbers, days and times.

mod formats;
mod language;
mod texts;

pub use language::{Language, Locale};
pub use texts::{Texts, fill_text};
