//! PostgreSQL databases as sources: rows, error messages, and storage of the password.

use super::{SyncFixture, table_counts};
use crate::SourceDatabase;
use api::entropy::Entropy;
use api::outbound::NetworkPolicy;
use entities::data_source;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, Set};
use serde_json::{Value, json};
use sources::{
    Layout, PostgresAddress, PostgresWarehouse, ReadOutcome, ReadRequest, SourceTable, Warehouse,
};

const SUPPLIERS: &str = "create table supplier_data (supplier_id text, supplier_name text, \
    categories text, lead_time_days int, active boolean, updated_at timestamptz)";
const TWO_SUPPLIERS: &str = r"
    insert into supplier_data
    values ('s1', 'Acme', null, 7, true, '2026-06-01 02:00:00.5+02'),
      ('s2', 'West', 'seed', null, false, now())
";

fn source_input(url: &str) -> Value {
    json!({"kind": "postgres", "url": url})
}

async fn start_with(database: &SourceDatabase) -> SyncFixture {
    let farm = SyncFixture::start().await;
    farm.owner
        .put("/api/data-sync/source", source_input(&database.url()))
        .await
        .data();
    farm
}

/// The error message of testing the source.
async fn expect_refusal(farm: &SyncFixture, input: Value) -> String {
    let tested = farm
        .owner
        .post("/api/data-sync/source/test", input.clone())
        .await;
    assert_eq!(tested.data()["ok"], false, "{}", tested.text);
    let reason = tested.data()["reason"].as_str().unwrap().to_owned();
    let set = farm.owner.put("/api/data-sync/source", input).await;
    assert_eq!(set.json["message"], reason.as_str(), "{}", set.text);
    assert!(!tested.text.contains("hunter2") && !set.text.contains("hunter2"));
    reason
}

/// The problem of one table, from testing the source.
async fn table_problem(farm: &SyncFixture, input: Value, table: usize) -> String {
    let tested = farm.owner.post("/api/data-sync/source/test", input).await;
    assert_eq!(tested.data()["ok"], true, "{}", tested.text);
    tested.data()["tables"][table]["problem"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

#[tokio::test]
async fn rows_land_exactly_and_a_second_sync_writes_nothing() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql(
            r"
                create type direction as enum ('sale', 'purchase'); create domain money4 as
                  numeric(16, 4); create table sales_transactions (
                    transaction_id bigint primary key, order_id varchar(20), direction direction,
                      transaction_date date, customer_id text, supplier_id uuid,
                      item_id character(6), quantity double precision, unit text, unit_price money4,
                      currency text, promised_date timestamp, delivered_date date, location text,
                      updated_at timestamptz, margin money
                  );
                insert into sales_transactions
                values (
                    7, 'o1', 'purchase', '2026-06-01', null, '00000000-0000-0000-0000-00000000000a',
                      'urea', 0.5, 'ton', 999999999999.9999, 'USD', '2026-06-05 00:00', null,
                      'Ames', '2026-05-31 19:00:00.123456-05', 1
                  ),
                  (
                      8, 'o1', 'sale', '2026-06-02', 'c1', null, 'urea', -2.5, 'ton', 10.01, 'USD',
                        null, '2026-06-03', null, '2026-06-01 00:00:00+00', 2
                    )
            ",
        )
        .await;
    let farm = start_with(&database).await;
    let answer = farm.run_sync().await;
    assert_eq!(
        (&answer.data()["stats"]["inserted"], &answer.data()["state"]),
        (&json!(2), &json!("succeeded")),
        "{}",
        answer.text
    );
    let table = farm.table_result(&answer, "sales_transactions").await;
    assert_eq!(
        table["message"],
        "The column margin is unknown and was ignored."
    );
    assert!(
        table["bytesRead"].as_u64().unwrap() > 200 && table.get("bytesTotal").is_none(),
        "a database does not say how much it will send: {table}"
    );
    assert_eq!(
        farm.table_result(&answer, "supplier_data").await["state"],
        "skipped"
    );
    let rows = farm.load_transactions().await;
    assert_eq!(
        (
            rows[0].transaction_id.as_str(),
            rows[0].unit_price_e4,
            rows[0].amount_e4
        ),
        ("7", 9_999_999_999_999_999, 5_000_000_000_000_000)
    );
    assert_eq!(
        (
            rows[0].item_id.as_str(),
            rows[0].promised_date.unwrap().to_string().as_str()
        ),
        ("urea", "2026-06-05")
    );
    assert_eq!(
        rows[0].updated_at.to_rfc3339(),
        "2026-06-01T00:00:00.123456+00:00"
    );
    assert_eq!(
        (
            rows[1].quantity_e4,
            rows[1].amount_e4,
            rows[1].location.as_deref()
        ),
        (-25_000, -250_250, None)
    );
    let again = farm.run_sync().await;
    assert_eq!(
        (
            &again.data()["stats"]["unchanged"],
            &again.data()["stats"]["updated"]
        ),
        (&json!(2), &json!(0))
    );
    // A database has no files to skip: an incremental sync reads it and removes nothing.
    database
        .execute_sql("delete from sales_transactions where transaction_id = 8")
        .await;
    let incremental = farm
        .owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
        .await;
    assert_eq!(
        table_counts(&farm.table_result(&incremental, "sales_transactions").await),
        [1, 0, 0, 1, 0, 0]
    );
    assert_eq!(
        farm.owner.get("/api/data-sync/health").await.data()["overall"],
        true
    );
}

#[tokio::test]
async fn rows_that_cannot_land_are_named_by_their_key() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql(
            r"
                create table customer_profiles (
                    customer_id text, customer_name text, acres numeric, crops text[],
                      customer_since date, updated_at timestamptz
                  );
                insert into customer_profiles
                values
                  ('c1', 'Oak', 640.00000, '{corn,wheat}', '2020-02-29', '2026-06-01 00:00+00'),
                  ('c2', 'Elm', -1, '{}', null, '2026-06-01 00:00+00'),
                  ('c3', 'Ash', 0.00001, '{rye}', 'infinity', '2026-06-01 00:00+00'),
                  ('c4', 'Fir', -0.00001, '{rye}', null, 'infinity'),
                  ('c5', repeat('x', 70000), null, null, null, '2026-06-01 00:00+00'),
                  ('c6', 'Yew', null, null, null, null)
            ",
        )
        .await;
    let farm = start_with(&database).await;
    let answer = farm.sync_table("customer_profiles", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "customer_profiles").await),
        [6, 1, 0, 0, 0, 5]
    );
    assert_eq!(
        farm.load_customers().await[0].crops.as_deref(),
        Some("corn;wheat")
    );
    let rejects = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs/{}/rejects",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    let items = rejects.data()["items"].as_array().unwrap();
    let reported: Vec<_> = items
        .iter()
        .map(|item| {
            (
                item["key"].as_str().unwrap(),
                item["column"].as_str().unwrap(),
                item["reason"].as_str().unwrap(),
            )
        })
        .collect();
    for ((key, column, reason), expected) in reported.iter().zip([
        ("c2", "acres", "acres may not be negative"),
        ("c3", "customer_since", "customer_since is not a date"),
        ("c4", "updated_at", "updated_at is not a timestamp"),
        ("c5", "customer_name", "customer_name is longer than 64 KiB"),
        (
            "c6",
            "updated_at",
            "updated_at is empty, but it is required",
        ),
    ]) {
        assert_eq!((*key, *column), (expected.0, expected.1));
        assert!(reason.starts_with(expected.2), "{reason}");
    }
    assert!(
        items
            .iter()
            .all(|item| item.get("line").is_none() && item.get("file").is_none()),
        "{}",
        rejects.text
    );
}

#[tokio::test]
async fn large_tables_come_in_batches() {
    let database = SourceDatabase::create().await;
    database.execute_sql(SUPPLIERS).await;
    database
        .execute_sql(
            r"
        insert into supplier_data
        select 's' || n, 'Acme', null, 5, true, '2026-06-01 00:00+00'
        from generate_series(1, 20000) n
    ",
        )
        .await;
    let farm = start_with(&database).await;
    assert_eq!(
        farm.sync_supplier_counts().await,
        [20_000, 20_000, 0, 0, 0, 0]
    );
    database
        .execute_sql(
            r"
        delete from supplier_data
        where supplier_id = 's17';
        update supplier_data
        set supplier_name = 'New'
        where supplier_id = 's18'
    ",
        )
        .await;
    assert_eq!(
        farm.sync_supplier_counts().await,
        [19_999, 0, 1, 19_998, 1, 0]
    );
}

#[tokio::test]
async fn all_tables_of_a_run_are_read_in_one_snapshot() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql(SUPPLIERS)
        .await
        .execute_sql(TWO_SUPPLIERS)
        .await;
    database
        .execute_sql(
            "create table customer_profiles (customer_id text, customer_name text, \
        updated_at timestamptz)",
        )
        .await;
    let (address, password) =
        PostgresAddress::parse(&database.url(), None, NetworkPolicy::WITH_PRIVATE).unwrap();
    let warehouse = PostgresWarehouse::new(
        address,
        password,
        NetworkPolicy::WITH_PRIVATE,
        Entropy::system(),
    );
    assert_eq!(count_rows(&warehouse, SourceTable::SupplierData).await, 2);
    database
        .execute_sql("insert into customer_profiles values ('c1', 'Oak', now())")
        .await;
    assert_eq!(
        count_rows(&warehouse, SourceTable::CustomerProfiles).await,
        0,
        "it came after the first table was read"
    );
}

async fn count_rows(warehouse: &PostgresWarehouse, table: SourceTable) -> usize {
    let wanted = ReadRequest {
        table,
        layout: Layout::with_own_names(table.schema()),
        checkpoint: None,
    };
    let ReadOutcome::Rows(mut read) = warehouse.read_table(wanted).await.unwrap() else {
        panic!("{} is there", table.id())
    };
    tokio::task::spawn_blocking(move || {
        let mut count = 0;
        while let Some(batch) = read.batches.blocking_next().unwrap() {
            count += batch.rows.num_rows();
        }
        count
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn a_table_that_fails_leaves_the_others_and_nothing_is_ever_written_there() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql(SUPPLIERS)
        .await
        .execute_sql(TWO_SUPPLIERS)
        .await;
    database
        .execute_sql(
            r"
                create table log (n int); create function note() returns text language plpgsql as $$
                  begin
                insert into log
                values (1); return 'x'; end $$; create view customer_profiles as
                select 'c1'::text as customer_id, note() as customer_name, now() as updated_at
            ",
        )
        .await;
    let farm = start_with(&database).await;
    let failed = farm.run_sync().await;
    assert_eq!(failed.expect_failure(422), "sync_failed");
    let message = failed.json["message"].as_str().unwrap();
    assert!(
        message.contains("customer_profiles: ")
            && message.contains("read-only transaction")
            && message.contains("25006"),
        "{message}"
    );
    assert_eq!(farm.load_suppliers().await.len(), 2);
}

#[tokio::test]
async fn what_is_wrong_with_a_connection_is_said_in_words() {
    let farm = SyncFixture::start().await;
    let database = SourceDatabase::create().await;
    let url = database.url();
    let place = SourceDatabase::host_and_port();
    assert_eq!(
        expect_refusal(
            &farm,
            source_input(&SourceDatabase::build_url("postgres", "hunter2", "nowhere"))
        )
        .await,
        format!(
            "The server {} has no database nowhere. Check its name.",
            place.split(':').next().unwrap()
        )
    );
    assert!(
        expect_refusal(
            &farm,
            source_input("postgres://u:hunter2@no-such-host.invalid/d")
        )
        .await
        .contains("no-such-host.invalid cannot be found")
    );
    assert!(
        expect_refusal(&farm, source_input("postgres://u:hunter2@127.0.0.1:1/d"))
            .await
            .contains("refuses connections on port 1")
    );
    assert!(
        expect_refusal(
            &farm,
            source_input(&SourceDatabase::build_url(
                "nobody_known",
                "hunter2",
                &database.name
            ))
        )
        .await
        .contains("does not let nobody_known connect")
    );
    assert!(
        expect_refusal(&farm, source_input(&format!("{url}?sslmode=require")))
            .await
            .contains("does not support TLS")
    );
    let missing = json!({"kind": "postgres", "url": url, "schema": "erp"});
    assert!(
        expect_refusal(&farm, missing)
            .await
            .contains("has no schema erp that postgres can use")
    );
    assert!(
        expect_refusal(&farm, json!({"kind": "postgres"}))
            .await
            .contains("cannot be read. Enter it as postgres://")
    );
    let both = farm
        .owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "postgres", "url": url, "path": "x"}),
        )
        .await;
    assert_eq!(both.expect_failure(400), "invalid_body");
    assert!(both.json["message"].as_str().unwrap().contains("`path`"));
}

#[tokio::test]
async fn what_is_wrong_with_a_table_is_said_in_words() {
    let farm = SyncFixture::start().await;
    let database = SourceDatabase::create().await;
    let reader = format!("reader_{}", database.name);
    database
        .execute_sql(&format!(
            r"
                create schema erp;
                set search_path = erp; {SUPPLIERS}; create table market_prices
                  (price_date date, commodity text, market text, price float8); create
                  table customer_profiles
                  (customer_id text, customer_name text, updated_at date); drop role if exists
                  {reader}; create role {reader} login; grant usage on schema erp to {reader}; grant
                select on market_prices to {reader}; grant
                select (customer_id, updated_at) on customer_profiles to {reader}
            "
        ))
        .await;
    let input = json!({"kind": "postgres", "url": SourceDatabase::build_url(&reader, "hunter2", &database.name), "schema": "erp"});
    assert_eq!(
        table_problem(&farm, input.clone(), 0).await,
        "",
        "a table that is not there is no problem"
    );
    assert_eq!(
        table_problem(&farm, input.clone(), 2).await,
        "The table erp.market_prices lacks the required column unit."
    );
    let local = table_problem(&farm, input.clone(), 3).await;
    assert!(
        local.starts_with("The table erp.customer_profiles: the column updated_at is date"),
        "{local}"
    );
    assert_eq!(
        table_problem(&farm, input.clone(), 4).await,
        format!(
            "{reader} does not have permission to read erp.supplier_data. Grant select to this \
            user."
        )
    );
    database
        .execute_sql("alter table erp.customer_profiles alter updated_at type timestamptz")
        .await;
    assert!(table_problem(&farm, input.clone(), 3).await.contains(
        "does not have permission to read the columns customer_name of \
                erp.customer_profiles"
    ));
    // A sync fails with the same message.
    farm.owner.put("/api/data-sync/source", input).await.data();
    let failed = farm.sync_table("supplier_data", json!({})).await;
    assert_eq!(failed.expect_failure(422), "sync_failed");
    assert!(
        failed.json["message"]
            .as_str()
            .unwrap()
            .contains("does not have permission to read erp.supplier_data"),
        "{}",
        failed.text
    );
    database
        .execute_sql(&format!("drop owned by {reader}; drop role {reader}"))
        .await;
}

#[tokio::test]
async fn the_password_is_sealed_and_never_shown() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql(SUPPLIERS)
        .await
        .execute_sql(TWO_SUPPLIERS)
        .await;
    let farm = start_with(&database).await;
    let kept = farm.owner.get("/api/data-sync/source").await;
    let (host, port) = SourceDatabase::host_and_port().split_once(':').unwrap();
    let mut expected = json!({"kind": "postgres", "host": host, "port": port.parse::<u16>().unwrap(), "database": database.name, "user": "postgres",
        "schema": "public", "sslmode": "prefer"});
    expected["updatedAt"] = kept.data()["updatedAt"].clone();
    assert_eq!(kept.data(), &expected);
    let row = data_source::Entity::find()
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    assert!(!format!("{row:?}").contains("hunter2"));
    assert!(
        row.sealed_password
            .as_ref()
            .is_some_and(|sealed| sealed.starts_with("v1."))
    );
    // Another password is sealed anew, but the source is the same: the 20 % rule still applies.
    let revision = row.revision;
    farm.sync_supplier_counts().await;
    farm.owner
        .put(
            "/api/data-sync/source",
            source_input(&SourceDatabase::build_url(
                "postgres",
                "other",
                &database.name,
            )),
        )
        .await
        .data();
    let again = data_source::Entity::find()
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(again.revision, revision);
    assert_ne!(
        (&again.sealed_password, again.connection_id),
        (&row.sealed_password, row.connection_id)
    );
    database
        .execute_sql("delete from supplier_data where supplier_id = 's1'")
        .await;
    assert_eq!(farm.sync_supplier_counts().await[4], 0);
}

#[tokio::test]
async fn a_sealed_password_opens_only_for_its_organization() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql(SUPPLIERS)
        .await
        .execute_sql(TWO_SUPPLIERS)
        .await;
    let farm = start_with(&database).await;
    let thief = farm.app.create_organization("Meadow").await;
    thief
        .put(
            "/api/data-sync/source",
            source_input(&SourceDatabase::build_url(
                "postgres",
                "guess",
                &database.name,
            )),
        )
        .await
        .data();
    thief
        .post("/api/data-sync/sync", json!({"options": {}}))
        .await
        .data();
    let tenant = farm.app.open_access(&thief).await.tenant().0;
    let stolen = data_source::Entity::find_by_id(farm.tenant_id().await)
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    let row = data_source::Entity::find()
        .filter(data_source::Column::TenantId.eq(tenant))
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    // As an attacker with write access to the database, but without the secret, might do.
    for connection in [row.connection_id, stolen.connection_id] {
        let mut row = row.clone().into_active_model();
        (row.sealed_password, row.connection_id) =
            (Set(stolen.sealed_password.clone()), Set(connection));
        row.update(&farm.app.raw).await.unwrap();
        let failed = thief
            .post("/api/data-sync/sync", json!({"options": {}}))
            .await;
        assert_eq!(failed.expect_failure(422), "sync_failed");
        assert!(
            failed.json["message"]
                .as_str()
                .unwrap()
                .starts_with("The password or key of the source cannot be decrypted"),
            "{}",
            failed.text
        );
        let health = thief.get("/api/data-sync/health").await;
        assert!(
            health.data()["sourceReason"]
                .as_str()
                .unwrap()
                .contains("Set the source again"),
            "{}",
            health.text
        );
    }
    assert_eq!(farm.sync_supplier_counts().await[0], 2);
}
