//! One example a type, as the contract shows it.

use super::{
    ColumnMapping, ColumnMappingInput, FullSync, FullSyncOptions, MappedColumn, MappedColumnInput,
    MappedTable, MappedTableInput, Reject, RunKind, RunState, RunTable, RunTrigger, ScheduleMode,
    ScheduledRun, Source, SourceInput, SourceKind, SourceTablePresence, SourceTest, SyncError,
    SyncHealth, SyncOutcome, SyncRun, SyncSchedule, SyncScheduleInput, SyncStarted, SyncStats,
    SyncStatus, SyncableTable, TableState, TableSync, TableSyncOptions, TableTimings,
};
use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

const RUN: Uuid = Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e01);

fn started() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_514_000)
}

fn finished() -> DateTime<Utc> {
    started() + TimeDelta::seconds(3)
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
            timestamp: finished(),
        }
    }
}

impl Example for SyncableTable {
    fn example() -> Self {
        Self {
            source_table: "sales_transactions".to_owned(),
            target_table: "purchase_transactions".to_owned(),
            last_synced_at: Some(finished()),
            overdue: false,
            state: Some(TableState::SucceededWithRejects),
            rows: Some(411),
            held_back: None,
            message: None,
        }
    }
}

impl Example for SyncStatus {
    fn example() -> Self {
        Self {
            is_running: false,
            last_sync_time: Some(finished()),
            stats: SyncStats::example(),
            recent_errors: vec![SyncError::example()],
            tables: vec![SyncableTable::example()],
            run_id: Some(RUN),
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
            source_reason: Some(
                "No source is set yet: choose where your rows come from.".to_owned(),
            ),
            target_reason: None,
        }
    }
}

impl Example for FullSyncOptions {
    fn example() -> Self {
        Self {
            incremental_sync: false,
            confirm_removals: None,
        }
    }
}

impl Example for FullSync {
    fn example() -> Self {
        Self {
            options: FullSyncOptions::example(),
        }
    }
}

impl Example for TableSyncOptions {
    fn example() -> Self {
        Self {
            confirm_removals: None,
            confirmed_removals: None,
        }
    }
}

impl Example for TableSync {
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
            run_id: RUN,
            state: RunState::SucceededWithRejects,
            stats: SyncStats::example(),
        }
    }
}

impl Example for SyncStarted {
    fn example() -> Self {
        Self { run_id: RUN }
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
            held_back: None,
            bytes_billed: None,
            bytes_read: Some(61_204),
            bytes_total: Some(61_204),
            message: None,
            timings: TableTimings {
                read_ms: 21,
                merge_ms: 9,
            },
            progress: None,
        };
        Self {
            id: RUN,
            kind: RunKind::Table,
            trigger: Some(RunTrigger::Person),
            state: RunState::SucceededWithRejects,
            started_at: started(),
            finished_at: Some(finished()),
            stats: SyncStats::example(),
            tables: vec![table],
            error: None,
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
            zone: "America/Chicago".to_owned(),
            next_at: Some(next_at),
            next_times: vec![
                next_at
                    .with_timezone(&chrono_tz::America::Chicago)
                    .fixed_offset(),
            ],
            last_run: Some(ScheduledRun {
                id: RUN,
                state: RunState::Succeeded,
                started_at: started(),
                finished_at: Some(finished()),
                error: None,
            }),
            message: None,
            updated_at: Some(started()),
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
            reason: "unit_price is not a number in plain notation (digits with at most one point, \
                such as 1234.5)"
                .to_owned(),
        }
    }
}

impl Example for Source {
    fn example() -> Self {
        Self {
            kind: SourceKind::Files,
            path: Some("prairie-seed".to_owned()),
            updated_at: Some(started()),
            ..Self::none()
        }
    }
}

impl Example for SourceInput {
    fn example() -> Self {
        Self {
            kind: "files".to_owned(),
            path: Some("prairie-seed".to_owned()),
            url: None,
            schema: None,
            ca_certificate: None,
            project_id: None,
            dataset: None,
            location: None,
            service_account_key: None,
            api_endpoint: None,
            maximum_bytes_billed: None,
        }
    }
}

impl Example for ColumnMapping {
    fn example() -> Self {
        let column = |column: &str, source_column: &str, required| MappedColumn {
            column: column.to_owned(),
            source_column: source_column.to_owned(),
            required,
        };
        let columns = vec![
            column("supplier_id", "vendor_no", true),
            column("lead_time_days", "lead_time_days", false),
        ];
        Self {
            tables: vec![MappedTable {
                source_table: "supplier_data".to_owned(),
                columns,
            }],
        }
    }
}

impl Example for MappedColumnInput {
    fn example() -> Self {
        Self {
            column: "supplier_id".to_owned(),
            source_column: "vendor_no".to_owned(),
        }
    }
}

impl Example for MappedTableInput {
    fn example() -> Self {
        Self {
            source_table: "supplier_data".to_owned(),
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
        };
        Self {
            ok: true,
            reason: None,
            tables: vec![inventory],
        }
    }
}
