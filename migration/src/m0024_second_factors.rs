//! What shows that somebody is who they say beside the password: their authenticator app, codes for
//! when it is lost, an address that reached them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, string, text, timestamp_with_time_zone, timestamp_with_time_zone_null, uuid,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut factor = person_owned_table("second_factor");
        factor
            .col(uuid("person_id").primary_key())
            .col(text("secret"))
            .col(timestamp_with_time_zone("created_at"));
        factor
            .col(timestamp_with_time_zone_null("confirmed_at"))
            .col(big_integer("last_step"));
        manager.create_table(factor).await?;
        let mut code = person_owned_table("recovery_code");
        code.col(string("hash").primary_key())
            .col(uuid("person_id"))
            .col(timestamp_with_time_zone_null("used_at"));
        manager.create_table(code).await?;
        manager
            .create_index(
                Index::create()
                    .name("recovery_code_person")
                    .table("recovery_code")
                    .col("person_id")
                    .to_owned(),
            )
            .await?;
        let mut address = person_owned_table("verified_address");
        address
            .col(uuid("person_id").primary_key())
            .col(string("email"))
            .col(timestamp_with_time_zone("verified_at"));
        manager.create_table(address).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["verified_address", "recovery_code", "second_factor"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

/// A table whose rows go with their person.
fn person_owned_table(name: &'static str) -> TableCreateStatement {
    let person = ForeignKey::create()
        .from(name, "person_id")
        .to("person", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned();
    let mut table = Table::create();
    table.table(name).foreign_key(&mut person.clone());
    table
}
