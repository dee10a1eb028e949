//! Limits of runs: their time, and how many read at once.

use super::{SyncFixture, supplier_rows};
use api::features::data_sync::SyncCommandOptions;
use std::fs::File;
use std::time::{Duration, Instant};

/// A file that is larger than can be read in a test, without using the disk.
const HUGE_BYTES: u64 = 1 << 40;

#[tokio::test]
async fn a_run_that_takes_too_long_fails_and_changes_nothing() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(5));
    farm.sync_supplier_counts().await;
    File::options()
        .write(true)
        .open(farm.warehouse.path().join("supplier_data.csv"))
        .unwrap()
        .set_len(HUGE_BYTES)
        .unwrap();
    let began = Instant::now();
    let access = farm.app.open_access(&farm.owner).await;
    let sync = farm
        .app
        .parts
        .sync
        .clone()
        .with_time_limit(Duration::from_secs(1));
    let options = SyncCommandOptions {
        table: Some("supplier_data"),
        ..SyncCommandOptions::default()
    };
    let error = sync.sync_now(&access, None, options).await.unwrap_err();
    let message = error.to_string();
    assert!(
        message.contains("took longer than 1 minutes") || message.contains("failed"),
        "{message}"
    );
    assert!(
        farm.table_message("supplier_data")
            .await
            .starts_with("The run took longer than"),
        "{message}"
    );
    assert_eq!(farm.load_suppliers().await.len(), 5);
    // The thread that reads the file ends too: the test would wait for it.
    assert!(began.elapsed() < Duration::from_mins(1));
}
