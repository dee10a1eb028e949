//! Reads one Parquet file into batches: the columns of the table only, as the types they have,
//! every row with its number.

use super::{BATCH_ROWS, FoundColumn, HandOn, Layout, SourceBatch, SourceError};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};
use measured::Measured;
use pages::Pages;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, RowGroups,
};
use parquet::arrow::{FieldLevels, ProjectionMask, parquet_to_arrow_field_levels};
use parquet::basic::{Compression, Type};
use parquet::errors::ParquetError;
use room::Room;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

mod measured;
mod pages;
mod room;
mod shares;
mod slices;
mod types;
mod varint;

/// Where the pages of a batch come to more bytes than these, its texts are copied out of them.
const HELD: u64 = 32 * 1024 * 1024;

/// The most bytes of a number.
const NUMBER_BYTES: i32 = 32;

const AGAIN: &str = "Write it again, then sync.";

/// Reads the file at `path`, which people know as `name`; `false` where nobody wanted all of it.
pub(super) fn read(
    path: &Path,
    name: &Arc<str>,
    layout: &Layout,
    send: HandOn<'_>,
) -> Result<bool, SourceError> {
    with(path, name, layout, |contents| contents.read(send))
}

/// The columns of the file: its description, no rows.
pub(super) fn columns(
    path: &Path,
    name: &Arc<str>,
    layout: &Layout,
) -> Result<Vec<FoundColumn>, SourceError> {
    with(path, name, layout, |contents| Ok(contents.columns))
}

fn with<T>(
    path: &Path,
    name: &Arc<str>,
    layout: &Layout,
    work: impl FnOnce(Contents<'_>) -> Result<T, SourceError>,
) -> Result<T, SourceError> {
    let unreadable = |error: std::io::Error| {
        SourceError::Unreachable(format!("{name} cannot be read: {error}."))
    };
    let mut file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    look(&mut file, length, name).map_err(unreadable)??;
    // The library asserts where a damaged file contradicts itself; that is the file's fault and no
    // reason to end anything but its table.
    catch_unwind(AssertUnwindSafe(|| {
        work(Contents::open(file, length, name, layout)?)
    }))
    .unwrap_or_else(|_| {
        Err(SourceError::Unusable(format!(
            "{name} is damaged or encrypted: what it says about itself is contradictory. {AGAIN}"
        )))
    })
}

/// Says what is wrong with a file that cannot be Parquet, by its first and last bytes.
fn look(file: &mut File, length: u64, name: &str) -> std::io::Result<Result<(), SourceError>> {
    let refused = |words: &str| Ok(Err(SourceError::Unusable(format!("{name} {words}"))));
    if length == 0 {
        return refused("is empty (0 bytes): a Parquet file without rows still names its columns.");
    }
    let (mut start, mut end) = ([0; 4], [0; 4]);
    if length >= 8 {
        file.read_exact(&mut start)?;
        file.seek(SeekFrom::End(-4))?;
        file.read_exact(&mut end)?;
    }
    match (&start, &end) {
        (b"PAR1", b"PAR1") => Ok(Ok(())),
        (b"PARE", _) | (_, b"PARE") => refused("is encrypted: write it without encryption."),
        (b"PAR1", _) => {
            refused("is cut off: its end is missing. Sync again once it is written completely.")
        }
        _ => refused("is not a Parquet file: write it as Parquet, or name it .csv if it is one."),
    }
}

struct Contents<'a> {
    groups: Measured,
    room: Arc<Room>,
    /// The columns to read, and as what.
    wanted: FieldLevels,
    name: &'a Arc<str>,
    ignored: Arc<[String]>,
    columns: Vec<FoundColumn>,
    layout: Layout,
    /// The file's bytes.
    length: u64,
}

impl<'a> Contents<'a> {
    fn open(
        file: File,
        length: u64,
        name: &'a Arc<str>,
        layout: &Layout,
    ) -> Result<Self, SourceError> {
        let damaged = |error: ParquetError| damaged(name, "its description cannot be read", &error);
        // The file's own types decide, not what the program that wrote it had them from.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let found = ArrowReaderMetadata::load(&file, options).map_err(damaged)?;
        let fields = found.schema().fields().clone();
        let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
        layout.check(name, &names)?;
        for field in &fields {
            if let Some(column) = layout.column(field.name()) {
                types::check(column, field, name)?;
            }
        }
        let columns = fields
            .iter()
            .map(|field| FoundColumn::new(field.name(), Some(types::in_words(field.data_type()))))
            .collect();
        let known = |field: &Arc<Field>| layout.column(field.name()).is_some();
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
        let views: Fields = fields.iter().map(as_view).collect();
        let types = views
            .iter()
            .map(|field| field.data_type().clone())
            .collect();
        let known = Arc::clone(found.metadata());
        let wanted =
            parquet_to_arrow_field_levels(known.file_metadata().schema_descr(), mask, Some(&views))
                .map_err(damaged)?;
        let room = Arc::new(Room::new(room::MOST));
        let pages = Pages::new(file, &known, Arc::clone(&room)).map_err(damaged)?;
        let groups = Measured::new(pages, known, Arc::clone(&room), types, BATCH_ROWS);
        Ok(Self {
            groups,
            room,
            wanted,
            name,
            ignored,
            columns,
            layout: layout.clone(),
            length,
        })
    }

    /// Sends all rows; `false` where nobody wanted them all.
    fn read(self, send: HandOn<'_>) -> Result<bool, SourceError> {
        let (name, ignored, room) = (self.name, self.ignored, self.room);
        let faulty = |what: &str, error: &(dyn std::error::Error + 'static)| {
            if room.was_too_small() {
                too_large(name)
            } else {
                damaged(name, what, error)
            }
        };
        let shares = shares::Shares {
            bytes: self.length,
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
            BATCH_ROWS,
            None,
        );
        let reader = reader.map_err(|error| faulty("its rows cannot be read", &error))?;
        let mut batch = |rows: RecordBatch, first: u64| {
            let lines = (first..).take(rows.num_rows()).collect();
            let bytes = shares.of(first - 1, rows.num_rows() as u64);
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
        let schema = under_our_names(&reader.schema(), &self.layout);
        for rows in reader {
            let rows = rows.and_then(|rows| {
                RecordBatch::try_new(Arc::clone(&schema), rows.columns().to_vec())
            });
            let rows = rows.map_err(|error: ArrowError| {
                faulty(&format!("its rows from {next} on cannot be read"), &error)
            })?;
            // Whoever takes a slice may have others already: pages that are larger than their part
            // of the batch shall not be held for each of them.
            let copies = room.held() > HELD;
            for slice in slices::of(&rows) {
                let slice = if copies {
                    slices::compact(&slice)
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
            room.batch_ended();
        }
        // A file without rows shows its columns all the same.
        Ok(next > 1 || batch(RecordBatch::new_empty(schema), 1))
    }
}

fn under_our_names(schema: &Schema, layout: &Layout) -> Arc<Schema> {
    let rename = |field: &Arc<Field>| {
        layout.column(field.name()).map_or_else(
            || Arc::clone(field),
            |ours| Arc::new(field.as_ref().clone().with_name(ours.name)),
        )
    };
    Arc::new(Schema::new(
        schema.fields().iter().map(rename).collect::<Vec<_>>(),
    ))
}

/// Text is taken as views of the file's pages: values that repeat are not copied.
fn as_view(field: &Arc<Field>) -> Arc<Field> {
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
            && described.type_length() > NUMBER_BYTES
        {
            let (column, bytes) = (described.name(), described.type_length());
            return Err(SourceError::Unusable(format!(
                "{name}: the column {column} holds numbers of {bytes} bytes, where {NUMBER_BYTES} \
                    are the most."
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
                    "{name} is compressed with {codec}, which is not read here: write it with \
                        snappy, zstd or gzip, or without compression."
                )));
            }
        }
    }
    Ok(())
}

fn too_large(name: &str) -> SourceError {
    let most = room::MOST / (1024 * 1024);
    SourceError::Unusable(format!(
        "{name} has pages that unpack to more than {most} MiB for {BATCH_ROWS} rows, or to more \
            than they say: write it with pages of about 1 MiB."
    ))
}

fn damaged(name: &str, what: &str, error: &(dyn std::error::Error + 'static)) -> SourceError {
    tracing::warn!(file = name, error, "a Parquet file cannot be read");
    SourceError::Unusable(format!("{name} is damaged or encrypted: {what}. {AGAIN}"))
}

#[cfg(test)]
mod tests;
