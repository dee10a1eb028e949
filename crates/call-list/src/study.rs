//! What is known of every grower on a day: occasions, relationship, other orders.

use crate::episode::{EPISODE_DAYS, GrowerEpisodes, UnitMargins, group_episodes};
use crate::grower::{Category, Grower, YEAR_DAYS, day_number};
use crate::normal::normal_cdf;
use crate::occasion::{Occasion, find_occasions};
use crate::relationship::{
    CLASSES, Evidence, Observation, RelationshipHistory, RelationshipModel, StateChances,
};
use crate::season_shift::SeasonShifts;
use chrono::NaiveDate;
use estimators::parallel::map_in_parallel;

/// Days over the usual day after which a season counts as skipped.
pub(crate) const SKIPPED_AFTER_DAYS: f64 = 45.0;
/// Days ahead that are looked at.
pub(crate) const AHEAD_DAYS: f64 = 70.0;
const MONTH_DAYS: f64 = YEAR_DAYS / 12.0;
/// Chance of a purchase later than now at which an occasion is no evidence.
const NO_EVIDENCE: f64 = 0.98;
/// Passes over the occasions, each with the shifts of the one before.
const ROUNDS: usize = 2;
/// Fewer growers are studied on one thread.
pub(crate) const MIN_PER_THREAD: usize = 100;

/// A season of an occasion that is neither bought nor given up.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OpenSeason {
    pub(crate) occasion: usize,
    pub(crate) season: i32,
    pub(crate) class: usize,
    /// Usual day, with the season's shift.
    pub(crate) due: f64,
    /// Standard deviation of the day.
    pub(crate) deviation: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GrowerStudy {
    pub(crate) last_day: f64,
    pub(crate) occasions: Vec<Occasion>,
    pub(crate) open: Vec<OpenSeason>,
    pub(crate) history: RelationshipHistory,
    /// Orders that belong to no earlier occasion, after the first year.
    pub(crate) new_orders: f64,
    /// Years in which they were counted.
    pub(crate) new_order_years: f64,
    /// Whether quantities alternate from year to year, as with a rotation of crops.
    pub(crate) rotates: bool,
}

/// What growers of an organization have in common on a day: margins and seasons.
#[derive(Debug)]
pub(crate) struct Study {
    pub(crate) as_of: f64,
    margins: UnitMargins,
    /// With which occasions are found.
    first_shifts: SeasonShifts,
    /// Estimated from those occasions.
    shifts: SeasonShifts,
}

impl Study {
    /// From purchases before `as_of`: margins of all growers, and the seasons of `sample`. Also what is
    /// known of each grower of the sample.
    pub(crate) fn new(
        growers: &[Grower],
        sample: &[&Grower],
        as_of: NaiveDate,
    ) -> (Self, Vec<Option<GrowerStudy>>) {
        let as_of = day_number(as_of);
        let margins = UnitMargins::new(growers, as_of);
        let episodes = map_in_parallel(sample, MIN_PER_THREAD, |grower| {
            group_episodes(grower, &margins, as_of)
        });
        let (mut first_shifts, mut shifts) = (SeasonShifts::default(), SeasonShifts::default());
        let mut occasions = Vec::new();
        for _ in 0..ROUNDS {
            first_shifts = shifts;
            occasions = map_in_parallel(&episodes, MIN_PER_THREAD, |of_grower| {
                find_all_occasions(of_grower, &first_shifts)
            });
            shifts = SeasonShifts::estimate(occasions.iter().flatten(), as_of);
        }
        let study = Self {
            as_of,
            margins,
            first_shifts,
            shifts,
        };
        let studied = episodes.iter().zip(occasions);
        let studied = studied
            .map(|(episodes, occasions)| study.study_occasions(episodes, occasions))
            .collect();
        (study, studied)
    }

    /// None for a grower without purchases.
    pub(crate) fn study_grower(&self, grower: &Grower) -> Option<GrowerStudy> {
        let episodes = group_episodes(grower, &self.margins, self.as_of);
        let occasions = find_all_occasions(&episodes, &self.first_shifts);
        self.study_occasions(&episodes, occasions)
    }

    fn study_occasions(
        &self,
        episodes: &GrowerEpisodes,
        occasions: Vec<Occasion>,
    ) -> Option<GrowerStudy> {
        let days = || episodes.values().flatten();
        let first_day = days().map(|episode| episode.day).reduce(f64::min)?;
        let last_day = days().map(|episode| episode.last_day).reduce(f64::max)?;
        let (shifts, as_of) = (&self.shifts, self.as_of);
        Some(GrowerStudy::new(
            first_day, last_day, occasions, shifts, as_of,
        ))
    }
}

fn find_all_occasions(episodes: &GrowerEpisodes, shifts: &SeasonShifts) -> Vec<Occasion> {
    episodes
        .iter()
        .flat_map(|(&line, episodes)| find_occasions(line, episodes, shifts))
        .collect()
}

/// Class of an occasion with this number of purchases.
fn class_of(category: Category, purchases: usize) -> usize {
    match (category, purchases) {
        (Category::Other, _) => 3,
        (_, 0 | 1) => 0,
        (_, 2) => 1,
        _ => 2,
    }
}

fn is_rotating(occasions: &[Occasion]) -> bool {
    let (mut rotating, mut constant, mut number) = (0.0, 0.0, 0.0);
    for occasion in occasions {
        let errors = occasion.rotation_errors();
        rotating += errors.0;
        constant += errors.1;
        number += errors.2;
    }
    number >= 3.0 && rotating < 0.8 * constant
}

fn month_of(day: f64, first_day: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "months are few and not negative; casts saturate"
    )]
    let month = ((day - first_day).max(0.0) / MONTH_DAYS) as usize;
    month
}

impl GrowerStudy {
    fn new(
        first_day: f64,
        last_day: f64,
        occasions: Vec<Occasion>,
        shifts: &SeasonShifts,
        as_of: f64,
    ) -> Self {
        let mut open = Vec::new();
        let mut history = RelationshipHistory {
            months: month_of(as_of, first_day),
            observations: Vec::new(),
        };
        let mut new_orders = 0.0;
        let rotates = is_rotating(&occasions);
        for (index, occasion) in occasions.iter().enumerate() {
            if occasion
                .purchases
                .first()
                .is_some_and(|(_, bought)| bought.day > first_day + YEAR_DAYS)
            {
                new_orders += 1.0;
            }
            let mut purchases = 1;
            for season in occasion.first_season() + 1.. {
                let due = occasion.due_day(season, shifts);
                let bought = occasion.purchases.get(season);
                if due > as_of + AHEAD_DAYS && bought.is_none() {
                    break;
                }
                let class = class_of(occasion.line.category, purchases);
                let years = estimators::usize_to_f64(purchases);
                let deviation = shifts.deviation() * (1.0 + 1.0 / years).sqrt();
                let (day, evidence) = if let Some(bought) = bought {
                    purchases += 1;
                    let is_complete = bought.last_day < as_of - EPISODE_DAYS;
                    let change = occasion
                        .usual(season, rotates)
                        .filter(|_| is_complete && class < CLASSES - 1)
                        .map(|(usual, _)| (bought.quantity / usual).ln().clamp(-1.0, 1.0));
                    (bought.day, Evidence::Bought(change))
                } else if due < as_of - SKIPPED_AFTER_DAYS {
                    (due, Evidence::Skipped)
                } else {
                    open.push(OpenSeason {
                        occasion: index,
                        season,
                        class,
                        due,
                        deviation,
                    });
                    let later = 1.0 - normal_cdf((as_of - due) / deviation);
                    if later > NO_EVIDENCE {
                        continue;
                    }
                    (due.min(as_of), Evidence::Open(later))
                };
                history.observations.push(Observation {
                    month: month_of(day, first_day),
                    class,
                    evidence,
                });
            }
        }
        Self {
            last_day,
            occasions,
            open,
            history,
            new_orders,
            new_order_years: ((as_of - first_day) / YEAR_DAYS - 1.0).max(0.0),
            rotates,
        }
    }

    pub(crate) fn chances(&self, model: &RelationshipModel) -> StateChances {
        model.current_chances(&self.history)
    }
}
