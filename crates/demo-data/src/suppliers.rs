//! The invented suppliers that the demo buys from, with their own lead times and punctuality.

use std::path::Path;

use super::day::Day;
use super::error::DemoError;
use super::stream::{Stream, Topic};
use super::table::{Partial, Table};

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
    /// Closed: listed, never bought from.
    OldMillPlantFood,
}

/// What the supplier table says, and how punctual the supplier is.
pub(super) struct SupplierFacts {
    pub(super) id: &'static str,
    name: &'static str,
    categories: &'static str,
    pub(super) lead_time_days: i32,
    /// Share of lines that come after the promised day, in a mean half-year.
    late: f64,
    active: bool,
    changed: Day,
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
        const fn facts(
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
                late,
                active,
                changed: Day(changed),
            }
        }
        match self {
            Self::RedcedarNitrogen => {
                const {
                    &facts(
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
                    &facts(
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
                const { &facts("SUP-201", "Tallbrook Seed", "seed", 18, 0.06, true, 1393) }
            }
            Self::LoessmarkGenetics => {
                const {
                    &facts(
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
                    &facts(
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
                    &facts(
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
                    &facts(
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
                const { &facts("SUP-401", "Wapsi Bend Supply", "other", 5, 0.08, true, 2330) }
            }
            Self::OldMillPlantFood => {
                const {
                    &facts(
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

    /// The share of lines ordered on `day` that come late: each half-year has its own.
    pub(super) fn lateness(self, seed: u64, day: Day) -> f64 {
        let half_year = i64::from(day.0.div_euclid(183));
        let swing = Stream::new(seed, Topic::Lateness, self as i64, half_year).between(0.5, 1.6);
        self.facts().late * swing
    }
}

/// Writes `supplier_data`.
pub(super) fn write(folder: &Path) -> Result<Partial, DemoError> {
    let mut table = Table::create(folder, "supplier_data", &COLUMNS)?;
    for supplier in Supplier::ALL {
        let facts = supplier.facts();
        table.text(facts.id)?;
        table.text(facts.name)?;
        table.text(facts.categories)?;
        table.print(facts.lead_time_days)?;
        table.print(facts.active)?;
        table.loaded(facts.changed, 0)?;
        table.end_row()?;
    }
    table.finish()
}
