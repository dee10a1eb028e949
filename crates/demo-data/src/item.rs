//! An item of the demo catalog.

use super::season::Season;
use super::suppliers::Supplier;

/// The four categories of an inventory row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Category {
    Seed,
    Fertilizer,
    Pesticide,
    Other,
}

impl Category {
    pub(super) const ALL: [Self; 4] = [Self::Seed, Self::Fertilizer, Self::Pesticide, Self::Other];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Seed => "seed",
            Self::Fertilizer => "fertilizer",
            Self::Pesticide => "pesticide",
            Self::Other => "other",
        }
    }
}

/// How the cost of an item changes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pricing {
    /// Follows the fertilizer quote of three weeks before, raised to this power.
    Quoted { pass_through: f64 },
    /// By list price, which changes each 1 September and is lower for early orders.
    Listed {
        yearly_rise: f64,
        early_discount: f64,
    },
}

/// An item of the catalog. Money is USD per `unit`.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) category: Category,
    /// One of bag, gal, ton, lb, unit.
    pub(super) unit: &'static str,
    /// The crop whose growers buy it, if it is specific to one.
    pub(super) crop: Option<&'static str>,
    pub(super) season: Season,
    pub(super) pricing: Pricing,
    /// Mean purchase cost.
    pub(super) cost: f64,
    /// Sale price over cost, minus 1.
    pub(super) margin: f64,
    /// Weight among the lines sold.
    pub(super) share: f64,
    /// Mean quantity of a sale line.
    pub(super) line: f64,
    /// Smallest quantity sold.
    pub(super) step: f64,
    /// Purchases are multiples of it.
    pub(super) pack: f64,
    /// Smallest quantity that a supplier delivers.
    pub(super) min_order: f64,
    /// Supplier of three orders in four, and supplier of the fourth.
    pub(super) suppliers: (Supplier, Option<Supplier>),
}
