//! Updates the reference yields: requests USDA Quick Stats once a day, stores the result for all
//! servers, and loads what other servers stored.

use super::quick_stats::{QuickStats, QuickStatsError, YieldsByHarvest};
use super::reference_yields::{Crop, ReferenceError};
use super::yield_catalog::YieldCatalog;
use crate::clock::Clock;
use crate::db::{Database, DbError};
use chrono::{DateTime, Datelike, TimeDelta, Utc};
use entities::reference_yield::Model;

/// Maximum age of stored yields. Final yields are published a few times a year.
const REFRESH_INTERVAL: TimeDelta = TimeDelta::hours(24);
/// Pause after a failed attempt.
const RETRY_DELAY: TimeDelta = TimeDelta::hours(1);
/// Maximum revision of a final yield, relative to the embedded value; a larger one is treated as an
/// error.
const MAX_REVISION_SHARE: f64 = 0.3;

/// Reason why an update failed.
#[derive(Debug, thiserror::Error)]
pub enum RefreshError {
    #[error(transparent)]
    Database(#[from] DbError),
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    #[error("USDA Quick Stats {0}")]
    QuickStats(#[from] QuickStatsError),
    #[error(
        "USDA Quick Stats has {crop} of {region} in {year} far from the yield on record: nothing \
            of its answer is used."
    )]
    ImplausibleRevision {
        crop: String,
        region: String,
        year: i32,
    },
}

/// Keeps a server's yields up to date.
pub struct YieldRefresher {
    database: Database,
    clock: Clock,
    known: YieldCatalog,
    source: Option<QuickStats>,
    tried_at: Option<DateTime<Utc>>,
}

impl YieldRefresher {
    /// Without a source, only yields stored by other servers are loaded.
    pub fn new(
        database: Database,
        clock: Clock,
        known: YieldCatalog,
        source: Option<QuickStats>,
    ) -> Self {
        Self {
            database,
            clock,
            known,
            source,
            tried_at: None,
        }
    }

    /// Loads the stored yields, and requests new ones if those are stale. On failure the previous
    /// yields stay in use.
    pub async fn refresh_if_stale(&mut self) -> Result<(), RefreshError> {
        let stored = self.database.platform().list_reference_yields().await?;
        self.known.apply_updates(&stored)?;
        let now = self.clock.now();
        let Some(source) = &self.source else {
            return Ok(());
        };
        let learned_at = stored.iter().map(|row| row.fetched_at).max();
        if learned_at.is_some_and(|at| now - at < REFRESH_INTERVAL)
            || self.tried_at.is_some_and(|at| now - at < RETRY_DELAY)
        {
            return Ok(());
        }
        self.tried_at = Some(now);
        let rows = build_rows(&source.fetch_yields(now.year()).await?, now);
        // The whole answer is validated before any of it is stored.
        let trial = YieldCatalog::from_embedded()?;
        check_revisions(&trial, &rows)?;
        self.database
            .platform()
            .replace_reference_yields(rows.clone())
            .await?;
        self.known.apply_updates(&rows)?;
        tracing::info!(
            harvests = rows.len(),
            "crop yields updated from USDA Quick Stats"
        );
        Ok(())
    }
}

fn build_rows(yields: &YieldsByHarvest, now: DateTime<Utc>) -> Vec<Model> {
    let row = |((region, crop, year), bu_per_ac_e4): (&(String, Crop, i32), &i64)| Model {
        region: region.clone(),
        crop: crop.to_string().to_lowercase(),
        year: *year,
        bu_per_ac_e4: *bu_per_ac_e4,
        fetched_at: now,
    };
    let mut rows: Vec<Model> = yields.iter().map(row).collect();
    rows.sort_by(|a, b| (&a.region, &a.crop, a.year).cmp(&(&b.region, &b.crop, b.year)));
    rows
}

fn check_revisions(carried: &YieldCatalog, rows: &[Model]) -> Result<(), RefreshError> {
    let carried = carried.current_snapshot();
    for row in rows {
        let Some(crop) = Crop::from_code(&row.crop) else {
            continue;
        };
        let on_record = carried
            .yields
            .find_series(&row.region, crop)
            .and_then(|harvests| harvests.iter().find(|harvest| harvest.year == row.year));
        let Some(on_record) = on_record else { continue };
        let learned = crate::decimal::Decimal4::from_scaled(row.bu_per_ac_e4)
            .map_or(0.0, crate::decimal::Decimal4::to_f64);
        if (learned / on_record.bu_per_ac - 1.0).abs() > MAX_REVISION_SHARE {
            return Err(RefreshError::ImplausibleRevision {
                crop: row.crop.clone(),
                region: row.region.clone(),
                year: row.year,
            });
        }
    }
    Ok(())
}
