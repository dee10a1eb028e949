//! The relationship with a grower: a hidden Markov model of regular, wavering and lost buyers.
//!
//! Hidden Markov models of customer relationships: Netzer, Lattin, Srinivasan, "A hidden Markov
//! model of customer relationship dynamics", Marketing Science 27 (2008) 185-204. Parameters are
//! those of the organization, by expectation maximization (Baum, Petrie, Soules, Weiss, Annals of
//! Mathematical Statistics 41 (1970) 164-171). Where a model in which nobody leaves explains the
//! rows as well (Bayesian information criterion), that model is used, so that no risk is claimed.

use estimators::parallel::map_in_parallel;
use std::array;

/// Number of states: regular, wavering, then how long a lost grower has been lost: four quarters,
/// and longer.
pub(crate) const STATES: usize = 7;
const REGULAR: usize = 0;
const WAVERING: usize = 1;
const FIRST_LOST: usize = 2;
/// Chance per month to pass on to the next quarter of being lost.
const NEXT_QUARTER: f64 = 1.0 / 3.0;
/// Classes of occasions by number of purchases so far: 1, 2, 3 and more; and other products.
pub(crate) const CLASSES: usize = 4;
/// Chance of a purchase of a grower that is lost: a stray order.
const STRAY: f64 = 0.004;
const ROUNDS: usize = 80;
/// Growers that are counted on one thread.
const PART: usize = 500;
/// Gain in log-likelihood per grower from which growers are taken to leave. Where nobody leaves,
/// chance and the simplifications of the model gain up to about 0.25.
const MIN_GAIN: f64 = 0.6;

pub(crate) type StateChances = [f64; STATES];

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Evidence {
    /// Logarithm of the quantity over the usual one; none if that is unknown.
    Bought(Option<f64>),
    Skipped,
    /// Not bought yet; the chance that a purchase would come later than now.
    Open(f64),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Observation {
    pub(crate) month: usize,
    pub(crate) class: usize,
    pub(crate) evidence: Evidence,
}

/// What is known of a grower, by month since the first purchase.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct RelationshipHistory {
    pub(crate) months: usize,
    /// By month.
    pub(crate) observations: Vec<Observation>,
}

impl RelationshipHistory {
    /// Number of usual purchases that were due in the last twelve months, and of those skipped.
    pub(crate) fn last_year(&self) -> (usize, usize) {
        let recent = || {
            self.observations.iter().filter(|seen| {
                seen.month + 12 > self.months
                    && seen.class + 1 < CLASSES
                    && !matches!(seen.evidence, Evidence::Open(_))
            })
        };
        let skipped = recent().filter(|seen| seen.evidence == Evidence::Skipped);
        (recent().count(), skipped.count())
    }
}

/// Parameters of an organization. Chances of changes are per month.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RelationshipModel {
    pub(crate) waver: f64,
    pub(crate) heal: f64,
    pub(crate) leave: f64,
    /// Chance that a regular buyer skips an occasion, by class.
    pub(crate) skip: [f64; CLASSES],
    /// Additional chance that a wavering buyer skips it.
    pub(crate) wavering_skip: f64,
    /// Mean logarithm of the quantity of a wavering buyer over the usual one; negative.
    pub(crate) wavering_change: f64,
    /// Variance of that logarithm.
    pub(crate) change_variance: f64,
}

impl RelationshipModel {
    const START: Self = Self {
        waver: 0.012,
        heal: 0.05,
        leave: 0.04,
        skip: [0.3, 0.15, 0.06, 0.6],
        wavering_skip: 0.45,
        wavering_change: -0.2,
        change_variance: 0.1,
    };

    /// Fitted to the growers' histories.
    pub(crate) fn fit(histories: &[&RelationshipHistory]) -> Self {
        let (leaving, likelihood) = Self::START.maximize(histories, ROUNDS);
        let (staying, other) = Self {
            waver: 0.0,
            ..Self::START
        }
        .maximize(histories, 10);
        let growers = estimators::usize_to_f64(histories.len().max(1));
        let gain = (likelihood - other) / growers;
        if gain > MIN_GAIN { leaving } else { staying }
    }

    /// Whether anyone leaves.
    pub(crate) fn has_risk(&self) -> bool {
        self.waver > 0.0
    }

    fn start_chances(&self) -> StateChances {
        let wavering = if self.has_risk() {
            (self.waver / (self.heal + self.leave + self.waver)).min(0.2)
        } else {
            0.0
        };
        array::from_fn(|state| match state {
            REGULAR => 1.0 - wavering,
            WAVERING => wavering,
            _ => 0.0,
        })
    }

    /// Chance of a move between states in a month.
    fn transition(&self, from: usize, to: usize) -> f64 {
        match (from, to) {
            (REGULAR, REGULAR) => 1.0 - self.waver,
            (REGULAR, WAVERING) => self.waver,
            (WAVERING, REGULAR) => self.heal,
            (WAVERING, WAVERING) => 1.0 - self.heal - self.leave,
            (WAVERING, FIRST_LOST) => self.leave,
            (from, to) if from >= FIRST_LOST && from + 1 == to => NEXT_QUARTER,
            (from, to) if from >= FIRST_LOST && from == to => {
                if from + 1 == STATES {
                    1.0
                } else {
                    1.0 - NEXT_QUARTER
                }
            }
            _ => 0.0,
        }
    }

    fn advance(&self, now: &StateChances) -> StateChances {
        array::from_fn(|to| {
            now.iter()
                .enumerate()
                .map(|(from, chance)| chance * self.transition(from, to))
                .sum()
        })
    }

    /// Chance that an occasion is skipped, by state.
    pub(crate) fn skip_chances(&self, class: usize) -> StateChances {
        let skip = self.skip.get(class).copied().unwrap_or(0.5);
        array::from_fn(|state| match state {
            REGULAR => skip,
            WAVERING => skip + (1.0 - skip) * self.wavering_skip,
            _ => 1.0 - STRAY,
        })
    }

    fn emission(&self, observation: &Observation) -> StateChances {
        let skip = self.skip_chances(observation.class);
        array::from_fn(|state| {
            let skip = skip.get(state).copied().unwrap_or(1.0);
            match observation.evidence {
                Evidence::Bought(change) => (1.0 - skip) * self.change_ratio(state, change),
                Evidence::Skipped => skip,
                Evidence::Open(later) => skip + (1.0 - skip) * later,
            }
        })
    }

    /// Density of a change of the quantity in a state over that of a regular buyer.
    fn change_ratio(&self, state: usize, change: Option<f64>) -> f64 {
        match change {
            Some(change) if state == WAVERING => {
                let difference = change.powi(2) - (change - self.wavering_change).powi(2);
                (0.5 * difference / self.change_variance).exp()
            }
            _ => 1.0,
        }
    }

    /// Emissions of all observations of each month, multiplied.
    fn monthly_emissions(&self, history: &RelationshipHistory) -> Vec<StateChances> {
        let mut months = vec![[1.0; STATES]; history.months + 1];
        for observation in &history.observations {
            if let Some(month) = months.get_mut(observation.month.min(history.months)) {
                for (product, chance) in month.iter_mut().zip(self.emission(observation)) {
                    *product *= chance;
                }
            }
        }
        months
    }

    /// Filtered state chances of each month, and the log-likelihood.
    fn filter(&self, emissions: &[StateChances]) -> (Vec<StateChances>, Vec<f64>, f64) {
        let mut chances = self.start_chances();
        let (mut filtered, mut scales, mut likelihood) = (Vec::new(), Vec::new(), 0.0);
        for (month, emission) in emissions.iter().enumerate() {
            if month > 0 {
                chances = self.advance(&chances);
            }
            for (chance, factor) in chances.iter_mut().zip(emission) {
                *chance *= factor;
            }
            let scale: f64 = chances.iter().sum::<f64>().max(f64::MIN_POSITIVE);
            for chance in &mut chances {
                *chance /= scale;
            }
            likelihood += scale.ln();
            filtered.push(chances);
            scales.push(scale);
        }
        (filtered, scales, likelihood)
    }

    /// State chances now.
    pub(crate) fn current_chances(&self, history: &RelationshipHistory) -> StateChances {
        let (filtered, ..) = self.filter(&self.monthly_emissions(history));
        filtered.last().copied().unwrap_or(self.start_chances())
    }

    fn maximize(self, histories: &[&RelationshipHistory], rounds: usize) -> (Self, f64) {
        let (mut model, mut likelihood) = (self, f64::NEG_INFINITY);
        for _ in 0..rounds {
            // Parts of a fixed size, so that sums do not depend on the number of processors.
            let parts: Vec<&[&RelationshipHistory]> = histories.chunks(PART).collect();
            let mut counts = ExpectedCounts::default();
            for of_part in map_in_parallel(&parts, 1, |part| model.count_all(part)) {
                counts.add(&of_part);
            }
            let gain = counts.likelihood - likelihood;
            likelihood = counts.likelihood;
            if gain.is_finite() && gain < 0.01 {
                break;
            }
            model = counts.maximum(&model);
        }
        (model, likelihood)
    }

    fn count_all(&self, histories: &[&RelationshipHistory]) -> ExpectedCounts {
        let mut counts = ExpectedCounts::default();
        for history in histories {
            self.count(history, &mut counts);
        }
        counts
    }

    fn count(&self, history: &RelationshipHistory, counts: &mut ExpectedCounts) {
        let emissions = self.monthly_emissions(history);
        let (filtered, scales, likelihood) = self.filter(&emissions);
        counts.likelihood += likelihood;
        let mut later = [1.0; STATES];
        let mut smoothed = filtered.clone();
        for month in (0..emissions.len()).rev() {
            let (Some(now), Some(smooth)) = (filtered.get(month), smoothed.get_mut(month)) else {
                continue;
            };
            *smooth = array::from_fn(|state| product(now, &later, state));
            let total: f64 = smooth.iter().sum::<f64>().max(f64::MIN_POSITIVE);
            for chance in smooth.iter_mut() {
                *chance /= total;
            }
            let (Some(emission), Some(scale)) = (emissions.get(month), scales.get(month)) else {
                continue;
            };
            // Chance of the evidence from this month on, by state in this month.
            let ahead: StateChances =
                array::from_fn(|state| product(emission, &later, state) / scale);
            if let Some(before) = month.checked_sub(1).and_then(|before| filtered.get(before)) {
                let mut moves = [0.0; 5];
                let pairs = [
                    (REGULAR, REGULAR),
                    (REGULAR, WAVERING),
                    (WAVERING, REGULAR),
                    (WAVERING, WAVERING),
                    (WAVERING, FIRST_LOST),
                ];
                for (moved, (from, to)) in moves.iter_mut().zip(pairs) {
                    *moved = before.get(from).copied().unwrap_or_default()
                        * self.transition(from, to)
                        * ahead.get(to).copied().unwrap_or_default();
                }
                for (sum, moved) in counts.moves.iter_mut().zip(moves) {
                    *sum += moved;
                }
            }
            later = array::from_fn(|from| {
                ahead
                    .iter()
                    .enumerate()
                    .map(|(to, chance)| self.transition(from, to) * chance)
                    .sum()
            });
        }
        for observation in &history.observations {
            let Some(state) = smoothed.get(observation.month.min(history.months)) else {
                continue;
            };
            counts.observe(self, observation, state);
        }
    }
}

fn product(one: &StateChances, other: &StateChances, state: usize) -> f64 {
    one.get(state).copied().unwrap_or_default() * other.get(state).copied().unwrap_or_default()
}

#[derive(Debug, Clone, Copy, Default)]
struct ExpectedCounts {
    likelihood: f64,
    /// Regular to regular and wavering; wavering to regular, wavering and lost.
    moves: [f64; 5],
    /// Occasions and those skipped without wavering, by class.
    occasions: [f64; CLASSES],
    skipped: [f64; CLASSES],
    /// Occasions of wavering growers that they would have bought, and those skipped.
    wavering: f64,
    wavering_skipped: f64,
    /// Purchases of regular and wavering buyers with a known change, and sums over them.
    changes: f64,
    squares: f64,
    wavering_changes: f64,
    wavering_sum: f64,
}

impl ExpectedCounts {
    fn add(&mut self, other: &Self) {
        self.likelihood += other.likelihood;
        let lists: [(&mut [f64], &[f64]); 3] = [
            (&mut self.moves, &other.moves),
            (&mut self.occasions, &other.occasions),
            (&mut self.skipped, &other.skipped),
        ];
        for (sums, others) in lists {
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum += other;
            }
        }
        self.wavering += other.wavering;
        self.wavering_skipped += other.wavering_skipped;
        self.changes += other.changes;
        self.squares += other.squares;
        self.wavering_changes += other.wavering_changes;
        self.wavering_sum += other.wavering_sum;
    }

    fn observe(&mut self, model: &RelationshipModel, seen: &Observation, state: &StateChances) {
        let is_skipped = match seen.evidence {
            Evidence::Bought(_) => false,
            Evidence::Skipped => true,
            Evidence::Open(_) => return,
        };
        let [regular, wavering, ..] = *state;
        if let Evidence::Bought(Some(change)) = seen.evidence {
            self.changes += regular + wavering;
            self.squares +=
                regular * change.powi(2) + wavering * (change - model.wavering_change).powi(2);
            self.wavering_changes += wavering;
            self.wavering_sum += wavering * change;
        }
        let skip = model.skip.get(seen.class).copied().unwrap_or(0.5);
        // Of a skipped occasion of a wavering buyer: chance that a regular one had skipped it too.
        let own = if is_skipped {
            skip / (skip + (1.0 - skip) * model.wavering_skip).max(f64::MIN_POSITIVE)
        } else {
            0.0
        };
        if let (Some(occasions), Some(skipped)) = (
            self.occasions.get_mut(seen.class),
            self.skipped.get_mut(seen.class),
        ) {
            *occasions += regular + wavering;
            *skipped += wavering * own + if is_skipped { regular } else { 0.0 };
        }
        self.wavering += wavering * (1.0 - own);
        if is_skipped {
            self.wavering_skipped += wavering * (1.0 - own);
        }
    }

    /// The parameters of highest posterior density under weak priors.
    fn maximum(&self, before: &RelationshipModel) -> RelationshipModel {
        let [stayed, wavered, healed, kept, left] = self.moves;
        let months = healed + kept + left;
        let rate = |number: f64, of: f64, prior: f64, weight: f64| {
            (number + prior * weight) / (of + weight)
        };
        RelationshipModel {
            waver: if before.has_risk() {
                rate(wavered, stayed + wavered, 0.01, 100.0).min(0.1)
            } else {
                0.0
            },
            heal: rate(healed, months, 0.05, 200.0).clamp(0.01, 0.2),
            leave: rate(left, months, 0.04, 200.0).clamp(0.005, 0.2),
            skip: array::from_fn(|class| {
                let of = self.occasions.get(class).copied().unwrap_or_default();
                let skipped = self.skipped.get(class).copied().unwrap_or_default();
                let prior = RelationshipModel::START
                    .skip
                    .get(class)
                    .copied()
                    .unwrap_or(0.3);
                rate(skipped, of, prior, 20.0).clamp(0.002, 0.98)
            }),
            wavering_skip: rate(self.wavering_skipped, self.wavering, 0.45, 20.0).clamp(0.2, 0.9),
            wavering_change: rate(self.wavering_sum, self.wavering_changes, -0.2, 20.0)
                .clamp(-1.0, 0.0),
            change_variance: rate(self.squares, self.changes, 0.1, 20.0).clamp(0.01, 1.0),
        }
    }
}
