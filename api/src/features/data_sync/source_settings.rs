//! Reads, tests and sets the data source of an organization.

use super::DataSync;
use super::run::RunSource;
use super::schema_drift;
use super::source::{
    AllowedFolder, BigQueryWarehouse, FolderPolicy, FolderWarehouse, Layouts, PostgresWarehouse,
    SourceError, TablePresence, Warehouse,
};
use super::source_table::SourceTable;
use super::table_sync::TableSyncError;
use super::wire::{Source, SourceInput, SourceTablePresence, SourceTest, SyncHealth};
use crate::auth::Proof;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::db::{Access, AuditAction, DbError, NewAuditEntry, TenantDb};
use crate::http::ApiError;
use aws_lc_rs::digest::{SHA256, digest};
use entities::data_source::{Column, Entity, Model};
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use serde_json::{Value, json};
use source_config::SourceConfig;
use std::path::Path;
use std::sync::Arc;
use tokio::task::spawn_blocking;

mod source_config;

const NO_SOURCE_MESSAGE: &str = "No data source is set. Choose a data source.";

/// Replaces the stored source.
async fn update_source_row(db: &TenantDb, row: &Model) -> Result<(), DbError> {
    let set = db
        .update::<Entity>()
        .set(Column::Kind, row.kind.clone())
        .set(Column::Location, row.location.clone())
        .set(Column::Revision, row.revision);
    let set = set
        .set(Column::ConnectionId, row.connection_id)
        .set(Column::SealedPassword, row.sealed_password.clone())
        .set(Column::UpdatedAt, row.updated_at);
    set.exec().await?;
    Ok(())
}

impl DataSync {
    /// Returns the source, or kind `none`. 422 if the stored source is invalid.
    pub(super) async fn read_source(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
    ) -> Result<Source, ApiError> {
        Ok(db
            .find::<Entity>()
            .one()
            .await?
            .map(|row| source_config::to_wire_source(&row))
            .transpose()
            .map_err(to_api_error)?
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
            "The application database cannot be reached. Contact the operator of this server."
                .to_owned()
        });
        let (big_query, supabase) = (source_reason.is_none(), target_reason.is_none());
        SyncHealth {
            big_query,
            supabase,
            overall: big_query && supabase,
            source_reason,
            target_reason,
        }
    }

    async fn check_source(&self, access: &Access) -> Option<String> {
        let source = match self.open_run_source(access).await {
            Ok(source) => source,
            Err(error) => return Some(error.message().to_owned()),
        };
        match source.warehouse {
            Ok(warehouse) => warehouse
                .list_tables(&Layouts::default())
                .await
                .err()
                .map(|error| error.to_string()),
            Err(fault) => Some(fault.user_message()),
        }
    }

    /// Tests a source without saving it.
    pub(super) async fn test_source(
        &self,
        access: &Access,
        _permission: &Proof<SourcesManage>,
        input: &SourceInput,
    ) -> Result<SourceTest, ApiError> {
        let config = match SourceConfig::from_request(input, self.connectors.network_policy)? {
            Ok(config) => config,
            Err(message) => {
                return Ok(SourceTest {
                    ok: false,
                    reason: Some(message),
                    tables: Vec::new(),
                });
            }
        };
        let layouts = self
            .load_layouts(&self.database.begin_read(access).await?)
            .await?;
        Ok(
            match self.list_source_tables(access, &config, &layouts).await {
                Ok(tables) => SourceTest {
                    ok: true,
                    reason: None,
                    tables: tables.into_iter().map(to_wire_presence).collect(),
                },
                Err(error) => SourceTest {
                    ok: false,
                    reason: Some(error.to_string()),
                    tables: Vec::new(),
                },
            },
        )
    }

    /// Saves a source that can be read. A different source gets a new revision.
    pub(super) async fn set_source(
        &self,
        access: &Access,
        _permission: &Proof<SourcesManage>,
        input: &SourceInput,
    ) -> Result<Source, ApiError> {
        let config = SourceConfig::from_request(input, self.connectors.network_policy)?
            .map_err(|message| ApiError::unprocessable("source_invalid", message))?;
        self.save_source(access, &config).await
    }

    /// Saves a folder as the source. The organization must be allowed to read it.
    pub(super) async fn set_folder_source(
        &self,
        access: &Access,
        path: &str,
    ) -> Result<Source, ApiError> {
        self.save_source(access, &SourceConfig::Folder(path.to_owned()))
            .await
    }

    async fn save_source(
        &self,
        access: &Access,
        config: &SourceConfig,
    ) -> Result<Source, ApiError> {
        self.list_source_tables(access, config, &Layouts::default())
            .await
            .map_err(to_api_error)?;
        let db = self.database.begin_write(access).await?;
        // This update changes nothing but locks the row, so that a concurrent request waits here.
        let is_set = db.update::<Entity>().exec().await? > 0;
        let mut known = if is_set {
            db.find::<Entity>().one().await?
        } else {
            None
        };
        let mut row = self.build_source_row(access, config, known.clone())?;
        // A concurrent first insert waits here and then becomes an update.
        if known.is_none()
            && !db
                .insert_if_absent(row.clone().into_active_model().reset_all())
                .await?
        {
            known = db.find::<Entity>().one().await?;
            row = self.build_source_row(access, config, known.clone())?;
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
        source_config::to_wire_source(&row).map_err(to_api_error)
    }

    /// Builds the row of a source. An unchanged source keeps its revision, so that the deletion
    /// limit still applies to its next read.
    fn build_source_row(
        &self,
        access: &Access,
        config: &SourceConfig,
        known: Option<Model>,
    ) -> Result<Model, ApiError> {
        let now = self.clock.now();
        let created_at = known.as_ref().map_or(now, |known| known.created_at);
        let same = known.filter(|known| config.is_same_source(known));
        let (revision, updated_at) = same
            .as_ref()
            .map_or((self.entropy.uuid_v7(now)?, now), |same| {
                (same.revision, same.updated_at)
            });
        let mut row = Model {
            tenant_id: access.tenant().0,
            kind: config.kind().to_owned(),
            location: config.location(),
            revision,
            connection_id: None,
            sealed_password: None,
            created_at,
            updated_at,
        };
        if let Some(secret) = config.secret() {
            let connection = self.entropy.uuid_v7(now)?;
            row.connection_id = Some(connection);
            row.sealed_password = Some(
                self.connectors
                    .vault
                    .seal_credentials(access.tenant(), connection, secret)
                    .map_err(|error| ApiError::internal(&error))?,
            );
            row.updated_at = now;
        }
        Ok(row)
    }

    /// Opens the organization's source for a run. 422 if no source is set.
    pub(super) async fn open_run_source(&self, access: &Access) -> Result<RunSource, ApiError> {
        let db = self.database.begin_read(access).await?;
        let set =
            db.find::<Entity>().one().await?.ok_or_else(|| {
                ApiError::unprocessable("source_not_configured", NO_SOURCE_MESSAGE)
            })?;
        drop(db);
        let warehouse = match SourceConfig::from_row(
            &set,
            access.tenant(),
            &self.connectors.vault,
            self.connectors.network_policy,
        ) {
            Ok(config) => self
                .open_warehouse(access, &config)
                .await
                .map_err(TableSyncError::Source),
            Err(error) => Err(TableSyncError::Source(error)),
        };
        Ok(RunSource {
            revision: set.revision,
            warehouse,
        })
    }

    /// Opens a folder named on the command line, without saving it as the source.
    pub(super) fn open_operator_folder(folder: &Path) -> Result<RunSource, SourceError> {
        let config = FolderPolicy::allow_operator_folder(folder)?;
        // Derive the revision from the path, so that the deletion limit applies to a second read of
        // the same folder.
        let mut bytes = [0; 16];
        bytes
            .iter_mut()
            .zip(digest(&SHA256, config.folder.as_os_str().as_encoded_bytes()).as_ref())
            .for_each(|(byte, of_digest)| *byte = *of_digest);
        Ok(RunSource {
            revision: uuid::Builder::from_custom_bytes(bytes).into_uuid(),
            warehouse: Ok(Arc::new(FolderWarehouse::new(config))),
        })
    }

    async fn list_source_tables(
        &self,
        access: &Access,
        config: &SourceConfig,
        layouts: &Layouts,
    ) -> Result<Vec<TablePresence>, SourceError> {
        self.open_warehouse(access, config)
            .await?
            .list_tables(layouts)
            .await
    }

    async fn open_warehouse(
        &self,
        access: &Access,
        config: &SourceConfig,
    ) -> Result<Arc<dyn Warehouse>, SourceError> {
        match config {
            SourceConfig::Folder(path) => Ok(Arc::new(FolderWarehouse::new(
                self.allow_folder(access, path).await?,
            ))),
            SourceConfig::Postgres { address, password } => Ok(Arc::new(PostgresWarehouse::new(
                address.clone(),
                password.clone(),
                self.connectors.network_policy,
                self.entropy.clone(),
            ))),
            SourceConfig::BigQuery { address, account } => {
                let (clock, entropy) = (self.clock.clone(), self.entropy.clone());
                Ok(Arc::new(BigQueryWarehouse::new(
                    address.clone(),
                    account.clone(),
                    self.connectors.network_policy,
                    clock,
                    entropy,
                )?))
            }
        }
    }

    async fn allow_folder(
        &self,
        access: &Access,
        path: &str,
    ) -> Result<AllowedFolder, SourceError> {
        let (folders, organization, path) = (
            self.connectors.folders.clone(),
            access.organization().clone(),
            path.to_owned(),
        );
        let result = spawn_blocking(move || folders.allow_folder(&organization, &path)).await;
        result.unwrap_or_else(|_| {
            Err(SourceError::Unreachable(
                "Reading the folder was interrupted. Try again.".to_owned(),
            ))
        })
    }
}

fn to_api_error(error: SourceError) -> ApiError {
    match error {
        SourceError::Unreachable(message) => ApiError::unavailable("source_unavailable", message),
        SourceError::Unusable(message) => ApiError::unprocessable("source_invalid", message),
    }
}

/// The source for the audit log, without secrets.
fn to_audit_json(row: &Model) -> Value {
    json!({"kind": row.kind, "location": row.location, "hasPassword": row.sealed_password.is_some()})
}

fn to_wire_presence(found: TablePresence) -> SourceTablePresence {
    let table: SourceTable = found.table;
    SourceTablePresence {
        source_table: table.id().to_owned(),
        present: found.files > 0,
        files: found.files,
        problem: found.problem,
    }
}
