//! The scheduler loop of every server: a due run starts once, on any server.

use super::{PATH, advance_clock, get_schedule, list_runs, set_schedule, wait_for_end};
use crate::data_sync::{SyncFixture, supplier_rows};
use api::commands::background_tasks::run_scheduler;
use api::features::data_sync::DataSync;
use serde_json::json;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Polling interval of the loops in these tests.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Many polling intervals: time in which nothing must happen.
const SETTLE_TIME: Duration = Duration::from_millis(400);

/// Servers with scheduler loops that run until they are stopped.
struct Servers {
    stop: watch::Sender<bool>,
    loops: Vec<JoinHandle<()>>,
}

impl Servers {
    fn start(servers: Vec<DataSync>) -> Self {
        let (stop, stopped) = watch::channel(false);
        let loops = servers
            .into_iter()
            .map(|sync| tokio::spawn(run_scheduler(sync, POLL_INTERVAL, stopped.clone())))
            .collect();
        Self { stop, loops }
    }

    async fn stop(self) {
        self.stop.send_replace(true);
        for server in self.loops {
            tokio::time::timeout(Duration::from_secs(10), server)
                .await
                .expect("the loop stops on request")
                .unwrap();
        }
    }
}

/// At 15:00, a fixture whose suppliers are to be synced every five minutes.
async fn start_fixture() -> SyncFixture {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(3));
    assert_eq!(
        set_schedule(&farm.owner, "*/5 * * * *", "full")
            .await
            .data()["nextRunAt"],
        "2026-06-16T15:05:00+00:00"
    );
    farm
}

/// Waits until `count` runs are recorded and the last one has ended.
async fn wait_for_runs(farm: &SyncFixture, count: usize) {
    for _ in 0..400 {
        let runs = list_runs(farm).await;
        if runs.len() >= count && runs.iter().all(|run| run["finishedAt"].is_string()) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("there are no {count} runs");
}

#[tokio::test]
async fn due_runs_start_until_the_server_stops() {
    let mut farm = start_fixture().await;
    let servers = Servers::start(vec![farm.app.parts.sync.clone()]);
    tokio::time::sleep(SETTLE_TIME).await;
    assert_eq!(list_runs(&farm).await.len(), 0, "it is not time yet");

    advance_clock(&mut farm, 5).await;
    wait_for_runs(&farm, 1).await;
    let schedule = wait_for_end(&farm).await;
    assert_eq!(
        (&schedule["lastRun"]["state"], &schedule["nextRunAt"]),
        (&json!("succeeded"), &json!("2026-06-16T15:10:00+00:00"))
    );
    assert_eq!(farm.load_suppliers().await.len(), 3);
    advance_clock(&mut farm, 5).await;
    wait_for_runs(&farm, 2).await;
    assert!(
        list_runs(&farm)
            .await
            .iter()
            .all(|run| run["trigger"] == "schedule")
    );

    servers.stop().await;
    advance_clock(&mut farm, 5).await;
    tokio::time::sleep(SETTLE_TIME).await;
    assert_eq!(
        (
            list_runs(&farm).await.len(),
            &get_schedule(&farm).await["nextRunAt"]
        ),
        (2, &json!("2026-06-16T15:15:00+00:00"))
    );
}

#[tokio::test]
async fn of_two_servers_one_starts_the_run_and_missed_times_do_not_pile_up() {
    let mut farm = start_fixture().await;
    // Four scheduled times pass before a server starts.
    advance_clock(&mut farm, 22).await;
    let servers = Servers::start(vec![
        farm.app.parts.sync.clone(),
        farm.app.replica_data_sync().await,
    ]);
    wait_for_runs(&farm, 1).await;
    tokio::time::sleep(SETTLE_TIME).await;
    assert_eq!(list_runs(&farm).await.len(), 1, "they are made up for once");
    let schedule = farm.owner.get(PATH).await.data().clone();
    assert_eq!(schedule["nextRunAt"], "2026-06-16T15:25:00+00:00");
    assert_eq!(
        schedule["issue"],
        json!({"dueAt": "2026-06-16T15:05:00+00:00", "startedAt": "2026-06-16T15:22:00+00:00"})
    );

    for run in 2..=5 {
        advance_clock(&mut farm, 5).await;
        wait_for_runs(&farm, run).await;
        tokio::time::sleep(SETTLE_TIME).await;
        assert_eq!(list_runs(&farm).await.len(), run, "one server starts it");
    }
    servers.stop().await;
}
