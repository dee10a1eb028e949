//! The customers of the demo: who farms what, from when until when they buy, how much and in which
//! rhythm.
//!
//! Each place in the customer book is held by one grower after the other over the decades: some
//! stay for long, some leave soon. A grower's number depends on the place and on who came before,
//! never on the as-of day.

use super::amount::whole;
use super::day::{Day, Window};
use super::item::Item;
use super::picker::Picker;
use super::places::{Branch, STATES, State};
use super::season::Calendar;
use super::stream::{Stream, Topic};

/// Places in the customer book at 30,000 transactions. About a quarter more growers than places are
/// seen in four years.
const PLACES: f64 = 300.0;

/// Customers grow more slowly than transactions: bigger businesses also sell more to each.
const GROWTH: f64 = 0.74;

/// Draws before the search for a fitting customer settles for any who buys at all.
const TRIES: u32 = 300;

/// A customer.
#[derive(Debug)]
pub(super) struct Grower {
    /// Place in the customer book.
    pub(super) place: u32,
    /// How many held the place before.
    pub(super) predecessors: u32,
    pub(super) since: Day,
    /// The first day without business.
    until: Day,
    pub(super) state: &'static State,
    pub(super) acres: i64,
    /// Joined by semicolons, as in the customer table.
    pub(super) crops: &'static str,
    pub(super) branch: Branch,
    /// Weight among the customers.
    weight: f64,
    /// Size of an order line relative to the mean farm's.
    size: f64,
    /// Days by which the grower is later than the season.
    habit: i32,
    /// Days between visits, and when they fall.
    rhythm: (i32, i32),
}

impl Grower {
    fn new(
        seed: u64,
        place: u32,
        predecessors: u32,
        (since, until): (Day, Day),
        regions: &Regions,
    ) -> Option<Self> {
        let mut stream = Stream::new(
            seed,
            Topic::Grower,
            i64::from(place),
            i64::from(predecessors),
        );
        let state = regions.states.draw(&mut stream)?;
        let branch = regions.branches.draw(&mut stream)?;
        let crops = Picker::new(state.crops.iter().copied()).draw(&mut stream)?;
        let acres = (760.0 * (0.62 * stream.normal()).exp()).clamp(60.0, 6_500.0);
        let farm = (acres / 900.0).sqrt();
        let every = 9 + stream.days(32);
        Some(Self {
            place,
            predecessors,
            since,
            until,
            state,
            acres: whole(acres / 5.0) * 5,
            crops,
            branch,
            weight: farm * stream.spread(0.75),
            size: farm,
            habit: i32::try_from(whole((7.0 * stream.normal()).clamp(-18.0, 18.0)))
                .unwrap_or_default(),
            rhythm: (every, stream.days(41)),
        })
    }

    pub(super) fn buys_on(&self, day: Day) -> bool {
        self.since <= day && day < self.until
    }

    pub(super) fn grows(&self, item: &Item) -> bool {
        item.crop.is_none_or(|crop| self.crops.contains(crop))
    }

    /// How well a purchase of `item` on `day` fits the grower's own habits, 0 to 1.
    fn fit(&self, item: &Item, day: Day, calendar: &Calendar) -> f64 {
        if !self.buys_on(day) || !self.grows(item) {
            return 0.0;
        }
        let (every, turn) = self.rhythm;
        let visit = if (day.0 + turn).rem_euclid(every) < 2 {
            1.0
        } else {
            0.10
        };
        let own = calendar.density(item.season, day - self.habit);
        let all = calendar.density(item.season, day);
        visit * (own / (1.6 * all)).min(1.0)
    }
}

/// Where a grower may live and buy.
struct Regions {
    states: Picker<&'static State>,
    branches: Picker<Branch>,
}

/// Every customer who has bought, or could have, in the window.
pub(super) struct Growers {
    all: Vec<Grower>,
    by_weight: Picker<usize>,
    mean_size: f64,
}

impl Growers {
    /// About 370 customers for 30,000 transactions and 5,000 for a million.
    pub(super) fn new(seed: u64, transactions: u32, window: Window) -> Self {
        let places = (PLACES * (f64::from(transactions) / 30_000.0).powf(GROWTH)).max(12.0);
        let regions = Regions {
            states: Picker::new(STATES.iter().map(|state| (state.share, state))),
            branches: Picker::new(Branch::ALL.map(|branch| (branch.share(), branch))),
        };
        let all: Vec<Grower> = (0..u32::try_from(whole(places)).unwrap_or(u32::MAX))
            .flat_map(|place| {
                tenures(seed, place, window)
                    .map(move |(predecessors, tenure)| (place, predecessors, tenure))
            })
            .filter_map(|(place, predecessors, tenure)| {
                Grower::new(seed, place, predecessors, tenure, &regions)
            })
            .collect();
        let by_weight = Picker::new(
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

    /// In the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Grower> {
        self.all.iter()
    }

    /// Who buys `item` on `day`.
    pub(super) fn buyer(
        &self,
        item: &Item,
        day: Day,
        calendar: &Calendar,
        stream: &mut Stream,
    ) -> Option<&Grower> {
        let mut active = None;
        for _ in 0..TRIES {
            let grower = self.all.get(self.by_weight.draw(stream)?)?;
            if stream.chance(grower.fit(item, day, calendar)) {
                return Some(grower);
            }
            if grower.buys_on(day) {
                active = Some(grower);
            }
        }
        active
            .or_else(|| self.all.iter().find(|grower| grower.buys_on(day)))
            .or(self.all.first())
    }

    /// The grower's order lines relative to the mean order line.
    pub(super) fn size_of(&self, grower: &Grower) -> f64 {
        grower.size / self.mean_size
    }
}

/// Who holds a place in the customer book and when, as far as it touches the window: number of
/// predecessors, first day, first day after.
fn tenures(seed: u64, place: u32, window: Window) -> impl Iterator<Item = (u32, (Day, Day))> {
    let mut stream = Stream::new(seed, Topic::Tenure, i64::from(place), 0);
    // The first ones were there before the books begin.
    let mut since = Day(0) - stream.days(6_000);
    std::iter::repeat_with(move || {
        let mean_years = if stream.chance(0.18) { 1.6 } else { 17.0 };
        let until = since + days(30.0 + stream.exponential(mean_years * 365.25));
        let tenure = (since, until);
        since = until + days(stream.exponential(150.0));
        tenure
    })
    .enumerate()
    .map(|(number, tenure)| (u32::try_from(number).unwrap_or(u32::MAX), tenure))
    .take_while(move |(_, (since, _))| *since <= window.last)
    .filter(move |(_, (_, until))| *until > window.first)
}

fn days(value: f64) -> i32 {
    i32::try_from(whole(value)).unwrap_or(i32::MAX)
}
