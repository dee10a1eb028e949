//! Purchases of a product line within two weeks, taken as one.

use std::collections::BTreeMap;

use crate::grower::{Grower, ProductLine, Sale, day_number};

/// Days after its first purchase within which an episode goes on.
pub(crate) const EPISODE_DAYS: f64 = 16.0;

/// Half-life of the weight of a sale in an item's current margin, in days.
const MARGIN_HALF_LIFE_DAYS: f64 = 14.0;

/// Current margin per unit, by item.
#[derive(Debug, Default)]
pub(crate) struct UnitMargins(BTreeMap<usize, f64>);

impl UnitMargins {
    /// From all growers' sales before a day, the latest with most weight.
    pub(crate) fn new(growers: &[Grower], before: f64) -> Self {
        let sales = || {
            growers
                .iter()
                .flat_map(|grower| &grower.sales)
                .filter(|sale| counts(sale, before))
        };
        let mut latest: BTreeMap<usize, f64> = BTreeMap::new();
        for sale in sales() {
            let day = latest.entry(sale.item).or_insert(f64::MIN);
            *day = day.max(day_number(sale.day));
        }
        let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for sale in sales() {
            let age = latest.get(&sale.item).copied().unwrap_or(before) - day_number(sale.day);
            let weight = (-age / MARGIN_HALF_LIFE_DAYS).exp2();
            let (margin, quantity) = sums.entry(sale.item).or_default();
            *margin += weight * sale.margin;
            *quantity += weight * sale.quantity;
        }
        Self(
            sums.into_iter()
                .map(|(item, (margin, quantity))| (item, margin / quantity))
                .collect(),
        )
    }

    fn margin(&self, sale: &Sale) -> f64 {
        self.0
            .get(&sale.item)
            .map_or(sale.margin, |unit| unit * sale.quantity)
    }
}

fn counts(sale: &Sale, before: f64) -> bool {
    sale.quantity > 0.0 && sale.margin.is_finite() && day_number(sale.day) < before
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Episode {
    /// Day of the first purchase.
    pub(crate) day: f64,
    pub(crate) last_day: f64,
    /// The margin that its quantities have now, in dollars.
    pub(crate) margin: f64,
    pub(crate) quantity: f64,
}

/// Episodes by product line, oldest first. Returns are left out.
pub(crate) fn group_episodes(
    grower: &Grower,
    margins: &UnitMargins,
    before: f64,
) -> BTreeMap<ProductLine, Vec<Episode>> {
    let mut sales: Vec<_> = grower
        .sales
        .iter()
        .filter(|sale| counts(sale, before))
        .collect();
    sales.sort_by_key(|sale| sale.day);
    let mut lines: BTreeMap<ProductLine, Vec<Episode>> = BTreeMap::new();
    for sale in sales {
        let (day, margin) = (day_number(sale.day), margins.margin(sale));
        let episodes = lines.entry(sale.line).or_default();
        match episodes.last_mut() {
            Some(open) if day - open.day <= EPISODE_DAYS => {
                open.last_day = day;
                open.margin += margin;
                open.quantity += sale.quantity;
            }
            _ => episodes.push(Episode {
                day,
                last_day: day,
                margin,
                quantity: sale.quantity,
            }),
        }
    }
    lines
}
