//! The columns of an object, from its start (CSV) or its end (Parquet), without the rest.

use super::bucket_client::BucketClient;
use super::listing::{StoredObject, TableObject};
use crate::download_storage::storage_error;
use crate::table_file::{FileFormat, Packing, TableFile};
use crate::{ColumnDescriptor, Layout, SourceError};
use bytes::Bytes;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use tokio::task::spawn_blocking;

/// Bytes that have the columns of nearly every file.
const EDGE_BYTES: u64 = 64 * 1024;
/// More than the longest first line that is read.
const MAX_HEADER_BYTES: u64 = 1024 * 1024 + 1;
/// Maximum size of the metadata of a Parquet file, which grows with its row groups.
const MAX_METADATA_BYTES: u64 = 64 * 1024 * 1024;
/// The length of the metadata and the mark at the end of a Parquet file.
const PARQUET_FOOTER_BYTES: usize = 8;
const PARQUET_MARK: &[u8] = b"PAR1";

/// Reads the columns of an object. The part of it that has them is stored at `path`.
pub(super) async fn read_object_columns(
    client: &BucketClient,
    TableObject { object, format }: &TableObject,
    layout: &Layout,
    path: &Path,
) -> Result<Vec<ColumnDescriptor>, SourceError> {
    let ((start, bytes), format) = match *format {
        FileFormat::Csv(packing) => {
            let head = unpack_head(read_head(client, object).await?, packing);
            ((0, head), FileFormat::Csv(Packing::None))
        }
        FileFormat::Parquet => (read_tail(client, object).await?, FileFormat::Parquet),
    };
    let file = TableFile {
        path: path.to_owned(),
        name: object.name.as_str().into(),
        format,
    };
    let (length, layout) = (object.bytes, layout.clone());
    let work = move || {
        write_part(&file.path, length, start, &bytes, file.format)
            .map_err(|error| storage_error(&error))?;
        file.read_columns(&layout, &|| false)
    };
    spawn_blocking(work).await.unwrap_or_else(|_| {
        Err(SourceError::Unreachable(
            "Reading the file was interrupted. Try again.".to_owned(),
        ))
    })
}

/// The start of a compressed file, as far as it can be read without the rest.
fn unpack_head(head: Bytes, packing: Packing) -> Bytes {
    if packing == Packing::None {
        return head;
    }
    let mut content = Vec::new();
    if let Ok(unpacked) = packing.unpack(head.as_ref()) {
        // Its end is missing, which is an error after the content.
        let _ = unpacked.take(MAX_HEADER_BYTES).read_to_end(&mut content);
    }
    content.into()
}

/// The start of a CSV file, with its first line.
pub(super) async fn read_head(
    client: &BucketClient,
    object: &StoredObject,
) -> Result<Bytes, SourceError> {
    if object.bytes == 0 {
        return Ok(Bytes::new());
    }
    let head = client
        .read_range(object, 0..object.bytes.min(EDGE_BYTES))
        .await?;
    if object.bytes <= EDGE_BYTES || head.contains(&b'\n') {
        return Ok(head);
    }
    client
        .read_range(object, 0..object.bytes.min(MAX_HEADER_BYTES))
        .await
}

/// The end of a Parquet file, with its metadata, and where it begins.
async fn read_tail(
    client: &BucketClient,
    object: &StoredObject,
) -> Result<(u64, Bytes), SourceError> {
    if object.bytes == 0 {
        return Ok((0, Bytes::new()));
    }
    let start = object.bytes.saturating_sub(EDGE_BYTES);
    let tail = client.read_range(object, start..object.bytes).await?;
    let needed = metadata_bytes(&tail).min(object.bytes);
    if needed <= tail.len() as u64 {
        return Ok((start, tail));
    }
    if needed > MAX_METADATA_BYTES {
        return Err(SourceError::Unusable(format!(
            "{} has more metadata than can be read. Write it with fewer row groups.",
            object.name
        )));
    }
    let start = object.bytes - needed;
    Ok((start, client.read_range(object, start..object.bytes).await?))
}

/// The bytes from the start of the metadata to the end of the file; 0 if it is not Parquet.
fn metadata_bytes(tail: &[u8]) -> u64 {
    match tail.last_chunk::<PARQUET_FOOTER_BYTES>() {
        Some([a, b, c, d, mark @ ..]) if mark == PARQUET_MARK => {
            u64::from(u32::from_le_bytes([*a, *b, *c, *d])) + PARQUET_FOOTER_BYTES as u64
        }
        _ => 0,
    }
}

/// Writes a part of a file: a CSV file ends with it; a Parquet file keeps its length, because its
/// metadata has positions in it.
fn write_part(
    path: &Path,
    length: u64,
    start: u64,
    part: &[u8],
    format: FileFormat,
) -> io::Result<()> {
    let mut file = File::create(path)?;
    if format == FileFormat::Parquet && start > 0 {
        file.set_len(length)?;
        // Also at the start of a Parquet file, which is checked when its rows are read.
        if part.ends_with(PARQUET_MARK) {
            file.write_all(PARQUET_MARK)?;
        }
        file.seek(SeekFrom::Start(start))?;
    }
    file.write_all(part)
}

/// Stores the start of a CSV file in `folder`, cut after its last complete line, for a sample of
/// its rows.
pub(super) async fn download_head(
    client: &BucketClient,
    (object, packing): (&StoredObject, Packing),
    folder: &Path,
) -> Result<TableFile, SourceError> {
    let head = unpack_head(read_head(client, object).await?, packing);
    let is_whole = packing == Packing::None && head.len() as u64 == object.bytes;
    let last_line = head.iter().rposition(|byte| *byte == b'\n');
    let end = match last_line {
        Some(position) if !is_whole => position + 1,
        _ => head.len(),
    };
    let path = folder.join("head");
    tokio::fs::write(&path, head.slice(..end))
        .await
        .map_err(|error| storage_error(&error))?;
    Ok(TableFile {
        path,
        name: object.name.as_str().into(),
        format: FileFormat::Csv(Packing::None),
    })
}
