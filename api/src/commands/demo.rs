//! Writes a demo warehouse into a folder.

use super::{CommandError, say};
use crate::clock::Clock;
use chrono::NaiveDate;
use clap::Args;
use demo_data::{DEFAULT_SEED, DEFAULT_TRANSACTIONS, DemoWarehouse};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Demo {
    /// The folder to write to; made where it is missing.
    #[arg(long)]
    out: PathBuf,
    /// Another seed gives other customers, prices and orders.
    #[arg(long, default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// The last day with data (YYYY-MM-DD); today in UTC where it is left out.
    #[arg(long)]
    as_of: Option<NaiveDate>,
    /// Rows of `sales_transactions`, sales and purchases together.
    #[arg(long, default_value_t = DEFAULT_TRANSACTIONS)]
    transactions: u64,
}

impl Demo {
    pub(super) fn run(self) -> Result<(), CommandError> {
        let as_of = self
            .as_of
            .unwrap_or_else(|| Clock::system().today(chrono_tz::UTC));
        let warehouse = DemoWarehouse {
            seed: self.seed,
            as_of,
            transactions: self.transactions,
        };
        let written = warehouse.write(&self.out).map_err(CommandError::failed(
            "the demo warehouse could not be written",
        ))?;
        for (file, rows) in written.files {
            say(&format!(
                "{rows:>9} rows  {}\n",
                self.out.join(file).display()
            ))?;
        }
        Ok(())
    }
}
