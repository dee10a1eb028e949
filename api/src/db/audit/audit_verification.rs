//! Reads a whole log again and names the first row that does not fit.

use super::hash_chain;
use crate::db::{DbError, TenantDb};
use entities::audit_entry::{Column, Entity, Model};
use entities::audit_head;
use sea_orm::ColumnTrait;

/// Rows that are held at once.
const BATCH_SIZE: u64 = 1_000;

/// A log whose rows fit together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditTrail {
    /// How many rows it has.
    pub rows: i64,
    /// The hash of the last one. Kept elsewhere, it shows later whether rows were cut off at the
    /// end.
    pub head: String,
}

/// What does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// A row is not the one that was written.
    #[error(
        "row {0} does not fit the row before it: it, or that one, was changed, put in or put \
            elsewhere"
    )]
    HashMismatch(i64),
    /// A number is not there.
    #[error("row {0} is missing")]
    MissingEntry(i64),
    /// There are fewer rows than were written.
    #[error("the log ends with row {found}, and {written} rows were written: its end was cut off")]
    Truncated {
        /// The last row.
        found: i64,
        /// How many there were.
        written: i64,
    },
    /// The end is not the one that is remembered.
    #[error("the head does not name the last row's hash: the end of the log was changed")]
    HeadMismatch,
    /// A hash that was kept elsewhere is the hash of no row.
    #[error("no row has the hash that was kept: the log was cut off or rewritten since")]
    UnknownCheckpoint,
}

/// Reckons every hash of the tenant's log again. `kept` is a head that was noted earlier: a row
/// with it must be there.
pub(in crate::db) async fn verify_chain(
    db: &TenantDb,
    kept: Option<&str>,
) -> Result<Result<AuditTrail, ChainError>, DbError> {
    let (mut seq, mut head) = (0, hash_chain::GENESIS_HASH.to_owned());
    let mut seen = kept.is_none_or(|kept| kept == head);
    loop {
        let rows: Vec<Model> = db
            .find::<Entity>()
            .filter(Column::Seq.gt(seq))
            .order_by_asc(Column::Seq)
            .limit(BATCH_SIZE)
            .all()
            .await?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            if row.seq != seq + 1 {
                return Ok(Err(ChainError::MissingEntry(seq + 1)));
            }
            if hash_chain::hash_entry(&head, &row) != row.hash {
                return Ok(Err(ChainError::HashMismatch(row.seq)));
            }
            (seq, head) = (row.seq, row.hash);
            seen = seen || kept == Some(head.as_str());
        }
    }
    let remembered = db.find::<audit_head::Entity>().one().await?;
    let (written, hash) = remembered.map_or((0, hash_chain::GENESIS_HASH.to_owned()), |row| {
        (row.seq, row.hash)
    });
    Ok(if written > seq {
        Err(ChainError::Truncated {
            found: seq,
            written,
        })
    } else if written != seq || hash != head {
        Err(ChainError::HeadMismatch)
    } else if seen {
        Ok(AuditTrail { rows: seq, head })
    } else {
        Err(ChainError::UnknownCheckpoint)
    })
}
