//! Reads exported files of any usual form and turns them into the source tables. No network, no
//! database, no clock: the moment of the import is an argument.

pub mod answers;
pub mod cell;
mod conversion;
mod evidence;
mod inspection;
mod layout;
mod lexicon;
mod mapping;
mod output;
mod profile;
pub mod reading;
pub mod refusal;
mod row_roles;
pub mod tables;
mod values;

pub use inspection::{InspectError, Inspection, inspect};
