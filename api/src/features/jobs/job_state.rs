//! States of jobs.

use poem_openapi::Enum;
use strum::{EnumString, IntoStaticStr};

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum JobState {
    /// Waiting to start.
    Queued,
    /// Running.
    Running,
    /// Finished.
    Done,
    /// Failed for good.
    Failed,
    /// Cancelled.
    Cancelled,
}

impl JobState {
    /// The state with a stored name. Unknown names count as failed, so that someone looks at them.
    pub(super) fn from_stored(name: &str) -> Self {
        name.parse().unwrap_or(Self::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_stored_states_and_shows_unknown_ones_as_failed() {
        for state in [JobState::Queued, JobState::Running, JobState::Done] {
            assert_eq!(JobState::from_stored(state.into_str()), state);
        }
        assert_eq!(JobState::from_stored("lost"), JobState::Failed);
    }
}
