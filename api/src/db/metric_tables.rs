//! The tenant's tables for metric queries.

use super::{DbError, TenantDb};
use metrics::{Cell, CellKind, Dialect, ResultRows, Rows, Source, Statement};
use sea_orm::sea_query::{Expr, ExprTrait as _, Query, SelectStatement};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult};

/// The tables of one tenant. Statements of metrics can only be compiled for such a source, and run
/// in its transaction.
pub struct MetricTables<'a> {
    db: &'a TenantDb,
}

impl TenantDb {
    /// The tenant's tables for metric queries.
    pub fn metric_tables(&self) -> MetricTables<'_> {
        MetricTables { db: self }
    }
}

impl Source for MetricTables<'_> {
    fn dialect(&self) -> Dialect {
        match self.db.raw_transaction().get_database_backend() {
            DbBackend::Sqlite => Dialect::Sqlite,
            _ => Dialect::Postgres,
        }
    }

    fn table(&self, name: &'static str, rows: Rows) -> SelectStatement {
        let mut select = Query::select()
            .expr(Expr::cust("*"))
            .from(name)
            .and_where(Expr::col("tenant_id").eq(self.db.tenant().0))
            .take();
        // Rollups count live rows only.
        if rows == Rows::Live && !name.starts_with("rollup_") {
            select.and_where(Expr::col("deleted_at").is_null());
        }
        select
    }
}

impl MetricTables<'_> {
    /// The rows of a statement that was compiled for these tables.
    pub async fn load_rows(&self, statement: &Statement) -> Result<ResultRows, DbError> {
        let transaction = self.db.raw_transaction();
        let sql = transaction.get_database_backend().build(statement.select());
        let rows = transaction.query_all_raw(sql).await?;
        rows.iter()
            .map(|row| read_cells(row, statement.columns()).map_err(DbError::from))
            .collect()
    }
}

fn read_cells(row: &QueryResult, kinds: &[CellKind]) -> Result<Vec<Cell>, DbErr> {
    kinds
        .iter()
        .enumerate()
        .map(|(index, kind)| {
            Ok(match kind {
                CellKind::Integer => row
                    .try_get_by_index::<Option<i64>>(index)?
                    .map_or(Cell::Null, Cell::Integer),
                CellKind::Text => row
                    .try_get_by_index::<Option<String>>(index)?
                    .map_or(Cell::Null, Cell::Text),
            })
        })
        .collect()
}
