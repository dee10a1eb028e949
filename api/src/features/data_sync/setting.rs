//! Where a tenant's rows come from: read, tested and set.

use super::DataSync;
use super::catalogue::SourceTable;
use super::drift;
use super::run::Origin;
use super::source::{
    AllowedFolder, BigQueryWarehouse, FolderPolicy, FolderWarehouse, Layouts, PostgresWarehouse,
    SourceError, TablePresence, Warehouse,
};
use super::target::TableFault;
use super::wire::{Source, SourceInput, SourceTablePresence, SourceTest, SyncHealth};
use crate::auth::Proof;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::db::{Access, Action, DbError, NewAuditEntry, TenantDb};
use crate::http::ApiError;
use aws_lc_rs::digest::{SHA256, digest};
use entities::data_source::{Column, Entity, Model};
use place::Place;
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use tokio::task::spawn_blocking;

mod place;

const NO_SOURCE: &str = "No source is set yet: choose where your rows come from.";

/// Writes a setting in place of the one that is there.
async fn replace(db: &TenantDb, row: &Model) -> Result<(), DbError> {
    let set = db
        .update::<Entity>()
        .set(Column::Kind, row.kind.clone())
        .set(Column::Location, row.location.clone())
        .set(Column::Revision, row.revision);
    let set = set
        .set(Column::ConnectionId, row.connection_id)
        .set(Column::Sealed, row.sealed.clone())
        .set(Column::UpdatedAt, row.updated_at);
    set.exec().await?;
    Ok(())
}

impl DataSync {
    /// The source as it is set.
    pub(super) async fn source(
        &self,
        db: &TenantDb,
        _may: &Proof<SyncRead>,
    ) -> Result<Source, ApiError> {
        Ok(db
            .find::<Entity>()
            .one()
            .await?
            .map_or_else(Source::none, |set| place::shown(&set)))
    }

    /// Whether the source and the application database answer.
    pub(super) async fn health(&self, access: &Access, _may: &Proof<SyncRead>) -> SyncHealth {
        let source_reason = self.source_reason(access).await;
        let target_reason = self.database.ping().await.err().map(|_| {
            "The application database cannot be reached: its operator has to look at it.".to_owned()
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

    async fn source_reason(&self, access: &Access) -> Option<String> {
        let origin = match self.origin(access).await {
            Ok(origin) => origin,
            Err(error) => return Some(error.message().to_owned()),
        };
        match origin.warehouse {
            Ok(warehouse) => warehouse
                .list_tables(&Layouts::default())
                .await
                .err()
                .map(|error| error.to_string()),
            Err(fault) => Some(fault.words()),
        }
    }

    /// Looks at a source without keeping it.
    pub(super) async fn test_source(
        &self,
        access: &Access,
        _may: &Proof<SourcesManage>,
        input: &SourceInput,
    ) -> Result<SourceTest, ApiError> {
        let place = match Place::asked(input, self.connectors.reach)? {
            Ok(place) => place,
            Err(words) => {
                return Ok(SourceTest {
                    ok: false,
                    reason: Some(words),
                    tables: Vec::new(),
                });
            }
        };
        let layouts = self
            .layouts(&self.database.begin_read(access).await?)
            .await?;
        Ok(match self.look(access, &place, &layouts).await {
            Ok(tables) => SourceTest {
                ok: true,
                reason: None,
                tables: tables.into_iter().map(presence).collect(),
            },
            Err(error) => SourceTest {
                ok: false,
                reason: Some(error.to_string()),
                tables: Vec::new(),
            },
        })
    }

    /// Keeps a source that can be read; another one than before gets a new revision.
    pub(super) async fn set_source(
        &self,
        access: &Access,
        _may: &Proof<SourcesManage>,
        input: &SourceInput,
    ) -> Result<Source, ApiError> {
        let place = Place::asked(input, self.connectors.reach)?
            .map_err(|words| ApiError::unprocessable("source_refused", words))?;
        self.keep(access, &place).await
    }

    /// Keeps a folder that the organization may read as its source.
    pub(super) async fn keep_folder(
        &self,
        access: &Access,
        path: &str,
    ) -> Result<Source, ApiError> {
        self.keep(access, &Place::Folder(path.to_owned())).await
    }

    async fn keep(&self, access: &Access, place: &Place) -> Result<Source, ApiError> {
        self.look(access, place, &Layouts::default())
            .await
            .map_err(|error| match error {
                SourceError::Unreachable(words) => {
                    ApiError::unavailable("source_unavailable", words)
                }
                SourceError::Unusable(words) => ApiError::unprocessable("source_refused", words),
            })?;
        let db = self.database.begin_write(access).await?;
        // Changes nothing: of two who set it at once the second waits here, and finds what the
        // first has set.
        let is_set = db.update::<Entity>().exec().await? > 0;
        let mut known = if is_set {
            db.find::<Entity>().one().await?
        } else {
            None
        };
        let mut row = self.row(access, place, known.clone())?;
        // Of two first ones the second waits here, and comes after the first.
        if known.is_none()
            && !db
                .insert_if_absent(row.clone().into_active_model().reset_all())
                .await?
        {
            known = db.find::<Entity>().one().await?;
            row = self.row(access, place, known.clone())?;
        }
        let was = known.as_ref().map(told);
        if let Some(known) = known {
            if known.revision != row.revision {
                drift::forget(&db).await?;
            }
            replace(&db, &row).await?;
        }
        let act = was
            .iter()
            .fold(
                NewAuditEntry::new(Action::SourceSet),
                NewAuditEntry::with_before,
            )
            .with_after(&told(&row));
        db.append_audit_entry(self.clock.now(), act).await?;
        db.commit().await?;
        Ok(place::shown(&row))
    }

    /// The row of a place. The same place as before keeps its revision, so that its next read is
    /// guarded as that of a known source is.
    fn row(&self, access: &Access, place: &Place, known: Option<Model>) -> Result<Model, ApiError> {
        let now = self.clock.now();
        let created_at = known.as_ref().map_or(now, |known| known.created_at);
        let same = known.filter(|known| place.is_at(known));
        let (revision, updated_at) = same
            .as_ref()
            .map_or((self.entropy.uuid_v7(now)?, now), |same| {
                (same.revision, same.updated_at)
            });
        let mut row = Model {
            tenant_id: access.tenant().0,
            kind: place.kind().to_owned(),
            location: place.location(),
            revision,
            connection_id: None,
            sealed: None,
            created_at,
            updated_at,
        };
        if let Some(secret) = place.secret() {
            let connection = self.entropy.uuid_v7(now)?;
            row.connection_id = Some(connection);
            row.sealed = Some(
                self.connectors
                    .vault
                    .seal_credentials(access.tenant(), connection, secret)
                    .map_err(|error| ApiError::internal(&error))?,
            );
            row.updated_at = now;
        }
        Ok(row)
    }

    /// Where a run of the tenant reads from; 422 where nothing is set.
    pub(super) async fn origin(&self, access: &Access) -> Result<Origin, ApiError> {
        let db = self.database.begin_read(access).await?;
        let set = db
            .find::<Entity>()
            .one()
            .await?
            .ok_or_else(|| ApiError::unprocessable("no_source", NO_SOURCE))?;
        drop(db);
        let warehouse = match Place::of_row(
            &set,
            access.tenant(),
            &self.connectors.vault,
            self.connectors.reach,
        ) {
            Ok(place) => self.open(access, &place).await.map_err(TableFault::Source),
            Err(error) => Err(TableFault::Source(error)),
        };
        Ok(Origin {
            revision: set.revision,
            warehouse,
        })
    }

    /// Where a run of the operator reads from: a folder named on the command line, which needs no
    /// setting.
    pub(super) fn origin_of_operator(folder: &Path) -> Result<Origin, SourceError> {
        let place = FolderPolicy::allow_operator_folder(folder)?;
        // The same folder is the same source, so that its second read is guarded as that of a set
        // source is.
        let mut bytes = [0; 16];
        bytes
            .iter_mut()
            .zip(digest(&SHA256, place.folder.as_os_str().as_encoded_bytes()).as_ref())
            .for_each(|(byte, of_digest)| *byte = *of_digest);
        Ok(Origin {
            revision: uuid::Builder::from_custom_bytes(bytes).into_uuid(),
            warehouse: Ok(Arc::new(FolderWarehouse::new(place))),
        })
    }

    async fn look(
        &self,
        access: &Access,
        place: &Place,
        layouts: &Layouts,
    ) -> Result<Vec<TablePresence>, SourceError> {
        self.open(access, place).await?.list_tables(layouts).await
    }

    async fn open(
        &self,
        access: &Access,
        place: &Place,
    ) -> Result<Arc<dyn Warehouse>, SourceError> {
        match place {
            Place::Folder(path) => Ok(Arc::new(FolderWarehouse::new(
                self.allow(access, path).await?,
            ))),
            Place::Postgres { address, password } => Ok(Arc::new(PostgresWarehouse::new(
                address.clone(),
                password.clone(),
                self.connectors.reach,
                self.entropy.clone(),
            ))),
            Place::BigQuery { address, account } => {
                let (clock, entropy) = (self.clock.clone(), self.entropy.clone());
                Ok(Arc::new(BigQueryWarehouse::new(
                    address.clone(),
                    account.clone(),
                    self.connectors.reach,
                    clock,
                    entropy,
                )?))
            }
        }
    }

    async fn allow(&self, access: &Access, path: &str) -> Result<AllowedFolder, SourceError> {
        let (folders, organization, path) = (
            self.connectors.folders.clone(),
            access.organization().clone(),
            path.to_owned(),
        );
        let looked = spawn_blocking(move || folders.allow_folder(&organization, &path)).await;
        looked.unwrap_or_else(|_| {
            Err(SourceError::Unreachable(
                "Looking at the folder was broken off: try again.".to_owned(),
            ))
        })
    }
}

/// What the audit log tells of a source: never its password.
fn told(row: &Model) -> Value {
    json!({"kind": row.kind, "location": row.location, "hasPassword": row.sealed.is_some()})
}

fn presence(found: TablePresence) -> SourceTablePresence {
    let table: SourceTable = found.table;
    SourceTablePresence {
        source_table: table.id().to_owned(),
        present: found.files > 0,
        files: found.files,
        problem: found.problem,
    }
}
