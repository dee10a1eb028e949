//! Row-level security: on PostgreSQL, the database itself isolates organizations. Each test has its
//! own PostgreSQL database, whatever the engine of the other tests.

mod backups;
mod cancelled_transactions;
mod catalogue;
mod database_roles;
mod forgotten_predicate;
mod later_migrations;
mod pgbouncer;

use crate::source_warehouse::PurchaseLine;
use crate::{Client, SourceDatabase, TestApp};
use api::db::TenantSql;
use poem::http::StatusCode;
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult, Statement};

/// Starts a service on a new database, as the superuser.
async fn start_on_postgres() -> TestApp {
    TestApp::start_on_database(&address_for("postgres", "").await).await
}

/// The address of a new database owned by the new role `login`, which has these rights.
async fn address_for(login: &str, rights: &str) -> String {
    address_on(SourceDatabase::host_and_port(), login, rights).await
}

async fn address_on(server: &str, login: &str, rights: &str) -> String {
    let name = format!("sprout_wall_{}", unique_name());
    let admin = sea_orm::Database::connect(format!("postgres://postgres@{server}/postgres"))
        .await
        .unwrap();
    if login != "postgres" {
        admin
            .execute_unprepared(&format!("create role {login} login {rights}"))
            .await
            .unwrap();
    }
    admin
        .execute_unprepared(&format!("create database {name} owner {login}"))
        .await
        .unwrap();
    admin.close().await.unwrap();
    format!("postgres://{login}@{server}/{name}")
}

fn unique_name() -> String {
    format!(
        "{:016x}",
        u64::from_be_bytes(api::entropy::Entropy::system().random_bytes::<8>().unwrap())
    )
}

#[derive(Debug, FromQueryResult)]
struct CountRow {
    n: i64,
}

/// SQL that is not one of the product's constants, as a mistake would be.
fn sql_without_predicate(sql: &str) -> TenantSql {
    TenantSql::new(Box::leak(sql.to_owned().into_boxed_str()))
}

pub(crate) async fn count_rows(connection: &impl ConnectionTrait, sql: &str) -> i64 {
    let row = connection
        .query_one_raw(Statement::from_string(sea_orm::DbBackend::Postgres, sql))
        .await
        .unwrap()
        .unwrap();
    row.try_get_by_index(0).unwrap()
}

pub(crate) async fn list_names(connection: &impl ConnectionTrait, sql: &str) -> Vec<String> {
    let rows = connection
        .query_all_raw(Statement::from_string(sea_orm::DbBackend::Postgres, sql))
        .await
        .unwrap();
    rows.iter()
        .map(|row| row.try_get_by_index(0).unwrap())
        .collect()
}

/// Every table with tenant data, with its tenant column.
async fn tenants_tables(raw: &DatabaseConnection) -> Vec<(String, &'static str)> {
    let named = r"
        select c.relname::text
        from pg_class c
        where c.relnamespace = 'public'::regnamespace
          and c.relkind in ('r', 'p')
          and exists (
              select
              from pg_attribute a
              where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
            )
        order by 1
    ";
    let mut tables: Vec<_> = list_names(raw, named)
        .await
        .into_iter()
        .map(|table| (table, "tenant_id"))
        .collect();
    assert!(
        tables.len() > 30,
        "the catalogue names {} tables",
        tables.len()
    );
    tables.push(("organization".to_owned(), "id"));
    tables
}

/// An organization with rows in most tables.
async fn create_with_rows(app: &TestApp, name: &str) -> Client {
    let owner = app.create_organization(name).await;
    let warehouse = app.create_warehouse(name);
    let ids: Vec<String> = (0..40).map(|line| format!("{name}-{line}")).collect();
    let lines: Vec<_> = ids
        .iter()
        .map(|id| PurchaseLine {
            id,
            order: id,
            item: name,
            supplier: name,
            ..PurchaseLine::default()
        })
        .collect();
    warehouse.write_purchases(&lines);
    warehouse.write_inventory(&format!(
        "{name},{name} \
        Urea,fertilizer,ton,Yard,1,0,0,50,1,1,7,400,USD,{name},2026-06-01T00:00:00Z\n"
    ));
    warehouse.write_suppliers(&format!(
        "{name},{name} \
        Chemicals,fertilizer,10,true,2026-06-01T00:00:00Z\nbad,{name},fertilizer,many,true,x\n"
    ));
    let synced = app.sync_warehouse(&owner, &warehouse).await;
    assert_eq!(synced.status, StatusCode::OK, "{}", synced.text);
    // Synced again with a changed line and a removed line, to cover merging, change tracking and
    // recounting.
    let mut fewer = lines;
    fewer.pop();
    if let Some(line) = fewer.first_mut() {
        line.quantity = "77";
    }
    warehouse.write_purchases(&fewer);
    let again = app.sync_warehouse(&owner, &warehouse).await;
    assert_eq!(
        (
            again.data()["stats"]["updated"].as_u64(),
            again.data()["stats"]["deleted"].as_u64()
        ),
        (Some(1), Some(1)),
        "{}",
        again.text
    );
    owner
}
