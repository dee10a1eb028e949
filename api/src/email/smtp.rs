//! The operator's mail server. Its address is the operator's own, so it may lie in a private
//! network, whatever sources may.

use chrono::{DateTime, Utc};
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use reqwest::Url;
use std::time::Duration;

/// The longest that one mail may take, connecting included.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// Longer words of a mail server are cut.
const MAX_ERROR_CHARS: usize = 500;

/// Settings under which no mail can be sent; the words name the setting and say what to do. They
/// never repeat the address: it holds a password.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SmtpConfigError(&'static str);

/// Sends mails.
#[derive(Clone)]
pub struct SmtpSender {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    public_url: String,
}

/// A mail in words.
pub struct OutgoingEmail<'a> {
    /// The address.
    pub to: &'a str,
    /// Who reads it.
    pub name: &'a str,
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// Always the same for the same mail, so that a reader who gets it twice sees it once.
    pub id: String,
    /// When it was written.
    pub at: DateTime<Utc>,
}

/// Why a mail was not sent.
pub enum SendError {
    /// It never will be.
    Rejected(String),
    /// The server answered that it would not have it now.
    Deferred(String),
    /// No server answered: other mails need not be tried now either.
    Unreachable(String),
}

impl SmtpSender {
    /// `smtps://USER:PASSWORD@HOST` (TLS from the start, port 465) or `smtp://USER:PASSWORD@HOST`
    /// (STARTTLS, never without, port 587). `smtp://HOST:25?tls=none` is plain, for a relay on the
    /// operator's own machine, and takes no password.
    pub fn from_url(smtp_url: &str, from: &str, public_url: &str) -> Result<Self, SmtpConfigError> {
        let unreadable = SmtpConfigError(
            "SPROUT_SMTP_URL is not understood: write smtps://USER:PASSWORD@HOST:465, or \
                smtp://USER:PASSWORD@HOST:587 for STARTTLS.",
        );
        let mut url = Url::parse(smtp_url).map_err(|_| unreadable)?;
        let unreadable = SmtpConfigError(
            "SPROUT_SMTP_URL is not understood: it begins with smtps:// or smtp://, and its only \
                option is ?tls=none.",
        );
        let query = match (url.scheme(), url.query()) {
            ("smtps", None) => None,
            ("smtp", None) => Some("tls=required"),
            ("smtp", Some("tls=none")) if url.password().is_none() && url.username().is_empty() => {
                None
            }
            ("smtp", Some("tls=none")) => {
                return Err(SmtpConfigError(
                    "SPROUT_SMTP_URL sends no password without TLS: leave out the user, or \
                        ?tls=none.",
                ));
            }
            _ => return Err(unreadable),
        };
        if url.username().is_empty() != url.password().is_none() {
            return Err(SmtpConfigError(
                "SPROUT_SMTP_URL names a user without a password, or a password without a user.",
            ));
        }
        url.set_query(query);
        url.set_path("");
        let refused = |_| {
            SmtpConfigError(
                "SPROUT_SMTP_URL cannot be used: check its host, and that this machine has \
                    certificate authorities (the package ca-certificates).",
            )
        };
        let mut transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str())
            .map_err(refused)?
            .timeout(Some(SEND_TIMEOUT));
        if let Some(name) = Url::parse(public_url).ok().as_ref().and_then(Url::domain) {
            transport = transport.hello_name(ClientId::Domain(name.to_owned()));
        }
        let from = from.parse().map_err(|_| {
            SmtpConfigError(
                "SPROUT_MAIL_FROM is no address: write \
            alerts@example.com or Sprout <alerts@example.com>.",
            )
        })?;
        Ok(Self {
            transport: transport.build(),
            from,
            public_url: public_url.to_owned(),
        })
    }

    /// The address that browsers use.
    pub fn public_url(&self) -> &str {
        &self.public_url
    }

    /// Sends a mail, within half a minute.
    pub async fn send_email(&self, parcel: OutgoingEmail<'_>) -> Result<(), SendError> {
        let message = self.build_message(parcel).map_err(SendError::Rejected)?;
        match tokio::time::timeout(SEND_TIMEOUT, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(classify_smtp_error(&error)),
            Err(_) => Err(SendError::Unreachable(
                "The mail server did not take the mail within 30 seconds.".to_owned(),
            )),
        }
    }

    fn build_message(&self, parcel: OutgoingEmail<'_>) -> Result<Message, String> {
        let address: Address = parcel
            .to
            .parse()
            .map_err(|_| "The person's address is none that mail can be sent to.".to_owned())?;
        let name: String = parcel
            .name
            .chars()
            .filter(|letter| !letter.is_control())
            .collect();
        let id = format!("<{}@{}>", parcel.id, self.from.email.domain());
        let built = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(Some(name), address))
            .subject(parcel.subject)
            .message_id(Some(id))
            .date(parcel.at.into())
            .header(ContentType::TEXT_PLAIN)
            .raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str("Auto-Submitted"),
                "auto-generated".to_owned(),
            ));
        built
            .body(parcel.text)
            .map_err(|error| format!("The mail could not be written: {error}."))
    }
}

/// A refusal of this mail is final; a refusal of us (`530` to `538`: who we are) is the operator's
/// to mend.
fn classify_smtp_error(error: &lettre::transport::smtp::Error) -> SendError {
    let mut words = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(next) = cause {
        let next_words = next.to_string();
        if !words.contains(&next_words) {
            words += &format!(": {next_words}");
        }
        cause = next.source();
    }
    let words: String = words.chars().take(MAX_ERROR_CHARS).collect();
    match error.status().map(u16::from) {
        Some(530..=538) => SendError::Deferred(words),
        Some(500..) => SendError::Rejected(words),
        Some(_) => SendError::Deferred(words),
        None => SendError::Unreachable(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config_error(url: &str, from: &str) -> String {
        SmtpSender::from_url(url, from, "https://sprout.example.com")
            .err()
            .map(|refused| refused.to_string())
            .unwrap_or_default()
    }

    #[tokio::test]
    async fn settings_that_cannot_work_are_refused_without_their_password() {
        let from = "Sprout <alerts@example.com>";
        for url in [
            "smtps://me:s3cret@mail.example.com",
            "smtp://me:s3cret@mail.example.com:587",
            "smtp://127.0.0.1:25?tls=none",
        ] {
            assert_eq!(config_error(url, from), "", "{url}");
        }
        for url in [
            "mail.example.com",
            "https://me:s3cret@mail.example.com",
            "smtp://me:s3cret@mail.example.com?tls=none",
            "smtp://me@mail.example.com",
            "smtp://me:s3cret@mail.example.com?tls=opportunistic",
        ] {
            let words = config_error(url, from);
            assert!(
                words.contains("SPROUT_SMTP_URL") && !words.contains("s3cret"),
                "{url}: {words}"
            );
        }
        assert!(config_error("smtps://mail.example.com", "Sprout").contains("SPROUT_MAIL_FROM"));
    }
}
