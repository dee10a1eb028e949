//! The only owner of database connections: rows are reached through a tenant, or through a question
//! that names itself as cross-tenant.

mod access;
mod audit;
mod database;
mod emptying;
mod error;
mod once;
mod owned_tables;
mod plan;
mod platform_db;
mod pooled;
mod rollup;
mod second_wall;
mod tenant_db;
mod tenant_sql;
mod tenant_writer;
mod whole;

pub use access::{Access, Organization};
pub use audit::{Act, Action, AuditTrail, Author, AuthorKind, Misfit, Origin};
pub use database::{Database, Engine};
pub use emptying::{Doomed, Emptying};
pub use error::DbError;
pub use once::{Asked, Kept, Once};
pub use plan::{Plan, Suspension, month_of};
pub use platform_db::{
    AboutPerson, Accepted, Accepting, Account, Attempt, Decided, DueSchedule, Found,
    FoundInvitation, Granted, InvitationStanding, JobAtWork, KeyAccess, KnownOperator, Leaving,
    NewAccount, NewSession, OperatorAct, OrganizationChange, PlatformDb, Rotation,
    SecondStepDemand, SessionAccess, TenantStanding,
};
pub(crate) use rollup::SUM_RADIX;
pub use rollup::{Between, RolledUpDb, Until};
pub use second_wall::SecondWall;
pub use tenant_db::{TenantDb, TenantDelete, TenantSelect, TenantUpdate};
pub use tenant_sql::TenantSql;
pub use tenant_writer::{
    CompleteRead, Landed, LandingFile, LandingWatermark, Merged, MostRemoved, RejectedRow, Removal,
    RowPlace, StagedBatches, StagedFile, StagedRows, Staging, StopHandle, TableLanding,
    TargetColumn, TargetTable, TargetType, TenantWriter,
};
pub use whole::{Which, WholeRows, WholeTable, told_as};
