//! Ratings of answers by their readers.

use poem_openapi::Enum;

/// Rating of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum Rating {
    /// The answer helped.
    Up,
    /// The answer did not help.
    Down,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
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
}

impl Rating {
    /// The stored name, which is that of the API.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    /// The rating with a stored name.
    pub(super) fn parse(name: &str) -> Option<Self> {
        [Self::Up, Self::Down]
            .into_iter()
            .find(|rating| rating.as_str() == name)
    }
}

impl FeedbackReason {
    /// The stored name, which is that of the API.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::WrongFigure => "wrong_figure",
            Self::Misunderstood => "misunderstood",
            Self::Incomplete => "incomplete",
            Self::OutOfDate => "out_of_date",
            Self::Other => "other",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poem_openapi::types::ToJSON;

    #[test]
    fn stored_names_are_those_of_the_api() {
        for rating in [Rating::Up, Rating::Down] {
            assert_eq!(rating.to_json().unwrap(), rating.as_str());
        }
        for reason in [
            FeedbackReason::WrongFigure,
            FeedbackReason::Misunderstood,
            FeedbackReason::Incomplete,
            FeedbackReason::OutOfDate,
            FeedbackReason::Other,
        ] {
            assert_eq!(reason.to_json().unwrap(), reason.as_str());
        }
    }
}
