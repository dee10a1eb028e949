//! The JSON of jobs.

use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum JobState {
    /// Waits for its time, or for a server.
    Queued,
    /// Goes on right now.
    Running,
    /// Came to its end.
    Done,
    /// Came to nothing and is not tried again.
    Failed,
    /// Somebody wished that it end.
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

    /// The word in the database, which is that of the API.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// What a stored word means; one that is not known needs somebody's eyes, as a failure does.
    pub(super) fn from_stored(word: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|state| state.as_str() == word)
            .unwrap_or(Self::Failed)
    }
}

/// A piece of work behind the screens.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct Job {
    /// Names the job; later ones sort after earlier ones.
    pub id: Uuid,
    /// What is done: `sync` brings rows in, `mail` sends a message. New kinds may come.
    pub kind: String,
    /// What it is about, such as the run that it brings to its end.
    pub subject: Option<Uuid>,
    /// How it stands.
    pub state: JobState,
    /// How often it was begun.
    pub attempts: u32,
    /// Why the last attempt came to nothing, in words.
    pub last_error: Option<String>,
    /// When it came up.
    pub created_at: DateTime<Utc>,
    /// It is not begun before.
    pub due_at: DateTime<Utc>,
    /// When the last attempt began.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
}

/// A page of jobs, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Jobs {
    /// The jobs.
    pub items: Vec<Job>,
    /// Where the next page begins; absent on the last one.
    pub next_cursor: Option<String>,
}

impl Example for Job {
    fn example() -> Self {
        let id = Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e01);
        let at = DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_514_000);
        Self {
            id,
            kind: "sync".to_owned(),
            subject: Some(id),
            state: JobState::Running,
            attempts: 2,
            last_error: Some("The server that worked on it fell silent.".to_owned()),
            created_at: at,
            due_at: at,
            started_at: Some(at + TimeDelta::seconds(40)),
            finished_at: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_words_lead_back_to_their_states_and_others_are_shown_as_failures() {
        for state in JobState::ALL {
            assert_eq!(JobState::from_stored(state.as_str()), state);
        }
        assert_eq!(JobState::from_stored("lost"), JobState::Failed);
    }
}
