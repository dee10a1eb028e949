//! Call lists as of the days that the folders are named by, each from the rows of its own folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use call_list::call_list::{Call, rank_calls};
use call_list::grower::{Category, Crop, Grower, ProductLine, Sale};
use chrono::NaiveDate;

use super::csv_output::{CsvOutput, format_float};
use super::csv_table::{CsvTable, list_files};
use crate::commands::CommandError;

/// Growers per salesperson and day.
const MAX_CALLS: usize = 20;
/// Days in which a grower on a list is not listed again.
const PAUSE_DAYS: i64 = 14;

const COLUMNS: [&str; 9] = [
    "as_of",
    "salesperson",
    "rank",
    "customer_id",
    "reason",
    "expected_margin",
    "window_start",
    "window_end",
    "probability",
];

/// An item of the inventory.
struct Item {
    index: usize,
    line: ProductLine,
    unit_cost: f64,
}

pub(super) fn run_call_list(data: &Path, out: &Path) -> Result<(), CommandError> {
    let mut rows = CsvOutput::create(out, &COLUMNS)?;
    let mut listed: HashMap<String, NaiveDate> = HashMap::new();
    for (as_of, folder) in list_days(data)? {
        let (growers, salespeople) = read_growers(&folder)?;
        let calls = rank_calls(&growers, as_of);
        let mut lists: HashMap<&str, usize> = HashMap::new();
        for call in calls.iter().filter(|call| call.value > 0.0) {
            let (Some(grower), Some(salesperson)) =
                (growers.get(call.grower), salespeople.get(call.grower))
            else {
                continue;
            };
            let is_paused = listed
                .get(&grower.id)
                .is_some_and(|day| (as_of - *day).num_days() <= PAUSE_DAYS);
            let rank = lists.entry(salesperson).or_default();
            if salesperson.is_empty() || is_paused || *rank >= MAX_CALLS {
                continue;
            }
            *rank += 1;
            listed.insert(grower.id.clone(), as_of);
            write_call(&mut rows, as_of, salesperson, *rank, &grower.id, call)?;
        }
    }
    rows.finish()
}

fn write_call(
    rows: &mut CsvOutput,
    as_of: NaiveDate,
    salesperson: &str,
    rank: usize,
    customer_id: &str,
    call: &Call,
) -> Result<(), CommandError> {
    rows.write_row(&[
        &as_of.to_string(),
        salesperson,
        &rank.to_string(),
        customer_id,
        &format!("{}: {}", call.reason.kind.code(), call.reason.text),
        &format_float(call.expected_margin),
        &call.window_start.to_string(),
        &call.window_end.to_string(),
        &format_float(call.quiet_chance),
    ])
}

/// The folders named by a day, oldest first.
fn list_days(data: &Path) -> Result<Vec<(NaiveDate, PathBuf)>, CommandError> {
    let context = || format!("the folder {} cannot be read", data.display());
    let mut days = Vec::new();
    for entry in std::fs::read_dir(data).map_err(CommandError::with_io_context(context()))? {
        let path = entry
            .map_err(CommandError::with_io_context(context()))?
            .path();
        let day = path
            .file_name()
            .and_then(|name| name.to_str())
            .and_then(|name| name.parse().ok());
        if let Some(day) = day.filter(|_| path.is_dir()) {
            days.push((day, path));
        }
    }
    days.sort();
    if days.is_empty() {
        return Err(CommandError::Refused(format!(
            "there is no folder named by a day in {}",
            data.display()
        )));
    }
    Ok(days)
}

/// The files of a table: `NAME.csv`, or those in the folder `NAME`.
fn read_table(folder: &Path, name: &str) -> Result<Vec<CsvTable>, CommandError> {
    let parts = folder.join(name);
    let files = if parts.is_dir() {
        list_files(&parts, "", ".csv")?
    } else {
        vec![folder.join(format!("{name}.csv"))]
    };
    files.iter().map(|file| CsvTable::read_part(file)).collect()
}

/// The growers with their sales, and the salesperson of each.
fn read_growers(folder: &Path) -> Result<(Vec<Grower>, Vec<String>), CommandError> {
    let items = read_items(folder)?;
    let (mut growers, mut salespeople) = (Vec::new(), Vec::new());
    let mut indexes: HashMap<String, usize> = HashMap::new();
    for table in read_table(folder, "customer_profiles")? {
        let [id, salesperson, acres, crops] =
            ["customer_id", "salesperson", "acres", "crops"].map(|name| table.find_column(name));
        let (id, salesperson, acres, crops) = (id?, salesperson?, acres?, crops?);
        for record in table.records() {
            let grower = Grower {
                id: record.cell_text(id).to_owned(),
                acres: record.parse_optional_number(acres)?,
                crops: Crop::from_list(record.cell_text(crops)),
                sales: Vec::new(),
            };
            indexes.insert(grower.id.clone(), growers.len());
            growers.push(grower);
            salespeople.push(record.cell_text(salesperson).to_owned());
        }
    }
    for table in read_table(folder, "sales_transactions")? {
        read_sales(&table, &items, &indexes, &mut growers)?;
    }
    Ok((growers, salespeople))
}

fn read_items(folder: &Path) -> Result<HashMap<String, Item>, CommandError> {
    let mut items = HashMap::new();
    for table in read_table(folder, "inventory_data")? {
        let [id, name, category, cost] =
            ["item_id", "item_name", "category", "unit_cost"].map(|name| table.find_column(name));
        let (id, name, category, cost) = (id?, name?, category?, cost?);
        for record in table.records() {
            let category = Category::from_text(record.cell_text(category));
            let item = Item {
                index: items.len(),
                line: ProductLine::from_item(category, record.cell_text(name)),
                unit_cost: record.parse_number(cost)?,
            };
            items.insert(record.cell_text(id).to_owned(), item);
        }
    }
    Ok(items)
}

/// Adds the sales of a file to the growers. Sales of unknown items and customers are left out.
fn read_sales(
    table: &CsvTable,
    items: &HashMap<String, Item>,
    indexes: &HashMap<String, usize>,
    growers: &mut [Grower],
) -> Result<(), CommandError> {
    let (direction, day, customer) = (
        table.find_column("direction")?,
        table.find_column("transaction_date")?,
        table.find_column("customer_id")?,
    );
    let (item, quantity, price) = (
        table.find_column("item_id")?,
        table.find_column("quantity")?,
        table.find_column("unit_price")?,
    );
    for record in table.records() {
        let grower = indexes
            .get(record.cell_text(customer))
            .and_then(|index| growers.get_mut(*index));
        let (Some(grower), Some(item)) = (grower, items.get(record.cell_text(item))) else {
            continue;
        };
        if record.cell_text(direction) != "sale" {
            continue;
        }
        let quantity = record.parse_number(quantity)?;
        grower.sales.push(Sale {
            day: record.parse_day(day)?,
            item: item.index,
            line: item.line,
            quantity,
            margin: quantity * (record.parse_number(price)? - item.unit_cost),
        });
    }
    Ok(())
}
