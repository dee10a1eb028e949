//! The Citus cluster in `SPROUT_TEST_CITUS`: the address of a database on its coordinator to which
//! the workers have been added. A new database needs Citus and the nodes again.

use crate::test_database::url_of_database;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};

/// The address of the coordinator, if the tests run on a cluster.
pub(crate) fn coordinator_url() -> Option<String> {
    std::env::var("SPROUT_TEST_CITUS").ok()
}

/// The address of every node: `server`, and the workers if it is the coordinator of a cluster.
pub(crate) async fn node_urls(server: &str) -> Vec<String> {
    let mut urls = vec![server.to_owned()];
    if coordinator_url().is_some() {
        for (host, port) in list_workers(server).await {
            urls.push(url_of_node(server, &host, port));
        }
    }
    urls
}

/// The port and the address of every worker, of the same database as `url`.
pub(crate) async fn worker_urls(url: &str) -> Vec<(i32, String)> {
    list_workers(url)
        .await
        .into_iter()
        .map(|(host, port)| (port, url_of_node(url, &host, port)))
        .collect()
}

/// Installs Citus in a database that exists on every node, and adds the workers to it.
pub(crate) async fn connect_nodes(name: &str) {
    let server = coordinator_url().unwrap();
    for url in node_urls(&server).await {
        let node = connect(&url_of_database(&url, name)).await;
        node.execute_unprepared("create extension citus")
            .await
            .unwrap();
        node.close().await.unwrap();
    }
    let coordinator = connect(&url_of_database(&server, name)).await;
    let workers = list_workers(&server).await;
    let own = url_authority(&server).rsplit_once(':').unwrap();
    coordinator
        .execute_unprepared(&format!(
            "select citus_set_coordinator_host('{}', {})",
            own.0, own.1
        ))
        .await
        .unwrap();
    for (host, port) in workers {
        coordinator
            .execute_unprepared(&format!("select citus_add_node('{host}', {port})"))
            .await
            .unwrap();
    }
    coordinator.close().await.unwrap();
}

async fn list_workers(server: &str) -> Vec<(String, i32)> {
    let coordinator = connect(server).await;
    let rows = coordinator
        .query_all_raw(Statement::from_string(
            DbBackend::Postgres,
            "select nodename, nodeport from pg_dist_node where groupid <> 0 order by nodeid",
        ))
        .await
        .expect("SPROUT_TEST_CITUS names a database on a coordinator with workers");
    coordinator.close().await.unwrap();
    let node = |row: &sea_orm::QueryResult| {
        (
            row.try_get("", "nodename").unwrap(),
            row.try_get("", "nodeport").unwrap(),
        )
    };
    rows.iter().map(node).collect()
}

async fn connect(url: &str) -> DatabaseConnection {
    sea_orm::Database::connect(url).await.unwrap()
}

/// Host and port of an address.
fn url_authority(url: &str) -> &str {
    let (_, rest) = url.split_once("://").unwrap();
    let rest = rest
        .split_once('/')
        .map_or(rest, |(authority, _)| authority);
    rest.rsplit_once('@').map_or(rest, |(_, host)| host)
}

fn url_of_node(server: &str, host: &str, port: i32) -> String {
    server.replacen(url_authority(server), &format!("{host}:{port}"), 1)
}
