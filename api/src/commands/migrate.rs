//! Opens the configured database, and migrates it to the current schema.

use super::{CommandError, print_output};
use crate::config::Config;
use crate::db::Database;

/// Migrates the database. If `citus` is true, then distributes its tables.
pub(super) async fn run(config: &Config, citus: bool) -> Result<(), CommandError> {
    let database = open_database(config).await?;
    database
        .migrate()
        .await
        .map_err(CommandError::with_context("cannot migrate the database"))?;
    if !citus {
        return print_output("The schema is up to date.\n");
    }
    database
        .distribute()
        .await
        .map_err(CommandError::with_context("cannot distribute the tables"))?;
    print_output(
        "The schema is up to date, and the tables of the warehouse are distributed by tenant.\n",
    )
}

/// Connects to the configured database. Creates the data folder if it is missing.
pub(super) async fn open_database(config: &Config) -> Result<Database, CommandError> {
    std::fs::create_dir_all(&config.data_dir).map_err(CommandError::with_io_context(format!(
        "cannot create the data folder {}",
        config.data_dir.display()
    )))?;
    Database::connect(&config.database_url())
        .await
        .map_err(CommandError::with_context(
            "cannot open the database: check DATABASE_URL and SPROUT_DATA_DIR",
        ))
}

/// Like [`open_database`], but refuses a database whose schema is not current.
pub(super) async fn open_migrated(config: &Config) -> Result<Database, CommandError> {
    let database = open_database(config).await?;
    require_migrated(&database, "Run `sprout migrate` first.").await?;
    Ok(database)
}

/// Refuses a database whose schema is not current. `advice` says what to do.
pub(super) async fn require_migrated(
    database: &Database,
    advice: &str,
) -> Result<(), CommandError> {
    let is_migrated = database
        .is_migrated()
        .await
        .map_err(CommandError::with_context("cannot read the schema version"))?;
    if is_migrated {
        Ok(())
    } else {
        Err(CommandError::Refused(format!(
            "The database schema is not current. {advice}"
        )))
    }
}
