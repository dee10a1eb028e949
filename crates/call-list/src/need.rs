//! What a grower needs per year, from what the organization's own growers of the same crops buy
//! per acre, and the share of it that is bought here.
//!
//! What others sell is unknown. The need is that of well-served growers: the 80th percentile of
//! purchases per acre among buyers of the product line. The interval comes from the 60th and 95th
//! percentile.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::episode::{UnitMargins, group_episodes};
use crate::grower::{Category, Grower, ProductLine, YEAR_DAYS, day_number};
use estimators::quantile::weighted_quantile;
use estimators::usize_to_f64;

/// Buyers of a line from which the need per acre is estimated.
pub const MIN_BUYERS: usize = 10;
/// Years over which purchases are averaged.
const YEARS: f64 = 2.0;

/// A product line of a grower. Margins are per year at current margins per unit, in dollars.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LineNeed {
    pub line: ProductLine,
    pub bought: f64,
    pub needed: f64,
    /// Share bought here, 0 to 1, with its interval.
    pub share: f64,
    pub share_low: f64,
    pub share_high: f64,
}

/// Acres of the grower on which a line is used: all, or an equal part for one of its crops.
fn acres_for(grower: &Grower, line: ProductLine) -> Option<f64> {
    let acres = grower.acres.filter(|acres| *acres > 0.0)?;
    match line.crop {
        None => Some(acres),
        Some(crop) if grower.crops.contains(&crop) => {
            Some(acres / usize_to_f64(grower.crops.len()))
        }
        Some(_) => None,
    }
}

/// The needs of every grower, by grower; empty without acres.
pub fn estimate_needs(growers: &[Grower], as_of: NaiveDate) -> Vec<Vec<LineNeed>> {
    let before = day_number(as_of);
    let margins = UnitMargins::new(growers, before);
    let bought: Vec<BTreeMap<ProductLine, f64>> = growers
        .iter()
        .map(|grower| {
            group_episodes(grower, &margins, before)
                .into_iter()
                .map(|(line, episodes)| {
                    let recent: f64 = episodes
                        .iter()
                        .filter(|episode| episode.day >= before - YEARS * YEAR_DAYS)
                        .map(|episode| episode.margin.max(0.0))
                        .sum();
                    (line, recent / YEARS)
                })
                .collect()
        })
        .collect();
    let mut per_acre: BTreeMap<ProductLine, Vec<f64>> = BTreeMap::new();
    for (grower, lines) in growers.iter().zip(&bought) {
        for (&line, &margin) in lines {
            if let Some(acres) = acres_for(grower, line).filter(|_| margin > 0.0) {
                per_acre.entry(line).or_default().push(margin / acres);
            }
        }
    }
    let needs: Vec<(ProductLine, [f64; 3])> = per_acre
        .into_iter()
        .filter(|(line, buyers)| line.category != Category::Other && buyers.len() >= MIN_BUYERS)
        .filter_map(|(line, mut buyers)| {
            buyers.sort_by(f64::total_cmp);
            let at = |share: f64| {
                let mass = share * usize_to_f64(buyers.len());
                weighted_quantile(buyers.iter().map(|value| (*value, 1.0)), mass)
            };
            Some((line, [at(0.6)?, at(0.8)?, at(0.95)?]))
        })
        .collect();
    growers
        .iter()
        .zip(&bought)
        .map(|(grower, lines)| {
            needs
                .iter()
                .filter_map(|(line, [low, usual, high])| {
                    let acres = acres_for(grower, *line)?;
                    let own = lines.get(line).copied().unwrap_or(0.0);
                    let share = |need: f64| (own / (need * acres)).clamp(0.0, 1.0);
                    Some(LineNeed {
                        line: *line,
                        bought: own,
                        needed: usual * acres,
                        share: share(*usual),
                        share_low: share(*high),
                        share_high: share(*low),
                    })
                })
                .collect()
        })
        .collect()
}

/// The share of all lines together, with its interval; none without needs.
pub fn total_share(needs: &[LineNeed]) -> Option<(f64, f64, f64)> {
    let needed: f64 = needs.iter().map(|need| need.needed).sum();
    let mean = |share: fn(&LineNeed) -> f64| {
        let sum: f64 = needs.iter().map(|need| share(need) * need.needed).sum();
        sum / needed
    };
    (needed > 0.0).then(|| {
        (
            mean(|need| need.share),
            mean(|need| need.share_low),
            mean(|need| need.share_high),
        )
    })
}
