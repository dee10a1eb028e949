//! Loads tables of the schema: their columns and types, and the permissions to read them.

use crate::MAX_OTHER_TABLES;
use crate::select_plan::{DatabaseColumn, DatabaseTable};
use sqlx::Row;
use sqlx::postgres::PgConnection;

const SCHEMA_SQL: &str = r"
    select pg_catalog.has_schema_privilege(n.oid, 'usage')
    from pg_catalog.pg_namespace n
    where n.nspname = $1
";

const COLUMNS_SQL: &str = r"
    select c.relname::text, a.attname::text,
      pg_catalog.format_type(
          case t.typtype when 'd' then t.typbasetype else t.oid end,
            case t.typtype when 'd' then t.typtypmod else a.atttypmod end
        ), t.typtype = 'e', pg_catalog.has_column_privilege(c.oid, a.attnum, 'select')
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_catalog.pg_type t on t.oid = a.atttypid
    where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relname = any ($2)
    order by c.relname, a.attnum
";

const OTHER_NAMES_SQL: &str = r"
    select c.relname::text
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
      and c.relname <> all ($2) and pg_catalog.has_any_column_privilege(c.oid, 'select')
    order by c.relname
    limit $3
";

/// Names of readable tables that the schema has besides these, partitions left out.
pub(super) async fn list_other_names(
    connection: &mut PgConnection,
    schema: &str,
    names: &[String],
) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar(OTHER_NAMES_SQL)
        .bind(schema)
        .bind(names)
        .bind(i64::try_from(MAX_OTHER_TABLES).unwrap_or(i64::MAX))
        .persistent(false)
        .fetch_all(connection)
        .await
}

/// Whether the schema exists and the user may access it.
pub(super) async fn has_schema(
    connection: &mut PgConnection,
    schema: &str,
) -> Result<bool, sqlx::Error> {
    let usable = sqlx::query(SCHEMA_SQL)
        .bind(schema)
        .persistent(false)
        .fetch_optional(connection)
        .await?;
    Ok(usable
        .map(|row| row.try_get::<bool, _>(0))
        .transpose()?
        .unwrap_or(false))
}

/// Loads the tables of these names that the schema has.
pub(super) async fn load_tables(
    connection: &mut PgConnection,
    schema: &str,
    names: &[String],
) -> Result<Vec<DatabaseTable>, sqlx::Error> {
    let mut tables: Vec<DatabaseTable> = Vec::new();
    for row in sqlx::query(COLUMNS_SQL)
        .bind(schema)
        .bind(names)
        .persistent(false)
        .fetch_all(connection)
        .await?
    {
        let name: String = row.try_get(0)?;
        let column = DatabaseColumn {
            name: row.try_get(1)?,
            ty: row.try_get(2)?,
            is_enum: row.try_get(3)?,
            readable: row.try_get(4)?,
        };
        match tables.last_mut() {
            Some(last) if last.name == name => last.columns.push(column),
            _ => tables.push(DatabaseTable {
                name,
                columns: vec![column],
            }),
        }
    }
    Ok(tables)
}
