//! Reads the rows of one table with COPY.

use super::copy_stream::{CopyStep, CopyStream};
use super::database_address::PostgresAddress;
use super::messages;
use super::session::Session;
use crate::select_plan::{RowBatches, SelectPlan};
use crate::{BatchResult, SourceError};
use futures_util::StreamExt;
use std::time::Duration;
use tokio::sync::mpsc::Sender;

/// Maximum time without data from the server.
const IDLE_TIMEOUT: Duration = Duration::from_mins(2);

/// Sends all rows of a table. Returns false if the receiver stopped.
pub(super) async fn send_all(
    session: &mut Session,
    plan: &SelectPlan,
    address: &PostgresAddress,
    sender: &Sender<BatchResult>,
) -> Result<bool, SourceError> {
    let silent = |_| messages::database_timed_out(address, IDLE_TIMEOUT);
    let fault = session.fault();
    let failed = |error: sqlx::Error| messages::from_sql_error(address, &error, fault.get());
    let statement = format!("copy ({}) to stdout (format binary)", plan.sql());
    let started = session.connection.copy_out_raw(&statement);
    let mut pieces = tokio::time::timeout(IDLE_TIMEOUT, started)
        .await
        .map_err(silent)?
        .map_err(failed)?;
    let (mut copy, mut batches) = (CopyStream::default(), RowBatches::new(plan));
    while let Some(piece) = tokio::time::timeout(IDLE_TIMEOUT, pieces.next())
        .await
        .map_err(silent)?
    {
        let piece = piece.map_err(failed)?;
        batches.add_received(piece.len());
        copy.push(&piece);
        loop {
            let add = |column: usize, cell: Option<&[u8]>| batches.append_cell(column, cell);
            let bytes = match copy
                .take_row(plan.column_count(), add)
                .map_err(|_| messages::connection_lost(address))?
            {
                CopyStep::Row(bytes) => bytes,
                CopyStep::Incomplete | CopyStep::End => break,
            };
            if batches.end_row(bytes) && sender.send(Ok(Some(batches.take_batch()?))).await.is_err()
            {
                return Ok(false);
            }
        }
    }
    if !copy.has_ended() {
        return Err(messages::connection_lost(address));
    }
    Ok(sender.send(Ok(Some(batches.take_batch()?))).await.is_ok())
}
