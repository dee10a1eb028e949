//! Computes forecasts and recommendations from a folder of past data, each from earlier rows only,
//! so that they can be scored against later rows.
//!
//! The tasks only read files, call the feature that shows the figure, and write its result.

mod call_list_backtest;
mod crop_yield_backtest;
mod csv_output;
mod csv_table;
mod customer_value_backtest;
mod next_order_backtest;
mod next_purchase_backtest;
mod price_backtest;
mod price_index_backtest;
mod reorder_backtest;

use super::CommandError;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct BacktestCommand {
    /// The figure to compute.
    #[arg(value_enum)]
    task: BacktestTask,
    /// Folder with the task's input files.
    #[arg(long)]
    data: PathBuf,
    /// CSV file to write. A second output file gets a suffix before the extension.
    #[arg(long)]
    out: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum BacktestTask {
    /// Crop yields one year ahead, from `yields_*.csv`.
    Yields,
    /// Commodity prices three months ahead, from `prices_*.csv`.
    Prices,
    /// Customer values by BG/NBD and Gamma-Gamma, from `cdnow_*reference.csv`. The fitted
    /// parameters are printed to standard error.
    CustomersCdnow,
    /// Next purchase of each customer and orders of the next 12 months, from every
    /// `agretail_*.csv`.
    CustomersAgretail,
    /// Next order of each customer and orders of the next 12 months, from every `orders_*.csv`, as
    /// of the days in `as_of.csv`.
    NextOrders,
    /// Whom each salesperson should call, from one folder per day, named by it, with the source
    /// tables as of that morning.
    CallList,
    /// Weekly reorder points and order-up-to levels, from the single `inventory_*.csv`.
    Reorder,
    /// The price index, from `index_*_lines.csv`.
    Index,
}

impl BacktestCommand {
    pub(super) fn run(&self) -> Result<(), CommandError> {
        let Self { task, data, out } = self;
        match task {
            BacktestTask::Yields => crop_yield_backtest::run_crop_yields(data, out),
            BacktestTask::Prices => price_backtest::run_prices(data, out),
            BacktestTask::CustomersCdnow => customer_value_backtest::run_customer_values(data, out),
            BacktestTask::CustomersAgretail => {
                next_purchase_backtest::run_next_purchases(data, out)
            }
            BacktestTask::NextOrders => next_order_backtest::run_next_orders(data, out),
            BacktestTask::CallList => call_list_backtest::run_call_list(data, out),
            BacktestTask::Reorder => reorder_backtest::run_reorder(data, out),
            BacktestTask::Index => price_index_backtest::run_price_index(data, out),
        }
    }
}
