//! Syncs that start by themselves: when they are due, that one server starts each, and what is told
//! of a time that did not come to a run.

use super::{Farm, supplier_row, supplier_rows};
use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use entities::sync_lease;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, Set};
use serde_json::{Value, json};
use std::time::Duration;

mod by_itself;
mod overdue;

const PATH: &str = "/api/data-sync/schedule";

async fn set(owner: &Client, cron: &str, mode: &str) -> Answer {
    owner
        .put(PATH, json!({"enabled": true, "cron": cron, "mode": mode}))
        .await
}

async fn shown(farm: &Farm) -> Value {
    farm.owner.get(PATH).await.data().clone()
}

async fn runs(farm: &Farm) -> Vec<Value> {
    farm.owner.get("/api/data-sync/runs").await.data()["items"]
        .as_array()
        .unwrap()
        .clone()
}

/// The schedule once the run that it started has ended.
async fn ended(farm: &Farm) -> Value {
    for _ in 0..400 {
        let schedule = shown(farm).await;
        if schedule["lastRun"]["finishedAt"].is_string() {
            return schedule;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the scheduled run does not end");
}

/// Some minutes go by. They are longer than a token lives, so the owner signs in again.
async fn later(farm: &mut Farm, minutes: i64) {
    farm.app.parts.clock.advance(TimeDelta::minutes(minutes));
    farm.owner = farm.app.sign_in("0@prairie.example", PASSWORD).await;
}

/// A farm whose schedule of every five minutes has come due: it is 15:06.
async fn due() -> Farm {
    let mut farm = Farm::start().await;
    farm.warehouse.suppliers(&supplier_rows(3));
    assert_eq!(
        set(&farm.owner, "*/5 * * * *", "full").await.data()["nextAt"],
        "2026-06-16T15:05:00+00:00"
    );
    assert_eq!(
        farm.app.parts.sync.start_due().await.unwrap(),
        0,
        "it is not time yet"
    );
    later(&mut farm, 6).await;
    farm
}

#[tokio::test]
async fn a_schedule_is_kept_and_shown_in_the_time_of_the_organization() {
    let app = TestApp::start().await;
    let register = json!({"organization": "Chicago Seed", "name": "Owner", "email": "owner@seed.example", "password": PASSWORD,
        "timeZone": "America/Chicago"});
    let owner = app.anonymous().post("/api/auth/register", register).await;
    let owner = app
        .anonymous()
        .with_token(owner.data()["token"].as_str().unwrap());
    assert_eq!(
        *owner.get(PATH).await.data(),
        json!({"enabled": false, "zone": "America/Chicago", "nextTimes": []})
    );

    let kept = set(&owner, " 0  6 * * MON-FRI ", "incremental")
        .await
        .data()
        .clone();
    let week = ["17", "18", "19", "22", "23"].map(|day| format!("2026-06-{day}T06:00:00-05:00"));
    let expected = json!({"enabled": true, "cron": "0 6 * * MON-FRI", "mode": "incremental", "zone": "America/Chicago",
        "nextAt": "2026-06-17T11:00:00+00:00", "nextTimes": week, "updatedAt": "2026-06-16T15:00:00+00:00"});
    assert_eq!(kept, expected);
    let viewer = app.colleague(&owner, "viewer").await;
    assert_eq!(*viewer.get(PATH).await.data(), expected);
    assert_eq!(
        set(&viewer, "0 6 * * *", "full").await.failure(403),
        "forbidden"
    );
    let other = app.organization("Prairie").await;
    assert_eq!(
        *other.get(PATH).await.data(),
        json!({"enabled": false, "zone": "UTC", "nextTimes": []})
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
            &off["nextTimes"]
        ),
        (
            &json!(false),
            &json!("0 6 * * MON-FRI"),
            &json!("full"),
            &json!([])
        )
    );
    assert_eq!(off.get("nextAt"), None);
    app.parts.clock.advance(TimeDelta::days(30));
    assert_eq!(
        app.parts.sync.start_due().await.unwrap(),
        0,
        "a schedule that is off starts nothing"
    );
}

#[tokio::test]
async fn schedules_that_make_no_sense_are_refused_in_words() {
    let farm = Farm::start().await;
    for (cron, said) in [
        ("0 25 * * *", "The hour \"25\" (field 2 of 5)"),
        ("0 2 * *", "this one has 4"),
        ("*/2 * * * *", "2 minutes apart"),
        ("0 0 31 2 *", "never comes"),
    ] {
        let answer = set(&farm.owner, cron, "full").await;
        assert_eq!(answer.failure(422), "invalid_values");
        let detail = &answer.json["details"][0];
        assert_eq!(detail["path"], "cron");
        assert!(
            detail["message"].as_str().unwrap().contains(said),
            "{detail}"
        );
    }
    assert_eq!(
        set(&farm.owner, "0 2 * * *", "retry").await.failure(400),
        "invalid_body"
    );
    assert_eq!(
        set(&farm.owner, &"0,".repeat(60), "full")
            .await
            .failure(400),
        "invalid_body"
    );
    assert_eq!(
        shown(&farm).await,
        json!({"enabled": false, "zone": "UTC", "nextTimes": []})
    );
}

#[tokio::test]
async fn of_two_servers_that_see_a_due_schedule_one_starts_it() {
    let farm = due().await;
    let sync = &farm.app.parts.sync;
    // Both have looked before either has taken it.
    let seen = farm
        .app
        .parts
        .database
        .platform()
        .due_schedules(farm.app.parts.clock.now(), 10)
        .await
        .unwrap();
    let [seen] = seen.as_slice() else {
        panic!("one is due")
    };
    let (one, other) = tokio::join!(sync.start_scheduled(seen), sync.start_scheduled(seen));
    let started: Vec<_> = [one.unwrap(), other.unwrap()]
        .into_iter()
        .flatten()
        .collect();
    assert_eq!((started.len(), sync.start_due().await.unwrap()), (1, 0));

    let schedule = ended(&farm).await;
    assert_eq!(schedule["lastRun"]["id"], started[0].to_string());
    assert_eq!(
        (&schedule["lastRun"]["state"], schedule.get("message")),
        (&json!("succeeded"), None)
    );
    assert_eq!(schedule["nextAt"], "2026-06-16T15:10:00+00:00");
    let runs = runs(&farm).await;
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
    let mut farm = due().await;
    later(&mut farm, 6).await;
    assert_eq!(
        (
            farm.app.parts.sync.start_due().await.unwrap(),
            farm.app.parts.sync.start_due().await.unwrap()
        ),
        (1, 0)
    );
    let schedule = ended(&farm).await;
    assert_eq!(
        (&schedule["nextAt"], runs(&farm).await.len()),
        (&json!("2026-06-16T15:15:00+00:00"), 1)
    );
    assert_eq!(
        schedule["message"],
        "The run of 16 June 2026 at 15:05 started late, on 16 June 2026 at 15:12."
    );
}

#[tokio::test]
async fn a_time_at_which_a_sync_goes_on_is_passed_over_and_noted() {
    let mut farm = due().await;
    farm.sync().await.data();
    // As another server's run holds it.
    let lease = sync_lease::Entity::find()
        .filter(sync_lease::Column::TenantId.eq(farm.tenant().await))
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    let mut lease = lease.into_active_model();
    lease.expires_at = Set(farm.app.parts.clock.now() + TimeDelta::seconds(30));
    lease.update(&farm.app.raw).await.unwrap();
    assert_eq!(farm.app.parts.sync.start_due().await.unwrap(), 0);
    let schedule = shown(&farm).await;
    assert_eq!(
        schedule["message"],
        "The run of 16 June 2026 at 15:05 was passed over: another sync was going on."
    );
    assert_eq!(
        (&schedule["nextAt"], schedule.get("lastRun")),
        (&json!("2026-06-16T15:10:00+00:00"), None)
    );
    assert_eq!(runs(&farm).await.len(), 1, "nothing is queued");

    // The next time is free again, and nothing is left to say.
    later(&mut farm, 4).await;
    assert_eq!(farm.app.parts.sync.start_due().await.unwrap(), 1);
    assert_eq!(ended(&farm).await.get("message"), None);
    let triggers: Vec<_> = runs(&farm)
        .await
        .iter()
        .map(|run| run["trigger"].clone())
        .collect();
    assert_eq!(triggers, ["schedule", "person"]);
}

#[tokio::test]
async fn a_source_that_is_not_set_or_not_there_is_told_on_the_schedule() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    set(&owner, "*/5 * * * *", "full").await.data();
    app.parts.clock.advance(TimeDelta::minutes(5));
    assert_eq!(app.parts.sync.start_due().await.unwrap(), 0);
    let schedule = owner.get(PATH).await.data().clone();
    let said = "The run of 16 June 2026 at 15:05 could not start: No source is set yet: choose \
        where your rows come from.";
    assert_eq!(
        (&schedule["message"], &schedule["nextAt"]),
        (&json!(said), &json!("2026-06-16T15:10:00+00:00"))
    );

    let farm = due().await;
    std::fs::remove_dir_all(farm.warehouse.path()).unwrap();
    assert_eq!(farm.app.parts.sync.start_due().await.unwrap(), 1);
    let last = ended(&farm).await["lastRun"].clone();
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
    let mut farm = due().await;
    farm.sync().await.data();
    set(&farm.owner, "*/5 * * * *", "incremental").await.data();
    farm.warehouse
        .suppliers(&(supplier_rows(2) + &supplier_row("new", "New", "2026-06-01T00:00:00Z")));
    later(&mut farm, 5).await;
    assert_eq!(farm.app.parts.sync.start_due().await.unwrap(), 1);
    ended(&farm).await;
    let run = runs(&farm).await.remove(0);
    assert_eq!(
        (
            &run["kind"],
            &run["stats"]["inserted"],
            &run["stats"]["deleted"]
        ),
        (&json!("incremental"), &json!(1), &json!(0))
    );
}
