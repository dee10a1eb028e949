//! How many security events of a minute are written: enough to read what happens, and not what
//! fills a disk. What is left out is counted.

use super::SecurityEvent;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::HashMap;

/// So long is counted together.
const WINDOW: TimeDelta = TimeDelta::minutes(1);
/// So many of a kind are written for one address.
const MAX_EVENTS_PER_ADDRESS: u64 = 20;
/// So many of a kind are written for all addresses.
const MAX_EVENTS_PER_KIND: u64 = 600;
/// So many addresses are counted apart, over all kinds; others count as one.
const MAX_ADDRESSES: usize = 10_000;
/// Of so many addresses it is told how many events were left out; those of others are told as one
/// sum.
const MAX_REPORTED_ADDRESSES: usize = 20;

/// The events of the minute that runs.
pub(super) struct EventRateLimit {
    window_start: DateTime<Utc>,
    by_address: HashMap<(SecurityEvent, String), u64>,
    /// How many were written.
    written: HashMap<SecurityEvent, u64>,
    /// How many were left out of addresses that are not counted apart.
    suppressed_elsewhere: HashMap<SecurityEvent, u64>,
    /// How many were left out, by the addresses that are.
    suppressed: HashMap<(SecurityEvent, String), u64>,
}

/// Events of a minute that were not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SuppressedEvents {
    pub(super) kind: SecurityEvent,
    /// Where they came from; `None` for a sum over several.
    pub(super) address: Option<String>,
    /// From how many addresses, as far as those are counted apart.
    pub(super) addresses: u64,
    pub(super) count: u64,
}

impl EventRateLimit {
    pub(super) fn starting_at(window_start: DateTime<Utc>) -> Self {
        Self {
            window_start,
            by_address: HashMap::new(),
            written: HashMap::new(),
            suppressed_elsewhere: HashMap::new(),
            suppressed: HashMap::new(),
        }
    }

    /// Counts an event, and says whether it is written.
    pub(super) fn admit_event(&mut self, kind: SecurityEvent, address: &str) -> bool {
        let of_address = (kind, address.to_owned());
        let counted =
            self.by_address.len() < MAX_ADDRESSES || self.by_address.contains_key(&of_address);
        let from_one = if counted {
            let count = self.by_address.entry(of_address.clone()).or_default();
            *count += 1;
            *count
        } else {
            1
        };
        let written = self.written.entry(kind).or_default();
        if from_one <= MAX_EVENTS_PER_ADDRESS && *written < MAX_EVENTS_PER_KIND {
            *written += 1;
            return true;
        }
        *(if counted {
            self.suppressed.entry(of_address).or_default()
        } else {
            self.suppressed_elsewhere.entry(kind).or_default()
        }) += 1;
        false
    }

    /// Begins a new minute where the last one is over, and gives what was left out of it.
    pub(super) fn rotate_window(&mut self, now: DateTime<Utc>) -> Vec<SuppressedEvents> {
        // A clock that was set back begins anew, too.
        if now >= self.window_start && now - self.window_start < WINDOW {
            Vec::new()
        } else {
            self.finish_window(now)
        }
    }

    /// Begins a new minute, and gives what was left out of the last one.
    pub(super) fn finish_window(&mut self, now: DateTime<Utc>) -> Vec<SuppressedEvents> {
        let Self {
            suppressed: left_out,
            suppressed_elsewhere: uncounted,
            ..
        } = std::mem::replace(self, Self::starting_at(now));
        let mut told: Vec<SuppressedEvents> = left_out
            .into_iter()
            .map(|((kind, address), events)| SuppressedEvents {
                kind,
                address: Some(address),
                addresses: 1,
                count: events,
            })
            .collect();
        told.sort_by(|one, other| {
            other
                .count
                .cmp(&one.count)
                .then_with(|| one.address.cmp(&other.address))
        });
        let mut others: HashMap<SecurityEvent, (u64, u64)> = uncounted
            .into_iter()
            .map(|(kind, events)| (kind, (0, events)))
            .collect();
        for few in told.drain(MAX_REPORTED_ADDRESSES.min(told.len())..) {
            let (addresses, events) = others.entry(few.kind).or_default();
            *addresses += 1;
            *events += few.count;
        }
        told.extend(
            others
                .into_iter()
                .map(|(kind, (addresses, events))| SuppressedEvents {
                    kind,
                    address: None,
                    addresses,
                    count: events,
                }),
        );
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn count_admitted(
        flood: &mut EventRateLimit,
        kind: SecurityEvent,
        address: &str,
        events: usize,
    ) -> usize {
        (0..events)
            .filter(|_| flood.admit_event(kind, address))
            .count()
    }

    #[test]
    fn an_address_has_twenty_lines_of_a_kind_a_minute_and_the_rest_is_counted() {
        let mut flood = EventRateLimit::starting_at(START);
        assert_eq!(
            count_admitted(
                &mut flood,
                SecurityEvent::WrongPassword,
                "203.0.113.1",
                1_000
            ),
            20
        );
        assert_eq!(
            count_admitted(&mut flood, SecurityEvent::Forbidden, "203.0.113.1", 5),
            5
        );
        assert_eq!(
            count_admitted(&mut flood, SecurityEvent::WrongPassword, "198.51.100.7", 5),
            5
        );
        assert_eq!(flood.rotate_window(START + TimeDelta::seconds(59)), []);
        let left_out = SuppressedEvents {
            kind: SecurityEvent::WrongPassword,
            address: Some("203.0.113.1".to_owned()),
            addresses: 1,
            count: 980,
        };
        assert_eq!(
            flood.rotate_window(START + TimeDelta::seconds(60)),
            [left_out]
        );
        assert_eq!(flood.rotate_window(START + TimeDelta::seconds(61)), []);
        assert_eq!(
            count_admitted(
                &mut flood,
                SecurityEvent::WrongPassword,
                "203.0.113.1",
                1_000
            ),
            20
        );
    }

    #[test]
    fn a_flood_from_everywhere_is_bounded_in_lines_and_in_memory() {
        let mut flood = EventRateLimit::starting_at(START);
        let written: usize = (0..50_000)
            .map(|number| {
                count_admitted(
                    &mut flood,
                    SecurityEvent::ForgedToken,
                    &format!("address {number}"),
                    2,
                )
            })
            .sum();
        assert_eq!(written, 600);
        assert!(flood.by_address.len() <= MAX_ADDRESSES && flood.suppressed.len() <= MAX_ADDRESSES);
        let told = flood.rotate_window(START + WINDOW);
        assert_eq!(told.len(), MAX_REPORTED_ADDRESSES + 1);
        // Every event was either written or is in a sum.
        assert_eq!(
            told.iter().map(|left_out| left_out.count).sum::<u64>(),
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
        let mut flood = EventRateLimit::starting_at(START + WINDOW);
        assert_eq!(
            count_admitted(&mut flood, SecurityEvent::WrongCode, "203.0.113.1", 21),
            20
        );
        assert_eq!(flood.rotate_window(START).len(), 1);
    }
}
