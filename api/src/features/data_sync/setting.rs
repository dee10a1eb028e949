//! Where a tenant's rows come from: read, tested and set.

use super::DataSync;
use super::catalogue::SourceTable;
use super::run::Origin;
use super::source::{AllowedFolder, FolderWarehouse, Folders, SourceError, Warehouse};
use super::target::TableFault;
use super::wire::{Source, SourceInput, SourceKind, SourceTablePresence, SourceTest, SyncHealth};
use crate::auth::Proof;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::db::{Access, TenantDb};
use crate::http::ApiError;
use aws_lc_rs::digest::{SHA256, digest};
use entities::data_source::{self, Entity};
use sea_orm::Set;
use std::path::Path;
use std::sync::Arc;
use tokio::task::spawn_blocking;

const FILES: &str = "files";
const NO_SOURCE: &str = "No source is set yet: choose the folder that your rows come from.";

impl DataSync {
    /// The source as it is set.
    pub(super) async fn source(&self, db: &TenantDb, _may: &Proof<SyncRead>) -> Result<Source, ApiError> {
        Ok(db.find::<Entity>().one().await?.map_or(Source { kind: SourceKind::None, path: None, updated_at: None }, |set| of_row(&set)))
    }

    /// Whether the source and the application database answer.
    pub(super) async fn health(&self, access: &Access, _may: &Proof<SyncRead>) -> SyncHealth {
        let source_reason = self.source_reason(access).await;
        let target_reason = self.database.ping().await.err().map(|_| "The application database cannot be reached: its operator has to look at it.".to_owned());
        let (big_query, supabase) = (source_reason.is_none(), target_reason.is_none());
        SyncHealth { big_query, supabase, overall: big_query && supabase, source_reason, target_reason }
    }

    async fn source_reason(&self, access: &Access) -> Option<String> {
        let origin = match self.origin(access).await {
            Ok(origin) => origin,
            Err(error) => return Some(error.message().to_owned()),
        };
        match origin.warehouse {
            Ok(warehouse) => warehouse.tables().await.err().map(|error| error.to_string()),
            Err(fault) => Some(fault.words()),
        }
    }

    /// Looks at a source without keeping it.
    pub(super) async fn test_source(&self, access: &Access, _may: &Proof<SourcesManage>, input: &SourceInput) -> Result<SourceTest, ApiError> {
        Ok(match self.look(access, path_of(input)?).await {
            Ok(tables) => SourceTest { ok: true, reason: None, tables },
            Err(error) => SourceTest { ok: false, reason: Some(error.to_string()), tables: Vec::new() },
        })
    }

    /// Keeps a source that can be read; another one than before gets a new revision.
    pub(super) async fn set_source(&self, access: &Access, _may: &Proof<SourcesManage>, input: &SourceInput) -> Result<Source, ApiError> {
        self.keep_folder(access, path_of(input)?).await
    }

    /// Keeps a folder that the organization may read as its source.
    pub(super) async fn keep_folder(&self, access: &Access, path: &str) -> Result<Source, ApiError> {
        self.look(access, path).await.map_err(|error| match error {
            SourceError::Unreachable(words) => ApiError::unavailable("source_unavailable", words),
            SourceError::Unusable(words) => ApiError::invalid("source_refused", words),
        })?;
        let now = self.clock.now();
        let db = self.database.write(access).await?;
        let known = db.find::<Entity>().one().await?;
        let row = match known {
            Some(known) if known.kind == FILES && known.location == path => return Ok(of_row(&known)),
            Some(known) => {
                data_source::Model { kind: FILES.to_owned(), location: path.to_owned(), revision: self.entropy.uuid_v7(now)?, updated_at: now, ..known }
            }
            None => data_source::Model {
                tenant_id: access.tenant().0,
                kind: FILES.to_owned(),
                location: path.to_owned(),
                revision: self.entropy.uuid_v7(now)?,
                created_at: now,
                updated_at: now,
            },
        };
        db.delete::<Entity>().exec().await?;
        db.insert(data_source::ActiveModel {
            tenant_id: Set(row.tenant_id),
            kind: Set(row.kind.clone()),
            location: Set(row.location.clone()),
            revision: Set(row.revision),
            created_at: Set(row.created_at),
            updated_at: Set(row.updated_at),
        })
        .await?;
        db.commit().await?;
        Ok(of_row(&row))
    }

    /// Where a run of the tenant reads from; 422 where nothing is set.
    pub(super) async fn origin(&self, access: &Access) -> Result<Origin, ApiError> {
        let db = self.database.read(access).await?;
        let set = db.find::<Entity>().one().await?.ok_or_else(|| ApiError::invalid("no_source", NO_SOURCE))?;
        drop(db);
        let warehouse = match self.allow(access, &set.location).await {
            Ok(place) => Ok(warehouse_in(place)),
            Err(error) => Err(TableFault::Source(error)),
        };
        Ok(Origin { revision: set.revision, warehouse })
    }

    /// Where a run of the operator reads from: a folder named on the command line, which needs no setting.
    pub(super) fn origin_of_operator(folder: &Path) -> Result<Origin, SourceError> {
        let place = Folders::of_operator(folder)?;
        // The same folder is the same source, so that its second read is guarded as that of a set source is.
        let mut bytes = [0; 16];
        bytes.iter_mut().zip(digest(&SHA256, place.folder.as_os_str().as_encoded_bytes()).as_ref()).for_each(|(byte, of_digest)| *byte = *of_digest);
        Ok(Origin { revision: uuid::Builder::from_custom_bytes(bytes).into_uuid(), warehouse: Ok(warehouse_in(place)) })
    }

    async fn look(&self, access: &Access, path: &str) -> Result<Vec<SourceTablePresence>, SourceError> {
        let found = warehouse_in(self.allow(access, path).await?).tables().await?;
        let presence = |table: SourceTable, files| SourceTablePresence { source_table: table.id().to_owned(), present: files > 0, files };
        Ok(found.into_iter().map(|one| presence(one.table, one.files)).collect())
    }

    async fn allow(&self, access: &Access, path: &str) -> Result<AllowedFolder, SourceError> {
        let (folders, organization, path) = (self.folders.clone(), access.organization().clone(), path.to_owned());
        let looked = spawn_blocking(move || folders.allow(&organization, &path)).await;
        looked.unwrap_or_else(|_| Err(SourceError::Unreachable("Looking at the folder was broken off: try again.".to_owned())))
    }
}

fn warehouse_in(place: AllowedFolder) -> Arc<dyn Warehouse> {
    Arc::new(FolderWarehouse::new(place))
}

fn path_of(input: &SourceInput) -> Result<&str, ApiError> {
    if input.kind == FILES {
        Ok(input.path.trim())
    } else {
        Err(ApiError::invalid("unknown_source_kind", format!("A source of the kind \"{}\" is not available yet: kind must be \"{FILES}\".", input.kind)))
    }
}

fn of_row(row: &data_source::Model) -> Source {
    Source { kind: SourceKind::Files, path: Some(row.location.clone()), updated_at: Some(row.updated_at) }
}
