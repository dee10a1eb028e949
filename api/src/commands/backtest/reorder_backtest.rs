//! Reorder points and order-up-to levels of every item for weeks 208 to 311, from the weeks before.

use std::path::Path;

use super::csv_output::{CsvOutput, format_float};
use super::csv_table::{ColumnIndex, CsvRecord, CsvTable, list_files};
use crate::commands::CommandError;
use crate::features::purchasing::reorder_levels::{
    LeadWeeks, SalesSeason, WEEKS_PER_YEAR, WeeklyCosts, compute_levels,
};
use estimators::usize_to_f64;

/// The first week, and the one after the last.
const DECISION_WEEKS: (usize, usize) = (208, 312);
/// Cost of an order.
const ORDER_COST: f64 = 75.0;
/// Cost of a missing unit, as a multiple of its margin.
const SHORTAGE_MARGINS: f64 = 1.5;
/// The maximum lead time in weeks.
const MAX_LEAD_WEEKS: usize = 520;

struct BacktestItem {
    sku: String,
    lead: LeadWeeks,
    costs: WeeklyCosts,
    weekly_sales: Vec<f64>,
}

pub(super) fn run_reorder(data: &Path, out: &Path) -> Result<(), CommandError> {
    let files = list_files(data, "inventory_", ".csv")?;
    let [file] = files.as_slice() else {
        return Err(CommandError::Refused(format!(
            "there are {} files inventory_*.csv in {}: there must be exactly one",
            files.len(),
            data.display()
        )));
    };
    let items = read_items(&CsvTable::read_file(file)?)?;
    let mut output = CsvOutput::create(out, &["sku", "week", "reorder_point", "order_up_to"])?;
    let (first, end) = DECISION_WEEKS;
    for item in &items {
        for week in first..end {
            let Some(season) = item
                .weekly_sales
                .get(..week)
                .and_then(SalesSeason::from_weekly_sales)
            else {
                continue;
            };
            // The order is placed after the week's sales, so the next sales are those of the
            // following week.
            let Some(levels) = compute_levels(&season, 1, item.lead, item.costs) else {
                continue;
            };
            output.write_row(&[
                &item.sku,
                &week.to_string(),
                &format_float(levels.reorder_point),
                &format_float(levels.order_up_to),
            ])?;
        }
    }
    output.finish()
}

fn read_items(table: &CsvTable) -> Result<Vec<BacktestItem>, CommandError> {
    let (sku, cost, margin) = (
        table.find_column("sku")?,
        table.find_column("unit_cost")?,
        table.find_column("margin")?,
    );
    let (holding, lead) = (
        table.find_column("holding_rate")?,
        table.find_column("lead_time_wk")?,
    );
    let weeks = (0..DECISION_WEEKS.1)
        .map(|week| table.find_column(&format!("w{week:03}")))
        .collect::<Result<Vec<ColumnIndex>, _>>()?;
    let item = |record: CsvRecord<'_>| {
        let (cost, margin, holding_rate) = (
            record.parse_positive(cost)?,
            record.parse_number(margin)?,
            record.parse_number(holding)?,
        );
        let weeks_of_lead: usize = record.parse_whole(lead, "a whole number of weeks")?;
        if weeks_of_lead > MAX_LEAD_WEEKS {
            return Err(record.cell_error(lead, "at most 520 weeks"));
        }
        Ok(BacktestItem {
            sku: record.cell_text(sku).to_owned(),
            lead: LeadWeeks {
                weeks: weeks_of_lead,
                spread: LeadWeeks::DEFAULT_SPREAD,
            },
            costs: WeeklyCosts {
                holding: holding_rate * cost / usize_to_f64(WEEKS_PER_YEAR),
                shortage: SHORTAGE_MARGINS * margin * cost,
                order: ORDER_COST,
            },
            // An empty cell is a week without sales.
            weekly_sales: weeks
                .iter()
                .map(|week| {
                    record
                        .parse_optional_number(*week)
                        .map(Option::unwrap_or_default)
                })
                .collect::<Result<_, _>>()?,
        })
    };
    table.records().map(item).collect()
}
