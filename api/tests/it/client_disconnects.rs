//! Clients that disconnect during a request leave no state on pooled database connections.

mod http_disconnects;

use crate::TestApp;
use api::db::{
    DbError, RejectedRow, StagedBatches, StagedRows, TargetColumn, TargetTable, TargetType,
};
use arrow_array::{
    ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray, TimestampMicrosecondArray,
};
use arrow_schema::{Field, Schema};
use std::sync::Arc;
use std::time::Duration;

/// More requests than the pool has connections.
const QUESTIONS: usize = 24;

fn supplier_table() -> TargetTable {
    let columns = [
        ("supplier_id", TargetType::Text),
        ("supplier_name", TargetType::Text),
        ("updated_at", TargetType::Instant),
    ];
    TargetTable {
        name: "suppliers",
        key: vec!["supplier_id"],
        columns: columns.map(|(name, ty)| TargetColumn { name, ty }).to_vec(),
    }
}

/// Large enough to be sent in several chunks.
fn supplier_batch(table: &TargetTable) -> RecordBatch {
    let numbers = 0..20_000_i64;
    let columns: Vec<ArrayRef> = vec![
        Arc::new(
            numbers
                .clone()
                .map(|number| Some(format!("s{number}")))
                .collect::<StringArray>(),
        ),
        Arc::new(
            numbers
                .clone()
                .map(|_| Some("A supplier with a rather long name"))
                .collect::<StringArray>(),
        ),
        Arc::new(
            numbers
                .clone()
                .map(|_| Some(1_780_000_000_000_000))
                .collect::<TimestampMicrosecondArray>()
                .with_timezone("UTC"),
        ),
        Arc::new(numbers.clone().collect::<Int64Array>()),
        Arc::new(numbers.map(|_| Some(true)).collect::<BooleanArray>()),
    ];
    let fields: Vec<Field> = table
        .staged_columns()
        .map(|column| Field::new(column.name, column.ty.arrow_type(), true))
        .collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap()
}

struct SingleBatch(Option<StagedRows>);

impl StagedBatches<DbError> for SingleBatch {
    async fn next(&mut self) -> Result<Option<(StagedRows, Vec<RejectedRow>)>, DbError> {
        Ok(self.0.take().map(|rows| (rows, Vec::new())))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropped_rows_cause_no_wrong_response() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (access, table) = (app.open_access(&owner).await, supplier_table());
    let rows = supplier_batch(&table);
    let expected = owner.get("/api/account").await.data().clone();
    let mut cut_short = 0;
    for patience in [0, 1, 2, 5, 10, 20] {
        for _ in 0..4 {
            let mut writer = app
                .parts
                .database
                .open_writer(&access, table.clone())
                .await
                .unwrap();
            let mut batch = SingleBatch(Some(
                writer
                    .staging_encoder()
                    .encode_batch(rows.clone(), None)
                    .unwrap(),
            ));
            cut_short += usize::from(
                tokio::time::timeout(
                    Duration::from_millis(patience),
                    writer.stage_batches(&mut batch),
                )
                .await
                .is_err(),
            );
        }
        for _ in 0..QUESTIONS {
            let answer = owner.get("/api/account").await;
            assert_eq!(answer.data(), &expected, "after {patience} ms");
        }
    }
    assert!(
        cut_short > 0,
        "every batch went in before it was dropped: it has to be larger"
    );
}
