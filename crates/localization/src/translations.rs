//! Looks up texts of codes in other languages than English.

use crate::language::Language;

/// A code, and its texts in German, Spanish, French and Portuguese.
pub(crate) type Translations = (&'static str, [&'static str; 4]);

/// The text of a code. None in English, and for an unknown code.
pub(crate) fn find_text(
    texts: &[Translations],
    language: Language,
    code: &str,
) -> Option<&'static str> {
    let position = match language {
        Language::English => return None,
        Language::German => 0,
        Language::Spanish => 1,
        Language::French => 2,
        Language::Portuguese => 3,
    };
    let (_, found) = texts.iter().find(|(known, _)| *known == code)?;
    found.get(position).copied()
}
