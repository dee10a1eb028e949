//! Failures of BigQuery: a read either returns the same rows as without the failure, or fails with
//! a clear message and leaves the existing rows unchanged.

use super::bigquery::{SUPPLIERS, start_fixture};
use super::{SyncFixture, supplier_rows};
use crate::FakeBigQuery;
use crate::fake_bigquery::{DATASET, Endpoint, InjectedFault, PROJECT, RecordedRequest};
use api::entropy::Entropy;
use api::outbound::NetworkPolicy;
use serde_json::json;
use sources::{
    BatchStream, BigQueryAddress, BigQueryWarehouse, DatasetRequest, Layout, ReadOutcome,
    ReadRequest, RetryPolicy, ServiceAccount, SourceError, SourceTable, Warehouse,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Practically without delays, so that every attempt can be counted.
const FAST_RETRIES: RetryPolicy = RetryPolicy {
    first_backoff: Duration::from_millis(1),
    max_backoff: Duration::from_millis(5),
    max_attempts: 8,
    max_retry_after: Duration::from_secs(5),
    request_timeout: Duration::from_secs(5),
    idle_timeout: Duration::from_millis(800),
    table_timeout: Duration::from_mins(1),
};

fn open_warehouse(
    farm: &SyncFixture,
    fake: &FakeBigQuery,
    patience: RetryPolicy,
) -> BigQueryWarehouse {
    let account =
        ServiceAccount::parse(&fake.key().to_string(), NetworkPolicy::WITH_PRIVATE).unwrap();
    let endpoint = fake.endpoint();
    let asked = DatasetRequest {
        project: PROJECT,
        dataset: DATASET,
        location: None,
        api_endpoint: Some(&endpoint),
        maximum_bytes_billed: None,
    };
    let address =
        BigQueryAddress::from_request(asked, &account, NetworkPolicy::WITH_PRIVATE).unwrap();
    BigQueryWarehouse::new(
        address,
        account,
        NetworkPolicy::WITH_PRIVATE,
        farm.app.parts.clock.clone(),
        Entropy::system(),
    )
    .unwrap()
    .with_retry_policy(patience)
}

/// A dataset of 25 suppliers in pages of 10.
async fn start_with_three_pages() -> (SyncFixture, FakeBigQuery) {
    let (farm, fake) = start_fixture().await;
    fake.put_csv(
        "supplier_data",
        &format!("{SUPPLIERS}{}", supplier_rows(25)),
    )
    .limit_page_rows(10);
    (farm, fake)
}

async fn count_rows(mut batches: BatchStream) -> Result<usize, SourceError> {
    let count = move || {
        let mut count = 0;
        while let Some(batch) = batches.blocking_next()? {
            count += batch.rows.num_rows();
        }
        Ok(count)
    };
    tokio::task::spawn_blocking(count).await.unwrap()
}

async fn read_suppliers(warehouse: &BigQueryWarehouse) -> Result<usize, SourceError> {
    let table = SourceTable::SupplierData;
    match warehouse
        .read_table(ReadRequest {
            table,
            layout: Layout::with_own_names(table.schema()),
            checkpoint: None,
        })
        .await?
    {
        ReadOutcome::Rows(found) => count_rows(found.batches).await,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn what_passes_is_waited_out() {
    let (farm, fake) = start_with_three_pages().await;
    for (place, fault) in [
        (
            Endpoint::Token,
            InjectedFault::Refuse(503, "backendError", None),
        ),
        (
            Endpoint::Dataset,
            InjectedFault::Refuse(500, "internalError", None),
        ),
        (Endpoint::Table, InjectedFault::Refuse(502, "", None)),
        (
            Endpoint::DryRun,
            InjectedFault::Refuse(403, "rateLimitExceeded", None),
        ),
        (
            Endpoint::Query,
            InjectedFault::Refuse(503, "backendError", None),
        ),
        (Endpoint::Query, InjectedFault::Reset),
        (Endpoint::Query, InjectedFault::TruncatedJson),
        (Endpoint::Query, InjectedFault::Delay(1500)),
        (Endpoint::Query, InjectedFault::DoneWithoutRows(3)),
        (
            Endpoint::Query,
            InjectedFault::FailedJob(400, "jobBackendError"),
        ),
        (
            Endpoint::Query,
            InjectedFault::FailedJob(400, "jobInternalError"),
        ),
        (
            Endpoint::Query,
            InjectedFault::FailedJob(403, "jobRateLimitExceeded"),
        ),
        (
            Endpoint::Page,
            InjectedFault::Refuse(429, "rateLimitExceeded", Some(1)),
        ),
        (
            Endpoint::Page,
            InjectedFault::Refuse(401, "authError", None),
        ),
        (Endpoint::Page, InjectedFault::Reset),
        (Endpoint::Page, InjectedFault::TruncatedJson),
        (Endpoint::Page, InjectedFault::Delay(1500)),
        (
            Endpoint::Job,
            InjectedFault::Refuse(503, "backendError", None),
        ),
    ] {
        fake.inject_fault(place, fault.clone());
        let warehouse = open_warehouse(&farm, &fake, FAST_RETRIES);
        assert_eq!(
            read_suppliers(&warehouse).await,
            Ok(25),
            "{place:?} {fault:?}"
        );
        assert_eq!(fake.pending_faults(), 0, "{place:?} {fault:?}");
        assert!(
            warehouse
                .bytes_billed(SourceTable::SupplierData)
                .is_some_and(|bytes| bytes > 0)
        );
    }
}

#[tokio::test]
async fn a_query_that_is_asked_for_again_is_the_same_job_and_a_failed_one_another() {
    let (farm, fake) = start_with_three_pages().await;
    let ids = |seen: &[RecordedRequest]| -> Vec<String> {
        seen.iter()
            .filter(|seen| seen.endpoint == Endpoint::Query)
            .map(|seen| seen.body["requestId"].as_str().unwrap().to_owned())
            .collect()
    };
    fake.inject_fault(
        Endpoint::Query,
        InjectedFault::Refuse(503, "backendError", None),
    )
    .inject_fault(Endpoint::Query, InjectedFault::Reset)
    .take_requests();
    assert_eq!(
        read_suppliers(&open_warehouse(&farm, &fake, FAST_RETRIES)).await,
        Ok(25)
    );
    let asked = ids(&fake.take_requests());
    assert!(
        asked.len() == 3 && asked.iter().all(|id| *id == asked[0]),
        "{asked:?}"
    );
    assert_eq!(fake.job_count(), 1);
    fake.inject_fault(
        Endpoint::Query,
        InjectedFault::FailedJob(400, "jobBackendError"),
    );
    assert_eq!(
        read_suppliers(&open_warehouse(&farm, &fake, FAST_RETRIES)).await,
        Ok(25)
    );
    let asked = ids(&fake.take_requests());
    assert!(asked.len() == 2 && asked[0] != asked[1], "{asked:?}");
}

#[tokio::test]
async fn an_answer_that_is_not_whole_is_never_taken_for_one() {
    let (farm, fake) = start_with_three_pages().await;
    for (place, fault, expected) in [
        (
            Endpoint::Query,
            InjectedFault::MissingRow,
            "sent 24 rows of supplier_data but announced 25",
        ),
        (
            Endpoint::Page,
            InjectedFault::MissingRow,
            "sent 24 rows of supplier_data but announced 25",
        ),
        (
            Endpoint::Query,
            InjectedFault::WrongTotal,
            "but announced 4711",
        ),
        (
            Endpoint::Page,
            InjectedFault::WrongTotal,
            "but announced 25",
        ),
        (
            Endpoint::Query,
            InjectedFault::MissingColumn,
            "BigQuery returned unexpected columns for supplier_data",
        ),
        (
            Endpoint::Page,
            InjectedFault::MissingColumn,
            "BigQuery returned unexpected columns for supplier_data",
        ),
        (
            Endpoint::Page,
            InjectedFault::RepeatedPage,
            "sent the same pages of supplier_data twice",
        ),
    ] {
        fake.inject_fault(place, fault.clone());
        if matches!(fault, InjectedFault::RepeatedPage) {
            fake.inject_fault(place, fault.clone())
                .inject_fault(place, fault.clone());
        }
        let error = read_suppliers(&open_warehouse(&farm, &fake, FAST_RETRIES))
            .await
            .unwrap_err();
        assert!(
            matches!(&error, SourceError::Unreachable(message) if message.contains(expected)),
            "{place:?} {fault:?}: {error}"
        );
    }
}

#[tokio::test]
async fn tries_end_and_what_does_not_pass_is_not_tried_again() {
    let (farm, fake) = start_with_three_pages().await;
    for _ in 0..8 {
        fake.inject_fault(
            Endpoint::Query,
            InjectedFault::Refuse(503, "backendError", None),
        );
    }
    fake.take_requests();
    let error = read_suppliers(&open_warehouse(&farm, &fake, FAST_RETRIES))
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("BigQuery has an internal error (status 503). Try again."),
        "{error}"
    );
    assert_eq!(
        FakeBigQuery::count_requests(&fake.take_requests(), Endpoint::Query),
        8
    );
    for (status, reason, expected, may_help_later) in [
        (
            403,
            "quotaExceeded",
            "A quota of the project prairie-1 is used up",
            true,
        ),
        (
            403,
            "accessDenied",
            "Grant it BigQuery Data Viewer (roles/bigquery.dataViewer) on the dataset erp and \
                BigQuery Job User",
            false,
        ),
        (403, "billingNotEnabled", "has no billing account", false),
        (
            400,
            "invalidQuery",
            "BigQuery cannot read supplier_data",
            false,
        ),
        (
            400,
            "bytesBilledLimitExceeded",
            "maximumBytesBilled allows",
            false,
        ),
        (404, "notFound", "no longer has supplier_data", false),
        (429, "rateLimitExceeded", "received too many requests", true),
    ] {
        // The requested delay exceeds `max_retry_after`.
        fake.inject_fault(
            Endpoint::Query,
            InjectedFault::Refuse(status, reason, (status == 429).then_some(6)),
        );
        let error = read_suppliers(&open_warehouse(&farm, &fake, FAST_RETRIES))
            .await
            .unwrap_err();
        assert!(error.to_string().contains(expected), "{reason}: {error}");
        assert_eq!(
            matches!(error, SourceError::Unreachable(_)),
            may_help_later,
            "{reason}"
        );
        assert_eq!(
            FakeBigQuery::count_requests(&fake.take_requests(), Endpoint::Query),
            1,
            "{reason}"
        );
    }
}

#[tokio::test]
async fn a_token_is_fetched_once_and_renewed_once() {
    let (farm, fake) = start_with_three_pages().await;
    let one = open_warehouse(&farm, &fake, FAST_RETRIES);
    fake.take_requests();
    assert_eq!(read_suppliers(&one).await, Ok(25));
    assert_eq!(
        FakeBigQuery::count_requests(&fake.take_requests(), Endpoint::Token),
        1
    );
    fake.expire_tokens();
    assert_eq!(read_suppliers(&one).await, Ok(25));
    assert_eq!(
        FakeBigQuery::count_requests(&fake.take_requests(), Endpoint::Token),
        1
    );
    fake.inject_fault(
        Endpoint::Query,
        InjectedFault::Refuse(401, "authError", None),
    )
    .inject_fault(
        Endpoint::Query,
        InjectedFault::Refuse(401, "authError", None),
    );
    let error = read_suppliers(&one).await.unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("BigQuery does not accept the key of sync@"),
        "{error}"
    );
    assert_eq!(
        FakeBigQuery::count_requests(&fake.take_requests(), Endpoint::Token),
        1
    );
}

#[tokio::test]
async fn time_runs_out_for_an_answer_and_for_a_table() {
    let (farm, fake) = start_with_three_pages().await;
    let began = Instant::now();
    fake.inject_fault(Endpoint::Page, InjectedFault::Delay(5000))
        .inject_fault(Endpoint::Page, InjectedFault::Delay(5000));
    let error = read_suppliers(&open_warehouse(
        &farm,
        &fake,
        RetryPolicy {
            max_attempts: 2,
            ..FAST_RETRIES
        },
    ))
    .await
    .unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("BigQuery did not answer within"),
        "{error}"
    );
    fake.inject_fault(
        Endpoint::Query,
        InjectedFault::DoneWithoutRows(u32::MAX - 1),
    );
    let error = read_suppliers(&open_warehouse(
        &farm,
        &fake,
        RetryPolicy {
            table_timeout: Duration::from_millis(200),
            ..FAST_RETRIES
        },
    ))
    .await
    .unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("Reading supplier_data took longer than"),
        "{error}"
    );
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn a_dropped_read_is_canceled_and_an_empty_one_costs_nothing() {
    let (farm, fake) = start_with_three_pages().await;
    let table = SourceTable::SupplierData;
    let (quick, wanted) = (open_warehouse(&farm, &fake, FAST_RETRIES), || ReadRequest {
        table,
        layout: Layout::with_own_names(table.schema()),
        checkpoint: None,
    });
    let reading = quick.read_table(wanted()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    drop(reading);
    assert!(
        fake.take_requests()
            .iter()
            .all(|seen| !matches!(seen.endpoint, Endpoint::DryRun | Endpoint::Query))
    );
    fake.inject_fault(
        Endpoint::Query,
        InjectedFault::DoneWithoutRows(u32::MAX - 1),
    );
    let ReadOutcome::Rows(mut found) = quick.read_table(wanted()).await.unwrap() else {
        panic!("the table is there")
    };
    // The reader stops waiting once the first page has been requested.
    let requested = Arc::new(tokio::sync::Notify::new());
    let stop = Arc::clone(&requested);
    let first = tokio::task::spawn_blocking(move || {
        found
            .batches
            .blocking_next_until(async move { stop.notified().await })
    });
    let deadline = Instant::now() + Duration::from_secs(30);
    while FakeBigQuery::count_requests(&fake.take_requests(), Endpoint::Page) == 0 {
        assert!(Instant::now() < deadline, "no page was requested");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    requested.notify_one();
    assert!(first.await.unwrap().is_none());
    let deadline = Instant::now() + Duration::from_secs(30);
    while fake.cancelled_jobs().is_empty() {
        assert!(Instant::now() < deadline, "the query was not cancelled");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    fake.take_requests();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(
        (fake.take_requests().len(), fake.cancelled_jobs().len()),
        (0, 1)
    );
}

#[tokio::test]
async fn a_query_is_cancelled_where_it_goes_on_and_only_there() {
    let (farm, fake) = start_with_three_pages().await;
    let table = SourceTable::SupplierData;
    let begin = async |warehouse: &BigQueryWarehouse, millis: u64| {
        let wanted = ReadRequest {
            table,
            layout: Layout::with_own_names(table.schema()),
            checkpoint: None,
        };
        let ReadOutcome::Rows(mut found) = warehouse.read_table(wanted).await.unwrap() else {
            panic!("the table is there")
        };
        let first = move || {
            found
                .batches
                .blocking_next_until(tokio::time::sleep(Duration::from_millis(millis)))
        };
        tokio::task::spawn_blocking(first)
            .await
            .unwrap()
            .map(|batch| batch.unwrap().map(|batch| batch.rows.num_rows()))
    };
    let settle = || tokio::time::sleep(Duration::from_millis(300));
    // Cancelled before the job ID was returned: the job is found by its request ID.
    fake.inject_fault(Endpoint::Query, InjectedFault::Delay(5000))
        .inject_fault(
            Endpoint::Query,
            InjectedFault::DoneWithoutRows(u32::MAX - 1),
        );
    assert_eq!(
        begin(&open_warehouse(&farm, &fake, FAST_RETRIES), 200).await,
        None
    );
    settle().await;
    assert_eq!(
        (fake.cancelled_jobs(), fake.job_count()),
        (vec!["job_1".to_owned()], 1)
    );
    // Once rows arrive, the job has finished: there is nothing to cancel.
    fake.take_requests();
    assert_eq!(
        begin(&open_warehouse(&farm, &fake, FAST_RETRIES), 5000).await,
        Some(Some(10))
    );
    settle().await;
    assert_eq!(
        (
            FakeBigQuery::count_requests(&fake.take_requests(), Endpoint::Cancel),
            fake.cancelled_jobs().len()
        ),
        (0, 1)
    );
    // The cancellation takes too long and is not waited for. Transient failures are retried.
    fake.inject_fault(
        Endpoint::Query,
        InjectedFault::DoneWithoutRows(u32::MAX - 1),
    )
    .inject_fault(
        Endpoint::Cancel,
        InjectedFault::Refuse(503, "backendError", None),
    )
    .take_requests();
    let error = read_suppliers(&open_warehouse(
        &farm,
        &fake,
        RetryPolicy {
            table_timeout: Duration::from_millis(200),
            ..FAST_RETRIES
        },
    ))
    .await
    .unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("Reading supplier_data took longer than"),
        "{error}"
    );
    settle().await;
    assert_eq!(
        (
            FakeBigQuery::count_requests(&fake.take_requests(), Endpoint::Cancel),
            fake.cancelled_jobs().len()
        ),
        (2, 2)
    );
    // A refused query never started, so there is nothing to cancel.
    fake.inject_fault(
        Endpoint::Query,
        InjectedFault::Refuse(403, "accessDenied", None),
    );
    read_suppliers(&open_warehouse(&farm, &fake, FAST_RETRIES))
        .await
        .unwrap_err();
    settle().await;
    assert_eq!(
        FakeBigQuery::count_requests(&fake.take_requests(), Endpoint::Cancel),
        0
    );
}

#[tokio::test]
async fn a_run_that_fails_leaves_the_rows_of_before_and_says_what_it_cost() {
    let (farm, fake) = start_with_three_pages().await;
    assert_eq!(farm.sync_supplier_counts().await, [25, 25, 0, 0, 0, 0]);
    let before = farm.load_suppliers().await;
    fake.put_csv(
        "supplier_data",
        &format!("{SUPPLIERS}{}", supplier_rows(60)),
    );
    for (place, fault, status, code) in [
        (
            Endpoint::Page,
            InjectedFault::MissingRow,
            503,
            "source_unavailable",
        ),
        (
            Endpoint::Page,
            InjectedFault::MissingColumn,
            503,
            "source_unavailable",
        ),
        (
            Endpoint::Query,
            InjectedFault::Refuse(403, "accessDenied", None),
            422,
            "sync_failed",
        ),
    ] {
        fake.inject_fault(place, fault.clone());
        let failed = farm.sync_table("supplier_data", json!({})).await;
        assert_eq!(failed.expect_failure(status), code, "{fault:?}");
        assert!(
            failed.json["message"]
                .as_str()
                .unwrap()
                .starts_with("supplier_data: "),
            "{}",
            failed.text
        );
        assert_eq!(farm.load_suppliers().await, before, "{fault:?}");
        let runs = farm.owner.get("/api/data-sync/runs").await;
        let table = &runs.data()["items"][0]["tables"][0];
        assert_eq!(
            (&table["state"], table["bytesBilled"].is_u64()),
            (&json!("failed"), place == Endpoint::Page),
            "{table}"
        );
    }
    fake.inject_fault(
        Endpoint::Query,
        InjectedFault::Refuse(503, "backendError", None),
    )
    .inject_fault(Endpoint::Page, InjectedFault::Reset);
    assert_eq!(farm.sync_supplier_counts().await, [60, 35, 0, 25, 0, 0]);
}

#[tokio::test]
async fn a_run_that_is_cancelled_asks_no_further() {
    let (farm, fake) = start_with_three_pages().await;
    fake.inject_fault(
        Endpoint::Query,
        InjectedFault::DoneWithoutRows(u32::MAX - 1),
    );
    let started = farm
        .owner
        .with_header("prefer", "respond-async")
        .post(
            "/api/data-sync/table",
            json!({"tableName": "supplier_data", "options": {}}),
        )
        .await;
    let run = started.json["data"]["runId"].as_str().unwrap().to_owned();
    while FakeBigQuery::count_requests(&fake.take_requests(), Endpoint::Page) == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let cancelled = farm
        .owner
        .post(&format!("/api/data-sync/runs/{run}/cancel"), json!({}))
        .await;
    assert_eq!(cancelled.data()["state"], "cancelled", "{}", cancelled.text);
    let asked_to_cancel = Instant::now();
    while fake.cancelled_jobs().is_empty() {
        assert!(
            asked_to_cancel.elapsed() < Duration::from_secs(5),
            "the query goes on at BigQuery"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    fake.take_requests();
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(
        (
            fake.take_requests().len(),
            farm.load_suppliers().await.len(),
            fake.cancelled_jobs().len()
        ),
        (0, 0, 1)
    );
}
