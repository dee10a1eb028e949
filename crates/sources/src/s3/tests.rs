use super::*;
use crate::ReadCheckpoint;
use arrow_array::{Int64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use std::path::{Path, PathBuf};
use test_server::FakeS3;

const HEADER: &str = "supplier_id,supplier_name,active,updated_at\n";

type Change = fn(&mut S3Address);

struct TempStorage {
    root: tempfile::TempDir,
    max_file_bytes: u64,
}

struct TempFolder(tempfile::TempDir);

impl DownloadFolder for TempFolder {
    fn path(&self) -> &Path {
        self.0.path()
    }
}

#[async_trait]
impl DownloadStorage for TempStorage {
    async fn create_folder(&self) -> Result<Box<dyn DownloadFolder>, SourceError> {
        let folder = tempfile::tempdir_in(self.root.path()).unwrap();
        Ok(Box::new(TempFolder(folder)))
    }

    fn max_file_bytes(&self) -> u64 {
        self.max_file_bytes
    }
}

fn open_with(
    server: &FakeS3,
    secret: &str,
    change: impl FnOnce(&mut S3Address),
) -> (S3Warehouse, PathBuf) {
    let request = S3Request {
        endpoint: Some(&server.endpoint()),
        region: Some(server.region()),
        bucket: server.bucket(),
        prefix: Some("erp"),
        path_style: None,
        access_key_id: server.access_key_id(),
    };
    let network = NetworkPolicy::WITH_PRIVATE;
    let mut address = S3Address::from_request(request, network).unwrap();
    change(&mut address);
    let storage = TempStorage {
        root: tempfile::tempdir().unwrap(),
        max_file_bytes: 1024 * 1024,
    };
    let root = storage.root.path().to_owned();
    let storage: Arc<dyn DownloadStorage> = Arc::new(storage);
    let warehouse = S3Warehouse::new(address, secret, network, Clock::system(), storage).unwrap();
    (warehouse, root)
}

fn open(server: &FakeS3) -> S3Warehouse {
    open_with(server, server.secret_access_key(), |_| {}).0
}

/// The rows of the suppliers as file, line and size, and the states of their files.
async fn read_suppliers(
    warehouse: &S3Warehouse,
    known: Option<Vec<FileState>>,
) -> Result<Option<(Vec<(String, u64)>, TableRows)>, SourceError> {
    let request = ReadRequest {
        table: SourceTable::SupplierData,
        layout: Layout::with_own_names(SourceTable::SupplierData.schema()),
        checkpoint: known.map(|files| ReadCheckpoint {
            files,
            watermark: None,
        }),
    };
    let ReadOutcome::Rows(mut rows) = warehouse.read_table(request).await? else {
        return Ok(None);
    };
    let mut lines = Vec::new();
    while let Some(batch) = rows.batches.next().await? {
        let file = batch.file.as_deref().unwrap().to_owned();
        lines.extend(batch.lines.iter().map(|line| (file.clone(), *line)));
    }
    Ok(Some((lines, rows)))
}

fn suppliers(ids: &[&str]) -> String {
    let rows = ids.iter().map(|id| format!("{id},Acme,true,t\n"));
    format!("{HEADER}{}", rows.collect::<String>())
}

/// Suppliers with `count` rows in groups of ten, and text that compresses badly.
fn parquet_suppliers(count: usize) -> Vec<u8> {
    let ids: StringArray = (0..count).map(|id| Some(format!("p{id:08}"))).collect();
    let notes: StringArray = (0..count)
        .map(|id| {
            Some(format!(
                "{:016x}",
                (id as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ))
        })
        .collect();
    let rows = RecordBatch::try_from_iter([
        ("supplier_id", Arc::new(ids) as _),
        ("notes", Arc::new(notes) as _),
        (
            "lead_time_days",
            Arc::new(Int64Array::from(vec![7; count])) as _,
        ),
    ])
    .unwrap();
    let properties = parquet::file::properties::WriterProperties::builder()
        .set_max_row_group_row_count(Some(10))
        .build();
    let mut writer = ArrowWriter::try_new(Vec::new(), rows.schema(), Some(properties)).unwrap();
    writer.write(&rows).unwrap();
    writer.into_inner().unwrap()
}

fn names(columns: &[ColumnDescriptor]) -> Vec<&str> {
    columns.iter().map(|column| column.name.as_str()).collect()
}

#[tokio::test]
async fn a_table_is_one_object_or_several() {
    let server = FakeS3::start().await;
    let warehouse = open(&server);
    server.put("supplier_data.csv", "outside of the prefix");
    server.put("erp/supplier_data/2 März.csv", suppliers(&["b"]));
    server.put("erp/supplier_data/1.csv", suppliers(&["a", "c"]));
    server.put("erp/supplier_data/readme.txt", "no table");
    server.put("erp/supplier_data/older/0.csv", "not in the folder itself");
    server.put("erp/vendors.parquet", "PAR1");
    server.put("erp/archive/", "");
    let (lines, rows) = read_suppliers(&warehouse, None).await.unwrap().unwrap();
    let expected = [
        ("supplier_data/1.csv", 2),
        ("supplier_data/1.csv", 3),
        ("supplier_data/2 März.csv", 2),
    ];
    assert_eq!(lines, expected.map(|(file, line)| (file.to_owned(), line)));
    assert_eq!(names(&rows.columns).len(), 4);
    assert_eq!(
        rows.bytes,
        Some(rows.files.iter().map(|file| file.bytes).sum())
    );
    let layouts = Layouts::default();
    let found = warehouse.list_tables(&layouts).await.unwrap();
    let counts: Vec<u64> = found.iter().map(|presence| presence.files).collect();
    assert_eq!(counts, [0, 0, 0, 0, 2, 0, 0, 0, 0]);
    let others = warehouse.list_other_tables(&layouts).await.unwrap();
    assert_eq!(others, ["archive", "vendors"]);
    server.put("erp/supplier_data.csv", HEADER);
    let twice = read_suppliers(&warehouse, None).await.unwrap_err();
    let words = "The bucket has both supplier_data.csv and files in supplier_data/.";
    assert!(twice.to_string().starts_with(words), "{twice}");
}

#[tokio::test]
async fn unchanged_objects_are_not_downloaded() {
    let server = FakeS3::start().await;
    let (warehouse, folders) = open_with(&server, server.secret_access_key(), |_| {});
    for (key, id) in [("1", "a"), ("2", "b"), ("3", "c")] {
        server.put(&format!("erp/supplier_data/{key}.csv"), suppliers(&[id]));
    }
    let (lines, first) = read_suppliers(&warehouse, None).await.unwrap().unwrap();
    assert_eq!((lines.len(), first.skipped_files), (3, 0));
    server.take_requests();
    let again = read_suppliers(&warehouse, Some(first.files.clone())).await;
    assert!(again.unwrap().is_none(), "nothing changed");
    let requests = server.take_requests();
    let is_list = |request: &String| request.starts_with("LIST ");
    assert!(requests.iter().all(is_list), "{requests:?}");
    // Its first line is longer than a usual header, so that only a part of it is read.
    let large = format!("{HEADER}{}", "x,Acme,true,t\n".repeat(20_000));
    server.put("erp/supplier_data/4.csv", large);
    let known = read_suppliers(&warehouse, Some(first.files.clone())).await;
    let (_, known) = known.unwrap().unwrap();
    server.take_requests();
    server.put("erp/supplier_data/2.csv", suppliers(&["b", "d"]));
    let files = first.files.into_iter().chain(known.files).collect();
    let changed = read_suppliers(&warehouse, Some(files)).await;
    let (lines, rows) = changed.unwrap().unwrap();
    assert_eq!((lines.len(), rows.skipped_files), (2, 3));
    assert!(lines.iter().all(|(file, _)| file == "supplier_data/2.csv"));
    let requests = server.take_requests();
    let large = requests.iter().filter(|request| request.contains("/4.csv"));
    assert_eq!(
        large.collect::<Vec<_>>(),
        ["GET erp/supplier_data/4.csv bytes=0-65535"]
    );
    assert_eq!(std::fs::read_dir(folders).unwrap().count(), 0);
}

#[tokio::test]
async fn parquet_columns_come_from_the_end_of_the_object() {
    let server = FakeS3::start().await;
    let warehouse = open(&server);
    // Ten rows have little metadata; 8,000 rows in groups of ten have more than the first request.
    for (rows, requests) in [(10, 1), (100, 1), (8_000, 2)] {
        server.put("erp/vendors.parquet", parquet_suppliers(rows));
        server.take_requests();
        let layout = Layout::for_sample("vendors", Vec::new());
        let columns = warehouse
            .describe_columns(SourceTable::SupplierData, &layout)
            .await;
        let columns = columns.unwrap().unwrap();
        assert_eq!(
            names(&columns),
            ["supplier_id", "notes", "lead_time_days"],
            "{rows}"
        );
        let sent = server.take_requests();
        let gets = sent.iter().filter(|request| request.starts_with("GET "));
        assert_eq!(gets.count(), requests, "{sent:?}");
    }
    server.put("erp/vendors.parquet", "a,b\n".repeat(100_000));
    let layout = Layout::for_sample("vendors", Vec::new());
    let refused = warehouse
        .describe_columns(SourceTable::SupplierData, &layout)
        .await;
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("is not a Parquet file"), "{refused}");
}

#[tokio::test]
async fn of_a_compressed_object_the_start_is_enough_for_its_columns() {
    let server = FakeS3::start().await;
    let warehouse = open(&server);
    let ids: Vec<String> = (0_u64..20_000)
        .map(|id| format!("{:016x}", id.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        .collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let packed = zstd::encode_all(suppliers(&ids).as_bytes(), 1).unwrap();
    assert!(packed.len() > 2 * 65_536);
    server.put("erp/supplier_data.csv.zst", packed);
    let table = SourceTable::SupplierData;
    let layout = Layout::with_own_names(table.schema());
    let columns = warehouse.describe_columns(table, &layout).await;
    assert_eq!(names(&columns.unwrap().unwrap()).len(), 4);
    let sample = warehouse.sample_table("supplier_data").await;
    assert_eq!(sample.unwrap().unwrap().rows.unwrap().num_rows(), 200);
    let starts = server.take_requests();
    assert!(
        starts
            .iter()
            .all(|request| !request.contains(".zst") || request.contains("bytes=0-"))
    );
    let (lines, rows) = read_suppliers(&warehouse, None).await.unwrap().unwrap();
    assert_eq!(lines.len(), ids.len());
    // The size of the object says little about that of its rows.
    assert_eq!(rows.bytes, None);
}

#[tokio::test]
async fn a_sample_has_the_first_rows_only() {
    let server = FakeS3::start().await;
    let warehouse = open(&server);
    assert!(warehouse.sample_table("vendors").await.unwrap().is_none());
    server.put(
        "erp/vendors.csv",
        format!("id,name\n{}", "1,Acme\n".repeat(50_000)),
    );
    server.put("erp/dealers.parquet", parquet_suppliers(300));
    for (table, columns) in [
        ("vendors", vec!["id", "name"]),
        ("dealers", vec!["supplier_id", "notes", "lead_time_days"]),
    ] {
        let sample = warehouse.sample_table(table).await.unwrap().unwrap();
        assert_eq!(sample.columns, columns);
        assert_eq!(sample.rows.unwrap().num_rows(), 200);
    }
    let requests = server.take_requests();
    assert!(requests.contains(&"GET erp/vendors.csv bytes=0-65535".to_owned()));
}

#[tokio::test]
async fn wrong_settings_are_errors_that_say_what_to_do() {
    let server = FakeS3::start().await;
    server.put("erp/supplier_data.csv", HEADER);
    let secret = server.secret_access_key();
    let cases: [(&str, Change, &str); 6] = [
        (
            "wrong",
            |_| {},
            "Enter the secret access key of the access key ID AKIASPROUTTEST again",
        ),
        (
            secret,
            |address| address.access_key_id = "AKIAOTHER".to_owned(),
            "does not accept the access key ID AKIAOTHER",
        ),
        (
            secret,
            |address| address.region = "us-east-1".to_owned(),
            "The bucket prairie is in the region eu-central-1, not in us-east-1",
        ),
        (
            secret,
            |address| address.bucket = "elsewhere".to_owned(),
            "has no bucket elsewhere",
        ),
        (
            secret,
            |address| address.prefix = "exports/".to_owned(),
            "The prefix exports/ of the bucket prairie has no CSV files, Parquet files or workbooks",
        ),
        (
            secret,
            |address| address.endpoint = Some("http://127.0.0.1:1/".to_owned()),
            "The storage 127.0.0.1 cannot be reached. Check the endpoint",
        ),
    ];
    for (secret, change, words) in cases {
        let (warehouse, _) = open_with(&server, secret, change);
        let error = warehouse.list_tables(&Layouts::default()).await;
        let message = error.unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
        assert!(!message.contains("X-Amz"), "{message}");
    }
    let page = test_server::spawn_canned_server(test_server::ok_response("<html>")).await;
    let (warehouse, _) = open_with(&server, secret, |address| {
        address.endpoint = Some(format!("http://{page}/"));
    });
    let message = warehouse.list_tables(&Layouts::default()).await;
    let message = message.unwrap_err().to_string();
    assert!(
        message.contains("did not send a list of objects"),
        "{message}"
    );
    assert!(open(&server).list_tables(&Layouts::default()).await.is_ok());
}

#[tokio::test]
async fn an_object_that_is_cut_changed_or_too_large_fails_the_table() {
    let server = FakeS3::start().await;
    let (warehouse, folders) = open_with(&server, server.secret_access_key(), |_| {});
    server.put("erp/supplier_data.csv", suppliers(&["a", "b"]));
    server.cut_after("erp/supplier_data.csv", 60);
    let cut = read_suppliers(&warehouse, None).await.unwrap_err();
    assert_eq!(
        cut.to_string(),
        "supplier_data.csv: the storage 127.0.0.1 sent an incomplete response. Try again."
    );
    server.put("erp/supplier_data.csv", suppliers(&["a"]));
    let request = ReadRequest {
        table: SourceTable::SupplierData,
        layout: Layout::with_own_names(SourceTable::SupplierData.schema()),
        checkpoint: None,
    };
    for is_removed in [false, true] {
        let opened = warehouse.read_table(request.clone()).await.unwrap();
        let ReadOutcome::Rows(mut rows) = opened else {
            panic!("the table exists");
        };
        let words = if is_removed {
            server.delete("erp/supplier_data.csv");
            "supplier_data.csv was removed while it was being read"
        } else {
            server.put("erp/supplier_data.csv", suppliers(&["b"]));
            "supplier_data.csv changed while it was being read"
        };
        let error = rows.batches.next().await.unwrap_err().to_string();
        assert!(error.starts_with(words), "{error}");
    }
    server.put("erp/supplier_data.csv", vec![b'x'; 1024 * 1024 + 1]);
    let large = read_suppliers(&warehouse, None).await.unwrap_err();
    let words = "supplier_data.csv has 2 MiB, more than the 1 MiB that this server reads.";
    assert!(large.to_string().starts_with(words), "{large}");
    assert_eq!(std::fs::read_dir(folders).unwrap().count(), 0);
}

#[tokio::test]
async fn a_busy_storage_is_asked_again() {
    let server = FakeS3::start().await;
    let warehouse = open(&server);
    server.put("erp/supplier_data.csv", HEADER);
    server.refuse_next(2);
    assert!(warehouse.list_tables(&Layouts::default()).await.is_ok());
    server.refuse_next(3);
    let busy = warehouse.list_tables(&Layouts::default()).await;
    let message = "The storage 127.0.0.1 cannot answer (status 503, SlowDown). Try again.";
    assert_eq!(
        busy.unwrap_err(),
        SourceError::Unreachable(message.to_owned())
    );
}
