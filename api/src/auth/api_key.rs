//! The token of an API key: `sprout_`, the key's id, and 256 random bits that are kept as a hash
//! only.

use super::hash_token;
use crate::entropy::{Entropy, EntropyError};
use sea_orm::prelude::Uuid;

const KEY_PREFIX: &str = "sprout_";

/// A token as it was presented, or just made. It is never printed.
pub struct ApiKeyToken {
    id: Uuid,
    text: String,
}

impl ApiKeyToken {
    /// A new token for the key of this id.
    pub fn generate(id: Uuid, entropy: &Entropy) -> Result<Self, EntropyError> {
        Ok(Self {
            id,
            text: format!("{KEY_PREFIX}{}_{}", id.simple(), entropy.random_token()?),
        })
    }

    /// What was presented as a bearer token, if it has the form of an API key.
    pub fn parse_token(text: &str) -> Option<Self> {
        let (id, _) = text.strip_prefix(KEY_PREFIX)?.split_once('_')?;
        Some(Self {
            id: Uuid::try_parse(id).ok()?,
            text: text.to_owned(),
        })
    }

    /// Which key it says it is.
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// What is kept of it.
    pub fn token_hash(&self) -> String {
        hash_token(&self.text)
    }

    /// Whether this hash was kept of it. Hashes are compared, so how long it takes tells nothing
    /// about the token.
    pub fn has_hash(&self, kept: &str) -> bool {
        self.token_hash() == kept
    }

    /// For its maker's eyes, once.
    pub fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_read_and_has_its_hash() {
        let id = Uuid::from_u128(7);
        let made = ApiKeyToken::generate(id, &Entropy::seeded(1)).unwrap();
        let hash = made.token_hash();
        let text = made.into_text();
        assert!(
            text.starts_with("sprout_00000000000000000000000000000007_")
                && text.len() == 7 + 32 + 1 + 43,
            "{text}"
        );
        let read = ApiKeyToken::parse_token(&text).unwrap();
        assert!(read.id() == id && read.has_hash(&hash));
        assert!(
            !ApiKeyToken::parse_token(&format!("{text}x"))
                .unwrap()
                .has_hash(&hash)
        );
    }

    #[test]
    fn other_tokens_are_none_of_ours() {
        for text in [
            "",
            "sprout_",
            "sprout_7_x",
            "a.b.c",
            "Sprout_00000000000000000000000000000007_x",
        ] {
            assert!(ApiKeyToken::parse_token(text).is_none(), "{text}");
        }
    }
}
