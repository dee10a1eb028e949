//! Notifications about Data Sync: one when something fails and one when it recovers.

use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp, Warehouse};
use api::features::notifications::{
    FailureReason, Notifier, Observation, ObservedStatus, ObservedSubject,
};
use chrono::TimeDelta;
use serde_json::{Value, json};

mod email;

/// An organization whose source is a folder.
struct NotificationFixture {
    app: TestApp,
    owner: Client,
    warehouse: Warehouse,
}

impl NotificationFixture {
    async fn start() -> Self {
        Self::from_app(TestApp::start().await).await
    }

    async fn from_app(app: TestApp) -> Self {
        let owner = app.create_organization("Prairie").await;
        let warehouse = app.create_warehouse("prairie");
        owner
            .put(
                "/api/data-sync/source",
                json!({"kind": "files", "path": warehouse.path()}),
            )
            .await
            .data();
        Self {
            app,
            owner,
            warehouse,
        }
    }

    async fn run_sync(&self) -> Answer {
        self.owner
            .post(
                "/api/data-sync/sync",
                json!({"options": {"incrementalSync": false}}),
            )
            .await
    }

    async fn list_notifications(&self) -> Value {
        self.owner.get("/api/notifications").await.data().clone()
    }

    /// `kind title` of every notification, newest first.
    async fn notification_titles(&self) -> Vec<String> {
        item_titles(&self.list_notifications().await["items"])
    }

    /// Advances the clock beyond the lifetime of a token, so the owner signs in again.
    async fn advance_clock(&mut self, by: TimeDelta) {
        self.app.parts.clock.advance(by);
        self.owner = self.app.sign_in("0@prairie.example", PASSWORD).await;
    }

    /// Writes valid suppliers.
    fn repair_source(&self) {
        self.warehouse
            .write_suppliers("s1,Acme,fertilizer,10,true,2026-06-01T00:00:00Z\n");
    }

    /// Writes suppliers without a required column.
    fn break_source(&self, column: &str) {
        self.repair_source();
        let path = self.warehouse.path().join("supplier_data.csv");
        let broken = std::fs::read_to_string(path)
            .unwrap()
            .replace(column, "nothing_known");
        self.warehouse.write_file("supplier_data.csv", broken);
    }
}

fn item_titles(items: &Value) -> Vec<String> {
    let describe = |item: &Value| {
        format!(
            "{} {}",
            item["kind"].as_str().unwrap(),
            item["title"].as_str().unwrap()
        )
    };
    items.as_array().unwrap().iter().map(describe).collect()
}

#[tokio::test]
async fn notifies_once_about_failure_and_recovery() {
    let mut farm = NotificationFixture::start().await;
    farm.repair_source();
    farm.run_sync().await.data();
    assert_eq!(
        farm.list_notifications().await,
        json!({"openAlerts": [], "items": [], "emailEnabled": false}),
        "what was always well is not worth a word"
    );

    farm.break_source("supplier_name");
    assert_eq!(farm.run_sync().await.expect_failure(422), "sync_failed");
    let first = farm.list_notifications().await;
    assert_eq!(
        item_titles(&first["items"]),
        ["firing supplier_data failed to sync"]
    );
    assert_eq!(
        (&first["items"][0]["topic"], &first["items"][0]["createdAt"]),
        (
            &json!("sync:supplier_data"),
            &json!("2026-06-16T15:00:00+00:00")
        )
    );
    assert!(
        first["items"][0]["body"]
            .as_str()
            .unwrap()
            .contains("supplier_name"),
        "{first}"
    );

    // Failing again for another reason creates no notification, but the open alert shows the newest
    // reason.
    farm.advance_clock(TimeDelta::hours(26)).await;
    farm.break_source("lead_time_days");
    farm.run_sync().await.expect_failure(422);
    let second = farm.list_notifications().await;
    assert_eq!(second["items"], first["items"]);
    assert_eq!(second["openAlerts"].as_array().unwrap().len(), 1);
    assert_eq!(
        (
            &second["openAlerts"][0]["since"],
            &second["openAlerts"][0]["title"]
        ),
        (
            &first["items"][0]["createdAt"],
            &json!("supplier_data failed to sync")
        )
    );
    assert!(
        second["openAlerts"][0]["message"]
            .as_str()
            .unwrap()
            .contains("lead_time_days"),
        "{second}"
    );

    farm.advance_clock(TimeDelta::minutes(95)).await;
    farm.repair_source();
    farm.run_sync().await.data();
    let third = farm.list_notifications().await;
    assert_eq!(third["openAlerts"], json!([]));
    assert_eq!(
        item_titles(&third["items"]),
        [
            "resolved supplier_data syncs again",
            "firing supplier_data failed to sync"
        ]
    );
    assert_eq!(
        third["items"][0]["body"],
        "It had failed since 16 June 2026 at 15:00 (UTC), for 1 day and 3 hours."
    );

    farm.run_sync().await.data();
    assert_eq!(
        farm.notification_titles().await.len(),
        2,
        "one notification about the recovery"
    );
}

#[tokio::test]
async fn the_bell_is_in_the_language_of_the_reader() {
    let mut farm = NotificationFixture::start().await;
    farm.break_source("supplier_name");
    farm.run_sync().await.expect_failure(422);
    farm.advance_clock(TimeDelta::minutes(5)).await;
    farm.repair_source();
    farm.run_sync().await.data();
    farm.break_source("supplier_name");
    farm.run_sync().await.expect_failure(422);

    let read = async |client: &Client| {
        let listed = client.get("/api/notifications").await.data().clone();
        let open = listed["openAlerts"][0]["title"].as_str().unwrap();
        let recovered = listed["items"][1]["body"].as_str().unwrap();
        (open.to_owned(), recovered.to_owned())
    };
    let english = (
        "supplier_data failed to sync".to_owned(),
        "It had failed since 16 June 2026 at 15:00 (UTC), for 5 minutes.".to_owned(),
    );
    let french = (
        "La synchronisation de supplier_data a échoué".to_owned(),
        "L’échec durait depuis le 16 juin 2026 à 15:00 (UTC), soit 5 minutes.".to_owned(),
    );
    assert_eq!(read(&farm.owner).await, english);
    let browser = farm
        .owner
        .with_header("Accept-Language", "nl, fr-CA;q=0.9, en;q=0.5");
    assert_eq!(read(&browser).await, french, "as the browser prefers");
    let unknown = farm.owner.with_header("Accept-Language", "tlh, *;q=0.1");
    assert_eq!(read(&unknown).await, english);

    let chosen = json!({"language": "en", "timeZone": "America/Chicago"});
    let preferences = "/api/account/preferences";
    farm.owner.patch(preferences, chosen).await.data();
    assert_eq!(
        read(&browser).await,
        (
            english.0,
            "It had failed since 16 June 2026 at 10:00 (America/Chicago), for 5 minutes."
                .to_owned()
        ),
        "the preference counts more than the browser"
    );
}

#[tokio::test]
async fn missing_source_creates_one_notification() {
    let mut farm = NotificationFixture::start().await;
    farm.repair_source();
    farm.run_sync().await.data();
    let away = farm.warehouse.path().with_extension("away");
    std::fs::rename(farm.warehouse.path(), &away).unwrap();
    for _ in 0..2 {
        assert_ne!(farm.run_sync().await.status, 200);
    }
    assert_eq!(
        farm.notification_titles().await,
        ["firing Data Sync failed"]
    );
    let open = farm.list_notifications().await["openAlerts"].clone();
    assert_eq!(
        (open.as_array().unwrap().len(), &open[0]["topic"]),
        (1, &json!("sync:run")),
        "{open}"
    );
    std::fs::rename(&away, farm.warehouse.path()).unwrap();
    farm.advance_clock(TimeDelta::minutes(3)).await;
    farm.run_sync().await.data();
    assert_eq!(
        farm.notification_titles().await,
        ["resolved Data Sync recovered", "firing Data Sync failed"]
    );
    assert_eq!(
        farm.list_notifications().await["items"][0]["body"],
        "It had failed since 16 June 2026 at 15:00 (UTC), for 3 minutes."
    );
}

#[tokio::test]
async fn notifies_once_about_rejects_until_a_clean_full_read() {
    let mut farm = NotificationFixture::start().await;
    farm.warehouse.write_suppliers("s1,Acme,fertilizer,10,true,2026-06-01T00:00:00Z\ns2,Bolt,fertilizer,soon,true,2026-06-01T00:00:00Z\n");
    farm.run_sync().await.data();
    farm.run_sync().await.data();
    assert_eq!(
        farm.notification_titles().await,
        ["firing Rows of supplier_data were rejected"]
    );
    let expected = "1 of 2 rows were rejected. The Data Sync page lists each row with line, column and \
        reason.";
    assert_eq!(
        farm.list_notifications().await["items"][0]["body"],
        expected
    );
    farm.advance_clock(TimeDelta::hours(1)).await;
    farm.repair_source();
    farm.run_sync().await.data();
    let now = farm.list_notifications().await;
    assert_eq!(
        item_titles(&now["items"]),
        [
            "resolved No more rejected rows in supplier_data",
            "firing Rows of supplier_data were rejected"
        ]
    );
    assert_eq!(
        now["items"][0]["body"],
        "Rows had been rejected since 16 June 2026 at 15:00 (UTC), for 1 hour."
    );
}

#[tokio::test]
async fn notifications_are_isolated_by_organization() {
    let farm = NotificationFixture::start().await;
    farm.break_source("supplier_name");
    farm.run_sync().await.expect_failure(422);
    let other = farm.app.create_organization("Meadow").await;
    assert_eq!(
        *other.get("/api/notifications").await.data(),
        json!({"openAlerts": [], "items": [], "emailEnabled": false})
    );
    let viewer = farm.app.add_member(&farm.owner, "viewer").await;
    assert_eq!(
        *viewer.get("/api/notifications").await.data(),
        farm.list_notifications().await
    );
    assert_eq!(
        farm.app
            .anonymous_client()
            .get("/api/notifications")
            .await
            .expect_failure(401),
        "unauthorized"
    );
}

#[tokio::test]
async fn lists_notifications_in_pages() {
    let mut farm = NotificationFixture::start().await;
    for _ in 0..2 {
        farm.break_source("supplier_name");
        farm.run_sync().await.expect_failure(422);
        farm.advance_clock(TimeDelta::minutes(1)).await;
        farm.repair_source();
        farm.run_sync().await.data();
        farm.advance_clock(TimeDelta::minutes(1)).await;
    }
    let all = farm.notification_titles().await;
    assert_eq!(all.len(), 4);
    let first = farm.owner.get("/api/notifications?limit=3").await;
    let second = farm
        .owner
        .get(&format!(
            "/api/notifications?limit=3&cursor={}",
            first.data()["nextCursor"].as_str().unwrap()
        ))
        .await;
    assert_eq!(
        [
            item_titles(&first.data()["items"]),
            item_titles(&second.data()["items"])
        ]
        .concat(),
        all
    );
    assert_eq!(second.data().get("nextCursor"), None);
    assert_eq!(
        farm.owner
            .get("/api/notifications?cursor=x")
            .await
            .expect_failure(400),
        "invalid_cursor"
    );
    assert_eq!(
        farm.owner.get("/api/notifications?limit=0").await.status,
        400
    );
}

fn fail_as_broken() -> ObservedStatus {
    ObservedStatus::Failing(FailureReason::Message {
        text: "broken".to_owned(),
        code: Some("source_invalid".to_owned()),
    })
}

/// Two servers observe the same statuses concurrently, in opposite orders and in separate
/// transactions.
async fn assert_both_see(farm: &NotificationFixture, observed: ObservedStatus) {
    let access = farm.app.open_access(&farm.owner).await;
    let notices = Notifier::new(
        farm.app.parts.clock.clone(),
        farm.app.parts.entropy.clone(),
        false,
    );
    let mut seen: Vec<_> = (0..5)
        .map(|topic| Observation {
            topic: format!("test:{topic}"),
            subject: ObservedSubject::Table {
                name: format!("table {topic}"),
            },
            status: observed.clone(),
        })
        .collect();
    let server = |seen: Vec<Observation>| {
        let (access, notices, database) = (
            access.clone(),
            notices.clone(),
            farm.app.parts.database.clone(),
        );
        tokio::spawn(async move {
            let db = database.begin_write(&access).await.unwrap();
            notices
                .record_observations(&db, &access, &seen)
                .await
                .unwrap();
            db.commit().await.unwrap();
        })
    };
    let one = server(seen.clone());
    seen.reverse();
    let (one, other) = tokio::join!(one, server(seen));
    one.unwrap();
    other.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_observations_create_one_notification() {
    let mut farm = NotificationFixture::start().await;
    for round in 1..=3 {
        assert_both_see(&farm, fail_as_broken()).await;
        assert_eq!(
            farm.notification_titles().await.len(),
            10 * round - 5,
            "each failure once"
        );
        farm.advance_clock(TimeDelta::seconds(1)).await;
        assert_both_see(&farm, ObservedStatus::Healthy).await;
        assert_eq!(
            farm.notification_titles().await.len(),
            10 * round,
            "each recovery once"
        );
        farm.advance_clock(TimeDelta::seconds(1)).await;
    }
}

#[tokio::test]
async fn rolled_back_observation_creates_no_notification() {
    let farm = NotificationFixture::start().await;
    let access = farm.app.open_access(&farm.owner).await;
    let notices = Notifier::new(
        farm.app.parts.clock.clone(),
        farm.app.parts.entropy.clone(),
        true,
    );
    let seen = [Observation {
        topic: "test".to_owned(),
        subject: ObservedSubject::Table {
            name: "test".to_owned(),
        },
        status: fail_as_broken(),
    }];
    let db = farm.app.parts.database.begin_write(&access).await.unwrap();
    notices
        .record_observations(&db, &access, &seen)
        .await
        .unwrap();
    drop(db);
    assert_eq!(farm.list_notifications().await["openAlerts"], json!([]));
    let db = farm.app.parts.database.begin_write(&access).await.unwrap();
    notices
        .record_observations(&db, &access, &seen)
        .await
        .unwrap();
    db.commit().await.unwrap();
    assert_eq!(
        farm.notification_titles().await,
        ["firing test failed to sync"]
    );
}
