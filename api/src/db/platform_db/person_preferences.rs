//! The display preferences of a person.

use super::{PlatformDb, append_audit_entry};
use crate::db::{Access, AuditAction, DbError, NewAuditEntry, Organization};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entities::person;
use entities::person_preference::{ActiveModel, Column, Entity, Model};
use localization::{Language, Locale, Texts};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};
use std::collections::HashMap;

impl PlatformDb {
    /// The preferences of a person. `None` if they have never saved any.
    pub async fn find_preferences(&self, person: PersonId) -> Result<Option<Model>, DbError> {
        Ok(Entity::find_by_id(person.0).one(&self.connection).await?)
    }

    /// The time zones that people have chosen.
    pub async fn list_time_zones(
        &self,
        people: &[PersonId],
    ) -> Result<HashMap<PersonId, Tz>, DbError> {
        let rows = Entity::find()
            .filter(Column::PersonId.is_in(people.iter().map(|person| person.0)))
            .filter(Column::TimeZone.is_not_null())
            .all(&self.connection)
            .await?;
        let zones = rows.into_iter().filter_map(|row| {
            let zone = row.time_zone?.parse().ok()?;
            Some((PersonId(row.person_id), zone))
        });
        Ok(zones.collect())
    }

    /// The language that a person has chosen. None if it is the browser's.
    pub async fn find_language(&self, person: PersonId) -> Result<Option<Language>, DbError> {
        let preferences = self.find_preferences(person).await?;
        Ok(preferences.as_ref().and_then(read_language))
    }

    /// The texts in the language that a person has chosen, otherwise in English.
    pub async fn find_texts(&self, person: PersonId) -> Result<&'static Texts, DbError> {
        let language = self.find_language(person).await?;
        Ok(language.unwrap_or_default().texts())
    }

    /// The languages that people have chosen.
    pub async fn list_languages(
        &self,
        people: &[PersonId],
    ) -> Result<HashMap<PersonId, Language>, DbError> {
        load_languages(&self.connection, people).await
    }

    /// How texts for a person are written: in the language and time zone that they have chosen,
    /// otherwise in `fallback` and the organization's time zone.
    pub async fn find_locale(
        &self,
        person: PersonId,
        organization: &Organization,
        fallback: Language,
    ) -> Result<Locale, DbError> {
        let preferences = self.find_preferences(person).await?;
        let preferences = preferences.as_ref();
        Ok(Locale {
            language: preferences.and_then(read_language).unwrap_or(fallback),
            time_zone: preferences
                .and_then(|row| row.time_zone.as_deref()?.parse().ok())
                .unwrap_or(organization.time_zone),
        })
    }

    /// The language that the person with this email address (trimmed, in lower case) has chosen.
    pub async fn find_language_by_email(&self, email: &str) -> Result<Option<Language>, DbError> {
        let found = person::Entity::find()
            .filter(person::Column::Email.eq(email))
            .one(&self.connection)
            .await?;
        match found {
            Some(person) => self.find_language(PersonId(person.id)).await,
            None => Ok(None),
        }
    }

    /// Saves all preferences of a person.
    pub async fn save_preferences(
        &self,
        access: &Access,
        chosen: Model,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        let before = Entity::find_by_id(chosen.person_id)
            .one(transaction)
            .await?;
        let (person, after) = (PersonId(chosen.person_id), to_audit_json(&chosen));
        // Several tabs may save at once.
        let latest = OnConflict::column(Column::PersonId)
            .update_columns([
                Column::Language,
                Column::FormatLocale,
                Column::TimeZone,
                Column::Units,
                Column::CurrencyStyle,
                Column::UpdatedAt,
            ])
            .to_owned();
        Entity::insert(ActiveModel::from(chosen).reset_all())
            .on_conflict(latest)
            .exec_without_returning(transaction)
            .await?;
        let act = before.iter().map(to_audit_json).fold(
            NewAuditEntry::new(AuditAction::PreferencesUpdated).with_target("person", person),
            |act, before| act.with_before(&before),
        );
        append_audit_entry(transaction, access, now, act.with_after(&after)).await?;
        change.commit().await
    }
}

/// The languages that people have chosen.
pub(super) async fn load_languages(
    connection: &impl ConnectionTrait,
    people: &[PersonId],
) -> Result<HashMap<PersonId, Language>, DbError> {
    let rows = Entity::find()
        .filter(Column::PersonId.is_in(people.iter().map(|person| person.0)))
        .all(connection)
        .await?;
    let languages = rows
        .iter()
        .filter_map(|row| Some((PersonId(row.person_id), read_language(row)?)));
    Ok(languages.collect())
}

fn read_language(row: &Model) -> Option<Language> {
    row.language.as_deref().and_then(Language::from_code)
}

fn to_audit_json(row: &Model) -> Value {
    json!({"language": row.language, "formats": row.format_locale, "timeZone": row.time_zone, "units": row.units, "currencyStyle": row.currency_style})
}
