//! The words under which the database keeps how runs and tables stand.

use super::wire::{RunKind, RunState, RunTrigger, ScheduleMode, TableState};

macro_rules! words {
    ($state:ty, otherwise $other:ident: $($variant:ident = $word:literal),+ $(,)?) => {
        impl $state {
            /// The word in the database, which is that of the API.
            pub(super) fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// What a stored word means.
            pub(super) fn of_word(word: &str) -> Self {
                match word { $($word => Self::$variant,)+ _ => Self::$other }
            }
        }
    };
}

words!(RunKind, otherwise Full: Full = "full", Incremental = "incremental", Table = "table", Retry = "retry");
words!(RunTrigger, otherwise Person: Person = "person", Schedule = "schedule", Command = "command");
// What removes nothing is what a word that is not known means.
words!(ScheduleMode, otherwise Incremental: Full = "full", Incremental = "incremental");
words!(RunState, otherwise Failed:
    Queued = "queued", Running = "running", Succeeded = "succeeded", SucceededWithRejects = "succeeded_with_rejects", Failed = "failed", Cancelled = "cancelled");
words!(TableState, otherwise Failed:
    Queued = "queued", Running = "running", Succeeded = "succeeded", SucceededWithRejects = "succeeded_with_rejects", Failed = "failed", Cancelled = "cancelled", Skipped = "skipped");
