//! Request and response types of the preference operations.

use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

/// The locale of dates and numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum)]
pub(in crate::features::accounts) enum FormatLocale {
    /// As usual in the language.
    #[default]
    #[oai(rename = "auto")]
    Auto,
    /// `Nov 22, 2026`, `1,234.5`.
    #[oai(rename = "en-US")]
    UnitedStates,
    /// `22 Nov 2026`, `1,234.5`.
    #[oai(rename = "en-GB")]
    UnitedKingdom,
    /// `Nov 22, 2026`, `1,234.5`, as in Canada.
    #[oai(rename = "en-CA")]
    Canada,
    /// `22.11.2026`, `1.234,5`.
    #[oai(rename = "de-DE")]
    Germany,
    /// `22 nov. 2026`, `1 234,5`.
    #[oai(rename = "fr-FR")]
    France,
    /// `22 nov 2026`, `1,234.5`.
    #[oai(rename = "es-MX")]
    Mexico,
    /// `22 de nov. de 2026`, `1.234,5`.
    #[oai(rename = "pt-BR")]
    Brazil,
}

/// The language of texts. The assistant and most API responses are in English.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum)]
pub(in crate::features::accounts) enum LanguageChoice {
    /// The language of the browser; emails in English.
    #[default]
    #[oai(rename = "auto")]
    Auto,
    /// English.
    #[oai(rename = "en")]
    English,
    /// German.
    #[oai(rename = "de")]
    German,
    /// Spanish.
    #[oai(rename = "es")]
    Spanish,
    /// French.
    #[oai(rename = "fr")]
    French,
    /// Portuguese of Brazil.
    #[oai(rename = "pt")]
    Portuguese,
}

/// The units of crop yields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub(in crate::features::accounts) enum YieldUnits {
    /// Bushels and acres.
    #[default]
    Us,
    /// Tonnes and hectares.
    Metric,
}

/// How the currency of an amount is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub(in crate::features::accounts) enum CurrencyStyle {
    /// `$1,234.00`.
    #[default]
    Symbol,
    /// `USD 1,234.00`.
    Code,
}

/// How a user interface shows figures and times to the person. Of API responses, only
/// notifications and previews of emails change with it.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(in crate::features::accounts) struct Preferences {
    /// The language of the user interface and of emails.
    pub language: LanguageChoice,
    /// The locale of dates and numbers.
    pub formats: FormatLocale,
    /// IANA name of the time zone of shown times. Absent: the time zone of the browser.
    pub time_zone: Option<String>,
    /// The units of crop yields.
    pub units: YieldUnits,
    /// How currencies are shown. Amounts are never converted.
    pub currency_style: CurrencyStyle,
}

impl Example for Preferences {
    fn example() -> Self {
        Self {
            language: LanguageChoice::German,
            formats: FormatLocale::UnitedKingdom,
            time_zone: Some("America/Chicago".to_owned()),
            units: YieldUnits::Metric,
            currency_style: CurrencyStyle::Symbol,
        }
    }
}

/// Changes to the preferences. Omitted fields stay unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(in crate::features::accounts) struct PreferencesPatch {
    /// The language of the user interface and of emails.
    pub language: Option<LanguageChoice>,
    /// The locale of dates and numbers.
    pub formats: Option<FormatLocale>,
    /// IANA name of the time zone of shown times. Empty: the time zone of the browser.
    #[oai(validator(max_length = 64))]
    pub time_zone: Option<String>,
    /// The units of crop yields.
    pub units: Option<YieldUnits>,
    /// How currencies are shown. Amounts are never converted.
    pub currency_style: Option<CurrencyStyle>,
}

impl Example for PreferencesPatch {
    fn example() -> Self {
        Self {
            language: None,
            formats: None,
            time_zone: Some("America/Chicago".to_owned()),
            units: Some(YieldUnits::Metric),
            currency_style: None,
        }
    }
}
