//! One example a type of the columns of a source.

use super::{
    ColumnDrift, DriftAccept, DriftChange, DriftChangeKind, DriftOutcome, DriftPending,
    DriftPolicy, DriftPolicyInput, DriftPreview, RememberedColumn, TableDrift, TablePolicyInput,
    TablePreview,
};
use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

const RUN: Uuid = Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e01);

fn table() -> String {
    "supplier_data".to_owned()
}

fn seen(hours: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_514_000) + TimeDelta::hours(hours)
}

fn lost() -> DriftChange {
    DriftChange {
        kind: DriftChangeKind::Vanished,
        column: "categories".to_owned(),
        known_as: Some("categories".to_owned()),
        before: "text".to_owned(),
        now: "no longer there".to_owned(),
        matters: true,
        effect:
            "categories would become \"not known\" in every row, also where it has a value now."
                .to_owned(),
    }
}

impl Example for ColumnDrift {
    fn example() -> Self {
        let column = RememberedColumn {
            name: "categories".to_owned(),
            holds: Some("text".to_owned()),
            column: Some("categories".to_owned()),
            missing_in: None,
        };
        let pending = Some(DriftPending {
            seen_at: seen(24),
            run_id: RUN,
            changes: vec![lost()],
        });
        Self {
            tables: vec![TableDrift {
                source_table: table(),
                policy: DriftPolicy::Ask,
                columns: vec![column],
                seen_at: Some(seen(0)),
                pending,
            }],
        }
    }
}

impl Example for TablePolicyInput {
    fn example() -> Self {
        Self {
            source_table: table(),
            policy: DriftPolicy::Stop,
        }
    }
}

impl Example for DriftPolicyInput {
    fn example() -> Self {
        Self {
            tables: vec![TablePolicyInput::example()],
        }
    }
}

impl Example for DriftAccept {
    fn example() -> Self {
        Self {
            source_table: table(),
            run_id: Some(RUN),
        }
    }
}

impl Example for DriftPreview {
    fn example() -> Self {
        Self {
            tables: vec![TablePreview {
                source_table: table(),
                outcome: DriftOutcome::Asks,
                changes: vec![lost()],
                problem: None,
            }],
        }
    }
}
