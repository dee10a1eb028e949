//! BG/NBD and Gamma-Gamma predictions for the customers of a public dataset: expected purchases in
//! 39 weeks, probability to be active, and mean order value.

use std::path::Path;

use serde_json::json;

use super::csv_output::CsvOutput;
use super::csv_table::{CsvTable, list_files};
use crate::commands::{CommandError, print_note};
use estimators::bg_nbd::{BgNbd, EventHistory};
use estimators::gamma_gamma::{AmountHistory, GammaGamma};

/// The forecast horizon in weeks.
const HORIZON_WEEKS: f64 = 39.0;

struct BuyerHistory {
    id: String,
    /// Purchase history in weeks.
    events: EventHistory,
    /// Amounts of the repeat purchases.
    amounts: AmountHistory,
}

pub(super) fn run_customer_values(data: &Path, out: &Path) -> Result<(), CommandError> {
    let buyers = read_buyers(data)?;
    let seen: Vec<EventHistory> = buyers.iter().map(|buyer| buyer.events).collect();
    let amounts: Vec<AmountHistory> = buyers.iter().map(|buyer| buyer.amounts).collect();
    let refused = |model: &str| {
        CommandError::Refused(format!(
            "cannot fit the {model} model to the customers of {}",
            data.display()
        ))
    };
    let bg_nbd = BgNbd::fit(&seen).ok_or_else(|| refused("BG/NBD"))?;
    let gamma_gamma = GammaGamma::fit(&amounts).ok_or_else(|| refused("Gamma-Gamma"))?;
    let mut output = CsvOutput::create(out, &["id", "e39", "p_alive", "mean_spend"])?;
    for buyer in &buyers {
        // Published figures have six decimals.
        let [expected, alive, mean] = [
            bg_nbd.expected_events(&buyer.events, HORIZON_WEEKS),
            bg_nbd.p_alive(&buyer.events),
            gamma_gamma.expected_mean(&buyer.amounts),
        ]
        .map(|value| format!("{value:.6}"));
        output.write_row(&[&buyer.id, &expected, &alive, &mean])?;
    }
    output.finish()?;
    let parameters = json!({
        "bgnbd": { "r": bg_nbd.r(), "alpha": bg_nbd.alpha(), "a": bg_nbd.a(), "b": bg_nbd.b() },
        "gg": { "p": gamma_gamma.p(), "q": gamma_gamma.q(), "v": gamma_gamma.v() },
    });
    print_note(&format!("{parameters}\n"))
}

fn read_buyers(data: &Path) -> Result<Vec<BuyerHistory>, CommandError> {
    let mut buyers = Vec::new();
    for file in list_files(data, "cdnow_", "reference.csv")? {
        let table = CsvTable::read_file(&file)?;
        let id = table
            .find_column("customer_id")
            .or_else(|missing| table.find_column("id").map_err(|_| missing))?;
        let (frequency, recency, age, value) = (
            table.find_column("frequency")?,
            table.find_column("recency")?,
            table.find_column("T")?,
            table.find_column("monetary_value")?,
        );
        for record in table.records() {
            let repeats: f64 = record.parse_number(frequency)?;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "checked to be whole and in range"
            )]
            let repeats = if (0.0..=1e9).contains(&repeats) && repeats.fract() == 0.0 {
                repeats as u32
            } else {
                return Err(record.cell_error(frequency, "a whole number"));
            };
            let seen = EventHistory {
                repeats,
                last: record.parse_number(recency)?,
                age: record.parse_number(age)?,
            };
            if seen.last < 0.0 || seen.age < seen.last {
                return Err(record.cell_error(recency, "from 0 up to T"));
            }
            buyers.push(BuyerHistory {
                id: record.cell_text(id).to_owned(),
                events: seen,
                amounts: AmountHistory {
                    events: repeats,
                    mean: record.parse_number(value)?,
                },
            });
        }
    }
    Ok(buyers)
}
