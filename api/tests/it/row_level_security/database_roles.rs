//! One database address is enough, whatever the rights of its login; a login that bypasses
//! row-level security is refused.

use super::{
    CountRow, address_for, address_on, create_with_rows, sql_without_predicate, unique_name,
};
use crate::{TestApp, postgres_server};
use api::db::{Database, RlsContext};
use sea_orm::ConnectionTrait;

/// Registers, syncs, reads, adds a colleague, ends a session and sets a schedule: operations that
/// need various rights.
pub(super) async fn assert_everything_works(app: &TestApp) {
    let owner = create_with_rows(app, "Prairie").await;
    let other = create_with_rows(app, "Meadow").await;
    for path in [
        "/api/purchasing/summary",
        "/api/purchasing/recommendations",
        "/api/analytics/supply-price-index",
        "/api/data-sync/status",
        "/api/jobs",
        "/api/account/sessions",
    ] {
        let answer = owner.get(path).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text);
        assert!(!answer.text.contains("Meadow"), "{path}: {}", answer.text);
    }
    assert_eq!(
        owner.get("/api/data-sync/runs").await.data()["items"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    let (mine, theirs) = (app.open_access(&owner).await, app.open_access(&other).await);
    for access in [&mine, &theirs] {
        let db = app.parts.database.begin_read(access).await.unwrap();
        let foreign = db
            .query_rows::<CountRow>(
                sql_without_predicate(
                    r"
                select count(*) as n
                from suppliers
                where tenant_id <> $1 or not (tenant_id = $1)
            ",
                ),
                Vec::new(),
            )
            .await
            .unwrap();
        let own = db
            .query_rows::<CountRow>(
                sql_without_predicate(
                    "select count(*) as n from suppliers where tenant_id = $1 or true",
                ),
                Vec::new(),
            )
            .await
            .unwrap();
        assert_eq!(
            (
                foreign.first().map(|row| row.n),
                own.first().map(|row| row.n)
            ),
            (Some(0), Some(1))
        );
    }
    let colleague = app.add_member(&owner, "admin").await;
    assert_eq!(
        colleague.get("/api/account").await.data()["organization"]["name"],
        "Prairie"
    );
    assert_eq!(
        colleague
            .post("/api/account/sessions/revoke-others", serde_json::json!({}))
            .await
            .status
            .as_u16(),
        200
    );
    let asked = owner
        .post(
            "/api/ai-bot/query",
            serde_json::json!({"query": "How much did we spend on fertilizer?"}),
        )
        .await;
    assert!(asked.status.is_success(), "{}", asked.text);
    assert!(
        app.parts
            .database
            .platform()
            .list_running_jobs("sync", 10)
            .await
            .unwrap()
            .is_empty(),
        "both syncs have ended"
    );
}

#[tokio::test]
async fn a_superuser_gives_up_its_rights_in_tenants() {
    let app = super::start_on_postgres().await;
    assert_eq!(
        app.parts.database.rls_context().await.unwrap(),
        Some(RlsContext::Role)
    );
    assert_everything_works(&app).await;
}

#[tokio::test]
async fn an_owner_that_may_not_create_roles_is_held_by_force() {
    // The role exists on the server already, for another database.
    super::start_on_postgres().await;
    let app =
        TestApp::start_on_database(&address_for(&format!("owner_{}", unique_name()), "").await)
            .await;
    assert_eq!(
        app.parts.database.rls_context().await.unwrap(),
        Some(RlsContext::Login)
    );
    assert_everything_works(&app).await;
}

#[tokio::test]
async fn a_login_that_may_create_roles_makes_its_own_also_when_two_migrate_at_once() {
    let server = postgres_server::start_server();
    let (_, behind) = server.rsplit_once('@').unwrap();
    let (server, _) = behind.split_once('/').unwrap();
    let addresses = [
        address_on(server, "first", "createrole").await,
        address_on(server, "postgres", "").await,
        address_on(server, "third", "createrole").await,
    ];
    let mut migrating = tokio::task::JoinSet::new();
    for address in addresses.clone() {
        migrating.spawn(async move { Database::connect(&address).await.unwrap().migrate().await });
    }
    while let Some(migrated) = migrating.join_next().await {
        migrated.unwrap().unwrap();
    }
    // From PostgreSQL 16 on, a role can only be granted by the login that created it.
    for address in &addresses {
        let wall = Database::connect(address)
            .await
            .unwrap()
            .rls_context()
            .await
            .unwrap();
        assert!(wall.is_some(), "{address}");
    }
    assert_everything_works(&TestApp::start_on_database(&addresses[0]).await).await;

    // A superuser without the role would bypass row-level security.
    let admin = sea_orm::Database::connect(&addresses[1]).await.unwrap();
    for address in [&addresses[0], &addresses[2]] {
        let (_, name) = address.rsplit_once('/').unwrap();
        admin
            .execute_unprepared(&format!("drop database {name} with (force)"))
            .await
            .unwrap();
    }
    admin
        .execute_unprepared("drop owned by sprout_app")
        .await
        .unwrap();
    admin
        .execute_unprepared("drop role sprout_app")
        .await
        .unwrap();
    let refused = Database::connect(&addresses[1])
        .await
        .unwrap()
        .rls_context()
        .await
        .unwrap_err();
    let message = format!("{refused:?}");
    assert!(
        message.contains("bypasses row level security")
            && message.contains("create role sprout_app"),
        "{message}"
    );
    Database::connect(&addresses[1])
        .await
        .unwrap()
        .migrate()
        .await
        .unwrap();
    assert_eq!(
        Database::connect(&addresses[1])
            .await
            .unwrap()
            .rls_context()
            .await
            .unwrap(),
        Some(RlsContext::Role),
        "migrating makes it again"
    );
}
