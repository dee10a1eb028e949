use super::*;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::basic::{GzipLevel, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};

const VERSIONS: [WriterVersion; 2] = [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0];

fn all_codecs() -> [Compression; 4] {
    [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
    ]
}

/// Two columns of a few long texts, each in a page of 40 to 50 KiB, with nulls between them.
fn write_parquet(codec: Compression, version: WriterVersion, dictionary: bool) -> Vec<u8> {
    let text = |row: usize| (!row.is_multiple_of(5)).then(|| format!("{row}").repeat(1_000));
    let column =
        |from: usize| Arc::new((from..from + 20).map(text).collect::<StringArray>()) as ArrayRef;
    let rows = RecordBatch::try_from_iter_with_nullable([
        ("a", column(10), true),
        ("b", column(50), true),
    ])
    .unwrap();
    let properties = WriterProperties::builder()
        .set_compression(codec)
        .set_writer_version(version)
        .set_dictionary_enabled(dictionary)
        .build();
    let mut writer = ArrowWriter::try_new(Vec::new(), rows.schema(), Some(properties)).unwrap();
    writer.write(&rows).unwrap();
    writer.into_inner().unwrap()
}

/// The number of rows, or the error message.
fn count_rows(bytes: &[u8], room: u64) -> Result<usize, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    std::fs::write(&path, bytes).unwrap();
    let file = File::open(&path).unwrap();
    let found = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()).unwrap();
    let room = Arc::new(MemoryBudget::new(room));
    let pages = PageGuard::new(file, found.metadata(), Arc::clone(&room)).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(pages, found)
        .with_batch_size(3)
        .build()
        .map_err(|error| error.to_string())?;
    let counted = reader
        .map(|rows| rows.map(|rows| rows.num_rows()))
        .sum::<Result<usize, _>>()
        .map_err(|error| error.to_string());
    assert_eq!(
        room.was_exceeded(),
        counted
            .as_ref()
            .is_err_and(|error| error.contains("the memory limit")),
        "{counted:?}"
    );
    counted
}

#[test]
fn pages_are_read_where_there_is_room_for_them() {
    for (codec, version, dictionary) in all_codecs()
        .into_iter()
        .flat_map(|codec| VERSIONS.map(|version| [(codec, version, true), (codec, version, false)]))
        .flatten()
    {
        let file = write_parquet(codec, version, dictionary);
        assert_eq!(
            count_rows(&file, 100_000),
            Ok(20),
            "{codec:?} {version:?} {dictionary}"
        );
        let refused = count_rows(&file, 50_000).unwrap_err();
        assert!(
            refused.contains("a page decompresses to more than the memory limit"),
            "{codec:?} {version:?} {dictionary}: {refused}"
        );
    }
}

#[test]
fn a_page_that_unpacks_to_more_than_it_says_is_refused() {
    for version in VERSIONS {
        let mut file = write_parquet(Compression::GZIP(GzipLevel::default()), version, false);
        // The first page follows the magic bytes: its type, then its uncompressed size in three
        // bytes.
        let (header, _) = page_header::read_page_header(&file[4..]).unwrap();
        assert!(header.unpacked > 16_384 && header.unpacked < 1_048_576);
        assert_eq!((file[4], file[6]), (0x15, 0x15));
        let [low, middle, high, ..] = ((10_000 + header.levels) << 1).to_le_bytes();
        assert_eq!(high, 0);
        file[7..10].copy_from_slice(&[low | 128, middle << 1 | low >> 7 | 128, middle >> 6]);
        assert_eq!(
            page_header::read_page_header(&file[4..]).unwrap().0,
            PageHeader {
                unpacked: 10_000 + header.levels,
                ..header
            }
        );
        let refused = count_rows(&file, 100_000).unwrap_err();
        assert!(
            refused.contains("a page decompresses to more than the memory limit"),
            "{version:?}: {refused}"
        );
    }
}

#[test]
fn columns_that_overlap_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    std::fs::write(
        &path,
        write_parquet(Compression::SNAPPY, WriterVersion::PARQUET_1_0, false),
    )
    .unwrap();
    let file = File::open(&path).unwrap();
    let found = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()).unwrap();
    let mut known = found.metadata().as_ref().clone().into_builder();
    let mut groups = known.take_row_groups();
    let group = groups.pop().unwrap();
    let longer = |chunk: &parquet::file::metadata::ColumnChunkMetaData| {
        let length = chunk.compressed_size() + 1;
        chunk
            .clone()
            .into_builder()
            .set_total_compressed_size(length)
            .build()
            .unwrap()
    };
    let columns = group.columns().iter().map(longer).collect();
    groups.push(
        group
            .into_builder()
            .set_column_metadata(columns)
            .build()
            .unwrap(),
    );
    let error = PageGuard::new(
        file,
        &known.set_row_groups(groups).build(),
        Arc::new(MemoryBudget::new(1_000_000)),
    )
    .unwrap_err();
    assert!(error.to_string().contains("its columns overlap"), "{error}");
}
