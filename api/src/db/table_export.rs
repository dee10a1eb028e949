//! Exports all tables of a PostgreSQL database to files while servers write to it, and imports them
//! into an empty database.
//!
//! Each table is a file of `COPY` text, compressed with zstd. All of them are of one snapshot.

use super::connection::quote_identifier;
use super::{Database, DbError, RlsContext};
use crate::ids::TenantId;
use futures_util::TryStreamExt;
use migration::{Migrator, MigratorTrait};
use sea_orm::prelude::Uuid;
use sea_orm::{ConnectionTrait, DbErr};
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Row};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

const CHUNK_BYTES: usize = 256 * 1024;
/// The compression level: higher ones take longer than the database.
const ZSTD_LEVEL: i32 = 3;

const BEGIN_SNAPSHOT: &str = "begin isolation level repeatable read, read only; set local \
    statement_timeout = 0; set local lock_timeout = '20s'";
const BEGIN_IMPORT: &str = "begin; set local statement_timeout = 0; set local lock_timeout = '20s'";

/// A login that row level security restricts reads these tables one tenant at a time.
const TABLES_QUERY: &str = r"
    select
        c.relname::text as name,
        c.relforcerowsecurity
            and not exists (
                select from pg_roles r
                where r.rolname = current_user and (r.rolsuper or r.rolbypassrls)
            )
            and not exists (
                select from pg_policy p
                where p.polrelid = c.oid and p.polname = 'platform_select'
            ) as by_tenant,
        array(
            select a.attname::text
            from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                and a.attgenerated = ''
            order by a.attnum
        ) as columns
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace
        and c.relkind in ('r', 'p')
        and c.relpersistence = 'p'
        and not c.relispartition
        and c.relname <> 'seaql_migrations'
    order by c.relname
";

const FOREIGN_KEYS_QUERY: &str = r"
    select
        quote_ident(conname) as name,
        conrelid::regclass::text as on_table,
        pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
    order by conrelid::regclass::text, conname
";

/// The tables of an export, and the schema that they have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableExport {
    /// The applied migrations, in order.
    pub migrations: Vec<String>,
    /// By name.
    pub tables: Vec<ExportedTable>,
}

/// A table of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedTable {
    /// Name of the table.
    pub name: String,
    /// The columns in the order of the file.
    pub columns: Vec<String>,
    /// Number of rows.
    pub rows: u64,
}

impl ExportedTable {
    /// The name of the table's file.
    pub fn file_name(&self) -> String {
        format!("{}.copy.zst", self.name)
    }
}

/// Why tables could not be exported or imported.
#[derive(Debug, thiserror::Error)]
pub enum TableExportError {
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
    /// A file could not be read or written.
    #[error("a file of the backup cannot be read or written")]
    File(#[from] io::Error),
    /// The export has migrations that this version does not know.
    #[error("the backup was made by a newer version of Sprout")]
    NewerVersion,
    /// The database has accounts, organizations or a newer schema.
    #[error("the database is not empty")]
    NotEmpty,
    /// A table has another number of rows than its export.
    #[error("the table {0} is incomplete")]
    Incomplete(String),
}

impl From<sqlx::Error> for TableExportError {
    fn from(error: sqlx::Error) -> Self {
        Self::Db(error.into())
    }
}

impl From<DbErr> for TableExportError {
    fn from(error: DbErr) -> Self {
        Self::Db(error.into())
    }
}

impl Database {
    /// Exports every table of a PostgreSQL database to files in the folder.
    pub async fn export_tables(&self, folder: &Path) -> Result<TableExport, TableExportError> {
        let mut connection = self.acquire_for_tables().await?;
        sqlx::raw_sql(BEGIN_SNAPSHOT)
            .execute(&mut *connection)
            .await?;
        let migrations = fetch_texts(
            &mut connection,
            "select version from seaql_migrations order by version",
        )
        .await?;
        let tenants: Vec<Uuid> = sqlx::query_scalar("select id from organization order by id")
            .persistent(false)
            .fetch_all(&mut *connection)
            .await?;
        let found = sqlx::query(TABLES_QUERY)
            .persistent(false)
            .fetch_all(&mut *connection)
            .await?;
        let mut tables = Vec::with_capacity(found.len());
        for row in found {
            let mut table = ExportedTable {
                name: row.try_get("name")?,
                columns: row.try_get("columns")?,
                rows: 0,
            };
            let mut file = zstd::Encoder::new(
                create_private_file(&folder.join(table.file_name()))?,
                ZSTD_LEVEL,
            )?;
            if row.try_get("by_tenant")? {
                for tenant in &tenants {
                    let settings = RlsContext::Login.settings_sql(TenantId(*tenant));
                    execute(&mut connection, settings).await?;
                    table.rows += copy_out(&mut connection, &table, &mut file).await?;
                }
                execute(
                    &mut connection,
                    "set local sprout.tenant_id = ''".to_owned(),
                )
                .await?;
            } else {
                table.rows = copy_out(&mut connection, &table, &mut file).await?;
            }
            file.finish()?.sync_all()?;
            tables.push(table);
        }
        sqlx::raw_sql("commit").execute(&mut *connection).await?;
        Ok(TableExport { migrations, tables })
    }

    /// Imports an export into an empty PostgreSQL database, then migrates it to the current schema.
    /// Returns the names of tables that Sprout's schema does not have, which are left out.
    pub async fn import_tables(
        &self,
        folder: &Path,
        export: &TableExport,
    ) -> Result<Vec<String>, TableExportError> {
        self.migrate_to(&export.migrations).await?;
        let mut connection = self.acquire_for_tables().await?;
        sqlx::raw_sql(BEGIN_IMPORT)
            .execute(&mut *connection)
            .await?;
        let known = fetch_texts(
            &mut connection,
            "select relname::text from pg_class where relnamespace = current_schema()::regnamespace",
        )
        .await?;
        let (tables, foreign): (Vec<_>, Vec<_>) = export
            .tables
            .iter()
            .partition(|table| known.contains(&table.name));
        let keys = sqlx::query(FOREIGN_KEYS_QUERY)
            .persistent(false)
            .fetch_all(&mut *connection)
            .await?;
        // Rows arrive table by table, so references are checked at the end; entries of the audit
        // logs have their hashes already.
        let mut before = String::new();
        let mut after = String::new();
        for key in &keys {
            let (name, table): (String, String) = (key.try_get("name")?, key.try_get("on_table")?);
            let definition: String = key.try_get("definition")?;
            before += &format!("alter table {table} drop constraint {name};");
            after += &format!("alter table {table} add constraint {name} {definition};");
        }
        for table in &tables {
            let name = quote_identifier(&table.name);
            before += &format!(
                "alter table {name} disable trigger user; alter table {name} no force row level \
                 security; truncate {name};"
            );
            after += &format!("alter table {name} enable trigger user;");
        }
        execute(&mut connection, before).await?;
        for table in tables {
            let file = zstd::Decoder::new(File::open(folder.join(table.file_name()))?)?;
            if copy_in(&mut connection, table, file).await? != table.rows {
                return Err(TableExportError::Incomplete(table.name.clone()));
            }
        }
        execute(&mut connection, after + "commit").await?;
        // Forces row level security again.
        self.migrate().await?;
        Ok(foreign
            .into_iter()
            .map(|table| table.name.clone())
            .collect())
    }

    /// Applies the migrations of an export to an empty database.
    async fn migrate_to(&self, wanted: &[String]) -> Result<(), TableExportError> {
        let known = Migrator::migrations();
        let is_known = wanted.len() <= known.len()
            && known
                .iter()
                .zip(wanted)
                .all(|(known, wanted)| known.name() == wanted);
        if !is_known {
            return Err(TableExportError::NewerVersion);
        }
        let transaction = self.platform_connection().begin().await?;
        transaction
            .execute_unprepared("select pg_advisory_xact_lock(hashtext('sprout migrate'))")
            .await?;
        Migrator::install(&transaction).await?;
        let applied = Migrator::get_applied_migrations(&transaction).await?.len();
        let Some(missing) = wanted.len().checked_sub(applied) else {
            return Err(TableExportError::NotEmpty);
        };
        if missing > 0 {
            Migrator::up(&transaction, u32::try_from(missing).ok()).await?;
        }
        let accounts = sea_orm::Statement::from_string(
            sea_orm::DbBackend::Postgres,
            "select 1 from person union all select 1 from organization limit 1",
        );
        if transaction.query_one_raw(accounts).await?.is_some() {
            return Err(TableExportError::NotEmpty);
        }
        Ok(transaction.commit().await?)
    }

    /// A connection that is closed afterwards, because an unfinished COPY makes it unusable.
    async fn acquire_for_tables(
        &self,
    ) -> Result<sqlx::pool::PoolConnection<sqlx::Postgres>, TableExportError> {
        let pool = self.postgres_pool().ok_or_else(|| {
            DbError::Failed(DbErr::Custom(
                "tables are exported on PostgreSQL".to_owned(),
            ))
        })?;
        let mut connection = pool.acquire().await?;
        connection.close_on_drop();
        Ok(connection)
    }
}

async fn fetch_texts(
    connection: &mut PgConnection,
    query: &'static str,
) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar(query)
        .persistent(false)
        .fetch_all(connection)
        .await
}

async fn execute(connection: &mut PgConnection, sql: String) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(connection)
        .await?;
    Ok(())
}

/// Appends the rows that the connection sees to the file. Returns their number.
async fn copy_out(
    connection: &mut PgConnection,
    table: &ExportedTable,
    file: &mut impl Write,
) -> Result<u64, TableExportError> {
    let copy = format!(
        "copy (select {} from {}) to stdout",
        list_columns(table),
        quote_identifier(&table.name)
    );
    let mut chunks = connection.copy_out_raw(&copy).await?;
    let mut rows = 0;
    while let Some(chunk) = chunks.try_next().await? {
        // Line breaks in values are escaped.
        rows += chunk.split(|byte| *byte == b'\n').count() as u64 - 1;
        file.write_all(&chunk)?;
    }
    Ok(rows)
}

/// Loads a file into its table. Returns the number of rows.
async fn copy_in(
    connection: &mut PgConnection,
    table: &ExportedTable,
    mut file: impl Read,
) -> Result<u64, TableExportError> {
    let mut copy = connection
        .copy_in_raw(&format!(
            "copy {} ({}) from stdin",
            quote_identifier(&table.name),
            list_columns(table)
        ))
        .await?;
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let length = file.read(&mut chunk)?;
        if length == 0 {
            return Ok(copy.finish().await?);
        }
        copy.send(chunk.get(..length).unwrap_or_default()).await?;
    }
}

fn list_columns(table: &ExportedTable) -> String {
    let quoted: Vec<String> = table
        .columns
        .iter()
        .map(|column| quote_identifier(column))
        .collect();
    quoted.join(", ")
}

fn create_private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}
