//! An organization that is being deleted: since when. Its audit log may go from that moment on,
//! some rows at a time, and there is no way back.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::timestamp_with_time_zone_null;
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// A trigger and its successor of the same name in one message: another connection of the pool may
/// still believe in the old one.
const SQLITE_UP: [&str; 2] = [
    "drop trigger audit_entry_kept;
     create trigger audit_entry_kept before delete on audit_entry
     when exists (select 1 from organization where id = old.tenant_id and deleting_at is null)
     begin select raise(abort, 'the audit log is only added to'); end",
    "create trigger organization_stays_deleting before update on organization when \
        old.deleting_at is not null and new.deleting_at is null
     begin select raise(abort, \
        'an organization that is being deleted does not come back'); end",
];

const SQLITE_DOWN: [&str; 2] = [
    "drop trigger organization_stays_deleting",
    r"
        drop trigger audit_entry_kept; create trigger audit_entry_kept before delete on audit_entry
          when exists (select 1 from organization where id = old.tenant_id) begin
        select raise(abort, 'the audit log is only added to'); end
    ",
];

const POSTGRES_UP: [&str; 3] = [
    r"
        create
          or replace function audit_log_goes_with_its_organization() returns trigger language
            plpgsql as $$ begin if exists (
              select 1
              from organization
              where id = old.tenant_id and deleting_at is null
            ) then raise exception 'the audit log is only added to'; end if; return old; end $$
    ",
    "create function organization_does_not_come_back() returns trigger language plpgsql as $$
     begin raise exception 'an organization that is being deleted does not come back'; end $$",
    "create trigger organization_stays_deleting before update on organization for each row
     \
        when (old.deleting_at is not null and new.deleting_at is null) execute function \
        organization_does_not_come_back()",
];

const POSTGRES_DOWN: [&str; 3] = [
    "drop trigger organization_stays_deleting on organization",
    "drop function organization_does_not_come_back()",
    r"
        create
          or replace function audit_log_goes_with_its_organization() returns trigger language
            plpgsql as $$ begin if exists (select 1 from organization where id = old.tenant_id) then
            raise exception 'the audit log is only added to'; end if; return old; end $$
    ",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut deleting_at = timestamp_with_time_zone_null("deleting_at");
        manager
            .alter_table(
                Table::alter()
                    .table("organization")
                    .add_column(&mut deleting_at)
                    .to_owned(),
            )
            .await?;
        run_statements(manager, &SQLITE_UP, &POSTGRES_UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run_statements(manager, &SQLITE_DOWN, &POSTGRES_DOWN).await?;
        manager
            .alter_table(
                Table::alter()
                    .table("organization")
                    .drop_column("deleting_at")
                    .to_owned(),
            )
            .await
    }
}

async fn run_statements(
    manager: &SchemaManager<'_>,
    sqlite: &[&str],
    postgres: &[&str],
) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let statements = if connection.get_database_backend() == DbBackend::Sqlite {
        sqlite
    } else {
        postgres
    };
    for statement in statements {
        connection.execute_unprepared(statement).await?;
    }
    Ok(())
}
