//! When each customer of a retailer buys next and how many orders the months bring, as of three
//! days, from the orders up to them.

use std::collections::BTreeMap;
use std::path::Path;

use chrono::{Days, NaiveDate};

use super::output::{Output, beside, number};
use super::table::{Table, files};
use crate::commands::CommandError;
use crate::features::customers::customer::{CategorySales, Customer, OrderDay};
use crate::features::customers::order_outlook::{CustomerOutlook, OrderOutlook};
use crate::features::customers::weekly_needs::ExpectedOrders;

/// Year, month and day that are forecast from.
const AS_OF: [(i32, u32, u32); 3] = [(2023, 3, 31), (2023, 8, 31), (2023, 12, 31)];
/// A customer has a row once its first order is more than so many days back.
const ACQUAINTED: i64 = 30;
/// Days of a month, by ten thousandths.
const MONTH_E4: u64 = 304_167;
/// Days after which a wait is cut off: a row has dates whatever the model says.
const LATEST: Days = Days::new(20 * 365);

pub(super) fn run(data: &Path, out: &Path) -> Result<(), CommandError> {
    let files = files(data, "agretail_", ".csv")?;
    for file in &files {
        let seed = file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .and_then(|stem| stem.strip_prefix("agretail_"))
            .unwrap_or_default();
        let out = if files.len() == 1 {
            out.to_path_buf()
        } else {
            beside(out, seed)
        };
        let customers = read(&Table::read(file)?)?;
        let mut rows = Output::create(
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
        let mut months = Output::create(&beside(&out, "monthly"), &["as_of", "month", "orders"])?;
        for as_of in AS_OF
            .into_iter()
            .filter_map(|(year, month, day)| NaiveDate::from_ymd_opt(year, month, day))
        {
            let mut outlook = OrderOutlook::from_customers(&customers, as_of);
            outlook
                .customers
                .retain(|customer| (as_of - customer.history.first).num_days() > ACQUAINTED);
            for customer in &outlook.customers {
                write_customer(&mut rows, as_of, customer)?;
            }
            write_months(&mut months, &outlook)?;
        }
        rows.finish()?;
        months.finish()?;
    }
    Ok(())
}

fn write_customer(
    rows: &mut Output,
    as_of: NaiveDate,
    outlook: &CustomerOutlook<'_>,
) -> Result<(), CommandError> {
    let latest = as_of.checked_add_days(LATEST).unwrap_or(NaiveDate::MAX);
    let [low, median, high] = [0.1, 0.5, 0.9].map(|q| {
        outlook
            .next_order_by(q, latest)
            .unwrap_or(latest)
            .to_string()
    });
    let [soon, later] = [30, 90].map(|days| number(outlook.p_order_within(days)));
    rows.row(&[
        &as_of.to_string(),
        &outlook.customer.id,
        &soon,
        &later,
        &median,
        &low,
        &high,
    ])
}

fn write_months(months: &mut Output, outlook: &OrderOutlook<'_>) -> Result<(), CommandError> {
    let mut before = 0.0;
    for month in 1..=12_u64 {
        // The last whole day of the period: a day counts to the period in which it begins.
        let days = (month * MONTH_E4).div_ceil(10_000) - 1;
        let Some(expected) = ExpectedOrders::within_days(outlook, days) else {
            break;
        };
        months.row(&[
            &outlook.as_of.to_string(),
            &month.to_string(),
            &number((expected.orders - before).max(0.0)),
        ])?;
        before = expected.orders;
    }
    Ok(())
}

/// The column `segment` says which customers are alike, as state, crops and main category do
/// elsewhere.
fn read(table: &Table) -> Result<Vec<Customer>, CommandError> {
    let (id, segment, date, amount) = (
        table.column("customer_id")?,
        table.column("segment")?,
        table.column("date")?,
        table.column("amount")?,
    );
    let mut customers: BTreeMap<&str, Customer> = BTreeMap::new();
    for record in table.records() {
        let day = record.day(date)?;
        let amount = record.number(amount)?;
        let alike = Some(record.text(segment)).filter(|segment| !segment.is_empty());
        let customer = customers
            .entry(record.text(id))
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
