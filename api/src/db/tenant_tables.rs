//! The tables with rows of organizations, from the database catalog.

use super::tenant_export::CellKind;
use super::{DbError, Engine};
use migration::citus::is_distributed;
use migration::is_warehouse_table;
use sea_orm::{DatabaseTransaction, DbBackend, FromQueryResult, Statement};
use std::collections::BTreeMap;

/// The columns that contain the organization of a row.
const OWNER_COLUMNS: [&str; 2] = ["tenant_id", "organization_id"];

/// A table with rows of organizations.
#[derive(Debug)]
pub(in crate::db) struct TenantTable {
    name: String,
    /// The column with the organization.
    owner_column: String,
    /// The primary key columns.
    primary_key: Vec<String>,
    columns: Vec<TenantColumn>,
    /// Whether it is in the warehouse file of SQLite, which has a write lock of its own.
    is_in_warehouse_file: bool,
    /// Whether it is distributed over the nodes of a Citus cluster.
    is_distributed: bool,
}

/// A column of the table.
#[derive(Debug)]
pub(in crate::db) struct TenantColumn {
    pub(in crate::db) name: String,
    kind: CellKind,
}

#[derive(FromQueryResult)]
struct CatalogColumn {
    table_name: String,
    name: String,
    declared_type: String,
    key_position: i64,
    is_in_warehouse_file: bool,
}

const SQLITE_COLUMNS_QUERY: &str = r"
    select m.name as table_name, c.name as name, c.type as declared_type, c.pk as key_position,
      m.is_in_warehouse_file
    from (
        select name, type, false as is_in_warehouse_file from main.sqlite_schema
        union all
        select name, type, true from warehouse.sqlite_schema
      ) m
    join pragma_table_info(m.name) c
    where m.type = 'table'
    order by m.name, c.cid
";
/// Without unlogged tables, which hold rows of unfinished transactions only.
const POSTGRES_COLUMNS_QUERY: &str = r"
    select c.relname::text as table_name, a.attname::text as name,
      format_type(a.atttypid, a.atttypmod) as declared_type,
      coalesce(array_position(k.conkey, a.attnum), 0)::bigint as key_position,
      false as is_in_warehouse_file
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = current_schema()::regnamespace
      and c.relkind in ('r', 'p')
      and c.relpersistence = 'p'
    order by c.relname, a.attnum
";

/// Loads all such tables, by name.
pub(in crate::db) async fn load_tenant_tables(
    transaction: &DatabaseTransaction,
    engine: Engine,
) -> Result<Vec<TenantTable>, DbError> {
    let (backend, sql) = match engine {
        Engine::Sqlite => (DbBackend::Sqlite, SQLITE_COLUMNS_QUERY),
        Engine::Postgres => (DbBackend::Postgres, POSTGRES_COLUMNS_QUERY),
    };
    let mut tables: BTreeMap<String, Vec<CatalogColumn>> = BTreeMap::new();
    for column in CatalogColumn::find_by_statement(Statement::from_string(backend, sql))
        .all(transaction)
        .await?
    {
        tables
            .entry(column.table_name.clone())
            .or_default()
            .push(column);
    }
    let is_distributed = is_distributed(transaction).await?;
    Ok(tables
        .into_iter()
        .filter_map(|(name, columns)| {
            let mut table = to_tenant_table(name, columns)?;
            table.is_distributed = is_distributed && is_warehouse_table(&table.name);
            Some(table)
        })
        .collect())
}

fn to_tenant_table(name: String, columns: Vec<CatalogColumn>) -> Option<TenantTable> {
    let owner = columns
        .iter()
        .find(|column| OWNER_COLUMNS.contains(&column.name.as_str()))?
        .name
        .clone();
    let mut key: Vec<_> = columns
        .iter()
        .filter(|column| column.key_position > 0)
        .collect();
    key.sort_by_key(|column| column.key_position);
    let key = key.into_iter().map(|column| column.name.clone()).collect();
    let is_in_warehouse_file = columns
        .first()
        .is_some_and(|column| column.is_in_warehouse_file);
    let columns = columns.into_iter().map(|column| TenantColumn {
        kind: CellKind::from_declared(&column.name, &column.declared_type),
        name: column.name,
    });
    Some(TenantTable {
        name,
        owner_column: owner,
        primary_key: key,
        columns: columns.collect(),
        is_in_warehouse_file,
        is_distributed: false,
    })
}

impl TenantTable {
    pub(in crate::db) fn name(&self) -> &str {
        &self.name
    }

    pub(in crate::db) fn is_in_warehouse_file(&self) -> bool {
        self.is_in_warehouse_file
    }

    pub(in crate::db) fn owner_column(&self) -> &str {
        &self.owner_column
    }

    pub(in crate::db) fn primary_key(&self) -> &[String] {
        &self.primary_key
    }

    pub(in crate::db) fn columns(&self) -> &[TenantColumn] {
        &self.columns
    }

    /// The type of a column's cells. Text for an unknown column.
    pub(in crate::db) fn cell_kind(&self, column: &str) -> CellKind {
        self.columns
            .iter()
            .find(|known| known.name == column)
            .map_or(CellKind::Text, |known| known.kind)
    }

    /// Deletes at most `$2` rows of the organization `$1`.
    pub(in crate::db) fn delete_batch_sql(&self, engine: Engine) -> String {
        let (name, column) = (
            quote_identifier(&self.name),
            quote_identifier(&self.owner_column),
        );
        match engine {
            Engine::Postgres if !self.is_distributed => format!(
                r"
                    delete from {name}
                    where ctid = any (array(select ctid from {name} where {column} = $1 limit $2))
                "
            ),
            // Tables without rowid have no row ids, and Citus has none of distributed tables.
            Engine::Sqlite | Engine::Postgres => {
                let key = self
                    .primary_key
                    .iter()
                    .map(|column| quote_identifier(column))
                    .collect::<Vec<_>>()
                    .join(", ");
                format!(
                    r"
                        delete from {name}
                        where {column} = $1
                          and ({key}) in (select {key} from {name} where {column} = $1 limit $2)
                    "
                )
            }
        }
    }

    /// Deletes all rows of the organization `$1`.
    pub(in crate::db) fn delete_all_sql(&self) -> String {
        format!(
            "delete from {} where {} = $1",
            quote_identifier(&self.name),
            quote_identifier(&self.owner_column)
        )
    }
}

/// Quotes any identifier from the catalog.
pub(in crate::db) fn quote_identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selects_rows_to_delete_per_engine() {
        let key = vec!["tenant_id".to_owned(), "day".to_owned()];
        let mut table = TenantTable {
            name: "a\"b".to_owned(),
            owner_column: "tenant_id".to_owned(),
            primary_key: key,
            columns: Vec::new(),
            is_in_warehouse_file: false,
            is_distributed: false,
        };
        let by_key = r#"
            delete from "a""b"
            where "tenant_id" = $1
              and ("tenant_id", "day") in (
                  select "tenant_id", "day" from "a""b" where "tenant_id" = $1 limit $2
              )
        "#;
        assert_eq!(
            words(&table.delete_batch_sql(Engine::Sqlite)),
            words(by_key)
        );
        let by_place = r#"
            delete from "a""b"
            where ctid = any (array(
                select ctid from "a""b" where "tenant_id" = $1 limit $2
            ))
        "#;
        assert_eq!(
            words(&table.delete_batch_sql(Engine::Postgres)),
            words(by_place)
        );
        table.is_distributed = true;
        assert_eq!(
            words(&table.delete_batch_sql(Engine::Postgres)),
            words(by_key)
        );
    }

    /// The statement with normalized white space.
    fn words(sql: &str) -> String {
        sql.split_whitespace().collect()
    }
}
