//! The warehouse on the nodes of a Citus cluster, if the tests run on one.

use super::{SyncFixture, supplier_rows};
use crate::citus_cluster::{coordinator_url, worker_urls};
use crate::test_database::connect_raw;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement, TransactionTrait};

#[tokio::test]
async fn the_warehouse_is_distributed_by_tenant_or_says_what_is_missing() {
    let farm = SyncFixture::start().await;
    let database = &farm.app.parts.database;
    if coordinator_url().is_none() {
        let refused = format!("{:?}", database.distribute().await.unwrap_err());
        let reason = match farm.app.raw.get_database_backend() {
            DbBackend::Postgres => "Citus is not installed in this database",
            _ => "set DATABASE_URL to the coordinator of a Citus cluster",
        };
        assert!(refused.contains(reason), "{refused}");
        assert!(database.list_citus_nodes().await.unwrap().is_empty());
        return;
    }
    database.distribute().await.unwrap();
    let nodes = database.list_citus_nodes().await.unwrap();
    assert!(
        nodes.len() > 1 && nodes.iter().all(|node| node.is_reachable),
        "{nodes:?}"
    );
    farm.warehouse.write_suppliers(&supplier_rows(3));
    farm.run_sync().await;
    farm.warehouse.write_suppliers(&supplier_rows(5));
    farm.run_sync().await;
    let raw = &farm.app.raw;
    for staged in ["distributed_stage", "distributed_line_change"] {
        assert_eq!(count_rows(raw, staged).await, 0, "{staged}");
    }
    let tenant: String = read_text(raw, "select distinct tenant_id::text from suppliers").await;
    let mut visible = [0, 0];
    for (port, url) in worker_urls(farm.app.database_url()).await {
        let worker = connect_raw(&url).await;
        let shards = format!(
            "select shard_name from citus_shards
             where table_name = 'suppliers'::regclass and nodeport = {port}"
        );
        for shard in read_texts(raw, &shards).await {
            for (index, tenant) in [&*tenant, "00000000-0000-0000-0000-000000000001"]
                .into_iter()
                .enumerate()
            {
                let transaction = worker.begin().await.unwrap();
                transaction
                    .execute_unprepared(&format!(
                        "set local sprout.tenant_id = '{tenant}'; set local role sprout_app"
                    ))
                    .await
                    .unwrap();
                visible[index] += count_rows(&transaction, &shard).await;
            }
        }
        worker.close().await.unwrap();
    }
    assert_eq!(visible, [5, 0], "rows of the own and of another tenant");
}

async fn count_rows(connection: &impl ConnectionTrait, table: &str) -> i64 {
    let sql = format!("select count(*) from {table}");
    let row = connection
        .query_one_raw(Statement::from_string(DbBackend::Postgres, sql))
        .await
        .unwrap()
        .unwrap();
    row.try_get_by_index(0).unwrap()
}

async fn read_texts(connection: &DatabaseConnection, sql: &str) -> Vec<String> {
    let rows = connection
        .query_all_raw(Statement::from_string(DbBackend::Postgres, sql))
        .await
        .unwrap();
    rows.iter()
        .map(|row| row.try_get_by_index(0).unwrap())
        .collect()
}

async fn read_text(connection: &DatabaseConnection, sql: &str) -> String {
    let texts = read_texts(connection, sql).await;
    assert_eq!(texts.len(), 1, "{sql}");
    texts.into_iter().next().unwrap()
}
