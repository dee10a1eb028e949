//! What strikes, and when.

use api::entropy::Entropy;
use std::time::Duration;

/// Random numbers that a seed repeats.
pub(crate) struct Dice(Entropy);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Entropy::seeded(seed))
    }

    /// A number below `sides`.
    pub(crate) fn throw(&mut self, sides: u64) -> u64 {
        u64::from_be_bytes(self.0.bytes::<8>().unwrap()) % sides
    }
}

/// What happens to a server in the middle of a sync.
#[derive(Clone, Debug)]
pub(crate) enum Blow {
    /// Dies of its own hand at the so-manieth pass of a place.
    At(&'static str, u64),
    /// Is killed after so long.
    Killed(Duration),
    /// Is told to end after so long, as an update of it would.
    Told(Duration),
    /// Loses its database for a moment after so long.
    DatabaseGone(Duration),
}

/// The worst moments, with how often a run of five tables passes them.
const PLACES: [(&str, u64); 6] = [
    ("sync.begun", 1),
    ("sync.staged", 5),
    ("sync.merging", 5),
    ("sync.merged", 5),
    ("sync.landed", 5),
    ("sync.closing", 1),
];

impl Blow {
    pub(crate) fn choose(dice: &mut Dice, database_can_go: bool) -> Self {
        // A run takes about a second in a debug build.
        let soon = Duration::from_millis(dice.throw(1_000));
        match dice.throw(8) {
            0 => Self::Told(soon),
            1 if database_can_go => Self::DatabaseGone(soon),
            1..=3 => Self::Killed(soon),
            _ => {
                let (place, passes) = *PLACES.get(usize::try_from(dice.throw(6)).unwrap()).unwrap();
                Self::At(place, 1 + dice.throw(passes))
            }
        }
    }
}
