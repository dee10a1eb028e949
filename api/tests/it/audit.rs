//! The audit log: contents, access, and detection of changes.

use crate::{Client, TestApp};
use api::db::{AuditAction, ChainError, NewAuditEntry};
use chrono::TimeDelta;
use entities::audit_entry;
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryOrder};
use serde_json::{Value, json};

const LOG: &str = "/api/audit-log";
const SETTINGS: &str = "/api/purchasing/settings";

async fn list_entries(client: &Client, query: &str) -> Vec<Value> {
    client.get(&format!("{LOG}{query}")).await.data()["items"]
        .as_array()
        .unwrap()
        .clone()
}

fn entry_actions(entries: &[Value]) -> Vec<&str> {
    entries
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect()
}

/// An organization with five audit entries: registration, sign-in, and a change of costs on each of
/// three days.
async fn start_with_five_entries(app: &TestApp) -> Client {
    let owner = app.create_organization("Prairie").await;
    let db = app
        .parts
        .database
        .begin_write(&app.open_access(&owner).await)
        .await
        .unwrap();
    for (day, cost) in [(1, 60.0), (2, 70.0), (3, 80.0)] {
        let act = NewAuditEntry::new(AuditAction::PurchasingSettingsUpdated)
            .with_after(&json!({"orderCost": cost}));
        db.append_audit_entry(app.parts.clock.now() + TimeDelta::days(day), act)
            .await
            .unwrap();
    }
    db.commit().await.unwrap();
    owner
}

async fn verify_log(
    app: &TestApp,
    owner: &Client,
    kept: Option<&str>,
) -> Result<(i64, String), ChainError> {
    let db = app
        .parts
        .database
        .begin_read(&app.open_access(owner).await)
        .await
        .unwrap();
    db.verify_audit_log(kept)
        .await
        .unwrap()
        .map(|trail| (trail.rows, trail.head))
}

async fn run_sql(app: &TestApp, statement: &str) {
    app.raw.execute_unprepared(statement).await.unwrap();
}

/// Drops the triggers, as an attacker with database access would do first.
async fn drop_triggers(app: &TestApp) {
    let of_table = if app.raw.get_database_backend() == DbBackend::Postgres {
        " on audit_entry"
    } else {
        ""
    };
    for trigger in [
        "audit_entry_reject_update",
        "audit_entry_reject_delete",
        "audit_entry_check_sequence",
    ] {
        run_sql(app, &format!("drop trigger {trigger}{of_table}")).await;
    }
}

#[tokio::test]
async fn entry_has_actor_action_time_and_address() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let caller = owner
        .with_header("user-agent", "curl/8.5.0")
        .with_header("x-forwarded-for", "192.0.2.17");
    caller.put(SETTINGS, json!({"orderCost": 60})).await.data();
    let answer = caller
        .put(SETTINGS, json!({"holdingCostPercent": 12.5}))
        .await;
    let log = list_entries(&owner, "").await;
    assert_eq!(
        entry_actions(&log),
        [
            "purchasing_settings.updated",
            "purchasing_settings.updated",
            "session.created",
            "organization.created"
        ]
    );
    let account = owner.get("/api/account").await.data().clone();
    let newest = &log[0];
    assert_eq!(
        newest["actor"],
        json!({"kind": "person", "id": account["id"], "name": "Prairie Owner"})
    );
    assert_eq!(
        (newest["before"].clone(), newest["after"].clone()),
        (
            json!({"orderCost": 60.0}),
            json!({"holdingCostPercent": 12.5})
        )
    );
    assert_eq!(
        (newest["ipAddress"].clone(), newest["userAgent"].clone()),
        (json!("192.0.2.17"), json!("curl/8.5.0"))
    );
    assert_eq!(
        newest["requestId"].as_str().unwrap(),
        answer.header("x-request-id")
    );
    assert_eq!(
        (newest["seq"].clone(), newest["occurredAt"].clone()),
        (json!(4), json!("2026-06-16T15:00:00+00:00"))
    );
    assert_eq!(log[3]["target"]["name"], "Prairie");
}

#[tokio::test]
async fn failed_requests_add_no_entry() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let viewer = app.add_member(&owner, "viewer").await;
    let before = list_entries(&owner, "").await.len();
    viewer.put(SETTINGS, json!({})).await.expect_failure(403);
    owner
        .put(SETTINGS, json!({"orderCost": -1}))
        .await
        .expect_failure(422);
    owner
        .post(
            "/api/auth/login",
            json!({"email": "0@prairie.example", "password": "wrong words here"}),
        )
        .await
        .expect_failure(401);
    assert_eq!(list_entries(&owner, "").await.len(), before);
}

#[tokio::test]
async fn only_owners_and_admins_read_their_own_log() {
    let app = TestApp::start().await;
    let owner = start_with_five_entries(&app).await;
    for (role, may) in [("admin", true), ("member", false), ("viewer", false)] {
        let colleague = app.add_member(&owner, role).await;
        assert_eq!(
            colleague.get(LOG).await.status.as_u16(),
            if may { 200 } else { 403 },
            "{role}"
        );
    }
    let other = app.create_organization("Other").await;
    assert_eq!(
        entry_actions(&list_entries(&other, "").await),
        ["session.created", "organization.created"]
    );
}

#[tokio::test]
async fn filters_and_paginates_entries() {
    let app = TestApp::start().await;
    let owner = start_with_five_entries(&app).await;
    let admin = app.add_member(&owner, "admin").await;
    admin
        .patch("/api/account", json!({"name": "Ben"}))
        .await
        .data();
    let ben = admin.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        entry_actions(&list_entries(&owner, &format!("?person={ben}")).await),
        ["account.updated", "session.created"]
    );
    assert_eq!(
        entry_actions(&list_entries(&owner, "?target=person").await),
        ["account.updated"]
    );
    assert_eq!(
        list_entries(&owner, &format!("?target={ben}")).await.len(),
        1
    );
    assert_eq!(
        list_entries(&owner, "?action=purchasing_settings.updated")
            .await
            .len(),
        3
    );
    let costs = |entries: Vec<Value>| {
        entries
            .iter()
            .map(|entry| entry["after"]["orderCost"].as_f64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        costs(
            list_entries(
                &owner,
                "?action=purchasing_settings.updated&from=2026-06-18&to=2026-06-18"
            )
            .await
        ),
        [70.0]
    );
    assert_eq!(
        costs(list_entries(&owner, "?action=purchasing_settings.updated&to=2026-06-17").await),
        [60.0]
    );
    assert_eq!(
        owner
            .get(&format!("{LOG}?action=nothing.done"))
            .await
            .expect_failure(422),
        "invalid_values"
    );
    assert_eq!(
        owner
            .get(&format!("{LOG}?cursor=x"))
            .await
            .expect_failure(400),
        "invalid_cursor"
    );

    let whole = list_entries(&owner, "").await;
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = owner.get(&format!("{LOG}?limit=3{cursor}")).await;
        seen.extend(page.data()["items"].as_array().unwrap().clone());
        let Some(next) = page.data()["nextCursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!((seen.len(), &seen), (7, &whole));
}

#[tokio::test]
async fn csv_has_all_entries_and_no_formulas() {
    let app = TestApp::start().await;
    let owner = start_with_five_entries(&app).await;
    owner
        .patch("/api/account", json!({"name": "=HYPERLINK(\"x\")"}))
        .await
        .data();
    let file = owner.with_header("accept", "text/csv").get(LOG).await;
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    let rows: Vec<csv::StringRecord> = csv::Reader::from_reader(file.text.as_bytes())
        .records()
        .map(Result::unwrap)
        .collect();
    assert_eq!(rows.len(), 6);
    assert_eq!(&rows[0][8], "'=HYPERLINK(\"x\")", "the name of the person");
    assert_eq!((&rows[5][0], &rows[5][5]), ("1", "organization.created"));
    // More entries than are read in one batch.
    let access = app.open_access(&owner).await;
    let db = app.parts.database.begin_write(&access).await.unwrap();
    for _ in 0..1_001 {
        db.append_audit_entry(
            app.parts.clock.now(),
            NewAuditEntry::new(AuditAction::PurchasingSettingsUpdated),
        )
        .await
        .unwrap();
    }
    db.commit().await.unwrap();
    let file = owner.with_header("accept", "text/csv").get(LOG).await;
    assert_eq!(file.text.lines().count(), 1 + 6 + 1_001);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_changes_are_chained_in_order() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let colleague = app.add_member(&owner, "admin").await;
    let schedule = json!({"cron": "0 6 * * *", "mode": "full", "enabled": true});
    let mut at_once = tokio::task::JoinSet::new();
    for number in 0..8 {
        let (owner, colleague, schedule) = (owner.clone(), colleague.clone(), schedule.clone());
        at_once.spawn(async move {
            let done = [
                owner.put(SETTINGS, json!({"orderCost": number})).await,
                colleague
                    .patch("/api/account", json!({"name": format!("Ben {number}")}))
                    .await,
                owner.put("/api/data-sync/schedule", schedule).await,
            ];
            for answer in &done {
                answer.data();
            }
        });
    }
    while let Some(done) = at_once.join_next().await {
        done.unwrap();
    }
    let (rows, head) = verify_log(&app, &owner, None).await.unwrap();
    assert_eq!(
        rows,
        3 + 24,
        "registered, two signed in, and everything that was done"
    );
    let last = audit_entry::Entity::find()
        .order_by_desc(audit_entry::Column::Seq)
        .one(&app.raw)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((last.seq, last.hash), (rows, head));
}

#[tokio::test]
async fn database_rejects_changes_of_entries() {
    let app = TestApp::start().await;
    let owner = start_with_five_entries(&app).await;
    let refused = [
        "update audit_entry set actor_name = 'Mallory' where seq = 3",
        "delete from audit_entry where seq = 5",
        "delete from audit_entry",
        r"
            insert into audit_entry
            select tenant_id, 9, occurred_at, actor_kind, actor_id, actor_name, action,
              target_kind, target_id, target_name, before, after, ip_address, user_agent, request_id, hash
            from audit_entry
            where seq = 3
        ",
    ];
    for statement in refused {
        let error = app
            .raw
            .execute_unprepared(statement)
            .await
            .expect_err(statement);
        assert!(
            error.to_string().contains("audit log"),
            "{statement}: {error}"
        );
    }
    let emptied = match app.raw.get_database_backend() {
        DbBackend::Postgres => "truncate audit_entry",
        _ => "insert or replace into audit_entry select * from audit_entry where seq = 3",
    };
    let error = app
        .raw
        .execute_unprepared(emptied)
        .await
        .expect_err(emptied);
    assert!(
        error.to_string().contains("audit log"),
        "{emptied}: {error}"
    );
    assert_eq!(verify_log(&app, &owner, None).await.unwrap().0, 5);
}

#[tokio::test]
async fn log_is_deleted_only_with_its_organization() {
    let app = TestApp::start().await;
    let owner = start_with_five_entries(&app).await;
    app.create_organization("Other").await;
    let tenant = app.open_access(&owner).await.tenant();
    let gone = entities::organization::Entity::delete_by_id(tenant.0)
        .exec(&app.raw)
        .await
        .unwrap();
    assert_eq!(gone.rows_affected, 1);
    assert_eq!(
        audit_entry::Entity::find().count(&app.raw).await.unwrap(),
        2,
        "the other organization's"
    );
    assert_eq!(
        entities::audit_head::Entity::find()
            .count(&app.raw)
            .await
            .unwrap(),
        1
    );
}

#[tokio::test]
async fn verification_detects_changed_entries() {
    let next = r"
        update audit_entry
        set seq = -1
        where seq = 3;
        update audit_entry
        set seq = 3
        where seq = 4;
        update audit_entry
        set seq = 4
        where seq = -1
    ";
    let put_in = r"
        insert into audit_entry
        select tenant_id, 6, occurred_at, actor_kind, actor_id, actor_name, action,
          target_kind, target_id, target_name, before, after, ip_address, user_agent, request_id, hash
        from audit_entry
        where seq = 5
    ";
    for (what, tampering, misfit) in [
        (
            "changed",
            "update audit_entry set actor_name = 'Mallory' where seq = 3",
            ChainError::HashMismatch(3),
        ),
        (
            "changed in time",
            "update audit_entry set occurred_at = (select occurred_at from audit_entry where seq = 4) where seq = 3",
            ChainError::HashMismatch(3),
        ),
        (
            "changed with its own hash left out",
            "update audit_entry set hash = 'x' where seq = 3",
            ChainError::HashMismatch(3),
        ),
        (
            "removed",
            "delete from audit_entry where seq = 3",
            ChainError::MissingEntry(3),
        ),
        (
            "the first removed",
            "delete from audit_entry where seq = 1",
            ChainError::MissingEntry(1),
        ),
        ("put in", put_in, ChainError::HashMismatch(6)),
        ("put elsewhere", next, ChainError::HashMismatch(3)),
        (
            "cut off",
            "delete from audit_entry where seq > 3",
            ChainError::Truncated {
                found: 3,
                written: 5,
            },
        ),
        (
            "all removed",
            "delete from audit_entry",
            ChainError::Truncated {
                found: 0,
                written: 5,
            },
        ),
        (
            "another head",
            "update audit_head set hash = 'x'",
            ChainError::HeadMismatch,
        ),
    ] {
        let app = TestApp::start().await;
        let owner = start_with_five_entries(&app).await;
        assert_eq!(
            verify_log(&app, &owner, None).await.map(|(rows, _)| rows),
            Ok(5),
            "{what}"
        );
        drop_triggers(&app).await;
        run_sql(&app, tampering).await;
        assert_eq!(verify_log(&app, &owner, None).await, Err(misfit), "{what}");
    }
}

#[tokio::test]
async fn saved_head_detects_a_truncated_log() {
    let app = TestApp::start().await;
    let owner = start_with_five_entries(&app).await;
    let (_, kept) = verify_log(&app, &owner, None).await.unwrap();
    owner.put(SETTINGS, json!({})).await.data();
    assert_eq!(
        verify_log(&app, &owner, Some(&kept))
            .await
            .map(|(rows, _)| rows),
        Ok(6),
        "rows that came since are no harm"
    );
    drop_triggers(&app).await;
    run_sql(&app, "delete from audit_entry where seq > 3").await;
    run_sql(
        &app,
        "update audit_head set seq = 3, hash = (select hash from audit_entry where seq = 3)",
    )
    .await;
    assert_eq!(
        verify_log(&app, &owner, None).await.map(|(rows, _)| rows),
        Ok(3),
        "nothing of what is left tells"
    );
    assert_eq!(
        verify_log(&app, &owner, Some(&kept)).await,
        Err(ChainError::UnknownCheckpoint)
    );
}

/// The app has a label for every audit action.
#[test]
fn every_action_has_a_label_in_the_app() {
    let labels = include_str!("../../../frontend/src/features/audit/actionLabels.ts");
    for action in AuditAction::ALL {
        assert!(
            labels.contains(&format!("'{}'", action.name())),
            "frontend/src/features/audit/actionLabels.ts lacks {}",
            action.name()
        );
    }
}
