//! Occasions: purchases of a product line that recur at a time of the year.
//!
//! The episodes of a line are clustered by day of the year, at most one per season (average
//! linkage, agglomerative). An episode months before a skipped season, of a similar size and not
//! part of a better established occasion, was bought ahead and counts for that season.

use crate::episode::Episode;
use crate::grower::{ProductLine, YEAR_DAYS};
use crate::season_purchases::{Purchase, SeasonPurchases};
use crate::season_shift::SeasonShifts;

/// Maximum distance of clusters that are merged, in days.
const MAX_MERGE_DAYS: f64 = 32.0;
/// How long before its season an episode counts as bought ahead, in days.
const AHEAD_DAYS: std::ops::RangeInclusive<f64> = 45.0..=200.0;
/// Quantities that can replace each other differ by at most this factor.
const MAX_QUANTITY_RATIO: f64 = 1.8;

/// A recurring purchase.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Occasion {
    pub(crate) line: ProductLine,
    /// Usual day of the year: day number modulo the length of a year.
    pub(crate) phase: f64,
    /// By season: the year whose `phase` is nearest. At least one.
    pub(crate) purchases: SeasonPurchases,
}

/// The season of a day.
pub(crate) fn season_of(day: f64, phase: f64) -> i32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a day number over 365 fits in 32 bits; casts saturate"
    )]
    let season = ((day - phase) / YEAR_DAYS).round() as i32;
    season
}

/// Days from `from` to `to`, both days of the year, the shorter way.
fn phase_difference(from: f64, to: f64) -> f64 {
    (to - from + YEAR_DAYS / 2.0).rem_euclid(YEAR_DAYS) - YEAR_DAYS / 2.0
}

impl Occasion {
    fn from_episode(line: ProductLine, episode: &Episode, shifts: &SeasonShifts) -> Self {
        let raw = episode.day.rem_euclid(YEAR_DAYS);
        let season = season_of(episode.day, raw);
        let phase = (episode.day - shifts.days(line, raw, season)).rem_euclid(YEAR_DAYS);
        let purchase = Purchase {
            day: episode.day,
            last_day: episode.last_day,
            margin: episode.margin,
            quantity: episode.quantity,
            is_ahead: false,
        };
        Self {
            line,
            phase,
            purchases: SeasonPurchases::from_first(season_of(episode.day, phase), purchase),
        }
    }

    /// Number of seasons with a purchase.
    pub(crate) fn strength(&self) -> usize {
        self.purchases.len()
    }

    /// The day of a season if it is as early or late as for others.
    pub(crate) fn due_day(&self, season: i32, shifts: &SeasonShifts) -> f64 {
        self.phase + f64::from(season) * YEAR_DAYS + shifts.days(self.line, self.phase, season)
    }

    pub(crate) fn first_season(&self) -> i32 {
        self.purchases
            .first()
            .map(|(season, _)| *season)
            .unwrap_or_default()
    }

    /// The season that comes next after `day`, or the one before if it is at most `late` days over.
    pub(crate) fn season_after(&self, day: f64, late: f64) -> i32 {
        season_of(day - late + YEAR_DAYS / 2.0, self.phase)
    }

    pub(crate) fn mean_quantity(&self) -> f64 {
        let sum: f64 = self.purchases.values().map(|bought| bought.quantity).sum();
        sum / estimators::usize_to_f64(self.purchases.len().max(1))
    }

    /// The usual quantity and margin in a season, from earlier ones; none without any. Of a grower
    /// that rotates crops, from the seasons with the same crops.
    pub(crate) fn usual(&self, season: i32, rotates: bool) -> Option<(f64, f64)> {
        let mut used = self.purchases.last_two_before(season, rotates);
        if used.is_empty() {
            used = self.purchases.last_two_before(season, false);
        }
        let logs: Vec<f64> = used.iter().map(|bought| bought.quantity.ln()).collect();
        let margins: Vec<f64> = used.iter().map(|bought| bought.margin).collect();
        Some((
            estimators::mean(&logs)?.exp(),
            estimators::mean(&margins)?.max(0.0),
        ))
    }

    /// Sums of absolute errors of the quantities of two seasons before, and of the last two
    /// together, in logarithms; and their number.
    pub(crate) fn rotation_errors(&self) -> (f64, f64, f64) {
        let (mut rotating, mut constant, mut number) = (0.0, 0.0, 0.0);
        for (season, bought) in self.purchases.iter() {
            if let (Some(last), Some(before)) = (
                self.purchases.get(season - 1),
                self.purchases.get(season - 2),
            ) {
                let (now, last, before) = (
                    bought.quantity.ln(),
                    last.quantity.ln(),
                    before.quantity.ln(),
                );
                rotating += (now - before).abs();
                constant += (now - f64::midpoint(last, before)).abs();
                number += 1.0;
            }
        }
        (rotating, constant, number)
    }

    /// Both as one; none if they share a season.
    fn merge(&self, other: &Self) -> Option<Self> {
        let (own, others) = (
            estimators::usize_to_f64(self.strength()),
            estimators::usize_to_f64(other.strength()),
        );
        let step = phase_difference(self.phase, other.phase) * others / (own + others);
        let phase = (self.phase + step).rem_euclid(YEAR_DAYS);
        let purchases = &self.purchases;
        Some(Self {
            line: self.line,
            phase,
            purchases: purchases.merge(&other.purchases, |day| season_of(day, phase))?,
        })
    }
}

/// The occasions of a grower's product line.
pub(crate) fn find_occasions(
    line: ProductLine,
    episodes: &[Episode],
    shifts: &SeasonShifts,
) -> Vec<Occasion> {
    let mut occasions: Vec<Occasion> = episodes
        .iter()
        .map(|episode| Occasion::from_episode(line, episode, shifts))
        .collect();
    while let Some((first, second, merged)) = nearest_pair(&occasions) {
        occasions.swap_remove(second.max(first));
        occasions.swap_remove(second.min(first));
        occasions.push(merged);
    }
    occasions.sort_by(|one, other| {
        (other.strength(), one.phase)
            .partial_cmp(&(one.strength(), other.phase))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    join_alternatives(&mut occasions);
    assign_bought_ahead(&mut occasions);
    occasions
}

fn nearest_pair(occasions: &[Occasion]) -> Option<(usize, usize, Occasion)> {
    let mut best: Option<(f64, usize, usize, Occasion)> = None;
    for (first, one) in occasions.iter().enumerate() {
        for (second, other) in occasions.iter().enumerate().skip(first + 1) {
            let distance = phase_difference(one.phase, other.phase).abs();
            if distance > MAX_MERGE_DAYS
                || best.as_ref().is_some_and(|(least, ..)| distance >= *least)
            {
                continue;
            }
            if let Some(merged) = one.merge(other) {
                best = Some((distance, first, second, merged));
            }
        }
    }
    best.map(|(_, first, second, merged)| (first, second, merged))
}

fn can_replace(quantity: f64, usual: f64) -> bool {
    let ratio = quantity / usual;
    (1.0 / MAX_QUANTITY_RATIO..=MAX_QUANTITY_RATIO).contains(&ratio)
}

/// Joins an early and a late occasion that never share a season: the same need, bought at one time
/// or the other.
fn join_alternatives(occasions: &mut Vec<Occasion>) {
    let mut late = 0;
    while let Some(season) = occasions.get(late) {
        let found = occasions.iter().enumerate().position(|(index, early)| {
            index != late
                && early.strength() >= season.strength()
                && AHEAD_DAYS.contains(&(season.phase - early.phase).rem_euclid(YEAR_DAYS))
                && can_replace(early.mean_quantity(), season.mean_quantity())
                && early.purchases.values().all(|bought| {
                    !season
                        .purchases
                        .contains(ahead_season(bought.day, season.phase))
                })
        });
        let Some(early) = found else {
            late += 1;
            continue;
        };
        let early_occasion = occasions.remove(early);
        if early < late {
            late -= 1;
        }
        if let Some(season) = occasions.get_mut(late) {
            for bought in early_occasion.purchases.values() {
                let ahead = ahead_season(bought.day, season.phase);
                season.purchases.insert(
                    ahead,
                    Purchase {
                        is_ahead: true,
                        ..*bought
                    },
                );
            }
        }
        late += 1;
    }
}

/// The season for which an early purchase counts: the next one.
fn ahead_season(day: f64, phase: f64) -> i32 {
    season_of(day + YEAR_DAYS / 2.0 - 1.0, phase)
}

/// Moves purchases ahead of a skipped season from less established occasions to that season.
fn assign_bought_ahead(occasions: &mut Vec<Occasion>) {
    for index in 0..occasions.len() {
        let (established, weaker) = occasions.split_at_mut(index + 1);
        let Some(occasion) = established.last_mut() else {
            return;
        };
        let usual = occasion.mean_quantity();
        for other in weaker {
            if other.strength() >= occasion.strength() && occasion.strength() > 1 {
                continue;
            }
            let moved: Vec<i32> = other
                .purchases
                .iter()
                .filter(|(_, bought)| {
                    let season = ahead_season(bought.day, occasion.phase);
                    let due = occasion.phase + f64::from(season) * YEAR_DAYS;
                    season > occasion.first_season()
                        && !occasion.purchases.contains(season)
                        && AHEAD_DAYS.contains(&(due - bought.day))
                        && can_replace(bought.quantity, usual)
                })
                .map(|(season, _)| season)
                .collect();
            for season in moved {
                if let Some(bought) = other.purchases.remove(season) {
                    occasion.purchases.insert(
                        ahead_season(bought.day, occasion.phase),
                        Purchase {
                            is_ahead: true,
                            ..bought
                        },
                    );
                }
            }
        }
    }
    occasions.retain(|occasion| !occasion.purchases.is_empty());
}
