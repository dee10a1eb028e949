//! Writes `customer_profiles`: one row per customer of the window.

use std::fmt::{self, Display};
use std::path::Path;

use super::csv_table_writer::{CsvTableWriter, PartialFile};
use super::error::DemoError;
use super::farm_names::{email_slug, farm_name};
use super::growers::{Grower, Growers};
use super::random_stream::{RandomStream, StreamTopic};

const COLUMNS: [&str; 10] = [
    "customer_id",
    "customer_name",
    "state",
    "county",
    "acres",
    "crops",
    "salesperson",
    "email",
    "customer_since",
    "updated_at",
];

/// Names reserved per slot; more successive growers are rare.
const NAMES_PER_SLOT: u64 = 16;

/// Customer ID: the slot, and a letter that tells successive growers apart (`C-00042B`).
pub(super) struct CustomerId<'a>(pub(super) &'a Grower);

impl Display for CustomerId<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "C-{:05}", self.0.slot)?;
        let (round, letter) = (self.0.predecessors / 26, self.0.predecessors % 26);
        let letter = char::from(b'A' + u8::try_from(letter).unwrap_or_default());
        write!(out, "{letter}")?;
        if round > 0 {
            write!(out, "{round}")
        } else {
            Ok(())
        }
    }
}

/// Rows ordered by number.
pub(super) fn write_customer_profiles(
    folder: &Path,
    seed: u64,
    growers: &Growers,
) -> Result<PartialFile, DemoError> {
    let mut table = CsvTableWriter::create(folder, "customer_profiles", &COLUMNS)?;
    for grower in growers.iter() {
        let mut stream = RandomStream::new(
            seed,
            StreamTopic::Profile,
            i64::from(grower.slot),
            i64::from(grower.predecessors),
        );
        let number =
            u64::from(grower.slot) * NAMES_PER_SLOT + u64::from(grower.predecessors) + seed % 1_000;
        let name = farm_name(number);
        table.write_display(CustomerId(grower))?;
        table.write_text(&name)?;
        table.write_text(grower.state.name)?;
        table.write_text(stream.pick_one(grower.state.counties))?;
        table.write_display(grower.acres)?;
        table.write_text(grower.crops)?;
        table.write_text(stream.pick_one(grower.branch.salespeople()))?;
        table.write_display(format_args!(
            "office@{}-{}.example",
            email_slug(&name),
            grower.slot
        ))?;
        table.write_day(Some(grower.since))?;
        table.write_updated_at(grower.since, u64::from(grower.slot))?;
        table.end_row()?;
    }
    table.finish()
}
