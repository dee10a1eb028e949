//! Writes `item_catalogue`: class, brand, active ingredient and pack of every item.
//!
//! Brands are fictional like the suppliers, so no item has a registration number. Whether an active
//! ingredient is restricted follows the list of the EPA for field crops.

use std::path::Path;

use super::business::Business;
use super::csv_table_writer::{CsvTableWriter, PartialFile};
use super::day::Day;
use super::error::DemoError;

const COLUMNS: [&str; 8] = [
    "item_id",
    "item_class",
    "brand",
    "pack_size",
    "pack_unit",
    "active_ingredient",
    "restricted_use",
    "updated_at",
];

/// The day of all rows: labels do not change.
const LABELED_ON: Day = Day(2330);

/// What the label of an item says. An empty text is unknown.
struct ItemLabel {
    item_id: &'static str,
    class: &'static str,
    brand: &'static str,
    active_ingredient: &'static str,
    /// None for what is no pesticide.
    restricted_use: Option<bool>,
}

/// Of all items, ordered by id.
#[rustfmt::skip] // One item, one line: a table.
static LABELS: [ItemLabel; 48] = [
    label("FE-1101", "nitrogen", "Redcedar"),
    label("FE-1102", "nitrogen", "Redcedar"),
    label("FE-1103", "nitrogen", "Redcedar"),
    label("FE-1104", "nitrogen", "Redcedar"),
    label("FE-1105", "nitrogen", "Redcedar"),
    label("FE-1106", "nitrogen", "Redcedar"),
    label("FE-1201", "phosphate", "Twin Bluffs"),
    label("FE-1202", "phosphate", "Twin Bluffs"),
    label("FE-1203", "phosphate", "Twin Bluffs"),
    label("FE-1301", "potash", "Twin Bluffs"),
    label("FE-1302", "potash", "Twin Bluffs"),
    label("FE-1401", "soil amendment", "Twin Bluffs"),
    label("FE-1402", "sulfur", "Twin Bluffs"),
    pesticide("PE-2101", "herbicide", "Copperfield", "glyphosate", false),
    pesticide("PE-2102", "herbicide", "Copperfield", "atrazine", true),
    pesticide("PE-2103", "herbicide", "Copperfield", "s-metolachlor", false),
    pesticide("PE-2104", "herbicide", "Juniper Vale", "acetochlor", true),
    pesticide("PE-2105", "herbicide", "Copperfield", "mesotrione", false),
    pesticide("PE-2106", "herbicide", "Juniper Vale", "glyphosate", false),
    pesticide("PE-2107", "herbicide", "Juniper Vale", "dicamba", false),
    pesticide("PE-2108", "herbicide", "Copperfield", "glufosinate", false),
    pesticide("PE-2109", "herbicide", "Juniper Vale", "clethodim", false),
    pesticide("PE-2110", "herbicide", "Copperfield", "fomesafen", false),
    pesticide("PE-2111", "herbicide", "Juniper Vale", "metribuzin", false),
    pesticide("PE-2112", "herbicide", "Copperfield", "flumioxazin", false),
    pesticide("PE-2201", "fungicide", "Copperfield", "azoxystrobin", false),
    pesticide("PE-2202", "fungicide", "Juniper Vale", "propiconazole", false),
    pesticide("PE-2301", "insecticide", "Copperfield", "bifenthrin", true),
    pesticide("PE-2302", "insecticide", "Juniper Vale", "lambda-cyhalothrin", true),
    label("SE-3101", "corn seed", "Tallbrook"),
    label("SE-3102", "corn seed", "Tallbrook"),
    label("SE-3103", "corn seed", "Tallbrook"),
    label("SE-3104", "corn seed", "Tallbrook"),
    label("SE-3105", "corn seed", "Loessmark"),
    label("SE-3106", "corn seed", "Loessmark"),
    label("SE-3201", "soybean seed", "Tallbrook"),
    label("SE-3202", "soybean seed", "Tallbrook"),
    label("SE-3203", "soybean seed", "Loessmark"),
    label("SE-3204", "soybean seed", "Loessmark"),
    label("SE-3301", "wheat seed", "Loessmark"),
    label("SE-3302", "wheat seed", "Prairie Root"),
    label("SE-3401", "forage seed", "Prairie Root"),
    label("SE-3402", "forage seed", "Prairie Root"),
    label("OT-4101", "adjuvant", "Copperfield"),
    label("OT-4102", "adjuvant", "Copperfield"),
    label("OT-4103", "stabilizer", "Wapsi Bend"),
    label("OT-4201", "inoculant", "Prairie Root"),
    label("OT-4301", "fuel additive", "Wapsi Bend"),
];

const fn label(item_id: &'static str, class: &'static str, brand: &'static str) -> ItemLabel {
    ItemLabel {
        item_id,
        class,
        brand,
        active_ingredient: "",
        restricted_use: None,
    }
}

const fn pesticide(
    item_id: &'static str,
    class: &'static str,
    brand: &'static str,
    active_ingredient: &'static str,
    restricted_use: bool,
) -> ItemLabel {
    ItemLabel {
        active_ingredient,
        restricted_use: Some(restricted_use),
        ..label(item_id, class, brand)
    }
}

pub(super) fn write_item_catalogue(
    folder: &Path,
    business: &Business,
) -> Result<PartialFile, DemoError> {
    let mut table = CsvTableWriter::create(folder, "item_catalogue", &COLUMNS)?;
    for priced in &business.priced_items {
        let item = priced.item;
        let Some(label) = LABELS.iter().find(|label| label.item_id == item.id) else {
            continue;
        };
        table.write_text(item.id)?;
        table.write_text(label.class)?;
        table.write_text(label.brand)?;
        table.write_display(item.pack)?;
        table.write_text(item.unit)?;
        table.write_text(label.active_ingredient)?;
        match label.restricted_use {
            Some(is_restricted) => table.write_display(is_restricted)?,
            None => table.write_blank()?,
        }
        table.write_updated_at(LABELED_ON, 0)?;
        table.end_row()?;
    }
    table.finish()
}
