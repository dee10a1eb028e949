//! Makes the figures of the screens from a folder of past data, each from earlier rows only, so
//! that whoever has the later rows can score them.
//!
//! Nothing is calculated here: every task reads its files, asks the room that shows the figure, and
//! writes what it said.

mod crop_yields;
mod customer_values;
mod next_purchases;
mod output;
mod price_index;
mod prices;
mod reorder;
mod table;

use super::CommandError;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Backtest {
    /// Which figure.
    #[arg(value_enum)]
    task: Task,
    /// The folder with the task's files.
    #[arg(long)]
    data: PathBuf,
    /// The CSV file to write; a second one has its name with another ending.
    #[arg(long)]
    out: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Task {
    /// Crop yields one year ahead, from `yields_*.csv`.
    Yields,
    /// Commodity prices three months ahead, from `prices_*.csv`.
    Prices,
    /// Values of every customer by BG/NBD and Gamma-Gamma, from `cdnow_*reference.csv`; the
    /// parameters go to standard error.
    CustomersCdnow,
    /// Each customer's next purchase and the orders of 12 months, from every `agretail_*.csv`.
    CustomersAgretail,
    /// Reorder points and order-up-to levels of every week, from the one `inventory_*.csv`.
    Reorder,
    /// The price index, from `index_*_lines.csv`.
    Index,
}

impl Backtest {
    pub(super) fn run(&self) -> Result<(), CommandError> {
        let Self { task, data, out } = self;
        match task {
            Task::Yields => crop_yields::run(data, out),
            Task::Prices => prices::run(data, out),
            Task::CustomersCdnow => customer_values::run(data, out),
            Task::CustomersAgretail => next_purchases::run(data, out),
            Task::Reorder => reorder::run(data, out),
            Task::Index => price_index::run(data, out),
        }
    }
}
