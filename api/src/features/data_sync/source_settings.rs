//! Reads, tests and sets the data source of an organization.

use super::DataSync;
use super::connectors::{self, ConfiguredSource, Connectors, OpenContext, Source, SourceInput};
use super::mapping_proposals::propose_tables;
use super::run::RunSource;
use super::run_message::{SyncMessage, SyncMessageCode};
use super::schema_drift;
use super::table_rejects::{IncompleteTable, load_incomplete_tables};
use super::table_sync::TableSyncError;
use super::upload_run::collect_answers;
use super::wire::{MappingProposal, SourceTablePresence, SourceTest, SyncHealth, SyncIssue};
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::auth::{Proof, VaultError};
use crate::db::{Access, AuditAction, DbError, NewAuditEntry, TenantDb};
use crate::entropy::EntropyError;
use crate::ids::TenantId;
use entities::data_source::{Column, Entity, Model};
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use serde_json::{Value, json};
use sources::{Layouts, SourceError, SourceTable, TablePresence};
use std::path::Path;

const UNDECRYPTABLE_SECRET_MESSAGE: &str = "The password or key of the source cannot be decrypted. \
    The installation secret may have changed. Set the source again.";

/// Why the source of an organization cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenSourceError {
    /// No source is set.
    #[error("No data source is set. Choose a data source.")]
    NotConfigured,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl OpenSourceError {
    /// The message for users, without internal details.
    pub(super) fn message(&self) -> SyncMessage {
        match self {
            Self::NotConfigured => {
                SyncMessage::new(SyncMessageCode::SourceNotConfigured, self.to_string())
            }
            Self::Db(error) => {
                SyncMessage::new(SyncMessageCode::from_db_error(error), error.user_message())
            }
        }
    }
}

/// Why a source cannot be read from the settings or saved.
#[derive(Debug, thiserror::Error)]
pub enum SourceSettingsError {
    /// The source is invalid or cannot be reached.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The settings cannot be serialized.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The secret cannot be encrypted.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// No randomness for an id.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Replaces the stored source.
async fn update_source_row(db: &TenantDb, row: &Model) -> Result<(), DbError> {
    let set = db
        .update::<Entity>()
        .set(Column::Kind, row.kind.clone())
        .set(Column::Settings, row.settings.clone())
        .set(Column::Revision, row.revision);
    let set = set
        .set(Column::ConnectionId, row.connection_id)
        .set(Column::SealedPassword, row.sealed_password.clone())
        .set(Column::UpdatedAt, row.updated_at);
    set.exec().await?;
    Ok(())
}

impl DataSync {
    /// Returns the source, or kind `none`.
    pub(super) async fn read_source(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
    ) -> Result<Source, SourceSettingsError> {
        Ok(db
            .find::<Entity>()
            .one()
            .await?
            .map(|row| Source::from_row(&row))
            .transpose()?
            .unwrap_or_else(Source::none))
    }

    /// Checks whether the source and the application database respond.
    pub(super) async fn check_health(
        &self,
        access: &Access,
        _permission: &Proof<SyncRead>,
    ) -> SyncHealth {
        let source_reason = self.check_source(access).await;
        let target_reason = self.database.ping().await.err().map(|_| {
            SyncMessage::new(
                SyncMessageCode::DatabaseUnavailable,
                "The application database cannot be reached. Contact the operator of this server.",
            )
        });
        // While the database is away, the health already says so.
        let incomplete = self.load_issues(access).await.unwrap_or_default();
        let (big_query, supabase) = (source_reason.is_none(), target_reason.is_none());
        SyncHealth {
            big_query,
            supabase,
            overall: big_query && supabase,
            source_reason_code: source_reason.as_ref().map(|reason| reason.code),
            source_reason: source_reason.map(|reason| reason.text),
            target_reason_code: target_reason.as_ref().map(|reason| reason.code),
            target_reason: target_reason.map(|reason| reason.text),
            issues: incomplete.into_iter().map(SyncIssue::from).collect(),
        }
    }

    async fn load_issues(&self, access: &Access) -> Result<Vec<IncompleteTable>, DbError> {
        load_incomplete_tables(&self.database.begin_read(access).await?).await
    }

    async fn check_source(&self, access: &Access) -> Option<SyncMessage> {
        let source = match self.open_run_source(access).await {
            Ok(source) => source,
            Err(error) => return Some(error.message()),
        };
        match source.warehouse {
            Ok(warehouse) => warehouse
                .list_tables(&Layouts::default())
                .await
                .err()
                .map(|error| SyncMessage::from_source_error(&error)),
            Err(fault) => Some(fault.message()),
        }
    }

    /// Tests a source without saving it.
    pub(super) async fn test_source(
        &self,
        access: &Access,
        _permission: &Proof<SourcesManage>,
        input: &SourceInput,
    ) -> Result<SourceTest, DbError> {
        let source = match ConfiguredSource::from_input(input, self.connectors.network_policy) {
            Ok(source) => source,
            Err(error) => return Ok(failed_test(&error)),
        };
        let db = self.database.begin_read(access).await?;
        let layouts = self.load_layouts(&db).await?;
        let answers = collect_answers(&db, access.organization(), Vec::new()).await;
        drop(db);
        let contents = match source.test(&self.open_context(access), &layouts).await {
            Ok(contents) => contents,
            Err(error) => return Ok(failed_test(&error)),
        };
        let proposals = match (&contents.warehouse, answers) {
            (Some(warehouse), Ok(answers)) => {
                propose_tables(warehouse.as_ref(), &contents, &layouts, &answers).await
            }
            _ => Vec::new(),
        };
        Ok(SourceTest {
            ok: true,
            reason: None,
            reason_code: None,
            tables: contents.tables.into_iter().map(to_wire_presence).collect(),
            other_tables: contents.other_tables,
            proposals: proposals.into_iter().map(MappingProposal::from).collect(),
        })
    }

    /// Saves a source that can be read. A different source gets a new revision.
    pub(super) async fn set_source(
        &self,
        access: &Access,
        _permission: &Proof<SourcesManage>,
        input: &SourceInput,
    ) -> Result<Source, SourceSettingsError> {
        let source = ConfiguredSource::from_input(input, self.connectors.network_policy)?;
        self.save_source(access, &source).await
    }

    /// Saves a folder as the source. The organization must be allowed to read it.
    pub(super) async fn set_folder_source(
        &self,
        access: &Access,
        path: &str,
    ) -> Result<Source, SourceSettingsError> {
        self.save_source(access, &ConfiguredSource::from_folder(path))
            .await
    }

    async fn save_source(
        &self,
        access: &Access,
        source: &ConfiguredSource,
    ) -> Result<Source, SourceSettingsError> {
        let layouts = self
            .load_layouts(&self.database.begin_read(access).await?)
            .await?;
        source.test(&self.open_context(access), &layouts).await?;
        let db = self.database.begin_write(access).await?;
        // This update changes nothing but locks the row, so that a concurrent request waits here.
        let is_set = db.update::<Entity>().exec().await? > 0;
        let mut known = if is_set {
            db.find::<Entity>().one().await?
        } else {
            None
        };
        let mut row = self.build_source_row(access, source, known.clone())?;
        // A concurrent first insert waits here and then becomes an update.
        if known.is_none()
            && !db
                .insert_if_absent(row.clone().into_active_model().reset_all())
                .await?
        {
            known = db.find::<Entity>().one().await?;
            row = self.build_source_row(access, source, known.clone())?;
        }
        let previous = known.as_ref().map(to_audit_json);
        if let Some(known) = known {
            if known.revision != row.revision {
                schema_drift::clear_snapshots(&db).await?;
            }
            update_source_row(&db, &row).await?;
        }
        let entry = previous
            .iter()
            .fold(
                NewAuditEntry::new(AuditAction::DataSourceUpdated),
                NewAuditEntry::with_before,
            )
            .with_after(&to_audit_json(&row));
        db.append_audit_entry(self.clock.now(), entry).await?;
        db.commit().await?;
        Ok(Source::from_row(&row)?)
    }

    /// Builds the row of a source. An unchanged source keeps its revision, so that the deletion
    /// limit still applies to its next read.
    fn build_source_row(
        &self,
        access: &Access,
        source: &ConfiguredSource,
        known: Option<Model>,
    ) -> Result<Model, SourceSettingsError> {
        let now = self.clock.now();
        let created_at = known.as_ref().map_or(now, |known| known.created_at);
        let same = known.filter(|known| source.is_same_source(known));
        let (revision, updated_at) = same
            .as_ref()
            .map_or((self.entropy.uuid_v7(now)?, now), |same| {
                (same.revision, same.updated_at)
            });
        let mut row = Model {
            tenant_id: access.tenant().0,
            kind: source.kind().name().to_owned(),
            settings: source.settings_json()?,
            revision,
            connection_id: None,
            sealed_password: None,
            created_at,
            updated_at,
        };
        if let Some(secret) = source.secret() {
            let connection = self.entropy.uuid_v7(now)?;
            row.connection_id = Some(connection);
            row.sealed_password = Some(self.connectors.vault.seal_credentials(
                access.tenant(),
                connection,
                secret,
            )?);
            row.updated_at = now;
        }
        Ok(row)
    }

    /// Opens the organization's source for a run.
    pub(super) async fn open_run_source(
        &self,
        access: &Access,
    ) -> Result<RunSource, OpenSourceError> {
        let db = self.database.begin_read(access).await?;
        let set = db
            .find::<Entity>()
            .one()
            .await?
            .ok_or(OpenSourceError::NotConfigured)?;
        drop(db);
        let warehouse = match self.restore_source(access.tenant(), &set) {
            Ok(source) => source.open(&self.open_context(access)).await,
            Err(error) => Err(error),
        }
        .map_err(TableSyncError::Source);
        Ok(RunSource {
            revision: set.revision,
            warehouse,
        })
    }

    /// Opens a folder named on the command line, without saving it as the source.
    pub(super) fn open_operator_folder(
        &self,
        access: &Access,
        folder: &Path,
    ) -> Result<RunSource, SourceError> {
        let context = self.open_context(access);
        let (revision, warehouse) = connectors::open_operator_folder(folder, &context)?;
        Ok(RunSource {
            revision,
            warehouse: Ok(warehouse),
        })
    }

    /// Restores a stored source and decrypts its secret.
    fn restore_source(
        &self,
        tenant: TenantId,
        row: &Model,
    ) -> Result<ConfiguredSource, SourceError> {
        let Connectors {
            vault,
            network_policy,
            ..
        } = &self.connectors;
        let secret = match (row.connection_id, &row.sealed_password) {
            (Some(connection), Some(sealed)) => Some(
                vault
                    .open_credentials(tenant, connection, sealed)
                    .map_err(|error| {
                        tracing::error!(
                            %error, %tenant, "the secret of a source cannot be decrypted"
                        );
                        SourceError::Unusable(UNDECRYPTABLE_SECRET_MESSAGE.to_owned())
                    })?,
            ),
            _ => None,
        };
        ConfiguredSource::from_row(row, secret, *network_policy)
    }

    fn open_context<'a>(&'a self, access: &'a Access) -> OpenContext<'a> {
        OpenContext {
            connectors: &self.connectors,
            organization: access.organization(),
            access,
            database: &self.database,
            clock: &self.clock,
            entropy: &self.entropy,
        }
    }
}

/// The source for the audit log, without secrets.
fn to_audit_json(row: &Model) -> Value {
    json!({"kind": row.kind, "settings": row.settings, "hasPassword": row.sealed_password.is_some()})
}

fn failed_test(error: &SourceError) -> SourceTest {
    let message = SyncMessage::from_source_error(error);
    SourceTest {
        ok: false,
        reason: Some(message.text),
        reason_code: Some(message.code),
        tables: Vec::new(),
        other_tables: Vec::new(),
        proposals: Vec::new(),
    }
}

fn to_wire_presence(found: TablePresence) -> SourceTablePresence {
    let table: SourceTable = found.table;
    let problem = found.problem.as_ref().map(SyncMessage::from_source_error);
    SourceTablePresence {
        source_table: table.id().to_owned(),
        present: found.files > 0,
        files: found.files,
        problem_code: problem.as_ref().map(|problem| problem.code),
        problem: problem.map(|problem| problem.text),
        found: found.found,
    }
}
