//! Generates a demo warehouse.

use super::{CommandError, print_output};
use crate::clock::Clock;
use chrono::NaiveDate;
use clap::Args;
use demo_data::{DEFAULT_SEED, DEFAULT_TRANSACTIONS, DemoWarehouse};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct DemoCommand {
    /// Output folder. Created if it is missing.
    #[arg(long)]
    out: PathBuf,
    /// Seed. Another seed generates other customers, prices and orders.
    #[arg(long, default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// Last day with data (YYYY-MM-DD). Default: today in UTC.
    #[arg(long)]
    as_of: Option<NaiveDate>,
    /// Number of rows in `sales_transactions`, sales and purchases together.
    #[arg(long, default_value_t = DEFAULT_TRANSACTIONS)]
    transactions: u64,
    /// Also write bookings, purchase orders and price lists.
    #[arg(long)]
    order_tables: bool,
}

impl DemoCommand {
    pub(super) fn run(self) -> Result<(), CommandError> {
        let as_of = self
            .as_of
            .unwrap_or_else(|| Clock::system().today(chrono_tz::UTC));
        let warehouse = DemoWarehouse {
            seed: self.seed,
            as_of,
            transactions: self.transactions,
            order_tables: self.order_tables,
        };
        let written = warehouse
            .write_files(&self.out)
            .map_err(CommandError::with_context(
                "cannot write the demo warehouse",
            ))?;
        for (file, rows) in written.files {
            print_output(&format!(
                "{rows:>9} rows  {}\n",
                self.out.join(file).display()
            ))?;
        }
        Ok(())
    }
}
