//! Sends emails through the operator's SMTP server, which may be in a private network.

use chrono::{DateTime, Utc};
use email_content::EmailBody;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MultiPart, SinglePart};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use reqwest::Url;
use std::time::Duration;

/// The maximum time for one email, including connecting.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// Longer error messages of an SMTP server are truncated.
const MAX_ERROR_CHARS: usize = 500;

/// Invalid SMTP settings. The message names the setting and the fix, and never contains the URL,
/// which holds a password.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SmtpConfigError(&'static str);

/// Sends emails through an SMTP server.
#[derive(Clone)]
pub struct SmtpSender {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    public_url: String,
}

/// An email to send.
pub struct OutgoingEmail<'a> {
    /// The recipient's address.
    pub to: &'a str,
    /// The recipient's name.
    pub name: &'a str,
    /// The subject, one line.
    pub subject: String,
    /// The body in plain text and HTML.
    pub body: EmailBody,
    /// Images that the HTML shows.
    pub images: Vec<EmailFile>,
    /// Attached files.
    pub attachments: Vec<EmailFile>,
    /// The person on whose behalf it is sent. None for emails of the server itself.
    pub author: Option<EmailAuthor<'a>>,
    /// Where a POST ends the subscription (RFC 8058). None for emails about accounts.
    pub unsubscribe_url: Option<String>,
    /// The message id, stable across attempts, so that mail programs can drop duplicates.
    pub id: String,
    /// When the email was created.
    pub at: DateTime<Utc>,
}

/// The person on whose behalf an email is sent. Replies go to them.
pub struct EmailAuthor<'a> {
    /// The name.
    pub name: &'a str,
    /// The address.
    pub email: &'a str,
    /// Whether they get a copy.
    pub gets_copy: bool,
}

/// A file in an email.
pub struct EmailFile {
    /// The file name of an attachment, or the content id of an image.
    pub name: String,
    /// The media type.
    pub media_type: &'static str,
    /// The content.
    pub bytes: Vec<u8>,
}

/// Why an email was not sent.
pub enum SendError {
    /// The email will never be accepted.
    Rejected(String),
    /// The server does not accept the email now.
    Deferred(String),
    /// The server did not answer, so other emails need not be tried now.
    Unreachable(String),
}

impl SmtpSender {
    /// Creates a sender. `smtps://USER:PASSWORD@HOST` uses TLS from the start (port 465),
    /// `smtp://USER:PASSWORD@HOST` requires STARTTLS (port 587). `smtp://HOST:25?tls=none` uses no
    /// TLS and takes no password, for a relay on the same machine.
    pub fn from_url(smtp_url: &str, from: &str, public_url: &str) -> Result<Self, SmtpConfigError> {
        let unreadable = SmtpConfigError(
            "SPROUT_SMTP_URL is invalid. Use smtps://USER:PASSWORD@HOST:465, or \
                 smtp://USER:PASSWORD@HOST:587 for STARTTLS.",
        );
        let mut url = Url::parse(smtp_url).map_err(|_| unreadable)?;
        let unreadable = SmtpConfigError(
            "SPROUT_SMTP_URL is invalid. It must start with smtps:// or smtp://; the only \
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
                    "SPROUT_SMTP_URL would send a password without TLS. Remove the user or \
                             ?tls=none.",
                ));
            }
            _ => return Err(unreadable),
        };
        if url.username().is_empty() != url.password().is_none() {
            return Err(SmtpConfigError(
                "SPROUT_SMTP_URL needs both a user and a password, or neither.",
            ));
        }
        url.set_query(query);
        url.set_path("");
        let refused = |_| {
            SmtpConfigError(
                "SPROUT_SMTP_URL cannot be used. Check the host, and that certificate authorities \
                     are installed (package ca-certificates).",
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
                "SPROUT_MAIL_FROM is not an email address. Use alerts@example.com or Sprout \
                     <alerts@example.com>.",
            )
        })?;
        Ok(Self {
            transport: transport.build(),
            from,
            public_url: public_url.to_owned(),
        })
    }

    /// The URL that browsers use.
    pub fn public_url(&self) -> &str {
        &self.public_url
    }

    /// Whether the server accepts a connection with the settings. Sends nothing.
    pub async fn is_reachable(&self) -> bool {
        matches!(self.transport.test_connection().await, Ok(true))
    }

    /// Sends an email within [`SEND_TIMEOUT`].
    pub async fn send_email(&self, email: OutgoingEmail<'_>) -> Result<(), SendError> {
        let message = self.build_message(email).map_err(SendError::Rejected)?;
        match tokio::time::timeout(SEND_TIMEOUT, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(classify_smtp_error(&error)),
            Err(_) => Err(SendError::Unreachable(
                "The SMTP server did not accept the email within 30 seconds.".to_owned(),
            )),
        }
    }

    fn build_message(&self, email: OutgoingEmail<'_>) -> Result<Message, String> {
        let recipient = build_mailbox(email.name, email.to, "recipient")?;
        let id = format!("<{}@{}>", email.id, self.from.email.domain());
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(recipient)
            .subject(email.subject)
            .message_id(Some(id))
            .date(email.at.into())
            .raw_header(build_header("Auto-Submitted", "auto-generated"));
        if let Some(author) = &email.author {
            let mailbox = build_mailbox(author.name, author.email, "sender")?;
            if author.gets_copy {
                message = message.cc(mailbox.clone());
            }
            message = message.reply_to(mailbox);
        }
        if let Some(url) = &email.unsubscribe_url {
            message = message
                .raw_header(build_header("List-Unsubscribe", &format!("<{url}>")))
                .raw_header(build_header(
                    "List-Unsubscribe-Post",
                    "List-Unsubscribe=One-Click",
                ));
        }
        let content = build_content(email.body, email.images, email.attachments)
            .map_err(|error| format!("The email could not be composed: {error}."))?;
        message
            .multipart(content)
            .map_err(|error| format!("The email could not be composed: {error}."))
    }
}

fn build_mailbox(name: &str, email: &str, role: &str) -> Result<Mailbox, String> {
    let address: Address = email
        .parse()
        .map_err(|_| format!("The {role}'s address is not a valid email address."))?;
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    Ok(Mailbox::new(Some(name), address))
}

/// A header whose value is ASCII and stays on one line.
fn build_header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(
        HeaderName::new_from_ascii_str(name),
        value.to_owned(),
        value.to_owned(),
    )
}

/// Plain text and HTML as alternatives, the HTML with its images, and then the attachments.
fn build_content(
    body: EmailBody,
    images: Vec<EmailFile>,
    attachments: Vec<EmailFile>,
) -> Result<MultiPart, lettre::message::header::ContentTypeErr> {
    let alternatives = MultiPart::alternative().singlepart(SinglePart::plain(body.text));
    let html = SinglePart::html(body.html);
    let alternatives = if images.is_empty() {
        alternatives.singlepart(html)
    } else {
        let mut related = MultiPart::related().singlepart(html);
        for image in images {
            let media_type = ContentType::parse(image.media_type)?;
            related = related
                .singlepart(Attachment::new_inline(image.name).body(image.bytes, media_type));
        }
        alternatives.multipart(related)
    };
    if attachments.is_empty() {
        return Ok(alternatives);
    }
    let mut mixed = MultiPart::mixed().multipart(alternatives);
    for file in attachments {
        let media_type = ContentType::parse(file.media_type)?;
        mixed = mixed.singlepart(Attachment::new(file.name).body(file.bytes, media_type));
    }
    Ok(mixed)
}

/// Classifies an error: 5xx rejects the email for good, except 530 to 538, which reject the login
/// and can be fixed by the operator.
fn classify_smtp_error(error: &lettre::transport::smtp::Error) -> SendError {
    let mut message = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(source) = cause {
        let text = source.to_string();
        if !message.contains(&text) {
            message += &format!(": {text}");
        }
        cause = source.source();
    }
    let message: String = message.chars().take(MAX_ERROR_CHARS).collect();
    match error.status().map(u16::from) {
        Some(530..=538) => SendError::Deferred(message),
        Some(500..) => SendError::Rejected(message),
        Some(_) => SendError::Deferred(message),
        None => SendError::Unreachable(message),
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
    async fn rejects_invalid_settings_without_showing_the_password() {
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
            let message = config_error(url, from);
            assert!(
                message.contains("SPROUT_SMTP_URL") && !message.contains("s3cret"),
                "{url}: {message}"
            );
        }
        assert!(config_error("smtps://mail.example.com", "Sprout").contains("SPROUT_MAIL_FROM"));
    }
}
