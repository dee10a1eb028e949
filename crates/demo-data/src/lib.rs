//! Writes a demo warehouse: six CSV files, or nine with bookings, purchase orders and price lists, of
//! a fictional farm-input retailer in central Iowa, with the same bytes for the same seed, as-of day
//! and number of transactions.
//!
//! All data is invented and describes no real person, company or market. The data covers the four
//! years up to the as-of day. Every row depends only on the seed and its own day, so files of
//! consecutive as-of days share the rows of the days that both cover, except for deliveries and
//! stock that became known in between. Sales and purchases are streamed: memory grows with the
//! number of customers, not of transactions.

mod amount;
mod business;
mod catalog;
mod csv_table_writer;
mod customer_profiles;
mod daily_quota;
mod day;
mod error;
mod farm_names;
mod growers;
mod inventory_row;
mod item;
mod item_catalogue;
mod locations;
mod market_prices;
mod order_line;
mod price_lists;
mod priced_item;
mod promised_orders;
mod purchases;
mod quotes;
mod random_stream;
mod sales;
mod season;
mod stock_ledger;
mod suppliers;
#[cfg(test)]
mod tests;
mod weighted_picker;

use std::fs;
use std::path::Path;

use chrono::NaiveDate;

pub use error::DemoError;

use business::Business;
use csv_table_writer::PartialFile;
use order_line::TransactionFile;
use promised_orders::PromisedOrderFiles;
use stock_ledger::StockLedger;

/// Seed of the default demo.
pub const DEFAULT_SEED: u64 = 7;

/// Rows of `sales_transactions`: a retailer with three branches, about 370 customers and sales of
/// 30 million USD a year.
pub const DEFAULT_TRANSACTIONS: u64 = 30_000;

/// Parameters of a demo warehouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoWarehouse {
    /// Another seed gives other customers, prices and orders.
    pub seed: u64,
    /// Last day with data, from 2010-01-01 to 2099-12-31. Only promised days and announced prices
    /// may be later.
    pub as_of: NaiveDate,
    /// Rows of `sales_transactions`, sales and purchases together, 1 to 1,000,000,000.
    pub transactions: u64,
    /// Whether to write `customer_bookings`, `purchase_orders` and `price_lists`, too.
    pub order_tables: bool,
}

/// Result of writing a demo warehouse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFiles {
    /// File names with their numbers of rows, without headers.
    pub files: Vec<(String, u64)>,
}

impl DemoWarehouse {
    /// The default demo as of a day.
    pub const fn new(as_of: NaiveDate) -> Self {
        Self {
            seed: DEFAULT_SEED,
            as_of,
            transactions: DEFAULT_TRANSACTIONS,
            order_tables: true,
        }
    }

    /// Writes `<source id>.csv` files into `folder`, which is created if it does not exist: six, or
    /// nine with the order tables. Files get their names only after all are complete; existing files
    /// of these names are replaced.
    ///
    /// # Errors
    ///
    /// [`DemoError`] if the as-of day or the number of transactions is out of range, or if a file
    /// cannot be written. The files are unchanged then, unless only renaming failed.
    pub fn write_files(&self, folder: &Path) -> Result<WrittenFiles, DemoError> {
        let business = Business::new(self)?;
        fs::create_dir_all(folder).map_err(|source| DemoError::File {
            path: folder.to_path_buf(),
            source,
        })?;
        let mut stock_ledger = StockLedger::new(&business);
        let (transactions, orders) =
            self.write_transactions(folder, &business, &mut stock_ledger)?;
        let mut partials = vec![
            suppliers::write_suppliers(folder)?,
            customer_profiles::write_customer_profiles(folder, business.seed, &business.growers)?,
            market_prices::write_market_prices(
                folder,
                business.seed,
                business.window,
                &business.quotes,
            )?,
            transactions,
            stock_ledger.write_inventory(folder, &business)?,
            item_catalogue::write_item_catalogue(folder, &business)?,
        ];
        if let Some(orders) = orders {
            partials.extend(orders.finish()?);
            partials.push(price_lists::write_price_lists(folder, &business)?);
        }
        let files = partials
            .into_iter()
            .map(PartialFile::publish)
            .collect::<Result<_, _>>()?;
        Ok(WrittenFiles { files })
    }

    /// Sales, then purchases, day by day: the transactions, and the bookings and orders among them.
    fn write_transactions(
        &self,
        folder: &Path,
        business: &Business,
        stock_ledger: &mut StockLedger,
    ) -> Result<(PartialFile, Option<PromisedOrderFiles>), DemoError> {
        let mut transactions = TransactionFile::create(folder)?;
        let mut orders = self
            .order_tables
            .then(|| PromisedOrderFiles::create(folder, business.window.last))
            .transpose()?;
        let mut book = |line: &order_line::OrderLine<'_>| {
            stock_ledger.record_line(line);
            if let Some(orders) = &mut orders {
                orders.add_line(line)?;
            }
            transactions.add_line(line)
        };
        for day in business.window.days() {
            sales::generate_sales(business, day, &mut book)?;
            purchases::generate_purchases(business, day, &mut book)?;
        }
        Ok((transactions.finish()?, orders))
    }
}
