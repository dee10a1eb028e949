//! Deterministic simulated customers for tests: three kinds with their own seasons and rates, some
//! of which leave.

use chrono::{Days, NaiveDate};

use super::customer::{CategorySales, Customer, OrderDay};

pub(super) fn parse_date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// A customer with an order of 100 on each of the days.
pub(super) fn customer_ordering_on(id: &str, days: &[&str]) -> Customer {
    let days = days.iter().map(|day| OrderDay {
        day: parse_date(day),
        orders: 1,
        amount: 100.0,
    });
    Customer {
        id: id.to_owned(),
        name: format!("Farm {id}"),
        state: None,
        crops: None,
        days: days.collect(),
        categories: Vec::new(),
    }
}

/// Random numbers in [0, 1) (Marsaglia's xorshift).
pub(super) struct RandomNumbers(u64);

impl RandomNumbers {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        #[expect(clippy::cast_precision_loss, reason = "53 bits")]
        let number = (self.0 >> 11) as f64 / (1_u64 << 53) as f64;
        number
    }

    /// A random integer below `end`.
    pub(super) fn next_below(&mut self, end: u32) -> u32 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "floors a number below a u32"
        )]
        let number = (self.next() * f64::from(end)) as u32;
        number
    }

    fn next_exponential(&mut self, mean: f64) -> f64 {
        -(1.0 - self.next()).ln() * mean
    }

    /// Approximately normal, standard deviation 1.
    fn next_normal(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() - 6.0
    }
}

struct CustomerKind {
    state: &'static str,
    crops: &'static str,
    category: &'static str,
    orders_per_year: f64,
    lost_per_year: f64,
    amount: f64,
    /// Day of the year and width of each peak.
    peaks: [(f64, f64); 2],
}

const CUSTOMER_KINDS: [CustomerKind; 3] = [
    CustomerKind {
        state: "Iowa",
        crops: "corn;soybeans",
        category: "fertilizer",
        orders_per_year: 9.0,
        lost_per_year: 0.05,
        amount: 18_000.0,
        peaks: [(105.0, 14.0), (310.0, 16.0)],
    },
    CustomerKind {
        state: "Kansas",
        crops: "wheat",
        category: "seed",
        orders_per_year: 5.0,
        lost_per_year: 0.1,
        amount: 9_000.0,
        peaks: [(70.0, 14.0), (255.0, 16.0)],
    },
    CustomerKind {
        state: "Ohio",
        crops: "corn",
        category: "pesticide",
        orders_per_year: 2.5,
        lost_per_year: 0.25,
        amount: 900.0,
        peaks: [(165.0, 20.0), (200.0, 30.0)],
    },
];

/// `number` customers and their orders in the `years` up to and including `until`.
pub(super) fn simulate_retailer(
    seed: u64,
    number: usize,
    years: u32,
    until: NaiveDate,
) -> Vec<Customer> {
    let mut numbers = RandomNumbers::new(seed);
    let length = 365 * years;
    let first = until - Days::new(u64::from(length) - 1);
    (0..number)
        .map(|index| {
            let kind = &CUSTOMER_KINDS[index % CUSTOMER_KINDS.len()];
            // Gamma distributed with shape 2.
            let rate = kind.orders_per_year / 2.0
                * (numbers.next_exponential(1.0) + numbers.next_exponential(1.0));
            let join = if numbers.next() < 0.4 {
                numbers.next() * f64::from(length) * 0.7
            } else {
                0.0
            };
            let leave = join + numbers.next_exponential(365.0 / kind.lost_per_year);
            let habit = 8.0 * numbers.next_normal();
            let mut days = Vec::new();
            let mut at = numbers.next_exponential(365.0 / rate.max(0.1));
            while at < f64::from(length) {
                let (center, width) = kind.peaks[usize::from(numbers.next() < 0.5)];
                let year_start = (at / 365.0).floor() * 365.0;
                // Relative to `first`, which offsets every day of the year.
                let in_year = (center + habit + width * numbers.next_normal()
                    - place_in_year(first))
                .rem_euclid(365.0);
                let day = year_start + in_year;
                if day >= join && day < leave {
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "days within the years"
                    )]
                    let day = first + Days::new(day as u64);
                    days.push(OrderDay {
                        day,
                        orders: 1,
                        amount: kind.amount * (0.4 + 1.2 * numbers.next()),
                    });
                }
                at += numbers.next_exponential(365.0 / rate.max(0.1));
            }
            days.retain(|order| order.day <= until);
            let amount = days.iter().map(|day| day.amount).sum();
            Customer {
                id: format!("C{index:04}"),
                name: format!("Farm {index}"),
                state: Some(kind.state.to_owned()),
                crops: Some(kind.crops.to_owned()),
                days,
                categories: vec![CategorySales {
                    category: kind.category.to_owned(),
                    amount,
                    at_cost: 0.8 * amount,
                }],
            }
        })
        .collect()
}

fn place_in_year(date: NaiveDate) -> f64 {
    f64::from(u32::try_from(estimators::seasonal_density::day_of_year(date)).unwrap())
}
