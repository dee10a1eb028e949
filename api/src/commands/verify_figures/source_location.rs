//! The source folder and column names of an organization.

use super::super::CommandError;
use crate::auth::Scope;
use crate::config::Config;
use crate::db::{Access, Database};
use crate::features::data_sync::connectors::find_stored_folder;
use crate::features::data_sync::folder_policy::FolderPolicy;
use entities::{column_mapping, data_source, table_mapping};
use reference::{SourceColumn, SourceNames};
use std::path::PathBuf;

/// The folder that is configured as the organization's source.
pub(super) async fn find_source_folder(
    config: &Config,
    database: &Database,
    access: &Access,
) -> Result<PathBuf, CommandError> {
    let failed = "cannot look up the organization's source";
    let db = database
        .begin_read(access)
        .await
        .map_err(CommandError::with_context(failed))?;
    let source = db
        .find::<data_source::Entity>()
        .one()
        .await
        .map_err(CommandError::with_context(failed))?;
    let folder = source
        .as_ref()
        .map(find_stored_folder)
        .transpose()
        .map_err(CommandError::with_context(failed))?
        .flatten();
    let Some(folder) = folder else {
        let message = "The source of the organization is not a folder. Use --data with a folder \
                       that contains the same rows.";
        return Err(CommandError::Refused(message.to_owned()));
    };
    let allowed = FolderPolicy::from_config(config).allow_folder(access.organization(), &folder);
    allowed
        .map(|allowed| allowed.folder)
        .map_err(CommandError::with_context(
            "cannot read the organization's source folder: use --data",
        ))
}

/// The organization's mapping of tables and columns.
pub(super) async fn load_column_names(scope: &Scope) -> Result<SourceNames, CommandError> {
    let failed = "cannot read the column mappings";
    let db = scope
        .read_db()
        .await
        .map_err(CommandError::with_context(failed))?;
    let rows = db
        .find::<column_mapping::Entity>()
        .all()
        .await
        .map_err(CommandError::with_context(failed))?;
    if rows.iter().any(|row| row.expression.is_some()) {
        let message = "The organization's mapping computes columns from others, which this command \
                       does not do. Use --data with a folder that contains the loaded rows.";
        return Err(CommandError::Refused(message.to_owned()));
    }
    let tables = db
        .find::<table_mapping::Entity>()
        .all()
        .await
        .map_err(CommandError::with_context(failed))?;
    Ok(SourceNames {
        tables: tables
            .into_iter()
            .map(|row| (row.source_table, row.source_name))
            .collect(),
        columns: rows.into_iter().map(to_source_column).collect(),
    })
}

fn to_source_column(row: column_mapping::Model) -> ((String, String), SourceColumn) {
    let words: Option<Vec<(String, String)>> = row
        .value_words
        .as_deref()
        .and_then(|stored| serde_json::from_str(stored).ok());
    let column = SourceColumn {
        name: row.source_column,
        constant: row.constant,
        words: words
            .into_iter()
            .flatten()
            .map(|(word, value)| (word.to_lowercase(), value))
            .collect(),
    };
    ((row.source_table, row.target_column), column)
}
