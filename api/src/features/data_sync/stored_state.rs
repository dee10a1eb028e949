//! Stored names of run and table states.

use super::wire::{RunKind, RunState, RunTrigger, ScheduleMode, TableState};

macro_rules! stored_names {
    ($state:ty, default $other:ident: $($variant:ident = $name:literal),+ $(,)?) => {
        impl $state {
            /// The stored name, which is that of the API.
            pub(super) fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The value of a stored name.
            pub(super) fn from_stored(name: &str) -> Self {
                match name { $($name => Self::$variant,)+ _ => Self::$other }
            }
        }
    };
}

stored_names!(RunKind, default Full: Full = "full", Incremental = "incremental", Table = "table", Retry = "retry");
stored_names!(RunTrigger, default Person: Person = "person", Schedule = "schedule", Command = "command");
// An unknown mode deletes nothing.
stored_names!(ScheduleMode, default Incremental: Full = "full", Incremental = "incremental");
stored_names!(RunState, default Failed:
    Queued = "queued", Running = "running", Succeeded = "succeeded", SucceededWithRejects = "succeeded_with_rejects", Failed = "failed", Cancelled = "cancelled");
stored_names!(TableState, default Failed:
    Queued = "queued", Running = "running", Succeeded = "succeeded", SucceededWithRejects = "succeeded_with_rejects", Failed = "failed", Cancelled = "cancelled", Skipped = "skipped");
