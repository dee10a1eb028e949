//! The languages in which Sprout writes to people: texts, numbers, days and times.

mod delivery_errors;
mod formats;
mod language;
mod sync_messages;
mod texts;
mod translations;

pub use delivery_errors::translate_delivery_error;
pub use language::{Language, Locale};
pub use sync_messages::translate_sync_message;
pub use texts::{Texts, fill_text};
