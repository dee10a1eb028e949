//! Random lines that collide as often as possible, and random changes of them.

use chrono::{Days, NaiveDate};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The day of the test clock.
pub(crate) const TODAY: &str = "2026-06-16";

/// A reproducible pseudorandom number generator (Steele, Lea, Flood, "Fast splittable pseudorandom
/// number generators", 2014).
pub(crate) struct SeededRng(u64);

impl SeededRng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A random number below `sides`.
    pub(crate) fn next_below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % sides
    }

    pub(crate) fn pick_one<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[usize::try_from(self.next_below(from.len() as u64)).unwrap()]
    }
}

/// A line of the transactions file.
#[derive(Clone)]
pub(crate) struct LineRow {
    order: String,
    sale: bool,
    day: NaiveDate,
    party: String,
    item: String,
    quantity: String,
    unit: String,
    price: String,
    currency: String,
    promised: String,
    delivered: String,
    location: String,
}

impl LineRow {
    pub(crate) fn random(dice: &mut SeededRng) -> Self {
        let mut line = Self {
            order: String::new(),
            sale: false,
            day: NaiveDate::MIN,
            party: String::new(),
            item: String::new(),
            quantity: String::new(),
            unit: String::new(),
            price: String::new(),
            currency: String::new(),
            promised: String::new(),
            delivered: String::new(),
            location: String::new(),
        };
        (0..PARTS).for_each(|part| line.change_part(part, dice));
        line
    }

    /// Replaces one part of the line with a random value.
    fn change_part(&mut self, part: u64, dice: &mut SeededRng) {
        match part {
            // Few orders and few days, so that many orders have lines on several days.
            0 => self.order = format!("o{}", dice.next_below(8)),
            1 => self.sale = dice.next_below(2) == 0,
            2 => self.day = random_day(dice),
            3 => self.party = format!("x{}", dice.next_below(3)),
            4 => dice
                .pick_one(&["urea", "dap", "corn seed", "Lime"])
                .clone_into(&mut self.item),
            // Returns, zero, and lines whose sum exceeds 64 bits.
            5 => dice
                .pick_one(&["1", "2.5", "-1.25", "0", "7.0001", "900000000", "-3"])
                .clone_into(&mut self.quantity),
            6 => dice
                .pick_one(&["ton", "ton", "lb"])
                .clone_into(&mut self.unit),
            7 => dice
                .pick_one(&["0", "10", "10.5", "999.9999", "1000"])
                .clone_into(&mut self.price),
            8 => dice
                .pick_one(&["USD", "USD", "CAD"])
                .clone_into(&mut self.currency),
            9 => {
                self.promised = if dice.next_below(3) == 0 {
                    String::new()
                } else {
                    random_day(dice).to_string()
                }
            }
            10 => {
                self.delivered = if dice.next_below(3) == 0 {
                    String::new()
                } else {
                    random_day(dice).to_string()
                }
            }
            _ => dice
                .pick_one(&["Ames", "Boone", ""])
                .clone_into(&mut self.location),
        }
    }

    /// Changes the price of the line.
    pub(crate) fn change_payment(&mut self, dice: &mut SeededRng) {
        "1".clone_into(&mut self.quantity);
        self.price = format!("{}.3333", 20 + dice.next_below(50));
    }

    pub(crate) fn to_csv(&self, id: &str) -> String {
        let Self {
            order,
            sale,
            day,
            party,
            item,
            quantity,
            unit,
            price,
            currency,
            promised,
            delivered,
            location,
        } = self;
        let (direction, customer, supplier) = if *sale {
            ("sale", party.as_str(), "")
        } else {
            ("purchase", "", party.as_str())
        };
        format!(
            "{id},{order},{direction},{day},{customer},{supplier},{item},{quantity},{unit},{price},{currency},{promised},{delivered},{location},2026-06-01T00:00:00Z\n"
        )
    }
}

const PARTS: u64 = 12;

/// A day on or near the bounds of the time windows of figures; some days are after today.
fn random_day(dice: &mut SeededRng) -> NaiveDate {
    let today: NaiveDate = TODAY.parse().unwrap();
    let back = [
        0, 1, 14, 15, 16, 17, 89, 90, 91, 180, 363, 364, 365, 366, 380, 381, 382, 500, 729, 730,
        731,
    ];
    let at = usize::try_from(dice.next_below(back.len() as u64 + 4)).unwrap();
    match back.get(at) {
        Some(days) => today - Days::new(*days),
        None => today + Days::new(dice.next_below(20)),
    }
}

/// Starts with many lines. Then lines are added, removed, changed in one part, or restored:
/// alternately few, which are applied as changes, and many, which cause a recount. The last steps
/// remove all lines and restore them.
pub(crate) fn change_lines(lines: &mut BTreeMap<String, LineRow>, step: u64, dice: &mut SeededRng) {
    let ids = match step {
        0 => 120,
        odd if odd % 2 == 1 => 6,
        _ => 30,
    };
    if step == 9 {
        lines.clear();
        return;
    }
    for _ in 0..ids {
        change_one(lines, dice);
    }
}

/// Adds, removes or changes one line.
fn change_one(lines: &mut BTreeMap<String, LineRow>, dice: &mut SeededRng) {
    let id = format!("t{}", dice.next_below(160));
    match (dice.next_below(4), lines.get_mut(&id)) {
        (0, Some(_)) => {
            lines.remove(&id);
        }
        (_, Some(line)) => line.change_part(dice.next_below(PARTS), dice),
        (_, None) => {
            lines.insert(id, LineRow::random(dice));
        }
    }
}

/// Changes so few lines that the rollups are updated instead of recounted.
pub(crate) fn change_few(lines: &mut BTreeMap<String, LineRow>, dice: &mut SeededRng) {
    for _ in 0..=dice.next_below(7) {
        change_one(lines, dice);
    }
}

/// Every stock row is below its reorder point, so that each shows its sales; urea has two
/// locations.
pub(crate) fn inventory_rows() -> String {
    let mut rows = String::new();
    for (item, category, location) in [
        ("urea", "fertilizer", "Ames"),
        ("urea", "fertilizer", "Boone"),
        ("dap", "fertilizer", "Ames"),
        ("corn seed", "seed", "Boone"),
    ] {
        writeln!(rows, "{item},{item},{category},ton,{location},0,0,0,999999999,,,9,400,USD,x1,2026-06-01T00:00:00Z").unwrap();
    }
    rows
}

pub(crate) fn customer_rows() -> String {
    let farm =
        |id| format!("x{id},Farm {id},Iowa,Story,500,corn,R,,2020-01-01,2026-06-01T00:00:00Z\n");
    [0, 1].map(farm).concat()
}
