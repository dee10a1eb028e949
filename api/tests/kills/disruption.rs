//! Disruptions of a sync, and their timing.

use api::entropy::Entropy;
use std::time::Duration;

/// Random numbers that can be reproduced with a seed.
pub(crate) struct SeededRng(Entropy);

impl SeededRng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Entropy::seeded(seed))
    }

    /// A random number below `sides`.
    pub(crate) fn next_below(&mut self, sides: u64) -> u64 {
        u64::from_be_bytes(self.0.random_bytes::<8>().unwrap()) % sides
    }
}

/// A disruption of a server in the middle of a sync.
#[derive(Clone, Debug)]
pub(crate) enum Disruption {
    /// The server exits when it passes this crash point for the nth time.
    CrashPoint(&'static str, u64),
    /// The server is killed after this time.
    Kill(Duration),
    /// The server gets SIGTERM after this time, as in an update.
    Terminate(Duration),
    /// The server loses its database for a moment after this time.
    DatabaseLoss(Duration),
}

/// The crash points, with how often a run of five tables passes them.
const CRASH_POINTS: [(&str, u64); 7] = [
    ("sync.begun", 1),
    ("sync.staged", 5),
    ("sync.merging", 5),
    ("sync.merged", 5),
    ("sync.rows_finished", 5),
    ("sync.landed", 5),
    ("sync.closing", 1),
];

impl Disruption {
    pub(crate) fn choose(dice: &mut SeededRng, database_can_go: bool) -> Self {
        // A run takes about a second in a debug build.
        let soon = Duration::from_millis(dice.next_below(1_000));
        match dice.next_below(8) {
            0 => Self::Terminate(soon),
            1 if database_can_go => Self::DatabaseLoss(soon),
            1..=3 => Self::Kill(soon),
            _ => {
                let (place, passes) = *CRASH_POINTS
                    .get(usize::try_from(dice.next_below(7)).unwrap())
                    .unwrap();
                Self::CrashPoint(place, 1 + dice.next_below(passes))
            }
        }
    }
}
