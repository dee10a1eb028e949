//! Sends the mails that are due, one after the other.

use super::Errand;
use super::letter::{self, Told};
use super::queue::{self, Claimed};
use crate::auth::permission::{Permission, Role};
use crate::clock::Clock;
use crate::db::{Account, Database, DbError, JobAtWork};
use crate::ids::PersonId;
use crate::mail::{Parcel, Post, Unsent};
use entities::notice;
use sea_orm::ColumnTrait;

/// Sends what was put up for sending, for all organizations.
pub struct Mails {
    database: Database,
    clock: Clock,
    post: Post,
}

impl Mails {
    /// Mails of this database go out by `post`.
    pub fn new(database: Database, clock: Clock, post: Post) -> Self {
        Self {
            database,
            clock,
            post,
        }
    }

    /// Takes up the mail that has waited longest, if one is due; says whether another look may find
    /// more to do now.
    pub async fn send_one(&self) -> Result<bool, DbError> {
        let now = self.clock.now();
        let Some(due) = self.database.platform().due_mails(now, 1).await?.pop() else {
            return Ok(false);
        };
        let Some(claimed) = queue::claim(&self.database, &due, now).await? else {
            return Ok(true);
        };
        if claimed.is_worn_out() {
            let why =
                due.job.last_error.as_deref().unwrap_or(
                    "No server that tried to send it came back to say what became of it.",
                );
            claimed.given_up(why, now).await?;
            return Ok(true);
        }
        self.send(&due, &claimed).await
    }

    async fn send(&self, due: &JobAtWork, claimed: &Claimed<'_>) -> Result<bool, DbError> {
        let Ok(errand) = serde_json::from_str::<Errand>(&due.job.payload) else {
            claimed
                .given_up("What is to be sent cannot be read.", self.clock.now())
                .await?;
            return Ok(true);
        };
        let told = self.told(due, &errand).await?;
        let Some(person) = self
            .recipient(due, &errand)
            .await?
            .filter(|_| !told.is_empty())
        else {
            claimed
                .dropped(
                    "The person may not start syncs of this organization any more.",
                    self.clock.now(),
                )
                .await?;
            return Ok(true);
        };
        let organization = due.access.organization();
        let parcel = Parcel {
            to: &person.person.email,
            name: &person.person.name,
            subject: letter::subject(&organization.name, &told),
            text: letter::text(
                &organization.name,
                organization.time_zone,
                &told,
                self.post.public_url(),
            ),
            id: format!(
                "{}.{}",
                due.job.subject.unwrap_or(due.job.id),
                errand.person
            ),
            at: due.job.created_at,
        };
        let sent = self.post.send(parcel).await;
        let now = self.clock.now();
        match sent {
            Ok(()) => claimed.done(now).await?,
            Err(Unsent::Never(why)) => claimed.given_up(&why, now).await?,
            Err(Unsent::Later(why)) => claimed.put_off(&why, now).await?,
            Err(Unsent::NobodyThere(why)) => {
                claimed.put_off(&why, now).await?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn told(&self, due: &JobAtWork, errand: &Errand) -> Result<Vec<Told>, DbError> {
        let db = self.database.read(&due.access).await?;
        let of_errand = notice::Column::Id.is_in(errand.notices.iter().copied());
        let rows = db
            .find::<notice::Entity>()
            .filter(of_errand)
            .order_by_asc(notice::Column::Topic)
            .all()
            .await?;
        Ok(rows
            .into_iter()
            .map(|row| Told {
                title: row.title,
                body: row.body,
                at: row.at,
            })
            .collect())
    }

    /// Whoever was let go or lost the right since is told nothing.
    async fn recipient(
        &self,
        due: &JobAtWork,
        errand: &Errand,
    ) -> Result<Option<Account>, DbError> {
        let member = self
            .database
            .platform()
            .member(due.access.organization(), PersonId(errand.person))
            .await?;
        let may = |account: &Account| {
            Role::named(account.access.role())
                .is_some_and(|role| role.permissions().contains(Permission::SyncRun))
        };
        Ok(member.filter(may))
    }
}
