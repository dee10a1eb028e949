//! Computes figures in the background after a sync, after midnight and after a restart.

use super::shared_figures::SharedFigures;
use crate::auth::Scope;
use crate::cache::ComputationQueue;
use crate::clock::Clock;
use crate::db::{Access, Database, DbError};
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::ids::TenantId;
use chrono::{NaiveDate, TimeDelta};
use std::collections::{HashMap, HashSet};

/// Organizations whose sync ended within this time are included even if none of their figures took
/// long so far.
const RECENT_SYNC: TimeDelta = TimeDelta::hours(1);

/// Precomputes the figures of organizations whose data or day has changed.
pub struct FigurePrecomputer {
    database: Database,
    clock: Clock,
    figures: SharedFigures,
    computations: ComputationQueue,
    yields: YieldCatalog,
    /// The data version and the day of the last precomputation.
    latest: HashMap<TenantId, (i64, NaiveDate)>,
}

impl FigurePrecomputer {
    /// A precomputer that has not run so far.
    pub fn new(
        database: Database,
        clock: Clock,
        figures: SharedFigures,
        computations: ComputationQueue,
        yields: YieldCatalog,
    ) -> Self {
        Self {
            database,
            clock,
            figures,
            computations,
            yields,
            latest: HashMap::new(),
        }
    }

    /// Precomputes the figures of organizations that need it, one after the other, until `is_stopped`. Returns how
    /// many. A failure of one does not affect the others; it is tried again with its next data or
    /// on its next day.
    pub async fn precompute_changed(
        &mut self,
        is_stopped: impl Fn() -> bool,
    ) -> Result<usize, DbError> {
        let organizations = self
            .database
            .platform()
            .list_organizations_to_precompute(self.clock.now() - RECENT_SYNC)
            .await?;
        let tenants = organizations.iter().map(Access::tenant);
        let listed: HashSet<TenantId> = tenants.collect();
        self.latest.retain(|tenant, _| listed.contains(tenant));
        let mut count = 0;
        for access in organizations {
            if is_stopped() {
                break;
            }
            let organization = access.organization();
            let current = (
                organization.data_version,
                self.clock.today(organization.time_zone),
            );
            let tenant = access.tenant();
            if self.latest.insert(tenant, current) == Some(current) {
                continue;
            }
            count += 1;
            let scope = Scope::for_operator(access, self.database.clone(), self.clock.clone());
            let done = self
                .figures
                .precompute(&scope, &self.computations, &self.yields);
            if let Err(error) = Box::pin(done).await {
                tracing::warn!(error = &error as &dyn std::error::Error, tenant = %tenant,
                    "could not precompute the figures of an organization");
            }
        }
        Ok(count)
    }
}
