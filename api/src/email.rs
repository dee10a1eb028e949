//! Email: messages are queued in the outbox in the same transaction as their cause, and sent if an
//! SMTP server is configured.

mod attempt;
pub mod backoff;
mod mailer;
mod outbox;
mod smtp;
mod subscription;

pub use attempt::Attempt;
pub use mailer::{Email, EmailKind, Mailer, MailerError};
pub use outbox::Outbox;
pub use smtp::{EmailAuthor, EmailFile, OutgoingEmail, SendError, SmtpConfigError, SmtpSender};
pub use subscription::{
    EmailTopic, ONE_CLICK_PATH, Subscription, UnsubscribeLinks, one_click_url, unsubscribe_page_url,
};
