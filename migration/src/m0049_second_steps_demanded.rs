//! Whether an organization demands two-step sign-in of its members. Nobody did before.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::boolean;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut demanded = boolean("second_step_required").default(false).to_owned();
        manager
            .alter_table(
                Table::alter()
                    .table("organization")
                    .add_column(&mut demanded)
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("organization")
                    .drop_column("second_step_required")
                    .to_owned(),
            )
            .await
    }
}
