//! Texts of emails about an account, in each language. A missing text is a compile error.

mod de;
mod en;
mod es;
mod fr;
mod pt;

use crate::db::{DbError, PlatformDb};
use crate::ids::PersonId;

macro_rules! email_texts {
    ($($key:ident),* $(,)?) => {
        /// The texts of one language. `{placeholders}` are filled in by `fill_text`.
        pub(super) struct EmailTexts {
            $(pub(super) $key: &'static str,)*
        }

        #[cfg(test)]
        impl EmailTexts {
            fn entries(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($key), self.$key),)*]
            }
        }
    };
}

email_texts!(
    greeting,
    footer,
    former_footer,
    password_reset_subject,
    password_reset,
    password_changed_subject,
    password_was_reset,
    password_changed,
    mfa_on_subject,
    mfa_on,
    mfa_off_subject,
    mfa_off,
    mfa_reset,
    account_deleted_subject,
    account_deleted,
    registration_attempt_subject,
    registration_attempt,
    verification_subject,
    verification,
);

/// The texts of a language as stored in the preferences of a person; else English.
pub(super) fn find_texts(language: Option<&str>) -> &'static EmailTexts {
    match language {
        Some("de") => &de::TEXTS,
        Some("es") => &es::TEXTS,
        Some("fr") => &fr::TEXTS,
        Some("pt") => &pt::TEXTS,
        _ => &en::TEXTS,
    }
}

/// The texts of the language that a person chose; else English.
pub(super) async fn load_texts(
    platform: &PlatformDb,
    person: PersonId,
) -> Result<&'static EmailTexts, DbError> {
    let preferences = platform.find_preferences(person).await?;
    let language = preferences.and_then(|row| row.language);
    Ok(find_texts(language.as_deref()))
}

/// The text with its `{placeholders}` replaced. Braces in values stay as they are.
pub(super) fn fill_text(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text += before;
        let Some((name, tail)) = after.split_once('}') else {
            rest = after;
            break;
        };
        if let Some((_, value)) = values.iter().find(|(key, _)| *key == name) {
            text += value;
        }
        rest = tail;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn find_placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{')
            .skip(1)
            .filter_map(|part| part.split_once('}'))
            .map(|(name, _)| name)
            .collect()
    }

    #[test]
    fn every_language_has_each_text_with_the_placeholders_of_english() {
        let english = find_texts(None).entries();
        for language in ["de", "es", "fr", "pt"] {
            for ((key, text), (_, original)) in
                find_texts(Some(language)).entries().iter().zip(&english)
            {
                assert!(!text.is_empty(), "{language}: {key} is empty");
                assert_ne!(text, original, "{language}: {key} is in English");
                assert_eq!(
                    find_placeholders(text),
                    find_placeholders(original),
                    "{language}: {key}"
                );
                assert_eq!(
                    text.matches("\n\n").count(),
                    original.matches("\n\n").count(),
                    "{language}: {key} has other paragraphs"
                );
            }
        }
    }

    #[test]
    fn an_unknown_language_is_english() {
        for language in [None, Some("auto"), Some("tlh")] {
            assert_eq!(find_texts(language).greeting, "Hello {name},");
        }
    }

    #[test]
    fn braces_in_values_are_no_placeholders() {
        let filled = fill_text("{name}: {link}", &[("name", "{link}"), ("link", "x")]);
        assert_eq!(filled, "{link}: x");
    }
}
