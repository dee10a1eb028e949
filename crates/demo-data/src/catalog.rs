//! The 48 items of the demo: fictional seed brands, straight fertilizers and generic active
//! ingredients, with prices, lots and seasons that are realistic for the Corn Belt.

use super::item::{Category, Item, Pricing};
use super::season::Season;
use super::suppliers::Supplier;

use super::suppliers::Supplier::{
    CopperfieldCropProtection as Copperfield, JuniperValeCropScience as JuniperVale,
    LoessmarkGenetics as Loessmark, PrairieRootSeed as PrairieRoot, RedcedarNitrogen as Redcedar,
    TallbrookSeed as Tallbrook, TwinBluffsPlantFood as TwinBluffs, WapsiBendSupply as WapsiBend,
};

/// All items, ordered by id.
#[rustfmt::skip] // One item, one line: a table.
pub(super) static ITEMS: [Item; 48] = [
    // id, name, season, cost, share, line, suppliers
    fertilizer_item("FE-1101", "Urea 46-0-0", Season::SpringNitrogen, 468.0, 5.2, 13.0, (Redcedar, Some(TwinBluffs))),
    fertilizer_item("FE-1102", "Anhydrous ammonia 82-0-0", Season::Ammonia, 742.0, 4.2, 11.0, (Redcedar, None)),
    fertilizer_item("FE-1103", "UAN solution 32 %", Season::SpringNitrogen, 362.0, 4.6, 16.0, (Redcedar, Some(TwinBluffs))),
    fertilizer_item("FE-1104", "UAN solution 28 %", Season::SpringNitrogen, 318.0, 2.0, 14.0, (Redcedar, Some(TwinBluffs))),
    fertilizer_item("FE-1105", "Ammonium sulfate 21-0-0-24S", Season::SpringNitrogen, 372.0, 2.1, 6.0, (Redcedar, Some(TwinBluffs))),
    fertilizer_item("FE-1106", "Ammonium thiosulfate 12-0-0-26S", Season::SpringNitrogen, 338.0, 1.4, 5.0, (Redcedar, None)),
    fertilizer_item("FE-1201", "DAP 18-46-0", Season::FallNutrient, 688.0, 3.7, 10.0, (TwinBluffs, Some(Redcedar))),
    fertilizer_item("FE-1202", "MAP 11-52-0", Season::FallNutrient, 722.0, 3.3, 10.0, (TwinBluffs, None)),
    fertilizer_item("FE-1203", "Liquid starter 10-34-0", Season::SpringNitrogen, 566.0, 1.5, 4.0, (TwinBluffs, None)),
    fertilizer_item("FE-1301", "Potash 0-0-60", Season::FallNutrient, 412.0, 4.3, 12.0, (TwinBluffs, Some(Redcedar))),
    mineral_item("FE-1302", "Potassium magnesium sulfate 0-0-22", Season::FallNutrient, 518.0, 0.7, 3.0, (TwinBluffs, None)),
    mineral_item("FE-1401", "Pelletized lime", Season::FallNutrient, 164.0, 0.9, 7.0, (TwinBluffs, None)),
    mineral_item("FE-1402", "Elemental sulfur 90 %", Season::FallNutrient, 436.0, 0.6, 2.5, (TwinBluffs, None)),
    pesticide_item("PE-2101", "Glyphosate 5.4 lb/gal", Season::PostEmergence, 17.2, 4.4, 110.0, (Copperfield, Some(JuniperVale))),
    pesticide_item("PE-2102", "Atrazine 4L", Season::PreEmergence, 15.6, 2.6, 75.0, (Copperfield, Some(JuniperVale))),
    pesticide_item("PE-2103", "S-metolachlor 7.64 EC", Season::PreEmergence, 49.5, 2.9, 45.0, (Copperfield, None)),
    pesticide_item("PE-2104", "Acetochlor 6.4 EC", Season::PreEmergence, 46.0, 2.5, 45.0, (JuniperVale, Some(Copperfield))),
    pesticide_item("PE-2105", "Mesotrione 4 SC", Season::PostEmergence, 58.0, 1.9, 14.0, (Copperfield, Some(JuniperVale))),
    pesticide_item("PE-2106", "Vale Glyphosate 5.4 lb/gal", Season::PreEmergence, 20.4, 1.6, 40.0, (JuniperVale, Some(Copperfield))),
    pesticide_item("PE-2107", "Dicamba DGA 4 lb/gal", Season::PostEmergence, 36.5, 1.3, 25.0, (JuniperVale, None)),
    pesticide_item("PE-2108", "Glufosinate 280 SL", Season::PostEmergence, 34.0, 2.4, 55.0, (Copperfield, Some(JuniperVale))),
    pesticide_item("PE-2109", "Clethodim 2 EC", Season::PostEmergence, 43.0, 1.4, 16.0, (JuniperVale, Some(Copperfield))),
    pesticide_item("PE-2110", "Fomesafen 2 SL", Season::PreEmergence, 54.0, 1.1, 18.0, (Copperfield, None)),
    dry_pesticide_item("PE-2111", "Metribuzin 75 DF", Season::PreEmergence, 12.8, 0.9, 70.0, (JuniperVale, None)),
    dry_pesticide_item("PE-2112", "Flumioxazin 51 WDG", Season::PreEmergence, 33.0, 0.9, 32.0, (Copperfield, Some(JuniperVale))),
    pesticide_item("PE-2201", "Azoxystrobin 2.08 SC", Season::Fungicide, 92.0, 2.2, 22.0, (Copperfield, Some(JuniperVale))),
    pesticide_item("PE-2202", "Propiconazole 3.6 EC", Season::Fungicide, 55.0, 1.6, 16.0, (JuniperVale, Some(Copperfield))),
    pesticide_item("PE-2301", "Bifenthrin 2 EC", Season::Insecticide, 52.0, 1.3, 13.0, (Copperfield, Some(JuniperVale))),
    pesticide_item("PE-2302", "Lambda-cyhalothrin 1 EC", Season::Insecticide, 56.0, 1.3, 10.0, (JuniperVale, Some(Copperfield))),
    seed_item("SE-3101", "Tallbrook TB98 corn, 98 day", Season::RowCropSeed, "corn", 206.0, 1.6, 36.0, Tallbrook),
    seed_item("SE-3102", "Tallbrook TB104 corn, 104 day", Season::RowCropSeed, "corn", 224.0, 3.0, 40.0, Tallbrook),
    seed_item("SE-3103", "Tallbrook TB108 corn, 108 day", Season::RowCropSeed, "corn", 237.0, 3.4, 42.0, Tallbrook),
    seed_item("SE-3104", "Tallbrook TB112 corn, 112 day", Season::RowCropSeed, "corn", 246.0, 2.6, 40.0, Tallbrook),
    seed_item("SE-3105", "Loessmark L2106 corn, 106 day", Season::RowCropSeed, "corn", 229.0, 2.6, 38.0, Loessmark),
    seed_item("SE-3106", "Loessmark L2110 corn, 110 day", Season::RowCropSeed, "corn", 241.0, 2.4, 40.0, Loessmark),
    seed_item("SE-3201", "Tallbrook TB19 soybean, group 1.9", Season::RowCropSeed, "soybeans", 51.0, 1.6, 70.0, Tallbrook),
    seed_item("SE-3202", "Tallbrook TB24 soybean, group 2.4", Season::RowCropSeed, "soybeans", 54.0, 2.9, 80.0, Tallbrook),
    seed_item("SE-3203", "Loessmark L4S27 soybean, group 2.7", Season::RowCropSeed, "soybeans", 55.5, 2.6, 80.0, Loessmark),
    seed_item("SE-3204", "Loessmark L4S31 soybean, group 3.1", Season::RowCropSeed, "soybeans", 56.5, 1.5, 70.0, Loessmark),
    seed_item("SE-3301", "Loessmark W61 hard red winter wheat", Season::WheatSeed, "wheat", 19.5, 0.9, 110.0, Loessmark),
    small_lot_seed_item("SE-3302", "Prairie Root soft red winter wheat", Season::WheatSeed, Some("wheat"), 18.0, 0.5, 100.0, PrairieRoot),
    small_lot_seed_item("SE-3401", "Prairie Root alfalfa", Season::ForageSeed, None, 262.0, 0.7, 7.0, PrairieRoot),
    small_lot_seed_item("SE-3402", "Cereal rye, cover crop", Season::ForageSeed, None, 13.4, 0.8, 90.0, PrairieRoot),
    supply_item("OT-4101", "Crop oil concentrate", "gal", Season::PostEmergence, 10.4, 2.6, 30.0, 2.5, Copperfield),
    supply_item("OT-4102", "Non-ionic surfactant", "gal", Season::PostEmergence, 15.8, 2.0, 15.0, 2.5, Copperfield),
    supply_item("OT-4103", "Nitrogen stabilizer", "gal", Season::SpringNitrogen, 51.0, 1.6, 12.0, 2.5, WapsiBend),
    supply_item("OT-4201", "Soybean inoculant", "unit", Season::RowCropSeed, 33.0, 1.4, 12.0, 1.0, PrairieRoot),
    supply_item("OT-4301", "Diesel exhaust fluid, 2.5 gal", "unit", Season::AllYear, 8.6, 1.9, 14.0, 1.0, WapsiBend),
];

const fn fertilizer_item(
    id: &'static str,
    name: &'static str,
    season: Season,
    cost: f64,
    share: f64,
    line: f64,
    suppliers: (Supplier, Option<Supplier>),
) -> Item {
    Item {
        id,
        name,
        category: Category::Fertilizer,
        unit: "ton",
        crop: None,
        season,
        pricing: Pricing::Quoted { pass_through: 0.45 },
        cost,
        margin: 0.115,
        share,
        line,
        step: 0.25,
        pack: 1.0,
        min_order: 12.0,
        suppliers,
    }
}

/// A fertilizer whose price hardly follows that of nitrogen.
const fn mineral_item(
    id: &'static str,
    name: &'static str,
    season: Season,
    cost: f64,
    share: f64,
    line: f64,
    suppliers: (Supplier, Option<Supplier>),
) -> Item {
    Item {
        pricing: Pricing::Quoted { pass_through: 0.12 },
        margin: 0.16,
        ..fertilizer_item(id, name, season, cost, share, line, suppliers)
    }
}

const fn pesticide_item(
    id: &'static str,
    name: &'static str,
    season: Season,
    cost: f64,
    share: f64,
    line: f64,
    suppliers: (Supplier, Option<Supplier>),
) -> Item {
    Item {
        id,
        name,
        category: Category::Pesticide,
        unit: "gal",
        crop: None,
        season,
        pricing: Pricing::Listed {
            yearly_rise: 0.008,
            early_discount: 0.04,
        },
        cost,
        margin: 0.13,
        share,
        line,
        step: 2.5,
        pack: 5.0,
        min_order: 30.0,
        suppliers,
    }
}

/// A dry pesticide, sold by the pound.
const fn dry_pesticide_item(
    id: &'static str,
    name: &'static str,
    season: Season,
    cost: f64,
    share: f64,
    line: f64,
    suppliers: (Supplier, Option<Supplier>),
) -> Item {
    Item {
        unit: "lb",
        step: 5.0,
        pack: 20.0,
        min_order: 60.0,
        ..pesticide_item(id, name, season, cost, share, line, suppliers)
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "the catalog has one line per item"
)]
const fn seed_item(
    id: &'static str,
    name: &'static str,
    season: Season,
    crop: &'static str,
    cost: f64,
    share: f64,
    line: f64,
    supplier: Supplier,
) -> Item {
    Item {
        id,
        name,
        category: Category::Seed,
        unit: "bag",
        crop: Some(crop),
        season,
        pricing: Pricing::Listed {
            yearly_rise: 0.02,
            early_discount: 0.12,
        },
        cost,
        margin: 0.16,
        share,
        line,
        step: 1.0,
        pack: 10.0,
        min_order: 50.0,
        suppliers: (supplier, None),
    }
}

/// Seed in small lots without an early-order program.
#[expect(
    clippy::too_many_arguments,
    reason = "the catalog has one line per item"
)]
const fn small_lot_seed_item(
    id: &'static str,
    name: &'static str,
    season: Season,
    crop: Option<&'static str>,
    cost: f64,
    share: f64,
    line: f64,
    supplier: Supplier,
) -> Item {
    Item {
        crop,
        pricing: Pricing::Listed {
            yearly_rise: 0.015,
            early_discount: 0.0,
        },
        pack: 5.0,
        min_order: 20.0,
        ..seed_item(id, name, season, "", cost, share, line, supplier)
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "the catalog has one line per item"
)]
const fn supply_item(
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    season: Season,
    cost: f64,
    share: f64,
    line: f64,
    step: f64,
    supplier: Supplier,
) -> Item {
    Item {
        id,
        name,
        category: Category::Other,
        unit,
        crop: None,
        season,
        pricing: Pricing::Listed {
            yearly_rise: 0.02,
            early_discount: 0.0,
        },
        cost,
        margin: 0.22,
        share,
        line,
        step,
        pack: 5.0,
        min_order: 20.0,
        suppliers: (supplier, None),
    }
}
