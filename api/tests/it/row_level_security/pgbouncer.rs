//! PgBouncer in transaction mode: three shared server connections, and a different one for each
//! transaction.

use super::address_for;
use super::database_roles::assert_everything_works;
use crate::{TestApp, postgres_server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_works_through_a_pooler_of_transactions() {
    let direct = address_for("postgres", "").await;
    api::db::Database::connect(&direct)
        .await
        .unwrap()
        .migrate()
        .await
        .unwrap();
    let (_, name) = direct.rsplit_once('/').unwrap();
    let pooler = postgres_server::start_pooler();
    let mut app = TestApp::start_on_database(&format!(
        "postgres://postgres@{pooler}/{name}?statement-cache-capacity=0"
    ))
    .await;
    app.raw = sea_orm::Database::connect(&direct).await.unwrap();
    assert_everything_works(&app).await;
    // Concurrent clients that share server connections.
    let owners = [
        app.create_organization("Dune").await,
        app.create_organization("Fen").await,
    ];
    let mut callers = tokio::task::JoinSet::new();
    for caller in 0..12 {
        let (owner, name) = (owners[caller % 2].clone(), ["Dune", "Fen"][caller % 2]);
        callers.spawn(async move {
            for _ in 0..10 {
                assert_eq!(
                    owner.get("/api/account").await.data()["organization"]["name"],
                    name
                );
                assert_eq!(
                    owner.get("/api/data-sync/runs").await.data()["items"]
                        .as_array()
                        .map(Vec::len),
                    Some(0)
                );
            }
        });
    }
    while let Some(done) = callers.join_next().await {
        done.unwrap();
    }
}
