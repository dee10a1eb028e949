//! Data Sync from files to rows: accepted and rejected rows, later syncs, and permissions.

use crate::{Answer, Client, TestApp, Warehouse};
use entities::{customer, inventory, market_price, purchase_transaction, supplier};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

mod bigquery;
mod bigquery_faults;
mod citus;
mod column_expressions;
mod column_mapping;
mod column_store;
mod file_sources;
mod folder_workbooks;
mod foreign_forms;
mod https_files;
mod incremental;
mod item_classes;
mod mapping_proposals;
mod mysql;
mod onboarding;
mod optional_tables;
mod parquet;
mod postgres;
mod rejects;
mod removed_rows;
mod run_control;
mod run_takeover;
mod runs;
mod s3;
mod schedule;
mod schema_drift;
mod source_kinds;
mod source_settings;
mod sync_limits;
mod table_merge;
mod tls_certificates;
mod value_types;
mod watermark;
mod withheld_deletions;

/// An organization with an empty folder as its source.
struct SyncFixture {
    app: TestApp,
    owner: Client,
    warehouse: Warehouse,
}

impl SyncFixture {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let owner = app.create_organization("Prairie").await;
        let warehouse = app.create_warehouse("prairie");
        let farm = Self {
            app,
            owner,
            warehouse,
        };
        farm.set_source(&farm.warehouse).await;
        farm
    }

    async fn set_source(&self, warehouse: &Warehouse) {
        self.owner
            .put(
                "/api/data-sync/source",
                json!({"kind": "files", "path": warehouse.path()}),
            )
            .await
            .data();
    }

    async fn run_sync(&self) -> Answer {
        self.owner
            .post(
                "/api/data-sync/sync",
                json!({"options": {"incrementalSync": false}}),
            )
            .await
    }

    async fn sync_table(&self, table: &str, options: Value) -> Answer {
        self.owner
            .post(
                "/api/data-sync/table",
                json!({"tableName": table, "options": options}),
            )
            .await
    }

    /// The result of a table in the run of a response.
    async fn table_result(&self, answer: &Answer, id: &str) -> Value {
        let run = self
            .owner
            .get(&format!(
                "/api/data-sync/runs/{}",
                answer.data()["runId"].as_str().unwrap()
            ))
            .await;
        let tables = run.data()["tables"].as_array().unwrap().clone();
        tables
            .into_iter()
            .find(|table| table["table"] == id)
            .unwrap_or_else(|| panic!("no {id} in {}", run.text))
    }

    /// Syncs the suppliers. Returns `[read, inserted, updated, unchanged, deleted, rejected]`.
    async fn sync_supplier_counts(&self) -> [u64; 6] {
        let answer = self.sync_table("supplier_data", json!({})).await;
        table_counts(&self.table_result(&answer, "supplier_data").await)
    }

    /// The error message of a table in the status of the latest run.
    async fn table_message(&self, table: &str) -> String {
        let status = self.owner.get("/api/data-sync/status").await;
        let found = status.data()["tables"]
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["sourceTable"] == table)
            .cloned()
            .unwrap();
        found["message"].as_str().unwrap_or_default().to_owned()
    }

    async fn tenant_id(&self) -> sea_orm::prelude::Uuid {
        self.app.open_access(&self.owner).await.tenant().0
    }

    async fn data_version(&self) -> i64 {
        self.app
            .open_access(&self.owner)
            .await
            .organization()
            .data_version
    }

    /// All rows of the tenant in the database, including soft-deleted ones.
    async fn load_suppliers(&self) -> Vec<supplier::Model> {
        supplier::Entity::find()
            .filter(supplier::Column::TenantId.eq(self.tenant_id().await))
            .order_by_asc(supplier::Column::SupplierId)
            .all(&self.app.raw)
            .await
            .unwrap()
    }

    async fn load_transactions(&self) -> Vec<purchase_transaction::Model> {
        let of_tenant = purchase_transaction::Column::TenantId.eq(self.tenant_id().await);
        purchase_transaction::Entity::find()
            .filter(of_tenant)
            .order_by_asc(purchase_transaction::Column::TransactionId)
            .all(&self.app.raw)
            .await
            .unwrap()
    }

    async fn load_inventory(&self) -> Vec<inventory::Model> {
        inventory::Entity::find()
            .filter(inventory::Column::TenantId.eq(self.tenant_id().await))
            .order_by_asc(inventory::Column::ItemId)
            .all(&self.app.raw)
            .await
            .unwrap()
    }

    async fn load_customers(&self) -> Vec<customer::Model> {
        customer::Entity::find()
            .filter(customer::Column::TenantId.eq(self.tenant_id().await))
            .order_by_asc(customer::Column::CustomerId)
            .all(&self.app.raw)
            .await
            .unwrap()
    }

    async fn load_prices(&self) -> Vec<market_price::Model> {
        market_price::Entity::find()
            .filter(market_price::Column::TenantId.eq(self.tenant_id().await))
            .all(&self.app.raw)
            .await
            .unwrap()
    }
}

/// `[read, inserted, updated, unchanged, deleted, rejected]` of a table, after checking their sum.
fn table_counts(table: &Value) -> [u64; 6] {
    let counts = [
        "read",
        "inserted",
        "updated",
        "unchanged",
        "deleted",
        "rejected",
    ]
    .map(|name| table[name].as_u64().unwrap());
    assert_eq!(
        counts[0],
        counts[1] + counts[2] + counts[3] + counts[5],
        "{table}"
    );
    counts
}

/// Supplier rows `s0`, `s1`, ... with the same `updated_at`.
fn supplier_rows(count: usize) -> String {
    (0..count)
        .map(|id| supplier_row(&format!("s{id}"), "Acme", "2026-06-01T00:00:00Z"))
        .collect()
}

fn supplier_row(id: &str, name: &str, updated_at: &str) -> String {
    format!("{id},{name},fertilizer,10,true,{updated_at}\n")
}
