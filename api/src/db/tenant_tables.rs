//! The tables whose rows name an organization, as the database's own catalogue has them.

use super::tenant_export::CellKind;
use super::{DbError, Engine};
use sea_orm::{DatabaseTransaction, DbBackend, FromQueryResult, Statement};
use std::collections::BTreeMap;

/// What a column is called that names the organization whose row it is.
const OWNER_COLUMNS: [&str; 2] = ["tenant_id", "organization_id"];

/// A table whose rows name an organization.
#[derive(Debug)]
pub(in crate::db) struct TenantTable {
    name: String,
    /// The column that names the organization.
    owner_column: String,
    /// The columns of its primary key.
    primary_key: Vec<String>,
    columns: Vec<TenantColumn>,
}

/// One of its columns.
#[derive(Debug)]
pub(in crate::db) struct TenantColumn {
    pub(in crate::db) name: String,
    kind: CellKind,
}

#[derive(FromQueryResult)]
struct CatalogColumn {
    of_table: String,
    name: String,
    declared: String,
    key_place: i64,
}

const SQLITE_COLUMNS_QUERY: &str = r"
    select m.name as of_table, c.name as name, c.type as declared, c.pk as key_place
    from sqlite_schema m
    join pragma_table_info(m.name) c
    where m.type = 'table'
    order by m.name, c.cid
";
const POSTGRES_COLUMNS_QUERY: &str = r"
    select c.relname::text as of_table, a.attname::text as name,
      format_type(a.atttypid, a.atttypmod) as declared,
      coalesce(array_position(k.conkey, a.attnum), 0)::bigint as key_place
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    order by c.relname, a.attnum
";

/// Every such table, by name.
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
            .entry(column.of_table.clone())
            .or_default()
            .push(column);
    }
    Ok(tables
        .into_iter()
        .filter_map(|(name, columns)| to_tenant_table(name, columns))
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
        .filter(|column| column.key_place > 0)
        .collect();
    key.sort_by_key(|column| column.key_place);
    let key = key.into_iter().map(|column| column.name.clone()).collect();
    let columns = columns.into_iter().map(|column| TenantColumn {
        kind: CellKind::from_declared(&column.name, &column.declared),
        name: column.name,
    });
    Some(TenantTable {
        name,
        owner_column: owner,
        primary_key: key,
        columns: columns.collect(),
    })
}

impl TenantTable {
    pub(in crate::db) fn name(&self) -> &str {
        &self.name
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

    /// What the cells of a column are; text, where it has none of this name.
    pub(in crate::db) fn cell_kind(&self, column: &str) -> CellKind {
        self.columns
            .iter()
            .find(|known| known.name == column)
            .map_or(CellKind::Text, |known| known.kind)
    }

    /// Removes at most `$2` rows of the organization `$1`.
    pub(in crate::db) fn delete_batch_sql(&self, engine: Engine) -> String {
        let (name, column) = (
            quote_identifier(&self.name),
            quote_identifier(&self.owner_column),
        );
        match engine {
            Engine::Postgres => format!(
                r"
                    delete from {name}
                    where ctid = any (array(select ctid from {name} where {column} = $1 limit $2))
                "
            ),
            // Some tables have no row ids of their own.
            Engine::Sqlite => {
                let key = self
                    .primary_key
                    .iter()
                    .map(|column| quote_identifier(column))
                    .collect::<Vec<_>>()
                    .join(", ");
                format!(
                    r"
                        delete from {name}
                        where ({key}) in (select {key} from {name} where {column} = $1 limit $2)
                    "
                )
            }
        }
    }

    /// Removes every row of the organization `$1`.
    pub(in crate::db) fn delete_all_sql(&self) -> String {
        format!(
            "delete from {} where {} = $1",
            quote_identifier(&self.name),
            quote_identifier(&self.owner_column)
        )
    }
}

/// A name from the catalogue as SQL has it, whatever is in it.
pub(in crate::db) fn quote_identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_go_by_their_key_on_sqlite_and_by_their_place_on_postgres() {
        let key = vec!["tenant_id".to_owned(), "day".to_owned()];
        let table = TenantTable {
            name: "a\"b".to_owned(),
            owner_column: "tenant_id".to_owned(),
            primary_key: key,
            columns: Vec::new(),
        };
        let by_key = r#"
            delete from "a""b"
            where ("tenant_id", "day") in (
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
    }

    /// The statement without its white space, which has no meaning in SQL.
    fn words(sql: &str) -> String {
        sql.split_whitespace().collect()
    }
}
