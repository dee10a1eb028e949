//! How many security events of a minute are written: enough to read what happens, and not what
//! fills a disk. What is left out is counted.

use super::Kind;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::HashMap;

/// So long is counted together.
const MINUTE: TimeDelta = TimeDelta::minutes(1);
/// So many of a kind are written for one address.
const FROM_ONE: u64 = 20;
/// So many of a kind are written for all addresses.
const FROM_ALL: u64 = 600;
/// So many addresses are counted apart, over all kinds; others count as one.
const MOST_ADDRESSES: usize = 10_000;
/// Of so many addresses it is told how many events were left out; those of others are told as one
/// sum.
const MOST_TOLD: usize = 20;

/// The events of the minute that runs.
pub(super) struct Flood {
    since: DateTime<Utc>,
    by_address: HashMap<(Kind, String), u64>,
    /// How many were written.
    written: HashMap<Kind, u64>,
    /// How many were left out of addresses that are not counted apart.
    uncounted: HashMap<Kind, u64>,
    /// How many were left out, by the addresses that are.
    left_out: HashMap<(Kind, String), u64>,
}

/// Events of a minute that were not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeftOut {
    pub(super) kind: Kind,
    /// Where they came from; `None` for a sum over several.
    pub(super) address: Option<String>,
    /// From how many addresses, as far as those are counted apart.
    pub(super) addresses: u64,
    pub(super) events: u64,
}

impl Flood {
    pub(super) fn beginning(since: DateTime<Utc>) -> Self {
        Self {
            since,
            by_address: HashMap::new(),
            written: HashMap::new(),
            uncounted: HashMap::new(),
            left_out: HashMap::new(),
        }
    }

    /// Counts an event, and says whether it is written.
    pub(super) fn admits(&mut self, kind: Kind, address: &str) -> bool {
        let of_address = (kind, address.to_owned());
        let counted =
            self.by_address.len() < MOST_ADDRESSES || self.by_address.contains_key(&of_address);
        let from_one = if counted {
            let count = self.by_address.entry(of_address.clone()).or_default();
            *count += 1;
            *count
        } else {
            1
        };
        let written = self.written.entry(kind).or_default();
        if from_one <= FROM_ONE && *written < FROM_ALL {
            *written += 1;
            return true;
        }
        *(if counted {
            self.left_out.entry(of_address).or_default()
        } else {
            self.uncounted.entry(kind).or_default()
        }) += 1;
        false
    }

    /// Begins a new minute where the last one is over, and gives what was left out of it.
    pub(super) fn turn(&mut self, now: DateTime<Utc>) -> Vec<LeftOut> {
        // A clock that was set back begins anew, too.
        if now >= self.since && now - self.since < MINUTE {
            Vec::new()
        } else {
            self.end(now)
        }
    }

    /// Begins a new minute, and gives what was left out of the last one.
    pub(super) fn end(&mut self, now: DateTime<Utc>) -> Vec<LeftOut> {
        let Self {
            left_out,
            uncounted,
            ..
        } = std::mem::replace(self, Self::beginning(now));
        let mut told: Vec<LeftOut> = left_out
            .into_iter()
            .map(|((kind, address), events)| LeftOut {
                kind,
                address: Some(address),
                addresses: 1,
                events,
            })
            .collect();
        told.sort_by(|one, other| {
            other
                .events
                .cmp(&one.events)
                .then_with(|| one.address.cmp(&other.address))
        });
        let mut others: HashMap<Kind, (u64, u64)> = uncounted
            .into_iter()
            .map(|(kind, events)| (kind, (0, events)))
            .collect();
        for few in told.drain(MOST_TOLD.min(told.len())..) {
            let (addresses, events) = others.entry(few.kind).or_default();
            *addresses += 1;
            *events += few.events;
        }
        told.extend(
            others
                .into_iter()
                .map(|(kind, (addresses, events))| LeftOut {
                    kind,
                    address: None,
                    addresses,
                    events,
                }),
        );
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn admitted(flood: &mut Flood, kind: Kind, address: &str, events: usize) -> usize {
        (0..events).filter(|_| flood.admits(kind, address)).count()
    }

    #[test]
    fn an_address_has_twenty_lines_of_a_kind_a_minute_and_the_rest_is_counted() {
        let mut flood = Flood::beginning(START);
        assert_eq!(
            admitted(&mut flood, Kind::WrongPassword, "203.0.113.1", 1_000),
            20
        );
        assert_eq!(admitted(&mut flood, Kind::Forbidden, "203.0.113.1", 5), 5);
        assert_eq!(
            admitted(&mut flood, Kind::WrongPassword, "198.51.100.7", 5),
            5
        );
        assert_eq!(flood.turn(START + TimeDelta::seconds(59)), []);
        let left_out = LeftOut {
            kind: Kind::WrongPassword,
            address: Some("203.0.113.1".to_owned()),
            addresses: 1,
            events: 980,
        };
        assert_eq!(flood.turn(START + TimeDelta::seconds(60)), [left_out]);
        assert_eq!(flood.turn(START + TimeDelta::seconds(61)), []);
        assert_eq!(
            admitted(&mut flood, Kind::WrongPassword, "203.0.113.1", 1_000),
            20
        );
    }

    #[test]
    fn a_flood_from_everywhere_is_bounded_in_lines_and_in_memory() {
        let mut flood = Flood::beginning(START);
        let written: usize = (0..50_000)
            .map(|number| {
                admitted(
                    &mut flood,
                    Kind::ForgedToken,
                    &format!("address {number}"),
                    2,
                )
            })
            .sum();
        assert_eq!(written, 600);
        assert!(flood.by_address.len() <= MOST_ADDRESSES && flood.left_out.len() <= MOST_ADDRESSES);
        let told = flood.turn(START + MINUTE);
        assert_eq!(told.len(), MOST_TOLD + 1);
        // Every event was either written or is in a sum.
        assert_eq!(
            told.iter().map(|left_out| left_out.events).sum::<u64>(),
            100_000 - 600
        );
        assert_eq!(
            told.iter()
                .filter(|left_out| left_out.address.is_none())
                .count(),
            1
        );
    }

    #[test]
    fn a_clock_that_is_set_back_begins_anew() {
        let mut flood = Flood::beginning(START + MINUTE);
        assert_eq!(admitted(&mut flood, Kind::WrongCode, "203.0.113.1", 21), 20);
        assert_eq!(flood.turn(START).len(), 1);
    }
}
