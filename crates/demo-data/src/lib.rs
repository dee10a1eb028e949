//! Writes a demo warehouse: five CSV files of an invented farm-input retailer in central Iowa, the
//! same bytes for the same seed, as-of day and number of transactions.
//!
//! Nothing in it is a fact about a person, a company or a market. Four years end on the as-of day.
//! Every row depends on the seed and on its own day only, so files of neighbouring days share the
//! rows of the days that both cover, but for deliveries and stock that have become known meanwhile.
//! Sales and purchases are streamed: memory grows with the number of customers, not of
//! transactions.

mod amount;
mod business;
mod catalog;
mod day;
mod error;
mod farm_names;
mod growers;
mod inventory;
mod item;
mod line;
mod market;
mod picker;
mod places;
mod profiles;
mod purchases;
mod quota;
mod quotes;
mod sales;
mod season;
mod shelf;
mod stream;
mod suppliers;
mod table;
#[cfg(test)]
mod tests;
mod ware;

use std::fs;
use std::path::Path;

use chrono::NaiveDate;

pub use error::DemoError;

use business::Business;
use inventory::Stockroom;
use line::TransactionFile;
use table::Partial;

/// The seed of the demo that everybody sees.
pub const DEFAULT_SEED: u64 = 7;

/// Rows of `sales_transactions`: a retailer with three branches, about 370 customers and 30 million
/// USD of sales a year.
pub const DEFAULT_TRANSACTIONS: u64 = 30_000;

/// A demo warehouse to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoWarehouse {
    /// Another seed gives other customers, prices and orders.
    pub seed: u64,
    /// The last day with data, from 2010-01-01 to 2099-12-31. Only promised dates lie after it.
    pub as_of: NaiveDate,
    /// Rows of `sales_transactions`, sales and purchases together, 1 to 1,000,000,000.
    pub transactions: u64,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// File names with their numbers of rows, headers not counted.
    pub files: Vec<(String, u64)>,
}

impl DemoWarehouse {
    /// The demo that everybody sees, as of a day.
    pub const fn new(as_of: NaiveDate) -> Self {
        Self {
            seed: DEFAULT_SEED,
            as_of,
            transactions: DEFAULT_TRANSACTIONS,
        }
    }

    /// Writes the five `<source id>.csv` files into `folder`, which is made if it is missing. Each
    /// file appears under its name only when all five are whole; files of these names that were
    /// there are replaced.
    ///
    /// # Errors
    ///
    /// [`DemoError`] where the as-of day or the number of transactions is out of range, or a file
    /// cannot be written. Nothing under the five names has changed then, unless only the renaming
    /// failed.
    pub fn write(&self, folder: &Path) -> Result<Written, DemoError> {
        let business = Business::new(self)?;
        fs::create_dir_all(folder).map_err(|source| DemoError::File {
            path: folder.to_path_buf(),
            source,
        })?;
        let mut stockroom = Stockroom::new(&business);
        let transactions = write_transactions(folder, &business, &mut stockroom)?;
        let partials = [
            suppliers::write(folder)?,
            profiles::write(folder, business.seed, &business.growers)?,
            market::write(folder, business.seed, business.window, &business.quotes)?,
            transactions,
            stockroom.write(folder, &business)?,
        ];
        let files = partials
            .into_iter()
            .map(Partial::publish)
            .collect::<Result<_, _>>()?;
        Ok(Written { files })
    }
}

/// Sales, then purchases, day by day.
fn write_transactions(
    folder: &Path,
    business: &Business,
    stockroom: &mut Stockroom,
) -> Result<Partial, DemoError> {
    let mut file = TransactionFile::create(folder)?;
    let mut book = |line: &line::Line<'_>| {
        stockroom.record(line);
        file.add(line)
    };
    for day in business.window.days() {
        sales::sell(business, day, &mut book)?;
        purchases::buy(business, day, &mut book)?;
    }
    file.finish()
}
