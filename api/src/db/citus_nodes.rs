//! The nodes of a Citus cluster.

use super::{Database, DbError, RlsContext};
use migration::citus::is_distributed;
use sea_orm::{ConnectionTrait, DbBackend, Statement, TransactionTrait};

/// A node with distributed tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitusNode {
    /// `HOST:PORT`.
    pub address: String,
    /// Whether the coordinator reaches it as the role of tenant transactions.
    pub is_reachable: bool,
}

const LIST_NODES: &str = r"
    select nodename || ':' || nodeport as address,
      citus_check_connection_to_node(nodename, nodeport) as is_reachable
    from pg_dist_node
    where isactive and shouldhaveshards and noderole = 'primary'
    order by nodename, nodeport
";

impl Database {
    /// The nodes over which the warehouse is distributed; none if it is not.
    pub async fn list_citus_nodes(&self) -> Result<Vec<CitusNode>, DbError> {
        if !is_distributed(&self.platform_connection()).await? {
            return Ok(Vec::new());
        }
        let context = self.rls_context().await?;
        let transaction = self.connection.begin().await?;
        if context == Some(RlsContext::Role) {
            transaction
                .execute_unprepared("set local role sprout_app")
                .await?;
        }
        let rows = transaction
            .query_all_raw(Statement::from_string(DbBackend::Postgres, LIST_NODES))
            .await?;
        let nodes = rows.iter().map(|row| {
            Ok(CitusNode {
                address: row.try_get("", "address")?,
                is_reachable: row.try_get("", "is_reachable")?,
            })
        });
        nodes.collect()
    }
}
