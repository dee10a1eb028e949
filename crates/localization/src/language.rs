//! The languages, and how a reader's is found.

use chrono_tz::Tz;

/// A language of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    German,
    Spanish,
    French,
    /// As in Brazil.
    Portuguese,
}

/// How texts are written for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locale {
    pub language: Language,
    pub time_zone: Tz,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 5] = [
        Self::English,
        Self::German,
        Self::Spanish,
        Self::French,
        Self::Portuguese,
    ];

    /// The code of the language, such as `de`.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Spanish => "es",
            Self::French => "fr",
            Self::Portuguese => "pt",
        }
    }

    /// The tag of the language as documents have it (BCP 47), such as `en-US`.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en-US",
            Self::German => "de-DE",
            Self::Spanish => "es-MX",
            Self::French => "fr-FR",
            Self::Portuguese => "pt-BR",
        }
    }

    /// The language with a code such as `de`. None for others.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
    }

    /// The language that an `Accept-Language` header prefers (RFC 9110). None if it names none of
    /// them.
    pub fn from_accept_language(header: &str) -> Option<Self> {
        let mut best: Option<(Self, f32)> = None;
        for range in header.split(',') {
            let mut parts = range.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default().to_ascii_lowercase();
            let primary = tag.split('-').next().unwrap_or_default();
            let weight = parts
                .find_map(|part| part.strip_prefix("q="))
                .map_or(Some(1.0), |weight| weight.parse::<f32>().ok());
            let candidate = Self::from_code(primary).zip(weight);
            if let Some((language, weight)) = candidate.filter(|(_, weight)| *weight > 0.0)
                && best.is_none_or(|(_, found)| weight > found)
            {
                best = Some((language, weight));
            }
        }
        best.map(|(language, _)| language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_matched_by_weight() {
        for (header, expected) in [
            ("de-DE,de;q=0.9,en;q=0.8", Some(Language::German)),
            ("en;q=0.3, FR-ca ; q=0.7", Some(Language::French)),
            ("nl, pt-BR;q=0.5, *;q=0.1", Some(Language::Portuguese)),
            ("es;q=0, it", None),
            ("es;q=x, en", Some(Language::English)),
            ("es;q=NaN", None),
            ("*", None),
            ("", None),
        ] {
            assert_eq!(Language::from_accept_language(header), expected, "{header}");
        }
    }

    #[test]
    fn a_language_is_found_by_its_code() {
        for language in Language::ALL {
            assert_eq!(Language::from_code(language.code()), Some(language));
            assert!(language.tag().starts_with(language.code()));
        }
        for other in ["auto", "tlh", ""] {
            assert_eq!(Language::from_code(other), None);
        }
    }
}
