//! Queues reports that are due, and sends them. Of several servers, one queues and one sends each.

use super::cadence::next_due;
use super::delivery_store::{
    DeliveryEnd, advance_recipient, claim_delivery, find_schedule, finish_delivery, queue_delivery,
    remove_recipient, reschedule_delivery,
};
use super::report_email::{
    ComposeError, ComposedReport, ReportAttachment, ReportContext, compose_report,
};
use super::report_source::{ReportSource, ReportSubject};
use crate::auth::Scope;
use crate::auth::permission::{Permission, Permissions};
use crate::clock::Clock;
use crate::crash_points;
use crate::db::{Database, DbError, DueReportDelivery, DueReportRecipient, Member, Organization};
use crate::email::backoff::{MAX_ATTEMPTS, backoff_delay};
use crate::email::{
    Attempt, EmailTopic, OutgoingEmail, SmtpSender, Subscription, UnsubscribeLinks, one_click_url,
    unsubscribe_page_url,
};
use crate::entropy::Entropy;
use crate::features::notifications::{Message, NotificationEvent, Notifier, is_opted_out};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entities::{report_delivery, report_schedule};
use localization::{Language, Locale};
use sea_orm::DbErr;

/// The maximum number of recipients per poll.
const BATCH_SIZE: u64 = 200;

/// Sends the scheduled reports of all organizations.
#[derive(Clone)]
pub struct ReportSender {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    notifier: Notifier,
    smtp: SmtpSender,
    links: UnsubscribeLinks,
    source: ReportSource,
}

impl ReportSender {
    /// A sender of the reports of `source` that notifies owners of failures through `notifier`.
    pub fn new(
        (database, clock, entropy): (Database, Clock, Entropy),
        source: ReportSource,
        notifier: Notifier,
        smtp: SmtpSender,
        links: UnsubscribeLinks,
    ) -> Self {
        Self {
            database,
            clock,
            entropy,
            notifier,
            smtp,
            links,
            source,
        }
    }

    /// Queues an email for each recipient whose time has come. Times that were missed while no
    /// server ran count once. Returns how many were due.
    pub async fn queue_due(&self) -> Result<usize, DbError> {
        let platform = self.database.platform();
        let due = platform
            .list_due_report_recipients(self.clock.now(), BATCH_SIZE)
            .await?;
        for due in &due {
            self.queue_recipient(due).await?;
        }
        Ok(due.len())
    }

    async fn queue_recipient(&self, due: &DueReportRecipient) -> Result<(), DbError> {
        let person = PersonId(due.recipient.person_id);
        let now = self.clock.now();
        let zone = self
            .find_locale(due.access.organization(), person)
            .await?
            .time_zone;
        let db = self.database.begin_write(&due.access).await?;
        let Some(schedule) = find_schedule(&db, due.recipient.schedule_id).await? else {
            return Ok(());
        };
        let next = next_due(&schedule, now, zone);
        if !advance_recipient(&db, &due.recipient, next).await? {
            return Ok(());
        }
        crash_points::pass_crash_point("report_schedules.advanced");
        let id = self
            .entropy
            .uuid_v7(now)
            .map_err(|error| DbError::Failed(DbErr::Custom(error.to_string())))?;
        queue_delivery(&db, schedule.id, person, id, now).await?;
        db.commit().await
    }

    /// Sends the email that has been due longest, if any. Returns whether more may be due now.
    pub async fn send_next(&self) -> Result<bool, DbError> {
        let now = self.clock.now();
        let platform = self.database.platform();
        let Some(due) = platform.find_due_report_delivery(now).await? else {
            return Ok(false);
        };
        let db = self.database.begin_write(&due.access).await?;
        let claimed = claim_delivery(&db, &due.delivery, now).await?;
        let schedule = find_schedule(&db, due.delivery.schedule_id).await?;
        db.commit().await?;
        let (Some(claimed), Some(schedule)) = (claimed, schedule) else {
            return Ok(true);
        };
        let due = DueReportDelivery {
            delivery: claimed,
            ..due
        };
        let recipient = platform
            .find_member(due.access.organization(), PersonId(due.delivery.person_id))
            .await?;
        let attempt = match &recipient {
            _ if due.delivery.attempts > MAX_ATTEMPTS => {
                Attempt::out_of_attempts(due.delivery.reason.as_deref(), DeliveryEnd::Failed)
            }
            Some(recipient) => self.attempt(&due, &schedule, recipient).await?,
            None => Attempt::End(DeliveryEnd::Cancelled(
                "The recipient is no longer a member of the organization.",
            )),
        };
        match attempt {
            Attempt::End(end) => {
                crash_points::pass_crash_point("report_schedules.sent");
                self.record_end(&due, &schedule, recipient.as_ref(), &end)
                    .await?;
                Ok(true)
            }
            Attempt::Retry(reason, others_may_follow) => {
                self.retry_later(&due, &schedule, recipient.as_ref(), reason)
                    .await?;
                Ok(others_may_follow)
            }
        }
    }

    async fn attempt(
        &self,
        due: &DueReportDelivery,
        schedule: &report_schedule::Model,
        recipient: &Member,
    ) -> Result<Attempt<DeliveryEnd>, DbError> {
        let person = PersonId(recipient.person.id);
        let topic = EmailTopic::Report(schedule.id);
        let db = self.database.begin_read(&due.access).await?;
        let is_off = is_opted_out(&db, person, topic).await?;
        drop(db);
        if is_off {
            let reason = "The recipient unsubscribed.";
            return Ok(Attempt::End(DeliveryEnd::Cancelled(reason)));
        }
        let scope = Scope::for_member(recipient, self.database.clone(), self.clock.clone());
        let email = &recipient.person.email;
        let locale = self.find_locale(due.access.organization(), person).await?;
        let read = match ReportSubject::from_schedule(schedule) {
            Ok(subject) => {
                Box::pin(
                    self.source
                        .read_report(subject, &scope, (email, locale.language)),
                )
                .await
            }
            Err(error) => Err(error),
        };
        let report = match read {
            Ok(report) => report,
            Err(error) => {
                let text = error.to_string();
                return Ok(error.describe_failure().map_or(
                    Attempt::Retry(format!("The report failed: {text}."), true),
                    |reason| Attempt::End(DeliveryEnd::Failed(reason)),
                ));
            }
        };
        let subscription = Subscription {
            tenant: due.access.tenant(),
            person,
            topic,
        };
        let Ok(token) = self.links.seal_token(&subscription) else {
            let reason = "The link to unsubscribe could not be encrypted.";
            return Ok(Attempt::Retry(reason.to_owned(), true));
        };
        let rows = report.count_rows();
        let (now, public_url) = (self.clock.now(), self.smtp.public_url().to_owned());
        let (organization, name, attachment) = (
            due.access.organization().name.clone(),
            schedule.name.clone(),
            schedule
                .attachment
                .parse()
                .unwrap_or(ReportAttachment::Xlsx),
        );
        let link = unsubscribe_page_url(&public_url, &token);
        let url = one_click_url(&public_url, &token);
        let composed = tokio::task::spawn_blocking(move || {
            compose_report(
                &report,
                &ReportContext {
                    organization: &organization,
                    name: &name,
                    attachment,
                    now,
                    locale,
                    public_url: &public_url,
                    unsubscribe_url: &link,
                },
            )
        });
        let composed = match composed.await {
            Ok(Ok(composed)) => composed,
            Ok(Err(error)) => return Ok(Attempt::End(describe_compose_error(&error))),
            Err(error) => return Ok(Attempt::Retry(error.to_string(), true)),
        };
        Ok(self
            .send(&due.delivery, recipient, composed, url, rows)
            .await)
    }

    async fn find_locale(
        &self,
        organization: &Organization,
        person: PersonId,
    ) -> Result<Locale, DbError> {
        self.database
            .platform()
            .find_locale(person, organization, Language::default())
            .await
    }

    async fn send(
        &self,
        delivery: &report_delivery::Model,
        recipient: &Member,
        composed: ComposedReport,
        unsubscribe_url: String,
        rows: usize,
    ) -> Attempt<DeliveryEnd> {
        let email = OutgoingEmail {
            to: &recipient.person.email,
            name: &recipient.person.name,
            subject: composed.subject,
            body: composed.body,
            images: composed.images,
            attachments: composed.attachments,
            author: None,
            unsubscribe_url: Some(unsubscribe_url),
            id: delivery.id.to_string(),
            at: delivery.created_at,
        };
        let sent = self.smtp.send_email(email).await;
        Attempt::from_sending(sent, DeliveryEnd::Sent { rows }, DeliveryEnd::Failed)
    }

    async fn retry_later(
        &self,
        due: &DueReportDelivery,
        schedule: &report_schedule::Model,
        recipient: Option<&Member>,
        reason: String,
    ) -> Result<(), DbError> {
        let delivery = &due.delivery;
        tracing::warn!(tenant = %due.access.tenant(), delivery = %delivery.id,
            attempts = delivery.attempts, reason, "report not sent");
        if delivery.attempts >= MAX_ATTEMPTS {
            let end = DeliveryEnd::Failed(reason);
            return self.record_end(due, schedule, recipient, &end).await;
        }
        let due_at = self.clock.now() + backoff_delay(delivery.attempts);
        let db = self.database.begin_write(&due.access).await?;
        reschedule_delivery(&db, delivery, due_at, &reason).await?;
        db.commit().await
    }

    /// Records the end, and notifies the owner of a failure: once a day for each schedule.
    async fn record_end(
        &self,
        due: &DueReportDelivery,
        schedule: &report_schedule::Model,
        recipient: Option<&Member>,
        end: &DeliveryEnd,
    ) -> Result<(), DbError> {
        let now = self.clock.now();
        let db = self.database.begin_write(&due.access).await?;
        if !finish_delivery(&db, &due.delivery, end, now).await? {
            return Ok(());
        }
        if recipient.is_none() {
            remove_recipient(&db, schedule.id, due.delivery.person_id).await?;
        }
        if let (DeliveryEnd::Failed(reason), Some(recipient)) = (end, recipient) {
            let day = failure_day(now, due.access.organization().time_zone);
            let message = failure_message(schedule, &recipient.person.name, reason, day);
            self.notifier
                .send_message(&db, &due.access, &message)
                .await?;
        }
        db.commit().await
    }
}

fn describe_compose_error(error: &ComposeError) -> DeliveryEnd {
    DeliveryEnd::Failed(format!("The email could not be composed: {error}."))
}

fn failure_day(now: DateTime<Utc>, zone: Tz) -> String {
    now.with_timezone(&zone).date_naive().to_string()
}

fn failure_message(
    schedule: &report_schedule::Model,
    recipient: &str,
    reason: &str,
    day: String,
) -> Message {
    Message {
        topic: EmailTopic::Report(schedule.id).to_string(),
        is_start: true,
        event: NotificationEvent::ReportNotSent {
            report: schedule.name.clone(),
            recipient: recipient.to_owned(),
            reason: reason.to_owned(),
        },
        link: "/notifications".to_owned(),
        required: Permissions::from_permissions(&[Permission::SyncRead]),
        person: Some(PersonId(schedule.owner_id)),
        occasion: day,
    }
}
