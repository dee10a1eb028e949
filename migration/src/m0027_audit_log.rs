//! What was done in an organization, by whom: rows that are added and never changed, each bound to
//! the one before by a hash.
//!
//! The database itself refuses to change or remove one, and to add one anywhere but at the end.
//! They go with their organization alone.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, string, string_null, text, text_null, timestamp_with_time_zone, uuid_null,
};
use sea_orm_migration::sea_orm::DbBackend;

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

fn audit_head_table() -> TableCreateStatement {
    let mut table = tenant_table("audit_head", &[]);
    table.col(big_integer("seq")).col(string("hash"));
    add_organization_key(table, "audit_head")
}

fn audit_entry_table() -> TableCreateStatement {
    let mut table = tenant_table("audit_entry", &["seq"]);
    table
        .col(big_integer("seq"))
        .col(timestamp_with_time_zone("at"))
        .col(string("author_kind"))
        .col(uuid_null("author_id"))
        .col(text("author_name"))
        .col(string("action"))
        .col(string_null("target_kind"))
        .col(string_null("target_id"))
        .col(text_null("target_name"))
        .col(text_null("before"))
        .col(text_null("after"))
        .col(string_null("address"))
        .col(text_null("user_agent"))
        .col(string_null("request_id"))
        .col(string("hash"));
    add_organization_key(table, "audit_entry")
}

/// `insert or replace` removes without asking the trigger for removals, which is why the place of a
/// new row is looked at too.
const SQLITE_TRIGGERS: [&str; 3] = [
    "create trigger audit_entry_unchanged before update on audit_entry
     begin select raise(abort, 'the audit log is only added to'); end",
    r"
        create trigger audit_entry_kept before delete on audit_entry when exists
          (select 1 from organization where id = old.tenant_id) begin
        select raise(abort, 'the audit log is only added to'); end
    ",
    r"
        create trigger audit_entry_at_the_end before insert on audit_entry when new.seq <> 1 +
          coalesce(
            (select max(seq) from audit_entry where tenant_id = new.tenant_id), 0
          ) begin
        select raise(abort, 'the audit log is added to at its end'); end
    ",
];

const POSTGRES_TRIGGERS: [&str; 6] = [
    "create function audit_log_refuses() returns trigger language plpgsql as $$
     begin raise exception 'the audit log is only added to'; end $$",
    r"
        create function audit_log_goes_with_its_organization() returns trigger language plpgsql as
          $$ begin if exists (select 1 from organization where id = old.tenant_id) then raise
          exception 'the audit log is only added to'; end if; return old; end $$
    ",
    r"
        create function audit_log_grows_at_its_end() returns trigger language plpgsql as $$ begin if
          new.seq <> 1 + coalesce(
            (select max(seq) from audit_entry where tenant_id = new.tenant_id), 0
          ) then raise exception 'the audit log is added to at its end'; end if; return new; end $$
    ",
    "create trigger audit_entry_unchanged before update on audit_entry for each row execute \
        function audit_log_refuses()",
    "create trigger audit_entry_kept before delete on audit_entry for each row execute function \
        audit_log_goes_with_its_organization()",
    "create trigger audit_entry_at_the_end before insert on audit_entry for each row execute \
        function audit_log_grows_at_its_end()",
];

/// Emptying the table at once asks no trigger for rows.
const POSTGRES_TRUNCATE_TRIGGER: &str = "create trigger audit_entry_not_emptied before truncate on \
    audit_entry for each statement execute function audit_log_refuses()";
const POSTGRES_FUNCTIONS: [&str; 3] = [
    "audit_log_refuses",
    "audit_log_goes_with_its_organization",
    "audit_log_grows_at_its_end",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(audit_head_table()).await?;
        manager.create_table(audit_entry_table()).await?;
        for (name, column) in [
            ("audit_entry_author", "author_id"),
            ("audit_entry_action", "action"),
        ] {
            manager
                .create_index(
                    Index::create()
                        .name(name)
                        .table("audit_entry")
                        .col("tenant_id")
                        .col(column)
                        .col("seq")
                        .to_owned(),
                )
                .await?;
        }
        let connection = manager.get_connection();
        if connection.get_database_backend() == DbBackend::Sqlite {
            for statement in SQLITE_TRIGGERS {
                connection.execute_unprepared(statement).await?;
            }
            return Ok(());
        }
        for statement in POSTGRES_TRIGGERS
            .into_iter()
            .chain([POSTGRES_TRUNCATE_TRIGGER])
        {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("audit_entry").to_owned())
            .await?;
        manager
            .drop_table(Table::drop().table("audit_head").to_owned())
            .await?;
        let connection = manager.get_connection();
        if connection.get_database_backend() == DbBackend::Postgres {
            for name in POSTGRES_FUNCTIONS {
                connection
                    .execute_unprepared(&format!("drop function {name}()"))
                    .await?;
            }
        }
        Ok(())
    }
}
