//! Email: messages are queued in the outbox in the same transaction as their cause, and sent if an
//! SMTP server is configured.

pub mod backoff;
mod mailer;
mod outbox;
mod smtp;

pub use mailer::{Email, EmailKind, Mailer, MailerError};
pub use outbox::Outbox;
pub use smtp::{OutgoingEmail, SendError, SmtpConfigError, SmtpSender};
