//! Rules for new passwords (OWASP ASVS 5.0, 6.2): not short, not common, and not composed of known
//! facts about the owner. There are no composition rules.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Common passwords of 8 characters and more, lowercase, sorted. Source:
/// `api/data/common_passwords.SOURCES.md`.
static COMMON_PASSWORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    include_str!("../../data/common_passwords.txt")
        .lines()
        .collect()
});
/// Words of the product, of sign-in forms and of the trade, and names of times, which people put
/// before a year. A password that consists only of these is guessable.
const GUESSABLE_WORDS: [&str; 65] = [
    "agriculture",
    "agronomy",
    "april",
    "august",
    "autumn",
    "barley",
    "canola",
    "chemical",
    "corn",
    "cotton",
    "crop",
    "crops",
    "december",
    "fall",
    "farmer",
    "farmers",
    "farming",
    "farms",
    "february",
    "fertilizer",
    "field",
    "fields",
    "friday",
    "grain",
    "harvest",
    "herbicide",
    "irrigation",
    "january",
    "july",
    "june",
    "march",
    "monday",
    "nitrogen",
    "november",
    "october",
    "organic",
    "pesticide",
    "phosphate",
    "potash",
    "saturday",
    "seeds",
    "september",
    "soil",
    "soybean",
    "soybeans",
    "spring",
    "summer",
    "sunday",
    "supply",
    "thursday",
    "tractor",
    "tuesday",
    "urea",
    "wednesday",
    "wheat",
    "winter",
    "changeme",
    "secret",
    "letmein",
    "qwerty",
    "hello",
    "company",
    "office",
    "guest",
    "root",
];
/// More of them, which are also those of the product itself.
const PRODUCT_WORDS: [&str; 14] = [
    "sprout",
    "sprouts",
    "sproutai",
    "demo",
    "admin",
    "administrator",
    "password",
    "passwort",
    "welcome",
    "login",
    "user",
    "test",
    "farm",
    "seed",
];
/// The longest unit whose repetition is guessable, in characters.
const MAX_REPEATED_UNIT: usize = 4;
/// From this length on, repetitions are accepted: they are too many to guess.
const MIN_REPETITION_LEN: usize = 32;
/// The length of an accepted password.
pub(super) const MIN_CHARS: usize = 8;
pub(super) const MAX_CHARS: usize = 256;
/// Shorter words occur in too many other words.
const MIN_WORD_LEN: usize = 3;

/// Why a new password is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeakPassword {
    /// It has fewer than 8 characters.
    TooShort,
    /// It has more than 256 characters.
    TooLong,
    /// It is on the list of common passwords, or a repetition.
    Common,
    /// It consists of common words or of facts about its owner.
    Guessable,
}

/// Checks a new password. `owner_details` are the owner's email, name and organization.
pub(super) fn check_password_policy(
    password: &str,
    owner_details: &[&str],
) -> Result<(), WeakPassword> {
    let length = password.chars().count();
    if length < MIN_CHARS {
        return Err(WeakPassword::TooShort);
    }
    if length > MAX_CHARS {
        return Err(WeakPassword::TooLong);
    }
    let folded = password.trim().to_lowercase();
    if COMMON_PASSWORDS.binary_search(&folded.as_str()).is_ok() || is_repetition(password) {
        return Err(WeakPassword::Common);
    }
    let known = PRODUCT_WORDS
        .iter()
        .chain(&GUESSABLE_WORDS)
        .map(|word| (*word).to_owned())
        .chain(owner_details.iter().flat_map(|text| split_words(text)));
    if is_composed_of(&keep_letters(&folded), &known.collect()) {
        return Err(WeakPassword::Guessable);
    }
    Ok(())
}

/// Whether the text repeats a few characters, such as `00000000` or `abcabcabc`.
fn is_repetition(text: &str) -> bool {
    let characters: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    let repeats = |unit: usize| {
        characters
            .iter()
            .zip(characters.iter().skip(unit))
            .all(|(before, after)| before == after)
    };
    characters.len() < MIN_REPETITION_LEN && (1..=MAX_REPEATED_UNIT).any(repeats)
}

fn keep_letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphabetic()).collect()
}

fn split_words(text: &str) -> Vec<String> {
    let folded = text.to_lowercase();
    let joined = keep_letters(&folded);
    let parts = folded
        .split(|c: char| !c.is_alphabetic())
        .map(str::to_owned);
    parts
        .chain([joined])
        .filter(|word| word.chars().count() >= MIN_WORD_LEN)
        .collect()
}

/// Whether the text is a concatenation of these words.
fn is_composed_of(text: &str, words: &BTreeSet<String>) -> bool {
    let mut reached = BTreeSet::from([0]);
    while let Some(at) = reached.pop_first() {
        let rest = text.get(at..).unwrap_or_default();
        if rest.is_empty() {
            return at > 0;
        }
        reached.extend(
            words
                .iter()
                .filter(|word| rest.starts_with(word.as_str()))
                .map(|word| at + word.len()),
        );
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWNER_DETAILS: [&str; 3] = ["ada@prairie.example", "Ada Larsen", "Prairie Seed & Supply"];

    #[test]
    fn accepts_any_composition_of_valid_length() {
        assert!(check_password_policy("1234 xy", &OWNER_DETAILS).is_err());
        for accepted in [
            "correct horse battery",
            "       x",
            "ünïcödé ßüß",
            &"x7 ".repeat(85),
            "四つの種の袋です。",
            &"4".repeat(256),
        ] {
            assert_eq!(
                check_password_policy(accepted, &OWNER_DETAILS),
                Ok(()),
                "{accepted}"
            );
        }
        assert!(check_password_policy(&"4".repeat(257), &OWNER_DETAILS).is_err());
    }

    #[test]
    fn rejects_words_of_the_trade_times_and_repetitions() {
        for guessable in [
            "fertilizer",
            "agriculture",
            "Agriculture!",
            "00000000",
            "abcabcabc",
            "xyxyxyxyx",
            "Summer2024",
            "winter-2025!",
            "2024September",
            "CornWheat77",
        ] {
            assert!(
                check_password_policy(guessable, &OWNER_DETAILS).is_err(),
                "{guessable}"
            );
        }
        for accepted in ["four bags of seed", "summer rain 2024", "0000000 7 barns"] {
            assert_eq!(
                check_password_policy(accepted, &OWNER_DETAILS),
                Ok(()),
                "{accepted}"
            );
        }
    }

    #[test]
    fn rejects_common_passwords_in_any_case() {
        for common in [
            "password1",
            "PassWord1",
            "12345678",
            "1qaz2wsx",
            "iloveyou",
            "trustno1",
            " sunshine ",
            "qwertyuiop",
            "baseball",
            "football1",
        ] {
            assert!(check_password_policy(common, &[]).is_err(), "{common}");
        }
    }

    #[test]
    fn common_password_list_is_sorted_and_lowercase() {
        let list = &*COMMON_PASSWORDS;
        assert!(list.len() >= 17_000, "{}", list.len());
        assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(
            list.iter()
                .all(|line| line.chars().count() >= 8 && line.to_lowercase() == **line)
        );
        assert!(
            list.iter()
                .all(|line| check_password_policy(line, &[]).is_err())
        );
    }

    #[test]
    fn rejects_passwords_composed_of_owner_details() {
        for guessed in [
            "ada@prairie.example",
            "Ada Larsen",
            "larsen-2026",
            "LarsenAda!1",
            "prairie1",
            "Prairie Seed & Supply",
            "sprout2026",
            "Sprout-Demo",
            "sproutsprout",
            "admin-admin",
            "welcome, ada",
        ] {
            assert!(
                check_password_policy(guessed, &OWNER_DETAILS).is_err(),
                "{guessed}"
            );
        }
        for accepted in [
            "larsen of the north",
            "four bags of seed",
            "sprouting acorns",
            "20264711",
        ] {
            assert_eq!(
                check_password_policy(accepted, &OWNER_DETAILS),
                Ok(()),
                "{accepted}"
            );
        }
    }
}
