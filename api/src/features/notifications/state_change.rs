//! Turns what was seen into what is told: a change is told once, whoever else sees the same at the
//! same time.

use super::time_text::{recovery_text, truncate_text};
use super::{Notifier, Observation, ObservedStatus};
use crate::db::{Access, DbError, TenantDb};
use chrono::{DateTime, Utc};
use entities::{alert_state, notification};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};

const STATE_OK: &str = "good";
const STATE_FIRING: &str = "bad";

impl Notifier {
    /// Writes down what was seen, and tells of what changed; lasts with the transaction of `db`.
    /// Something that was never bad is well: it recovers from nothing.
    pub async fn record_observations(
        &self,
        db: &TenantDb,
        access: &Access,
        seen: &[Observation],
    ) -> Result<(), DbError> {
        let now = self.clock.now();
        let mut told = Vec::new();
        // Always in the same order, so that two who see the same things wait for each other instead
        // of for ever.
        let mut seen: Vec<&Observation> = seen.iter().collect();
        seen.sort_by(|one, other| one.topic.cmp(&other.topic));
        for observation in seen {
            let id = match &observation.status {
                ObservedStatus::Failing(words) => {
                    self.raise_alert(db, observation, &truncate_text(words), now)
                        .await?
                }
                ObservedStatus::Healthy(lead) => {
                    self.resolve_alert(db, access, observation, lead, now)
                        .await?
                }
            };
            told.extend(id);
        }
        self.enqueue_emails(db, access, &told, now).await
    }

    /// Whoever moves the state tells of it: of two at once the second finds it moved.
    async fn raise_alert(
        &self,
        db: &TenantDb,
        seen: &Observation,
        words: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<Uuid>, DbError> {
        let first = alert_state::ActiveModel {
            topic: Set(seen.topic.clone()),
            state: Set(STATE_FIRING.to_owned()),
            since: Set(now),
            title: Set(seen.title.clone()),
            words: Set(words.to_owned()),
            ..Default::default()
        };
        let of_topic = || {
            db.update::<alert_state::Entity>()
                .filter(alert_state::Column::Topic.eq(&seen.topic))
        };
        let described = || {
            of_topic()
                .set(alert_state::Column::Title, &seen.title)
                .set(alert_state::Column::Words, words)
        };
        let moved_to_bad = || {
            described()
                .set(alert_state::Column::State, STATE_FIRING)
                .set(alert_state::Column::Since, now)
                .filter(alert_state::Column::State.eq(STATE_OK))
        };
        let changed = db.insert_if_absent(first).await? || moved_to_bad().exec().await? == 1;
        if changed {
            return Ok(Some(
                self.insert_notification(db, seen, "raised", words.to_owned(), now)
                    .await?,
            ));
        }
        // Still bad, perhaps for another reason: the open problem says the newest one, and nobody
        // is told again.
        described().exec().await?;
        Ok(None)
    }

    async fn resolve_alert(
        &self,
        db: &TenantDb,
        access: &Access,
        seen: &Observation,
        lead: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<Uuid>, DbError> {
        let of_topic = alert_state::Column::Topic.eq(&seen.topic);
        let Some(known) = db
            .find::<alert_state::Entity>()
            .filter(of_topic.clone())
            .filter(alert_state::Column::State.eq(STATE_FIRING))
            .one()
            .await?
        else {
            return Ok(None);
        };
        let moved = db
            .update::<alert_state::Entity>()
            .set(alert_state::Column::State, STATE_OK)
            .set(alert_state::Column::Since, now);
        let moved = moved
            .filter(of_topic)
            .filter(alert_state::Column::State.eq(STATE_FIRING))
            .filter(alert_state::Column::Since.eq(known.since));
        if moved.exec().await? == 0 {
            return Ok(None);
        }
        let body = recovery_text(lead, known.since, now, access.organization().time_zone);
        Ok(Some(
            self.insert_notification(db, seen, "recovered", body, now)
                .await?,
        ))
    }

    async fn insert_notification(
        &self,
        db: &TenantDb,
        seen: &Observation,
        kind: &str,
        body: String,
        now: DateTime<Utc>,
    ) -> Result<Uuid, DbError> {
        let id = self.next_id(now)?;
        let notice = notification::ActiveModel {
            id: Set(id),
            topic: Set(seen.topic.clone()),
            kind: Set(kind.to_owned()),
            title: Set(seen.title.clone()),
            body: Set(body),
            at: Set(now),
            ..Default::default()
        };
        db.insert(notice).await?;
        Ok(id)
    }
}
