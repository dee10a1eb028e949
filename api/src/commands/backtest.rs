//! Computes forecasts and recommendations from a folder of past data, each from earlier rows only,
//! so that they can be scored against later rows.
//!
//! The tasks only read files, call the feature that shows the figure, and write its result. One
//! answers questions on standard input instead, because its answers decide what happens next.

mod buy_line_backtest;
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
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct BacktestCommand {
    /// The figure to compute.
    #[arg(value_enum)]
    task: BacktestTask,
    /// Folder with the task's input files. Not for `buy-line`.
    #[arg(long)]
    data: Option<PathBuf>,
    /// CSV file to write. A second output file gets a suffix before the extension. Not for
    /// `buy-line`.
    #[arg(long)]
    out: Option<PathBuf>,
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
    /// Position and purchases of retailers, from JSON lines on standard input to standard output.
    BuyLine,
}

impl BacktestCommand {
    pub(super) fn run(&self) -> Result<(), CommandError> {
        let run_on_files: fn(&Path, &Path) -> Result<(), CommandError> = match self.task {
            BacktestTask::BuyLine => return answer_buy_line_questions(),
            BacktestTask::Yields => crop_yield_backtest::run_crop_yields,
            BacktestTask::Prices => price_backtest::run_prices,
            BacktestTask::CustomersCdnow => customer_value_backtest::run_customer_values,
            BacktestTask::CustomersAgretail => next_purchase_backtest::run_next_purchases,
            BacktestTask::NextOrders => next_order_backtest::run_next_orders,
            BacktestTask::CallList => call_list_backtest::run_call_list,
            BacktestTask::Reorder => reorder_backtest::run_reorder,
            BacktestTask::Index => price_index_backtest::run_price_index,
        };
        let (Some(data), Some(out)) = (&self.data, &self.out) else {
            return Err(CommandError::Refused(
                "This task needs --data FOLDER and --out FILE.".to_owned(),
            ));
        };
        run_on_files(data, out)
    }
}

fn answer_buy_line_questions() -> Result<(), CommandError> {
    buy_line_backtest::run_buy_line(io::stdin().lock(), io::stdout().lock()).map_err(
        CommandError::with_context("The evaluation of the buy line stopped"),
    )
}
