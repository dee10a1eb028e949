//! Rows that the source no longer has and that are kept until their removal is confirmed.

use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// A row that would be removed.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct HeldRow {
    /// Its key, cut to 200 characters; several key columns are joined by ` / `.
    pub key: String,
    /// What people call it, where the table says so: the item's, customer's or supplier's name, cut
    /// to 200 characters.
    pub label: Option<String>,
}

/// A table of which rows are held back. Counts are those of the last complete read.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct HeldRemoval {
    /// The source table.
    pub source_table: String,
    /// The table it becomes.
    pub target_table: String,
    /// Rows that the source no longer has.
    pub missing: u64,
    /// Rows that the application database had before that read, these included.
    pub live: u64,
    /// When the last complete read counted them.
    pub held_at: DateTime<Utc>,
    /// That run.
    pub run_id: Uuid,
    /// Since when every complete read of this source has held rows of the table back.
    pub since: DateTime<Utc>,
    /// The first of those runs.
    pub since_run_id: Uuid,
    /// The first 50 of the missing rows, by key.
    pub sample: Vec<HeldRow>,
}

/// What waits to be confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", example)]
pub struct HeldRemovals {
    /// The tables of which rows are held back; empty where nothing waits.
    pub tables: Vec<HeldRemoval>,
}

impl Example for HeldRemoval {
    fn example() -> Self {
        let run = Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e01);
        let at = DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_514_000);
        Self {
            source_table: "supplier_data".to_owned(),
            target_table: "suppliers".to_owned(),
            missing: 312,
            live: 1_000,
            held_at: at,
            run_id: run,
            since: at,
            since_run_id: run,
            sample: vec![HeldRow {
                key: "SUP-0007".to_owned(),
                label: Some("Prairie Seed Co.".to_owned()),
            }],
        }
    }
}

impl Example for HeldRemovals {
    fn example() -> Self {
        Self {
            tables: vec![HeldRemoval::example()],
        }
    }
}
