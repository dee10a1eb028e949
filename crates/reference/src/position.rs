//! The season position: each week's balance follows from the stock of the files and the units of
//! the weeks.

use super::amounts::{is_in_range, scaled_to_f64};
use super::dataset::Dataset;
use super::figure::Figures;
use super::settings::OrgSettings;
use std::collections::HashMap;

pub(super) fn report_position(dataset: &Dataset, settings: &OrgSettings, figures: &mut Figures) {
    let on_hand: HashMap<(&str, &str), i128> = dataset
        .stock
        .iter()
        .map(|row| ((row.item.as_str(), row.location.as_str()), row.on_hand))
        .collect();
    for row in &settings.position_rows {
        let Some(stock) = on_hand.get(&(row.item.as_str(), row.location.as_str())) else {
            continue;
        };
        let mut balance = *stock;
        let mut balances = Vec::with_capacity(row.weeks.len());
        for week in &row.weeks {
            balance += week.arrivals - week.bookings - week.forecast;
            balances.push(balance);
        }
        let name =
            |what: &str| format!("Season position: {} at {}, {what}", row.item, row.location);
        // From 10^12 on a balance is out of range.
        let figure = |balance: i128| is_in_range(balance).then(|| scaled_to_f64(balance));
        let lowest = balances.iter().min().copied().and_then(figure);
        figures.push_exact(name("lowest balance"), lowest);
        let last = balances.last().copied().and_then(figure);
        figures.push_exact(name("last balance"), last);
    }
}
