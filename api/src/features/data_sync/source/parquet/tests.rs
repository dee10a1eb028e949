use super::*;
use crate::features::data_sync::catalogue::SourceTable;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray, Int64Array, StringArray, TimestampMicrosecondArray};
use parquet::arrow::ArrowWriter;
use parquet::basic::{GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::path::PathBuf;

const AT: i64 = 1_780_272_000_000_000;

/// `count` suppliers with a column too many.
fn suppliers(count: usize) -> RecordBatch {
    let ids: StringArray = (0..count).map(|id| Some(format!("s{id}"))).collect();
    let names: StringArray = (0..count).map(|id| Some(if id % 2 == 0 { "Acme" } else { "West" })).collect();
    let columns: [(&str, ArrayRef); 5] = [
        ("note", Arc::new(Int64Array::from(vec![1; count]))),
        ("supplier_id", Arc::new(ids)),
        ("supplier_name", Arc::new(names)),
        ("active", Arc::new(BooleanArray::from(vec![true; count]))),
        ("updated_at", Arc::new(TimestampMicrosecondArray::from(vec![AT; count]).with_timezone("UTC"))),
    ];
    RecordBatch::try_from_iter(columns).unwrap()
}

fn bytes_of(rows: &RecordBatch, codec: Compression) -> Vec<u8> {
    let properties = WriterProperties::builder().set_compression(codec).set_max_row_group_row_count(Some(10_000)).build();
    let mut writer = ArrowWriter::try_new(Vec::new(), rows.schema(), Some(properties)).unwrap();
    writer.write(rows).unwrap();
    writer.into_inner().unwrap()
}

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join("supplier_data.parquet");
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn read(&self, bytes: &[u8]) -> Result<Vec<SourceBatch>, SourceError> {
        let mut batches = Vec::new();
        let mut take = |batch| {
            batches.push(batch);
            true
        };
        read(&self.write(bytes), &"supplier_data.parquet".into(), &Layout::plain(SourceTable::SupplierData.shape()), &mut take)?;
        Ok(batches)
    }

    fn refusal(&self, bytes: &[u8]) -> String {
        let words = self.read(bytes).unwrap_err().to_string();
        assert!(words.starts_with("supplier_data.parquet"), "{words}");
        words
    }
}

#[test]
fn rows_come_in_bounded_batches_with_their_numbers() {
    let batches = Place::new().read(&bytes_of(&suppliers(20_000), Compression::SNAPPY)).unwrap();
    assert!(batches.len() >= 3 && batches.iter().all(|batch| batch.rows.num_rows() <= BATCH_ROWS));
    let lines: Vec<u64> = batches.iter().flat_map(|batch| batch.lines.clone()).collect();
    assert_eq!(lines, (1..=20_000).collect::<Vec<u64>>());
    let last = batches.last().unwrap();
    assert_eq!(last.ignored.as_ref(), ["note"]);
    assert!(last.rows.column_by_name("note").is_none(), "what nobody needs is not read");
    let ids = last.rows.column_by_name("supplier_id").unwrap().as_string_view();
    assert_eq!(ids.value(ids.len() - 1), "s19999");
}

#[test]
fn a_file_without_rows_shows_its_columns() {
    let batches = Place::new().read(&bytes_of(&suppliers(0), Compression::UNCOMPRESSED)).unwrap();
    assert_eq!((batches.len(), batches[0].rows.num_rows(), batches[0].rows.num_columns()), (1, 0, 4));
}

#[test]
fn the_usual_codecs_are_read_and_others_named() {
    let place = Place::new();
    for codec in [Compression::SNAPPY, Compression::GZIP(GzipLevel::default()), Compression::ZSTD(ZstdLevel::default()), Compression::UNCOMPRESSED] {
        let rows: usize = place.read(&bytes_of(&suppliers(50), codec)).unwrap().iter().map(|batch| batch.rows.num_rows()).sum();
        assert_eq!(rows, 50, "{codec:?}");
    }
    // The description says Brotli where it said Snappy.
    let mut file = bytes_of(&suppliers(1), Compression::SNAPPY);
    let (snappy, start) = (b"supplier_id\x15\x02", file.len() - 1_500);
    let at = start + file[start..].windows(snappy.len()).position(|bytes| bytes == snappy).unwrap();
    file[at + snappy.len() - 1] = 8;
    assert!(place.refusal(&file).contains("is compressed with BROTLI, which is not read here"));
}

#[test]
fn what_is_no_parquet_file_is_told_so() {
    let place = Place::new();
    let good = bytes_of(&suppliers(100), Compression::SNAPPY);
    assert!(place.refusal(b"").contains("is empty (0 bytes)"));
    assert!(place.refusal(b"PAR1").contains("is not a Parquet file"));
    assert!(place.refusal(b"supplier_id,supplier_name\ns1,Acme\n").contains("name it .csv"));
    assert!(place.refusal(&good[..good.len() / 2]).contains("is cut off"));
    let encrypted = [b"PARE".as_slice(), &good[4..good.len() - 4], b"PARE"].concat();
    assert!(place.refusal(&encrypted).contains("is encrypted"));
    let mut damaged = good.clone();
    let end = damaged.len() - 8;
    damaged[end - 200..end].fill(0xff);
    assert!(place.refusal(&damaged).contains("is damaged"));
}

#[test]
fn columns_that_do_not_fit_are_named() {
    let place = Place::new();
    let rows = suppliers(1);
    let without = rows.project(&[1, 2, 3]).unwrap();
    assert_eq!(place.refusal(&bytes_of(&without, Compression::SNAPPY)), "supplier_data.parquet lacks the required column updated_at.");
    let mut columns: Vec<(&str, ArrayRef)> = Vec::new();
    for (field, column) in rows.schema_ref().fields().iter().zip(rows.columns()) {
        columns.push((field.name(), Arc::clone(column)));
    }
    columns[4].1 = Arc::new(TimestampMicrosecondArray::from(vec![AT]));
    let local = RecordBatch::try_from_iter(columns.clone()).unwrap();
    assert!(place.refusal(&bytes_of(&local, Compression::SNAPPY)).contains("updated_at holds timestamps without a time zone"));
}

#[test]
fn no_damage_makes_the_reader_fall_over_or_go_on_for_ever() {
    let place = Place::new();
    let good = bytes_of(&suppliers(9), Compression::SNAPPY);
    for position in (4..good.len() - 8).step_by(3) {
        let mut damaged = good.clone();
        damaged[position] ^= 0xff;
        // Some bytes do not matter; what counts is that there is an answer.
        if let Err(error) = place.read(&damaged) {
            assert!(matches!(error, SourceError::Unusable(_)), "byte {position}: {error}");
        }
    }
}

#[test]
fn the_batches_of_a_file_have_its_bytes() {
    let place = Place::new();
    for count in [0, 1, 20_000] {
        let file = bytes_of(&suppliers(count), Compression::UNCOMPRESSED);
        let batches = place.read(&file).unwrap();
        assert_eq!(batches.iter().map(|batch| batch.bytes).sum::<u64>(), file.len() as u64, "{count} rows");
    }
}

#[test]
fn a_page_that_unpacks_to_more_than_it_says_is_told_with_what_to_do() {
    let rows = suppliers(20_000).project(&[1, 2, 3, 4]).unwrap();
    let mut file = bytes_of(&rows, Compression::GZIP(GzipLevel::default()));
    // The first page, a dictionary, says in three bytes how large it is: 10,000 bytes instead of more than 100,000.
    assert_eq!((file[4], file[5], file[6]), (0x15, 4, 0x15));
    assert!(file[9] > 1 && file[9] < 128);
    file[7..10].copy_from_slice(&[0xa0, 0x9c, 0x01]);
    let refused = Place::new().refusal(&file);
    assert!(refused.contains("pages that unpack to more than 256 MiB, or to more than they say: write it with pages of about 1 MiB"), "{refused}");
}
