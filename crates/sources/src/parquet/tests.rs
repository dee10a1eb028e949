use super::*;
use crate::SourceTable;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Int64Array, StringArray, StringViewArray,
    TimestampMicrosecondArray,
};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Encoding, GzipLevel, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::schema::types::ColumnPath;
use std::path::PathBuf;

const UPDATED_AT_MICROS: i64 = 1_780_272_000_000_000;

/// `count` suppliers with one extra column.
fn supplier_rows(count: usize) -> RecordBatch {
    let ids: StringArray = (0..count).map(|id| Some(format!("s{id}"))).collect();
    let names: StringArray = (0..count)
        .map(|id| Some(if id % 2 == 0 { "Acme" } else { "West" }))
        .collect();
    let columns: [(&str, ArrayRef); 5] = [
        ("note", Arc::new(Int64Array::from(vec![1; count]))),
        ("supplier_id", Arc::new(ids)),
        ("supplier_name", Arc::new(names)),
        ("active", Arc::new(BooleanArray::from(vec![true; count]))),
        (
            "updated_at",
            Arc::new(
                TimestampMicrosecondArray::from(vec![UPDATED_AT_MICROS; count])
                    .with_timezone("UTC"),
            ),
        ),
    ];
    RecordBatch::try_from_iter(columns).unwrap()
}

fn write_compressed(rows: &RecordBatch, codec: Compression) -> Vec<u8> {
    write_parquet(
        rows,
        WriterProperties::builder()
            .set_compression(codec)
            .set_max_row_group_row_count(Some(10_000)),
    )
}

fn write_parquet(rows: &RecordBatch, properties: WriterPropertiesBuilder) -> Vec<u8> {
    let mut writer =
        ArrowWriter::try_new(Vec::new(), rows.schema(), Some(properties.build())).unwrap();
    writer.write(rows).unwrap();
    writer.into_inner().unwrap()
}

struct FileFixture(tempfile::TempDir);

impl FileFixture {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write_file(&self, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join("supplier_data.parquet");
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn read_batches(&self, bytes: &[u8]) -> Result<Vec<SourceBatch>, SourceError> {
        let mut batches = Vec::new();
        let mut take = |batch| {
            batches.push(batch);
            true
        };
        read_parquet(
            &self.write_file(bytes),
            &"supplier_data.parquet".into(),
            &Layout::with_own_names(SourceTable::SupplierData.schema()),
            &mut take,
        )?;
        Ok(batches)
    }

    fn expect_refusal(&self, bytes: &[u8]) -> String {
        let words = self.read_batches(bytes).unwrap_err().to_string();
        assert!(words.starts_with("supplier_data.parquet"), "{words}");
        words
    }
}

#[test]
fn rows_come_in_bounded_batches_with_their_numbers() {
    let batches = FileFixture::new()
        .read_batches(&write_compressed(
            &supplier_rows(20_000),
            Compression::SNAPPY,
        ))
        .unwrap();
    assert!(
        batches.len() >= 3
            && batches
                .iter()
                .all(|batch| batch.rows.num_rows() <= MAX_BATCH_ROWS)
    );
    let lines: Vec<u64> = batches
        .iter()
        .flat_map(|batch| batch.lines.clone())
        .collect();
    assert_eq!(lines, (1..=20_000).collect::<Vec<u64>>());
    let last = batches.last().unwrap();
    assert_eq!(last.ignored.as_ref(), ["note"]);
    assert!(
        last.rows.column_by_name("note").is_none(),
        "what nobody needs is not read"
    );
    let ids = last
        .rows
        .column_by_name("supplier_id")
        .unwrap()
        .as_string_view();
    assert_eq!(ids.value(ids.len() - 1), "s19999");
}

#[test]
fn a_file_without_rows_shows_its_columns() {
    let batches = FileFixture::new()
        .read_batches(&write_compressed(
            &supplier_rows(0),
            Compression::UNCOMPRESSED,
        ))
        .unwrap();
    assert_eq!(
        (
            batches.len(),
            batches[0].rows.num_rows(),
            batches[0].rows.num_columns()
        ),
        (1, 0, 4)
    );
}

#[test]
fn the_usual_codecs_are_read_and_others_named() {
    let place = FileFixture::new();
    for codec in [
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
        Compression::UNCOMPRESSED,
    ] {
        let rows: usize = place
            .read_batches(&write_compressed(&supplier_rows(50), codec))
            .unwrap()
            .iter()
            .map(|batch| batch.rows.num_rows())
            .sum();
        assert_eq!(rows, 50, "{codec:?}");
    }
    // The metadata says Brotli instead of Snappy.
    let mut file = write_compressed(&supplier_rows(1), Compression::SNAPPY);
    let (snappy, start) = (b"supplier_id\x15\x02", file.len() - 1_500);
    let at = start
        + file[start..]
            .windows(snappy.len())
            .position(|bytes| bytes == snappy)
            .unwrap();
    file[at + snappy.len() - 1] = 8;
    assert!(
        place
            .expect_refusal(&file)
            .contains("is compressed with BROTLI, which is not supported")
    );
}

#[test]
fn what_is_no_parquet_file_is_told_so() {
    let place = FileFixture::new();
    let good = write_compressed(&supplier_rows(100), Compression::SNAPPY);
    assert!(place.expect_refusal(b"").contains("is empty (0 bytes)"));
    assert!(
        place
            .expect_refusal(b"PAR1")
            .contains("is not a Parquet file")
    );
    assert!(
        place
            .expect_refusal(b"supplier_id,supplier_name\ns1,Acme\n")
            .contains("name it .csv")
    );
    assert!(
        place
            .expect_refusal(&good[..good.len() / 2])
            .contains("is incomplete")
    );
    let encrypted = [b"PARE".as_slice(), &good[4..good.len() - 4], b"PARE"].concat();
    assert!(place.expect_refusal(&encrypted).contains("is encrypted"));
    let mut damaged = good.clone();
    let end = damaged.len() - 8;
    damaged[end - 200..end].fill(0xff);
    assert!(place.expect_refusal(&damaged).contains("is damaged"));
}

#[test]
fn columns_that_do_not_fit_are_named() {
    let place = FileFixture::new();
    let rows = supplier_rows(1);
    let without = rows.project(&[1, 3, 4]).unwrap();
    assert_eq!(
        place.expect_refusal(&write_compressed(&without, Compression::SNAPPY)),
        "supplier_data.parquet lacks the required column supplier_name."
    );
    let mut columns: Vec<(&str, ArrayRef)> = Vec::new();
    for (field, column) in rows.schema_ref().fields().iter().zip(rows.columns()) {
        columns.push((field.name(), Arc::clone(column)));
    }
    // Local time of the organization.
    columns[4].1 = Arc::new(TimestampMicrosecondArray::from(vec![UPDATED_AT_MICROS]));
    let local = RecordBatch::try_from_iter(columns.clone()).unwrap();
    let read = place.read_batches(&write_compressed(&local, Compression::SNAPPY));
    assert_eq!(read.unwrap().len(), 1);
    columns[4].1 = Arc::new(BooleanArray::from(vec![true]));
    let wrong = RecordBatch::try_from_iter(columns.clone()).unwrap();
    assert!(
        place
            .expect_refusal(&write_compressed(&wrong, Compression::SNAPPY))
            .contains("updated_at holds true and false")
    );
}

#[test]
fn no_damage_makes_the_reader_fall_over_or_go_on_for_ever() {
    let place = FileFixture::new();
    let good = write_compressed(&supplier_rows(9), Compression::SNAPPY);
    for position in (4..good.len() - 8).step_by(3) {
        let mut damaged = good.clone();
        damaged[position] ^= 0xff;
        // Some bytes do not matter; the reader must not panic or hang.
        if let Err(error) = place.read_batches(&damaged) {
            assert!(
                matches!(error, SourceError::Unusable(_)),
                "byte {position}: {error}"
            );
        }
    }
}

#[test]
fn the_batches_of_a_file_have_its_bytes() {
    let place = FileFixture::new();
    for count in [0, 1, 20_000] {
        let file = write_compressed(&supplier_rows(count), Compression::UNCOMPRESSED);
        let batches = place.read_batches(&file).unwrap();
        assert_eq!(
            batches.iter().map(|batch| batch.bytes).sum::<u64>(),
            file.len() as u64,
            "{count} rows"
        );
    }
}

#[test]
fn a_page_that_unpacks_to_more_than_it_says_is_told_with_what_to_do() {
    let rows = supplier_rows(20_000).project(&[1, 2, 3, 4]).unwrap();
    let mut file = write_compressed(&rows, Compression::GZIP(GzipLevel::default()));
    // The first page, a dictionary, has its size in three bytes: 10,000 instead of more than
    // 100,000 bytes.
    assert_eq!((file[4], file[5], file[6]), (0x15, 4, 0x15));
    assert!(file[9] > 1 && file[9] < 128);
    file[7..10].copy_from_slice(&[0xa0, 0x9c, 0x01]);
    let refused = FileFixture::new().expect_refusal(&file);
    assert!(
        refused.contains(
            "pages that decompress to more than 256 MiB for 2000 rows, or to more than they \
                declare. Write it with pages of about 1 MiB"
        ),
        "{refused}"
    );
}

/// Suppliers whose names are prefixes of one text, with these lengths.
fn name_rows(text: &str, lengths: impl Iterator<Item = usize>) -> RecordBatch {
    let views: StringViewArray = lengths.map(|length| Some(&text[..length])).collect();
    let count = views.len();
    let (schema, mut columns, _) = supplier_rows(count)
        .project(&[1, 2, 3, 4])
        .unwrap()
        .into_parts();
    columns[1] = Arc::new(views);
    let fields: Fields = schema
        .fields()
        .iter()
        .zip(&columns)
        .map(|(field, column)| {
            Arc::new(
                field
                    .as_ref()
                    .clone()
                    .with_data_type(column.data_type().clone()),
            )
        })
        .collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap()
}

fn zstd_properties() -> WriterPropertiesBuilder {
    WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default()))
}

#[test]
fn every_encoding_of_texts_is_read_to_the_letter() {
    let place = FileFixture::new();
    let text = "fertilizer of the river valley ".repeat(100);
    let rows = name_rows(&text, (0..5_000).map(|row| row * 7 % 900));
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        for encoding in [
            None,
            Some(Encoding::PLAIN),
            Some(Encoding::DELTA_LENGTH_BYTE_ARRAY),
            Some(Encoding::DELTA_BYTE_ARRAY),
        ] {
            let name = ColumnPath::from("supplier_name");
            let properties = zstd_properties()
                .set_writer_version(version)
                .set_column_dictionary_enabled(name.clone(), encoding.is_none());
            let properties = encoding
                .into_iter()
                .fold(properties, |properties, encoding| {
                    properties.set_column_encoding(name.clone(), encoding)
                });
            let batches = place
                .read_batches(&write_parquet(&rows, properties))
                .unwrap();
            let found: Vec<&str> = batches
                .iter()
                .flat_map(|batch| {
                    batch
                        .rows
                        .column_by_name("supplier_name")
                        .unwrap()
                        .as_string_view()
                        .iter()
                        .flatten()
                })
                .collect();
            let written: Vec<&str> = rows.column(1).as_string_view().iter().flatten().collect();
            assert!(found == written, "{version:?} {encoding:?}");
        }
    }
}

#[test]
fn a_small_file_whose_texts_come_to_more_than_there_is_room_for_is_refused() {
    let text = "x".repeat(200_000);
    let name = ColumnPath::from("supplier_name");
    let properties = || {
        zstd_properties()
            .set_column_dictionary_enabled(name.clone(), false)
            .set_column_encoding(name.clone(), Encoding::DELTA_BYTE_ARRAY)
    };
    // 2,000 texts of 200 kB, each equal to the previous one: 400 MB.
    let small = write_parquet(
        &name_rows(&text, std::iter::repeat_n(200_000, 2_000)),
        properties(),
    );
    assert!(small.len() < 50_000, "{}", small.len());
    let refused = FileFixture::new().expect_refusal(&small);
    assert!(
        refused.contains("decompress to more than 256 MiB for 2000 rows"),
        "{refused}"
    );
    // 1,000 of them take 200 MB. The resulting batches only hold their own texts.
    let batches = FileFixture::new()
        .read_batches(&write_parquet(
            &name_rows(&text, std::iter::repeat_n(200_000, 1_000)),
            properties(),
        ))
        .unwrap();
    assert_eq!(
        batches
            .iter()
            .map(|batch| batch.rows.num_rows())
            .sum::<usize>(),
        1_000
    );
    assert!(
        batches
            .iter()
            .all(|batch| batch.rows.get_array_memory_size() < 5 * 1024 * 1024)
    );
}

#[test]
fn pages_that_are_small_enough_one_by_one_are_refused_where_a_batch_needs_too_many() {
    let text = "x".repeat(1_000_000);
    let name = ColumnPath::from("supplier_name");
    let each_its_page = |count| {
        let properties = zstd_properties()
            .set_column_dictionary_enabled(name.clone(), false)
            .set_write_batch_size(1)
            .set_data_page_row_count_limit(1);
        write_parquet(
            &name_rows(&text, std::iter::repeat_n(1_000_000, count)),
            properties,
        )
    };
    let refused = FileFixture::new().expect_refusal(&each_its_page(300));
    assert!(
        refused.contains("decompress to more than 256 MiB for 2000 rows"),
        "{refused}"
    );
    let batches = FileFixture::new()
        .read_batches(&each_its_page(200))
        .unwrap();
    assert_eq!(
        batches
            .iter()
            .map(|batch| batch.rows.num_rows())
            .sum::<usize>(),
        200
    );
    assert!(
        batches
            .iter()
            .all(|batch| batch.rows.get_array_memory_size() < 5 * 1024 * 1024)
    );
}

#[test]
fn a_dictionary_that_says_it_has_more_texts_than_bytes_is_refused() {
    let file = write_compressed(
        &supplier_rows(20_000).project(&[1, 2, 3, 4]).unwrap(),
        Compression::UNCOMPRESSED,
    );
    // 10,000 values in the header of the first page: field 7, whose first field is the number of
    // values.
    let says = [0x4c, 0x15, 0xa0, 0x9c, 0x01];
    let at = file
        .windows(says.len())
        .position(|bytes| bytes == says)
        .unwrap();
    assert!(at < 30, "{at}");
    let mut more = file.clone();
    more[at + 2..at + 5].copy_from_slice(&[0xfe, 0xff, 0x7f]);
    let refused = FileFixture::new().expect_refusal(&more);
    assert!(refused.contains("is damaged"), "{refused}");
    assert!(FileFixture::new().read_batches(&file).is_ok());
}
