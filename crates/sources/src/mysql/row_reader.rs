//! Reads the rows of one table.

use super::client::parse_row;
use super::database_address::MysqlAddress;
use super::messages;
use super::session::Session;
use crate::select_plan::{RowBatches, SelectPlan};
use crate::{BatchResult, SourceError};
use std::time::Duration;
use tokio::sync::mpsc::Sender;

/// Maximum time without data from the server.
const IDLE_TIMEOUT: Duration = Duration::from_mins(2);

/// Sends all rows of a table. Returns false if the receiver stopped.
pub(super) async fn send_all(
    session: &mut Session,
    plan: &SelectPlan,
    address: &MysqlAddress,
    sender: &Sender<BatchResult>,
) -> Result<bool, SourceError> {
    let failed = |error| messages::from_client_error(address, &error);
    let client = &mut session.client;
    let columns = client
        .start_query(&plan.sql(), IDLE_TIMEOUT)
        .await
        .map_err(failed)?;
    let mut batches = RowBatches::new(plan);
    while let Some(row) = client.next_row(IDLE_TIMEOUT).await.map_err(failed)? {
        batches.add_received(row.len());
        parse_row(&row, columns, |column, cell| {
            batches.append_cell(column, cell);
        })
        .map_err(failed)?;
        if batches.end_row(row.len()) && sender.send(Ok(Some(batches.take_batch()?))).await.is_err()
        {
            return Ok(false);
        }
    }
    Ok(sender.send(Ok(Some(batches.take_batch()?))).await.is_ok())
}
