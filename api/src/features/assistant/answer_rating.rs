//! Ratings of answers by their readers.

use poem_openapi::Enum;
use strum::{EnumString, IntoStaticStr};

/// Rating of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Rating {
    /// The answer helped.
    Up,
    /// The answer did not help.
    Down,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum FeedbackReason {
    /// A figure is wrong.
    WrongFigure,
    /// The answer is about something else.
    Misunderstood,
    /// Something is missing.
    Incomplete,
    /// The data is out of date.
    OutOfDate,
    /// Another reason.
    Other,
}

/// A reader's rating of an answer.
pub(super) struct AnswerRating {
    /// Thumbs up or down.
    pub(super) rating: Rating,
    /// What is wrong with the answer.
    pub(super) reason: Option<FeedbackReason>,
    /// Comment of the reader.
    pub(super) comment: Option<String>,
    /// Whether the operators may see it.
    pub(super) shared: bool,
}

/// What reviewers did with an answer that was rated down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum ReviewState {
    /// Nothing yet.
    Open,
    /// It needs no evaluation case.
    Dismissed,
    /// It became an evaluation case.
    Case,
}

impl ReviewState {
    /// The state with a stored name. An answer without one is open.
    pub(super) fn from_stored(name: Option<&str>) -> Self {
        name.and_then(|name| name.parse().ok())
            .unwrap_or(Self::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poem_openapi::types::ToJSON;

    #[test]
    fn stored_names_are_those_of_the_api() {
        for rating in [Rating::Up, Rating::Down] {
            assert_eq!(rating.to_json().unwrap(), rating.into_str());
        }
        for state in [ReviewState::Open, ReviewState::Dismissed, ReviewState::Case] {
            assert_eq!(state.to_json().unwrap(), state.into_str());
            assert_eq!(ReviewState::from_stored(Some(state.into_str())), state);
        }
        for reason in [
            FeedbackReason::WrongFigure,
            FeedbackReason::Misunderstood,
            FeedbackReason::Incomplete,
            FeedbackReason::OutOfDate,
            FeedbackReason::Other,
        ] {
            assert_eq!(reason.to_json().unwrap(), reason.into_str());
        }
    }
}
