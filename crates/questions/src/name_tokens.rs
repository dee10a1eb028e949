//! Splits many names into words.

use std::collections::HashMap;

/// The words of names, as IDs. Names share most of their words, so each token (text between
/// whitespace) is split into words once.
#[derive(Debug, Default)]
pub struct NameTokens {
    ids: HashMap<Box<str>, Box<[u32]>>,
}

impl NameTokens {
    /// The IDs of a name's words, in their order. `index_token` splits a token and returns the IDs
    /// of its words.
    pub fn find_words(
        &mut self,
        name: &str,
        mut index_token: impl FnMut(&str) -> Vec<u32>,
    ) -> Vec<u32> {
        let mut found = Vec::new();
        for token in name.split_whitespace() {
            if let Some(known) = self.ids.get(token) {
                found.extend_from_slice(known);
                continue;
            }
            let new = index_token(token);
            found.extend_from_slice(&new);
            // A token with a digit, such as a customer number, is rarely in two names.
            if !token.bytes().any(|byte| byte.is_ascii_digit()) {
                self.ids.insert(token.into(), new.into());
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_token_without_digits_is_indexed_once() {
        let mut indexed = Vec::new();
        let mut tokens = NameTokens::default();
        let mut find = |name: &str| {
            tokens.find_words(name, |token| {
                indexed.push(token.to_owned());
                let first = u32::try_from(indexed.len()).unwrap();
                // As two words.
                vec![first, first + 100]
            })
        };
        assert_eq!(find("Two-Rivers 7"), [1, 101, 2, 102]);
        assert_eq!(find(" Two-Rivers\u{a0}7 "), [1, 101, 3, 103]);
        assert!(find(" ").is_empty());
        assert_eq!(indexed, ["Two-Rivers", "7", "7"]);
    }
}
