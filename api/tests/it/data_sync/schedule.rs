//! Scheduled syncs: when they are due, that only one server starts each, and how skipped times are
//! reported.

use super::{SyncFixture, supplier_row, supplier_rows};
use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use entities::sync_lease;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, Set};
use serde_json::{Value, json};
use std::time::Duration;

mod scheduler_loop;
mod stale_data;

const PATH: &str = "/api/data-sync/schedule";

async fn set_schedule(owner: &Client, cron: &str, mode: &str) -> Answer {
    owner
        .put(PATH, json!({"enabled": true, "cron": cron, "mode": mode}))
        .await
}

async fn get_schedule(farm: &SyncFixture) -> Value {
    farm.owner.get(PATH).await.data().clone()
}

async fn list_runs(farm: &SyncFixture) -> Vec<Value> {
    farm.owner.get("/api/data-sync/runs").await.data()["items"]
        .as_array()
        .unwrap()
        .clone()
}

/// The schedule after the run that it started has ended.
async fn wait_for_end(farm: &SyncFixture) -> Value {
    for _ in 0..400 {
        let schedule = get_schedule(farm).await;
        if schedule["lastRun"]["finishedAt"].is_string() {
            return schedule;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the scheduled run does not end");
}

/// Advances the clock beyond the lifetime of a token, so the owner signs in again.
async fn advance_clock(farm: &mut SyncFixture, minutes: i64) {
    farm.app.parts.clock.advance(TimeDelta::minutes(minutes));
    farm.owner = farm.app.sign_in("0@prairie.example", PASSWORD).await;
}

/// A fixture with a due schedule of every five minutes: it is 15:06.
async fn start_due_sync() -> SyncFixture {
    let mut farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(3));
    assert_eq!(
        set_schedule(&farm.owner, "*/5 * * * *", "full")
            .await
            .data()["nextRunAt"],
        "2026-06-16T15:05:00+00:00"
    );
    assert_eq!(
        farm.app.parts.sync.start_due_runs().await.unwrap(),
        0,
        "it is not time yet"
    );
    advance_clock(&mut farm, 6).await;
    farm
}

#[tokio::test]
async fn a_schedule_is_kept_and_shown_in_the_time_of_the_organization() {
    let app = TestApp::start().await;
    let register = json!({"organization": "Chicago Seed", "name": "Owner", "email": "owner@seed.example", "password": PASSWORD,
        "timeZone": "America/Chicago"});
    let owner = app
        .anonymous_client()
        .post("/api/auth/register", register)
        .await;
    let owner = app
        .anonymous_client()
        .with_token(owner.data()["token"].as_str().unwrap());
    assert_eq!(
        *owner.get(PATH).await.data(),
        json!({"enabled": false, "timeZone": "America/Chicago", "nextRuns": []})
    );

    let kept = set_schedule(&owner, " 0  6 * * MON-FRI ", "incremental")
        .await
        .data()
        .clone();
    let week = ["17", "18", "19", "22", "23"].map(|day| format!("2026-06-{day}T06:00:00-05:00"));
    let expected = json!({"enabled": true, "cron": "0 6 * * MON-FRI", "mode": "incremental", "timeZone": "America/Chicago",
        "nextRunAt": "2026-06-17T11:00:00+00:00", "nextRuns": week, "updatedAt": "2026-06-16T15:00:00+00:00"});
    assert_eq!(kept, expected);
    let viewer = app.add_member(&owner, "viewer").await;
    assert_eq!(*viewer.get(PATH).await.data(), expected);
    assert_eq!(
        set_schedule(&viewer, "0 6 * * *", "full")
            .await
            .expect_failure(403),
        "forbidden"
    );
    let other = app.create_organization("Prairie").await;
    assert_eq!(
        *other.get(PATH).await.data(),
        json!({"enabled": false, "timeZone": "UTC", "nextRuns": []})
    );

    let off = owner
        .put(
            PATH,
            json!({"enabled": false, "cron": "0 6 * * MON-FRI", "mode": "full"}),
        )
        .await
        .data()
        .clone();
    assert_eq!(
        (
            &off["enabled"],
            &off["cron"],
            &off["mode"],
            &off["nextRuns"]
        ),
        (
            &json!(false),
            &json!("0 6 * * MON-FRI"),
            &json!("full"),
            &json!([])
        )
    );
    assert_eq!(off.get("nextRunAt"), None);
    app.parts.clock.advance(TimeDelta::days(30));
    assert_eq!(
        app.parts.sync.start_due_runs().await.unwrap(),
        0,
        "a schedule that is off starts nothing"
    );
}

#[tokio::test]
async fn schedules_that_make_no_sense_are_refused_in_words() {
    let farm = SyncFixture::start().await;
    for (cron, expected_message) in [
        ("0 25 * * *", "The hour \"25\" (field 2 of 5)"),
        ("0 2 * *", "this one has 4"),
        ("*/2 * * * *", "2 minutes apart"),
        ("0 0 31 2 *", "never runs"),
    ] {
        let answer = set_schedule(&farm.owner, cron, "full").await;
        assert_eq!(answer.expect_failure(422), "invalid_values");
        let detail = &answer.json["details"][0];
        assert_eq!(detail["path"], "cron");
        assert!(
            detail["message"]
                .as_str()
                .unwrap()
                .contains(expected_message),
            "{detail}"
        );
    }
    assert_eq!(
        set_schedule(&farm.owner, "0 2 * * *", "retry")
            .await
            .expect_failure(400),
        "invalid_body"
    );
    assert_eq!(
        set_schedule(&farm.owner, &"0,".repeat(60), "full")
            .await
            .expect_failure(400),
        "invalid_body"
    );
    assert_eq!(
        get_schedule(&farm).await,
        json!({"enabled": false, "timeZone": "UTC", "nextRuns": []})
    );
}

#[tokio::test]
async fn of_two_servers_that_see_a_due_schedule_one_starts_it() {
    let farm = start_due_sync().await;
    let sync = &farm.app.parts.sync;
    // Both servers list the due schedules before either claims one.
    let seen = farm
        .app
        .parts
        .database
        .platform()
        .list_due_schedules(farm.app.parts.clock.now(), 10)
        .await
        .unwrap();
    let [seen] = seen.as_slice() else {
        panic!("one is due")
    };
    let (one, other) = tokio::join!(
        sync.start_scheduled_run(seen),
        sync.start_scheduled_run(seen)
    );
    let started: Vec<_> = [one.unwrap(), other.unwrap()]
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(
        (started.len(), sync.start_due_runs().await.unwrap()),
        (1, 0)
    );

    let schedule = wait_for_end(&farm).await;
    assert_eq!(schedule["lastRun"]["id"], started[0].to_string());
    assert_eq!(
        (&schedule["lastRun"]["state"], schedule.get("message")),
        (&json!("succeeded"), None)
    );
    assert_eq!(schedule["nextRunAt"], "2026-06-16T15:10:00+00:00");
    let runs = list_runs(&farm).await;
    assert_eq!(runs.len(), 1);
    assert_eq!(
        (
            &runs[0]["kind"],
            &runs[0]["trigger"],
            &runs[0]["stats"]["inserted"]
        ),
        (&json!("full"), &json!("schedule"), &json!(3))
    );
}

#[tokio::test]
async fn times_that_went_by_while_no_server_was_up_are_made_up_for_once() {
    let mut farm = start_due_sync().await;
    advance_clock(&mut farm, 6).await;
    assert_eq!(
        (
            farm.app.parts.sync.start_due_runs().await.unwrap(),
            farm.app.parts.sync.start_due_runs().await.unwrap()
        ),
        (1, 0)
    );
    let schedule = wait_for_end(&farm).await;
    assert_eq!(
        (&schedule["nextRunAt"], list_runs(&farm).await.len()),
        (&json!("2026-06-16T15:15:00+00:00"), 1)
    );
    assert_eq!(
        schedule["issue"],
        json!({"dueAt": "2026-06-16T15:05:00+00:00", "startedAt": "2026-06-16T15:12:00+00:00"})
    );
}

#[tokio::test]
async fn a_time_at_which_a_sync_goes_on_is_passed_over_and_noted() {
    let mut farm = start_due_sync().await;
    farm.run_sync().await.data();
    // The lease as another server's run holds it.
    let lease = sync_lease::Entity::find()
        .filter(sync_lease::Column::TenantId.eq(farm.tenant_id().await))
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    let mut lease = lease.into_active_model();
    lease.expires_at = Set(farm.app.parts.clock.now() + TimeDelta::seconds(30));
    lease.update(&farm.app.raw).await.unwrap();
    assert_eq!(farm.app.parts.sync.start_due_runs().await.unwrap(), 0);
    let schedule = get_schedule(&farm).await;
    assert_eq!(
        schedule["issue"],
        json!({
            "dueAt": "2026-06-16T15:05:00+00:00",
            "errorCode": "sync_in_progress",
            "error": "Another sync was in progress.",
        })
    );
    assert_eq!(
        (&schedule["nextRunAt"], schedule.get("lastRun")),
        (&json!("2026-06-16T15:10:00+00:00"), None)
    );
    assert_eq!(list_runs(&farm).await.len(), 1, "nothing is queued");

    // At the next time nothing is running, and the issue is gone.
    advance_clock(&mut farm, 4).await;
    assert_eq!(farm.app.parts.sync.start_due_runs().await.unwrap(), 1);
    assert_eq!(wait_for_end(&farm).await.get("issue"), None);
    let triggers: Vec<_> = list_runs(&farm)
        .await
        .iter()
        .map(|run| run["trigger"].clone())
        .collect();
    assert_eq!(triggers, ["schedule", "person"]);
}

#[tokio::test]
async fn the_schedule_shows_a_missing_source() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    set_schedule(&owner, "*/5 * * * *", "full").await.data();
    app.parts.clock.advance(TimeDelta::minutes(5));
    assert_eq!(app.parts.sync.start_due_runs().await.unwrap(), 0);
    let schedule = owner.get(PATH).await.data().clone();
    let issue = json!({
        "dueAt": "2026-06-16T15:05:00+00:00",
        "errorCode": "source_not_configured",
        "error": "No data source is set. Choose a data source.",
    });
    assert_eq!(
        (&schedule["issue"], &schedule["nextRunAt"]),
        (&issue, &json!("2026-06-16T15:10:00+00:00"))
    );

    let farm = start_due_sync().await;
    std::fs::remove_dir_all(farm.warehouse.path()).unwrap();
    assert_eq!(farm.app.parts.sync.start_due_runs().await.unwrap(), 1);
    let last = wait_for_end(&farm).await["lastRun"].clone();
    assert_eq!(last["state"], "failed", "{last}");
    assert!(
        last["error"]
            .as_str()
            .is_some_and(|error| !error.is_empty()),
        "{last}"
    );
}

#[tokio::test]
async fn the_mode_decides_whether_rows_are_removed() {
    let mut farm = start_due_sync().await;
    farm.run_sync().await.data();
    set_schedule(&farm.owner, "*/5 * * * *", "incremental")
        .await
        .data();
    farm.warehouse
        .write_suppliers(&(supplier_rows(2) + &supplier_row("new", "New", "2026-06-01T00:00:00Z")));
    advance_clock(&mut farm, 5).await;
    assert_eq!(farm.app.parts.sync.start_due_runs().await.unwrap(), 1);
    wait_for_end(&farm).await;
    let run = list_runs(&farm).await.remove(0);
    assert_eq!(
        (
            &run["kind"],
            &run["stats"]["inserted"],
            &run["stats"]["deleted"]
        ),
        (&json!("incremental"), &json!(1), &json!(0))
    );
}
