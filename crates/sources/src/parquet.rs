//! Reads one Parquet file into batches: only the table's columns, with their own types. Each row
//! has its number.

use super::{BatchSink, ColumnDescriptor, Layout, MAX_BATCH_ROWS, SourceBatch, SourceError};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};
use memory_budget::MemoryBudget;
use page_guard::PageGuard;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, RowGroups,
};
use parquet::arrow::{FieldLevels, ProjectionMask, parquet_to_arrow_field_levels};
use parquet::basic::{Compression, Type};
use parquet::errors::ParquetError;
use size_check::SizeCheckedGroups;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

mod batch_slices;
mod column_types;
mod memory_budget;
mod page_guard;
mod read_progress;
mod size_check;
mod varint;

/// If the pages behind a batch hold more bytes than this, its texts are copied so that the pages
/// can be freed.
const MAX_HELD_BYTES: u64 = 32 * 1024 * 1024;

/// Maximum number of bytes of a number.
const MAX_NUMBER_BYTES: i32 = 32;

const REWRITE_HINT: &str = "Write it again, then sync.";

/// Reads the file at `path`. `name` is its name in messages. Returns false if the receiver stopped.
pub(super) fn read_parquet(
    path: &Path,
    name: &Arc<str>,
    layout: &Layout,
    send: BatchSink<'_>,
) -> Result<bool, SourceError> {
    with_contents(path, name, layout, |contents| contents.send_rows(send))
}

/// The columns of the file. Reads only its metadata.
pub(super) fn read_parquet_columns(
    path: &Path,
    name: &Arc<str>,
    layout: &Layout,
) -> Result<Vec<ColumnDescriptor>, SourceError> {
    with_contents(path, name, layout, |contents| Ok(contents.columns))
}

fn with_contents<T>(
    path: &Path,
    name: &Arc<str>,
    layout: &Layout,
    work: impl FnOnce(ParquetContents<'_>) -> Result<T, SourceError>,
) -> Result<T, SourceError> {
    let unreadable = |error: std::io::Error| {
        SourceError::Unreachable(format!("{name} cannot be read: {error}."))
    };
    let mut file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    check_magic(&mut file, length, name).map_err(unreadable)??;
    // The parquet crate panics on some damaged files. That must fail only this table.
    catch_unwind(AssertUnwindSafe(|| {
        work(ParquetContents::open_file(file, length, name, layout)?)
    }))
    .unwrap_or_else(|_| {
        Err(SourceError::Unusable(format!(
            "{name} is damaged or encrypted: its metadata is contradictory. {REWRITE_HINT}"
        )))
    })
}

/// Checks the first and last bytes, and says why the file is not readable Parquet.
fn check_magic(
    file: &mut File,
    length: u64,
    name: &str,
) -> std::io::Result<Result<(), SourceError>> {
    let refused = |words: &str| Ok(Err(SourceError::Unusable(format!("{name} {words}"))));
    if length == 0 {
        return refused("is empty (0 bytes). Write it again as Parquet, even if it has no rows.");
    }
    let (mut start, mut end) = ([0; 4], [0; 4]);
    if length >= 8 {
        file.read_exact(&mut start)?;
        file.seek(SeekFrom::End(-4))?;
        file.read_exact(&mut end)?;
    }
    match (&start, &end) {
        (b"PAR1", b"PAR1") => Ok(Ok(())),
        (b"PARE", _) | (_, b"PARE") => refused("is encrypted. Write it without encryption."),
        (b"PAR1", _) => {
            refused("is incomplete: its end is missing. Sync again after it is fully written.")
        }
        _ => refused("is not a Parquet file. Write it as Parquet, or name it .csv if it is CSV."),
    }
}

struct ParquetContents<'a> {
    groups: SizeCheckedGroups,
    budget: Arc<MemoryBudget>,
    /// The columns to read, with their types.
    wanted: FieldLevels,
    name: &'a Arc<str>,
    ignored: Arc<[String]>,
    columns: Vec<ColumnDescriptor>,
    layout: Layout,
    /// Size of the file in bytes.
    file_bytes: u64,
}

impl<'a> ParquetContents<'a> {
    fn open_file(
        file: File,
        length: u64,
        name: &'a Arc<str>,
        layout: &Layout,
    ) -> Result<Self, SourceError> {
        let damaged =
            |error: ParquetError| damaged_error(name, "its metadata cannot be read", &error);
        // Use the Parquet types and ignore the Arrow schema that the writer may have embedded.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let found = ArrowReaderMetadata::load(&file, options).map_err(damaged)?;
        let fields = found.schema().fields().clone();
        let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
        layout.check_names(name, &names)?;
        for field in &fields {
            let expected = layout.expected_kinds(field.name());
            if let Some(expected) = expected.filter(|_| !layout.is_sample()) {
                column_types::check_type(&expected, field, name)?;
            }
        }
        let columns = fields
            .iter()
            .map(|field| {
                ColumnDescriptor::new(
                    field.name(),
                    Some(column_types::describe_type(field.data_type())),
                )
            })
            .collect();
        let known = |field: &Arc<Field>| layout.field_name(field.name()).is_some();
        let ignored = fields
            .iter()
            .filter(|field| !known(field))
            .map(|field| field.name().clone())
            .collect();
        let wanted: Vec<usize> = (0..)
            .zip(&fields)
            .filter(|(_, field)| known(field))
            .map(|(position, _)| position)
            .collect();
        let mask = ProjectionMask::roots(found.metadata().file_metadata().schema_descr(), wanted);
        check_chunks(&found, &mask, name)?;
        let views: Fields = fields.iter().map(to_view_field).collect();
        let types = views
            .iter()
            .map(|field| field.data_type().clone())
            .collect();
        let known = Arc::clone(found.metadata());
        let wanted =
            parquet_to_arrow_field_levels(known.file_metadata().schema_descr(), mask, Some(&views))
                .map_err(damaged)?;
        let room = Arc::new(MemoryBudget::new(memory_budget::MAX_BYTES));
        let pages = PageGuard::new(file, &known, Arc::clone(&room)).map_err(damaged)?;
        let groups = SizeCheckedGroups::new(pages, known, Arc::clone(&room), types, MAX_BATCH_ROWS);
        Ok(Self {
            groups,
            budget: room,
            wanted,
            name,
            ignored,
            columns,
            layout: layout.clone(),
            file_bytes: length,
        })
    }

    /// Sends all rows. Returns false if the receiver stopped.
    fn send_rows(self, send: BatchSink<'_>) -> Result<bool, SourceError> {
        let (name, ignored, room) = (self.name, self.ignored, self.budget);
        let faulty = |what: &str, error: &(dyn std::error::Error + 'static)| {
            if room.was_exceeded() {
                too_large_error(name)
            } else {
                damaged_error(name, what, error)
            }
        };
        let shares = read_progress::ReadProgress {
            bytes: self.file_bytes,
            rows: self
                .groups
                .metadata()
                .file_metadata()
                .num_rows()
                .unsigned_abs(),
        };
        let reader = ParquetRecordBatchReader::try_new_with_row_groups(
            &self.wanted,
            &self.groups,
            MAX_BATCH_ROWS,
            None,
        );
        let reader = reader.map_err(|error| faulty("its rows cannot be read", &error))?;
        let mut batch = |rows: RecordBatch, first: u64| {
            let lines = (first..).take(rows.num_rows()).collect();
            let bytes = shares.bytes_for_rows(first - 1, rows.num_rows() as u64);
            send(SourceBatch {
                file: Some(Arc::clone(name)),
                rows,
                lines,
                faults: Vec::new(),
                ignored: Arc::clone(&ignored),
                bytes,
            })
        };
        let mut next = 1;
        let schema = rename_fields(&reader.schema(), &self.layout);
        for rows in reader {
            let rows = rows.and_then(|rows| {
                RecordBatch::try_new(Arc::clone(&schema), rows.columns().to_vec())
            });
            let rows = rows.map_err(|error: ArrowError| {
                faulty(&format!("its rows from {next} on cannot be read"), &error)
            })?;
            // The receiver may hold several slices. Copying their texts keeps large pages from
            // staying in memory for each of them.
            let copies = room.held_bytes() > MAX_HELD_BYTES;
            for slice in batch_slices::split_batch(&rows) {
                let slice = if copies {
                    batch_slices::compact_texts(&slice)
                } else {
                    Ok(slice)
                };
                let slice = slice.map_err(|error| faulty("its texts cannot be read", &error))?;
                let count = slice.num_rows() as u64;
                if !batch(slice, next) {
                    return Ok(false);
                }
                next += count;
            }
            room.release_batch();
        }
        // A file without rows sends an empty batch, so that its columns are checked.
        Ok(next > 1 || batch(RecordBatch::new_empty(schema), 1))
    }
}

fn rename_fields(schema: &Schema, layout: &Layout) -> Arc<Schema> {
    let rename = |field: &Arc<Field>| {
        layout.field_name(field.name()).map_or_else(
            || Arc::clone(field),
            |name| Arc::new(field.as_ref().clone().with_name(name)),
        )
    };
    Arc::new(Schema::new(
        schema.fields().iter().map(rename).collect::<Vec<_>>(),
    ))
}

/// Reads text as views into the file's pages, so that repeated values are not copied.
fn to_view_field(field: &Arc<Field>) -> Arc<Field> {
    let ty = match field.data_type() {
        DataType::Utf8 => DataType::Utf8View,
        DataType::Binary => DataType::BinaryView,
        _ => return Arc::clone(field),
    };
    Arc::new(field.as_ref().clone().with_data_type(ty))
}

fn check_chunks(
    found: &ArrowReaderMetadata,
    mask: &ProjectionMask,
    name: &str,
) -> Result<(), SourceError> {
    let groups = found.metadata().row_groups().iter();
    let columns = groups
        .flat_map(|group| group.columns().iter().enumerate())
        .filter(|(leaf, _)| mask.leaf_included(*leaf));
    for (_, column) in columns {
        let described = column.column_descr();
        if described.physical_type() == Type::FIXED_LEN_BYTE_ARRAY
            && described.type_length() > MAX_NUMBER_BYTES
        {
            let (column, bytes) = (described.name(), described.type_length());
            return Err(SourceError::Unusable(format!(
                "{name}: the column {column} has numbers of {bytes} bytes. Write numbers of at \
                    most {MAX_NUMBER_BYTES} bytes."
            )));
        }
        match column.compression() {
            Compression::UNCOMPRESSED
            | Compression::SNAPPY
            | Compression::GZIP(_)
            | Compression::ZSTD(_) => {}
            other => {
                let codec = format!("{other:?}");
                let codec = codec.split('(').next().unwrap_or_default();
                return Err(SourceError::Unusable(format!(
                    "{name} is compressed with {codec}, which is not supported. Write it with \
                        snappy, zstd or gzip, or without compression."
                )));
            }
        }
    }
    Ok(())
}

fn too_large_error(name: &str) -> SourceError {
    let most = memory_budget::MAX_BYTES / (1024 * 1024);
    SourceError::Unusable(format!(
        "{name} has pages that decompress to more than {most} MiB for {MAX_BATCH_ROWS} rows, or to \
            more than they declare. Write it with pages of about 1 MiB."
    ))
}

fn damaged_error(name: &str, what: &str, error: &(dyn std::error::Error + 'static)) -> SourceError {
    tracing::warn!(file = name, error, "a Parquet file cannot be read");
    SourceError::Unusable(format!(
        "{name} is damaged or encrypted: {what}. {REWRITE_HINT}"
    ))
}

#[cfg(test)]
mod tests;
