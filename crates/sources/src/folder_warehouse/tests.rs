use super::*;
use std::fs::{create_dir, write};
use std::io::Write;

const HEADER: &str = "supplier_id,supplier_name,active,updated_at\n";

struct FolderFixture(tempfile::TempDir);

impl FolderFixture {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn open_warehouse(&self) -> FolderWarehouse {
        let folder = self.0.path().canonicalize().unwrap();
        FolderWarehouse::new(AllowedFolder {
            boundary: folder.clone(),
            folder,
        })
    }

    async fn read_suppliers(&self) -> Result<Option<Vec<(String, u64)>>, SourceError> {
        let mut batches = match self
            .open_warehouse()
            .read_table(ReadRequest {
                table: SourceTable::SupplierData,
                layout: Layout::with_own_names(SourceTable::SupplierData.schema()),
                checkpoint: None,
            })
            .await?
        {
            ReadOutcome::Rows(rows) => rows.batches,
            ReadOutcome::Absent => return Ok(None),
            ReadOutcome::Unchanged => panic!("everything was wanted"),
        };
        spawn_blocking(move || {
            let mut rows = Vec::new();
            while let Some(batch) = batches.blocking_next()? {
                rows.extend(
                    batch
                        .lines
                        .iter()
                        .map(|line| (batch.file.as_deref().unwrap().to_owned(), *line)),
                );
            }
            Ok(Some(rows))
        })
        .await
        .unwrap()
    }
}

#[tokio::test]
async fn a_table_is_one_file_or_several() {
    let place = FolderFixture::new();
    assert_eq!(place.read_suppliers().await, Ok(None));
    create_dir(place.path("supplier_data")).unwrap();
    assert_eq!(place.read_suppliers().await, Ok(None));
    write(
        place.path("supplier_data/2.csv"),
        format!("{HEADER}b,B,true,t\n"),
    )
    .unwrap();
    write(
        place.path("supplier_data/1.csv"),
        format!("{HEADER}a,A,true,t\nc,C,true,t\n"),
    )
    .unwrap();
    write(place.path("supplier_data/readme.txt"), "not a table").unwrap();
    let expected = [
        ("supplier_data/1.csv", 2),
        ("supplier_data/1.csv", 3),
        ("supplier_data/2.csv", 2),
    ]
    .map(|(file, line)| (file.to_owned(), line));
    assert_eq!(place.read_suppliers().await, Ok(Some(expected.to_vec())));
    let found = place
        .open_warehouse()
        .list_tables(&Layouts::default())
        .await
        .unwrap();
    assert_eq!(
        found
            .iter()
            .map(|presence| presence.files)
            .collect::<Vec<_>>(),
        [0, 0, 0, 0, 2, 0, 0, 0, 0]
    );
    write(place.path("supplier_data.csv"), HEADER).unwrap();
    assert!(
        place
            .read_suppliers()
            .await
            .unwrap_err()
            .to_string()
            .contains("has both supplier_data.csv and files in supplier_data/. Keep one of them")
    );
    write(place.path("supplier_data.parquet"), "PAR1").unwrap();
    assert!(
        place
            .read_suppliers()
            .await
            .unwrap_err()
            .to_string()
            .contains("supplier_data.csv and supplier_data.parquet and files in")
    );
}

fn gzip(text: &str) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

#[tokio::test]
async fn compressed_files_are_read_as_they_are_without_compression() {
    let place = FolderFixture::new();
    create_dir(place.path("supplier_data")).unwrap();
    let first = format!("\u{feff}{HEADER}a,A,true,t\n");
    // Some tools append a part to what they have compressed before.
    let parts = [gzip(&first), gzip("c,C,true,t\n")].concat();
    write(place.path("supplier_data/1.csv.gz"), parts).unwrap();
    let second = format!("{HEADER}b,B,true,t\n");
    let second = zstd::encode_all(second.as_bytes(), 1).unwrap();
    write(place.path("supplier_data/2.csv.zst"), second).unwrap();
    let expected = [
        ("supplier_data/1.csv.gz", 2),
        ("supplier_data/1.csv.gz", 3),
        ("supplier_data/2.csv.zst", 2),
    ]
    .map(|(file, line)| (file.to_owned(), line));
    assert_eq!(place.read_suppliers().await, Ok(Some(expected.to_vec())));

    let place = FolderFixture::new();
    let whole = gzip(&first.repeat(50));
    write(
        place.path("supplier_data.csv.gz"),
        &whole[..whole.len() / 2],
    )
    .unwrap();
    let words = "supplier_data.csv.gz cannot be read any further";
    let error = place.read_suppliers().await.unwrap_err().to_string();
    assert!(error.contains(words), "{error}");
}

#[tokio::test]
async fn what_is_no_readable_file_is_refused_in_words() {
    let place = FolderFixture::new();
    create_dir(place.path("supplier_data.csv")).unwrap();
    assert!(
        place
            .read_suppliers()
            .await
            .unwrap_err()
            .to_string()
            .contains("is not a file")
    );
    let place = FolderFixture::new();
    write(place.path("supplier_data.parquet"), "PAR1").unwrap();
    assert!(
        place
            .read_suppliers()
            .await
            .unwrap_err()
            .to_string()
            .contains("is not a Parquet file")
    );
    assert_eq!(
        place
            .open_warehouse()
            .list_tables(&Layouts::default())
            .await
            .unwrap()
            .iter()
            .find(|presence| presence.table == SourceTable::SupplierData)
            .map(|presence| presence.files),
        Some(1)
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_that_is_a_link_out_of_the_folder_is_refused() {
    let (place, elsewhere) = (FolderFixture::new(), FolderFixture::new());
    write(
        elsewhere.path("secret.csv"),
        format!("{HEADER}a,A,true,t\n"),
    )
    .unwrap();
    std::os::unix::fs::symlink(
        elsewhere.path("secret.csv"),
        place.path("supplier_data.csv"),
    )
    .unwrap();
    assert!(
        place
            .read_suppliers()
            .await
            .unwrap_err()
            .to_string()
            .contains("is a link to a place outside")
    );
}

#[tokio::test]
async fn a_fault_in_the_second_file_is_the_table_s() {
    let place = FolderFixture::new();
    create_dir(place.path("supplier_data")).unwrap();
    write(
        place.path("supplier_data/1.csv"),
        format!("{HEADER}a,A,true,t\n"),
    )
    .unwrap();
    write(place.path("supplier_data/2.csv"), "supplier_id\n").unwrap();
    assert!(
        place
            .read_suppliers()
            .await
            .unwrap_err()
            .to_string()
            .starts_with("supplier_data/2.csv lacks")
    );
}
