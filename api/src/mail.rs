//! Letters to people: written into the outbox with what they are about, sent from it where the
//! operator has set a mail server.

mod letters;
mod outbox;
pub mod pauses;
mod post;

pub use letters::{Letter, LetterKind, Letters, LettersError};
pub use outbox::Outbox;
pub use post::{Parcel, Post, PostRefused, Unsent};
