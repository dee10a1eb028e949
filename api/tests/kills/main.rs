//! Kills the real binary in the middle of syncs, at random times and at crash points, restarts it,
//! and compares the application database with the source: no row is lost or duplicated, no table is
//! half-written, and no run hangs.
//!
//! `SPROUT_TEST_KILLS` sets the number of kills (10), `SPROUT_TEST_SEED` the random seed;
//! `SPROUT_TEST_DB` chooses the engine as for the other tests. On PostgreSQL under
//! `.ci/with-postgres`, the database server is killed too.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]
#![expect(
    clippy::print_stdout,
    reason = "the figures of two hundred kills are written down"
)]

mod database;
mod disruption;
mod full_disk;
mod server;
mod source_warehouse;

use disruption::{Disruption, SeededRng};
use server::Server;
use std::time::{Duration, Instant};

fn env_number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{name}={text} is no number"))
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_sync_is_gone_on_with_and_loses_and_doubles_nothing() {
    let (kills, seed) = (
        env_number("SPROUT_TEST_KILLS", 10),
        env_number("SPROUT_TEST_SEED", 20_261_122),
    );
    let mut dice = SeededRng::new(seed);
    let database = database::create_database().await;
    let folder = tempfile::tempdir().unwrap();
    let mut source = source_warehouse::SourceRows::initial();
    let mut server = Server::start(folder.path(), &database.url).await;
    server.register(&source).await;
    server.sync_and_wait().await;
    database.assert_holds(&[&source]).await;

    let (mut resumed, mut cut, mut slowest) = (0, 0, Duration::ZERO);
    for round in 0..kills {
        let before = source.clone();
        source.change_rows(&mut dice);
        source.write_files(&server.warehouse_path());
        let disruption = Disruption::choose(&mut dice, database.can_be_restarted());
        let known = server.latest_run_id().await;
        println!("round {round}: {disruption:?}");
        server.disrupt_sync(&disruption, &database).await;
        // The server is down or has just restarted: each table has either its old or its new state.
        database.assert_holds(&[&before, &source]).await;
        let began = Instant::now();
        server.ensure_running().await;
        let run = server.wait_for_end().await;
        slowest = slowest.max(began.elapsed());
        if run == known {
            // The server was killed before the run was recorded.
            server.sync_and_wait().await;
        } else {
            cut += 1;
            let (state, attempts) = database.run_and_attempts(&run).await;
            assert_eq!(
                state,
                "succeeded",
                "round {round}, seed {seed}, {disruption:?}: {}",
                server.get_run(&run).await
            );
            resumed += u64::from(attempts > 1);
        }
        database.assert_holds(&[&source]).await;
        database.assert_idle().await;
    }
    // Every row matches the files, so there is nothing left to change.
    let stats = server.sync_and_wait().await;
    for count in ["inserted", "updated", "deleted", "errors"] {
        assert_eq!(stats[count], 0, "{count} of {stats}");
    }
    println!(
        "{kills} kills, seed {seed}: {cut} runs had begun, {resumed} were gone on with after a \
            restart; the slowest end came after {slowest:.1?}"
    );
    assert!(
        resumed * 3 >= kills,
        "only {resumed} of {kills} kills hit a run: they come too early or too late"
    );
}
