//! A calendar feed per person: expected deliveries and customers' purchase windows, under a secret
//! URL and with the permissions that the person has when it is read.

mod feed_events;
mod routes;
mod store;
mod wire;

pub use routes::{CALENDAR_PATH, CalendarFeedApi};
