//! Purchases of a product line within two weeks, taken as one.

use std::collections::BTreeMap;

use crate::grower::{Grower, ProductLine, Sale, day_number};

/// Days after its first purchase within which an episode goes on.
pub(crate) const EPISODE_DAYS: f64 = 16.0;

/// Half-life of the weight of a sale in an item's current margin, in days.
const MARGIN_HALF_LIFE_DAYS: f64 = 14.0;

/// Current margin per unit, by item; none for items without sales.
#[derive(Debug, Default)]
pub(crate) struct UnitMargins(Vec<Option<f64>>);

impl UnitMargins {
    /// From all growers' sales before a day, the latest with most weight.
    pub(crate) fn new(growers: &[Grower], before: f64) -> Self {
        let sales = || {
            growers
                .iter()
                .flat_map(|grower| &grower.sales)
                .filter(|sale| counts(sale, before))
        };
        let items = sales().map(|sale| sale.item + 1).max().unwrap_or(0);
        let mut latest = vec![f64::MIN; items];
        for sale in sales() {
            if let Some(day) = latest.get_mut(sale.item) {
                *day = day.max(day_number(sale.day));
            }
        }
        let mut sums = vec![(0.0, 0.0); items];
        for sale in sales() {
            if let (Some(day), Some((margin, quantity))) =
                (latest.get(sale.item), sums.get_mut(sale.item))
            {
                let weight = (-(day - day_number(sale.day)) / MARGIN_HALF_LIFE_DAYS).exp2();
                *margin += weight * sale.margin;
                *quantity += weight * sale.quantity;
            }
        }
        let unit = |(margin, quantity)| (quantity > 0.0).then_some(margin / quantity);
        Self(sums.into_iter().map(unit).collect())
    }

    fn margin(&self, sale: &Sale) -> f64 {
        let unit = self.0.get(sale.item).copied().flatten();
        unit.map_or(sale.margin, |unit| unit * sale.quantity)
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

/// Episodes of a grower by product line, oldest first.
pub(crate) type GrowerEpisodes = BTreeMap<ProductLine, Vec<Episode>>;

/// The episodes before a day. Returns are left out.
pub(crate) fn group_episodes(
    grower: &Grower,
    margins: &UnitMargins,
    before: f64,
) -> GrowerEpisodes {
    let mut sales: Vec<_> = grower
        .sales
        .iter()
        .filter(|sale| counts(sale, before))
        .collect();
    sales.sort_by_key(|sale| sale.day);
    let mut lines = GrowerEpisodes::new();
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
