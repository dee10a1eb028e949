//! Incremental syncs of a database: changed rows are read, and pending rows are not skipped.

use super::{SyncFixture, table_counts};
use crate::{Client, SourceDatabase};
use chrono::{DateTime, Utc};
use entities::source_watermark;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

const SUPPLIERS: &str = "create table supplier_data (supplier_id text, supplier_name text, active \
    boolean default true, updated_at timestamptz)";

async fn start_with(tables: &str) -> (SyncFixture, SourceDatabase) {
    let database = SourceDatabase::create().await;
    database.execute_sql(tables).await;
    let farm = SyncFixture::start().await;
    farm.owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "postgres", "url": database.url()}),
        )
        .await
        .data();
    (farm, database)
}

async fn put_rows(database: &SourceDatabase, rows: &[(&str, &str, &str)]) {
    for (id, name, at) in rows {
        database
            .execute_sql(&format!(
                r"
            insert into supplier_data (supplier_id, supplier_name, updated_at)
            values ('{id}', '{name}', {at})
        "
            ))
            .await;
    }
}

/// Runs an incremental sync and returns the counts of the client's suppliers.
async fn sync_client_incrementally(client: &Client) -> Value {
    let answer = client
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
        .await;
    let run = client
        .get(&format!(
            "/api/data-sync/runs/{}",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    run.data()["tables"]
        .as_array()
        .unwrap()
        .iter()
        .find(|table| table["table"] == "supplier_data")
        .unwrap()
        .clone()
}

async fn sync_incrementally(farm: &SyncFixture) -> [u64; 6] {
    table_counts(&sync_client_incrementally(&farm.owner).await)
}

/// The stored watermarks of all organizations.
async fn stored_watermarks(farm: &SyncFixture) -> Vec<DateTime<Utc>> {
    source_watermark::Entity::find()
        .all(&farm.app.raw)
        .await
        .unwrap()
        .into_iter()
        .map(|row| row.read_until)
        .collect()
}

fn parse_time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

async fn live_suppliers(farm: &SyncFixture) -> Vec<String> {
    farm.load_suppliers()
        .await
        .into_iter()
        .filter(|row| row.deleted_at.is_none())
        .map(|row| row.supplier_id)
        .collect()
}

#[tokio::test]
async fn new_and_changed_rows_are_read_and_nothing_else() {
    let (farm, database) = start_with(SUPPLIERS).await;
    put_rows(
        &database,
        &[
            ("s1", "One", "'2020-06-01 00:00+00'"),
            ("s2", "Two", "'2020-06-05 02:00:00.123456+02'"),
        ],
    )
    .await;
    assert_eq!(
        sync_incrementally(&farm).await,
        [2, 2, 0, 0, 0, 0],
        "a table that was never read is read"
    );
    assert_eq!(
        stored_watermarks(&farm).await,
        [parse_time("2020-06-05T00:00:00.123456Z")]
    );
    let unchanged = sync_client_incrementally(&farm.owner).await;
    assert_eq!(table_counts(&unchanged), [1, 0, 0, 1, 0, 0]);
    assert_eq!(
        unchanged["message"],
        "Only rows that have changed since 2020-06-04 23:00:00 UTC were read."
    );
    put_rows(
        &database,
        &[
            ("s3", "Three", "'2020-06-06 00:00+00'"),
            ("s4", "Late", "'2020-06-02 00:00+00'"),
        ],
    )
    .await;
    database
        .execute_sql(
            r"
        update supplier_data
        set supplier_name = 'Second', updated_at = '2020-06-07 00:00+00'
        where supplier_id = 's2'
    ",
        )
        .await;
    database
        .execute_sql("delete from supplier_data where supplier_id = 's1'")
        .await;
    assert_eq!(sync_incrementally(&farm).await, [2, 1, 1, 0, 0, 0]);
    assert_eq!(
        live_suppliers(&farm).await,
        ["s1", "s2", "s3"],
        "nothing is removed, and a row that comes late with an old moment is not seen"
    );
    assert_eq!(sync_incrementally(&farm).await, [1, 0, 0, 1, 0, 0]);
    // A full sync reads both rows.
    let answer = farm
        .sync_table("supplier_data", json!({"confirmDeletions": true}))
        .await;
    let complete = farm.table_result(&answer, "supplier_data").await;
    assert_eq!(
        (table_counts(&complete), complete.get("message")),
        ([3, 1, 0, 2, 1, 0], None)
    );
    assert_eq!(sync_incrementally(&farm).await, [1, 0, 0, 1, 0, 0]);
}

#[tokio::test]
async fn rows_of_the_hour_before_are_read_again() {
    let (farm, database) = start_with(SUPPLIERS).await;
    put_rows(&database, &[("s1", "One", "'2020-06-01 12:00+00'")]).await;
    assert_eq!(farm.sync_supplier_counts().await, [1, 1, 0, 0, 0, 0]);
    put_rows(
        &database,
        &[
            ("s2", "Two", "'2020-06-01 11:00+00'"),
            ("s3", "Three", "'2020-06-01 10:59:59.999999+00'"),
        ],
    )
    .await;
    assert_eq!(sync_incrementally(&farm).await, [2, 1, 0, 1, 0, 0]);
    // The value in the source wins, even if it is older than the stored one.
    database
        .execute_sql(
            r"
        update supplier_data
        set supplier_name = 'Restored', updated_at = '2020-06-01 11:30+00'
        where supplier_id = 's1'
    ",
        )
        .await;
    assert_eq!(sync_incrementally(&farm).await, [2, 0, 1, 1, 0, 0]);
    assert_eq!(
        stored_watermarks(&farm).await,
        [parse_time("2020-06-01T12:00:00Z")],
        "it never goes back"
    );
}

#[tokio::test]
async fn a_table_that_is_read_in_another_way_is_read_as_a_whole() {
    let columns = "supplier_id text, supplier_name text, vendor text default 'V', active boolean \
        default true, updated_at timestamptz, changed_on timestamptz";
    let (farm, database) = start_with(&format!("create table supplier_data ({columns})")).await;
    put_rows(
        &database,
        &[
            ("s1", "One", "'2020-06-01 00:00+00'"),
            ("s2", "Two", "'2020-06-05 00:00+00'"),
        ],
    )
    .await;
    database
        .execute_sql("update supplier_data set changed_on = '2020-07-01 00:00+00'")
        .await;
    farm.run_sync().await.data();
    assert_eq!(sync_incrementally(&farm).await, [1, 0, 0, 1, 0, 0]);
    let named = |column: &str, source: &str| json!({"tables": [{"sourceTable": "supplier_data", "columns": [{"targetColumn": column, "sourceColumn": source}]}]});
    farm.owner
        .put("/api/data-sync/mapping", named("supplier_name", "vendor"))
        .await
        .data();
    assert_eq!(sync_incrementally(&farm).await, [2, 0, 2, 0, 0, 0]);
    assert_eq!(sync_incrementally(&farm).await, [1, 0, 0, 1, 0, 0]);
    // Another column as the change time.
    farm.owner
        .put("/api/data-sync/mapping", named("updated_at", "changed_on"))
        .await
        .data();
    assert_eq!(sync_incrementally(&farm).await, [2, 0, 2, 0, 0, 0]);
    assert_eq!(
        stored_watermarks(&farm).await,
        [parse_time("2020-07-01T00:00:00Z")]
    );
    database
        .execute_sql(
            r"
        update supplier_data
        set supplier_name = 'New', changed_on = '2020-08-01 00:00+00'
        where supplier_id = 's1'
    ",
        )
        .await;
    assert_eq!(
        sync_incrementally(&farm).await[0],
        2,
        "both say the same moment, and s1 a later one now"
    );
    assert_eq!(sync_incrementally(&farm).await, [1, 0, 0, 1, 0, 0]);
    // A new column: old rows have new values.
    database
        .execute_sql("alter table supplier_data add lead_time_days int default 4")
        .await;
    assert_eq!(sync_incrementally(&farm).await, [2, 0, 2, 0, 0, 0]);
    assert_eq!(farm.load_suppliers().await[1].lead_time_days, Some(4));
    // Another source.
    let other = SourceDatabase::create().await;
    other.execute_sql(SUPPLIERS).await;
    put_rows(&other, &[("s1", "Other", "'2019-01-01 00:00+00'")]).await;
    farm.owner
        .put(
            "/api/data-sync/mapping",
            json!({"tables": [{"sourceTable": "supplier_data", "columns": []}]}),
        )
        .await
        .data();
    farm.owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "postgres", "url": other.url()}),
        )
        .await
        .data();
    assert_eq!(
        sync_incrementally(&farm).await[0],
        1,
        "what was read of one source says nothing of another"
    );
}

#[tokio::test]
async fn a_read_that_fails_leaves_the_watermark_where_it_was() {
    let (farm, database) = start_with(
        r"
            create table base
              (supplier_id text, supplier_name text, n int default 1, updated_at timestamptz);
              create view supplier_data as
            select supplier_id, supplier_name, 1 / n = 1 as active, updated_at
            from base
        ",
    )
    .await;
    let add = |id: &str, n: i32, day: i32| {
        format!("insert into base values ('{id}', 'Name', {n}, '2020-06-0{day} 00:00+00')")
    };
    database.execute_sql(&add("s1", 1, 1)).await;
    farm.run_sync().await.data();
    database
        .execute_sql(&add("s2", 1, 2))
        .await
        .execute_sql(&add("bad", 0, 3))
        .await;
    let failed = farm
        .owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
        .await;
    assert_eq!(failed.expect_failure(422), "sync_failed");
    assert_eq!(
        stored_watermarks(&farm).await,
        [parse_time("2020-06-01T00:00:00Z")]
    );
    database
        .execute_sql("delete from base where supplier_id = 'bad'")
        .await;
    assert_eq!(sync_incrementally(&farm).await, [2, 1, 0, 1, 0, 0]);
    assert_eq!(
        stored_watermarks(&farm).await,
        [parse_time("2020-06-02T00:00:00Z")]
    );
}

#[tokio::test]
async fn every_organization_has_its_own() {
    let (farm, database) = start_with(SUPPLIERS).await;
    put_rows(
        &database,
        &[
            ("s1", "One", "'2020-06-01 00:00+00'"),
            ("s2", "Two", "'2020-06-05 00:00+00'"),
        ],
    )
    .await;
    farm.run_sync().await.data();
    let other = farm.app.create_organization("Meadow").await;
    other
        .put(
            "/api/data-sync/source",
            json!({"kind": "postgres", "url": database.url()}),
        )
        .await
        .data();
    assert_eq!(
        table_counts(&sync_client_incrementally(&other).await),
        [2, 2, 0, 0, 0, 0]
    );
    put_rows(&database, &[("s3", "Three", "'2020-07-01 00:00+00'")]).await;
    assert_eq!(
        table_counts(&sync_client_incrementally(&other).await),
        [2, 1, 0, 1, 0, 0]
    );
    assert_eq!(
        sync_incrementally(&farm).await,
        [2, 1, 0, 1, 0, 0],
        "what the other one has read is not here"
    );
    assert_eq!(stored_watermarks(&farm).await.len(), 2);
}

#[tokio::test]
async fn a_row_of_the_future_hides_no_later_one() {
    let (farm, database) = start_with(SUPPLIERS).await;
    put_rows(
        &database,
        &[
            ("s1", "One", "'2020-06-01 00:00+00'"),
            ("s2", "Future", "'2999-01-01 00:00+00'"),
        ],
    )
    .await;
    let clock = api::clock::Clock::system();
    let before = clock.now();
    farm.run_sync().await.data();
    let reached = stored_watermarks(&farm).await[0];
    assert!(
        before - chrono::TimeDelta::minutes(5) < reached
            && reached < clock.now() + chrono::TimeDelta::minutes(5),
        "by the source's clock: {reached}"
    );
    put_rows(&database, &[("s3", "Now", "now()")]).await;
    assert_eq!(sync_incrementally(&farm).await, [2, 1, 0, 1, 0, 0]);
    assert!(stored_watermarks(&farm).await[0] >= reached);
}

#[tokio::test]
async fn rows_that_could_not_land_are_read_until_they_do() {
    let (farm, database) = start_with(SUPPLIERS).await;
    let days = [
        "'2020-06-01 00:00+00'",
        "'2020-06-02 00:00+00'",
        "'2020-06-10 00:00+00'",
    ];
    put_rows(
        &database,
        &[
            ("s1", "One", days[0]),
            ("s2", "", days[1]),
            ("s3", "Three", days[2]),
        ],
    )
    .await;
    assert_eq!(farm.sync_supplier_counts().await, [3, 2, 0, 0, 0, 1]);
    assert_eq!(sync_incrementally(&farm).await, [2, 0, 0, 1, 0, 1]);
    // The row is fixed, but its change time stays.
    database
        .execute_sql("update supplier_data set supplier_name = 'Two' where supplier_id = 's2'")
        .await;
    assert_eq!(sync_incrementally(&farm).await, [2, 1, 0, 1, 0, 0]);
    assert_eq!(sync_incrementally(&farm).await, [1, 0, 0, 1, 0, 0]);
    // A row without a change time is rejected each time and does not hold back the watermark.
    put_rows(
        &database,
        &[
            ("s4", "Four", "null"),
            ("s5", "Five", "'2020-06-20 00:00+00'"),
        ],
    )
    .await;
    assert_eq!(sync_incrementally(&farm).await, [3, 1, 0, 1, 0, 1]);
    assert_eq!(sync_incrementally(&farm).await, [2, 0, 0, 1, 0, 1]);
    assert_eq!(
        stored_watermarks(&farm).await,
        [parse_time("2020-06-20T00:00:00Z")]
    );
    // It is unknown which of two rows with the same key was rejected: the watermark stays, and a
    // full sync deletes it.
    put_rows(&database, &[("s5", "Fifth", "'2020-06-21 00:00+00'")]).await;
    assert_eq!(sync_incrementally(&farm).await, [3, 0, 1, 0, 0, 2]);
    assert_eq!(
        stored_watermarks(&farm).await,
        [parse_time("2020-06-20T00:00:00Z")]
    );
    farm.run_sync().await.data();
    assert_eq!(stored_watermarks(&farm).await, [] as [DateTime<Utc>; 0]);
    assert_eq!(sync_incrementally(&farm).await[0], 6);
    // A retry reads a few rows only, so it does not move the watermark.
    database
        .execute_sql("delete from supplier_data where supplier_id in ('s4', 's5')")
        .await;
    let complete = farm
        .sync_table("supplier_data", json!({"confirmDeletions": true}))
        .await;
    assert_eq!(
        farm.table_result(&complete, "supplier_data").await["rejected"],
        0
    );
    put_rows(
        &database,
        &[
            ("s6", "", "'2020-07-01 00:00+00'"),
            ("s7", "Seven", "'2020-07-02 00:00+00'"),
        ],
    )
    .await;
    let answer = farm
        .owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
        .await;
    assert_eq!(
        stored_watermarks(&farm).await,
        [parse_time("2020-07-01T00:00:00Z")]
    );
    database
        .execute_sql("update supplier_data set supplier_name = 'Six' where supplier_id = 's6'")
        .await;
    let retry = format!(
        "/api/data-sync/runs/{}/rejects/retry",
        answer.data()["runId"].as_str().unwrap()
    );
    assert_eq!(
        farm.owner
            .send(poem::http::Method::POST, &retry, None)
            .await
            .data()["stats"]["inserted"],
        1
    );
    assert_eq!(
        stored_watermarks(&farm).await,
        [parse_time("2020-07-01T00:00:00Z")]
    );
    assert_eq!(sync_incrementally(&farm).await, [2, 0, 0, 2, 0, 0]);
    assert_eq!(
        stored_watermarks(&farm).await,
        [parse_time("2020-07-02T00:00:00Z")]
    );
}

#[tokio::test]
async fn timestamps_stored_as_text_are_not_compared() {
    let (farm, database) = start_with(&SUPPLIERS.replace("timestamptz", "text")).await;
    put_rows(
        &database,
        &[
            ("s1", "One", "'2020-06-01T00:00:00Z'"),
            ("s2", "Two", "'2020-06-05T00:00:00Z'"),
        ],
    )
    .await;
    farm.run_sync().await.data();
    assert_eq!(stored_watermarks(&farm).await, [] as [DateTime<Utc>; 0]);
    let table = sync_client_incrementally(&farm.owner).await;
    assert_eq!(
        (table_counts(&table), table.get("message")),
        ([2, 0, 0, 2, 0, 0], None)
    );
    // Once comparable, the column is compared; when it no longer is, its state is deleted.
    farm.owner
        .put(
            "/api/data-sync/drift",
            json!({"tables": [{"sourceTable": "supplier_data", "policy": "ignore"}]}),
        )
        .await
        .data();
    database
        .execute_sql(
            "alter table supplier_data alter updated_at type timestamptz using \
        updated_at::timestamptz",
        )
        .await;
    assert_eq!(sync_incrementally(&farm).await[0], 2);
    assert_eq!(sync_incrementally(&farm).await[0], 1);
    database
        .execute_sql(
            "alter table supplier_data alter updated_at type text using to_char(updated_at \
        at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')",
        )
        .await;
    assert_eq!(sync_incrementally(&farm).await, [2, 0, 0, 2, 0, 0]);
    assert_eq!(stored_watermarks(&farm).await, [] as [DateTime<Utc>; 0]);
}
