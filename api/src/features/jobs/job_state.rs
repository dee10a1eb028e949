//! States of jobs.

use poem_openapi::Enum;

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
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
    const ALL: [Self; 5] = [
        Self::Queued,
        Self::Running,
        Self::Done,
        Self::Failed,
        Self::Cancelled,
    ];

    /// The name in the database and the API.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// The state with a stored name. Unknown names count as failed, so that someone looks at them.
    pub(super) fn from_stored(name: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|state| state.as_str() == name)
            .unwrap_or(Self::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_stored_states_and_shows_unknown_ones_as_failed() {
        for state in JobState::ALL {
            assert_eq!(JobState::from_stored(state.as_str()), state);
        }
        assert_eq!(JobState::from_stored("lost"), JobState::Failed);
    }
}
