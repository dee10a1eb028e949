//! Reorder point and order-up-to level of every item and week, as they were known in that week, for
//! weeks 208 to 311.

use std::path::Path;

use super::output::{Output, number};
use super::table::{Column, Record, Table, files};
use crate::commands::CommandError;
use crate::features::purchasing::reorder_levels::{
    LeadWeeks, SalesSeason, WEEKS_PER_YEAR, WeeklyCosts, compute_levels,
};
use estimators::usize_to_f64;

/// The first week that is decided, and the one after the last.
const DECIDED: (usize, usize) = (208, 312);
/// What an order costs there.
const ORDER_COST: f64 = 75.0;
/// What a unit that was not there costs, in margins.
const SHORTAGE_MARGINS: f64 = 1.5;
/// Lead times of more weeks are not meant.
const MOST_LEAD_WEEKS: usize = 520;

struct Item {
    sku: String,
    lead: LeadWeeks,
    costs: WeeklyCosts,
    sold: Vec<f64>,
}

pub(super) fn run(data: &Path, out: &Path) -> Result<(), CommandError> {
    let found = files(data, "inventory_", ".csv")?;
    let [file] = found.as_slice() else {
        return Err(CommandError::Refused(format!(
            "there are {} files inventory_*.csv in {}: keep one",
            found.len(),
            data.display()
        )));
    };
    let items = read(&Table::read(file)?)?;
    let mut output = Output::create(out, &["sku", "week", "reorder_point", "order_up_to"])?;
    let (first, end) = DECIDED;
    for item in &items {
        for week in first..end {
            let Some(season) = item
                .sold
                .get(..week)
                .and_then(SalesSeason::from_weekly_sales)
            else {
                continue;
            };
            // The order is placed when the week's sales are over: the next ones are those of the
            // week after it.
            let Some(levels) = compute_levels(&season, 1, item.lead, item.costs) else {
                continue;
            };
            output.row(&[
                &item.sku,
                &week.to_string(),
                &number(levels.reorder_point),
                &number(levels.order_up_to),
            ])?;
        }
    }
    output.finish()
}

fn read(table: &Table) -> Result<Vec<Item>, CommandError> {
    let (sku, cost, margin) = (
        table.column("sku")?,
        table.column("unit_cost")?,
        table.column("margin")?,
    );
    let (holding, lead) = (table.column("holding_rate")?, table.column("lead_time_wk")?);
    let weeks = (0..DECIDED.1)
        .map(|week| table.column(&format!("w{week:03}")))
        .collect::<Result<Vec<Column>, _>>()?;
    let item = |record: Record<'_>| {
        let (cost, margin, holding_rate) = (
            record.positive(cost)?,
            record.number(margin)?,
            record.number(holding)?,
        );
        let weeks_of_lead: usize = record.whole(lead, "a whole number of weeks")?;
        if weeks_of_lead > MOST_LEAD_WEEKS {
            return Err(record.faulty(lead, "at most 520 weeks"));
        }
        Ok(Item {
            sku: record.text(sku).to_owned(),
            lead: LeadWeeks {
                weeks: weeks_of_lead,
                spread: LeadWeeks::DEFAULT_SPREAD,
            },
            costs: WeeklyCosts {
                holding: holding_rate * cost / usize_to_f64(WEEKS_PER_YEAR),
                shortage: SHORTAGE_MARGINS * margin * cost,
                order: ORDER_COST,
            },
            // A week of which nothing is written is one without sales.
            sold: weeks
                .iter()
                .map(|week| record.number_if_any(*week).map(Option::unwrap_or_default))
                .collect::<Result<_, _>>()?,
        })
    };
    table.records().map(item).collect()
}
