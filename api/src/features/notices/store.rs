//! What is wrong now, and a page of what was told.

use super::wire::{Notice, NoticeKind, NoticeList, OpenProblem};
use crate::auth::Proof;
use crate::auth::permission::SyncRead;
use crate::db::TenantDb;
use crate::http::{ApiError, id_behind};
use entities::{condition, notice};
use sea_orm::{ColumnTrait, Condition};

/// More things than this are not watched.
const MOST_OPEN: u64 = 100;

/// The open problems, the oldest first, and a page of notices, the newest first.
pub(super) async fn list(
    db: &TenantDb,
    _may: &Proof<SyncRead>,
    limit: u32,
    cursor: Option<&str>,
    by_mail: bool,
) -> Result<NoticeList, ApiError> {
    let before = id_behind(cursor)?;
    let narrowed = before.map_or_else(Condition::all, |before| {
        Condition::all().add(notice::Column::Id.lt(before))
    });
    let newest = db
        .find::<notice::Entity>()
        .filter(narrowed)
        .order_by_desc(notice::Column::Id);
    let (rows, next_cursor) = newest.page(limit, |last| last.id.to_string()).await?;
    let open = db
        .find::<condition::Entity>()
        .filter(condition::Column::State.eq("bad"));
    let open = open
        .order_by_asc(condition::Column::Since)
        .order_by_asc(condition::Column::Topic)
        .limit(MOST_OPEN)
        .all()
        .await?;
    Ok(NoticeList {
        open: open.into_iter().map(problem_of_row).collect(),
        items: rows.into_iter().map(notice_of_row).collect(),
        next_cursor,
        by_mail,
    })
}

fn problem_of_row(row: condition::Model) -> OpenProblem {
    OpenProblem {
        topic: row.topic,
        title: row.title,
        words: row.words,
        since: row.since,
    }
}

fn notice_of_row(row: notice::Model) -> Notice {
    let kind = if row.kind == "recovered" {
        NoticeKind::Recovered
    } else {
        NoticeKind::Raised
    };
    Notice {
        id: row.id,
        topic: row.topic,
        kind,
        title: row.title,
        body: row.body,
        at: row.at,
    }
}
