//! Response types of the notification operation.

use super::event::NotificationEvent;
use super::opt_out_store::OptOutRow;
use super::store::NotificationRows;
use crate::email::EmailTopic;
use chrono::{DateTime, TimeDelta, Utc};
use entities::{alert_state, notification};
use localization::Locale;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// The kind of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum NotificationKind {
    /// Something began to fail.
    Firing,
    /// It works again.
    Resolved,
}

/// A notification.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct Notification {
    /// The notification's id. Ids sort by time.
    pub id: Uuid,
    /// The topic, such as `sync:sales_transactions`.
    pub topic: String,
    /// Whether a failure began or ended.
    pub kind: NotificationKind,
    /// What happened, in one line.
    pub title: String,
    /// The reason. For a recovery, when the failure began and how long it lasted.
    pub body: String,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// The path of the page with the figures of an alert rule, or with the order.
    pub link: Option<String>,
}

/// A current failure.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct OpenAlert {
    /// The topic, such as `sync:sales_transactions`.
    pub topic: String,
    /// What fails, in one line.
    pub title: String,
    /// The most recent reason.
    pub message: String,
    /// When the failure began.
    pub since: DateTime<Utc>,
}

/// The open alerts, and a page of notifications.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(super) struct NotificationList {
    /// The open alerts, oldest first, at most 100. The same on every page.
    pub open_alerts: Vec<OpenAlert>,
    /// The notifications, newest first.
    pub items: Vec<Notification>,
    /// The cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
    /// Whether members with `sync.run` also get notifications by email.
    pub email_enabled: bool,
}

/// What emails are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum EmailTopicKind {
    /// Failures and recoveries of Data Sync and webhooks.
    DataSync,
    /// The alerts of a rule.
    AlertRule,
    /// A scheduled report.
    Report,
}

/// The token of a link that ends a subscription.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct EmailOptOutInput {
    /// The token of the link.
    #[oai(validator(max_length = 400))]
    pub token: String,
}

/// A subscription that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct EndedSubscription {
    /// What the emails were about.
    pub kind: EmailTopicKind,
    /// The name of the organization that sent them.
    pub organization: String,
}

/// A topic about which the caller gets no emails.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct EmailOptOut {
    /// The id, for `deleteEmailOptOut`.
    pub id: Uuid,
    /// What the emails are about.
    pub kind: EmailTopicKind,
    /// The name of the alert rule or report, if there is one.
    pub name: Option<String>,
    /// When the emails were turned off.
    pub created_at: DateTime<Utc>,
}

/// The topics about which the caller gets no emails.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct EmailOptOuts {
    /// The topics, newest first, at most 500.
    pub items: Vec<EmailOptOut>,
}

impl From<EmailTopic> for EmailTopicKind {
    fn from(topic: EmailTopic) -> Self {
        match topic {
            EmailTopic::DataSync => Self::DataSync,
            EmailTopic::AlertRule(_) => Self::AlertRule,
            EmailTopic::Report(_) => Self::Report,
        }
    }
}

impl EmailOptOut {
    /// A stored topic. None for one of a newer version.
    pub(super) fn from_row(OptOutRow { row, name }: OptOutRow) -> Option<Self> {
        let topic: EmailTopic = row.topic.parse().ok()?;
        Some(Self {
            id: row.id,
            kind: topic.into(),
            name,
            created_at: row.created_at,
        })
    }
}

impl Example for EmailOptOutInput {
    fn example() -> Self {
        Self {
            token: "v1.bm90IGEgdG9rZW4".to_owned(),
        }
    }
}

impl NotificationList {
    pub(super) fn from_rows(rows: NotificationRows, locale: Locale, email_enabled: bool) -> Self {
        let open = rows.open_alerts.into_iter();
        let items = rows.notifications.items.into_iter();
        let next_cursor = rows.notifications.next_cursor;
        Self {
            open_alerts: open.map(|row| OpenAlert::from_row(row, locale)).collect(),
            items: items
                .map(|row| Notification::from_row(row, locale))
                .collect(),
            next_cursor,
            email_enabled,
        }
    }
}

impl OpenAlert {
    fn from_row(row: alert_state::Model, locale: Locale) -> Self {
        let event = NotificationEvent::from_json(&row.event, &row.topic);
        Self {
            topic: row.topic,
            title: event.title(locale.language),
            message: event.body(locale),
            since: row.changed_at,
        }
    }
}

impl Notification {
    fn from_row(row: notification::Model, locale: Locale) -> Self {
        let event = NotificationEvent::from_json(&row.event, &row.topic);
        let kind = if row.kind == "resolved" {
            NotificationKind::Resolved
        } else {
            NotificationKind::Firing
        };
        Self {
            id: row.id,
            topic: row.topic,
            kind,
            title: event.title(locale.language),
            body: event.body(locale),
            created_at: row.created_at,
            link: row.link,
        }
    }
}

impl Example for NotificationList {
    fn example() -> Self {
        let since = DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_514_000);
        let (topic, title) = (
            "sync:sales_transactions".to_owned(),
            "sales_transactions failed to sync".to_owned(),
        );
        let message = "sales_transactions.csv does not have the column unit_price. Add it, or map \
            it under Column names."
            .to_owned();
        let id = Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e02);
        Self {
            open_alerts: vec![OpenAlert {
                topic: topic.clone(),
                title: title.clone(),
                message: message.clone(),
                since,
            }],
            items: vec![Notification {
                id,
                topic,
                kind: NotificationKind::Firing,
                title,
                body: message,
                created_at: since,
                link: None,
            }],
            next_cursor: None,
            email_enabled: true,
        }
    }
}
