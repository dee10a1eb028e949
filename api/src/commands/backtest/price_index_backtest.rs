//! The price index of each category and of all purchases, by month.

use std::path::Path;

use super::csv_output::{CsvOutput, format_float};
use super::csv_table::{CsvTable, list_files};
use crate::commands::CommandError;
use crate::features::supply_prices::price_index::{
    ALL_CATEGORIES, INSUFFICIENT_DATA, IndexSeries, ItemMonth, Month, compute_price_index,
};

pub(super) fn run_price_index(data: &Path, out: &Path) -> Result<(), CommandError> {
    let lines = read_lines(data)?;
    let last = lines.iter().map(|line| line.month).max();
    let index = last
        .and_then(|month| compute_price_index(&lines, month))
        .ok_or_else(|| CommandError::Refused(format!("{}: {INSUFFICIENT_DATA}", data.display())))?;
    let mut output = CsvOutput::create(out, &["category", "index", "period", "value"])?;
    write_series(&mut output, ALL_CATEGORIES, &index.series)?;
    for category in &index.categories {
        write_series(&mut output, &category.category, &category.series)?;
    }
    output.finish()
}

fn write_series(
    output: &mut CsvOutput,
    category: &str,
    series: &IndexSeries,
) -> Result<(), CommandError> {
    for (name, points) in [
        ("geks13_tornqvist", &series.points),
        ("yoy_fisher_ratio", &series.year_over_year),
    ] {
        for point in points {
            output.write_row(&[
                category,
                name,
                &point.month.to_string(),
                &format_float(point.index),
            ])?;
        }
    }
    Ok(())
}

/// Reads all lines. The index skips lines without a positive quantity and amount.
fn read_lines(data: &Path) -> Result<Vec<ItemMonth>, CommandError> {
    let mut lines = Vec::new();
    for file in list_files(data, "index_", "_lines.csv")? {
        let table = CsvTable::read_file(&file)?;
        let (period, item, category) = (
            table.find_column("period")?,
            table.find_column("item")?,
            table.find_column("category")?,
        );
        let (quantity, value) = (table.find_column("qty")?, table.find_column("value")?);
        for record in table.records() {
            lines.push(ItemMonth {
                item: record.cell_text(item).to_owned(),
                category: record.cell_text(category).to_owned(),
                month: Month::parse(record.cell_text(period))
                    .ok_or_else(|| record.cell_error(period, "a month such as 2022-01"))?,
                lines: 1,
                quantity: record.parse_number(quantity)?,
                value: record.parse_number(value)?,
            });
        }
    }
    Ok(lines)
}
