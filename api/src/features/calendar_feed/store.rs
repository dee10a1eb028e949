//! Stores the secret URLs of calendar feeds, as hashes.

use crate::db::{DbError, LookupError, TenantDb};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::calendar_feed::{ActiveModel, Column, Entity, Model};
use sea_orm::{ColumnTrait, Set};

/// The feed of a person.
pub(super) async fn find_feed(db: &TenantDb, person: PersonId) -> Result<Option<Model>, DbError> {
    db.find::<Entity>()
        .filter(Column::PersonId.eq(person.0))
        .one()
        .await
}

/// Sets the secret of a person's feed, which revokes an earlier one.
pub(super) async fn replace_feed(
    db: &TenantDb,
    person: PersonId,
    token_hash: String,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    db.delete::<Entity>()
        .filter(Column::PersonId.eq(person.0))
        .exec()
        .await?;
    let row = ActiveModel {
        person_id: Set(person.0),
        token_hash: Set(token_hash),
        created_at: Set(now),
        ..Default::default()
    };
    db.insert(row).await
}

/// Revokes the secret of a person's feed.
pub(super) async fn delete_feed(db: &TenantDb, person: PersonId) -> Result<(), LookupError> {
    let deleted = db
        .delete::<Entity>()
        .filter(Column::PersonId.eq(person.0))
        .exec()
        .await?;
    match deleted {
        0 => Err(LookupError::NotFound),
        _ => Ok(()),
    }
}
