//! Verifies the hash chain of an audit log and reports the first invalid entry.

use super::hash_chain;
use crate::db::{DbError, TenantDb};
use entities::audit_entry::{Column, Entity, Model};
use entities::audit_head;
use sea_orm::ColumnTrait;

/// The number of entries in memory.
const BATCH_SIZE: u64 = 1_000;

/// A valid audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditTrail {
    /// The number of entries.
    pub rows: i64,
    /// The hash of the last entry. If it is stored elsewhere, a later verification detects removed
    /// entries at the end.
    pub head: String,
}

/// Why an audit log is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// The hash of an entry does not match.
    #[error(
        "the hash of entry {0} does not match: this entry or the previous one was changed, added \
            or moved"
    )]
    HashMismatch(i64),
    /// A sequence number is missing.
    #[error("entry {0} is missing")]
    MissingEntry(i64),
    /// Entries are missing at the end.
    #[error("the log ends with entry {found} of {written}: entries were removed at its end")]
    Truncated {
        /// The last entry found.
        found: i64,
        /// The number of entries written.
        written: i64,
    },
    /// The last entry does not match `audit_head`.
    #[error("the head has another hash than the last entry: the end of the log was changed")]
    HeadMismatch,
    /// No entry has the given hash.
    #[error("no entry has the expected hash: the log was truncated or rewritten since")]
    UnknownCheckpoint,
}

/// Recomputes all hashes of the tenant's log. `checkpoint` is a head hash that was noted earlier: an
/// entry must have it.
pub(in crate::db) async fn verify_chain(
    db: &TenantDb,
    checkpoint: Option<&str>,
) -> Result<Result<AuditTrail, ChainError>, DbError> {
    let (mut seq, mut head) = (0, hash_chain::GENESIS_HASH.to_owned());
    let mut seen = checkpoint.is_none_or(|hash| hash == head);
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
            seen = seen || checkpoint == Some(head.as_str());
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
