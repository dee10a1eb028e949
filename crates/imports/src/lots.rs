//! Stock that is listed by lot or bin: the rows of an item at a location add up.

use crate::cell::Row;
use crate::layout::Block;
use crate::lexicon::{collapse, fold};
use crate::mapping::Mapping;
use crate::output::{Origin, hash_key};
use crate::tables::Table;
use crate::values::numbers::round_amount;
use rust_decimal::Decimal;
use std::collections::HashMap;

/// Rows that are kept until all lots are known.
const MAX_KEPT_ROWS: usize = 200_000;

/// A row that lands.
pub(crate) struct LandingRow {
    pub values: Vec<String>,
    pub updated: Option<i64>,
    pub origin: Origin,
}

struct LotRow {
    row: LandingRow,
    /// The lots that the row is made of.
    lots: Vec<String>,
}

pub(crate) struct LotSums {
    columns: Vec<usize>,
    rows: Vec<LotRow>,
    by_place: HashMap<u128, usize>,
}

impl LotSums {
    /// None if the block does not list stock by lot.
    pub(crate) fn new(block: &Block, mapping: &Mapping) -> Option<Self> {
        let is_free = |index: usize| {
            let mut mapped = mapping.columns.values();
            !mapped.any(|mapped| mapped.index == index)
        };
        let columns: Vec<usize> = block
            .columns
            .iter()
            .filter(|column| names_lot(&column.name) && is_free(column.index))
            .map(|column| column.index)
            .collect();
        let is_listed = mapping.table == Table::InventoryData && !columns.is_empty();
        is_listed.then(|| Self {
            columns,
            rows: Vec::new(),
            by_place: HashMap::new(),
        })
    }

    /// Adds a row to that of its item and location. Returns the rows that need not wait.
    pub(crate) fn add(&mut self, source: &Row, row: LandingRow) -> Vec<LandingRow> {
        let texts = self
            .columns
            .iter()
            .map(|column| collapse(source.cell(*column).raw_text()));
        let lot = texts.collect::<Vec<_>>().join("\n");
        let table = Table::InventoryData;
        let key = table
            .key()
            .iter()
            .filter_map(|name| value(&row.values, name));
        let key = hash_key(key);
        let known = self
            .by_place
            .get(&key)
            .and_then(|at| self.rows.get_mut(*at));
        if let Some(known) = known
            && !known.lots.contains(&lot)
            && let Some(values) = add_lots(&known.row.values, &row.values)
        {
            known.lots.push(lot);
            known.row.values = values;
            if row.updated > known.row.updated {
                known.row.updated = row.updated;
                set(
                    &mut known.row.values,
                    "updated_at",
                    value(&row.values, "updated_at"),
                );
            }
            return Vec::new();
        }
        self.by_place.insert(key, self.rows.len());
        let lots = vec![lot];
        self.rows.push(LotRow { row, lots });
        if self.rows.len() < MAX_KEPT_ROWS {
            return Vec::new();
        }
        self.finish()
    }

    /// The rows in their order.
    pub(crate) fn finish(&mut self) -> Vec<LandingRow> {
        self.by_place.clear();
        let rows = std::mem::take(&mut self.rows);
        rows.into_iter().map(|lot| lot.row).collect()
    }
}

fn names_lot(name: &str) -> bool {
    const LOTS: [&str; 12] = [
        "lot",
        "lots",
        "batch",
        "bin",
        "charge",
        "chargennummer",
        "chargennr",
        "lote",
        "lotto",
        "serial",
        "lotnumber",
        "lotno",
    ];
    // A lot size or a freight charge is no lot.
    const OTHERS: [&str; 12] = [
        "no", "nr", "number", "num", "id", "code", "name", "location", "nummer", "numero", "de",
        "n",
    ];
    let folded = fold(name);
    let words = || {
        folded
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
    };
    words().any(|word| LOTS.contains(&word))
        && words().all(|word| LOTS.contains(&word) || OTHERS.contains(&word))
}

fn value<'a>(values: &'a [String], name: &str) -> Option<&'a str> {
    let at = Table::InventoryData.index(name)?;
    values.get(at).map(String::as_str)
}

fn set(values: &mut [String], name: &str, text: Option<&str>) {
    if let Some(text) = text
        && let Some(slot) = Table::InventoryData
            .index(name)
            .and_then(|at| values.get_mut(at))
    {
        text.clone_into(slot);
    }
}

/// The values of two lots together; none if they are no lots of the same stock.
fn add_lots(one: &[String], other: &[String]) -> Option<Vec<String>> {
    let number = |values: &[String], name: &str| value(values, name)?.parse::<Decimal>().ok();
    let same = ["unit", "currency"];
    if same
        .iter()
        .any(|name| value(one, name) != value(other, name))
    {
        return None;
    }
    let mut sum = one.to_vec();
    let (stock, more) = (number(one, "on_hand")?, number(other, "on_hand")?);
    let total = stock.checked_add(more)?;
    set(&mut sum, "on_hand", Some(&total.normalize().to_string()));
    for name in ["on_order", "booked"] {
        let (first, second) = (number(one, name)?, number(other, name)?);
        // The same amount in each lot may be that of the item.
        if first == second && !first.is_zero() {
            return None;
        }
        let total = first.checked_add(second)?;
        set(&mut sum, name, Some(&total.normalize().to_string()));
    }
    let (cost, other_cost) = (number(one, "unit_cost")?, number(other, "unit_cost")?);
    if cost != other_cost {
        let worth = stock
            .checked_mul(cost)?
            .checked_add(more.checked_mul(other_cost)?)?;
        // Stock of nothing has no average cost.
        let average = round_amount(worth.checked_div(total)?)?;
        set(&mut sum, "unit_cost", Some(&average.to_string()));
    }
    Some(sum)
}
