//! The fictional suppliers of the demo, with their lead times and punctuality.

use std::path::Path;

use super::csv_table_writer::{CsvTableWriter, PartialFile};
use super::day::Day;
use super::error::DemoError;
use super::random_stream::{RandomStream, StreamTopic};

const COLUMNS: [&str; 6] = [
    "supplier_id",
    "supplier_name",
    "categories",
    "lead_time_days",
    "active",
    "updated_at",
];

/// A supplier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Supplier {
    RedcedarNitrogen,
    TwinBluffsPlantFood,
    TallbrookSeed,
    LoessmarkGenetics,
    PrairieRootSeed,
    CopperfieldCropProtection,
    JuniperValeCropScience,
    WapsiBendSupply,
    /// Closed: listed, without purchases.
    OldMillPlantFood,
}

/// The supplier's row, and its punctuality.
pub(super) struct SupplierFacts {
    pub(super) id: &'static str,
    name: &'static str,
    categories: &'static str,
    pub(super) lead_time_days: i32,
    /// Share of lines delivered late, in a mean half-year.
    mean_late_share: f64,
    active: bool,
    updated_on: Day,
}

const fn new_facts(
    id: &'static str,
    name: &'static str,
    categories: &'static str,
    lead_time_days: i32,
    late: f64,
    active: bool,
    changed: i32,
) -> SupplierFacts {
    SupplierFacts {
        id,
        name,
        categories,
        lead_time_days,
        mean_late_share: late,
        active,
        updated_on: Day(changed),
    }
}

impl Supplier {
    const ALL: [Self; 9] = [
        Self::RedcedarNitrogen,
        Self::TwinBluffsPlantFood,
        Self::TallbrookSeed,
        Self::LoessmarkGenetics,
        Self::PrairieRootSeed,
        Self::CopperfieldCropProtection,
        Self::JuniperValeCropScience,
        Self::WapsiBendSupply,
        Self::OldMillPlantFood,
    ];

    pub(super) const fn facts(self) -> &'static SupplierFacts {
        match self {
            Self::RedcedarNitrogen => {
                const {
                    &new_facts(
                        "SUP-101",
                        "Redcedar Nitrogen",
                        "fertilizer",
                        9,
                        0.08,
                        true,
                        1210,
                    )
                }
            }
            Self::TwinBluffsPlantFood => {
                const {
                    &new_facts(
                        "SUP-102",
                        "Twin Bluffs Plant Food",
                        "fertilizer",
                        13,
                        0.12,
                        true,
                        2047,
                    )
                }
            }
            Self::TallbrookSeed => {
                const { &new_facts("SUP-201", "Tallbrook Seed", "seed", 18, 0.06, true, 1393) }
            }
            Self::LoessmarkGenetics => {
                const {
                    &new_facts(
                        "SUP-202",
                        "Loessmark Genetics",
                        "seed",
                        21,
                        0.09,
                        true,
                        2260,
                    )
                }
            }
            Self::PrairieRootSeed => {
                const {
                    &new_facts(
                        "SUP-203",
                        "Prairie Root Seed",
                        "seed;other",
                        14,
                        0.11,
                        true,
                        2602,
                    )
                }
            }
            Self::CopperfieldCropProtection => {
                const {
                    &new_facts(
                        "SUP-301",
                        "Copperfield Crop Protection",
                        "pesticide;other",
                        6,
                        0.05,
                        true,
                        1864,
                    )
                }
            }
            Self::JuniperValeCropScience => {
                const {
                    &new_facts(
                        "SUP-302",
                        "Juniper Vale Crop Science",
                        "pesticide",
                        8,
                        0.10,
                        true,
                        2911,
                    )
                }
            }
            Self::WapsiBendSupply => {
                const { &new_facts("SUP-401", "Wapsi Bend Supply", "other", 5, 0.08, true, 2330) }
            }
            Self::OldMillPlantFood => {
                const {
                    &new_facts(
                        "SUP-109",
                        "Old Mill Plant Food",
                        "fertilizer",
                        15,
                        0.0,
                        false,
                        3104,
                    )
                }
            }
        }
    }

    /// Share of lines ordered on `day` that are late; varies by half-year.
    pub(super) fn late_share(self, seed: u64, day: Day) -> f64 {
        let half_year = i64::from(day.0.div_euclid(183));
        let swing = RandomStream::new(seed, StreamTopic::Lateness, self as i64, half_year)
            .uniform_between(0.5, 1.6);
        self.facts().mean_late_share * swing
    }
}

/// Writes `supplier_data`.
pub(super) fn write_suppliers(folder: &Path) -> Result<PartialFile, DemoError> {
    let mut table = CsvTableWriter::create(folder, "supplier_data", &COLUMNS)?;
    for supplier in Supplier::ALL {
        let facts = supplier.facts();
        table.write_text(facts.id)?;
        table.write_text(facts.name)?;
        table.write_text(facts.categories)?;
        table.write_display(facts.lead_time_days)?;
        table.write_display(facts.active)?;
        table.write_updated_at(facts.updated_on, 0)?;
        table.end_row()?;
    }
    table.finish()
}
