//! Later migrations: their tables get row-level security, and they can access the rows that they
//! change.

use super::{address_for, count_rows, create_with_rows, list_names, unique_name};
use crate::TestApp;
use migration::SchemaManager;
use migration::row_level_security::with_all_rows_visible;
use sea_orm::ConnectionTrait;

#[tokio::test]
async fn a_table_that_comes_later_is_behind_the_wall_after_migrating() {
    let app = super::start_on_postgres().await;
    app.raw
        .execute_unprepared(
            "create table later (tenant_id uuid not null, id int, primary key (tenant_id, id))",
        )
        .await
        .unwrap();
    app.parts.database.migrate().await.unwrap();
    let forced = r"
        select relname::text
        from pg_class
        where relname = 'later'
          and relrowsecurity
          and relforcerowsecurity
          and has_table_privilege('sprout_app', oid, 'select,insert,update,delete')
    ";
    assert_eq!(list_names(&app.raw, forced).await, ["later"]);
}

#[tokio::test]
async fn a_migration_of_rows_sees_all_of_them_and_closes_the_table_behind_itself() {
    let app =
        TestApp::start_on_database(&address_for(&format!("owner_{}", unique_name()), "").await)
            .await;
    create_with_rows(&app, "Prairie").await;
    create_with_rows(&app, "Meadow").await;
    assert_eq!(
        app.raw
            .execute_unprepared("update suppliers set active = false")
            .await
            .unwrap()
            .rows_affected(),
        0,
        "the owner sees no tenant's rows"
    );
    let manager = SchemaManager::new(&app.raw);
    with_all_rows_visible(&manager, "suppliers", async || {
        let changed = manager
            .get_connection()
            .execute_unprepared("update suppliers set active = false")
            .await?;
        assert_eq!(changed.rows_affected(), 2);
        Ok(())
    })
    .await
    .unwrap();
    assert_eq!(
        count_rows(&app.raw, "select count(*) from suppliers").await,
        0
    );
}
