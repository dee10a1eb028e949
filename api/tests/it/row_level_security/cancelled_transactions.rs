//! Transactions cancelled at any time leave neither a role nor a tenant on their connections.

use super::{CountRow, count_rows, create_with_rows, sql_without_predicate, start_on_postgres};
use std::time::Duration;

/// The size of the pool; all but two connections are taken.
const POOL: usize = 16;
const ROUNDS: u64 = 1_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_cancelled_transactions_leave_no_role_and_no_tenant_behind() {
    let app = start_on_postgres().await;
    let clients = [
        create_with_rows(&app, "Prairie").await,
        create_with_rows(&app, "Meadow").await,
    ];
    let accesses = [
        app.open_access(&clients[0]).await,
        app.open_access(&clients[1]).await,
    ];
    let mut held = Vec::new();
    for _ in 2..POOL {
        held.push(app.parts.database.begin_read(&accesses[0]).await.unwrap());
    }
    let foreign = sql_without_predicate(
        "select count(*) as n from suppliers where tenant_id <> $1 or not (tenant_id = $1)",
    );
    let slow = sql_without_predicate(
        "select count(*) as n from suppliers, pg_sleep(0.002) where tenant_id = $1",
    );
    let (mut cut_short, mut state) = (0, 88_172_645_463_325_252_u64);
    for round in 0..ROUNDS {
        // Xorshift numbers, the same in every run.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let index = usize::from(state.is_multiple_of(2));
        let work = async {
            let db = if state.is_multiple_of(3) {
                app.parts.database.begin_write(&accesses[index]).await?
            } else {
                app.parts.database.begin_read(&accesses[index]).await?
            };
            db.query_rows::<CountRow>(slow, Vec::new()).await?;
            db.query_rows::<CountRow>(slow, Vec::new()).await
        };
        cut_short += usize::from(
            tokio::time::timeout(Duration::from_micros(state % 5_000), work)
                .await
                .is_err(),
        );
        if round.is_multiple_of(20) {
            let name = format!("Owner {round}");
            let other = &accesses[1 - index];
            let db = app.parts.database.begin_read(other).await.unwrap();
            assert_eq!(
                db.query_rows::<CountRow>(foreign, Vec::new())
                    .await
                    .unwrap()
                    .first()
                    .map(|row| row.n),
                Some(0),
                "round {round}"
            );
            drop(db);
            // Without a tenant: a leftover role or tenant would hide the session, and an open
            // transaction would lose the name.
            let renamed = clients[1 - index]
                .patch("/api/account", serde_json::json!({"name": name}))
                .await;
            assert_eq!(
                renamed.data()["name"].as_str(),
                Some(name.as_str()),
                "round {round}: {}",
                renamed.text
            );
            assert_eq!(
                count_rows(
                    &app.raw,
                    &format!("select count(*) from person where name = '{name}'")
                )
                .await,
                1,
                "round {round}: the name did not last"
            );
        }
    }
    assert!(
        cut_short > 500,
        "{cut_short} of {ROUNDS} were cut short: the test would prove little"
    );
    drop(held);
}
