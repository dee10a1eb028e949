//! Turns observations into alert states and notifications. A change creates one notification, even
//! if several servers observe it at the same time.

use super::{NotificationEvent, Notifier, Observation, ObservedStatus};
use crate::db::{Access, DbError, TenantDb, encode_json};
use chrono::{DateTime, Utc};
use entities::{alert_state, notification};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};

const STATE_OK: &str = "ok";
const STATE_FIRING: &str = "firing";

impl Notifier {
    /// Records observations and creates notifications for changes, in the transaction of `db`. A
    /// topic that never failed does not recover.
    pub async fn record_observations(
        &self,
        db: &TenantDb,
        access: &Access,
        observations: &[Observation],
    ) -> Result<(), DbError> {
        let now = self.clock.now();
        let mut notifications = Vec::new();
        // A fixed order, so that concurrent transactions wait for each other without deadlock.
        let mut observations: Vec<&Observation> = observations.iter().collect();
        observations.sort_by(|one, other| one.topic.cmp(&other.topic));
        for observation in observations {
            let id = match &observation.status {
                ObservedStatus::Failing(reason) => {
                    let event = NotificationEvent::Failure {
                        subject: observation.subject.clone(),
                        reason: reason.clone(),
                    };
                    self.raise_alert(db, observation, encode_json(&event)?, now)
                        .await?
                }
                ObservedStatus::Healthy => self.resolve_alert(db, observation, now).await?,
            };
            notifications.extend(id);
        }
        self.enqueue_emails(db, access, &notifications, now).await
    }

    /// Moves the alert to firing. Of concurrent calls, only the one that changes the state creates
    /// a notification.
    async fn raise_alert(
        &self,
        db: &TenantDb,
        observation: &Observation,
        event: String,
        now: DateTime<Utc>,
    ) -> Result<Option<Uuid>, DbError> {
        let first = alert_state::ActiveModel {
            topic: Set(observation.topic.clone()),
            state: Set(STATE_FIRING.to_owned()),
            changed_at: Set(now),
            event: Set(event.clone()),
            ..Default::default()
        };
        let topic_filter = || {
            db.update::<alert_state::Entity>()
                .filter(alert_state::Column::Topic.eq(&observation.topic))
        };
        let with_event = || topic_filter().set(alert_state::Column::Event, &event);
        let start_firing = || {
            with_event()
                .set(alert_state::Column::State, STATE_FIRING)
                .set(alert_state::Column::ChangedAt, now)
                .filter(alert_state::Column::State.eq(STATE_OK))
        };
        let changed = db.insert_if_absent(first).await? || start_firing().exec().await? == 1;
        if changed {
            return Ok(Some(
                self.insert_notification(db, observation, "firing", event, now)
                    .await?,
            ));
        }
        // Still failing, perhaps for another reason: the open alert shows the newest one, without a
        // new notification.
        with_event().exec().await?;
        Ok(None)
    }

    async fn resolve_alert(
        &self,
        db: &TenantDb,
        observation: &Observation,
        now: DateTime<Utc>,
    ) -> Result<Option<Uuid>, DbError> {
        let topic_filter = alert_state::Column::Topic.eq(&observation.topic);
        let Some(alert) = db
            .find::<alert_state::Entity>()
            .filter(topic_filter.clone())
            .filter(alert_state::Column::State.eq(STATE_FIRING))
            .one()
            .await?
        else {
            return Ok(None);
        };
        let update = db
            .update::<alert_state::Entity>()
            .set(alert_state::Column::State, STATE_OK)
            .set(alert_state::Column::ChangedAt, now);
        let update = update
            .filter(topic_filter)
            .filter(alert_state::Column::State.eq(STATE_FIRING))
            .filter(alert_state::Column::ChangedAt.eq(alert.changed_at));
        if update.exec().await? == 0 {
            return Ok(None);
        }
        let event = NotificationEvent::Recovery {
            subject: observation.subject.clone(),
            failed_at: alert.changed_at,
            recovered_at: now,
        };
        let event = encode_json(&event)?;
        Ok(Some(
            self.insert_notification(db, observation, "resolved", event, now)
                .await?,
        ))
    }

    async fn insert_notification(
        &self,
        db: &TenantDb,
        observation: &Observation,
        kind: &str,
        event: String,
        now: DateTime<Utc>,
    ) -> Result<Uuid, DbError> {
        let id = self.next_id(now)?;
        let row = notification::ActiveModel {
            id: Set(id),
            topic: Set(observation.topic.clone()),
            kind: Set(kind.to_owned()),
            event: Set(event),
            created_at: Set(now),
            ..Default::default()
        };
        db.insert(row).await?;
        Ok(id)
    }
}
