//! Sends due notification emails, one after the other.

use super::EmailJob;
use super::email_queue::{self, ClaimedEmail};
use super::notification_email::{self, EmailItem};
use crate::auth::permission::{Permission, Permissions, Role};
use crate::clock::Clock;
use crate::db::{Account, Database, DbError, TenantJob};
use crate::email::{OutgoingEmail, SendError, SmtpSender};
use crate::ids::PersonId;
use entities::notification;
use sea_orm::ColumnTrait;

/// Sends the queued notification emails of all organizations.
pub struct NotificationEmailSender {
    database: Database,
    clock: Clock,
    smtp: SmtpSender,
}

impl NotificationEmailSender {
    /// A sender for the queue of `database`.
    pub fn new(database: Database, clock: Clock, smtp: SmtpSender) -> Self {
        Self {
            database,
            clock,
            smtp,
        }
    }

    /// Sends the oldest due email, if any. Returns whether more may be due now.
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
            let reason = due.job.last_error.as_deref().unwrap_or(
                "Every server that tried to send it stopped before it recorded a result.",
            );
            claimed.mark_failed(reason, now).await?;
            return Ok(true);
        }
        self.send_claimed(&due, &claimed).await
    }

    async fn send_claimed(
        &self,
        due: &TenantJob,
        claimed: &ClaimedEmail<'_>,
    ) -> Result<bool, DbError> {
        let Ok(payload) = serde_json::from_str::<EmailJob>(&due.job.payload) else {
            claimed
                .mark_failed("The payload of the job is invalid.", self.clock.now())
                .await?;
            return Ok(true);
        };
        let items = self.load_items(due, &payload).await?;
        let Some(person) = self
            .find_recipient(due, &payload)
            .await?
            .filter(|_| !items.is_empty())
        else {
            claimed
                .mark_cancelled(
                    "The person may no longer see this, or it was deleted.",
                    self.clock.now(),
                )
                .await?;
            return Ok(true);
        };
        let organization = due.access.organization();
        let email = OutgoingEmail {
            to: &person.person.email,
            name: &person.person.name,
            subject: notification_email::email_subject(&organization.name, &items),
            text: notification_email::email_body(
                &organization.name,
                organization.time_zone,
                &items,
                self.smtp.public_url(),
            ),
            id: format!(
                "{}.{}",
                due.job.subject_id.unwrap_or(due.job.id),
                payload.person
            ),
            at: due.job.created_at,
        };
        let sent = self.smtp.send_email(email).await;
        let now = self.clock.now();
        match sent {
            Ok(()) => claimed.mark_sent(now).await?,
            Err(SendError::Rejected(reason)) => claimed.mark_failed(&reason, now).await?,
            Err(SendError::Deferred(reason)) => claimed.retry_later(&reason, now).await?,
            Err(SendError::Unreachable(reason)) => {
                claimed.retry_later(&reason, now).await?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn load_items(
        &self,
        due: &TenantJob,
        payload: &EmailJob,
    ) -> Result<Vec<EmailItem>, DbError> {
        let db = self.database.begin_read(&due.access).await?;
        let id_filter = notification::Column::Id.is_in(payload.notifications.iter().copied());
        let rows = db
            .find::<notification::Entity>()
            .filter(id_filter)
            .order_by_asc(notification::Column::Topic)
            .all()
            .await?;
        Ok(rows
            .into_iter()
            .map(|row| EmailItem {
                title: row.title,
                body: row.body,
                at: row.created_at,
                link: row.link,
            })
            .collect())
    }

    /// The recipient, if they are still a member with the permissions of the email.
    async fn find_recipient(
        &self,
        due: &TenantJob,
        payload: &EmailJob,
    ) -> Result<Option<Account>, DbError> {
        let member = self
            .database
            .platform()
            .find_member(due.access.organization(), PersonId(payload.person))
            .await?;
        let required = if payload.required.is_empty() {
            Permissions::from_permissions(&[Permission::SyncRun])
        } else {
            Permissions::from_names(payload.required.iter().map(String::as_str))
        };
        let may_read = |account: &Account| {
            Role::from_name(account.access.role())
                .is_some_and(|role| role.permissions().intersection(required) == required)
        };
        Ok(member.filter(may_read))
    }
}
