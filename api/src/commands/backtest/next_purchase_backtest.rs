//! Next purchases of customers and orders per month, as of three dates, from the orders before.

use std::collections::BTreeMap;
use std::path::Path;

use chrono::NaiveDate;

use super::csv_output::{CsvOutput, format_float, sibling_path};
use super::csv_table::{ColumnIndex, CsvTable, list_files};
use crate::commands::CommandError;
use crate::features::customers::customer::{CategorySales, Customer, OrderDay};
use crate::features::customers::next_order::WINDOW_DAYS;
use crate::features::customers::order_outlook::{CustomerOutlook, OrderOutlook};
use crate::features::customers::weekly_needs::ExpectedOrders;

/// Forecast dates as (year, month, day).
const AS_OF_DATES: [(i32, u32, u32); 3] = [(2023, 3, 31), (2023, 8, 31), (2023, 12, 31)];
/// Days since the first order that a customer needs.
const MIN_HISTORY_DAYS: i64 = 30;
/// Days per month, scaled by 10,000.
const DAYS_PER_MONTH_E4: u64 = 304_167;

pub(super) fn run_next_purchases(data: &Path, out: &Path) -> Result<(), CommandError> {
    let files = list_files(data, "agretail_", ".csv")?;
    for file in &files {
        let seed = file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .and_then(|stem| stem.strip_prefix("agretail_"))
            .unwrap_or_default();
        let out = if files.len() == 1 {
            out.to_path_buf()
        } else {
            sibling_path(out, seed)
        };
        let customers = read_customers(&CsvTable::read_file(file)?)?;
        let mut rows = CsvOutput::create(
            &out,
            &[
                "as_of",
                "customer_id",
                "p30",
                "p90",
                "median_date",
                "lo80",
                "hi80",
            ],
        )?;
        let mut months = CsvOutput::create(
            &sibling_path(&out, "monthly"),
            &["as_of", "month", "orders"],
        )?;
        for as_of in AS_OF_DATES
            .into_iter()
            .filter_map(|(year, month, day)| NaiveDate::from_ymd_opt(year, month, day))
        {
            write_outlook(&customers, as_of, &mut rows, &mut months, write_customer)?;
        }
        rows.finish()?;
        months.finish()?;
    }
    Ok(())
}

/// Writes the forecasts of each customer that is known for long enough, and of each month.
pub(super) fn write_outlook(
    customers: &[Customer],
    as_of: NaiveDate,
    rows: &mut CsvOutput,
    months: &mut CsvOutput,
    write_customer: fn(&mut CsvOutput, NaiveDate, &CustomerOutlook<'_>) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let mut outlook = OrderOutlook::from_customers(customers, as_of);
    outlook
        .customers
        .retain(|customer| (as_of - customer.history.first).num_days() > MIN_HISTORY_DAYS);
    for customer in &outlook.customers {
        write_customer(rows, as_of, customer)?;
    }
    write_months(months, &outlook)
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
        &as_of.to_string(),
        &outlook.customer.id,
        &soon,
        &later,
        &median,
        &low,
        &high,
    ])
}

fn write_months(months: &mut CsvOutput, outlook: &OrderOutlook<'_>) -> Result<(), CommandError> {
    let mut before = 0.0;
    for month in 1..=12_u64 {
        // The last full day of the period: a day belongs to the period in which it starts.
        let days = (month * DAYS_PER_MONTH_E4).div_ceil(10_000) - 1;
        let Some(expected) = ExpectedOrders::within_days(outlook, days) else {
            break;
        };
        months.write_row(&[
            &outlook.as_of.to_string(),
            &month.to_string(),
            &format_float((expected.orders - before).max(0.0)),
        ])?;
        before = expected.orders;
    }
    Ok(())
}

/// Reads the orders. The column `segment` groups similar customers, like state, crops and main
/// category do in the product.
fn read_customers(table: &CsvTable) -> Result<Vec<Customer>, CommandError> {
    let (segment, amount) = (table.find_column("segment")?, table.find_column("amount")?);
    read_order_days(table, Some(segment), Some(amount))
}

/// Reads the orders from the columns `customer_id` and `date`. Without a column of segments all
/// customers are similar, without one of amounts every order has the same amount.
pub(super) fn read_order_days(
    table: &CsvTable,
    segment: Option<ColumnIndex>,
    amount: Option<ColumnIndex>,
) -> Result<Vec<Customer>, CommandError> {
    let (id, date) = (
        table.find_column("customer_id")?,
        table.find_column("date")?,
    );
    let mut customers: BTreeMap<&str, Customer> = BTreeMap::new();
    for record in table.records() {
        let day = record.parse_day(date)?;
        let amount = amount.map_or(Ok(1.0), |amount| record.parse_number(amount))?;
        let alike = segment
            .map(|segment| record.cell_text(segment))
            .filter(|segment| !segment.is_empty());
        let customer = customers
            .entry(record.cell_text(id))
            .or_insert_with_key(|id| Customer {
                id: (*id).to_owned(),
                name: (*id).to_owned(),
                state: alike.map(str::to_owned),
                crops: None,
                days: Vec::new(),
                categories: Vec::<CategorySales>::new(),
            });
        customer.days.push(OrderDay {
            day,
            orders: 1,
            amount,
        });
    }
    Ok(customers.into_values().collect())
}
