//! Letters to people: written into the outbox with what they are about, sent from it where the
//! operator has set a mail server.

pub mod backoff;
mod mailer;
mod outbox;
mod smtp;

pub use mailer::{Email, EmailKind, Mailer, MailerError};
pub use outbox::Outbox;
pub use smtp::{OutgoingEmail, SendError, SmtpConfigError, SmtpSender};
