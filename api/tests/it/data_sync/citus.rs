//! The warehouse on the nodes of a Citus cluster, if the tests run on one.

use super::{SyncFixture, supplier_rows};
use crate::citus_cluster::{coordinator_url, worker_urls};
use crate::row_level_security::{count_rows, list_names};
use crate::test_database::connect_raw;
use sea_orm::{ConnectionTrait, DbBackend, TransactionTrait};

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
        let count = format!("select count(*) from {staged}");
        assert_eq!(count_rows(raw, &count).await, 0, "{staged}");
    }
    let tenants = list_names(raw, "select distinct tenant_id::text from suppliers").await;
    let [tenant] = tenants.as_slice() else {
        panic!("{tenants:?}")
    };
    let mut visible = [0, 0];
    for (port, url) in worker_urls(farm.app.database_url()).await {
        let worker = connect_raw(&url).await;
        let shards = format!(
            "select shard_name from citus_shards
             where table_name = 'suppliers'::regclass and nodeport = {port}"
        );
        for shard in list_names(raw, &shards).await {
            for (index, tenant) in [tenant, "00000000-0000-0000-0000-000000000001"]
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
                let count = format!("select count(*) from {shard}");
                visible[index] += count_rows(&transaction, &count).await;
            }
        }
        worker.close().await.unwrap();
    }
    assert_eq!(visible, [5, 0], "rows of the own and of another tenant");
}
