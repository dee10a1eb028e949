//! Keeps the demo organization: its account, its warehouse of today, its rows synced by the real
//! Data Sync.

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

/// The demo's sign-in name.
pub(super) const EMAIL: &str = "demo@sprout.example";
/// The demo's password: public on purpose, for an organization that holds nothing but generated
/// rows.
pub(super) const PASSWORD: &str = "sprout-demo";
const ORGANIZATION: &str = "Sprout Demo Farm Supply";
const PERSON: &str = "Demo Buyer";
/// Where the generated business is at home.
const TIME_ZONE: &str = "America/Chicago";
/// Says for which day the warehouse was written and synced.
const STAMP: &str = "as-of.txt";

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

    /// Creates the organization where it is missing; writes and syncs its warehouse where that is
    /// not of today.
    pub(super) async fn bring_to_today(&self) -> Result<(), CommandError> {
        let (access, is_new) = match self
            .database
            .platform()
            .find_demo_organization()
            .await
            .map_err(CommandError::failed("the demo could not be looked up"))?
        {
            Some(access) => (access, false),
            None => (self.create().await?, true),
        };
        let today = self.clock.today(access.organization().time_zone);
        if is_new || self.stamped() != Some(today) {
            self.write_and_sync(&access, today).await?;
        }
        Ok(())
    }

    async fn create(&self) -> Result<Access, CommandError> {
        let registration = Registration::for_demo(
            ORGANIZATION,
            PERSON,
            EMAIL,
            PASSWORD.to_owned(),
            Some(TIME_ZONE),
        )
        .map_err(|wrong| {
            CommandError::Refused(format!(
                "the demo's own registration is not acceptable: {wrong:?}"
            ))
        })?;
        let created = registration
            .create_organization(&self.database, &self.passwords, &self.clock, &self.entropy)
            .await;
        Ok(created
            .map_err(CommandError::failed(
                "the demo organization could not be created",
            ))?
            .access)
    }

    async fn write_and_sync(&self, access: &Access, today: NaiveDate) -> Result<(), CommandError> {
        let folder = self.warehouse.clone();
        let written =
            tokio::task::spawn_blocking(move || DemoWarehouse::new(today).write(&folder)).await;
        written
            .map_err(CommandError::failed(
                "the demo warehouse could not be written",
            ))?
            .map_err(CommandError::failed(
                "the demo warehouse could not be written",
            ))?;
        self.sync
            .sync_demo(access, &self.warehouse)
            .await
            .map_err(CommandError::failed(
                "the demo warehouse could not be synced",
            ))?;
        fs::write(self.warehouse.join(STAMP), today.to_string())
            .map_err(CommandError::io("the demo warehouse could not be stamped"))
    }

    fn stamped(&self) -> Option<NaiveDate> {
        fs::read_to_string(self.warehouse.join(STAMP))
            .ok()?
            .trim()
            .parse()
            .ok()
    }
}
