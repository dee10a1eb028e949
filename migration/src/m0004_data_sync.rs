//! Where rows come from, what each run did, which rows could not land, and who holds the right to
//! sync.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, integer, string, string_null, text, text_null,
    timestamp_with_time_zone, timestamp_with_time_zone_null, uuid,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

fn add_organization_key(
    mut table: TableCreateStatement,
    name: &'static str,
) -> TableCreateStatement {
    table.foreign_key(
        ForeignKey::create()
            .from(name, "tenant_id")
            .to("organization", "id")
            .on_delete(ForeignKeyAction::Cascade),
    );
    table
}

fn data_source_table() -> TableCreateStatement {
    let mut table = tenant_table("data_source", &[]);
    table
        .col(string("kind"))
        .col(string("location"))
        .col(uuid("revision"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"));
    add_organization_key(table, "data_source")
}

fn sync_run_definition() -> TableCreateStatement {
    let mut table = tenant_table("sync_run", &["id"]);
    table
        .col(uuid("id"))
        .col(string("kind"))
        .col(string("state"))
        .col(timestamp_with_time_zone("started_at"))
        .col(timestamp_with_time_zone_null("finished_at"))
        .col(text_null("error"));
    add_organization_key(table, "sync_run")
}

fn sync_run_table_definition() -> TableCreateStatement {
    let mut table = tenant_table("sync_run_table", &["run_id", "source_table"]);
    table
        .col(uuid("run_id"))
        .col(string("source_table"))
        .col(integer("position"))
        .col(string("state"));
    for count in [
        "rows_read",
        "inserted",
        "updated",
        "unchanged",
        "deleted",
        "rejected",
        "held_back",
        "read_ms",
        "merge_ms",
    ] {
        table.col(big_integer(count));
    }
    table.col(text_null("message"));
    add_organization_key(table, "sync_run_table")
}

fn sync_reject_table() -> TableCreateStatement {
    let mut table = tenant_table("sync_reject", &["run_id", "source_table", "seq"]);
    table
        .col(uuid("run_id"))
        .col(string("source_table"))
        .col(big_integer("seq"))
        .col(big_integer_null("line"))
        .col(string_null("file"))
        .col(text_null("key"))
        .col(string_null("column"))
        .col(text_null("value"))
        .col(text("reason"))
        .col(timestamp_with_time_zone("rejected_at"));
    add_organization_key(table, "sync_reject")
}

fn sync_lease_table() -> TableCreateStatement {
    let mut table = tenant_table("sync_lease", &[]);
    table
        .col(uuid("run_id"))
        .col(big_integer("epoch"))
        .col(timestamp_with_time_zone("expires_at"));
    add_organization_key(table, "sync_lease")
}

fn table_sync_state_table() -> TableCreateStatement {
    let mut table = tenant_table("synced_table", &["source_table"]);
    table
        .col(string("source_table"))
        .col(uuid("source_revision"))
        .col(timestamp_with_time_zone("synced_at"))
        .col(big_integer("live_rows"));
    add_organization_key(table, "synced_table")
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            data_source_table(),
            sync_run_definition(),
            sync_run_table_definition(),
            sync_reject_table(),
            sync_lease_table(),
            table_sync_state_table(),
        ] {
            manager.create_table(table).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            "synced_table",
            "sync_lease",
            "sync_reject",
            "sync_run_table",
            "sync_run",
            "data_source",
        ] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
