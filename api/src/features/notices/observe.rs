//! Turns what was seen into what is told: a change is told once, whoever else sees the same at the
//! same time.

use super::words::{brief, over};
use super::{Notices, Observation, Standing};
use crate::db::{Access, DbError, TenantDb};
use chrono::{DateTime, Utc};
use entities::{condition, notice};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, Set};

const GOOD: &str = "good";
const BAD: &str = "bad";

impl Notices {
    /// Writes down what was seen, and tells of what changed; lasts with the transaction of `db`.
    /// Something that was never bad is well: it recovers from nothing.
    pub async fn observe(
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
            let id = match &observation.standing {
                Standing::Bad(words) => self.bad(db, observation, &brief(words), now).await?,
                Standing::Good(lead) => self.good(db, access, observation, lead, now).await?,
            };
            told.extend(id);
        }
        self.put_up(db, access, &told, now).await
    }

    /// Whoever moves the state tells of it: of two at once the second finds it moved.
    async fn bad(
        &self,
        db: &TenantDb,
        seen: &Observation,
        words: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<Uuid>, DbError> {
        let first = condition::ActiveModel {
            topic: Set(seen.topic.clone()),
            state: Set(BAD.to_owned()),
            since: Set(now),
            title: Set(seen.title.clone()),
            words: Set(words.to_owned()),
            ..Default::default()
        };
        let of_topic = || {
            db.update::<condition::Entity>()
                .filter(condition::Column::Topic.eq(&seen.topic))
        };
        let described = || {
            of_topic()
                .set(condition::Column::Title, &seen.title)
                .set(condition::Column::Words, words)
        };
        let moved_to_bad = || {
            described()
                .set(condition::Column::State, BAD)
                .set(condition::Column::Since, now)
                .filter(condition::Column::State.eq(GOOD))
        };
        let changed = db.insert_where_free(first).await? || moved_to_bad().exec().await? == 1;
        if changed {
            return Ok(Some(
                self.tell(db, seen, "raised", words.to_owned(), now).await?,
            ));
        }
        // Still bad, perhaps for another reason: the open problem says the newest one, and nobody
        // is told again.
        described().exec().await?;
        Ok(None)
    }

    async fn good(
        &self,
        db: &TenantDb,
        access: &Access,
        seen: &Observation,
        lead: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<Uuid>, DbError> {
        let of_topic = condition::Column::Topic.eq(&seen.topic);
        let Some(known) = db
            .find::<condition::Entity>()
            .filter(of_topic.clone())
            .filter(condition::Column::State.eq(BAD))
            .one()
            .await?
        else {
            return Ok(None);
        };
        let moved = db
            .update::<condition::Entity>()
            .set(condition::Column::State, GOOD)
            .set(condition::Column::Since, now);
        let moved = moved
            .filter(of_topic)
            .filter(condition::Column::State.eq(BAD))
            .filter(condition::Column::Since.eq(known.since));
        if moved.exec().await? == 0 {
            return Ok(None);
        }
        let body = over(lead, known.since, now, access.organization().time_zone);
        Ok(Some(self.tell(db, seen, "recovered", body, now).await?))
    }

    async fn tell(
        &self,
        db: &TenantDb,
        seen: &Observation,
        kind: &str,
        body: String,
        now: DateTime<Utc>,
    ) -> Result<Uuid, DbError> {
        let id = self.next_id(now)?;
        let notice = notice::ActiveModel {
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
