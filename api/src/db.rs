//! The only owner of database connections. Rows are accessible through a tenant, or through a named
//! query across tenants.

mod access;
mod audit;
mod change_listener;
mod citus_nodes;
mod column_stores;
mod connection;
mod database;
mod error;
mod idempotency;
mod metric_tables;
mod page;
mod platform_connection;
mod platform_db;
mod read_replica;
mod rollup;
mod row_level_security;
mod row_reader;
mod stored_content;
mod table_export;
mod tenant_db;
mod tenant_export;
mod tenant_limits;
mod tenant_purge;
mod tenant_sql;
mod tenant_tables;
mod tenant_writer;
mod tls_fallback;
mod warehouse_file;
mod webhook_events;

pub use access::{Access, Organization, OrganizationCalendar};
pub use audit::{
    Actor, ActorKind, AuditAction, AuditTrail, ChainError, NewAuditEntry, RequestOrigin,
};
pub use change_listener::{ChangeListener, ChangeSubscription};
pub use citus_nodes::CitusNode;
pub use connection::{StopHandle, TargetColumn, TargetType};
pub use database::{Database, Engine};
pub use error::{DbError, LookupError, encode_json};
pub use idempotency::{IdempotentRequest, RequestKey, StoredResponse};
pub use metric_tables::MetricTables;
pub use page::Page;
pub use platform_db::{
    AcceptOutcome, Account, AccountDeletionOutcome, ApiKeyAccess, DueAlertRule, DueReportDelivery,
    DueReportRecipient, DueSchedule, DueWebhookDelivery, GrantOutcome, InvitationDetails,
    InvitationLookup, InvitationStatus, Invitee, Member, MfaPolicySummary, NewAccount,
    NewOperatorAuditEntry, NewSession, OperatorDetails, OrderEmail, OrganizationUpdate,
    PersonalData, PlatformDb, RateLimitCost, ServerFigures, SessionAccess, TenantJob,
    TenantOverview, TenantUpdateOutcome, TokenRotation,
};
pub(crate) use rollup::SUM_RADIX;
pub use rollup::{DaysBetween, DaysThrough, RolledUpDb};
pub use row_level_security::RlsContext;
pub use stored_content::{ContentKey, StoredContentError, read_program_hash};
pub use table_export::{ExportedTable, TableExport, TableExportError};
pub use tenant_db::{TenantDb, TenantDelete, TenantSelect, TenantUpdate};
pub use tenant_export::{RowFilter, TableDump, TableDumpRows, exported_column_name};
pub use tenant_limits::{Suspension, UsageLimits, month_in_zone};
pub use tenant_purge::{PendingDeletion, TenantPurge};
pub use tenant_sql::TenantSql;
pub use tenant_writer::{
    CommitOutcome, CompleteRead, DeletionLimit, LoadedFile, MergeCounts, MissingRowOutcome,
    NewWatermark, RejectScope, RejectedRow, RowLocator, StagedBatches, StagedFile, StagedRows,
    StagingEncoder, TableCommit, TargetTable, TenantWriter,
};
pub use warehouse_file::{configure_sqlite_pool, sqlite_database_path, warehouse_path};
