//! Brings the schema up to date and says so.

use super::{CommandError, say};
use crate::config::Config;
use crate::db::Database;

pub(super) async fn run(config: &Config) -> Result<(), CommandError> {
    let database = open(config).await?;
    database.migrate().await.map_err(CommandError::failed(
        "the schema could not be brought up to date",
    ))?;
    say("The schema is up to date.\n")
}

/// Connects to the configured database; the data folder is made where the database is a file in it.
pub(super) async fn open(config: &Config) -> Result<Database, CommandError> {
    std::fs::create_dir_all(&config.data_dir).map_err(CommandError::io(format!(
        "the data folder {} cannot be made",
        config.data_dir.display()
    )))?;
    Database::connect(&config.database_url())
        .await
        .map_err(CommandError::failed(
            "the database cannot be opened: check DATABASE_URL and SPROUT_DATA_DIR",
        ))
}
