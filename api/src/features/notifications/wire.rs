//! The JSON of notices.

use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// What a notice tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum NotificationKind {
    /// Something began to be wrong.
    Raised,
    /// It is well again.
    Recovered,
}

/// Something that people were told, once.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct Notification {
    /// Names the notice; later ones sort after earlier ones.
    pub id: Uuid,
    /// What it is about, such as `sync:sales_transactions`.
    pub topic: String,
    /// Whether something began or is over.
    pub kind: NotificationKind,
    /// What happened, in a line.
    pub title: String,
    /// Why; of a recovery since when it had been wrong and for how long.
    pub body: String,
    /// When it was told.
    pub at: DateTime<Utc>,
}

/// Something that is wrong now.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct OpenAlert {
    /// What it is about, such as `sync:sales_transactions`.
    pub topic: String,
    /// What is wrong, in a line.
    pub title: String,
    /// Why, as it was seen last.
    pub words: String,
    /// When it was seen first.
    pub since: DateTime<Utc>,
}

/// What is wrong now, and a page of what was told, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub(super) struct NotificationList {
    /// What is wrong now, the oldest first; whatever the page. At most 100.
    pub open: Vec<OpenAlert>,
    /// What was told.
    pub items: Vec<Notification>,
    /// Where the next page begins; absent on the last one.
    pub next_cursor: Option<String>,
    /// Whether people of the organization who may start syncs are told by mail too.
    pub by_mail: bool,
}

impl Example for NotificationList {
    fn example() -> Self {
        let since = DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_514_000);
        let (topic, title) = (
            "sync:sales_transactions".to_owned(),
            "sales_transactions did not land".to_owned(),
        );
        let words = "sales_transactions.csv has no column unit_price: add it, or say under Column \
            names what it is called."
            .to_owned();
        let id = Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e02);
        Self {
            open: vec![OpenAlert {
                topic: topic.clone(),
                title: title.clone(),
                words: words.clone(),
                since,
            }],
            items: vec![Notification {
                id,
                topic,
                kind: NotificationKind::Raised,
                title,
                body: words,
                at: since,
            }],
            next_cursor: None,
            by_mail: true,
        }
    }
}
