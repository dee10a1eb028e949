//! Limits how many security events are written per minute, so that an attack cannot fill the disk.
//! Suppressed events are counted.

use super::SecurityEvent;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::HashMap;

/// The window in which events are counted.
const WINDOW: TimeDelta = TimeDelta::minutes(1);
/// Events of one kind written for one address in a window.
const MAX_EVENTS_PER_ADDRESS: u64 = 20;
/// Events of one kind written for all addresses in a window.
const MAX_EVENTS_PER_KIND: u64 = 600;
/// Addresses that are counted separately; others are counted together.
const MAX_ADDRESSES: usize = 10_000;
/// Addresses whose suppressed events are reported separately; others are summed.
const MAX_REPORTED_ADDRESSES: usize = 20;

/// The counts of the current window.
pub(super) struct EventRateLimit {
    window_start: DateTime<Utc>,
    by_address: HashMap<(SecurityEvent, String), u64>,
    /// Written events.
    written: HashMap<SecurityEvent, u64>,
    /// Suppressed events of addresses that are not counted separately.
    suppressed_elsewhere: HashMap<SecurityEvent, u64>,
    /// Suppressed events by address.
    suppressed: HashMap<(SecurityEvent, String), u64>,
}

/// Events of one window that were not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SuppressedEvents {
    pub(super) kind: SecurityEvent,
    /// The address; `None` for a sum over several addresses.
    pub(super) address: Option<String>,
    /// How many addresses, as far as they are counted separately.
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

    /// Counts an event and returns whether to write it.
    pub(super) fn admit_event(&mut self, kind: SecurityEvent, address: &str) -> bool {
        let key = (kind, address.to_owned());
        let is_tracked =
            self.by_address.len() < MAX_ADDRESSES || self.by_address.contains_key(&key);
        let address_count = if is_tracked {
            let count = self.by_address.entry(key.clone()).or_default();
            *count += 1;
            *count
        } else {
            1
        };
        let written = self.written.entry(kind).or_default();
        if address_count <= MAX_EVENTS_PER_ADDRESS && *written < MAX_EVENTS_PER_KIND {
            *written += 1;
            return true;
        }
        *(if is_tracked {
            self.suppressed.entry(key).or_default()
        } else {
            self.suppressed_elsewhere.entry(kind).or_default()
        }) += 1;
        false
    }

    /// Starts a new window if the last one is over, and returns its suppressed events.
    pub(super) fn rotate_window(&mut self, now: DateTime<Utc>) -> Vec<SuppressedEvents> {
        // A clock that was set back also starts a new window.
        if now >= self.window_start && now - self.window_start < WINDOW {
            Vec::new()
        } else {
            self.finish_window(now)
        }
    }

    /// Starts a new window and returns the suppressed events of the last one.
    pub(super) fn finish_window(&mut self, now: DateTime<Utc>) -> Vec<SuppressedEvents> {
        let Self {
            suppressed,
            suppressed_elsewhere,
            ..
        } = std::mem::replace(self, Self::starting_at(now));
        let mut reports: Vec<SuppressedEvents> = suppressed
            .into_iter()
            .map(|((kind, address), count)| SuppressedEvents {
                kind,
                address: Some(address),
                addresses: 1,
                count,
            })
            .collect();
        reports.sort_by(|one, other| {
            other
                .count
                .cmp(&one.count)
                .then_with(|| one.address.cmp(&other.address))
        });
        let mut others: HashMap<SecurityEvent, (u64, u64)> = suppressed_elsewhere
            .into_iter()
            .map(|(kind, count)| (kind, (0, count)))
            .collect();
        for report in reports.drain(MAX_REPORTED_ADDRESSES.min(reports.len())..) {
            let (addresses, count) = others.entry(report.kind).or_default();
            *addresses += 1;
            *count += report.count;
        }
        reports.extend(
            others
                .into_iter()
                .map(|(kind, (addresses, count))| SuppressedEvents {
                    kind,
                    address: None,
                    addresses,
                    count,
                }),
        );
        reports
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn count_admitted(
        limit: &mut EventRateLimit,
        kind: SecurityEvent,
        address: &str,
        events: usize,
    ) -> usize {
        (0..events)
            .filter(|_| limit.admit_event(kind, address))
            .count()
    }

    #[test]
    fn writes_twenty_events_per_address_and_counts_the_rest() {
        let mut limit = EventRateLimit::starting_at(START);
        assert_eq!(
            count_admitted(
                &mut limit,
                SecurityEvent::WrongPassword,
                "203.0.113.1",
                1_000
            ),
            20
        );
        assert_eq!(
            count_admitted(&mut limit, SecurityEvent::Forbidden, "203.0.113.1", 5),
            5
        );
        assert_eq!(
            count_admitted(&mut limit, SecurityEvent::WrongPassword, "198.51.100.7", 5),
            5
        );
        assert_eq!(limit.rotate_window(START + TimeDelta::seconds(59)), []);
        let report = SuppressedEvents {
            kind: SecurityEvent::WrongPassword,
            address: Some("203.0.113.1".to_owned()),
            addresses: 1,
            count: 980,
        };
        assert_eq!(
            limit.rotate_window(START + TimeDelta::seconds(60)),
            [report]
        );
        assert_eq!(limit.rotate_window(START + TimeDelta::seconds(61)), []);
        assert_eq!(
            count_admitted(
                &mut limit,
                SecurityEvent::WrongPassword,
                "203.0.113.1",
                1_000
            ),
            20
        );
    }

    #[test]
    fn attack_from_many_addresses_has_bounded_lines_and_memory() {
        let mut limit = EventRateLimit::starting_at(START);
        let written: usize = (0..50_000)
            .map(|number| {
                count_admitted(
                    &mut limit,
                    SecurityEvent::ForgedToken,
                    &format!("address {number}"),
                    2,
                )
            })
            .sum();
        assert_eq!(written, 600);
        assert!(limit.by_address.len() <= MAX_ADDRESSES && limit.suppressed.len() <= MAX_ADDRESSES);
        let reports = limit.rotate_window(START + WINDOW);
        assert_eq!(reports.len(), MAX_REPORTED_ADDRESSES + 1);
        // Every event is either written or part of a count.
        assert_eq!(
            reports.iter().map(|report| report.count).sum::<u64>(),
            100_000 - 600
        );
        assert_eq!(
            reports
                .iter()
                .filter(|report| report.address.is_none())
                .count(),
            1
        );
    }

    #[test]
    fn clock_set_back_starts_a_new_window() {
        let mut limit = EventRateLimit::starting_at(START + WINDOW);
        assert_eq!(
            count_admitted(&mut limit, SecurityEvent::WrongCode, "203.0.113.1", 21),
            20
        );
        assert_eq!(limit.rotate_window(START).len(), 1);
    }
}
