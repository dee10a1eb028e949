//! Writes tables as they are before an import, so that it can be undone.

use super::find_tables;
use crate::db::{Access, DbError, RowFilter};
use crate::features::data_sync::DataSync;
use crate::ids::UploadId;
use entities::table_sync_state;
use sea_orm::ColumnTrait;
use std::io;
use std::path::Path;

/// Tables with more rows together are not written, and the import cannot be undone.
const MAX_SNAPSHOT_ROWS: i64 = 1_000_000;

/// Why tables cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
    /// The disk failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The disk failed.
    #[error(transparent)]
    Csv(#[from] csv::Error),
}

impl DataSync {
    /// Writes the current rows of these tables to the folder of the upload. Returns false if there
    /// are too many.
    pub async fn snapshot_tables(
        &self,
        access: &Access,
        upload: UploadId,
        tables: &[String],
    ) -> Result<bool, SnapshotError> {
        let folder = self.uploads().folder(access.tenant(), upload).before();
        match tokio::fs::remove_dir_all(&folder).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => other?,
        }
        let db = self.database.begin_long_read(access).await?;
        let states = db
            .find::<table_sync_state::Entity>()
            .filter(table_sync_state::Column::SourceTable.is_in(tables))
            .all()
            .await?;
        if states.iter().map(|state| state.live_rows).sum::<i64>() > MAX_SNAPSHOT_ROWS {
            return Ok(false);
        }
        tokio::fs::create_dir_all(&folder).await?;
        let dumps = db.list_tables().await?;
        for table in find_tables(tables) {
            let schema = table.schema();
            let Some(dump) = dumps.iter().find(|dump| dump.name() == schema.target) else {
                continue;
            };
            let columns: Vec<&str> = schema.columns.iter().map(|column| column.target).collect();
            let mut writer = csv::Writer::from_path(snapshot_path(&folder, table.id()))?;
            writer.write_record(schema.columns.iter().map(|column| column.name))?;
            let mut rows = db
                .stream_rows(dump, &columns, RowFilter::NotDeleted)
                .await?;
            while let Some(cells) = rows.next().await? {
                writer
                    .write_record(cells.iter().map(|cell| cell.as_deref().unwrap_or_default()))?;
            }
            writer.flush()?;
        }
        Ok(true)
    }
}

fn snapshot_path(folder: &Path, table: &str) -> std::path::PathBuf {
    folder.join(format!("{table}.csv"))
}
