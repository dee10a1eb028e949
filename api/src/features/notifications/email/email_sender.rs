//! Sends due notification emails, one after the other.

use super::EmailJob;
use super::email_queue::{self, ClaimedEmail};
use super::notification_email;
use crate::auth::VaultError;
use crate::auth::permission::{Permission, Permissions};
use crate::clock::Clock;
use crate::db::{Database, DbError, Member, TenantJob};
use crate::email::{
    EmailTopic, OutgoingEmail, SendError, SmtpSender, Subscription, UnsubscribeLinks,
    one_click_url, unsubscribe_page_url,
};
use crate::features::notifications::notification_text::{NotificationText, may_read};
use crate::features::notifications::opt_out_store::{is_opted_out, notification_topic};
use crate::ids::PersonId;
use email_content::body_from_text;
use entities::notification;
use localization::Language;
use sea_orm::ColumnTrait;

/// Sends the queued notification emails of all organizations.
pub struct NotificationEmailSender {
    database: Database,
    clock: Clock,
    smtp: SmtpSender,
    links: UnsubscribeLinks,
}

/// The content of an email, and what it is about.
struct EmailContent {
    items: Vec<NotificationText>,
    topic: EmailTopic,
    language: Language,
}

impl NotificationEmailSender {
    /// A sender for the queue of `database`, whose emails have `links` to unsubscribe.
    pub fn new(
        database: Database,
        clock: Clock,
        smtp: SmtpSender,
        links: UnsubscribeLinks,
    ) -> Self {
        Self {
            database,
            clock,
            smtp,
            links,
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
        let content = self.load_content(due, &payload).await?;
        let recipient = self.find_recipient(due, &payload).await?;
        let Some((content, person)) = content.zip(recipient) else {
            let reason = "The person unsubscribed or may no longer see this, or it was deleted.";
            claimed.mark_cancelled(reason, self.clock.now()).await?;
            return Ok(true);
        };
        let Ok(email) = self.compose_email(due, &content, &person) else {
            let reason = "The link to unsubscribe could not be encrypted.";
            claimed.retry_later(reason, self.clock.now()).await?;
            return Ok(true);
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

    fn compose_email<'a>(
        &self,
        due: &TenantJob,
        content: &EmailContent,
        recipient: &'a Member,
    ) -> Result<OutgoingEmail<'a>, VaultError> {
        let organization = due.access.organization();
        let (person, public_url) = (&recipient.person, self.smtp.public_url());
        let token = self.links.seal_token(&Subscription {
            tenant: due.access.tenant(),
            person: PersonId(person.id),
            topic: content.topic,
        })?;
        let (items, language) = (&content.items, content.language);
        let subject = notification_email::email_subject(&organization.name, items, language);
        let text = notification_email::email_body(
            &organization.name,
            items,
            (public_url, &unsubscribe_page_url(public_url, &token)),
            language,
        );
        Ok(OutgoingEmail {
            to: &person.email,
            name: &person.name,
            body: body_from_text(&subject, &text, language),
            subject,
            images: Vec::new(),
            attachments: Vec::new(),
            author: None,
            unsubscribe_url: Some(one_click_url(public_url, &token)),
            id: format!("{}.{}", due.job.subject_id.unwrap_or(due.job.id), person.id),
            at: due.job.created_at,
        })
    }

    /// The notifications of an email. None if they were deleted, or the recipient has unsubscribed.
    async fn load_content(
        &self,
        due: &TenantJob,
        payload: &EmailJob,
    ) -> Result<Option<EmailContent>, DbError> {
        let db = self.database.begin_read(&due.access).await?;
        let id_filter = notification::Column::Id.is_in(payload.notifications.iter().copied());
        let rows = db
            .find::<notification::Entity>()
            .filter(id_filter)
            .order_by_asc(notification::Column::Topic)
            .all()
            .await?;
        let Some(topic) = rows.first().map(notification_topic) else {
            return Ok(None);
        };
        if is_opted_out(&db, PersonId(payload.person), topic).await? {
            return Ok(None);
        }
        // The locale takes a connection, too.
        drop(db);
        let (person, organization) = (PersonId(payload.person), due.access.organization());
        let locale = self
            .database
            .platform()
            .find_locale(person, organization, Language::default())
            .await?;
        let items = rows
            .into_iter()
            .map(|row| NotificationText::from_row(row, locale, self.smtp.public_url()));
        Ok(Some(EmailContent {
            items: items.collect(),
            topic,
            language: locale.language,
        }))
    }

    /// The recipient, if they are still a member with the permissions of the email.
    async fn find_recipient(
        &self,
        due: &TenantJob,
        payload: &EmailJob,
    ) -> Result<Option<Member>, DbError> {
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
        Ok(member.filter(|member| may_read(member, required)))
    }
}
