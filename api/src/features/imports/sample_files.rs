//! Generated files with which the import can be tried.

use super::import_error::ImportError;
use super::store::FileRecord;
use chrono::NaiveDate;
use demo_data::{DEFAULT_SEED, DemoWarehouse};
use std::path::Path;

/// Rows of the sample transactions.
const SAMPLE_TRANSACTIONS: u64 = 8_000;

/// A generated file, with its size.
pub(super) struct SampleFile {
    pub(super) name: String,
    pub(super) size: u64,
}

/// Generates the files in `folder`. Blocks.
pub(super) fn write_sample(
    folder: &Path,
    as_of: NaiveDate,
) -> Result<Vec<SampleFile>, ImportError> {
    let sample = DemoWarehouse {
        seed: DEFAULT_SEED,
        as_of,
        transactions: SAMPLE_TRANSACTIONS,
        order_tables: true,
    };
    let written = sample.write_files(folder)?;
    written
        .files
        .into_iter()
        .map(|(name, _)| {
            let size = std::fs::metadata(folder.join(&name))?.len();
            Ok(SampleFile { name, size })
        })
        .collect()
}

/// Moves a generated file to where uploaded ones are. Blocks.
pub(super) fn move_sample(from: &Path, to: &Path) -> Result<(), ImportError> {
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::rename(from, to)?;
    Ok(())
}

/// The file with all its parts.
pub(super) fn mark_complete(file: &mut FileRecord) {
    file.received = (1..=file.parts()).collect();
}
