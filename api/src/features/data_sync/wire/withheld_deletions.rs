//! Rows missing from the source that are kept until their deletion is confirmed.

use crate::features::data_sync::store::WithheldTable;
use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// A row that would be deleted.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct WithheldRow {
    /// Key of the row, truncated to 200 characters. Multiple key columns are joined by ` / `.
    pub key: String,
    /// Name of the item, customer or supplier, truncated to 200 characters. Absent if the table
    /// has no names.
    pub label: Option<String>,
}

/// A table with withheld deletions. Counts are those of the last complete read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct WithheldDeletion {
    /// The source table.
    pub source_table: String,
    /// The table in the application database.
    pub target_table: String,
    /// Rows that are missing from the source.
    pub missing_rows: u64,
    /// Rows in the application database before that read, including the missing rows.
    pub live_rows: u64,
    /// When the last complete read counted them.
    pub withheld_at: DateTime<Utc>,
    /// Id of that run.
    pub run_id: Uuid,
    /// When deletions of this table were first withheld. Every complete read of this source has
    /// withheld deletions since.
    pub first_withheld_at: DateTime<Utc>,
    /// Id of the first of these runs.
    pub first_run_id: Uuid,
    /// The first 50 missing rows, ordered by key.
    pub sample_rows: Vec<WithheldRow>,
}

/// Deletions that wait for confirmation.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct WithheldDeletions {
    /// Tables with withheld deletions.
    pub tables: Vec<WithheldDeletion>,
}

impl From<WithheldTable> for WithheldDeletion {
    fn from(withheld: WithheldTable) -> Self {
        let WithheldTable {
            table,
            row,
            sample_rows,
        } = withheld;
        Self {
            source_table: table.id().to_owned(),
            target_table: table.target().to_owned(),
            missing_rows: row.missing_rows.unsigned_abs(),
            live_rows: row.live_rows.unsigned_abs(),
            withheld_at: row.withheld_at,
            run_id: row.run_id,
            first_withheld_at: row.first_withheld_at,
            first_run_id: row.first_run_id,
            sample_rows: sample_rows
                .into_iter()
                .map(|row| WithheldRow {
                    key: row.key,
                    label: row.label,
                })
                .collect(),
        }
    }
}

impl Example for WithheldDeletion {
    fn example() -> Self {
        let run = Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e01);
        let at = DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_514_000);
        Self {
            source_table: "supplier_data".to_owned(),
            target_table: "suppliers".to_owned(),
            missing_rows: 312,
            live_rows: 1_000,
            withheld_at: at,
            run_id: run,
            first_withheld_at: at,
            first_run_id: run,
            sample_rows: vec![WithheldRow {
                key: "SUP-0007".to_owned(),
                label: Some("Prairie Seed Co.".to_owned()),
            }],
        }
    }
}

impl Example for WithheldDeletions {
    fn example() -> Self {
        Self {
            tables: vec![WithheldDeletion::example()],
        }
    }
}
