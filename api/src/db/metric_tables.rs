//! The tenant's tables for metric queries.

use super::row_reader::RowReader;
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
    /// The SQL of a statement that was compiled for these tables, with its values.
    pub(in crate::db) fn write_sql(&self, statement: &Statement) -> String {
        let backend = ConnectionTrait::get_database_backend(self.db.raw_transaction());
        backend.build(statement.select()).to_string()
    }

    /// The rows of a statement that was compiled for these tables.
    pub async fn load_rows(&self, statement: &Statement) -> Result<ResultRows, DbError> {
        let mut rows = ResultRows::new();
        self.for_each_row(statement, |row| {
            rows.push(row);
            true
        })
        .await?;
        Ok(rows)
    }

    /// Calls `with` for each row of a statement as it arrives, until it returns false.
    pub async fn for_each_row(
        &self,
        statement: &Statement,
        mut with: impl FnMut(Vec<Cell>) -> bool,
    ) -> Result<(), DbError> {
        use sea_orm::StreamTrait as _;
        let transaction = self.db.raw_transaction();
        let backend = ConnectionTrait::get_database_backend(transaction);
        let sql = backend.build(statement.select());
        let mut rows = RowReader::new(transaction.stream_raw(sql).await?, backend);
        while let Some(row) = rows.next().await {
            if !with(read_cells(&row?, statement.columns())?) {
                break;
            }
        }
        Ok(())
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
