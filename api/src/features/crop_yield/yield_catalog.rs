//! The reference yields of this server: the embedded ones plus later updates.

use super::reference_yields::{Crop, Harvest, ReferenceError, ReferenceYields};
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use entities::reference_yield::Model;
use std::sync::{Arc, PoisonError, RwLock};

/// Yields at one moment.
#[derive(Debug)]
pub struct YieldSnapshot {
    /// The yields.
    pub yields: ReferenceYields,
    /// Version of the updates; part of the cache key of responses. Empty without updates.
    pub edition: String,
}

/// The yields of this server; clones share them.
#[derive(Clone, Debug)]
pub struct YieldCatalog(Arc<RwLock<Arc<YieldSnapshot>>>);

impl YieldCatalog {
    /// The embedded yields.
    pub fn from_embedded() -> Result<Self, ReferenceError> {
        let snapshot = YieldSnapshot {
            yields: ReferenceYields::from_embedded()?.clone(),
            edition: String::new(),
        };
        Ok(Self(Arc::new(RwLock::new(Arc::new(snapshot)))))
    }

    /// The current yields. Read once per response: a later snapshot may differ.
    pub fn current_snapshot(&self) -> Arc<YieldSnapshot> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces all updates with these rows.
    pub fn apply_updates(&self, rows: &[Model]) -> Result<(), ReferenceError> {
        let edition = compute_edition(rows);
        if self.current_snapshot().edition != edition {
            let yields = ReferenceYields::from_embedded()?.with_updates(harvests_from_rows(rows));
            *self.0.write().unwrap_or_else(PoisonError::into_inner) =
                Arc::new(YieldSnapshot { yields, edition });
        }
        Ok(())
    }
}

/// Skips rows of unknown crops.
fn harvests_from_rows(rows: &[Model]) -> impl Iterator<Item = (Crop, String, Harvest)> {
    rows.iter().filter_map(|row| {
        let harvest = Harvest {
            year: row.year,
            bu_per_ac: crate::decimal::Decimal4::from_scaled(row.bu_per_ac_e4)
                .ok()?
                .to_f64(),
        };
        Some((Crop::from_code(&row.crop)?, row.region.clone(), harvest))
    })
}

fn compute_edition(rows: &[Model]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = rows
        .iter()
        .map(|row| {
            format!(
                "{} {} {} {}",
                row.region, row.crop, row.year, row.bu_per_ac_e4
            )
        })
        .collect();
    URL_SAFE_NO_PAD.encode(digest(&SHA256, lines.join("\n").as_bytes()).as_ref())
}

#[cfg(test)]
mod tests {
    use super::super::reference_yields::NATION;
    use super::*;
    use chrono::DateTime;

    fn yield_row(region: &str, year: i32, bushels: i64) -> Model {
        Model {
            region: region.to_owned(),
            crop: "corn".to_owned(),
            year,
            bu_per_ac_e4: bushels * 10_000,
            fetched_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn updates_override_embedded_yields_and_can_be_removed() {
        let snapshot = YieldCatalog::from_embedded().unwrap();
        let before = snapshot.current_snapshot();
        snapshot
            .apply_updates(&[yield_row(NATION, 2025, 190), yield_row(NATION, 2026, 181)])
            .unwrap();
        let after = snapshot.current_snapshot();
        let last = |snapshot: &YieldSnapshot| {
            snapshot
                .yields
                .find_series(NATION, Crop::Corn)
                .unwrap()
                .last()
                .copied()
                .unwrap()
        };
        assert_eq!((last(&after).year, last(&after).bu_per_ac), (2026, 181.0));
        assert_ne!(before.edition, after.edition);
        snapshot
            .apply_updates(&[yield_row(NATION, 2025, 190), yield_row(NATION, 2026, 182)])
            .unwrap();
        assert_ne!(
            snapshot.current_snapshot().edition,
            after.edition,
            "a revised value changes the edition"
        );
        snapshot.apply_updates(&[]).unwrap();
        assert_eq!(
            (
                snapshot.current_snapshot().edition.as_str(),
                last(&snapshot.current_snapshot())
            ),
            ("", last(&before))
        );
    }
}
