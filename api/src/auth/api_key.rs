//! API key tokens: `sprout_`, the key's id and 256 random bits, stored as a hash.

use super::hash_token;
use crate::entropy::{Entropy, EntropyError};
use sea_orm::prelude::Uuid;

const KEY_PREFIX: &str = "sprout_";

/// A presented or newly created token. It has no `Debug` output.
pub struct ApiKeyToken {
    id: Uuid,
    text: String,
}

impl ApiKeyToken {
    /// Creates a token for the key with this id.
    pub fn generate(id: Uuid, entropy: &Entropy) -> Result<Self, EntropyError> {
        Ok(Self {
            id,
            text: format!("{KEY_PREFIX}{}_{}", id.simple(), entropy.random_token()?),
        })
    }

    /// Parses a bearer token; `None` if it does not have the form of an API key.
    pub fn parse_token(text: &str) -> Option<Self> {
        let (id, _) = text.strip_prefix(KEY_PREFIX)?.split_once('_')?;
        Some(Self {
            id: Uuid::try_parse(id).ok()?,
            text: text.to_owned(),
        })
    }

    /// The id in the token, not verified.
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// The hash that the database stores.
    pub fn token_hash(&self) -> String {
        hash_token(&self.text)
    }

    /// Whether the token has this hash. Comparing hashes leaks no timing information about the
    /// token.
    pub fn has_hash(&self, stored: &str) -> bool {
        self.token_hash() == stored
    }

    /// The token's text, shown once to its creator.
    pub fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_a_generated_key_and_matches_its_hash() {
        let id = Uuid::from_u128(7);
        let created = ApiKeyToken::generate(id, &Entropy::seeded(1)).unwrap();
        let hash = created.token_hash();
        let text = created.into_text();
        assert!(
            text.starts_with("sprout_00000000000000000000000000000007_")
                && text.len() == 7 + 32 + 1 + 43,
            "{text}"
        );
        let parsed = ApiKeyToken::parse_token(&text).unwrap();
        assert!(parsed.id() == id && parsed.has_hash(&hash));
        assert!(
            !ApiKeyToken::parse_token(&format!("{text}x"))
                .unwrap()
                .has_hash(&hash)
        );
    }

    #[test]
    fn rejects_tokens_of_another_form() {
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
