//! The demo organization: its account and its generated warehouse, which is synced by Data Sync.

use super::CommandError;
use crate::app::AppDependencies;
use crate::auth::PasswordHashPool;
use crate::clock::Clock;
use crate::db::{Access, Database};
use crate::entropy::Entropy;
use crate::features::accounts::Registration;
use crate::features::data_sync::DataSync;
use chrono::NaiveDate;
use demo_data::DemoWarehouse;
use std::fs;
use std::path::PathBuf;

/// The demo's email address.
pub(super) const DEMO_EMAIL: &str = "demo@sprout.example";
/// The demo's password. It is public, because the organization contains only generated data.
pub(super) const DEMO_PASSWORD: &str = "sprout-demo";
const DEMO_ORGANIZATION_NAME: &str = "Sprout Demo Farm Supply";
const DEMO_PERSON_NAME: &str = "Demo Buyer";
/// The time zone of the generated business.
const DEMO_TIME_ZONE: &str = "America/Chicago";
/// Name of the file with the date for which the warehouse was generated and synced.
const AS_OF_FILE_NAME: &str = "as-of.txt";

pub(super) struct DemoTenant {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    passwords: PasswordHashPool,
    sync: DataSync,
    warehouse: PathBuf,
}

impl DemoTenant {
    pub(super) fn new(parts: &AppDependencies, warehouse: PathBuf) -> Self {
        Self {
            database: parts.database.clone(),
            clock: parts.clock.clone(),
            entropy: parts.entropy.clone(),
            passwords: parts.passwords.clone(),
            sync: parts.sync.clone(),
            warehouse,
        }
    }

    /// Creates the organization if it is missing. Generates and syncs its warehouse if that is not
    /// from today.
    pub(super) async fn refresh_to_today(&self) -> Result<(), CommandError> {
        let (access, is_new) = match self
            .database
            .platform()
            .find_demo_organization()
            .await
            .map_err(CommandError::with_context("cannot look up the demo"))?
        {
            Some(access) => (access, false),
            None => (self.create_organization().await?, true),
        };
        let today = self.clock.today(access.organization().time_zone);
        if is_new || self.read_as_of() != Some(today) {
            self.write_and_sync(&access, today).await?;
        }
        Ok(())
    }

    async fn create_organization(&self) -> Result<Access, CommandError> {
        let registration = Registration::for_demo(
            DEMO_ORGANIZATION_NAME,
            DEMO_PERSON_NAME,
            DEMO_EMAIL,
            DEMO_PASSWORD.to_owned(),
            Some(DEMO_TIME_ZONE),
        )
        .map_err(|error| {
            CommandError::Refused(format!("the demo registration is invalid: {error:?}"))
        })?;
        let created = registration
            .create_organization(&self.database, &self.passwords, &self.clock, &self.entropy)
            .await;
        Ok(created
            .map_err(CommandError::with_context(
                "cannot create the demo organization",
            ))?
            .access)
    }

    async fn write_and_sync(&self, access: &Access, today: NaiveDate) -> Result<(), CommandError> {
        let folder = self.warehouse.clone();
        let written =
            tokio::task::spawn_blocking(move || DemoWarehouse::new(today).write_files(&folder))
                .await;
        written
            .map_err(CommandError::with_context(
                "cannot write the demo warehouse",
            ))?
            .map_err(CommandError::with_context(
                "cannot write the demo warehouse",
            ))?;
        self.sync
            .sync_demo(access, &self.warehouse)
            .await
            .map_err(CommandError::with_context("cannot sync the demo warehouse"))?;
        fs::write(self.warehouse.join(AS_OF_FILE_NAME), today.to_string()).map_err(
            CommandError::with_io_context("cannot write the date of the demo warehouse"),
        )
    }

    fn read_as_of(&self) -> Option<NaiveDate> {
        fs::read_to_string(self.warehouse.join(AS_OF_FILE_NAME))
            .ok()?
            .trim()
            .parse()
            .ok()
    }
}
