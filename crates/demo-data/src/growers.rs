//! Customers of the demo: their farms, tenure, size and purchase pattern.
//!
//! Each slot of the customer list has one grower after another over the decades, some for long,
//! some briefly. A grower's number depends on the slot and its predecessors, never on the as-of
//! day.

use super::amount::round_to_i64;
use super::day::{Day, Window};
use super::item::Item;
use super::locations::{Branch, STATES, State};
use super::random_stream::{RandomStream, StreamTopic};
use super::season::SeasonCalendar;
use super::weighted_picker::WeightedPicker;

/// Customer slots at 30,000 transactions. The four years include about a quarter more growers than
/// slots.
const BASE_CUSTOMER_SLOTS: f64 = 300.0;

/// The number of customers grows more slowly than the transactions: larger retailers also sell more
/// to each.
const GROWTH_EXPONENT: f64 = 0.74;

/// Draws of a matching customer before any active one is accepted.
const MAX_BUYER_DRAWS: u32 = 300;

/// A customer.
#[derive(Debug)]
pub(super) struct Grower {
    /// Index of the customer slot.
    pub(super) slot: u32,
    /// Number of previous growers in the slot.
    pub(super) predecessors: u32,
    pub(super) since: Day,
    /// First day after the tenure.
    until: Day,
    pub(super) state: &'static State,
    pub(super) acres: i64,
    /// Joined by semicolons, as in the source table.
    pub(super) crops: &'static str,
    pub(super) branch: Branch,
    /// Weight among the customers.
    weight: f64,
    /// Size of an order line relative to the mean farm's.
    size: f64,
    /// Delay of the grower's season in days.
    season_delay_days: i32,
    /// Days between visits, and their phase.
    visit_cycle: (i32, i32),
}

impl Grower {
    fn new(
        seed: u64,
        slot: u32,
        predecessors: u32,
        (since, until): (Day, Day),
        regions: &Regions,
    ) -> Option<Self> {
        let mut stream = RandomStream::new(
            seed,
            StreamTopic::Grower,
            i64::from(slot),
            i64::from(predecessors),
        );
        let state = regions.states.draw_choice(&mut stream)?;
        let branch = regions.branches.draw_choice(&mut stream)?;
        let crops = WeightedPicker::new(state.crops.iter().copied()).draw_choice(&mut stream)?;
        let acres = (760.0 * (0.62 * stream.standard_normal()).exp()).clamp(60.0, 6_500.0);
        let farm = (acres / 900.0).sqrt();
        let every = 9 + stream.uniform_days(32);
        Some(Self {
            slot,
            predecessors,
            since,
            until,
            state,
            acres: round_to_i64(acres / 5.0) * 5,
            crops,
            branch,
            weight: farm * stream.log_normal(0.75),
            size: farm,
            season_delay_days: i32::try_from(round_to_i64(
                (7.0 * stream.standard_normal()).clamp(-18.0, 18.0),
            ))
            .unwrap_or_default(),
            visit_cycle: (every, stream.uniform_days(41)),
        })
    }

    pub(super) fn is_active_on(&self, day: Day) -> bool {
        self.since <= day && day < self.until
    }

    pub(super) fn grows_crop_for(&self, item: &Item) -> bool {
        item.crop.is_none_or(|crop| self.crops.contains(crop))
    }

    /// How well a purchase of `item` on `day` matches the grower's pattern, 0 to 1.
    fn purchase_fit(&self, item: &Item, day: Day, calendar: &SeasonCalendar) -> f64 {
        if !self.is_active_on(day) || !self.grows_crop_for(item) {
            return 0.0;
        }
        let (every, turn) = self.visit_cycle;
        let visit = if (day.0 + turn).rem_euclid(every) < 2 {
            1.0
        } else {
            0.10
        };
        let own = calendar.season_density(item.season, day - self.season_delay_days);
        let all = calendar.season_density(item.season, day);
        visit * (own / (1.6 * all)).min(1.0)
    }
}

/// Distributions of states and branches.
struct Regions {
    states: WeightedPicker<&'static State>,
    branches: WeightedPicker<Branch>,
}

/// All customers with a tenure in the window.
pub(super) struct Growers {
    all: Vec<Grower>,
    by_weight: WeightedPicker<usize>,
    mean_size: f64,
}

impl Growers {
    /// About 370 customers for 30,000 transactions and 5,000 for a million.
    pub(super) fn new(seed: u64, transactions: u32, window: Window) -> Self {
        let slots = (BASE_CUSTOMER_SLOTS
            * (f64::from(transactions) / 30_000.0).powf(GROWTH_EXPONENT))
        .max(12.0);
        let regions = Regions {
            states: WeightedPicker::new(STATES.iter().map(|state| (state.share, state))),
            branches: WeightedPicker::new(
                Branch::ALL.map(|branch| (branch.customer_share(), branch)),
            ),
        };
        let all: Vec<Grower> = (0..u32::try_from(round_to_i64(slots)).unwrap_or(u32::MAX))
            .flat_map(|slot| {
                draw_tenures(seed, slot, window)
                    .map(move |(predecessors, tenure)| (slot, predecessors, tenure))
            })
            .filter_map(|(slot, predecessors, tenure)| {
                Grower::new(seed, slot, predecessors, tenure, &regions)
            })
            .collect();
        let by_weight = WeightedPicker::new(
            all.iter()
                .enumerate()
                .map(|(number, grower)| (grower.weight, number)),
        );
        let weight: f64 = all.iter().map(|grower| grower.weight).sum();
        let weighted_size: f64 = all.iter().map(|grower| grower.weight * grower.size).sum();
        Self {
            all,
            by_weight,
            mean_size: weighted_size / weight.max(f64::MIN_POSITIVE),
        }
    }

    /// Ordered by number.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Grower> {
        self.all.iter()
    }

    /// Draws the buyer of `item` on `day`.
    pub(super) fn draw_buyer(
        &self,
        item: &Item,
        day: Day,
        calendar: &SeasonCalendar,
        stream: &mut RandomStream,
    ) -> Option<&Grower> {
        let mut active = None;
        for _ in 0..MAX_BUYER_DRAWS {
            let grower = self.all.get(self.by_weight.draw_choice(stream)?)?;
            if stream.draw_chance(grower.purchase_fit(item, day, calendar)) {
                return Some(grower);
            }
            if grower.is_active_on(day) {
                active = Some(grower);
            }
        }
        active
            .or_else(|| self.all.iter().find(|grower| grower.is_active_on(day)))
            .or(self.all.first())
    }

    /// The grower's order lines relative to the mean order line.
    pub(super) fn relative_size(&self, grower: &Grower) -> f64 {
        grower.size / self.mean_size
    }
}

/// Tenures in a customer slot that overlap the window: number of predecessors, first day, first day
/// after.
fn draw_tenures(seed: u64, slot: u32, window: Window) -> impl Iterator<Item = (u32, (Day, Day))> {
    let mut stream = RandomStream::new(seed, StreamTopic::Tenure, i64::from(slot), 0);
    // The first tenures start before the first day.
    let mut since = Day(0) - stream.uniform_days(6_000);
    std::iter::repeat_with(move || {
        let mean_years = if stream.draw_chance(0.18) { 1.6 } else { 17.0 };
        let until = since + round_to_days(30.0 + stream.draw_exponential(mean_years * 365.25));
        let tenure = (since, until);
        since = until + round_to_days(stream.draw_exponential(150.0));
        tenure
    })
    .enumerate()
    .map(|(number, tenure)| (u32::try_from(number).unwrap_or(u32::MAX), tenure))
    .take_while(move |(_, (since, _))| *since <= window.last)
    .filter(move |(_, (_, until))| *until > window.first)
}

fn round_to_days(value: f64) -> i32 {
    i32::try_from(round_to_i64(value)).unwrap_or(i32::MAX)
}
