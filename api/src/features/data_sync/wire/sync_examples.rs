//! Examples of the Data Sync types for the API documentation.

use super::{
    ColumnExpression, ColumnMapping, ColumnMappingInput, ExpressionOperation, FullSyncOptions,
    FullSyncRequest, MappedColumn, MappedColumnInput, MappedTable, MappedTableInput,
    MappingProposal, ProposedMapping, Reject, RejectCode, RejectGroup, RejectSummary, RunTable,
    ScheduledRun, SourceTablePresence, SourceTest, StartedRun, SyncError, SyncHealth, SyncIssue,
    SyncOutcome, SyncRun, SyncSchedule, SyncScheduleInput, SyncStats, SyncStatus, SyncableTable,
    TableRejects, TableSyncOptions, TableSyncRequest, TableTimings, ValueWord,
};
use crate::features::data_sync::run_message::SyncMessageCode;
use crate::features::data_sync::run_state::{
    RunKind, RunState, RunTrigger, ScheduleMode, TableState,
};
use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

const EXAMPLE_RUN_ID: Uuid = Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e01);

fn example_start() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_514_000)
}

fn example_finish() -> DateTime<Utc> {
    example_start() + TimeDelta::seconds(3)
}

impl Example for SyncStats {
    fn example() -> Self {
        Self {
            total_records: 412,
            successful_upserts: 411,
            errors: 1,
            inserted: 3,
            updated: 7,
            unchanged: 401,
            deleted: 0,
        }
    }
}

impl Example for SyncError {
    fn example() -> Self {
        Self {
            table: "sales_transactions".to_owned(),
            error: "sales_transactions.csv, line 118: unit_price is not a number in plain \
                notation (digits with at most one point, such as 1234.5) (found \"12,50\")"
                .to_owned(),
            code: None,
            reject: Some(Reject::example()),
            timestamp: example_finish(),
        }
    }
}

impl Example for SyncableTable {
    fn example() -> Self {
        Self {
            source_table: "sales_transactions".to_owned(),
            target_table: "purchase_transactions".to_owned(),
            last_synced_at: Some(example_finish()),
            overdue: false,
            state: Some(TableState::SucceededWithRejects),
            rows: Some(411),
            withheld: None,
            rejects: Some(TableRejects::example()),
            message: None,
            message_code: None,
            notes: Vec::new(),
        }
    }
}

impl Example for TableRejects {
    fn example() -> Self {
        Self {
            rejected: 1,
            rows: 412,
            run_id: EXAMPLE_RUN_ID,
        }
    }
}

impl Example for SyncIssue {
    fn example() -> Self {
        Self {
            table: "sales_transactions".to_owned(),
            message: "1 of 412 rows of sales_transactions were rejected.".to_owned(),
            rejects: TableRejects::example(),
        }
    }
}

impl Example for RejectGroup {
    fn example() -> Self {
        Self {
            table: "sales_transactions".to_owned(),
            column: Some("unit".to_owned()),
            code: Some(RejectCode::UnlistedValue),
            reason: "unit must be one of bag, gal, ton, lb, unit".to_owned(),
            count: 1,
            example: Some("cwt".to_owned()),
        }
    }
}

impl Example for RejectSummary {
    fn example() -> Self {
        Self {
            items: vec![RejectGroup::example()],
            total: 1,
        }
    }
}

impl Example for SyncStatus {
    fn example() -> Self {
        Self {
            is_running: false,
            last_sync_time: Some(example_finish()),
            stats: SyncStats::example(),
            recent_errors: vec![SyncError::example()],
            tables: vec![SyncableTable::example()],
            run_id: Some(EXAMPLE_RUN_ID),
            state: Some(RunState::SucceededWithRejects),
        }
    }
}

impl Example for SyncHealth {
    fn example() -> Self {
        Self {
            big_query: false,
            supabase: true,
            overall: false,
            source_reason: Some("No data source is set. Choose a data source.".to_owned()),
            source_reason_code: Some(SyncMessageCode::SourceNotConfigured),
            target_reason: None,
            target_reason_code: None,
            issues: vec![SyncIssue::example()],
        }
    }
}

impl Example for FullSyncOptions {
    fn example() -> Self {
        Self {
            incremental_sync: false,
            confirm_deletions: None,
        }
    }
}

impl Example for FullSyncRequest {
    fn example() -> Self {
        Self {
            options: FullSyncOptions::example(),
        }
    }
}

impl Example for TableSyncOptions {
    fn example() -> Self {
        Self {
            confirm_deletions: None,
            max_deletions: None,
        }
    }
}

impl Example for TableSyncRequest {
    fn example() -> Self {
        Self {
            table_name: "inventory_data".to_owned(),
            options: TableSyncOptions::example(),
        }
    }
}

impl Example for SyncOutcome {
    fn example() -> Self {
        Self {
            run_id: EXAMPLE_RUN_ID,
            state: RunState::SucceededWithRejects,
            stats: SyncStats::example(),
        }
    }
}

impl Example for StartedRun {
    fn example() -> Self {
        Self {
            run_id: EXAMPLE_RUN_ID,
        }
    }
}

impl Example for SyncRun {
    fn example() -> Self {
        let table = RunTable {
            table: "sales_transactions".to_owned(),
            target_table: "purchase_transactions".to_owned(),
            state: TableState::SucceededWithRejects,
            read: 412,
            inserted: 3,
            updated: 7,
            unchanged: 401,
            deleted: 0,
            rejected: 1,
            withheld: None,
            bytes_billed: None,
            bytes_read: Some(61_204),
            bytes_total: Some(61_204),
            message: None,
            message_code: None,
            notes: Vec::new(),
            timings: TableTimings {
                read_ms: 21,
                merge_ms: 9,
            },
            progress: None,
        };
        Self {
            id: EXAMPLE_RUN_ID,
            kind: RunKind::Table,
            trigger: Some(RunTrigger::Person),
            state: RunState::SucceededWithRejects,
            started_at: example_start(),
            finished_at: Some(example_finish()),
            stats: SyncStats::example(),
            tables: vec![table],
            error: None,
            error_code: None,
        }
    }
}

impl Example for SyncScheduleInput {
    fn example() -> Self {
        Self {
            enabled: true,
            cron: "0 6 * * MON-FRI".to_owned(),
            mode: ScheduleMode::Incremental,
        }
    }
}

impl Example for SyncSchedule {
    fn example() -> Self {
        let input = SyncScheduleInput::example();
        // 06:00 in Chicago, the Tuesday after the run.
        let next_at = DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_607_600);
        Self {
            enabled: input.enabled,
            cron: Some(input.cron),
            mode: Some(input.mode),
            time_zone: "America/Chicago".to_owned(),
            next_run_at: Some(next_at),
            next_runs: vec![
                next_at
                    .with_timezone(&chrono_tz::America::Chicago)
                    .fixed_offset(),
            ],
            last_run: Some(ScheduledRun {
                id: EXAMPLE_RUN_ID,
                state: RunState::Succeeded,
                started_at: example_start(),
                finished_at: Some(example_finish()),
                error: None,
                error_code: None,
            }),
            issue: None,
            updated_at: Some(example_start()),
        }
    }
}

impl Example for Reject {
    fn example() -> Self {
        Self {
            table: "sales_transactions".to_owned(),
            line: Some(118),
            file: Some("sales_transactions.csv".to_owned()),
            key: Some("T-000117".to_owned()),
            column: Some("unit_price".to_owned()),
            value: Some("12,50".to_owned()),
            code: Some(RejectCode::NotNumber),
            reason: "unit_price is not a number in plain notation (digits with at most one point, \
                such as 1234.5)"
                .to_owned(),
        }
    }
}

impl Example for ColumnMapping {
    fn example() -> Self {
        let column = |column: &str, source_column: &str, required| MappedColumn {
            target_column: column.to_owned(),
            source_column: source_column.to_owned(),
            constant: None,
            expression: None,
            value_words: Vec::new(),
            required,
        };
        let columns = vec![
            column("supplier_id", "vendor_no", true),
            column("lead_time_days", "lead_time_days", false),
        ];
        Self {
            tables: vec![MappedTable {
                source_table: "supplier_data".to_owned(),
                source_name: "vendors".to_owned(),
                columns,
            }],
        }
    }
}

impl Example for ValueWord {
    fn example() -> Self {
        Self {
            word: "Aktiv".to_owned(),
            value: "true".to_owned(),
        }
    }
}

impl Example for ColumnExpression {
    fn example() -> Self {
        Self {
            operation: ExpressionOperation::Divide,
            columns: vec!["line_total".to_owned(), "quantity".to_owned()],
            text: String::new(),
            words: Vec::new(),
        }
    }
}

impl Example for MappedColumnInput {
    fn example() -> Self {
        Self {
            target_column: "supplier_id".to_owned(),
            source_column: "vendor_no".to_owned(),
            constant: None,
            expression: None,
            value_words: Vec::new(),
        }
    }
}

impl Example for MappedTableInput {
    fn example() -> Self {
        Self {
            source_table: "supplier_data".to_owned(),
            source_name: "vendors".to_owned(),
            columns: vec![MappedColumnInput::example()],
        }
    }
}

impl Example for ColumnMappingInput {
    fn example() -> Self {
        Self {
            tables: vec![MappedTableInput::example()],
        }
    }
}

impl Example for SourceTest {
    fn example() -> Self {
        let inventory = SourceTablePresence {
            source_table: "inventory_data".to_owned(),
            present: true,
            files: 1,
            problem: None,
            problem_code: None,
            found: None,
        };
        Self {
            ok: true,
            reason: None,
            reason_code: None,
            tables: vec![inventory],
            other_tables: vec!["vendors".to_owned()],
            proposals: vec![MappingProposal {
                source_table: "supplier_data".to_owned(),
                source_name: "vendors".to_owned(),
                confidence: 0.93,
                columns: vec![ProposedMapping {
                    target_column: "supplier_id".to_owned(),
                    source_column: "vendor_no".to_owned(),
                    constant: None,
                    expression: None,
                    unknown_words: Vec::new(),
                    confidence: 0.97,
                }],
                questions: Vec::new(),
            }],
        }
    }
}
