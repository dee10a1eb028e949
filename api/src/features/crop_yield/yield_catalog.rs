//! The yields as this server knows them: those that the binary carries, and what was learned since.

use super::reference_yields::{Crop, Harvest, ReferenceError, ReferenceYields};
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use entities::reference_yield::Model;
use std::sync::{Arc, PoisonError, RwLock};

/// What is known at one moment.
#[derive(Debug)]
pub struct YieldSnapshot {
    /// The yields.
    pub yields: ReferenceYields,
    /// Another one for every other set of learned yields: part of the key under which answers are
    /// kept. Empty where none were learned.
    pub edition: String,
}

/// The yields of this server; clones share them.
#[derive(Clone, Debug)]
pub struct YieldCatalog(Arc<RwLock<Arc<YieldSnapshot>>>);

impl YieldCatalog {
    /// Those that the binary carries.
    pub fn from_embedded() -> Result<Self, ReferenceError> {
        let known = YieldSnapshot {
            yields: ReferenceYields::from_embedded()?.clone(),
            edition: String::new(),
        };
        Ok(Self(Arc::new(RwLock::new(Arc::new(known)))))
    }

    /// What is known now. Ask once for an answer: the next moment may know more.
    pub fn current_snapshot(&self) -> Arc<YieldSnapshot> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Learns these rows; those of before that are not among them are forgotten.
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

/// Rows of crops that are not known are left out.
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
    let told: Vec<String> = rows
        .iter()
        .map(|row| {
            format!(
                "{} {} {} {}",
                row.region, row.crop, row.year, row.bu_per_ac_e4
            )
        })
        .collect();
    URL_SAFE_NO_PAD.encode(digest(&SHA256, told.join("\n").as_bytes()).as_ref())
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
            learned_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn what_is_learned_goes_before_what_is_carried_and_can_be_forgotten() {
        let known = YieldCatalog::from_embedded().unwrap();
        let before = known.current_snapshot();
        known
            .apply_updates(&[yield_row(NATION, 2025, 190), yield_row(NATION, 2026, 181)])
            .unwrap();
        let after = known.current_snapshot();
        let last = |known: &YieldSnapshot| {
            known
                .yields
                .find_series(NATION, Crop::Corn)
                .unwrap()
                .last()
                .copied()
                .unwrap()
        };
        assert_eq!((last(&after).year, last(&after).bu_per_ac), (2026, 181.0));
        assert_ne!(before.edition, after.edition);
        known
            .apply_updates(&[yield_row(NATION, 2025, 190), yield_row(NATION, 2026, 182)])
            .unwrap();
        assert_ne!(
            known.current_snapshot().edition,
            after.edition,
            "a revised figure is another edition"
        );
        known.apply_updates(&[]).unwrap();
        assert_eq!(
            (
                known.current_snapshot().edition.as_str(),
                last(&known.current_snapshot())
            ),
            ("", last(&before))
        );
    }
}
