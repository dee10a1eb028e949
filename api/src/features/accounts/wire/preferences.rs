//! What the operations about a person's preferences take and give.

use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

/// Whose way of writing dates and numbers is used. The words stay English.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum)]
pub(in crate::features::accounts) enum FormatLocale {
    /// `Nov 22, 2026`, `1,234.5`.
    #[default]
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
}

/// The measures in which crop yields are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub(in crate::features::accounts) enum YieldUnits {
    /// Bushels and acres.
    #[default]
    Us,
    /// Tonnes and hectares.
    Metric,
}

/// How the currency of an amount is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub(in crate::features::accounts) enum CurrencyStyle {
    /// `$1,234.00`.
    #[default]
    Symbol,
    /// `USD 1,234.00`.
    Code,
}

/// How figures and times are written for a person. Answers of the API and files stay as they are:
/// this is for whoever draws them.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(in crate::features::accounts) struct Preferences {
    /// Whose way of writing dates and numbers is used.
    pub formats: FormatLocale,
    /// The IANA name of the zone in which times are shown; absent for that of the browser.
    pub time_zone: Option<String>,
    /// The measures of crop yields.
    pub units: YieldUnits,
    /// How currencies are written. Amounts are never converted.
    pub currency_style: CurrencyStyle,
}

impl Example for Preferences {
    fn example() -> Self {
        Self {
            formats: FormatLocale::UnitedKingdom,
            time_zone: Some("America/Chicago".to_owned()),
            units: YieldUnits::Metric,
            currency_style: CurrencyStyle::Symbol,
        }
    }
}

/// What to change; fields that are left out stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(in crate::features::accounts) struct PreferencesPatch {
    /// Whose way of writing dates and numbers is used.
    pub formats: Option<FormatLocale>,
    /// The IANA name of the zone in which times are shown; empty for that of the browser.
    #[oai(validator(max_length = 64))]
    pub time_zone: Option<String>,
    /// The measures of crop yields.
    pub units: Option<YieldUnits>,
    /// How currencies are written. Amounts are never converted.
    pub currency_style: Option<CurrencyStyle>,
}

impl Example for PreferencesPatch {
    fn example() -> Self {
        Self {
            formats: None,
            time_zone: Some("America/Chicago".to_owned()),
            units: Some(YieldUnits::Metric),
            currency_style: None,
        }
    }
}
