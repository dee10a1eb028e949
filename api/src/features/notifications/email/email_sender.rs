//! Sends the mails that are due, one after the other.

use super::EmailJob;
use super::email_queue::{self, ClaimedEmail};
use super::notification_email::{self, EmailItem};
use crate::auth::permission::{Permission, Role};
use crate::clock::Clock;
use crate::db::{Account, Database, DbError, TenantJob};
use crate::email::{OutgoingEmail, SendError, SmtpSender};
use crate::ids::PersonId;
use entities::notification;
use sea_orm::ColumnTrait;

/// Sends what was put up for sending, for all organizations.
pub struct NotificationEmailSender {
    database: Database,
    clock: Clock,
    smtp: SmtpSender,
}

impl NotificationEmailSender {
    /// Mails of this database go out by `post`.
    pub fn new(database: Database, clock: Clock, smtp: SmtpSender) -> Self {
        Self {
            database,
            clock,
            smtp,
        }
    }

    /// Takes up the mail that has waited longest, if one is due; says whether another look may find
    /// more to do now.
    pub async fn send_next(&self) -> Result<bool, DbError> {
        let now = self.clock.now();
        let Some(due) = self
            .database
            .platform()
            .list_due_email_jobs(now, 1)
            .await?
            .pop()
        else {
            return Ok(false);
        };
        let Some(claimed) = email_queue::claim_email(&self.database, &due, now).await? else {
            return Ok(true);
        };
        if claimed.is_out_of_attempts() {
            let why =
                due.job.last_error.as_deref().unwrap_or(
                    "No server that tried to send it came back to say what became of it.",
                );
            claimed.mark_failed(why, now).await?;
            return Ok(true);
        }
        self.send_claimed(&due, &claimed).await
    }

    async fn send_claimed(
        &self,
        due: &TenantJob,
        claimed: &ClaimedEmail<'_>,
    ) -> Result<bool, DbError> {
        let Ok(errand) = serde_json::from_str::<EmailJob>(&due.job.payload) else {
            claimed
                .mark_failed("What is to be sent cannot be read.", self.clock.now())
                .await?;
            return Ok(true);
        };
        let told = self.load_items(due, &errand).await?;
        let Some(person) = self
            .find_recipient(due, &errand)
            .await?
            .filter(|_| !told.is_empty())
        else {
            claimed
                .mark_cancelled(
                    "The person may not start syncs of this organization any more.",
                    self.clock.now(),
                )
                .await?;
            return Ok(true);
        };
        let organization = due.access.organization();
        let parcel = OutgoingEmail {
            to: &person.person.email,
            name: &person.person.name,
            subject: notification_email::email_subject(&organization.name, &told),
            text: notification_email::email_body(
                &organization.name,
                organization.time_zone,
                &told,
                self.smtp.public_url(),
            ),
            id: format!(
                "{}.{}",
                due.job.subject.unwrap_or(due.job.id),
                errand.person
            ),
            at: due.job.created_at,
        };
        let sent = self.smtp.send_email(parcel).await;
        let now = self.clock.now();
        match sent {
            Ok(()) => claimed.mark_sent(now).await?,
            Err(SendError::Rejected(why)) => claimed.mark_failed(&why, now).await?,
            Err(SendError::Deferred(why)) => claimed.retry_later(&why, now).await?,
            Err(SendError::Unreachable(why)) => {
                claimed.retry_later(&why, now).await?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn load_items(
        &self,
        due: &TenantJob,
        errand: &EmailJob,
    ) -> Result<Vec<EmailItem>, DbError> {
        let db = self.database.begin_read(&due.access).await?;
        let of_errand = notification::Column::Id.is_in(errand.notices.iter().copied());
        let rows = db
            .find::<notification::Entity>()
            .filter(of_errand)
            .order_by_asc(notification::Column::Topic)
            .all()
            .await?;
        Ok(rows
            .into_iter()
            .map(|row| EmailItem {
                title: row.title,
                body: row.body,
                at: row.at,
            })
            .collect())
    }

    /// Whoever was let go or lost the right since is told nothing.
    async fn find_recipient(
        &self,
        due: &TenantJob,
        errand: &EmailJob,
    ) -> Result<Option<Account>, DbError> {
        let member = self
            .database
            .platform()
            .find_member(due.access.organization(), PersonId(errand.person))
            .await?;
        let may = |account: &Account| {
            Role::from_name(account.access.role())
                .is_some_and(|role| role.permissions().contains(Permission::SyncRun))
        };
        Ok(member.filter(may))
    }
}
