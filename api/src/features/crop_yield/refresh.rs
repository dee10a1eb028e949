//! Learns of new harvests: asks USDA once a day, keeps what it says for all servers, and takes over
//! what another server has learned.

use super::known::KnownYields;
use super::quick_stats::{QuickStats, QuickStatsError, Yields};
use super::reference::{Crop, ReferenceError};
use crate::clock::Clock;
use crate::db::{Database, DbError};
use chrono::{DateTime, Datelike, TimeDelta, Utc};
use entities::reference_yield::Model;

/// How old what was learned may be before it is asked for again. Finals come out a few times a
/// year.
const FRESH: TimeDelta = TimeDelta::hours(24);
/// The pause after an attempt that came to nothing.
const PAUSE: TimeDelta = TimeDelta::hours(1);
/// A final may be revised; one that differs from what the binary carries by more than this share is
/// a mistake.
const MOST_REVISED: f64 = 0.3;

/// Why nothing was learned.
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
    FarFromRecord {
        crop: String,
        region: String,
        year: i32,
    },
}

/// Keeps a server's yields up to date.
pub struct Refresh {
    database: Database,
    clock: Clock,
    known: KnownYields,
    source: Option<QuickStats>,
    tried_at: Option<DateTime<Utc>>,
}

impl Refresh {
    /// Without a source only what other servers learned is taken over.
    pub fn new(
        database: Database,
        clock: Clock,
        known: KnownYields,
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

    /// Takes over what is kept, and asks where that is old. What was learned before stays in force
    /// when this fails.
    pub async fn look(&mut self) -> Result<(), RefreshError> {
        let kept = self.database.platform().reference_yields().await?;
        self.known.learn(&kept)?;
        let now = self.clock.now();
        let Some(source) = &self.source else {
            return Ok(());
        };
        let learned_at = kept.iter().map(|row| row.learned_at).max();
        if learned_at.is_some_and(|at| now - at < FRESH)
            || self.tried_at.is_some_and(|at| now - at < PAUSE)
        {
            return Ok(());
        }
        self.tried_at = Some(now);
        let rows = rows(&source.read(now.year()).await?, now);
        // The whole answer has to be sound before anything of it is kept.
        let trial = KnownYields::embedded()?;
        judge(&trial, &rows)?;
        self.database
            .platform()
            .replace_reference_yields(rows.clone())
            .await?;
        self.known.learn(&rows)?;
        tracing::info!(
            harvests = rows.len(),
            "yields were learned from USDA Quick Stats"
        );
        Ok(())
    }
}

fn rows(yields: &Yields, now: DateTime<Utc>) -> Vec<Model> {
    let row = |((region, crop, year), bu_per_ac_e4): (&(String, Crop, i32), &i64)| Model {
        region: region.clone(),
        crop: crop.to_string().to_lowercase(),
        year: *year,
        bu_per_ac_e4: *bu_per_ac_e4,
        learned_at: now,
    };
    let mut rows: Vec<Model> = yields.iter().map(row).collect();
    rows.sort_by(|a, b| (&a.region, &a.crop, a.year).cmp(&(&b.region, &b.crop, b.year)));
    rows
}

fn judge(carried: &KnownYields, rows: &[Model]) -> Result<(), RefreshError> {
    let carried = carried.now();
    for row in rows {
        let Some(crop) = Crop::parse(&row.crop) else {
            continue;
        };
        let on_record = carried
            .yields
            .series(&row.region, crop)
            .and_then(|harvests| harvests.iter().find(|harvest| harvest.year == row.year));
        let Some(on_record) = on_record else { continue };
        let learned = crate::decimal::Decimal4::from_scaled(row.bu_per_ac_e4)
            .map_or(0.0, crate::decimal::Decimal4::to_f64);
        if (learned / on_record.bu_per_ac - 1.0).abs() > MOST_REVISED {
            return Err(RefreshError::FarFromRecord {
                crop: row.crop.clone(),
                region: row.region.clone(),
                year: row.year,
            });
        }
    }
    Ok(())
}
