//! Checks that email arrives: sends one message through the configured SMTP server.

use super::{CommandError, print_output, serve::open_smtp};
use crate::clock::Clock;
use crate::config::Config;
use crate::email::{OutgoingEmail, SendError};
use crate::entropy::Entropy;
use clap::Subcommand;
use email_content::body_from_text;
use localization::Language;

#[derive(Debug, Subcommand)]
pub(super) enum EmailCommand {
    /// Send a test email through the configured SMTP server. Exits with 1 if email is not set up or
    /// the server does not accept the message.
    Test {
        #[command(flatten)]
        config: Config,
        /// Address to which the email is sent.
        address: String,
        /// URL that browsers use, for the links in emails.
        #[arg(
            long,
            env = "SPROUT_PUBLIC_URL",
            default_value = "http://127.0.0.1:8080"
        )]
        public_url: String,
    },
}

pub(super) async fn send_test_email(
    config: &Config,
    address: &str,
    public_url: &str,
) -> Result<(), CommandError> {
    let smtp = open_smtp(config, public_url)?.ok_or_else(|| {
        CommandError::Refused(
            "Email is not set up: set SPROUT_SMTP_URL to your SMTP server, such as \
             smtps://USER:PASSWORD@mail.example.com:465, and SPROUT_MAIL_FROM to the sender."
                .to_owned(),
        )
    })?;
    let now = Clock::system().now();
    let id = Entropy::system()
        .uuid_v7(now)
        .map_err(CommandError::with_context("cannot generate random numbers"))?;
    let subject = "Test email from Sprout".to_owned();
    let text = format!(
        "Email from Sprout arrives.\n\nLinks in emails lead to {public_url}. If this is not the \
            address of your server, set SPROUT_PUBLIC_URL.\n\n-- \nSomeone with access to the \
            server ran: sprout email test\n"
    );
    let email = OutgoingEmail {
        to: address,
        name: "",
        body: body_from_text(&subject, &text, Language::English),
        subject,
        images: Vec::new(),
        attachments: Vec::new(),
        author: None,
        unsubscribe_url: None,
        id: id.to_string(),
        at: now,
    };
    match smtp.send_email(email).await {
        Ok(()) => print_output(&format!(
            "The SMTP server accepted the email to {address}. If it does not arrive, look in the \
                spam folder, and check the SPF, DKIM and DMARC records of the sender's domain.\n"
        )),
        Err(
            SendError::Rejected(reason)
            | SendError::Deferred(reason)
            | SendError::Unreachable(reason),
        ) => Err(CommandError::Refused(format!(
            "The email was not sent. {reason}"
        ))),
    }
}
