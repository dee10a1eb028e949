//! The price index of every category and of all purchases, month by month.

use std::path::Path;

use super::output::{Output, number};
use super::table::{Table, files};
use crate::commands::CommandError;
use crate::features::supply_prices::price_index::{
    ALL_CATEGORIES, INSUFFICIENT_DATA, IndexSeries, ItemMonth, Month, compute_price_index,
};

pub(super) fn run(data: &Path, out: &Path) -> Result<(), CommandError> {
    let lines = read(data)?;
    let last = lines.iter().map(|line| line.month).max();
    let index = last
        .and_then(|month| compute_price_index(&lines, month))
        .ok_or_else(|| CommandError::Refused(format!("{}: {INSUFFICIENT_DATA}", data.display())))?;
    let mut output = Output::create(out, &["category", "index", "period", "value"])?;
    write_series(&mut output, ALL_CATEGORIES, &index.series)?;
    for category in &index.categories {
        write_series(&mut output, &category.category, &category.series)?;
    }
    output.finish()
}

fn write_series(
    output: &mut Output,
    category: &str,
    series: &IndexSeries,
) -> Result<(), CommandError> {
    for (name, points) in [
        ("geks13_tornqvist", &series.points),
        ("yoy_fisher_ratio", &series.year_over_year),
    ] {
        for point in points {
            output.row(&[
                category,
                name,
                &point.month.to_string(),
                &number(point.index),
            ])?;
        }
    }
    Ok(())
}

/// Lines without a positive quantity and amount are handed on; the index passes them over.
fn read(data: &Path) -> Result<Vec<ItemMonth>, CommandError> {
    let mut lines = Vec::new();
    for file in files(data, "index_", "_lines.csv")? {
        let table = Table::read(&file)?;
        let (period, item, category) = (
            table.column("period")?,
            table.column("item")?,
            table.column("category")?,
        );
        let (quantity, value) = (table.column("qty")?, table.column("value")?);
        for record in table.records() {
            lines.push(ItemMonth {
                item: record.text(item).to_owned(),
                category: record.text(category).to_owned(),
                month: Month::parse(record.text(period))
                    .ok_or_else(|| record.faulty(period, "a month such as 2022-01"))?,
                lines: 1,
                quantity: record.number(quantity)?,
                value: record.number(value)?,
            });
        }
    }
    Ok(lines)
}
