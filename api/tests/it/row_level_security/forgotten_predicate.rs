//! SQL in a tenant's transaction that lacks the tenant predicate, or is malicious, only reaches
//! that tenant.

use super::{
    CountRow, count_rows, create_with_rows, sql_without_predicate, start_on_postgres,
    tenants_tables,
};
use sea_orm::{ConnectionTrait, DbBackend, Statement, TransactionTrait};

#[tokio::test]
async fn a_forgotten_condition_reads_ones_own_rows_only() {
    let app = start_on_postgres().await;
    let (prairie, meadow) = (
        create_with_rows(&app, "Prairie").await,
        create_with_rows(&app, "Meadow").await,
    );
    let (prairie, meadow) = (
        app.open_access(&prairie).await,
        app.open_access(&meadow).await,
    );
    let mut with_foreign_rows = 0;
    for (table, owner) in tenants_tables(&app.raw).await {
        let foreign = count_rows(
            &app.raw,
            &format!(
                "select count(*) from {table} where {owner} = '{}'",
                meadow.tenant()
            ),
        )
        .await;
        with_foreign_rows += usize::from(foreign > 0);
        let all = sql_without_predicate(&format!(
            r"
                select count(*) as n
                from {table}
                where {owner} <> $1 or not ({owner} = $1) -- tenant_id = $1
            "
        ));
        for db in [
            app.parts.database.begin_read(&prairie).await.unwrap(),
            app.parts.database.begin_write(&prairie).await.unwrap(),
        ] {
            assert_eq!(
                db.query_rows::<CountRow>(all, Vec::new())
                    .await
                    .unwrap()
                    .iter()
                    .map(|row| row.n)
                    .sum::<i64>(),
                0,
                "{table}"
            );
        }
    }
    assert!(
        with_foreign_rows >= 12,
        "only {with_foreign_rows} tables have rows that could be shown"
    );
    let db = app.parts.database.begin_read(&prairie).await.unwrap();
    let members = db
        .query_rows::<CountRow>(
            sql_without_predicate(
                r"
            select count(*) as n
            from person
            where true or '' = cast($1 as text) -- tenant_id = $1
        ",
            ),
            Vec::new(),
        )
        .await
        .unwrap();
    assert_eq!(
        members.first().map(|row| row.n),
        Some(1),
        "of people a tenant sees its members"
    );
}

#[tokio::test]
async fn nothing_is_written_into_another_tenant() {
    let app = start_on_postgres().await;
    let (prairie, meadow) = (
        create_with_rows(&app, "Prairie").await,
        create_with_rows(&app, "Meadow").await,
    );
    let (prairie, meadow) = (
        app.open_access(&prairie).await,
        app.open_access(&meadow).await,
    );
    let theirs = r"
        select coalesce(string_agg(row(s.*)::text, '|' order by supplier_id), '')
        from suppliers s
        where supplier_id = 'Meadow'
    ";
    let before = super::list_names(&app.raw, theirs).await;
    assert!(
        before
            .first()
            .is_some_and(|rows| rows.contains("Meadow Chemicals"))
    );
    let foreign = meadow.tenant();
    for (what, sql) in [
        (
            "an insert",
            format!(
                r"
                    insert into suppliers
                      (tenant_id, supplier_id, supplier_name, active, updated_at)
                    select '{foreign}', 'x', 'x', true, now()
                    from suppliers
                    where tenant_id = $1
                    returning cast(1 as bigint) as n
                "
            ),
        ),
        (
            "a move",
            format!(
                r"
                    update suppliers
                    set tenant_id = '{foreign}'
                    where tenant_id = $1
                    returning cast(1 as bigint) as n
                "
            ),
        ),
        (
            "an insert on conflict",
            format!(
                r"
                    insert into suppliers
                      (tenant_id, supplier_id, supplier_name, active, updated_at)
                    select '{foreign}', 'Meadow', 'x', true, now()
                    from suppliers
                    where tenant_id = $1
                    on conflict (tenant_id, supplier_id)
                    do update set supplier_name = 'x'
                    returning cast(1 as bigint) as n
                "
            ),
        ),
    ] {
        let db = app.parts.database.begin_write(&prairie).await.unwrap();
        let refused = db
            .query_rows::<CountRow>(sql_without_predicate(&sql), Vec::new())
            .await
            .unwrap_err();
        assert!(
            format!("{refused:?}").contains("row-level security"),
            "{what}: {refused:?}"
        );
    }
    for sql in [
        "update suppliers set supplier_name = 'x' where tenant_id = $1 or true",
        "delete from suppliers where tenant_id = $1 or true",
    ] {
        let db = app.parts.database.begin_write(&prairie).await.unwrap();
        let written = db
            .query_rows::<CountRow>(
                sql_without_predicate(&format!("{sql} returning cast(1 as bigint) as n")),
                Vec::new(),
            )
            .await
            .unwrap();
        assert_eq!(written.len(), 1, "{sql}: one's own row only");
        db.commit().await.unwrap();
    }
    assert_eq!(super::list_names(&app.raw, theirs).await, before);
}

#[tokio::test]
async fn what_is_no_tenants_own_is_out_of_reach() {
    let app = start_on_postgres().await;
    let prairie = app
        .open_access(&app.create_organization("Prairie").await)
        .await;
    for sql in [
        "select count(*) as n from refresh_token where '' <> cast($1 as text) -- tenant_id = $1",
        "select count(*) as n from rate_limit_bucket where '' <> cast($1 as text) -- tenant_id = $1",
        r"
            select count(password_hash) as n
            from person
            where '' <> cast($1 as text) -- tenant_id = $1
        ",
        "select count(*) as n from seaql_migrations where '' <> cast($1 as text) -- tenant_id = $1",
        r"
            update organization
            set is_demo = true
            where id = $1
            returning cast(1 as bigint) as n -- tenant_id = $1
        ",
        "insert into person (id) values ($1) returning cast(1 as bigint) as n -- tenant_id = $1",
    ] {
        let db = app.parts.database.begin_write(&prairie).await.unwrap();
        let refused = db
            .query_rows::<CountRow>(sql_without_predicate(sql), Vec::new())
            .await
            .unwrap_err();
        assert!(
            format!("{refused:?}").contains("permission denied"),
            "{sql}: {refused:?}"
        );
    }
    // Read transactions cannot write.
    let db = app.parts.database.begin_read(&prairie).await.unwrap();
    let refused = db
        .query_rows::<CountRow>(
            sql_without_predicate(
                "delete from job where tenant_id = $1 returning cast(1 as bigint) as n",
            ),
            Vec::new(),
        )
        .await
        .unwrap_err();
    assert!(
        format!("{refused:?}").contains("read-only transaction"),
        "{refused:?}"
    );
}

#[tokio::test]
async fn without_a_tenant_there_are_no_rows_and_no_way_of_the_platform() {
    let app = start_on_postgres().await;
    create_with_rows(&app, "Prairie").await;
    for unset in [
        "select 1",
        "select set_config('sprout.tenant_id', '', true)",
    ] {
        let transaction = app.raw.begin().await.unwrap();
        transaction
            .execute_unprepared("set local role sprout_app")
            .await
            .unwrap();
        transaction.execute_unprepared(unset).await.unwrap();
        for (table, _) in tenants_tables(&app.raw).await {
            assert_eq!(
                count_rows(&transaction, &format!("select count(*) from {table}")).await,
                0,
                "{table} after {unset}"
            );
        }
        assert_eq!(
            count_rows(
                &transaction,
                "select count(*) from (select id from person) as people"
            )
            .await,
            0
        );
        let session = r"
            insert into session (id, person_id, tenant_id, created_at, refreshed_at, expires_at)
            values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), now(), now())
        ";
        let refused = transaction.execute_unprepared(session).await.unwrap_err();
        assert!(
            refused.to_string().contains("row-level security"),
            "{refused}"
        );
    }
}

/// A second statement could reset the role, but the driver sends one statement at a time, with
/// separate parameters.
#[tokio::test]
async fn a_second_statement_is_refused_by_the_protocol() {
    let app = start_on_postgres().await;
    let two = "select 1; reset role";
    let refused = app
        .raw
        .query_all_raw(Statement::from_sql_and_values(DbBackend::Postgres, two, []))
        .await
        .unwrap_err();
    assert!(
        refused.to_string().contains("multiple commands"),
        "{refused}"
    );
}
