//! Writes `customer_profiles`: one row for every customer of the window.

use std::fmt::{self, Display};
use std::path::Path;

use super::error::DemoError;
use super::farm_names::{farm_name, slug};
use super::growers::{Grower, Growers};
use super::stream::{Stream, Topic};
use super::table::{Partial, Table};

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

/// Names kept for the successive holders of a place in the book; hardly any place sees more.
const HOLDERS: u64 = 16;

/// A customer's number: the place in the book, and a letter for who holds it (`C-00042B`).
pub(super) struct CustomerId<'a>(pub(super) &'a Grower);

impl Display for CustomerId<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "C-{:05}", self.0.place)?;
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

/// Rows in the order of their numbers.
pub(super) fn write(folder: &Path, seed: u64, growers: &Growers) -> Result<Partial, DemoError> {
    let mut table = Table::create(folder, "customer_profiles", &COLUMNS)?;
    for grower in growers.iter() {
        let mut stream = Stream::new(
            seed,
            Topic::Profile,
            i64::from(grower.place),
            i64::from(grower.predecessors),
        );
        let number =
            u64::from(grower.place) * HOLDERS + u64::from(grower.predecessors) + seed % 1_000;
        let name = farm_name(number);
        table.print(CustomerId(grower))?;
        table.text(&name)?;
        table.text(grower.state.name)?;
        table.text(stream.pick(grower.state.counties))?;
        table.print(grower.acres)?;
        table.text(grower.crops)?;
        table.text(stream.pick(grower.branch.salespeople()))?;
        table.print(format_args!(
            "office@{}-{}.example",
            slug(&name),
            grower.place
        ))?;
        table.day(Some(grower.since))?;
        table.loaded(grower.since, u64::from(grower.place))?;
        table.end_row()?;
    }
    table.finish()
}
