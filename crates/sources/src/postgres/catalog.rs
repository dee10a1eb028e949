//! Loads tables of the schema: their columns and types, and the permissions to read them.

use crate::{ColumnDescriptor, MAX_OTHER_TABLES};
use sqlx::Row;
use sqlx::postgres::PgConnection;

/// A table, view or foreign table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
}

/// A column of a table.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: String,
    /// SQL type, such as `numeric(18,0)`. For a domain, its base type.
    pub(super) ty: String,
    /// Whether the type is an enum.
    pub(super) is_enum: bool,
    /// Whether the user may read it.
    pub(super) readable: bool,
}

impl Table {
    /// Its columns as descriptors.
    pub(super) fn column_descriptors(&self) -> Vec<ColumnDescriptor> {
        self.columns
            .iter()
            .map(|column| ColumnDescriptor::new(&column.name, Some(column.shared_type_name())))
            .collect()
    }
}

impl Column {
    /// The type in terms that Parquet files share, or PostgreSQL's name of a type that no other
    /// source has.
    fn shared_type_name(&self) -> &str {
        let base = self.ty.split('(').next().unwrap_or_default().trim_end();
        match base {
            _ if self.is_enum => "text",
            "text" | "character varying" | "character" | "name" | "citext" => "text",
            "smallint" | "integer" | "bigint" => "whole numbers",
            "numeric" => "decimals",
            "real" | "double precision" => "floating-point numbers",
            "boolean" => "true and false",
            "date" => "dates",
            "timestamp" if self.ty.ends_with("with time zone") => "timestamps",
            "timestamp" | "timestamp without time zone" => "timestamps without a time zone",
            "timestamp with time zone" => "timestamps",
            _ => &self.ty,
        }
    }
}

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
) -> Result<Vec<Table>, sqlx::Error> {
    let mut tables: Vec<Table> = Vec::new();
    for row in sqlx::query(COLUMNS_SQL)
        .bind(schema)
        .bind(names)
        .persistent(false)
        .fetch_all(connection)
        .await?
    {
        let name: String = row.try_get(0)?;
        let column = Column {
            name: row.try_get(1)?,
            ty: row.try_get(2)?,
            is_enum: row.try_get(3)?,
            readable: row.try_get(4)?,
        };
        match tables.last_mut() {
            Some(last) if last.name == name => last.columns.push(column),
            _ => tables.push(Table {
                name,
                columns: vec![column],
            }),
        }
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_text_or_a_wider_number_holds_the_same() {
        let holds = |ty: &str| {
            Column {
                name: "x".to_owned(),
                ty: ty.to_owned(),
                is_enum: false,
                readable: true,
            }
            .shared_type_name()
            .to_owned()
        };
        assert_eq!(holds("character varying(50)"), holds("text"));
        assert_eq!(holds("smallint"), holds("bigint"));
        assert_eq!(holds("numeric(12,2)"), holds("numeric"));
        assert_eq!(
            holds("timestamp(3) with time zone"),
            holds("timestamp with time zone")
        );
        assert_eq!(
            holds("timestamp(0) without time zone"),
            "timestamps without a time zone"
        );
        assert_ne!(
            holds("timestamp with time zone"),
            holds("timestamp without time zone")
        );
        assert_ne!(holds("integer"), holds("text"));
        assert_eq!(holds("jsonb"), "jsonb");
    }
}
