//! Alert rules: conditions on figures of the metrics layer, when an alert starts and ends, and its
//! message. The crate computes no figure: it builds queries and reads their answers.

mod definition;
mod explore_link;
mod guard;
mod message;
mod preview;

pub use definition::{Condition, Definition, MAX_MEMBERS, Member};
pub use explore_link::explore_link;
pub use guard::{Guard, Phase, Transition, advance};
pub use message::{AlertCause, AlertMessage, AlertPeriod, AlertSeverity, FigureUnit};
pub use preview::{PreviewStep, Replay, Start, preview_days};
