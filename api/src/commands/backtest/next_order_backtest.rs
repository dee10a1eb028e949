//! Next orders of customers and orders per month, as of the days listed in `as_of.csv`, from the
//! orders before.

use std::path::Path;

use chrono::NaiveDate;

use super::csv_output::{CsvOutput, format_float, sibling_path};
use super::csv_table::{CsvTable, list_files};
use super::next_purchase_backtest::{read_order_days, write_outlook};
use crate::commands::CommandError;
use crate::features::customers::next_order::WINDOW_DAYS;
use crate::features::customers::order_outlook::CustomerOutlook;

/// Horizon of the expected orders, in days.
const EXPECTED_ORDERS_DAYS: u64 = 90;

/// An as-of day of a population.
struct Origin {
    population: String,
    as_of: NaiveDate,
}

pub(super) fn run_next_orders(data: &Path, out: &Path) -> Result<(), CommandError> {
    let origins = read_origins(&CsvTable::read_file(&data.join("as_of.csv"))?)?;
    for file in list_files(data, "orders_", ".csv")? {
        let population = file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .and_then(|stem| stem.strip_prefix("orders_"))
            .unwrap_or_default();
        let out = sibling_path(out, population);
        let customers = read_order_days(&CsvTable::read_file(&file)?, None, None)?;
        let mut rows = CsvOutput::create(
            &out,
            &[
                "customer_id",
                "as_of",
                "p30",
                "p90",
                "expected_orders_90",
                "next_date_median",
                "next_date_lo80",
                "next_date_hi80",
                "p_alive",
            ],
        )?;
        let mut months = CsvOutput::create(
            &sibling_path(&out, "monthly"),
            &["as_of", "month", "orders"],
        )?;
        for origin in origins
            .iter()
            .filter(|origin| origin.population == population)
        {
            write_outlook(
                &customers,
                origin.as_of,
                &mut rows,
                &mut months,
                write_customer,
            )?;
        }
        rows.finish()?;
        months.finish()?;
    }
    Ok(())
}

fn read_origins(table: &CsvTable) -> Result<Vec<Origin>, CommandError> {
    let (population, as_of) = (
        table.find_column("population")?,
        table.find_column("as_of")?,
    );
    table
        .records()
        .map(|record| {
            Ok(Origin {
                population: record.cell_text(population).to_owned(),
                as_of: record.parse_day(as_of)?,
            })
        })
        .collect()
}

fn write_customer(
    rows: &mut CsvOutput,
    as_of: NaiveDate,
    outlook: &CustomerOutlook<'_>,
) -> Result<(), CommandError> {
    let [low, median, high] =
        [0.1, 0.5, 0.9].map(|q| outlook.next_order_within(q, WINDOW_DAYS).to_string());
    let [soon, later] = [30, 90].map(|days| format_float(outlook.p_order_within(days)));
    rows.write_row(&[
        &outlook.customer.id,
        &as_of.to_string(),
        &soon,
        &later,
        &format_float(outlook.expected_order_days_within(EXPECTED_ORDERS_DAYS)),
        &median,
        &low,
        &high,
        &format_float(outlook.p_alive),
    ])
}
