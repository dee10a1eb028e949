//! HTTP operations on the preferences of an account.

use super::check_time_zone;
use super::wire::{
    CurrencyStyle, FormatLocale, LanguageChoice, Preferences, PreferencesPatch, YieldUnits,
};
use crate::auth::SignedAccount;
use crate::clock::Clock;
use crate::db::Database;
use crate::http::{ApiError, Envelope, Tag, parse_stored_name};
use crate::ids::PersonId;
use entities::person_preference::Model;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use poem_openapi::types::ToJSON;

/// Preferences of an account.
pub struct PreferencesApi {
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Accounts")]
impl PreferencesApi {
    /// Update preferences
    ///
    /// Omitted fields stay unchanged. Preferences apply in every organization of the person.
    /// `GET /api/account` returns them.
    #[oai(
        path = "/api/account/preferences",
        method = "patch",
        operation_id = "updatePreferences"
    )]
    async fn update_preferences(
        &self,
        signed: SignedAccount,
        body: Json<PreferencesPatch>,
    ) -> Result<Json<Envelope<Preferences>>, ApiError> {
        let scope = signed.scope();
        let (_, person) = scope.require_person()?;
        if scope.access().organization().is_demo {
            return Err(ApiError::demo_read_only(
                "The preferences of the demo account can't be changed. Register to get your own \
                    account.",
            ));
        }
        let stored = self
            .database
            .platform()
            .find_preferences(PersonId(person.id))
            .await?;
        let before = to_preferences(stored.as_ref());
        let PreferencesPatch {
            language,
            formats,
            time_zone,
            units,
            currency_style,
        } = body.0;
        let mut errors = Vec::new();
        let time_zone = match time_zone.as_deref().map(str::trim) {
            None => before.time_zone,
            Some("") => None,
            Some(zone) => Some(check_time_zone(zone, &mut errors).name().to_owned()),
        };
        if !errors.is_empty() {
            return Err(ApiError::invalid_values(errors));
        }
        let chosen = Preferences {
            language: language.unwrap_or(before.language),
            formats: formats.unwrap_or(before.formats),
            time_zone,
            units: units.unwrap_or(before.units),
            currency_style: currency_style.unwrap_or(before.currency_style),
        };
        let now = self.clock.now();
        let row = Model {
            person_id: person.id,
            language: to_stored_value(&chosen.language),
            format_locale: to_stored_value(&chosen.formats),
            time_zone: chosen.time_zone.clone(),
            units: to_stored_value(&chosen.units),
            currency_style: to_stored_value(&chosen.currency_style),
            updated_at: now,
        };
        self.database
            .platform()
            .save_preferences(scope.access(), row, now)
            .await?;
        Ok(Json(Envelope::new(chosen)))
    }
}

/// The stored preferences, with defaults for values that are missing or unknown.
pub(super) fn to_preferences(row: Option<&Model>) -> Preferences {
    Preferences {
        language: row
            .and_then(|row| parse_stored_name::<LanguageChoice>(row.language.as_deref()?))
            .unwrap_or_default(),
        formats: row
            .and_then(|row| parse_stored_name::<FormatLocale>(row.format_locale.as_deref()?))
            .unwrap_or_default(),
        time_zone: row.and_then(|row| row.time_zone.clone()),
        units: row
            .and_then(|row| parse_stored_name::<YieldUnits>(row.units.as_deref()?))
            .unwrap_or_default(),
        currency_style: row
            .and_then(|row| parse_stored_name::<CurrencyStyle>(row.currency_style.as_deref()?))
            .unwrap_or_default(),
    }
}

/// The stored name of an enum value, which is its name in the API.
fn to_stored_value(chosen: &impl ToJSON) -> Option<String> {
    chosen
        .to_json()
        .and_then(|name| name.as_str().map(str::to_owned))
}
