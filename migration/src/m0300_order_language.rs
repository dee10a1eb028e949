//! Stores the language in which orders are sent to a supplier.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

use crate::ddl::execute_ddl;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const ADD: &str = r"
    alter table supplier_contact add column language text not null default 'en';
    alter table purchase_order_email add column language text not null default 'en';
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        execute_ddl(manager.get_connection(), ADD).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let drop = "alter table purchase_order_email drop column language; \
            alter table supplier_contact drop column language";
        let connection = manager.get_connection();
        connection.execute_unprepared(drop).await.map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
