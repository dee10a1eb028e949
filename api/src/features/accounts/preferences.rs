//! How figures and times are written for the person who is signed in, over HTTP.

use super::check_time_zone;
use super::wire::{CurrencyStyle, FormatLocale, Preferences, PreferencesPatch, YieldUnits};
use crate::auth::SignedAccount;
use crate::clock::Clock;
use crate::db::Database;
use crate::http::{ApiError, Envelope, Tag};
use crate::ids::PersonId;
use entities::person_preference::Model;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use poem_openapi::types::{ParseFromJSON, ToJSON};
use serde_json::Value;

/// One's own preferences.
pub struct PreferencesApi {
    /// Where they are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Accounts")]
impl PreferencesApi {
    /// Read one's own preferences
    ///
    /// How dates, numbers, times, crop yields and currencies are to be written for the person. They
    /// change no answer of the API and no file.
    #[oai(
        path = "/api/account/preferences",
        method = "get",
        operation_id = "getPreferences"
    )]
    async fn get_preferences(
        &self,
        signed: SignedAccount,
    ) -> Result<Json<Envelope<Preferences>>, ApiError> {
        let (_, person) = signed.scope().require_person()?;
        let kept = self
            .database
            .platform()
            .find_preferences(PersonId(person.id))
            .await?;
        Ok(Json(Envelope::new(to_preferences(kept.as_ref()))))
    }

    /// Change one's own preferences
    ///
    /// Fields that are left out stay as they are. They hold in every organization of the person.
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
            return Err(ApiError::conflict(
                "demo_account",
                "The demo is open to everybody, so its preferences stay as they are. Register to \
                    have your own.",
            ));
        }
        let kept = self
            .database
            .platform()
            .find_preferences(PersonId(person.id))
            .await?;
        let before = to_preferences(kept.as_ref());
        let PreferencesPatch {
            formats,
            time_zone,
            units,
            currency_style,
        } = body.0;
        let mut wrong = Vec::new();
        let time_zone = match time_zone.as_deref().map(str::trim) {
            None => before.time_zone,
            Some("") => None,
            Some(zone) => Some(check_time_zone(zone, &mut wrong).name().to_owned()),
        };
        if !wrong.is_empty() {
            return Err(ApiError::invalid_values(wrong));
        }
        let chosen = Preferences {
            formats: formats.unwrap_or(before.formats),
            time_zone,
            units: units.unwrap_or(before.units),
            currency_style: currency_style.unwrap_or(before.currency_style),
        };
        let now = self.clock.now();
        let row = Model {
            person_id: person.id,
            formats: to_stored_value(&chosen.formats),
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

/// What was kept, with the usual where nothing was chosen, or something that this version does not
/// know.
fn to_preferences(kept: Option<&Model>) -> Preferences {
    Preferences {
        formats: kept
            .and_then(|kept| parse_stored_value::<FormatLocale>(kept.formats.as_deref()))
            .unwrap_or_default(),
        time_zone: kept.and_then(|kept| kept.time_zone.clone()),
        units: kept
            .and_then(|kept| parse_stored_value::<YieldUnits>(kept.units.as_deref()))
            .unwrap_or_default(),
        currency_style: kept
            .and_then(|kept| parse_stored_value::<CurrencyStyle>(kept.currency_style.as_deref()))
            .unwrap_or_default(),
    }
}

/// The word of the wire is the word of the row.
fn to_stored_value(chosen: &impl ToJSON) -> Option<String> {
    chosen
        .to_json()
        .and_then(|word| word.as_str().map(str::to_owned))
}

fn parse_stored_value<T: ParseFromJSON>(word: Option<&str>) -> Option<T> {
    T::parse_from_json(Some(Value::from(word?))).ok()
}
