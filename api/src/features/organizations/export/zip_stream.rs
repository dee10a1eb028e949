//! A ZIP archive that is streamed while it is written. It buffers less than a chunk more than what
//! was taken.

use aws_lc_rs::digest::{Context, SHA256};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

/// The minimum size of a chunk.
const CHUNK_BYTES: usize = 64 << 10;

/// A ZIP archive that is being written.
pub(super) struct ZipStream {
    zip: ZipWriter<StreamWriter<SharedBuffer>>,
    buffer: SharedBuffer,
    digest: Context,
    bytes: u64,
}

/// The size and the hash of a written file.
pub(super) struct FileDigest {
    pub(super) bytes: u64,
    /// SHA-256, hex.
    pub(super) sha256: String,
}

#[derive(Clone, Default)]
struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ZipStream {
    pub(super) fn new() -> Self {
        let buffer = SharedBuffer::default();
        Self {
            zip: ZipWriter::new_stream(buffer.clone()),
            buffer,
            digest: Context::new(&SHA256),
            bytes: 0,
        }
    }

    /// Begins a file of any size.
    pub(super) fn begin_file(&mut self, name: &str) -> io::Result<()> {
        self.digest = Context::new(&SHA256);
        self.bytes = 0;
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(3))
            .large_file(true);
        Ok(self.zip.start_file(name, options)?)
    }

    /// Appends to the current file.
    pub(super) fn write_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.digest.update(bytes);
        self.bytes += bytes.len() as u64;
        self.zip.write_all(bytes)
    }

    /// Ends the current file and returns its size and hash.
    pub(super) fn finish_file(&mut self) -> FileDigest {
        let sum = std::mem::replace(&mut self.digest, Context::new(&SHA256)).finish();
        FileDigest {
            bytes: self.bytes,
            sha256: HEXLOWER.encode(sum.as_ref()),
        }
    }

    /// The written bytes, if there are enough for a chunk.
    pub(super) fn take_chunk(&self) -> Option<Bytes> {
        let mut written = self.buffer.0.lock().unwrap_or_else(PoisonError::into_inner);
        (written.len() >= CHUNK_BYTES).then(|| Bytes::from(std::mem::take(&mut *written)))
    }

    /// Ends the archive and returns its remaining bytes.
    pub(super) fn finish(self) -> io::Result<Bytes> {
        self.zip.finish()?;
        let mut written = self.buffer.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Bytes::from(std::mem::take(&mut *written)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_form_one_archive() {
        let mut archive = ZipStream::new();
        let mut sent = Vec::new();
        archive.begin_file("a/numbers.txt").unwrap();
        for number in 0..200_000_u32 {
            archive
                .write_bytes(format!("{}\n", number.wrapping_mul(2_654_435_761)).as_bytes())
                .unwrap();
            if let Some(chunk) = archive.take_chunk() {
                sent.extend_from_slice(&chunk);
            }
        }
        let sum = archive.finish_file();
        assert!(!sent.is_empty() && sum.bytes > 1_900_000 && sum.sha256.len() == 64);
        archive.begin_file("b.txt").unwrap();
        archive.write_bytes(b"abc").unwrap();
        assert_eq!(
            archive.finish_file().sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        sent.extend_from_slice(&archive.finish().unwrap());
        let mut read = zip::ZipArchive::new(io::Cursor::new(sent)).unwrap();
        let mut text = String::new();
        io::Read::read_to_string(&mut read.by_name("b.txt").unwrap(), &mut text).unwrap();
        assert_eq!(text, "abc");
        assert_eq!(read.by_name("a/numbers.txt").unwrap().size(), sum.bytes);
    }
}
