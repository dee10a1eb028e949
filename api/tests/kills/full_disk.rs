//! A full disk in the middle of a sync: the table is unchanged, the reason is reported, and the
//! next sync with free space completes.

use crate::disruption::SeededRng;
use crate::server::Server;
use crate::source_warehouse::SourceRows;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Bytes that the run can write before the disk is full.
const BYTES_LEFT: u64 = 400 * 1024;

fn fill_disk(file: &Path) {
    let mut ballast = File::create(file).unwrap();
    while ballast.write_all(&[7; 8 * 1024]).is_ok() {}
    let filled = ballast.metadata().unwrap().len();
    ballast.set_len(filled.saturating_sub(BYTES_LEFT)).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "mounts a small disk of its own, which not every machine allows: `make test-full` runs \
    it"]
async fn a_full_disk_is_reported_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start_on_small_disk(folder.path(), "160m").await;
    let mut source = SourceRows::initial();
    server.register(&source).await;
    server.sync_and_wait().await;
    server
        .small_disk()
        .copy_database()
        .await
        .assert_holds(&[&source])
        .await;

    let (before, ballast) = (source.clone(), server.small_disk().file_path("ballast"));
    source.add_lines(60_000);
    source.change_rows(&mut SeededRng::new(1));
    source.write_files(&server.warehouse_path());
    fill_disk(&ballast);
    // Reads still work; the sync is refused with a clear message, whichever write failed first.
    let (status, answer) = server.try_sync().await;
    assert_eq!(status, 503, "{answer}");
    assert!(
        answer["message"].as_str().unwrap().contains("no room left"),
        "{answer}"
    );
    assert_eq!(answer["code"], "database_full", "{answer}");
    server
        .small_disk()
        .copy_database()
        .await
        .assert_holds(&[&before, &source])
        .await;

    // The run whose end could not be recorded continues by itself.
    std::fs::remove_file(ballast).unwrap();
    server.wait_for_end().await;
    server.sync_and_wait().await;
    let database = server.small_disk().copy_database().await;
    database.assert_holds(&[&source]).await;
    database.assert_idle().await;
}
