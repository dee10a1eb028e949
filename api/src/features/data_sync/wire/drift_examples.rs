//! Examples of the schema drift types for the API documentation.

use super::{
    DriftAcceptance, DriftChange, DriftChangeKind, DriftColumn, DriftEffect, DriftOutcome,
    DriftPoliciesInput, DriftPolicy, DriftPreview, PendingDrift, SchemaDrift, TableDrift,
    TableDriftPolicyInput, TableDriftPreview,
};
use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

const EXAMPLE_RUN_ID: Uuid = Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e01);

fn example_table() -> String {
    "supplier_data".to_owned()
}

fn example_time(hours: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_514_000) + TimeDelta::hours(hours)
}

fn example_change() -> DriftChange {
    DriftChange {
        kind: DriftChangeKind::Removed,
        column: "categories".to_owned(),
        target_column: Some("categories".to_owned()),
        before: "text".to_owned(),
        after: "no longer there".to_owned(),
        missing_in_files: None,
        needs_decision: true,
        effect_code: DriftEffect::EmptyInEveryRow,
        effect: "categories would be empty in every row, even if it has a value now.".to_owned(),
    }
}

impl Example for SchemaDrift {
    fn example() -> Self {
        let column = DriftColumn {
            name: "categories".to_owned(),
            data_type: Some("text".to_owned()),
            target_column: Some("categories".to_owned()),
            missing_in_files: None,
        };
        let pending = Some(PendingDrift {
            detected_at: example_time(24),
            run_id: EXAMPLE_RUN_ID,
            changes: vec![example_change()],
        });
        Self {
            tables: vec![TableDrift {
                source_table: example_table(),
                policy: DriftPolicy::Ask,
                columns: vec![column],
                captured_at: Some(example_time(0)),
                pending,
            }],
        }
    }
}

impl Example for TableDriftPolicyInput {
    fn example() -> Self {
        Self {
            source_table: example_table(),
            policy: DriftPolicy::Stop,
        }
    }
}

impl Example for DriftPoliciesInput {
    fn example() -> Self {
        Self {
            tables: vec![TableDriftPolicyInput::example()],
        }
    }
}

impl Example for DriftAcceptance {
    fn example() -> Self {
        Self {
            source_table: example_table(),
            run_id: Some(EXAMPLE_RUN_ID),
        }
    }
}

impl Example for DriftPreview {
    fn example() -> Self {
        Self {
            tables: vec![TableDriftPreview {
                source_table: example_table(),
                outcome: DriftOutcome::NeedsApproval,
                changes: vec![example_change()],
                problem: None,
                problem_code: None,
            }],
        }
    }
}
