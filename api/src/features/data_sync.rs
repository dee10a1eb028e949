//! Brings the tenant's rows from their warehouse into the application database, and says exactly
//! what it did.

use crate::auth::Authority;
use crate::clock::Clock;
use crate::db::Database;
use crate::entropy::Entropy;
use crate::features::notifications::Notifier;
use std::sync::Arc;

mod beginning;
pub mod catalogue;
pub mod check;
mod command;
mod connectors;
mod drift;
mod lease;
mod mapping;
mod plan;
mod removals;
mod rhythm;
mod routes;
mod run;
mod schedule;
mod setting;
pub mod source;
mod state;
mod store;
mod target;
mod watch;
mod watches;
pub mod wire;

pub use beginning::BeginningApi;
pub use command::{Asked, Ran};
pub use connectors::Connectors;
pub use drift::ColumnDriftApi;
pub use removals::HeldRemovalsApi;
pub use rhythm::Rhythm;
pub use routes::DataSyncApi;
pub use run::Silences;
pub use schedule::landed;

use watches::Watches;

/// The room's door: what the operations, the command line and the demo call.
#[derive(Clone)]
pub struct DataSync {
    database: Database,
    clock: Clock,
    entropy: Entropy,
    connectors: Connectors,
    authority: Option<Arc<Authority>>,
    watches: Watches,
    rhythm: Rhythm,
    notices: Notifier,
}

impl DataSync {
    /// Syncs into this database. `authority` is told when a tenant's data version has changed;
    /// commands that serve nobody have none.
    pub fn new(
        database: Database,
        clock: Clock,
        entropy: Entropy,
        connectors: Connectors,
        authority: Option<Arc<Authority>>,
    ) -> Self {
        let notices = Notifier::new(clock.clone(), entropy.clone(), false);
        Self {
            database,
            clock,
            entropy,
            connectors,
            authority,
            watches: Watches::default(),
            rhythm: Rhythm::default(),
            notices,
        }
    }

    /// In another rhythm than the usual one.
    #[must_use]
    pub fn in_rhythm(self, rhythm: Rhythm) -> Self {
        Self { rhythm, ..self }
    }

    /// The rhythm of its runs.
    pub fn rhythm(&self) -> Rhythm {
        self.rhythm
    }

    /// As it is, where `by_mail` says that a server sends what is put up for sending.
    #[must_use]
    pub fn telling(self, by_mail: bool) -> Self {
        Self {
            notices: Notifier::new(self.clock.clone(), self.entropy.clone(), by_mail),
            ..self
        }
    }

    /// Whether what goes wrong is told by mail too.
    pub fn tells_by_mail(&self) -> bool {
        self.notices.sends_email()
    }
}
