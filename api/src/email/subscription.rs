//! Emails that their recipients can turn off, and the links that do it without sign-in. The token of
//! a link is encrypted and serves this purpose only.

use crate::auth::{SealContext, Vault, VaultError};
use crate::ids::{PersonId, TenantId};
use sea_orm::prelude::Uuid;
use std::fmt;
use std::str::FromStr;

/// The path of one-click links (RFC 8058). The token is the rest of the path.
pub const ONE_CLICK_PATH: &str = "/api/unsubscribe/";
/// The page with the button.
const PAGE_PATH: &str = "/unsubscribe";
/// The maximum length of a token: a sealed subscription has about 200 characters.
const MAX_TOKEN_LEN: usize = 400;
const SEPARATOR: char = ' ';

/// What a person is emailed about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EmailTopic {
    /// Failures and recoveries of Data Sync and webhooks.
    DataSync,
    /// The alerts of a rule.
    AlertRule(Uuid),
    /// A scheduled report.
    Report(Uuid),
}

/// A person's subscription in an organization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// The organization.
    pub tenant: TenantId,
    /// The recipient.
    pub person: PersonId,
    /// The topic.
    pub topic: EmailTopic,
}

/// Makes and reads the links that end subscriptions.
#[derive(Clone)]
pub struct UnsubscribeLinks {
    vault: Vault,
}

impl fmt::Display for EmailTopic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DataSync => formatter.write_str("data_sync"),
            Self::AlertRule(id) => write!(formatter, "rule:{id}"),
            Self::Report(id) => write!(formatter, "report:{id}"),
        }
    }
}

/// The text is not a topic.
#[derive(Debug)]
pub struct UnknownTopic;

impl FromStr for EmailTopic {
    type Err = UnknownTopic;

    fn from_str(text: &str) -> Result<Self, UnknownTopic> {
        let parse_id = |id: &str| Uuid::parse_str(id).map_err(|_| UnknownTopic);
        match text.split_once(':') {
            None if text == "data_sync" => Ok(Self::DataSync),
            Some(("rule", id)) => parse_id(id).map(Self::AlertRule),
            Some(("report", id)) => parse_id(id).map(Self::Report),
            _ => Err(UnknownTopic),
        }
    }
}

impl UnsubscribeLinks {
    /// Links whose tokens are encrypted with this vault.
    pub fn new(vault: Vault) -> Self {
        Self { vault }
    }

    /// The token of a subscription.
    pub fn seal_token(&self, subscription: &Subscription) -> Result<String, VaultError> {
        let Subscription {
            tenant,
            person,
            topic,
        } = subscription;
        let text = format!("{}{SEPARATOR}{}{SEPARATOR}{topic}", tenant.0, person.0);
        self.vault.seal_text(SealContext::Subscription, &text)
    }

    /// The subscription of a token. None for anything that [`Self::seal_token`] did not make.
    pub fn open_token(&self, token: &str) -> Option<Subscription> {
        if token.len() > MAX_TOKEN_LEN {
            return None;
        }
        let text = self
            .vault
            .open_text(SealContext::Subscription, token)
            .ok()?;
        let mut parts = text.splitn(3, SEPARATOR);
        let mut next_id = || Uuid::parse_str(parts.next()?).ok();
        let (tenant, person) = (TenantId(next_id()?), PersonId(next_id()?));
        let topic = parts.next()?.parse().ok()?;
        Some(Subscription {
            tenant,
            person,
            topic,
        })
    }
}

/// The URL to which mail programs send a POST.
pub fn one_click_url(public_url: &str, token: &str) -> String {
    format!("{public_url}{ONE_CLICK_PATH}{token}")
}

/// The URL of the page with the button. Browsers do not send the token in it to the server.
pub fn unsubscribe_page_url(public_url: &str, token: &str) -> String {
    format!("{public_url}{PAGE_PATH}#token={token}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::InstallationSecret;
    use crate::entropy::Entropy;

    fn test_links(secret: u8) -> UnsubscribeLinks {
        let secret = InstallationSecret::from_bytes([secret; 32]);
        UnsubscribeLinks::new(Vault::from_secret(&secret, Entropy::seeded(1)).unwrap())
    }

    #[test]
    fn tokens_name_one_subscription_and_cannot_be_forged() {
        let links = test_links(7);
        for topic in [
            EmailTopic::DataSync,
            EmailTopic::AlertRule(Uuid::from_u128(3)),
            EmailTopic::Report(Uuid::from_u128(3)),
        ] {
            let subscription = Subscription {
                tenant: TenantId(Uuid::from_u128(1)),
                person: PersonId(Uuid::from_u128(2)),
                topic,
            };
            let token = links.seal_token(&subscription).unwrap();
            assert!(token.len() < MAX_TOKEN_LEN);
            assert_eq!(links.open_token(&token), Some(subscription));
            assert_eq!(test_links(8).open_token(&token), None, "another secret");
            assert_eq!(links.open_token(&token[..token.len() - 1]), None);
        }
        let vault = &links.vault;
        let email = vault.seal_text(SealContext::Email(Uuid::nil()), "x");
        assert_eq!(links.open_token(&email.unwrap()), None, "another purpose");
        assert_eq!(links.open_token(""), None);
    }
}
