//! Where an organization's files lie, and what its columns are called there.

use super::super::CommandError;
use crate::auth::Scope;
use crate::config::Config;
use crate::db::{Access, Database};
use crate::features::data_sync::source::FolderPolicy;
use entities::{column_mapping, data_source};
use reference::SourceNames;
use std::path::PathBuf;

const FILES: &str = "files";

/// The folder that is set as the organization's source.
pub(super) async fn folder(
    config: &Config,
    database: &Database,
    access: &Access,
) -> Result<PathBuf, CommandError> {
    let failed = "the organization's source could not be looked up";
    let db = database
        .begin_read(access)
        .await
        .map_err(CommandError::failed(failed))?;
    let set = db
        .find::<data_source::Entity>()
        .one()
        .await
        .map_err(CommandError::failed(failed))?;
    let Some(location) = set.filter(|set| set.kind == FILES).map(|set| set.location) else {
        let words =
            "The organization's source is no folder: give the same rows as files with --data.";
        return Err(CommandError::Refused(words.to_owned()));
    };
    let allowed = FolderPolicy::from_config(config).allow_folder(access.organization(), &location);
    allowed
        .map(|allowed| allowed.folder)
        .map_err(CommandError::failed(
            "the organization's source cannot be read: give its folder with --data",
        ))
}

/// Columns that have other names at the source.
pub(super) async fn names(scope: &Scope) -> Result<SourceNames, CommandError> {
    let failed = "the names of the columns could not be looked up";
    let db = scope
        .read_db()
        .await
        .map_err(CommandError::failed(failed))?;
    let rows = db
        .find::<column_mapping::Entity>()
        .all()
        .await
        .map_err(CommandError::failed(failed))?;
    Ok(rows
        .into_iter()
        .map(|row| ((row.source_table, row.column_name), row.source_name))
        .collect())
}
