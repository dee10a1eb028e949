//! What the customer models say of every customer of a public sample: expected purchases of 39
//! weeks, whether it still buys, and its mean spend.

use std::path::Path;

use serde_json::json;

use super::output::Output;
use super::table::{Table, files};
use crate::commands::{CommandError, note};
use estimators::bg_nbd::{BgNbd, EventHistory};
use estimators::gamma_gamma::{AmountHistory, GammaGamma};

/// Weeks ahead.
const AHEAD: f64 = 39.0;

struct Buyer {
    id: String,
    /// In weeks.
    seen: EventHistory,
    /// Of the repeat purchases.
    amounts: AmountHistory,
}

pub(super) fn run(data: &Path, out: &Path) -> Result<(), CommandError> {
    let buyers = read(data)?;
    let seen: Vec<EventHistory> = buyers.iter().map(|buyer| buyer.seen).collect();
    let amounts: Vec<AmountHistory> = buyers.iter().map(|buyer| buyer.amounts).collect();
    let refused = |model: &str| {
        CommandError::Refused(format!(
            "the customers of {} tell no {model} parameters",
            data.display()
        ))
    };
    let rhythm = BgNbd::fit(&seen).ok_or_else(|| refused("BG/NBD"))?;
    let spend = GammaGamma::fit(&amounts).ok_or_else(|| refused("Gamma-Gamma"))?;
    let mut output = Output::create(out, &["id", "e39", "p_alive", "mean_spend"])?;
    for buyer in &buyers {
        // As many decimals as published figures have: a chance of a thousandth would else differ by
        // what the others were rounded by.
        let [expected, alive, mean] = [
            rhythm.expected_events(&buyer.seen, AHEAD),
            rhythm.p_alive(&buyer.seen),
            spend.expected_mean(&buyer.amounts),
        ]
        .map(|value| format!("{value:.6}"));
        output.row(&[&buyer.id, &expected, &alive, &mean])?;
    }
    output.finish()?;
    let parameters = json!({
        "bgnbd": { "r": rhythm.r(), "alpha": rhythm.alpha(), "a": rhythm.a(), "b": rhythm.b() },
        "gg": { "p": spend.p(), "q": spend.q(), "v": spend.v() },
    });
    note(&format!("{parameters}\n"))
}

fn read(data: &Path) -> Result<Vec<Buyer>, CommandError> {
    let mut buyers = Vec::new();
    for file in files(data, "cdnow_", "reference.csv")? {
        let table = Table::read(&file)?;
        let id = table
            .column("customer_id")
            .or_else(|missing| table.column("id").map_err(|_| missing))?;
        let (frequency, recency, age, value) = (
            table.column("frequency")?,
            table.column("recency")?,
            table.column("T")?,
            table.column("monetary_value")?,
        );
        for record in table.records() {
            let repeats: f64 = record.number(frequency)?;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "checked to be whole and in range"
            )]
            let repeats = if (0.0..=1e9).contains(&repeats) && repeats.fract() == 0.0 {
                repeats as u32
            } else {
                return Err(record.faulty(frequency, "a whole number"));
            };
            let seen = EventHistory {
                repeats,
                last: record.number(recency)?,
                age: record.number(age)?,
            };
            if seen.last < 0.0 || seen.age < seen.last {
                return Err(record.faulty(recency, "from 0 up to T"));
            }
            buyers.push(Buyer {
                id: record.text(id).to_owned(),
                seen,
                amounts: AmountHistory {
                    events: repeats,
                    mean: record.number(value)?,
                },
            });
        }
    }
    Ok(buyers)
}
